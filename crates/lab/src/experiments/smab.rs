//! Tables 2 to 4 of the SMAB paper: Goofspiel with backward induction, with the sequence form, and with SMAB.
//!
//! Node and program counts are the paper's measure and ours; times stand beside theirs for what they are worth (a laptop of
//! 2012, an LP library of its time). What is known about differences is said below each table.

use std::time::Duration;

use secateur_catalogue::{Request, Resources, solve};
use secateur_search::{Cancel, Limits};

use crate::number::Format;
use crate::{About, Context, Experiment, Instance, Page, Record, RunError, Settings, Table};

const PAPER: &str = "Saffidine, Finnsson, Buro, Alpha-Beta Pruning for Games with Simultaneous Moves (2012)";

/// One row of a table: what is run, and the paper's figures where there are any.
struct Row {
    cards: u64,
    algorithm: &'static str,
    nodes: Option<f64>,
    programs: Option<f64>,
    seconds: Option<f64>,
    program_seconds: Option<f64>,
    /// Whether the small version has it.
    quick: bool,
}

/// See the file's page.
pub(crate) struct SmabTable {
    about: About,
    rows: &'static [Row],
    /// What is said before the table.
    prose: &'static str,
    /// What is said below it.
    differences: &'static [&'static str],
    /// Whether the columns of linear programs make sense.
    programs: bool,
    /// A run that takes longer is stopped, and the page says so.
    patience: Duration,
}

const fn plain(cards: u64, nodes: f64, seconds: f64, program_seconds: f64) -> Row {
    Row {
        cards,
        algorithm: "backward-induction",
        nodes: Some(nodes),
        programs: Some(nodes),
        seconds: Some(seconds),
        program_seconds: Some(program_seconds),
        quick: true,
    }
}

/// Backward induction.
pub(crate) const TABLE_2: SmabTable = SmabTable {
    about: About {
        id: "smab-table-2",
        title: "Goofspiel with backward induction: expansions and linear programs",
        paper: PAPER,
        place: "Table 2",
        seconds: 10.0,
        quick_seconds: 10.0,
    },
    rows: &[
        plain(4, 109.0, 0.008, 0.004),
        plain(5, 1_926.0, 0.188, 0.136),
        plain(6, 58_173.0, 5.588, 4.2),
        plain(7, 2_578_710.0, 247.159, 184.616),
    ],
    prose: "Prizes in descending order, win, draw or loss; a tie discards the prize. A position is over when the lead is more than \
            all prizes left, or when one card each is left. No memory, no symmetry, one linear program a position.",
    differences: &[
        "Times are not comparable: another machine, another solver, and intervals that hold are part of ours.",
    ],
    programs: true,
    patience: Duration::from_secs(600),
};

const fn whole(cards: u64, algorithm: &'static str, seconds: Option<f64>, quick: bool) -> Row {
    Row { cards, algorithm, nodes: None, programs: None, seconds, program_seconds: None, quick }
}

/// The whole game as one linear program.
pub(crate) const TABLE_3: SmabTable = SmabTable {
    about: About {
        id: "smab-table-3",
        title: "Goofspiel as one linear program: sequence form and normal form beside backward induction",
        paper: PAPER,
        place: "Table 3",
        seconds: 300.0,
        quick_seconds: 10.0,
    },
    rows: &[
        whole(3, "normal-form", None, true),
        whole(3, "sequence-form", None, true),
        whole(4, "sequence-form", Some(1.0), true),
        whole(5, "sequence-form", Some(152.0), false),
        whole(6, "sequence-form", Some(177.0), false),
        whole(4, "backward-induction", None, true),
        whole(5, "backward-induction", None, true),
        whole(6, "backward-induction", None, true),
    ],
    prose: "Every history is an information set of its own, so that perfect recall is kept. The paper reports 8 MB and less than 1 s, 43 MB and \
            152 s, and more than 2 GB after 177 s for 4, 5 and 6 cards. Here \"nodes\" counts the positions of the tree that are not over, all of \
            which the program needs in memory at once.",
    differences: &[
        "The normal form of 4 cards has more than a million pure strategies a player, so 3 cards are its end.",
        "The linear programs are solved by microlp, the paper\u{2019}s by a solver of its own: times say as much about the solvers as about the method.",
        "The paper\u{2019}s run with 6 cards did not finish; ours is stopped after the time that is stated for it.",
    ],
    programs: false,
    patience: Duration::from_secs(177),
};

const fn smab(cards: u64, algorithm: &'static str, paper: [f64; 4]) -> Row {
    let [nodes, programs, seconds, program_seconds] = paper;
    Row {
        cards,
        algorithm,
        nodes: Some(nodes),
        programs: Some(programs),
        seconds: Some(seconds),
        program_seconds: Some(program_seconds),
        quick: cards < 7,
    }
}

/// Both readings of every row of Table 4.
macro_rules! both_readings {
    ($(($cards:literal, $skip:literal, [$($paper:literal),*])),* $(,)?) => {
        &[
            $(smab($cards, concat!("smab:reading=fitted,skip=", $skip), [$($paper),*]),)*
            $(smab($cards, concat!("smab:reading=printed,skip=", $skip), [$($paper),*]),)*
        ]
    };
}

/// SMAB in two readings.
pub(crate) const TABLE_4: SmabTable = SmabTable {
    about: About {
        id: "smab-table-4",
        title: "Goofspiel with SMAB, in two readings of the paper: expansions and linear programs",
        paper: PAPER,
        place: "Table 4",
        seconds: 60.0,
        quick_seconds: 10.0,
    },
    rows: both_readings![
        (4, 0, [55.0, 265.0, 0.020, 0.016]),
        (4, 1, [59.0, 171.0, 0.012, 0.012]),
        (4, 2, [70.0, 147.0, 0.012, 0.012]),
        (5, 0, [516.0, 2794.0, 0.216, 0.148]),
        (5, 1, [630.0, 1897.0, 0.168, 0.128]),
        (5, 2, [1003.0, 1919.0, 0.184, 0.152]),
        (6, 0, [13560.0, 74700.0, 5.900, 4.568]),
        (6, 1, [18212.0, 55462.0, 4.980, 3.852]),
        (6, 2, [30575.0, 57335.0, 5.536, 4.192]),
        (7, 0, [757699.0, 4074729.0, 324.352, 245.295]),
        (7, 1, [949521.0, 2857133.0, 259.716, 197.700]),
        (7, 2, [1380564.0, 2498366.0, 241.735, 182.463]),
        (7, 3, [1734798.0, 2452624.0, 237.903, 177.411]),
        (7, 4, [1881065.0, 2583307.0, 253.476, 188.276]),
    ],
    prose: "The reading \"printed\" is Algorithm 1 as it stands, made sound. It cannot be what was run: with 7 cards and s = 4 it can ask for bounds \
            only in matrices of size 5 and more, of which there are at most 3,938, and the table has 702,242 programs beyond one a position. The reading \
            \"fitted\" adds rules that were found by fitting the table: children that are over are written into the matrices at once, and a position is left \
            as soon as the pessimistic and the optimistic matrix have the same value.",
    differences: &[
        "Fitted: 4 cards agree exactly on nodes; elsewhere nodes are within 2.3% and programs within 3.6% of the paper, which hints at an order of rows or a \
         tie-break that is not described.",
        "Printed: what the game promises and what is over are found out only by searching, so far less is cut.",
        "With our kernel SMAB is slower than backward induction (Table 2): a linear program costs as little as a position here. It pays where positions are dear.",
    ],
    programs: true,
    patience: Duration::from_secs(600),
};

impl Experiment for SmabTable {
    fn about(&self) -> &About {
        &self.about
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| row.quick || !settings.quick);
        let instance = |(number, row): (usize, &Row)| {
            let key = format!("cards={} {}", row.cards, row.algorithm);
            let instance = Instance::new(key).with("row", number as u64).with("cards", row.cards);
            instance.with("algorithm", row.algorithm).alone().weighing(8f64.powi(row.cards as i32))
        };
        rows.map(instance).collect()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let request = Request::new("goofspiel").parameter(format!("cards={}", instance.count("cards")?));
        let cancel = Cancel::from(context.cancel.clone());
        let request = request
            .map_err(RunError::failed)?
            .algorithm(instance.text("algorithm")?)
            .limits(Limits::none().time(self.patience).until(&cancel))
            .resources(Resources { threads: Some(1), ..Resources::default() });
        let report = solve(&request).map_err(RunError::failed)?;
        context.check()?;
        let counts = &report.answer.statistics;
        let record = Record::new().with("nodes", counts.expanded).with("programs", counts.lp_calls.unwrap_or(0));
        let record = record.with("seconds", counts.seconds).with("program_seconds", counts.lp_seconds.unwrap_or(0.0));
        Ok(record.with("stopped", report.answer.stopped).with("value", report.answer.in_words))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("goofspiel", self.about.title).column("cards").column("algorithm").compared("nodes");
        if self.programs {
            table = table.compared("linear programs");
        }
        // Times are printed, and not held against each other: the machines are fourteen years apart.
        let programs = ["seconds of programs", "seconds of programs, paper"].into_iter().filter(|_| self.programs);
        for name in ["seconds", "seconds, paper"].into_iter().chain(programs) {
            table = table.column(name).format(Format::Significant(3));
        }
        table = table.column("value").column("ended");
        for record in records {
            let Some(row) = record.count("row").and_then(|number| self.rows.get(number as usize)) else { continue };
            let written = table.row(row.cards.to_string());
            written.text(row.algorithm).beside(record.number("nodes"), row.nodes);
            if self.programs {
                written.beside(record.number("programs"), row.programs);
            }
            written.number(record.number("seconds")).number(row.seconds);
            if self.programs {
                written.number(record.number("program_seconds")).number(row.program_seconds);
            }
            written.text(record.text("value").unwrap_or_default()).text(record.text("stopped").unwrap_or_default());
        }
        for sentence in self.differences {
            table = table.difference(*sentence);
        }
        Page::new().prose(self.prose).prose(verdict(self.rows, records)).table(table)
    }
}

/// How many node counts are exactly the paper's.
fn verdict(rows: &[Row], records: &[Record]) -> String {
    let printed = records.iter().filter_map(|record| {
        let row = rows.get(record.count("row")? as usize)?;
        Some((record.number("nodes")?, row.nodes?))
    });
    let (mut same, mut all) = (0, 0);
    for (ours, paper) in printed {
        all += 1;
        same += usize::from(ours == paper);
    }
    match all {
        0 => "The paper prints no node counts here.".to_owned(),
        _ => format!("{same} of {all} node counts are exactly the paper\u{2019}s."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_2_is_the_papers() {
        let instances = TABLE_2.instances(&Settings::new("test").quick(true));
        for (instance, row) in instances.iter().zip(TABLE_2.rows).filter(|(_, row)| row.cards < 7) {
            let record = TABLE_2.run(instance, &Context::new(1)).unwrap();
            assert_eq!((record.number("nodes"), record.number("programs")), (row.nodes, row.programs));
        }
    }

    #[test]
    fn every_row_can_be_asked() {
        for table in [&TABLE_2, &TABLE_3, &TABLE_4] {
            for row in table.rows {
                secateur_catalogue::Plan::read(row.algorithm, Resources::default()).unwrap();
            }
        }
    }
}

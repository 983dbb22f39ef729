//! The offline experiments of Bošanský, Lisý, Lanctot, Čermák and Winands (AIJ 2016), as far as figures are printed in the text:
//! backward induction (BI), the double oracle (DO), BI with serialized bounds (BIαβ) and both (DOαβ), in Java with CPLEX.
//!
//! Theirs are means over random instances whose seeds are not known, so ours are means over as many of our own. Expansions
//! do not count the serialized searches, theirs or ours; theirs share nothing between paths, and neither do ours, except in
//! the columns that say so.

use std::time::Duration;

use secateur_catalogue::{Request, Resources, defaults, solve};
use secateur_search::{Cancel, Limits};

use crate::number::Format;
use crate::statistics::mean;
use crate::{About, Context, Experiment, Instance, Page, Record, RunError, Settings, Table, numbers};

/// A game of the paper.
struct Domain {
    name: &'static str,
    game: &'static str,
    parameters: &'static [&'static str],
    /// The parameter that draws an instance, in which `#` stands for the seed.
    seed: Option<&'static str>,
    cells: &'static [Cell],
    /// What is known about differences.
    note: &'static str,
}

/// An algorithm on a game, with the paper's figures where there are any.
struct Cell {
    algorithm: &'static str,
    expanded: Option<f64>,
    seconds: Option<f64>,
    /// How many instances, in the whole and in the small version.
    runs: u64,
    quick: u64,
}

const fn cell(algorithm: &'static str, expanded: f64, seconds: f64, runs: u64, quick: u64) -> Cell {
    Cell { algorithm, expanded: some(expanded), seconds: some(seconds), runs, quick }
}

/// 0 stands for a figure that is not printed.
const fn some(figure: f64) -> Option<f64> {
    if figure > 0.0 { Some(figure) } else { None }
}

const BI: &str = "backward-induction";
const DO: &str = "double-oracle";
const BIAB: &str = "serialized";
const DOAB: &str = "double-oracle-alpha-beta";
const JOINT: &str = "joint";
const CACHE: &str = "backward-induction:cache=on";
const LAYERS: &str = defaults::LAYERS;
const HOUR: f64 = 3_600.0;

const DOMAINS: &[Domain] = &[
    Domain {
        name: "Goofspiel 7, win",
        game: "goofspiel",
        parameters: &["cards=7", "lowest=0"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, 3.2e7, 2.5 * HOUR, 10, 1),
            cell(DO, 6e6, 1_800.0, 10, 0),
            cell(BIAB, 198_986.0, 240.0, 10, 1),
            cell(DOAB, 79_105.0, 180.0, 10, 1),
            cell(CACHE, 0.0, 0.0, 10, 1),
            cell(JOINT, 0.0, 0.0, 10, 1),
            cell(LAYERS, 0.0, 0.0, 10, 1),
        ],
        note: "The paper counts on until the last card: its 3.2e7 positions are all there are. Here a position is over when the lead decides, or when one card each is left.",
    },
    Domain {
        name: "Goofspiel 7, points",
        game: "goofspiel",
        parameters: &["cards=7", "lowest=0", "objective=points"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, 3.2e7, 2.5 * HOUR, 10, 0),
            cell(DO, 0.0, 0.0, 3, 0),
            cell(BIAB, 2e6, 1_920.0, 10, 1),
            cell(DOAB, 3e5, 780.0, 10, 1),
            cell(CACHE, 0.0, 0.0, 10, 1),
            cell(JOINT, 0.0, 0.0, 10, 1),
            cell(LAYERS, 0.0, 0.0, 10, 1),
        ],
        note: "Only the last, forced card is left out here.",
    },
    Domain {
        name: "Goofspiel 5, win",
        game: "goofspiel",
        parameters: &["cards=5", "lowest=0"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, 0.0, 6.0, 10, 3),
            cell(DO, 0.0, 3.1, 10, 3),
            cell(BIAB, 0.0, 0.64, 10, 3),
            cell(DOAB, 0.0, 0.69, 10, 3),
            cell(CACHE, 0.0, 0.0, 10, 3),
            cell(JOINT, 0.0, 0.0, 10, 3),
            cell(LAYERS, 0.0, 0.0, 10, 3),
        ],
        note: "",
    },
    Domain {
        name: "Goofspiel 5, shuffled prizes",
        game: "goofspiel",
        parameters: &["cards=5", "lowest=0", "deck=shuffled"],
        seed: None,
        cells: &[
            cell(BI, 2e6, 600.0, 1, 1),
            cell(BIAB, 17_315.0, 27.0, 1, 1),
            cell(DOAB, 6_980.0, 23.0, 1, 1),
            cell(CACHE, 0.0, 0.0, 1, 1),
            cell(JOINT, 0.0, 0.0, 1, 1),
        ],
        note: "Chance turns are counted as expansions here.",
    },
    Domain {
        name: "Pursuit 5 × 5, 6 rounds",
        game: "pursuit",
        parameters: &["width=5", "height=5", "depth=6"],
        seed: Some("seed=#"),
        cells: &[
            cell(BI, 4.9e7, 13.0 * HOUR, 2, 0),
            cell(DO, 2e6, 547.0, 3, 0),
            cell(BIAB, 42_001.0, 584.0, 10, 1),
            cell(DOAB, 6_692.0, 180.0, 10, 1),
            cell(CACHE, 0.0, 0.0, 10, 1),
            cell(JOINT, 0.0, 0.0, 10, 1),
        ],
        note: "Where the units start is drawn differently, and matters much.",
    },
    Domain {
        name: "Oshi-Zumo K = 4, 13 coins",
        game: "oshi-zumo",
        parameters: &["coins=13", "size=4"],
        seed: None,
        cells: &[
            cell(BI, 1.5e7, 2.0 * HOUR, 1, 0),
            cell(DO, 2.8e6, 1_020.0, 1, 0),
            cell(BIAB, 0.0, 1.5, 1, 1),
            cell(DOAB, 0.0, 1.5, 1, 1),
            cell(CACHE, 0.0, 0.0, 1, 1),
            cell(JOINT, 0.0, 0.0, 1, 1),
        ],
        note: "Coins that can no longer matter are seen by the game\u{2019}s promise here.",
    },
    Domain {
        name: "Oshi-Zumo K = 4, 18 coins",
        game: "oshi-zumo",
        parameters: &["coins=18", "size=4"],
        seed: None,
        cells: &[
            cell(BIAB, 0.0, 3_000.0, 1, 0),
            cell(DOAB, 0.0, 3_840.0, 1, 0),
            cell(CACHE, 0.0, 0.0, 1, 1),
            cell(JOINT, 0.0, 0.0, 1, 1),
        ],
        note: "",
    },
    Domain {
        name: "Random b = 4, depth 7, correlated",
        game: "random-joint",
        parameters: &["rows=4", "columns=4", "depth=7", "payoffs=correlated"],
        seed: Some("seed=#"),
        cells: &[
            cell(BI, 1.8e7, 3.5 * HOUR, 2, 0),
            cell(DO, 1.2e7, 0.0, 2, 0),
            cell(BIAB, 1e7, 3.0 * HOUR, 2, 0),
            cell(DOAB, 2e6, 4_800.0, 3, 0),
            cell(JOINT, 0.0, 0.0, 3, 0),
        ],
        note: "How a leaf follows from its path is read from the text: a sum of -1, 0 or 1 for each pair of moves.",
    },
    Domain {
        name: "Tron 6 × 6",
        game: "tron",
        parameters: &["width=6", "height=6"],
        seed: None,
        cells: &[
            cell(BI, 0.0, 1_800.0, 1, 0),
            cell(DO, 0.0, 235.0, 1, 0),
            cell(BIAB, 0.0, 0.6, 1, 1),
            cell(DOAB, 0.0, 0.6, 1, 1),
            cell(CACHE, 0.0, 0.0, 1, 0),
            cell(JOINT, 0.0, 0.0, 1, 1),
        ],
        note: "Driving into a wall is no move here.",
    },
];

impl Domain {
    /// What `solve` takes for this game unless somebody says otherwise.
    fn usual(&self) -> &'static str {
        if self.cells.iter().any(|cell| cell.algorithm == LAYERS) { LAYERS } else { defaults::algorithm(self.game) }
    }

    /// The least time that the paper prints for this game.
    fn fastest(&self) -> Option<f64> {
        self.cells.iter().filter_map(|cell| cell.seconds).reduce(f64::min)
    }
}

/// A run that takes longer is stopped, and the page says so.
const PATIENCE: Duration = Duration::from_secs(600);

/// See the file's page.
pub(crate) struct Simultaneous;

impl Experiment for Simultaneous {
    fn about(&self) -> &About {
        &About {
            id: "aij-2016",
            title: "Simultaneous moves: backward induction, double oracle and serialized bounds on six games",
            paper: "Bošanský, Lisý, Lanctot, Čermák, Winands, Algorithms for Computing Strategies in Two-Player Simultaneous \
                    Move Games (2016)",
            place: "Section 6, offline",
            seconds: 330.0,
            quick_seconds: 45.0,
        }
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let mut instances = Vec::new();
        for (domain, about) in DOMAINS.iter().enumerate() {
            for (place, cell) in about.cells.iter().enumerate() {
                for run in 0..if settings.quick { cell.quick } else { cell.runs } {
                    let key = format!("{} {} run {run}", about.name, cell.algorithm);
                    let instance = Instance::new(key).with("domain", domain as u64).with("cell", place as u64);
                    instances.push(instance.with("run", run).seeded(settings.seed + run).alone());
                }
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let domain = DOMAINS.get(instance.count("domain")? as usize);
        let domain = domain.ok_or_else(|| RunError::failed("there is no such game"))?;
        let cell = domain.cells.get(instance.count("cell")? as usize);
        let cell = cell.ok_or_else(|| RunError::failed("there is no such algorithm"))?;
        let cancel = Cancel::from(context.cancel.clone());
        let mut request = Request::new(domain.game)
            .algorithm(cell.algorithm)
            .limits(Limits::none().time(PATIENCE).until(&cancel))
            .resources(Resources { threads: Some(1), ..Resources::default() });
        let seed = domain.seed.map(|word| word.replace('#', &instance.seed.to_string()));
        for word in domain.parameters.iter().map(|&word| word.to_owned()).chain(seed) {
            request = request.parameter(word).map_err(RunError::failed)?;
        }
        let report = solve(&request).map_err(RunError::failed)?;
        context.check()?;
        let counts = &report.answer.statistics;
        let record = Record::new().with("expanded", counts.expanded).with("seconds", counts.seconds);
        let record = record.with("serialized", counts.serialized.unwrap_or(0)).with("stopped", report.answer.stopped);
        Ok(record.with("value", report.answer.in_words))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("aij", "Expansions and seconds, means over the instances of a row, on one thread")
            .column("game")
            .column("algorithm")
            .column("runs")
            .compared("expanded")
            .column("serialized nodes")
            .column("seconds")
            .format(Format::Significant(3))
            .column("seconds, paper")
            .format(Format::Significant(3))
            .column("times faster")
            .format(Format::Significant(3))
            .column("than the paper\u{2019}s fastest")
            .format(Format::Significant(3));
        let (mut rows, mut slow, mut stopped) = (0, Vec::new(), 0);
        let (mut games, mut slow_games) = (0, Vec::new());
        for (domain, about) in DOMAINS.iter().enumerate() {
            for (place, cell) in about.cells.iter().enumerate() {
                let of = |what| {
                    let wanted =
                        |record: &Record| record.has("domain", domain as u64) && record.has("cell", place as u64);
                    numbers(records, what, wanted)
                };
                let (expanded, seconds) = (of("expanded"), of("seconds"));
                let Some(took) = mean(&seconds) else { continue };
                let faster = cell.seconds.map(|theirs| theirs / took);
                if let Some(faster) = faster {
                    rows += 1;
                    if faster < 100.0 {
                        slow.push(format!("{} with {}", about.name, cell.algorithm));
                    }
                }
                let usual = cell.algorithm == about.usual();
                let than_fastest = about.fastest().map(|theirs| theirs / took);
                if let (true, Some(faster)) = (usual, than_fastest) {
                    games += 1;
                    if faster < 100.0 {
                        slow_games.push(about.name);
                    }
                }
                stopped += seconds.iter().filter(|&&seconds| seconds >= PATIENCE.as_secs_f64()).count();
                let algorithm = if usual {
                    format!("{}, solve\u{2019}s choice", cell.algorithm)
                } else {
                    cell.algorithm.to_owned()
                };
                let row = table.row(about.name).text(algorithm).number(Some(seconds.len() as f64));
                let row = row.beside(mean(&expanded), cell.expanded).number(mean(&of("serialized")));
                row.number(Some(took)).number(cell.seconds).number(faster).number(than_fastest);
            }
        }
        for about in DOMAINS.iter().filter(|about| !about.note.is_empty()) {
            table = table.difference(format!("{}: {}", about.name, about.note));
        }
        let goal = shown("rows with a printed time are at least 100 times faster here", rows, &slow);
        let usual = "games are solved at least 100 times faster by what solve takes than by the fastest of the paper";
        let usual = shown(usual, games, &slow_games);
        Page::new()
            .prose(
                "Printed figures are the paper\u{2019}s (Java, CPLEX, 2016; many only as bounds in the text), means over ten random instances. The names are \
                 backward-induction (BI), double-oracle (DO), serialized (BI\u{3b1}\u{3b2}) and double-oracle-alpha-beta (DO\u{3b1}\u{3b2}); the \
                 rows without a printed time are ours alone.",
            )
            .prose(goal)
            .prose(usual)
            .prose(if stopped > 0 { format!("{stopped} runs were stopped after {} s; their figures are lower bounds.", PATIENCE.as_secs()) } else { "Every run ended by itself.".to_owned() })
            .table(table)
    }
}

/// How many of all something holds for, and which ones it does not hold for.
fn shown(what: &str, all: usize, except: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = except.iter().map(AsRef::as_ref).collect();
    match names[..] {
        [] => format!("All {all} {what}."),
        _ => format!("{} of {all} {what}; not so {}.", all - names.len(), names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_catalogue::games::Class;
    use secateur_catalogue::{Plan, games};

    #[test]
    fn every_game_and_algorithm_is_in_the_catalogue() {
        for domain in DOMAINS {
            assert_eq!(games::find(domain.game).unwrap().class, Class::Joint);
            for cell in domain.cells {
                let plan = Plan::read(cell.algorithm, Resources::default()).unwrap();
                assert!(plan.algorithm.solves.contains(&Class::Joint), "{}", cell.algorithm);
            }
        }
    }

    #[test]
    fn a_row_is_measured_and_shown_beside_the_paper() {
        let quick = Simultaneous.instances(&Settings::new("test").quick(true));
        let small = |instance: &&Instance| instance.key == "Goofspiel 5, win serialized run 0";
        let instance = quick.iter().find(small).unwrap();
        let mut record = Simultaneous.run(instance, &Context::new(1)).unwrap();
        assert!(record.text("stopped") == Some("solved") && record.count("serialized") > Some(0));
        for name in ["domain", "cell"] {
            record.set(name, instance.count(name).unwrap());
        }
        let page = Simultaneous.page(&[record]);
        let (_, rows) = page.find_table("aij").unwrap().grid();
        assert_eq!((rows.len(), rows[0][0].as_str(), rows[0][1].as_str()), (1, "Goofspiel 5, win", "serialized"));
    }
}

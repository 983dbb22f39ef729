//! The offline experiments of Bošanský, Lisý, Lanctot, Čermák and Winands (AIJ 2016), as far as figures are printed in the text:
//! backward induction (BI), the double oracle (DO), BI with serialized bounds (BIαβ) and both (DOαβ), in Java with CPLEX.
//!
//! Theirs are means over random instances whose seeds are not known, so ours are means over as many of our own. Expansions
//! do not count the serialized searches, theirs or ours; theirs share nothing between paths, and neither do ours, except in
//! the columns that say so.

mod data;

use std::time::Duration;

use secateur_catalogue::{Request, Resources, solve};
use secateur_search::{Cancel, Limits};

use self::data::DOMAINS;
use crate::number::Format;
use crate::statistics::mean;
use crate::{About, Context, Experiment, Instance, Page, Record, RunError, Settings, Table, numbers};

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

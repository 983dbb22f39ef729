//! What can be set.

use std::ops::RangeInclusive;

use secateur_chess::engine::{Parallel, Techniques};

const HASH: RangeInclusive<usize> = 1..=65_536;
const THREADS: RangeInclusive<usize> = 1..=256;
const LINES: RangeInclusive<usize> = 1..=218;
const OVERHEAD: RangeInclusive<u64> = 0..=10_000;

/// The options, as they are now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The size of the table in MB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How they search together.
    pub parallel: Parallel,
    /// How many best lines are shown.
    pub lines: usize,
    /// Whether castling is written as the king taking its rook.
    pub chess960: bool,
    /// What is lost between the engine and the clock, in milliseconds a move.
    pub overhead: u64,
    /// Whether positions are analysed and not played: combinations count for more than the result on average.
    pub analyse: bool,
    /// Which techniques are used.
    pub techniques: Techniques,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            parallel: Parallel::default(),
            lines: 1,
            chess960: false,
            overhead: 20,
            analyse: false,
            techniques: Techniques::default(),
        }
    }
}

impl Options {
    /// What `uci` says about them.
    pub fn describe() -> String {
        let usual = Self::default();
        let spin = |name: &str, default: usize, range: RangeInclusive<usize>| {
            format!("option name {name} type spin default {default} min {} max {}\n", range.start(), range.end())
        };
        let ways = Parallel::ALL.map(|way| format!(" var {}", way.name())).concat();
        let overhead = *OVERHEAD.start() as usize..=*OVERHEAD.end() as usize;
        spin("Hash", usual.hash, HASH)
            + &spin("Threads", usual.threads, THREADS)
            + &format!("option name Parallel type combo default {}{ways}\n", usual.parallel.name())
            + &spin("MultiPV", usual.lines, LINES)
            + &spin("Move Overhead", usual.overhead as usize, overhead)
            + "option name Ponder type check default false\n"
            + "option name Clear Hash type button\n"
            + "option name UCI_Chess960 type check default false\n"
            + "option name UCI_AnalyseMode type check default false\n"
            + "option name Without type string default <empty>"
    }

    /// Sets one; says what is wrong if it cannot be set. `Clear Hash` is no state and is not set here.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = whole("Hash", value, HASH)?,
            "threads" => self.threads = whole("Threads", value, THREADS)?,
            "parallel" => {
                let ways = Parallel::ALL.map(Parallel::name).join(" or ");
                self.parallel =
                    Parallel::named(value).ok_or_else(|| format!("expected Parallel to be {ways}, found {value}"))?;
            }
            "multipv" => self.lines = whole("MultiPV", value, LINES)?,
            "move overhead" => self.overhead = whole("Move Overhead", value, OVERHEAD)?,
            "uci_chess960" => self.chess960 = check("UCI_Chess960", value)?,
            "uci_analysemode" => self.analyse = check("UCI_AnalyseMode", value)?,
            // Whether the program will ponder changes nothing until it says `go ponder`.
            "ponder" => drop(check("Ponder", value)?),
            "without" => {
                let mut names = value.split([' ', ',']).filter(|name| !matches!(*name, "" | "<empty>"));
                self.techniques = names.try_fold(Techniques::ALL, |on, name| {
                    let known = Techniques::NAMES.join(", ");
                    on.with(name, false).ok_or_else(|| format!("expected techniques among {known}, found {name}"))
                })?;
            }
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(())
    }
}

fn whole<N: std::str::FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    value: &str,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {name} from {} to {}, found {value}", range.start(), range.end()))
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected {name} to be true or false, found {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_within_their_limits() {
        let mut options = Options::default();
        options.set("hash", "7").unwrap();
        options.set("Threads", "2").unwrap();
        options.set("UCI_Chess960", "true").unwrap();
        options.set("UCI_AnalyseMode", "true").unwrap();
        assert!(options.analyse);
        options.set("Parallel", "jamboree").unwrap();
        assert_eq!(options.parallel, Parallel::Jamboree);
        assert_eq!(
            options.set("Parallel", "hope").unwrap_err(),
            "expected Parallel to be lazy-smp or jamboree, found hope"
        );
        options.set("Without", "null-move, futility").unwrap();
        assert_eq!((options.hash, options.threads, options.chess960), (7, 2, true));
        assert!(!options.techniques.null_move && !options.techniques.futility && options.techniques.table);
        assert_eq!(options.set("Hash", "0").unwrap_err(), "expected Hash from 1 to 65536, found 0");
        assert_eq!(options.set("Ponder", "maybe").unwrap_err(), "expected Ponder to be true or false, found maybe");
        assert_eq!(options.set("Colour", "red").unwrap_err(), "there is no option Colour");
        assert!(options.set("Without", "luck").unwrap_err().ends_with("found luck"));
        assert_eq!(options.hash, 7, "what is refused changes nothing");
    }
}

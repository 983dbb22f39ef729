//! An algorithm with its options, read from words such as `jamboree:share=0.5,cutoff=6`.

use std::collections::BTreeMap;

use secateur_games::parameters::Values;
use secateur_games::{ParameterError, Parameters};
use secateur_search::{Duo, Jamboree, NextWindow, ParallelMinimax};

use crate::algorithms::{self, Algorithm};
use crate::{Chancy, Error, Stacked, defaults};

/// What a search may use at most. An algorithm that needs less uses less.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Resources {
    /// How many threads; as many as the machine runs at once unless said.
    pub threads: Option<usize>,
    /// How many MB the table may take; [`defaults::MEMORY`] unless said.
    pub memory: Option<usize>,
    /// Whether the game's evaluator is used at a depth limit, instead of what the game promises.
    pub estimate: bool,
    /// How far apart the bounds of the answer may be, for the algorithms that can use it.
    pub epsilon: f64,
}

/// An algorithm with its options, ready to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// All its options, with defaults.
    pub options: BTreeMap<String, String>,
    /// What is run.
    pub method: Method,
    /// In which order moves are looked at.
    pub order: MoveOrder,
    /// The size of the table in MB, where there is one.
    pub table: Option<usize>,
    /// The most MB that a cache of lattice values may take, where somebody said so.
    pub cache: Option<usize>,
    /// Whether the game's evaluator is used at a depth limit.
    pub estimate: bool,
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Everything.
    Minimax,
    /// Everything, on several threads.
    ParallelMinimax(ParallelMinimax),
    /// Alpha-beta.
    AlphaBeta,
    /// SCOUT.
    Scout,
    /// SCOUT, deepening.
    DeepeningScout,
    /// MTD(f).
    Mtdf(NextWindow),
    /// Alpha-beta on several threads.
    Jamboree(Jamboree),
    /// SCOUT on several threads, deepening.
    DeepeningJamboree(Jamboree),
    /// MTD(f) on several threads.
    NullWindowJamboree(Jamboree, NextWindow),
    /// Everything once, for values of a lattice.
    LatticeMinimax,
    /// Alpha-beta for values of a lattice.
    LatticeAlphaBeta,
    /// Alpha-beta with a cache of exact values, for values of a lattice.
    LatticeAlphaBetaCache,
    /// Alpha-beta duo.
    Duo(Duo),
    /// Yes or no, as often as it takes.
    ProofNumber,
    /// One of the searches for games with chance.
    Chancy(Chancy),
    /// One of the searches for games in which both players move at once.
    Stacked(Stacked),
}

impl Method {
    /// Whether it has no order of moves and no table to choose.
    fn is_plain(self) -> bool {
        matches!(
            self,
            Self::Minimax
                | Self::ParallelMinimax(_)
                | Self::LatticeMinimax
                | Self::LatticeAlphaBeta
                | Self::LatticeAlphaBetaCache
                | Self::Duo(_)
                | Self::Stacked(_)
                | Self::Chancy(_)
                | Self::ProofNumber
        )
    }
}

/// In which order moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveOrder {
    /// The game's own.
    Listed,
    /// By what the game's expert promises and ranks.
    Expert,
    /// The same, and by what the search has seen.
    Learned,
}

impl Plan {
    /// Reads `name` or `name:option=value,option=value`.
    ///
    /// ```
    /// use secateur_catalogue::{Plan, Resources};
    ///
    /// assert!(Plan::read("jamboree:share=0.5,cutoff=6,plies=16", Resources::default()).is_ok());
    /// let problem = Plan::read("jamboree:shore=0.5", Resources::default()).unwrap_err();
    /// assert_eq!(problem.to_string(), "jamboree has no parameter shore; did you mean share?");
    /// ```
    pub fn read(words: &str, resources: Resources) -> Result<Self, Error> {
        let (name, options) = words.split_once(':').unwrap_or((words, ""));
        let algorithm = algorithms::find(name.trim())?;
        let options = Parameters::parse(options.split(',').filter(|option| !option.trim().is_empty()))?;
        let values = options.of(algorithm.description)?;
        let threads = resources.threads.unwrap_or_else(defaults::threads).max(1);
        let chancy = Chancy::read(algorithm.name(), &values, resources)?;
        let method = match (Stacked::read(algorithm.name(), &values, threads, resources)?, chancy) {
            (Some(stacked), _) => Method::Stacked(stacked),
            (None, Some((chancy, _))) => Method::Chancy(chancy),
            (None, None) => method(algorithm.name(), &values, threads)?,
        };
        let plain = method.is_plain();
        let orders = [("listed", MoveOrder::Listed), ("expert", MoveOrder::Expert), ("learned", MoveOrder::Learned)];
        let order = if plain { MoveOrder::Listed } else { values.choice("order", &orders)? };
        let remembers = if plain { chancy.is_some_and(|(_, table)| table) } else { switch(&values, "table")? };
        Ok(Self {
            algorithm,
            options: values.all().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            method,
            order,
            table: remembers.then(|| resources.memory.unwrap_or(defaults::MEMORY)),
            cache: resources.memory,
            estimate: resources.estimate,
        })
    }
}

fn method(name: &str, values: &Values<'_>, threads: usize) -> Result<Method, ParameterError> {
    let next = || values.choice("next", &[("returned", NextWindow::Returned), ("halve", NextWindow::Halve)]);
    Ok(match name {
        "minimax" => Method::Minimax,
        "parallel-minimax" => {
            let cutoff = values.whole("cutoff", 0..=1000)?;
            Method::ParallelMinimax(ParallelMinimax::default().threads(threads).cutoff(cutoff))
        }
        "alpha-beta" => Method::AlphaBeta,
        "proof-number" => Method::ProofNumber,
        "lattice-minimax" => Method::LatticeMinimax,
        "lattice-alpha-beta" => Method::LatticeAlphaBeta,
        "lattice-alpha-beta-cache" => Method::LatticeAlphaBetaCache,
        "duo" | "duo-plus" => {
            let duo = Duo::default().refine(switch(values, "refine")?).probe(switch(values, "probe")?);
            Method::Duo(duo.coarse(switch(values, "coarse")?).threads(threads))
        }
        "scout" if switch(values, "deepening")? => Method::DeepeningScout,
        "scout" => Method::Scout,
        "mtdf" => Method::Mtdf(next()?),
        "jamboree" => {
            let share = values.number("share")?;
            if !(0.0..=1.0).contains(&share) {
                return values.invalid("share", "expected a number from 0 to 1");
            }
            let shared = Jamboree::default()
                .threads(threads)
                .in_sequence(share)
                .cutoff(values.whole("cutoff", 0..=1000)?)
                .plies(values.whole("plies", 0..=1000)?);
            let null = values.choice("windows", &[("full", false), ("null", true)])?;
            match (switch(values, "deepening")?, null) {
                (true, true) => {
                    return values.invalid("deepening", "expected windows=full beside deepening, found windows=null");
                }
                (true, false) => Method::DeepeningJamboree(shared),
                (false, true) => Method::NullWindowJamboree(shared, next()?),
                (false, false) => Method::Jamboree(shared),
            }
        }
        other => unreachable!("the list of algorithms has {other}, which is not read here"),
    })
}

fn switch(values: &Values<'_>, name: &'static str) -> Result<bool, ParameterError> {
    values.choice(name, &[("off", false), ("on", true)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn read(words: &str) -> Result<Plan, Error> {
        Plan::read(words, Resources { threads: Some(2), ..Resources::default() })
    }

    #[test]
    fn every_algorithm_of_the_list_can_be_read_with_its_defaults() {
        for algorithm in algorithms::ALGORITHMS {
            let plan = read(algorithm.name()).unwrap();
            assert_eq!(plan.options.len(), algorithm.description.parameters.len());
        }
        for game in GAMES {
            read(defaults::algorithm(game.description.name)).unwrap();
        }
        read(defaults::PLAYER).unwrap();
    }

    #[test]
    fn the_defaults_that_are_shown_are_those_of_the_searches() {
        assert_eq!(read("jamboree").unwrap().method, Method::Jamboree(Jamboree::default().threads(2)));
        let divided = ParallelMinimax::default().threads(2);
        assert_eq!(read("parallel-minimax").unwrap().method, Method::ParallelMinimax(divided));
        assert_eq!(read("mtdf").unwrap().method, Method::Mtdf(NextWindow::default()));
    }

    #[test]
    fn options_are_used_and_wrong_ones_explained() {
        let shared = Jamboree::default().threads(2).in_sequence(0.5).cutoff(3).plies(4);
        assert_eq!(read("jamboree:share=0.5,cutoff=3,plies=4").unwrap().method, Method::Jamboree(shared));
        assert_eq!(read("mtdf:next=halve").unwrap().method, Method::Mtdf(NextWindow::Halve));
        assert_eq!(read("alpha-beta:order=learned").unwrap().order, MoveOrder::Learned);
        assert_eq!(read("alpha-beta:table=on").unwrap().table, Some(defaults::MEMORY));
        let message = |words: &str| read(words).unwrap_err().to_string();
        assert_eq!(message("alphabeta"), "there is no algorithm alphabeta; did you mean alpha-beta?");
        assert_eq!(message("jamboree:share=2"), "share=2: expected a number from 0 to 1");
        assert_eq!(message("minimax:table=on"), "minimax has no parameter table; it has none");
        assert_eq!(message("mtdf:next"), "expected key=value, found next");
        assert_eq!(message("scout:table=of"), "table=of: expected off or on; did you mean off?");
        assert!(message("").starts_with("there is no algorithm ; there is minimax, "));
        assert_eq!(
            message("jamboree:deepening=on,windows=null"),
            "deepening=on: expected windows=full beside deepening, found windows=null"
        );
    }
}

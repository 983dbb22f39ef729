//! An algorithm with its options, read from words such as `jamboree:share=0.5,cutoff=6`.

use std::collections::BTreeMap;

use secateur_games::Parameters;
use secateur_value::{Number, Real, Window};

use crate::algorithms::chance::Chancy;
use crate::algorithms::classic::{Classic, EitherHorizon};
use crate::algorithms::lattice::Latticed;
use crate::algorithms::mixed::Stacked;
use crate::algorithms::{self, ALGORITHMS, Algorithm, Words};
use crate::games::Class;
use crate::{Error, defaults};

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

impl Resources {
    /// How many bytes a memory may take, where somebody said so.
    pub(crate) fn bytes(&self) -> Option<usize> {
        self.memory.map(|megabytes| megabytes.saturating_mul(1 << 20))
    }
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
    /// What may be used.
    pub resources: Resources,
    /// Whether the game's evaluator is used at a depth limit.
    pub estimate: bool,
    /// What has to be told apart, unless everything has.
    pub window: Option<Window<Real>>,
}

/// What is run: a search of one of the families.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Max and Min move one at a time, for numbers.
    Classic(Classic),
    /// The same for values of a lattice.
    Lattice(Latticed),
    /// Max, Min and chance move one at a time.
    Chance(Chancy),
    /// Any kind of turn.
    Mixed(Stacked),
    /// Every position by its number.
    Layers,
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
        Ok(Self {
            algorithm,
            options: values.all().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            method: (algorithm.read)(&Words { values, resources })?,
            resources,
            estimate: resources.estimate,
            window: None,
        })
    }

    /// The size of the table in MB, where a search of a tree has one.
    pub fn table(&self) -> Option<usize> {
        let searched = matches!(self.method, Method::Classic(Classic::Cutting(..)) | Method::Chance(Chancy::Tree(..)));
        (searched && self.remembers()).then(|| self.megabytes())
    }

    /// The size of a table in MB.
    pub(crate) fn megabytes(&self) -> usize {
        self.resources.memory.unwrap_or(defaults::MEMORY)
    }

    pub(crate) fn threads(&self) -> usize {
        self.resources.threads.unwrap_or_else(defaults::threads).max(1)
    }

    pub(crate) fn either_horizon(&self) -> EitherHorizon {
        if self.estimate { EitherHorizon::Estimate } else { EitherHorizon::Promise }
    }

    /// The window in a game's own numbers, no narrower than the one that was asked about: where values are whole, ends between
    /// two of them go outwards.
    pub fn window_of<V: Number>(&self) -> Window<V> {
        let Some(Window { alpha, beta }) = self.window else { return Window::OPEN };
        let whole = |end: Real, rounded: f64| if V::WHOLE { Real::new(rounded).unwrap_or(end) } else { end };
        let (alpha, beta) = (whole(alpha, alpha.get().floor()), whole(beta, beta.get().ceil()));
        // What the numbers cannot reach asks about their outermost step: a window is never closed.
        let lowest = V::from_real(alpha.max(V::LEAST.real())).unwrap_or(V::GREATEST).min(V::GREATEST.next_down());
        let highest = V::from_real(beta.min(V::GREATEST.real())).unwrap_or(V::LEAST).max(V::LEAST.next_up());
        Window::new(lowest, highest)
    }

    /// Refuses a window that the algorithm would ignore.
    ///
    /// # Errors
    ///
    /// One line that says why, and names algorithms for such games that heed a window.
    pub fn check_window(&self, class: Class) -> Result<(), Error> {
        match self.window {
            None => Ok(()),
            Some(window) if window.is_closed() => {
                Err(Error::Unused("a window needs a low end below its high end, such as -1,1".to_owned()))
            }
            Some(_) if !self.algorithm.uses_window => Err(self.refused("--window", class, |known| known.uses_window)),
            Some(_) if self.estimate => {
                Err(Error::Unused("--window asks about what is certain: an estimate does not keep to it".to_owned()))
            }
            Some(_) => Ok(()),
        }
    }

    /// The error of a setting that the algorithm would ignore, with those that would not.
    fn refused(&self, setting: &str, class: Class, uses: fn(&Algorithm) -> bool) -> Error {
        let can = |known: &&Algorithm| uses(known) && known.solves.contains(&class);
        let others = ALGORITHMS.iter().filter(can).map(Algorithm::name).collect::<Vec<_>>();
        let others = match others[..] {
            [] => ", and nothing else does where ".to_owned() + class.name(),
            [one] => format!("; {one} does"),
            _ => format!("; {} do", others.join(", ")),
        };
        Error::Unused(format!("{} does not use {setting}{others}", self.algorithm.name()))
    }

    /// Whether positions are remembered, within the memory that is allowed.
    pub fn remembers(&self) -> bool {
        match self.method {
            Method::Classic(Classic::Cutting(_, _, table)) | Method::Chance(Chancy::Tree(_, table)) => table,
            Method::Classic(classic) => classic == Classic::ProofNumber,
            Method::Lattice(latticed) => latticed != Latticed::AlphaBeta,
            Method::Chance(Chancy::IntervalIteration { .. }) => false,
            Method::Mixed(Stacked::BackwardInduction { cache }) => cache,
            Method::Mixed(Stacked::BestFirst(_) | Stacked::Engine(_)) | Method::Layers => true,
            Method::Mixed(_) => false,
        }
    }

    /// Refuses what was asked for and would be ignored: a tolerance, an evaluator, a window; and of an algorithm that somebody has `named`
    /// several threads or a size of memory. What else would do depends on the `class` of the game.
    ///
    /// ```
    /// use secateur_catalogue::games::Class;
    /// use secateur_catalogue::{Plan, Resources};
    ///
    /// let plan = Plan::read("minimax", Resources { epsilon: 0.5, ..Resources::default() })?;
    /// let problem = plan.check_settings(Class::Alternating, true).unwrap_err();
    /// assert!(problem.to_string().starts_with("minimax does not use --epsilon; "));
    /// # Ok::<(), secateur_catalogue::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// One line that names the setting, and the algorithms that use it.
    pub fn check_settings(&self, class: Class, named: bool) -> Result<(), Error> {
        let name = self.algorithm.name();
        let refused = |setting: &str, uses: fn(&Algorithm) -> bool| Err(self.refused(setting, class, uses));
        self.check_window(class)?;
        let Resources { threads, memory, estimate, epsilon } = self.resources;
        if epsilon > 0.0 && !self.algorithm.uses_epsilon {
            return refused("--epsilon", |known| known.uses_epsilon);
        }
        if estimate && !self.algorithm.uses_estimate {
            return refused("--estimate", |known| known.uses_estimate);
        }
        if named && threads.is_some_and(|threads| threads > 1) && !self.algorithm.parallel {
            return refused("more than one of the --threads", |known| known.parallel);
        }
        if named && memory.is_some() && !self.remembers() {
            let option = ["table", "cache"].into_iter().find(|option| self.options.contains_key(*option));
            let hint = option.map_or_else(String::new, |option| format!("; {name}:{option}=on does"));
            return Err(Error::Unused(format!("{name} keeps no memory that --memory could limit{hint}")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use secateur_search::{Jamboree, NextWindow, ParallelMinimax};

    use super::*;
    use crate::algorithms::classic::Cutting;
    use crate::games::GAMES;

    fn read(words: &str) -> Result<Plan, Error> {
        Plan::read(words, Resources { threads: Some(2), ..Resources::default() })
    }

    fn cutting(words: &str) -> (Cutting, MoveOrder, bool) {
        match read(words).unwrap().method {
            Method::Classic(Classic::Cutting(search, order, table)) => (search, order, table),
            other => panic!("{words} is {other:?}"),
        }
    }

    #[test]
    fn every_algorithm_of_the_list_can_be_read_with_its_defaults() {
        for algorithm in ALGORITHMS {
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
        let searched = |words, search| assert_eq!(cutting(words), (search, MoveOrder::Expert, true), "{words}");
        searched("jamboree", Cutting::Jamboree(Jamboree::default().threads(2)));
        searched("mtdf", Cutting::Mtdf(NextWindow::default()));
        let divided = ParallelMinimax::default().threads(2);
        assert_eq!(read("parallel-minimax").unwrap().method, Method::Classic(Classic::ParallelMinimax(divided)));
    }

    #[test]
    fn options_are_used_and_wrong_ones_explained() {
        let shared = Jamboree::default().threads(2).in_sequence(0.5).cutoff(3).plies(4);
        assert_eq!(cutting("jamboree:share=0.5,cutoff=3,plies=4").0, Cutting::Jamboree(shared));
        assert_eq!(cutting("mtdf:next=halve").0, Cutting::Mtdf(NextWindow::Halve));
        assert_eq!(cutting("alpha-beta:order=learned"), (Cutting::AlphaBeta, MoveOrder::Learned, false));
        assert_eq!(cutting("alpha-beta:table=on"), (Cutting::AlphaBeta, MoveOrder::Listed, true));
        assert_eq!(read("alpha-beta:table=on").unwrap().megabytes(), defaults::MEMORY);
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

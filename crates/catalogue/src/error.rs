//! Why a request cannot be served.

use secateur_games::ParameterError;
use secateur_games::parameters::nearest;
use secateur_search::Stop;
use secateur_search::table::BadSize;

/// Why a request cannot be served. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing in the catalogue has this name.
    #[error("there is no {kind} {}; {hint}", .name.escape_debug())]
    Unknown {
        /// A game or an algorithm.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What was perhaps meant.
        hint: String,
    },
    /// A parameter of a game or an option of an algorithm is wrong.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The algorithm is for games of another class.
    #[error("{algorithm} does not solve games in which {class}; {solvers} do")]
    OtherClass {
        /// The algorithm.
        algorithm: &'static str,
        /// The class of the game.
        class: &'static str,
        /// Algorithms that solve it.
        solvers: String,
    },
    /// Something was asked for that would be ignored.
    #[error("{0}")]
    Unused(String),
    /// A strategy file cannot be used.
    #[error("{0}")]
    StrategyFile(String),
    /// The game has no strategy files.
    #[error("strategy files are for games in which chance or both players at once have a turn")]
    NoStrategies,
    /// A limit came before every position was solved.
    #[error("the {} limit came before every position was solved", .0.name())]
    Stopped(Stop),
    /// The algorithm did not get to an answer.
    #[error("{0}")]
    Unsolvable(String),
    /// There is no memory for an engine's table.
    #[error("there is no memory for a table of {megabytes} MB")]
    Memory {
        /// The size of the table.
        megabytes: usize,
    },
    /// The table does not fit.
    #[error(transparent)]
    Table(#[from] BadSize),
}

impl Error {
    /// The error of a name that is not on a list, with the nearest name that is.
    pub(crate) fn unknown(kind: &'static str, name: &str, known: impl Iterator<Item = &'static str> + Clone) -> Self {
        let hint = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there is {}", known.collect::<Vec<_>>().join(", ")),
        };
        let mut name = name.to_owned();
        if name.chars().count() > 60 {
            name = name.chars().take(60).chain(['…']).collect();
        }
        Self::Unknown { kind, name, hint }
    }
}

//! What a search answers.

use std::time::Duration;

use secateur_value::Bounds;

/// The answer to a question about a game: bounds that hold, and how they came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<V, M> {
    /// The value of the game lies between these, whatever stopped the search.
    pub bounds: Bounds<V>,
    /// What the deepest finished depth-limited search with an evaluator thinks of the position. Promises nothing.
    pub estimate: Option<V>,
    /// Best play as far as the search knows it. Never empty where a player is to move: a search that had no time at
    /// all still names a legal move. Where both move at once, the likeliest move of Max and then of Min.
    pub line: Vec<M>,
    /// What each player should do now, as probabilities.
    pub strategies: Strategies<M>,
    /// Why the search ended.
    pub stopped: Stop,
    /// What it took.
    pub statistics: Statistics,
}

impl<V, M: Copy> Outcome<V, M> {
    /// The move to play, unless the game is over.
    pub fn best_move(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// Both players' choices at the root, each a list of moves with probabilities that sum to 1; empty for a player who
/// has nothing to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategies<M> {
    /// Max's.
    pub max: Vec<(M, f64)>,
    /// Min's.
    pub min: Vec<(M, f64)>,
}

impl<M> Default for Strategies<M> {
    fn default() -> Self {
        Self { max: Vec::new(), min: Vec::new() }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The question is answered.
    Solved,
    /// Everything within the depth limit was seen, and what lies deeper still matters.
    Depth,
    /// The search did what it was asked, and what it found is an estimate that promises nothing.
    Estimated,
    /// The node limit was reached.
    Nodes,
    /// The time was up.
    Time,
    /// The memory that may be used was full.
    Memory,
    /// Somebody cancelled.
    Cancelled,
}

impl Stop {
    /// One word, as the program prints it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Depth => "depth",
            Self::Estimated => "estimated",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Calls of the search: each time a position was looked at.
    pub visits: u64,
    /// Positions that are not over and whose moves were generated, each time it happened.
    pub expanded: u64,
    /// Evaluations of finished or depth-limited positions.
    pub leaves: u64,
    /// Positions left before their last move, because the rest could not matter.
    pub cutoffs: u64,
    /// Positions that a table answered.
    pub cache_hits: u64,
    /// Positions that are not over and were looked at at least once, where a cache knows.
    pub distinct: Option<u64>,
    /// Joins, meets and comparisons of values, where values are more than numbers.
    pub operations: Option<u64>,
    /// The depth limit of the last finished search, where depth was limited.
    pub depth: Option<u32>,
    /// Matrices solved and other linear programs, where both players move at once.
    pub lp_calls: Option<u64>,
    /// How long those took, estimated from one call in 32.
    pub lp_time: Option<Duration>,
    /// Positions that searches of the serialized game, in which one player moves first, looked at.
    pub serialized: Option<u64>,
    /// How long it took.
    pub time: Duration,
}

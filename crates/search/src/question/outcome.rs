//! What a search answers.

use std::time::Duration;

use secateur_value::Bounds;

/// The answer to a question about a game: bounds that hold, and how they came about.
///
/// Two outcomes are equal if they say the same; how long that took does not matter.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome<V, M> {
    /// The value of the game lies between these, whatever stopped the search.
    pub bounds: Bounds<V>,
    /// What the deepest finished depth-limited search with an evaluator thinks of the position. Promises nothing.
    pub estimate: Option<V>,
    /// Best play as far as the search knows it. Never empty where a player is to move: a search that had no time at
    /// all still names a legal move. Where both move at once, the likeliest move of Max and then of Min.
    pub line: Vec<M>,
    /// How many moves of the line are proved: after each of them the value of the game still lies between the bounds. So a
    /// move of Max's keeps at least the lower bound, and one of Min's gives away no more than the upper. What follows
    /// is the search's best guess, as is the whole line of an estimate.
    pub proved: usize,
    /// What each player should do now, as probabilities.
    pub strategies: Strategies<M>,
    /// Why the search ended.
    pub stopped: Stop,
    /// What it took.
    pub statistics: Statistics,
}

impl<V: PartialEq, M: PartialEq> PartialEq for Outcome<V, M> {
    fn eq(&self, other: &Self) -> bool {
        let untimed = |statistics: &Statistics| Statistics {
            time: Duration::ZERO,
            lp_time: statistics.lp_time.map(|_| Duration::ZERO),
            ..*statistics
        };
        self.bounds == other.bounds
            && self.estimate == other.estimate
            && self.line == other.line
            && self.proved == other.proved
            && self.strategies == other.strategies
            && self.stopped == other.stopped
            && untimed(&self.statistics) == untimed(&other.statistics)
    }
}

impl<V, M> Outcome<V, M> {
    /// An outcome that says this much and nothing more, for searches of one's own.
    pub fn new(bounds: Bounds<V>, stopped: Stop) -> Self {
        Self {
            bounds,
            estimate: None,
            line: Vec::new(),
            proved: 0,
            strategies: Strategies::default(),
            stopped,
            statistics: Statistics::default(),
        }
    }

    /// The same with every move told in another way.
    pub fn map_moves<N>(self, told: impl Fn(M) -> N) -> Outcome<V, N> {
        let mixed = |moves: Vec<(M, f64)>| moves.into_iter().map(|(chosen, likely)| (told(chosen), likely)).collect();
        Outcome {
            bounds: self.bounds,
            estimate: self.estimate,
            strategies: Strategies { max: mixed(self.strategies.max), min: mixed(self.strategies.min) },
            line: self.line.into_iter().map(&told).collect(),
            proved: self.proved,
            stopped: self.stopped,
            statistics: self.statistics,
        }
    }
}

impl<V, M: Copy> Outcome<V, M> {
    /// The move to play, unless the game is over.
    ///
    /// Where one player moves, this is that player's. Where both move at once it is Max's likeliest one, which alone is no plan:
    /// draw from [`strategies`](Outcome::strategies) instead. At a chance turn there is none.
    pub fn best_move(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// Both players' choices at the root, each a list of moves with probabilities that sum to 1; empty for a player who
/// has nothing to choose.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Strategies<M> {
    /// Max's.
    pub max: Vec<(M, f64)>,
    /// Min's.
    pub min: Vec<(M, f64)>,
}

impl<M> Strategies<M> {
    /// These.
    pub fn new(max: Vec<(M, f64)>, min: Vec<(M, f64)>) -> Self {
        Self { max, min }
    }
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
    /// The question is answered: the bounds say so, and nothing else. They lie no further apart than was allowed, or than what
    /// rounding may leave open (10⁻⁹ of the largest value that the game promises).
    Solved,
    /// Everything was looked at, and the bounds are further apart than was asked all the same: floating-point numbers cannot
    /// tell any more, or the players can keep the game going for ever.
    Exhausted,
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
    /// A line is longer than the search's stack is deep, as where play goes in circles for ever.
    TooDeep,
}

impl Stop {
    /// One word, as the program prints it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Exhausted => "exhausted",
            Self::Depth => "depth",
            Self::Estimated => "estimated",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::TooDeep => "too-deep",
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Calls of the search: each time a position was looked at.
    pub visits: u64,
    /// Positions that are not over and whose moves were generated, each time it happened.
    pub expanded: u64,
    /// Evaluations of finished or depth-limited positions.
    pub leaves: u64,
    /// How many of the leaves were evaluated without a visit, by a look ahead at what a move leads to.
    pub peeked: u64,
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
    /// How long those took, estimated from one call in 128, each less what the clock takes; never more than `time`.
    pub lp_time: Option<Duration>,
    /// Positions that searches of the serialized game, in which one player moves first, looked at.
    pub serialized: Option<u64>,
    /// How long it took.
    pub time: Duration,
}

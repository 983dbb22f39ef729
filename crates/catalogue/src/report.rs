//! What is answered to a request, as people and programs read it.

use std::collections::BTreeMap;
use std::fmt;

use secateur_value::Real;
use serde::{Deserialize, Serialize};

/// The version of [`Report`] as JSON. It changes when a reader of the old one would misread the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The answer to a request, with what was asked. As JSON it is what `secateur solve --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The game.
    pub game: String,
    /// Its parameters, with defaults.
    pub parameters: BTreeMap<String, String>,
    /// The algorithm.
    pub algorithm: String,
    /// Its options, with defaults.
    pub options: BTreeMap<String, String>,
    /// The window, where one was asked about: `solved` then means within it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub window: Option<[f64; 2]>,
    /// What it found.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What a search found about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// What the evaluator thinks of the position, where one was used. Promises nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub estimate: Option<Value>,
    /// Why the search ended: `solved`, or the name of a limit.
    pub stopped: String,
    /// What the strategy rests on.
    #[serde(default)]
    pub basis: Basis,
    /// What each player should do now.
    pub strategy: Strategy,
    /// Best play, as far as the search knows it.
    pub line: Vec<String>,
    /// How many of the line's moves are proved to keep the value within the bounds.
    pub line_proved: usize,
    /// What to do after each outcome of chance, where the search of a position of chance knows.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub openings: Vec<Opening>,
    /// What else the user should know, a line each, such as files that were damaged.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// What it took.
    pub statistics: Counts,
    /// The bounds in the game's own words.
    #[serde(skip)]
    pub in_words: String,
}

impl Answer {
    /// Whether the value is known.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// What a strategy rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Basis {
    /// The question is answered: the strategy keeps the value, within the error that was allowed.
    #[default]
    Exact,
    /// The search knows more than the game promises, and not yet all that was asked.
    Bounds,
    /// An estimate, which promises nothing.
    Estimate,
    /// Nothing: the search knows no more than the game promises, so any move is as good a guess.
    Fallback,
}

/// Both players' choices; empty for a player who has nothing to choose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Strategy {
    /// Max's.
    pub max: Vec<Choice>,
    /// Min's.
    pub min: Vec<Choice>,
}

/// What is known once chance has decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The outcome's name.
    pub outcome: String,
    /// The value is at least this then.
    pub lower: Value,
    /// The value is at most this then.
    pub upper: Value,
    /// What each player should do then.
    pub strategy: Strategy,
}

/// A move with the probability of its being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The move's name.
    #[serde(rename = "move")]
    pub chosen: String,
    /// How likely it is.
    pub probability: f64,
}

/// What a search took. What makes no sense for an algorithm is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// Positions that are not over and whose moves were generated, each time it happened.
    pub expanded: u64,
    /// Evaluations of finished or depth-limited positions.
    pub leaves: u64,
    /// Calls of the search.
    pub visits: u64,
    /// Positions left before their last move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cutoffs: Option<u64>,
    /// Positions that a table answered.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cache_hits: Option<u64>,
    /// Positions that are not over and were looked at at least once, where a cache knows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distinct: Option<u64>,
    /// Joins, meets and comparisons of values, where values are more than numbers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub operations: Option<u64>,
    /// The depth limit of the last finished search, where depth was limited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Matrices solved and other linear programs, where both players move at once.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lp_calls: Option<u64>,
    /// About how long those took.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lp_seconds: Option<f64>,
    /// Positions that searches of the serialized game looked at, in which one player moves first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub serialized: Option<u64>,
    /// How many positions have a number, where all of them are solved by their numbers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub positions: Option<u64>,
    /// How many bytes of their values are needed at once.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

/// A value of any game, as a report shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A real number.
    Real(f64),
    /// An element of a lattice: a set, a list of maximal sets, or what its game makes of it.
    Element(serde_json::Value),
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(number: $type) -> Self {
                Self::Whole(number.into())
            }
        }
    )*};
}
whole!(i8, i16, i32, i64, u8, u16, u32);

impl From<Real> for Value {
    fn from(number: Real) -> Self {
        Self::Real(number.get())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            // What rounding has left is easier to read as a power of ten.
            Self::Real(number) if *number != 0.0 && number.abs() < 1e-6 => write!(f, "{number:e}"),
            Self::Real(number) => number.fmt(f),
            Self::Element(element) => element.fmt(f),
        }
    }
}

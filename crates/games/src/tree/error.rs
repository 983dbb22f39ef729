//! What can be wrong with the text of a tree.

/// How many turns may follow each other. The searches recurse, and this is safe on a thread with 2 MB.
pub const DEEPEST: usize = 1_000;

/// Why a text is no tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
#[non_exhaustive]
pub struct TreeError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: TreeProblem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeProblem {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What.
        expected: &'static str,
        /// What stands here instead.
        found: String,
    },
    /// Not text.
    #[error("expected text in UTF-8")]
    NotText,
    /// A player could not say which of two moves is meant.
    #[error("expected a name for each move, found two moves named {}", crate::parameters::shown(.0))]
    SameName(String),
    /// A matrix is not a rectangle.
    #[error("expected as many cells as in the first row, {expected}, found {found}")]
    UnevenRow {
        /// The length of the first row.
        expected: usize,
        /// The length of this one.
        found: usize,
    },
    /// A list of names does not fit its matrix.
    #[error("expected a name for each of the {expected} {side}, found {found}")]
    NameCount {
        /// Rows or columns.
        side: &'static str,
        /// How many there are.
        expected: usize,
        /// How many names.
        found: usize,
    },
    /// Probabilities that are none.
    #[error("expected probabilities that sum to 1, these sum to {0} (whole numbers are weights of any sum)")]
    ProbabilitySum(String),
    /// Weights without a common denominator that fits.
    #[error("expected weights whose common denominator fits 64 bits")]
    WeightsTooFine,
    /// A leaf breaks the promise at the head of the file.
    #[error("expected a value in the range from {lower} to {upper}, found {found}")]
    OutOfRange {
        /// The least value allowed.
        lower: String,
        /// The greatest value allowed.
        upper: String,
        /// The leaf.
        found: String,
    },
    /// Nested too deeply.
    #[error("expected at most {DEEPEST} turns inside each other")]
    TooDeep,
    /// Too many nodes to number.
    #[error("expected fewer than 2^32 subtrees")]
    TooLarge,
}

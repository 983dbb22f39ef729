//! Both players move at once.
//!
//! Such a game is a *stacked matrix game* (Saffidine, Finnsson, Buro 2012): a turn of both players is a matrix whose cells
//! are the positions after each pair of moves. A position's value is the value of its matrix, so it is a real number
//! even where the game ends in whole ones, and no search can do with one number: everything here is an interval that
//! holds, rounded outwards wherever it is computed.
//!
//! * [`walk`]: the recursion over every kind of turn, limits, memory; an algorithm says only what it does with a matrix;
//! * [`matrix`]: the matrix of a position, with serialized bounds for its cells;
//! * [`kernel`]: the matrices' values, counted and timed;
//! * [`serial`]: bounds by letting one player move first, kept in the [`book`];
//! * [`conclusion`]: from what was found to an outcome.

pub(crate) mod backward_induction;
pub(crate) mod best_first;
pub(crate) mod book;
pub(crate) mod conclusion;
pub(crate) mod double_oracle;
pub(crate) mod kernel;
pub(crate) mod matrix;
pub(crate) mod serial;
pub(crate) mod serialized;
pub(crate) mod smab;
pub(crate) mod told;
pub(crate) mod walk;

pub use best_first::Joint;
pub use double_oracle::DoubleOracle;
pub use serialized::Serialized;
pub use smab::{CellOrder, Reading, Smab};

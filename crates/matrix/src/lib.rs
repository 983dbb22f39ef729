//! Zero-sum matrix games.
mod bland;
mod closed_form;
mod double_double;
mod error;
mod exact;
mod interval;
mod simd;
mod simplex;
mod solver;
mod tableau;

pub use error::Error;
pub use exact::{ExactSolution, exact_matrix_game, exact_rational_game, round_down, round_up};
pub use interval::{Interval, certify};
pub use simd::Level;
pub use solver::{Method, Solution, Solver, matrix_game};

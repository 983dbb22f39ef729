//! Zero-sum matrix games.
mod bland;
mod cell_window;
mod closed_form;
mod dominance;
mod double_double;
mod error;
mod exact;
mod interval;
mod nfg;
mod pruning;
mod simd;
mod simplex;
mod solver;
mod tableau;

pub use cell_window::CellBound;
pub use error::Error;
pub use exact::{ExactSolution, exact_matrix_game, exact_rational_game, round_down, round_up};
pub use interval::{Interval, certify};
pub use nfg::{NfgError, NfgProblem, NormalForm};
pub use pruning::{CellBounds, Line, Pruner};
pub use simd::Level;
pub use solver::{Method, Solution, Solver, matrix_game};

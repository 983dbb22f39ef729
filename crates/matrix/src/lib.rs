//! Zero-sum matrix games: the value, both optimal mixed strategies, and an interval that holds whatever floating point did.
//!
//! Max chooses a row, Min a column, at the same time; the payoff is what Min pays Max. This crate knows nothing of game
//! trees: it is the kernel that searches of games with simultaneous moves call millions of times, and a library of its own
//! for whoever has a matrix.
//!
//! # Three lines
//!
//! ```
//! let game = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]; // rock, paper, scissors
//! let solution = secateur_matrix::matrix_game(&game)?;
//! assert!(solution.value.abs() < 1e-15 && (solution.row_strategy[0] - 1.0 / 3.0).abs() < 1e-15);
//! # Ok::<(), secateur_matrix::Error>(())
//! ```
//!
//! `solution.interval` is rigorous: the exact value of the matrix lies in it, and each end is what one of the returned
//! strategies guarantees. The argument opens `interval.rs`; [`certify`] applies it to strategies of your own.
//!
//! # Exactly
//!
//! Doubles are fractions, so every matrix has an exact answer. Example 2 of Saffidine, Finnsson and Buro (2012) has its
//! only equilibrium in the middle, yet no row and no column is dominated:
//!
//! ```
//! use secateur_matrix::{CellBounds, Line, Pruner, exact_matrix_game};
//!
//! let game = [[6.0, 1.0, 0.0], [3.0, 3.0, 3.0], [0.0, 1.0, 6.0]];
//! let solution = exact_matrix_game(&game)?;
//! assert_eq!(solution.value.to_string(), "3");
//! assert_eq!(solution.row_strategy[1].to_string(), "1");
//!
//! let payoffs = game.concat();
//! let everything = [0, 1, 2];
//! let cells = CellBounds {
//!     lower: &payoffs, // known exactly: both bounds are the payoffs
//!     upper: &payoffs,
//!     columns: 3,
//!     live_rows: &everything,
//!     live_columns: &everything,
//! };
//! let mut pruner = Pruner::new();
//! for k in 0..3 {
//!     assert_eq!(pruner.dominated(&cells, Line::Row(k), None, 1e-9), None);
//!     assert_eq!(pruner.dominated(&cells, Line::Column(k), None, 1e-9), None);
//! }
//! # Ok::<(), secateur_matrix::Error>(())
//! ```
//!
//! # In a search
//!
//! A [`Solver`] is a workspace: after its first game of a size it does not allocate.
//!
//! ```
//! use secateur_matrix::Solver;
//!
//! let mut solver = Solver::new();
//! for lead in 0..4 {
//!     let lead = f64::from(lead);
//!     let payoffs = [lead, -1.0, 2.0, 1.0, lead, -1.0, -1.0, 1.0, lead]; // row by row
//!     let interval = solver.solve(&payoffs, 3, 3)?;
//!     assert!(interval.width() < 1e-13);
//!     assert_eq!(solver.row_strategy().len(), 3);
//! }
//! # Ok::<(), secateur_matrix::Error>(())
//! ```
//!
//! A [`Pruner`] answers the questions of the paper's Figures 1 to 5: whether a mixture dominates a row or a column, and
//! with which window a cell must be searched. Its answers come with the δ that acting on them costs, so that pruning
//! stays sound with floating point.
//!
//! # Files
//!
//! [`NormalForm`] reads and writes Gambit's `.nfg` files, and reads plain rows of numbers.
//!
//! # How
//!
//! | method | file | for |
//! | --- | --- | --- |
//! | closed forms | `closed_form.rs` | 1×n, n×1, 2×2, 2×n, n×2 |
//! | vectorised tableau simplex | `simplex.rs` on `tableau.rs` and `simd.rs` | saddle points and everything to 64×64 |
//! | Bland's rule, then twice the digits | `bland.rs`, `double_double.rs` | what came out too wide, and larger games |
//! | fraction-free integers | `exact.rs` | the last resort, and whoever asks |
//! | rigorous guarantees | `interval.rs` | every answer |
//! | dominance, cell windows | `dominance.rs`, `cell_window.rs` on `pruning.rs` | searches |
//!
//! AVX-512 or AVX2 is chosen at run time; the portable path needs neither. Unsafe code is in `simd.rs` and its children alone.

mod bland;
mod cell_window;
mod closed_form;
mod dominance;
mod double_double;
mod error;
mod exact;
mod interval;
mod nfg;
mod plain;
mod pruning;
mod simd;
mod simplex;
mod solver;
mod tableau;

pub use cell_window::CellBound;
pub use error::Error;
pub use exact::{ExactSolution, exact_matrix_game, exact_rational_game, round_down, round_up};
pub use interval::certify;
pub use nfg::{NfgError, NfgProblem, NormalForm, PureBounds};
pub use pruning::{CellBounds, Line, Pruner};
pub use simd::Level;
pub use solver::{Method, Solution, Solver, matrix_game};

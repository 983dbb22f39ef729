//! The searches of Secateur: one file per algorithm, with table, ordering, limits and observers beside them.
//!
//! A [`Search`] is a question about a game; the algorithms are its verbs.
//!
//! ```
//! use secateur_games::{ConnectFour, connect_four::Size};
//! use secateur_search::{Limits, Search, Stop, Table};
//!
//! let game = ConnectFour::on(Size::new(5, 4)?);
//!
//! // Every algorithm answers with bounds that hold …
//! let plain = Search::new(&game).limits(Limits::none().depth(6)).alpha_beta();
//! assert!(plain.bounds.contains(&0) && plain.stopped == Stop::Depth);
//!
//! // … and the better ones sooner.
//! let table = Table::with_megabytes(16)?;
//! let solved = Search::new(&game).expert().memory(&table).mtdf(0);
//! assert_eq!((solved.bounds.lower, solved.bounds.upper, solved.stopped), (0, 0, Stop::Solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::minimax`] | everything, the plain definition |
//! | [`Search::parallel_minimax`] | the same, divided among threads |
//! | [`Search::alpha_beta`] | fail-soft alpha-beta |
//! | [`Search::scout`] | NegaScout: null windows for all but the first move |
//! | [`Search::mtdf`] | MTD(f): null windows only, around a guess |
//! | [`Search::deepening`] | iterative deepening with aspiration windows, of any of these |
//! | [`Search::jamboree`] | alpha-beta on several threads, as the handout has it |
//!
//! For values that are only partially ordered, a question starts with [`Search::at`]:
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::lattice_minimax`] | MMC: everything once, with a cache |
//! | [`Search::lattice_alpha_beta`] | AB: alpha-beta without a cache |
//! | [`Search::lattice_alpha_beta_cache`] | ABC: alpha-beta with a cache of exact values |
//! | [`Search::duo`] | ABD: alpha-beta duo, with a cache of both bounds; and duo-plus |
//!
//! For games in which both players move at once (and for any mixture of turns, with [`Real`](secateur_value::Real) values):
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::backward_induction`] | every cell of every matrix, with or without a memory |
//! | [`Search::joint`] | best-first: only cells that can matter, serialized bounds, a memory of both bounds |
//! | [`Search::sequence_form`] | one linear program for the whole game |
//! | [`Search::normal_form`] | one matrix of all pure strategies, for tiny games |
//!
//! What a search does at its root a [`Profile`] does everywhere, and [`best_response`] says what that guarantees.
//!
//! For games with chance:
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::expectimax`] | everything, the plain definition |

mod alpha_beta;
mod answer;
mod backward_induction;
pub mod best_response;
mod cache;
mod deepening;
mod distinct;
mod duo;
mod expectimax;
mod extensive;
mod horizon;
mod jamboree;
mod joint;
mod lattice_alpha_beta;
mod lattice_alpha_beta_cache;
mod lattice_minimax;
mod lattice_window;
mod limits;
mod memory;
mod minimax;
mod mtdf;
mod normal_form;
mod observe;
mod ordering;
mod outcome;
mod parallel_minimax;
mod principal_line;
mod profile;
mod scout;
mod search;
mod sequence_form;
mod sharing;
mod side;
mod stacked;
mod sync;
pub mod table;
mod terminals;
mod weighing;

pub use cache::{Cache, Known};
pub use deepening::Deepening;
pub use distinct::Distinct;
pub use duo::Duo;
pub use horizon::{Constant, End, Estimate, Horizon, Promise};
pub use jamboree::Jamboree;
pub use joint::Joint;
pub use limits::{Cancel, Limits, Progress};
pub use memory::{Forgetful, Memory, Reach, Recalled};
pub use mtdf::NextWindow;
pub use normal_form::TooManyStrategies;
pub use observe::{Left, Observer};
pub use ordering::{AsListed, HintFirst, Learned, Order};
pub use outcome::{Outcome, Statistics, Stop, Strategies};
pub use parallel_minimax::ParallelMinimax;
pub use profile::{Behaviour, Profile, Step, Told};
pub use search::Search;
pub use sequence_form::Unsolved;
pub use stacked::ledger::Ledger;
pub use table::{FastTable, Table};
pub use terminals::{Terminals, terminals};

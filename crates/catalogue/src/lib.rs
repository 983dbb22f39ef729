//! Games and algorithms by name: the words of a request, what they become, and the report that answers it.
//!
//! The program, the laboratory and the page all speak through this crate, so that one name means one thing everywhere:
//!
//! ```
//! use secateur_catalogue::{Request, solve};
//!
//! let report = solve(&Request::new("tic-tac-toe").parameter("position=5137")?.algorithm("alpha-beta:order=expert"))?;
//! assert_eq!((report.answer.lower, report.answer.upper), (0.into(), 0.into()));
//! assert_eq!(report.answer.line[0], "4");
//!
//! let problem = solve(&Request::new("tictactoe")).unwrap_err();
//! assert_eq!(problem.to_string(), "there is no game tictactoe; did you mean tic-tac-toe?");
//! # Ok::<(), secateur_catalogue::Error>(())
//! ```
//!
//! * [`games`]: the list of games, and [`games::visit`], which hands a game to generic code with its type.
//! * [`algorithms`]: the list of algorithms; a [`Plan`] is one of them with its options.
//! * [`defaults`]: which algorithm a game is solved with unless something else is said.
//! * [`Session`]: a game with its type erased, to be played and asked about.
//! * [`erased`]: the same for algorithms and their observers: any game behind one type for each kind of algorithm.
//! * [`solve`]: a [`Request`] becomes a [`Report`].
//!
//! A new game is one entry of the table in `games.rs`, a new algorithm one constant in the file of its family below `algorithms/`. Every game
//! is behind one type here ([`erased`]), so an algorithm that can handle its turns can search it at once; games whose positions take
//! nanoseconds name the searches that are compiled for them alone.

pub mod algorithms;
mod bots;
mod chess;
pub mod defaults;
pub mod erased;
mod error;
pub mod games;
mod hidden;
mod plan;
mod report;
mod request;
mod session;
mod strategy_file;
mod words;

pub use algorithms::chance::{ChanceGame, Chancy, Weighing};
pub use algorithms::classic::{Classic, Cutting};
pub use algorithms::lattice::Latticed;
pub use algorithms::mixed::{JointGame, Stacked};
pub use bots::{Advised, AnyBot};
pub use chess::ChessSession;
pub use error::Error;
pub use plan::{Method, MoveOrder, Plan, Resources};
pub use report::{Answer, Basis, Choice, Counts, Opening, Report, SCHEMA_VERSION, Strategy, Value};
pub use request::{Opened, Request, Threshold, solve};
pub use session::{Session, State, open, open_alternating, open_chance, open_joint};
pub use strategy_file::{Exploitability, PositionStrategy, StrategyFile};

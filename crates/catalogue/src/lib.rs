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
//! * [`solve`]: a [`Request`] becomes a [`Report`].
//!
//! Games of a new class (with chance, with simultaneous moves, with values from a lattice) add a method to
//! [`games::Visit`], a file beside `alternating.rs` that maps plans to searches, and entries in both lists.

pub mod algorithms;
mod alternating;
mod any_joint;
mod chance;
mod chess;
pub mod defaults;
mod error;
pub mod games;
mod joint;
mod joint_session;
mod lattice;
mod layers;
mod plan;
mod proof;
mod report;
mod request;
mod session;
mod strategy_file;

pub use chance::{ChanceGame, Chancy};
pub use chess::ChessSession;
pub use error::Error;
pub use joint::{JointGame, Stacked};
pub use plan::{Method, MoveOrder, Plan, Resources};
pub use report::{Answer, Choice, Counts, Report, SCHEMA_VERSION, Strategy, Value};
pub use request::{Request, solve};
pub use session::{Session, State, open};
pub use strategy_file::{Exploitability, PositionStrategy, StrategyFile};

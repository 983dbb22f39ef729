//! The Universal Chess Interface: how chess programs talk to the engine.
//!
//! [`run`] reads commands, one a line, and answers. Reading never waits for the search, which has a thread of its own: so
//! `isready` is answered at once, and `stop` as soon as the search looks up, within a millisecond or two.
//! Unknown commands are ignored, as the protocol wants it; what is wrong with a known one is told by `info string`.
//!
//! ```
//! let commands = "uci\nposition startpos moves e2e4\ngo depth 3\n";
//! let answers = secateur_uci::run(commands.as_bytes(), secateur_uci::Output::collecting());
//! assert!(answers.lines().any(|line| line == "uciok"));
//! assert!(answers.lines().last().unwrap().starts_with("bestmove "));
//! ```
//!
//! | file | what is in it |
//! | --- | --- |
//! | `command.rs` | a line becomes a [`Command`] |
//! | `options.rs` | what can be set, and within which limits |
//! | `time.rs` | how long to think: never so long that the flag falls |
//! | `lag.rs` | how much time is lost on the way to the clock, learnt from what the clock shows |
//! | `session.rs` | the conversation |
//! | `thinker.rs` | the thread that searches |
//! | [`arena`] | matches between engines, and what their results mean |

pub mod arena;
mod command;
mod lag;
mod options;
mod output;
mod session;
mod thinker;
mod time;

pub use command::{Command, Go};
pub use options::Options;
pub use output::Output;
pub use session::run;
pub use time::{Budget, budget};

//! The adversary: generated games, every search, every option, judged in exact fractions.
//!
//! One case is a game with questions that share one memory. A number makes the case (`generate.rs`, `question.rs`), the
//! library answers (`ask.rs`), an oracle that shares no code with the searches knows the truth (`oracle.rs`), and what an answer
//! may be follows from its own words (`check.rs`). A case that fails is made smaller until every part of it matters
//! (`shrink.rs`) and is printed as a tree and a command (`report.rs`).

pub mod arena;
pub mod ask;
pub mod case;
pub mod check;
pub mod fractions;
pub mod generate;
pub mod graph;
pub mod lattice;
#[cfg(feature = "program")]
pub mod mirror;
pub mod oracle;
pub mod profile;
#[cfg(feature = "program")]
pub mod program;
pub mod question;
pub mod report;
pub mod shrink;

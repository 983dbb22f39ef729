//! What searches remember of positions: a table of fixed size, a cache that grows, a ledger of intervals.
//!
//! A memory knows keys and bounds, and nothing of any algorithm.

pub(crate) mod cache;
pub(crate) mod ledger;
pub(crate) mod recall;
pub mod table;

pub use cache::{Cache, Known};
pub use ledger::Ledger;
pub use recall::{Forgetful, Memory, Reach, Recalled};
pub use table::Table;

//! The plain definitions and the algorithms as printed, against which everything else is held.
//!
//! They share the question and the answer with the other searches, and no body. Nothing outside the tests may be built on
//! them.

pub(crate) mod bounded;
pub(crate) mod exact;
pub(crate) mod expectimax;
pub(crate) mod minimax;
pub(crate) mod naive;
mod terminals;

pub use exact::{Exact, NotExact};
pub use terminals::{Terminals, terminals};

//! Whole strategies: what each player does everywhere, what that guarantees, and the two methods that find a strategy as
//! one linear program.
//!
//! The room uses any family's searches; no family uses it.

pub mod best_response;
#[cfg(feature = "sequence-form")]
pub(crate) mod extensive;
pub(crate) mod keeper;
#[cfg(feature = "sequence-form")]
pub(crate) mod normal_form;
pub(crate) mod profile;
#[cfg(feature = "sequence-form")]
pub(crate) mod sequence_form;

pub use keeper::Keeper;
#[cfg(feature = "sequence-form")]
pub use normal_form::TooManyStrategies;
pub use profile::{Behaviour, DecidedAt, Gathered, Profile};
#[cfg(feature = "sequence-form")]
pub use sequence_form::Unsolved;

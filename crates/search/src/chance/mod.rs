//! Dice: searches whose positions answer with both bounds, an allowed error, means that are rounded outwards.
//!
//! One body, [`bounded_plus`], serves Star1, Star2 and bounded-plus on one thread or several. Where play goes in circles
//! [`interval_iteration`] takes its place. What promises nothing says so: [`mcms`] and [`chance_probcut`] are estimates.

pub(crate) mod bounded_plus;
pub(crate) mod chance_probcut;
pub(crate) mod interval_iteration;
pub(crate) mod mcms;
pub(crate) mod star1;
pub(crate) mod star2;
pub(crate) mod weighing;

pub use bounded_plus::BoundedPlus;
pub use chance_probcut::ChanceProbCut;
pub use mcms::{Draws, Mcms, Sampled};

//! Values that are only partially ordered: sets, families of sets, products.
//!
//! Such values own memory and two of them need not compare, so these searches have bodies of their own. They share limits,
//! observers and the sharing protocol with everybody else.

pub(crate) mod duo;
pub(crate) mod lattice_alpha_beta;
pub(crate) mod lattice_alpha_beta_cache;
pub(crate) mod lattice_minimax;
pub(crate) mod lattice_window;

pub use duo::{Duo, Refine};

//! Max and Min take turns: alpha-beta and its family, for values that are totally ordered.
//!
//! One body, [`alpha_beta`], serves all of them but the proof-number search and the plain parallel minimax; the other files say how
//! it is asked. The room uses `question`, `memory` and `threads`.

pub(crate) mod abdada;
pub(crate) mod alpha_beta;
pub(crate) mod deepening;
pub(crate) mod jamboree;
pub(crate) mod mtdf;
pub(crate) mod parallel_minimax;
pub(crate) mod proof_number;
pub(crate) mod scout;

pub use deepening::Deepening;
pub use jamboree::{Jamboree, Meet};
pub use mtdf::NextWindow;
pub use parallel_minimax::ParallelMinimax;
pub use proof_number::ProofNumber;

//! Lattices, windows and bounds: the vocabulary that every search of Secateur shares.
//!
//! A search is asked about a position `n` with a [`Window`] `(α, β)` and answers with [`Bounds`] `[L, U]`:
//!
//! * *sound*: `L ≤ value(n) ≤ U`, always, also when it stops early;
//! * *enough*: `clamp(L) = clamp(U)` where `clamp(x) = β ∧ (α ∨ x)`, when it finishes.
//!
//! [`Bounds::contains`] and [`Bounds::enough`] are these two sentences as code. Values are elements of a [`Lattice`];
//! plain numbers are [`Chain`]s, lattices in which any two elements are comparable. Richer values are [`Set`]s, the
//! [`Family`] of sets on which one plan wins each, tuples of several criteria, and the [`Dual`] of any of them. Nothing
//! here knows what a game is.
//!
//! ```
//! use secateur_value::{Bounds, Window};
//!
//! let window = Window::new(3, 8);
//! // A search that found "at least 9" has answered the question: both ends clamp to 8.
//! assert!(Bounds::new(9, 100).enough(&window));
//! // "Between 5 and 7" has not: the value still matters to whoever asked.
//! assert!(!Bounds::new(5, 7).enough(&window));
//! ```

mod bounds;
mod chain;
#[cfg(feature = "diagrams")]
mod diagram;
mod dual;
mod family;
mod lattice;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
mod mean;
mod number;
mod product;
mod real;
mod rounding;
mod set;
mod window;

pub use bounds::Bounds;
pub use chain::Chain;
#[cfg(feature = "diagrams")]
pub use diagram::Diagram;
pub use dual::Dual;
pub use family::Family;
pub use lattice::Lattice;
pub use mean::{Mean, Mixture};
pub use number::Number;
pub use real::{NotAReal, Real};
pub use rounding::{Sum, Toward};
pub use set::{Set, Subset, WideSet};
pub use window::Window;

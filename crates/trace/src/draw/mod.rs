//! Drawings of a record: a tidy tree as SVG, DOT or TikZ, and a page that steps through the search.
//!
//! All of them show the same things in the same way (`look.rs`): Max points up, Min points down, chance is round, a turn of both is a
//! square with a grid, a value of a lattice has a double outline; what was cut is grey and dashed.

mod dot;
mod layout;
mod look;
mod page;
mod svg;
mod tikz;

pub use dot::dot;
pub use layout::Layout;
pub use look::layout;
pub use page::{SCRIPT, STYLE, page};
pub use svg::svg;
pub use tikz::tikz;

//! The experiments, one file each. `registry.rs` lists them.

mod duo;
mod jamboree;

pub(crate) use duo::{FIGURE_3, FIGURE_4};
pub(crate) use jamboree::Jamboree;

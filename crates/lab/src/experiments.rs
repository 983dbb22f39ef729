//! The experiments, one file each. `registry.rs` lists them.

mod duo;
mod jamboree;
mod simultaneous;
mod smab;

pub(crate) use duo::{FIGURE_3, FIGURE_4};
pub(crate) use jamboree::Jamboree;
pub(crate) use simultaneous::Simultaneous;
pub(crate) use smab::{TABLE_2, TABLE_3, TABLE_4};

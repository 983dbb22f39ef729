//! The experiments, one file each. `registry.rs` lists them.

mod jamboree;

pub(crate) use jamboree::Jamboree;

//! The experiments, one file each. `registry.rs` lists them.

mod anytime;
mod bab;
mod bab_match;
mod bab_plus;
mod duo;
mod examples;
mod jamboree;
mod player_2048;
mod simultaneous;
mod smab;

pub(crate) use anytime::Anytime;
pub(crate) use bab::{BAB_FIGURE_4, BAB_FIGURE_5, BAB_FIGURE_6};
pub(crate) use bab_match::BabMatch;
pub(crate) use bab_plus::BabPlus;
pub(crate) use duo::{FIGURE_3, FIGURE_4};
pub(crate) use examples::Examples;
pub(crate) use jamboree::Jamboree;
pub(crate) use player_2048::Player2048;
pub(crate) use simultaneous::Simultaneous;
pub(crate) use smab::{SmabOrder, TABLE_2, TABLE_3, TABLE_4};

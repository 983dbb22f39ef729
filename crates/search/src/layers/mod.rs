//! Solving a game layer by layer, from its last positions to its first.
//!
//! Where positions can be numbered, numbering them beats every search: nothing is looked up by a key, memory is read in
//! order, and every position is solved once. Positions that are equally far from the end make a layer. A layer's values
//! are computed from the layers behind it, on all threads, and a finished layer is kept in a file from which a run
//! that was stopped or killed goes on.
//!
//! Every value comes with an error that holds. A layer stores the middles of rigorous intervals, and one number that says how
//! far any of them can be off. A best move, a mean of outcomes and the value of a matrix move by no more than what they are
//! made of, so errors add up from layer to layer and are never amplified.
//!
//! `body.rs` is the one body, for everything that is a [`Layers`] (`game.rs`), with `home.rs` and `work.rs`; `each.rs` makes that of
//! any game whose positions have numbers; `settings.rs` is what a run is told and what it answers; `store.rs` keeps a layer in memory or
//! reads it block by block from its file; `files.rs` is all that touches files; `crew.rs` lets several processes share the work.

mod body;
mod crew;
mod each;
mod files;
mod game;
mod home;
mod settings;
mod store;
mod work;

pub use body::{game_of_layers, layers_memory, open_layers, solve_layers};
pub use crew::{Crew, crew, join_crew};
pub use each::{LayersAnswer, LayersCost};
pub use files::FileProblem;
pub use game::{LayerFound, Layers, Shape};
pub use settings::{Keep, LayerProgress, LayersError, LayersRun, LayersSettings};
pub use store::{Below, Block};

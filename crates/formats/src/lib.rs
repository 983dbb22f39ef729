//! Files that other programs write, read into games of ours: one file a format.
//!
//! * [`efg`]: Gambit's extensive form, in and out. What hides no more than a simultaneous choice becomes a
//!   [`Tree`](secateur_games::Tree), which every algorithm takes; what hides more is solved by the sequence form.
//!
//! * [`gdl`]: rule sheets of general game playing, for two roles whose goals add up to a constant.
//!
//! (Gambit's normal form, `.nfg`, is read and written by `secateur_matrix::NormalForm`.)
//!
//! Reading is for files from anywhere: whatever the bytes, the answer is a game or one line that says where and what was
//! expected, in memory proportional to the file and without recursion deeper than [`DEEPEST`](secateur_games::tree::DEEPEST).

pub mod efg;
mod error;
pub mod gdl;
mod range;

pub use error::FormatError;

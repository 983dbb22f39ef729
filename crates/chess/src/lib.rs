//! Chess: a game like any other of the library, and an engine that plays it well.
//!
//! [`Chess`] is the rules. Every search of the library runs on it unchanged, and what such a search proves holds:
//!
//! ```
//! use secateur_chess::{Chess, MATE};
//! use secateur_search::{Limits, Search, Stop};
//!
//! let game = Chess::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?; // a mate on the back rank
//! let outcome = Search::new(&game).limits(Limits::none().depth(1)).alpha_beta();
//! assert_eq!((outcome.bounds.lower, outcome.stopped), (MATE, Stop::Solved));
//! # Ok::<(), secateur_chess::BadFen>(())
//! ```
//!
//! [`engine`] is the other half: a search that guesses which moves need not be looked at (each guess in a file of its
//! own, and each can be switched off), so that it sees far and promises nothing.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `game.rs`, `key.rs`, `words.rs` | the rules as a [`Game`](secateur_game::Game), exact keys, `fen=` and `depth=` |
//! | `notation.rs`, `perft.rs` | positions and moves as text; counting the leaves of the tree of legal moves |
//! | `evaluate.rs`, `evaluate/` | what a position looks like, in centipawns; tuned on games of the engine against itself |
//! | `network.rs`, `network/` | the same by a small network, which is what the engine uses |
//! | `epd.rs`, `suite.rs` | positions with the moves that solve them, as test suites have them; positions to measure with |
//! | `engine.rs`, `engine/` | the engine: one technique a file |

pub mod engine;
pub mod epd;
pub mod evaluate;
mod game;
mod key;
pub mod network;
mod notation;
mod perft;
pub mod suite;
mod words;

pub use game::{Chess, MATE, Moves, Position, legal_moves};
pub use key::Key;
pub use notation::{BadFen, Notation, read_fen, read_move, read_san, show_move, show_san};
pub use perft::{DEEPEST_PERFT, divide, divide_until, perft, perft_until};

//! Games without their types: any game behind a few types that are the same for all, so that an algorithm is compiled once.
//!
//! [`AnyGame`] is a game of the catalogue, or of one's own, of which only the program knows what it is. It has four faces, one for
//! each kind of algorithm; a face that the game does not have is `None`:
//!
//! | face | who moves | values | algorithms |
//! | --- | --- | --- | --- |
//! | [`AnyGame::alternating`] | Max and Min | numbers | the alpha-beta family |
//! | [`AnyGame::chance`] | Max, Min, and chance where the game has it | numbers | bounded search and its neighbours |
//! | [`AnyGame::mixed`] | all kinds of turns | numbers | matrices, the engine |
//! | [`AnyGame::lattice`] | Max and Min | elements of a lattice | alpha-beta duo and its neighbours |
//!
//! Numbers are [`Real`], exactly, whatever the game has; moves are places in the game's own lists
//! ([`Place`]); positions are boxed; keys are a few words that tell positions apart as surely as the game's own.
//!
//! ```
//! use secateur_catalogue::erased;
//! use secateur_game::{Describe, Game};
//! use secateur_games::Parameters;
//! use secateur_search::{Joint, Left, Observer, Search};
//! use secateur_value::{Bounds, Real};
//!
//! let game = erased::open("tic-tac-toe", &Parameters::parse(["position=5137"])?)?;
//! let board = game.alternating().expect("Max and Min move one at a time");
//! let found = Search::new(&board).alpha_beta();
//! assert_eq!(found.bounds, Bounds::exact(0.into()));
//! assert_eq!(board.name(&board.start(), found.line[0]), "4");
//!
//! // Heard by an observer: the face is a game as any other.
//! #[derive(Default)]
//! struct Cuts(u64);
//! impl<G: Game> Observer<G> for Cuts {
//!     fn leave(&mut self, _: &G, _: &G::Position, _: &Bounds<G::Value>, left: Left) {
//!         self.0 += u64::from(left == Left::Cut);
//!     }
//! }
//! let mut cuts = Cuts::default();
//! Search::new(&board).observer(&mut cuts).alpha_beta();
//! assert!(cuts.0 > 0);
//!
//! // The same game where algorithms for every kind of turn are at work.
//! let matrices = Search::new(&game.mixed().expect("it has numbers")).joint(&Joint::default());
//! assert!(matrices.bounds.contains(&Real::ZERO));
//! # Ok::<(), secateur_catalogue::Error>(())
//! ```
//!
//! What it costs: a call through a pointer for each question to the game, a copy of the position for each move, a list of the moves for
//! each position whose moves are played. Games whose positions take nanoseconds have algorithms of their own in the catalogue.

mod any;
mod board;
mod element;
mod key;
mod rules;

use secateur_game::Never;
use secateur_value::Real;

pub use any::{AnyGame, open};
pub use board::{AnyPosition, Place};
pub use element::Element;
pub use key::AnyKey;
pub use rules::{Dice, Erased, Joint, Undone};

pub(crate) use any::Erase;
pub(crate) use board::Board;

/// The face of a game of numbers for algorithms of alternating games.
pub(crate) type Alternating = Erased<Real, Never, Never>;
/// The face for algorithms that weigh outcomes.
pub(crate) type Stochastic = Erased<Real, Dice, Never>;
/// The face for algorithms for every kind of turn.
pub(crate) type Mixed = Erased<Real, Dice, Joint>;
/// The face of a game for elements of a lattice.
pub(crate) type Latticed = Erased<Element, Never, Never>;

//! What a game is, and the laws that every game must keep.
//!
//! A [`Game`] is the rules; a position is a state of play; every position has a [`Turn`]: the game is over, Max moves,
//! Min moves, chance moves, or both players move at once. Every value is Max's.
//!
//! The two rarer kinds of turn are types: a game without dice says `type Chance = Never`, a game without simultaneous
//! moves says `type Both = Never`. [`Never`] has no value, so such a turn cannot arise, costs nothing, and an
//! algorithm for alternating games asks for [`Alternating`] and *does not compile* on any other; one that weighs
//! outcomes asks for [`Stochastic`].
//!
//! Optional abilities are traits of their own: [`Keyed`] positions can be kept in a table (and may say which others are worth the
//! same, or more), [`Evaluate`] estimates a
//! position that is not over, [`Expert`] knows which moves are worth a look, [`Layered`] positions can be numbered and solved from
//! the last to the first, [`Describe`] talks to people.
//!
//! # A game of one's own
//!
//! Take one or two sticks; whoever takes the last one wins.
//!
//! ```
//! use secateur_game::{Game, Never, Turn, laws};
//! use secateur_value::Bounds;
//!
//! struct Sticks(u8);
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct Heap { left: u8, max_to_move: bool }
//!
//! impl Game for Sticks {
//!     type Position = Heap;
//!     type Move = u8;
//!     type Value = i8;
//!     type Undo = Heap;
//!     type Chance = Never;
//!     type Both = Never;
//!
//!     fn start(&self) -> Heap {
//!         Heap { left: self.0, max_to_move: true }
//!     }
//!     fn turn(&self, heap: &Heap) -> Turn<i8> {
//!         match (heap.left, heap.max_to_move) {
//!             (0, true) => Turn::Over(-1), // the other player took the last stick
//!             (0, false) => Turn::Over(1),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, heap: &Heap) -> impl Iterator<Item = u8> + use<> {
//!         1..=heap.left.min(2)
//!     }
//!     fn play(&self, heap: &mut Heap, taken: u8) -> Heap {
//!         let before = heap.clone();
//!         *heap = Heap { left: heap.left - taken, max_to_move: !heap.max_to_move };
//!         before
//!     }
//!     fn undo(&self, heap: &mut Heap, before: Heap) {
//!         *heap = before;
//!     }
//!     fn bounds(&self, _: &Heap) -> Bounds<i8> {
//!         Bounds::new(-1, 1)
//!     }
//! }
//!
//! laws::check(&Sticks(10), &laws::Effort::default())?;
//! # Ok::<(), laws::Violation>(())
//! ```

mod abilities;
mod as_reals;
mod game;
pub mod laws;
mod random;
mod turn;

pub use abilities::{Canonical, Compared, Describe, Evaluate, Expert, Keyed, Layered, Place, find_move};
pub use as_reals::AsReals;
pub use game::{Alternating, Both, Chance, Game, Stochastic};
pub use random::Random;
pub use turn::{Never, Player, Turn};

//! Secateur solves two-player zero-sum games by cutting their trees soundly.
//!
//! Every search answers with bounds that hold, `lower ≤ value ≤ upper`, whatever stopped it; they meet when the game is
//! solved. This crate is what a user depends on: the rooms of the project as modules, and a [`prelude`].
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`value`] | lattices, numbers, windows, bounds |
//! | [`game`] | what a game is, and the laws that every game must keep |
//! | [`games`] | the games that come along: tic-tac-toe, Connect Four, Goofspiel, trees |
//! | [`matrix`] | zero-sum matrix games: value, both strategies, an interval that holds |
//! | [`search`] | the algorithms, limits, tables, move orders, observers, outcomes |
//!
//! # Which verb?
//!
//! A [`Search`](search::Search) is the question; its verbs are the algorithms, and a verb takes only settings that it uses. Where
//! it does not matter which, [`solve`](search::Search::solve) is right for every game of numbers.
//!
//! | the game | first try | then |
//! | --- | --- | --- |
//! | Max and Min in turn, any total order | `.memory(&table).scout()` | `.mtdf(guess)`, `.jamboree(..)` on several threads |
//! | the same, a narrow win deep down | `.proof_number(goal, ..)` | |
//! | with chance | `.memory(&table).bounded_plus(..)` with an ε | `.interval_iteration(ε)` where play goes in circles |
//! | both at once, or any mixture | `.engine(..)` | `.joint(..)`, `.double_oracle(..)`, `.smab(..)` |
//! | values that are only partly ordered | `Search::at(..).duo(..)` | `.lattice_alpha_beta()` |
//! | too large to solve, a move is wanted in time | [`Bot`](search::Bot) | `.estimate().deepening(..)` |
//! | an exact fraction is wanted | `.exact()` | |
//!
//! # A lean build
//!
//! By default the games of the collection and the linear program of the sequence form come along. A bot needs neither:
//! `secateur = { version = "…", default-features = false }`.
//!
//! # Define a game
//!
//! A [`Game`](game::Game) says whose turn it is, which moves there are and what they do, and promises bounds for every
//! position. Max and Min take one or two sticks in turn, and whoever takes the last one wins:
//!
//! ```
//! use secateur::prelude::*;
//!
//! struct Sticks(u8);
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct Heap { left: u8, max_moves: bool }
//!
//! impl Game for Sticks {
//!     type Position = Heap;
//!     type Move = u8;
//!     type Value = i8;      // any totally ordered value will do
//!     type Undo = Heap;     // the position before: it is small
//!     type Chance = Never;  // no dice …
//!     type Both = Never;    // … and no simultaneous moves
//!
//!     fn start(&self) -> Heap {
//!         Heap { left: self.0, max_moves: true }
//!     }
//!     fn turn(&self, heap: &Heap) -> Turn<i8> {
//!         match (heap.left, heap.max_moves) {
//!             (0, true) => Turn::Over(-1), // Min took the last stick
//!             (0, false) => Turn::Over(1),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, heap: &Heap) -> impl Iterator<Item = u8> + use<> {
//!         1..=heap.left.min(2)
//!     }
//!     fn play(&self, heap: &mut Heap, taken: u8) -> Heap {
//!         let after = Heap { left: heap.left - taken, max_moves: !heap.max_moves };
//!         std::mem::replace(heap, after)
//!     }
//!     fn undo(&self, heap: &mut Heap, before: Heap) {
//!         *heap = before;
//!     }
//!     fn bounds(&self, _: &Heap) -> Bounds<i8> {
//!         Bounds::new(-1, 1)
//!     }
//! }
//!
//! // The laws are a test that any game can run.
//! laws::check(&Sticks(10), &laws::Effort::default())?;
//!
//! // Solve it. A `Search` is the question, the algorithms are its verbs.
//! let outcome = Search::new(&Sticks(10)).alpha_beta();
//!
//! // Read the outcome: Max wins, by leaving a multiple of three.
//! assert_eq!(outcome.bounds, Bounds::exact(1));
//! assert_eq!(outcome.best_move(), Some(1));
//! assert_eq!(outcome.stopped, Stop::Solved);
//! # Ok::<(), laws::Violation>(())
//! ```
//!
//! # Stop early, soundly
//!
//! Depth, nodes, time and another thread can stop a search. What it returns then still holds:
//!
//! ```
//! use secateur::prelude::*;
//! use secateur::games::ConnectFour;
//!
//! let game = ConnectFour::standard();
//! let outcome = Search::new(&game).limits(Limits::none().nodes(10_000)).scout();
//! assert_eq!((outcome.stopped, outcome.statistics.visits), (Stop::Nodes, 10_000));
//! assert!(outcome.bounds.contains(&1)); // the first player wins
//! assert!(outcome.best_move().is_some()); // there always is a move to play
//! ```
//!
//! # Solve faster
//!
//! Games that are [`Keyed`](game::Keyed) can use a table, those with an [`Expert`](game::Expert) a better order, and
//! [`Jamboree`](search::Jamboree) all cores:
//!
//! ```
//! use secateur::prelude::*;
//! use secateur::games::{ConnectFour, connect_four::Size};
//!
//! let game = ConnectFour::on(Size::new(5, 4)?);
//! let table = Table::with_megabytes(8)?;
//! let outcome = Search::new(&game).expert().memory(&table).jamboree(&Jamboree::default());
//! assert_eq!(outcome.bounds, Bounds::exact(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// What most programs need, to be imported whole: `use secateur::prelude::*;`.
pub mod prelude {
    pub use secateur_game::{
        Alternating, Both, Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Player, Stochastic, Turn, find_move,
        laws,
    };
    pub use secateur_search::{
        Advice, Behaviour, Bot, BotOptions, BoundedPlus, Cancel, CellOrder, Deadline, Deepening, DoubleOracle, Duo,
        Engine, EngineMemory, Epsilon, Estimate, Estimating, HintFirst, Horizon, Jamboree, Joint, Keeper, Learned,
        Ledger, Limits, Memories, NextWindow, Observer, Outcome, Profile, Promise, ProofNumber, Reading, Search,
        Serialized, Smab, Statistics, Stop, Strategies, Table, Way,
    };
    pub use secateur_value::{Bounds, Chain, Lattice, Mean, Real, Set, Toward, Window};
}

/// Fractions of any size, as [`Search::exact`](search::Search::exact) answers.
pub use num_rational::BigRational;
pub use secateur_game as game;
#[cfg(feature = "games")]
pub use secateur_games as games;
pub use secateur_matrix as matrix;
pub use secateur_search as search;
pub use secateur_value as value;

/// The example of the README, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The game of the book's chapter about games of one's own, compiled and run likewise.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-game.md")]
pub struct OwnGame;

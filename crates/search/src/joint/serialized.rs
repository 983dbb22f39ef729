//! BIαβ: backward induction with serialized bounds (Bošanský, Lisý, Lanctot, Čermák, Winands, "Algorithms for Computing
//! Strategies in Two-Player Simultaneous Move Games", Artificial Intelligence 2016).
//!
//! Backward induction, but the position of a cell is first searched twice as if players took turns: with Max first, which
//! gives a lower bound, and with Min first, an upper one. Both are plain alpha-beta. Where they meet the cell's value is
//! known and it is not expanded. It wins hugely where equilibria are pure, and loses where they seldom are.
//!
//! The paper's algorithm keeps no values across paths, nor does this one, unless [`Serialized::remember`] asks for it. Departures:
//! intervals that hold, as everywhere here; and the serialized searches, which come through the same positions again and
//! again, remember what they showed last of a few thousand of them. That changes their cost, not which matrices are
//! expanded.

use std::hash::Hash;

use secateur_game::{Game, Keyed};
use secateur_value::{Bounds, Real, Window};

use crate::joint::book::{Annals, Book, Notes};
use crate::joint::conclusion::RootFound;
use crate::joint::matrix::{Bounding, BoundingWalk, Matrix};
use crate::joint::walk::{Ask, JointWalk, Matrices};
use crate::question::horizon::Promise;
use crate::question::limits::Meter;
use crate::question::observe::{Left, Observer};
use crate::threads::stack::with_room;
use crate::{AsListed, Forgetful, Memory, Outcome, Search};

/// How backward induction with serialized bounds is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Serialized {
    /// Whether positions that come up again are remembered; the paper does not.
    pub remember: bool,
}

impl Serialized {
    /// With this choice about remembering.
    pub fn remember(self, remember: bool) -> Self {
        Self { remember }
    }
}

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Keyed<Value = Real, Key: Copy + Hash>,
    B: Observer<G>,
{
    /// BIαβ. Beyond a depth limit it uses what the game promises.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Search, Serialized};
    ///
    /// let outcome = Search::new(&Goofspiel::new(5)).serialized(&Serialized::default());
    /// assert!(outcome.bounds.contains(&0.into()));
    /// assert!(outcome.statistics.expanded < 1_926); // what plain backward induction expands
    /// assert!(outcome.statistics.serialized.is_some_and(|visits| visits > 0)); // and what that costs
    /// ```
    pub fn serialized(self, serialized: &Serialized) -> Outcome<Real, G::Move> {
        let algorithm = Bounding::new(true, Unsettled);
        let (question, mut observer) = self.apart_from_observer();
        if serialized.remember {
            question.with_book(&Annals::with_bytes(None), algorithm, &mut observer)
        } else {
            question.with_book(&Notes::new(), algorithm, &mut observer)
        }
    }
}

impl<G: Game<Value = Real>, H, M, O> Search<'_, G, H, M, O> {
    /// Runs an algorithm with serialized bounds and a book, on one thread.
    pub(crate) fn with_book<K, C, B>(
        &self,
        book: &K,
        algorithm: Bounding<G::Move, C>,
        observer: &mut B,
    ) -> Outcome<Real, G::Move>
    where
        K: Book<G> + Memory<G>,
        Bounding<G::Move, C>: Matrices<G, Promise, K>,
        B: Observer<G>,
    {
        let meter = Meter::new(&self.limits);
        let mut walk = JointWalk::new(self.game, &self.position, (&Promise, book, observer), &meter, algorithm);
        let bounds = with_room(|| walk.visit_root(&self.position, &self.ask()));
        let serialized = walk.algorithm.visits();
        let found = RootFound { serialized, ..walk.found(bounds) };
        drop(walk);
        self.conclude(&meter, found, (true, Real::ZERO))
    }
}

/// Every cell whose serialized bounds do not meet.
struct Unsettled;

impl<G, K> Matrices<G, Promise, K> for Bounding<G::Move, Unsettled>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
{
    const USES_WINDOW: bool = true;

    fn both<B: Observer<G>>(
        walk: &mut BoundingWalk<'_, G, K, Unsettled, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        walk.counts.expanded += 1;
        let matrix = Matrix::new(walk, node, both);
        for cell in 0..matrix.len() {
            matrix.push(walk, node, both, ask, cell);
            if !walk.cells.settled[matrix.base + cell] {
                matrix.search(walk, node, both, ask.below(Window::OPEN), cell);
            }
        }
        let found = matrix.value(walk);
        matrix.close(walk, (node, both), ask);
        (found, Left::Done)
    }
}

//! What a search remembers of positions that it has seen.

use secateur_game::Game;
use secateur_value::{Bounds, Chain};

use crate::injected::{self, Bug};

/// How far a remembered promise reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// To the end of the game: it holds whatever the depth limit.
    End,
    /// To a depth limit: it holds for this very search, at this depth (twice the moves ahead; plus one for the upper of
    /// two promised ends).
    Depth(u16),
    /// It comes from another search and promises nothing; only the hint is of use.
    Nowhere,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recalled<V> {
    /// The promise.
    pub bounds: Bounds<V>,
    /// How far it reaches.
    pub reach: Reach,
    /// The number of the move that did best, in the order's own list.
    pub hint: Option<u8>,
}

impl<V> Recalled<V> {
    /// What a memory of one's own gives back.
    pub fn new(bounds: Bounds<V>, reach: Reach, hint: Option<u8>) -> Self {
        Self { bounds, reach, hint }
    }
}

impl<V: Chain> Recalled<V> {
    /// What is known with an older promise, which reaches as far as this one or to the end: both promises, as far as the nearer of
    /// them reaches. The new one alone where the old one adds nothing, or contradicts it: estimates may, and the new one is
    /// what the search goes by.
    pub(crate) fn and(self, older: &Self) -> Self {
        let (lower, upper) = (self.bounds.lower.max(older.bounds.lower), self.bounds.upper.min(older.bounds.upper));
        let bounds = Bounds { lower, upper };
        if lower > upper || bounds == self.bounds {
            return self;
        }
        let nearer = if self.reach == Reach::End { older.reach } else { self.reach };
        let reach = if injected::is(Bug::Reach) { self.reach } else { nearer };
        Self { bounds, reach, ..self }
    }
}

/// A place to remember positions in, shared by all workers of a search. One that remembers nothing needs only a key.
pub trait Memory<G: Game>: Sync {
    /// Whether anything is remembered at all.
    const REMEMBERS: bool;

    /// What a position is remembered under.
    type Key: Copy;

    /// The key of a position.
    fn key(&self, game: &G, position: &G::Position) -> Self::Key;

    /// Scattered bits that stand for a key where threads tell each other what they are at. Two keys may share them.
    #[inline(always)]
    fn mark(&self, key: Self::Key) -> u64 {
        let _ = key;
        0
    }

    /// What is remembered, if anything.
    #[inline(always)]
    fn recall(&self, key: Self::Key) -> Option<Recalled<G::Value>> {
        let _ = key;
        None
    }

    /// Remembers something that took `effort` nodes to find out, if there is room.
    #[inline(always)]
    fn remember(&self, key: Self::Key, found: &Recalled<G::Value>, effort: u64) {
        let _ = (key, found, effort);
    }

    /// Tells that a new search begins: promises that reach only to a depth no longer hold.
    fn begin(&self) {}
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl<G: Game> Memory<G> for Forgetful {
    const REMEMBERS: bool = false;
    type Key = ();

    #[inline(always)]
    fn key(&self, _: &G, _: &G::Position) {}
}

impl<G: Game, M: Memory<G>> Memory<G> for &M {
    const REMEMBERS: bool = M::REMEMBERS;
    type Key = M::Key;

    #[inline(always)]
    fn key(&self, game: &G, position: &G::Position) -> M::Key {
        (**self).key(game, position)
    }

    #[inline(always)]
    fn mark(&self, key: M::Key) -> u64 {
        (**self).mark(key)
    }

    #[inline(always)]
    fn recall(&self, key: M::Key) -> Option<Recalled<G::Value>> {
        (**self).recall(key)
    }

    #[inline(always)]
    fn remember(&self, key: M::Key, found: &Recalled<G::Value>, effort: u64) {
        (**self).remember(key, found, effort);
    }

    fn begin(&self) {
        (**self).begin();
    }
}

//! What a position is worth when the search may not look further.

use secateur_game::{Evaluate, Game};
use secateur_value::Lattice;

/// Which end of a promise a search works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The lower.
    Lower,
    /// The upper.
    Upper,
}

/// What a position is worth at the depth limit.
pub trait Horizon<G: Game>: Send + Sync {
    /// Whether the two ends are promises, so that bounds found with them hold for the game itself. A horizon that
    /// promises nothing gives estimates.
    fn promises(&self) -> bool;

    /// The value to go on with, from Max's side.
    fn value(&self, game: &G, position: &G::Position, end: End) -> G::Value;
}

/// The bounds that the game promises: a search with a depth limit then returns bounds that hold for the whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Promise;

impl<G: Game> Horizon<G> for Promise {
    fn promises(&self) -> bool {
        true
    }

    #[inline]
    fn value(&self, game: &G, position: &G::Position, end: End) -> G::Value {
        let bounds = game.bounds(position);
        match end {
            End::Lower => bounds.lower,
            End::Upper => bounds.upper,
        }
    }
}

/// The game's own [`Evaluate`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate;

impl<G: Evaluate> Horizon<G> for Estimate {
    fn promises(&self) -> bool {
        false
    }

    #[inline]
    fn value(&self, game: &G, position: &G::Position, _: End) -> G::Value {
        game.evaluate(position)
    }
}

/// The same estimate for every position: the search then sees only what is decided within its depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constant<V>(pub V);

impl<G: Game<Value = V>, V: Lattice + Send + Sync> Horizon<G> for Constant<V> {
    fn promises(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value(&self, _: &G, _: &G::Position, _: End) -> V {
        self.0.clone()
    }
}

//! Observers hear what a search does: traces, progress, statistics of a special kind.
//!
//! Every method does nothing by default, and the search is compiled for the observer's type, so the observer `()`
//! costs nothing at all.

use secateur_game::Game;
use secateur_value::{Bounds, Window};

/// Why a position was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Left {
    /// The game was over.
    Over,
    /// The depth limit was reached.
    Horizon,
    /// The table, or the game's promise, knew enough.
    Known,
    /// The rest of the moves could not matter.
    Cut,
    /// Every move was looked at.
    Done,
    /// A limit, or a cut elsewhere, stopped the search here.
    Interrupted,
}

/// Hears what a search does, in the order in which it happens.
pub trait Observer<G: Game> {
    /// The search looks at a position, reached by `played` (nothing at the root).
    fn enter(&mut self, game: &G, position: &G::Position, played: Option<G::Move>, window: &Window<G::Value>) {
        let _ = (game, position, played, window);
    }

    /// The search leaves the position that it entered last and has not left yet, with what it learnt. Bounds of an
    /// interrupted visit are what the game promises.
    fn leave(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, left: Left) {
        let _ = (game, position, bounds, left);
    }

    /// A move that will not be looked at, because of a cut in the position that is being left.
    fn skip(&mut self, game: &G, position: &G::Position, skipped: G::Move) {
        let _ = (game, position, skipped);
    }

    /// Whether anybody listens. Work that is done only for the observer is done only then.
    const LISTENS: bool = true;
}

/// Nobody.
impl<G: Game> Observer<G> for () {
    const LISTENS: bool = false;
}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    fn enter(&mut self, game: &G, position: &G::Position, played: Option<G::Move>, window: &Window<G::Value>) {
        (**self).enter(game, position, played, window);
    }
    fn leave(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, left: Left) {
        (**self).leave(game, position, bounds, left);
    }
    fn skip(&mut self, game: &G, position: &G::Position, skipped: G::Move) {
        (**self).skip(game, position, skipped);
    }
    const LISTENS: bool = O::LISTENS;
}

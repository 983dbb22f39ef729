//! Observers hear what a search does: traces, progress, statistics of a special kind.
//!
//! Every method does nothing by default, and the search is compiled for the observer's type, so the observer `()`
//! costs nothing at all.

use secateur_game::{Game, Player};
use secateur_value::{Bounds, Window};

use crate::question::horizon::End;

/// One turn on the way to a position: a move or an outcome, or a move of Max and one of Min at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<M> {
    /// One player or chance moved.
    One(M),
    /// Max moved and Min moved.
    Both(M, M),
}

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
    /// Another position is more promising now; the search may come back.
    PutOff,
    /// A limit, or a cut elsewhere, stopped the search here.
    Interrupted,
}

/// What counts for a position at a depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Beyond {
    /// The lower end of what the game promises: only lower bounds are about the whole game.
    Lower,
    /// The upper end of what the game promises: only upper bounds are about the whole game.
    Upper,
    /// Both ends, so all bounds are about the whole game.
    Promise,
    /// What an evaluator thinks: no bounds are about the whole game.
    Estimate,
}

impl Beyond {
    /// What counts in a run that takes this end of what the horizon says.
    pub(crate) fn of(promises: bool, end: End) -> Self {
        match end {
            _ if !promises => Self::Estimate,
            End::Lower => Self::Lower,
            End::Upper => Self::Upper,
        }
    }

    /// What counts in a run that takes both ends at once.
    pub(crate) fn both(promises: bool) -> Self {
        if promises { Self::Promise } else { Self::Estimate }
    }
}

/// Hears what a search does, in the order in which it happens.
///
/// `enter` and `leave` nest like brackets, and what is said between them is about the position entered last and not left yet,
/// which every call names again.
pub trait Observer<G: Game> {
    /// The search begins at the root: for the first time, or once more. A search that comes by once and has no depth limit need
    /// not say so.
    fn pass(&mut self, game: &G, depth: Option<u32>, beyond: Beyond) {
        let _ = (game, depth, beyond);
    }

    /// The search looks at a position, reached by `step` (nothing at the root).
    fn enter(&mut self, game: &G, position: &G::Position, step: Option<Step<G::Move>>, window: &Window<G::Value>) {
        let _ = (game, position, step, window);
    }

    /// More is known about the position, and what comes next is asked with this window. At a chance turn the bounds are those of
    /// the mean, where both players move those of the matrix.
    fn learn(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, window: &Window<G::Value>) {
        let _ = (game, position, bounds, window);
    }

    /// More is known about a cell of the position's matrix; the places are those in the game's lists of rows and columns.
    fn cell(&mut self, game: &G, position: &G::Position, place: (usize, usize), bounds: &Bounds<G::Value>) {
        let _ = (game, position, place, bounds);
    }

    /// A row (Max's) or a column (Min's) of the position's matrix is out, because it is dominated.
    fn strike(&mut self, game: &G, position: &G::Position, player: Player, line: usize) {
        let _ = (game, position, player, line);
    }

    /// What the players should do in the position, as probabilities by the places of their moves; empty where nothing is known.
    fn strategies(&mut self, game: &G, position: &G::Position, max: &[f64], min: &[f64]) {
        let _ = (game, position, max, min);
    }

    /// The search leaves the position that it entered last and has not left yet, with what it learnt. Bounds of an
    /// interrupted visit are what the game promises.
    fn leave(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, left: Left) {
        let _ = (game, position, bounds, left);
    }

    /// A move, a pair or an outcome that will not be looked at, because of a cut in the position that is being left.
    fn skip(&mut self, game: &G, position: &G::Position, skipped: Step<G::Move>) {
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
    fn pass(&mut self, game: &G, depth: Option<u32>, beyond: Beyond) {
        (**self).pass(game, depth, beyond);
    }
    fn enter(&mut self, game: &G, position: &G::Position, step: Option<Step<G::Move>>, window: &Window<G::Value>) {
        (**self).enter(game, position, step, window);
    }
    fn learn(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, window: &Window<G::Value>) {
        (**self).learn(game, position, bounds, window);
    }
    fn cell(&mut self, game: &G, position: &G::Position, place: (usize, usize), bounds: &Bounds<G::Value>) {
        (**self).cell(game, position, place, bounds);
    }
    fn strike(&mut self, game: &G, position: &G::Position, player: Player, line: usize) {
        (**self).strike(game, position, player, line);
    }
    fn strategies(&mut self, game: &G, position: &G::Position, max: &[f64], min: &[f64]) {
        (**self).strategies(game, position, max, min);
    }
    fn leave(&mut self, game: &G, position: &G::Position, bounds: &Bounds<G::Value>, left: Left) {
        (**self).leave(game, position, bounds, left);
    }
    fn skip(&mut self, game: &G, position: &G::Position, skipped: Step<G::Move>) {
        (**self).skip(game, position, skipped);
    }
    const LISTENS: bool = O::LISTENS;
}

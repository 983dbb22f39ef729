//! What is known at a position while its moves are looked at, and what a look at it found.

use secateur_game::Player;
use secateur_value::{Bounds, Chain, Window};

use crate::question::side::Side;

/// What a run keeps about the root.
pub(crate) struct Root<V> {
    pub(crate) asked: Window<V>,
    pub(crate) hint: Option<u8>,
    /// What is shown about the value by the moves that are done, for a run that is interrupted.
    pub(crate) shown: Bounds<V>,
    /// The best value of a move. The value of the position is another where the game promises a closer one.
    pub(crate) best: Option<V>,
}

/// What is known at a position while its moves are looked at, from the side of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Node<V> {
    /// What the player has, here or elsewhere.
    pub(crate) own: V,
    /// What the opponent will not let the player exceed.
    pub(crate) cap: V,
    /// The best value seen here.
    pub(crate) best: V,
    /// Which move did best, if one improved on what the player had.
    pub(crate) best_move: Option<u8>,
    /// Whether a value can lie strictly inside the window that was asked, or the root is asked. Only then is a move that
    /// cuts worth a line.
    pub(crate) open: bool,
}

impl<V: Chain> Node<V> {
    /// Takes a move's value in. Says whether it improved on what the player had.
    #[inline(always)]
    pub(crate) fn take<S: Side>(&mut self, number: u8, value: V) -> bool {
        // The best value is what the player has, or worse than that, so one question settles most of it.
        let improves = S::better(value, self.own);
        if improves {
            self.own = value;
            self.best = value;
            self.best_move = Some(number);
        } else {
            self.best = if S::better(value, self.best) { value } else { self.best };
        }
        improves
    }

    /// Whether the rest of the moves cannot matter.
    #[inline(always)]
    pub(crate) fn is_cut<S: Side>(&self) -> bool {
        !S::better(self.cap, self.best)
    }
}

/// Positions up to this many bytes are copied for every move, larger ones are played on and undone.
const COPY_UP_TO: usize = 64;

/// Whether such positions are copied.
#[inline(always)]
pub(crate) const fn copied<P>() -> bool {
    size_of::<P>() <= COPY_UP_TO && !std::mem::needs_drop::<P>()
}

/// What a visit found.
pub(crate) struct Seen<V> {
    /// The fail-soft value.
    pub(crate) value: V,
    /// Whether nobody had to think: then there is no line below the position, whatever its row says.
    pub(crate) settled: bool,
}

impl<V> Seen<V> {
    #[inline(always)]
    pub(super) fn thought(value: V) -> Self {
        Self { value, settled: false }
    }
}

/// What one look at a position shows, before anybody thinks.
pub(crate) enum Settled<V> {
    /// Its value.
    Value(V),
    /// Only who is to move.
    Turn(Player),
}

/// Narrows a window by what is known; returns the fail-soft value if that leaves nothing to ask.
#[inline(always)]
pub(crate) fn answered<V: Chain>(known: &Bounds<V>, window: &mut Window<V>) -> Option<V> {
    if known.lower >= window.beta || known.lower == known.upper {
        return Some(known.lower);
    }
    if known.upper <= window.alpha {
        return Some(known.upper);
    }
    window.alpha = window.alpha.max(known.lower);
    window.beta = window.beta.min(known.upper);
    None
}

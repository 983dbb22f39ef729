//! The two ends of a window while a position's moves are looked at, for values of any lattice.
//!
//! Ends are borrowed from the position above until they change, because copying a family is not free; and every
//! operation on values is counted, because that is where the time goes.

use std::borrow::Cow;

use secateur_game::Player;
use secateur_value::{Bounds, Lattice};

/// `(α, β)` as a position holds it.
pub(crate) struct Ends<'v, V: Clone> {
    pub(crate) alpha: Cow<'v, V>,
    pub(crate) beta: Cow<'v, V>,
    /// Whether the ends may be replaced by wider ones that are cheaper to work with.
    coarse: bool,
}

impl<'v, V: Lattice> Ends<'v, V> {
    pub(crate) fn new(alpha: &'v V, beta: &'v V, coarse: bool) -> Self {
        Self { alpha: Cow::Borrowed(alpha), beta: Cow::Borrowed(beta), coarse }
    }

    /// `α ← α ∨ value`.
    #[inline]
    pub(crate) fn raise_alpha(&mut self, value: &V, operations: &mut u64) {
        *operations += 1;
        if !value.at_most(&self.alpha) {
            *operations += 1;
            let alpha = self.alpha.to_mut();
            alpha.join_assign(value);
            if self.coarse {
                alpha.coarsen_down();
            }
        }
    }

    /// `β ← β ∧ value`.
    #[inline]
    pub(crate) fn lower_beta(&mut self, value: &V, operations: &mut u64) {
        *operations += 1;
        if !self.beta.at_most(value) {
            *operations += 1;
            let beta = self.beta.to_mut();
            beta.meet_assign(value);
            if self.coarse {
                beta.coarsen_up();
            }
        }
    }

    /// Takes in what the player to move has got.
    #[inline]
    pub(crate) fn improve(&mut self, player: Player, value: &V, operations: &mut u64) {
        match player {
            Player::Max => self.raise_alpha(value, operations),
            Player::Min => self.lower_beta(value, operations),
        }
    }

    /// Takes in a promise about the position itself.
    #[inline]
    pub(crate) fn narrow(&mut self, lower: &V, upper: &V, operations: &mut u64) {
        self.raise_alpha(lower, operations);
        self.lower_beta(upper, operations);
    }

    /// Whether nothing is left to ask: `β ≤ α`.
    #[inline]
    pub(crate) fn are_closed(&self, operations: &mut u64) -> bool {
        *operations += 1;
        self.beta.at_most(&self.alpha)
    }
}

/// What a player makes of two values.
#[inline]
pub(crate) fn choose<V: Lattice>(player: Player, best: &mut V, value: &V, operations: &mut u64) {
    *operations += 1;
    match player {
        Player::Max => best.join_assign(value),
        Player::Min => best.meet_assign(value),
    }
}

/// What a player makes of two promises.
#[inline]
pub(crate) fn choose_bounds<V: Lattice>(player: Player, best: &mut Bounds<V>, lower: &V, upper: &V, count: &mut u64) {
    choose(player, &mut best.lower, lower, count);
    choose(player, &mut best.upper, upper, count);
}

/// Whether a player may well take a move of this value instead of one of that: partially ordered values have no best
/// one, but a value may surpass another.
pub(crate) fn surpasses<V: Lattice>(player: Player, new: &V, old: &V) -> bool {
    new != old
        && match player {
            Player::Max => old.at_most(new),
            Player::Min => new.at_most(old),
        }
}

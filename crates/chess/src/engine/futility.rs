//! Futility: near the leaves, what is far from the window is not looked at.
//!
//! All unsound: they bet that few moves change the evaluation by more than a margin.

use super::numbers::Numbers;
use super::score::{Score, is_mate};

impl Numbers {
    /// Reverse futility: so far above the window that a few moves will not bring it down.
    #[inline(always)]
    pub(crate) fn is_far_above(&self, evaluation: Score, beta: Score, depth: i32, improving: bool) -> bool {
        let margin = self.reverse_futility * depth - self.reverse_futility_improving * i32::from(improving);
        depth <= self.reverse_futility_depth && !is_mate(beta) && evaluation - margin >= beta
    }

    /// Futility: a quiet move that will be looked at so deeply cannot reach the window.
    #[inline(always)]
    pub(crate) fn is_futile(&self, evaluation: Score, alpha: Score, depth: i32) -> bool {
        depth <= 7 && evaluation + self.futility + self.futility_by_depth * depth <= alpha
    }

    /// Late move pruning: how many quiet moves are looked at.
    #[inline(always)]
    pub(crate) fn quiets_looked_at(&self, depth: i32, improving: bool) -> usize {
        if depth > 8 {
            return usize::MAX;
        }
        let hundredths = self.quiet_moves + self.quiet_moves_by_depth * depth * depth;
        (hundredths / if improving { 100 } else { 200 }) as usize
    }

    /// History pruning: a quiet move that has done so badly is not looked at.
    #[inline(always)]
    pub(crate) fn has_failed(&self, history: i32, depth: i32) -> bool {
        depth <= 5 && history < -self.bad_history * depth - 500
    }

    /// How much an exchange may lose before the move is left out. A quiet sacrifice needs some depth to bear fruit.
    #[inline(always)]
    pub(crate) fn exchange_margin(&self, depth: i32, quiet: bool) -> i32 {
        if quiet { -self.exchange_of_quiets * depth * depth } else { -self.exchange_of_captures * depth }
    }
}

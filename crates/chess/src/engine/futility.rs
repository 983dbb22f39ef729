//! Futility: near the leaves, what is far from the window is not looked at.
//!
//! All unsound: they bet that few moves change the evaluation by more than a margin.

use super::score::{Score, is_mate};

/// Reverse futility: so far above the window that a few moves will not bring it down.
#[inline(always)]
pub(crate) fn is_far_above(evaluation: Score, beta: Score, depth: i32, improving: bool) -> bool {
    depth <= 6 && !is_mate(beta) && evaluation - 109 * depth + 55 * i32::from(improving) >= beta
}

/// Futility: a quiet move that will be looked at so deeply cannot reach the window.
#[inline(always)]
pub(crate) fn is_futile(evaluation: Score, alpha: Score, depth: i32) -> bool {
    depth <= 7 && evaluation + 30 + 55 * depth <= alpha
}

/// Late move pruning: how many quiet moves are looked at.
#[inline(always)]
pub(crate) fn quiet_moves(depth: i32, improving: bool) -> usize {
    if depth > 8 {
        return usize::MAX;
    }
    ((556 + 146 * depth * depth) / if improving { 100 } else { 200 }) as usize
}

/// History pruning: a quiet move that has done so badly is not looked at.
#[inline(always)]
pub(crate) fn has_failed(history: i32, depth: i32) -> bool {
    depth <= 5 && history < -4329 * depth - 500
}

/// How much an exchange may lose before the move is left out. A quiet sacrifice needs some depth to bear fruit.
#[inline(always)]
pub(crate) fn exchange_margin(depth: i32, quiet: bool) -> i32 {
    if quiet { -24 * depth * depth } else { -66 * depth }
}

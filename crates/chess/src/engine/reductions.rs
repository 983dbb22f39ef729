//! Late move reductions: moves that come late in a good order are first looked at less deeply, and again in full if
//! they surprise. Unsound when the surprise lies deeper than the reduced search sees.

use std::sync::LazyLock;

use super::score::Score;

const DEPTHS: usize = 64;
const MOVES: usize = 64;

static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let reduction = |depth: usize, number: usize| {
        if depth == 0 || number == 0 {
            return 0;
        }
        (0.75 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32
    };
    (0..DEPTHS * MOVES).map(|place| reduction(place / MOVES, place % MOVES)).collect()
});

/// What is known about a late move.
pub(crate) struct Late {
    pub(crate) depth: i32,
    /// How many moves came before it.
    pub(crate) number: usize,
    pub(crate) quiet: bool,
    pub(crate) principal: bool,
    pub(crate) improving: bool,
    /// Whether the position is expected to cut.
    pub(crate) cut: bool,
    pub(crate) gives_check: bool,
    pub(crate) killer: bool,
    pub(crate) history: i32,
}

/// By how many plies a move is looked at less deeply.
pub(crate) fn reduction(late: &Late) -> i32 {
    let depth = (late.depth as usize).min(DEPTHS - 1);
    let mut plies = TABLE[depth * MOVES + late.number.min(MOVES - 1)];
    if late.quiet {
        plies += i32::from(!late.improving) + i32::from(late.cut) - late.history / 9000;
    } else {
        plies /= 2;
    }
    plies - i32::from(late.principal) - i32::from(late.gives_check) - i32::from(late.killer)
}

/// How much deeper a move that passed at reduced depth is looked at again: it may be much better than the best, or only just.
pub(crate) fn surprise(score: Score, best: Score, depth: i32) -> i32 {
    i32::from(score > best + 40 + 2 * depth) - i32::from(score < best + 8)
}

/// The plain reduction, for what is decided before the move is played.
pub(crate) fn base(depth: i32, number: usize) -> i32 {
    TABLE[(depth as usize).min(DEPTHS - 1) * MOVES + number.min(MOVES - 1)]
}

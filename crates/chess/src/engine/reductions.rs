//! Late move reductions: moves that come late in a good order are first looked at less deeply, and again in full if
//! they surprise. Unsound when the surprise lies deeper than the reduced search sees.

use std::sync::LazyLock;

use super::numbers::Numbers;
use super::score::Score;

const DEPTHS: usize = 64;
const MOVES: usize = 64;

/// The logarithms of the depth and of the move's number, multiplied, in thousandths.
static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let product = |depth: usize, number: usize| {
        let log = |count: usize| (count.max(1) as f64).ln();
        (1000.0 * log(depth) * log(number)) as i32
    };
    (0..DEPTHS * MOVES).map(|place| product(place / MOVES, place % MOVES)).collect()
});

/// What is known about a late move.
pub(crate) struct Late {
    pub(crate) depth: i32,
    /// How many moves came before it.
    pub(crate) number: usize,
    /// Whether it is a move of the position that was asked about.
    pub(crate) root: bool,
    /// Whether it is such a move and gives something up.
    pub(crate) sacrifice: bool,
    pub(crate) quiet: bool,
    pub(crate) principal: bool,
    /// Whether the position was on a principal variation before.
    pub(crate) once_principal: bool,
    /// Whether the table's move takes something.
    pub(crate) table_captures: bool,
    pub(crate) improving: bool,
    /// Whether the position is expected to cut.
    pub(crate) cut: bool,
    pub(crate) gives_check: bool,
    pub(crate) killer: bool,
    pub(crate) history: i32,
}

impl Numbers {
    /// By how many plies a move is looked at less deeply. The parts are thousandths of a ply.
    pub(crate) fn reduction(&self, late: &Late) -> i32 {
        let mut less = self.thousandths(late.depth, late.number);
        if late.quiet {
            less -= late.history * self.by_history / 1000;
            less += sum([
                (!late.improving, self.not_improving),
                (late.cut, self.expected_cut),
                (late.table_captures, self.table_captures),
            ]);
        } else {
            less = less * self.late_captures / 1000;
        }
        less -= sum([
            (late.principal, self.principal),
            (late.once_principal, self.once_principal),
            (late.gives_check, self.check),
            (late.root, self.root),
            // Cheap: if it is a mistake, that is soon shown. If it is not, only depth shows it.
            (late.sacrifice, self.sacrifice),
            (late.killer, self.killer),
        ]);
        less / 1000
    }

    /// What the depth and the move's number alone say.
    #[inline(always)]
    fn thousandths(&self, depth: i32, number: usize) -> i32 {
        let product = TABLE[(depth as usize).min(DEPTHS - 1) * MOVES + number.min(MOVES - 1)];
        self.late + product * self.late_by_logarithms / 1000
    }

    /// How much deeper a move that passed at reduced depth is looked at again: it may be much better than the best, or only just.
    pub(crate) fn deeper(&self, score: Score, best: Score, depth: i32) -> i32 {
        i32::from(score > best + self.surprise + 2 * depth) - i32::from(score < best + self.no_surprise)
    }

    /// The plain reduction, for what is decided before the move is played.
    pub(crate) fn plain_reduction(&self, depth: i32, number: usize) -> i32 {
        self.thousandths(depth, number) / 1000
    }
}

/// The thousandths of what is so.
#[inline(always)]
fn sum<const COUNT: usize>(parts: [(bool, i32); COUNT]) -> i32 {
    parts.into_iter().map(|(is, thousandths)| if is { thousandths } else { 0 }).sum()
}

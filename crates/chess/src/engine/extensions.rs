//! Extensions: lines that force the opponent, or that have no alternative, are looked at more deeply.
//!
//! A check is extended by one ply unless it only gives a piece away, and so is, in analysis, a position in which who passes is
//! mated. A move is singular when all others, looked at less deeply, fall short of what the table says about it by a margin (T. Anantharaman, M. Campbell, F. Hsu,
//! "Singular Extensions", 1988; the cheap form with the table is folklore): then it gets a ply more. If the others do not fall
//! short even of the window, the position is expected to cut anyway (multi-cut); that part is a guess.

use cozy_chess::Move;

use super::exchange::brings;
use super::picker::Kind;
use super::score::{Score, is_mate};
use super::search::Node;
use super::table::{Bound, Entry};
use super::worker::Worker;

/// What the test for a singular move says.
pub(crate) enum Verdict {
    /// Look at the move so many plies deeper (or less deeply).
    Extend(i32),
    /// Several moves cut: the score to return.
    Cut(Score),
}

impl Worker<'_> {
    /// Whether a check is worth a ply more.
    pub(super) fn extends_check(&self, node: &Node<'_>, chosen: Move, kind: Kind) -> bool {
        self.techniques.check_extensions
            && node.ply < 2 * self.root_depth as usize
            && kind != Kind::BadCapture
            && brings(node.board, chosen, 0)
    }

    /// Whether a position in which the opponent threatens mate is worth a ply more.
    pub(super) fn extends_threat(&self, node: &Node<'_>) -> bool {
        self.techniques.threat_extensions && node.ply < 2 * self.root_depth as usize
    }

    /// Whether the table's move is without an alternative.
    pub(super) fn singular<const PV: bool>(&mut self, node: &Node<'_>, chosen: Move, beta: Score) -> Verdict {
        let &Node { board, depth, ply, cut, excluded, entry, .. } = node;
        let worth_it = |entry: &Entry| {
            self.techniques.singular_extensions
                && excluded.is_none()
                && ply > 0
                && depth >= 7
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_mate(entry.score)
                && ply < 2 * self.root_depth as usize
        };
        let Some(entry) = entry.filter(worth_it) else { return Verdict::Extend(0) };
        let target = entry.score - self.numbers.singular * depth / 100;
        self.stack[ply].excluded = Some(chosen);
        let others = self.search::<false>(board, target - 1, target, (depth - 1) / 2, ply, cut);
        self.stack[ply].excluded = None;
        if others < target {
            // Not again and again, or a line would never end.
            let far = self.techniques.double_extensions
                && !PV
                && others < target - self.numbers.singular_far
                && ply < self.root_depth as usize;
            Verdict::Extend(if far { 2 } else { 1 })
        } else if target >= beta {
            Verdict::Cut(target)
        } else if entry.score >= beta {
            Verdict::Extend(-1)
        } else {
            Verdict::Extend(0)
        }
    }
}

//! ProbCut: where a good capture, looked at less deeply, is far above the window, the full search would cut, too.
//!
//! After M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995), with a fixed margin instead
//! of a fitted one, and only captures, whose results are the steadiest. Unsound where the depth left out matters.

use super::checks::Checks;
use super::exchange::brings;
use super::history::place;
use super::picker::{Kind, Picker, Which, is_quiet};
use super::score::{Score, is_mate};
use super::search::Node;
use super::table::{Bound, Entry};
use super::worker::Worker;

/// How many plies less deeply.
const LESS: i32 = 4;

impl Worker<'_> {
    /// The score of a capture that is far above the window even so.
    pub(super) fn probcut(&mut self, node: &Node<'_>, beta: Score) -> Option<Score> {
        let &Node { board, depth, ply, entry, .. } = node;
        let target = beta + self.numbers.probcut;
        let known_to_fail = entry.is_some_and(|entry| entry.depth > depth - LESS && entry.score < target);
        if !self.techniques.probcut || depth < 5 || is_mate(beta) || known_to_fail {
            return None;
        }
        let first = entry.and_then(|entry| entry.best).filter(|&best| board.is_legal(best) && !is_quiet(board, best));
        let seen = self.seen(board, ply);
        let mut picker = Picker::some(Which::Captures, first);
        while let Some((chosen, kind, _)) = picker.next(board, &seen, &Checks::NONE, self.learned, &self.techniques) {
            if kind == Kind::BadCapture {
                break;
            }
            if !brings(board, chosen, target - node.evaluation) {
                continue;
            }
            let mut child = board.clone();
            child.play_unchecked(chosen);
            self.stack[ply].played = Some(place(board, chosen));
            self.stack[ply].quiet = false;
            self.enter(&child);
            let mut score = -self.quiesce::<false>(&child, -target, 1 - target, ply + 1, self.numbers.quiet_checks);
            if score >= target && !self.stopped {
                score = -self.search::<false>(&child, -target, 1 - target, depth - LESS, ply + 1, !node.cut);
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if score >= target {
                let entry = Entry {
                    best: Some(chosen),
                    score,
                    evaluation: node.plain,
                    depth: depth - LESS + 1,
                    bound: Bound::Lower,
                    principal: false,
                };
                if self.techniques.table {
                    self.shared.table.keep(self.past.last(), ply, entry);
                }
                return Some(if is_mate(score) { score } else { score - self.numbers.probcut });
            }
        }
        None
    }
}

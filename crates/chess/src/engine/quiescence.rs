//! Quiescence: a position is judged only when nobody can win something by taking.
//!
//! The player may stand pat, that is, take the evaluation instead of a capture; in check all moves are looked at. The
//! first plies also look at quiet checks, which mates are made of. Captures that lose by static exchange, or that cannot
//! reach the window even if all goes well (delta), are left out: unsound.

use cozy_chess::Board;

use super::checks::Checks;
use super::exchange::{VALUE, brings};
use super::killers::Killers;
use super::picker::{Kind, Picker, Seen, Which};
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, mated_in};
use super::table::{Bound, Entry};
use super::worker::Worker;

impl Worker<'_> {
    /// The score of a position after all captures that are worth it, and after quiet checks for so many plies.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        checks_for: i32,
    ) -> Score {
        if PV {
            self.lines[ply].clear();
        }
        if !self.tick(ply) {
            return 0;
        }
        if ply > 0 && self.past.is_draw(board) {
            return 0;
        }
        let in_check = !board.checkers().is_empty();
        let hash = self.past.last();
        let entry = if self.techniques.table { self.shared.table.find(hash, ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        let (plain, evaluation) = if in_check {
            (None, -INFINITE)
        } else {
            let (plain, evaluation) = self.evaluations(board, ply, entry.and_then(|entry| entry.evaluation));
            (Some(plain), evaluation)
        };
        if ply >= MAX_PLY - 1 || !self.techniques.quiescence {
            return if in_check && !board.generate_moves(|_| true) {
                mated_in(ply)
            } else {
                evaluation.max(-MATE_BOUND)
            };
        }
        let mut best = evaluation;
        if !in_check {
            // What the table says is a better guess than the evaluation, if it points the right way.
            if let Some(entry) = entry
                && entry.settles(best, best + 1)
                && entry.score.abs() < MATE_BOUND
            {
                best = entry.score;
            }
            if best >= beta {
                // The evaluation is worth keeping: other ways lead here.
                if entry.is_none() && self.techniques.table {
                    let bound = Bound::Lower;
                    let entry = Entry { best: None, score: best, evaluation: plain, depth: 0, bound, principal: false };
                    self.shared.table.keep(hash, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = entry
            .and_then(|entry| entry.best)
            .filter(|&table| board.is_legal(table) && (in_check || !super::picker::is_quiet(board, table)));
        let which = match (in_check, checks_for) {
            (true, _) => Which::All,
            (false, 1..) => Which::CapturesAndChecks,
            (false, _) => Which::Captures,
        };
        let checks = if which == Which::CapturesAndChecks { Checks::of(board) } else { Checks::NONE };
        let mut picker = Picker::some(which, first);
        let seen = Seen {
            killers: Killers::default(),
            countermove: None,
            before: self.before(ply),
            structure: None,
            weights: self.numbers.weights_of_history(),
        };
        let hope = evaluation + self.numbers.delta;
        let (mut best_move, mut bound, mut number) = (None, Bound::Upper, 0);
        while let Some((chosen, kind, _)) = picker.next(board, &seen, &checks, self.learned, &self.techniques) {
            if !in_check && kind == Kind::Quiet && !brings(board, chosen, 0) {
                continue;
            }
            number += 1;
            if best > -MATE_BOUND {
                if kind == Kind::BadCapture {
                    break; // the rest loses, too
                }
                if in_check && kind == Kind::Quiet && number > self.numbers.ways_out {
                    break; // a way out is enough to show that it is no mate
                }
                let victim = board.piece_on(chosen.to).map_or(VALUE[0], |victim| VALUE[victim as usize]);
                if !in_check && kind != Kind::Quiet && chosen.promotion.is_none() && hope + victim <= alpha {
                    best = best.max(hope + victim);
                    continue;
                }
            }
            let mut child = board.clone();
            child.play_unchecked(chosen);
            self.stack[ply].played = Some(super::history::place(board, chosen));
            self.stack[ply].quiet = kind == Kind::Quiet;
            self.enter(&child);
            let score = -self.quiesce::<PV>(&child, -beta, -alpha, ply + 1, checks_for - 1);
            self.leave();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(chosen);
                    if PV {
                        self.set_line(ply, chosen);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if in_check && number == 0 {
            return mated_in(ply);
        }
        if self.techniques.table {
            let entry = Entry { best: best_move, score: best, evaluation: plain, depth: 0, bound, principal: PV };
            self.shared.table.keep(hash, ply, entry);
        }
        best
    }
}

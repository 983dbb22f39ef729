//! The search: principal variation search with everything that cuts, reduces and extends.
//!
//! The first move of a position is searched with the full window, the others are only tested against it with a null window and
//! searched again if they pass (T. Marsland, 1982; the library's SCOUT is the sound form of it). Around
//! this stand the guesses, each in its own file; here is only where each has its say. What comes back is an estimate.

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move};

use super::checks::Checks;
use super::exchange::brings;
use super::extensions::Verdict;
use super::futility::{exchange_margin, is_far_above, is_far_below, is_futile, quiet_moves};
use super::history::{bonus, place};
use super::null_move::has_pieces;
use super::picker::{Kind, Picker, Seen, is_quiet};
use super::reductions::{Late, base, reduction};
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, mated_in};
use super::table::{Bound, Entry};
use super::worker::Worker;

/// Moves of a position that did not cut, for the history.
type Tried = ArrayVec<Move, 64>;

impl Worker<'_> {
    /// The score of a position. `cut` says that it is expected to be at least `beta`.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(board, alpha, beta, ply, true);
        }
        if PV {
            self.lines[ply].clear();
        }
        if !self.tick(ply) {
            return 0;
        }
        let root = ply == 0;
        let in_check = !board.checkers().is_empty();
        if !root {
            if self.past.is_draw(board) {
                return 0;
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluations(board, None).1 };
            }
            // A mate that is nearer than anything here has been found already.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.stack[ply].excluded;
        let hash = self.past.last();
        let entry = match excluded {
            None if self.techniques.table => self.shared.table.find(hash, ply),
            _ => None,
        };
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.settles(alpha, beta)
            && board.halfmove_clock() < 90
        {
            return entry.score;
        }
        let first = if root { self.root_guess } else { entry.and_then(|entry| entry.best) };
        let first = first.filter(|&table| Some(table) != excluded && board.is_legal(table));

        // The evaluation, and whether it has improved since this player's last move.
        let (plain, evaluation) = if in_check {
            (None, -INFINITE)
        } else if let (Some(_), Some(known)) = (excluded, self.stack[ply].evaluation) {
            (None, known)
        } else {
            let (plain, evaluation) = self.evaluations(board, entry.and_then(|entry| entry.evaluation));
            (Some(plain), evaluation)
        };
        self.stack[ply].evaluation = (!in_check).then_some(evaluation);
        self.stack[ply + 2].killers = Default::default();
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].evaluation);
        let improving = !in_check && earlier(2).or_else(|| earlier(4)).is_none_or(|before| evaluation > before);
        // What the table says is a better guess, if it points the right way.
        let guess = match entry {
            Some(entry) if !in_check && !is_mate(entry.score) && entry.settles(evaluation, evaluation + 1) => {
                entry.score
            }
            _ => evaluation,
        };

        if !PV && !in_check && excluded.is_none() {
            if self.techniques.reverse_futility && is_far_above(guess, beta, depth, improving) {
                return guess;
            }
            if self.techniques.razoring && is_far_below(guess, alpha, depth) {
                let score = self.quiesce::<false>(board, alpha, alpha + 1, ply, true);
                if score <= alpha {
                    return score;
                }
            }
            if let Some(score) = self.null_move(board, beta, depth, ply, guess) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        // Without a move to begin with the order is poor: cheaper to look less deeply and come back.
        if self.techniques.internal_reductions && depth >= 4 && first.is_none() && excluded.is_none() && (PV || cut) {
            depth -= 1;
        }

        let before = self.before(ply);
        let after = ply.checked_sub(1).and_then(|ply| self.stack[ply].played);
        let countermove = self.learned.countermoves.to(after);
        let seen = Seen { killers: self.stack[ply].killers, countermove, before };
        let mut picker = Picker::all(first);
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut number = 0;
        let checks = Checks::of(board);
        // With only king and pawns everything counts.
        let may_leave_out = has_pieces(board);
        while let Some((chosen, kind, history)) = picker.next(board, &seen, &checks, self.learned, &self.techniques) {
            if Some(chosen) == excluded || (root && !self.is_wanted(chosen)) {
                continue;
            }
            number += 1;
            let quiet = match kind {
                Kind::Table => is_quiet(board, chosen),
                Kind::Quiet => true,
                Kind::GoodCapture | Kind::BadCapture => false,
            };
            let checking = checks.gives(board, chosen);
            if !root && best > -MATE_BOUND && may_leave_out {
                let reduced = (depth - base(depth, number)).max(0);
                if quiet && !checking {
                    let late = self.techniques.late_move_pruning && quiets.len() >= quiet_moves(depth, improving);
                    let futile = self.techniques.futility && !in_check && is_futile(evaluation, alpha, reduced);
                    if late || futile {
                        picker.skip_quiets(board, &checks);
                        continue;
                    }
                }
                let margin = exchange_margin(if quiet { reduced } else { depth }, quiet);
                // A check that gives something up is what combinations are made of.
                let deepest = if checking { 2 } else { 8 };
                let losing = kind != Kind::GoodCapture && depth <= deepest && !brings(board, chosen, margin);
                if self.techniques.exchange && losing {
                    continue;
                }
            }

            let mut extension = 0;
            if let (Some(entry), Kind::Table, None) = (&entry, kind, excluded) {
                match self.singular(board, chosen, entry, beta, depth, ply, cut) {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::Cut(score) if !PV => return score,
                    Verdict::Cut(_) => {}
                }
                if self.stopped {
                    return 0;
                }
            }
            let mut child = board.clone();
            child.play_unchecked(chosen);
            let gives_check = !child.checkers().is_empty();
            if extension == 0
                && gives_check
                && self.techniques.check_extensions
                && ply < 2 * self.root_depth as usize
                && kind != Kind::BadCapture
                && brings(board, chosen, 0)
            {
                extension = 1;
            }
            self.stack[ply].played = Some(place(board, chosen));
            self.enter(&child);
            let nodes_before = self.nodes;
            let deeper = depth - 1 + extension;
            let late = Late {
                depth,
                number,
                quiet,
                principal: PV,
                improving,
                cut,
                gives_check,
                killer: quiet && seen.killers.rank(chosen) > 0,
                history: if history.abs() < 1 << 18 { history } else { 0 },
            };
            let score = self.look::<PV>(&child, alpha, beta, deeper, ply, &late);
            self.leave();
            if self.stopped {
                return 0;
            }
            if root {
                self.note_root(chosen, nodes_before, score, number == 1 || score > alpha);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(chosen);
                    bound = Bound::Exact;
                    if PV {
                        self.set_line(ply, chosen);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.note_cut(board, chosen, quiet, depth, ply, &quiets, &captures);
                        break;
                    }
                    alpha = score;
                }
            }
            let tried = if quiet { &mut quiets } else { &mut captures };
            // More than there is room for did not help anyway.
            let _ = tried.try_push(chosen);
        }
        if number == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                0
            };
        }
        if excluded.is_none() {
            self.keep(
                board,
                hash,
                ply,
                Entry { best: best_move, score: best, evaluation: plain, depth, bound, principal: PV },
            );
        }
        best
    }

    /// Looks at the position after a move: the first in full, later ones less deeply and with a null window until they
    /// surprise.
    #[inline]
    fn look<const PV: bool>(
        &mut self,
        child: &Board,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        late: &Late,
    ) -> Score {
        let mut score = INFINITE;
        let tests = self.techniques.principal_variation;
        let first = late.number == 1;
        if self.techniques.late_move_reductions && late.depth >= 2 && late.number > 1 + usize::from(PV) {
            let plies = reduction(late).clamp(0, (depth - 1).max(0));
            if plies > 0 {
                score = -self.search::<false>(child, -alpha - 1, -alpha, depth - plies, ply + 1, true);
                if self.stopped || score <= alpha {
                    return score;
                }
            }
        }
        if !PV || (tests && !first) {
            score = -self.search::<false>(child, -alpha - 1, -alpha, depth, ply + 1, !late.cut);
        }
        if PV && score > alpha && !self.stopped {
            score = -self.search::<true>(child, -beta, -alpha, depth, ply + 1, false);
        }
        score
    }

    /// A quiet move or capture cut: those before it did not.
    fn note_cut(
        &mut self,
        board: &Board,
        chosen: Move,
        quiet: bool,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = bonus(depth);
        let before = self.before(ply);
        let history = &mut self.learned.history;
        if quiet {
            self.stack[ply].killers.note(chosen);
            let after = ply.checked_sub(1).and_then(|ply| self.stack[ply].played);
            self.learned.countermoves.note(after, chosen);
            history.note_quiet(board, chosen, before, bonus);
            for &other in quiets {
                history.note_quiet(board, other, before, -bonus);
            }
        } else {
            history.note_capture(board, chosen, bonus);
        }
        for &other in captures {
            history.note_capture(board, other, -bonus);
        }
    }

    /// Remembers what was found, and how far the evaluation was off.
    fn keep(&mut self, board: &Board, hash: u64, ply: usize, entry: Entry) {
        if self.techniques.table {
            self.shared.table.keep(hash, ply, entry);
        }
        let Some(plain) = entry.evaluation else { return };
        let quiet = entry.best.is_none_or(|best| is_quiet(board, best));
        let tells = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score > plain,
            Bound::Upper => entry.score < plain,
        };
        if self.techniques.correction && quiet && tells && !is_mate(entry.score) {
            self.learned.correction.note(board, entry.depth, entry.score - plain);
        }
    }

    /// Whether a move at the root is to be looked at.
    fn is_wanted(&self, chosen: Move) -> bool {
        self.root_moves.iter().any(|root| root.chosen == chosen && !root.shown)
    }

    fn note_root(&mut self, chosen: Move, nodes_before: u64, score: Score, is_best: bool) {
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.chosen == chosen) {
            root.nodes += self.nodes - nodes_before;
        }
        if is_best {
            self.root_best = Some((chosen, score));
        }
    }
}

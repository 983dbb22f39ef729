//! The search: principal variation search with everything that cuts, reduces and extends.
//!
//! The first move of a position is searched with the full window, the others are only tested against it with a null window and
//! searched again if they pass (T. Marsland, 1982; the library's SCOUT is the sound form of it). Around
//! this stand the guesses, each in its own file; here is only where each has its say. What comes back is an estimate.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move};

use super::abdada::PutOff;
use super::checks::{Checks, is_exposed};
use super::exchange::brings;
use super::extensions::Verdict;
use super::history::place;
use super::null_move::{Passing, has_pieces};
use super::picker::{Kind, Picker, Seen, is_quiet};
use super::reductions::Late;
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, mated_in};
use super::table::{Bound, Entry};
use super::worker::{Ply, Worker};

/// Moves of a position that did not cut, for the history.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 64>,
}

impl Tried {
    fn push(&mut self, chosen: Move, quiet: bool) {
        // More than there is room for did not help anyway.
        let _ = if quiet { self.quiets.try_push(chosen) } else { self.captures.try_push(chosen) };
    }
}

/// A position that is being searched, and what is known of it before its moves are looked at.
pub(super) type Node<'b> = NodeOf<&'b Board>;

/// The same with a board that may be owned, so that other threads can look at its moves.
#[derive(Clone)]
pub(super) struct NodeOf<B> {
    pub(super) board: B,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether it is expected to be at least beta.
    pub(super) cut: bool,
    in_check: bool,
    /// The move that is left out to see whether there is another.
    pub(super) excluded: Option<Move>,
    pub(super) entry: Option<Entry>,
    /// The evaluation as it is stored; nothing in check.
    pub(super) plain: Option<Score>,
    pub(super) evaluation: Score,
    improving: bool,
    /// Whether it is or was on a principal variation.
    principal: bool,
    /// Whether the table's move takes something.
    table_captures: bool,
}

impl<B> NodeOf<B> {
    /// The same with the board in another place.
    pub(super) fn on<C>(&self, board: C) -> NodeOf<C> {
        let &Self { depth, ply, cut, in_check, excluded, entry, plain, evaluation, improving, .. } = self;
        let &Self { principal, table_captures, .. } = self;
        NodeOf {
            board,
            depth,
            ply,
            cut,
            in_check,
            excluded,
            entry,
            plain,
            evaluation,
            improving,
            principal,
            table_captures,
        }
    }
}

/// What orders the moves of a position, and whether any may be left out.
pub(super) struct Order {
    seen: Seen,
    checks: Checks,
    may_leave_out: bool,
}

/// The moves of a position, and what came of those that were looked at.
pub(super) struct Siblings {
    picker: Picker,
    pub(super) alpha: Score,
    pub(super) best: Score,
    best_move: Option<Move>,
    bound: Bound,
    /// How many were handed out.
    pub(super) number: usize,
    tried: Tried,
}

impl Siblings {
    pub(super) fn new(picker: Picker, alpha: Score) -> Self {
        Self {
            picker,
            alpha,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            number: 0,
            tried: Tried::default(),
        }
    }

    /// Hears the score of a move.
    pub(super) fn take(&mut self, candidate: &Candidate, score: Score, beta: Score) -> Taken {
        let &Candidate { chosen, quiet, .. } = candidate;
        self.best = self.best.max(score);
        let raises = score > self.alpha;
        if raises {
            (self.best_move, self.bound, self.alpha) = (Some(chosen), Bound::Exact, score);
            if score >= beta {
                self.bound = Bound::Lower;
                return Taken { raises, cuts: true };
            }
        }
        self.tried.push(chosen, quiet);
        Taken { raises, cuts: false }
    }
}

/// What a move's score did.
pub(super) struct Taken {
    /// It is the best so far.
    pub(super) raises: bool,
    /// The others do not matter any more.
    pub(super) cuts: bool,
}

/// A move that is being looked at.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) chosen: Move,
    kind: Kind,
    quiet: bool,
    /// How many were handed out, this one included.
    pub(super) number: usize,
    /// Whether it probably gives check.
    checking: bool,
    /// How well it has done.
    history: i32,
    /// By how many plies it is looked at more deeply.
    extension: i32,
}

impl Worker<'_> {
    /// The score of a position. `cut` says that it is expected to be at least `beta`.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(board, alpha, beta, ply, self.numbers.quiet_checks);
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
                return if in_check { 0 } else { self.evaluations(board, ply, None).1 };
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
        let mut node = self.judge(Node {
            board,
            depth,
            ply,
            cut,
            in_check,
            excluded,
            entry,
            plain: None,
            evaluation: -INFINITE,
            improving: false,
            principal: PV || entry.is_some_and(|entry| entry.principal),
            table_captures: first.is_some_and(|first| !is_quiet(board, first)),
        });
        if !PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.cut_unseen(&mut node, beta)
        {
            return score;
        }
        // Without a move to begin with the order is poor: cheaper to look less deeply and come back.
        if self.techniques.internal_reductions && depth >= 4 && first.is_none() && excluded.is_none() && (PV || cut) {
            node.depth -= 1;
        }

        let order = self.order(&node);
        let picker = if root && self.orders_root_by_work() { self.root_picker(first) } else { Picker::all(first) };
        let mut siblings = Siblings::new(picker, alpha);
        let mut put_off = PutOff::default();
        while let Some(mut candidate) = self.next_candidate(&node, &order, &mut siblings).or_else(|| put_off.next()) {
            if self.is_better_put_off(&node, hash, &candidate, &mut put_off) {
                continue;
            }
            if candidate.kind == Kind::Table {
                match self.singular::<PV>(&node, candidate.chosen, beta) {
                    Verdict::Extend(plies) => candidate.extension = plies,
                    Verdict::Cut(score) if !PV => return score,
                    Verdict::Cut(_) => {}
                }
                if self.stopped {
                    return 0;
                }
            }
            let nodes_before = self.nodes;
            let here = self.mark(&node, hash, &candidate);
            let score = self.look_at::<PV>(&node, &order, &candidate, (siblings.alpha, beta, siblings.best));
            drop(here);
            if self.stopped {
                return 0;
            }
            let Taken { raises, cuts } = siblings.take(&candidate, score, beta);
            if root {
                let nodes = self.nodes - nodes_before;
                self.note_root(candidate.chosen, nodes, score, candidate.number == 1 || raises);
            }
            if PV && raises {
                self.set_line(ply, candidate.chosen);
            }
            if cuts {
                break;
            }
            if self.shares(&node, &siblings) {
                siblings = self.share::<PV>(&node, siblings, beta);
                if self.stopped {
                    return 0;
                }
                break;
            }
        }
        let Siblings { best, best_move, bound, number, tried, alpha, .. } = siblings;
        if number == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => 0,
            };
        }
        if let (Bound::Lower, Some(cutter)) = (bound, best_move) {
            self.note_cut(&node, cutter, &tried);
        } else if bound == Bound::Upper && self.techniques.move_before {
            self.note_move_before(&node);
        }
        if excluded.is_none() {
            let (evaluation, depth) = (node.plain, node.depth);
            self.keep(
                board,
                hash,
                ply,
                Entry { best: best_move, score: best, evaluation, depth, bound, principal: node.principal },
            );
        }
        best
    }

    /// What orders the moves of a position.
    pub(super) fn order(&self, node: &Node<'_>) -> Order {
        // With only king and pawns everything counts.
        let may_leave_out = node.ply > 0 && has_pieces(node.board);
        Order { seen: self.seen(node.board, node.ply), checks: Checks::of(node.board), may_leave_out }
    }

    /// The next move that is worth looking at.
    #[inline]
    pub(super) fn next_candidate(&self, node: &Node<'_>, order: &Order, siblings: &mut Siblings) -> Option<Candidate> {
        let &Node { board, ply, excluded, .. } = node;
        let Order { seen, checks, may_leave_out } = order;
        loop {
            let (chosen, kind, history) = siblings.picker.next(board, seen, checks, self.learned, &self.techniques)?;
            if Some(chosen) == excluded || (ply == 0 && !self.is_wanted(chosen)) {
                continue;
            }
            siblings.number += 1;
            let quiet = match kind {
                Kind::Table => is_quiet(board, chosen),
                Kind::Quiet => true,
                Kind::GoodCapture | Kind::BadCapture => false,
            };
            let (number, checking) = (siblings.number, checks.gives(board, chosen));
            let candidate = Candidate { chosen, kind, quiet, number, checking, history, extension: 0 };
            if *may_leave_out && siblings.best > -MATE_BOUND {
                if self.is_hopeless(node, &candidate, siblings.alpha, siblings.tried.quiets.len()) {
                    siblings.picker.skip_quiets(board, checks);
                    continue;
                }
                if self.has_done_badly(node, &candidate) || self.gives_away(node, &candidate) {
                    continue;
                }
            }
            return Some(candidate);
        }
    }

    /// Plays a move and looks at what comes after it.
    #[inline]
    pub(super) fn look_at<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        order: &Order,
        candidate: &Candidate,
        (alpha, beta, best): (Score, Score, Score),
    ) -> Score {
        let &Node { board, ply, .. } = node;
        let &Candidate { chosen, kind, quiet, number, history, mut extension, .. } = candidate;
        let mut child = board.clone();
        child.play_unchecked(chosen);
        // First of all, because it asks for memory.
        self.enter(&child);
        let gives_check = !child.checkers().is_empty();
        if extension == 0 && gives_check && self.extends_check(node, chosen, kind) {
            extension = 1;
        }
        let late = Late {
            depth: node.depth,
            number,
            root: ply == 0,
            sacrifice: ply == 0 && self.techniques.sacrifices && !brings(board, chosen, 0),
            quiet,
            principal: PV,
            once_principal: !PV && node.principal && self.techniques.once_principal,
            table_captures: node.table_captures && self.techniques.table_captures,
            improving: node.improving,
            cut: node.cut,
            gives_check,
            killer: quiet && order.seen.killers.rank(chosen) > 0,
            history,
        };
        self.stack[ply].played = Some(place(board, chosen));
        self.stack[ply].quiet = quiet;
        let score = self.look::<PV>(&child, (alpha, beta, best), node.depth - 1 + extension, ply, &late);
        self.leave();
        score
    }

    /// Adds the evaluation, and whether it has improved since this player's last move.
    fn judge<'b>(&mut self, mut node: Node<'b>) -> Node<'b> {
        let ply = node.ply;
        if !node.in_check {
            if let (Some(_), Some(known)) = (node.excluded, self.stack[ply].evaluation) {
                node.evaluation = known;
            } else {
                let (plain, evaluation) =
                    self.evaluations(node.board, ply, node.entry.and_then(|entry| entry.evaluation));
                (node.plain, node.evaluation) = (Some(plain), evaluation);
            }
        }
        self.stack[ply].evaluation = (!node.in_check).then_some(node.evaluation);
        self.stack[ply + 2].killers = Default::default();
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].evaluation);
        let before = earlier(2).or_else(|| earlier(4));
        node.improving = !node.in_check && before.is_none_or(|before| node.evaluation > before);
        if self.techniques.gain_history && !node.in_check && node.excluded.is_none() {
            self.note_gain(&node);
        }
        node
    }

    /// What orders the quiet moves of a position.
    pub(super) fn seen(&self, board: &Board, ply: usize) -> Seen {
        let after = ply.checked_sub(1).and_then(|ply| self.stack[ply].played);
        let countermove = self.learned.countermoves.to(after);
        Seen {
            killers: self.stack[ply].killers,
            countermove,
            before: self.before(ply),
            structure: self.structure(board),
            weights: self.numbers.weights_of_history(),
        }
    }

    /// The score of a position whose moves need not be looked at. If passing shows that the opponent threatens mate, the
    /// position is looked at more deeply.
    fn cut_unseen(&mut self, node: &mut Node<'_>, beta: Score) -> Option<Score> {
        // What the table says is a better guess, if it points the right way.
        let evaluation = node.evaluation;
        let guess = match node.entry {
            Some(entry) if !is_mate(entry.score) && entry.settles(evaluation, evaluation + 1) => entry.score,
            _ => evaluation,
        };
        let far_above = |guess| self.numbers.is_far_above(guess, beta, node.depth, node.improving);
        if self.techniques.reverse_futility
            && far_above(guess)
            && (!self.techniques.exposed_kings
                || far_above(guess - self.numbers.reverse_futility_exposed)
                || !is_exposed(node.board))
        {
            return Some(guess);
        }
        let passing = self.null_move(node.board, beta, node.depth, node.ply, guess);
        let score = match passing {
            Passing::Cuts(score) => Some(score),
            _ if self.stopped => None,
            _ => self.probcut(node, beta),
        };
        if passing == Passing::IsMated && self.extends_threat(node) {
            node.depth += self.numbers.threat;
        }
        if self.stopped { Some(0) } else { score }
    }

    /// Whether a quiet move, and with it those after it, is too late or too far below the window to be looked at.
    fn is_hopeless(&self, node: &Node<'_>, candidate: &Candidate, alpha: Score, quiets: usize) -> bool {
        if !candidate.quiet || candidate.checking {
            return false;
        }
        let late =
            self.techniques.late_move_pruning && quiets >= self.numbers.quiets_looked_at(node.depth, node.improving);
        let reduced = self.reduced(node, candidate).max(0);
        late || (self.techniques.futility && !node.in_check && self.numbers.is_futile(node.evaluation, alpha, reduced))
    }

    /// How deeply a late move will be looked at, as far as that is known before it is played.
    fn reduced(&self, node: &Node<'_>, candidate: &Candidate) -> i32 {
        node.depth - self.numbers.plain_reduction(node.depth, candidate.number)
    }

    /// Whether a quiet move has done too badly elsewhere.
    fn has_done_badly(&self, node: &Node<'_>, candidate: &Candidate) -> bool {
        self.techniques.history_pruning
            && candidate.kind == Kind::Quiet
            && !candidate.checking
            && self.numbers.has_failed(candidate.history, self.reduced(node, candidate))
    }

    /// Whether a move loses too much by exchange. A check that gives something up is what combinations are made of: it is
    /// left out only close to the leaves.
    fn gives_away(&self, node: &Node<'_>, candidate: &Candidate) -> bool {
        let depth = if candidate.quiet { self.reduced(node, candidate).max(0) } else { node.depth };
        self.techniques.exchange
            && candidate.kind != Kind::GoodCapture
            && node.depth <= if candidate.checking { 2 } else { 8 }
            && !brings(node.board, candidate.chosen, self.numbers.exchange_margin(depth, candidate.quiet))
    }

    /// Looks at the position after a move: the first in full, later ones less deeply and with a null window until they
    /// surprise.
    #[inline]
    fn look<const PV: bool>(
        &mut self,
        child: &Board,
        (alpha, beta, best): (Score, Score, Score),
        mut depth: i32,
        ply: usize,
        late: &Late,
    ) -> Score {
        let mut score = INFINITE;
        let tests = self.techniques.principal_variation;
        let first = late.number == 1;
        if self.techniques.late_move_reductions && late.depth >= 2 && late.number > 1 + usize::from(PV) {
            let plies = self.numbers.reduction(late).clamp(0, (depth - 1).max(0));
            if plies > 0 {
                score = -self.search::<false>(child, -alpha - 1, -alpha, depth - plies, ply + 1, true);
                if self.stopped || score <= alpha {
                    return score;
                }
                if self.techniques.surprise {
                    depth += self.numbers.deeper(score, best, depth);
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
    fn note_cut(&mut self, node: &Node<'_>, chosen: Move, tried: &Tried) {
        let (board, ply) = (node.board, node.ply);
        let quiet = is_quiet(board, chosen);
        let (bonus, malus) = (self.numbers.bonus_at(node.depth), self.numbers.malus_at(node.depth));
        let before = self.before(ply);
        let structure = self.structure(board);
        let attacked = if quiet { self.techniques.attacked(board) } else { BitBoard::EMPTY };
        let history = &mut self.learned.history;
        if quiet {
            self.stack[ply].killers.note(chosen);
            let after = ply.checked_sub(1).and_then(|ply| self.stack[ply].played);
            self.learned.countermoves.note(after, chosen);
            history.note_quiet(board, chosen, attacked, before, structure, bonus);
            for &other in &tried.quiets {
                history.note_quiet(board, other, attacked, before, structure, -malus);
            }
        } else {
            history.note_capture(board, chosen, bonus);
        }
        for &other in &tried.captures {
            history.note_capture(board, other, -malus);
        }
    }

    /// No move helps: the opponent's before was good.
    fn note_move_before(&mut self, node: &Node<'_>) {
        self.note_before(node.ply, self.numbers.bonus_before(node.depth));
    }

    /// What the opponent's move before brought him is a first hint of how good it was.
    fn note_gain(&mut self, node: &Node<'_>) {
        let before = node.ply.checked_sub(1).and_then(|before| self.stack[before].evaluation);
        if let Some(before) = before {
            self.note_before(node.ply, self.numbers.bonus_of_gain(before, node.evaluation));
        }
    }

    /// Counts the move before this position, if it was quiet, as good or bad.
    fn note_before(&mut self, ply: usize, bonus: i32) {
        let Some(before) = ply.checked_sub(1) else { return };
        let Ply { played: Some(place), quiet: true, .. } = self.stack[before] else { return };
        let earlier = self.before(before);
        self.learned.history.note_after(place, earlier, bonus);
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
        if quiet && tells && !is_mate(entry.score) {
            let weight = self.numbers.weight_of_error(entry.depth);
            let before = self.before(ply);
            self.learned.correction.note(board, before, &self.techniques, weight, entry.score - plain);
        }
    }

    /// Whether the moves at the root are tried in the order of the work that they took.
    fn orders_root_by_work(&self) -> bool {
        self.techniques.root_order && self.numbers.root_by_work > 0
    }

    /// The moves at the root: what was best before, then those that took the most work to refute.
    #[cold]
    fn root_picker(&self, first: Option<Move>) -> Picker {
        let mut order: Vec<_> = self.root_moves.iter().collect();
        order.sort_by_key(|root| (Some(root.chosen) != first, std::cmp::Reverse(root.nodes)));
        Picker::given(order.into_iter().map(|root| root.chosen))
    }

    /// Whether a move at the root is to be looked at.
    pub(super) fn is_wanted(&self, chosen: Move) -> bool {
        self.root_moves.iter().any(|root| root.chosen == chosen && !root.shown)
    }

    pub(super) fn note_root(&mut self, chosen: Move, nodes: u64, score: Score, is_best: bool) {
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.chosen == chosen) {
            root.nodes += nodes;
        }
        if is_best {
            self.root_best = Some((chosen, score));
        }
    }
}

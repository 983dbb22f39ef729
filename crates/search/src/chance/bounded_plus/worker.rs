//! The body of bounded alpha-beta in contract form; `bounded_plus.rs` says what it does and why.

use secateur_game::{Chance, Game, Player, Stochastic, Turn};
use secateur_value::{Bounds, Chain, Mean, Real, Toward, Window};

use super::BoundedPlus;
use super::lottery::Lottery;
use super::node::{Asked, Node};
use super::share::{Choice, Share};
use super::together::Teamwork;
use crate::chance::weighing::Weighing;
use crate::injected::{self, Bug};
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::oracle::expectimax::{reach, reaches};
use crate::question::answer::{Counts, Enclosed};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::question::ordering::Order;
use crate::question::principal_line::PrincipalLine;
use crate::question::side::{MaxSide, MinSide, Side};

/// What all workers of a search have alike.
pub(super) struct Means<'w, G, H, M, O> {
    pub(super) game: &'w G,
    pub(super) horizon: &'w H,
    pub(super) memory: &'w M,
    pub(super) order: O,
    pub(super) policies: BoundedPlus,
}

/// One thread's search.
pub(super) struct BoundedWorker<'w, G: Game, H, M, O, B, P> {
    /// Whether and how positions are shared with other threads.
    pub(super) mode: P,
    pub(super) game: &'w G,
    pub(super) horizon: &'w H,
    pub(super) memory: &'w M,
    pub(super) order: O,
    pub(super) observer: &'w mut B,
    pub(super) budget: Budget<'w>,
    pub(super) policies: BoundedPlus,
    pub(super) counts: Counts,
    pub(super) line: PrincipalLine<G::Move>,
    pub(super) interrupted: Option<Interrupt>,
    /// The choices of all open positions, one after the other, so that nothing is allocated on the way.
    pub(super) choices: Vec<Choice<G::Move>>,
}

impl<'w, G, H, M, O, B, P> BoundedWorker<'w, G, H, M, O, B, P>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G>,
    B: Observer<G>,
    P: Teamwork<G, H, M, O, B>,
{
    pub(super) fn new(mode: P, means: Means<'w, G, H, M, O>, observer: &'w mut B, budget: Budget<'w>) -> Self {
        let Means { game, horizon, memory, order, policies } = means;
        let (counts, line, choices) = (Counts::default(), PrincipalLine::new(), Vec::new());
        let interrupted = None;
        Self { mode, game, horizon, memory, order, observer, budget, policies, counts, line, interrupted, choices }
    }

    /// Searches the root with ε, or with larger errors first.
    pub(super) fn narrowed(&mut self, root: &G::Position, window: Window<Real>, depth: u32) -> Enclosed<G::Move> {
        /// How many times smaller the error is in each round.
        const ROUND: f64 = 4.0;
        let mut bounds = self.game.promised(root);
        let mut line = Vec::new();
        let width = bounds.upper.minus(bounds.lower, Toward::Up).get();
        let mut error = self.policies.epsilon.real();
        if self.policies.narrowing && width.is_finite() {
            error = error.max(Real::new(width / ROUND).unwrap_or(error));
        }
        loop {
            let asked = Asked { window, error, depth, ply: 0, lined: true };
            if B::LISTENS {
                let limit = (depth < u32::MAX).then_some(depth);
                self.observer.pass(self.game, limit, Beyond::both(self.horizon.promises()));
            }
            let found = self.visit(&mut root.clone(), None, asked, false);
            // An estimate may contradict a promise; the promise is right, and only narrows what holds.
            bounds = found.clamped_to(&bounds);
            if self.interrupted.is_none() || line.is_empty() {
                line = self.line.at(0).to_vec();
            }
            if self.interrupted.is_some() || error <= self.policies.epsilon.real() {
                break;
            }
            let next = Real::new(error.get() / ROUND).unwrap_or(Real::ZERO);
            // The last round is not worth a round of its own if it is near.
            error = if next.get() < self.policies.epsilon.get() * 2.0 || next.get() < width * 1e-9 {
                self.policies.epsilon.real()
            } else {
                next
            };
        }
        let counts = Counts { visits: self.counts.visits + self.budget.spent(), ..self.counts };
        Enclosed { bounds, interrupted: self.interrupted, line, proved: 0, counts }
    }

    /// Looks at a position. `probe` says to look at no more than one of its moves.
    ///
    /// Inlined where a move is made, so that what is over is settled without a call: most positions are.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        asked: Asked,
        probe: bool,
    ) -> Bounds<Real> {
        if let Err(why) = self.budget.spend() {
            self.interrupted = Some(why);
            // Whatever this row says belongs to another position.
            self.line.clear(asked.ply);
            return self.game.promised(position);
        }
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &asked.window);
        }
        match self.game.turn(position) {
            Turn::Over(value) => {
                let bounds = Bounds::exact(value);
                if B::LISTENS {
                    self.observer.leave(self.game, position, &bounds, Left::Over);
                }
                if asked.lined {
                    self.line.clear(asked.ply);
                }
                bounds
            }
            turn => self.think(position, turn, asked, probe),
        }
    }

    /// A position that is not over.
    #[inline(never)]
    fn think(
        &mut self,
        position: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        asked: Asked,
        probe: bool,
    ) -> Bounds<Real> {
        if asked.lined {
            self.line.clear(asked.ply);
        }
        let (bounds, left) = self.know_or_look(position, turn, asked, probe);
        if B::LISTENS {
            let left = if self.interrupted.is_some() { Left::Interrupted } else { left };
            self.observer.leave(self.game, position, &bounds, left);
        }
        bounds
    }

    /// What is known already, then the moves or outcomes.
    #[inline(always)]
    fn know_or_look(
        &mut self,
        position: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        asked: Asked,
        probe: bool,
    ) -> (Bounds<Real>, Left) {
        if asked.depth == 0 {
            self.counts.horizon += 1;
            let end = |end| self.horizon.value(self.game, position, end);
            return (Bounds::new(end(End::Lower), end(End::Upper)), Left::Horizon);
        }
        let mut promised = self.game.bounds(position);
        if !M::REMEMBERS {
            return self.look(position, turn, asked, probe, promised, None).0;
        }
        let key = self.memory.key(self.game, position);
        let recalled = self.memory.recall(key);
        let mut known = None;
        let mut hint = None;
        // Whether a depth limit had a say in what is known.
        let mut limited = false;
        if let Some(recalled) = recalled {
            hint = recalled.hint;
            if reaches(recalled.reach, asked.depth) {
                limited = recalled.reach != Reach::End;
                self.counts.horizon += u64::from(limited);
                known = Some(recalled.bounds);
                let bounds = recalled.bounds.clamped_to(&promised);
                // At the root a move is wanted, not only a value.
                if asked.ply > 0 {
                    if asked.is_answered(bounds.lower, bounds.upper) {
                        self.counts.recalled += 1;
                        return (bounds, Left::Known);
                    }
                    promised = bounds;
                }
            }
        }
        let (visits, horizon) = (self.budget.spent(), self.counts.horizon);
        let ((bounds, left), best) = self.look(position, turn, asked, probe, promised, hint);
        if self.interrupted.is_none() {
            let found = Recalled {
                bounds: known.map_or(bounds, |known| bounds.clamped_to(&known)),
                reach: if limited || self.counts.horizon > horizon { reach(asked.depth) } else { Reach::End },
                hint: best.or(hint),
            };
            self.memory.remember(key, &found, self.budget.spent() - visits);
        }
        (bounds, left)
    }

    #[inline(always)]
    fn look(
        &mut self,
        position: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        asked: Asked,
        probe: bool,
        promised: Bounds<Real>,
        hint: Option<u8>,
    ) -> ((Bounds<Real>, Left), Option<u8>) {
        self.counts.expanded += 1;
        match turn {
            Turn::Over(value) => ((Bounds::exact(value), Left::Over), None),
            Turn::Max => self.choose::<MaxSide>(position, asked, probe, promised, hint),
            Turn::Min => self.choose::<MinSide>(position, asked, probe, promised, hint),
            Turn::Chance(chance) => (self.weigh(chance, position, asked, promised), None),
            Turn::Both(never) => match never {},
        }
    }

    /// A player's turn.
    fn choose<S: Side>(
        &mut self,
        position: &mut G::Position,
        asked: Asked,
        probe: bool,
        promised: Bounds<Real>,
        hint: Option<u8>,
    ) -> ((Bounds<Real>, Left), Option<u8>) {
        let (judged, moves) = self.order.judge(self.game, position);
        let promised = if O::EXPERT { judged.clamped_to(&promised) } else { promised };
        let moves = self.order.arrange(self.game, position, moves, asked.ply, hint);
        let mut node = Node::new::<S>(promised);
        if self.mode.shares(&asked) && !probe {
            let cut = self.choose_together::<S>(position, asked, moves, &mut node);
            return (self.left::<S>(&node, cut), node.best_number);
        }
        if M::REMEMBERS && self.policies.sort && !probe {
            let start = self.choices.len();
            self.sorted::<S>(position, asked, moves);
            let cut = self.try_sorted::<S>(position, asked, start, &mut node);
            self.choices.truncate(start);
            return (self.left::<S>(&node, cut), node.best_number);
        }
        let mut moves = moves.peekable();
        let mut cut = false;
        while let Some((number, chosen)) = moves.next() {
            let known = self.after(position, chosen, node.ask::<S>(&asked), false);
            let improves = node.take::<S>(number, known);
            self.tell_so_far::<S>(position, &asked, &node);
            if improves && asked.lined {
                self.line.raise(asked.ply, chosen, true);
            }
            cut = self.interrupted.is_some() || (moves.peek().is_some() && (probe || node.is_enough::<S>(&asked)));
            if cut {
                if !probe {
                    self.order.cut_by(self.game, position, asked.ply, asked.depth, chosen);
                }
                if B::LISTENS {
                    moves.for_each(|(_, skipped)| self.observer.skip(self.game, position, Step::One(skipped)));
                }
                break;
            }
        }
        (self.left::<S>(&node, cut), node.best_number)
    }

    /// The first move alone, and the rest together with other threads. Says whether some were left out.
    #[cold]
    fn choose_together<S: Side>(
        &mut self,
        position: &mut G::Position,
        asked: Asked,
        moves: impl Iterator<Item = (u8, G::Move)>,
        node: &mut Node,
    ) -> bool {
        let start = self.choices.len();
        if M::REMEMBERS && self.policies.sort {
            self.sorted::<S>(position, asked, moves);
        } else {
            self.choices.extend(moves.map(|(number, chosen)| Choice::new(1, chosen, Bounds::ANY, number)));
        }
        let listed: Vec<_> = self.choices.drain(start..).map(|choice| (choice.number, choice.chosen)).collect();
        let Some((&(number, chosen), rest)) = listed.split_first() else { return true };
        let known = self.after(position, chosen, node.ask::<S>(&asked), false);
        if node.take::<S>(number, known) && asked.lined {
            self.line.raise(asked.ply, chosen, true);
        }
        if self.interrupted.is_some() || rest.is_empty() || node.is_enough::<S>(&asked) {
            return self.interrupted.is_some() || !rest.is_empty();
        }
        let mode = self.mode;
        mode.share_moves::<S>(self, position, asked, node, rest)
    }

    /// The bounds with which a player's turn is left.
    #[inline(always)]
    fn left<S: Side>(&mut self, node: &Node, cut: bool) -> (Bounds<Real>, Left) {
        // What a limit interrupts is not a cut.
        self.counts.cutoffs += u64::from(cut && self.interrupted.is_none());
        (node.bounds::<S>(cut), if cut { Left::Cut } else { Left::Done })
    }

    /// Plays, visits and takes back.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        position: &mut G::Position,
        chosen: G::Move,
        asked: Asked,
        probe: bool,
    ) -> Bounds<Real> {
        let undo = self.game.play(position, chosen);
        let found = self.visit(position, Some(chosen), asked, probe);
        self.game.undo(position, undo);
        found
    }

    /// Lists the moves with what the table knows about them, the most promising first.
    fn sorted<S: Side>(
        &mut self,
        position: &mut G::Position,
        asked: Asked,
        moves: impl Iterator<Item = (u8, G::Move)>,
    ) {
        let start = self.choices.len();
        for (number, chosen) in moves {
            let undo = self.game.play(position, chosen);
            let known = match self.game.turn(position) {
                // What is over costs no more than this look, and is counted when it is visited.
                Turn::Over(_) => Bounds::ANY,
                _ => self.known(position, asked.depth - 1),
            };
            self.game.undo(position, undo);
            self.choices.push(Choice::new(1, chosen, known, number));
        }
        // Stable, so that what the table does not tell apart stays in the order's order.
        self.choices[start..].sort_by(|a, b| match S::PLAYER {
            Player::Max => (b.known.lower, b.known.upper).cmp(&(a.known.lower, a.known.upper)),
            Player::Min => (a.known.upper, a.known.lower).cmp(&(b.known.upper, b.known.lower)),
        });
    }

    /// What the table knows about a position that is not over.
    #[inline]
    fn known(&mut self, position: &G::Position, depth: u32) -> Bounds<Real> {
        match self.memory.recall(self.memory.key(self.game, position)) {
            Some(recalled) if recalled.reach == Reach::End => recalled.bounds,
            Some(recalled) if depth > 0 && reaches(recalled.reach, depth) => {
                self.counts.horizon += 1; // a depth limit has a say in what follows from this
                recalled.bounds
            }
            _ => Bounds::ANY,
        }
    }

    /// Tries the listed moves, unless the table answers for them. Says whether some were left out.
    fn try_sorted<S: Side>(&mut self, position: &mut G::Position, asked: Asked, start: usize, node: &mut Node) -> bool {
        let end = self.choices.len();
        let mut told = Node::new::<S>(node.promised);
        for place in start..end {
            let Choice { number, chosen, known, .. } = self.choices[place];
            if told.take::<S>(number, known) && asked.lined {
                self.line.set(asked.ply, &[chosen]);
            }
        }
        let Bounds { lower, upper } = told.bounds::<S>(false);
        if asked.is_answered(lower, upper) {
            *node = told;
            return false;
        }
        node.near = told.near;
        for place in start..end {
            let Choice { number, chosen, .. } = self.choices[place];
            let known = self.after(position, chosen, node.ask::<S>(&asked), false);
            let improves = node.take::<S>(number, known);
            self.tell_so_far::<S>(position, &asked, node);
            if improves && asked.lined {
                self.line.raise(asked.ply, chosen, true);
            }
            if self.interrupted.is_some() || (place + 1 < end && node.is_enough::<S>(&asked)) {
                self.order.cut_by(self.game, position, asked.ply, asked.depth, chosen);
                if B::LISTENS {
                    for left_out in place + 1..end {
                        self.observer.skip(self.game, position, Step::One(self.choices[left_out].chosen));
                    }
                }
                return true;
            }
        }
        false
    }

    /// A chance turn.
    fn weigh(
        &mut self,
        chance: G::Chance,
        position: &mut G::Position,
        asked: Asked,
        promised: Bounds<Real>,
    ) -> (Bounds<Real>, Left) {
        // A game that is not over has an outcome; one that breaks this law is worth what it promises.
        let Some(range) = chance.range(self.game, position) else { return (promised, Left::Known) };
        let start = self.choices.len();
        let mut total = 0u64;
        for (weight, chosen) in chance.outcomes(self.game, position) {
            total += weight;
            self.choices.push(Choice::new(weight, chosen, range, 0));
        }
        if self.policies.likely_first {
            self.choices[start..].sort_by_key(|choice| std::cmp::Reverse(choice.weight));
        }
        let share = Share::new(asked.error, range, total, &mut self.choices[start..], self.policies.skip);
        let mean = Weighing::new(total, self.choices.len() - start, range);
        let scaled = mean.ask(asked.window, asked.error);
        let window = if self.policies.windows || asked.error == Real::ZERO {
            scaled
        } else {
            // Algorithm 1's: each outcome gets back the error that is taken from the window here.
            let Window { alpha, beta } = asked.window;
            let tight = Window::new(alpha.minus(asked.error, Toward::Down), beta.plus(asked.error, Toward::Up));
            mean.ask(tight, asked.error)
        };
        let mut lottery = Lottery { start, mean, asked: scaled, window, share };
        let probed = self.policies.probe && self.probe(position, asked, &mut lottery);
        let cut = probed || self.weigh_listed(position, asked, &mut lottery);
        let mut bounds = Mean::of(self.choices[start..].iter().map(|choice| (choice.weight, choice.known)));
        if injected::is(Bug::Rounding) && !bounds.is_exact() {
            bounds.lower = bounds.lower.next_up(); // as if it had been rounded to the nearest number
        }
        self.choices.truncate(start);
        self.counts.cutoffs += u64::from(cut && self.interrupted.is_none());
        (bounds.clamped_to(&promised), if cut { Left::Cut } else { Left::Done })
    }

    /// Looks at the listed outcomes until the question is answered. Says whether some were left out.
    fn weigh_listed(&mut self, position: &mut G::Position, asked: Asked, lottery: &mut Lottery) -> bool {
        let (mode, start, end) = (self.mode, lottery.start, self.choices.len());
        // First those that are not to be left out; the others only if that was not enough after all.
        for skipped in [false, true] {
            if skipped && lottery.share.left_out == 0 {
                break;
            }
            for place in start..end {
                let outcome = self.choices[place];
                if outcome.skipped != skipped || outcome.done {
                    continue;
                }
                let found = self.after(position, outcome.chosen, lottery.ask(&self.policies, &outcome, &asked), false);
                self.choices[place] = lottery.take(outcome, found);
                self.tell_mean(position, &asked, start);
                let more = lottery.share.looked_at < end - start;
                if self.interrupted.is_some() || (more && lottery.mean.is_answer(&lottery.asked)) {
                    if B::LISTENS {
                        self.tell_skipped(position, start);
                    }
                    return true;
                }
                if !skipped && more && mode.shares(&asked) && mode.share_outcomes(self, position, asked, lottery) {
                    return true;
                }
            }
        }
        false
    }

    /// Looks at one move of every outcome in which a player is to move. Says whether that answered the question.
    fn probe(&mut self, position: &mut G::Position, asked: Asked, lottery: &mut Lottery) -> bool {
        for place in lottery.start..self.choices.len() {
            let outcome = self.choices[place];
            if outcome.skipped || self.interrupted.is_some() {
                continue;
            }
            let undo = self.game.play(position, outcome.chosen);
            if self.game.turn(position).player().is_some() {
                let asked = lottery.ask(&self.policies, &outcome, &asked);
                let found = self.visit(position, Some(outcome.chosen), asked, true);
                self.choices[place].known = lottery.improve(&outcome, found);
            }
            self.game.undo(position, undo);
            self.tell_mean(position, &asked, lottery.start);
            if lottery.mean.is_answer(&lottery.asked) {
                return true;
            }
        }
        false
    }

    /// Tells the observer, where there is one, what the moves that were tried show.
    #[inline(always)]
    fn tell_so_far<S: Side>(&mut self, position: &G::Position, asked: &Asked, node: &Node) {
        if asked.ply == 0 {
            self.say(node.bounds::<S>(true));
        }
        if B::LISTENS {
            let next = if asked.depth == 0 { *asked } else { node.ask::<S>(asked) };
            self.observer.learn(self.game, position, &node.bounds::<S>(true), &next.window);
        }
    }

    /// Tells whoever watches what is proved about the root.
    #[cold]
    #[inline(never)]
    fn say(&self, shown: Bounds<Real>) {
        if self.horizon.promises() {
            self.budget.meter().prove(|| shown);
        }
    }

    /// Tells the observer, where there is one, what is known of the mean of the listed outcomes.
    #[inline(always)]
    fn tell_mean(&mut self, position: &G::Position, asked: &Asked, start: usize) {
        if B::LISTENS {
            let listed = &self.choices[start..];
            let mean = Mean::of(listed.iter().map(|choice| (choice.weight, choice.known)));
            self.observer.learn(self.game, position, &mean, &asked.window);
        }
    }

    /// Tells the observer which outcomes were not looked at.
    #[cold]
    fn tell_skipped(&mut self, position: &G::Position, start: usize) {
        for place in start..self.choices.len() {
            if !self.choices[place].done {
                self.observer.skip(self.game, position, Step::One(self.choices[place].chosen));
            }
        }
    }
}

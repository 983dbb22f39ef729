//! One position after the other: what is asked about it, what is known already, and which body looks at it.
//!
//! A position is asked with a window `(α, β)` and an error `e`, and answered with bounds `[L, U]` that always hold and satisfy one
//! of `U ≤ α`, `L ≥ β`, `U − L ≤ e`. Small positions are looked at plainly and leave nothing in the memory (`plain.rs`); above
//! them the children with the largest share of the gap are asked first (`narrow.rs`), or all in turn where that is cheaper.
//!
//! A limit does not unwind the recursion. Once one is hit every further visit returns what the game promises, so the positions
//! on the way up still combine all that was found into bounds that hold.

use std::time::Instant;

use secateur_game::{Game, Random, Turn};
use secateur_value::{Bounds, Real, Window};

use super::effort::{Effort, PROGRAM};
use super::notes::Notes;
use crate::joint::kernel::Kernel;
use crate::joint::told;
use crate::joint::walk::{mixed, noise};
use crate::question::answer::Counts;
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt};
use crate::question::observe::{Left, Observer, Step};
use crate::{Stop, Strategies};

/// Of the error that a position may leave, the part that its children may: the rest pays for rounding on the way up. So the
/// error that is good enough grows towards the root.
pub(super) const SHARED: f64 = 1.0 - 1.0 / 512.0;

/// A question about a position on the way down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    /// What lies outside need not be told apart.
    pub(super) window: Window<Real>,
    /// How far apart the bounds of the answer may be; more than 0.
    pub(super) error: f64,
    /// Turns ahead in which somebody chooses, at most.
    pub(super) depth: u32,
    /// Moves and outcomes from the root.
    pub(super) ply: u32,
}

impl Ask {
    /// Another question, one move later.
    #[inline]
    pub(super) fn below(&self, window: Window<Real>, error: f64) -> Self {
        Self { window, error, depth: self.depth - 1, ply: self.ply + 1 }
    }

    /// Another question, about an outcome of chance: nobody chose, so no depth is spent.
    #[inline]
    pub(super) fn after_chance(&self, window: Window<Real>, error: f64) -> Self {
        Self { window, error, ply: self.ply + 1, ..*self }
    }

    /// Whether these bounds are an answer.
    #[inline]
    pub(super) fn is_answered(&self, known: Bounds<Real>) -> bool {
        known.width() <= self.error || known.lower >= self.window.beta || known.upper <= self.window.alpha
    }

    #[inline]
    pub(super) fn is_root(&self) -> bool {
        self.ply == 0
    }
}

/// A child of a position that is being looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<T> {
    pub(super) chosen: T,
    pub(super) weight: u64,
    pub(super) known: Bounds<Real>,
    /// Whether asking again would show nothing.
    pub(super) settled: bool,
}

/// Bounds of the cells of the matrices on the way down, one matrix after the other, and what guides the choice among them.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
    /// How often each was asked; [`SETTLED`](super::narrow::SETTLED) where asking again would show nothing.
    pub(super) asked: Vec<u8>,
    /// The mixtures of rows and columns that chose the last cell.
    pub(super) mixtures: Vec<f64>,
}

impl Cells {
    #[inline]
    pub(super) fn push(&mut self, cell: Bounds<Real>) {
        self.lower.push(cell.lower.get());
        self.upper.push(cell.upper.get());
    }

    /// What is known of the cell at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> Bounds<Real> {
        Bounds::of(self.lower[place], self.upper[place])
    }
}

/// One worker's search.
pub(super) struct EngineWalk<'w, G: Game<Value = Real>, H, N, B> {
    pub(super) game: &'w G,
    pub(super) horizon: &'w H,
    pub(super) notes: &'w N,
    pub(super) observer: &'w mut B,
    pub(super) budget: Budget<'w>,
    pub(super) counts: Counts,
    pub(super) kernel: Kernel,
    /// The children of all open positions in which one player or chance moves.
    pub(super) children: Vec<Child<G::Move>>,
    /// The matrices of all open positions in which both move.
    pub(super) cells: Cells,
    /// The rows and columns of these matrices.
    pub(super) moves: Vec<G::Move>,
    pub(super) stopped: Option<Stop>,
    /// Whether the position whose moves were looked at last was left by a cut.
    pub(super) was_cut: bool,
    /// Intervals of at most this width are as good as numbers: rounding alone makes them.
    pub(super) noise: f64,
    /// What small positions cost, by how far from the root they are.
    pub(super) effort: Effort,
    /// Whether other threads fill the same memory.
    has_company: bool,
    /// What makes this thread go another way than the first one, which has none.
    pub(super) whim: Option<Random>,
    /// What was said about the root: nothing wider is said later.
    pub(super) told: Bounds<Real>,
    /// What the players should do at the root.
    pub(super) strategies: Strategies<G::Move>,
}

impl<'w, G, H, N, B> EngineWalk<'w, G, H, N, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    N: Notes<G>,
    B: Observer<G>,
{
    pub(super) fn new(
        game: &'w G,
        position: &G::Position,
        (horizon, notes, observer): (&'w H, &'w N, &'w mut B),
        budget: Budget<'w>,
        effort: Effort,
    ) -> Self {
        Self {
            game,
            horizon,
            notes,
            observer,
            budget,
            counts: Counts::default(),
            kernel: Kernel::new(),
            children: Vec::new(),
            cells: Cells::default(),
            moves: Vec::new(),
            stopped: None,
            was_cut: false,
            noise: noise(&game.promised(position)).get(),
            effort,
            has_company: false,
            whim: None,
            told: Bounds::ANY,
            strategies: Strategies::default(),
        }
    }

    /// Says that this is one of several threads, and which.
    pub(super) fn goes_along(&mut self, number: usize) {
        self.has_company = true;
        self.whim = (number > 0).then(|| Random::new(number as u64));
    }

    /// By how much to favour one of several children: alike for all in the first thread.
    #[inline]
    pub(super) fn favour(whim: &mut Option<Random>) -> f64 {
        whim.as_mut().map_or(1.0, |random| 0.5 + 0.5 * random.unit())
    }

    /// Bounds of a position, about which nothing is known yet. Ends of the game, which most positions are, are done with here.
    #[inline]
    pub(super) fn visit(&mut self, node: &mut G::Position, step: Option<Step<G::Move>>, ask: &Ask) -> Bounds<Real> {
        if !self.budget.spend_drawn() && !self.may_go_on() {
            return self.game.promised(node);
        }
        self.tell_entered(node, step, &ask.window);
        match self.game.turn(node) {
            Turn::Over(value) => {
                self.tell_left(node, &Bounds::exact(value), Left::Over);
                Bounds::exact(value)
            }
            turn => self.look(node, turn, ask),
        }
    }

    /// Tells the observer, where there is one, that a position is looked at.
    #[inline(always)]
    fn tell_entered(&mut self, node: &G::Position, step: Option<Step<G::Move>>, window: &Window<Real>) {
        if B::LISTENS {
            self.observer.enter(self.game, node, step, window);
        }
    }

    /// Tells the observer, where there is one, that a position is left.
    #[inline(always)]
    fn tell_left(&mut self, node: &G::Position, bounds: &Bounds<Real>, left: Left) {
        if B::LISTENS {
            let left = if self.stopped.is_some() { Left::Interrupted } else { left };
            self.observer.leave(self.game, node, bounds, left);
        }
    }

    /// Tells the observer, where there is one, what is known of a position while its children are looked at.
    #[inline(always)]
    pub(super) fn tell_so_far(&mut self, node: &G::Position, known: &Bounds<Real>, window: &Window<Real>) {
        if B::LISTENS {
            self.observer.learn(self.game, node, known, window);
        }
    }

    /// Tells the observer, where there is one, about a cell that lies so high on the stack.
    #[inline(always)]
    pub(super) fn tell_cell(&mut self, node: &G::Position, place: (usize, usize), at: usize) {
        if B::LISTENS {
            let bounds = self.cells.at(at);
            self.observer.cell(self.game, node, place, &bounds);
        }
    }

    /// Tells the observer, where there is one, that a matrix is done with whose cells begin so high on the stack.
    #[inline(always)]
    pub(super) fn tell_matrix(&mut self, node: &G::Position, both: G::Both, base: usize) {
        if B::LISTENS {
            let Self { game, observer, kernel, cells, .. } = self;
            told::tell_matrix(
                *observer,
                (*game, node, both),
                kernel,
                (&cells.lower[base..], &cells.upper[base..]),
                |_, _| true,
            );
        }
    }

    /// Bounds of a position that is not over, by a look at what is known first.
    #[inline(never)]
    fn look(&mut self, node: &mut G::Position, turn: Turn<Real, G::Chance, G::Both>, ask: &Ask) -> Bounds<Real> {
        if ask.depth == 0 {
            let bounds = self.at_the_horizon(node);
            self.tell_left(node, &bounds, Left::Horizon);
            return bounds;
        }
        if ask.is_root() {
            return self.narrow(node, turn, ask, Bounds::ANY, true);
        }
        let mut known = self.game.bounds(node);
        if ask.is_answered(known) {
            self.counts.promised += 1;
            self.tell_left(node, &known, Left::Known);
            return known;
        }
        let remembers = self.remembers(node, ask);
        if remembers {
            known = known.narrowed(&self.notes.find(self.game, node));
            let answered = ask.is_answered(known);
            self.effort.looked_up(ask.ply, answered);
            if answered {
                self.counts.recalled += 1;
                self.tell_left(node, &known, Left::Known);
                return known;
            }
        }
        self.narrow(node, turn, ask, known, remembers)
    }

    /// Asks a child again about which its parent knows this much. It is not over, and the answer is not known.
    pub(super) fn ask_again(
        &mut self,
        node: &mut G::Position,
        step: Step<G::Move>,
        ask: &Ask,
        known: Bounds<Real>,
    ) -> Bounds<Real> {
        if !self.budget.spend_drawn() && !self.may_go_on() {
            return known;
        }
        self.tell_entered(node, Some(step), &ask.window);
        match self.game.turn(node) {
            Turn::Over(value) => {
                self.tell_left(node, &Bounds::exact(value), Left::Over);
                Bounds::exact(value)
            }
            _ if ask.depth == 0 => {
                let bounds = self.at_the_horizon(node);
                self.tell_left(node, &bounds, Left::Horizon);
                bounds
            }
            turn => {
                let remembers = self.remembers(node, ask);
                let mut known = known;
                if remembers && self.has_company {
                    known = known.narrowed(&self.notes.find(self.game, node));
                    if ask.is_answered(known) {
                        self.counts.recalled += 1;
                        return known;
                    }
                }
                self.narrow(node, turn, ask, known, remembers)
            }
        }
    }

    /// What is known of a child, of which this will be asked, without a search, and whether that is all that there is to know.
    #[inline]
    pub(super) fn glance(&mut self, node: &mut G::Position, step: Step<G::Move>, below: &Ask) -> (Bounds<Real>, bool) {
        match self.game.turn(node) {
            Turn::Over(value) => {
                // It counts as looked at, which it is.
                if !self.budget.spend_drawn() && !self.may_go_on() {
                    return (Bounds::exact(value), true);
                }
                self.tell_entered(node, Some(step), &below.window);
                self.tell_left(node, &Bounds::exact(value), Left::Over);
                (Bounds::exact(value), true)
            }
            _ if below.depth == 0 => {
                if !self.budget.spend_drawn() && !self.may_go_on() {
                    return (self.game.promised(node), true);
                }
                let bounds = self.at_the_horizon(node);
                self.tell_entered(node, Some(step), &below.window);
                self.tell_left(node, &bounds, Left::Horizon);
                (bounds, true)
            }
            _ => {
                let mut known = self.game.bounds(node);
                if self.remembers(node, below) {
                    known = known.narrowed(&self.notes.find(self.game, node));
                }
                (known, known.is_exact())
            }
        }
    }

    /// What the horizon says about a position beyond which the search may not look.
    fn at_the_horizon(&mut self, node: &G::Position) -> Bounds<Real> {
        self.counts.horizon += 1;
        let end = |end| self.horizon.value(self.game, node, end);
        Bounds { lower: end(End::Lower), upper: end(End::Upper) }
    }

    /// Whether a position is looked at plainly.
    #[inline]
    fn is_plain(&self, ask: &Ask) -> bool {
        ask.depth <= 1 || self.effort.is_plain(ask.ply)
    }

    /// Whether a position is remembered: because it is asked again and again, or because others come to it, too.
    #[inline]
    fn remembers(&mut self, node: &G::Position, ask: &Ask) -> bool {
        if !N::REMEMBERS || ask.depth <= 1 {
            return false;
        }
        !self.is_plain(ask) || (self.effort.comes_again(ask.ply) && !self.notes.is_passing(self.game, node))
    }

    /// A position about which too little is known.
    fn narrow(
        &mut self,
        node: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        ask: &Ask,
        known: Bounds<Real>,
        remembers: bool,
    ) -> Bounds<Real> {
        let horizon = self.counts.horizon;
        let found = if self.is_plain(ask) {
            self.plainly(node, turn, ask)
        } else if let Some(plainly) = self.effort.trial(ask.ply) {
            let started = Instant::now();
            let found = if plainly { self.plainly(node, turn, ask) } else { self.by_gaps(node, turn, ask, known) };
            self.effort.tried(ask.ply, plainly, started.elapsed());
            found
        } else {
            self.by_gaps(node, turn, ask, known)
        };
        let found = self.reconciled(known, found, horizon);
        // What an estimate had a say in holds for this search alone.
        if remembers && (self.counts.horizon == horizon || self.horizon.promises()) {
            self.notes.keep(self.game, node, found);
        }
        let left = if std::mem::take(&mut self.was_cut) { Left::Cut } else { Left::Done };
        self.tell_left(node, &found, left);
        found
    }

    /// Every child in turn.
    fn plainly(&mut self, node: &mut G::Position, turn: Turn<Real, G::Chance, G::Both>, ask: &Ask) -> Bounds<Real> {
        let before = self.budget.spent() + PROGRAM * self.kernel.calls;
        let found = match turn {
            Turn::Over(value) => Bounds::exact(value),
            Turn::Max => self.each_move::<true>(node, ask),
            Turn::Min => self.each_move::<false>(node, ask),
            Turn::Chance(chance) => self.each_outcome(node, chance, ask),
            Turn::Both(both) => self.each_cell(node, both, ask),
        };
        self.effort.learn(ask.ply, self.budget.spent() + PROGRAM * self.kernel.calls - before);
        found
    }

    /// The child with the largest share of the gap, again and again.
    fn by_gaps(
        &mut self,
        node: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        ask: &Ask,
        known: Bounds<Real>,
    ) -> Bounds<Real> {
        match turn {
            Turn::Over(value) => Bounds::exact(value),
            Turn::Max => self.best_move::<true>(node, ask, known),
            Turn::Min => self.best_move::<false>(node, ask, known),
            Turn::Chance(chance) => self.weightiest_outcome(node, chance, ask, known),
            Turn::Both(both) => self.weightiest_cell(node, both, ask, known),
        }
    }

    /// Whether a child of this position may be left with a wider gap than it will have in the end: what was found inside
    /// is then found again unless it is remembered.
    #[inline]
    pub(super) fn may_stay(&self, ask: &Ask) -> bool {
        ask.depth > 3 && !self.effort.is_plain(ask.ply + 2)
    }

    /// What was found together with what was known; estimates beyond a depth limit may contradict that, and then say more.
    fn reconciled(&self, known: Bounds<Real>, found: Bounds<Real>, horizon: u64) -> Bounds<Real> {
        if self.counts.horizon != horizon && !self.horizon.promises() { found } else { known.narrowed(&found) }
    }

    /// Charges a node for which none was drawn, unless a limit was hit before or is hit now.
    #[cold]
    #[inline(never)]
    pub(super) fn may_go_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = match self.budget.spend() {
                Ok(()) => None,
                Err(Interrupt::Limit(stop)) => Some(stop),
                Err(Interrupt::SiblingCut) => Some(Stop::Cancelled),
            };
        }
        self.stopped.is_none()
    }

    /// Keeps the root's move where one player moves.
    pub(super) fn tell_pure<const MAX: bool>(&mut self, ask: &Ask, chosen: G::Move) {
        if ask.is_root() {
            let sure = vec![(chosen, 1.0)];
            self.strategies =
                if MAX { Strategies { max: sure, min: Vec::new() } } else { Strategies { max: Vec::new(), min: sure } };
        }
    }

    /// Keeps the root's strategies where both move: Max's secures the value of the lower bounds, Min's of the upper ones.
    pub(super) fn tell_mixed(&mut self, base: usize, moves: usize, (rows, columns): (usize, usize)) {
        let (row_moves, column_moves) = self.moves[moves..moves + rows + columns].split_at(rows);
        let end = base + rows * columns;
        let cells = (&self.cells.lower[base..end], &self.cells.upper[base..end]);
        self.strategies = mixed(&mut self.kernel, cells, row_moves, column_moves);
    }
}

/// The sum, to the nearest number: for windows and errors, which decide what to look at and never what is found.
#[inline(always)]
pub(super) fn plus(one: Real, other: f64) -> Real {
    Real::new(one.get() + other).unwrap_or(one)
}

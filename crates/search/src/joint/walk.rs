//! The recursion that all searches of games with simultaneous turns share: over, Max, Min, chance, limits and memory.
//!
//! What differs is a type, [`Matrices`]: what an algorithm does where both players move.
//!
//! A limit does not unwind the recursion with an error. Once it is hit every further visit costs nothing and returns what
//! the game promises, so the positions on the way up still combine all that was found into bounds that hold.

use secateur_game::{Chance, Game, Turn};
use secateur_value::{Bounds, Chain, Mean, Real, Toward, Window};

use super::kernel::Kernel;
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::question::answer::Counts;
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::{Stop, Strategies};

/// What an algorithm does where both players move.
pub(crate) trait Matrices<G: Game<Value = Real>, H, M>: Sized {
    /// Whether a position whose bounds answer the question is left without a look at its moves.
    const USES_WINDOW: bool;

    /// Bounds of a position in which both players move, enough for the window that is asked about, and why it is left.
    fn both<B: Observer<G>>(
        walk: &mut JointWalk<'_, G, H, M, Self, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left);
}

/// A question about a position on the way down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    /// What lies outside need not be told apart.
    pub(crate) window: Window<Real>,
    /// How far apart the bounds of the answer may be.
    pub(crate) error: Real,
    /// Turns ahead in which somebody chooses, at most.
    pub(crate) depth: u32,
    /// Whether this is the position that the whole search is about.
    pub(crate) root: bool,
}

impl Ask {
    /// The same question one move later, with another window.
    #[inline]
    pub(crate) fn below(self, window: Window<Real>) -> Self {
        Self { window, depth: self.depth - 1, root: false, ..self }
    }

    /// The same question after an outcome of chance, about which everything matters: nobody chose, so no depth is spent.
    #[inline]
    fn after_chance(self) -> Self {
        Self { window: Window::OPEN, root: false, ..self }
    }
}

/// One worker's search.
pub(crate) struct JointWalk<'w, G: Game<Value = Real>, H, M, A, B> {
    pub(crate) game: &'w G,
    pub(crate) horizon: &'w H,
    pub(crate) memory: &'w M,
    pub(crate) observer: &'w mut B,
    pub(crate) budget: Budget<'w>,
    pub(crate) counts: Counts,
    pub(crate) kernel: Kernel,
    /// The cells of the matrices on the way down, one matrix after the other.
    pub(crate) cells: Cells,
    /// Which limit was hit.
    pub(crate) stopped: Option<Stop>,
    /// Intervals of at most this width are as good as numbers: rounding alone makes them.
    pub(crate) noise: Real,
    /// What the players should do at the root.
    pub(crate) strategies: Strategies<G::Move>,
    pub(crate) algorithm: A,
}

/// A stack of matrices: a lower and an upper bound for every cell.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    pub(crate) lower: Vec<f64>,
    pub(crate) upper: Vec<f64>,
    /// Whether nothing more is to be learnt about a cell; only algorithms that come back to cells keep track.
    pub(crate) settled: Vec<bool>,
}

impl Cells {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.lower.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, cell: Bounds<Real>) {
        self.lower.push(cell.lower.get());
        self.upper.push(cell.upper.get());
    }

    /// What is known of the cell at a place.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Bounds<Real> {
        Bounds::of(self.lower[place], self.upper[place])
    }

    #[inline]
    pub(crate) fn set(&mut self, place: usize, cell: Bounds<Real>) {
        (self.lower[place], self.upper[place]) = (cell.lower.get(), cell.upper.get());
    }

    #[inline]
    pub(crate) fn push_tracked(&mut self, cell: Bounds<Real>, settled: bool) {
        self.push(cell);
        self.settled.push(settled);
    }

    #[inline]
    pub(crate) fn truncate(&mut self, length: usize) {
        self.lower.truncate(length);
        self.upper.truncate(length);
        self.settled.truncate(length);
    }
}

impl<'w, G, H, M, A, B> JointWalk<'w, G, H, M, A, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    A: Matrices<G, H, M>,
    B: Observer<G>,
{
    pub(crate) fn new(
        game: &'w G,
        position: &G::Position,
        (horizon, memory, observer): (&'w H, &'w M, &'w mut B),
        meter: &'w Meter,
        algorithm: A,
    ) -> Self {
        Self {
            game,
            horizon,
            memory,
            observer,
            budget: Budget::new(meter, None),
            counts: Counts::default(),
            kernel: Kernel::new(),
            cells: Cells::default(),
            stopped: None,
            noise: noise(&game.promised(position)),
            strategies: Strategies::default(),
            algorithm,
        }
    }

    /// Bounds of a position.
    ///
    /// Most positions of a tree are ends of the game: those are done with here, inside the loop of whoever asks. Only the
    /// rest need a call.
    #[inline]
    pub(crate) fn visit(&mut self, node: &mut G::Position, step: Option<Step<G::Move>>, ask: &Ask) -> Bounds<Real> {
        if !self.budget.spend_drawn() && !self.may_go_on() {
            return self.game.promised(node);
        }
        if B::LISTENS {
            self.observer.enter(self.game, node, step, &ask.window);
        }
        match self.game.turn(node) {
            Turn::Over(value) => {
                if B::LISTENS {
                    self.observer.leave(self.game, node, &Bounds::exact(value), Left::Over);
                }
                Bounds::exact(value)
            }
            turn => self.expand(node, turn, ask),
        }
    }

    /// Bounds of the position that the search is about.
    pub(crate) fn visit_root(&mut self, root: &G::Position, ask: &Ask) -> Bounds<Real> {
        let depth = (ask.depth < u32::MAX).then_some(ask.depth);
        self.observer.pass(self.game, depth, Beyond::both(self.horizon.promises()));
        self.visit(&mut root.clone(), None, ask)
    }

    /// Charges a node for which none was drawn, unless a limit was hit before or is hit now.
    #[cold]
    #[inline(never)]
    fn may_go_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = match self.budget.spend() {
                Ok(()) => None,
                Err(Interrupt::Limit(stop)) => Some(stop),
                Err(Interrupt::SiblingCut) => Some(Stop::Cancelled),
            };
        }
        self.stopped.is_none()
    }

    /// Bounds of a position that is not over.
    #[inline(never)]
    fn expand(&mut self, node: &mut G::Position, turn: Turn<Real, G::Chance, G::Both>, ask: &Ask) -> Bounds<Real> {
        let (bounds, left) = self.know_or_look(node, turn, *ask);
        if B::LISTENS {
            let left = if self.stopped.is_some() { Left::Interrupted } else { left };
            self.observer.leave(self.game, node, &bounds, left);
        }
        bounds
    }

    /// What is known already, then the moves.
    #[inline(always)]
    fn know_or_look(
        &mut self,
        node: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        if ask.depth == 0 {
            self.counts.horizon += 1;
            let end = |end| self.horizon.value(self.game, node, end);
            return (Bounds { lower: end(End::Lower), upper: end(End::Upper) }, Left::Horizon);
        }
        let mut known = self.game.bounds(node);
        let key = self.memory.key(self.game, node);
        if M::REMEMBERS
            && let Some(Recalled { bounds, reach: Reach::End, .. }) = self.memory.recall(key)
        {
            known = known.narrowed(&bounds);
            if !ask.root && self.is_enough(&known, ask) {
                self.counts.recalled += 1;
                return (known, Left::Known);
            }
        } else if A::USES_WINDOW && !ask.root && self.is_enough(&known, ask) {
            self.counts.promised += 1;
            return (known, Left::Known);
        }
        let horizon_before = self.counts.horizon;
        let (found, left) = match turn {
            Turn::Over(value) => (Bounds::exact(value), Left::Over),
            Turn::Max => self.best::<true>(node, ask),
            Turn::Min => self.best::<false>(node, ask),
            Turn::Chance(chance) => (self.mean(node, chance, ask), Left::Done),
            Turn::Both(both) => A::both(self, node, both, ask),
        };
        // Estimates beyond a depth limit may contradict what is known.
        if self.counts.horizon != horizon_before && !self.horizon.promises() {
            return (found, left);
        }
        if found.lower > known.upper || found.upper < known.lower {
            contradiction(&known, &found, self.noise, node);
        }
        // Where rounding contradicts what is known, that is right.
        let found = found.clamped_to(&known);
        if M::REMEMBERS {
            let recalled = Recalled { bounds: found, reach: Reach::End, hint: None };
            self.memory.remember(key, &recalled, 1);
        }
        (found, left)
    }

    /// Whether whoever asked has the answer.
    #[inline]
    pub(crate) fn is_enough(&self, known: &Bounds<Real>, ask: Ask) -> bool {
        known.lower >= ask.window.beta || known.upper <= ask.window.alpha || known.is_within(self.noise.max(ask.error))
    }

    /// Max's best move, or Min's.
    fn best<const MAX: bool>(&mut self, node: &mut G::Position, ask: Ask) -> (Bounds<Real>, Left) {
        self.counts.expanded += 1;
        let mut window = ask.window;
        let mut best: Option<(Bounds<Real>, G::Move)> = None;
        let mut moves = self.game.moves(node);
        while let Some(chosen) = moves.next() {
            let undo = self.game.play(node, chosen);
            let child = self.visit(node, Some(Step::One(chosen)), &ask.below(window));
            self.game.undo(node, undo);
            best = Some(match best {
                None => (child, chosen),
                Some((best, before)) => {
                    let (both, better) = if MAX {
                        (best.join(&child), child.lower > best.lower)
                    } else {
                        (best.meet(&child), child.upper < best.upper)
                    };
                    (both, if better { chosen } else { before })
                }
            });
            let Some((best, _)) = best else { continue };
            let cut = if MAX {
                window.alpha = window.alpha.max(best.lower);
                best.lower >= ask.window.beta
            } else {
                window.beta = window.beta.min(best.upper);
                best.upper <= ask.window.alpha
            };
            // The moves that were not looked at may be better still.
            let so_far =
                if MAX { Bounds { upper: Real::GREATEST, ..best } } else { Bounds { lower: Real::LEAST, ..best } };
            self.tell_so_far(node, &so_far, &window);
            if cut {
                self.counts.cutoffs += 1;
                self.tell_pure::<MAX>(ask, chosen);
                if B::LISTENS {
                    moves.for_each(|skipped| self.observer.skip(self.game, node, Step::One(skipped)));
                }
                return (so_far, Left::Cut);
            }
        }
        match best {
            Some((best, chosen)) => {
                self.tell_pure::<MAX>(ask, chosen);
                (best, Left::Done)
            }
            None => (Bounds::ANY, Left::Done),
        }
    }

    fn tell_pure<const MAX: bool>(&mut self, ask: Ask, chosen: G::Move) {
        if ask.root {
            let sure = vec![(chosen, 1.0)];
            self.strategies =
                if MAX { Strategies { max: sure, min: Vec::new() } } else { Strategies { max: Vec::new(), min: sure } };
        }
    }

    /// The average over what chance may do. Every outcome is asked about with the open window.
    fn mean(&mut self, node: &mut G::Position, chance: G::Chance, ask: Ask) -> Bounds<Real> {
        self.counts.expanded += 1;
        let (mut mean, below) = (Mean::default(), ask.after_chance());
        for (weight, outcome) in chance.outcomes(self.game, node) {
            let undo = self.game.play(node, outcome);
            let child = self.visit(node, Some(Step::One(outcome)), &below);
            self.game.undo(node, undo);
            mean.add(weight, &child);
        }
        mean.bounds()
    }

    /// Keeps both players' strategies at the root, from the bounds of its cells: Max's secures the lower bounds' value,
    /// Min's concedes at most the upper bounds' value.
    pub(crate) fn tell_mixed(&mut self, base: usize, rows: &[G::Move], columns: &[G::Move]) {
        let (lower, upper) = (&self.cells.lower[base..], &self.cells.upper[base..]);
        self.strategies = mixed(&mut self.kernel, (lower, upper), rows, columns);
    }
}

/// Both players' strategies in a matrix of bounds.
pub(crate) fn mixed<T: Copy>(
    kernel: &mut Kernel,
    (lower, upper): (&[f64], &[f64]),
    rows: &[T],
    columns: &[T],
) -> Strategies<T> {
    let solver = &mut kernel.solver;
    let mut strategies = Strategies::default();
    if solver.solve(lower, rows.len(), columns.len()).is_ok() {
        strategies.max = rows.iter().copied().zip(solver.row_strategy().iter().copied()).collect();
    }
    if solver.solve(upper, rows.len(), columns.len()).is_ok() {
        strategies.min = columns.iter().copied().zip(solver.column_strategy().iter().copied()).collect();
    }
    strategies
}

/// Says that a game broke its promise, unless rounding alone did.
///
/// # Panics
///
/// If it did: whatever a search answered then would be false.
#[cold]
pub(crate) fn contradiction<P: std::fmt::Debug>(known: &Bounds<Real>, found: &Bounds<Real>, noise: Real, position: &P) {
    let apart = (found.lower.get() - known.upper.get()).max(known.lower.get() - found.upper.get());
    // The difference of two equal infinities is no number, and no contradiction.
    assert!(
        apart.is_nan() || apart <= noise.get(),
        "the game breaks its promise at {position:?}: {known} is what it promises or what follows from its other promises, and the \
         value is {found}; laws::check_real_values finds such positions"
    );
}

/// What is lost in rounding, in a game whose values lie in this range: far more than rounding ever makes, far less than
/// anybody asks for.
pub(crate) fn noise(promised: &Bounds<Real>) -> Real {
    let magnitude = promised.lower.get().abs().max(promised.upper.get().abs());
    let noise = 1e-11 * if magnitude.is_finite() && magnitude > 0.0 { magnitude } else { 1.0 };
    Real::new(noise).unwrap_or_default()
}

/// What a search may use up of the error that it is allowed: rounding on the way up takes the rest. Without this an answer that was
/// meant to be ε wide is a last digit wider now and then, and then not solved.
pub(crate) fn spared(error: Real, promised: &Bounds<Real>) -> Real {
    error.minus(noise(promised), Toward::Down).max(Real::ZERO)
}

/// The larger of two plain numbers: one instruction, where `f64::max` has to think of NaN.
#[inline(always)]
pub(crate) fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// The smaller of two plain numbers.
#[inline(always)]
pub(crate) fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

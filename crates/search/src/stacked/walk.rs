//! The recursion that all searches of games with simultaneous turns share: over, Max, Min, chance, limits and memory.
//!
//! What differs is a type, [`Matrices`]: what an algorithm does where both players move.
//!
//! A limit does not unwind the recursion with an error. Once it is hit every further visit costs nothing and returns what
//! the game promises, so the positions on the way up still combine all that was found into bounds that hold.

use secateur_game::{Chance, Game, Turn};
use secateur_matrix::Interval;
use secateur_value::{Bounds, Real, Window};

use super::average::Average;
use super::kernel::Kernel;
use crate::answer::Counts;
use crate::horizon::{End, Horizon};
use crate::limits::{Budget, Interrupt, Meter};
use crate::memory::{Memory, Reach, Recalled};
use crate::{Stop, Strategies};

/// The window that no value misses.
pub(crate) const OPEN: Interval = Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

/// What an algorithm does where both players move.
pub(crate) trait Matrices<G: Game<Value = Real>, H, M>: Sized {
    /// Whether a position whose bounds answer the question is left without a look at its moves.
    const USES_WINDOW: bool;

    /// Bounds of a position in which both players move, enough for the window that is asked about.
    fn both(walk: &mut Walk<'_, G, H, M, Self>, node: &mut G::Position, both: G::Both, ask: Ask) -> Interval;
}

/// A question about a position on the way down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    /// What lies below `lower` (α) or above `upper` (β) need not be told apart.
    pub(crate) window: Interval,
    /// How far apart the bounds of the answer may be.
    pub(crate) tolerance: f64,
    /// Moves ahead, at most.
    pub(crate) depth: u32,
    /// Whether this is the position that the whole search is about.
    pub(crate) root: bool,
}

impl Ask {
    /// The same question one move later, with another window.
    #[inline]
    pub(crate) fn below(self, window: Interval) -> Self {
        Self { window, depth: self.depth - 1, root: false, ..self }
    }
}

/// One worker's search.
pub(crate) struct Walk<'w, G: Game<Value = Real>, H, M, A> {
    pub(crate) game: &'w G,
    pub(crate) horizon: &'w H,
    pub(crate) memory: &'w M,
    pub(crate) budget: Budget<'w>,
    pub(crate) counts: Counts,
    pub(crate) kernel: Kernel,
    /// The cells of the matrices on the way down, one matrix after the other.
    pub(crate) cells: Cells,
    /// Which limit was hit.
    pub(crate) stopped: Option<Stop>,
    /// Intervals of at most this width are as good as numbers: rounding alone makes them.
    pub(crate) noise: f64,
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
    pub(crate) fn push(&mut self, cell: Interval) {
        self.lower.push(cell.lower);
        self.upper.push(cell.upper);
    }

    #[inline]
    pub(crate) fn push_tracked(&mut self, cell: Interval, settled: bool) {
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

impl<'w, G, H, M, A> Walk<'w, G, H, M, A>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    A: Matrices<G, H, M>,
{
    pub(crate) fn new(
        game: &'w G,
        position: &G::Position,
        (horizon, memory): (&'w H, &'w M),
        meter: &'w Meter,
        algorithm: A,
    ) -> Self {
        Self {
            game,
            horizon,
            memory,
            budget: Budget::new(meter, None),
            counts: Counts::default(),
            kernel: Kernel::new(),
            cells: Cells::default(),
            stopped: None,
            noise: noise(promised(game, position)),
            strategies: Strategies::default(),
            algorithm,
        }
    }

    /// Bounds of a position.
    ///
    /// Most positions of a tree are ends of the game: those are done with here, inside the loop of whoever asks. Only the
    /// others are worth a call.
    #[inline]
    pub(crate) fn visit(&mut self, node: &mut G::Position, ask: &Ask) -> Interval {
        if !self.budget.spend_drawn() && !self.may_go_on() {
            return promised(self.game, node);
        }
        match self.game.turn(node) {
            Turn::Over(value) => Interval::exact(value.get()),
            turn => self.expand(node, turn, ask),
        }
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
    fn expand(&mut self, node: &mut G::Position, turn: Turn<Real, G::Chance, G::Both>, ask: &Ask) -> Interval {
        let ask = *ask;
        if ask.depth == 0 {
            self.counts.horizon += 1;
            let end = |end| self.horizon.value(self.game, node, end).get();
            return Interval { lower: end(End::Lower), upper: end(End::Upper) };
        }
        let mut known = interval(self.game.bounds(node));
        let key = self.memory.key(self.game, node);
        if M::REMEMBERS
            && let Some(Recalled { bounds, reach: Reach::End, .. }) = self.memory.recall(key)
        {
            known = both_hold(known, interval(bounds));
            if !ask.root && self.is_enough(known, ask) {
                self.counts.recalled += 1;
                return known;
            }
        } else if A::USES_WINDOW && !ask.root && self.is_enough(known, ask) {
            self.counts.promised += 1;
            return known;
        }
        let horizon_before = self.counts.horizon;
        let found = match turn {
            Turn::Over(value) => Interval::exact(value.get()),
            Turn::Max => self.best::<true>(node, ask),
            Turn::Min => self.best::<false>(node, ask),
            Turn::Chance(chance) => self.average(node, chance, ask),
            Turn::Both(both) => A::both(self, node, both, ask),
        };
        // Estimates beyond a depth limit may contradict what is known.
        if self.counts.horizon != horizon_before && !self.horizon.promises() {
            return found;
        }
        let found = both_hold(known, found);
        if M::REMEMBERS {
            let recalled = Recalled { bounds: bounds(found), reach: Reach::End, hint: None };
            self.memory.remember(key, &recalled, 1);
        }
        found
    }

    /// Whether whoever asked has the answer.
    #[inline]
    pub(crate) fn is_enough(&self, known: Interval, ask: Ask) -> bool {
        known.lower >= ask.window.upper
            || known.upper <= ask.window.lower
            || known.upper - known.lower <= self.noise.max(ask.tolerance)
    }

    /// Max's best move, or Min's.
    fn best<const MAX: bool>(&mut self, node: &mut G::Position, ask: Ask) -> Interval {
        self.counts.expanded += 1;
        let mut window = ask.window;
        let mut best: Option<(Interval, G::Move)> = None;
        for chosen in self.game.moves(node) {
            let undo = self.game.play(node, chosen);
            let child = self.visit(node, &ask.below(window));
            self.game.undo(node, undo);
            best = Some(match best {
                None => (child, chosen),
                Some((best, before)) => {
                    let (join, better) = if MAX {
                        let join = Interval { lower: best.lower.max(child.lower), upper: best.upper.max(child.upper) };
                        (join, child.lower > best.lower)
                    } else {
                        let meet = Interval { lower: best.lower.min(child.lower), upper: best.upper.min(child.upper) };
                        (meet, child.upper < best.upper)
                    };
                    (join, if better { chosen } else { before })
                }
            });
            let Some((best, _)) = best else { continue };
            let cut = if MAX {
                window.lower = window.lower.max(best.lower);
                best.lower >= ask.window.upper
            } else {
                window.upper = window.upper.min(best.upper);
                best.upper <= ask.window.lower
            };
            if cut {
                self.counts.cutoffs += 1;
                let rest = if MAX { f64::INFINITY } else { f64::NEG_INFINITY };
                let shown = if MAX { Interval { upper: rest, ..best } } else { Interval { lower: rest, ..best } };
                self.tell_pure::<MAX>(ask, chosen);
                return shown;
            }
        }
        match best {
            Some((best, chosen)) => {
                self.tell_pure::<MAX>(ask, chosen);
                best
            }
            None => OPEN,
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
    fn average(&mut self, node: &mut G::Position, chance: G::Chance, ask: Ask) -> Interval {
        self.counts.expanded += 1;
        let (mut average, below) = (Average::default(), ask.below(OPEN));
        for (weight, outcome) in chance.outcomes(self.game, node) {
            let undo = self.game.play(node, outcome);
            let child = self.visit(node, &below);
            self.game.undo(node, undo);
            average.add(weight as f64, child);
        }
        average.interval()
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

/// What is lost in rounding, in a game whose values lie in this range: far more than rounding ever makes, far less than
/// anybody asks for.
pub(crate) fn noise(promised: Interval) -> f64 {
    let magnitude = promised.lower.abs().max(promised.upper.abs());
    1e-11 * if magnitude.is_finite() && magnitude > 0.0 { magnitude } else { 1.0 }
}

/// Two promises at once.
#[inline]
pub(crate) fn both_hold(one: Interval, other: Interval) -> Interval {
    Interval { lower: larger(one.lower, other.lower), upper: smaller(one.upper, other.upper) }
}

/// The larger of two numbers: one instruction, where `f64::max` has to think of NaN, which no value is.
#[inline(always)]
pub(crate) fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// The smaller of two numbers.
#[inline(always)]
pub(crate) fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

#[inline]
pub(crate) fn interval(bounds: Bounds<Real>) -> Interval {
    Interval { lower: bounds.lower.get(), upper: bounds.upper.get() }
}

/// The window that a question about a game is asked with.
pub(crate) fn window(window: &Window<Real>) -> Interval {
    Interval { lower: window.alpha.get(), upper: window.beta.get() }
}

#[inline]
pub(crate) fn bounds(interval: Interval) -> Bounds<Real> {
    let real = |number: f64| Real::new(number).unwrap_or_default();
    Bounds { lower: real(interval.lower), upper: real(interval.upper) }
}

/// What a game promises about any position.
#[inline]
pub(crate) fn promised<G: Game<Value = Real>>(game: &G, position: &G::Position) -> Interval {
    interval(game.promised(position))
}

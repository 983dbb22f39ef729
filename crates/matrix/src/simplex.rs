//! The hot path: a whole matrix game in one vectorised kernel, without allocation.
//!
//! With P shifted and scaled to `A = k·(P − maximin) + 1` (k a power of two), the value of A is at least 1, and the column
//! player's program is `max Σw` subject to `Aw ≤ 1, w ≥ 0`: it is bounded, `w = 0` is a starting basis, and its solution
//! and dual solution, normalised, are the two optimal strategies (Dantzig 1951).
//!
//! * While the rows are loaded, pure maximin and minimax are found; if they meet there is a saddle point and no program.
//! * The first pivot enters the minimax column. All costs are 1 there, so Dantzig's rule has no opinion, and this
//!   vertex is already the best pure reply. Afterwards the rule is Dantzig's.
//! * Loading fills padding lanes with a copy of the row's first payoff, so that the padding columns are copies of column
//!   0: minima, maxima and guarantees need no masks.
//! * The answer is not trusted: see [`interval`](crate::interval).

use crate::interval::{Interval, SAFE, slack};
use crate::simd::{Block, Kernel, LANES, Lanes, lanes};
use crate::tableau::{Tableau, blocks_for, position_of_largest, position_of_smallest};

/// Games with more rows or columns are left to slower methods.
pub(crate) const LARGEST: usize = 64;

/// A reduced cost up to this counts as zero; costs start at 1.
const COST_TOLERANCE: f64 = 1e-12;
/// A smaller coefficient is never a pivot; coefficients start between 0 and 2.
const PIVOT_TOLERANCE: f64 = 1e-11;

/// Everything the kernel needs beside the payoffs. Grows when a larger game comes, never shrinks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    body: Vec<Block>,
    /// The payoffs, padded with copies of column 0.
    padded: Vec<Block>,
    /// Values of the program's variables: the column strategy, then slacks.
    primal: Vec<Block>,
    /// Their reduced costs: of the columns, then the row strategy.
    dual: Vec<Block>,
}

impl Workspace {
    #[cold]
    fn grow(&mut self, rows: usize, columns: usize) {
        self.body.resize(rows * LANES * columns, Block::ZERO);
        self.padded.resize(rows * LANES * columns, Block::ZERO);
        let total = self.primal.len().max(rows + columns);
        self.primal.resize(total, Block::ZERO);
        self.dual.resize(total, Block::ZERO);
    }
}

/// Where the strategies go: whole blocks, at least as many as the game needs.
pub(crate) struct Strategies<'a> {
    pub(crate) row: &'a mut [Block],
    pub(crate) column: &'a mut [Block],
}

/// What the kernel found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Some payoff is infinite or not a number.
    NotFinite,
    /// The pure strategies are optimal, or so nearly that the interval between them is within the budget.
    Pure { row: usize, column: usize, interval: Interval },
    /// Mixed strategies with an interval within the budget.
    Mixed(Interval),
    /// The method did not converge, the interval is too wide, or the magnitudes are outside [`SAFE`].
    Failed,
}

/// One game of at most [`LARGEST`] rows and columns, ready to be dispatched.
pub(crate) struct Solve<'a> {
    pub(crate) work: &'a mut Workspace,
    pub(crate) payoffs: &'a [f64],
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Greatest width of the interval relative to the largest payoff.
    pub(crate) tolerance: f64,
    pub(crate) strategies: Strategies<'a>,
}

/// What loading finds out about the payoffs.
struct Survey<const R: usize> {
    maximin: f64,
    /// The worst payoff of each row.
    row_worst: [Block; R],
    minimax: f64,
    minimax_column: usize,
    least: f64,
    greatest: f64,
    finite: bool,
}

impl Kernel for Solve<'_> {
    type Output = Verdict;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Verdict {
        match (blocks_for(self.rows), blocks_for(self.columns)) {
            (1, 1) => self.solve::<V, 1, 1>(),
            (1, 2) => self.solve::<V, 1, 2>(),
            (2, 1) => self.solve::<V, 2, 1>(),
            (2, 2) => self.solve::<V, 2, 2>(),
            (..=4, ..=4) => self.solve::<V, 4, 4>(),
            (..=8, ..=8) => self.solve::<V, 8, 8>(),
            _ => Verdict::Failed,
        }
    }
}

impl Solve<'_> {
    #[inline(always)]
    fn solve<V: Lanes, const R: usize, const C: usize>(mut self) -> Verdict {
        if self.work.body.len() < R * LANES * C || self.work.primal.len() < R + C {
            self.work.grow(R, C);
        }
        let survey = self.load::<V, R, C>();
        if !survey.finite {
            return Verdict::NotFinite;
        }
        let magnitude = survey.greatest.max(-survey.least);
        let budget = self.tolerance * magnitude;
        if survey.minimax - survey.maximin <= budget {
            let worst = &lanes(&survey.row_worst)[..self.rows];
            let row = worst.iter().position(|&worst| worst == survey.maximin).unwrap_or(0);
            let column = survey.minimax_column;
            let interval = Interval { lower: survey.maximin, upper: survey.minimax };
            return Verdict::Pure { row, column, interval };
        }
        if !SAFE.contains(&magnitude) || !self.optimise::<V, R, C>(&survey) {
            return Verdict::Failed;
        }
        let interval = self.certify::<V, R, C>(magnitude);
        if interval.width() <= budget { Verdict::Mixed(interval) } else { Verdict::Failed }
    }

    /// Copies the payoffs into padded rows and surveys them.
    #[inline(always)]
    fn load<V: Lanes, const R: usize, const C: usize>(&mut self) -> Survey<R> {
        let zero = V::splat(0.0);
        let mut check = zero;
        let mut best = [V::splat(f64::NEG_INFINITY); C];
        let mut row_worst = [Block::ZERO; R];
        let (mut maximin, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
        let padded = self.work.padded.as_chunks_mut::<C>().0;
        for (i, (row, padded)) in self.payoffs.chunks_exact(self.columns).zip(padded).enumerate() {
            let mut worst = V::splat(f64::INFINITY);
            for k in 0..C {
                let values = V::load_front(row.get(k * LANES..).unwrap_or(&[]), row[0]);
                values.store(&mut padded[k]);
                best[k] = values.max(best[k]);
                worst = values.min(worst);
                // 0·x is 0 for finite x and not a number otherwise.
                check = check.plus_product(values, zero);
            }
            let worst = worst.smallest().first();
            row_worst[i / LANES].0[i % LANES] = worst;
            maximin = if worst > maximin { worst } else { maximin };
            least = if worst < least { worst } else { least };
        }
        let (minimax, minimax_column) = position_of_smallest(&best);
        Survey {
            maximin,
            row_worst,
            minimax: minimax.first(),
            minimax_column,
            least,
            greatest: position_of_largest(&best).0.first(),
            finite: check.equal_mask(zero) == 0xff,
        }
    }

    /// Primal simplex with Dantzig's rule, the minimax column entering first; leaves the solution in the workspace, or
    /// returns false if it did not end within the limit.
    #[inline(always)]
    fn optimise<V: Lanes, const R: usize, const C: usize>(&mut self, survey: &Survey<R>) -> bool {
        let work = &mut *self.work;
        let scale = power_of_two_below_reciprocal(survey.greatest - survey.least);
        let shift = 1.0 - survey.maximin * scale;
        let body = work.body.as_chunks_mut::<C>().0;
        let padded = work.padded.as_chunks::<C>().0;
        let mut cost = [V::splat(0.0); C];
        for k in 0..C {
            let width = self.columns.saturating_sub(k * LANES).min(LANES);
            let used = V::load_front(&[1.0; LANES][..width], 0.0);
            cost[k] = used;
            let (scale, shift) = (used.mul(V::splat(scale)), used.mul(V::splat(shift)));
            for (row, padded) in body[..self.rows].iter_mut().zip(padded) {
                shift.plus_product(V::load(&padded[k]), scale).store(&mut row[k]);
            }
        }
        let zero = V::splat(0.0);
        let one = V::splat(1.0);
        let mut tableau = Tableau::<V, R, C>::new(body, self.rows, cost, [one; R]);

        let (mut q, mut cost) = (survey.minimax_column, one);
        for _ in 0..4 * (self.rows + self.columns) + 16 {
            tableau.read_column(q);
            let mut reciprocal = [zero; R];
            let mut ratio = [zero; R];
            for r in 0..R {
                let column = tableau.column[r];
                reciprocal[r] = one.div(column);
                let candidate = tableau.rhs[r].max(zero).mul(reciprocal[r]);
                let never = V::splat(f64::INFINITY);
                ratio[r] = column.select_above(V::splat(PIVOT_TOLERANCE), candidate, never);
            }
            let (step, p) = position_of_smallest(&ratio);
            if p >= self.rows || step.first() == f64::INFINITY {
                return false;
            }
            let reciprocal = reciprocal[p / LANES].repeat_lane(p % LANES);
            tableau.pivot(p, q, reciprocal, cost, step);
            (cost, q) = position_of_largest(&tableau.cost);
            if cost.first() <= COST_TOLERANCE {
                tableau.read_solution(&mut work.primal, &mut work.dual);
                return true;
            }
        }
        false
    }

    /// Clamps and normalises both strategies and evaluates what they guarantee.
    #[inline(always)]
    fn certify<V: Lanes, const R: usize, const C: usize>(&mut self, magnitude: f64) -> Interval {
        let row = normalise::<V, R>(&self.work.dual[C..], self.strategies.row);
        let column = normalise::<V, C>(&self.work.primal, self.strategies.column);
        let (Some(row), Some(column)) = (row, column) else {
            return Interval::UNKNOWN;
        };
        let mut weights = [Block::ZERO; R];
        for (weights, row) in weights.iter_mut().zip(row) {
            row.store(weights);
        }
        let mut guarantee = [V::splat(0.0); C];
        let mut upper = f64::NEG_INFINITY;
        let padded = self.work.padded.as_chunks::<C>().0;
        for (i, row) in padded[..self.rows].iter().enumerate() {
            let weight = V::splat(weights[i / LANES].0[i % LANES]);
            let mut concession = V::splat(0.0);
            for k in 0..C {
                let payoffs = V::load(&row[k]);
                guarantee[k] = guarantee[k].plus_product(payoffs, weight);
                concession = concession.plus_product(payoffs, column[k]);
            }
            let concession = concession.sum();
            upper = if concession > upper { concession } else { upper };
        }
        let (lower, _) = position_of_smallest(&guarantee);
        Interval { lower: lower.first() - slack(self.rows, magnitude), upper: upper + slack(self.columns, magnitude) }
    }
}

/// A power of two between 1/(2x) and 1/x, for x that is neither tiny nor huge.
#[inline(always)]
pub(crate) fn power_of_two_below_reciprocal(x: f64) -> f64 {
    f64::from_bits((2045 - ((x.to_bits() >> 52) & 0x7ff)) << 52)
}

/// Makes weights non-negative with sum 1 and writes them out; `None` if they have no usable sum.
#[inline(always)]
pub(crate) fn normalise<V: Lanes, const N: usize>(weights: &[Block], out: &mut [Block]) -> Option<[V; N]> {
    let zero = V::splat(0.0);
    let mut clamped = [zero; N];
    let mut sum = zero;
    for (k, weights) in weights[..N].iter().enumerate() {
        clamped[k] = V::load(weights).max(zero);
        sum = sum.add(clamped[k]);
    }
    let total = sum.sum();
    if !SAFE.contains(&total) {
        return None;
    }
    let scale = V::splat(1.0 / total);
    for (weights, out) in clamped.iter_mut().zip(out) {
        *weights = weights.mul(scale);
        weights.store(out);
    }
    Some(clamped)
}

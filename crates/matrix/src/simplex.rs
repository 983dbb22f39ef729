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

#![allow(clippy::needless_range_loop, reason = "one index runs over several arrays of vectors")]

use crate::interval::{Interval, SAFE, slack};
use crate::simd::{Block, Kernel, LANES, Lanes, lanes, lanes_mut};
use crate::tableau::{Tableau, blocks_for, largest, place_of_largest, position_of, position_of_smallest, smallest};

/// Games with more rows or columns are left to slower methods.
pub(crate) const LARGEST: usize = 64;

/// A reduced cost up to this counts as zero; costs start at 1.
const COST_TOLERANCE: f64 = 1e-12;
/// A smaller coefficient is never a pivot; coefficients start between 0 and 2.
const PIVOT_TOLERANCE: f64 = 1e-11;

/// Smaller values of variables count as this in the ratio test: zeros have finite reciprocals then.
const LEAST_VALUE: f64 = 1e-200;

/// Everything the kernel needs beside the payoffs. Grows when a larger game comes, never shrinks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// The payoffs by rows, padded with copies of the first row and column, and by columns.
    payoffs: Vec<Block>,
    payoffs_turned: Vec<Block>,
    /// The body of the tableau, by rows and by columns.
    body: Vec<Block>,
    body_turned: Vec<Block>,
}

impl Workspace {
    #[cold]
    fn grow(&mut self, blocks: usize) {
        for numbers in [&mut self.payoffs, &mut self.payoffs_turned, &mut self.body, &mut self.body_turned] {
            numbers.resize(blocks, Block::ZERO);
        }
    }
}

/// Where the strategies go: [`STRATEGY`] blocks each, of which the answer is a part.
pub(crate) struct Strategies<'a> {
    /// The row player's probabilities stand from [`Verdict::Mixed`]'s `begin` on.
    pub(crate) row: &'a mut [Block],
    pub(crate) column: &'a mut [Block],
}

/// Room for a number for each row and each column of the largest game.
pub(crate) const STRATEGY: usize = 2 * LARGEST / LANES;

/// What the kernel found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Some payoff is infinite or not a number.
    NotFinite,
    /// The pure strategies are optimal, or so nearly that the interval between them is within the budget.
    Pure { row: usize, column: usize, interval: Interval },
    /// Mixed strategies with an interval within the budget; the row player's begins at this place of its blocks.
    Mixed { interval: Interval, begin: usize },
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
struct Survey<V, const R: usize> {
    maximin: V,
    /// The worst payoff of each row.
    row_worst: [V; R],
    minimax: V,
    minimax_column: usize,
    least: V,
    greatest: V,
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
        if self.work.body.len() < R * LANES * C {
            self.work.grow(R * LANES * C);
        }
        let survey = self.load::<V, R, C>();
        if !survey.finite {
            return Verdict::NotFinite;
        }
        let magnitude = survey.greatest.first().max(-survey.least.first());
        let budget = self.tolerance * magnitude;
        let pure = Interval { lower: survey.maximin.first(), upper: survey.minimax.first() };
        if pure.upper - pure.lower <= budget {
            let row = position_of(&survey.row_worst, survey.maximin);
            return Verdict::Pure { row, column: survey.minimax_column, interval: pure };
        }
        if !SAFE.contains(&magnitude) {
            return Verdict::Failed;
        }
        let interval = self.optimise::<V, R, C>(&survey, magnitude);
        if interval.width() <= budget { Verdict::Mixed { interval, begin: C * LANES } } else { Verdict::Failed }
    }

    /// Copies the payoffs into padded rows and columns and surveys them.
    #[inline(always)]
    fn load<V: Lanes, const R: usize, const C: usize>(&mut self) -> Survey<V, R> {
        let zero = V::splat(0.0);
        let mut check = zero;
        let mut best = [V::splat(f64::NEG_INFINITY); C];
        let mut row_worst = [V::splat(f64::INFINITY); R];
        let padded = self.work.payoffs.as_chunks_mut::<C>().0;
        let turned = self.work.payoffs_turned.as_chunks_mut::<R>().0;
        for k in 0..C {
            for r in 0..R {
                if r * LANES >= self.rows {
                    for line in &mut turned[k * LANES..][..LANES] {
                        line[r] = line[0];
                    }
                    row_worst[r] = row_worst[0];
                    continue;
                }
                let mut block = [zero; LANES];
                for lane in 0..LANES {
                    let i = r * LANES + lane;
                    block[lane] = if i < self.rows {
                        let row = &self.payoffs[i * self.columns..][..self.columns];
                        let values = V::load_front(row.get(k * LANES..).unwrap_or(&[]), row[0]);
                        // 0·x is 0 for finite x and not a number otherwise.
                        check = check.plus_product(values, zero);
                        values.store(&mut padded[i][k]);
                        values
                    } else {
                        V::load(&padded[0][k])
                    };
                }
                let [a, b, c, d, e, f, g, h] = block;
                best[k] = a.max(b).max(c.max(d)).max(e.max(f).max(g.max(h))).max(best[k]);
                let block = V::transpose(block);
                for lane in 0..LANES {
                    block[lane].store(&mut turned[k * LANES + lane][r]);
                }
                let [a, b, c, d, e, f, g, h] = block;
                row_worst[r] = a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h))).min(row_worst[r]);
            }
        }
        let (minimax, minimax_column) = position_of_smallest(&best);
        Survey {
            maximin: largest(&row_worst),
            minimax,
            minimax_column,
            least: smallest(&row_worst),
            greatest: largest(&best),
            row_worst,
            finite: check.equal_mask(zero) == 0xff,
        }
    }

    /// Primal simplex with Dantzig's rule, the minimax column entering first, and what its solution guarantees; nothing
    /// if it did not end within the limit.
    #[inline(always)]
    fn optimise<V: Lanes, const R: usize, const C: usize>(
        &mut self,
        survey: &Survey<V, R>,
        magnitude: f64,
    ) -> Interval {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        let Workspace { payoffs, payoffs_turned, body, body_turned } = &mut *self.work;
        let payoffs = Payoffs::<R, C> {
            rows: &payoffs.as_chunks().0[..self.rows],
            columns: &payoffs_turned.as_chunks().0[..self.columns],
        };
        let mut tableau = payoffs.tableau(survey, body, body_turned);
        let mut q = survey.minimax_column;
        // The ratio test looks for the largest coefficient / value, so that no division is waited for: one was begun
        // before the column was known, and the pivot's reciprocal is wanted only when the row is.
        let mut per_value = [one; R];
        for _ in 0..4 * (self.rows + self.columns) + 16 {
            let column = tableau.column(q);
            let (mut score, mut reciprocals) = ([zero; R], [Block::ZERO; R]);
            for r in 0..R {
                score[r] = column[r].select_above(V::splat(PIVOT_TOLERANCE), column[r].mul(per_value[r]), zero);
                one.div(column[r]).store(&mut reciprocals[r]);
            }
            let (score, p) = place_of_largest(&score);
            if p >= self.rows || score < PIVOT_TOLERANCE {
                return Interval::UNKNOWN;
            }
            let reciprocal = V::splat(lanes(&reciprocals)[p]);
            let step = tableau.rhs[p / LANES].max(zero).repeat_lane(p % LANES).mul(reciprocal);
            let cost = tableau.cost[q / LANES].repeat_lane(q % LANES);
            tableau.pivot((p, q), column, reciprocal, cost, step);
            for r in 0..R {
                per_value[r] = one.div(tableau.rhs[r].max(V::splat(LEAST_VALUE)));
            }
            let (cost, enters) = place_of_largest(&tableau.cost);
            if cost <= COST_TOLERANCE {
                return payoffs.certify(&tableau, magnitude, &mut self.strategies);
            }
            q = enters;
        }
        Interval::UNKNOWN
    }
}

/// The payoffs as [`Solve::load`] left them.
struct Payoffs<'a, const R: usize, const C: usize> {
    rows: &'a [[Block; C]],
    columns: &'a [[Block; R]],
}

impl<const R: usize, const C: usize> Payoffs<'_, R, C> {
    /// The program in its starting basis.
    #[inline(always)]
    fn tableau<'b, V: Lanes>(
        &self,
        survey: &Survey<V, R>,
        body: &'b mut [Block],
        body_turned: &'b mut [Block],
    ) -> Tableau<'b, V, R, C> {
        let scale = power_of_two_below_reciprocal(survey.greatest.first() - survey.least.first());
        let shift = 1.0 - survey.maximin.first() * scale;
        let rows = &mut body.as_chunks_mut().0[..self.rows.len()];
        let columns = &mut body_turned.as_chunks_mut().0[..self.columns.len()];
        let cost = scaled::<V, C>(rows, self.rows, self.columns.len(), (scale, shift));
        scaled::<V, R>(columns, self.columns, self.rows.len(), (scale, shift));
        Tableau::new(rows, columns, cost, [V::splat(1.0); R])
    }

    /// Clamps and normalises both strategies and evaluates what they guarantee.
    #[inline(always)]
    fn certify<V: Lanes>(&self, tableau: &Tableau<'_, V, R, C>, magnitude: f64, out: &mut Strategies<'_>) -> Interval {
        let labels = &tableau.labels;
        let mut duals = [V::splat(0.0); C];
        for k in 0..C {
            duals[k] = V::splat(0.0).minus_product(tableau.cost[k], labels.slack_column[k]);
        }
        let mut primals = [V::splat(0.0); R];
        for r in 0..R {
            primals[r] = tableau.rhs[r].mul(labels.original_row[r]);
        }
        let first_slack = C * LANES;
        let row = |label: usize| &self.rows[label.saturating_sub(first_slack)];
        let column = |label: usize| &self.columns[if label < first_slack { label } else { 0 }];
        let (least, _, row_total) = mixture(duals, &labels.column, self.columns.len(), row, &mut out.row[..R + C]);
        let (_, most, column_total) = mixture(primals, &labels.row, self.rows.len(), column, &mut out.column[..R + C]);
        if !SAFE.contains(&row_total) || !SAFE.contains(&column_total) {
            return Interval::UNKNOWN;
        }
        Interval {
            lower: least * (1.0 / row_total) - slack(self.rows.len(), magnitude),
            upper: most * (1.0 / column_total) + slack(self.columns.len(), magnitude),
        }
    }
}
/// A power of two between 1/(2x) and 1/x, for x that is neither tiny nor huge.
#[inline(always)]
pub(crate) fn power_of_two_below_reciprocal(x: f64) -> f64 {
    f64::from_bits((2045 - ((x.to_bits() >> 52) & 0x7ff)) << 52)
}

/// Writes `scale · payoff + shift` for lines of payoffs, with zeros beyond `length`; returns ones, with zeros there too.
#[inline(always)]
fn scaled<V: Lanes, const N: usize>(
    out: &mut [[Block; N]],
    payoffs: &[[Block; N]],
    length: usize,
    (scale, shift): (f64, f64),
) -> [V; N] {
    let mut used = [V::splat(0.0); N];
    for k in 0..N {
        let width = length.saturating_sub(k * LANES).min(LANES);
        used[k] = V::load_front(&[1.0; LANES][..width], 0.0);
        let (scale, shift) = (used[k].mul(V::splat(scale)), used[k].mul(V::splat(shift)));
        for (out, payoffs) in out.iter_mut().zip(payoffs) {
            shift.plus_product(V::load(&payoffs[k]), scale).store(&mut out[k]);
        }
    }
    used
}

/// What a player's weights make of the other player's moves: the least and the greatest sum of weighted lines, and the sum
/// of the weights. They come in the order of the tableau's positions, negative ones count as zero, and `line` finds
/// the payoffs of a label. The normalised weights go to `out`, by label.
#[inline(always)]
fn mixture<'p, V: Lanes, const N: usize, const M: usize>(
    weights: [V; N],
    labels: &[[u32; LANES]; N],
    positions: usize,
    line: impl Fn(usize) -> &'p [Block; M],
    out: &mut [Block],
) -> (f64, f64, f64) {
    let zero = V::splat(0.0);
    let mut total = zero;
    let mut shares = [Block::ZERO; N];
    for n in 0..N {
        let clamped = weights[n].max(zero);
        total = total.add(clamped);
        clamped.store(&mut shares[n]);
    }
    let total = total.sum();
    out.fill(Block::ZERO);
    let out = lanes_mut(out);
    let scale = 1.0 / total;
    let mut sums = [zero; M];
    let labels = labels.as_flattened();
    for (&weight, &label) in lanes(&shares)[..positions].iter().zip(labels) {
        let payoffs = line(label as usize);
        for m in 0..M {
            sums[m] = sums[m].plus_product(V::load(&payoffs[m]), V::splat(weight));
        }
        out[label as usize] = weight * scale;
    }
    (smallest(&sums).first(), largest(&sums).first(), total)
}

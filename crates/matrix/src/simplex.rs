//! The hot path: a whole matrix game in one vectorised kernel, without allocation.
//!
//! With P shifted and scaled to `A = k·(P − least) + 1` (k a power of two), the value of A is at least 1, and the column
//! player's program is `max Σw` subject to `Aw ≤ 1, w ≥ 0`: it is bounded, `w = 0` is a starting basis, and its solution
//! and dual solution, normalised, are the two optimal strategies (Dantzig 1951).
//!
//! * While the rows are loaded, pure maximin and minimax are found; if they meet there is a saddle point and no program.
//! * The first pivot enters the column of the least sum. All costs are 1 there, so Dantzig's rule has no opinion; the
//!   column that is best against a uniform opponent saves more pivots than the minimax column does (a twentieth of
//!   them for reals, a seventh for wins and losses at 5 × 5). Afterwards the rule is Dantzig's.
//! * A pivot is a chain of steps that wait for each other, so what counts is how long each one takes. Rows and columns
//!   are chosen by the upper halves of numbers ([`Lanes::rank_largest`]), and the next column from costs times the
//!   pivot, before its reciprocal is known. If a row was chosen too roughly, a variable would turn negative: it is
//!   chosen again, exactly.
//! * Loading fills padding lanes with a copy of the row's first payoff, so that the padding columns are copies of column
//!   0: minima, maxima and guarantees need no masks. Their costs keep them out of the basis.
//! * The answer is not trusted: see [`interval`](crate::interval).

#![allow(clippy::needless_range_loop, reason = "one index runs over several arrays of vectors")]

use secateur_value::{Bounds, Real};

use crate::interval::{SAFE, slack};
use crate::simd::{Block, Kernel, LANES, Lanes, Place, lanes, lanes_mut};
use crate::tableau::{Pivot, Tableau, blocks_for, largest, position_of, position_of_largest, smallest};

/// Games with more rows or columns are left to slower methods.
pub(crate) const LARGEST: usize = 64;

/// A reduced cost up to this counts as zero; costs start at 1.
const COST_TOLERANCE: f64 = 1e-12;
/// A smaller coefficient is never a pivot; coefficients start between 1 and 2.
const PIVOT_TOLERANCE: f64 = 1e-11;

/// A step that makes a variable more negative than this is none.
const FEASIBLE: f64 = 1e-14;

/// Right-hand side of padding rows and minus the cost of padding columns, so that neither is ever chosen.
const PADDING: f64 = 1e6;

/// Smaller values of variables count as this when rows are ranked. No variable exceeds 1, so that the best rank is at
/// least 1, and a coefficient that is zero up to rounding cannot reach it.
const LEAST_VALUE: f64 = 1e-12;
/// Smaller values of variables count as this when a row is chosen exactly: zeros have finite reciprocals then.
const LEAST_DIVISOR: f64 = 1e-200;

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
    Pure { row: usize, column: usize, interval: Bounds<Real> },
    /// Mixed strategies with an interval within the budget; the row player's begins at this place of its blocks.
    Mixed { interval: Bounds<Real>, begin: usize },
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
struct Survey<V, const R: usize, const C: usize> {
    /// The worst payoff of each row.
    row_worst: [V; R],
    /// The best payoff of each column.
    column_best: [V; C],
    least: V,
    greatest: V,
    /// The column with the least sum.
    first_column: usize,
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
        let (maximin, minimax) = (largest(&survey.row_worst), smallest(&survey.column_best));
        let pure = Bounds::of(maximin.first(), minimax.first());
        if pure.width() <= budget {
            let (row, column) = (position_of(&survey.row_worst, maximin), position_of(&survey.column_best, minimax));
            return Verdict::Pure { row, column, interval: pure };
        }
        if !SAFE.contains(&magnitude) {
            return Verdict::Failed;
        }
        let interval = self.optimise::<V, R, C>(&survey, magnitude);
        if interval.width() <= budget { Verdict::Mixed { interval, begin: C * LANES } } else { Verdict::Failed }
    }

    /// Copies the payoffs into padded rows and columns and surveys them.
    #[inline(always)]
    fn load<V: Lanes, const R: usize, const C: usize>(&mut self) -> Survey<V, R, C> {
        let zero = V::splat(0.0);
        let mut check = zero;
        let mut column_best = [V::splat(f64::NEG_INFINITY); C];
        let mut least = V::splat(f64::INFINITY);
        let mut row_worst = [V::splat(f64::INFINITY); R];
        let mut sums = [zero; C];
        let padded = self.work.payoffs.as_chunks_mut::<C>().0;
        let turned = self.work.payoffs_turned.as_chunks_mut::<R>().0;
        for k in 0..C {
            let mut rows = self.payoffs.chunks_exact(self.columns);
            for r in 0..R {
                if r * LANES >= self.rows {
                    for line in &mut turned[k * LANES..][..LANES] {
                        line[r] = line[0];
                    }
                    row_worst[r] = row_worst[0];
                    continue;
                }
                let mut block = [zero; LANES];
                // Four sums, so that additions wait less for each other.
                let mut partial = [zero; 4];
                for lane in 0..LANES {
                    let i = r * LANES + lane;
                    block[lane] = if let Some(row) = rows.next() {
                        let values = V::load_front(row.get(k * LANES..).unwrap_or(&[]), row[0]);
                        // 0·x is 0 for finite x and not a number otherwise.
                        check = check.plus_product(values, zero);
                        partial[lane % 4] = partial[lane % 4].add(values);
                        values.store(&mut padded[i][k]);
                        values
                    } else {
                        V::load(&padded[0][k])
                    };
                }
                let [a, b, c, d] = partial;
                sums[k] = sums[k].add(a.add(b).add(c.add(d)));
                let [a, b, c, d, e, f, g, h] = block;
                column_best[k] = a.max(b).max(c.max(d)).max(e.max(f).max(g.max(h))).max(column_best[k]);
                least = a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h))).min(least);
                let block = V::transpose(block);
                for lane in 0..LANES {
                    block[lane].store(&mut turned[k * LANES + lane][r]);
                }
                let [a, b, c, d, e, f, g, h] = block;
                row_worst[r] = a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h))).min(row_worst[r]);
            }
        }
        let first_column = V::rank_smallest(&sums).index;
        Survey {
            row_worst,
            least: least.smallest(),
            greatest: largest(&column_best),
            column_best,
            // Padding columns are copies of column 0.
            first_column: if first_column < self.columns { first_column } else { 0 },
            finite: check.equal_mask(zero) == 0xff,
        }
    }

    /// Primal simplex with Dantzig's rule, the column of the least sum entering first, and what its solution guarantees;
    /// nothing if it did not end within the limit.
    #[inline(always)]
    fn optimise<V: Lanes, const R: usize, const C: usize>(
        &mut self,
        survey: &Survey<V, R, C>,
        magnitude: f64,
    ) -> Bounds<Real> {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        let Workspace { payoffs, payoffs_turned, body, body_turned } = &mut *self.work;
        let payoffs = Payoffs::<R, C> {
            rows: &payoffs.as_chunks().0[..self.rows],
            columns: &payoffs_turned.as_chunks().0[..self.columns],
        };
        let mut tableau = payoffs.tableau(survey, body, body_turned);
        let mut q = Place::new(survey.first_column);
        // The ratio test looks for the largest coefficient / value, so that no division is waited for: the reciprocals of
        // the values are known before the column is, and those of the column are wanted only when the row is known.
        let mut per_value: [V; R] = front(self.rows, 1.0 / PADDING);
        for _ in 0..4 * (self.rows + self.columns) + 16 {
            let column = tableau.column(q.index);
            let (mut score, mut reciprocals) = ([zero; R], [zero; R]);
            for r in 0..R {
                score[r] = column[r].mul(per_value[r]);
                reciprocals[r] = one.div(column[r]);
            }
            let mut p = V::rank_largest(&score);
            let mut step = tableau.step(p, &reciprocals);
            let mut moved = tableau.moved(&column, step);
            if p.index >= self.rows || is_too_rough(V::at(&column, p), &moved) {
                let Some(row) = tableau.leaving_row(&column) else { return Bounds::ANY };
                p = Place::new(row);
                step = tableau.step(p, &reciprocals);
                moved = tableau.moved(&column, step);
            }
            let cost = V::at(&tableau.cost, q);
            let (coefficient, reciprocal) = (V::at(&column, p), V::at(&reciprocals, p));
            let (next, optimal) = tableau.price(p, cost, coefficient);
            let pivot = Pivot { p: p.index, q: q.index, column, coefficient, reciprocal };
            tableau.exchange(&pivot, cost, step, moved);
            if optimal {
                return payoffs.certify(&tableau, magnitude, &mut self.strategies);
            }
            if next.index >= self.columns {
                return Bounds::ANY;
            }
            tableau.eliminate(&pivot);
            q = next;
            for r in 0..R {
                per_value[r] = tableau.rhs[r].max(V::splat(LEAST_VALUE)).rough_reciprocal();
            }
        }
        Bounds::ANY
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
        survey: &Survey<V, R, C>,
        body: &'b mut [Block],
        body_turned: &'b mut [Block],
    ) -> Tableau<'b, V, R, C> {
        let one = V::splat(1.0);
        let scale = survey.greatest.minus_product(survey.least, one).power_of_two_below_reciprocal();
        let shift = one.minus_product(survey.least, scale);
        let rows = &mut body.as_chunks_mut().0[..self.rows.len()];
        let columns = &mut body_turned.as_chunks_mut().0[..self.columns.len()];
        scaled(rows, self.rows, scale, shift);
        scaled(columns, self.columns, scale, shift);
        let (cost, rhs) = (front(self.columns.len(), -PADDING), front(self.rows.len(), PADDING));
        Tableau::new(rows, columns, cost, rhs)
    }

    /// Clamps and normalises both strategies and evaluates what they guarantee.
    #[inline(always)]
    fn certify<V: Lanes>(
        &self,
        tableau: &Tableau<'_, V, R, C>,
        magnitude: f64,
        out: &mut Strategies<'_>,
    ) -> Bounds<Real> {
        let labels = &tableau.labels;
        let mut duals = [V::splat(0.0); C];
        for k in 0..C {
            let slacks = (labels.slack_columns >> (k * LANES)) as u8;
            duals[k] = tableau.cost[k].negative().keep(slacks);
        }
        let mut primals = [V::splat(0.0); R];
        for r in 0..R {
            primals[r] = tableau.rhs[r].keep((labels.original_rows >> (r * LANES)) as u8);
        }
        let first_slack = C * LANES;
        let row = |label: usize| &self.rows[label.saturating_sub(first_slack)];
        let column = |label: usize| &self.columns[if label < first_slack { label } else { 0 }];
        let (least, _, row_total) = mixture(duals, &labels.column, self.columns.len(), row, &mut out.row[..R + C]);
        let (_, most, column_total) = mixture(primals, &labels.row, self.rows.len(), column, &mut out.column[..R + C]);
        if !SAFE.contains(&row_total) || !SAFE.contains(&column_total) {
            return Bounds::ANY;
        }
        Bounds::of(
            least * (1.0 / row_total) - slack(self.rows.len(), magnitude),
            most * (1.0 / column_total) + slack(self.columns.len(), magnitude),
        )
    }
}

/// The questions of the primal method.
impl<V: Lanes, const R: usize, const C: usize> Tableau<'_, V, R, C> {
    /// The value that the entering variable takes when the basic one of row `p` leaves.
    #[inline(always)]
    fn step(&self, p: Place<V>, reciprocals: &[V; R]) -> V {
        let mut ratio = self.rhs;
        for r in 0..R {
            ratio[r] = ratio[r].max(V::splat(0.0)).mul(reciprocals[r]);
        }
        V::at(&ratio, p)
    }

    /// The row with the least ratio of value and coefficient, exactly, among those with a coefficient that can be a pivot.
    #[inline(always)]
    fn leaving_row(&self, column: &[V; R]) -> Option<usize> {
        let mut score = *column;
        for r in 0..R {
            let ratio = column[r].div(self.rhs[r].max(V::splat(LEAST_DIVISOR)));
            score[r] = column[r].select_above(V::splat(PIVOT_TOLERANCE), ratio, V::splat(0.0));
        }
        let (best, row) = position_of_largest(&score);
        (best.first() > 0.0 && row < self.rows.len()).then_some(row)
    }

    /// Which column enters after a pivot in row `p`, and whether none need. `cost` is that of the column that enters now.
    ///
    /// The costs to come are multiplied by the pivot, so that they need not wait for its reciprocal.
    #[inline(always)]
    fn price(&self, p: Place<V>, cost: V, pivot: V) -> (Place<V>, bool) {
        let mut ahead = self.cost;
        let mut improving = 0;
        for k in 0..C {
            ahead[k] = ahead[k].mul(pivot).minus_product(cost, V::load(&self.rows[p.index][k]));
            improving |= ahead[k].above_mask(pivot.mul(V::splat(COST_TOLERANCE)));
        }
        (V::rank_largest(&ahead), improving == 0)
    }
}

/// Whether a row was chosen too roughly: its coefficient cannot be a pivot, or some basic variable turned negative.
#[inline(always)]
fn is_too_rough<V: Lanes, const R: usize>(pivot: V, moved: &[V; R]) -> bool {
    let mut wrong = V::splat(PIVOT_TOLERANCE).above_mask(pivot);
    for &moved in moved {
        wrong |= V::splat(-FEASIBLE).above_mask(moved);
    }
    wrong != 0
}

/// Writes `scale · payoff + shift` for lines of payoffs.
#[inline(always)]
fn scaled<V: Lanes, const N: usize>(out: &mut [[Block; N]], payoffs: &[[Block; N]], scale: V, shift: V) {
    for (out, payoffs) in out.iter_mut().zip(payoffs) {
        for k in 0..N {
            shift.plus_product(V::load(&payoffs[k]), scale).store(&mut out[k]);
        }
    }
}

/// As many ones as `length` says, then `padding`.
#[inline(always)]
fn front<V: Lanes, const N: usize>(length: usize, padding: f64) -> [V; N] {
    let mut vectors = [V::splat(padding); N];
    for (k, vector) in vectors.iter_mut().enumerate() {
        let width = length.saturating_sub(k * LANES).min(LANES);
        *vector = V::load_front(&[1.0; LANES][..width], padding);
    }
    vectors
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

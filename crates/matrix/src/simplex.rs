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
use crate::simd::{Block, Kernel, LANES, Lanes};
use crate::tableau::{Shape, Tableau, position_of_largest, position_of_smallest};

/// A reduced cost up to this counts as zero; costs start at 1.
const COST_TOLERANCE: f64 = 1e-12;
/// A smaller coefficient is never a pivot; coefficients start between −1 and 3.
const PIVOT_TOLERANCE: f64 = 1e-11;

/// Everything the kernel needs beside the payoffs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    tableau: Tableau,
    /// The payoffs, padded with copies of column 0.
    padded: Vec<Block>,
    column_best: Vec<Block>,
    row_worst: Vec<f64>,
    ratio: Vec<Block>,
    reciprocal: Vec<Block>,
    /// Values of the program's variables: the column strategy, then slacks.
    primal: Vec<f64>,
    /// Their reduced costs: of the columns, then, from index `columns` on, the row strategy.
    dual: Vec<f64>,
}

/// What the kernel found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Some payoff is infinite or not a number.
    NotFinite,
    /// The pure strategies are optimal, or so nearly that the interval between them is within the budget.
    Pure {
        row: usize,
        column: usize,
        interval: Interval,
    },
    /// Mixed strategies are in the workspace.
    Mixed(Interval),
    /// The method did not converge, or the magnitudes are outside [`SAFE`].
    Failed,
}

impl Workspace {
    /// The row strategy of the last [`Verdict::Mixed`].
    pub(crate) fn row_strategy(&self, rows: usize, columns: usize) -> &[f64] {
        &self.dual[columns..columns + rows]
    }

    /// The column strategy of the last [`Verdict::Mixed`].
    pub(crate) fn column_strategy(&self, columns: usize) -> &[f64] {
        &self.primal[..columns]
    }

    #[inline(always)]
    fn reset(&mut self, shape: Shape) {
        self.tableau.reset(shape);
        if self.padded.len() < shape.rows * shape.column_blocks
            || self.ratio.len() < shape.row_blocks
            || self.column_best.len() < shape.column_blocks
            || self.primal.len() < shape.rows + shape.columns
        {
            self.grow(shape);
        }
    }

    #[cold]
    fn grow(&mut self, shape: Shape) {
        fn at_least<T: Clone>(vector: &mut Vec<T>, length: usize, fill: T) {
            vector.resize(vector.len().max(length), fill);
        }
        at_least(
            &mut self.padded,
            shape.rows * shape.column_blocks,
            Block::ZERO,
        );
        at_least(&mut self.column_best, shape.column_blocks, Block::ZERO);
        at_least(&mut self.row_worst, shape.row_blocks * LANES, 0.0);
        at_least(&mut self.ratio, shape.row_blocks, Block::ZERO);
        at_least(&mut self.reciprocal, shape.row_blocks, Block::ZERO);
        at_least(&mut self.primal, shape.rows + shape.columns, 0.0);
        at_least(&mut self.dual, shape.rows + shape.columns, 0.0);
    }
}

/// One game, ready to be dispatched.
pub(crate) struct Solve<'a> {
    pub(crate) work: &'a mut Workspace,
    pub(crate) payoffs: &'a [f64],
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Width of interval, relative to the largest payoff, that pure strategies may leave.
    pub(crate) tolerance: f64,
}

/// What loading finds out about the payoffs.
struct Survey {
    maximin: f64,
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
        Shape::new(self.rows, self.columns).specialise(|shape| {
            self.work.reset(shape);
            solve::<V>(self.work, self.payoffs, shape, self.tolerance)
        })
    }
}

#[inline(always)]
fn solve<V: Lanes>(work: &mut Workspace, payoffs: &[f64], shape: Shape, tolerance: f64) -> Verdict {
    let survey = load::<V>(work, payoffs, shape);
    if !survey.finite {
        return Verdict::NotFinite;
    }
    let magnitude = survey.greatest.max(-survey.least);
    if survey.minimax - survey.maximin <= tolerance * magnitude {
        let row = work.row_worst[..shape.rows]
            .iter()
            .position(|&worst| worst == survey.maximin);
        let interval = Interval {
            lower: survey.maximin,
            upper: survey.minimax,
        };
        return Verdict::Pure {
            row: row.unwrap_or(0),
            column: survey.minimax_column,
            interval,
        };
    }
    if !SAFE.contains(&magnitude) {
        return Verdict::Failed;
    }
    build::<V>(work, shape, &survey);
    if !optimise::<V>(work, shape, survey.minimax_column) {
        return Verdict::Failed;
    }
    work.tableau
        .read_solution(shape, &mut work.primal, &mut work.dual);
    certify::<V>(work, shape, magnitude)
}

/// Copies the payoffs into padded rows and surveys them.
#[inline(always)]
fn load<V: Lanes>(work: &mut Workspace, payoffs: &[f64], shape: Shape) -> Survey {
    let blocks = shape.column_blocks;
    let zero = V::splat(0.0);
    let mut check = zero;
    let mut maximin = f64::NEG_INFINITY;
    let mut least = f64::INFINITY;
    for k in 0..blocks {
        let mut best = V::splat(f64::NEG_INFINITY);
        for (i, row) in payoffs.chunks_exact(shape.columns).enumerate() {
            let values = V::load_front(&row[k * LANES..], row[0]);
            values.store(&mut work.padded[i * blocks + k]);
            best = values.max(best);
            // 0·x is 0 for finite x and not a number otherwise.
            check = check.plus_product(values, zero);
            let worst = values.smallest();
            let worst = if k > 0 && work.row_worst[i] < worst {
                work.row_worst[i]
            } else {
                worst
            };
            work.row_worst[i] = worst;
            if k + 1 == blocks {
                maximin = if worst > maximin { worst } else { maximin };
                least = if worst < least { worst } else { least };
            }
        }
        best.store(&mut work.column_best[k]);
    }
    let (minimax, minimax_column) = position_of_smallest::<V>(&work.column_best[..blocks]);
    let (greatest, _) = position_of_largest::<V>(&work.column_best[..blocks]);
    Survey {
        maximin,
        minimax,
        minimax_column,
        least,
        greatest,
        finite: check.equal_mask(0.0) == 0xff,
    }
}

/// Fills the tableau with `k·(P − maximin) + 1`.
#[inline(always)]
fn build<V: Lanes>(work: &mut Workspace, shape: Shape, survey: &Survey) {
    let blocks = shape.column_blocks;
    let tableau = &mut work.tableau;
    let scale = power_of_two_below_reciprocal(survey.greatest - survey.least);
    let shift = 1.0 - survey.maximin * scale;
    for k in 0..blocks {
        let width = (shape.columns - k * LANES).min(LANES);
        let scale = V::load_front(&[scale; LANES][..width], 0.0);
        let shift = V::load_front(&[shift; LANES][..width], 0.0);
        for i in 0..shape.rows {
            let at = i * blocks + k;
            shift
                .plus_product(V::load(&work.padded[at]), scale)
                .store(&mut tableau.body[at]);
        }
        V::load_front(&[1.0; LANES][..width], 0.0).store(&mut tableau.cost[k]);
    }
    tableau.rhs[..shape.row_blocks].fill(Block([1.0; LANES]));
}

/// A power of two between 1/(2x) and 1/x, for x that is neither tiny nor huge.
#[inline(always)]
fn power_of_two_below_reciprocal(x: f64) -> f64 {
    f64::from_bits((2045 - ((x.to_bits() >> 52) & 0x7ff)) << 52)
}

/// Primal simplex with Dantzig's rule, `q` entering first; false if it did not end within the limit.
#[inline(always)]
fn optimise<V: Lanes>(work: &mut Workspace, shape: Shape, mut q: usize) -> bool {
    let never = V::splat(f64::INFINITY);
    let zero = V::splat(0.0);
    let one = V::splat(1.0);
    let smallest_pivot = V::splat(PIVOT_TOLERANCE);
    for _ in 0..4 * (shape.rows + shape.columns) + 16 {
        work.tableau.read_column(shape, q);
        for r in 0..shape.row_blocks {
            let column = V::load(&work.tableau.column[r]);
            let reciprocal = one.div(column);
            reciprocal.store(&mut work.reciprocal[r]);
            let ratio = V::load(&work.tableau.rhs[r]).max(zero).mul(reciprocal);
            column
                .select_above(smallest_pivot, ratio, never)
                .store(&mut work.ratio[r]);
        }
        let (ratio, p) = position_of_smallest::<V>(&work.ratio[..shape.row_blocks]);
        if ratio == f64::INFINITY || p >= shape.rows {
            return false;
        }
        let reciprocal = work.reciprocal[p / LANES].0[p % LANES];
        work.tableau.pivot::<V>(shape, p, q, reciprocal);
        let (cost, next) = position_of_largest::<V>(&work.tableau.cost[..shape.column_blocks]);
        if cost <= COST_TOLERANCE {
            return true;
        }
        if next >= shape.columns {
            return false;
        }
        q = next;
    }
    false
}

/// Clamps and normalises both strategies in place and evaluates what they guarantee.
#[inline(always)]
fn certify<V: Lanes>(work: &mut Workspace, shape: Shape, magnitude: f64) -> Verdict {
    let blocks = shape.column_blocks;
    let row_strategy = &mut work.dual[shape.columns..shape.columns + shape.rows];
    let column_strategy = &mut work.primal[..shape.columns];
    if !(normalise::<V>(row_strategy) && normalise::<V>(column_strategy)) {
        return Verdict::Failed;
    }
    let mut lower = f64::INFINITY;
    for k in 0..blocks {
        let guarantee = (0..shape.rows).fold(V::splat(0.0), |sum, i| {
            sum.plus_product(
                V::load(&work.padded[i * blocks + k]),
                V::splat(row_strategy[i]),
            )
        });
        lower = lower.min(guarantee.smallest());
    }
    let mut upper = f64::NEG_INFINITY;
    for row in work.padded[..shape.rows * blocks].chunks_exact(blocks) {
        let concession = row
            .iter()
            .enumerate()
            .fold(V::splat(0.0), |sum, (k, block)| {
                sum.plus_product(
                    V::load(block),
                    V::load_front(&column_strategy[k * LANES..], 0.0),
                )
            });
        upper = upper.max(concession.sum());
    }
    Verdict::Mixed(Interval {
        lower: lower - slack(shape.rows, magnitude),
        upper: upper + slack(shape.columns, magnitude),
    })
}

/// Makes weights non-negative with sum 1; false if they have no usable sum.
#[inline(always)]
fn normalise<V: Lanes>(weights: &mut [f64]) -> bool {
    let zero = V::splat(0.0);
    let total = weights
        .chunks(LANES)
        .fold(zero, |sum, chunk| {
            sum.add(V::load_front(chunk, 0.0).max(zero))
        })
        .sum();
    if !SAFE.contains(&total) {
        return false;
    }
    let scale = V::splat(1.0 / total);
    for chunk in weights.chunks_mut(LANES) {
        V::load_front(chunk, 0.0)
            .max(zero)
            .mul(scale)
            .store_front(chunk);
    }
    true
}

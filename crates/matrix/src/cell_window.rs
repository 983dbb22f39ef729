//! The window with which a cell must be searched: Figures 4 and 5 of the paper.
//!
//! Searching cell (a, b), values so low that row `a` is dominated anyway need not be told apart. With rivals k (the
//! other rows and the artificial row of α's), the bound is
//!
//! ```text
//! α_ab = max Σₖ xₖ·stakeₖ   subject to   Σₖ xₖ·gainₖⱼ ≥ 0 for all j ≠ b,   Σₖ xₖ = 1,   x ≥ 0
//! ```
//!
//! where `stakeₖ` is the pessimistic payoff of rival k in column b. β_ab is the same for the other player.
//!
//! * If in some column every rival falls short, the program is infeasible; this decides most calls.
//! * If the rival with the largest stake covers the row alone, it is the optimum.
//! * Otherwise that rival is a dual feasible vertex: eliminate its weight and a *dual* simplex needs one phase and
//!   usually one or two pivots.
//!
//! Departures from the paper: the answer is a bound rounded away from the cell's window, with the δ that pruning on it
//! costs ([δ-dominance](crate::pruning)); and an infeasible program gives `None`, for which the caller must use
//! *minval − 1* as in the figure (section 4.1 of the paper says *minval*, which is unsound: a losing cell would
//! then kill its row).

#![allow(clippy::needless_range_loop, reason = "one index runs over several arrays of vectors")]

use crate::interval::{SAFE, slack};
use crate::pruning::{CellBounds, Line, Program, Pruner};
use crate::simd::{Block, Kernel, LANES, Lanes, Place, dispatch, lanes_mut};
use crate::tableau::{Pivot, Tableau, blocks_for, position_of_largest, position_of_smallest, turn};

/// A constraint violated by less than this, relative to the largest gain, counts as kept; δ pays for it.
const FEASIBLE: f64 = 1e-14;
/// A violation that no pivot can mend and that may be rounding; if it is not, δ says so.
const NEARLY_FEASIBLE: f64 = 1e-12;
/// A smaller coefficient is never a pivot.
const PIVOT_TOLERANCE: f64 = 1e-11;

/// A bound of a cell's window.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellBound {
    /// For a row: if the cell's value is at most this, the row may be dropped. For a column: at least this.
    pub bound: f64,
    /// What dropping the line then costs.
    pub delta: f64,
}

impl Pruner {
    /// The bound `α_ab` of Figure 4: row `a` may be dropped, at the cost of δ, if cell (a, b) turns out to be worth at
    /// most the bound. `None` if no value of the cell lets the row be dropped.
    ///
    /// `alpha` is the value that Max has elsewhere, if any.
    ///
    /// ```
    /// use secateur_matrix::{CellBounds, Pruner};
    ///
    /// // One row is known, of the other only the first cell. Whoever takes row 1 must make up for 4 against 5.
    /// let (low, high) = (-10.0, 10.0);
    /// let cells = CellBounds {
    ///     lower: &[5.0, 3.0, 4.0, low],
    ///     upper: &[5.0, 3.0, 4.0, high],
    ///     columns: 2,
    ///     live_rows: &[0, 1],
    ///     live_columns: &[0, 1],
    /// };
    /// let bound = Pruner::new().cell_alpha(&cells, 1, 1, None).expect("row 0 covers the first column");
    /// assert_eq!((bound.bound, bound.delta), (3.0, 0.0)); // worth 3 or less: row 1 is dominated
    /// ```
    ///
    /// # Panics
    ///
    /// If a live row or column lies outside the matrix.
    pub fn cell_alpha(&mut self, cells: &CellBounds<'_>, a: usize, b: usize, alpha: Option<f64>) -> Option<CellBound> {
        self.program.fill(cells, Line::Row(a), Some(b), alpha);
        self.best_stake()
    }

    /// The bound `β_ab` of Figure 5: column `b` may be dropped, at the cost of δ, if cell (a, b) turns out to be worth
    /// at least the bound. `None` if no value of the cell lets the column be dropped.
    ///
    /// `beta` is the value that Min has elsewhere, if any.
    ///
    /// # Panics
    ///
    /// If a live row or column lies outside the matrix.
    pub fn cell_beta(&mut self, cells: &CellBounds<'_>, a: usize, b: usize, beta: Option<f64>) -> Option<CellBound> {
        self.program.fill(cells, Line::Column(b), Some(a), beta);
        self.best_stake().map(|found| CellBound { bound: -found.bound, delta: found.delta })
    }

    fn best_stake(&mut self) -> Option<CellBound> {
        if self.program.rivals == 0 || !self.program.finite {
            return None;
        }
        let constraints = blocks_for(self.program.requirements + 1);
        let room = constraints.max(self.program.stride).next_power_of_two();
        if room > 8 {
            return None;
        }
        self.work.resize((LANES * room * room).max(self.work.len()), Block::ZERO);
        self.work_turned.resize(self.work.len(), Block::ZERO);
        self.primal.resize((2 * room).max(self.primal.len()), Block::ZERO);
        self.weights.resize(self.primal.len(), Block::ZERO);
        let stake = BestStake {
            program: &self.program,
            body: &mut self.work,
            body_turned: &mut self.work_turned,
            primal: &mut self.primal,
            weights: &mut self.weights,
        };
        dispatch(self.level, stake)
    }
}

/// The program of one cell, ready to be dispatched.
struct BestStake<'a> {
    program: &'a Program,
    body: &'a mut [Block],
    body_turned: &'a mut [Block],
    primal: &'a mut [Block],
    weights: &'a mut [Block],
}

impl Kernel for BestStake<'_> {
    type Output = Option<CellBound>;

    #[inline(always)]
    fn run<V: Lanes>(self) -> Option<CellBound> {
        match blocks_for(self.program.requirements + 1).max(self.program.stride) {
            1 => self.solve::<V, 1>(),
            2 => self.solve::<V, 2>(),
            3..=4 => self.solve::<V, 4>(),
            5..=8 => self.solve::<V, 8>(),
            _ => None,
        }
    }
}

impl BestStake<'_> {
    #[inline(always)]
    fn solve<V: Lanes, const N: usize>(mut self) -> Option<CellBound> {
        let program = self.program;
        // Whole blocks of padding repeat the first rival, as the lanes of a block do.
        let mut stakes = [V::splat(program.stakes[0].0[0]); N];
        for (stakes, block) in stakes.iter_mut().zip(&program.stakes[..program.stride]) {
            *stakes = V::load(block);
        }
        let (best_stake, best) = position_of_largest(&stakes);
        let mut largest_gain = 0.0_f64;
        let mut covered = true;
        for gains in program.gains[..program.requirements * program.stride].chunks_exact(program.stride) {
            let (mut most, mut least) = (V::load(&gains[0]), V::load(&gains[0]));
            for block in &gains[1..] {
                most = most.max(V::load(block));
                least = least.min(V::load(block));
            }
            let (most, least) = (most.largest().first(), least.smallest().first());
            if most < 0.0 {
                return None;
            }
            largest_gain = largest_gain.max(most).max(-least);
            covered &= gains[best / LANES].0[best % LANES] >= 0.0;
        }
        if covered {
            return Some(CellBound { bound: best_stake.first(), delta: 0.0 });
        }
        if !SAFE.contains(&largest_gain) {
            return None;
        }
        self.optimise::<V, N>(&stakes, best_stake, best, largest_gain)
    }

    /// The dual simplex from the vertex of the rival `best`; then a certificate of its own.
    #[inline(always)]
    fn optimise<V: Lanes, const N: usize>(
        &mut self,
        stakes: &[V; N],
        best_stake: V,
        best: usize,
        largest_gain: f64,
    ) -> Option<CellBound> {
        let program = self.program;
        let zero = V::splat(0.0);
        let (least_stake, _) = position_of_smallest(stakes);
        let largest_stake = best_stake.first().max(-least_stake.first());
        if largest_stake != 0.0 && !SAFE.contains(&largest_stake) {
            return None;
        }
        let power = |x: f64| V::splat(x).power_of_two_below_reciprocal().first();
        let gain_scale = power(largest_gain);
        let stake_scale = if largest_stake == 0.0 { 1.0 } else { power(largest_stake) };

        // Row j: slackⱼ = g_best,j + Σₖ (gₖⱼ − g_best,j)·xₖ. The column of `best` and the padding stay zero.
        let body = self.body.as_chunks_mut::<N>().0;
        let mut used = [zero; N];
        let mut cost = [zero; N];
        for k in 0..N {
            let width = program.rivals.saturating_sub(k * LANES).min(LANES);
            used[k] = V::load_front(&[1.0; LANES][..width], 0.0).with_lane(best.wrapping_sub(k * LANES), zero);
            let behind = stakes[k].minus_product(best_stake, V::splat(1.0));
            cost[k] = behind.mul(used[k]).mul(V::splat(stake_scale));
        }
        let mut rhs = [Block::ZERO; N];
        let requirements = program.gains.chunks_exact(program.stride).take(program.requirements);
        for (j, (gains, row)) in requirements.zip(body.iter_mut()).enumerate() {
            let own = gains[best / LANES].0[best % LANES];
            rhs[j / LANES].0[j % LANES] = own * gain_scale;
            for k in 0..N {
                let gains = gains.get(k).map_or(zero, V::load);
                let short = V::splat(own).minus_product(gains, V::splat(1.0));
                short.mul(used[k]).mul(V::splat(gain_scale)).store(&mut row[k]);
            }
        }
        // The last row: the weight of `best` is 1 − Σₖ xₖ.
        let last = program.requirements;
        rhs[last / LANES].0[last % LANES] = 1.0;
        for k in 0..N {
            used[k].store(&mut body[last][k]);
        }
        let mut loaded = [zero; N];
        for (vector, block) in loaded.iter_mut().zip(&rhs) {
            *vector = V::load(block);
        }
        let body = &mut body[..N * LANES];
        body[last + 1..].fill([Block::ZERO; N]);
        let columns = self.body_turned.as_chunks_mut::<N>().0;
        turn::<V, N, N>(body, columns);
        let mut tableau = Tableau::new(&mut body[..=last], &mut columns[..program.rivals], cost, loaded);
        if !dual_simplex(&mut tableau) {
            return None;
        }
        tableau.read_primal(self.primal);
        let primal = lanes_mut(self.primal);
        primal[best] = primal[N * LANES + last];
        self.certify::<V, N>(stakes, largest_stake, largest_gain)
    }

    /// What the weights in `self.primal` are worth, and what they fall short of.
    #[inline(always)]
    fn certify<V: Lanes, const N: usize>(
        &mut self,
        stakes: &[V; N],
        largest_stake: f64,
        largest_gain: f64,
    ) -> Option<CellBound> {
        let program = self.program;
        for weight in &mut lanes_mut(self.primal)[program.rivals..N * LANES] {
            *weight = 0.0;
        }
        let weights = normalise::<V, N>(self.primal, self.weights)?;
        let mut worth = V::splat(0.0);
        for k in 0..N {
            worth = worth.plus_product(stakes[k], weights[k]);
        }
        let mut worst = f64::INFINITY;
        for gains in program.gains[..program.requirements * program.stride].chunks_exact(program.stride) {
            let mut cover = V::splat(0.0);
            for (gains, &weights) in gains.iter().zip(&weights) {
                cover = cover.plus_product(V::load(gains), weights);
            }
            worst = worst.min(cover.sum());
        }
        // Each gain is a difference that was rounded once.
        let short = slack(program.rivals, largest_gain) + f64::EPSILON * largest_gain - worst;
        Some(CellBound { bound: worth.sum() - slack(program.rivals, largest_stake), delta: short.max(0.0) })
    }
}

/// Pivots until every basic variable is non-negative; false if the program is infeasible or patience ends.
#[inline(always)]
fn dual_simplex<V: Lanes, const N: usize>(tableau: &mut Tableau<'_, V, N, N>) -> bool {
    let zero = V::splat(0.0);
    let one = V::splat(1.0);
    for _ in 0..8 * (tableau.rows.len() + tableau.columns.len()) + 16 {
        let (violation, p) = position_of_smallest(&tableau.rhs);
        if violation.first() >= -FEASIBLE {
            return true;
        }
        // Dual ratio test along row p: the least cost / coefficient among negative coefficients.
        let mut ratio = [zero; N];
        for k in 0..N {
            let towards = zero.minus_product(V::load(&tableau.rows[p][k]), one);
            let candidate = zero.minus_product(tableau.cost[k].min(zero), one).div(towards);
            ratio[k] = towards.select_above(V::splat(PIVOT_TOLERANCE), candidate, V::splat(f64::INFINITY));
        }
        let (least, q) = position_of_smallest(&ratio);
        if least.first() == f64::INFINITY {
            return violation.first() >= -NEARLY_FEASIBLE;
        }
        let column = tableau.column(q);
        let coefficient = V::at(&column, Place::new(p));
        let reciprocal = one.div(coefficient);
        let cost = V::at(&tableau.cost, Place::new(q));
        let step = violation.mul(reciprocal);
        let moved = tableau.moved(&column, step);
        let pivot = Pivot { p, q, column, coefficient, reciprocal };
        tableau.exchange(&pivot, cost, step, moved);
        tableau.eliminate(&pivot);
    }
    false
}

/// Makes weights non-negative with sum 1 and writes them out; `None` if they have no usable sum.
#[inline(always)]
fn normalise<V: Lanes, const N: usize>(weights: &[Block], out: &mut [Block]) -> Option<[V; N]> {
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

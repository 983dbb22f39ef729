//! The front door of the kernel: one workspace, and the chain of methods from the fastest to the surest.

use secateur_value::{Bounds, Real};

use crate::bland::{self, Scalar};
use crate::closed_form::{self, pure};
use crate::double_double::DoubleDouble;
use crate::error::{Error, check_finite, check_shape, flatten};
use crate::exact;
use crate::interval::certify;
use crate::simd::{Block, LANES, Level, dispatch, lanes, lanes_mut};
use crate::simplex::{self, LARGEST, STRATEGY, Solve, Verdict, Workspace};
use crate::tableau::blocks_for;

/// How an answer was found, from the cheapest method to the surest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Method {
    /// A formula for one row, one column, 2×2, 2×n or n×2.
    ClosedForm,
    /// A saddle point in pure strategies (or as good as one).
    Saddle,
    /// The vectorised simplex.
    Simplex,
    /// A plain simplex with Bland's rule.
    Bland,
    /// The same with twice the digits.
    DoubleDouble,
    /// Big integers.
    Exact,
}

/// The solution of a zero-sum matrix game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// The middle of the interval: the best single number.
    pub value: f64,
    /// Contains the value of the game whatever floating point did.
    pub interval: Bounds<Real>,
    /// What the row player, who maximises, should play: probabilities of the rows.
    pub row_strategy: Vec<f64>,
    /// What the column player, who minimises, should play: probabilities of the columns.
    pub column_strategy: Vec<f64>,
    /// How the answer was found.
    pub method: Method,
}

/// Solves the zero-sum game whose payoffs to the row player are given row by row.
///
/// ```
/// use secateur_matrix::matrix_game;
///
/// let solution = matrix_game(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])?;
/// assert!(solution.interval.contains(&0.into()) && solution.interval.width() < 1e-14);
/// assert!(solution.row_strategy.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-14));
/// # Ok::<(), secateur_matrix::Error>(())
/// ```
///
/// # Errors
///
/// If there is no row or no column, the rows differ in length, or a payoff is not finite.
pub fn matrix_game<R: AsRef<[f64]>>(rows: &[R]) -> Result<Solution, Error> {
    let (payoffs, columns) = flatten(rows)?;
    let mut solver = Solver::new();
    let interval = solver.solve(&payoffs, rows.len(), columns)?;
    Ok(Solution {
        value: interval.midpoint(),
        interval,
        row_strategy: solver.row_strategy().to_vec(),
        column_strategy: solver.column_strategy().to_vec(),
        method: solver.method,
    })
}

/// Solves many matrices, one after the other, in one workspace.
///
/// Once it has seen a game of some size it allocates nothing for games that are not larger (unless it must fall back to
/// more digits, which near ties and extreme magnitudes can cause). Any size is accepted; up to 16 × 16 is the fast path.
///
/// ```
/// use secateur_matrix::Solver;
///
/// let mut solver = Solver::new();
/// let value = solver.solve(&[2.0, 0.0, 5.0, 1.0, 3.0, 0.0], 2, 3)?;
/// assert!((value.midpoint() - 1.5).abs() < 1e-13 && value.width() < 1e-13);
/// assert_eq!(solver.row_strategy(), [0.5, 0.5]);
/// # Ok::<(), secateur_matrix::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    level: Level,
    tolerance: f64,
    start: Method,
    method: Method,
    work: Workspace,
    row_strategy: Probabilities,
    column_strategy: Probabilities,
}

/// One probability per move, in whole blocks.
#[derive(Clone, Debug, Default)]
struct Probabilities {
    blocks: Vec<Block>,
    /// Where the probabilities begin.
    begin: usize,
    length: usize,
}

impl Probabilities {
    #[inline]
    fn resize(&mut self, length: usize) {
        (self.begin, self.length) = (0, length);
        if self.blocks.len() < STRATEGY || self.blocks.len() * LANES < length {
            self.grow(length);
        }
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        self.blocks.resize(blocks_for(length).max(STRATEGY), Block::ZERO);
    }

    #[inline]
    fn set(&mut self, probabilities: [f64; 2]) {
        self.resize(2);
        self.as_mut_slice().copy_from_slice(&probabilities);
    }

    #[inline]
    fn as_slice(&self) -> &[f64] {
        &lanes(&self.blocks)[self.begin..][..self.length]
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut lanes_mut(&mut self.blocks)[self.begin..][..self.length]
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that uses the fastest instructions of this machine and intervals of relative width 10⁻¹².
    #[must_use]
    pub fn new() -> Self {
        Self {
            level: Level::detect(),
            tolerance: 1e-12,
            start: Method::ClosedForm,
            method: Method::ClosedForm,
            work: Workspace::default(),
            row_strategy: Probabilities::default(),
            column_strategy: Probabilities::default(),
        }
    }

    /// Uses the instructions of `level`; for comparisons.
    #[must_use]
    pub fn with_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Tries the next method while the interval is wider than `tolerance` times the largest payoff in magnitude.
    ///
    /// A budget below about 10⁻¹⁴ cannot be met in doubles: the last method's interval is then returned as it is.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = if tolerance > 0.0 { tolerance } else { 0.0 };
        self
    }

    /// Skips the methods before `method`; for comparisons and for matrices that are known to be hard.
    #[must_use]
    pub fn starting_at(mut self, method: Method) -> Self {
        self.start = method;
        self
    }

    /// The row player's strategy in the last game: non-negative, with sum 1 up to rounding. Normalised to sum 1 exactly,
    /// it secures at least the interval's `lower`.
    #[must_use]
    pub fn row_strategy(&self) -> &[f64] {
        self.row_strategy.as_slice()
    }

    /// The column player's strategy in the last game; it concedes at most the interval's `upper`.
    #[must_use]
    pub fn column_strategy(&self) -> &[f64] {
        self.column_strategy.as_slice()
    }

    /// How the last game was solved.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// Solves a row-major matrix; the strategies stay in the solver.
    ///
    /// # Errors
    ///
    /// If there is no row or no column, the slice does not hold `rows × columns` payoffs, or a payoff is not finite. The
    /// strategies are then unspecified.
    #[inline]
    pub fn solve(&mut self, payoffs: &[f64], rows: usize, columns: usize) -> Result<Bounds<Real>, Error> {
        if (rows, columns) == (2, 2)
            && let Ok(payoffs) = payoffs.try_into()
            && let Some(interval) = self.two_by_two(payoffs)
        {
            return Ok(interval);
        }
        Ok(self.solve_any(payoffs, rows, columns, &|| false)?.unwrap_or(Bounds::ANY))
    }

    /// The same, unless somebody says meanwhile that it takes too long: then there is no answer, and the strategies are unspecified.
    ///
    /// Up to 64 × 64 nearly every matrix takes less than a millisecond, and nobody is asked; a large one is solved by the slower methods,
    /// which ask before every step.
    ///
    /// ```
    /// use secateur_matrix::Solver;
    ///
    /// let payoffs: Vec<f64> = (0..100 * 100).map(|cell| f64::from(cell * cell % 101)).collect();
    /// assert_eq!(Solver::new().solve_unless(&payoffs, 100, 100, &|| true)?, None);
    /// assert!(Solver::new().solve_unless(&payoffs, 100, 100, &|| false)?.is_some());
    /// # Ok::<(), secateur_matrix::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_unless(
        &mut self,
        payoffs: &[f64],
        rows: usize,
        columns: usize,
        over: &dyn Fn() -> bool,
    ) -> Result<Option<Bounds<Real>>, Error> {
        self.solve_any(payoffs, rows, columns, over)
    }

    /// The formula for two rows and two columns, if it is wanted and its interval is narrow enough.
    #[inline]
    fn two_by_two(&mut self, payoffs: [f64; 4]) -> Option<Bounds<Real>> {
        if self.start != Method::ClosedForm {
            return None;
        }
        let found = closed_form::two_by_two(payoffs)?;
        self.row_strategy.set(found.row);
        self.column_strategy.set(found.column);
        self.method = Method::ClosedForm;
        let narrow = found.interval.width() <= self.tolerance * found.magnitude;
        narrow.then_some(found.interval)
    }

    /// The whole chain, for any size.
    #[inline(never)]
    fn solve_any(
        &mut self,
        payoffs: &[f64],
        rows: usize,
        columns: usize,
        over: &dyn Fn() -> bool,
    ) -> Result<Option<Bounds<Real>>, Error> {
        check_shape(payoffs.len(), rows, columns)?;
        self.row_strategy.resize(rows);
        self.column_strategy.resize(columns);
        if rows.min(columns) <= 2 && self.start == Method::ClosedForm {
            check_finite(payoffs, columns)?;
            let (row, column) = (self.row_strategy.as_mut_slice(), self.column_strategy.as_mut_slice());
            if let Some(interval) = closed_form::solve(payoffs, row, column)
                && self.within_budget(payoffs, interval)
            {
                self.method = Method::ClosedForm;
                return Ok(Some(interval));
            }
        }
        if self.start <= Method::Simplex && rows.max(columns) <= LARGEST {
            let strategies =
                simplex::Strategies { row: &mut self.row_strategy.blocks, column: &mut self.column_strategy.blocks };
            let (work, tolerance) = (&mut self.work, self.tolerance);
            let game = Solve { work, payoffs, rows, columns, tolerance, strategies };
            match dispatch(self.level, game) {
                Verdict::Mixed { interval, begin } => {
                    self.row_strategy.begin = begin;
                    self.method = Method::Simplex;
                    return Ok(Some(interval));
                }
                Verdict::Pure { row, column, interval } => {
                    pure(self.row_strategy.as_mut_slice(), row);
                    pure(self.column_strategy.as_mut_slice(), column);
                    self.method = Method::Saddle;
                    return Ok(Some(interval));
                }
                Verdict::NotFinite | Verdict::Failed => {}
            }
        }
        check_finite(payoffs, columns)?;
        Ok(self.fall_back(payoffs, over))
    }

    /// Whether the interval is narrow enough for this matrix.
    #[inline]
    fn within_budget(&self, payoffs: &[f64], interval: Bounds<Real>) -> bool {
        let width = interval.width();
        if width == f64::INFINITY {
            return false;
        }
        // The largest payoff is at least as large as either end, up to rounding: most answers need no second look.
        if width <= self.tolerance * interval.lower.get().abs() || width == 0.0 {
            return true;
        }
        width <= self.tolerance * payoffs.iter().fold(0.0, |largest: f64, payoff| largest.max(payoff.abs()))
    }

    /// The slower and surer methods, in order; nothing if they are told to give up.
    #[cold]
    fn fall_back(&mut self, payoffs: &[f64], over: &dyn Fn() -> bool) -> Option<Bounds<Real>> {
        if self.start <= Method::Bland
            && let Some(interval) = self.patiently::<f64>(payoffs, over)
        {
            self.method = Method::Bland;
            return Some(interval);
        }
        if self.start <= Method::DoubleDouble
            && let Some(interval) = self.patiently::<DoubleDouble>(payoffs, over)
        {
            self.method = Method::DoubleDouble;
            return Some(interval);
        }
        self.method = Method::Exact;
        let (row, column) = (self.row_strategy.as_mut_slice(), self.column_strategy.as_mut_slice());
        let solution = exact::solve_dyadic(payoffs, row.len(), column.len(), over)?;
        for (strategy, exact) in [(&mut *row, &solution.row_strategy), (&mut *column, &solution.column_strategy)] {
            for (rounded, exact) in strategy.iter_mut().zip(exact) {
                *rounded = exact::round_down(exact).max(0.0);
            }
        }
        let (lower, upper) = exact::certify(payoffs, row, column);
        Some(Bounds::of(lower, upper))
    }

    /// The plain simplex in some precision, if its certified interval is narrow enough.
    fn patiently<S: Scalar>(&mut self, payoffs: &[f64], over: &dyn Fn() -> bool) -> Option<Bounds<Real>> {
        let (row, column) = (self.row_strategy.as_mut_slice(), self.column_strategy.as_mut_slice());
        if !bland::solve::<S>(payoffs, row, column, over) {
            return None;
        }
        for strategy in [&mut *row, &mut *column] {
            let total: f64 = strategy.iter().map(|weight| weight.max(0.0)).sum();
            strategy.iter_mut().for_each(|weight| *weight = weight.max(0.0) / total);
        }
        let interval = certify(payoffs, row.len(), column.len(), row, column);
        self.within_budget(payoffs, interval).then_some(interval)
    }
}

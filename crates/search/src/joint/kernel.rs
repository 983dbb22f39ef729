//! The values of matrices whose cells are intervals, counted and timed.

use std::time::{Duration, Instant};

use secateur_matrix::Solver;
use secateur_value::{Bounds, Real};

/// One call in this many is timed: a look at the clock takes longer than a small matrix.
const TIMED: u64 = 128;
/// Which of so many calls that is: an early one, so that short searches have a sample too.
const SAMPLE: u64 = 16;

/// Solves the matrices of one worker.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) solver: Solver,
    /// How many matrices were solved, and other linear programs.
    pub(crate) calls: u64,
    sampled: Duration,
    samples: u32,
}

impl Kernel {
    pub(crate) fn new() -> Self {
        Self { solver: Solver::new(), calls: 0, sampled: Duration::ZERO, samples: 0 }
    }

    /// How long the calls took, by those that were timed.
    pub(crate) fn time(&self) -> Duration {
        let share = if self.samples == 0 { 0.0 } else { self.calls as f64 / f64::from(self.samples) };
        self.sampled.mul_f64(share)
    }

    /// Runs a linear program: counts it, and times it now and then.
    #[inline]
    pub(crate) fn program<R>(&mut self, run: impl FnOnce(&mut Solver) -> R) -> R {
        self.calls += 1;
        if self.calls % TIMED != SAMPLE {
            return run(&mut self.solver);
        }
        // Two looks at the clock with nothing between them tell what a look costs, which is as much as a small matrix.
        let before = Instant::now();
        let started = Instant::now();
        let result = run(&mut self.solver);
        let took = started.elapsed();
        self.sampled += took.saturating_sub(started.duration_since(before));
        self.samples += 1;
        result
    }

    /// The value of a matrix of numbers. The strategies stay in the solver, except where a payoff is infinite: then the
    /// interval is what pure strategies show.
    #[inline]
    pub(crate) fn value(&mut self, payoffs: &[f64], rows: usize, columns: usize) -> Bounds<Real> {
        match self.program(|solver| solver.solve(payoffs, rows, columns)) {
            Ok(interval) => interval,
            Err(_) => pure_value(payoffs, columns),
        }
    }

    /// The value of a matrix of intervals: `spread` is at least as wide as the widest of them.
    ///
    /// Where all are narrow one program is enough: raising every payoff by at most `spread` raises the value by at most
    /// that.
    #[inline]
    pub(crate) fn value_between(
        &mut self,
        (lower, upper): (&[f64], &[f64]),
        (rows, columns): (usize, usize),
        spread: f64,
        noise: f64,
    ) -> Bounds<Real> {
        let low = self.value(lower, rows, columns);
        if spread == 0.0 {
            low
        } else if spread <= noise {
            Bounds::of(low.lower.get(), (low.upper.get() + spread).next_up())
        } else {
            Bounds { lower: low.lower, upper: self.value(upper, rows, columns).upper }
        }
    }
}

/// What pure strategies guarantee.
pub(crate) fn pure_value(payoffs: &[f64], columns: usize) -> Bounds<Real> {
    let worst = |row: &[f64]| row.iter().copied().fold(f64::INFINITY, f64::min);
    let lower = payoffs.chunks_exact(columns).map(worst).fold(f64::NEG_INFINITY, f64::max);
    let best = |column: usize| payoffs[column..].iter().step_by(columns).copied().fold(f64::NEG_INFINITY, f64::max);
    let upper = (0..columns).map(best).fold(f64::INFINITY, f64::min);
    Bounds::of(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_payoffs_get_pure_bounds() {
        let mut kernel = Kernel::new();
        let payoffs = [f64::NEG_INFINITY, 3.0, 1.0, 2.0];
        assert_eq!(kernel.value(&payoffs, 2, 2), Bounds::of(1.0, 1.0));
        assert_eq!(kernel.calls, 1);
    }

    #[test]
    fn narrow_cells_need_one_program_and_wide_ones_two() {
        let (mut kernel, half) = (Kernel::new(), Real::new(0.5).unwrap());
        let (lower, upper) = ([0.0, 1.0, 1.0, 0.0], [1e-13, 1.0, 1.0, 0.0]);
        let narrow = kernel.value_between((&lower, &upper), (2, 2), 1e-13, 1e-10);
        assert!(narrow.contains(&half) && narrow.width() < 2e-13 && kernel.calls == 1);
        let wide = kernel.value_between((&lower, &[1.0; 4]), (2, 2), 1.0, 1e-10);
        assert!(wide.contains(&half) && wide.contains(&1.into()) && kernel.calls == 3);
    }
}

//! Matrix games: one, one in fractions, and many at once.

use std::num::NonZero;
use std::thread;

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use secateur_matrix::{Error, Method, Solver, exact_matrix_game};

use crate::refused;

/// Value, lower end, upper end, row strategy, column strategy, method.
type Solved = (f64, f64, f64, Vec<f64>, Vec<f64>, &'static str);

/// How an answer was found, as a word.
fn word(method: Method) -> &'static str {
    match method {
        Method::ClosedForm => "closed form",
        Method::Saddle => "saddle point",
        Method::Simplex => "simplex",
        Method::Bland => "simplex with Bland's rule",
        Method::DoubleDouble => "simplex with twice the digits",
        Method::Exact => "big integers",
        _ => "another method",
    }
}

/// Solves one matrix, row by row.
#[pyfunction]
pub(crate) fn solve_matrix(py: Python<'_>, payoffs: Vec<f64>, rows: usize, columns: usize) -> PyResult<Solved> {
    py.detach(|| {
        let mut solver = Solver::new();
        let interval = solver.solve(&payoffs, rows, columns)?;
        let strategies = (solver.row_strategy().to_vec(), solver.column_strategy().to_vec());
        Ok((
            interval.midpoint(),
            interval.lower.get(),
            interval.upper.get(),
            strategies.0,
            strategies.1,
            word(solver.method()),
        ))
    })
    .map_err(|problem: Error| refused(problem))
}

/// Solves one matrix in fractions, each as text: value, row strategy, column strategy.
#[pyfunction]
pub(crate) fn solve_matrix_exactly(
    py: Python<'_>,
    rows: Vec<Vec<f64>>,
) -> PyResult<(String, Vec<String>, Vec<String>)> {
    let solution = py.detach(|| exact_matrix_game(&rows)).map_err(refused)?;
    Ok((solution.value.to_string(), texts(&solution.row_strategy), texts(&solution.column_strategy)))
}

fn texts<T: ToString>(fractions: &[T]) -> Vec<String> {
    fractions.iter().map(ToString::to_string).collect()
}

/// Solves `count` matrices of one shape, which stand one after the other. Writes for each the lower and the upper end of the interval
/// and both strategies into the buffers.
#[pyfunction]
#[pyo3(signature = (payoffs, count, rows, columns, ends, row_strategies, column_strategies, threads))]
#[expect(clippy::too_many_arguments, reason = "four buffers and a shape")]
pub(crate) fn solve_matrices(
    py: Python<'_>,
    payoffs: PyBuffer<f64>,
    count: usize,
    rows: usize,
    columns: usize,
    ends: PyBuffer<f64>,
    row_strategies: PyBuffer<f64>,
    column_strategies: PyBuffer<f64>,
    threads: Option<usize>,
) -> PyResult<()> {
    let size = rows.checked_mul(columns).filter(|&size| size > 0);
    let Some(size) = size.filter(|size| size.checked_mul(count) == Some(payoffs.item_count())) else {
        let found = payoffs.item_count();
        return Err(refused(format!(
            "expected {count} matrices of {rows} rows and {columns} columns, found {found} numbers"
        )));
    };
    // A copy, since others may write into the buffer while Python's lock is not held.
    let payoffs = payoffs.to_vec(py)?;
    let mut solved = Many::new(count, rows, columns);
    let wanted = threads.or_else(|| thread::available_parallelism().ok().map(NonZero::get)).unwrap_or(1);
    py.detach(|| solved.solve(&payoffs, size, wanted.clamp(1, 256)))
        .map_err(|(number, problem)| refused(format!("matrix {number}: {problem}")))?;
    ends.copy_from_slice(py, &solved.ends)?;
    row_strategies.copy_from_slice(py, &solved.row)?;
    column_strategies.copy_from_slice(py, &solved.column)
}

/// The answers to many matrices of one shape.
struct Many {
    rows: usize,
    columns: usize,
    /// Lower and upper end of each.
    ends: Vec<f64>,
    row: Vec<f64>,
    column: Vec<f64>,
}

/// Fewer matrices than this are not worth a thread.
const WORTH_A_THREAD: usize = 1_000;

impl Many {
    fn new(count: usize, rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            ends: vec![0.0; 2 * count],
            row: vec![0.0; rows * count],
            column: vec![0.0; columns * count],
        }
    }

    /// Solves all of them, each thread a part. An error comes with the number of its matrix.
    fn solve(&mut self, payoffs: &[f64], size: usize, threads: usize) -> Result<(), (usize, Error)> {
        let count = payoffs.len() / size;
        let part = count.div_ceil(threads).max(WORTH_A_THREAD);
        let (rows, columns) = (self.rows, self.columns);
        let parts = payoffs
            .chunks(part * size)
            .zip(self.ends.chunks_mut(part * 2))
            .zip(self.row.chunks_mut(part * rows).zip(self.column.chunks_mut(part * columns)));
        thread::scope(|scope| {
            let workers = parts.enumerate().map(|(number, ((payoffs, ends), (row, column)))| {
                let work = move || {
                    let mut solver = Solver::new();
                    let matrices = payoffs.chunks_exact(size).zip(ends.chunks_exact_mut(2));
                    let strategies = row.chunks_exact_mut(rows).zip(column.chunks_exact_mut(columns));
                    for (place, ((matrix, ends), (row, column))) in matrices.zip(strategies).enumerate() {
                        let interval =
                            solver.solve(matrix, rows, columns).map_err(|problem| (number * part + place, problem))?;
                        ends.copy_from_slice(&[interval.lower.get(), interval.upper.get()]);
                        row.copy_from_slice(solver.row_strategy());
                        column.copy_from_slice(solver.column_strategy());
                    }
                    Ok(())
                };
                scope.spawn(work)
            });
            let workers: Vec<_> = workers.collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("solving a matrix does not panic"))
        })
    }
}

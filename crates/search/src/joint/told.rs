//! What an observer hears of a matrix. Where nobody listens nothing here is compiled to anything.

use secateur_game::{Both, Game};
use secateur_value::{Bounds, Real, Window};

use super::kernel::Kernel;
use super::walk::JointWalk;
use crate::question::observe::{Observer, Step};

impl<G: Game<Value = Real>, H, M, A, B: Observer<G>> JointWalk<'_, G, H, M, A, B> {
    /// More is known about a position, and the next question is asked with this window.
    #[inline(always)]
    pub(crate) fn tell_so_far(&mut self, node: &G::Position, known: &Bounds<Real>, window: &Window<Real>) {
        if B::LISTENS {
            self.observer.learn(self.game, node, known, window);
        }
    }

    /// More is known about a cell of a matrix, which lies so high on the stack.
    #[inline(always)]
    pub(crate) fn tell_cell(&mut self, node: &G::Position, place: (usize, usize), at: usize) {
        if B::LISTENS {
            let bounds = self.cells.at(at);
            self.observer.cell(self.game, node, place, &bounds);
        }
    }

    /// The matrix of a position is done with: what both players should do by its cells, as far as its lines are in, and which
    /// cells were not looked at although more was to be learnt about them.
    #[inline(always)]
    pub(crate) fn tell_matrix(
        &mut self,
        node: &G::Position,
        both: G::Both,
        base: usize,
        is_in: impl Fn(usize, usize) -> bool,
    ) {
        if B::LISTENS {
            let Self { game, observer, kernel, cells, .. } = self;
            tell_matrix(*observer, (*game, node, both), kernel, (&cells.lower[base..], &cells.upper[base..]), is_in);
        }
    }
}

/// Tells an observer that a matrix with these cells is done with; `is_in` says of which cells the lines are.
#[cold]
pub(crate) fn tell_matrix<G: Game<Value = Real>, B: Observer<G>>(
    observer: &mut B,
    (game, node, both): (&G, &G::Position, G::Both),
    kernel: &mut Kernel,
    (lower, upper): (&[f64], &[f64]),
    is_in: impl Fn(usize, usize) -> bool,
) {
    let rows: Vec<_> = both.rows(game, node).collect();
    let columns: Vec<_> = both.columns(game, node).collect();
    let live_rows: Vec<usize> = (0..rows.len()).filter(|&row| (0..columns.len()).any(|c| is_in(row, c))).collect();
    let live_columns: Vec<usize> = (0..columns.len()).filter(|&c| (0..rows.len()).any(|row| is_in(row, c))).collect();
    let live = |bounds: &[f64]| -> Vec<f64> {
        let cell = |row: usize, column: usize| bounds[row * columns.len() + column];
        live_rows.iter().flat_map(|&row| live_columns.iter().map(move |&column| cell(row, column))).collect()
    };
    let spread = |weights: &[f64], lines: &[usize], all: usize| {
        let mut spread = vec![0.0; all];
        lines.iter().zip(weights).for_each(|(&line, &weight)| spread[line] = weight);
        spread
    };
    let (mut max, mut min) = (Vec::new(), Vec::new());
    if !live_rows.is_empty() && !live_columns.is_empty() {
        let solver = &mut kernel.solver;
        if solver.solve(&live(lower), live_rows.len(), live_columns.len()).is_ok() {
            max = spread(solver.row_strategy(), &live_rows, rows.len());
        }
        if solver.solve(&live(upper), live_rows.len(), live_columns.len()).is_ok() {
            min = spread(solver.column_strategy(), &live_columns, columns.len());
        }
    }
    observer.strategies(game, node, &max, &min);
    for (row, &chosen) in rows.iter().enumerate() {
        for (column, &answer) in columns.iter().enumerate() {
            let cell = row * columns.len() + column;
            if lower[cell] < upper[cell] {
                observer.skip(game, node, Step::Both(chosen, answer));
            }
        }
    }
}

//! The matrix of one position: its cells with their windows, what is dropped and what that costs, and what the rest shows.

use secateur_game::{Both, Game, Player, Turn};
use secateur_matrix::{CellBound, CellBounds};
use secateur_value::{Bounds, Real, Window};
use smallvec::SmallVec;

use super::{Pruning, Reading};
use crate::injected::{self, Bug};
use crate::joint::kernel::pure_value;
use crate::joint::walk::{Ask, JointWalk, larger, smaller};
use crate::memory::recall::Memory;
use crate::question::horizon::Horizon;
use crate::question::observe::{Observer, Step};

/// The matrix of one position.
pub(super) struct Matrix<M> {
    pub(super) base: usize,
    pub(super) rows: SmallVec<[M; 16]>,
    pub(super) columns: SmallVec<[M; 16]>,
    /// The least and the greatest value that the game or any of the cells can have: minval and maxval. What the game promises about
    /// the root says nothing about a position below it.
    pub(super) least: f64,
    pub(super) greatest: f64,
    pub(super) live_rows: SmallVec<[usize; 16]>,
    pub(super) live_columns: SmallVec<[usize; 16]>,
    /// The position's own window.
    pub(super) alpha: f64,
    pub(super) beta: f64,
    /// What dropped rows may have cost, and dropped columns.
    pub(super) row_charge: f64,
    pub(super) column_charge: f64,
    /// How far the number that stands for a searched cell may be from the cell's value.
    pub(super) blur: f64,
    /// Whether a cell or a line changed since the last test.
    pub(super) changed: bool,
    /// Whether a row was dropped with the help of β, too.
    pub(super) crossed: bool,
}

/// What comes after a cell.
pub(super) enum Next {
    /// The next cell.
    Go,
    /// Nothing: the matrix has this value whatever its other cells are.
    Exit(Bounds<Real>),
}

impl<T: Copy> Matrix<T> {
    /// Gives every cell its first bounds; says whether one of them is not over.
    pub(super) fn fill<G, H, M, B>(
        &mut self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        node: &mut G::Position,
        both: G::Both,
    ) -> bool
    where
        G: Game<Value = Real, Move = T>,
        B: Observer<G>,
    {
        let Pruning { smab, least, greatest, .. } = walk.algorithm;
        let range = Bounds::of(least, greatest);
        let mut open = false;
        for (place, &row) in self.rows.iter().enumerate() {
            for (answer, &column) in self.columns.iter().enumerate() {
                let undo = both.play(walk.game, node, row, column);
                let over = match walk.game.turn(node) {
                    Turn::Over(value) => Some(Bounds::exact(value)),
                    _ => None,
                };
                let known = over.unwrap_or_else(|| walk.game.bounds(node));
                let widened = Bounds::of(range.lower.min(known.lower).get(), range.upper.max(known.upper).get());
                self.least = smaller(self.least, known.lower.get());
                self.greatest = larger(self.greatest, known.upper.get());
                let exact = over.is_some() && smab.reading == Reading::Fitted;
                let first = if exact || smab.promises { known } else { widened };
                open |= over.is_none();
                walk.game.undo(node, undo);
                walk.cells.push(first);
                walk.tell_cell(node, (place, answer), walk.cells.len() - 1);
            }
        }
        open
    }

    /// Searches a cell with its window, and drops its row or its column if it may be dropped.
    pub(super) fn search_cell<G, H, M, B>(
        &mut self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        (a, b): (usize, usize),
        tests: bool,
    ) -> Next
    where
        G: Game<Value = Real, Move = T>,
        B: Observer<G>,
        H: Horizon<G>,
        M: Memory<G>,
    {
        let Pruning { smab, grain, .. } = walk.algorithm;
        let (least, greatest) = (self.least, self.greatest);
        let fitted = smab.reading == Reading::Fitted;
        let at = self.base + a * self.columns.len() + b;
        let first = walk.cells.at(at);
        if (fitted || smab.promises) && first.is_exact() {
            return Next::Go; // known since the matrix was made
        }
        let skipped = smab.order.filled((a, b), self.rows.len()) < smab.skip && !(fitted && ask.root);
        let (mut low, mut high) = (None, None);
        if !skipped {
            if tests && let Some(value) = self.decided(walk) {
                return Next::Exit(value);
            }
            (low, high) = self.cell_window(walk, (a, b));
        }
        let widest = beyond(least, greatest);
        let (alpha, row_delta) = tied(low, widest.0, grain);
        let (beta, column_delta) = tied(high, widest.1, grain);
        if fitted && (alpha >= greatest || alpha >= beta) {
            // If α_ab ≥ β_ab, then either the cell is worth at most α_ab, or its column could go first. The value needs no
            // more; strategies do: against the column, if it is played, the row may be good.
            self.drop_row(walk, node, a, row_delta + column_delta);
            self.crossed |= alpha >= beta;
            if ask.root && alpha >= beta && !self.live_rows.is_empty() && self.live_columns.len() > 1 {
                self.drop_column(walk, node, b, row_delta + column_delta);
            }
            return Next::Go;
        }
        if fitted && beta <= least {
            self.drop_column(walk, node, b, column_delta);
            return Next::Go;
        }
        let Bounds { lower: own, upper: cap } = Bounds::of(alpha, beta);
        let window = if own >= cap { Window::above(own) } else { Window::new(own, cap) };
        let undo = both.play(walk.game, node, self.rows[a], self.columns[b]);
        let step = Step::Both(self.rows[a], self.columns[b]);
        let child = walk.visit(node, Some(step), &ask.below(window));
        walk.game.undo(node, undo);
        let noise = walk.noise.get();
        // An estimate may lie outside what is promised.
        let (lower, upper) = (first.lower.max(child.lower).get(), first.upper.min(child.upper).get());
        if B::LISTENS && lower <= upper {
            walk.observer.cell(walk.game, node, (a, b), &Bounds::of(lower, upper));
        }
        self.changed = true;
        let near = if injected::is(Bug::Row) { 0.1 * (greatest - least) } else { noise };
        if low.is_some() && upper <= alpha + near {
            let more = if injected::is(Bug::Row) { 0.0 } else { upper - alpha };
            // What α was rounded by comes on top of what the cell is worth beyond it.
            self.drop_row(walk, node, a, (row_delta + more.max(0.0)).next_up());
        } else if high.is_some() && lower >= beta - noise {
            self.drop_column(walk, node, b, (column_delta + (beta - lower).max(0.0)).next_up());
        } else if upper - lower <= noise {
            let value = rounded(lower.midpoint(upper), grain);
            let blur = (upper - value).max(value - lower);
            self.blur = self.blur.max(if blur > 0.0 { blur.next_up() } else { 0.0 });
            (walk.cells.lower[at], walk.cells.upper[at]) = (value, value);
        } else {
            (walk.cells.lower[at], walk.cells.upper[at]) = (lower, upper);
        }
        Next::Go
    }

    /// The window of a cell: two linear programs.
    fn cell_window<G, H, M, B>(
        &self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        (a, b): (usize, usize),
    ) -> (Option<CellBound>, Option<CellBound>)
    where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        let cells = CellBounds {
            lower: &walk.cells.lower[self.base..],
            upper: &walk.cells.upper[self.base..],
            columns: self.columns.len(),
            live_rows: &self.live_rows,
            live_columns: &self.live_columns,
        };
        let (least, greatest, pruner) = (self.least, self.greatest, &mut walk.algorithm.pruner);
        // A row that is worse than anything, or a column, cannot help to dominate.
        let alpha = Some(self.alpha).filter(|&alpha| alpha >= least);
        let beta = Some(self.beta).filter(|&beta| beta <= greatest);
        let low = walk.kernel.program(|_| pruner.cell_alpha(&cells, a, b, alpha));
        let high = walk.kernel.program(|_| pruner.cell_beta(&cells, a, b, beta));
        (low, high)
    }

    fn drop_row<G, H, M, B>(
        &mut self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        node: &G::Position,
        a: usize,
        delta: f64,
    ) where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        if B::LISTENS {
            walk.observer.strike(walk.game, node, Player::Max, a);
        }
        self.changed = true;
        self.live_rows.retain(|row| *row != a);
        self.row_charge = (self.row_charge + delta.max(0.0)).next_up();
    }

    fn drop_column<G, H, M, B>(
        &mut self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        node: &G::Position,
        b: usize,
        delta: f64,
    ) where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        if B::LISTENS {
            walk.observer.strike(walk.game, node, Player::Min, b);
        }
        self.changed = true;
        self.live_columns.retain(|column| *column != b);
        self.column_charge = (self.column_charge + delta.max(0.0)).next_up();
    }

    /// The value of the live matrix, if the cells that were not searched cannot change it: the fitted reading's test, two
    /// programs.
    pub(super) fn decided<G, H, M, B>(&mut self, walk: &mut JointWalk<'_, G, H, M, Pruning, B>) -> Option<Bounds<Real>>
    where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        if self.live_rows.is_empty() || self.live_columns.is_empty() || !std::mem::take(&mut self.changed) {
            return None;
        }
        let (low, high) = (self.restricted_value(walk, false), self.restricted_value(walk, true));
        let live = Bounds { lower: low.lower, upper: high.upper };
        live.is_within(walk.noise).then_some(live)
    }

    /// The value of the live part of the pessimistic or the optimistic matrix.
    fn restricted_value<G, H, M, B>(
        &self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        optimistic: bool,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        let cells = if optimistic { &walk.cells.upper } else { &walk.cells.lower };
        let restricted = &mut walk.algorithm.restricted;
        restricted.clear();
        for row in &self.live_rows {
            let row = &cells[self.base + row * self.columns.len()..];
            restricted.extend(self.live_columns.iter().map(|&column| row[column]));
        }
        if walk.stopped.is_some() {
            return pure_value(restricted, self.live_columns.len());
        }
        walk.kernel.value(restricted, self.live_rows.len(), self.live_columns.len())
    }

    /// What the matrix has shown about the position.
    pub(super) fn conclude<G, H, M, B>(
        &self,
        walk: &mut JointWalk<'_, G, H, M, Pruning, B>,
        decided: Option<Bounds<Real>>,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        let (alpha, beta) = (self.alpha, self.beta);
        let found = if let Some(value) = decided {
            walk.kernel.program(|_| value)
        } else if self.live_rows.is_empty() {
            walk.kernel.program(|_| Bounds::of(f64::NEG_INFINITY, alpha))
        } else if self.live_columns.is_empty() {
            walk.kernel.program(|_| Bounds::of(beta, f64::INFINITY))
        } else {
            let low = self.restricted_value(walk, false);
            let spread = self.spread(walk);
            let upper = match spread <= walk.noise.get() {
                true if spread == 0.0 => low.upper,
                true => Bounds::of(0.0, (low.upper.get() + spread).next_up()).upper,
                false => self.restricted_value(walk, true).upper,
            };
            Bounds { lower: low.lower, upper }
        };
        let (mut lower, mut upper) = (found.lower.get(), found.upper.get());
        if self.blur > 0.0 {
            (lower, upper) = ((lower - self.blur).next_down(), (upper + self.blur).next_up());
        }
        // A mixture covers a dropped line in terms of the numbers that stand for cells.
        let (rows, columns) = (self.rows.len() - self.live_rows.len(), self.columns.len() - self.live_columns.len());
        let row_charge = (self.row_charge + 2.0 * rows as f64 * self.blur).next_up();
        let column_charge = (self.column_charge + 2.0 * columns as f64 * self.blur).next_up();
        // With rows (columns) removed by the help of α (β), nothing is shown below α (above β).
        if rows > 0 {
            let most = (upper.max(alpha) + row_charge).next_up();
            upper = if most < beta || (columns == 0 && !self.crossed) { most } else { f64::INFINITY };
        }
        if columns > 0 {
            let least = (lower.min(beta) - column_charge).next_down();
            let holds = least > alpha || rows == 0;
            lower = if holds { least } else { f64::NEG_INFINITY };
        }
        Bounds::of(lower, upper)
    }

    /// The widest live cell.
    fn spread<G, H, M, B>(&self, walk: &JointWalk<'_, G, H, M, Pruning, B>) -> f64
    where
        G: Game<Value = Real>,
        B: Observer<G>,
    {
        let mut widest = 0.0_f64;
        for row in &self.live_rows {
            for column in &self.live_columns {
                let at = self.base + row * self.columns.len() + column;
                widest = widest.max(walk.cells.upper[at] - walk.cells.lower[at]);
            }
        }
        if widest > 0.0 { widest.next_up() } else { 0.0 }
    }

    /// Keeps the strategies of the root: dominated moves are not played.
    pub(super) fn tell<G, H, M, B>(&self, walk: &mut JointWalk<'_, G, H, M, Pruning, B>)
    where
        G: Game<Value = Real, Move = T>,
        B: Observer<G>,
    {
        if self.live_rows.is_empty() || self.live_columns.is_empty() {
            return;
        }
        let live = |bounds: &[f64]| -> Vec<f64> {
            let rows = self.live_rows.iter().map(|row| &bounds[self.base + row * self.columns.len()..]);
            rows.flat_map(|row| self.live_columns.iter().map(|&column| row[column])).collect()
        };
        let cells = (live(&walk.cells.lower), live(&walk.cells.upper));
        let rows: Vec<_> = self.live_rows.iter().map(|&row| self.rows[row]).collect();
        let columns: Vec<_> = self.live_columns.iter().map(|&column| self.columns[column]).collect();
        walk.strategies = crate::joint::walk::mixed(&mut walk.kernel, (&cells.0, &cells.1), &rows, &columns);
    }
}

/// Numbers below and above all values: minval − 1 and maxval + 1, or further where 1 is less than rounding.
pub(super) fn beyond(least: f64, greatest: f64) -> (f64, f64) {
    let step = least.abs().max(greatest.abs()).max(1.0);
    (least - step, greatest + step)
}

/// The end of a cell's window, or what stands for an infeasible program, with what acting on it costs.
fn tied(found: Option<CellBound>, infeasible: f64, grain: f64) -> (f64, f64) {
    match found {
        None => (infeasible, 0.0),
        Some(CellBound { bound, delta, .. }) => {
            let value = rounded(bound, grain);
            (value, (delta + (value - bound).abs()).next_up())
        }
    }
}

/// The nearest number with few digits. Numbers that differ only by rounding become one, so that ties are ties: without
/// them a mixture would almost never cover a row.
fn rounded(number: f64, grain: f64) -> f64 {
    let rounded = (number / grain).round() * grain;
    if rounded.is_finite() { rounded } else { number }
}

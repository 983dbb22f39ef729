//! SMAB: alpha-beta for simultaneous moves (Saffidine, Finnsson, Buro, "Alpha-Beta Pruning for Games with Simultaneous
//! Moves", AAAI 2012).
//!
//! Cells of a matrix are searched one after the other, each with a window of its own: if the cell is worth at most `α_ab`
//! its row is dominated by a mixture of other rows, if it is worth at least `β_ab` its column is (Figures 4 and 5; the
//! programs are in the crate `matrix`). An artificial row of α's stands for "Max deviates earlier", a column of β's for
//! Min. Dominated lines are not looked at any more.
//!
//! Two [`Reading`]s:
//!
//! * *printed*: Algorithm 1, line by line;
//! * *fitted*: rules found by fitting the node and program counts of the paper's Table 4, which Algorithm 1 as printed
//!   cannot give (for 7 cards and s = 4 it solves at most 3,938 programs for windows; the table implies 702,242).
//!   Cells that are over are filled in when the matrix is made. A position other than the root is left as soon as the
//!   pessimistic and the optimistic matrix have the same value, which is tested at its start and before every cell that
//!   is not skipped. A row goes unsearched if `α_ab ≥ maxval` or `α_ab ≥ β_ab`, a column if `β_ab ≤ minval`. At the root no
//!   window is skipped. Every position counts one program for its value, two for each test, two for each window.
//!
//! Departures, all for soundness (each was found by comparing with backward induction on random games):
//!
//! * Line 32 returns the value of the *restricted* matrix, but rows were removed with the help of α, columns with that of
//!   β: only what lies between them is shown. If all rows are gone it is "at most α", if all columns, "at least β".
//! * An infeasible program means *minval − 1* (Figure 4), not *minval* (Section 4.1): with the latter a cell that is lost
//!   would kill its row.
//! * A skipped cell gets the full window, not the position's.
//! * With floating point a line is dominated up to some δ. Dropping it changes the value by at most δ, which is charged to
//!   the bounds; so the answer is an interval that holds. A searched cell is an interval, too; a number with few digits
//!   stands for it, or there would be no ties, and what it differs by is charged as well.
//! * Turns of one player and of chance are part of the game; the admissible initial bounds of Section 4.3 are those that
//!   the game promises, if they are asked for.

use secateur_game::{Both, Game, Player, Turn};
use secateur_matrix::{CellBound, CellBounds, Pruner};
use secateur_value::{Bounds, Real, Window};
use smallvec::SmallVec;

use crate::injected::{self, Bug};
use crate::joint::kernel::pure_value;
use crate::joint::walk::{Ask, Matrices, Walk, larger, noise, smaller};
use crate::memory::recall::Memory;
use crate::question::horizon::Horizon;
use crate::question::limits::Meter;
use crate::question::observe::{Left, Observer, Step};
use crate::threads::stack::with_room;
use crate::{AsListed, Outcome, Search};

/// In which order the cells of a matrix are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row.
    Lexicographic,
    /// The first row and the first column, then the second of each, and so on: by `(min(a, b), a, b)` (Figure 6).
    LShaped,
}

/// Which algorithm is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Algorithm 1, made sound.
    Printed,
    /// The rules that fit the paper's Table 4.
    Fitted,
}

/// How SMAB is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smab {
    /// In which order cells are searched.
    pub order: CellOrder,
    /// Early bound skipping: no windows are computed before this many rows and columns are filled.
    pub skip: usize,
    /// Which algorithm is meant.
    pub reading: Reading,
    /// Whether a cell starts with what the game promises about it, instead of the range of the whole game.
    pub promises: bool,
}

impl Default for Smab {
    /// As the paper's Table 4 has it, with s = 0.
    fn default() -> Self {
        Self { order: CellOrder::LShaped, skip: 0, reading: Reading::Fitted, promises: false }
    }
}

impl Smab {
    /// With this order of cells.
    pub fn order(self, order: CellOrder) -> Self {
        Self { order, ..self }
    }

    /// With early bound skipping.
    pub fn skip(self, skip: usize) -> Self {
        Self { skip, ..self }
    }

    /// In this reading.
    pub fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// With this choice about the game's promises.
    pub fn promises(self, promises: bool) -> Self {
        Self { promises, ..self }
    }
}

impl<G, H, M, B> Search<'_, G, H, M, AsListed, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
{
    /// SMAB.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Search, Smab};
    ///
    /// let outcome = Search::new(&Goofspiel::new(4)).smab(&Smab::default());
    /// assert_eq!(outcome.statistics.expanded, 55); // the first row of Table 4
    /// assert!(outcome.bounds.contains(&0.into()));
    /// ```
    pub fn smab(self, smab: &Smab) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let range = question.game.promised(&question.position);
        let grain = (noise(&range).get() / 256.0).log2().floor().exp2();
        let (least, greatest) = (range.lower.get(), range.upper.get());
        let pruning = Pruning { smab: *smab, least, greatest, grain, pruner: Pruner::new(), restricted: Vec::new() };
        let tools = (&question.horizon, &question.memory, &mut observer);
        let mut walk = Walk::new(question.game, &question.position, tools, &meter, pruning);
        let bounds = with_room(|| walk.visit_root(&question.position, &question.ask()));
        let found = walk.found(bounds);
        drop(walk);
        question.conclude(&meter, found, (question.horizon.promises(), Real::ZERO))
    }
}

/// What SMAB needs besides the walk.
struct Pruning {
    smab: Smab,
    /// What the game promises about the root.
    least: f64,
    greatest: f64,
    /// The last digit of numbers that stand for cells, a power of two.
    grain: f64,
    pruner: Pruner,
    /// The cells of live lines.
    restricted: Vec<f64>,
}

/// The matrix of one position.
struct Matrix<M> {
    base: usize,
    rows: SmallVec<[M; 16]>,
    columns: SmallVec<[M; 16]>,
    /// The least and the greatest value that the game or any of the cells can have: minval and maxval. What the game promises about
    /// the root says nothing about a position below it.
    least: f64,
    greatest: f64,
    live_rows: SmallVec<[usize; 16]>,
    live_columns: SmallVec<[usize; 16]>,
    /// The position's own window.
    alpha: f64,
    beta: f64,
    /// What dropped rows may have cost, and dropped columns.
    row_charge: f64,
    column_charge: f64,
    /// How far the number that stands for a searched cell may be from the cell's value.
    blur: f64,
    /// Whether a cell or a line changed since the last test.
    changed: bool,
    /// Whether a row was dropped with the help of β, too.
    crossed: bool,
}

/// What comes after a cell.
enum Next {
    /// The next cell.
    Go,
    /// Nothing: the matrix has this value whatever its other cells are.
    Exit(Bounds<Real>),
}

impl<G, H, M> Matrices<G, H, M> for Pruning
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
{
    const USES_WINDOW: bool = false;

    fn both<B: Observer<G>>(
        walk: &mut Walk<'_, G, H, M, Self, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        walk.counts.expanded += 1;
        let Pruning { smab, least, greatest, .. } = walk.algorithm;
        let mut matrix = Matrix::<G::Move> {
            base: walk.cells.len(),
            rows: both.rows(walk.game, node).collect(),
            columns: both.columns(walk.game, node).collect(),
            live_rows: SmallVec::new(),
            live_columns: SmallVec::new(),
            least,
            greatest,
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
            row_charge: 0.0,
            column_charge: 0.0,
            blur: 0.0,
            changed: true,
            crossed: false,
        };
        matrix.live_rows.extend(0..matrix.rows.len());
        matrix.live_columns.extend(0..matrix.columns.len());
        let open = matrix.fill(walk, node, both);
        let widest = beyond(matrix.least, matrix.greatest);
        let window = (larger(widest.0, ask.window.alpha.get()), smaller(widest.1, ask.window.beta.get()));
        // Only the root can be asked about a window that no value lies in; it still owes its strategies.
        (matrix.alpha, matrix.beta) = if window.0 < window.1 { window } else { widest };
        let tests = smab.reading == Reading::Fitted && !ask.root && open;
        let mut decided = if tests { matrix.decided(walk) } else { None };
        if decided.is_none() {
            for number in 0..matrix.rows.len() * matrix.columns.len() {
                let (a, b) = smab.order.cell(number, matrix.rows.len(), matrix.columns.len());
                if !matrix.live_rows.contains(&a) || !matrix.live_columns.contains(&b) {
                    continue;
                }
                if let Next::Exit(value) = matrix.search_cell(walk, node, both, ask, (a, b), tests) {
                    decided = Some(value);
                    break;
                }
                // Nothing more is learnt after a limit, and the programs of so many cells would take their time.
                if walk.stopped.is_some() {
                    break;
                }
            }
        }
        let found = matrix.conclude(walk, decided);
        if ask.root {
            matrix.tell(walk);
        }
        walk.tell_so_far(node, &found, &ask.window);
        let is_in =
            |row: usize, column: usize| matrix.live_rows.contains(&row) && matrix.live_columns.contains(&column);
        walk.tell_matrix(node, both, matrix.base, is_in);
        walk.cells.truncate(matrix.base);
        (found, Left::Done)
    }
}

impl CellOrder {
    /// The cell that comes after `number` others.
    fn cell(self, mut number: usize, rows: usize, columns: usize) -> (usize, usize) {
        match self {
            Self::Lexicographic => (number / columns, number % columns),
            Self::LShaped => {
                let mut corner = 0;
                loop {
                    let (right, down) = (columns - corner, rows - corner - 1);
                    if number < right {
                        return (corner, corner + number);
                    }
                    number -= right;
                    if number < down {
                        return (corner + 1 + number, corner);
                    }
                    number -= down;
                    corner += 1;
                }
            }
        }
    }

    /// How many rows and columns, whichever are fewer, are full when it is this cell's turn.
    fn filled(self, (a, b): (usize, usize), rows: usize) -> usize {
        match self {
            Self::LShaped => a.min(b),
            Self::Lexicographic if a + 1 == rows => a.min(b),
            Self::Lexicographic => 0,
        }
    }
}

impl<T: Copy> Matrix<T> {
    /// Gives every cell its first bounds; says whether one of them is not over.
    fn fill<G, H, M, B>(
        &mut self,
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
    fn search_cell<G, H, M, B>(
        &mut self,
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
    fn decided<G, H, M, B>(&mut self, walk: &mut Walk<'_, G, H, M, Pruning, B>) -> Option<Bounds<Real>>
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
    fn restricted_value<G, H, M, B>(&self, walk: &mut Walk<'_, G, H, M, Pruning, B>, optimistic: bool) -> Bounds<Real>
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
    fn conclude<G, H, M, B>(
        &self,
        walk: &mut Walk<'_, G, H, M, Pruning, B>,
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
    fn spread<G, H, M, B>(&self, walk: &Walk<'_, G, H, M, Pruning, B>) -> f64
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
    fn tell<G, H, M, B>(&self, walk: &mut Walk<'_, G, H, M, Pruning, B>)
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
fn beyond(least: f64, greatest: f64) -> (f64, f64) {
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

#[cfg(test)]
mod tests {
    use secateur_games::Goofspiel;

    use super::*;

    fn counts(cards: usize, smab: Smab) -> (u64, u64) {
        let outcome = Search::new(&Goofspiel::new(cards)).smab(&smab);
        assert!(outcome.bounds.contains(&0.into()), "{cards} {smab:?} {:?}", outcome.bounds);
        assert!(
            outcome.bounds.upper.get() - outcome.bounds.lower.get() < 1e-9,
            "{cards} {smab:?} {:?}",
            outcome.bounds
        );
        (outcome.statistics.expanded, outcome.statistics.lp_calls.unwrap_or(0))
    }

    #[test]
    fn cells_are_ordered_as_in_figure_6() {
        let mut order = [[0; 5]; 5];
        for number in 0..25 {
            let (a, b) = CellOrder::LShaped.cell(number, 5, 5);
            order[a][b] = number + 1;
        }
        assert_eq!(order[0], [1, 2, 3, 4, 5]);
        assert_eq!(order[1], [6, 10, 11, 12, 13]);
        assert_eq!(order[2], [7, 14, 17, 18, 19]);
        assert_eq!(order[3], [8, 15, 20, 22, 23]);
        assert_eq!(order[4], [9, 16, 21, 24, 25]);
        for (rows, columns) in [(1, 4), (4, 1), (2, 5), (5, 3)] {
            let mut seen: Vec<_> = (0..rows * columns).map(|n| CellOrder::LShaped.cell(n, rows, columns)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), rows * columns);
        }
    }

    #[test]
    fn the_fitted_reading_counts_as_fitted() {
        for (cards, skip, expected) in [
            (4, 0, (55, 265)),
            (4, 1, (59, 171)),
            (4, 2, (70, 146)),
            (5, 0, (509, 2_719)),
            (5, 1, (624, 1_856)),
            (5, 2, (1_004, 1_896)),
            (6, 0, (13_511, 73_791)),
            (6, 1, (18_138, 54_486)),
            (6, 2, (29_895, 55_311)),
        ] {
            assert_eq!(counts(cards, Smab::default().skip(skip)), expected, "{cards} cards, s = {skip}");
        }
    }

    /// A throw-away prototype counted 101, 107, 109 and 31,386, 40,027, 51,960; how ties between vertices of a program
    /// are broken moves the larger figures by up to 2%.
    #[test]
    fn the_printed_reading_expands_more() {
        let printed = Smab::default().reading(Reading::Printed);
        for (cards, expected) in [(4, [101, 107, 109]), (6, [30_802, 40_319, 52_739])] {
            for (skip, expanded) in expected.into_iter().enumerate() {
                assert_eq!(counts(cards, printed.skip(skip)).0, expanded, "{cards} cards, s = {skip}");
            }
        }
    }
}

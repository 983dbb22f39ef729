//! A turn of both players within a depth: a double oracle inside a window.
//!
//! Few moves of each player take part at first: those that were best less far ahead. What each player does against the other's mixture is
//! asked move by move, and a move that cannot do better is left as soon as that shows; one that does better takes part from then
//! on. When no move does, the mixtures are optimal and the value is exact (McMahan, Gordon and Blum 2003; inside
//! alpha-beta windows: Bošanský and others 2013). Before any of that, a window may be refuted by one column, or one row, alone.

use secateur_game::{Both, Keyed};
use secateur_value::Real;

use super::guess::Guess;
use super::look::{Look, NONE, Seen, is_answered, place};
use crate::joint::walk::{larger, smaller};
use crate::question::horizon::Horizon;

/// Where a matrix lies on the common stacks.
#[derive(Clone, Copy)]
struct Frame {
    moves: usize,
    rows: usize,
    columns: usize,
    cells: usize,
    /// Rows first, then columns.
    mixtures: usize,
    taking_part: usize,
    depth: u32,
}

impl<G, H> Look<'_, G, H>
where
    G: Keyed<Value = Real>,
    H: Horizon<G>,
{
    /// The value of the matrix within the depth, as far as the window asks.
    pub(super) fn matrix(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        depth: u32,
        window: Guess,
        hint: (u8, u8),
    ) -> Option<Seen> {
        let moves = self.moves.len();
        self.moves.extend(both.rows(self.game, node));
        let rows = self.moves.len() - moves;
        self.moves.extend(both.columns(self.game, node));
        let columns = self.moves.len() - moves - rows;
        let frame = Frame {
            moves,
            rows,
            columns,
            cells: self.cells.len(),
            mixtures: self.mixtures.len(),
            taking_part: self.taking_part.len(),
            depth,
        };
        self.cells.resize(frame.cells + rows * columns, Guess::OPEN);
        self.mixtures.resize(frame.mixtures + rows + columns, 0.0);
        self.taking_part.resize(frame.taking_part + rows + columns, false);
        let row = if usize::from(hint.0) < rows { usize::from(hint.0) } else { 0 };
        let column = if usize::from(hint.1) < columns { usize::from(hint.1) } else { 0 };
        let seen = self.within(node, both, window, &frame, (row, column))?;
        self.moves.truncate(moves);
        self.cells.truncate(frame.cells);
        self.mixtures.truncate(frame.mixtures);
        self.taking_part.truncate(frame.taking_part);
        Some(seen)
    }

    fn within(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        window: Guess,
        frame: &Frame,
        (mut row, mut column): (usize, usize),
    ) -> Option<Seen> {
        let Guess { lower: alpha, upper: beta } = window;
        if frame.rows * frame.columns == 1 {
            let found = self.cell(node, both, frame, (0, 0), window)?;
            return Some(Seen { found, best: (0, 0) });
        }
        if alpha > f64::NEG_INFINITY {
            // Does this column alone hold Max to what was asked?
            let (ask, mut most) = (Guess { lower: alpha, upper: f64::INFINITY }, f64::NEG_INFINITY);
            let first = row;
            let mut others = (0..frame.rows).filter(|&other| other != first);
            let mut next = Some(first);
            let mut refuted = true;
            while let Some(other) = next {
                let found = self.cell(node, both, frame, (other, column), ask)?;
                most = larger(most, found.upper);
                if found.upper > alpha {
                    (row, refuted) = (other, false);
                    break;
                }
                next = others.next();
            }
            if refuted {
                self.counts.cutoffs += 1;
                let found = Guess { lower: f64::NEG_INFINITY, upper: most };
                return Some(Seen { found, best: (NONE, place(column)) });
            }
        }
        if beta < f64::INFINITY {
            let (ask, mut least) = (Guess { lower: f64::NEG_INFINITY, upper: beta }, f64::INFINITY);
            let first = column;
            let mut others = (0..frame.columns).filter(|&other| other != first);
            let mut next = Some(first);
            let mut refuted = true;
            while let Some(other) = next {
                let found = self.cell(node, both, frame, (row, other), ask)?;
                least = smaller(least, found.lower);
                if found.lower < beta {
                    (column, refuted) = (other, false);
                    break;
                }
                next = others.next();
            }
            if refuted {
                self.counts.cutoffs += 1;
                let found = Guess { lower: least, upper: f64::INFINITY };
                return Some(Seen { found, best: (place(row), NONE) });
            }
        }
        self.taking_part[frame.taking_part + row] = true;
        self.taking_part[frame.taking_part + frame.rows + column] = true;
        self.oracles(node, both, window, frame)
    }

    /// The double oracle.
    fn oracles(&mut self, node: &mut G::Position, both: G::Both, window: Guess, frame: &Frame) -> Option<Seen> {
        loop {
            let value = self.solve_restricted(node, both, frame)?;
            let better_row = self.better::<true>(node, both, frame, larger(value, window.lower))?;
            if better_row.is_none() && value < window.lower {
                self.counts.cutoffs += 1;
                let found = Guess { lower: f64::NEG_INFINITY, upper: window.lower };
                return Some(Seen { found, best: self.likeliest(frame) });
            }
            let better_column = self.better::<false>(node, both, frame, smaller(value, window.upper))?;
            if better_column.is_none() && value > window.upper {
                self.counts.cutoffs += 1;
                let found = Guess { lower: window.upper, upper: f64::INFINITY };
                return Some(Seen { found, best: self.likeliest(frame) });
            }
            if better_row.is_none() && better_column.is_none() {
                return Some(Seen { found: Guess::exact(value), best: self.likeliest(frame) });
            }
            if let Some(row) = better_row {
                self.taking_part[frame.taking_part + row] = true;
            }
            if let Some(column) = better_column {
                self.taking_part[frame.taking_part + frame.rows + column] = true;
            }
        }
    }

    /// The value of the moves that take part, and the mixtures.
    fn solve_restricted(&mut self, node: &mut G::Position, both: G::Both, frame: &Frame) -> Option<f64> {
        self.mixtures[frame.mixtures..].fill(0.0);
        let (mut rows, mut columns) = (0, 0);
        for row in 0..frame.rows {
            if !self.taking_part[frame.taking_part + row] {
                continue;
            }
            rows += 1;
            for column in 0..frame.columns {
                if self.taking_part[frame.taking_part + frame.rows + column] {
                    self.cell(node, both, frame, (row, column), Guess::OPEN)?;
                }
            }
        }
        self.scratch.clear();
        for row in (0..frame.rows).filter(|row| self.taking_part[frame.taking_part + row]) {
            let parts = &self.taking_part[frame.taking_part + frame.rows..];
            let cells = &self.cells[frame.cells + row * frame.columns..][..frame.columns];
            let before = self.scratch.len();
            self.scratch.extend(cells.iter().zip(parts).filter(|(_, part)| **part).map(|(cell, _)| cell.lower));
            columns = self.scratch.len() - before;
        }
        let value = self.kernel.value(&self.scratch, rows, columns).midpoint();
        let solver = &self.kernel.solver;
        let (x, y) = (solver.row_strategy(), solver.column_strategy());
        let (even_row, even_column) = (1.0 / rows as f64, 1.0 / columns as f64);
        let (mut row, mut column) = (0, 0);
        for number in 0..frame.rows + frame.columns {
            if self.taking_part[frame.taking_part + number] {
                self.mixtures[frame.mixtures + number] = if number < frame.rows {
                    row += 1;
                    x.get(row - 1).copied().unwrap_or(even_row)
                } else {
                    column += 1;
                    y.get(column - 1).copied().unwrap_or(even_column)
                };
            }
        }
        Some(value)
    }

    /// The best of the moves that do not take part against the other player's mixture, if one brings more than this
    /// (to Min: less).
    fn better<const MAX: bool>(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        frame: &Frame,
        mut enough: f64,
    ) -> Option<Option<usize>> {
        let (own, others) = if MAX { (frame.rows, frame.columns) } else { (frame.columns, frame.rows) };
        let (own_start, other_start) = if MAX { (0, frame.rows) } else { (frame.rows, 0) };
        let mut best = None;
        for number in 0..own {
            if self.taking_part[frame.taking_part + own_start + number] {
                continue;
            }
            let (mut sum, mut rest, mut refuted) = (0.0, 1.0, false);
            let mut left =
                (0..others).filter(|&other| self.mixtures[frame.mixtures + other_start + other] > 0.0).count();
            for other in 0..others {
                let weight = self.mixtures[frame.mixtures + other_start + other];
                if weight <= 0.0 {
                    continue;
                }
                left -= 1;
                rest = if left == 0 { 0.0 } else { larger(rest - weight, 0.0) };
                let hoped = if rest > 0.0 { rest * if MAX { self.range.upper } else { self.range.lower } } else { 0.0 };
                let same = if MAX { self.same } else { -self.same };
                let needed = (enough + same - sum - hoped) / weight;
                let window = if MAX {
                    Guess { lower: needed, upper: f64::INFINITY }
                } else {
                    Guess { lower: f64::NEG_INFINITY, upper: needed }
                };
                let place = if MAX { (number, other) } else { (other, number) };
                let found = self.cell(node, both, frame, place, window)?;
                if (MAX && found.upper <= needed) || (!MAX && found.lower >= needed) {
                    refuted = true;
                    break;
                }
                sum += weight * if MAX { found.upper } else { found.lower };
            }
            let does_more = if MAX { sum > enough + self.same } else { sum < enough - self.same };
            if !refuted && does_more {
                (best, enough) = (Some(number), sum);
            }
        }
        Some(best)
    }

    /// What is known of a cell, once this is asked.
    fn cell(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        frame: &Frame,
        (row, column): (usize, usize),
        window: Guess,
    ) -> Option<Guess> {
        let place = frame.cells + row * frame.columns + column;
        let known = self.cells[place];
        if is_answered(known, window) {
            return Some(known);
        }
        let (chosen, other) = (self.moves[frame.moves + row], self.moves[frame.moves + frame.rows + column]);
        let undo = both.play(self.game, node, chosen, other);
        let found = self.visit(node, frame.depth - 1, window);
        self.game.undo(node, undo);
        let found = found?;
        let merged = known.narrowed(found);
        let merged = if merged.lower <= merged.upper { merged } else { found };
        self.cells[place] = merged;
        Some(merged)
    }

    /// The likeliest row and column.
    fn likeliest(&self, frame: &Frame) -> (u8, u8) {
        let (x, y) = self.mixtures[frame.mixtures..frame.mixtures + frame.rows + frame.columns].split_at(frame.rows);
        (place(largest(x)), place(largest(y)))
    }
}

/// Where the largest number is, the first of equals.
pub(super) fn largest(numbers: &[f64]) -> usize {
    let better = |best: usize, next: usize| if numbers[next] > numbers[best] { next } else { best };
    (0..numbers.len()).reduce(better).unwrap_or(0)
}

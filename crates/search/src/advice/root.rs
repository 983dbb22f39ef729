//! The position that is asked about: one depth after the other, and nothing that was found is lost when a limit comes.
//!
//! Every move, or cell, has an estimate at any time: the one from the deepest look that was finished. A depth is done when no move
//! outside the best mixtures could do better; where an estimate from less far ahead says that clearly, it is believed
//! ([`Look::usual_change`]). A limit in the middle of a depth leaves the deeper estimates where they were found, and the mixtures are those
//! of all of them together.

use secateur_game::{Both, Game, Keyed, Turn};
use secateur_value::Real;

use super::guess::Guess;
use super::look::Look;
use crate::Strategies;

use crate::question::horizon::Horizon;

/// After so many looks at a cell of the root its value is asked for, and not only a bound.
const OFTEN: u8 = 3;

/// What is known of the position that is asked about.
pub(super) struct Root<G: Game<Value = Real>> {
    rows: Vec<G::Move>,
    columns: Vec<G::Move>,
    /// By rows; moves of one player are one column, or one row.
    cells: Vec<Cell>,
    /// How far the last depth that was finished looked ahead, and whether the game was over everywhere.
    pub(super) finished: u32,
    pub(super) complete: bool,
    /// Both mixtures, and the value of all estimates together.
    x: Vec<f64>,
    y: Vec<f64>,
    pub(super) value: f64,
}

/// One cell of the root.
#[derive(Clone, Copy)]
struct Cell {
    /// The estimate.
    value: f64,
    /// What the depth that is being looked at has shown so far.
    found: Guess,
    asked: u8,
}

impl<G: Keyed<Value = Real>> Root<G> {
    /// Nothing is known but the moves. Nothing at all where no player is to move.
    pub(super) fn new(game: &G, position: &G::Position) -> Self {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        match game.turn(position) {
            Turn::Max => rows.extend(game.moves(position)),
            Turn::Min => columns.extend(game.moves(position)),
            Turn::Both(both) => {
                rows.extend(both.rows(game, position));
                columns.extend(both.columns(game, position));
            }
            _ => {}
        }
        let cells = vec![Cell { value: 0.0, found: Guess::OPEN, asked: 0 }; rows.len().max(1) * columns.len().max(1)];
        Self { rows, columns, cells, finished: 0, complete: false, x: Vec::new(), y: Vec::new(), value: f64::NAN }
    }

    fn size(&self) -> (usize, usize) {
        (self.rows.len().max(1), self.columns.len().max(1))
    }

    /// Whether there is an estimate for everything.
    pub(super) fn is_known(&self) -> bool {
        self.finished > 0
    }

    /// What both players should do, by what is known.
    pub(super) fn strategies(&self) -> Strategies<G::Move> {
        let pairs = |moves: &[G::Move], mixture: &[f64]| {
            moves.iter().copied().zip(mixture.iter().copied()).filter(|_| !mixture.is_empty()).collect()
        };
        Strategies { max: pairs(&self.rows, &self.x), min: pairs(&self.columns, &self.y) }
    }

    /// Looks so far ahead. Says whether it was finished.
    pub(super) fn deepen<H: Horizon<G>>(
        &mut self,
        look: &mut Look<'_, G, H>,
        position: &G::Position,
        depth: u32,
    ) -> bool {
        let mut node = position.clone();
        let horizon = look.counts.horizon;
        let done = match look.game.turn(position) {
            Turn::Over(value) => {
                self.value = value.get();
                Some(())
            }
            Turn::Chance(_) => look.visit(&mut node, depth, Guess::OPEN).map(|found| self.value = found.midpoint()),
            _ if self.is_known() => self.refine(look, &mut node, depth),
            _ => self.first(look, &mut node, depth),
        };
        if done.is_none() {
            look.reset();
            if self.is_known() {
                self.solve(look);
            }
            return false;
        }
        (self.finished, self.complete) = (depth, look.counts.horizon == horizon);
        true
    }

    /// Every cell for the first time.
    fn first<H: Horizon<G>>(&mut self, look: &mut Look<'_, G, H>, node: &mut G::Position, depth: u32) -> Option<()> {
        for place in 0..self.cells.len() {
            let found = self.ask(look, node, place, depth, Guess::OPEN)?;
            self.cells[place].value = found.midpoint();
        }
        self.solve(look);
        Some(())
    }

    /// The cells that matter, again, further ahead.
    fn refine<H: Horizon<G>>(&mut self, look: &mut Look<'_, G, H>, node: &mut G::Position, depth: u32) -> Option<()> {
        for cell in &mut self.cells {
            (cell.found, cell.asked) = (Guess::OPEN, 0);
        }
        // What is left of the depth below a cell; where nothing is, there is nothing to be believed.
        let margin = if look.trusting { look.usual_change(depth.saturating_sub(1)) } else { f64::INFINITY };
        loop {
            self.solve(look);
            let next = self.likeliest_cell().or_else(|| {
                let row = self.tempting::<true>(look.same, margin);
                row.or_else(|| self.tempting::<false>(look.same, margin))
            });
            let Some((place, window)) = next else { return Some(()) };
            let often = self.cells[place].asked >= OFTEN;
            let found = self.ask(look, node, place, depth, if often { Guess::OPEN } else { window })?;
            let cell = &mut self.cells[place];
            cell.value = cell.value.clamp(found.lower, found.upper);
        }
    }

    /// The cell that both players are likeliest to reach, of those whose value is not known so far ahead.
    fn likeliest_cell(&self) -> Option<(usize, Guess)> {
        let columns = self.size().1;
        let mut best: Option<(usize, f64)> = None;
        for (place, cell) in self.cells.iter().enumerate() {
            let weight = self.x[place / columns] * self.y[place % columns];
            if weight > best.map_or(0.0, |(_, weight)| weight) && cell.found.lower < cell.found.upper {
                best = Some((place, weight));
            }
        }
        best.map(|(place, _)| (place, Guess::OPEN))
    }

    /// A cell of a move that might do better against the other player's mixture, and the window in which it would.
    fn tempting<const MAX: bool>(&self, same: f64, margin: f64) -> Option<(usize, Guess)> {
        let (rows, columns) = self.size();
        let (own, others, mixture) = if MAX { (rows, columns, &self.y) } else { (columns, rows, &self.x) };
        let place = |number: usize, other: usize| if MAX { number * columns + other } else { other * columns + number };
        // From the player's own side, so that more is better.
        let sign = if MAX { 1.0 } else { -1.0 };
        let limit = |cell: &Cell| if MAX { cell.found.upper } else { -cell.found.lower };
        let mut best: Option<(usize, f64)> = None;
        for number in 0..own {
            let (mut sum, mut open) = (0.0, false);
            for other in (0..others).filter(|&other| mixture[other] > 0.0) {
                let cell = &self.cells[place(number, other)];
                open |= limit(cell) == f64::INFINITY;
                sum += mixture[other] * if limit(cell) < f64::INFINITY { limit(cell) } else { sign * cell.value };
            }
            let loose = (0..others).any(|other| {
                let cell = &self.cells[place(number, other)];
                mixture[other] > 0.0 && cell.found.lower < cell.found.upper
            });
            let tempts = if open { sum > sign * self.value - margin } else { loose && sum > sign * self.value + same };
            if tempts && best.is_none_or(|(_, most)| sum > most) {
                best = Some((number, sum));
            }
        }
        let (number, sum) = best?;
        let open = |other: &usize| {
            let cell = &self.cells[place(number, *other)];
            mixture[*other] > 0.0 && cell.found.lower < cell.found.upper
        };
        let unknown = |other: &usize| limit(&self.cells[place(number, *other)]) == f64::INFINITY;
        let heaviest = |one: usize, two: usize| if mixture[two] > mixture[one] { two } else { one };
        let other = (0..others).filter(open).filter(unknown).reduce(heaviest);
        let other = other.or_else(|| (0..others).filter(open).reduce(heaviest))?;
        let cell = &self.cells[place(number, other)];
        let counted = if limit(cell) < f64::INFINITY { limit(cell) } else { sign * cell.value };
        let needed = (sign * self.value + same - (sum - mixture[other] * counted)) / mixture[other];
        let window = if MAX {
            Guess { lower: needed, upper: f64::INFINITY }
        } else {
            Guess { lower: f64::NEG_INFINITY, upper: -needed }
        };
        Some((place(number, other), window))
    }

    /// Looks at a cell.
    fn ask<H: Horizon<G>>(
        &mut self,
        look: &mut Look<'_, G, H>,
        node: &mut G::Position,
        place: usize,
        depth: u32,
        window: Guess,
    ) -> Option<Guess> {
        let columns = self.size().1;
        let (row, column) = (place / columns, place % columns);
        let undo = match look.game.turn(node) {
            Turn::Max => look.game.play(node, self.rows[row]),
            Turn::Min => look.game.play(node, self.columns[column]),
            Turn::Both(both) => both.play(look.game, node, self.rows[row], self.columns[column]),
            _ => return None,
        };
        let found = look.visit(node, depth - 1, window);
        look.game.undo(node, undo);
        let found = found?;
        let cell = &mut self.cells[place];
        let both = cell.found.narrowed(found);
        cell.found = if both.lower <= both.upper { both } else { found };
        cell.asked = cell.asked.saturating_add(1);
        Some(cell.found)
    }

    /// The mixtures and the value of all estimates.
    fn solve<H>(&mut self, look: &mut Look<'_, G, H>)
    where
        H: Horizon<G>,
    {
        let (rows, columns) = self.size();
        look.scratch.clear();
        look.scratch.extend(self.cells.iter().map(|cell| cell.value));
        self.value = look.kernel.value(&look.scratch, rows, columns).midpoint();
        let solver = &look.kernel.solver;
        self.x.clear();
        self.y.clear();
        if look.scratch.iter().all(|value| value.is_finite()) {
            self.x.extend_from_slice(solver.row_strategy());
            self.y.extend_from_slice(solver.column_strategy());
        } else {
            self.x.resize(rows, 1.0 / rows as f64);
            self.y.resize(columns, 1.0 / columns as f64);
        }
    }
}

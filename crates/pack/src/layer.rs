//! One layer: all positions in which the same number of rounds has been played.
//!
//! For each pair of hands there is a strip of values, one for each lead that is not decided yet. A cell of the matrix of
//! a strip is another strip of the layer below, moved by the prize: so the strips of a pair of hands are looked up once for
//! all leads, and memory is read in order. With equal first hands the players are interchangeable: the value with hands
//! and lead swapped is the value negated, and only pairs of which Max's hand has the smaller number are kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use secateur_matrix::Solver;
use secateur_search::Stop;

use crate::hands::{self, Hand};
use crate::{MOST_CARDS, Objective, Pack, Work};

/// How a layer is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    layer: usize,
    /// Cards that each player still has.
    held: usize,
    /// Hands of one player.
    hands: usize,
    /// Whether only pairs with Max's hand first are kept.
    symmetric: bool,
    /// Leads from `-half` to `half` are kept; any other is decided.
    half: usize,
}

impl Shape {
    pub(crate) fn of(pack: &Pack, layer: usize) -> Self {
        let cards = pack.prizes.len();
        let (played, rest) = pack.prizes.split_at(layer);
        let sum = |prizes: &[u32]| prizes.iter().sum::<u32>() as usize;
        let half = match pack.objective {
            Objective::Win => sum(rest).min(sum(played) + pack.lead.unsigned_abs() as usize),
            // Points won so far count at the end, whatever comes.
            Objective::Points => 0,
        };
        let held = cards - layer;
        Self { layer, held, hands: hands::count(cards, held), symmetric: pack.max == pack.min, half }
    }

    pub(crate) fn layer(&self) -> usize {
        self.layer
    }

    fn strip(&self) -> usize {
        2 * self.half + 1
    }

    /// Where the strip of a pair of hands starts, counted in strips.
    fn place(&self, max: usize, min: usize) -> usize {
        if self.symmetric {
            // Row by row, each shorter by one than the row above.
            max * self.hands - max * (max + 1) / 2 + min
        } else {
            max * self.hands + min
        }
    }

    /// How many strips belong to one hand of Max.
    fn row(&self, max: usize) -> usize {
        if self.symmetric { self.hands - max } else { self.hands }
    }

    pub(crate) fn values(&self) -> usize {
        let pairs = if self.symmetric { self.hands * (self.hands + 1) / 2 } else { self.hands * self.hands };
        pairs * self.strip()
    }

    pub(crate) fn bytes(&self) -> u64 {
        8 * self.values() as u64
    }

    /// About how much work it is, in cells; a matrix costs more than its cells.
    pub(crate) fn cost(&self) -> f64 {
        self.values() as f64 * ((self.held * self.held) as f64 + 8.0)
    }
}

/// The strip that a cell reads.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Where the lead 0 of that strip is.
    zero: usize,
    /// What the cell's prize adds to the lead.
    won: i32,
    /// Whether the strip is of the swapped players.
    swapped: bool,
}

/// A layer with its values.
pub(crate) struct Layer {
    shape: Shape,
    /// The middles of rigorous intervals, in the order of the strips, leads ascending.
    values: Vec<f64>,
    /// How far a middle can be from the value.
    error: f64,
}

impl Layer {
    pub(crate) fn restored(shape: Shape, values: Vec<f64>, error: f64) -> Self {
        Self { shape, values, error }
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    pub(crate) fn error(&self) -> f64 {
        self.error
    }

    /// The last layer, in which everyone has one card and nobody has a choice.
    pub(crate) fn last(pack: &Pack) -> Self {
        let shape = Shape::of(pack, pack.prizes.len() - 1);
        let mut values = Vec::with_capacity(shape.values());
        let prize = pack.prizes[shape.layer] as i32;
        for (number, max) in pack.max.iter().enumerate() {
            let least = if shape.symmetric { number } else { 0 };
            for min in &pack.min[least..] {
                let won = prize * (*max).cmp(min) as i32;
                let half = shape.half as i32;
                values.extend((-half..=half).map(|lead| match pack.objective {
                    Objective::Win => f64::from((lead + won).signum()),
                    Objective::Points => f64::from(won),
                }));
            }
        }
        Self { shape, values, error: 0.0 }
    }

    /// The layer one round earlier, and how many matrices were solved for it.
    pub(crate) fn above(&self, pack: &Pack, work: &Work<'_>) -> Result<(Self, u64), Stop> {
        let shape = Shape::of(pack, self.shape.layer - 1);
        let cards = pack.prizes.len();
        let hands: Vec<Hand> = hands::all(cards, shape.held).into_iter().map(Hand::of).collect();
        let mut values = vec![0.0; shape.values()];
        let mut rows = Vec::with_capacity(shape.hands);
        let mut rest = values.as_mut_slice();
        for max in 0..shape.hands {
            let (row, others) = rest.split_at_mut(shape.row(max) * shape.strip());
            rows.push((max, row));
            rest = others;
        }
        let finished = AtomicUsize::new(0);
        let stopped = Mutex::new(None);
        let solve_row = |(solver, matrix): &mut (Solver, Vec<f64>), (max, row): (usize, &mut [f64])| {
            if let Some(why) = work.interrupted() {
                if let Ok(mut stopped) = stopped.lock() {
                    *stopped = Some(why);
                }
                return Found::default();
            }
            let mut found = Found::default();
            let first = if shape.symmetric { max } else { 0 };
            for (strip, min) in row.chunks_exact_mut(shape.strip()).zip(first..) {
                found = found.and(self.solve_strip(pack, &hands[max], &hands[min], strip, solver, matrix));
            }
            let done = finished.fetch_add(row.len(), Ordering::Relaxed) + row.len();
            work.tell(pack, shape.layer, done as f64 / shape.values() as f64, found.matrices);
            found
        };
        let found = work.on_threads(|| {
            rows.into_par_iter()
                .map_init(|| (Solver::new(), vec![0.0; MOST_CARDS * MOST_CARDS]), solve_row)
                .reduce(Found::default, Found::and)
        });
        if let Some(why) = stopped.into_inner().unwrap_or(Some(Stop::Cancelled)) {
            return Err(why);
        }
        // Sums of non-negative numbers, rounded up.
        let error = if self.error + found.widest == 0.0 { 0.0 } else { (self.error + found.widest).next_up() };
        Ok((Self { shape, values, error }, found.matrices))
    }

    /// Fills the strip of a pair of hands in the layer above.
    fn solve_strip(
        &self,
        pack: &Pack,
        max: &Hand,
        min: &Hand,
        strip: &mut [f64],
        solver: &mut Solver,
        matrix: &mut [f64],
    ) -> Found {
        let mut cells = [Cell::default(); MOST_CARDS * MOST_CARDS];
        let cells = &mut cells[..max.held * min.held];
        self.cells(pack, max, min, cells);
        let matrix = &mut matrix[..cells.len()];
        let half = strip.len() / 2;
        let mut found = Found::default();
        let mut solve = |lead: i32| {
            let rounding = self.fill(pack.objective, cells, lead, matrix);
            let Ok(interval) = solver.solve(matrix, max.held, min.held) else {
                unreachable!("hands are not empty and values are finite");
            };
            found.matrices += 1;
            let middle = interval.midpoint();
            let width = (interval.upper - middle).max(middle - interval.lower) + rounding;
            if width > 0.0 {
                found.widest = found.widest.max(width.next_up());
            }
            middle
        };
        // From an even score outwards: who is sure to win is sure to win with a larger lead.
        strip[half] = solve(0);
        for ahead in 1..=half {
            let before = strip[half + ahead - 1];
            strip[half + ahead] = if before == 1.0 { 1.0 } else { solve(ahead as i32) };
            let before = strip[half + 1 - ahead];
            strip[half - ahead] = if before == -1.0 { -1.0 } else { solve(-(ahead as i32)) };
        }
        found
    }

    /// Which strips of this layer the cells of a pair of hands in the layer above read.
    fn cells(&self, pack: &Pack, max: &Hand, min: &Hand, cells: &mut [Cell]) {
        let prize = pack.prizes[self.shape.layer - 1] as i32;
        let (strip, half) = (self.shape.strip(), self.shape.half);
        for (i, row) in cells.chunks_exact_mut(min.held).enumerate() {
            let card = pack.max[usize::from(max.places[i])];
            for (j, cell) in row.iter_mut().enumerate() {
                let won = prize * card.cmp(&pack.min[usize::from(min.places[j])]) as i32;
                let (first, second) = (max.without[i] as usize, min.without[j] as usize);
                let swapped = self.shape.symmetric && first > second;
                let (first, second) = if swapped { (second, first) } else { (first, second) };
                *cell = Cell { zero: self.shape.place(first, second) * strip + half, won, swapped };
            }
        }
    }

    /// Fills a matrix of the layer above with values of this layer. Returns by how much an entry was rounded, at most.
    #[inline]
    fn fill(&self, objective: Objective, cells: &[Cell], lead: i32, matrix: &mut [f64]) -> f64 {
        let half = self.shape.half as i32;
        let mut largest = 0.0_f64;
        for (entry, cell) in matrix.iter_mut().zip(cells) {
            let swap = |value: f64| if cell.swapped { -value } else { value };
            *entry = match objective {
                Objective::Points => swap(self.values[cell.zero]) + f64::from(cell.won),
                Objective::Win => {
                    let lead = lead + cell.won;
                    if lead.abs() > half {
                        f64::from(lead.signum())
                    } else {
                        let own = if cell.swapped { -lead } else { lead };
                        swap(self.values[cell.zero.wrapping_add_signed(own as isize)])
                    }
                }
            };
            largest = largest.max(entry.abs());
        }
        match objective {
            Objective::Win => 0.0,
            // Adding the prize to a value rounds it, by half a unit in the last place.
            Objective::Points => largest.next_up() - largest,
        }
    }

    /// The root's matrix with its size, from the layer below it, and by how much an entry was rounded, at most. Where
    /// nobody has a choice, this layer is the root's own.
    pub(crate) fn root_matrix(&self, pack: &Pack) -> (Vec<f64>, usize, usize, f64) {
        if self.shape.layer == 0 {
            // One card each: the last layer is the root, and its only strip holds every lead.
            let value = match pack.objective {
                Objective::Points => self.values[0],
                Objective::Win if pack.lead.unsigned_abs() as usize > self.shape.half => f64::from(pack.lead.signum()),
                Objective::Win => self.values[self.shape.half.wrapping_add_signed(pack.lead as isize)],
            };
            return (vec![value], 1, 1, 0.0);
        }
        let cards = pack.prizes.len();
        let all = Hand::of((1 << cards) - 1);
        let mut cells = vec![Cell::default(); cards * cards];
        self.cells(pack, &all, &all, &mut cells);
        let mut matrix = vec![0.0; cards * cards];
        let rounding = self.fill(pack.objective, &cells, pack.lead, &mut matrix);
        (matrix, cards, cards, rounding)
    }
}

/// What solving some strips has found.
#[derive(Clone, Copy, Default)]
struct Found {
    /// How far any middle can be from the value of its matrix.
    widest: f64,
    matrices: u64,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Self { widest: self.widest.max(other.widest), matrices: self.matrices + other.matrices }
    }
}

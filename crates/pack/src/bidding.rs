//! Goofspiel as layers: a layer for each number of rounds played, a block for each order of cards, in it the decks.
//!
//! All matrices of a block have the same cells: what a bid wins, and the block that it leads to, depend on the order of the cards
//! alone. So the blocks are looked up once for all decks and leads. Decks are gone through by the deck that is left
//! *after* the round: all prizes that may have been turned up lead to the same values, which are gathered once.

use std::sync::Arc;

use secateur_matrix::Solver;
use secateur_search::{Below, Block, LayerFound, Layers, LayersError, Shape};

use crate::decks::{Decks, Link};
use crate::orders::{self, Order};
use crate::{Deck, MOST_CARDS, Objective, Pack};

/// No matrix has more cells.
const CELLS: usize = MOST_CARDS * MOST_CARDS;

/// How wide the interval of a matrix may be, relative to its largest entry, before a slower method is tried. Rounding
/// alone makes it about 7e-15 with 13 rows; what is wider adds to the error of every layer.
const TOLERANCE: f64 = 4e-14;

/// A pack with what its layers have in common.
#[derive(Debug)]
pub(crate) struct Bidding<'p> {
    pack: &'p Pack,
    /// By layer.
    decks: Vec<Decks>,
    orders: Orders,
}

/// The canonical orders of each layer.
#[derive(Debug)]
enum Orders {
    /// Both hands were alike: every order of so many different cards comes up.
    All(usize),
    /// Those that come up, by layer.
    Listed(Vec<Arc<[Order]>>),
}

impl<'p> Bidding<'p> {
    pub(crate) fn new(pack: &'p Pack) -> Self {
        let cards = pack.prizes.len();
        let start = pack.order();
        let orders = if start.max == start.min {
            Orders::All(cards)
        } else {
            let mut layers = vec![Arc::from([start.canonical().0])];
            for layer in 0..cards {
                layers.push(orders::after(&layers[layer]).into());
            }
            Orders::Listed(layers)
        };
        Self { pack, decks: (0..=cards).map(|layer| Decks::of(pack, layer)).collect(), orders }
    }

    fn held(&self, layer: usize) -> usize {
        self.pack.prizes.len() - layer
    }

    fn orders(&self, layer: usize) -> Arc<[Order]> {
        match &self.orders {
            Orders::All(cards) => orders::all(self.held(layer), *cards).into(),
            Orders::Listed(layers) => Arc::clone(&layers[layer]),
        }
    }

    /// How many canonical orders a layer has.
    fn count(&self, layer: usize) -> u64 {
        match &self.orders {
            Orders::All(cards) => orders::count(self.held(layer), *cards),
            Orders::Listed(layers) => layers[layer].len() as u64,
        }
    }

    /// Whether an order comes up in a layer.
    pub(crate) fn comes_up(&self, layer: usize, order: Order) -> bool {
        let (held, ranks) = (order.max.count_ones() as usize, (order.max | order.min).count_ones() as usize);
        match &self.orders {
            Orders::All(cards) => held == self.held(layer) && ranks <= *cards,
            Orders::Listed(layers) => layers[layer].binary_search(&order.canonical().0).is_ok(),
        }
    }

    /// The matrix of a position from the layer after it, in full, and how far its entries can be off because they were
    /// rounded. `after` are the prizes that are left after this one.
    pub(crate) fn matrix(
        &self,
        layer: usize,
        after: u32,
        prize: i32,
        lead: i32,
        order: Order,
        below: &Below,
    ) -> Result<(Vec<f64>, f64), LayersError> {
        let decks = &self.decks[layer + 1];
        let lower = decks.prizes.binary_search(&after).unwrap_or(0);
        let (rows, columns) = (orders::bits(order.max).collect(), orders::bits(order.min).collect());
        let cells = Cells::new(order, rows, columns, layer + 1, &self.orders(layer + 1), below)?;
        let (half, zero) = (decks.half[lower] as i32, decks.zero[lower]);
        let entry = |cell: &Cell<'_>| match self.pack.objective {
            Objective::Points => cell.sign * cell.block[zero] + f64::from(prize * cell.won),
            Objective::Win => {
                let lead = lead + prize * cell.won;
                let own = if cell.sign < 0.0 { -lead } else { lead };
                if lead.abs() > half {
                    f64::from(lead.signum())
                } else {
                    cell.sign * cell.block[zero.wrapping_add_signed(own as isize)]
                }
            }
        };
        let matrix: Vec<f64> = cells.cells.iter().map(entry).collect();
        let largest = matrix.iter().fold(0.0, |largest: f64, entry| largest.max(entry.abs()));
        Ok((matrix, if self.pack.objective == Objective::Win { 0.0 } else { largest * f64::EPSILON }))
    }
}

/// What the blocks of a layer share.
#[derive(Debug)]
pub(crate) struct Round {
    layer: usize,
    orders: Arc<[Order]>,
    orders_below: Arc<[Order]>,
    /// By deck of the next layer.
    links: Vec<Vec<Link>>,
}

/// A cell of a matrix.
struct Cell<'b> {
    /// What it leads to.
    block: Block<'b>,
    /// How many times the prize Max wins.
    won: i32,
    /// −1 if the block is of the swapped players.
    sign: f64,
}

/// The cells of all matrices of an order.
struct Cells<'b> {
    rows: usize,
    columns: usize,
    cells: Vec<Cell<'b>>,
}

impl<'b> Cells<'b> {
    /// The cells of these cards of both players, from the next layer.
    fn new(
        order: Order,
        rows: Vec<u32>,
        columns: Vec<u32>,
        layer: usize,
        orders: &[Order],
        below: &'b Below,
    ) -> Result<Self, LayersError> {
        let mut cells = Vec::with_capacity(rows.len() * columns.len());
        for &row in &rows {
            for &column in &columns {
                let (next, swapped) = order.without(row, column).canonical();
                let Ok(block) = orders.binary_search(&next) else {
                    unreachable!("the layer has every order that play leads to")
                };
                cells.push(Cell {
                    block: below.block(layer, block)?,
                    won: row.cmp(&column) as i32,
                    sign: if swapped { -1.0 } else { 1.0 },
                });
            }
        }
        Ok(Self { rows: rows.len(), columns: columns.len(), cells })
    }
}

/// What a worker needs.
pub(crate) struct Desk {
    solver: Solver,
    matrix: [f64; CELLS],
    /// The values that one deck of the next layer gives the cells.
    gathered: [f64; CELLS],
    /// The same for every lead, cells of a lead side by side.
    field: Vec<f64>,
}

impl Desk {
    /// Solves the matrix on the desk. Returns the middle of the interval, and how far the value can be from it.
    #[inline]
    fn solve(&mut self, rows: usize, columns: usize) -> (f64, f64) {
        let Ok(interval) = self.solver.solve(&self.matrix[..rows * columns], rows, columns) else {
            unreachable!("hands are not empty and values are finite");
        };
        let middle = interval.midpoint();
        (middle, (interval.upper.get() - middle).max(middle - interval.lower.get()))
    }
}

impl Layers for Bidding<'_> {
    type Plan = Round;
    type Room = Box<Desk>;

    fn in_words(&self) -> String {
        self.pack.in_words()
    }

    /// One more than there are rounds: in the last nothing is left to play for.
    fn layers(&self) -> usize {
        self.decks.len()
    }

    fn reach(&self) -> usize {
        1
    }

    fn shape(&self, layer: usize) -> Shape {
        let block = self.decks[layer].length;
        Shape { values: self.count(layer).saturating_mul(block as u64), block }
    }

    fn programs(&self, layer: usize) -> f64 {
        self.count(layer) as f64 * self.decks[layer].programs(self.pack)
    }

    fn effort(&self, layer: usize) -> f64 {
        // A matrix costs more than its cells.
        self.programs(layer) * ((self.held(layer) * self.held(layer)) as f64 + 8.0)
    }

    fn reads(&self, layer: usize) -> usize {
        self.held(layer) * self.held(layer)
    }

    fn plan(&self, layer: usize) -> Round {
        let next = layer + 1;
        let (orders_below, links) = if next < self.layers() {
            (self.orders(next), self.decks[layer].links(self.pack, &self.decks[next]))
        } else {
            (Arc::from([]), Vec::new())
        };
        Round { layer, orders: self.orders(layer), orders_below, links }
    }

    fn room(&self) -> Box<Desk> {
        Box::new(Desk {
            solver: Solver::new().with_tolerance(TOLERANCE),
            matrix: [0.0; CELLS],
            gathered: [0.0; CELLS],
            field: Vec::new(),
        })
    }

    fn solve(
        &self,
        round: &Round,
        block: usize,
        below: &Below,
        desk: &mut Box<Desk>,
        values: &mut [f64],
    ) -> Result<LayerFound, LayersError> {
        values.fill(0.0);
        let order = round.orders[block];
        let points = self.pack.objective == Objective::Points;
        // Where nothing is left to play for, and where both hold the same and neither has won anything: nobody gains.
        if order.max == 0 || (points && order.max == order.min) {
            return Ok(LayerFound::default());
        }
        let (rows, columns) = (order.rows().collect(), order.columns().collect());
        let cells = Cells::new(order, rows, columns, round.layer + 1, &round.orders_below, below)?;
        let (decks, decks_below) = (&self.decks[round.layer], &self.decks[round.layer + 1]);
        let mut seen = Seen::default();
        for (lower, links) in round.links.iter().enumerate() {
            let strip = (decks_below.zero[lower], decks_below.half[lower] as i32);
            if points {
                cells.points(strip.0, links, desk, values, &mut seen);
            } else {
                cells.strips(strip, links, decks, desk, values, &mut seen);
            }
        }
        let turned = match self.pack.deck {
            Deck::Fixed => 1,
            Deck::Shuffled => self.held(round.layer),
        };
        Ok(seen.mean(turned, values))
    }
}

/// What solving the matrices of a block has found.
#[derive(Default)]
struct Seen {
    programs: u64,
    /// How far any middle can be from the value of its matrix.
    widest: f64,
    /// The largest middle in magnitude.
    largest: f64,
}

impl Seen {
    #[inline]
    fn matrix(&mut self, middle: f64, width: f64) -> f64 {
        self.programs += 1;
        self.widest = self.widest.max(width);
        self.largest = self.largest.max(middle.abs());
        middle
    }

    /// Makes means of sums.
    fn mean(self, turned: usize, values: &mut [f64]) -> LayerFound {
        let mut widest = self.widest;
        if turned > 1 {
            values.iter_mut().for_each(|value| *value /= turned as f64);
            // Adding n numbers up to m one by one is off by at most (n − 1)·u·n·m·(1 + …), and the division by n adds u·m: together
            // less than (n + 1)·u·m, where u is half of EPSILON.
            widest += (turned + 1) as f64 * (f64::EPSILON / 2.0) * self.largest;
        }
        LayerFound { widest: if widest > 0.0 { widest.next_up() } else { 0.0 }, programs: self.programs }
    }
}

impl Cells<'_> {
    /// Adds the values of the matrices of a deck, for points. A block has one value for a deck.
    fn points(&self, at: usize, links: &[Link], desk: &mut Desk, values: &mut [f64], seen: &mut Seen) {
        let count = self.cells.len();
        let mut largest = 0.0_f64;
        for (gathered, cell) in desk.gathered[..count].iter_mut().zip(&self.cells) {
            *gathered = cell.sign * cell.block[at];
            largest = largest.max(gathered.abs());
        }
        for link in links {
            let prize = f64::from(link.prize);
            for ((entry, gathered), cell) in desk.matrix[..count].iter_mut().zip(&desk.gathered).zip(&self.cells) {
                *entry = gathered + prize * f64::from(cell.won);
            }
            let (middle, width) = desk.solve(self.rows, self.columns);
            // The sum is rounded by half a unit in its last place, which is at most half of EPSILON of it.
            let rounding = (largest + prize) * f64::EPSILON;
            values[link.deck] += seen.matrix(middle, width + rounding);
        }
    }

    /// The same where only winning counts: a block has a strip of values for a deck, one for each lead that is not decided.
    fn strips(
        &self,
        (zero, half): (usize, i32),
        links: &[Link],
        decks: &Decks,
        desk: &mut Desk,
        values: &mut [f64],
        seen: &mut Seen,
    ) {
        let count = self.cells.len();
        let most = links.iter().map(|link| decks.half[link.deck] as i32 + link.prize).max().unwrap_or(0);
        let reach = most.max(half);
        // Cells side by side for each lead; a lead that is decided is as good as won or lost.
        desk.field.clear();
        desk.field.resize(count * (2 * reach + 1) as usize, 0.0);
        for (lead, field) in (-reach..=reach).zip(desk.field.chunks_exact_mut(count)) {
            if lead.abs() > half {
                field.fill(f64::from(lead.signum()));
                continue;
            }
            for (value, cell) in field.iter_mut().zip(&self.cells) {
                let own = if cell.sign < 0.0 { -lead } else { lead };
                *value = cell.sign * cell.block[zero.wrapping_add_signed(own as isize)];
            }
        }
        for link in links {
            let mut places = [0; CELLS];
            for ((place, cell), c) in places[..count].iter_mut().zip(&self.cells).zip(0..) {
                *place = (reach + link.prize * cell.won) * count as i32 + c;
            }
            let mut solve = |lead: i32| {
                for (entry, place) in desk.matrix[..count].iter_mut().zip(&places) {
                    *entry = desk.field[(place + lead * count as i32) as usize];
                }
                let (middle, width) = desk.solve(self.rows, self.columns);
                seen.matrix(middle, width)
            };
            let (zero, half) = (decks.zero[link.deck], decks.half[link.deck]);
            // From an even score outwards: who is sure to win is sure to win with a larger lead.
            let even = solve(0);
            values[zero] += even;
            let (mut ahead, mut behind) = (even, even);
            for lead in 1..=half {
                ahead = if ahead == 1.0 { 1.0 } else { solve(lead as i32) };
                behind = if behind == -1.0 { -1.0 } else { solve(-(lead as i32)) };
                values[zero + lead] += ahead;
                values[zero - lead] += behind;
            }
        }
    }
}

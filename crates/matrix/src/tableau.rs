//! The condensed simplex tableau: one pivot, shared by the primal and the dual method.
//!
//! A tableau stands for the dictionary
//!
//! ```text
//! basicᵢ    = rhsᵢ − Σⱼ bodyᵢⱼ · nonbasicⱼ
//! objective =   …  + Σⱼ costⱼ · nonbasicⱼ        (to be maximised)
//! ```
//!
//! Only non-basic columns are stored, so a game of m × n payoffs costs m × n multiplications per pivot. Rows are padded
//! with zeros to whole [`Block`]s: padding columns have cost 0 and never enter, padding rows have coefficient 0 and
//! never leave. The block counts travel in a [`Shape`] whose small cases are constants where the methods are inlined.

use crate::simd::{Block, LANES, Lanes, blocks_for};

/// Rows, columns and the number of blocks that each takes.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) row_blocks: usize,
    pub(crate) column_blocks: usize,
}

impl Shape {
    #[inline(always)]
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            row_blocks: blocks_for(rows),
            column_blocks: blocks_for(columns),
        }
    }

    /// Calls `body` with block counts that the compiler knows, for sizes up to 8 × 8 and 16 × 16.
    #[inline(always)]
    pub(crate) fn specialise<T>(self, body: impl FnOnce(Self) -> T) -> T {
        match (self.row_blocks, self.column_blocks) {
            (1, 1) => body(Self {
                row_blocks: 1,
                column_blocks: 1,
                ..self
            }),
            (2, 2) => body(Self {
                row_blocks: 2,
                column_blocks: 2,
                ..self
            }),
            _ => body(self),
        }
    }
}

/// A tableau and the scratch vectors of one pivot. Grows when a larger game comes, never shrinks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    pub(crate) body: Vec<Block>,
    pub(crate) cost: Vec<Block>,
    pub(crate) rhs: Vec<Block>,
    /// The entering column, as [`Tableau::read_column`] left it.
    pub(crate) column: Vec<Block>,
    pivot_row: Vec<Block>,
    /// Variable `j < columns` is the `j`-th original one, `columns + i` the slack of row `i`.
    pub(crate) row_label: Vec<u32>,
    pub(crate) column_label: Vec<u32>,
}

impl Tableau {
    /// Makes room and sets the labels of the starting basis; numbers are left to the caller.
    #[inline(always)]
    pub(crate) fn reset(&mut self, shape: Shape) {
        if self.rhs.len() < shape.row_blocks
            || self.cost.len() < shape.column_blocks
            || self.body.len() < shape.row_blocks * LANES * shape.column_blocks
        {
            self.grow(shape);
        }
        for (label, slot) in self.column_label[..shape.columns].iter_mut().enumerate() {
            *slot = label as u32;
        }
        for (label, slot) in self.row_label[..shape.rows].iter_mut().enumerate() {
            *slot = (shape.columns + label) as u32;
        }
        let padding =
            shape.rows * shape.column_blocks..shape.row_blocks * LANES * shape.column_blocks;
        self.body[padding].fill(Block::ZERO);
    }

    #[cold]
    fn grow(&mut self, shape: Shape) {
        let rows = shape.row_blocks.max(self.rhs.len());
        let columns = shape.column_blocks.max(self.cost.len());
        self.body.resize(rows * LANES * columns, Block::ZERO);
        self.cost.resize(columns, Block::ZERO);
        self.pivot_row.resize(columns, Block::ZERO);
        self.rhs.resize(rows, Block::ZERO);
        self.column.resize(rows, Block::ZERO);
        self.row_label.resize(rows * LANES, 0);
        self.column_label.resize(columns * LANES, 0);
    }

    /// Copies column `q` of the body into `self.column`.
    #[inline(always)]
    pub(crate) fn read_column(&mut self, shape: Shape, q: usize) {
        let (block, lane) = (q / LANES, q % LANES);
        for r in 0..shape.row_blocks {
            let rows = &self.body[r * LANES * shape.column_blocks..][..LANES * shape.column_blocks];
            self.column[r] = Block(std::array::from_fn(|l| {
                rows[l * shape.column_blocks + block].0[lane]
            }));
        }
    }

    /// Exchanges the basic variable of row `p` with the non-basic one of column `q`, which `read_column` has read.
    /// `reciprocal` is 1 / the pivot.
    #[inline(always)]
    pub(crate) fn pivot<V: Lanes>(&mut self, shape: Shape, p: usize, q: usize, reciprocal: f64) {
        let blocks = shape.column_blocks;
        let scale = V::splat(reciprocal);
        for k in 0..blocks {
            let row = V::load(&self.body[p * blocks + k]).with_lane(q.wrapping_sub(k * LANES), 1.0);
            row.mul(scale).store(&mut self.pivot_row[k]);
        }
        let pivot_row = &self.pivot_row[..blocks];
        let eliminate = |row: &mut [Block], factor: f64| {
            let factor = V::splat(factor);
            for k in 0..blocks {
                let kept = V::load(&row[k]).with_lane(q.wrapping_sub(k * LANES), 0.0);
                kept.minus_product(factor, V::load(&pivot_row[k]))
                    .store(&mut row[k]);
            }
        };
        for (i, row) in self.body[..shape.rows * blocks]
            .chunks_exact_mut(blocks)
            .enumerate()
        {
            eliminate(row, self.column[i / LANES].0[i % LANES]);
        }
        self.body[p * blocks..][..blocks].copy_from_slice(pivot_row);
        let cost = self.cost[q / LANES].0[q % LANES];
        eliminate(&mut self.cost[..blocks], cost);
        let step = self.rhs[p / LANES].0[p % LANES] * reciprocal;
        for r in 0..shape.row_blocks {
            let moved =
                V::load(&self.rhs[r]).minus_product(V::load(&self.column[r]), V::splat(step));
            moved
                .with_lane(p.wrapping_sub(r * LANES), step)
                .store(&mut self.rhs[r]);
        }
        std::mem::swap(&mut self.row_label[p], &mut self.column_label[q]);
    }

    /// Writes the value of every variable into `primal` and its reduced cost, negated, into `dual`, both by label.
    #[inline(always)]
    pub(crate) fn read_solution(&self, shape: Shape, primal: &mut [f64], dual: &mut [f64]) {
        for i in 0..shape.rows {
            let label = self.row_label[i] as usize;
            primal[label] = self.rhs[i / LANES].0[i % LANES];
            dual[label] = 0.0;
        }
        for j in 0..shape.columns {
            let label = self.column_label[j] as usize;
            dual[label] = -self.cost[j / LANES].0[j % LANES];
            primal[label] = 0.0;
        }
    }
}

/// The largest lane of several blocks and where it first is.
#[inline(always)]
pub(crate) fn position_of_largest<V: Lanes>(blocks: &[Block]) -> (f64, usize) {
    let largest = blocks[1..]
        .iter()
        .fold(V::load(&blocks[0]), |best, block| best.max(V::load(block)))
        .largest();
    (largest, position_of::<V>(blocks, largest))
}

/// The smallest lane of several blocks and where it first is.
#[inline(always)]
pub(crate) fn position_of_smallest<V: Lanes>(blocks: &[Block]) -> (f64, usize) {
    let smallest = blocks[1..]
        .iter()
        .fold(V::load(&blocks[0]), |best, block| best.min(V::load(block)))
        .smallest();
    (smallest, position_of::<V>(blocks, smallest))
}

/// Where `value` first is; the last lane if it is nowhere (it was not a number).
#[inline(always)]
fn position_of<V: Lanes>(blocks: &[Block], value: f64) -> usize {
    for (index, block) in blocks.iter().enumerate() {
        let mask = V::load(block).equal_mask(value);
        if mask != 0 || index + 1 == blocks.len() {
            return index * LANES + (mask | 1 << (LANES - 1)).trailing_zeros() as usize;
        }
    }
    0
}

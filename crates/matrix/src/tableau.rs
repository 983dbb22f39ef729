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
//! never leave. Right-hand side, costs and the entering column stay in registers; the body is in memory.

#![allow(clippy::needless_range_loop, reason = "one index runs over several arrays of vectors")]

use crate::simd::{Block, LANES, Lanes, lanes_mut};

/// A tableau of up to `8·R` rows and `8·C` columns.
pub(crate) struct Tableau<'a, V, const R: usize, const C: usize> {
    /// One row per constraint, padding rows included.
    pub(crate) body: &'a mut [[Block; C]],
    /// Rows in use.
    pub(crate) rows: usize,
    pub(crate) cost: [V; C],
    pub(crate) rhs: [V; R],
    /// The entering column, as [`Tableau::read_column`] left it.
    pub(crate) column: [V; R],
    /// Variable `j < 8·C` is the `j`-th original one, `8·C + i` the slack of row `i`.
    row_label: [[u32; LANES]; R],
    column_label: [[u32; LANES]; C],
}

impl<'a, V: Lanes, const R: usize, const C: usize> Tableau<'a, V, R, C> {
    /// A tableau in its starting basis; the first `rows` rows of the body must be filled, the rest are set to zero.
    #[inline(always)]
    pub(crate) fn new(body: &'a mut [[Block; C]], rows: usize, cost: [V; C], rhs: [V; R]) -> Self {
        let body = &mut body[..R * LANES];
        for padding in &mut body[rows..] {
            *padding = [Block::ZERO; C];
        }
        let mut row_label = [[0; LANES]; R];
        let mut column_label = [[0; LANES]; C];
        for (block, labels) in column_label.iter_mut().enumerate() {
            for (lane, label) in labels.iter_mut().enumerate() {
                *label = (block * LANES + lane) as u32;
            }
        }
        for (block, labels) in row_label.iter_mut().enumerate() {
            for (lane, label) in labels.iter_mut().enumerate() {
                *label = ((C + block) * LANES + lane) as u32;
            }
        }
        Self { body, rows, cost, rhs, column: [V::splat(0.0); R], row_label, column_label }
    }

    /// Puts column `q` of the body into `self.column`.
    #[inline(always)]
    pub(crate) fn read_column(&mut self, q: usize) {
        let (block, lane) = (q / LANES, q % LANES);
        for r in 0..R {
            let mut values = [0.0; LANES];
            for (value, row) in values.iter_mut().zip(&self.body[r * LANES..][..LANES]) {
                *value = row[block].0[lane];
            }
            self.column[r] = V::gather(values);
        }
    }

    /// Exchanges the basic variable of row `p` with the non-basic one of column `q`.
    ///
    /// The caller has read the column and knows `1 / pivot` (in every lane), the cost of column `q` and the new value of
    /// the entering variable, `rhsₚ / pivot`.
    #[inline(always)]
    pub(crate) fn pivot(&mut self, p: usize, q: usize, reciprocal: V, cost: V, step: V) {
        let mut pivot_row = [V::splat(0.0); C];
        for k in 0..C {
            let row = V::load(&self.body[p][k]).with_lane(q.wrapping_sub(k * LANES), 1.0);
            pivot_row[k] = row.mul(reciprocal);
        }
        for k in 0..C {
            let kept = self.cost[k].with_lane(q.wrapping_sub(k * LANES), 0.0);
            self.cost[k] = kept.minus_product(cost, pivot_row[k]);
        }
        let mut factors = [Block::ZERO; R];
        for r in 0..R {
            self.column[r].store(&mut factors[r]);
        }
        // Eight rows are done in one unrolled go; beyond that, skipping padding pays.
        let rows = if R == 1 { LANES } else { self.rows };
        for (i, row) in self.body[..rows].iter_mut().enumerate() {
            let factor = V::splat(factors[i / LANES].0[i % LANES]);
            for k in 0..C {
                let kept = V::load(&row[k]).with_lane(q.wrapping_sub(k * LANES), 0.0);
                kept.minus_product(factor, pivot_row[k]).store(&mut row[k]);
            }
        }
        for k in 0..C {
            pivot_row[k].store(&mut self.body[p][k]);
        }
        let entering = step.first();
        for r in 0..R {
            let moved = self.rhs[r].minus_product(self.column[r], step);
            self.rhs[r] = moved.with_lane(p.wrapping_sub(r * LANES), entering);
        }
        std::mem::swap(&mut self.row_label[p / LANES][p % LANES], &mut self.column_label[q / LANES][q % LANES]);
    }

    /// Writes the value of every variable into `primal` and its reduced cost, negated, into `dual`, both by label.
    #[inline(always)]
    pub(crate) fn read_solution(&self, primal: &mut [Block], dual: &mut [Block]) {
        primal[..R + C].fill(Block::ZERO);
        dual[..R + C].fill(Block::ZERO);
        let (primal, dual) = (lanes_mut(&mut primal[..R + C]), lanes_mut(&mut dual[..R + C]));
        for r in 0..R {
            let mut values = Block::ZERO;
            self.rhs[r].store(&mut values);
            for (&value, &label) in values.0.iter().zip(&self.row_label[r]) {
                primal[label as usize] = value;
            }
        }
        for k in 0..C {
            let mut costs = Block::ZERO;
            V::splat(0.0).minus_product(self.cost[k], V::splat(1.0)).store(&mut costs);
            for (&cost, &label) in costs.0.iter().zip(&self.column_label[k]) {
                dual[label as usize] = cost;
            }
        }
    }
}

/// Number of blocks that hold `length` doubles.
pub(crate) fn blocks_for(length: usize) -> usize {
    length.div_ceil(LANES)
}

/// The largest lane of several vectors, in every lane, and where it first is.
#[inline(always)]
pub(crate) fn position_of_largest<V: Lanes, const N: usize>(vectors: &[V; N]) -> (V, usize) {
    let mut best = vectors[0];
    for &vector in &vectors[1..] {
        best = best.max(vector);
    }
    let largest = best.largest();
    (largest, position_of(vectors, largest))
}

/// The smallest lane of several vectors, in every lane, and where it first is.
#[inline(always)]
pub(crate) fn position_of_smallest<V: Lanes, const N: usize>(vectors: &[V; N]) -> (V, usize) {
    let mut best = vectors[0];
    for &vector in &vectors[1..] {
        best = best.min(vector);
    }
    let smallest = best.smallest();
    (smallest, position_of(vectors, smallest))
}

/// Where `value` first is; the last lane if it is nowhere (it was not a number).
#[inline(always)]
fn position_of<V: Lanes, const N: usize>(vectors: &[V; N], value: V) -> usize {
    let mut mask = 1u64 << (N * LANES - 1);
    for (index, vector) in vectors.iter().enumerate() {
        mask |= u64::from(vector.equal_mask(value)) << (index * LANES);
    }
    mask.trailing_zeros() as usize
}

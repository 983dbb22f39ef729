//! The condensed simplex tableau: one pivot, shared by the primal and the dual method.
//!
//! A tableau stands for the dictionary
//!
//! ```text
//! basicᵢ    = rhsᵢ − Σⱼ bodyᵢⱼ · nonbasicⱼ
//! objective =   …  + Σⱼ costⱼ · nonbasicⱼ        (to be maximised)
//! ```
//!
//! Only non-basic columns are stored, so a game of m × n payoffs costs m × n multiplications per pivot. The body is kept
//! twice, by rows and by columns: a pivot needs one line of each kind and waits for both, while the rest of the second copy
//! is written when nothing waits for it. Lines are padded to whole [`Block`]s; who fills a tableau sees to it that padding
//! columns never enter and padding rows never leave. Right-hand side and costs stay in registers.

#![allow(clippy::needless_range_loop, reason = "one index runs over several arrays of vectors")]

use crate::simd::{Block, LANES, Lanes, lanes, lanes_mut};

/// A tableau of up to `8·R` rows and `8·C` columns.
pub(crate) struct Tableau<'a, V, const R: usize, const C: usize> {
    /// The body, one line per constraint.
    pub(crate) rows: &'a mut [[Block; C]],
    /// The same numbers, one line per non-basic variable.
    pub(crate) columns: &'a mut [[Block; R]],
    pub(crate) cost: [V; C],
    pub(crate) rhs: [V; R],
    pub(crate) labels: Labels<V, R, C>,
}

/// Which variable is where: `j < 8·C` is the `j`-th original one, `8·C + i` the slack of row `i`.
pub(crate) struct Labels<V, const R: usize, const C: usize> {
    pub(crate) row: [[u32; LANES]; R],
    pub(crate) column: [[u32; LANES]; C],
    /// 1 where a row's basic variable is an original one, else 0.
    pub(crate) original_row: [V; R],
    /// 1 where a column's variable is a slack, else 0.
    pub(crate) slack_column: [V; C],
}

impl<V: Lanes, const R: usize, const C: usize> Labels<V, R, C> {
    /// All slacks are basic.
    #[inline(always)]
    fn new() -> Self {
        let mut row = [[0; LANES]; R];
        let mut column = [[0; LANES]; C];
        for (block, labels) in column.iter_mut().enumerate() {
            for (lane, label) in labels.iter_mut().enumerate() {
                *label = (block * LANES + lane) as u32;
            }
        }
        for (block, labels) in row.iter_mut().enumerate() {
            for (lane, label) in labels.iter_mut().enumerate() {
                *label = ((C + block) * LANES + lane) as u32;
            }
        }
        Self { row, column, original_row: [V::splat(0.0); R], slack_column: [V::splat(0.0); C] }
    }

    #[inline(always)]
    fn exchange(&mut self, p: usize, q: usize) {
        let first_slack = (C * LANES) as u32;
        let (leaving, entering) = (self.row[p / LANES][p % LANES], self.column[q / LANES][q % LANES]);
        self.row[p / LANES][p % LANES] = entering;
        self.column[q / LANES][q % LANES] = leaving;
        let number = |yes: bool| f64::from(u8::from(yes));
        for r in 0..R {
            let lane = p.wrapping_sub(r * LANES);
            self.original_row[r] = self.original_row[r].with_lane(lane, number(entering < first_slack));
        }
        for k in 0..C {
            let lane = q.wrapping_sub(k * LANES);
            self.slack_column[k] = self.slack_column[k].with_lane(lane, number(leaving >= first_slack));
        }
    }
}

impl<'a, V: Lanes, const R: usize, const C: usize> Tableau<'a, V, R, C> {
    /// A tableau in its starting basis, of a body that is given twice.
    #[inline(always)]
    pub(crate) fn new(rows: &'a mut [[Block; C]], columns: &'a mut [[Block; R]], cost: [V; C], rhs: [V; R]) -> Self {
        Self { rows, columns, cost, rhs, labels: Labels::new() }
    }

    /// One column of the body.
    #[inline(always)]
    pub(crate) fn column(&self, q: usize) -> [V; R] {
        let mut column = [V::splat(0.0); R];
        for r in 0..R {
            column[r] = V::load(&self.columns[q][r]);
        }
        column
    }

    /// Exchanges the basic variable of row `p` with the non-basic one of column `q`.
    ///
    /// The caller knows the column, `1 / pivot` (in every lane), the cost of column `q` and the new value of the entering
    /// variable, `rhsₚ / pivot`.
    #[inline(always)]
    pub(crate) fn pivot(&mut self, (p, q): (usize, usize), mut column: [V; R], reciprocal: V, cost: V, step: V) {
        let mut pivot_row = [V::splat(0.0); C];
        for k in 0..C {
            let row = V::load(&self.rows[p][k]).with_lane(q.wrapping_sub(k * LANES), 1.0);
            pivot_row[k] = row.mul(reciprocal);
        }
        for k in 0..C {
            let kept = self.cost[k].with_lane(q.wrapping_sub(k * LANES), 0.0);
            self.cost[k] = kept.minus_product(cost, pivot_row[k]);
        }
        let entering = step.first();
        for r in 0..R {
            let moved = self.rhs[r].minus_product(column[r], step);
            self.rhs[r] = moved.with_lane(p.wrapping_sub(r * LANES), entering);
        }
        for (row, &factor) in self.rows.iter_mut().zip(lanes(&self.columns[q])) {
            for k in 0..C {
                let kept = V::load(&row[k]).with_lane(q.wrapping_sub(k * LANES), 0.0);
                kept.minus_product(V::splat(factor), pivot_row[k]).store(&mut row[k]);
            }
        }
        for k in 0..C {
            pivot_row[k].store(&mut self.rows[p][k]);
        }
        // Seen as columns the same step takes −1 for the factor of row p, whose own numbers are forgotten.
        for r in 0..R {
            column[r] = column[r].with_lane(p.wrapping_sub(r * LANES), -1.0);
        }
        for (line, &factor) in self.columns.iter_mut().zip(lanes(&self.rows[p])) {
            for r in 0..R {
                let kept = V::load(&line[r]).with_lane(p.wrapping_sub(r * LANES), 0.0);
                kept.minus_product(V::splat(factor), column[r]).store(&mut line[r]);
            }
        }
        for r in 0..R {
            V::splat(0.0).minus_product(reciprocal, column[r]).store(&mut self.columns[q][r]);
        }
        self.labels.exchange(p, q);
    }

    /// Writes the value of every variable into `primal`, by label.
    #[inline(always)]
    pub(crate) fn read_primal(&self, primal: &mut [Block]) {
        primal[..R + C].fill(Block::ZERO);
        let primal = lanes_mut(&mut primal[..R + C]);
        for r in 0..R {
            let mut values = Block::ZERO;
            self.rhs[r].store(&mut values);
            for (&value, &label) in values.0.iter().zip(&self.labels.row[r]) {
                primal[label as usize] = value;
            }
        }
    }
}

/// Writes the lines of `rows` as columns; there must be whole blocks of both.
#[inline(always)]
pub(crate) fn turn<V: Lanes, const R: usize, const C: usize>(rows: &[[Block; C]], columns: &mut [[Block; R]]) {
    for (r, rows) in rows.as_chunks::<LANES>().0.iter().enumerate() {
        for k in 0..C {
            let mut block = [V::splat(0.0); LANES];
            for lane in 0..LANES {
                block[lane] = V::load(&rows[lane][k]);
            }
            let block = V::transpose(block);
            for lane in 0..LANES {
                block[lane].store(&mut columns[k * LANES + lane][r]);
            }
        }
    }
}

/// Number of blocks that hold `length` doubles.
pub(crate) fn blocks_for(length: usize) -> usize {
    length.div_ceil(LANES)
}

/// The largest lane of several vectors, in every lane.
#[inline(always)]
pub(crate) fn largest<V: Lanes, const N: usize>(vectors: &[V; N]) -> V {
    let mut best = vectors[0];
    for &vector in &vectors[1..] {
        best = best.max(vector);
    }
    best.largest()
}

/// The smallest lane of several vectors, in every lane.
#[inline(always)]
pub(crate) fn smallest<V: Lanes, const N: usize>(vectors: &[V; N]) -> V {
    let mut best = vectors[0];
    for &vector in &vectors[1..] {
        best = best.min(vector);
    }
    best.smallest()
}

/// The largest lane, and where it first is.
#[inline(always)]
pub(crate) fn position_of_largest<V: Lanes, const N: usize>(vectors: &[V; N]) -> (V, usize) {
    let value = largest(vectors);
    (value, position_of(vectors, value))
}

/// The smallest lane, and where it first is.
#[inline(always)]
pub(crate) fn position_of_smallest<V: Lanes, const N: usize>(vectors: &[V; N]) -> (V, usize) {
    let value = smallest(vectors);
    (value, position_of(vectors, value))
}

/// Where `value` first is; the last lane if it is nowhere (it was not a number).
#[inline(always)]
pub(crate) fn position_of<V: Lanes, const N: usize>(vectors: &[V; N], value: V) -> usize {
    let mut mask = 1u64 << (N * LANES - 1);
    for (index, vector) in vectors.iter().enumerate() {
        mask |= u64::from(vector.equal_mask(value)) << (index * LANES);
    }
    mask.trailing_zeros() as usize
}

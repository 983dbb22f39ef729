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
    pub(crate) labels: Labels<R, C>,
}

/// Where a basis changes.
pub(crate) struct Pivot<V, const R: usize> {
    pub(crate) p: usize,
    pub(crate) q: usize,
    /// Column `q` of the body.
    pub(crate) column: [V; R],
    /// The number in row `p` and column `q`, and one divided by it; in every lane.
    pub(crate) coefficient: V,
    pub(crate) reciprocal: V,
}

/// Which variable is where: `j < 8·C` is the `j`-th original one, `8·C + i` the slack of row `i`.
pub(crate) struct Labels<const R: usize, const C: usize> {
    pub(crate) row: [[u32; LANES]; R],
    pub(crate) column: [[u32; LANES]; C],
    /// Bit `i` is set where row `i`'s basic variable is an original one.
    pub(crate) original_rows: u64,
    /// Bit `j` is set where column `j`'s variable is a slack.
    pub(crate) slack_columns: u64,
}

impl<const R: usize, const C: usize> Labels<R, C> {
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
        Self { row, column, original_rows: 0, slack_columns: 0 }
    }

    #[inline(always)]
    fn exchange(&mut self, p: usize, q: usize) {
        let (leaving, entering) = (self.row[p / LANES][p % LANES], self.column[q / LANES][q % LANES]);
        self.row[p / LANES][p % LANES] = entering;
        self.column[q / LANES][q % LANES] = leaving;
        // Bits change only where one kind of variable takes the place of the other.
        let flip = !(self.original_rows >> p ^ self.slack_columns >> q) & 1;
        self.original_rows ^= flip << p;
        self.slack_columns ^= flip << q;
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

    /// The values of the basic variables when the entering one takes the value `step`.
    #[inline(always)]
    pub(crate) fn moved(&self, column: &[V; R], step: V) -> [V; R] {
        let mut moved = self.rhs;
        for r in 0..R {
            moved[r] = moved[r].minus_product(column[r], step);
        }
        moved
    }

    /// Exchanges the basic variable of the pivot's row with the non-basic one of its column: labels, values and costs.
    ///
    /// The caller knows the cost of the column, the new value of the entering variable, `rhsₚ / pivot`, and
    /// [what it makes](Tableau::moved) of the others. The body is still the old one: see [`Tableau::eliminate`].
    #[inline(always)]
    pub(crate) fn exchange(&mut self, pivot: &Pivot<V, R>, cost: V, step: V, moved: [V; R]) {
        let Pivot { p, q, .. } = *pivot;
        let price = cost.mul(pivot.reciprocal);
        for k in 0..C {
            let cost = self.cost[k].minus_product(price, V::load(&self.rows[p][k]));
            self.cost[k] = cost.with_lane(q.wrapping_sub(k * LANES), price.negative());
        }
        for r in 0..R {
            self.rhs[r] = moved[r].with_lane(p.wrapping_sub(r * LANES), step);
        }
        self.labels.exchange(p, q);
    }

    /// The rest of an exchange: the body.
    ///
    /// Line i takes `aᵢⱼ − aᵢ_q·aₚⱼ/a_pq`, except that a number of the pivot's column becomes `−aᵢ_q/a_pq`. That is the same
    /// formula with `1 + 1/a_pq` for the pivot's own place, which spares looking at places; for columns likewise.
    #[inline(always)]
    pub(crate) fn eliminate(&mut self, pivot: &Pivot<V, R>) {
        let Pivot { p, q, mut column, coefficient, reciprocal } = *pivot;
        let one = V::splat(1.0);
        let (mut scaled, mut factors) = ([one; C], [one; C]);
        for k in 0..C {
            let lane = q.wrapping_sub(k * LANES);
            let row = V::load(&self.rows[p][k]).mul(reciprocal);
            (scaled[k], factors[k]) = (row.with_lane(lane, reciprocal), row.with_lane(lane, reciprocal.add(one)));
        }
        for (row, &factor) in self.rows.iter_mut().zip(lanes(&self.columns[q])) {
            for k in 0..C {
                V::load(&row[k]).minus_product(V::splat(factor), factors[k]).store(&mut row[k]);
            }
        }
        for k in 0..C {
            scaled[k].store(&mut self.rows[p][k]);
        }
        for r in 0..R {
            column[r] = column[r].with_lane(p.wrapping_sub(r * LANES), coefficient.minus_product(one, one));
        }
        for (line, &factor) in self.columns.iter_mut().zip(lanes(&self.rows[p])) {
            for r in 0..R {
                V::load(&line[r]).minus_product(V::splat(factor), column[r]).store(&mut line[r]);
            }
        }
        for r in 0..R {
            let line = pivot.column[r].mul(reciprocal).negative();
            line.with_lane(p.wrapping_sub(r * LANES), reciprocal).store(&mut self.columns[q][r]);
        }
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

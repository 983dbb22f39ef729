//! DO and DOαβ: a double oracle in every position (Bošanský, Lisý, Lanctot, Čermák, Winands, "Algorithms for Computing
//! Strategies in Two-Player Simultaneous Move Games", Artificial Intelligence 2016).
//!
//! A position's matrix is solved for a few rows and columns only. Each player's best response to the other's strategy in
//! that restricted matrix is looked for among *all* moves; if it is better than the restricted value it joins the matrix,
//! and if neither player has one the strategies are optimal for the whole. A cell is searched only when it is in the
//! restricted matrix or when a best response may hang on it: a move whose optimistic bounds cannot beat the restricted
//! value is left as it is.
//!
//! DOαβ has serialized bounds for its cells (`joint/serial.rs`); DO knows only what the game promises. As in the paper
//! no values are kept across paths, unless asked for; the serialized searches take notes as in `serialized.rs`. Departures: intervals that hold; the final bounds are what the two
//! strategies guarantee against the whole matrix of bounds; cells are asked about with the open window.

use std::hash::Hash;

use secateur_game::{Game, Keyed, Player};
use secateur_matrix::certify;
use secateur_value::{Bounds, Real, Window};
use smallvec::{SmallVec, smallvec};

use crate::joint::book::{Annals, Book, Notes};
use crate::joint::matrix::{Bounding, BoundingWalk, Matrix};
use crate::joint::walk::{Ask, Matrices};
use crate::question::horizon::Promise;
use crate::question::observe::{Left, Observer};
use crate::{AsListed, Forgetful, Memory, Outcome, Search};

/// How the double oracle is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubleOracle {
    /// Whether cells get serialized bounds: DOαβ.
    pub serialize: bool,
    /// Whether positions that come up again are remembered; the paper does not.
    pub remember: bool,
}

impl DoubleOracle {
    /// DOαβ.
    pub fn alpha_beta() -> Self {
        Self { serialize: true, ..Self::default() }
    }

    /// With this choice about serialized bounds.
    pub fn serialize(self, serialize: bool) -> Self {
        Self { serialize, ..self }
    }

    /// With this choice about remembering.
    pub fn remember(self, remember: bool) -> Self {
        Self { remember, ..self }
    }
}

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Keyed<Value = Real, Key: Copy + Hash>,
    B: Observer<G>,
{
    /// DO, or DOαβ. Beyond a depth limit it uses what the game promises.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{DoubleOracle, Search};
    ///
    /// let game = Goofspiel::new(5);
    /// let plain = Search::new(&game).double_oracle(&DoubleOracle::default());
    /// let with_bounds = Search::new(&game).double_oracle(&DoubleOracle::alpha_beta());
    /// assert!(plain.bounds.contains(&0.into()) && with_bounds.bounds.contains(&0.into()));
    /// assert!(with_bounds.statistics.expanded < plain.statistics.expanded);
    /// ```
    pub fn double_oracle(self, options: &DoubleOracle) -> Outcome<Real, G::Move> {
        let algorithm = Bounding::new(options.serialize, Oracles);
        let (question, mut observer) = self.apart_from_observer();
        if options.remember {
            question.with_book(&Annals::with_bytes(None), algorithm, &mut observer)
        } else if options.serialize {
            question.with_book(&Notes::new(), algorithm, &mut observer)
        } else {
            question.with_book(&Forgetful, algorithm, &mut observer)
        }
    }
}

/// Cells of restricted matrices, and those that a best response may hang on.
struct Oracles;

impl<G, K> Matrices<G, Promise, K> for Bounding<G::Move, Oracles>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
{
    const USES_WINDOW: bool = true;

    fn both<B: Observer<G>>(
        walk: &mut BoundingWalk<'_, G, K, Oracles, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        walk.counts.expanded += 1;
        let matrix = Matrix::new(walk, node, both);
        for cell in 0..matrix.len() {
            matrix.push(walk, node, both, ask, cell);
        }
        let mut oracle = Oracle {
            matrix: &matrix,
            rows: smallvec![0],
            columns: smallvec![0],
            row_weights: smallvec![0.0; matrix.rows.len()],
            column_weights: smallvec![0.0; matrix.columns.len()],
        };
        let found = oracle.solve(walk, node, both, ask);
        matrix.close(walk, (node, both), ask);
        (found, Left::Done)
    }
}

/// The restricted matrix of a position.
struct Oracle<'m, T> {
    matrix: &'m Matrix<T>,
    /// The moves that take part.
    rows: SmallVec<[usize; 16]>,
    columns: SmallVec<[usize; 16]>,
    /// Optimal strategies of the restricted matrix, for all moves.
    row_weights: SmallVec<[f64; 16]>,
    column_weights: SmallVec<[f64; 16]>,
}

impl<T: Copy> Oracle<'_, T> {
    fn solve<G, K, B>(
        &mut self,
        walk: &mut BoundingWalk<'_, G, K, Oracles, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        B: Observer<G>,
    {
        let mut known = Bounds::ANY;
        loop {
            for row in 0..self.rows.len() {
                for column in 0..self.columns.len() {
                    let cell = self.rows[row] * self.matrix.columns.len() + self.columns[column];
                    self.settle(walk, node, both, ask, cell);
                }
            }
            let value = self.restricted(walk);
            known = known.narrowed(&self.guarantees(walk));
            walk.tell_so_far(node, &known, &ask.window);
            if walk.is_enough(&known, ask) || walk.stopped.is_some() {
                return known;
            }
            let better_row = self.best_response(walk, node, both, ask, (Player::Max, value.upper.get()));
            let better_column = self.best_response(walk, node, both, ask, (Player::Min, value.lower.get()));
            known = known.narrowed(&self.guarantees(walk));
            walk.tell_so_far(node, &known, &ask.window);
            if walk.is_enough(&known, ask) || walk.stopped.is_some() {
                return known;
            }
            self.rows.extend(better_row);
            self.columns.extend(better_column);
            if better_row.is_none() && better_column.is_none() {
                // Rounding alone keeps the guarantees apart: the matrix of bounds has the last word.
                return known.narrowed(&self.matrix.value(walk));
            }
        }
    }

    /// Searches a cell, unless nothing more is to be learnt about it.
    fn settle<G, K, B>(
        &self,
        walk: &mut BoundingWalk<'_, G, K, Oracles, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        B: Observer<G>,
    {
        if !walk.cells.settled[self.matrix.base + cell] {
            self.matrix.search(walk, node, both, ask.below(Window::OPEN), cell);
        }
    }

    /// Solves the restricted matrix; keeps its strategies.
    fn restricted<G, K, B>(&mut self, walk: &mut BoundingWalk<'_, G, K, Oracles, B>) -> Bounds<Real>
    where
        G: Game<Value = Real>,
    {
        let lower = &walk.cells.lower[self.matrix.range()];
        let width = self.matrix.columns.len();
        let cells: SmallVec<[f64; 64]> = self
            .rows
            .iter()
            .flat_map(|row| self.columns.iter().map(move |column| lower[row * width + column]))
            .collect();
        let value = walk.kernel.value(&cells, self.rows.len(), self.columns.len());
        self.row_weights.fill(0.0);
        self.column_weights.fill(0.0);
        for (&row, &weight) in self.rows.iter().zip(walk.kernel.solver.row_strategy()) {
            self.row_weights[row] = weight;
        }
        for (&column, &weight) in self.columns.iter().zip(walk.kernel.solver.column_strategy()) {
            self.column_weights[column] = weight;
        }
        value
    }

    /// What both strategies guarantee against all moves, rounded outwards.
    fn guarantees<G, K, B>(&self, walk: &BoundingWalk<'_, G, K, Oracles, B>) -> Bounds<Real>
    where
        G: Game<Value = Real>,
    {
        let (rows, columns) = (self.matrix.rows.len(), self.matrix.columns.len());
        let (lower, upper) = (&walk.cells.lower[self.matrix.range()], &walk.cells.upper[self.matrix.range()]);
        let low = certify(lower, rows, columns, &self.row_weights, &self.column_weights);
        let high = certify(upper, rows, columns, &self.row_weights, &self.column_weights);
        Bounds { lower: low.lower, upper: high.upper }
    }

    /// A player's best response among the moves that do not take part, if it is better than the restricted value.
    fn best_response<G, K, B>(
        &self,
        walk: &mut BoundingWalk<'_, G, K, Oracles, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        (player, value): (Player, f64),
    ) -> Option<usize>
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        B: Observer<G>,
    {
        let width = self.matrix.columns.len();
        let (moves, taking_part, against) = match player {
            Player::Max => (self.matrix.rows.len(), &self.rows, &self.column_weights),
            Player::Min => (width, &self.columns, &self.row_weights),
        };
        let replies = || against.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        let place = |own: usize, reply: usize| match player {
            Player::Max => own * width + reply,
            Player::Min => reply * width + own,
        };
        // Seen by the player, who wants much.
        let mut most = walk.noise.get() / 4.0
            + match player {
                Player::Max => value,
                Player::Min => -value,
            };
        let mut best = None;
        for own in (0..moves).filter(|own| !taking_part.contains(own)) {
            loop {
                let hopes = replies().map(|(reply, weight)| {
                    let cell = self.matrix.cell(walk, place(own, reply));
                    weight * if player == Player::Max { cell.upper.get() } else { -cell.lower.get() }
                });
                let hope: f64 = hopes.sum();
                if hope <= most {
                    break;
                }
                let open = replies().filter(|&(reply, _)| !walk.cells.settled[self.matrix.base + place(own, reply)]);
                match open.max_by(|one, other| one.1.total_cmp(other.1)) {
                    Some((reply, _)) => self.settle(walk, node, both, ask, place(own, reply)),
                    None => {
                        (best, most) = (Some(own), hope);
                        break;
                    }
                }
            }
        }
        best
    }
}

//! The matrix of a position on the way down: its moves, and its cells on the common stack.

use secateur_game::{Both, Game, Player, Turn};
use secateur_matrix::Interval;
use secateur_value::Real;
use smallvec::SmallVec;

use super::book::{Book, Entry};
use super::serial::{Purse, Serial};
use super::walk::{Ask, Matrices, OPEN, Walk, both_hold, interval};
use crate::horizon::Promise;
use crate::memory::Memory;

/// An algorithm with serialized bounds.
#[derive(Debug)]
pub(crate) struct Bounding<T, C> {
    serial: Serial<T>,
    /// Whether serialized bounds are tried at all.
    serialize: bool,
    /// Which cells are searched, and in which order.
    pub(crate) choice: C,
}

impl<T, C> Bounding<T, C> {
    pub(crate) fn new(serialize: bool, choice: C) -> Self {
        Self { serial: Serial::new(), serialize, choice }
    }

    /// How many positions serialized searches looked at, if there were any such searches.
    pub(crate) fn visits(&self) -> Option<u64> {
        self.serialize.then_some(self.serial.visits)
    }
}

/// A search with serialized bounds and a book.
pub(crate) type Worker<'w, G, K, C> = Walk<'w, G, Promise, K, Bounding<<G as Game>::Move, C>>;

/// The matrix of one position.
pub(crate) struct Matrix<T> {
    /// Where its cells begin on the stack.
    pub(crate) base: usize,
    pub(crate) rows: SmallVec<[T; 16]>,
    pub(crate) columns: SmallVec<[T; 16]>,
}

impl<T: Copy> Matrix<T> {
    /// The matrix of a position, without cells.
    pub(crate) fn new<G, K, C>(walk: &Worker<'_, G, K, C>, node: &G::Position, both: G::Both) -> Self
    where
        G: Game<Value = Real, Move = T>,
    {
        Self {
            base: walk.cells.len(),
            rows: both.rows(walk.game, node).collect(),
            columns: both.columns(walk.game, node).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// Where the cells lie on the stack.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.base..self.base + self.len()
    }

    /// The bounds of a cell.
    pub(crate) fn cell<G: Game<Value = Real>, K, C>(&self, walk: &Worker<'_, G, K, C>, cell: usize) -> Interval {
        let at = self.base + cell;
        Interval { lower: walk.cells.lower[at], upper: walk.cells.upper[at] }
    }

    /// Does something in the position of a cell.
    fn inside<'w, G, K, C, R>(
        &self,
        walk: &mut Worker<'w, G, K, C>,
        node: &mut G::Position,
        both: G::Both,
        cell: usize,
        act: impl FnOnce(&mut Worker<'w, G, K, C>, &mut G::Position) -> R,
    ) -> R
    where
        G: Game<Value = Real, Move = T>,
    {
        let (row, column) = (self.rows[cell / self.columns.len()], self.columns[cell % self.columns.len()]);
        let undo = both.play(walk.game, node, row, column);
        let result = act(walk, node);
        walk.game.undo(node, undo);
        result
    }

    /// Puts a cell on the stack with what is known of it without a linear program.
    pub(crate) fn push<G, K, C>(
        &self,
        walk: &mut Worker<'_, G, K, C>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
    {
        let bounds = self.inside(walk, node, both, cell, |walk, child| match walk.game.turn(child) {
            Turn::Over(value) => Interval::exact(value.get()),
            _ => {
                let known = walk.known(child);
                walk.serialized(child, ask.below(OPEN), known)
            }
        });
        walk.cells.push_tracked(bounds, bounds.upper - bounds.lower <= walk.noise);
    }

    /// Searches a cell and keeps what was found.
    pub(crate) fn search<G, K, C>(
        &self,
        walk: &mut Worker<'_, G, K, C>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
    {
        let before = self.cell(walk, cell);
        let found = self.inside(walk, node, both, cell, |walk, child| walk.visit(child, &ask));
        let found = both_hold(before, found);
        let at = self.base + cell;
        (walk.cells.lower[at], walk.cells.upper[at]) = (found.lower, found.upper);
        walk.cells.settled[at] = found == before || found.upper - found.lower <= walk.noise;
    }

    /// The value of the matrix, by its cells as they are.
    pub(crate) fn value<G: Game<Value = Real>, K, C>(&self, walk: &mut Worker<'_, G, K, C>) -> Interval {
        let (lower, upper) = (&walk.cells.lower[self.range()], &walk.cells.upper[self.range()]);
        let widest = lower.iter().zip(upper).map(|(lower, upper)| upper - lower).fold(0.0, f64::max);
        let spread = if widest > 0.0 { widest.next_up() } else { 0.0 };
        let size = (self.rows.len(), self.columns.len());
        walk.kernel.value_between((lower, upper), size, spread, walk.noise)
    }

    /// Takes the cells off the stack, and keeps the strategies if this is the root's matrix.
    pub(crate) fn close<G, K, C>(self, walk: &mut Worker<'_, G, K, C>, ask: Ask)
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
    {
        if ask.root {
            walk.tell_mixed(self.base, &self.rows, &self.columns);
        }
        walk.cells.truncate(self.base);
    }
}

impl<G, K, C> Worker<'_, G, K, C>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
{
    /// What is known of a position that is not over without any search.
    pub(crate) fn known(&self, node: &G::Position) -> Entry {
        let entry = self.memory.entry(Book::key(self.memory, self.game, node));
        Entry { value: both_hold(interval(self.game.bounds(node)), entry.value), ..entry }
    }

    /// Bounds of a position by letting one player move first, where that can still show more than is known.
    pub(crate) fn serialized(&mut self, node: &mut G::Position, ask: Ask, known: Entry) -> Interval {
        let bounding = &mut self.algorithm;
        let mut value = known.value;
        if !bounding.serialize {
            return value;
        }
        let mut purse =
            Purse { game: self.game, book: self.memory, budget: &mut self.budget, stopped: &mut self.stopped };
        let mut window = both_hold(value, ask.window);
        if known.may_show_more(Player::Max, window) {
            value.lower = value.lower.max(bounding.serial.lower(node, window, ask.depth, &mut purse));
            window.lower = window.lower.max(value.lower);
        }
        if known.may_show_more(Player::Min, window) {
            value.upper = value.upper.min(bounding.serial.upper(node, window, ask.depth, &mut purse));
        }
        value
    }
}

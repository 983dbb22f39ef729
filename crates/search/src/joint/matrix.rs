//! The matrix of a position on the way down: its moves, and its cells on the common stack.

use secateur_game::{Both, Game, Player, Turn};
use secateur_value::{Bounds, Real, Window};
use smallvec::SmallVec;

use super::book::{Book, Entry};
use super::serial::{Serial, SerialBudget};
use super::walk::{Ask, JointWalk, Matrices};
use crate::memory::recall::Memory;
use crate::question::horizon::Promise;
use crate::question::observe::{Observer, Step};

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
pub(crate) type BoundingWalk<'w, G, K, C, B> = JointWalk<'w, G, Promise, K, Bounding<<G as Game>::Move, C>, B>;

/// The matrix of one position.
pub(crate) struct Matrix<T> {
    /// Where its cells begin on the stack.
    pub(crate) base: usize,
    pub(crate) rows: SmallVec<[T; 16]>,
    pub(crate) columns: SmallVec<[T; 16]>,
}

impl<T: Copy> Matrix<T> {
    /// The matrix of a position, without cells.
    pub(crate) fn new<G, K, C, B>(walk: &BoundingWalk<'_, G, K, C, B>, node: &G::Position, both: G::Both) -> Self
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
    pub(crate) fn cell<G: Game<Value = Real>, K, C, B>(
        &self,
        walk: &BoundingWalk<'_, G, K, C, B>,
        cell: usize,
    ) -> Bounds<Real> {
        walk.cells.at(self.base + cell)
    }

    /// The row and the column of a cell.
    fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns.len(), cell % self.columns.len())
    }

    /// Does something in the position of a cell.
    fn inside<'w, G, K, C, B, R>(
        &self,
        walk: &mut BoundingWalk<'w, G, K, C, B>,
        node: &mut G::Position,
        both: G::Both,
        cell: usize,
        act: impl FnOnce(&mut BoundingWalk<'w, G, K, C, B>, &mut G::Position) -> R,
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
    pub(crate) fn push<G, K, C, B>(
        &self,
        walk: &mut BoundingWalk<'_, G, K, C, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
        B: Observer<G>,
    {
        let bounds = self.inside(walk, node, both, cell, |walk, child| match walk.game.turn(child) {
            Turn::Over(value) => Bounds::exact(value),
            _ => {
                let known = walk.known(child);
                walk.serialized(child, ask.below(Window::OPEN), known)
            }
        });
        walk.cells.push_tracked(bounds, bounds.is_within(walk.noise));
        walk.tell_cell(node, self.place(cell), self.base + cell);
    }

    /// Searches a cell and keeps what was found.
    pub(crate) fn search<G, K, C, B>(
        &self,
        walk: &mut BoundingWalk<'_, G, K, C, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
        B: Observer<G>,
    {
        let before = self.cell(walk, cell);
        let (row, column) = self.place(cell);
        let step = Step::Both(self.rows[row], self.columns[column]);
        let found = self.inside(walk, node, both, cell, |walk, child| walk.visit(child, Some(step), &ask));
        let found = before.narrowed(&found);
        let at = self.base + cell;
        walk.cells.set(at, found);
        walk.cells.settled[at] = found == before || found.is_within(walk.noise);
        walk.tell_cell(node, (row, column), at);
    }

    /// The value of the matrix, by its cells as they are.
    pub(crate) fn value<G: Game<Value = Real>, K, C, B>(
        &self,
        walk: &mut BoundingWalk<'_, G, K, C, B>,
    ) -> Bounds<Real> {
        let (lower, upper) = (&walk.cells.lower[self.range()], &walk.cells.upper[self.range()]);
        let widest = lower.iter().zip(upper).map(|(lower, upper)| upper - lower).fold(0.0, f64::max);
        let spread = if widest > 0.0 { widest.next_up() } else { 0.0 };
        let size = (self.rows.len(), self.columns.len());
        walk.kernel.value_between((lower, upper), size, spread, walk.noise.get())
    }

    /// Takes the cells off the stack, and keeps the strategies if this is the root's matrix.
    pub(crate) fn close<G, K, C, B>(
        self,
        walk: &mut BoundingWalk<'_, G, K, C, B>,
        (node, both): (&G::Position, G::Both),
        ask: Ask,
    ) where
        G: Game<Value = Real, Move = T>,
        K: Book<G> + Memory<G>,
        Bounding<T, C>: Matrices<G, Promise, K>,
        B: Observer<G>,
    {
        if ask.root {
            walk.tell_mixed(self.base, &self.rows, &self.columns);
        }
        walk.tell_matrix(node, both, self.base, |_, _| true);
        walk.cells.truncate(self.base);
    }
}

impl<G, K, C, B> BoundingWalk<'_, G, K, C, B>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
{
    /// What is known of a position that is not over without any search.
    pub(crate) fn known(&self, node: &G::Position) -> Entry {
        let entry = self.memory.entry(Book::key(self.memory, self.game, node));
        Entry { value: self.game.bounds(node).narrowed(&entry.value), ..entry }
    }

    /// Bounds of a position by letting one player move first, where that can still show more than is known.
    pub(crate) fn serialized(&mut self, node: &mut G::Position, ask: Ask, known: Entry) -> Bounds<Real> {
        let bounding = &mut self.algorithm;
        let mut value = known.value;
        if !bounding.serialize {
            return value;
        }
        let mut purse =
            SerialBudget { game: self.game, book: self.memory, budget: &mut self.budget, stopped: &mut self.stopped };
        // What is left open of the value, as far as it is asked about; nothing where these ends cross.
        let mut within = Bounds { lower: value.lower.max(ask.window.alpha), upper: value.upper.min(ask.window.beta) };
        if known.may_show_more(Player::Max, &within) {
            value.lower = value.lower.max(bounding.serial.lower(node, within, ask.depth, &mut purse));
            within.lower = within.lower.max(value.lower);
        }
        if known.may_show_more(Player::Min, &within) {
            value.upper = value.upper.min(bounding.serial.upper(node, within, ask.depth, &mut purse));
        }
        value
    }
}

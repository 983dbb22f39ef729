//! A random tree with chance that is kept in memory: for measuring what a search costs, not what a hash function does.
//!
//! A node takes 16 bytes, and its successors stand next to each other, so playing a move is one addition. Chance turns that
//! share their successors share them here, too.

use std::collections::HashMap;

use secateur_game::{Chance, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use super::stochastic::{Draw, Luck, Step, StochasticTree, Successors};
use super::{Leaves, RandomTreeError};

/// A [`StochasticTree`] in memory.
///
/// ```
/// use secateur_game::{Game, Turn};
/// use secateur_games::random_tree::{Luck, Shape, StochasticTree, StoredTree, WholeLeaves};
///
/// let tree = StochasticTree::new(Shape::uniform(4, 4), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
/// let stored = StoredTree::of(&tree)?;
/// assert_eq!(stored.turn(&stored.start()), Turn::Max);
/// // 1 + 4 + 16 + 64 positions of players and 256 leaves, and four chosen moves for each of the first 21.
/// assert_eq!(stored.nodes(), 341 + 4 * 21);
/// # Ok::<(), secateur_games::random_tree::RandomTreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredTree {
    cells: Vec<Cell>,
    /// The weights of the chosen outcome and of each of the others.
    often: u64,
    seldom: u64,
    bounds: Bounds<Real>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The bits of a leaf's value, or where the successors begin.
    payload: u64,
    chosen: u16,
    count: u16,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Leaf,
    Max,
    Min,
    Chance,
}

/// A chance turn of a [`StoredTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredDraw {
    chosen: u16,
    count: u16,
    often: u64,
    seldom: u64,
}

impl StoredTree {
    /// The most nodes: a gigabyte of them.
    const LARGEST: usize = 1 << 26;

    /// The tree in memory. Only trees whose moves slip, each with the same number of outcomes, can be stored.
    pub fn of<L: Leaves<Value = Real>>(tree: &StochasticTree<L>) -> Result<Self, RandomTreeError> {
        let (shape, Luck::Slip { chosen, of, successors }) = (tree.shape(), tree.luck()) else {
            return Err(RandomTreeError::NotStored);
        };
        if shape.irregular || shape.branching < 2 {
            return Err(RandomTreeError::NotStored);
        }
        let leaf = Cell { payload: 0, chosen: 0, count: 0, kind: Kind::Leaf };
        let mut stored = Self {
            cells: vec![leaf],
            often: u64::from(chosen) * u64::from(shape.branching - 1),
            seldom: u64::from(of - chosen),
            bounds: tree.bounds(&tree.start()),
        };
        // Nodes in the order in which they were found, and where the successors of a node's moves begin.
        let mut steps = vec![tree.start()];
        let mut blocks: HashMap<u64, u64> = HashMap::new();
        let mut next = 0;
        while let Some(&step) = steps.get(next) {
            let turn = tree.turn(&step);
            let kind = match turn {
                Turn::Over(_) => Kind::Leaf,
                Turn::Max => Kind::Max,
                Turn::Min => Kind::Min,
                Turn::Chance(_) => Kind::Chance,
            };
            let mut cell = Cell { chosen: step.chosen.unwrap_or(0), count: shape.branching, kind, payload: 0 };
            if let Turn::Over(value) = turn {
                cell.payload = value.get().to_bits();
            } else {
                let shared = kind == Kind::Chance && successors == Successors::Shared;
                let known = blocks.get(&step.node.number).copied().filter(|_| shared);
                cell.payload = known.unwrap_or(steps.len() as u64);
                if known.is_none() {
                    steps.extend((0..shape.branching).map(|outcome| after(tree, step, outcome)));
                    if shared {
                        blocks.insert(step.node.number, cell.payload);
                    }
                }
            }
            if steps.len() > Self::LARGEST {
                return Err(RandomTreeError::NotStored);
            }
            stored.cells.resize(steps.len(), leaf);
            stored.cells[next] = cell;
            next += 1;
        }
        Ok(stored)
    }

    /// How many nodes are stored.
    pub fn nodes(&self) -> usize {
        self.cells.len()
    }

    #[inline(always)]
    fn cell(&self, place: u32) -> Cell {
        self.cells[place as usize]
    }
}

fn after<L: Leaves<Value = Real>>(tree: &StochasticTree<L>, step: Step, outcome: u16) -> Step {
    let mut after = step;
    tree.play(&mut after, outcome);
    after
}

impl Chance<StoredTree> for StoredDraw {
    #[inline(always)]
    fn outcomes(self, _: &StoredTree, _: &u32) -> impl Iterator<Item = (u64, u16)> + use<> {
        let Self { chosen, count, often, seldom } = self;
        Draw::Slip { chosen, count, often, seldom }.all()
    }

    #[inline(always)]
    fn range(self, game: &StoredTree, _: &u32) -> Option<Bounds<Real>> {
        Some(game.bounds)
    }
}

impl Game for StoredTree {
    /// The place of the node.
    type Position = u32;
    type Move = u16;
    type Value = Real;
    type Undo = u32;
    type Chance = StoredDraw;
    type Both = Never;

    #[inline(always)]
    fn start(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn turn(&self, &place: &u32) -> Turn<Real, StoredDraw> {
        let Cell { payload, chosen, count, kind } = self.cell(place);
        match kind {
            // Only reals were stored.
            Kind::Leaf => Turn::Over(Real::new(f64::from_bits(payload)).unwrap_or(Real::ZERO)),
            Kind::Max => Turn::Max,
            Kind::Min => Turn::Min,
            Kind::Chance => Turn::Chance(StoredDraw { chosen, count, often: self.often, seldom: self.seldom }),
        }
    }

    #[inline(always)]
    fn moves(&self, &place: &u32) -> impl Iterator<Item = u16> + use<> {
        0..self.cell(place).count
    }

    #[inline(always)]
    fn play(&self, place: &mut u32, chosen: u16) -> u32 {
        let before = *place;
        *place = self.cell(before).payload as u32 + u32::from(chosen);
        before
    }

    #[inline(always)]
    fn undo(&self, place: &mut u32, before: u32) {
        *place = before;
    }

    #[inline(always)]
    fn bounds(&self, _: &u32) -> Bounds<Real> {
        self.bounds
    }
}

impl Keyed for StoredTree {
    type Key = u32;

    #[inline(always)]
    fn key(&self, &place: &u32) -> u32 {
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_tree::{Shape, WholeLeaves};
    use secateur_game::laws;

    /// Walks both trees at once.
    fn same(tree: &StochasticTree<WholeLeaves>, step: Step, stored: &StoredTree, place: u32) {
        match (tree.turn(&step), stored.turn(&place)) {
            (Turn::Over(value), Turn::Over(kept)) => return assert_eq!(value, kept),
            (Turn::Chance(draw), Turn::Chance(kept)) => {
                assert!(draw.all().eq(kept.outcomes(stored, &place)));
            }
            (turn, kept) => assert_eq!(turn.player(), kept.player()),
        }
        for chosen in 0..tree.shape().branching {
            let mut next = place;
            stored.play(&mut next, chosen);
            same(tree, after(tree, step, chosen), stored, next);
        }
    }

    #[test]
    fn a_stored_tree_is_the_same_tree() {
        let slip = Luck::slip(4, 5).unwrap();
        for luck in [slip, slip.own_successors()] {
            let tree = StochasticTree::new(Shape::uniform(3, 3), luck, WholeLeaves::new(0, 9).unwrap(), 4).unwrap();
            let stored = StoredTree::of(&tree).unwrap();
            same(&tree, tree.start(), &stored, 0);
            laws::check(&stored, &laws::Effort::default().games(30)).unwrap();
        }
        let dice = StochasticTree::new(Shape::uniform(3, 3), Luck::Dice, WholeLeaves::new(0, 9).unwrap(), 4).unwrap();
        assert_eq!(StoredTree::of(&dice).err(), Some(RandomTreeError::NotStored));
    }
}

//! Alpha-beta for Connect Four written by hand, for this game alone: what a library's code is to be measured against.
//!
//! The board is two words that live in registers: the stones of the player to move, and the cells that are taken. A
//! column is seven bits, the highest always empty. Both searches are fail-soft negamax without a table and visit the
//! same nodes, the root included:
//!
//! * [`call_a_node`]: one call a node, the way anybody writes it first;
//! * [`leaves_inline`]: wins and leaves are settled by the parent, so that only inner nodes are calls. The fastest
//!   that we know.

use std::marker::PhantomData;

/// In which order the columns are tried.
pub trait Columns {
    /// The lowest bit of each column.
    const SHIFTS: [u32; 7];
}

/// From left to right.
pub enum LeftToRight {}
/// The centre, one left of it, one right of it, and so on.
pub enum CentreFirst {}

impl Columns for LeftToRight {
    const SHIFTS: [u32; 7] = [0, 7, 14, 21, 28, 35, 42];
}
impl Columns for CentreFirst {
    const SHIFTS: [u32; 7] = [21, 14, 28, 7, 35, 0, 42];
}

/// What a win is worth, and what becomes of a value on its way to the root.
pub trait Scores {
    /// What a win is worth to the winner.
    const WIN: i32;
    /// The window of the root is from minus this to this.
    const WINDOW: i32;
    /// What a node returns when this is its best value.
    fn back(best: i32) -> i32;
}

/// 1, 0 and −1.
pub enum WinOrLoss {}
/// As the crate `minimax` has it: a win loses 1 on every ply on its way up, while the window stays as it is. The
/// window then no longer fits the values, and more nodes are visited than alpha-beta needs.
pub enum Decaying {}

impl Scores for WinOrLoss {
    const WIN: i32 = 1;
    // Open: a win is inside it.
    const WINDOW: i32 = 2;
    #[inline(always)]
    fn back(best: i32) -> i32 {
        best
    }
}
impl Scores for Decaying {
    const WIN: i32 = 32767;
    const WINDOW: i32 = Self::WIN;
    #[inline(always)]
    fn back(best: i32) -> i32 {
        if best > Self::WIN - 100 {
            best - 1
        } else if best < 100 - Self::WIN {
            best + 1
        } else {
            best
        }
    }
}

/// What a position is worth to the player to move where the search ends.
pub trait Leaf: Copy {
    /// Its value.
    fn value(self, own: u64, taken: u64) -> i32;
}

/// Every position is worth nothing.
#[derive(Clone, Copy)]
pub struct Zero;

impl Leaf for Zero {
    #[inline(always)]
    fn value(self, _: u64, _: u64) -> i32 {
        0
    }
}

/// Values as if drawn at random, the same for the same position and seed.
#[derive(Clone, Copy)]
pub struct Scrambled(pub u64);

impl Scrambled {
    /// The value of the position with this key, from −64 to 63. One multiplication: the searches are measured, not this.
    #[inline(always)]
    pub fn of_key(self, key: u64) -> i8 {
        ((key ^ self.0).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as i8 - 64
    }
}

impl Leaf for Scrambled {
    #[inline(always)]
    fn value(self, own: u64, taken: u64) -> i32 {
        self.of_key(own + taken + BOTTOMS).into()
    }
}

/// The lowest cell of every column.
pub const BOTTOMS: u64 = 0x0000_0408_1020_4081;
/// All 42 cells.
pub const CELLS: u64 = BOTTOMS * 0b11_1111;

/// Whether these stones hold four in a row.
#[inline(always)]
pub fn has_four(stones: u64) -> bool {
    let mut fours = 0;
    for step in [1, 6, 7, 8] {
        let pairs = stones & (stones >> step);
        fours |= pairs & (pairs >> (2 * step));
    }
    fours != 0
}

/// A value and how many nodes it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value for the player to move.
    pub value: i32,
    /// Nodes, the root included.
    pub nodes: u64,
}

/// Searches the empty board with one call a node.
pub fn call_a_node<C: Columns, S: Scores, L: Leaf>(depth: u32, leaf: L) -> Found {
    let mut search = Search::<C, S, L> { nodes: 0, leaf, kind: PhantomData };
    let value = search.node(0, 0, depth, -S::WINDOW, S::WINDOW);
    Found { value, nodes: search.nodes }
}

/// Searches the empty board with one call an inner node. The depth is at least 1.
pub fn leaves_inline<C: Columns, S: Scores, L: Leaf>(depth: u32, leaf: L) -> Found {
    let mut search = Search::<C, S, L> { nodes: 1, leaf, kind: PhantomData };
    let value = search.inner(0, 0, depth, -S::WINDOW, S::WINDOW);
    Found { value, nodes: search.nodes }
}

struct Search<C, S, L> {
    nodes: u64,
    leaf: L,
    kind: PhantomData<(C, S)>,
}

impl<C: Columns, S: Scores, L: Leaf> Search<C, S, L> {
    fn node(&mut self, own: u64, taken: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if has_four(own ^ taken) {
            return -S::WIN;
        }
        if taken == CELLS {
            return 0;
        }
        if depth == 0 {
            return self.leaf.value(own, taken);
        }
        let mut best = -S::WIN;
        for shift in C::SHIFTS {
            if taken >> (shift + 5) & 1 == 1 {
                continue;
            }
            let after = taken | (taken + (1 << shift));
            let value = -self.node(own ^ taken, after, depth - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        S::back(best)
    }

    /// A position that is not over, with at least one move to look ahead.
    fn inner(&mut self, own: u64, taken: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let theirs = own ^ taken;
        let mut best = -S::WIN;
        for shift in C::SHIFTS {
            let stone = (taken + (1 << shift)) & (0b11_1111 << shift);
            if stone == 0 {
                continue;
            }
            let after = taken ^ stone;
            self.nodes += 1;
            let value = if has_four(own ^ stone) {
                S::WIN
            } else if after == CELLS {
                0
            } else if depth == 1 {
                -self.leaf.value(theirs, after)
            } else {
                -self.inner(theirs, after, depth - 1, -beta, -alpha)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        S::back(best)
    }
}

//! Connect Four and tic-tac-toe for the crate `minimax`, on bitboards as good as ours.
//!
//! Its searches shuffle the moves of the root. A game that has [not started](Board::NOT_STARTED) has one move only, to
//! start it, and so the moves of the empty board are tried in their own order, one ply below the root.

use std::cell::Cell;
use std::marker::PhantomData;

use minimax::{Evaluation, Evaluator, Game, Winner};

use crate::by_hand::{BOTTOMS, Columns, Leaf, has_four};

/// Connect Four, with its columns in an order. Counts positions only where it is told to: that costs time.
pub struct ConnectFour<C, const COUNTS: bool = false>(PhantomData<C>);

/// Stones of the player to move, cells that are taken, how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    taken: u64,
    ply: u32,
}

impl Board {
    /// Before the first player may move.
    pub const NOT_STARTED: Self = Self { own: 0, taken: 0, ply: u32::MAX };
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, taken: 0, ply: 0 };

    /// The position after these moves, columns from 1.
    pub fn after(columns: &str) -> Self {
        let stone = |board: Self, column: u8| board.stone(7 * u32::from(column - b'1'));
        columns.bytes().fold(Self::EMPTY, |board, column| board.with(stone(board, column)))
    }

    /// The lowest empty cell of a column; 0 if there is none.
    #[inline(always)]
    fn stone(self, shift: u32) -> u64 {
        (self.taken + (1 << shift)) & (0b11_1111 << shift)
    }

    #[inline(always)]
    fn with(self, stone: u64) -> Self {
        Self { own: self.own ^ self.taken, taken: self.taken ^ stone, ply: self.ply.wrapping_add(1) }
    }

    /// Once the board is full, and before the game has started.
    #[cold]
    fn unusual(self, moves: &mut Vec<u64>) -> Option<Winner> {
        if self.ply == CELLS {
            return Some(Winner::Draw);
        }
        moves.push(START);
        None
    }
}

/// How many cells there are.
const CELLS: u32 = 42;
/// The move that starts the game drops no stone.
const START: u64 = 0;

thread_local! {
    static COUNTED: Cell<u64> = const { Cell::new(0) };
}

/// How many positions a search of a counting game has visited.
pub fn count(search: impl FnOnce()) -> u64 {
    COUNTED.set(0);
    search();
    COUNTED.get()
}

impl<C: Columns, const COUNTS: bool> Game for ConnectFour<C, COUNTS> {
    type S = Board;
    type M = u64;

    #[inline]
    fn generate_moves(board: &Board, moves: &mut Vec<u64>) -> Option<Winner> {
        if has_four(board.own ^ board.taken) {
            return Some(Winner::PlayerJustMoved);
        }
        if board.ply >= CELLS {
            return board.unusual(moves);
        }
        moves.reserve(7);
        for shift in C::SHIFTS {
            let stone = board.stone(shift);
            if stone != 0 {
                moves.push(stone);
            }
        }
        None
    }

    #[inline]
    fn apply(board: &mut Board, stone: u64) -> Option<Board> {
        if COUNTS {
            COUNTED.set(COUNTED.get() + 1);
        }
        Some(board.with(stone))
    }

    #[inline]
    fn get_winner(board: &Board) -> Option<Winner> {
        if has_four(board.own ^ board.taken) {
            Some(Winner::PlayerJustMoved)
        } else if board.ply == CELLS {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn zobrist_hash(board: &Board) -> u64 {
        // The ply tells the empty board from the game that has not started.
        scatter((board.own + board.taken + BOTTOMS) ^ u64::from(board.ply) << 49)
    }

    fn table_index(stone: u64) -> u16 {
        stone.trailing_zeros() as u16
    }

    fn max_table_index() -> u16 {
        64
    }
}

/// Every bit of the key moves every bit of the hash. The crate fails when the upper half is 0, so it never is.
#[inline]
fn scatter(key: u64) -> u64 {
    let mixed = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed ^ mixed >> 32).max(1 << 32)
}

/// A leaf's value for the crate.
pub struct Evaluated<C, L, const COUNTS: bool = false> {
    leaf: L,
    game: PhantomData<fn(C)>,
}

impl<C, L, const COUNTS: bool> Evaluated<C, L, COUNTS> {
    /// This value.
    pub fn by(leaf: L) -> Self {
        Self { leaf, game: PhantomData }
    }
}

impl<C, L: Copy, const COUNTS: bool> Clone for Evaluated<C, L, COUNTS> {
    fn clone(&self) -> Self {
        Self::by(self.leaf)
    }
}

impl<C: Columns, L: Leaf, const COUNTS: bool> Evaluator for Evaluated<C, L, COUNTS> {
    type G = ConnectFour<C, COUNTS>;

    #[inline]
    fn evaluate(&self, board: &Board) -> Evaluation {
        self.leaf.value(board.own, board.taken) as Evaluation
    }
}

/// Tic-tac-toe.
pub struct TicTacToe;

/// Cells of the player to move, of the other player, and how many are taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct NineCells {
    own: u16,
    theirs: u16,
    played: u8,
}

const NINE: u16 = 0b1_1111_1111;

/// Bit `m % 64` of word `m / 64`: whether three in a row are among the cells `m`.
const THREE_IN_A_ROW: [u64; 8] = {
    let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut known = [0; 8];
    let mut cells = 0;
    while cells < 512 {
        let mut i = 0;
        while i < lines.len() {
            if cells & lines[i] == lines[i] {
                known[cells / 64] |= 1 << (cells % 64);
            }
            i += 1;
        }
        cells += 1;
    }
    known
};

impl Game for TicTacToe {
    type S = NineCells;
    type M = u8;

    #[inline]
    fn generate_moves(board: &NineCells, moves: &mut Vec<u8>) -> Option<Winner> {
        let over = Self::get_winner(board);
        if over.is_none() {
            moves.reserve(9);
            let mut free = NINE & !(board.own | board.theirs);
            while free != 0 {
                moves.push(free.trailing_zeros() as u8);
                free &= free - 1;
            }
        }
        over
    }

    #[inline]
    fn apply(board: &mut NineCells, cell: u8) -> Option<NineCells> {
        Some(NineCells { own: board.theirs, theirs: board.own | 1 << cell, played: board.played + 1 })
    }

    #[inline]
    fn get_winner(board: &NineCells) -> Option<Winner> {
        if THREE_IN_A_ROW[usize::from(board.theirs / 64) % 8] >> (board.theirs % 64) & 1 == 1 {
            Some(Winner::PlayerJustMoved)
        } else if board.played == 9 {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn zobrist_hash(board: &NineCells) -> u64 {
        scatter(u64::from(board.own) << 16 | u64::from(board.theirs))
    }

    fn table_index(cell: u8) -> u16 {
        cell.into()
    }

    fn max_table_index() -> u16 {
        8
    }
}

/// Tic-tac-toe positions that are not over are worth nothing. (Solved to the end, none is evaluated.)
#[derive(Clone)]
pub struct Undecided;

impl Evaluator for Undecided {
    type G = TicTacToe;

    fn evaluate(&self, _: &NineCells) -> Evaluation {
        0
    }
}

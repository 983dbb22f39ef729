//! History: how well moves have done elsewhere in the search. It orders moves, and late moves with a bad history are
//! reduced more.
//!
//! Each count moves towards its limit in steps that shrink as it gets there, so that recent cuts weigh more than old ones and
//! no count overflows. Quiet moves are counted by squares and, after the one and two moves before them, by piece
//! and square (continuation); captures by piece, square and victim.

use cozy_chess::{BitBoard, Board, Color, Move, Piece};

use super::numbers::Numbers;
use super::score::Score;

/// How many pairs of a piece (of a colour) and a square there are.
pub(crate) const PLACES: usize = 2 * 6 * 64;
/// No count goes further, up or down.
const LIMIT: i32 = 16_384;

/// A piece (of a colour) and the square that it goes to, as a number.
#[inline(always)]
pub(crate) fn place(board: &Board, chosen: Move) -> usize {
    place_of(board, board.piece_on(chosen.from).unwrap_or(Piece::Pawn), chosen)
}

/// The same where the piece is known.
#[inline(always)]
fn place_of(board: &Board, piece: Piece, chosen: Move) -> usize {
    (board.side_to_move() as usize * 6 + piece as usize) * 64 + chosen.to as usize
}

impl Numbers {
    /// What a cut at this depth is worth.
    pub(crate) fn bonus_at(&self, depth: i32) -> i32 {
        (self.bonus * depth - self.bonus_less).min(self.bonus_most)
    }

    /// What it costs the moves that were tried before.
    pub(crate) fn malus_at(&self, depth: i32) -> i32 {
        self.bonus_at(depth) * self.malus / 100
    }

    /// What the rows of [`OfQuiets`] count.
    pub(crate) fn weights_of_history(&self) -> [i32; 3] {
        [self.history_of_answer, self.history_of_plan, self.history_of_structure]
    }

    /// What it is worth to the move before if no move helps at this depth.
    pub(crate) fn bonus_before(&self, depth: i32) -> i32 {
        self.bonus_at(depth) * self.move_before / 1000
    }

    /// What a move is worth before which its player saw `before`, and after which the opponent sees `after`.
    pub(crate) fn bonus_of_gain(&self, before: Score, after: Score) -> i32 {
        self.gain * (-after - before).clamp(-200, 200) / 10
    }
}

#[inline(always)]
fn towards(count: &mut i16, bonus: i32) {
    let old = i32::from(*count);
    *count = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// One player's counts by the piece that moves and the square that it goes to.
type Row = [i16; 6 * 64];

/// One player's counts by whether the opponent attacks the squares, and the squares from and to.
type BySquares = [[[i16; 64]; 64]; 4];

/// Which of the squares of a move the opponent attacks: a piece that flees is another matter than one that walks into an attack.
#[inline(always)]
fn under_attack(attacked: BitBoard, chosen: Move) -> usize {
    usize::from(attacked.has(chosen.from)) * 2 + usize::from(attacked.has(chosen.to))
}

/// All counts of one thread. Those of quiet moves come in rows: a position needs few of them for all its moves.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By player.
    quiet: Vec<BySquares>,
    captures: Vec<i16>,
    /// By the move before, and player.
    continuation: Vec<Row>,
    /// By pawn structure, and player.
    by_structure: Vec<Row>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: vec![[[[0; 64]; 64]; 4]; 2],
            captures: vec![0; PLACES * 6],
            continuation: vec![[0; _]; PLACES * 2],
            by_structure: vec![[0; _]; STRUCTURES * 2],
        }
    }
}

/// The counts of one position's quiet moves.
#[derive(Clone, Copy)]
pub(crate) struct OfQuiets<'h> {
    squares: &'h BySquares,
    attacked: BitBoard,
    rows: [&'h Row; 3],
    /// What each row counts, in parts of [`WHOLE`].
    weights: [i32; 3],
}

/// What a count of full weight is multiplied by.
const WHOLE: i32 = 128;

impl OfQuiets<'_> {
    /// How well a quiet move has done.
    #[inline(always)]
    pub(crate) fn of(&self, piece: Piece, chosen: Move) -> i32 {
        let place = in_row(piece, chosen);
        let weighed = |row: usize| i32::from(self.rows[row][place]) * self.weights[row];
        let squares = self.squares[under_attack(self.attacked, chosen)][chosen.from as usize][chosen.to as usize];
        i32::from(squares) + (weighed(0) + weighed(1) + weighed(2)) / WHOLE
    }
}

/// The place of a move in a row.
#[inline(always)]
fn in_row(piece: Piece, chosen: Move) -> usize {
    piece as usize * 64 + chosen.to as usize
}

/// The moves before a move, as [`place`]s: the opponent's, and one's own before that.
pub(crate) type Before = [Option<usize>; 2];

/// How many pawn structures are told apart.
const STRUCTURES: usize = 512;

/// The pawn structure of a position, as a number.
pub(crate) fn structure(board: &Board) -> usize {
    super::correction::mixed_pawns(board) as usize % STRUCTURES
}

impl History {
    /// How well quiet moves of a position have done, after these moves.
    #[inline]
    pub(crate) fn of_quiets(
        &self,
        mover: Color,
        attacked: BitBoard,
        before: Before,
        structure: Option<usize>,
        weights: [i32; 3],
    ) -> OfQuiets<'_> {
        static NOTHING: Row = [0; _];
        fn row(rows: &[Row], of: Option<usize>, mover: Color) -> &Row {
            of.map_or(&NOTHING, |of| &rows[of * 2 + mover as usize])
        }
        let [theirs, own] = before.map(|before| row(&self.continuation, before, mover));
        OfQuiets {
            squares: &self.quiet[mover as usize],
            attacked,
            rows: [theirs, own, row(&self.by_structure, structure, mover)],
            weights,
        }
    }

    pub(crate) fn note_quiet(
        &mut self,
        board: &Board,
        chosen: Move,
        attacked: BitBoard,
        before: Before,
        structure: Option<usize>,
        bonus: i32,
    ) {
        let mover = board.side_to_move() as usize;
        let squares = &mut self.quiet[mover][under_attack(attacked, chosen)];
        towards(&mut squares[chosen.from as usize][chosen.to as usize], bonus);
        let place = place(board, chosen);
        self.note_after(place, before, bonus);
        if let Some(structure) = structure {
            towards(&mut self.by_structure[structure * 2 + mover][place % (6 * 64)], bonus);
        }
    }

    /// A move to this [`place`] did well or badly after the moves before it.
    pub(crate) fn note_after(&mut self, place: usize, before: Before, bonus: i32) {
        let (mover, place) = (place / (6 * 64), place % (6 * 64));
        for before in before.into_iter().flatten() {
            towards(&mut self.continuation[before * 2 + mover][place], bonus);
        }
    }

    #[inline(always)]
    fn by_victim(board: &Board, piece: Piece, victim: Option<Piece>, chosen: Move) -> usize {
        // Taken in passing, or nobody for a promotion: a pawn's worth either way.
        place_of(board, piece, chosen) * 6 + victim.unwrap_or(Piece::Pawn) as usize
    }

    /// How well a capture has done.
    #[inline]
    pub(crate) fn of_capture(&self, board: &Board, piece: Piece, victim: Option<Piece>, chosen: Move) -> i32 {
        i32::from(self.captures[Self::by_victim(board, piece, victim, chosen)])
    }

    pub(crate) fn note_capture(&mut self, board: &Board, chosen: Move, bonus: i32) {
        let piece = board.piece_on(chosen.from).unwrap_or(Piece::Pawn);
        let place = Self::by_victim(board, piece, board.piece_on(chosen.to), chosen);
        towards(&mut self.captures[place], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_within_their_limit() {
        let mut count = 0i16;
        for _ in 0..10_000 {
            towards(&mut count, 1700);
        }
        assert!(i32::from(count) <= LIMIT && count > 15_000);
        for _ in 0..10_000 {
            towards(&mut count, -1700);
        }
        assert!(i32::from(count) >= -LIMIT && count < -15_000);
    }
}

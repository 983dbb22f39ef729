//! History: how well moves have done elsewhere in the search. It orders moves, and late moves with a bad history are
//! reduced more.
//!
//! Each count moves towards its limit in steps that shrink as it gets there, so that recent cuts weigh more than old ones and
//! no count overflows. Quiet moves are counted by squares and, after the one and two moves before them, by piece
//! and square (continuation); captures by piece, square and victim.

use cozy_chess::{Board, Color, Move, Piece};

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

/// What a cut at this depth is worth.
pub(crate) fn bonus(depth: i32) -> i32 {
    (198 * depth - 100).min(1700)
}

#[inline(always)]
fn towards(count: &mut i16, bonus: i32) {
    let old = i32::from(*count);
    *count = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// All counts of one thread.
#[derive(Clone, Debug)]
pub(crate) struct History {
    quiet: Vec<i16>,
    captures: Vec<i16>,
    continuation: Vec<i16>,
    by_structure: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: vec![0; 2 * 64 * 64],
            captures: vec![0; PLACES * 6],
            continuation: vec![0; PLACES * PLACES],
            by_structure: vec![0; STRUCTURES * PLACES],
        }
    }
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
    #[inline(always)]
    fn by_squares(mover: Color, chosen: Move) -> usize {
        (mover as usize * 64 + chosen.from as usize) * 64 + chosen.to as usize
    }

    /// How well a quiet move has done.
    #[inline]
    pub(crate) fn of_quiet(
        &self,
        board: &Board,
        piece: Piece,
        chosen: Move,
        before: Before,
        structure: Option<usize>,
    ) -> i32 {
        let mut count = i32::from(self.quiet[Self::by_squares(board.side_to_move(), chosen)]);
        let place = place_of(board, piece, chosen);
        for before in before.into_iter().flatten() {
            count += i32::from(self.continuation[before * PLACES + place]);
        }
        if let Some(structure) = structure {
            count += i32::from(self.by_structure[structure * PLACES + place]);
        }
        count
    }

    pub(crate) fn note_quiet(
        &mut self,
        board: &Board,
        chosen: Move,
        before: Before,
        structure: Option<usize>,
        bonus: i32,
    ) {
        towards(&mut self.quiet[Self::by_squares(board.side_to_move(), chosen)], bonus);
        let place = place(board, chosen);
        for before in before.into_iter().flatten() {
            towards(&mut self.continuation[before * PLACES + place], bonus);
        }
        if let Some(structure) = structure {
            towards(&mut self.by_structure[structure * PLACES + place], bonus);
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

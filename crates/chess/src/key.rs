//! A chess position as four words that no other position shares.
//!
//! The squares that are taken (64 bits), then four bits for each of the at most 32 pieces in the order of their squares
//! (128 bits), then who moves, the clock and what is left of the depth. Castling rights and the pawn that may be taken
//! in passing are told by kinds of pieces of their own: a rook that may castle, a pawn that may be taken.

use cozy_chess::{Color, Rank, Square};
use secateur_game::Random;
use secateur_search::table::TableKey;

use crate::game::Position;

const ROOK_THAT_MAY_CASTLE: u8 = 12; // 13 for Black
const PAWN_THAT_MAY_BE_TAKEN: u8 = 14;

/// An exact key: equal for positions that are equal, different for positions that are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u64; 4]);

impl Key {
    pub(crate) fn of(position: &Position) -> Self {
        let board = &position.board;
        let occupied = board.occupied();
        let mover = board.side_to_move();
        let passing = board.en_passant().map(|file| Square::new(file, Rank::Fifth.relative_to(mover)));
        let may_castle = |square: Square, color: Color| {
            let rights = board.castle_rights(color);
            square.rank() == Rank::First.relative_to(color)
                && (rights.short == Some(square.file()) || rights.long == Some(square.file()))
        };
        let mut pieces = [0u64; 2];
        for (place, square) in occupied.into_iter().enumerate() {
            let color = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
            let piece = board.piece_on(square).map_or(15, |piece| piece as u8);
            let kind = match piece {
                _ if passing == Some(square) => PAWN_THAT_MAY_BE_TAKEN,
                3 if may_castle(square, color) => ROOK_THAT_MAY_CASTLE + color as u8,
                _ => piece * 2 + color as u8,
            };
            pieces[place / 16] |= u64::from(kind) << (4 * (place % 16));
        }
        let rest = u64::from(position.left) << 8 | u64::from(board.halfmove_clock()) << 1 | mover as u64;
        Self([occupied.0, pieces[0], pieces[1], rest])
    }
}

impl TableKey for Key {
    const WORDS: usize = 4;

    #[inline]
    fn write(self, words: &mut [u64]) {
        words[..4].copy_from_slice(&self.0);
    }

    #[inline]
    fn scatter(self) -> u64 {
        self.0.into_iter().fold(0, |mixed, word| Random::mix(mixed ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_fen;

    fn key(fen: &str) -> Key {
        Key::of(&Position { board: read_fen(fen).unwrap(), left: 0 })
    }

    #[test]
    fn everything_that_matters_is_in_the_key() {
        let fens = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1",
        ];
        for (i, one) in fens.iter().enumerate() {
            for other in &fens[..i] {
                assert_ne!(key(one), key(other), "{one} and {other}");
            }
        }
        assert_eq!(
            key(fens[0]),
            key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 77"),
            "the number of the move does not matter"
        );
    }
}

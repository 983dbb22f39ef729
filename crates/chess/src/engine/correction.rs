//! Correction: where searches found again and again that the evaluation is wrong about a pawn structure, it is put right
//! by what they found. Changes estimates only.

use cozy_chess::{Board, Color, Piece};
use secateur_game::Random;

use super::score::Score;

const PLACES: usize = 16_384;
/// Counts are kept finer than scores by this factor.
const GRAIN: i32 = 256;
/// No correction is larger.
const MOST: i32 = 32 * GRAIN;

/// What to add to the evaluation, by player and pawn structure.
#[derive(Clone, Debug)]
pub(crate) struct Correction(Vec<i32>);

impl Default for Correction {
    fn default() -> Self {
        Self(vec![0; 2 * PLACES])
    }
}

impl Correction {
    fn place(board: &Board) -> usize {
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
        let mixed = Random::mix(pawns(Color::White) ^ Random::mix(pawns(Color::Black)));
        board.side_to_move() as usize * PLACES + mixed as usize % PLACES
    }

    pub(crate) fn of(&self, board: &Board) -> Score {
        self.0[Self::place(board)] / GRAIN
    }

    /// Hears that a search of this depth found so much more than the evaluation said.
    pub(crate) fn note(&mut self, board: &Board, depth: i32, error: Score) {
        let known = &mut self.0[Self::place(board)];
        let weight = (depth + 1).min(16);
        *known = ((*known * (256 - weight) + error * GRAIN * weight) / 256).clamp(-MOST, MOST);
    }
}

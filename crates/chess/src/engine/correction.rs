//! Correction: where searches found again and again that the evaluation is wrong about a pawn structure, or about where one side's
//! pieces stand, it is put right by what they found. Changes estimates only.

use cozy_chess::{Board, Color, Piece};
use secateur_game::Random;

use super::history::{self, Before};
use super::numbers::Numbers;
use super::score::Score;
use super::techniques::Techniques;

const PLACES: usize = 16_384;
/// Pawns, white pieces, black pieces, moves.
const KINDS: usize = 4;
/// Counts are kept finer than scores by this factor.
const GRAIN: i32 = 256;
/// No correction is larger.
const MOST: i32 = 32 * GRAIN;

/// What to add to the evaluation, by player and pawn structure, by player and the pieces of either side, and by the last two moves.
#[derive(Clone, Debug)]
pub(crate) struct Correction(Vec<i32>);

impl Default for Correction {
    fn default() -> Self {
        Self(vec![0; KINDS * 2 * PLACES])
    }
}

/// The pawns of a position, mixed into a number.
#[inline(always)]
pub(crate) fn mixed_pawns(board: &Board) -> u64 {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    Random::mix(pawns(Color::White) ^ Random::mix(pawns(Color::Black)))
}

/// Where one side's pieces stand, mixed into a number.
fn mixed_pieces(board: &Board, color: Color) -> u64 {
    let own = board.colors(color);
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    pieces.into_iter().fold(0, |mixed, piece| {
        (mixed ^ (own & board.pieces(piece)).0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}

impl Numbers {
    /// How much a search of this depth says about the error of the evaluation.
    pub(crate) fn weight_of_error(&self, depth: i32) -> i32 {
        ((depth + 1) * self.correction / 100).min(32)
    }
}

impl Correction {
    /// The places that speak about a position, as far as they are used.
    #[inline]
    fn places(board: &Board, before: Before, techniques: &Techniques) -> [Option<usize>; KINDS] {
        let side = board.side_to_move() as usize * PLACES;
        let place = |kind: usize, mixed: u64| kind * 2 * PLACES + side + (mixed ^ mixed >> 32) as usize % PLACES;
        let pieces = |color| place(1 + color as usize, mixed_pieces(board, color));
        [
            techniques.correction.then(|| place(0, mixed_pawns(board))),
            techniques.piece_correction.then(|| pieces(Color::White)),
            techniques.piece_correction.then(|| pieces(Color::Black)),
            techniques
                .move_correction
                .then_some(before)
                .and_then(|[theirs, own]| Some(place(3, Random::mix((theirs? * history::PLACES + own?) as u64)))),
        ]
    }

    /// What to add to the evaluation of a position after these moves.
    pub(crate) fn of(&self, board: &Board, before: Before, techniques: &Techniques, numbers: &Numbers) -> Score {
        let Numbers { correction_by_pawns, correction_by_pieces, correction_by_moves, .. } = *numbers;
        let weights = [correction_by_pawns, correction_by_pieces, correction_by_pieces, correction_by_moves];
        let said = Self::places(board, before, techniques).into_iter().zip(weights);
        said.map(|(place, weight)| place.map_or(0, |place| self.0[place] * weight)).sum::<i32>() / (100 * GRAIN)
    }

    /// Hears that a search of this [weight](Numbers::weight_of_error) found so much more than the evaluation said.
    pub(crate) fn note(&mut self, board: &Board, before: Before, techniques: &Techniques, weight: i32, error: Score) {
        for place in Self::places(board, before, techniques).into_iter().flatten() {
            let known = &mut self.0[place];
            *known = ((*known * (256 - weight) + error * GRAIN * weight) / 256).clamp(-MOST, MOST);
        }
    }
}

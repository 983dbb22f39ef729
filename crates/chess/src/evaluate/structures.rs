//! Pawn structures that were counted already: pawns seldom move, so nearly every position shares its structure with one before.

use cozy_chess::{BitBoard, Board, Color, Piece};
use secateur_game::Random;

use super::{Sum, sum_of_pawns};

const PLACES: usize = 8192;

/// What pawns are worth by themselves, by structure. Compared whole, so nothing is mistaken for something else.
#[derive(Clone, Debug)]
pub(crate) struct Structures(Vec<([BitBoard; 2], Sum)>);

impl Default for Structures {
    fn default() -> Self {
        // A board without pawns is worth nothing: an empty place is right about it.
        Self(vec![([BitBoard::EMPTY; 2], Sum::default()); PLACES])
    }
}

impl Structures {
    #[inline]
    pub(super) fn sum_of(&mut self, board: &Board) -> Sum {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        let (known, sum) = &mut self.0[mixed(pawns) as usize % PLACES];
        if *known != pawns {
            (*known, *sum) = (pawns, sum_of_pawns(board));
        }
        *sum
    }
}

#[inline(always)]
fn mixed([white, black]: [BitBoard; 2]) -> u64 {
    Random::mix(white.0 ^ Random::mix(black.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{evaluate, evaluate_with};
    use crate::game::legal_moves;

    #[test]
    fn what_is_kept_changes_nothing() {
        let mut structures = Structures::default();
        for number in 0..60 {
            let mut board = Board::chess960_startpos(number * 16);
            for turn in 0..150usize {
                assert_eq!(evaluate_with(&board, &mut structures), evaluate(&board), "{board}");
                let moves = legal_moves(&board);
                let Some(&chosen) = moves.get((turn * 7919 + 13 * number as usize) % moves.len().max(1)) else { break };
                board.play_unchecked(chosen);
            }
        }
    }
}

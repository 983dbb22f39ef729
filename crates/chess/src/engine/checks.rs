//! Which moves give check, told without playing them: moves that force the opponent are never left out as hopeless.

use cozy_chess::{
    BitBoard, Board, Move, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The squares from which each piece would give check, and the pieces whose step aside would.
pub(crate) struct Checks {
    from: [BitBoard; 6],
    discoverers: BitBoard,
}

impl Checks {
    /// No move gives check: where nobody asks.
    pub(crate) const NONE: Self = Self { from: [BitBoard::EMPTY; 6], discoverers: BitBoard::EMPTY };

    pub(crate) fn of(board: &Board) -> Self {
        let mover = board.side_to_move();
        let king = board.king(!mover);
        let occupied = board.occupied();
        let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let queens = board.pieces(Piece::Queen);
        let behind = board.colors(mover)
            & ((get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens))
                | (get_rook_rays(king) & (board.pieces(Piece::Rook) | queens)));
        let mut discoverers = BitBoard::EMPTY;
        for slider in behind {
            let between = get_between_rays(slider, king) & occupied;
            if between.len() == 1 {
                discoverers |= between & board.colors(mover);
            }
        }
        let pawns = get_pawn_attacks(king, !mover);
        let from = [pawns, get_knight_moves(king), diagonal, straight, diagonal | straight, BitBoard::EMPTY];
        Self { from, discoverers }
    }

    /// The squares on which a piece that comes from a square probably gives check.
    #[inline]
    pub(crate) fn squares(&self, piece: Piece, from: Square) -> BitBoard {
        if self.discoverers.has(from) { BitBoard::FULL } else { self.from[piece as usize] }
    }

    /// Whether a move probably gives check: a piece that steps aside along its line does not, and is said to. Castling and
    /// taking in passing are not looked at.
    #[inline]
    pub(crate) fn gives(&self, board: &Board, chosen: Move) -> bool {
        let piece = chosen.promotion.or_else(|| board.piece_on(chosen.from));
        self.discoverers.has(chosen.from) || piece.is_some_and(|piece| self.from[piece as usize].has(chosen.to))
    }
}

/// Whether one move probably gives check, where the other moves are not asked about.
pub(crate) fn gives_check(board: &Board, chosen: Move) -> bool {
    Checks::of(board).gives(board, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;

    #[test]
    fn checks_are_told_without_playing() {
        let (mut seen, mut false_alarms) = (0, 0);
        for number in 0..60 {
            let mut board = Board::chess960_startpos(number * 16);
            for turn in 0..150usize {
                let (moves, checks) = (legal_moves(&board), Checks::of(&board));
                for &chosen in &moves {
                    let mut child = board.clone();
                    child.play_unchecked(chosen);
                    let is_check = !child.checkers().is_empty();
                    let castles = board.colors(board.side_to_move()).has(chosen.to);
                    let passing = chosen.from.file() != chosen.to.file() && !board.occupied().has(chosen.to);
                    // A promoted pawn no longer stands in its own piece's way.
                    if castles || passing || chosen.promotion.is_some() {
                        continue;
                    }
                    assert!(!is_check || checks.gives(&board, chosen), "{board} {chosen}");
                    seen += usize::from(is_check);
                    false_alarms += usize::from(!is_check && checks.gives(&board, chosen));
                }
                let Some(&chosen) = moves.get((turn * 7919 + 13 * number as usize) % moves.len().max(1)) else { break };
                board.play_unchecked(chosen);
            }
        }
        assert!(seen > 1000 && false_alarms < seen / 4, "{seen} {false_alarms}");
    }
}

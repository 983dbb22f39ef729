//! Which moves give check, told without playing them: moves that force the opponent are never left out as hopeless.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use crate::evaluate::attacks::pawn_attacks;

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
            // At most one stands between.
            if between.0 & between.0.wrapping_sub(1) == 0 {
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

/// Whether the opponent, if it were his turn, could give check with a piece on a square that no other than the king guards.
pub(crate) fn is_exposed(board: &Board) -> bool {
    let mover = board.side_to_move();
    let (own, theirs) = (board.colors(mover), board.colors(!mover));
    let of_king = |piece| attacks(piece, board.king(mover), board.occupied());
    let mut checks = BitBoard::EMPTY;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let (from, squares) = (board.pieces(piece) & theirs, of_king(piece));
        checks |= reached(board, piece, from) & squares;
    }
    checks -= theirs;
    if checks.is_empty() {
        return false;
    }
    for pawn in board.pieces(Piece::Pawn) & own {
        checks -= get_pawn_attacks(pawn, mover);
    }
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        checks -= reached(board, piece, board.pieces(piece) & own);
    }
    !checks.is_empty()
}

/// The squares that a side attacks.
pub(crate) fn attacked_by(board: &Board, color: Color) -> BitBoard {
    let own = board.colors(color);
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let by_pieces = pieces.map(|piece| reached(board, piece, board.pieces(piece) & own));
    let by_pawns = pawn_attacks(board.pieces(Piece::Pawn) & own, color);
    by_pieces.into_iter().fold(by_pawns | get_king_moves(board.king(color)), |all, some| all | some)
}

/// The squares that pieces of a kind attack from squares.
fn reached(board: &Board, piece: Piece, from: BitBoard) -> BitBoard {
    from.into_iter().fold(BitBoard::EMPTY, |all, square| all | attacks(piece, square, board.occupied()))
}

/// The squares that a piece attacks; none for pawns and kings.
#[inline(always)]
fn attacks(piece: Piece, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::Pawn | Piece::King => BitBoard::EMPTY,
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
    use crate::notation::read_fen;
    use secateur_game::Random;

    #[test]
    fn a_king_is_exposed_to_checks_that_nobody_guards_against() {
        for (fen, exposed) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            // The rook can come to the back rank, but the other rook guards it.
            ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", false),
            ("6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1", true),
            ("6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1", false),
            // A knight's fork.
            ("r3k3/8/8/3N4/8/8/8/4K3 b q - 0 1", true),
        ] {
            assert_eq!(is_exposed(&read_fen(fen).unwrap()), exposed, "{fen}");
        }
    }

    #[test]
    fn a_king_that_is_attacked_is_in_check() {
        let (mut random, mut seen) = (Random::new(5), 0);
        for number in 0..60 {
            let mut board = Board::chess960_startpos(number * 16);
            for _ in 0..150 {
                let mover = board.side_to_move();
                let attacked = attacked_by(&board, !mover).has(board.king(mover));
                assert_eq!(attacked, !board.checkers().is_empty(), "{board}");
                seen += usize::from(attacked);
                let Some(&chosen) = random.choose(&legal_moves(&board)) else { break };
                board.play(chosen);
            }
        }
        assert!(seen > 200, "{seen}");
    }

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

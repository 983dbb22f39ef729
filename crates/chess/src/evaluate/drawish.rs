//! Endings that are hard to win: a small advantage without pawns, or bishops of opposite colours.

use cozy_chess::{BitBoard, Board, Color, Piece};

/// The share that shrinks nothing.
pub(super) const WHOLE: i32 = 64;

/// Which share of an end-game value counts. `end` says by its sign who is ahead.
#[inline(always)]
pub(super) fn share(board: &Board, end: i32) -> i32 {
    let ahead = if end > 0 { Color::White } else { Color::Black };
    let worth = |color| {
        let of = |piece| board.colored_pieces(color, piece).len() as i32;
        3 * (of(Piece::Knight) + of(Piece::Bishop)) + 5 * of(Piece::Rook) + 9 * of(Piece::Queen)
    };
    let (more, less) = (worth(ahead), worth(!ahead));
    if board.colored_pieces(ahead, Piece::Pawn).is_empty() && more - less <= 3 {
        // One minor piece ahead and no pawn: nothing can be forced. Less than a rook in all: nothing at all.
        return if more < 5 { 0 } else { 12 };
    }
    if board.colored_pieces(ahead, Piece::Pawn).is_empty() && more == 6 && two_knights(board, ahead) && less == 0 {
        return 2;
    }
    let bishops = board.pieces(Piece::Bishop);
    let each_one = Color::ALL.into_iter().all(|color| board.colored_pieces(color, Piece::Bishop).len() == 1);
    if each_one && (bishops & BitBoard::DARK_SQUARES).len() == 1 {
        return if more == 3 && less == 3 { 32 } else { 48 };
    }
    WHOLE
}

fn two_knights(board: &Board, color: Color) -> bool {
    board.colored_pieces(color, Piece::Knight).len() == 2
}

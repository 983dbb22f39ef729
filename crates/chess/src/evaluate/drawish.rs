//! Endings that are hard to win: a small advantage without pawns, or bishops of opposite colours.

use cozy_chess::{BitBoard, Board, Color, Piece};

/// The share that shrinks nothing.
pub(super) const WHOLE: i32 = 64;

/// Which share of an end-game value counts. `end` says by its sign who is ahead.
#[inline(always)]
pub(super) fn share(board: &Board, end: i32) -> i32 {
    let ahead = if end > 0 { Color::White } else { Color::Black };
    if let Some(share) = share_without_pawns(board, ahead) {
        return share;
    }
    let bishops = board.pieces(Piece::Bishop);
    let each_one = Color::ALL.into_iter().all(|color| board.colored_pieces(color, Piece::Bishop).len() == 1);
    if each_one && (bishops & BitBoard::DARK_SQUARES).len() == 1 {
        let nothing_else = Color::ALL.into_iter().all(|color| worth(board, color) == 3);
        return if nothing_else { 32 } else { 48 };
    }
    WHOLE
}

/// The share where the side that is ahead has no pawn and too little else; nothing where it has enough.
#[inline(always)]
pub(super) fn share_without_pawns(board: &Board, ahead: Color) -> Option<i32> {
    if !board.colored_pieces(ahead, Piece::Pawn).is_empty() {
        return None;
    }
    let (more, less) = (worth(board, ahead), worth(board, !ahead));
    if more - less <= 3 {
        // One minor piece ahead and no pawn: nothing can be forced. Less than a rook in all: nothing at all.
        return Some(if more < 5 { 0 } else { 12 });
    }
    (more == 6 && less == 0 && two_knights(board, ahead)).then_some(2)
}

/// What the pieces of one side are worth, in pawns.
fn worth(board: &Board, color: Color) -> i32 {
    let of = |piece| board.colored_pieces(color, piece).len() as i32;
    3 * (of(Piece::Knight) + of(Piece::Bishop)) + 5 * of(Piece::Rook) + 9 * of(Piece::Queen)
}

fn two_knights(board: &Board, color: Color) -> bool {
    board.colored_pieces(color, Piece::Knight).len() == 2
}

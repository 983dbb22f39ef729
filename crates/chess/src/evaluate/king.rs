//! Kings: the pawns before them, and how much the other side attacks around them.

use cozy_chess::{BitBoard, Board, Color, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::attacks::{Attacks, in_front};
use super::{Ledger, terms};

/// Units of danger that a possible check by a piece of a kind means.
const CHECK: [i32; 6] = [0, 4, 3, 5, 5, 0];

#[inline(always)]
pub(super) fn count<L: Ledger>(board: &Board, color: Color, attacks: &Attacks, ledger: &mut L) {
    count_shelter(board, color, ledger);
    // The danger to the other king is this side's gain. Without a queen it seldom comes to much.
    let (side, other) = (color as usize, !color as usize);
    let danger = (attacks.danger[side] + checks(board, color, attacks)) as usize;
    if board.colored_pieces(color, Piece::Queen).is_empty() {
        ledger.add(color, terms::QUEENLESS_DANGER + (danger / 2).min(terms::QUEENLESS_DANGERS - 1), 1);
        return;
    }
    ledger.add(color, terms::KING_DANGER + danger.min(terms::DANGERS - 1), 1);
    let by = &attacks.by[other];
    let defended =
        by[Piece::Pawn as usize] | by[Piece::Knight as usize] | by[Piece::Bishop as usize] | by[Piece::Rook as usize];
    let weak = attacks.ring[other] & attacks.all[side] & !defended;
    ledger.add(color, terms::WEAK_RING, weak.len() as i32);
}

/// The pawns before a king, its own and the other side's, on three files.
#[inline(always)]
fn count_shelter<L: Ledger>(board: &Board, color: Color, ledger: &mut L) {
    let king = board.king(color);
    // On the edge there are still three files.
    let middle = (king.file() as usize).clamp(1, 6);
    let before = in_front(king.rank().bitboard(), color) | king.rank().bitboard();
    for file in middle - 1..=middle + 1 {
        let squares = File::index(file).bitboard() & before;
        let place = if file == king.file() as usize { 0 } else { 8 };
        for (term, owner) in [(terms::SHIELD, color), (terms::STORM, !color)] {
            let pawns = squares & board.colored_pieces(owner, Piece::Pawn);
            ledger.add(color, term + place + nearest(pawns, color), 1);
        }
    }
}

/// The rank of the pawn that is nearest to its end of the board where the king is; 0 for none.
#[inline(always)]
fn nearest(pawns: BitBoard, color: Color) -> usize {
    match color {
        _ if pawns.is_empty() => 0,
        Color::White => pawns.0.trailing_zeros() as usize / 8,
        Color::Black => pawns.0.leading_zeros() as usize / 8,
    }
}

/// Units of danger for squares from which pieces could give check without being taken.
#[inline(always)]
fn checks(board: &Board, color: Color, attacks: &Attacks) -> i32 {
    let (side, other) = (color as usize, !color as usize);
    let king = board.king(!color);
    let occupied = board.occupied();
    // Safe: not defended, or defended by the king or queen alone and attacked twice.
    let weak = !attacks.all[other]
        | (attacks.twice[side]
            & !attacks.twice[other]
            & (attacks.by[other][Piece::King as usize] | attacks.by[other][Piece::Queen as usize]));
    let safe = weak & !board.colors(color);
    let straight = get_rook_moves(king, occupied) & safe;
    let diagonal = get_bishop_moves(king, occupied) & safe;
    let of = |piece: Piece| attacks.by[side][piece as usize];
    let found = [
        (Piece::Knight, get_knight_moves(king) & safe & of(Piece::Knight)),
        (Piece::Bishop, diagonal & of(Piece::Bishop)),
        (Piece::Rook, straight & of(Piece::Rook)),
        (Piece::Queen, (straight | diagonal) & of(Piece::Queen)),
    ];
    found.into_iter().filter(|(_, squares)| !squares.is_empty()).map(|(piece, _)| CHECK[piece as usize]).sum()
}

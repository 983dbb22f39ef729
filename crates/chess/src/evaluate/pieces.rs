//! Pieces: where they stand, how far they reach, and what they attack around the other king.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::attacks::{Attacks, beside, forward, in_front, pawn_attacks};
use super::{Ledger, terms};

/// Units of danger that a piece of a kind means by attacking squares around the king.
const ATTACKER: [i32; 6] = [0, 2, 2, 3, 4, 0];

#[inline(always)]
pub(super) fn count<L: Ledger>(board: &Board, color: Color, attacks: &mut Attacks, ledger: &mut L) {
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    let other_pawns = board.colored_pieces(!color, Piece::Pawn);
    let occupied = board.occupied();
    // Squares worth going to: not one's own king's, not those of pawns that cannot move, not where a pawn takes.
    let stuck = own_pawns & forward(occupied, !color);
    let area = !(board.colored_pieces(color, Piece::King) | stuck | pawn_attacks(other_pawns, !color));
    // Squares that the other side's pawns can never attack, defended by a pawn, in the other half.
    let chased = beside(in_front(other_pawns, !color));
    let other_half = match color {
        Color::White => BitBoard(0xFFFF_FFFF_0000_0000),
        Color::Black => BitBoard(0x0000_0000_FFFF_FFFF),
    };
    let outposts = pawn_attacks(own_pawns, color) & !chased & other_half;
    for square in board.colored_pieces(color, Piece::Knight) {
        stand(ledger, color, Piece::Knight, square);
        let reach = get_knight_moves(square);
        note(attacks, color, Piece::Knight, reach);
        ledger.add(color, terms::KNIGHT_MOBILITY + (reach & area).len() as usize, 1);
        ledger.add(color, terms::KNIGHT_OUTPOST, i32::from(outposts.has(square)));
    }
    let minors = board.colors(color) & (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop));
    let before = forward(minors, color) & board.pieces(Piece::Pawn);
    ledger.add(color, terms::MINOR_BEHIND_PAWN, before.len() as i32);
    let queens = board.pieces(Piece::Queen);
    let bishops = board.colored_pieces(color, Piece::Bishop);
    for square in bishops {
        stand(ledger, color, Piece::Bishop, square);
        let reach = get_bishop_moves(square, occupied - queens);
        note(attacks, color, Piece::Bishop, reach);
        ledger.add(color, terms::BISHOP_MOBILITY + (reach & area).len() as usize, 1);
        ledger.add(color, terms::BISHOP_OUTPOST, i32::from(outposts.has(square)));
        let dark = BitBoard::DARK_SQUARES;
        let alike = if dark.has(square) { own_pawns & dark } else { own_pawns - dark };
        ledger.add(color, terms::PAWNS_BEFORE_BISHOP, alike.len() as i32);
    }
    if bishops.len() >= 2 {
        ledger.add(color, terms::BISHOP_PAIR, 1);
    }
    let own_rooks = board.colored_pieces(color, Piece::Rook);
    for square in own_rooks {
        stand(ledger, color, Piece::Rook, square);
        let reach = get_rook_moves(square, occupied - queens - own_rooks);
        note(attacks, color, Piece::Rook, reach);
        ledger.add(color, terms::ROOK_MOBILITY + (reach & area).len() as usize, 1);
        let file = square.file().bitboard();
        if (file & own_pawns).is_empty() {
            let open = (file & other_pawns).is_empty();
            ledger.add(color, if open { terms::ROOK_ON_OPEN_FILE } else { terms::ROOK_ON_HALF_OPEN_FILE }, 1);
        }
    }
    for square in board.colored_pieces(color, Piece::Queen) {
        stand(ledger, color, Piece::Queen, square);
        let reach = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
        note(attacks, color, Piece::Queen, reach);
        ledger.add(color, terms::QUEEN_MOBILITY + (reach & area).len() as usize, 1);
    }
    stand(ledger, color, Piece::King, board.king(color));
}

/// The value of a piece and of its square.
#[inline(always)]
pub(super) fn stand<L: Ledger>(ledger: &mut L, color: Color, piece: Piece, square: Square) {
    ledger.add(color, terms::PIECE_SQUARE + piece as usize * 64 + square.relative_to(color) as usize, 1);
}

/// Notes what a piece attacks, and how dangerous that is to the other king.
#[inline(always)]
fn note(attacks: &mut Attacks, color: Color, piece: Piece, reach: BitBoard) {
    attacks.add(color, piece, reach);
    let near = reach & attacks.ring[!color as usize];
    if !near.is_empty() {
        attacks.danger[color as usize] += ATTACKER[piece as usize] + near.len() as i32;
    }
}

/// The rank of a square as its owner sees it.
#[inline(always)]
pub(super) fn rank(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.rank() as usize,
        Color::Black => Rank::Eighth as usize - square.rank() as usize,
    }
}

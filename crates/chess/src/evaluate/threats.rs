//! Threats: pieces that are attacked by lesser ones, or not defended.

use cozy_chess::{Board, Color, Piece, Rank};

use super::attacks::{Attacks, forward, pawn_attacks};
use super::{Ledger, terms};

#[inline(always)]
pub(super) fn count<L: Ledger>(board: &Board, color: Color, attacks: &Attacks, ledger: &mut L) {
    let (side, other) = (color as usize, !color as usize);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let theirs = |piece| board.colored_pieces(!color, piece);
    let by_pawns = attacks.by[side][Piece::Pawn as usize];
    let by_minors = attacks.by[side][Piece::Knight as usize] | attacks.by[side][Piece::Bishop as usize];
    let by_rooks = attacks.by[side][Piece::Rook as usize];
    for (i, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        ledger.add(color, terms::PAWN_THREAT + i, (theirs(piece) & by_pawns).len() as i32);
    }
    let unprotected = !attacks.by[other][Piece::Pawn as usize];
    for (i, piece) in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        // A pawn or minor piece that a pawn defends is not threatened by its equals.
        let victims = if i <= 2 { theirs(piece) & unprotected } else { theirs(piece) };
        ledger.add(color, terms::MINOR_THREAT + i, (victims & by_minors).len() as i32);
        ledger.add(color, terms::ROOK_THREAT + i, (victims & by_rooks).len() as i32);
    }
    let hanging = (board.colors(!color) - board.pieces(Piece::Pawn)) & attacks.all[side] & !attacks.all[other];
    ledger.add(color, terms::HANGING, hanging.len() as i32);
    // Steps to squares that are empty and not attacked, or defended.
    let empty = !board.occupied();
    let third = Rank::Third.relative_to(color).bitboard();
    let one = forward(pawns, color) & empty;
    let steps = one | (forward(one & third, color) & empty);
    let safe = steps & unprotected & (attacks.all[side] | !attacks.all[other]);
    let targets = board.colors(!color) - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    let pushes = pawn_attacks(safe, color) & targets & !by_pawns;
    ledger.add(color, terms::PUSH_THREAT, pushes.len() as i32);
}

//! Threats: pieces that are attacked by lesser ones, or not defended.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, get_bishop_moves, get_knight_moves, get_rook_moves};

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
    // What a pawn defends, or what is defended twice and attacked once, is firmly held.
    let held = attacks.by[other][Piece::Pawn as usize] | (attacks.twice[other] & !attacks.twice[side]);
    let contested = attacks.all[side] & attacks.all[other] & !held;
    ledger.add(color, terms::CONTESTED, contested.len() as i32);
    count_chasers(board, color, attacks, !held, ledger);
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

/// Squares that are not firmly held and from which a piece could attack the other queen.
#[inline(always)]
fn count_chasers<L: Ledger>(board: &Board, color: Color, attacks: &Attacks, open: BitBoard, ledger: &mut L) {
    let Some(queen) = board.colored_pieces(!color, Piece::Queen).next_square() else { return };
    let by = &attacks.by[color as usize];
    let open = open & !board.colors(color);
    let knights = get_knight_moves(queen) & by[Piece::Knight as usize] & open;
    ledger.add(color, terms::QUEEN_CHASED, knights.len() as i32);
    // Sliders need help there, since the queen attacks back.
    let (diagonal, straight) = (get_bishop_moves(queen, board.occupied()), get_rook_moves(queen, board.occupied()));
    let sliders = (diagonal & by[Piece::Bishop as usize]) | (straight & by[Piece::Rook as usize]);
    ledger.add(color, terms::QUEEN_CHASED + 1, (sliders & open & attacks.twice[color as usize]).len() as i32);
}

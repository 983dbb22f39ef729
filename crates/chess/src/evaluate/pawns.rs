//! Pawns: their structure, and those that no other pawn can stop.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::attacks::{Attacks, beside, forward, in_front, pawn_attacks};
use super::pieces::{rank, stand};
use super::{Ledger, terms};

/// Where pawns stand, and their structure.
#[inline(always)]
pub(super) fn count<L: Ledger>(board: &Board, color: Color, ledger: &mut L) {
    let own = board.colored_pieces(color, Piece::Pawn);
    let other = board.colored_pieces(!color, Piece::Pawn);
    let supported = own & pawn_attacks(own, color);
    let phalanx = own & beside(own);
    let doubled = own & in_front(own, color);
    let files = in_front(own, color) | in_front(own, !color) | own;
    let isolated = own & !beside(files);
    // Squares that an own pawn attacks or could attack later by stepping forward.
    let defensible = beside(in_front(own, color)) | beside(own);
    let stops = forward(own, color) & pawn_attacks(other, !color) & !defensible;
    let backward = forward(stops, !color) & own & !isolated;
    ledger.add(color, terms::DOUBLED, doubled.len() as i32);
    ledger.add(color, terms::ISOLATED, isolated.len() as i32);
    ledger.add(color, terms::BACKWARD, backward.len() as i32);
    for square in own {
        stand(ledger, color, Piece::Pawn, square);
    }
    for square in supported {
        ledger.add(color, terms::SUPPORTED + rank(square, color), 1);
    }
    for square in phalanx {
        ledger.add(color, terms::PHALANX + rank(square, color), 1);
    }
}

/// Passed pawns, once all attacks are known.
#[inline(always)]
pub(super) fn count_passed<L: Ledger>(board: &Board, color: Color, attacks: &Attacks, ledger: &mut L) {
    let other = board.colored_pieces(!color, Piece::Pawn);
    let watched = in_front(other, !color);
    let own = board.colored_pieces(color, Piece::Pawn);
    // Of two passed pawns on one file only the first counts.
    let passed = own & !(watched | beside(watched)) & !in_front(own, !color);
    for square in passed {
        let rank = rank(square, color);
        ledger.add(color, terms::PASSED + rank, 1);
        let way = in_front(square.bitboard(), color);
        let stop = forward(square.bitboard(), color);
        if !stop.is_disjoint(board.occupied()) {
            ledger.add(color, terms::PASSED_BLOCKED + rank, 1);
        } else if way.is_disjoint(board.occupied() | attacks.all[!color as usize]) {
            ledger.add(color, terms::PASSED_FREE + rank, 1);
        }
        if !stop.is_disjoint(attacks.all[color as usize]) {
            ledger.add(color, terms::PASSED_SUPPORTED + rank, 1);
        }
        if !stop.is_disjoint(attacks.all[!color as usize]) {
            ledger.add(color, terms::PASSED_WATCHED + rank, 1);
        }
        let behind = in_front(square.bitboard(), !color) & board.colored_pieces(color, Piece::Rook);
        ledger.add(color, terms::ROOK_BEHIND_PASSED, i32::from(!behind.is_empty()));
        // Far from promotion kings have time.
        if rank >= 3 {
            let stop = nearest(stop, square);
            ledger.add(color, terms::PASSED_OWN_KING + distance(board.king(color), stop), 1);
            ledger.add(color, terms::PASSED_OTHER_KING + distance(board.king(!color), stop), 1);
        }
    }
}

#[inline(always)]
fn nearest(stop: BitBoard, square: Square) -> Square {
    stop.next_square().unwrap_or(square)
}

/// How many steps a king needs.
#[inline(always)]
fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as usize).abs_diff(other.file() as usize);
    files.max((one.rank() as usize).abs_diff(other.rank() as usize))
}

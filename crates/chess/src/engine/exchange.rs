//! Static exchange: what a capture brings when both sides go on taking on that square, the least piece first.
//!
//! Unsound: pins, checks and what happens elsewhere are not seen. Used to leave losing captures for last, and out of
//! the quiescence search.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What pieces are worth in an exchange.
pub(crate) const VALUE: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// Whether the exchange that a move begins brings its player at least so much.
pub(crate) fn brings(board: &Board, chosen: Move, least: i32) -> bool {
    let mover = board.side_to_move();
    if board.colors(mover).has(chosen.to) {
        return least <= 0; // castling
    }
    let Some(piece) = board.piece_on(chosen.from) else { return false };
    let passing = piece == Piece::Pawn
        && board.en_passant().is_some_and(|file| chosen.to == Square::new(file, Rank::Sixth.relative_to(mover)));
    let victim = if passing { Some(Piece::Pawn) } else { board.piece_on(chosen.to) };
    let mut balance = victim.map_or(0, |victim| VALUE[victim as usize]) - least;
    let mut on_square = piece;
    if let Some(promotion) = chosen.promotion {
        balance += VALUE[promotion as usize] - VALUE[Piece::Pawn as usize];
        on_square = promotion;
    }
    // Not enough even if nobody takes back.
    if balance < 0 {
        return false;
    }
    // Enough even if the piece is lost for nothing.
    balance -= VALUE[on_square as usize];
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() - chosen.from.bitboard()) | chosen.to.bitboard();
    if passing {
        occupied -= Square::new(chosen.to.file(), chosen.from.rank()).bitboard();
    }
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, chosen.to, occupied);
    let mut side = !mover;
    // Each side in turn takes with its least piece as long as that does not lose; who has to stop has lost.
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some((piece, from)) = least_of(board, own) else { break };
        side = !side;
        // Seen by the other side now, which needs one more than nothing.
        balance = -balance - 1 - VALUE[piece as usize];
        if balance >= 0 {
            // A king cannot take what is defended.
            if piece == Piece::King && !(attackers & board.colors(side)).is_empty() {
                side = !side;
            }
            break;
        }
        occupied -= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(chosen.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(chosen.to, occupied) & straight;
        }
    }
    side != mover
}

/// Everything that attacks a square.
fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let pawns = (get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn))
        | (get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn));
    pawns
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
}

fn least_of(board: &Board, attackers: BitBoard) -> Option<(Piece, Square)> {
    Piece::ALL.into_iter().find_map(|piece| Some((piece, (attackers & board.pieces(piece)).next_square()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;
    use crate::notation::{read_fen, read_move};

    /// The definition: take with the least piece or stop, whichever is better.
    fn exchange(board: &Board, chosen: Move) -> i32 {
        fn goes_on(board: &Board, square: Square, occupied: BitBoard, side: Color, on_square: i32) -> i32 {
            let own = attackers_of(board, square, occupied) & occupied & board.colors(side);
            let Some((piece, from)) = least_of(board, own) else { return 0 };
            let left = occupied - from.bitboard();
            let defended = attackers_of(board, square, left) & left & board.colors(!side);
            if piece == Piece::King && !defended.is_empty() {
                return 0;
            }
            0.max(on_square - goes_on(board, square, left, !side, VALUE[piece as usize]))
        }
        let mover = board.side_to_move();
        if board.colors(mover).has(chosen.to) {
            return 0;
        }
        let piece = board.piece_on(chosen.from).unwrap();
        let passing =
            piece == Piece::Pawn && chosen.from.file() != chosen.to.file() && board.piece_on(chosen.to).is_none();
        let mut occupied = (board.occupied() - chosen.from.bitboard()) | chosen.to.bitboard();
        let mut gain = board.piece_on(chosen.to).map_or(0, |victim| VALUE[victim as usize]);
        if passing {
            gain = VALUE[0];
            occupied -= Square::new(chosen.to.file(), chosen.from.rank()).bitboard();
        }
        let mut on_square = VALUE[piece as usize];
        if let Some(promotion) = chosen.promotion {
            gain += VALUE[promotion as usize] - VALUE[0];
            on_square = VALUE[promotion as usize];
        }
        gain - goes_on(board, chosen.to, occupied, !mover, on_square)
    }

    #[test]
    fn thresholds_agree_with_the_definition() {
        let mut compared = 0;
        for number in 0..60 {
            let mut board = Board::chess960_startpos(number * 16);
            for turn in 0..150usize {
                let moves = legal_moves(&board);
                for &chosen in &moves {
                    let value = exchange(&board, chosen);
                    for least in [value - 1, value, value + 1, 0, -100, 100] {
                        assert_eq!(brings(&board, chosen, least), value >= least, "{board} {chosen} {value} {least}");
                        compared += 1;
                    }
                }
                let Some(&chosen) = moves.get((turn * 7919 + 13 * number as usize) % moves.len().max(1)) else { break };
                board.play_unchecked(chosen);
            }
        }
        assert!(compared > 100_000);
    }

    #[test]
    fn known_exchanges() {
        let brings = |fen: &str, chosen: &str, least: i32| {
            let board = read_fen(fen).unwrap();
            brings(&board, read_move(&board, chosen).unwrap(), least)
        };
        let free_pawn = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert!(brings(free_pawn, "e1e5", 100) && !brings(free_pawn, "e1e5", 101));
        let defended = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert!(!brings(defended, "d3e5", 0));
    }
}

//! Which squares each side attacks, and with what.

use cozy_chess::{BitBoard, Board, Color, File, Piece, get_king_moves};

/// Everything attacked, filled in as the pieces are counted.
pub(super) struct Attacks {
    /// By colour and piece.
    pub(super) by: [[BitBoard; 6]; 2],
    /// By colour, with anything.
    pub(super) all: [BitBoard; 2],
    /// By colour, by two pieces or more.
    pub(super) twice: [BitBoard; 2],
    /// How much each side's pieces attack the squares around the other king, in units.
    pub(super) danger: [i32; 2],
    /// The squares around each side's king.
    pub(super) ring: [BitBoard; 2],
}

impl Attacks {
    #[inline(always)]
    pub(super) fn of_kings_and_pawns(board: &Board) -> Self {
        let mut attacks = Self {
            by: [[BitBoard::EMPTY; 6]; 2],
            all: [BitBoard::EMPTY; 2],
            twice: [BitBoard::EMPTY; 2],
            danger: [0; 2],
            ring: [BitBoard::EMPTY; 2],
        };
        for color in [Color::White, Color::Black] {
            let king = get_king_moves(board.king(color));
            let pawns = board.colored_pieces(color, Piece::Pawn);
            let (west, east) = (pawn_attacks_west(pawns, color), pawn_attacks_east(pawns, color));
            attacks.add(color, Piece::King, king);
            attacks.add(color, Piece::Pawn, west);
            attacks.add(color, Piece::Pawn, east);
            // The ring reaches one step further forward: that is where attacks come from.
            attacks.ring[color as usize] = king | forward(king, color) | board.king(color).bitboard();
        }
        attacks
    }

    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, piece: Piece, squares: BitBoard) {
        let side = color as usize;
        self.twice[side] |= self.all[side] & squares;
        self.all[side] |= squares;
        self.by[side][piece as usize] |= squares;
    }
}

/// One step forward.
#[inline(always)]
pub(super) fn forward(squares: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

#[inline(always)]
fn pawn_attacks_west(pawns: BitBoard, color: Color) -> BitBoard {
    let pawns = forward(pawns, color) & !File::A.bitboard();
    BitBoard(pawns.0 >> 1)
}

#[inline(always)]
fn pawn_attacks_east(pawns: BitBoard, color: Color) -> BitBoard {
    let pawns = forward(pawns, color) & !File::H.bitboard();
    BitBoard(pawns.0 << 1)
}

/// Both.
#[inline(always)]
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    pawn_attacks_west(pawns, color) | pawn_attacks_east(pawns, color)
}

/// All squares in front of these, to the end of the board.
#[inline(always)]
pub(super) fn in_front(squares: BitBoard, color: Color) -> BitBoard {
    let mut filled = squares.0;
    match color {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
            BitBoard(filled << 8)
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
            BitBoard(filled >> 8)
        }
    }
}

/// These squares and the ones to their left and right.
#[inline(always)]
pub(super) fn beside(squares: BitBoard) -> BitBoard {
    let west = BitBoard((squares - File::A.bitboard()).0 >> 1);
    let east = BitBoard((squares - File::H.bitboard()).0 << 1);
    west | east
}

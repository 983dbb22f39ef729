//! The features, numbered one after the other. Ranks and squares are seen from their owner's side.

/// A piece on a square: `piece * 64 + square`. Holds the value of the piece, too.
pub const PIECE_SQUARE: usize = 0;
/// A knight with so many squares to go to.
pub const KNIGHT_MOBILITY: usize = PIECE_SQUARE + 6 * 64;
/// A bishop with so many squares to go to.
pub const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
/// A rook with so many squares to go to.
pub const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
/// A queen with so many squares to go to.
pub const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
/// Two bishops.
pub const BISHOP_PAIR: usize = QUEEN_MOBILITY + 28;
/// A rook on a file without pawns.
pub const ROOK_ON_OPEN_FILE: usize = BISHOP_PAIR + 1;
/// A rook on a file without pawns of its own.
pub const ROOK_ON_HALF_OPEN_FILE: usize = ROOK_ON_OPEN_FILE + 1;
/// A knight that a pawn defends and no pawn can chase away.
pub const KNIGHT_OUTPOST: usize = ROOK_ON_HALF_OPEN_FILE + 1;
/// A bishop that a pawn defends and no pawn can chase away.
pub const BISHOP_OUTPOST: usize = KNIGHT_OUTPOST + 1;
/// Pawns on the squares of their own bishop.
pub const PAWNS_BEFORE_BISHOP: usize = BISHOP_OUTPOST + 1;
/// A pawn behind another of its own.
pub const DOUBLED: usize = PAWNS_BEFORE_BISHOP + 1;
/// A pawn without another on the files beside.
pub const ISOLATED: usize = DOUBLED + 1;
/// A pawn that no other can defend and that cannot step forward safely.
pub const BACKWARD: usize = ISOLATED + 1;
/// A pawn beside another, by rank.
pub const PHALANX: usize = BACKWARD + 1;
/// A pawn that a pawn defends, by rank.
pub const SUPPORTED: usize = PHALANX + 8;
/// A pawn that no pawn can stop, by rank.
pub const PASSED: usize = SUPPORTED + 8;
/// A passed pawn before which somebody stands, by rank.
pub const PASSED_BLOCKED: usize = PASSED + 8;
/// A passed pawn whose way is neither taken nor attacked, by rank.
pub const PASSED_FREE: usize = PASSED_BLOCKED + 8;
/// How far a passed pawn's own king is from the square before it.
pub const PASSED_OWN_KING: usize = PASSED_FREE + 8;
/// How far the other king is from it.
pub const PASSED_OTHER_KING: usize = PASSED_OWN_KING + 8;
/// The nearest own pawn before the king: on its file, then on the files beside, by rank; 0 for none.
pub const SHIELD: usize = PASSED_OTHER_KING + 8;
/// The nearest pawn of the other side before the king, likewise.
pub const STORM: usize = SHIELD + 16;
/// Attacks around the other king, in units.
pub const KING_DANGER: usize = STORM + 16;
/// How many units of danger are told apart.
pub const DANGERS: usize = 48;
/// A pawn attacks a knight, a bishop, a rook, a queen.
pub const PAWN_THREAT: usize = KING_DANGER + DANGERS;
/// A knight or bishop attacks a pawn, a knight, a bishop, a rook, a queen.
pub const MINOR_THREAT: usize = PAWN_THREAT + 4;
/// A rook attacks a pawn, a knight, a bishop, a rook, a queen.
pub const ROOK_THREAT: usize = MINOR_THREAT + 5;
/// A piece that is attacked and not defended.
pub const HANGING: usize = ROOK_THREAT + 5;
/// A pawn that can step forward safely and then attacks a piece.
pub const PUSH_THREAT: usize = HANGING + 1;
/// It is this side's turn.
pub const TEMPO: usize = PUSH_THREAT + 1;
/// The same as [`KING_DANGER`], for a side without a queen.
pub const QUEENLESS_DANGER: usize = TEMPO + 1;
/// How many units of it are told apart.
pub const QUEENLESS_DANGERS: usize = 24;
/// Squares around the other king that this side attacks and only the king or queen defends.
pub const WEAK_RING: usize = QUEENLESS_DANGER + QUEENLESS_DANGERS;
/// Squares that both sides attack, where the other is not the stronger.
pub const CONTESTED: usize = WEAK_RING + 1;
/// A passed pawn whose next square is defended, by rank.
pub const PASSED_SUPPORTED: usize = CONTESTED + 1;
/// A passed pawn whose next square is attacked, by rank.
pub const PASSED_WATCHED: usize = PASSED_SUPPORTED + 8;
/// A rook behind a passed pawn of its own.
pub const ROOK_BEHIND_PASSED: usize = PASSED_WATCHED + 8;
/// A knight or bishop right behind a pawn.
pub const MINOR_BEHIND_PAWN: usize = ROOK_BEHIND_PASSED + 1;
/// Squares from which a knight or a bishop, rook could safely attack the other queen.
pub const QUEEN_CHASED: usize = MINOR_BEHIND_PAWN + 1;
/// How many features there are.
pub const COUNT: usize = QUEEN_CHASED + 2;

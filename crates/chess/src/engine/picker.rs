//! In which order moves are tried: the table's move; captures that do not lose, the most valuable victim by the least
//! valuable attacker first (MVV-LVA); killers; the countermove; quiet moves by history; captures that lose.
//!
//! The table's move is tried before any other is even generated. The order decides how much is cut, never what is legal.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square};

use super::checks::Checks;
use super::exchange::{VALUE, brings};
use super::history::Before;
use super::killers::Killers;
use super::techniques::Techniques;
use super::worker::Learned;
use crate::game::MOST_MOVES;

/// A move that takes nothing and promotes nothing.
#[inline(always)]
pub(crate) fn is_quiet(board: &Board, chosen: Move) -> bool {
    chosen.promotion.is_none()
        && !board.colors(!board.side_to_move()).has(chosen.to)
        && !(board.en_passant() == Some(chosen.to.file())
            && chosen.to.rank() == Rank::Sixth.relative_to(board.side_to_move())
            && board.pieces(Piece::Pawn).has(chosen.from))
}

/// What a move is, besides legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Table,
    GoodCapture,
    Quiet,
    BadCapture,
}

const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const BAD: i32 = -(1 << 24);

#[derive(PartialEq, Eq)]
enum Stage {
    Table,
    Generate,
    Pick,
}

/// Which moves are handed out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Captures and promotions.
    Captures,
    /// Captures, promotions, and quiet moves that give check.
    CapturesAndChecks,
}

/// Hands out the moves of one position.
pub(crate) struct Picker {
    stage: Stage,
    table: Option<Move>,
    moves: ArrayVec<(Move, i32), MOST_MOVES>,
    next: usize,
    which: Which,
}

/// What the order of quiet moves depends on.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) killers: Killers,
    pub(crate) countermove: Option<Move>,
    pub(crate) before: Before,
}

impl Picker {
    /// All moves; the table's move must be legal.
    pub(crate) fn all(table: Option<Move>) -> Self {
        Self { stage: Stage::Table, table, moves: ArrayVec::new(), next: 0, which: Which::All }
    }

    /// Some moves; the table's move must be legal and one of them.
    pub(crate) fn some(which: Which, table: Option<Move>) -> Self {
        Self { which, ..Self::all(table) }
    }

    /// Leaves the rest of the quiet moves out, but for those that give check.
    pub(crate) fn skip_quiets(&mut self, board: &Board, checks: &Checks) {
        let mut kept = self.next;
        for at in self.next..self.moves.len() {
            let (chosen, score) = self.moves[at];
            if score.abs() > GOOD / 2 || checks.gives(board, chosen) {
                self.moves.swap(kept, at);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The next move, its kind, and how well it has done.
    #[inline]
    pub(crate) fn next(
        &mut self,
        board: &Board,
        seen: &Seen,
        checks: &Checks,
        learned: &Learned,
        techniques: &Techniques,
    ) -> Option<(Move, Kind, i32)> {
        if self.stage == Stage::Table {
            self.stage = Stage::Generate;
            if let Some(table) = self.table {
                return Some((table, Kind::Table, 0));
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Pick;
            self.generate(board, seen, checks, learned, techniques);
        }
        loop {
            let at = self.best()?;
            self.moves.swap(self.next, at);
            let (chosen, score) = self.moves[self.next];
            if score > GOOD / 2 {
                if techniques.exchange && !brings(board, chosen, 0) {
                    self.moves[self.next].1 = score - GOOD + BAD;
                    continue;
                }
                self.next += 1;
                return Some((chosen, Kind::GoodCapture, score - GOOD));
            }
            self.next += 1;
            if score < BAD / 2 {
                return Some((chosen, Kind::BadCapture, score - BAD));
            }
            return Some((chosen, Kind::Quiet, score));
        }
    }

    /// The place of the best move that is left.
    #[inline]
    fn best(&self) -> Option<usize> {
        let left = self.moves.get(self.next..)?;
        let (mut place, mut best) = (0, left.first()?.1);
        for (i, &(_, score)) in left.iter().enumerate().skip(1) {
            if score > best {
                (place, best) = (i, score);
            }
        }
        Some(self.next + place)
    }

    fn generate(&mut self, board: &Board, seen: &Seen, checks: &Checks, learned: &Learned, techniques: &Techniques) {
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let passing = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(mover)).bitboard());
        let last_rank = Rank::Eighth.relative_to(mover).bitboard();
        let Self { moves, table, which, .. } = self;
        board.generate_moves(|mut of_a_piece| {
            let mut takes = theirs;
            if of_a_piece.piece == Piece::Pawn {
                takes |= passing | last_rank;
            }
            let piece = of_a_piece.piece;
            match which {
                Which::All => {}
                Which::Captures => of_a_piece.to &= takes,
                Which::CapturesAndChecks => of_a_piece.to &= takes | checks.squares(piece, of_a_piece.from),
            }
            for chosen in of_a_piece {
                if Some(chosen) == *table {
                    continue;
                }
                let score = if takes.has(chosen.to) {
                    capture_score(board, piece, chosen, learned)
                } else {
                    quiet_score(board, piece, chosen, seen, learned, techniques)
                };
                moves.push((chosen, score));
            }
            false
        });
    }
}

#[inline]
fn capture_score(board: &Board, piece: Piece, chosen: Move, learned: &Learned) -> i32 {
    let victim = board.piece_on(chosen.to).map_or(0, |victim| VALUE[victim as usize]);
    let promotion = match chosen.promotion {
        None => 0,
        Some(Piece::Queen) => 8 * 900,
        // Nearly always worse than a queen: after everything else.
        Some(_) => return BAD,
    };
    GOOD + 8 * victim - piece as i32 + promotion + learned.history.of_capture(board, chosen) / 8
}

#[inline]
fn quiet_score(
    board: &Board,
    piece: Piece,
    chosen: Move,
    seen: &Seen,
    learned: &Learned,
    techniques: &Techniques,
) -> i32 {
    let killer = if techniques.killers { seen.killers.rank(chosen) } else { 0 };
    let counter = i32::from(techniques.countermoves && seen.countermove == Some(chosen));
    let history = if techniques.history { learned.history.of_quiet(board, piece, chosen, seen.before) } else { 0 };
    history + KILLER * killer.max(counter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;
    use crate::notation::read_fen;

    #[test]
    fn every_move_is_handed_out_once() {
        let learned = Learned::default();
        let seen = Seen { killers: Killers::default(), countermove: None, before: [None; 2] };
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/1ppp1ppp/5nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1",
            "8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 1",
        ] {
            let board = read_fen(fen).unwrap();
            let (legal, checks) = (legal_moves(&board), Checks::of(&board));
            let order = |mut picker: Picker| {
                std::iter::from_fn(|| picker.next(&board, &seen, &checks, &learned, &Techniques::ALL))
                    .collect::<Vec<_>>()
            };
            let all = order(Picker::all(Some(legal[3])));
            assert_eq!(all[0].0, legal[3]);
            assert_eq!(all.len(), legal.len());
            assert!(legal.iter().all(|chosen| all.iter().any(|(handed, ..)| handed == chosen)));
            for (chosen, ..) in order(Picker::some(Which::Captures, None)) {
                assert!(!is_quiet(&board, chosen), "{fen} {chosen}");
            }
            let tactical = legal.iter().filter(|&&chosen| !is_quiet(&board, chosen)).count();
            assert_eq!(order(Picker::some(Which::Captures, None)).len(), tactical, "{fen}");
        }
    }
}

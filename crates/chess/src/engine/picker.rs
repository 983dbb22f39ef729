//! In which order moves are tried: the table's move; captures that do not lose, the most valuable victim by the least
//! valuable attacker first (MVV-LVA); killers; the countermove; quiet moves by history; captures that lose.
//!
//! The table's move is tried before any other is even generated, and quiet moves are weighed only when no capture has cut. The order decides how much is cut, never what is legal.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};

use super::checks::Checks;
use super::exchange::{VALUE, brings};
use super::history::{Before, OfQuiets};
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

const KILLER: i32 = 1 << 20;
const BAD: i32 = -(1 << 24);

#[derive(PartialEq, Eq)]
enum Stage {
    /// The order was given.
    Given,
    Table,
    Generate,
    Captures,
    Quiets,
    BadCaptures,
}

/// No more sets of moves are generated: one for each piece, and two more for pawns that can take in passing.
const MOST_SETS: usize = 18;

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
    /// Captures that lose, then what was handed out, then what is left.
    moves: ArrayVec<(Move, i32), MOST_MOVES>,
    bad: usize,
    next: usize,
    /// Quiet moves that were not weighed yet.
    quiets: ArrayVec<PieceMoves, MOST_SETS>,
    which: Which,
    /// Of the quiet moves only those that give check.
    only_checks: bool,
}

/// What the order of quiet moves depends on.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) killers: Killers,
    pub(crate) countermove: Option<Move>,
    pub(crate) before: Before,
    pub(crate) structure: Option<usize>,
    /// What the kinds of history count.
    pub(crate) weights: [i32; 3],
}

impl Picker {
    /// All moves; the table's move must be legal.
    pub(crate) fn all(table: Option<Move>) -> Self {
        Self::some(Which::All, table)
    }

    /// Legal moves in a given order.
    pub(crate) fn given(order: impl Iterator<Item = Move>) -> Self {
        let moves: ArrayVec<_, MOST_MOVES> = order.map(|chosen| (chosen, 0)).collect();
        let first = moves.first().map(|&(first, _)| first);
        Self { stage: Stage::Given, moves, ..Self::all(first) }
    }

    /// Some moves; the table's move must be legal and one of them.
    pub(crate) fn some(which: Which, table: Option<Move>) -> Self {
        Self {
            stage: Stage::Table,
            table,
            moves: ArrayVec::new(),
            bad: 0,
            next: 0,
            quiets: ArrayVec::new(),
            which,
            only_checks: false,
        }
    }

    /// Leaves the rest of the quiet moves out, but for those that give check.
    pub(crate) fn skip_quiets(&mut self, board: &Board, checks: &Checks) {
        if std::mem::replace(&mut self.only_checks, true) || self.stage != Stage::Quiets {
            return;
        }
        let mut kept = self.next;
        for at in self.next..self.moves.len() {
            if checks.gives(board, self.moves[at].0) {
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
        if self.stage == Stage::Given {
            return self.next_given(board, seen, learned, techniques);
        }
        if self.stage == Stage::Table {
            self.stage = Stage::Generate;
            if let Some(table) = self.table {
                return Some((table, Kind::Table, 0));
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Captures;
            self.generate(board, checks, learned);
        }
        if self.stage == Stage::Captures {
            while let Some((chosen, score)) = self.best() {
                if is_bad(board, chosen, score, techniques) {
                    self.moves.swap(self.bad, self.next - 1);
                    self.bad += 1;
                    continue;
                }
                return Some((chosen, Kind::GoodCapture, score));
            }
            self.stage = Stage::Quiets;
            self.weigh_quiets(board, seen, checks, learned, techniques);
        }
        if self.stage == Stage::Quiets {
            if let Some((chosen, score)) = self.best() {
                return Some((chosen, Kind::Quiet, history_in(score)));
            }
            self.stage = Stage::BadCaptures;
            self.next = 0;
        }
        let (chosen, score) = *self.moves[..self.bad].get(self.next)?;
        self.next += 1;
        Some((chosen, Kind::BadCapture, score))
    }

    #[cold]
    fn next_given(
        &mut self,
        board: &Board,
        seen: &Seen,
        learned: &Learned,
        techniques: &Techniques,
    ) -> Option<(Move, Kind, i32)> {
        let &(chosen, _) = self.moves.get(self.next)?;
        self.next += 1;
        let piece = board.piece_on(chosen.from)?;
        Some(if self.table == Some(chosen) {
            (chosen, Kind::Table, 0)
        } else if is_quiet(board, chosen) {
            let score = QuietWeights::of(board, seen, learned, techniques).score(piece, chosen);
            (chosen, Kind::Quiet, history_in(score))
        } else {
            let score = capture_score(board, piece, chosen, learned);
            let bad = is_bad(board, chosen, score, techniques);
            (chosen, if bad { Kind::BadCapture } else { Kind::GoodCapture }, score)
        })
    }

    /// The best move that is left, moved to where it counts as handed out.
    #[inline]
    fn best(&mut self) -> Option<(Move, i32)> {
        let left = self.moves.get_mut(self.next..)?;
        // The highest score, and of equal ones the first: as one number, so that the processor has nothing to guess.
        let score_and_place = |(place, &(_, score)): (usize, &(Move, i32))| (i64::from(score) << 8) - place as i64;
        let best = left.iter().enumerate().map(score_and_place).max()?;
        left.swap(0, (-best & 0xFF) as usize);
        self.next += 1;
        Some(left[0])
    }

    /// Weighs captures and promotions, and keeps the rest for later.
    fn generate(&mut self, board: &Board, checks: &Checks, learned: &Learned) {
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let passing = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(mover)).bitboard());
        let last_rank = Rank::Eighth.relative_to(mover).bitboard();
        let Self { moves, table, which, quiets, .. } = self;
        board.generate_moves(|of_a_piece| {
            let PieceMoves { piece, from, to } = of_a_piece;
            let takes = if piece == Piece::Pawn { theirs | passing | last_rank } else { theirs };
            for chosen in (PieceMoves { piece, from, to: to & takes }) {
                if Some(chosen) != *table {
                    moves.push((chosen, capture_score(board, piece, chosen, learned)));
                }
            }
            let rest = match which {
                Which::All => to - takes,
                Which::Captures => return false,
                Which::CapturesAndChecks => (to - takes) & checks.squares(piece, from),
            };
            if !rest.is_empty() {
                quiets.push(PieceMoves { piece, from, to: rest });
            }
            false
        });
    }

    fn weigh_quiets(
        &mut self,
        board: &Board,
        seen: &Seen,
        checks: &Checks,
        learned: &Learned,
        techniques: &Techniques,
    ) {
        let weights = QuietWeights::of(board, seen, learned, techniques);
        let Self { moves, table, quiets, only_checks, .. } = self;
        let table = squares(*table);
        for &PieceMoves { piece, from, to } in &*quiets {
            for to in if *only_checks { to & checks.squares(piece, from) } else { to } {
                let chosen = Move { from, to, promotion: None };
                if squares(Some(chosen)) != table {
                    moves.push((chosen, weights.score(piece, chosen)));
                }
            }
        }
        quiets.clear();
    }
}

#[inline]
fn capture_score(board: &Board, piece: Piece, chosen: Move, learned: &Learned) -> i32 {
    let victim = board.piece_on(chosen.to);
    let promotion = match chosen.promotion {
        None => 0,
        Some(Piece::Queen) => 8 * 900,
        // Nearly always worse than a queen: after everything else.
        Some(_) => return BAD,
    };
    let worth = victim.map_or(0, |victim| VALUE[victim as usize]);
    8 * worth - piece as i32 + promotion + learned.history.of_capture(board, piece, victim, chosen) / 8
}

/// Whether a capture or promotion with this score is left for last.
#[inline]
fn is_bad(board: &Board, chosen: Move, score: i32, techniques: &Techniques) -> bool {
    score < BAD / 2 || (techniques.exchange && !brings(board, chosen, 0))
}

/// The squares of a move as a number, which is all that there is to a quiet one; no move's if there is none.
#[inline(always)]
fn squares(chosen: Option<Move>) -> u16 {
    chosen.map_or(u16::MAX, |chosen| chosen.from as u16 | (chosen.to as u16) << 6)
}

/// What the score of a position's quiet moves is made of.
struct QuietWeights<'l> {
    history: Option<OfQuiets<'l>>,
    /// Moves that are tried before the others, and by how much.
    favoured: [(u16, i32); 3],
}

impl<'l> QuietWeights<'l> {
    #[inline]
    fn of(board: &Board, seen: &Seen, learned: &'l Learned, techniques: &Techniques) -> Self {
        let [latest, before] = if techniques.killers { seen.killers.both() } else { [None; 2] };
        let countermove = seen.countermove.filter(|_| techniques.countermoves);
        let history = techniques.history.then(|| {
            let attacked = techniques.attacked(board);
            learned.history.of_quiets(board.side_to_move(), attacked, seen.before, seen.structure, seen.weights)
        });
        // The countermove counts as the lesser killer, and not twice.
        let countermove = countermove.filter(|&counter| Some(counter) != latest && Some(counter) != before);
        let favoured = [(latest, 2 * KILLER), (before, KILLER), (countermove, KILLER)];
        Self { history, favoured: favoured.map(|(favoured, by)| (squares(favoured), by)) }
    }

    #[inline(always)]
    fn score(&self, piece: Piece, chosen: Move) -> i32 {
        let history = self.history.as_ref().map_or(0, |history| history.of(piece, chosen));
        let chosen = squares(Some(chosen));
        let favour = |&(favoured, by): &(u16, i32)| if favoured == chosen { by } else { 0 };
        history + self.favoured.iter().map(favour).sum::<i32>()
    }
}

/// How well a quiet move has done, without what its rank adds to its score.
#[inline]
fn history_in(score: i32) -> i32 {
    score - (score + KILLER / 2).div_euclid(KILLER) * KILLER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;
    use crate::notation::read_fen;

    #[test]
    fn every_move_is_handed_out_once() {
        let learned = Learned::default();
        let seen = Seen {
            killers: Killers::default(),
            countermove: None,
            before: [None; 2],
            structure: None,
            weights: [128; 3],
        };
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
            let given: Vec<_> = legal.iter().rev().copied().collect();
            let handed = order(Picker::given(given.iter().copied()));
            assert!(handed.iter().map(|&(chosen, ..)| chosen).eq(given), "{fen}");
            for &(chosen, kind, history) in &handed[1..] {
                assert!(
                    all.iter().any(|&other| other == (chosen, kind, history) || chosen == legal[3]),
                    "{fen} {chosen}"
                );
            }
            for (chosen, ..) in order(Picker::some(Which::Captures, None)) {
                assert!(!is_quiet(&board, chosen), "{fen} {chosen}");
            }
            let tactical = legal.iter().filter(|&&chosen| !is_quiet(&board, chosen)).count();
            assert_eq!(order(Picker::some(Which::Captures, None)).len(), tactical, "{fen}");
        }
    }
}

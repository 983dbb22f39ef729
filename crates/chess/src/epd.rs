//! Test suites in Extended Position Description: positions with the moves that solve them (`bm`), those that do not (`am`),
//! or points for each move (the Strategic Test Suite's `c8` and `c9`).

use cozy_chess::{Board, Move};

use crate::notation::{BadFen, read_fen, read_move, read_san};

/// A position of a test suite.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Its name, if it has one.
    pub name: String,
    /// The position.
    pub board: Board,
    /// The moves that solve it, if the suite says so.
    pub best: Vec<Move>,
    /// The moves that do not, if the suite says so.
    pub avoid: Vec<Move>,
    /// Points for moves, if the suite has them.
    pub points: Vec<(Move, u32)>,
}

/// The error of a line that is no exercise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadExercise {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] BadFen),
    /// A move cannot be read.
    #[error("expected a legal move after {operation}, found {found}")]
    Move {
        /// `bm`, `am` or `c9`.
        operation: &'static str,
        /// What stood there.
        found: String,
    },
    /// There is nothing to judge an answer by.
    #[error("expected bm, am, or c8 and c9")]
    NoMoves,
}

impl Exercise {
    /// Reads a line.
    ///
    /// ```
    /// use secateur_chess::epd::Exercise;
    ///
    /// let exercise = Exercise::read("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";")?;
    /// assert_eq!(exercise.name, "back rank");
    /// assert!(exercise.is_solved_by(exercise.best[0]));
    /// # Ok::<(), secateur_chess::epd::BadExercise>(())
    /// ```
    pub fn read(line: &str) -> Result<Self, BadExercise> {
        let end_of_board = line.match_indices(' ').nth(3).map_or(line.len(), |(place, _)| place);
        let (position, operations) = line.split_at(end_of_board);
        let board = read_fen(position)?;
        let operation = |name: &str| {
            let found =
                operations.split(';').find_map(|operation| operation.trim().strip_prefix(name)?.strip_prefix(' '));
            found.unwrap_or_default().trim().trim_matches('"')
        };
        let moves = |name: &'static str, read: fn(&Board, &str) -> Option<Move>| {
            let words = operation(name).split_whitespace();
            let moves = words.map(|word| {
                read(&board, word).ok_or_else(|| BadExercise::Move { operation: name, found: word.to_owned() })
            });
            moves.collect::<Result<Vec<_>, _>>()
        };
        let scored = moves("c9", read_move)?;
        let points = operation("c8").split_whitespace().map(|word| word.parse().unwrap_or(0));
        let exercise = Self {
            name: operation("id").to_owned(),
            best: moves("bm", read_san)?,
            avoid: moves("am", read_san)?,
            points: scored.into_iter().zip(points).collect(),
            board,
        };
        let judged = !(exercise.best.is_empty() && exercise.avoid.is_empty() && exercise.points.is_empty());
        judged.then_some(exercise).ok_or(BadExercise::NoMoves)
    }

    /// Whether a move is among the best, and not among those to avoid.
    pub fn is_solved_by(&self, chosen: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&chosen)) && !self.avoid.contains(&chosen)
    }

    /// The points that a move gets.
    pub fn points_of(&self, chosen: Move) -> u32 {
        self.points.iter().find(|(scored, _)| *scored == chosen).map_or(0, |&(_, points)| points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        let line = r#"1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id "x.1"; c0 "f5=100, Bf2=46"; c8 "100 46"; c9 "f4f5 d4f2";"#;
        let exercise = Exercise::read(line).unwrap();
        let chosen = read_move(&exercise.board, "d4f2").unwrap();
        assert_eq!((exercise.points_of(chosen), exercise.is_solved_by(chosen)), (46, false));
        assert_eq!(exercise.points_of(exercise.best[0]), 100);
    }

    #[test]
    fn bad_lines_are_explained() {
        let message = |line: &str| Exercise::read(line).unwrap_err().to_string();
        assert!(message("").contains("found nothing"));
        assert_eq!(message("4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";"), "expected bm, am, or c8 and c9");
        assert_eq!(message("4k3/8/8/8/8/8/4P3/4K3 w - - bm Qd4;"), "expected a legal move after bm, found Qd4");
    }
}

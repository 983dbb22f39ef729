//! Null move: where even passing is good enough, moving is, too.
//!
//! Unsound where every move makes things worse (zugzwang), so it is left out with only pawns on the board, and never
//! twice in a row. After C. Donninger, "Null Move and Deep Search" (1993).

use cozy_chess::{Board, Piece};

use super::numbers::Numbers;
use super::score::{MATE_BOUND, Score, is_mate};
use super::worker::Worker;

/// Whether a side has more than king and pawns.
pub(crate) fn has_pieces(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    own != own & (board.pieces(Piece::King) | board.pieces(Piece::Pawn))
}

/// What came of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// It was not tried, or does not tell anything.
    TellsNothing,
    /// Even passing is good enough.
    Cuts(Score),
    /// Who passes is mated: the opponent threatens that.
    IsMated,
}

impl Worker<'_> {
    /// What comes of passing.
    pub(super) fn null_move(
        &mut self,
        board: &Board,
        beta: Score,
        depth: i32,
        ply: usize,
        evaluation: Score,
    ) -> Passing {
        let worth_it = self.techniques.null_move
            && depth >= 3
            && evaluation >= beta - self.numbers.null_move_reach
            && !is_mate(beta)
            && !(ply > 0 && self.stack[ply - 1].passed)
            && has_pieces(board);
        if !worth_it {
            return Passing::TellsNothing;
        }
        let Some(passed) = board.null_move() else { return Passing::TellsNothing };
        let Numbers { null_move, null_move_by_depth, null_move_by_score, null_move_by_score_most, .. } = self.numbers;
        let by_score = ((evaluation - beta) * null_move_by_score / 100).min(null_move_by_score_most);
        let hundredths = null_move + null_move_by_depth * depth + by_score;
        let reduced = depth - hundredths / 100;
        self.stack[ply].passed = true;
        self.stack[ply].played = None;
        self.enter(&passed);
        let score = -self.search::<false>(&passed, -beta, 1 - beta, reduced, ply + 1, true);
        self.leave();
        self.stack[ply].passed = false;
        match score {
            _ if self.stopped => Passing::TellsNothing,
            // A mate found after passing is no mate.
            _ if score > MATE_BOUND => Passing::Cuts(beta),
            _ if score >= beta => Passing::Cuts(score),
            _ if score < -MATE_BOUND => Passing::IsMated,
            _ => Passing::TellsNothing,
        }
    }
}

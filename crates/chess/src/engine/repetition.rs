//! Positions that came before: what makes a game that is being played a draw, besides the fifty-move rule.
//!
//! The rules draw a position at its third coming. Inside the search the second is enough if the first was there, too:
//! whoever could profit from going round once more could have done it the first time.

use cozy_chess::{Board, Move, Rank, Square, get_pawn_attacks};

use crate::game::is_dead;

/// What tells positions apart, as the rule means it: a pawn that just made two steps counts only if it can be taken.
pub(crate) fn identity(board: &Board) -> u64 {
    let Some(file) = board.en_passant() else { return board.hash_without_ep() };
    let mover = board.side_to_move();
    let behind = Square::new(file, Rank::Sixth.relative_to(mover));
    let takers = get_pawn_attacks(behind, !mover) & board.colored_pieces(mover, cozy_chess::Piece::Pawn);
    if takers.is_empty() { board.hash_without_ep() } else { board.hash() }
}

/// The positions of a game up to now, and of the line that the search is looking at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    seen: Vec<u64>,
    /// How many of them were there before the search.
    played: usize,
}

impl Past {
    /// The positions of a game, the last of which is searched.
    pub(crate) fn of(game: &[u64]) -> Self {
        let mut seen = game.to_vec();
        seen.reserve(2 * super::score::MAX_PLY);
        Self { seen, played: game.len() }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, identity: u64) {
        self.seen.push(identity);
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.seen.pop();
    }

    /// The position that is looked at.
    #[inline(always)]
    pub(crate) fn last(&self) -> u64 {
        self.seen.last().copied().unwrap_or(0)
    }

    /// Whether the position is a draw by repetition, by the clock, or because nobody can mate any more. Mate comes before
    /// the clock.
    pub(crate) fn is_draw(&self, board: &Board) -> bool {
        let clock = usize::from(board.halfmove_clock());
        if clock >= 100 {
            return board.checkers().is_empty() || board.generate_moves(|_| true);
        }
        self.is_repetition(clock) || is_dead(board)
    }

    fn is_repetition(&self, clock: usize) -> bool {
        let last = self.seen.len() - 1;
        let now = self.seen[last];
        let mut times = 0;
        // The same player moves two plies back, and nothing comes back after a capture or a pawn's move.
        for back in (4..=clock.min(last)).step_by(2) {
            if self.seen[last - back] == now {
                times += 1;
                if times == 2 || last - back >= self.played {
                    return true;
                }
            }
        }
        false
    }
}

/// The part of a line after its last return to where it began, if it goes on from there: who is better can have that at once, and
/// the rules count how often positions come.
pub(crate) fn after_return<'l>(board: &Board, line: &'l [Move]) -> &'l [Move] {
    let here = identity(board);
    let (mut board, mut rest) = (board.clone(), line);
    for (i, &chosen) in line.iter().enumerate() {
        board.play_unchecked(chosen);
        if identity(&board) == here {
            rest = &line[i + 1..];
        }
    }
    if rest.is_empty() { line } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_move;

    fn play(moves: &str) -> (Board, Vec<u64>) {
        let mut board = Board::startpos();
        let mut seen = vec![identity(&board)];
        for name in moves.split_whitespace() {
            board.play(read_move(&board, name).unwrap());
            seen.push(identity(&board));
        }
        (board, seen)
    }

    #[test]
    fn the_third_time_in_a_game_and_the_second_in_a_line_are_draws() {
        let round = "g1f3 g8f6 f3g1 f6g8";
        let (board, seen) = play(round);
        assert!(!Past::of(&seen).is_draw(&board), "the second time in a game");
        let (board, seen) = play(&[round, round].join(" "));
        assert!(Past::of(&seen).is_draw(&board), "the third time");
        let (board, seen) = play(round);
        let mut line = Past::of(&seen[..1]);
        seen[1..].iter().for_each(|&identity| line.push(identity));
        assert!(!line.is_draw(&board), "the root was there before the search");
        let (board, seen) = play(&["e2e4", "e7e5", round].join(" "));
        let mut line = Past::of(&seen[..2]);
        seen[2..].iter().for_each(|&identity| line.push(identity));
        assert!(line.is_draw(&board), "twice inside the line; the two steps of e7e5 cannot be taken");
    }

    #[test]
    fn a_line_that_returns_is_shortened_if_it_goes_on() {
        let line = |moves: &str| -> Vec<Move> { moves.split_whitespace().map(|name| name.parse().unwrap()).collect() };
        let after = |moves: &str| after_return(&Board::startpos(), &line(moves)).to_vec();
        let round = "g1f3 g8f6 f3g1 f6g8";
        assert_eq!(after(&format!("{round} e2e4 e7e5")), line("e2e4 e7e5"));
        assert_eq!(after(&format!("{round} {round} d2d4")), line("d2d4"), "twice round");
        assert_eq!(after(round), line(round), "nothing comes after it");
        assert_eq!(after("e2e4 e7e5 g1f3"), line("e2e4 e7e5 g1f3"));
        assert_eq!(after(""), line(""));
    }

    #[test]
    fn a_pawn_that_can_be_taken_makes_another_position() {
        let (taken, _) = play("e2e4 a7a6 e4e5 d7d5");
        let (later, _) = play("e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8");
        assert_ne!(identity(&taken), identity(&later));
        let (free, _) = play("e2e4");
        let (round, _) = play("e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(identity(&free), identity(&round), "nobody can take on e3");
    }
}

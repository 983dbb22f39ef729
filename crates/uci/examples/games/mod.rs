//! Games of the engine against itself in one process, for the programs that compare engines.

use cozy_chess::{Board, GameStatus, Piece};
use secateur_chess::engine::{Clock, Engine, Question};
use secateur_chess::legal_moves;
use secateur_game::Random;

/// A side that both players see this far ahead, so many moves in a row, has won.
const DECIDED: i32 = 800;
const IN_A_ROW: i32 = 4;
const MOST_MOVES: usize = 300;

/// Eight random moves after which neither side is far ahead.
pub(super) fn opening(engine: &mut Engine, random: &mut Random) -> Question {
    loop {
        let mut question = Question::about(Board::startpos());
        for _ in 0..8 {
            let Some(&chosen) = random.choose(&legal_moves(question.board())) else { break };
            question = question.after(chosen);
        }
        engine.forget();
        if question.board().status() == GameStatus::Ongoing
            && engine.think(&question, &Clock::endless().nodes(10_000), &mut |_| {}).score.abs() < 120
        {
            return question;
        }
    }
}

/// Plays a game in which engine `first` moves first; 2, 1 or 0 half points for engine 0.
pub(super) fn play(engines: &mut [Engine; 2], mut game: Question, first: usize, clock: impl Fn() -> Clock) -> usize {
    let points_if_won_by = |engine: usize| 2 * (1 - engine);
    let mut ahead = [0; 2];
    for turn in 0..MOST_MOVES {
        let player = (first + turn) % 2;
        let board = game.board();
        let kings_and_minors =
            (board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty();
        match board.status() {
            GameStatus::Won => return points_if_won_by(1 - player),
            GameStatus::Drawn => return 1,
            GameStatus::Ongoing if game.times() >= 3 || (board.occupied().len() <= 3 && kings_and_minors) => return 1,
            GameStatus::Ongoing => {}
        }
        let answer = engines[player].think(&game, &clock(), &mut |_| {});
        let Some(best) = answer.best else { return 1 };
        for (engine, ahead) in ahead.iter_mut().enumerate() {
            let seen = if engine == player { answer.score } else { -answer.score };
            *ahead = if seen > DECIDED { *ahead + 1 } else { 0 };
            if *ahead >= IN_A_ROW {
                return points_if_won_by(engine);
            }
        }
        game = game.after(best);
    }
    1
}

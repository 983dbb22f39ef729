//! Lets the engine play against itself with a fixed number of nodes a move, and writes quiet positions with their score
//! and the game's result, both for White: the data that `tune` fits the evaluation to.
//!
//!     cargo run --release -p secateur-chess --example selfplay -- GAMES NODES SEED > positions.txt

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::io::{self, BufWriter, Write};

use cozy_chess::{Board, Color, GameStatus};
use secateur_chess::engine::{Clock, Engine, Question};
use secateur_chess::legal_moves;
use secateur_game::Random;

/// A side that both players see this far ahead, so many moves in a row, has won.
const DECIDED: i32 = 1200;
const IN_A_ROW: u32 = 5;

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(1));
    let (games, nodes, seed) =
        (numbers.next().unwrap_or(10), numbers.next().unwrap_or(3000), numbers.next().unwrap_or(1));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut random = Random::new(seed);
    let mut engine = Engine::with_megabytes(8).expect("8 MB fit");
    for _ in 0..games {
        engine.forget();
        let mut positions = Vec::new();
        let result = play(&mut engine, opening(&mut random), nodes, &mut positions);
        for (board, score) in positions {
            writeln!(out, "{board};{score};{result}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Eight or nine random moves.
fn opening(random: &mut Random) -> Question {
    'again: loop {
        let mut question = Question::about(Board::startpos());
        for _ in 0..8 + random.below(2) {
            let moves = legal_moves(question.board());
            if moves.is_empty() {
                continue 'again;
            }
            let chosen = moves[random.below(moves.len() as u64) as usize];
            question = question.after(chosen);
        }
        if question.board().status() == GameStatus::Ongoing {
            return question;
        }
    }
}

/// Plays a game to its end; 1, 0.5 or 0 for White.
fn play(engine: &mut Engine, mut game: Question, nodes: u64, positions: &mut Vec<(Board, i32)>) -> f64 {
    let (mut white_ahead, mut black_ahead) = (0, 0);
    for turn in 0..400 {
        let board = game.board().clone();
        match board.status() {
            GameStatus::Won => return if board.side_to_move() == Color::White { 0.0 } else { 1.0 },
            GameStatus::Drawn => return 0.5,
            GameStatus::Ongoing if game.times() >= 3 || board.occupied().len() <= 3 && endless(&board) => return 0.5,
            GameStatus::Ongoing => {}
        }
        let answer = engine.think(&game, &Clock::endless().nodes(nodes), &mut |_| {});
        let Some(best) = answer.best else { return 0.5 };
        let score = if board.side_to_move() == Color::White { answer.score } else { -answer.score };
        if turn == 0 && score.abs() > 400 {
            return 0.5; // the random opening decided the game; nothing was kept yet
        }
        let quiet = board.checkers().is_empty() && !board.occupied().has(best.to) && best.promotion.is_none();
        if quiet && score.abs() < 3000 {
            positions.push((board, score));
        }
        white_ahead = if score > DECIDED { white_ahead + 1 } else { 0 };
        black_ahead = if score < -DECIDED { black_ahead + 1 } else { 0 };
        if white_ahead >= IN_A_ROW {
            return 1.0;
        }
        if black_ahead >= IN_A_ROW {
            return 0.0;
        }
        game = game.after(best);
    }
    0.5
}

/// Bare kings, or one minor piece beside them.
fn endless(board: &Board) -> bool {
    use cozy_chess::Piece;
    (board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty()
}

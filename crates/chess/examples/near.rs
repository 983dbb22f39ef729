//! Positions a few random moves away from those of games, each with the score of a short search, for White: what a search meets
//! and games do not show, such as a piece that has just been given away. `train` learns from them beside the games.
//!
//!     cargo run --release -p secateur-chess --example near -- COUNT NODES SEED POSITIONS... > near.txt

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that talks to people")]

use std::io::{self, BufWriter, Write};

use cozy_chess::{Board, Color, GameStatus};
use secateur_chess::engine::{Clock, Engine, Question};
use secateur_chess::legal_moves;
use secateur_game::Random;

/// What is further ahead teaches nothing: the share of the points is nearly 1.
const DECIDED: i32 = 2000;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [count, nodes, seed, files @ ..] = &words[..] else {
        println!("expected COUNT NODES SEED POSITIONS...");
        return Ok(());
    };
    let [Ok(count), Ok(nodes), Ok(seed)] = [count, nodes, seed].map(|word| word.parse::<u64>()) else {
        println!("expected COUNT, NODES and SEED to be numbers, such as 3000000 250 1");
        return Ok(());
    };
    let mut games: Vec<Board> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        games.extend(text.lines().filter_map(|line| line.split(';').next()?.parse::<Board>().ok()));
    }
    let mut random = Random::new(seed);
    let mut engine = Engine::with_megabytes(16).expect("16 MB fit");
    let mut out = BufWriter::new(io::stdout().lock());
    let mut found = 0;
    // Two positions in three serve; where hardly one does, as in finished games, this ends nevertheless.
    for _ in 0..count.saturating_mul(100) {
        let Some(board) = random.choose(&games).cloned().and_then(|board| near(board, &mut random)) else { continue };
        let question = Question::about(board.clone());
        let answer = engine.think(&question, &Clock::endless().nodes(nodes), &mut |_| {});
        let quiet = answer.best.is_some_and(|best| !board.occupied().has(best.to) && best.promotion.is_none());
        if quiet && answer.score.abs() <= DECIDED {
            let score = if board.side_to_move() == Color::White { answer.score } else { -answer.score };
            writeln!(out, "{board};{score}")?;
            found += 1;
            if found == count {
                break;
            }
        }
    }
    out.flush()?;
    if found < count {
        eprintln!("only {found} of {count} positions found near the {} of the files", games.len());
    }
    Ok(())
}

/// One to three random moves away, if the game goes on there and nobody is in check.
fn near(mut board: Board, random: &mut Random) -> Option<Board> {
    for _ in 0..=random.below(3) {
        board.play_unchecked(*random.choose(&legal_moves(&board))?);
    }
    (board.checkers().is_empty() && board.status() == GameStatus::Ongoing).then_some(board)
}

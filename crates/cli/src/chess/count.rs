//! `secateur perft`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use secateur_chess::{Chess, Notation, divide, show_move};
use secateur_game::Game;
use secateur_games::Parameters;

use super::Perft;
use crate::numbers::{grouped, rate, time};

/// Deeper than this would take years.
const DEEPEST: u32 = 20;

pub(super) fn run(arguments: &Perft, out: &mut impl Write) -> Result<ExitCode> {
    let (parameters, depths): (Vec<_>, Vec<_>) = arguments.words.iter().partition(|word| word.contains('='));
    let game = Chess::from_parameters(&Parameters::parse(parameters)?)?;
    let depth = match depths[..] {
        [depth] => depth.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth)),
        _ => None,
    };
    let found = || depths.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
    let depth = depth.with_context(|| format!("expected one depth from 1 to {DEEPEST}, found {}", found()))?;
    let start = game.start();
    let board = start.board();
    let began = Instant::now();
    let parts = divide(board, depth);
    let took = began.elapsed();
    if arguments.divide {
        for &(chosen, below) in &parts {
            writeln!(out, "{:6} {:>20}", show_move(board, chosen, Notation::of(board)), grouped(below))?;
        }
    }
    let all: u64 = parts.iter().map(|(_, below)| below).sum();
    writeln!(out, "perft({depth}) = {all} in {} ({} a second)", time(took), rate(all, took))?;
    Ok(ExitCode::SUCCESS)
}

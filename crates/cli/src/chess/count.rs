//! `secateur perft`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use secateur_chess::{Chess, DEEPEST_PERFT, Notation, divide_until, legal_moves, show_move};
use secateur_game::Game;
use secateur_games::Parameters;
use secateur_search::{Limits, Watch};

use super::Perft;
use crate::numbers::{grouped, rate, time};
use crate::watch::{in_words, watched};

pub(super) fn run(arguments: &Perft, out: &mut impl Write) -> Result<ExitCode> {
    let (parameters, depths): (Vec<_>, Vec<_>) = arguments.words.iter().partition(|word| word.contains('='));
    let game = Chess::from_parameters(&Parameters::parse(parameters)?)?;
    let depth = match depths[..] {
        [depth] => depth.parse().ok().filter(|depth| (1..=DEEPEST_PERFT).contains(depth)),
        _ => None,
    };
    let found = || depths.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
    let depth = depth.with_context(|| format!("expected one depth from 1 to {DEEPEST_PERFT}, found {}", found()))?;
    let start = game.start();
    let board = start.board();
    let began = Instant::now();
    let limits = arguments.time.map_or_else(Limits::none, |time| Limits::none().time(time));
    let (parts, stopped) = watched(limits, |limits| {
        let watch = Watch::new(&limits);
        (divide_until(board, depth, &|| watch.stop().is_some()), watch.stop())
    });
    let took = began.elapsed();
    let moves = legal_moves(board).len();
    let stopped = stopped.filter(|_| parts.len() < moves);
    if arguments.divide || stopped.is_some() {
        for &(chosen, below) in &parts {
            writeln!(out, "{:6} {:>20}", show_move(board, chosen, Notation::of(board)), grouped(below))?;
        }
    }
    let all: u64 = parts.iter().map(|(_, below)| below).sum();
    if let Some(stopped) = stopped {
        let (done, why) = (parts.len(), in_words(stopped));
        writeln!(out, "perft({depth}): {why} after {done} of {moves} moves, {all} so far in {}", time(took))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "perft({depth}) = {all} in {} ({} a second)", time(took), rate(all, took))?;
    Ok(ExitCode::SUCCESS)
}

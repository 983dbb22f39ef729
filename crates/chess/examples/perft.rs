//! Times perft from the start beside the plain loop of cozy-chess, in turns, in one run.
//!
//!     cargo run --release -p secateur-chess --example perft -- 5

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::time::Instant;

use cozy_chess::Board;
use secateur_chess::perft;

/// What cozy-chess's own documentation does.
fn alone(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for chosen in moves {
                let mut board = board.clone();
                board.play_unchecked(chosen);
                nodes += alone(&board, depth - 1);
            }
            false
        });
    }
    nodes
}

const ROUNDS: usize = 41;

/// The published counts from the start, for depths from 1.
const PUBLISHED: [u64; 7] = [20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860];

fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(5);
    let published = PUBLISHED.get(depth.wrapping_sub(1) as usize).expect("a depth from 1 to 7");
    let board = Board::startpos();
    let timed = |count: fn(&Board, u32) -> u64| {
        let started = Instant::now();
        let nodes = count(&board, depth);
        (started.elapsed().as_secs_f64(), nodes)
    };
    let (mut times, mut ratios) = ([f64::INFINITY; 2], Vec::new());
    for round in 0..ROUNDS {
        // Who comes first takes turns, too.
        let (ours, theirs) = if round % 2 == 0 {
            let ours = timed(perft);
            (ours, timed(alone))
        } else {
            let theirs = timed(alone);
            (timed(perft), theirs)
        };
        assert_eq!([ours.1, theirs.1], [*published; 2], "both count what is published");
        times = [times[0].min(ours.0), times[1].min(theirs.0)];
        ratios.push(ours.0 / theirs.0);
    }
    ratios.sort_by(f64::total_cmp);
    let [ours, theirs] = times.map(|time| 1000.0 * time);
    println!(
        "perft({depth}) = {published}: {ours:.1} ms at best, cozy-chess alone {theirs:.1} ms; ratio {:.2} (median of {ROUNDS} rounds)",
        ratios[ROUNDS / 2]
    );
}

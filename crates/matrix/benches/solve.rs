//! Nanoseconds per solve, interval included, for every level of this machine. Answers are asserted before any clock starts.
#![allow(clippy::print_stdout, reason = "the table is the purpose")]

#[path = "../tests/matrices/mod.rs"]
mod matrices;

use std::hint::black_box;
use std::time::Instant;

use matrices::{Kind, Random, draw};
use secateur_matrix::{Level, Solver, exact_matrix_game, round_down, round_up};

fn main() {
    println!("{:>10} {:>9} {:>4} {:>10}", "payoffs", "level", "n", "ns/solve");
    for kind in [Kind::Signs, Kind::Integers, Kind::Reals] {
        for size in [2, 3, 5, 7, 10, 13, 16] {
            let mut random = Random(size as u64);
            let games: Vec<Vec<f64>> = (0..1_000).map(|_| draw(&mut random, kind, size, size)).collect();
            for level in Level::available() {
                let mut solver = Solver::new().with_level(level);
                for game in games.iter().take(20) {
                    let rows: Vec<&[f64]> = game.chunks_exact(size).collect();
                    let exact = exact_matrix_game(&rows).expect("a sound matrix").value;
                    let interval = solver.solve(game, size, size).expect("a sound matrix");
                    assert!(interval.lower.get() <= round_up(&exact) && interval.upper.get() >= round_down(&exact));
                    assert!(interval.width() <= 1e-10);
                }
                let best = (0..15).map(|_| time(&mut solver, &games, size)).fold(f64::INFINITY, f64::min);
                println!("{:>10} {:>9} {size:>4} {best:>10.0}", format!("{kind:?}"), level.name());
            }
        }
    }
}

/// Nanoseconds per game of one pass over all games.
fn time(solver: &mut Solver, games: &[Vec<f64>], size: usize) -> f64 {
    let start = Instant::now();
    for game in games {
        black_box(solver.solve(black_box(game), size, size)).expect("a sound matrix");
    }
    start.elapsed().as_nanos() as f64 / games.len() as f64
}

//! Time to depth on several threads over one, for every way to search together, beside the machine's ceiling:
//!
//!     cargo run --release -p secateur-chess --example threads -- 13 2 3
//!
//! The words are the depth, the threads, and the rounds. The ceiling is perft, of which each thread counts its own copy: no
//! search can gain more than that from this machine at this moment. Everything is measured in turns, position by
//! position; of the rounds the median counts for each position, and the geometric mean over positions.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::time::Instant;

use secateur_chess::engine::{Clock, Engine, Parallel, Question};
use secateur_chess::suite::POSITIONS;
use secateur_chess::{perft, read_fen};

/// Seconds and nodes to a depth, with an empty table.
fn search(fen: &str, depth: i32, threads: usize, parallel: Parallel) -> (f64, f64) {
    let mut engine = Engine::with_megabytes(64).expect("64 MB fit");
    engine.set_threads(threads);
    engine.set_parallel(parallel);
    // The system gives memory when it is first written to; that is not what is measured.
    engine.forget();
    let question = Question::about(read_fen(fen).expect("the list is right")).depth(depth);
    let started = Instant::now();
    let answer = engine.think(&question, &Clock::endless(), &mut |_| {});
    assert_eq!(answer.depth, depth, "the search got there");
    (started.elapsed().as_secs_f64(), answer.nodes as f64)
}

/// How much more perft so many threads do in the time of one.
fn ceiling(threads: usize) -> f64 {
    let board = read_fen(POSITIONS[1]).expect("the list is right");
    let count = |threads: usize| {
        let started = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| assert_eq!(perft(&board, 4), 4_085_603));
            }
        });
        started.elapsed().as_secs_f64()
    };
    let one = count(1);
    threads as f64 * one / count(threads)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn main() {
    let words: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let word = |place: usize, usual: usize| words.get(place).copied().unwrap_or(usual);
    let (depth, threads, rounds) = (word(0, 12) as i32, word(1, 2), word(2, 3).max(1));
    // For each way: time of one thread over time of several, and nodes of several over nodes of one.
    const WAYS: usize = Parallel::ALL.len();
    let mut gains: [Vec<f64>; WAYS] = Default::default();
    let mut costs: [Vec<f64>; WAYS] = Default::default();
    let mut ceilings = Vec::new();
    for fen in POSITIONS {
        let mut times: [Vec<f64>; WAYS] = Default::default();
        let mut nodes: [Vec<f64>; WAYS] = Default::default();
        let mut alone = Vec::new();
        for _ in 0..rounds {
            let (one, nodes_of_one) = search(fen, depth, 1, Parallel::LazySmp);
            alone.push(one);
            for (way, parallel) in Parallel::ALL.into_iter().enumerate() {
                let (several, nodes_of_several) = search(fen, depth, threads, parallel);
                times[way].push(one / several);
                nodes[way].push(nodes_of_several / nodes_of_one);
            }
            ceilings.push(ceiling(threads));
        }
        print!("{:6.2} s", median(alone));
        for (way, parallel) in Parallel::ALL.into_iter().enumerate() {
            let (gain, cost) = (median(times[way].clone()), median(nodes[way].clone()));
            print!("  {} {gain:.2} (nodes × {cost:.2})", parallel.name());
            gains[way].push(gain);
            costs[way].push(cost);
        }
        println!("  {fen}");
    }
    println!("\nto depth {depth}, {threads} threads over 1, geometric means over {} positions:", POSITIONS.len());
    for (way, parallel) in Parallel::ALL.into_iter().enumerate() {
        let (gain, cost) = (geometric_mean(&gains[way]), geometric_mean(&costs[way]));
        println!("{:9} {gain:.2} times as fast, {cost:.2} times the nodes", parallel.name());
    }
    println!("ceiling   {:.2} (perft on {threads} threads over 1, median)", median(ceilings));
}

//! Time to depth on several threads over one, for both ways to search together, beside the machine's ceiling:
//!
//!     cargo run --release -p secateur-chess --example threads -- 13 2 3
//!
//! The words are the depth, the threads, and the rounds. The ceiling is perft, of which each thread counts its own copy: no
//! search can gain more than that from this machine at this moment. Everything is measured in turns, position by
//! position; of the rounds the median counts for each position, and the geometric mean over positions.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::time::Instant;

use secateur_chess::engine::{Clock, Engine, Parallel, Question};
use secateur_chess::{perft, read_fen};

/// Openings, middle games and end games.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1P2BP2/PBQ1N1PP/2RR2K1 b - - 0 15",
    "r1bqkb1r/5ppp/p1np1n2/1p2p3/4P3/N1N5/PPP2PPP/R1BQKB1R w KQkq - 0 9",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R b KQ - 0 6",
    "4rrk1/1p1nq1pp/p1pb1p2/3p4/3P1P2/2N1PN2/PPQ3PP/2R1R1K1 w - - 0 18",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "3r2k1/pp3ppp/2n1p3/3q4/3P4/2P2N2/P4PPP/1R1Q2K1 w - - 0 22",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/r2P1P1P/4K1P1/1R6/8 w - - 0 40",
];

/// Seconds and nodes to a depth, with an empty table.
fn search(fen: &str, depth: i32, threads: usize, parallel: Parallel) -> (f64, f64) {
    let mut engine = Engine::with_megabytes(64).expect("64 MB fit");
    engine.set_threads(threads);
    engine.set_parallel(parallel);
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
    let mut gains: [Vec<f64>; 2] = Default::default();
    let mut costs: [Vec<f64>; 2] = Default::default();
    let mut ceilings = Vec::new();
    for fen in POSITIONS {
        let mut times: [Vec<f64>; 2] = Default::default();
        let mut nodes: [Vec<f64>; 2] = Default::default();
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
        let [lazy, jamboree] = times.map(median);
        let [lazy_nodes, jamboree_nodes] = nodes.map(median);
        println!(
            "{:6.2} s  lazy-smp {lazy:.2} (nodes × {lazy_nodes:.2})  jamboree {jamboree:.2} (nodes × {jamboree_nodes:.2})  {fen}",
            median(alone)
        );
        for (way, (gain, cost)) in [(lazy, lazy_nodes), (jamboree, jamboree_nodes)].into_iter().enumerate() {
            gains[way].push(gain);
            costs[way].push(cost);
        }
    }
    println!("\nto depth {depth}, {threads} threads over 1, geometric means over {} positions:", POSITIONS.len());
    for (way, parallel) in Parallel::ALL.into_iter().enumerate() {
        let (gain, cost) = (geometric_mean(&gains[way]), geometric_mean(&costs[way]));
        println!("{:9} {gain:.2} times as fast, {cost:.2} times the nodes", parallel.name());
    }
    println!("ceiling   {:.2} (perft on {threads} threads over 1, median)", median(ceilings));
}

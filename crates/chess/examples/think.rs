//! Nodes and time to a fixed depth over a few positions, with techniques switched off by name:
//!
//!     cargo run --release -p secateur-chess --example think -- 12 null-move futility
//!
//! `each` instead of names switches every technique off in turn.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::time::Instant;

use secateur_chess::engine::{Clock, Engine, Question, Techniques};
use secateur_chess::read_fen;

/// Openings, middle games and end games.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1P2BP2/PBQ1N1PP/2RR2K1 b - - 0 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/r2P1P1P/4K1P1/1R6/8 w - - 0 40",
    "4rrk1/1p1nq1pp/p1pb1p2/3p4/3P1P2/2N1PN2/PPQ3PP/2R1R1K1 w - - 0 18",
];

fn run(depth: i32, techniques: Techniques) -> (u64, f64) {
    let started = Instant::now();
    let nodes = POSITIONS.map(|fen| {
        let mut engine = Engine::with_megabytes(32).expect("32 MB fit");
        engine.set_techniques(techniques);
        let question = Question::about(read_fen(fen).expect("the list is right")).depth(depth);
        engine.think(&question, &Clock::endless(), &mut |_| {}).nodes
    });
    (nodes.iter().sum(), started.elapsed().as_secs_f64())
}

fn main() {
    let mut words = std::env::args().skip(1);
    let depth = words.next().and_then(|depth| depth.parse().ok()).unwrap_or(10);
    let names: Vec<String> = words.collect();
    let (nodes, seconds) = run(depth, Techniques::ALL);
    println!("everything: {nodes} nodes, {seconds:.2} s, {:.0} a second", nodes as f64 / seconds);
    if names.iter().any(|name| name == "each") {
        for name in Techniques::NAMES {
            let off = Techniques::ALL.with(name, false).expect("the list is right");
            let (without, seconds) = run(depth, off);
            println!(
                "without {name}: {without} nodes, {:.2} times as many, {seconds:.2} s",
                without as f64 / nodes as f64
            );
        }
    } else if !names.is_empty() {
        let off = names.iter().fold(Techniques::ALL, |on, name| on.with(name, false).expect("a technique's name"));
        let (without, seconds) = run(depth, off);
        println!("without {}: {without} nodes, {seconds:.2} s", names.join(", "));
    }
}

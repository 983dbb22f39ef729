//! Random games of eight classes: how long the engine takes, as a part of what backward induction takes with an equal memory.
//!
//! `cargo run --release -p secateur-search --example mixed_trees [SEEDS] [CLASS]`. Every answer is compared with backward induction's.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::time::Instant;

use secateur_games::RandomMixed;
use secateur_games::random_mixed::Form;
use secateur_search::{Engine, Joint, Ledger, Outcome, Search, Way};
use secateur_value::Real;

/// The classes: depth, moves, how often Max, Min, chance and both move, positions at every depth.
const CLASSES: [(&str, u32, u16, [u8; 4], u32); 8] = [
    ("even", 7, 4, [1, 1, 1, 1], 0),
    ("chance-heavy", 8, 4, [1, 1, 6, 1], 0),
    ("simultaneous", 5, 4, [0, 0, 0, 1], 0),
    ("simultaneous and chance", 6, 4, [0, 0, 1, 1], 0),
    ("sequential", 12, 4, [1, 1, 0, 0], 0),
    ("deep", 16, 2, [1, 1, 1, 1], 0),
    ("wide", 5, 8, [1, 1, 1, 1], 0),
    ("transpositions", 12, 4, [1, 1, 1, 1], 3_000),
];
/// Each search is timed so often; the best time counts.
const TIMES: u32 = 3;

type Answer = Outcome<Real, u16>;

/// The best time, and the answer.
fn timed(search: impl Fn() -> Answer) -> (f64, Answer) {
    let once = || {
        let started = Instant::now();
        let answer = search();
        (started.elapsed().as_secs_f64(), answer)
    };
    let (mut best, answer) = once();
    for _ in 1..TIMES {
        best = best.min(once().0);
    }
    (best, answer)
}

fn main() {
    let mut words = std::env::args().skip(1);
    let seeds: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(5);
    let wanted = words.next().unwrap_or_default();
    println!("time and visits, as parts of backward induction's");
    for (name, depth, moves, turns, places) in CLASSES.into_iter().filter(|class| class.0.contains(&wanted)) {
        let form = Form { depth, moves, turns, places, ..Form::default() };
        for epsilon in [0.0, 1.0, 5.0] {
            let mut sums = [(0.0, 0u64); 5];
            for seed in 0..seeds {
                let Ok(game) = RandomMixed::new(form, seed) else { continue };
                let ask = || Search::new(&game);
                let engine = |way| timed(|| ask().engine(&Engine::within(epsilon).unwrap().way(way)));
                let induction = if places == 0 {
                    timed(|| ask().backward_induction())
                } else {
                    timed(|| ask().memory(Ledger::unlimited()).backward_induction())
                };
                let joint = Joint::within(epsilon).unwrap().serialize(false);
                let answers = [
                    induction,
                    engine(Way::Cheaper),
                    engine(Way::Gap),
                    engine(Way::Plain),
                    timed(|| ask().joint(&joint)),
                ];
                let exact = answers[0].1.bounds;
                for (sum, (time, answer)) in sums.iter_mut().zip(&answers) {
                    let (lower, upper) = (answer.bounds.lower.get(), answer.bounds.upper.get());
                    let holds = lower <= exact.upper.get() && exact.lower.get() <= upper;
                    assert!(holds && upper - lower <= epsilon + 1e-6, "{name}, seed {seed}: {:?}", answer.bounds);
                    sum.0 += time;
                    sum.1 += answer.statistics.visits;
                }
            }
            let (time, visits) = sums[0];
            print!("{name:24} width {epsilon}: {:8.2} ms {:9} visits", time * 1e3 / seeds as f64, visits / seeds);
            for (who, (took, looked)) in ["engine", "gap", "plain", "joint"].iter().zip(&sums[1..]) {
                print!("  {who} {:.2} {:.2}", took / time, *looked as f64 / visits as f64);
            }
            println!();
        }
    }
}

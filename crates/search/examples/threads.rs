//! How much sooner bounded alpha-beta is done on two threads: stochastic random trees in one run, one thread beside two.
//!
//! Run with `cargo run --release -p secateur-search --example threads [PLIES]`, on a machine with nothing else to do. The
//! bounds of both are checked against each other before any time is told.
#![allow(clippy::print_stdout)] // a measurement is there to be read

use std::time::Instant;

use secateur_games::random_tree::{Luck, Shape, StochasticTree, StoredTree, WholeLeaves};
use secateur_search::{BoundedPlus, Jamboree, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plies = std::env::args().nth(1).map_or(Ok(Jamboree::default().plies), |word| word.parse())?;
    let settings = Jamboree::default().threads(2).cutoff(0).plies(plies);
    for epsilon in [1.0, 8.0] {
        let (mut alone, mut together, mut nodes) = (0.0, 0.0, [0, 0]);
        for seed in 1..=8 {
            let shape = Shape::uniform(if epsilon < 2.0 { 7 } else { 8 }, 4);
            let tree = StochasticTree::new(shape, Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, seed)?;
            let tree = StoredTree::of(&tree)?;
            let policies = BoundedPlus::within(epsilon)?;
            let started = Instant::now();
            let one = Search::new(&tree).bounded_plus(&policies);
            alone += started.elapsed().as_secs_f64();
            let started = Instant::now();
            let two = Search::new(&tree).bounded_jamboree(&policies, &settings);
            together += started.elapsed().as_secs_f64();
            assert!(one.bounds.lower <= two.bounds.upper && two.bounds.lower <= one.bounds.upper, "seed {seed}");
            assert!(two.bounds.upper.get() - two.bounds.lower.get() <= epsilon);
            nodes[0] += one.statistics.visits;
            nodes[1] += two.statistics.visits;
        }
        println!(
            "ε = {epsilon}: {alone:.2} s alone, {together:.2} s together, {:.2} times as fast; {} and {} nodes",
            alone / together,
            nodes[0],
            nodes[1]
        );
    }
    Ok(())
}

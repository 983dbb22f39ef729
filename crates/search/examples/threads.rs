//! How much sooner bounded alpha-beta is done on two threads: stochastic random trees in one run, one thread beside two.
//!
//! Run with `cargo run --release -p secateur-search --example threads [PLIES]`, on a machine with nothing else to do. The
//! bounds of both are checked against each other before any time is told. Beside it stands the ceiling of the machine in the
//! same run: the search of one thread done twice at once, one on each of two threads that share nothing. Where the system tells it, processor time is
//! told as well: how much more work two threads do than one is the same on a busy machine.
#![allow(clippy::print_stdout)] // a measurement is there to be read

use std::time::Instant;

use secateur_games::random_tree::{Luck, Shape, StochasticTree, StoredTree, WholeLeaves};
use secateur_search::{BoundedPlus, Jamboree, Search};

/// Seconds that pass, and seconds that processors work for this program.
#[derive(Clone, Copy, Default)]
struct Taken {
    passed: f64,
    worked: f64,
}

impl Taken {
    fn add<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (started, before) = (Instant::now(), processor_seconds());
        let done = work();
        self.passed += started.elapsed().as_secs_f64();
        self.worked += processor_seconds() - before;
        done
    }
}

/// User time so far, as Linux tells it; 0 elsewhere.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields after the name, which stands in brackets; a tick is a hundredth of a second.
    let field = text.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11));
    field.and_then(|ticks| ticks.parse::<f64>().ok()).map_or(0.0, |ticks| ticks / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = Jamboree::for_chance().threads(2);
    if let Some(word) = std::env::args().nth(1) {
        settings = settings.plies(word.parse()?);
    }
    for (epsilon, depth) in [(1.0, 6), (8.0, 7)] {
        let (mut alone, mut together, mut nodes) = (Taken::default(), Taken::default(), [0, 0]);
        let mut twice = Taken::default();
        for seed in 1..=12 {
            let shape = Shape::uniform(depth, 4);
            let tree = StochasticTree::new(shape, Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, seed)?;
            let tree = StoredTree::of(&tree)?;
            let policies = BoundedPlus::within(epsilon)?;
            let one = alone.add(|| Search::new(&tree).bounded_plus(&policies));
            let two = together.add(|| Search::new(&tree).bounded_jamboree(&policies, &settings));
            twice.add(|| {
                std::thread::scope(|scope| {
                    scope.spawn(|| Search::new(&tree).bounded_plus(&policies));
                    Search::new(&tree).bounded_plus(&policies)
                })
            });
            assert!(one.bounds.lower <= two.bounds.upper && two.bounds.lower <= one.bounds.upper, "seed {seed}");
            assert!(two.bounds.upper.get() - two.bounds.lower.get() <= epsilon);
            nodes[0] += one.statistics.visits;
            nodes[1] += two.statistics.visits;
        }
        println!(
            "ε = {epsilon}: {:.2} times as fast where {:.2} is the ceiling ({:.2} s alone, {:.2} s together), {:.2} times the \
             work, {:.2} times the nodes",
            alone.passed / together.passed,
            2.0 * alone.passed / twice.passed,
            alone.passed,
            together.passed,
            together.worked / alone.worked,
            nodes[1] as f64 / nodes[0] as f64,
        );
    }
    Ok(())
}

//! How many nodes a second the searches of games with chance look at, on a random tree in memory, beside a recursion
//! written by hand for this one tree and this one algorithm.
//!
//! Run with `cargo run --release -p secateur-search --example node_rate`. Every answer is checked before its time is told.
#![allow(clippy::print_stdout)] // a measurement is there to be read

use std::time::Instant;

use secateur_game::{Chance, Game, Turn};
use secateur_games::random_tree::{Luck, Shape, StochasticTree, StoredTree, WholeLeaves};
use secateur_search::{BoundedPlus, Outcome, Search};
use secateur_value::Real;

/// Algorithm 1 for this tree alone: plain floating-point numbers, no limits, no line, no counts but one, nothing generic.
struct ByHand<'t> {
    tree: &'t StoredTree,
    epsilon: f64,
    nodes: u64,
}

const RANGE: (f64, f64) = (0.0, 100.0);

impl ByHand<'_> {
    fn visit(&mut self, place: u32, mut alpha: f64, mut beta: f64) -> (f64, f64) {
        self.nodes += 1;
        let (mut lower, mut upper) = RANGE;
        match self.tree.turn(&place) {
            Turn::Over(value) => (value.get(), value.get()),
            Turn::Max => {
                let mut best_upper = lower;
                let mut moves = self.tree.moves(&place).peekable();
                while let Some(chosen) = moves.next() {
                    let (l, u) = self.visit(self.after(place, chosen), alpha, beta);
                    best_upper = best_upper.max(u);
                    lower = lower.max(l);
                    alpha = alpha.max(lower);
                    if beta <= alpha + self.epsilon && moves.peek().is_some() {
                        return (lower, upper);
                    }
                }
                (lower, best_upper)
            }
            Turn::Min => {
                let mut best_lower = upper;
                let mut moves = self.tree.moves(&place).peekable();
                while let Some(chosen) = moves.next() {
                    let (l, u) = self.visit(self.after(place, chosen), alpha, beta);
                    best_lower = best_lower.min(l);
                    upper = upper.min(u);
                    beta = beta.min(upper);
                    if beta <= alpha + self.epsilon && moves.peek().is_some() {
                        return (lower, upper);
                    }
                }
                (best_lower, upper)
            }
            Turn::Chance(draw) => {
                let total: u64 = draw.outcomes(self.tree, &place).map(|(weight, _)| weight).sum();
                let mut outcomes = draw.outcomes(self.tree, &place).peekable();
                while let Some((weight, outcome)) = outcomes.next() {
                    let probability = weight as f64 / total as f64;
                    let a = RANGE.0.max((alpha - upper) / probability + RANGE.1);
                    let b = RANGE.1.min((beta - lower) / probability + RANGE.0);
                    let (l, u) = self.visit(self.after(place, outcome), a, b);
                    lower += probability * (l - RANGE.0);
                    upper -= probability * (RANGE.1 - u);
                    alpha = alpha.max(lower);
                    beta = beta.min(upper);
                    if beta <= alpha + self.epsilon && outcomes.peek().is_some() {
                        break;
                    }
                }
                (lower, upper)
            }
        }
    }

    fn after(&self, mut place: u32, chosen: u16) -> u32 {
        self.tree.play(&mut place, chosen);
        place
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let leaves = WholeLeaves::new(0, 100)?;
    let tree = StoredTree::of(&StochasticTree::new(Shape::uniform(6, 4), Luck::slip(4, 5)?, leaves, 1)?)?;
    println!("{} nodes in memory, b = 4, six plies, p = 0.8", tree.nodes());
    let epsilon = 2.0;
    // The best of several runs: the machine may be shared.
    let mut by_hand = (f64::MAX, 0, (0.0, 0.0));
    let mut ours: Vec<(&str, f64, Outcome<Real, u16>)> = Vec::new();
    type Ask<'t> = Box<dyn Fn() -> Outcome<Real, u16> + 't>;
    let plus = BoundedPlus::within(epsilon)?;
    let searches: [(&str, Ask<'_>); 4] = [
        ("bounded", Box::new(|| Search::new(&tree).bounded(epsilon).unwrap_or_else(|never| panic!("{never}")))),
        ("bounded-plus", Box::new(|| Search::new(&tree).bounded_plus(&plus))),
        ("star1", Box::new(|| Search::new(&tree).star1())),
        ("expectimax, four plies", Box::new(|| Search::new(&tree).limits(four_plies()).expectimax())),
    ];
    for _ in 0..5 {
        let mut hand = ByHand { tree: &tree, epsilon, nodes: 0 };
        let started = Instant::now();
        let found = hand.visit(tree.start(), RANGE.0, RANGE.1);
        by_hand = (by_hand.0.min(started.elapsed().as_secs_f64()), hand.nodes, found);
        for (name, ask) in &searches {
            let started = Instant::now();
            let outcome = ask();
            let seconds = started.elapsed().as_secs_f64();
            match ours.iter_mut().find(|(known, ..)| known == name) {
                Some((_, best, _)) => *best = best.min(seconds),
                None => ours.push((name, seconds, outcome)),
            }
        }
    }
    let (hand_seconds, hand_nodes, (lower, upper)) = by_hand;
    let hand_rate = hand_nodes as f64 / hand_seconds;
    println!("{:24} {:8.2} million nodes a second, [{lower:.4}, {upper:.4}]", "by hand", hand_rate / 1e6);
    for (name, seconds, outcome) in &ours {
        let bounds = outcome.bounds;
        let visits = outcome.statistics.visits;
        if *name == "bounded" {
            // Numbers that are not rounded outwards cut a few nodes more than they may.
            assert!(visits.abs_diff(hand_nodes) * 1000 < hand_nodes, "{visits} nodes, {hand_nodes} by hand");
            assert!((bounds.lower.get() - lower).abs() < 1e-9 && (bounds.upper.get() - upper).abs() < 1e-9);
        }
        assert!(bounds.lower.get() <= upper + 1e-9 && bounds.upper.get() >= lower - 1e-9, "{name} disagrees");
        let rate = visits as f64 / seconds;
        println!(
            "{name:24} {:8.2} million nodes a second, {:.2} times the time a node, {visits} nodes",
            rate / 1e6,
            hand_rate / rate
        );
    }
    Ok(())
}

fn four_plies() -> secateur_search::Limits {
    secateur_search::Limits::none().depth(4)
}

//! Estimates: exactly what the evaluator gives within the depth where nothing is left to trust, near it where something is; and bounds
//! that hold beside them, whatever stops the search.

use secateur_game::{Game, Random, Turn};
use secateur_games::RandomMixed;
use secateur_games::random_mixed::Form;
use secateur_search::{End, Estimating, Horizon, Limits, Memories, Search, Stop};
use secateur_value::Real;

use super::Testable;
use crate::graphs::{Graph, Recipe};

/// Any idea of what positions are worth, within what the game promises.
struct Whim;

impl<G: Testable> Horizon<G> for Whim {
    fn promises(&self) -> bool {
        false
    }

    fn value(&self, game: &G, position: &G::Position, _: End) -> Real {
        let promised = game.bounds(position);
        let (lower, upper) = (promised.lower.get(), promised.upper.get());
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&game.key(position), &mut hasher);
        let share = (std::hash::Hasher::finish(&hasher) >> 40) as f64 / (1u64 << 24) as f64;
        Real::new(lower + (upper - lower) * share).unwrap()
    }
}

fn careful(proof: f64) -> Estimating {
    Estimating::default().trusting(false).proof(proof)
}

fn agrees<G: Testable>(game: &G, depth: u32, what: &str) {
    let limits = Limits::none().depth(depth);
    let plain = Search::new(game).horizon(Whim).limits(limits.clone()).backward_induction();
    for (threads, bytes) in [(1, 1 << 16), (1, 64), (2, 1 << 16)] {
        let memories = Memories::with_bytes(bytes);
        let ask = || Search::new(game).horizon(Whim).limits(limits.clone());
        let advice = ask().advise_with(&careful(0.0).threads(threads), &memories);
        let (one, other) =
            (plain.estimate.unwrap_or(plain.bounds.lower), advice.estimate.unwrap_or(advice.bounds.lower));
        let near = (one.get() - other.get()).abs() <= 1e-6;
        assert!(near, "{what}, depth {depth}, {bytes} bytes: {one:?} and {other:?}, {:?}", advice.stopped);
        let again = ask().advise_with(&careful(0.0), &memories);
        let other = again.estimate.unwrap_or(again.bounds.lower);
        assert!((one.get() - other.get()).abs() <= 1e-6, "{what}, depth {depth}, again: {one:?} and {other:?}");
    }
}

#[test]
fn without_trust_an_estimate_is_that_of_backward_induction() {
    for number in 0..1_500 {
        let game = Graph::new(Recipe::numbered(number), number);
        agrees(&game, 1 + number as u32 % 4, &format!("game {number}"));
    }
    for seed in 0..60 {
        let places = if seed % 2 == 0 { 0 } else { 40 };
        let form = Form { depth: 9, moves: 3, places, irregular: seed % 3 == 0, ..Form::default() };
        let game = RandomMixed::new(form, seed).unwrap();
        for depth in 1..6 {
            agrees(&game, depth, &format!("mixed {seed}"));
        }
    }
}

/// Limits of every kind: bounds hold, limits are kept, and both players always have something to play.
#[test]
fn bounds_hold_beside_estimates_and_moves_are_never_missing() {
    let mut random = Random::new(23);
    let (mut estimated, mut proved) = (0, 0);
    for number in 0..2_000 {
        let game = Graph::new(Recipe::numbered(number), number);
        let value = Search::new(&game).exact().unwrap().value;
        let memories = Memories::with_bytes(1 << 14);
        for _ in 0..3 {
            let nodes = random.below(200);
            let trust = Estimating::default().trusting(random.below(2) == 0).proof(random.unit());
            let mut limits = Limits::none().nodes(nodes);
            if random.below(2) == 0 {
                limits = limits.depth(random.below(4) as u32);
            }
            let advice = Search::new(&game).horizon(Whim).limits(limits.clone()).advise_with(&trust, &memories);
            let what = || format!("game {number}, {limits:?}: {:?}, value {value}", advice.bounds);
            assert!(super::holds(&advice, &value), "{}", what());
            // Where everything was looked at, it is the proof that a limit stopped: nobody has asked for a depth.
            assert!(limits.depth.is_some() || advice.stopped != Stop::Depth, "{}", what());
            assert!(advice.statistics.visits <= nodes, "{}: {} visits", what(), advice.statistics.visits);
            let all = advice.statistics.visits == nodes;
            assert!(all || advice.stopped != Stop::Nodes, "{}: {} visits of {nodes}", what(), advice.statistics.visits);
            estimated += u32::from(advice.estimate.is_some());
            proved += u32::from(advice.stopped == Stop::Solved);
            for strategy in [&advice.strategies.max, &advice.strategies.min] {
                let sum: f64 = strategy.iter().map(|(_, probability)| probability).sum();
                assert!(strategy.is_empty() || (sum - 1.0).abs() < 1e-9, "{}: {strategy:?}", what());
            }
            let missing = match game.turn(&game.start()) {
                Turn::Max => advice.strategies.max.is_empty(),
                Turn::Min => advice.strategies.min.is_empty(),
                Turn::Both(_) => advice.strategies.max.is_empty() || advice.strategies.min.is_empty(),
                _ => false,
            };
            assert!(!missing, "{}", what());
        }
    }
    assert!(estimated > 300 && proved > 300, "{estimated} estimated, {proved} proved");
}

/// What trust saves, and how little it changes.
#[test]
fn trust_saves_most_of_the_work() {
    let (mut all, mut few, mut off) = (0, 0, 0.0_f64);
    for seed in 0..6 {
        let form = Form { depth: 12, moves: 5, ..Form::default() };
        let game = RandomMixed::new(form, seed).unwrap();
        let ask = || Search::new(&game).horizon(Whim).limits(Limits::none().depth(4));
        let whole = ask().advise(&careful(0.0));
        let trusting = ask().advise(&Estimating::default().proof(0.0));
        all += whole.statistics.visits;
        few += trusting.statistics.visits;
        off += (whole.estimate.unwrap().get() - trusting.estimate.unwrap().get()).abs();
    }
    assert!(few < all, "{few} instead of {all} visits, {off:.2} off");
    assert!(off / 6.0 < 5.0, "{off:.2} off");
}

//! What a bounded search promises: the value lies between the bounds, and they lie at most ε apart. No tolerance anywhere.

use secateur_game::Game;
use secateur_games::random_tree::{Luck, RandomTree, RealLeaves, Shape, WholeLeaves};
use secateur_search::{BoundedPlus, Limits, Search, Stop};
use secateur_value::Real;

use crate::oracle::{exact, holds, slippery, tree, value, width, wild};

const EPSILONS: [f64; 10] = [1e-9, 0.1, 0.5, 1.0, 3.0, 8.0, 13.7, 24.0, 50.0, 100.0];

/// Every policy alone and all together, a different one for every seed.
fn policies(seed: u64, epsilon: f64) -> BoundedPlus {
    let bit = |place: u64| seed >> place & 1 == 1;
    let chosen = BoundedPlus::within(epsilon).unwrap();
    if seed.is_multiple_of(3) {
        return chosen;
    }
    let chosen = chosen.windows(bit(2)).slack(bit(3)).skip(bit(4)).likely_first(bit(5));
    chosen.probe(bit(6)).narrowing(bit(7))
}

#[test]
fn a_hundred_thousand_trees_and_ten_errors_without_a_violation() {
    let (mut searches, mut close) = (0, 0);
    for seed in 0..100_000 {
        let game = wild(seed);
        let truth = value(&game, &game.start());
        for epsilon in EPSILONS {
            let allowed = exact(Real::new(epsilon).unwrap());
            let printed = Search::new(&game).bounded(epsilon).unwrap();
            let plus = Search::new(&game).bounded_plus(&policies(seed, epsilon));
            for outcome in [printed, plus] {
                assert!(holds(&outcome.bounds, &truth), "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
                assert!(width(&outcome.bounds) <= allowed, "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
                assert_eq!(outcome.stopped, Stop::Solved);
                searches += 1;
                close += u32::from(!outcome.bounds.is_exact());
            }
        }
    }
    assert!(searches == 2_000_000 && close > 200_000, "{close} of {searches} searches used their error");
}

#[test]
fn slips_and_real_leaves_keep_the_promise_too() {
    for seed in 0..150 {
        let leaves = RealLeaves::new(-0.3, 0.7).unwrap();
        let (of_ten, own) = (Luck::slip(7, 10).unwrap(), Luck::slip(1, 3).unwrap().own_successors());
        for (luck, shape) in [(of_ten, Shape::uniform(3, 3)), (own, Shape::uniform(3, 3).wild())] {
            let game = tree(shape, luck, leaves, seed);
            let truth = value(&game, &game.start());
            for epsilon in [1e-12, 0.01, 0.1, 0.25, 1.0] {
                let printed = Search::new(&game).bounded(epsilon).unwrap();
                let plus = Search::new(&game).bounded_plus(&policies(seed, epsilon));
                for outcome in [printed, plus] {
                    assert!(holds(&outcome.bounds, &truth));
                    assert!(width(&outcome.bounds) <= exact(Real::new(epsilon).unwrap()));
                }
            }
        }
    }
}

/// With probabilities of halves and quarters nothing has to be rounded, and then no error means none.
#[test]
fn no_error_is_none_where_numbers_can_say_so() {
    for seed in 0..2_000 {
        let luck = Luck::slip(1, 2).unwrap();
        let game = tree(Shape::uniform(3, 3), luck, WholeLeaves::new(0, 100).unwrap(), seed);
        let all = Search::new(&game).expectimax();
        assert!(all.bounds.is_exact());
        assert_eq!(Search::new(&game).bounded(0.0).unwrap().bounds, all.bounds);
        assert_eq!(Search::new(&game).star1().bounds, all.bounds);
        assert_eq!(Search::new(&game).star2().bounds, all.bounds);
        assert_eq!(Search::new(&game).bounded_plus(&BoundedPlus::default()).bounds, all.bounds);
    }
}

#[test]
fn without_chance_the_promise_is_the_same() {
    for seed in 0..3_000 {
        let shape = Shape::uniform(4, 3).wild();
        let game = RandomTree::new(shape, WholeLeaves::new(0, 100).unwrap(), seed).unwrap();
        let truth = Search::new(&game).minimax().bounds;
        for epsilon in [0.0, 1.0, 8.0, 24.0, 100.0] {
            let printed = Search::new(&game).bounded(epsilon).unwrap();
            let plus = Search::new(&game).bounded_plus(&policies(seed, epsilon));
            for outcome in [printed, plus] {
                assert!(outcome.bounds.contains(&truth.lower));
                assert!(width(&outcome.bounds) <= exact(Real::new(epsilon).unwrap()));
            }
        }
    }
}

#[test]
fn limits_leave_bounds_that_hold() {
    for seed in 0..400 {
        let game = wild(seed);
        let truth = value(&game, &game.start());
        for epsilon in [0.0, 5.0] {
            for limits in [
                Limits::none().nodes(0),
                Limits::none().nodes(3),
                Limits::none().nodes(11),
                Limits::none().nodes(40),
                Limits::none().depth(0),
                Limits::none().depth(1),
                Limits::none().depth(2),
            ] {
                let ask = || Search::new(&game).limits(limits.clone());
                let outcomes =
                    [ask().bounded(epsilon).unwrap(), ask().bounded_plus(&policies(seed, epsilon)), ask().star2()];
                for outcome in outcomes {
                    assert!(holds(&outcome.bounds, &truth), "seed {seed}, {limits:?}: {}", outcome.bounds);
                    assert!(limits.nodes.is_none_or(|nodes| outcome.statistics.visits <= nodes));
                    let player = game.turn(&game.start()).player();
                    assert_eq!(outcome.best_move().is_some(), player.is_some());
                }
            }
        }
    }
}

/// An estimate promises nothing, and all searches that allow no error find the same one.
#[test]
fn estimates_agree() {
    for seed in 0..200 {
        let game = slippery(4, 2, seed);
        for depth in 1..4 {
            let ask = || Search::new(&game).limits(Limits::none().depth(depth)).estimate();
            let plain = ask().expectimax();
            assert_eq!((plain.stopped, plain.bounds), (Stop::Depth, game.bounds(&game.start())));
            let near = |estimate: Option<Real>| (estimate.unwrap().get() - plain.estimate.unwrap().get()).abs() < 1e-9;
            assert!(near(ask().star1().estimate) && near(ask().star2().estimate));
            assert!(near(ask().bounded(0.0).unwrap().estimate));
        }
    }
}

//! On several threads the bounds promise the same as on one.

use secateur_game::Game;
use secateur_games::random_tree::{Luck, Shape, WholeLeaves};
use secateur_search::{BoundedPlus, Jamboree, Limits, Search, Stop, Table};
use secateur_value::Real;

use crate::oracle::{exact, holds, slippery, tree, value, width};

/// Everything is shared, down to the leaves.
fn eager() -> Jamboree {
    Jamboree::default().threads(2).cutoff(0).plies(100)
}

#[test]
fn bounds_hold_and_are_close_enough() {
    for seed in 0..150 {
        let game = tree(Shape::uniform(5, 3).wild(), Luck::Dice, WholeLeaves::new(0, 100).unwrap(), seed);
        let truth = value(&game, &game.start());
        let table: Table<u64, Real> = Table::with_megabytes(1).unwrap();
        for epsilon in [0.0, 0.5, 8.0, 40.0] {
            for policies in [BoundedPlus::within(epsilon).unwrap(), BoundedPlus::within(epsilon).unwrap().skip(false)] {
                let ask = || Search::new(&game);
                let outcomes = [
                    ask().bounded_jamboree(&policies, &eager()),
                    ask().memory(&table).bounded_jamboree(&policies, &eager()),
                ];
                for outcome in outcomes {
                    assert!(holds(&outcome.bounds, &truth), "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
                    let allowed = exact(Real::new(epsilon.max(1e-9)).unwrap());
                    assert!(width(&outcome.bounds) <= allowed, "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
                    assert_eq!(outcome.stopped, Stop::Solved);
                    assert_eq!(outcome.best_move().is_some(), game.turn(&game.start()).player().is_some());
                }
            }
        }
    }
}

#[test]
fn limits_hold_on_all_threads_together() {
    for seed in 0..60 {
        let game = slippery(4, 3, seed);
        let all = Search::new(&game).expectimax().bounds;
        for nodes in [0, 1, 10, 100, 1_000] {
            let limits = Limits::none().nodes(nodes);
            let policies = BoundedPlus::within(1.0).unwrap();
            let outcome = Search::new(&game).limits(limits).bounded_jamboree(&policies, &eager());
            assert!(outcome.statistics.visits <= nodes);
            assert!(outcome.bounds.lower <= all.upper && all.lower <= outcome.bounds.upper);
        }
    }
}

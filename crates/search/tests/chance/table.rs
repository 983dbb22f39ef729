//! A table of both bounds changes how much is looked at, never what holds.

use secateur_game::Game;
use secateur_games::random_tree::{IntegerLeaves, Luck, RandomTree, Shape, WholeLeaves};
use secateur_search::{BoundedPlus, HintFirst, Limits, Search, Table};
use secateur_value::Real;

use crate::oracle::{exact, holds, slippery, tree, value, width};

#[test]
fn what_is_remembered_holds() {
    for seed in 0..400 {
        let shape = Shape::uniform(5, 3).wild().shared(3);
        let game = tree(shape, Luck::Dice, WholeLeaves::new(0, 100).unwrap(), seed);
        let truth = value(&game, &game.start());
        // One table for all questions: bounds found for one answer another.
        let table: Table<u64, Real> = Table::with_megabytes(1).unwrap();
        for epsilon in [50.0, 8.0, 20.0, 1.0, 0.25] {
            for policies in
                [BoundedPlus::within(epsilon).unwrap(), BoundedPlus::within(epsilon).unwrap().narrowing(true)]
            {
                let outcome = Search::new(&game).memory(&table).order(HintFirst).bounded_plus(&policies);
                assert!(holds(&outcome.bounds, &truth), "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
                assert!(width(&outcome.bounds) <= exact(policies.epsilon.real()));
            }
            for depth in 0..4 {
                let outcome = Search::new(&game)
                    .memory(&table)
                    .limits(Limits::none().depth(depth))
                    .bounded_plus(&BoundedPlus::within(epsilon).unwrap());
                assert!(holds(&outcome.bounds, &truth), "seed {seed}, ε = {epsilon}: {}", outcome.bounds);
            }
        }
    }
}

#[test]
fn estimates_of_one_search_do_not_leak_into_another() {
    for seed in 0..100 {
        let game = slippery(3, 2, seed);
        let truth = value(&game, &game.start());
        let table: Table<u64, Real> = Table::with_megabytes(1).unwrap();
        for depth in [1, 2] {
            let ask = Search::new(&game).memory(&table).limits(Limits::none().depth(depth)).estimate();
            assert!(holds(&ask.bounded_plus(&BoundedPlus::within(1.0).unwrap()).bounds, &truth));
            assert!(holds(&Search::new(&game).memory(&table).star2().bounds, &truth));
            assert!(holds(&Search::new(&game).memory(&table).expectimax().bounds, &truth));
        }
    }
}

/// The same for alpha-beta, whose search without a depth limit once took another search's estimates for the truth.
#[test]
fn estimates_do_not_leak_into_a_search_without_a_depth_limit() {
    for seed in 0..100 {
        let game = RandomTree::new(Shape::uniform(6, 3), IntegerLeaves::new(0, 100).unwrap(), seed).unwrap();
        let truth = Search::new(&game).minimax().bounds;
        let table: Table<u64, i32> = Table::with_megabytes(1).unwrap();
        for depth in 2..5 {
            let _ = Search::new(&game).memory(&table).limits(Limits::none().depth(depth)).estimate().alpha_beta();
        }
        assert_eq!(Search::new(&game).memory(&table).alpha_beta().bounds, truth, "seed {seed}");
    }
}

#[test]
fn a_table_pays() {
    let (mut without, mut with, mut star1, mut star2) = (0, 0, 0, 0);
    for seed in 1..=20 {
        let game = slippery(4, 4, seed);
        let policies = BoundedPlus::within(8.0).unwrap();
        let table = || Table::<u64, Real>::with_megabytes(1).unwrap();
        without += Search::new(&game).bounded_plus(&policies).statistics.visits;
        with += Search::new(&game).memory(&table()).bounded_plus(&policies).statistics.visits;
        star1 += Search::new(&game).star1().statistics.visits;
        star2 += Search::new(&game).memory(&table()).star2().statistics.visits;
    }
    assert!(with * 3 < without, "{with} nodes with a table, {without} without");
    assert!(star2 * 5 < star1, "{star2} nodes of Star2, {star1} of Star1");
}

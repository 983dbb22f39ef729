use secateur_game::Game;
use secateur_games::random_tree::{Luck, RealLeaves, Shape};
use secateur_search::{Limits, Search, Stop, Table};
use secateur_value::{Chain, Real};

use crate::oracle::{holds, slippery, tree, value, wild};

#[test]
fn the_bounds_hold_and_are_tight() {
    for seed in 0..2_000 {
        let game = wild(seed);
        let outcome = Search::new(&game).expectimax();
        assert!(holds(&outcome.bounds, &value(&game, &game.start())), "seed {seed}: {}", outcome.bounds);
        // Three chance turns at most, each rounded once on either side.
        let mut steps = outcome.bounds.lower;
        (0..8).for_each(|_| steps = steps.next_up());
        assert!(steps >= outcome.bounds.upper, "seed {seed}: {}", outcome.bounds);
        assert_eq!(outcome.stopped, Stop::Solved);
    }
}

#[test]
fn real_leaves_and_real_slips_hold_too() {
    for seed in 0..200 {
        let leaves = RealLeaves::new(-0.3, 0.7).unwrap();
        for luck in [Luck::slip(4, 5).unwrap(), Luck::slip(1, 3).unwrap().own_successors()] {
            let game = tree(Shape::uniform(3, 3), luck, leaves, seed);
            assert!(holds(&Search::new(&game).expectimax().bounds, &value(&game, &game.start())));
        }
    }
}

#[test]
fn limits_leave_bounds_that_hold() {
    for seed in 0..300 {
        let game = wild(seed);
        let truth = value(&game, &game.start());
        for nodes in [0, 1, 2, 5, 9, 20] {
            let outcome = Search::new(&game).limits(Limits::none().nodes(nodes)).expectimax();
            assert!(holds(&outcome.bounds, &truth), "seed {seed}, {nodes} nodes: {}", outcome.bounds);
            assert!(outcome.statistics.visits <= nodes);
        }
        for depth in 0..4 {
            let outcome = Search::new(&game).limits(Limits::none().depth(depth)).expectimax();
            assert!(holds(&outcome.bounds, &truth), "seed {seed}, depth {depth}: {}", outcome.bounds);
        }
    }
}

#[test]
fn a_table_finds_positions_again_and_changes_nothing() {
    let game = slippery(4, 4, 7);
    let table: Table<u64, Real> = Table::with_megabytes(4).unwrap();
    let (plain, kept) = (Search::new(&game).expectimax(), Search::new(&game).memory(&table).expectimax());
    assert_eq!(plain.bounds, kept.bounds);
    assert_eq!(plain.line, kept.line);
    assert!(kept.statistics.visits * 20 < plain.statistics.visits);
}

//! How many nodes the searches take, beside each other and beside the paper.

use secateur_games::random_tree::{RandomTree, Shape, WholeLeaves};
use secateur_search::{BoundedPlus, Search};
use secateur_value::{Real, Window};

use crate::oracle::{slippery, wild};

#[test]
fn without_error_the_nodes_are_those_of_alpha_beta() {
    for seed in 0..500 {
        for shape in [Shape::uniform(5, 3), Shape::uniform(5, 4).wild()] {
            let game = RandomTree::new(shape, WholeLeaves::new(0, 100).unwrap(), seed).unwrap();
            let window = Window::new(Real::from(0), Real::from(100));
            let classic = Search::new(&game).window(window).alpha_beta().statistics;
            for outcome in [Search::new(&game).bounded(0.0).unwrap(), Search::new(&game).star1()] {
                let found = outcome.statistics;
                assert_eq!((found.visits, found.expanded), (classic.visits, classic.expanded), "seed {seed}");
            }
        }
    }
}

#[test]
fn without_error_the_nodes_are_those_of_star1() {
    let check = |printed: u64, star1: u64, seed| assert_eq!(printed, star1, "seed {seed}");
    for seed in 0..3_000 {
        let game = wild(seed);
        let printed = Search::new(&game).bounded(0.0).unwrap().statistics.visits;
        check(printed, Search::new(&game).star1().statistics.visits, seed);
    }
    for seed in 0..20 {
        let game = slippery(4, 3, seed);
        let printed = Search::new(&game).bounded(0.0).unwrap().statistics.visits;
        check(printed, Search::new(&game).star1().statistics.visits, seed);
    }
}

/// The nodes of all instances together, relative to the printed algorithm's with the same error.
fn relative(epsilon: f64, policies: impl Fn(BoundedPlus) -> BoundedPlus) -> f64 {
    let policies = policies(BoundedPlus::within(epsilon).unwrap());
    let (mut printed, mut plus) = (0, 0);
    for seed in 1..=50 {
        let game = slippery(4, 4, seed);
        printed += Search::new(&game).bounded(epsilon).unwrap().statistics.visits;
        plus += Search::new(&game).bounded_plus(&policies).statistics.visits;
    }
    plus as f64 / printed as f64
}

#[test]
fn the_default_needs_a_fraction_of_the_printed_algorithm() {
    let (eight, more) = (relative(8.0, |all| all), relative(24.0, |all| all));
    assert!(eight <= 0.27, "{eight} of the nodes at ε = 8");
    assert!(more <= 0.17, "{more} of the nodes at ε = 24");
}

/// Without the others each policy saves something, and the contract alone costs nothing.
#[test]
fn every_policy_pays() {
    let none = |policies: BoundedPlus| policies.windows(false).slack(false).skip(false).likely_first(false);
    let alone = relative(8.0, none);
    assert!((0.95..1.02).contains(&alone), "{alone}");
    for (policies, at_most) in [
        (&(|p| none(p).windows(true)) as &dyn Fn(BoundedPlus) -> BoundedPlus, 0.95),
        (&|p| none(p).slack(true), 0.92),
        (&|p| none(p).skip(true), 0.45),
        (&|p| none(p).likely_first(true), 0.60),
        (&|p| none(p).likely_first(true).windows(true), 0.50),
        (&|p| none(p).likely_first(true).skip(true), 0.30),
    ] {
        let found = relative(8.0, policies);
        assert!(found <= at_most, "{found} of the nodes, expected {at_most}");
    }
}

//! What alpha-beta duo gains on the paper's random graphs at their widest: d = 15, v = 10, b = 9, sets.
//!
//! Visits do not depend on the machine, so they are asserted here; times are measured, beside visits, by the experiment
//! `duo-figure-3`.

use secateur_game::Game;
use secateur_games::random_dag::{Shape, random_dag};
use secateur_search::{Duo, Search};
use secateur_value::Set;

#[test]
fn probing_needs_a_small_part_of_the_looks_of_minimax_and_alpha_beta() {
    // Every position looked at counts, also a leaf that a probe evaluates without a visit: by visits alone it would be 29 and 87
    // times fewer.
    let [mut minimax, mut alpha_beta, mut probing] = [0; 3];
    for seed in 1..=2 {
        let game = random_dag::<Set<1>>(&Shape::alternating(15, 9, 10), seed).unwrap();
        let ask = || Search::at(&game, game.start());
        let outcomes =
            [ask().lattice_minimax(None), ask().lattice_alpha_beta(), ask().duo(&Duo::default().probe(true))];
        assert!(outcomes.iter().all(|outcome| outcome.bounds == outcomes[0].bounds), "graph {seed}");
        let [a, b, c] = outcomes.map(|outcome| outcome.statistics.visits + outcome.statistics.peeked);
        (minimax, alpha_beta, probing) = (minimax + a, alpha_beta + b, probing + c);
    }
    assert!(minimax >= 8 * probing, "{minimax} looks of minimax with a cache, {probing} of duo");
    assert!(alpha_beta >= 20 * probing, "{alpha_beta} looks of alpha-beta, {probing} of duo");
}

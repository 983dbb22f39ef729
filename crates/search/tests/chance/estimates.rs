//! Searches that promise nothing: what they estimate comes closer the more they look at.

use secateur_game::{Game, laws};
use secateur_search::{ChanceProbCut, Limits, Mcms, Sampled, Search, Stop};

use crate::oracle::{holds, slippery, value, wild};

#[test]
fn a_sampled_game_keeps_the_laws() {
    for seed in 0..20 {
        let game = wild(seed);
        let sampled = Sampled::new(&game, &Mcms::samples(3).seed(seed));
        laws::check(&sampled, &laws::Effort::default().games(20)).unwrap();
    }
}

#[test]
fn more_samples_come_closer() {
    let off = |samples| {
        let each = (0..60).map(|seed| {
            let game = slippery(3, 3, seed);
            let truth = Search::new(&game).star1().bounds.lower.get();
            let outcome = Search::new(&game).mcms(&Mcms::samples(samples).seed(seed));
            assert_eq!(outcome.stopped, Stop::Estimated);
            assert!(holds(&outcome.bounds, &value(&game, &game.start())), "only what the game promises is promised");
            (outcome.estimate.unwrap().get() - truth).abs()
        });
        each.sum::<f64>() / 60.0
    };
    let (few, some, many) = (off(1), off(16), off(1_000));
    assert!(many < some && some < few && many < 1.5, "{few}, {some}, {many}");
}

#[test]
fn fewer_samples_look_at_less() {
    let game = slippery(5, 4, 1);
    let all = Search::new(&game).star1().statistics.visits;
    let few = Search::new(&game).mcms(&Mcms::samples(2)).statistics.visits;
    assert!(few * 5 < all, "{few} of {all}");
}

#[test]
fn a_prediction_that_is_never_believed_changes_nothing() {
    for seed in 0..40 {
        let game = slippery(5, 2, seed);
        for depth in 1..=5 {
            let ask = || Search::new(&game).limits(Limits::none().depth(depth)).estimate();
            let plain = ask().expectimax();
            let cut = ask().chance_probcut(&ChanceProbCut::new(1, 1e9));
            let truth = plain.estimate.unwrap_or(plain.bounds.lower).get();
            assert!((cut.estimate.unwrap().get() - truth).abs() < 1e-9, "seed {seed}, depth {depth}");
        }
    }
}

/// A wider margin believes fewer predictions: more nodes, and more moves as without any.
#[test]
fn the_margin_trades_nodes_for_moves() {
    let mut found = Vec::new();
    for margin in [0.0, 20.0, 60.0] {
        let (mut plain, mut cut, mut same) = (0, 0, 0);
        for seed in 100..140 {
            let game = slippery(7, 3, seed);
            let ask = || Search::new(&game).limits(Limits::none().depth(5)).estimate();
            let (full, guessed) = (ask().star1(), ask().chance_probcut(&ChanceProbCut::new(2, margin)));
            plain += full.statistics.visits;
            cut += guessed.statistics.visits;
            same += u32::from(full.best_move() == guessed.best_move());
        }
        found.push((cut as f64 / plain as f64, same));
    }
    assert!(found.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{found:?}");
    assert!(found[0].0 < 0.5 && found[2].1 >= 30, "{found:?}");
}

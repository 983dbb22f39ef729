//! Interval iteration: on games in which play goes in circles, and on those in which it does not, against expectimax.

use secateur_game::{Game, Keyed, Never, Turn};
use secateur_games::bearoff::Home;
use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
use secateur_games::{Backgammon, Bearoff, CopsAndRobbers, Einstein, Game2048, Parameters, Pig};
use secateur_search::table::TableKey;
use secateur_search::{Limits, Search, Stop, Table};
use secateur_value::{Bounds, Real};

/// Pig by value iteration: the probability that the player who is about to roll wins.
fn pig(goal: usize) -> f64 {
    let mut win = vec![vec![vec![0.0f64; goal]; goal]; goal];
    loop {
        let mut change = 0.0f64;
        for (own, other) in (0..goal).rev().flat_map(|own| (0..goal).rev().map(move |other| (own, other))) {
            for turn in (0..goal - own).rev() {
                let rolled = |side| if own + turn + side >= goal { 1.0 } else { win[own][other][turn + side] };
                let roll = (1.0 - win[other][own][0] + (2..=6).map(rolled).sum::<f64>()) / 6.0;
                let hold = if turn == 0 { 0.0 } else { 1.0 - win[other][own + turn][0] };
                change = change.max((roll.max(hold) - win[own][other][turn]).abs());
                win[own][other][turn] = roll.max(hold);
            }
        }
        if change < 1e-14 {
            return win[0][0][0];
        }
    }
}

#[test]
fn pig_has_its_value_between_close_bounds() {
    for goal in [1, 2, 7, 20, 45] {
        let Bounds { lower, upper } = Search::new(&Pig::new(goal)).interval_iteration(1e-10).unwrap().bounds;
        let value = pig(goal.into());
        assert!(lower.get() - 1e-12 <= value && value <= upper.get() + 1e-12, "{goal}: {lower} {upper}, not {value}");
        assert!(upper.get() - lower.get() <= 1e-10, "{goal}: {lower} to {upper}");
    }
}

/// Players who may hold nothing could go on for ever; best play is the same all the same.
#[test]
fn loose_rules_change_nothing() {
    let words = Parameters::parse(["goal=20", "rules=loose"]).unwrap();
    let Bounds { lower, upper } =
        Search::new(&Pig::from_parameters(&words).unwrap()).interval_iteration(1e-9).unwrap().bounds;
    let value = pig(20);
    assert!((lower.get()..=upper.get()).contains(&value) && upper.get() - lower.get() <= 1e-9, "{lower} to {upper}");
}

#[test]
fn limits_leave_bounds_that_hold() {
    let value = pig(20);
    for nodes in [0, 1, 10, 1_000, 5_000, 20_000] {
        let outcome = Search::new(&Pig::new(20)).limits(Limits::none().nodes(nodes)).interval_iteration(1e-9).unwrap();
        assert!((outcome.bounds.lower.get()..=outcome.bounds.upper.get()).contains(&value));
        assert!(outcome.statistics.visits <= nodes && outcome.stopped == Stop::Nodes);
    }
    let mut width = 2.0;
    for depth in [0, 5, 10, 20, 40] {
        let outcome = Search::new(&Pig::new(20)).limits(Limits::none().depth(depth)).interval_iteration(1e-9).unwrap();
        let Bounds { lower, upper } = outcome.bounds;
        assert!((lower.get()..=upper.get()).contains(&value) && upper.get() - lower.get() <= width);
        width = upper.get() - lower.get();
    }
}

fn agrees<G>(game: &G)
where
    G: Game<Value = Real, Both = Never> + Keyed<Key: TableKey>,
{
    let table = Table::<G::Key, Real>::with_megabytes(64).unwrap();
    let (all, once) =
        (Search::new(game).memory(&table).expectimax(), Search::new(game).interval_iteration(1e-9).unwrap());
    let (low, high) = (all.bounds.lower.max(once.bounds.lower), all.bounds.upper.min(once.bounds.upper));
    assert!(low <= high, "{} and {} contradict each other", all.bounds, once.bounds);
    assert!(once.bounds.upper.get() - once.bounds.lower.get() <= 1e-9);
    assert_eq!(once.stopped, Stop::Solved);
    if matches!(game.turn(&game.start()), Turn::Max | Turn::Min) {
        assert!(!once.line.is_empty());
    }
}

#[test]
fn games_without_circles_agree_with_expectimax() {
    let home = |points| Home::from_points(points).unwrap();
    agrees(&Einstein::new(3, 3).unwrap());
    agrees(&Game2048::new(2, 2, 32).unwrap());
    agrees(&Bearoff::new(home("65"), home("642")));
    agrees(&CopsAndRobbers::random(4, 4, 2, 1, 3).unwrap().lasting(6));
    for seed in 0..200 {
        let shape = Shape::uniform(4, 3).wild().shared(6);
        agrees(&StochasticTree::new(shape, Luck::Dice, WholeLeaves::new(0, 100).unwrap(), seed).unwrap());
    }
}

/// A blot that may be hit sends play in circles; with a limit of turns there are none, and the value comes near that without.
#[test]
fn backgammon_goes_in_circles() {
    let game = |turns: &str| {
        let words = Parameters::parse(["max=4:1", "min=25:1", turns]).unwrap();
        Backgammon::from_parameters(&words).unwrap()
    };
    let endless = Search::new(&game("turns=0")).interval_iteration(1e-7).unwrap().bounds;
    assert!(endless.upper.get() - endless.lower.get() <= 1e-7, "{endless:?}");
    let mut far = f64::INFINITY;
    for turns in ["turns=2", "turns=6", "turns=14", "turns=60"] {
        let limited = Search::new(&game(turns)).interval_iteration(1e-9).unwrap().bounds;
        let apart = (limited.lower.get() - endless.lower.get()).abs();
        assert!(apart <= far, "{turns}: {limited:?} is farther from {endless:?}");
        far = apart;
    }
    assert!(far < 1e-4, "{far}");
}

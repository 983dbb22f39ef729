//! Whole strategies and best responses: against the value of the game, and against a plain count of pure strategies.

use std::convert::Infallible;

use secateur_game::{Both, Game, Keyed, Player, Random, Turn};
use secateur_games::random_joint::{Form, Payoffs};
use secateur_games::{BiddingTicTacToe, Goofspiel, Parameters, Pursuit, RandomJoint, Tree};
use secateur_search::best_response::guaranteed;
use secateur_search::{Behaviour, DecidedAt, Ledger, Profile, Search, Step};
use secateur_value::Real;

/// A profile from backward induction encloses the value, closely.
fn is_an_equilibrium<G>(game: &G) -> usize
where
    G: Keyed<Value = Real, Key: Copy>,
{
    let ledger = Ledger::unlimited();
    let solve = |position: &G::Position| {
        let search = Search::new(game).position(position.clone()).memory(&ledger);
        Ok::<_, Infallible>(search.backward_induction().strategies)
    };
    let (profile, told) = Profile::gather(game, &game.start(), solve).unwrap();
    told.iter().for_each(|told| is_legal(game, told));
    let value = Search::new(game).memory(&ledger).backward_induction().bounds;
    let worth = |player| guaranteed(game, &game.start(), &profile, player).unwrap();
    let (max, min) = (worth(Player::Max), worth(Player::Min));
    assert!(max.lower <= value.upper && min.upper >= value.lower);
    assert!(min.upper.get() - max.lower.get() < 1e-9, "{max:?} {min:?} {value:?}");
    assert!(max.upper.get() - max.lower.get() < 1e-12 && min.upper.get() - min.lower.get() < 1e-12);
    told.len()
}

/// What is told of a position are moves of the position to which the told way leads, also where another has the same key.
fn is_legal<G: Game>(game: &G, told: &DecidedAt<G::Move>) {
    let mut position = game.start();
    for step in &told.path {
        match (*step, game.turn(&position)) {
            (Step::One(chosen), _) => drop(game.play(&mut position, chosen)),
            (Step::Both(row, column), Turn::Both(both)) => drop(both.play(game, &mut position, row, column)),
            (Step::Both(..), _) => panic!("both move where both are to move"),
        }
    }
    let (max, min): (Vec<_>, Vec<_>) = match game.turn(&position) {
        Turn::Both(both) => (both.rows(game, &position).collect(), both.columns(game, &position).collect()),
        _ => (game.moves(&position).collect(), game.moves(&position).collect()),
    };
    assert!(told.strategies.max.iter().all(|(chosen, _)| max.contains(chosen)), "{told:?}");
    assert!(told.strategies.min.iter().all(|(chosen, _)| min.contains(chosen)), "{told:?}");
}

#[test]
fn solved_games_are_not_exploited() {
    for seed in 0..200 {
        for payoffs in [Payoffs::Uniform, Payoffs::Integer, Payoffs::Correlated] {
            let form = Form { depth: 3, rows: 3, columns: 2, payoffs, irregular: true };
            is_an_equilibrium(&RandomJoint::new(form, seed).unwrap());
        }
    }
}

#[test]
fn every_kind_of_turn_takes_part() {
    let lopsided = Goofspiel::dealt(vec![3, 1, 2, 2], &[0, 2, 4, 5], &[1, 2, 3, 6], 1).unwrap();
    assert!(is_an_equilibrium(&lopsided) > 10);
    let words = |words: &[&str]| Parameters::parse(words).unwrap();
    is_an_equilibrium(
        &Goofspiel::from_parameters(&words(&["cards=4", "deck=shuffled", "max=1,3,4", "min=2,3,4"])).unwrap(),
    );
    is_an_equilibrium(&Goofspiel::from_parameters(&words(&["cards=5", "keys=ranked", "lead=2"])).unwrap());
    let ranked = ["cards=4", "keys=ranked", "deck=shuffled", "lead=2"];
    is_an_equilibrium(&Goofspiel::from_parameters(&words(&ranked)).unwrap());
    is_an_equilibrium(&BiddingTicTacToe::from_parameters(&words(&["coins=2", "board=X..O....X"])).unwrap());
    is_an_equilibrium(&Pursuit::from_parameters(&words(&["depth=4", "width=3"])).unwrap());
    let tree = "(both [(chance 1: (min 1 2) 2: (max -1 5)) (max 0 1)] [3 (both [1 -1] [-2 2])])";
    is_an_equilibrium(&tree.parse::<Tree>().unwrap());
}

/// Any strategy guarantees exactly what the worst of its opponent's pure answers leaves: in one matrix that is one line.
#[test]
fn guarantees_are_those_of_the_worst_answer() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let (rows, columns) = (1 + random.below(4) as usize, 1 + random.below(4) as usize);
        let cells: Vec<Vec<f64>> =
            (0..rows).map(|_| (0..columns).map(|_| random.below(21) as f64 - 10.0).collect()).collect();
        let lines: Vec<String> =
            cells.iter().map(|row| row.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")).collect();
        let tree: Tree = format!("(both [{}])", lines.join("] [")).parse().unwrap();
        // Eighths, so that sums are exact.
        let mut mix = |count: usize| {
            let mut weights = vec![0.0; count];
            (0..8).for_each(|_| weights[random.below(count as u64) as usize] += 0.125);
            weights
        };
        let (max, min) = (mix(rows), mix(columns));
        let mut profile = Profile::default();
        profile.insert(tree.key(&tree.start()), Behaviour { max: max.clone(), min: min.clone() });
        let column = |j: usize| (0..rows).map(|i| max[i] * cells[i][j]).sum::<f64>();
        let row = |i: usize| (0..columns).map(|j| min[j] * cells[i][j]).sum::<f64>();
        let worst = (0..columns).map(column).reduce(f64::min).unwrap();
        let best = (0..rows).map(row).reduce(f64::max).unwrap();
        let worth = |player| guaranteed(&tree, &tree.start(), &profile, player).unwrap();
        assert!(worth(Player::Max).contains(&Real::new(worst).unwrap()));
        assert!(worth(Player::Min).contains(&Real::new(best).unwrap()));
    }
}

#[test]
fn a_gap_in_a_strategy_is_named() {
    let tree: Tree = "(max a: (both [1 -1] [-1 1]) b: 0)".parse().unwrap();
    let mut profile = Profile::default();
    profile.insert(tree.key(&tree.start()), Behaviour { max: vec![0.5, 0.5], min: vec![] });
    let gap = guaranteed(&tree, &tree.start(), &profile, Player::Max).unwrap_err();
    assert_eq!((gap.player, gap.path.len()), (Player::Max, 1));
    profile.insert(tree.key(&tree.start()), Behaviour { max: vec![0.0, 1.0], min: vec![] });
    assert!(guaranteed(&tree, &tree.start(), &profile, Player::Max).unwrap().is_exact());
}

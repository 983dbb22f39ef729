//! The laws of values, estimates and ends, for every game of the collection with chance or simultaneous turns.

use std::fmt::Debug;

use secateur_game::laws::{self, Effort};
use secateur_game::{Evaluate, Game, Keyed};
use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
use secateur_games::{
    Attrition, Battle, Bearoff, BiddingTicTacToe, Duel, Einstein, Goofspiel, OshiZumo, ParameterError, Parameters,
    Pursuit, RandomJoint, RandomMixed, Snakes, Tree, Tron,
};
use secateur_value::Real;

fn effort() -> Effort {
    Effort::default().games(8).endgame(3_000)
}

fn game<G>(read: impl Fn(&Parameters) -> Result<G, ParameterError>, words: &[&str]) -> G {
    read(&Parameters::parse(words).unwrap()).unwrap()
}

fn values<G: Game<Value = Real, Position: PartialEq + Debug>>(game: &G) {
    laws::check_real_values(game, &effort()).unwrap();
}

fn ends<G: Keyed<Value = Real, Position: PartialEq + Debug>>(game: &G) {
    values(game);
    laws::check_ends(game, &effort()).unwrap();
}

fn estimates<G: Evaluate<Value = Real, Position: PartialEq + Debug>>(game: &G) {
    laws::check_estimates(game, &effort()).unwrap();
}

#[test]
fn simultaneous_turns() {
    ends(&Goofspiel::new(4));
    ends(&Goofspiel::dealt(vec![3, 1, 2, 2], &[0, 2, 4, 5], &[1, 2, 3, 6], 1).unwrap());
    ends(&game(Goofspiel::from_parameters, &["cards=4", "objective=points", "lead=2"]));
    ends(&game(OshiZumo::from_parameters, &["coins=5", "size=2"]));
    ends(&game(BiddingTicTacToe::from_parameters, &["coins=2"]));
    ends(&game(Tron::from_parameters, &["width=4", "height=3"]));
    ends(&game(Attrition::from_parameters, &[]));
    ends(&game(RandomJoint::from_parameters, &["depth=3"]));
    ends(&game(Pursuit::from_parameters, &[]));
    ends(&game(Duel::from_parameters, &[]));
}

#[test]
fn chance_turns() {
    ends(&game(Bearoff::from_parameters, &[]));
    values(&game(Einstein::from_parameters, &["board=3x3", "stones=2"]));
    for seed in 0..20 {
        let luck = Luck::slip(4, 5).unwrap();
        values(&StochasticTree::new(Shape::uniform(4, 3), luck, WholeLeaves::new(-5, 9).unwrap(), seed).unwrap());
    }
}

#[test]
fn every_kind_of_turn() {
    ends(&game(Goofspiel::from_parameters, &["cards=3", "deck=shuffled", "lead=1"]));
    ends(&game(Battle::from_parameters, &["health=2", "power=1", "spread=0", "rounds=3", "poison=1"]));
    ends(&game(Snakes::from_parameters, &["width=3", "height=2", "turns=2"]));
    for seed in 0..20 {
        ends(&game(RandomMixed::from_parameters, &["depth=4", &format!("seed={seed}")]));
    }
    values(&"(max (chance 1: 1 2: (both [1 -1] [-2 2])) 0)".parse::<Tree>().unwrap());
}

#[test]
fn evaluators_keep_what_is_promised() {
    estimates(&game(Battle::from_parameters, &[]));
    estimates(&game(Snakes::from_parameters, &[]));
}

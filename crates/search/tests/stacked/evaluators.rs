//! Evaluators of games of chance and of turns of both beat none: matches at equal nodes a move, from both sides.

use std::hash::Hash;

use secateur_game::{Both, Chance, Evaluate, Keyed, Random, Turn};
use secateur_games::{
    Attrition, Backgammon, Battle, Bearoff, BiddingTicTacToe, CopsAndRobbers, Duel, Einstein, Goofspiel, OshiZumo,
    ParameterError, Parameters, Pig, Pursuit, Snakes, Tron,
};
use secateur_search::{Estimate, Estimating, Horizon, Limits, Memories, Promise, Search};
use secateur_value::Real;

/// No game of a match lasts longer; what is promised then counts by its middle.
const LONGEST: u32 = 400;

/// A player's move, drawn from the strategy that a few nodes show.
fn choose<G: Keyed<Value = Real, Key: Hash>, H: Horizon<G>>(
    game: &G,
    place: &G::Position,
    horizon: H,
    nodes: u64,
    random: &mut Random,
) -> (Option<G::Move>, Option<G::Move>) {
    let memories = Memories::with_bytes(1 << 15);
    let search = Search::new(game).position(place.clone()).horizon(horizon).limits(Limits::none().nodes(nodes));
    let strategies = search.advise_with(&Estimating::default().proof(0.0), &memories).strategies;
    let mut draw = |strategy: &[(G::Move, f64)]| {
        let mut left = random.unit();
        let chosen = strategy.iter().find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        chosen.or(strategy.last()).map(|&(chosen, _)| chosen)
    };
    (draw(&strategies.max), draw(&strategies.min))
}

/// What Max gets if one player uses the evaluator and the other does not.
fn played<G: Keyed<Value = Real, Key: Hash> + Evaluate>(game: &G, knows: [bool; 2], nodes: u64, seed: u64) -> f64 {
    // The same luck for both sides of a pair.
    let (mut luck, mut random) = (Random::new(seed), Random::new(!seed));
    let mut place = game.start();
    for _ in 0..LONGEST {
        let mut by = |player: usize| {
            if knows[player] {
                choose(game, &place, Estimate, nodes, &mut random)
            } else {
                choose(game, &place, Promise, nodes, &mut random)
            }
        };
        match game.turn(&place) {
            Turn::Over(value) => return value.get(),
            Turn::Max => {
                let chosen = by(0).0.unwrap();
                game.play(&mut place, chosen);
            }
            Turn::Min => {
                let chosen = by(1).1.unwrap();
                game.play(&mut place, chosen);
            }
            Turn::Both(both) => {
                let (row, column) = (by(0).0.unwrap(), by(1).1.unwrap());
                both.play(game, &mut place, row, column);
            }
            Turn::Chance(chance) => {
                let outcomes: Vec<_> = chance.outcomes(game, &place).collect();
                let mut left = luck.below(outcomes.iter().map(|(weight, _)| weight).sum());
                let happens = outcomes.iter().find(|(weight, _)| {
                    let here = left < *weight;
                    left = left.saturating_sub(*weight);
                    here
                });
                game.play(&mut place, happens.unwrap().1);
            }
        }
    }
    let promised = game.promised(&place);
    (promised.lower.get() + promised.upper.get()) / 2.0
}

/// How much the evaluator is worth to whoever has it, and twice the standard error of that.
#[expect(clippy::print_stdout, reason = "the figures of MEASUREMENTS.md")]
fn worth<G: Keyed<Value = Real, Key: Hash> + Evaluate>(
    make: impl Fn(&Parameters) -> Result<G, ParameterError>,
    words: &str,
    (nodes, pairs): (u64, u64),
) {
    let parse = |seed: u64| words.replace("SEED", &(seed + 1).to_string());
    let gains: Vec<f64> = (0..pairs)
        .map(|seed| {
            let game = make(&Parameters::parse(parse(seed).split_whitespace()).unwrap()).unwrap();
            assert!(game.has_evaluator());
            (played(&game, [true, false], nodes, seed) - played(&game, [false, true], nodes, seed)) / 2.0
        })
        .collect();
    let words = if words.is_empty() { "the usual start" } else { words };
    let mean = gains.iter().sum::<f64>() / pairs as f64;
    let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / pairs as f64;
    let error = 2.0 * (spread / pairs as f64).sqrt();
    println!("{words}: {mean:+.3} ± {error:.3}");
    assert!(mean > error, "{words}: the evaluator brings {mean:+.3} ± {error:.3}");
}

#[test]
fn the_evaluator_of_oshi_zumo_beats_none() {
    worth(OshiZumo::from_parameters, "coins=20 size=3", (300, 60));
}

#[test]
fn evaluators_of_simultaneous_games_beat_none() {
    worth(Goofspiel::from_parameters, "cards=8 deck=shuffled", (300, 40));
    worth(BiddingTicTacToe::from_parameters, "coins=8", (120, 80));
    worth(Tron::from_parameters, "width=9 height=9", (100, 60));
    worth(Attrition::from_parameters, "max=6/2,5/1,4/3 min=6/2,5/1,4/3", (120, 80));
    worth(Duel::from_parameters, "max=12 min=12 rounds=40", (50, 120));
    worth(Snakes::from_parameters, "width=7 height=7 turns=40", (120, 50));
}

#[test]
fn evaluators_of_games_with_chance_beat_none() {
    worth(Backgammon::from_parameters, "", (80, 12));
    worth(Einstein::from_parameters, "board=5x5 stones=6", (80, 100));
}

/// Three fighters a side: who stands opposite whom decides.
#[test]
fn the_evaluator_of_battle_beats_none() {
    worth(Battle::from_parameters, "team=3 health=12 power=3 poison=1 rounds=60 seed=SEED", (150, 60));
}

/// A race is mostly luck: more games.
#[test]
fn the_evaluator_of_bear_off_beats_none() {
    worth(Bearoff::from_parameters, "max=66554433 min=66554433", (40, 400));
}

/// The evader and the pursuers, cops and robbers, and Pig are not the same for both players, or are mostly luck: more games.
#[test]
fn evaluators_of_chases_and_of_pig_beat_none() {
    worth(Pursuit::from_parameters, "width=7 height=7 depth=12 seed=SEED", (120, 120));
    worth(CopsAndRobbers::from_parameters, "grid=6x6 cops=2 depth=16 reading=paper seed=SEED", (80, 60));
    worth(Pig::from_parameters, "goal=50", (40, 900));
}

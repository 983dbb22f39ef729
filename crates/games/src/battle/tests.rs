use super::*;
use crate::parameters::Parameters;
use secateur_game::laws::{self, Effort};

fn game(words: &[&str]) -> Battle {
    Battle::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
}

const FORMS: [&[&str]; 6] = [
    &[],
    &["team=6", "health=40", "power=12", "spread=2", "rounds=30", "poison=3", "accuracy=85"],
    &["team=3", "seed=7", "poison=2", "spread=0", "accuracy=100"],
    &["max=fire:3/1/5,water:2/2/5", "min=grass:4/1/5,plain:1/3/2,fire:2/2/5", "poison=1"],
    &["team=1", "health=9", "accuracy=0", "objective=health"],
    &["team=3", "health=2", "power=3", "poison=5", "objective=health", "rounds=9"],
];

#[test]
fn the_laws_hold() {
    for words in FORMS {
        let games = if words.len() > 4 { 4 } else { 40 };
        let effort = Effort::default().games(games);
        laws::check(&game(words), &effort).unwrap();
        laws::check_keys(&game(words), &effort).unwrap();
        laws::check_canonical(&game(words), &effort.clone().games(games.min(8)), |value| value.get()).unwrap();
    }
}

/// Plays one round and shows all that may come of it, with weights in percent.
fn round(game: &Battle, ring: &mut Ring, row: Action, column: Action) -> Vec<(f64, Action)> {
    let Turn::Both(choices) = game.turn(ring) else { panic!("both choose") };
    assert!(choices.rows(game, ring).any(|action| action == row), "{row:?}");
    assert!(choices.columns(game, ring).any(|action| action == column), "{column:?}");
    choices.play(game, ring, row, column);
    match game.turn(ring) {
        Turn::Chance(dice) => {
            let outcomes: Vec<_> = dice.outcomes(game, ring).collect();
            let all: u64 = outcomes.iter().map(|(weight, _)| weight).sum();
            outcomes.into_iter().map(|(weight, outcome)| (100.0 * weight as f64 / all as f64, outcome)).collect()
        }
        _ => Vec::new(),
    }
}

fn result(max: u8, min: u8) -> Action {
    Action::Result { lost: [max, min], poisoned: [false; 2] }
}

#[test]
fn the_faster_one_strikes_first_and_elements_count() {
    // Fire takes twice as much from grass, grass half as much from fire, rounded up; grass falls before it can strike back.
    let game = game(&["max=fire:9/3/5", "min=grass:6/3/4", "spread=0"]);
    let mut ring = game.start();
    assert_eq!(round(&game, &mut ring, Action::Strike, Action::Strike), []);
    assert_eq!(ring.sides.map(|side| side.health[0]), [9, 0]);
    assert!(matches!(game.turn(&ring), Turn::Over(value) if value == 1.into()));
    let mut ring = game.start();
    round(&game, &mut ring, Action::Protect, Action::Strike);
    assert_eq!(ring.sides.map(|side| side.health[0]), [9, 6]);
    round(&game, &mut ring, Action::Strike, Action::Protect);
    assert_eq!(ring.sides.map(|side| (side.health[0], side.tired)), [(9, false), (6, true)]);
    let Turn::Both(choices) = game.turn(&ring) else { panic!("both choose") };
    assert_eq!(choices.columns(&game, &ring).collect::<Vec<_>>(), [Action::Strike, Action::Smash]);
}

#[test]
fn a_coin_decides_between_fighters_that_are_as_fast() {
    let game = game(&["max=plain:2/3/5", "spread=0"]);
    let mut ring = game.start();
    let outcomes = round(&game, &mut ring, Action::Strike, Action::Strike);
    assert_eq!(outcomes, [(50.0, result(0, 2)), (50.0, result(2, 0))]);
}

#[test]
fn a_smash_may_miss_and_every_roll_is_as_likely() {
    let game = game(&["max=plain:20/4/5", "spread=1", "accuracy=70"]);
    let mut ring = game.start();
    let outcomes = round(&game, &mut ring, Action::Smash, Action::Protect);
    assert_eq!(outcomes, [], "nothing happens to who is protected");
    let outcomes = round(&game, &mut ring, Action::Smash, Action::Smash);
    assert_eq!(outcomes.len(), 16);
    let share = |wanted: Action| outcomes.iter().find(|(_, result)| *result == wanted).map(|(share, _)| *share);
    assert!((share(result(5, 7)).unwrap() - 49.0 / 9.0).abs() < 1e-9);
    assert!((share(result(0, 6)).unwrap() - 7.0).abs() < 1e-9);
    assert!((share(result(0, 0)).unwrap() - 9.0).abs() < 1e-9);
}

#[test]
fn who_has_fallen_is_replaced_before_the_next_round() {
    let game = game(&["max=plain:1/9/9,plain:5/1/1", "min=plain:1/9/1,plain:5/1/1", "spread=0", "poison=1"]);
    let mut ring = game.start();
    round(&game, &mut ring, Action::Strike, Action::Strike);
    assert!(matches!(game.turn(&ring), Turn::Min), "the slower one has fallen");
    assert_eq!(game.moves(&ring).collect::<Vec<_>>(), [Action::Switch(1)]);
    game.play(&mut ring, Action::Switch(1));
    assert!(matches!(game.turn(&ring), Turn::Both(_)));
    // Poison takes the last health of both at the end of the round, and both send another one at once.
    let mut ring = game.start();
    round(&game, &mut ring, Action::Poison, Action::Poison);
    let Turn::Both(choices) = game.turn(&ring) else { panic!("both replace") };
    assert_eq!(choices.rows(&game, &ring).collect::<Vec<_>>(), [Action::Switch(1)]);
    choices.play(&game, &mut ring, Action::Switch(1), Action::Switch(1));
    assert_eq!(ring.rounds, game.rounds - 1, "that takes no round");
}

#[test]
fn a_switch_comes_before_the_blow() {
    let game = game(&["max=grass:4/2/9,water:6/2/1", "min=fire:8/2/5", "spread=0"]);
    let mut ring = game.start();
    round(&game, &mut ring, Action::Switch(1), Action::Strike);
    assert_eq!(ring.sides[0].health[..2], [4, 5], "fire takes half from water");
}

#[test]
fn impossible_words_are_explained() {
    let problem = |words: &[&str]| Battle::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
    assert_eq!(problem(&["team=7"]), "team=7: expected a whole number from 1 to 6");
    assert!(problem(&["max=ice:1/1/1"]).starts_with("max=ice:1/1/1: expected one to six fighters"));
    assert!(problem(&["min=fire:1/1"]).starts_with("min=fire:1/1: expected"));
    assert_eq!(problem(&["spread=3"]), "spread=3: expected a whole number from 0 to 2");
}

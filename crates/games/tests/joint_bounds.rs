//! Every promise of every game with joint turns, held against the values of all its positions in small instances.

use std::collections::HashMap;
use std::hash::Hash;

use secateur_game::laws::{self, Effort};
use secateur_game::{Both, Chance, Game, Keyed, Turn};
use secateur_games::{
    Attrition, Backgammon, Battle, Bearoff, BiddingTicTacToe, Duel, OshiZumo, ParameterError, Parameters, Pursuit,
    RandomJoint, Snakes, Tron,
};
use secateur_matrix::matrix_game;
use secateur_value::Real;

/// What rounding may add up to over the few levels of these games.
const SLACK: f64 = 1e-9;

/// The value of a position by plain backward induction; checks the promise of every position on the way.
fn value<G>(game: &G, position: &mut G::Position, known: &mut HashMap<G::Key, f64>) -> f64
where
    G: Game<Value = Real, Position: std::fmt::Debug> + Keyed<Key: Eq + Hash>,
{
    let key = game.key(position);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut after = |game: &G, position: &mut G::Position, undo| {
        let value = value(game, position, known);
        game.undo(position, undo);
        value
    };
    let found = match game.turn(position) {
        Turn::Over(value) => return value.get(),
        Turn::Chance(chance) => {
            let outcomes: Vec<_> = chance.outcomes(game, position).collect();
            let total: u64 = outcomes.iter().map(|(weight, _)| weight).sum();
            let range = chance.range(game, position).expect("outcomes");
            let share = |(weight, outcome)| {
                let undo = game.play(position, outcome);
                let value = after(game, position, undo);
                let kept = range.lower.get() - SLACK <= value && value <= range.upper.get() + SLACK;
                assert!(kept, "{range:?} was promised for all outcomes of {position:?}, one of which is worth {value}");
                weight as f64 / total as f64 * value
            };
            outcomes.into_iter().map(share).sum()
        }
        turn @ (Turn::Max | Turn::Min) => {
            let values = game.moves(position).map(|chosen| {
                let undo = game.play(position, chosen);
                after(game, position, undo)
            });
            let values: Vec<_> = values.collect();
            let best = if matches!(turn, Turn::Max) { f64::max } else { f64::min };
            values.into_iter().reduce(best).expect("a move")
        }
        Turn::Both(both) => {
            let columns: Vec<_> = both.columns(game, position).collect();
            let rows: Vec<Vec<f64>> = both
                .rows(game, position)
                .map(|row| {
                    let cell = |&column: &G::Move| {
                        let undo = both.play(game, position, row, column);
                        after(game, position, undo)
                    };
                    columns.iter().map(cell).collect()
                })
                .collect();
            matrix_game(&rows).expect("a matrix").value
        }
    };
    let promised = game.bounds(position);
    let kept = promised.lower.get() - SLACK <= found && found <= promised.upper.get() + SLACK;
    assert!(kept, "{promised:?} was promised for {position:?}, which is worth {found}");
    known.insert(key, found);
    found
}

fn root<G>(new: impl Fn(&Parameters) -> Result<G, ParameterError>, words: &[&str]) -> f64
where
    G: Game<Value = Real, Position: std::fmt::Debug> + Keyed<Key: Eq + Hash>,
{
    let game = new(&Parameters::parse(words).unwrap()).unwrap();
    value(&game, &mut game.start(), &mut HashMap::new())
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < SLACK, "{found}, not {expected}");
}

#[test]
fn oshi_zumo() {
    // Symmetric games are worth nothing.
    near(root(OshiZumo::from_parameters, &["coins=9", "size=2"]), 0.0);
    near(root(OshiZumo::from_parameters, &["coins=4", "size=1", "minimum=0", "horizon=7"]), 0.0);
    // An advantage is not worse than none, and mirrored it is its opposite.
    let ahead = root(OshiZumo::from_parameters, &["coins=8", "size=2", "max=9"]);
    let behind = root(OshiZumo::from_parameters, &["coins=8", "size=2", "min=9"]);
    near(ahead, -behind);
    assert!(ahead >= 0.0);
    near(
        root(OshiZumo::from_parameters, &["coins=7", "wrestler=1"]),
        -root(OshiZumo::from_parameters, &["coins=7", "wrestler=-1"]),
    );
    root(OshiZumo::from_parameters, &["coins=11", "max=8", "minimum=2", "size=1"]);
    root(OshiZumo::from_parameters, &["coins=8", "max=6", "alesia=yes", "size=1"]);
}

#[test]
fn bidding_tic_tac_toe() {
    // All of the coins buy every mark; the marker only settles the first tie.
    near(root(BiddingTicTacToe::from_parameters, &["max=9", "min=0", "pay=bank"]), 1.0);
    near(root(BiddingTicTacToe::from_parameters, &["coins=0", "tie=max"]), 1.0);
    near(root(BiddingTicTacToe::from_parameters, &["coins=0", "tie=min"]), -1.0);
    let fair = root(BiddingTicTacToe::from_parameters, &["coins=2"]);
    assert!((-1.0..=1.0).contains(&fair));
    root(BiddingTicTacToe::from_parameters, &["coins=3", "min=4", "board=X..O....."]);
}

#[test]
fn tron() {
    for words in [&["width=3", "height=3"][..], &["width=4", "height=4"], &["width=5", "height=4"]] {
        near(root(Tron::from_parameters, words), 0.0);
    }
    let obstacles = |cells| root(Tron::from_parameters, &["width=4", "height=4", cells]);
    near(obstacles("obstacles=b1"), -obstacles("obstacles=c4"));
    root(Tron::from_parameters, &["width=5", "height=4", "max=b2", "obstacles=c1,c4"]);
}

#[test]
fn pursuit() {
    let game = |words: &[&str]| root(Pursuit::from_parameters, words);
    // In a corner between two pursuers there is no way out, and one round is not enough to come from afar.
    near(game(&["evader=a1", "pursuers=a2,b1", "depth=1"]), -1.0);
    near(game(&["evader=a1", "pursuers=d4,d3", "depth=2"]), 1.0);
    for seed in 1..8 {
        let seed = format!("seed={seed}");
        let values =
            ["depth=2", "depth=4", "depth=6"].map(|depth| game(&[&seed, depth, "evader=b2", "pursuers=c4,d2"]));
        assert!(values.is_sorted_by(|shorter, longer| *shorter >= longer - SLACK), "{values:?}");
        game(&[&seed, "depth=5"]);
    }
}

#[test]
fn random_games() {
    for payoffs in ["payoffs=uniform", "payoffs=integer", "payoffs=correlated"] {
        for seed in 1..20 {
            let words = ["depth=3", "rows=3", "columns=4", "irregular=yes", payoffs, &format!("seed={seed}")];
            root(RandomJoint::from_parameters, &words);
        }
    }
}

#[test]
fn attrition() {
    let game = |words: &[&str]| root(Attrition::from_parameters, words);
    near(game(&["max=3/2,2/1", "min=3/2,2/1"]), 0.0);
    near(game(&["max=1/1", "min=2/1", "objective=health"]), -1.0);
    near(game(&["max=5/1,2/3", "min=4/2,2/2"]), -game(&["min=5/1,2/3", "max=4/2,2/2"]));
    game(&["objective=health"]);
}

#[test]
fn duel() {
    let game = |words: &[&str]| root(Duel::from_parameters, words);
    near(game(&[]), 0.0);
    near(game(&["max=3", "min=6", "rounds=7"]), -game(&["max=6", "min=3", "rounds=7"]));
    // One round, in which Max cannot win: a guard is all there is.
    near(game(&["max=1", "min=2", "rounds=1"]), 0.0);
    near(game(&["max=1", "min=2", "rounds=1", "guard=0"]), -1.0);
    game(&["objective=health", "guard=1", "min=7"]);
}

/// Positions that are said to compare do, and those with one canonical key are worth the same up to the swap.
fn alike<G>(game: &G, games: u64)
where
    G: Game<Value = Real, Position: std::fmt::Debug + PartialEq> + Keyed<Key: Eq + Hash>,
{
    let mut known = HashMap::new();
    let effort = Effort::default().games(games);
    let worth = |position: &G::Position| Some(value(game, &mut position.clone(), &mut known));
    laws::check_comparable(game, &effort, SLACK, worth).unwrap();
    laws::check_canonical(game, &effort, |value| value.get()).unwrap();
    laws::check_reached_once(game, &effort).unwrap();
}

#[test]
fn battle() {
    let game = |words: &[&str]| root(Battle::from_parameters, words);
    near(game(&["rounds=3"]), 0.0);
    // Max is faster and fells Min with one blow, against which Min can protect itself in one round, not in two.
    let stronger = |rounds: &str| game(&["max=plain:2/2/5", "min=plain:2/2/4", "spread=0", rounds]);
    near(stronger("rounds=1"), 0.0);
    near(stronger("rounds=2"), 1.0);
    // Only a smash fells Min, with seven of ten, and one of two rounds is spent on protection.
    near(game(&["max=plain:9/2/5", "min=plain:3/1/4", "spread=0", "rounds=2"]), 0.7);
    // A coin decides who strikes first, and to protect oneself is a draw; so a round between equals is worth nothing.
    near(game(&["max=plain:2/2/5", "spread=0", "rounds=1"]), 0.0);
    near(
        game(&["max=fire:5/2/5,water:4/2/2", "min=grass:6/1/9,fire:3/3/4", "rounds=3"]),
        -game(&["min=fire:5/2/5,water:4/2/2", "max=grass:6/1/9,fire:3/3/4", "rounds=3"]),
    );
    game(&["objective=health", "rounds=3", "poison=1", "spread=0"]);
    let toy = ["health=2", "power=1", "spread=0", "rounds=3", "poison=1"];
    alike(&Battle::from_parameters(&Parameters::parse(toy).unwrap()).unwrap(), 20);
}

#[test]
fn snakes() {
    let game = |words: &[&str]| root(Snakes::from_parameters, words);
    near(game(&["width=4", "height=4", "turns=2"]), 0.0);
    // The food is two steps from Max and three from Min: Max is longer in the end.
    let ahead = ["width=3", "height=2", "max=a1", "min=c2", "food=b1", "turns=1", "minimum=0", "chance=0"];
    near(game(&ahead), 1.0);
    near(
        game(&["width=4", "height=3", "turns=3", "max=a1", "min=c2"]),
        -game(&["width=4", "height=3", "turns=3", "max=c2", "min=a1"]),
    );
    for words in [
        &["width=3", "height=3", "turns=3", "health=2"][..],
        &["width=4", "height=3", "turns=3", "health=3", "chance=10", "minimum=0", "max=a1", "min=d3"],
    ] {
        alike(&Snakes::from_parameters(&Parameters::parse(words).unwrap()).unwrap(), 15);
    }
}

#[test]
fn backgammon() {
    let game = |words: &[&str]| root(Backgammon::from_parameters, words);
    // A race is a bear-off, counted in points instead of a probability.
    for (max, min, points) in
        [("6:1", "1:1", ["6", "1"]), ("5:1,3:1", "4:2", ["53", "44"]), ("6:1,5:1", "6:1,1:2", ["65", "611"])]
    {
        let race = root(Bearoff::from_parameters, &[&format!("max={}", points[0]), &format!("min={}", points[1])]);
        near(game(&[&format!("max={max}"), &format!("min={min}")]), 2.0 * race - 1.0);
    }
    // One checker on point 6 is off with 27 of 36 throws; otherwise Min is.
    near(game(&["max=6:1", "min=1:1"]), 2.0 * 27.0 / 36.0 - 1.0);
    // Max must hit the blot 24 points away from the bar with a one, or Min is off in the second turn, in which nobody wins otherwise.
    near(game(&["max=25:1", "min=1:1", "turns=2"]), -25.0 / 36.0);
    // The same with a gammon: Min, who has taken nothing off, has fifteen left when Max is off.
    near(game(&["max=1:2", "min=23:15", "turns=1"]), 3.0);
    near(game(&["max=1:2", "min=23:15", "turns=1", "gammons=no"]), 1.0);
    let toy = Backgammon::from_parameters(&Parameters::parse(["max=3:1,2:1", "min=24:1", "turns=3"]).unwrap()).unwrap();
    alike(&toy, 5);
}

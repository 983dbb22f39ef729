//! Every promise of every game with joint turns, held against the values of all its positions in small instances.

use std::collections::HashMap;
use std::hash::Hash;

use secateur_game::{Both, Game, Keyed, Never, Turn};
use secateur_games::{
    Attrition, BiddingTicTacToe, Duel, OshiZumo, ParameterError, Parameters, Pursuit, RandomJoint, Tron,
};
use secateur_matrix::{Interval, matrix_game};
use secateur_value::Real;

/// What rounding may add up to over the few levels of these games.
const SLACK: f64 = 1e-9;

/// The value of a position by plain backward induction; checks the promise of every position on the way.
fn value<G>(game: &G, position: &mut G::Position, known: &mut HashMap<G::Key, f64>) -> f64
where
    G: Game<Value = Real, Chance = Never, Position: std::fmt::Debug> + Keyed<Key: Eq + Hash>,
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
        Turn::Chance(never) => match never {},
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
            let Interval { lower, upper, .. } = matrix_game(&rows).expect("a matrix").interval;
            lower.midpoint(upper)
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
    G: Game<Value = Real, Chance = Never, Position: std::fmt::Debug> + Keyed<Key: Eq + Hash>,
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

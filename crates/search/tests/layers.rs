//! Games whose positions have numbers: the numbers are what they promise, and the values are those of exact search.

use std::fmt::Debug;
use std::time::Duration;

use num_bigint::BigInt;
use num_rational::BigRational;
use secateur_game::{Both, Chance, Game, Layered, Random, Turn};
use secateur_games::bearoff::Home;
use secateur_games::parameters::ParameterError;
use secateur_games::{Attrition, Bearoff, BiddingTicTacToe, Game2048, OshiZumo, Parameters};
use secateur_search::{LayersSettings, Limits, Outcome, Search, Stop};
use secateur_value::Real;

/// A legal move, at random.
fn step<G: Game<Value = Real>>(game: &G, position: &mut G::Position, random: &mut Random) -> bool {
    fn pick<M: Copy>(moves: impl Iterator<Item = M>, random: &mut Random) -> M {
        let moves: Vec<M> = moves.collect();
        moves[random.below(moves.len() as u64) as usize]
    }
    match game.turn(position) {
        Turn::Over(_) => return false,
        Turn::Max | Turn::Min => {
            let chosen = pick(game.moves(position), random);
            game.play(position, chosen);
        }
        Turn::Chance(chance) => {
            let outcome = pick(chance.outcomes(game, position).map(|(_, outcome)| outcome), random);
            game.play(position, outcome);
        }
        Turn::Both(both) => {
            let (row, column) = (pick(both.rows(game, position), random), pick(both.columns(game, position), random));
            both.play(game, position, row, column);
        }
    }
    true
}

/// Plays some games and looks at the numbers of all positions that come up. Returns how many have one.
fn numbers_keep_their_promises<G: Layered<Position: Debug + PartialEq>>(game: &G, random: &mut Random) -> usize {
    let numbers = game.numbers(&game.start());
    let mut numbered = 0;
    for _ in 0..40 {
        let (mut position, mut before) = (game.start(), 0);
        let first = game.rank(&numbers, &position);
        assert!(first.is_none_or(|place| place.layer == 0), "the start is in layer 0, not {first:?}");
        while step(game, &mut position, random) {
            let Some(place) = game.rank(&numbers, &position) else { continue };
            let layers = before + 1..=before + game.reach(&numbers);
            assert!(layers.contains(&place.layer), "{position:?}: {place:?} after layer {before}");
            assert!(place.layer < game.layers(&numbers) && place.number < game.count(&numbers, place.layer));
            let kept = game.unrank(&numbers, place.layer, place.number).expect("it stands for itself");
            let itself = game.rank(&numbers, &kept).expect("it has a number");
            assert_eq!((itself.layer, itself.number, itself.swapped), (place.layer, place.number, false));
            before = place.layer;
            numbered += 1;
        }
    }
    // No two numbers stand for the same position, and each position has its own number.
    for layer in 0..game.layers(&numbers) {
        for number in 0..game.count(&numbers, layer).min(3000) {
            if let Some(position) = game.unrank(&numbers, layer, number) {
                let place = game.rank(&numbers, &position).expect("it has a number");
                assert_eq!((place.layer, place.number, place.swapped), (layer, number, false), "{position:?}");
            }
        }
    }
    numbered
}

/// Solves a position by layers and compares with exact search.
fn is_solved<G: Layered<Position: Debug + PartialEq>>(game: &G, position: &G::Position) -> bool {
    let settings = LayersSettings { threads: 2, ..LayersSettings::default() };
    let answer = Search::new(game).position(position.clone()).layers("a test", &settings).unwrap();
    let exact = Search::new(game).position(position.clone()).exact().unwrap().value;
    let fraction = |end: Real| BigRational::from_float(end.get()).unwrap();
    let bounds = answer.outcome.bounds;
    assert!(fraction(bounds.lower) <= exact && exact <= fraction(bounds.upper), "{exact} is not in {bounds:?}");
    assert!(bounds.upper.get() - bounds.lower.get() < 1e-10, "{bounds:?}");
    assert_eq!(answer.outcome.stopped, Stop::Solved);
    names_moves(game, position, &answer.outcome);
    let now = Limits::none().time(Duration::ZERO);
    let settings = LayersSettings { limits: Some(&now), ..settings };
    names_moves(
        game,
        position,
        &Search::new(game).position(position.clone()).layers("a test", &settings).unwrap().outcome,
    );
    exact != BigRational::from_integer(BigInt::from(0))
}

/// The line names a legal move, or one of each player, whatever stopped the search.
fn names_moves<G: Game<Value = Real>>(game: &G, position: &G::Position, outcome: &Outcome<Real, G::Move>) {
    match game.turn(position) {
        Turn::Over(_) | Turn::Chance(_) => assert!(outcome.line.is_empty() && outcome.strategies.max.is_empty()),
        Turn::Max | Turn::Min => {
            assert!(matches!(outcome.line[..], [chosen] if game.moves(position).any(|legal| legal == chosen)));
            assert!(outcome.proved == 1 || outcome.stopped != Stop::Solved);
        }
        Turn::Both(both) => {
            let [row, column] = outcome.line[..] else { panic!("{:?}", outcome.line) };
            assert!(both.rows(game, position).any(|legal| legal == row));
            assert!(both.columns(game, position).any(|legal| legal == column));
            assert!(!outcome.strategies.max.is_empty() && !outcome.strategies.min.is_empty());
        }
    }
}

/// Positions a few moves into the game; returns how many are not worth 0.
fn are_solved<G: Layered<Position: Debug + PartialEq>>(game: &G, random: &mut Random) -> usize {
    let mut not_zero = usize::from(is_solved(game, &game.start()));
    for _ in 0..12 {
        let mut position = game.start();
        for _ in 0..=random.below(3) {
            step(game, &mut position, random);
        }
        not_zero += usize::from(is_solved(game, &position));
    }
    not_zero
}

fn build<G>(read: fn(&Parameters) -> Result<G, ParameterError>, words: &[&str]) -> G {
    read(&Parameters::parse(words).unwrap()).unwrap()
}

#[test]
fn oshi_zumo() {
    let mut random = Random::new(1);
    for (words, most) in [
        (&["coins=5", "size=1"][..], 200),
        (&["coins=4", "size=2", "wrestler=1"], 200),
        (&["max=3", "min=5", "size=1"], 200),
        (&["coins=3", "size=1", "minimum=0", "horizon=3", "wrestler=1"], 200),
        (&["max=4", "min=2", "size=1", "minimum=0", "horizon=2", "alesia=yes"], 200),
        (&["coins=6", "size=1", "minimum=2", "wrestler=-1"], 200),
    ] {
        let game = build(OshiZumo::from_parameters, words);
        assert!(numbers_keep_their_promises(&game, &mut random) < most);
        assert!(are_solved(&game, &mut random) > 2, "{words:?}");
    }
}

#[test]
fn attrition() {
    let mut random = Random::new(2);
    for words in [
        ["max=2/1,1/1", "min=2/1,1/1", "objective=win"],
        ["max=2/1,1/2", "min=3/1,1/1", "objective=health"],
        ["max=3/2,2/1", "min=3/2,2/1", "objective=health"],
    ] {
        let game = build(Attrition::from_parameters, &words);
        assert!(numbers_keep_their_promises(&game, &mut random) > 40);
        assert!(are_solved(&game, &mut random) > 2, "{words:?}");
    }
}

#[test]
fn bidding_tic_tac_toe() {
    let mut random = Random::new(3);
    for words in [
        ["coins=1", "board=XO.OX.X.O", "pay=opponent", "tie=marker"],
        ["coins=2", "board=X..OXO.X.", "pay=bank", "tie=marker"],
        ["coins=1", "board=XOXO.....", "pay=opponent", "tie=min"],
    ] {
        let game = build(BiddingTicTacToe::from_parameters, &words);
        assert!(numbers_keep_their_promises(&game, &mut random) > 40);
        assert!(are_solved(&game, &mut random) > 2, "{words:?}");
    }
    // From the empty board the players are interchangeable; searches agree, too deep for fractions.
    for words in [["coins=2", "pay=opponent"], ["coins=1", "pay=bank"]] {
        let game = build(BiddingTicTacToe::from_parameters, &words);
        assert!(numbers_keep_their_promises(&game, &mut random) > 40);
        let layers = Search::new(&game).layers("a test", &LayersSettings::default()).unwrap().outcome;
        let ledger = secateur_search::Ledger::unlimited();
        let searched = Search::new(&game).memory(&ledger).backward_induction().bounds;
        assert!(layers.bounds.lower <= searched.upper && searched.lower <= layers.bounds.upper);
        assert!(searched.lower.get() > 0.1, "the marker is worth something: {searched:?}");
    }
}

#[test]
fn bear_off() {
    let mut random = Random::new(4);
    for (max, min) in [("62", "51"), ("43", "61"), ("54", "4")] {
        let home = |points| Home::from_points(points).unwrap();
        let game = Bearoff::new(home(max), home(min));
        assert!(numbers_keep_their_promises(&game, &mut random) > 0);
        assert!(are_solved(&game, &mut random) > 2, "{max} {min}");
    }
    let home = |points| Home::from_points(points).unwrap();
    let game = Bearoff::new(home("6541"), home("653"));
    assert!(numbers_keep_their_promises(&game, &mut random) > 40);
    let layers = Search::new(&game).layers("a test", &LayersSettings::default()).unwrap().outcome.bounds;
    let searched = Search::new(&game).interval_iteration(1e-12).unwrap().bounds;
    assert!(layers.lower <= searched.upper && searched.lower <= layers.upper, "{layers:?} {searched:?}");
    assert!(layers.upper.get() - layers.lower.get() < 1e-11);
}

#[test]
fn the_game_2048() {
    let mut random = Random::new(5);
    let square = Game2048::new(2, 2, 32).unwrap();
    assert!(numbers_keep_their_promises(&square, &mut random) > 100);
    assert!(is_solved(&Game2048::new(1, 2, 8).unwrap(), &Game2048::new(1, 2, 8).unwrap().start()));
    for game in [square, Game2048::new(1, 3, 16).unwrap(), Game2048::new(2, 3, 32).unwrap()] {
        assert!(numbers_keep_their_promises(&game, &mut random) > 40);
        let layers = Search::new(&game).layers("a test", &LayersSettings::default()).unwrap().outcome.bounds;
        let searched = Search::new(&game).interval_iteration(1e-12).unwrap().bounds;
        assert!(layers.lower <= searched.upper && searched.lower <= layers.upper, "{layers:?} {searched:?}");
        assert!(layers.lower.get() > 0.01 && layers.upper.get() - layers.lower.get() < 1e-11, "{layers:?}");
    }
}

//! Every algorithm of games with simultaneous turns against backward induction in exact rationals, on random games.
//!
//! One file lists them all: an algorithm that is not here is not tested. Windows are random, so these are the theorem's
//! properties 2 to 4 of the SMAB paper for every algorithm: what is shown below, above and inside the window holds.

mod advice;
mod bot;
mod evaluators;
mod graphs;
mod onslaught;
mod thresholds;

use std::hash::Hash;

use graphs::{Graph, Recipe};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use secateur_game::{Both, Game, Keyed, Random, Turn, laws};
use secateur_games::goofspiel::{Deck, Goofspiel, Keys, Objective};
use secateur_games::{Duel, Parameters, Tree};
use secateur_search::{
    CellOrder, DoubleOracle, Engine, Joint, Ledger, Limits, Outcome, Reading, Search, Serialized, Smab, Stop,
    Strategies, Way,
};
use secateur_value::{Real, Window};

/// What the tests need of a game: all that any algorithm may use.
trait Testable: Keyed<Value = Real, Key: Copy + Hash> {}
impl<G: Keyed<Value = Real, Key: Copy + Hash>> Testable for G {}

type Answer<G> = Outcome<Real, <G as Game>::Move>;

/// Every algorithm, by name, on one question; and how far apart the bounds of each may be.
fn every_algorithm<G: Testable>(
    game: &G,
    limits: &Limits,
    window: Window<Real>,
) -> Vec<(&'static str, Answer<G>, f64)> {
    let ask = || Search::new(game).limits(limits.clone()).window(window);
    let printed = Smab::default().reading(Reading::Printed);
    let lines = CellOrder::Lexicographic;
    vec![
        ("backward induction", ask().backward_induction(), 0.0),
        ("backward induction, ledger", ask().memory(Ledger::unlimited()).backward_induction(), 0.0),
        ("backward induction, small ledger", ask().memory(Ledger::with_bytes(3_000)).backward_induction(), 0.0),
        ("smab, fitted", ask().smab(&Smab::default()), 0.0),
        ("smab, fitted, s = 1, promises", ask().smab(&Smab::default().skip(1).promises(true)), 0.0),
        ("smab, fitted, ledger", ask().memory(Ledger::unlimited()).smab(&Smab::default()), 0.0),
        ("smab, printed", ask().smab(&printed), 0.0),
        ("smab, printed, lexicographic, s = 1", ask().smab(&printed.order(lines).skip(1)), 0.0),
        ("smab, printed, promises", ask().smab(&printed.order(lines).promises(true)), 0.0),
        ("serialized", ask().serialized(&Serialized::default()), 0.0),
        ("serialized, remembering", ask().serialized(&Serialized::default().remember(true)), 0.0),
        ("double oracle", ask().double_oracle(&DoubleOracle::default()), 0.0),
        ("double oracle, remembering", ask().double_oracle(&DoubleOracle::default().remember(true)), 0.0),
        ("double oracle, alpha-beta", ask().double_oracle(&DoubleOracle::alpha_beta()), 0.0),
        ("joint", ask().joint(&Joint::default()), 0.0),
        ("joint, not serialized", ask().joint(&Joint::default().serialize(false)), 0.0),
        ("joint, tolerant", ask().joint(&Joint::within(0.3).unwrap()), 0.3),
        ("engine", ask().engine(&Engine::default()), 0.0),
        ("engine, by gaps", ask().engine(&Engine::default().way(Way::Gap)), 0.0),
        ("engine, by gaps, tolerant", ask().engine(&Engine::within(0.3).unwrap().way(Way::Gap)), 0.3),
        ("engine, by gaps, next to no memory", ask().engine(&Engine::default().way(Way::Gap).memory(2_000)), 0.0),
        ("engine, plain", ask().engine(&Engine::default().way(Way::Plain)), 0.0),
        ("engine, plain, tolerant", ask().engine(&Engine::within(0.3).unwrap().way(Way::Plain)), 0.3),
        ("engine, without memory", ask().engine_without_memory(&Engine::default()), 0.0),
        ("joint, no memory", ask().joint(&Joint::default().memory(0)), 0.0),
    ]
}

/// What rounding may make of a bound, where payoffs are at most 100.
const ROUNDING: f64 = 1e-7;

fn fraction(number: Real) -> Option<BigRational> {
    BigRational::from_float(number.get())
}

/// Soundness, in exact arithmetic.
fn holds<M>(answer: &Outcome<Real, M>, value: &BigRational) -> bool {
    fraction(answer.bounds.lower).is_none_or(|lower| lower <= *value)
        && fraction(answer.bounds.upper).is_none_or(|upper| *value <= upper)
}

/// Sufficiency, up to rounding and what is tolerated.
fn enough<M>(answer: &Outcome<Real, M>, window: &Window<Real>, tolerated: f64) -> bool {
    let (lower, upper) = (window.clamp(&answer.bounds.lower).get(), window.clamp(&answer.bounds.upper).get());
    upper - lower <= tolerated + ROUNDING
}

/// What each player's strategy guarantees at the root, by the exact values of its cells.
fn guarantees(game: &Graph, strategies: &Strategies<u8>) -> Option<(f64, f64)> {
    let Turn::Both(both) = game.turn(&game.start()) else { return None };
    let value = |row: u8, column: u8| {
        let after = game.after(game.start(), row, column);
        Search::new(game).position(after).exact().unwrap().value.to_f64().unwrap()
    };
    let columns: Vec<u8> = both.columns(game, &game.start()).collect();
    let rows: Vec<u8> = both.rows(game, &game.start()).collect();
    let against = |column| strategies.max.iter().map(|&(row, x)| x * value(row, column)).sum::<f64>();
    let with = |row| strategies.min.iter().map(|&(column, y)| y * value(row, column)).sum::<f64>();
    let secured = columns.into_iter().map(against).fold(f64::INFINITY, f64::min);
    let conceded = rows.into_iter().map(with).fold(f64::NEG_INFINITY, f64::max);
    Some((secured, conceded))
}

fn random_window(random: &mut Random, recipe: &Recipe) -> Window<Real> {
    let mut end = || {
        let span = f64::from(recipe.largest - recipe.least + 2);
        // Whole payoffs make ties between windows and values, which is where windows go wrong.
        let place = if random.below(2) == 0 { (random.unit() * span).round() } else { random.unit() * span };
        (f64::from(recipe.least - 1) + place) / f64::from(recipe.divisor)
    };
    let (one, two) = (end(), end());
    let real = |number: f64| Real::new(number).unwrap();
    if one == two {
        Window::new(real(one), real(one + 1.0))
    } else {
        Window::new(real(one.min(two)), real(one.max(two)))
    }
}

#[test]
fn random_games_keep_the_laws() {
    for number in 0..200 {
        let game = Graph::new(Recipe::numbered(number), number);
        laws::check(&game, &laws::Effort::default().games(5)).unwrap();
    }
}

/// 10,000 games with the open window, and 10,000 with random ones.
#[test]
fn all_bounds_hold_and_are_enough() {
    let mut random = Random::new(4);
    let mut different = 0;
    for number in 0..10_000 {
        let recipe = Recipe::numbered(number);
        let game = Graph::new(recipe, number);
        let value = Search::new(&game).exact().unwrap().value;
        different += u32::from(!value.is_zero());
        for window in [Window::OPEN, random_window(&mut random, &recipe)] {
            for (name, answer, tolerated) in every_algorithm(&game, &Limits::none(), window) {
                let what = || format!("{name}, game {number}, {window:?}: {:?}, value {value}", answer.bounds);
                assert!(holds(&answer, &value), "{}", what());
                assert!(enough(&answer, &window, tolerated), "{}", what());
                assert_eq!(answer.stopped, Stop::Solved, "{}", what());
            }
        }
    }
    assert!(different > 5_000, "values are seldom 0 by symmetry: {different}");
}

#[test]
fn strategies_secure_the_bounds() {
    for number in 0..1_000 {
        let recipe = Recipe { pure: true, ..Recipe::numbered(number) };
        let game = Graph::new(recipe, number);
        for (name, answer, tolerated) in every_algorithm(&game, &Limits::none(), Window::OPEN) {
            let Some((secured, conceded)) = guarantees(&game, &answer.strategies) else { continue };
            let what = || format!("{name}, game {number}: {secured}, {conceded}, {:?}", answer.bounds);
            assert!(secured >= answer.bounds.lower.get() - ROUNDING, "{}", what());
            assert!(conceded <= answer.bounds.upper.get() + ROUNDING, "{}", what());
            assert!(conceded - secured <= tolerated + ROUNDING, "{}", what());
        }
    }
}

/// A search that is stopped, by nodes or by depth, keeps its bounds.
#[test]
fn limits_leave_sound_bounds() {
    let mut random = Random::new(9);
    for number in 0..1_500 {
        let recipe = Recipe::numbered(number);
        let game = Graph::new(recipe, number);
        let value = Search::new(&game).exact().unwrap().value;
        let window = if number % 3 == 0 { random_window(&mut random, &recipe) } else { Window::OPEN };
        let limits = match number % 2 {
            0 => Limits::none().nodes(random.below(60)),
            _ => Limits::none().depth(random.below(4) as u32),
        };
        for (name, answer, _) in every_algorithm(&game, &limits, window) {
            let what = || format!("{name}, game {number}, {limits:?}: {:?}, value {value}", answer.bounds);
            assert!(holds(&answer, &value), "{}", what());
            if let Some(nodes) = limits.nodes {
                assert!(answer.statistics.visits <= nodes, "{}", what());
            }
            if matches!(game.turn(&game.start()), Turn::Both(_)) {
                assert!(!answer.strategies.max.is_empty() && !answer.strategies.min.is_empty(), "{}", what());
            }
        }
    }
}

/// Two threads find the same bounds.
#[test]
fn threads_agree() {
    for number in 0..300 {
        let game = Graph::new(Recipe { levels: 3, ..Recipe::numbered(number) }, number);
        let value = Search::new(&game).exact().unwrap().value;
        let answer = Search::new(&game).joint(&Joint::default().threads(2));
        assert!(holds(&answer, &value) && enough(&answer, &Window::OPEN, 0.0), "game {number}: {:?}", answer.bounds);
        assert_eq!(answer.stopped, Stop::Solved);
        for way in [Way::Gap, Way::Plain, Way::Cheaper] {
            let answer = Search::new(&game).engine(&Engine::default().way(way).threads(3));
            let what = || format!("game {number}, {way:?}: {:?}", answer.bounds);
            assert!(holds(&answer, &value) && enough(&answer, &Window::OPEN, 0.0), "{}", what());
            assert_eq!(answer.stopped, Stop::Solved, "{}", what());
        }
    }
}

/// Hands that are not alike, a lead, prizes in any order, for the win or for points, known or shuffled.
#[test]
fn goofspiel_in_the_middle_is_solved_by_all() {
    let mut random = Random::new(2);
    let hand = |cards: usize, random: &mut Random| {
        let mut suit: Vec<u8> = (0..8).collect();
        while suit.len() > cards {
            suit.remove(random.below(suit.len() as u64) as usize);
        }
        suit
    };
    for number in 0..60 {
        let cards = 2 + number % 3;
        let prizes = (0..cards).map(|_| random.below(6) as i16).collect();
        let (max, min) = (hand(cards, &mut random), hand(cards, &mut random));
        let lead = random.below(7) as i16 - 3;
        let game = Goofspiel::dealt(prizes, &max, &min, lead)
            .unwrap()
            .objective(if random.below(2) == 0 { Objective::Win } else { Objective::Points })
            .deck(if random.below(2) == 0 { Deck::Fixed } else { Deck::Shuffled })
            .keys(if random.below(2) == 0 { Keys::Exact } else { Keys::Ranked });
        let value = Search::new(&game).exact().unwrap().value;
        for (name, answer, tolerated) in every_algorithm(&game, &Limits::none(), Window::OPEN) {
            let what = || format!("{name}, deal {number}: {:?}, value {value}", answer.bounds);
            assert!(holds(&answer, &value), "{}", what());
            assert!(enough(&answer, &Window::OPEN, tolerated), "{}", what());
        }
    }
}

/// Fighters that are not alike, for the win or for health.
#[test]
fn duels_are_solved_by_all() {
    for words in
        ["max=2 min=3 rounds=4", "max=3 min=2 guard=1 rounds=3 objective=health", "max=4 min=3 most=1 rounds=4"]
    {
        let game = Duel::from_parameters(&Parameters::parse(words.split(' ')).unwrap()).unwrap();
        let value = Search::new(&game).exact().unwrap().value;
        for (name, answer, tolerated) in every_algorithm(&game, &Limits::none(), Window::OPEN) {
            assert!(holds(&answer, &value), "{name}, {words}: {:?}, value {value}", answer.bounds);
            assert!(enough(&answer, &Window::OPEN, tolerated), "{name}, {words}: {:?}", answer.bounds);
        }
    }
}

/// The two examples of the SMAB paper. In the first the value does not depend on two leaves, which the printed algorithm
/// looks at all the same; in the second no move is dominated, and yet one row and one column are all that matters.
#[test]
fn the_papers_examples() {
    let first: Tree = include_str!("../../../games/fixtures/smab-example-1.tree").parse().unwrap();
    let second: Tree = include_str!("../../../games/fixtures/smab-example-2.tree").parse().unwrap();
    for (game, value) in [(&first, 5), (&second, 3)] {
        for (name, answer, tolerated) in every_algorithm(game, &Limits::none(), Window::OPEN) {
            assert!(holds(&answer, &BigRational::from_integer(value.into())), "{name}: {:?}", answer.bounds);
            assert!(enough(&answer, &Window::OPEN, tolerated), "{name}: {:?}", answer.bounds);
        }
    }
    // Inside the subgame of the first example the best that Max can hope for is 4, less than the 5 beside it.
    let printed = Search::new(&first).smab(&Smab::default().reading(Reading::Printed).order(CellOrder::Lexicographic));
    assert_eq!(printed.statistics.leaves, 5);
    let best_first = Search::new(&first).joint(&Joint::default());
    assert_eq!(best_first.statistics.expanded, 1, "the subgame is bounded without being expanded");
}

//! Games of whole numbers, read as games of reals: every algorithm that can handle chance or turns of both players handles a game
//! without them, and finds what plain minimax finds in whole numbers.

use secateur_game::{AsReals, Evaluate, Keyed, Player, Random, laws};
use secateur_games::random_tree::{IntegerLeaves, RandomTree, Shape};
use secateur_games::{TicTacToe, connect_four};
use secateur_search::{
    BoundedPlus, DoubleOracle, Engine, Joint, Limits, Outcome, Search, Serialized, Smab, Stop, Table,
};
use secateur_value::{Bounds, Number, Real};

type Answer<M> = Outcome<Real, M>;

/// Every algorithm for more kinds of turns, by name.
fn every_algorithm<G>(game: &AsReals<G>, error: f64, limits: &Limits) -> Vec<(&'static str, Answer<G::Move>)>
where
    G: secateur_game::Alternating<Value: Number> + Keyed<Key = u64> + Evaluate,
{
    let ask = || Search::new(game).limits(limits.clone());
    let table = Table::with_megabytes(1).expect("a small table fits");
    vec![
        ("expectimax", ask().expectimax()),
        ("expectimax, table", ask().memory(&table).expectimax()),
        ("star1", ask().star1()),
        ("star2", ask().star2()),
        ("bounded", ask().bounded(error).expect("an error")),
        ("bounded-plus", ask().memory(&table).bounded_plus(&BoundedPlus::within(error).expect("an error"))),
        ("interval iteration", ask().interval_iteration(error).expect("an error")),
        ("backward induction", ask().backward_induction()),
        ("joint", ask().joint(&Joint::within(error).expect("an error"))),
        ("engine", ask().engine(&Engine::within(error).expect("an error"))),
        ("serialized", ask().serialized(&Serialized::default().remember(true))),
        ("double oracle", ask().double_oracle(&DoubleOracle::default().serialize(true))),
        ("smab", ask().smab(&Smab::default())),
    ]
}

fn random_tree(number: u64) -> RandomTree<IntegerLeaves> {
    let mut random = Random::new(number);
    let shape = Shape::uniform(random.below(6) as u32, 1 + random.below(4) as u16);
    let shape = if number.is_multiple_of(2) { shape.wild() } else { shape };
    let shape = if number % 3 == 1 { shape.shared(3) } else { shape };
    let least = random.below(20) as i32 - 13;
    RandomTree::new(shape, IntegerLeaves::new(least, least + 1 + random.below(40) as i32).unwrap(), number).unwrap()
}

#[test]
fn whole_numbers_are_searched_as_reals() {
    for number in 0..400 {
        let plain = Search::new(&random_tree(number)).minimax().bounds;
        let (value, reals) = (plain.lower.real(), AsReals(random_tree(number)));
        for error in [0.0, 3.0] {
            for (name, found) in every_algorithm(&reals, error, &Limits::none()) {
                let Bounds { lower, upper } = found.bounds;
                let noise = 1e-9 * (1.0 + value.get().abs());
                let sound = lower <= value && value <= upper;
                assert!(sound, "{name} on tree {number} within {error}: {lower} to {upper}, not {value}");
                assert!(upper.get() - lower.get() <= error + noise, "{name} on tree {number}: {lower} to {upper}");
                assert!(matches!(found.stopped, Stop::Solved | Stop::Exhausted), "{name}: {:?}", found.stopped);
            }
        }
        for (name, found) in every_algorithm(&reals, 0.0, &Limits::none().nodes(number % 50)) {
            assert!(found.bounds.contains(&value), "{name} on tree {number}: {}, not {value}", found.bounds);
        }
        for (name, found) in every_algorithm(&reals, 0.0, &Limits::none().depth((number % 5) as u32)) {
            assert!(found.bounds.contains(&value), "{name} on tree {number}: {}, not {value}", found.bounds);
        }
    }
}

#[test]
fn the_laws_hold_in_reals() {
    let effort = laws::Effort::default().games(30);
    let small = connect_four::ConnectFour::on(connect_four::Size::new(4, 4).unwrap());
    laws::check_values(&AsReals(small.clone()), &effort).unwrap();
    laws::check_keys(&AsReals(small.clone()), &effort).unwrap();
    laws::check_canonical(&AsReals(small), &effort, |value| value.get()).unwrap();
    laws::check(&AsReals(TicTacToe::from_moves("51").unwrap()), &effort).unwrap();
    for number in 0..20 {
        laws::check_values(&AsReals(random_tree(number)), &effort).unwrap();
        laws::check_keys(&AsReals(random_tree(number)), &effort).unwrap();
    }
}

#[test]
fn boards_are_worth_the_same_in_reals() {
    let game = connect_four::ConnectFour::on(connect_four::Size::new(4, 4).unwrap()).after("1223").unwrap();
    let plain = Search::new(&game).minimax();
    let reals = AsReals(game);
    for (name, found) in every_algorithm(&reals, 0.0, &Limits::none()) {
        assert_eq!(found.bounds, Bounds::exact(plain.bounds.lower.real()), "{name}");
        let mover = if found.strategies.max.is_empty() { Player::Min } else { Player::Max };
        assert_eq!(mover, Player::Max, "{name}");
    }
}

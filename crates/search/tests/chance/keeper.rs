//! What a player is sure to get over a whole game, whatever the other one does: exactly, by trying everything.

use num_bigint::BigInt;
use num_rational::BigRational;
use secateur_game::{Chance, Game, Player, Stochastic, Turn};
use secateur_games::random_tree::{StochasticTree, WholeLeaves};
use secateur_games::{ChanceTree, Tree};
use secateur_search::{BoundedPlus, Keeper, Limits, Search};
use secateur_value::Real;

use crate::oracle::{exact, slippery, value, wild};

type Trees = StochasticTree<WholeLeaves>;

/// What `player` gets from a position on when it follows `choose` and the opponent does its worst. `memory` is what the
/// player remembers of the way there.
fn sure<G: Stochastic, K: Clone>(
    game: &G,
    position: &G::Position,
    player: Player,
    memory: &K,
    choose: &impl Fn(&mut K, &G::Position) -> G::Move,
) -> BigRational {
    let mut memory = memory.clone();
    let follow = |memory: &K, chosen| {
        let mut after = position.clone();
        game.play(&mut after, chosen);
        sure(game, &after, player, memory, choose)
    };
    match game.turn(position) {
        Turn::Over(value) => exact(value),
        turn if turn.player() == Some(player) => {
            let chosen = choose(&mut memory, position);
            follow(&memory, chosen)
        }
        Turn::Max => game.moves(position).map(|chosen| follow(&memory, chosen)).max().unwrap(),
        Turn::Min => game.moves(position).map(|chosen| follow(&memory, chosen)).min().unwrap(),
        Turn::Chance(chance) => {
            let (mut sum, mut total) = (BigRational::from(BigInt::from(0)), 0u64);
            for (weight, outcome) in chance.outcomes(game, position) {
                sum += BigRational::from(BigInt::from(weight)) * follow(&memory, outcome);
                total += weight;
            }
            sum / BigRational::from(BigInt::from(total))
        }
        Turn::Both(never) => match never {},
    }
}

#[test]
fn a_keeper_loses_no_more_than_epsilon_over_a_whole_game() {
    for seed in 0..400 {
        for (game, epsilon) in [(wild(seed), 10.0), (wild(seed), 40.0), (slippery(3, 2, seed), 20.0)] {
            let truth = value(&game, &game.start());
            let allowed = exact(Real::new(epsilon).unwrap());
            for player in [Player::Max, Player::Min] {
                let keeper = Keeper::new(&game, BoundedPlus::within(epsilon).unwrap());
                // The word is given at the start, where the other player may move first.
                keeper.choose(&game.start(), Limits::none());
                let word = keeper.bounds(&game.start());
                let sure = sure(&game, &game.start(), player, &keeper, &|keeper: &mut Keeper<'_, Trees>, position| {
                    keeper.choose(position, Limits::none()).best_move().unwrap()
                });
                match player {
                    Player::Max => assert!(sure >= exact(word.lower) && sure >= truth.clone() - allowed.clone()),
                    Player::Min => assert!(sure <= exact(word.upper) && sure <= truth.clone() + allowed.clone()),
                }
            }
        }
    }
}

/// The same with a limit that stops most searches: the word given is kept all the same.
#[test]
fn a_stopped_keeper_keeps_the_word_that_it_gave() {
    for seed in 0..200 {
        let game = slippery(3, 2, seed);
        let keeper = Keeper::new(&game, BoundedPlus::within(5.0).unwrap());
        keeper.choose(&game.start(), Limits::none());
        let word = keeper.bounds(&game.start());
        let sure = sure(&game, &game.start(), Player::Max, &keeper, &|keeper: &mut Keeper<'_, Trees>, position| {
            keeper.choose(position, Limits::none().nodes(5)).best_move().unwrap()
        });
        assert!(sure >= exact(word.lower), "seed {seed}");
    }
}

/// A tree on which searching anew at every move breaks the promise.
///
/// The first search, with ε = 20, knows 50 for the second move, because Max has 25 elsewhere and so looks at "firm" closely.
/// It leaves "better" at no more than 70. Searched anew, the second position shows 30 by "loose" and at most 50 by "firm",
/// which is near enough, so Max plays "loose". Two errors of 20 add up.
const BREAKS: &str = "(range 0 100)
    (max 25
         (max loose: (min 45 (max 30 0))
              firm:  (min 50 (max 50 0)))
         better: (min 70 (max 70 0)))";

#[test]
fn without_memory_errors_add_up() {
    let game = ChanceTree::try_from(BREAKS.parse::<Tree>().unwrap()).unwrap();
    let number = |x| exact(Real::from(x));
    assert_eq!(value(&game, &game.start()), number(70));
    let policies = BoundedPlus::within(20.0).unwrap();
    let anew = sure(&game, &game.start(), Player::Max, &(), &|(), position| {
        Search::new(&game).position(*position).bounded_plus(&policies).best_move().unwrap()
    });
    assert_eq!(anew, number(30));
    let printed = sure(&game, &game.start(), Player::Max, &(), &|(), position| {
        Search::new(&game).position(*position).bounded(20.0).unwrap().best_move().unwrap()
    });
    assert_eq!(printed, number(30));
    let keeper = Keeper::new(&game, policies);
    let kept = sure(&game, &game.start(), Player::Max, &keeper, &|keeper: &mut Keeper<'_, ChanceTree>, position| {
        keeper.choose(position, Limits::none()).best_move().unwrap()
    });
    assert_eq!(kept, number(50));
}

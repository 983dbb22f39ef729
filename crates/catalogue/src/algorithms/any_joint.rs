//! One game that is any of several games with joint turns, so that every search is compiled once for all of them.
//!
//! A search costs the compiler seconds for each game that it meets, and there are ten searches for games in which both players
//! move at once. Behind this `enum` a move costs the program one more branch, which the games here do not feel. Goofspiel, whose
//! positions take nanoseconds, is not among them. The last of them is any game at all, without its type.

use secateur_game::{Both, Canonical, Chance, Compared, Describe, Evaluate, Game, Keyed, Turn};
use secateur_games::{
    Attrition, Battle, BiddingTicTacToe, Duel, OshiZumo, Pursuit, RandomJoint, RandomMixed, Snakes, Tree, Tron,
};
use secateur_value::{Bounds, Real};

use crate::erased::Mixed;

/// A position, a move or a key never comes to another game than its own.
#[cold]
fn of_another_game() -> ! {
    unreachable!("every position is asked about in its own game")
}

/// A game that is among them.
pub(crate) trait InAny: Game<Value = Real> + Clone {
    /// The game as one of them.
    fn any(self) -> AnyJoint;
    /// Its position.
    fn any_position(position: Self::Position) -> position::Any;
    /// Its move, back again.
    fn own_move(chosen: moves::Any) -> Self::Move;
}

macro_rules! any_joint {
    ($($game:ident),* $(,)?) => {
        /// Any of the games.
        pub(crate) enum AnyJoint {
            $(#[doc = stringify!($game)] $game($game),)*
        }

        $(impl InAny for $game {
            fn any(self) -> AnyJoint {
                AnyJoint::$game(self)
            }

            fn any_position(position: Self::Position) -> position::Any {
                position::Any::$game(position)
            }

            fn own_move(chosen: moves::Any) -> Self::Move {
                match chosen {
                    moves::Any::$game(chosen) => chosen,
                    _ => of_another_game(),
                }
            }
        })*

        any_joint!(@of $($game)* ; #[derive(Clone, Debug)] Position);
        any_joint!(@of $($game)* ; #[derive(Clone, Copy, Debug, PartialEq)] Move);
        any_joint!(@of $($game)* ; #[derive()] Undo);

        /// The key of a position.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum AnyKey {
            $(#[doc = stringify!($game)] $game(<$game as Keyed>::Key),)*
        }

        /// A chance turn.
        #[derive(Clone, Copy)]
        pub(crate) enum AnyChance {
            $(#[doc = stringify!($game)] $game(<$game as Game>::Chance),)*
        }

        /// A turn of both players.
        #[derive(Clone, Copy)]
        pub(crate) enum AnyBoth {
            $(#[doc = stringify!($game)] $game(<$game as Game>::Both),)*
        }

        /// The list of one of the games.
        #[allow(non_camel_case_types)]
        enum List<$($game),*> {
            $($game($game),)*
        }

        impl<Item, $($game: Iterator<Item = Item>),*> Iterator for List<$($game),*> {
            type Item = Item;

            fn next(&mut self) -> Option<Item> {
                match self {
                    $(Self::$game(list) => list.next(),)*
                }
            }
        }

        impl Game for AnyJoint {
            type Position = position::Any;
            type Move = moves::Any;
            type Value = Real;
            type Undo = undo::Any;
            type Chance = AnyChance;
            type Both = AnyBoth;

            fn start(&self) -> position::Any {
                match self {
                    $(Self::$game(game) => position::Any::$game(game.start()),)*
                }
            }

            fn turn(&self, position: &position::Any) -> Turn<Real, AnyChance, AnyBoth> {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => match game.turn(position) {
                        Turn::Over(value) => Turn::Over(value),
                        Turn::Max => Turn::Max,
                        Turn::Min => Turn::Min,
                        Turn::Chance(chance) => Turn::Chance(AnyChance::$game(chance)),
                        Turn::Both(both) => Turn::Both(AnyBoth::$game(both)),
                    },)*
                    _ => of_another_game(),
                }
            }

            fn moves(&self, position: &position::Any) -> impl Iterator<Item = moves::Any> + use<> {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => {
                        List::$game(game.moves(position).map(moves::Any::$game))
                    })*
                    _ => of_another_game(),
                }
            }

            fn play(&self, position: &mut position::Any, chosen: moves::Any) -> undo::Any {
                match (self, position, chosen) {
                    $((Self::$game(game), position::Any::$game(position), moves::Any::$game(chosen)) => {
                        undo::Any::$game(game.play(position, chosen))
                    })*
                    _ => of_another_game(),
                }
            }

            fn undo(&self, position: &mut position::Any, undo: undo::Any) {
                match (self, position, undo) {
                    $((Self::$game(game), position::Any::$game(position), undo::Any::$game(undo)) => {
                        game.undo(position, undo);
                    })*
                    _ => of_another_game(),
                }
            }

            fn bounds(&self, position: &position::Any) -> Bounds<Real> {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => game.bounds(position),)*
                    _ => of_another_game(),
                }
            }
        }

        impl Chance<AnyJoint> for AnyChance {
            fn outcomes(
                self,
                game: &AnyJoint,
                position: &position::Any,
            ) -> impl Iterator<Item = (u64, moves::Any)> + use<> {
                match (self, game, position) {
                    $((Self::$game(chance), AnyJoint::$game(game), position::Any::$game(position)) => {
                        let outcomes = chance.outcomes(game, position);
                        List::$game(outcomes.map(|(weight, outcome)| (weight, moves::Any::$game(outcome))))
                    })*
                    _ => of_another_game(),
                }
            }

            fn range(self, game: &AnyJoint, position: &position::Any) -> Option<Bounds<Real>> {
                match (self, game, position) {
                    $((Self::$game(chance), AnyJoint::$game(game), position::Any::$game(position)) => {
                        chance.range(game, position)
                    })*
                    _ => of_another_game(),
                }
            }
        }

        impl Both<AnyJoint> for AnyBoth {
            fn rows(self, game: &AnyJoint, position: &position::Any) -> impl Iterator<Item = moves::Any> + use<> {
                match (self, game, position) {
                    $((Self::$game(both), AnyJoint::$game(game), position::Any::$game(position)) => {
                        List::$game(both.rows(game, position).map(moves::Any::$game))
                    })*
                    _ => of_another_game(),
                }
            }

            fn columns(self, game: &AnyJoint, position: &position::Any) -> impl Iterator<Item = moves::Any> + use<> {
                match (self, game, position) {
                    $((Self::$game(both), AnyJoint::$game(game), position::Any::$game(position)) => {
                        List::$game(both.columns(game, position).map(moves::Any::$game))
                    })*
                    _ => of_another_game(),
                }
            }

            fn play(
                self,
                game: &AnyJoint,
                position: &mut position::Any,
                row: moves::Any,
                column: moves::Any,
            ) -> undo::Any {
                match (self, game, position, row, column) {
                    $((
                        Self::$game(both),
                        AnyJoint::$game(game),
                        position::Any::$game(position),
                        moves::Any::$game(row),
                        moves::Any::$game(column),
                    ) => undo::Any::$game(both.play(game, position, row, column)),)*
                    _ => of_another_game(),
                }
            }
        }

        impl Keyed for AnyJoint {
            type Key = AnyKey;

            fn key(&self, position: &position::Any) -> AnyKey {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => AnyKey::$game(game.key(position)),)*
                    _ => of_another_game(),
                }
            }

            fn canonical(&self, position: &position::Any) -> Canonical<AnyKey> {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => {
                        let Canonical { key, swapped } = game.canonical(position);
                        Canonical { key: AnyKey::$game(key), swapped }
                    })*
                    _ => of_another_game(),
                }
            }

            fn sum_of_swapped_values(&self) -> f64 {
                match self {
                    $(Self::$game(game) => game.sum_of_swapped_values(),)*
                }
            }

            fn comparable(
                &self,
                position: &position::Any,
            ) -> impl Iterator<Item = (Compared, Canonical<AnyKey>)> + use<> {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => {
                        let wrapped = |(compared, Canonical { key, swapped })| {
                            (compared, Canonical { key: AnyKey::$game(key), swapped })
                        };
                        List::$game(game.comparable(position).map(wrapped))
                    })*
                    _ => of_another_game(),
                }
            }

            fn reached_once(&self, position: &position::Any) -> bool {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => game.reached_once(position),)*
                    _ => of_another_game(),
                }
            }
        }

        impl Evaluate for AnyJoint {
            fn evaluate(&self, position: &position::Any) -> Real {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => game.evaluate(position),)*
                    _ => of_another_game(),
                }
            }

            fn has_evaluator(&self) -> bool {
                match self {
                    $(Self::$game(game) => game.has_evaluator(),)*
                }
            }
        }

        impl Describe for AnyJoint {
            fn show(&self, position: &position::Any) -> String {
                match (self, position) {
                    $((Self::$game(game), position::Any::$game(position)) => game.show(position),)*
                    _ => of_another_game(),
                }
            }

            fn name(&self, position: &position::Any, chosen: moves::Any) -> String {
                match (self, position, chosen) {
                    $((Self::$game(game), position::Any::$game(position), moves::Any::$game(chosen)) => {
                        game.name(position, chosen)
                    })*
                    _ => of_another_game(),
                }
            }

            fn show_value(&self, value: &Real) -> String {
                match self {
                    $(Self::$game(game) => game.show_value(value),)*
                }
            }
        }
    };

    // One of the types that belong to a game, of any of them.
    (@of $($game:ident)* ; #[derive($($derive:ident),*)] Position) => {
        any_joint!(@module position, "A position.", Position, [$($derive)*], $($game)*);
    };
    (@of $($game:ident)* ; #[derive($($derive:ident),*)] Move) => {
        any_joint!(@module moves, "A move.", Move, [$($derive)*], $($game)*);
    };
    (@of $($game:ident)* ; #[derive($($derive:ident),*)] Undo) => {
        any_joint!(@module undo, "What taking a move back needs.", Undo, [$($derive)*], $($game)*);
    };
    (@module $name:ident, $about:literal, $part:ident, [$($derive:ident)*], $($game:ident)*) => {
        pub(crate) mod $name {
            use super::*;

            #[doc = $about]
            #[derive($($derive),*)]
            pub(crate) enum Any {
                $(#[doc = stringify!($game)] $game(<$game as Game>::$part),)*
            }
        }
    };
}

any_joint!(
    OshiZumo,
    BiddingTicTacToe,
    Tron,
    Pursuit,
    RandomJoint,
    RandomMixed,
    Attrition,
    Duel,
    Battle,
    Snakes,
    Tree,
    Mixed
);

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Parameters;
    use secateur_search::Search;

    #[test]
    fn any_game_is_worth_what_the_game_is() {
        let words = Parameters::parse(["coins=2", "board=XO.OX.XO."]).unwrap();
        let game = BiddingTicTacToe::from_parameters(&words).unwrap();
        let plain = Search::new(&game).backward_induction();
        let any = Search::new(&game.any()).backward_induction();
        assert_eq!((plain.bounds, plain.statistics.visits), (any.bounds, any.statistics.visits));
        let tree: Tree = "(both [(chance 1: (min 1 2) 2: (max -1 5)) 0] [3 (both [1 -1] [-2 2])])".parse().unwrap();
        let plain = Search::new(&tree).backward_induction().bounds;
        assert_eq!(Search::new(&tree.any()).backward_induction().bounds, plain);
    }
}

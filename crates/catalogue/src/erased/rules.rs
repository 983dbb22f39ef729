//! The rules of a game whose positions know them: one type for each set of kinds of turns.

use std::marker::PhantomData;
use std::sync::Arc;

use secateur_game::{Both, Canonical, Chance, Compared, Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Chain, Lattice};

use crate::Value;
use crate::erased::board::{AnyPosition, Place};
use crate::erased::key::AnyKey;

/// A game without its type. `C` and `B` say whether it may have chance turns ([`Dice`]) and turns of both players ([`Joint`]), or
/// never has ([`Never`]): an algorithm asks for a game with the turns that it can handle.
pub struct Erased<V, C = Dice, B = Joint> {
    start: AnyPosition<V>,
    turns: PhantomData<fn() -> (C, B)>,
}

impl<V, C, B> Erased<V, C, B> {
    /// A game that starts here, and has no other turns than these from here on.
    pub(crate) fn starting(start: AnyPosition<V>) -> Self {
        Self { start, turns: PhantomData }
    }
}

impl<V: Lattice + Send + Sync + 'static, C, B> Erased<V, C, B> {
    /// Whether the game has an evaluator of its own.
    pub fn has_evaluator(&self) -> bool {
        self.start.0.has_evaluator()
    }

    /// A value as a report has it: a whole number where the game's values are whole numbers.
    pub fn reported(&self, value: &V) -> Value {
        self.start.0.reported(value)
    }
}

impl<V, C, B> Clone for Erased<V, C, B> {
    fn clone(&self) -> Self {
        Self::starting(self.start.clone())
    }
}

impl<V, C, B> std::fmt::Debug for Erased<V, C, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Erased({:?})", self.start)
    }
}

/// A chance turn of a game without its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(());

/// A turn of both players of a game without its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint(());

/// A kind of turn that a type of games may have or not.
trait Kind {
    fn here() -> Self;
}

impl Kind for Dice {
    fn here() -> Self {
        Self(())
    }
}

impl Kind for Joint {
    fn here() -> Self {
        Self(())
    }
}

impl Kind for Never {
    #[cold]
    fn here() -> Self {
        unreachable!("a game has the turns that its type says");
    }
}

fn of_kinds<V, C: Kind, B: Kind>(turn: Turn<V, (), ()>) -> Turn<V, C, B> {
    match turn {
        Turn::Over(value) => Turn::Over(value),
        Turn::Max => Turn::Max,
        Turn::Min => Turn::Min,
        Turn::Chance(()) => Turn::Chance(C::here()),
        Turn::Both(()) => Turn::Both(B::here()),
    }
}

/// Where a move is taken back: positions remember how they came about.
#[derive(Clone, Copy, Debug)]
pub struct Undone(u32);

/// The outcomes of a chance turn.
struct Outcomes {
    weights: Arc<[u64]>,
    next: u32,
}

impl Iterator for Outcomes {
    type Item = (u64, Place);

    fn next(&mut self) -> Option<(u64, Place)> {
        let weight = *self.weights.get(self.next as usize)?;
        self.next += 1;
        Some((weight, Place(self.next - 1)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.weights.len() - self.next as usize;
        (left, Some(left))
    }
}

/// The rules for a set of kinds of turns.
macro_rules! rules {
    ($chance:ty, $both:ty) => {
        impl<V: Lattice + Send + Sync + 'static> Game for Erased<V, $chance, $both> {
            type Position = AnyPosition<V>;
            type Move = Place;
            type Value = V;
            type Undo = Undone;
            type Chance = $chance;
            type Both = $both;

            fn start(&self) -> AnyPosition<V> {
                self.start.clone()
            }

            fn turn(&self, position: &AnyPosition<V>) -> Turn<V, $chance, $both> {
                of_kinds(position.0.turn())
            }

            fn moves(&self, position: &AnyPosition<V>) -> impl Iterator<Item = Place> + use<V> {
                (0..position.0.moves()).map(Place)
            }

            fn play(&self, position: &mut AnyPosition<V>, chosen: Place) -> Undone {
                position.0.play(chosen);
                Undone(position.0.played())
            }

            fn undo(&self, position: &mut AnyPosition<V>, undo: Undone) {
                assert_eq!(position.0.played(), undo.0, "moves are taken back in the order of their play");
                position.0.undo();
            }

            fn bounds(&self, position: &AnyPosition<V>) -> Bounds<V> {
                position.0.bounds()
            }
        }

        impl<V: Lattice + Send + Sync + 'static> Keyed for Erased<V, $chance, $both> {
            type Key = AnyKey;

            fn key(&self, position: &AnyPosition<V>) -> AnyKey {
                position.0.key()
            }

            fn canonical(&self, position: &AnyPosition<V>) -> Canonical<AnyKey> {
                position.0.canonical()
            }

            fn sum_of_swapped_values(&self) -> f64 {
                self.start.0.sum_of_swapped_values()
            }

            fn comparable(
                &self,
                position: &AnyPosition<V>,
            ) -> impl Iterator<Item = (Compared, Canonical<AnyKey>)> + use<V> {
                position.0.comparable().into_iter()
            }

            fn reached_once(&self, position: &AnyPosition<V>) -> bool {
                position.0.reached_once()
            }
        }

        impl<V: Lattice + Send + Sync + 'static> Describe for Erased<V, $chance, $both> {
            fn show(&self, position: &AnyPosition<V>) -> String {
                position.0.show()
            }

            fn name(&self, position: &AnyPosition<V>, chosen: Place) -> String {
                position.0.name(chosen)
            }

            fn show_value(&self, value: &V) -> String {
                self.start.0.show_value(value)
            }
        }

        /// The game's own evaluator; without one, the middle of what the game promises.
        impl<V: Chain + Send + Sync + 'static> Evaluate for Erased<V, $chance, $both> {
            fn evaluate(&self, position: &AnyPosition<V>) -> V {
                position.0.evaluate().unwrap_or_else(|| {
                    let Bounds { lower, upper } = position.0.bounds();
                    lower.halfway(upper)
                })
            }

            fn has_evaluator(&self) -> bool {
                self.start.0.has_evaluator()
            }
        }
    };
}
rules!(Never, Never);
rules!(Dice, Never);
rules!(Dice, Joint);

impl<V: Lattice + Send + Sync + 'static> Expert for Erased<V, Never, Never> {
    fn judge(&self, position: &AnyPosition<V>) -> (Bounds<V>, impl Iterator<Item = Place> + use<V>) {
        let (bounds, candidates) = position.0.judge();
        (bounds, candidates.into_iter())
    }

    fn rank(&self, position: &AnyPosition<V>, candidate: Place) -> i32 {
        position.0.rank(candidate)
    }

    fn slot(&self, position: &AnyPosition<V>, candidate: Place) -> usize {
        position.0.slot(candidate)
    }
}

/// The outcomes of chance for a set of kinds of turns.
macro_rules! dice {
    ($both:ty) => {
        impl<V: Lattice + Send + Sync + 'static> Chance<Erased<V, Dice, $both>> for Dice {
            fn outcomes(
                self,
                _: &Erased<V, Dice, $both>,
                position: &AnyPosition<V>,
            ) -> impl Iterator<Item = (u64, Place)> + use<V> {
                Outcomes { weights: position.0.weights(), next: 0 }
            }

            fn range(self, _: &Erased<V, Dice, $both>, position: &AnyPosition<V>) -> Option<Bounds<V>> {
                position.0.range()
            }
        }
    };
}
dice!(Never);
dice!(Joint);

impl<V: Lattice + Send + Sync + 'static> Both<Erased<V, Dice, Self>> for Joint {
    fn rows(self, _: &Erased<V, Dice, Self>, position: &AnyPosition<V>) -> impl Iterator<Item = Place> + use<V> {
        (0..position.0.rows()).map(Place)
    }

    fn columns(self, _: &Erased<V, Dice, Self>, position: &AnyPosition<V>) -> impl Iterator<Item = Place> + use<V> {
        (position.0.rows()..position.0.moves()).map(Place)
    }

    fn play(self, _: &Erased<V, Dice, Self>, position: &mut AnyPosition<V>, row: Place, column: Place) -> Undone {
        position.0.play_both(row, column);
        Undone(position.0.played())
    }
}

//! A game for whole numbers, read as one for real numbers: exactly the same game, for algorithms that weigh values.
//!
//! Chance and simultaneous choices need real numbers, so an algorithm that can handle them asks for [`Real`] values. A game in which
//! players only move one at a time may have any chain of numbers, such as `i8`, and loses nothing when it is read as reals.

use secateur_value::{Bounds, Number, Real};

use crate::{Alternating, Canonical, Compared, Describe, Evaluate, Expert, Game, Keyed, Never, Turn};

/// The game with its values as real numbers.
///
/// ```
/// use secateur_game::{AsReals, Game, laws};
/// # use secateur_game::{Never, Turn};
/// # use secateur_value::Bounds;
/// # struct Sticks(u8);
/// # impl Game for Sticks {
/// #     type Position = (u8, bool);
/// #     type Move = u8;
/// #     type Value = i8;
/// #     type Undo = (u8, bool);
/// #     type Chance = Never;
/// #     type Both = Never;
/// #     fn start(&self) -> (u8, bool) { (self.0, true) }
/// #     fn turn(&self, heap: &(u8, bool)) -> Turn<i8> {
/// #         match *heap { (0, true) => Turn::Over(-1), (0, false) => Turn::Over(1), (_, true) => Turn::Max, _ => Turn::Min }
/// #     }
/// #     fn moves(&self, heap: &(u8, bool)) -> impl Iterator<Item = u8> + use<> { 1..=heap.0.min(2) }
/// #     fn play(&self, heap: &mut (u8, bool), taken: u8) -> (u8, bool) {
/// #         std::mem::replace(heap, (heap.0 - taken, !heap.1))
/// #     }
/// #     fn undo(&self, heap: &mut (u8, bool), before: (u8, bool)) { *heap = before; }
/// #     fn bounds(&self, _: &(u8, bool)) -> Bounds<i8> { Bounds::new(-1, 1) }
/// # }
/// // `Sticks` is the game of this crate's page, whose values are of type i8.
/// let sticks = AsReals(Sticks(10));
/// laws::check(&sticks, &laws::Effort::default())?;
/// # Ok::<(), laws::Violation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AsReals<G>(pub G);

fn in_reals<V: Number>(bounds: Bounds<V>) -> Bounds<Real> {
    Bounds { lower: bounds.lower.real(), upper: bounds.upper.real() }
}

impl<G: Alternating<Value: Number>> Game for AsReals<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Value = Real;
    type Undo = G::Undo;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    #[inline]
    fn turn(&self, position: &G::Position) -> Turn<Real> {
        match self.0.turn(position) {
            Turn::Over(value) => Turn::Over(value.real()),
            Turn::Max => Turn::Max,
            Turn::Min => Turn::Min,
            Turn::Chance(never) | Turn::Both(never) => match never {},
        }
    }

    #[inline]
    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> + use<G> {
        self.0.moves(position)
    }

    #[inline]
    fn play(&self, position: &mut G::Position, chosen: G::Move) -> G::Undo {
        self.0.play(position, chosen)
    }

    #[inline]
    fn undo(&self, position: &mut G::Position, undo: G::Undo) {
        self.0.undo(position, undo);
    }

    #[inline]
    fn bounds(&self, position: &G::Position) -> Bounds<Real> {
        in_reals(self.0.bounds(position))
    }
}

impl<G: Alternating<Value: Number> + Keyed> Keyed for AsReals<G> {
    type Key = G::Key;

    fn key(&self, position: &G::Position) -> G::Key {
        self.0.key(position)
    }

    fn canonical(&self, position: &G::Position) -> Canonical<G::Key> {
        self.0.canonical(position)
    }

    fn sum_of_swapped_values(&self) -> f64 {
        self.0.sum_of_swapped_values()
    }

    fn comparable(&self, position: &G::Position) -> impl Iterator<Item = (Compared, Canonical<G::Key>)> + use<G> {
        self.0.comparable(position)
    }

    fn reached_once(&self, position: &G::Position) -> bool {
        self.0.reached_once(position)
    }
}

impl<G: Alternating<Value: Number> + Evaluate> Evaluate for AsReals<G> {
    fn evaluate(&self, position: &G::Position) -> Real {
        self.0.evaluate(position).real()
    }
}

impl<G: Alternating<Value: Number> + Expert> Expert for AsReals<G> {
    fn judge(&self, position: &G::Position) -> (Bounds<Real>, impl Iterator<Item = G::Move> + use<G>) {
        let (bounds, candidates) = self.0.judge(position);
        (in_reals(bounds), candidates)
    }

    fn rank(&self, position: &G::Position, candidate: G::Move) -> i32 {
        self.0.rank(position, candidate)
    }

    fn slot(&self, position: &G::Position, candidate: G::Move) -> usize {
        self.0.slot(position, candidate)
    }
}

impl<G: Alternating<Value: Number> + Describe> Describe for AsReals<G> {
    fn show(&self, position: &G::Position) -> String {
        self.0.show(position)
    }

    fn name(&self, position: &G::Position, chosen: G::Move) -> String {
        self.0.name(position, chosen)
    }

    /// In the words of the game, where it has the value.
    fn show_value(&self, value: &Real) -> String {
        match G::Value::from_real(*value) {
            Some(own) => self.0.show_value(&own),
            None => value.to_string(),
        }
    }
}

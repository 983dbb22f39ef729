//! What a value is: an element of a distributive lattice.

use std::fmt::Debug;

/// An element of a distributive lattice: a partial order in which any two elements have a least upper bound
/// ([`join`](Lattice::join), ∨) and a greatest lower bound ([`meet`](Lattice::meet), ∧), each of which distributes
/// over the other.
///
/// Max joins what its moves are worth, Min meets. Distributivity is exactly what makes deep cuts sound (Ginsberg and
/// Jaffray 2002), so it is a law here and not an option; [`laws`](crate::laws) holds the laws as property tests that
/// any implementation can run.
///
/// There is no ⊥ or ⊤ in this trait: a lattice of subsets has them only once the ground set is known. The game knows
/// it, and promises bounds for its positions.
///
/// ```
/// use secateur_value::Lattice;
///
/// assert_eq!(3.join(&5), 5);
/// assert_eq!(true.meet(&false), false);
/// assert!(3.at_most(&5));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a game",
    label = "not a `Lattice`",
    note = "for floating-point numbers use `Real`, which is never NaN; whole numbers, `bool`, sets and tuples are values as they are"
)]
pub trait Lattice: Clone + PartialEq + Debug {
    /// The least upper bound, `self ∨ other`.
    fn join(&self, other: &Self) -> Self;

    /// The greatest lower bound, `self ∧ other`.
    fn meet(&self, other: &Self) -> Self;

    /// The order: `self ≤ other`.
    fn at_most(&self, other: &Self) -> bool {
        self.join(other) == *other
    }

    /// `self ← self ∨ other`. Lattices whose elements own memory override it to reuse that memory.
    fn join_assign(&mut self, other: &Self) {
        *self = self.join(other);
    }

    /// `self ← self ∧ other`. Lattices whose elements own memory override it to reuse that memory.
    fn meet_assign(&mut self, other: &Self) {
        *self = self.meet(other);
    }

    /// Replaces the element by one that is at most it and cheaper to work with, if there is such a one.
    ///
    /// A search may widen its window so: `α` downwards and `β` upwards never make an answer false.
    fn coarsen_down(&mut self) {}

    /// Replaces the element by one that is at least it and cheaper to work with, if there is such a one.
    fn coarsen_up(&mut self) {}

    /// How many bytes the element owns beside itself, by which a cache keeps to a memory limit.
    fn heap_bytes(&self) -> usize {
        0
    }
}

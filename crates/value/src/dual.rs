//! The dual of a lattice: the same elements, upside down.

use crate::{Chain, Lattice};

/// A lattice with join and meet exchanged: what Min sees, or a criterion that Max wants small.
///
/// ```
/// use secateur_value::{Dual, Lattice};
///
/// // Cost is better when it is lower: a Max that joins takes the cheaper one.
/// assert_eq!(Dual(3).join(&Dual(5)), Dual(3));
/// assert!(Dual(5).at_most(&Dual(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dual<V>(pub V);

impl<V: Lattice> Lattice for Dual<V> {
    #[inline]
    fn join(&self, other: &Self) -> Self {
        Self(self.0.meet(&other.0))
    }

    #[inline]
    fn meet(&self, other: &Self) -> Self {
        Self(self.0.join(&other.0))
    }

    #[inline]
    fn at_most(&self, other: &Self) -> bool {
        other.0.at_most(&self.0)
    }

    #[inline]
    fn join_assign(&mut self, other: &Self) {
        self.0.meet_assign(&other.0);
    }

    #[inline]
    fn meet_assign(&mut self, other: &Self) {
        self.0.join_assign(&other.0);
    }

    fn coarsen_down(&mut self) {
        self.0.coarsen_up();
    }

    fn coarsen_up(&mut self) {
        self.0.coarsen_down();
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl<V: Ord> Ord for Dual<V> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

impl<V: Ord> PartialOrd for Dual<V> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<V: Chain> Chain for Dual<V> {
    const LEAST: Self = Self(V::GREATEST);
    const GREATEST: Self = Self(V::LEAST);

    fn next_up(self) -> Self {
        Self(self.0.next_down())
    }

    fn next_down(self) -> Self {
        Self(self.0.next_up())
    }

    fn halfway(self, other: Self) -> Self {
        Self(self.0.halfway(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, Set, Subset, laws};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_dual_of_a_chain_is_a_chain(a: i8, b: i8, c: i8) {
            laws::distributive_lattice(&Dual(a), &Dual(b), &Dual(c))?;
            laws::chain(Dual(a), Dual(b))?;
        }

        #[test]
        fn the_dual_of_a_lattice_is_one(a: [u8; 2], b: [u8; 2], c: [u8; 2]) {
            let set = |bits: u8| Set::<1>::of(8, (0..8).filter(|i| bits >> i & 1 == 1));
            let [a, b, c] = [a, b, c].map(|[x, y]| Dual(Family::of([set(x), set(y)])));
            laws::distributive_lattice(&a, &b, &c)?;
        }
    }
}

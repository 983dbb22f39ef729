//! Totally ordered values: numbers and truth values, at the speed of the machine's own.

use crate::{Lattice, Real};

/// A [`Lattice`] in which any two elements are comparable.
///
/// Join is the maximum and meet the minimum. A chain also knows its neighbours, which is what a null window needs:
/// "is the value more than `v`?" is the window `(v, v.next_up())`, in which no value of the chain lies.
///
/// ```
/// use secateur_value::Chain;
///
/// assert_eq!(7i32.next_up(), 8);
/// assert_eq!(false.next_up(), true);
/// assert_eq!(i8::MAX.next_up(), i8::MAX); // the ends stay where they are
/// ```
pub trait Chain: Lattice + Copy + Ord {
    /// The least element of the type.
    const LEAST: Self;
    /// The greatest element of the type.
    const GREATEST: Self;

    /// The next greater element, or `self` where there is none.
    fn next_up(self) -> Self;

    /// The next smaller element, or `self` where there is none.
    fn next_down(self) -> Self;

    /// The middle between two elements, rounded towards `self`. A search that halves an interval starts here.
    fn halfway(self, other: Self) -> Self;

    /// The real number that is the same, if there is one: for telling people and programs, who know numbers.
    ///
    /// ```
    /// use secateur_value::{Chain, Real};
    ///
    /// assert_eq!((-7i8).to_real(), Some(Real::from(-7)));
    /// assert_eq!((u64::MAX).to_real(), None); // floating-point numbers cannot tell it from its neighbours
    /// ```
    fn to_real(self) -> Option<Real> {
        None
    }
}

/// Join and meet of a type that is totally ordered by `Ord`.
macro_rules! lattice_by_order {
    ($($type:ty),*) => {$(
        impl Lattice for $type {
            #[inline(always)]
            fn join(&self, other: &Self) -> Self {
                *self.max(other)
            }
            #[inline(always)]
            fn meet(&self, other: &Self) -> Self {
                *self.min(other)
            }
            #[inline(always)]
            fn at_most(&self, other: &Self) -> bool {
                self <= other
            }
        }
    )*};
}
pub(crate) use lattice_by_order;

macro_rules! chain_of_integers {
    ($($type:ty),*) => {
        lattice_by_order!($($type),*);
        $(impl Chain for $type {
            const LEAST: Self = <$type>::MIN;
            const GREATEST: Self = <$type>::MAX;
            #[inline(always)]
            fn next_up(self) -> Self {
                self.saturating_add(1)
            }
            #[inline(always)]
            fn next_down(self) -> Self {
                self.saturating_sub(1)
            }
            #[inline]
            fn halfway(self, other: Self) -> Self {
                // The distance fits the wider type whatever the signs; halving it rounds towards `self`.
                let (from, to) = (i128::from(self), i128::from(other));
                (from + (to - from) / 2) as $type
            }
            fn to_real(self) -> Option<Real> {
                /// The least whole number whose neighbour a floating-point number cannot tell from it.
                const EXACT: i128 = 1 << 53;
                let exact = (-EXACT..=EXACT).contains(&i128::from(self));
                exact.then(|| Real::new(self as f64).ok()).flatten()
            }
        })*
    };
}

chain_of_integers!(i8, i16, i32, i64, u8, u16, u32, u64);
lattice_by_order!(bool);

impl Chain for bool {
    const LEAST: Self = false;
    const GREATEST: Self = true;
    fn next_up(self) -> Self {
        true
    }
    fn next_down(self) -> Self {
        false
    }
    fn halfway(self, _: Self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use proptest::prelude::*;

    #[test]
    fn a_midpoint_lies_between_and_towards_the_first() {
        assert_eq!(i8::MIN.halfway(i8::MAX), -1);
        assert_eq!(i64::MIN.halfway(i64::MAX), -1);
        assert_eq!(3u8.halfway(4), 3);
        assert_eq!(4u8.halfway(3), 4);
    }

    proptest! {
        #[test]
        fn integers_are_a_distributive_lattice(a: i32, b: i32, c: i32) {
            laws::distributive_lattice(&a, &b, &c)?;
            laws::chain(a, b)?;
        }

        #[test]
        fn small_integers_are_a_chain_up_to_their_ends(a: i8, b: i8, c: i8) {
            laws::distributive_lattice(&a, &b, &c)?;
            laws::chain(a, b)?;
        }

        #[test]
        fn truth_values_are_a_distributive_lattice(a: bool, b: bool, c: bool) {
            laws::distributive_lattice(&a, &b, &c)?;
            laws::chain(a, b)?;
        }
    }
}

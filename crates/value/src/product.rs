//! Products of lattices: values with several criteria at once, compared criterion by criterion.
//!
//! Tuples are products. `(3, 5)` is at most `(4, 5)` and incomparable with `(2, 6)`; the join of values that no single
//! move reaches is what Max could get in each criterion if it cared for that one alone.

use crate::Lattice;

macro_rules! product {
    ($($type:ident $place:tt),*) => {
        impl<$($type: Lattice),*> Lattice for ($($type,)*) {
            #[inline]
            fn join(&self, other: &Self) -> Self {
                ($(self.$place.join(&other.$place),)*)
            }

            #[inline]
            fn meet(&self, other: &Self) -> Self {
                ($(self.$place.meet(&other.$place),)*)
            }

            #[inline]
            fn at_most(&self, other: &Self) -> bool {
                $(self.$place.at_most(&other.$place))&&*
            }

            #[inline]
            fn join_assign(&mut self, other: &Self) {
                $(self.$place.join_assign(&other.$place);)*
            }

            #[inline]
            fn meet_assign(&mut self, other: &Self) {
                $(self.$place.meet_assign(&other.$place);)*
            }

            fn coarsen_down(&mut self) {
                $(self.$place.coarsen_down();)*
            }

            fn coarsen_up(&mut self) {
                $(self.$place.coarsen_up();)*
            }

            fn heap_bytes(&self) -> usize {
                0 $(+ self.$place.heap_bytes())*
            }
        }
    };
}

product!(A 0, B 1);
product!(A 0, B 1, C 2);

#[cfg(test)]
mod tests {
    use crate::{Family, Lattice, Set, Subset, laws};
    use proptest::prelude::*;

    #[test]
    fn criteria_are_compared_one_by_one() {
        assert!((3, 5).at_most(&(4, 5)));
        assert!(!(3, 5).at_most(&(2, 6)) && !(2, 6).at_most(&(3, 5)));
        assert_eq!((3, 5).join(&(2, 6)), (3, 6));
    }

    proptest! {
        #[test]
        fn products_are_distributive_lattices(a: (i8, bool, u8), b: (i8, bool, u8), c: (i8, bool, u8)) {
            laws::distributive_lattice(&a, &b, &c)?;
        }

        #[test]
        fn products_of_rich_lattices_are_distributive(a: [u8; 4], b: [u8; 4], c: [u8; 4]) {
            let element = |[x, y, z, w]: [u8; 4]| {
                let set = |bits: u8| Set::<1>::of(8, (0..8).filter(|i| bits >> i & 1 == 1));
                (Family::of([set(x), set(y)]), (set(z), w))
            };
            laws::distributive_lattice(&element(a), &element(b), &element(c))?;
        }
    }
}

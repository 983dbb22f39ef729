//! An element of a lattice that is known only when the program runs.

use secateur_value::{Family, Lattice, WideSet};

/// An element of a [`Space`](super::Space). Only elements of one space may meet each other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Element {
    /// A whole number.
    Integer(i64),
    /// A set.
    Set(WideSet),
    /// A family of sets.
    Family(Family<WideSet>),
    /// One element of each factor.
    Product(Vec<Element>),
    /// An element of the dual.
    Dual(Box<Element>),
}

/// Does the same to two elements, whatever they are.
macro_rules! for_both {
    ($first:expr, $second:expr, $wrap:ident, $operation:ident, $opposite:ident) => {
        match ($first, $second) {
            (Element::Integer(a), Element::Integer(b)) => $wrap!(Integer, a.$operation(b)),
            (Element::Set(a), Element::Set(b)) => $wrap!(Set, a.$operation(b)),
            (Element::Family(a), Element::Family(b)) => $wrap!(Family, a.$operation(b)),
            (Element::Product(a), Element::Product(b)) => {
                $wrap!(product, a.iter().zip(b).map(|(a, b)| a.$operation(b)))
            }
            (Element::Dual(a), Element::Dual(b)) => $wrap!(dual, a.$opposite(b), b.$operation(a)),
            (a, b) => unreachable!("{a:?} and {b:?} belong to different lattices"),
        }
    };
}

macro_rules! element {
    (product, $parts:expr) => {
        Element::Product($parts.collect())
    };
    (dual, $inner:expr, $_swapped:expr) => {
        Element::Dual(Box::new($inner))
    };
    ($kind:ident, $value:expr) => {
        Element::$kind($value)
    };
}

macro_rules! truth {
    (product, $parts:expr) => {
        $parts.all(|part| part)
    };
    (dual, $_inner:expr, $swapped:expr) => {
        $swapped
    };
    ($kind:ident, $value:expr) => {
        $value
    };
}

impl Lattice for Element {
    fn join(&self, other: &Self) -> Self {
        for_both!(self, other, element, join, meet)
    }

    fn meet(&self, other: &Self) -> Self {
        for_both!(self, other, element, meet, join)
    }

    fn at_most(&self, other: &Self) -> bool {
        for_both!(self, other, truth, at_most, at_most)
    }

    fn coarsen_down(&mut self) {
        match self {
            Self::Family(family) => family.coarsen_down(),
            Self::Product(parts) => parts.iter_mut().for_each(Self::coarsen_down),
            Self::Dual(inner) => inner.coarsen_up(),
            Self::Integer(_) | Self::Set(_) => {}
        }
    }

    fn coarsen_up(&mut self) {
        match self {
            Self::Family(family) => family.coarsen_up(),
            Self::Product(parts) => parts.iter_mut().for_each(Self::coarsen_up),
            Self::Dual(inner) => inner.coarsen_down(),
            Self::Integer(_) | Self::Set(_) => {}
        }
    }

    fn heap_bytes(&self) -> usize {
        match self {
            Self::Integer(_) => 0,
            Self::Set(set) => set.heap_bytes(),
            Self::Family(family) => family.heap_bytes(),
            Self::Product(parts) => size_of_val(&**parts) + parts.iter().map(Self::heap_bytes).sum::<usize>(),
            Self::Dual(inner) => size_of::<Self>() + inner.heap_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_value::{Subset, laws};

    fn element(seed: [u8; 4]) -> Element {
        let set = |bits: u8| WideSet::of(8, (0..8).filter(|i| bits >> i & 1 == 1));
        Element::Product(vec![
            Element::Integer(seed[0].into()),
            Element::Dual(Box::new(Element::Product(vec![
                Element::Family(Family::of([set(seed[1]), set(seed[2])])),
                Element::Set(set(seed[3])),
            ]))),
        ])
    }

    proptest! {
        #[test]
        fn elements_are_a_distributive_lattice(a: [u8; 4], b: [u8; 4], c: [u8; 4]) {
            laws::distributive_lattice(&element(a), &element(b), &element(c))?;
        }
    }
}

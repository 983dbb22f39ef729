//! How many deals a set of layouts stands for, and families of which only heavy sets are kept.
//!
//! Declarer asks for the plan that succeeds on most deals, not for all plans that no other surpasses, and there can be
//! thousands of those. Once some plan is known to succeed on so many deals, sets that stand for no more of them do not
//! matter: intersections are only lighter and unions of families make no set heavier, so leaving light sets out at every
//! position leaves the heavy ones at the start as they are. Families of heavy sets are a distributive lattice again (a
//! quotient: two families mean the same if they differ in light sets only).

use std::fmt;

use secateur_value::{Family, Lattice, Subset};

/// What sets weigh, and how heavy a set has to be.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// For every byte of a set, the weight of each content.
    bytes: Vec<[u32; 256]>,
    least: u64,
}

impl Weights {
    /// From the weight of each member. All weights together fit 32 bits: there are ten million deals and thirteen goals.
    pub(crate) fn new(members: impl ExactSizeIterator<Item = u64>) -> Self {
        let mut bytes = vec![[0u32; 256]; members.len().div_ceil(8).next_multiple_of(8)];
        for (member, weight) in members.enumerate() {
            // Contents with this bit as their highest are those below it, and this member.
            let bit = 1 << (member % 8);
            for below in 0..bit {
                bytes[member / 8][bit | below] = bytes[member / 8][below] + weight as u32;
            }
        }
        Self { bytes, least: 0 }
    }

    /// The same with only sets that weigh so much.
    pub(crate) fn at_least(&self, least: u64) -> Self {
        Self { least, ..self.clone() }
    }

    /// What a set weighs.
    #[inline]
    pub(crate) fn of(&self, set: &impl Subset) -> u64 {
        let words = set.words().iter().zip(self.bytes.chunks_exact(8));
        let word = |(word, bytes): (&u64, &[[u32; 256]])| -> u32 {
            word.to_le_bytes().iter().zip(bytes).map(|(&content, weights)| weights[usize::from(content)]).sum()
        };
        words.map(word).map(u64::from).sum()
    }

    #[inline]
    fn keep(&self, set: &impl Subset) -> bool {
        self.least == 0 || self.of(set) >= self.least
    }

    /// The family of one set, if it is heavy enough.
    pub(crate) fn one<S: Subset>(&self, set: S) -> Heavy<'_, S> {
        Heavy { family: if self.keep(&set) { Family::one(set) } else { Family::none() }, weights: self }
    }
}

/// A family of sets that are heavy enough.
#[derive(Clone)]
pub(crate) struct Heavy<'w, S> {
    family: Family<S>,
    weights: &'w Weights,
}

impl<S: Subset> Heavy<'_, S> {
    /// The maximal sets.
    pub(crate) fn sets(&self) -> &[S] {
        self.family.sets()
    }

    /// Whether a set, which has to be heavy enough itself, belongs to the family.
    pub(crate) fn contains(&self, set: &S) -> bool {
        self.family.contains(set)
    }
}

impl<S: Subset> fmt::Debug for Heavy<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.family.fmt(f)
    }
}

impl<S: PartialEq> PartialEq for Heavy<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        self.family == other.family
    }
}

impl<S: Subset> Lattice for Heavy<'_, S> {
    fn join(&self, other: &Self) -> Self {
        Self { family: self.family.join(&other.family), weights: self.weights }
    }

    fn meet(&self, other: &Self) -> Self {
        let family = self.family.meet_where(&other.family, |set| self.weights.keep(set));
        Self { family, weights: self.weights }
    }

    fn at_most(&self, other: &Self) -> bool {
        self.family.at_most(&other.family)
    }

    fn join_assign(&mut self, other: &Self) {
        self.family.join_assign(&other.family);
    }

    fn meet_assign(&mut self, other: &Self) {
        if !self.at_most(other) {
            *self = self.meet(other);
        }
    }

    fn coarsen_down(&mut self) {
        self.family.coarsen_down();
    }

    fn coarsen_up(&mut self) {
        self.family.coarsen_up();
    }

    fn heap_bytes(&self) -> usize {
        self.family.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_value::{Set, laws};

    fn set(bits: u16) -> Set<1> {
        Set::of(10, (0..10).filter(|i| bits >> i & 1 == 1))
    }

    #[test]
    fn sets_weigh_what_their_members_weigh() {
        let weights = Weights::new((0..100u32).map(|member| u64::from(member * member)));
        for members in [vec![], vec![0, 7, 8, 99], (0..100).collect::<Vec<usize>>()] {
            let expected: u64 = members.iter().map(|&member| (member * member) as u64).sum();
            assert_eq!(weights.of(&Set::<2>::of(100, members.clone())), expected);
            assert_eq!(weights.of(&secateur_value::WideSet::of(100, members)), expected);
        }
    }

    proptest! {
        #[test]
        fn heavy_families_are_a_distributive_lattice(
            least in 0u64..60,
            of in prop::collection::vec(0u64..12, 10),
            families in prop::array::uniform3(prop::collection::vec(0u16..1 << 10, 0..6)),
        ) {
            let weights = Weights::new(of.into_iter()).at_least(least);
            let heavy = |sets: &Vec<u16>| sets.iter().map(|&bits| weights.one(set(bits)))
                .fold(Heavy { family: Family::none(), weights: &weights }, |all, one| all.join(&one));
            let [a, b, c] = families.each_ref().map(heavy);
            laws::distributive_lattice(&a, &b, &c)?;
        }
    }
}

//! Subsets of a finite ground set: the lattice `2^S`, with union as join and intersection as meet.
//!
//! [`Set`] holds its bits in a fixed number of machine words, so it is copied like a number; [`WideSet`] takes a ground
//! set of any size. Both are [`Subset`]s, which is all that a [`Family`](crate::Family) asks of its members.

use std::fmt;
use std::hash::Hash;

use crate::Lattice;

/// A subset of `{0, 1, …, ground − 1}`.
///
/// Only sets over the same ground set may meet each other; the ground set itself is kept by whoever made the sets.
pub trait Subset: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// The greatest ground set that this type can hold.
    const LARGEST_GROUND: usize;

    /// The empty subset of a ground set.
    ///
    /// # Panics
    ///
    /// If the ground set is larger than [`LARGEST_GROUND`](Subset::LARGEST_GROUND).
    fn empty(ground: usize) -> Self;

    /// The words that hold the bits, the least member in the least bit of the first word.
    fn words(&self) -> &[u64];

    /// The same, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    /// All members that are in one of the two.
    fn union(&self, other: &Self) -> Self;

    /// All members that are in both.
    fn intersection(&self, other: &Self) -> Self;

    /// Whether every member is one of `other`.
    fn is_subset(&self, other: &Self) -> bool;

    /// How many bytes the set owns beside itself.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// The whole ground set.
    fn full(ground: usize) -> Self {
        let mut set = Self::empty(ground);
        for (place, word) in set.words_mut().iter_mut().enumerate() {
            let left = ground.saturating_sub(64 * place);
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        set
    }

    /// The set of these members.
    ///
    /// # Panics
    ///
    /// If one of them lies far outside the ground set.
    fn of(ground: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::empty(ground);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    /// Takes a member in.
    #[inline]
    fn insert(&mut self, member: usize) {
        self.words_mut()[member / 64] |= 1 << (member % 64);
    }

    /// Leaves a member out.
    #[inline]
    fn remove(&mut self, member: usize) {
        self.words_mut()[member / 64] &= !(1 << (member % 64));
    }

    /// Whether this is a member.
    #[inline]
    fn contains(&self, member: usize) -> bool {
        self.words().get(member / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// How many members there are.
    #[inline]
    fn count(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The members, from the least.
    fn members(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(place, &word)| {
            let next = |&left: &u64| Some(left & left.wrapping_sub(1)).filter(|&left| left != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), next)
                .map(move |left| 64 * place + left.trailing_zeros() as usize)
        })
    }
}

/// A subset of at most `64 · WORDS` things, in place.
///
/// ```
/// use secateur_value::{Lattice, Set, Subset};
///
/// let (odd, small): (Set<1>, Set<1>) = (Set::of(6, [1, 3, 5]), Set::of(6, [0, 1, 2]));
/// assert_eq!(odd.join(&small), Set::of(6, [0, 1, 2, 3, 5]));
/// assert_eq!(odd.meet(&small).members().collect::<Vec<_>>(), [1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Subset for Set<WORDS> {
    const LARGEST_GROUND: usize = 64 * WORDS;

    #[inline]
    fn empty(ground: usize) -> Self {
        assert!(ground <= Self::LARGEST_GROUND, "{ground} things do not fit {WORDS} words");
        Self([0; WORDS])
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    #[inline(always)]
    fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place] | other.0[place]))
    }

    #[inline(always)]
    fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place] & other.0[place]))
    }

    #[inline(always)]
    fn is_subset(&self, other: &Self) -> bool {
        // One test at the end lets the compiler use wide registers.
        self.0.iter().zip(&other.0).fold(0, |outside, (a, b)| outside | (a & !b)) == 0
    }
}

/// A subset of a ground set of any size.
///
/// ```
/// use secateur_value::{Lattice, Subset, WideSet};
///
/// let ends = WideSet::of(1000, [0, 999]);
/// assert!(ends.at_most(&WideSet::full(1000)) && ends.count() == 2);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideSet(Box<[u64]>);

impl WideSet {
    fn zipped(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.0.len(), other.0.len(), "the sets have different ground sets");
        Self(self.0.iter().zip(&other.0).map(|(&a, &b)| word(a, b)).collect())
    }

    fn change(&mut self, other: &Self, word: impl Fn(u64, u64) -> u64) {
        debug_assert_eq!(self.0.len(), other.0.len(), "the sets have different ground sets");
        self.0.iter_mut().zip(&other.0).for_each(|(a, &b)| *a = word(*a, b));
    }
}

impl Subset for WideSet {
    const LARGEST_GROUND: usize = usize::MAX;

    fn empty(ground: usize) -> Self {
        Self(vec![0; ground.div_ceil(64)].into())
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    fn union(&self, other: &Self) -> Self {
        self.zipped(other, |a, b| a | b)
    }

    fn intersection(&self, other: &Self) -> Self {
        self.zipped(other, |a, b| a & b)
    }

    fn is_subset(&self, other: &Self) -> bool {
        debug_assert_eq!(self.0.len(), other.0.len(), "the sets have different ground sets");
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<const WORDS: usize> Lattice for Set<WORDS> {
    #[inline(always)]
    fn join(&self, other: &Self) -> Self {
        self.union(other)
    }

    #[inline(always)]
    fn meet(&self, other: &Self) -> Self {
        self.intersection(other)
    }

    #[inline(always)]
    fn at_most(&self, other: &Self) -> bool {
        self.is_subset(other)
    }
}

impl Lattice for WideSet {
    fn join(&self, other: &Self) -> Self {
        self.union(other)
    }

    fn meet(&self, other: &Self) -> Self {
        self.intersection(other)
    }

    fn at_most(&self, other: &Self) -> bool {
        self.is_subset(other)
    }

    fn join_assign(&mut self, other: &Self) {
        self.change(other, |a, b| a | b);
    }

    fn meet_assign(&mut self, other: &Self) {
        self.change(other, |a, b| a & b);
    }

    fn heap_bytes(&self) -> usize {
        Subset::heap_bytes(self)
    }
}

/// Sets are shown by their members.
macro_rules! shown_by_members {
    ($([$($generics:tt)*] $type:ty),*) => {$(
        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.members()).finish()
            }
        }
    )*};
}
shown_by_members!([const WORDS: usize] Set<WORDS>, [] WideSet);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use proptest::prelude::*;

    fn wide(ground: usize) -> impl Strategy<Value = WideSet> {
        prop::collection::vec(0..ground, 0..20).prop_map(move |members| WideSet::of(ground, members))
    }

    #[test]
    fn full_sets_have_every_member_and_no_other() {
        for ground in [0, 1, 63, 64, 65, 128, 130] {
            assert!(WideSet::full(ground).members().eq(0..ground));
            assert!(Set::<3>::full(ground).members().eq(0..ground));
        }
        let mut set = Set::<2>::full(100);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(65) && !set.contains(100) && set.count() == 99);
        assert!(!set.contains(5_000));
    }

    #[test]
    fn sets_are_shown_by_their_members() {
        assert_eq!(format!("{:?}", Set::<2>::of(100, [3, 70])), "{3, 70}");
        assert_eq!(format!("{:?}", WideSet::empty(9)), "{}");
    }

    proptest! {
        #[test]
        fn one_word_sets_are_a_distributive_lattice(a: [u64; 1], b: [u64; 1], c: [u64; 1]) {
            laws::distributive_lattice(&Set(a), &Set(b), &Set(c))?;
        }

        #[test]
        fn sets_of_several_words_are_a_distributive_lattice(a: [u64; 3], b: [u64; 3], c: [u64; 3]) {
            laws::distributive_lattice(&Set(a), &Set(b), &Set(c))?;
        }

        #[test]
        fn wide_sets_are_a_distributive_lattice(a in wide(150), b in wide(150), c in wide(150)) {
            laws::distributive_lattice(&a, &b, &c)?;
            prop_assert!(a.members().all(|member| a.contains(member)));
            prop_assert_eq!(WideSet::of(150, a.members()), a);
        }
    }
}

//! Families of sets, `2^{2^S}` under downward closure: which sets of worlds *one* plan can win.
//!
//! A player who does not see everything follows one plan in all worlds that look alike. The value of a position is then
//! the family of all sets of worlds such that some plan wins in each world of the set (Frank and Basin 1998; Ginsberg
//! 2001). Max may choose between plans, so it takes the union of two families. Min may choose in each world, so a set
//! is won if it lies in a set of the one family and in a set of the other: pairwise intersections.
//!
//! Two families that have the same maximal sets mean the same, since a plan that wins a set wins all of its subsets.
//! Without this quotient absorption fails and the structure is no lattice at all; with it, it is a distributive one. So
//! a family is kept as its maximal sets alone, an antichain, in a fixed order: equal families are equal as data. ⊥ has
//! no set, ⊤ has one, the whole ground set. (The family of the empty set alone lies between: a plan that wins nowhere.)
//!
//! # Cost
//!
//! Families of one set, the commonest, own no memory. Comparable families are recognised before anything is built. Sets
//! are ordered by size, largest first, so that a set is only ever tested against sets that can contain it; tests go in
//! groups without a branch inside, for wide registers.

use std::cmp::Ordering;
use std::fmt;

use smallvec::SmallVec;

use crate::{Lattice, Subset};

/// A downward-closed family of sets, kept as the antichain of its maximal sets.
///
/// ```
/// use secateur_value::{Family, Lattice, Set, Subset};
///
/// let set = |members: &[usize]| Set::<1>::of(4, members.iter().copied());
/// let finesse = Family::of([set(&[0, 1]), set(&[1])]); // {1} lies inside {0, 1}
/// let drop = Family::of([set(&[1, 2])]);
///
/// assert_eq!(finesse.join(&drop), Family::of([set(&[0, 1]), set(&[1, 2])])); // Max has both plans
/// assert_eq!(finesse.meet(&drop), Family::of([set(&[1])]));                  // Min chooses which one must work
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Family<S> {
    /// Pairwise incomparable, in [`larger_first`] order.
    maximal: SmallVec<[S; 1]>,
}

/// How many sets [`Lattice::coarsen_down`] keeps.
const COARSE: usize = 4;

impl<S: Subset> Family<S> {
    /// No set at all, ⊥.
    pub fn none() -> Self {
        Self { maximal: SmallVec::new() }
    }

    /// The family of one set and its subsets.
    pub fn one(set: S) -> Self {
        Self { maximal: SmallVec::from_buf([set]) }
    }

    /// Every set, ⊤.
    pub fn every(ground: usize) -> Self {
        Self::one(S::full(ground))
    }

    /// The family of these sets and their subsets.
    pub fn of(sets: impl IntoIterator<Item = S>) -> Self {
        maximal_of(sets.into_iter().map(|set| (set.count(), set)).collect())
    }

    /// The maximal sets, larger ones first.
    pub fn sets(&self) -> &[S] {
        &self.maximal
    }

    /// Whether a set belongs to the family.
    pub fn contains(&self, set: &S) -> bool {
        covered(set, &self.maximal)
    }

    /// The meet, of which only sets of at least so many members are kept: [`meet_where`](Self::meet_where) by size.
    pub fn meet_of_large(&self, other: &Self, least: u32) -> Self {
        self.meet_where(other, |set| set.count() >= least)
    }

    /// The meet, of which only some sets are kept: both families have only such sets, and with a set every larger one is
    /// such a set.
    ///
    /// Families of sets that are large enough, or heavy enough, are a lattice of their own, whose meet this is. It is much
    /// cheaper than to meet first and to leave out afterwards.
    ///
    /// ```
    /// use secateur_value::{Family, Set, Subset};
    ///
    /// let family = |sets: &[&[usize]]| Family::of(sets.iter().map(|set| Set::<1>::of(4, set.iter().copied())));
    /// let (f, g) = (family(&[&[0, 1, 2], &[1, 3]]), family(&[&[0, 1, 3]]));
    /// assert_eq!(f.meet_where(&g, |set| set.count() >= 2), family(&[&[0, 1], &[1, 3]]));
    /// assert_eq!(f.meet_where(&g, |set| set.contains(1)), family(&[&[0, 1], &[1, 3]]));
    /// ```
    pub fn meet_where(&self, other: &Self, keep: impl Fn(&S) -> bool) -> Self {
        // A set that the other family covers is its own largest intersection with it, and makes all others needless.
        let split = |family: &Self, cover: &Self| -> (SmallVec<[S; 4]>, SmallVec<[S; 4]>) {
            family.maximal.iter().cloned().partition(|set| covered(set, &cover.maximal))
        };
        let (kept, ours) = split(self, other);
        if ours.is_empty() {
            return self.clone();
        }
        let (also_kept, theirs) = split(other, self);
        if theirs.is_empty() {
            return other.clone();
        }
        if let ([a], [b], true) = (&*ours, &*theirs, kept.is_empty() && also_kept.is_empty()) {
            let met = a.intersection(b);
            return if keep(&met) { Self::one(met) } else { Self::none() };
        }
        let mut sized: Vec<(u32, S)> = kept.into_iter().chain(also_kept).map(|set| (set.count(), set)).collect();
        for a in &ours {
            let met = theirs.iter().map(|b| a.intersection(b)).filter(&keep);
            sized.extend(met.map(|set| (set.count(), set)));
        }
        maximal_of(sized)
    }

    /// The union of all sets, if there is a set.
    fn union(&self) -> Option<S> {
        let (first, rest) = self.maximal.split_first()?;
        Some(rest.iter().fold(first.clone(), |union, set| union.union(set)))
    }
}

/// The order of an antichain: by size, the largest first, then by the sets' own order.
fn larger_first<S: Subset>(a: &S, b: &S) -> Ordering {
    b.count().cmp(&a.count()).then_with(|| a.cmp(b))
}

/// Whether a set lies inside one of several.
#[inline]
fn covered<S: Subset>(set: &S, sets: &[S]) -> bool {
    // No branch inside a group of eight; between groups it may stop.
    sets.chunks(8).any(|group| group.iter().fold(false, |found, larger| found | set.is_subset(larger)))
}

/// The maximal ones of some sets, which come with their sizes.
fn maximal_of<S: Subset>(mut sized: Vec<(u32, S)>) -> Family<S> {
    sized.sort_unstable_by(|(m, a), (n, b)| n.cmp(m).then_with(|| a.cmp(b)));
    sized.dedup();
    let mut maximal: SmallVec<[S; 1]> = SmallVec::new();
    // Among different sets of one size none contains another: only those before `level` can.
    let (mut size, mut level) = (u32::MAX, 0);
    for (count, set) in sized {
        if count < size {
            (size, level) = (count, maximal.len());
        }
        if !covered(&set, &maximal[..level]) {
            maximal.push(set);
        }
    }
    Family { maximal }
}

impl<S: Subset> Lattice for Family<S> {
    fn join(&self, other: &Self) -> Self {
        match (self.at_most(other), other.at_most(self)) {
            (true, _) => return other.clone(),
            (_, true) => return self.clone(),
            _ => {}
        }
        // Both are antichains: a set survives unless the other family covers it; equal sets survive once.
        let mut ours = self.maximal.iter().filter(|set| !covered(*set, &other.maximal)).peekable();
        let strictly = |set: &&S| !self.maximal.iter().any(|larger| set.is_subset(larger) && larger != *set);
        let mut theirs = other.maximal.iter().filter(strictly).peekable();
        let mut maximal = SmallVec::with_capacity(self.maximal.len() + other.maximal.len());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some(a), Some(b)) if larger_first(*a, *b) == Ordering::Greater => theirs.next(),
                (Some(_), _) => ours.next(),
                (None, _) => theirs.next(),
            };
            let Some(set) = next else { return Self { maximal } };
            maximal.push(set.clone());
        }
    }

    fn meet(&self, other: &Self) -> Self {
        self.meet_of_large(other, 0)
    }

    fn at_most(&self, other: &Self) -> bool {
        self.maximal.iter().all(|set| covered(set, &other.maximal))
    }

    fn join_assign(&mut self, other: &Self) {
        if !other.at_most(self) {
            *self = self.join(other);
        }
    }

    fn meet_assign(&mut self, other: &Self) {
        if !self.at_most(other) {
            *self = self.meet(other);
        }
    }

    /// Keeps a few of the largest sets.
    fn coarsen_down(&mut self) {
        self.maximal.truncate(COARSE);
    }

    /// One set, the union of all.
    fn coarsen_up(&mut self) {
        if self.maximal.len() > 1
            && let Some(union) = self.union()
        {
            *self = Self::one(union);
        }
    }

    fn heap_bytes(&self) -> usize {
        let outside = if self.maximal.spilled() { self.maximal.capacity() * size_of::<S>() } else { 0 };
        outside + self.maximal.iter().map(S::heap_bytes).sum::<usize>()
    }
}

impl<S: Subset> fmt::Debug for Family<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.maximal).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, WideSet, laws};
    use proptest::prelude::*;

    const GROUND: usize = 7;

    fn family<S: Subset>(sets: Vec<u8>) -> Family<S> {
        Family::of(sets.into_iter().map(|bits| S::of(GROUND, (0..GROUND).filter(|i| bits >> i & 1 == 1))))
    }

    fn bits() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(0u8..1 << GROUND, 0..7)
    }

    /// The family as what it means: all its sets.
    fn closure(family: &Family<Set<1>>) -> Vec<bool> {
        (0u64..1 << GROUND).map(|bits| family.sets().iter().any(|set| bits & !set.words()[0] == 0)).collect()
    }

    #[test]
    fn the_ends_are_no_set_and_the_whole_set() {
        let (bottom, top) = (Family::<Set<1>>::none(), Family::<Set<1>>::every(GROUND));
        let nowhere = Family::one(Set::empty(GROUND));
        assert!(bottom.at_most(&nowhere) && nowhere.at_most(&top) && bottom != nowhere);
        assert!(bottom.sets().is_empty() && !bottom.contains(&Set::empty(GROUND)));
        assert!(nowhere.contains(&Set::empty(GROUND)) && top.contains(&Set::of(GROUND, [0, 6])));
    }

    #[test]
    fn absorption_holds_because_of_the_quotient() {
        // As plain sets of sets, f ∪ (f ⊓ g) would gain the set {0}; here it is in f already, as a subset.
        let (f, g) = (family::<Set<1>>(vec![0b11]), family::<Set<1>>(vec![0b01]));
        assert_eq!((f.meet(&g), f.join(&f.meet(&g))), (g, f));
    }

    #[test]
    fn families_of_one_set_own_no_memory() {
        assert_eq!(Family::<Set<1>>::every(GROUND).heap_bytes(), 0);
        assert!(family::<Set<1>>(vec![1, 2, 4]).heap_bytes() > 0);
    }

    proptest! {
        #[test]
        fn families_are_a_distributive_lattice(a in bits(), b in bits(), c in bits()) {
            laws::distributive_lattice(&family::<Set<1>>(a), &family(b), &family(c))?;
        }

        #[test]
        fn families_of_wide_sets_are_one_too(a in bits(), b in bits(), c in bits()) {
            laws::distributive_lattice(&family::<WideSet>(a), &family(b), &family(c))?;
        }

        /// Join and meet are union and intersection of what the families mean.
        #[test]
        fn operations_are_those_of_the_closures(a in bits(), b in bits()) {
            let (a, b) = (family::<Set<1>>(a), family::<Set<1>>(b));
            let (x, y) = (closure(&a), closure(&b));
            let both = |op: fn(bool, bool) -> bool| -> Vec<bool> { x.iter().zip(&y).map(|(&x, &y)| op(x, y)).collect() };
            prop_assert_eq!(closure(&a.join(&b)), both(|x, y| x || y));
            prop_assert_eq!(closure(&a.meet(&b)), both(|x, y| x && y));
            prop_assert_eq!(a.at_most(&b), x.iter().zip(&y).all(|(x, y)| !x || *y));
        }

        #[test]
        fn the_form_is_canonical(sets in bits(), rotate in 0usize..7) {
            let mut other = sets.clone();
            other.rotate_left(rotate.min(sets.len()));
            let (a, b) = (family::<Set<1>>(sets), family::<Set<1>>(other));
            prop_assert_eq!(&a, &b);
            prop_assert!(a.sets().is_sorted_by(|a, b| larger_first(a, b) == Ordering::Less));
            prop_assert!(a.sets().iter().all(|s| a.sets().iter().filter(|t| s.is_subset(t)).count() == 1));
            prop_assert_eq!(closure(&a), closure(&b));
        }
    }
}

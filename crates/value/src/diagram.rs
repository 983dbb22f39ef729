//! Families of sets as decision diagrams: the lattice of [`Family`](crate::Family) for families of very many sets.
//!
//! A downward-closed family is the Boolean function that says of each set whether it belongs; a binary decision diagram is
//! a canonical form of that function in which equal parts are shared. Join is OR and meet is AND, in time about the
//! product of the sizes of the diagrams, however many sets these stand for. Antichains of a few sets are far smaller and
//! faster as a [`Family`](crate::Family); diagrams win when there are thousands of sets with structure among them, such as
//! the cut sets of a fault tree. Windows destroy the sharing, so they suit minimax with a cache best.
//!
//! Measured over 32 members (`examples/families_or_diagrams.rs`): where the sets have structure, diagrams meet faster from 16
//! sets and join faster from 64 on, 700 and 19 times at 256 sets; of sets drawn at random lists are faster up to some
//! hundreds, in joins always.
//!
//! The diagrams are those of the crate `biodivine-lib-bdd`, in which each owns its memory, as a value has to. What is
//! added here is the way back, to the maximal sets (`diagram/maximal.rs`).

mod maximal;

use std::fmt;

use biodivine_lib_bdd::{Bdd, BddPartialValuation, BddVariable, BddVariableSet, op_function};

use crate::{Lattice, Subset};

/// A downward-closed family of sets as a decision diagram.
///
/// ```
/// use secateur_value::{Diagram, Family, Lattice, Set, Subset};
///
/// let set = |members: &[usize]| Set::<1>::of(4, members.iter().copied());
/// let (f, g) = (Diagram::of(4, &[set(&[0, 1]), set(&[1, 2])]), Diagram::of(4, &[set(&[1, 3])]));
/// assert_eq!(f.meet(&g), Diagram::of(4, &[set(&[1])]));
/// assert_eq!(f.join(&g).sets::<Set<1>>(), [set(&[0, 1]), set(&[1, 2]), set(&[1, 3])]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Diagram(Bdd);

impl Diagram {
    /// The greatest ground set. Walks through a diagram go down one member at a time, on the stack.
    pub const LARGEST_GROUND: usize = 4096;

    fn variables(ground: usize) -> BddVariableSet {
        assert!(ground <= Self::LARGEST_GROUND, "{ground} members are more than {}", Self::LARGEST_GROUND);
        BddVariableSet::new_anonymous(ground as u16)
    }

    /// No set at all, ⊥.
    ///
    /// # Panics
    ///
    /// As every way to make a diagram, if the ground set is larger than [`LARGEST_GROUND`](Self::LARGEST_GROUND).
    pub fn none(ground: usize) -> Self {
        Self(Self::variables(ground).mk_false())
    }

    /// Every set, ⊤.
    pub fn every(ground: usize) -> Self {
        Self(Self::variables(ground).mk_true())
    }

    /// The family of the one set that lacks only these members, and its subsets.
    pub fn lacking(ground: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut clause = BddPartialValuation::empty();
        members.into_iter().for_each(|member| clause.set_value(BddVariable::from_index(member), false));
        Self(Self::variables(ground).mk_conjunctive_clause(&clause))
    }

    /// The family of one set and its subsets.
    pub fn one(ground: usize, set: &impl Subset) -> Self {
        Self::lacking(ground, (0..ground).filter(|&member| !set.contains(member)))
    }

    /// The family of these sets and their subsets.
    pub fn of<S: Subset>(ground: usize, sets: &[S]) -> Self {
        sets.iter().fold(Self::none(ground), |family, set| family.join(&Self::one(ground, set)))
    }

    /// How many members the ground set has.
    pub fn ground(&self) -> usize {
        self.0.num_vars().into()
    }

    /// How many nodes the diagram has.
    pub fn nodes(&self) -> usize {
        self.0.size()
    }

    /// Whether a set belongs to the family.
    pub fn contains(&self, set: &impl Subset) -> bool {
        let mut node = self.0.root_pointer();
        while !node.is_terminal() {
            let member = self.0.var_of(node).to_index();
            node = if set.contains(member) { self.0.high_link_of(node) } else { self.0.low_link_of(node) };
        }
        node.is_one()
    }

    /// The maximal sets, larger ones first, as [`Family::sets`](crate::Family::sets) has them.
    pub fn sets<S: Subset>(&self) -> Vec<S> {
        let set = |lacked: Vec<usize>| {
            let mut set = S::full(self.ground());
            lacked.into_iter().for_each(|member| set.remove(member));
            set
        };
        let mut sets: Vec<S> = self.complements(None).into_iter().map(set).collect();
        sets.sort_by(|a, b| b.count().cmp(&a.count()).then_with(|| a.cmp(b)));
        sets
    }
}

impl Lattice for Diagram {
    fn join(&self, other: &Self) -> Self {
        Self(self.0.or(&other.0))
    }

    fn meet(&self, other: &Self) -> Self {
        Self(self.0.and(&other.0))
    }

    fn at_most(&self, other: &Self) -> bool {
        // Asks whether anything is in the one and not in the other, without building it.
        Bdd::check_binary_op(usize::MAX, &self.0, &other.0, op_function::and_not).is_some_and(|(any, _)| !any)
    }

    fn heap_bytes(&self) -> usize {
        const NODE: usize = 12;
        self.0.size() * NODE
    }
}

impl fmt::Debug for Diagram {
    /// The maximal sets, each by what it lacks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lacking ")?;
        f.debug_list().entries(self.complements(None)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, Set, laws};
    use proptest::prelude::*;

    const GROUND: usize = 7;

    fn sets(bits: &[u8]) -> Vec<Set<1>> {
        bits.iter().map(|bits| Set::of(GROUND, (0..GROUND).filter(|i| bits >> i & 1 == 1))).collect()
    }

    fn bits() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(0u8..1 << GROUND, 0..9)
    }

    #[test]
    fn the_ends_are_no_set_and_the_whole_set() {
        let (bottom, top) = (Diagram::none(GROUND), Diagram::every(GROUND));
        let nowhere = Diagram::one(GROUND, &Set::<1>::empty(GROUND));
        assert!(bottom.at_most(&nowhere) && nowhere.at_most(&top) && bottom != nowhere);
        assert!(bottom.sets::<Set<1>>().is_empty() && top.sets::<Set<1>>() == [Set::full(GROUND)]);
        assert_eq!(Diagram::every(0).sets::<Set<1>>(), [Set::empty(0)]);
    }

    proptest! {
        #[test]
        fn diagrams_are_a_distributive_lattice(a in bits(), b in bits(), c in bits()) {
            let [a, b, c] = [a, b, c].map(|bits| Diagram::of(GROUND, &sets(&bits)));
            laws::distributive_lattice(&a, &b, &c)?;
        }

        /// Diagrams and antichains are two forms of one lattice.
        #[test]
        fn diagrams_agree_with_families(a in bits(), b in bits(), probe in 0u8..1 << GROUND) {
            let [f, g] = [&a, &b].map(|bits| Family::of(sets(bits)));
            let [x, y] = [&a, &b].map(|bits| Diagram::of(GROUND, &sets(bits)));
            prop_assert_eq!(f.sets(), x.sets::<Set<1>>());
            prop_assert_eq!(f.join(&g).sets().to_vec(), x.join(&y).sets::<Set<1>>());
            prop_assert_eq!(f.meet(&g).sets().to_vec(), x.meet(&y).sets::<Set<1>>());
            prop_assert_eq!(f.at_most(&g), x.at_most(&y));
            let probe = &sets(&[probe])[0];
            prop_assert_eq!(f.contains(probe), x.contains(probe));
        }

        /// Few lacked members are what is asked for up to an order.
        #[test]
        fn complements_are_limited_by_order(a in bits(), order in 0usize..8) {
            let diagram = Diagram::of(GROUND, &sets(&a));
            let mut short = diagram.complements(None);
            short.retain(|lacked| lacked.len() <= order);
            prop_assert_eq!(diagram.complements(Some(order)), short);
        }
    }
}

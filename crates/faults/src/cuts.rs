//! Cut sets as values of a lattice: OR joins, AND meets.
//!
//! A cut set is a set of events that together bring the top event about; a superset of one is one. A family of cut sets
//! is kept as the family of their *complements*, the events that may be left out, which is closed under subsets: the
//! minimal cut sets are the complements of its maximal sets. The event `e` alone is the complement `S ∖ {e}`. Leaving out
//! cut sets of more than a chosen number of events, here complements that are too small, is still a distributive lattice.

use secateur_value::{Family, Lattice, Subset, WideSet};

/// A family of cut sets of limited order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cuts {
    /// The complements.
    spared: Family<WideSet>,
    /// Complements have at least so many members.
    least: u32,
}

/// The lattice of cut sets over so many events, up to an order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Events {
    pub(crate) count: usize,
    pub(crate) order: Option<u32>,
}

impl Events {
    fn cuts(self, spared: Family<WideSet>) -> Cuts {
        let least = self.order.map_or(0, |order| (self.count as u32).saturating_sub(order));
        Cuts { spared, least }
    }

    /// It never happens.
    pub(crate) fn never(self) -> Cuts {
        self.cuts(Family::none())
    }

    /// It happens by itself.
    pub(crate) fn always(self) -> Cuts {
        self.cuts(Family::every(self.count))
    }

    /// It happens if this event does.
    pub(crate) fn event(self, event: usize) -> Cuts {
        let mut spared = WideSet::full(self.count);
        spared.remove(event);
        let of_order = self.order != Some(0);
        self.cuts(if of_order { Family::one(spared) } else { Family::none() })
    }
}

impl Cuts {
    /// The minimal cut sets, smaller ones first.
    pub(crate) fn minimal(&self, events: usize) -> Vec<Vec<usize>> {
        let cut = |spared: &WideSet| (0..events).filter(|&event| !spared.contains(event)).collect();
        let mut cuts: Vec<Vec<usize>> = self.spared.sets().iter().map(cut).collect();
        cuts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        cuts
    }
}

impl Lattice for Cuts {
    fn join(&self, other: &Self) -> Self {
        Self { spared: self.spared.join(&other.spared), least: self.least }
    }

    fn meet(&self, other: &Self) -> Self {
        Self { spared: self.spared.meet_of_large(&other.spared, self.least), least: self.least }
    }

    fn at_most(&self, other: &Self) -> bool {
        self.spared.at_most(&other.spared)
    }

    fn heap_bytes(&self) -> usize {
        self.spared.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_value::laws;

    fn cuts(order: u32) -> impl Strategy<Value = Cuts> {
        let events = Events { count: 6, order: Some(order) };
        let cut = prop::collection::vec(0usize..6, 1..4);
        prop::collection::vec(cut, 0..5).prop_map(move |cuts| {
            let one = |cut: &Vec<usize>| cut.iter().fold(events.always(), |all, &event| all.meet(&events.event(event)));
            cuts.iter().map(one).fold(events.never(), |any, cut| any.join(&cut))
        })
    }

    proptest! {
        #[test]
        fn cut_sets_of_any_order_are_a_distributive_lattice(
            (a, b, c) in (0u32..5).prop_flat_map(|order| (cuts(order), cuts(order), cuts(order))),
        ) {
            laws::distributive_lattice(&a, &b, &c)?;
        }
    }
}

//! Cut sets as values of a lattice: OR joins, AND meets.
//!
//! A cut set is a set of events that together bring the top event about; a superset of one is one. A family of cut sets
//! is kept as the family of their *complements*, the events that may be left out, which is closed under subsets: the
//! minimal cut sets are the complements of its maximal sets. The event `e` alone is the complement `S ∖ {e}`. Leaving out
//! cut sets of more than a chosen number of events, here complements that are too small, is still a distributive lattice.
//!
//! Such families have two forms. [`Masks`] lists the maximal sets, and leaves out those of too high an order at every
//! gate; [`Diagrams`] shares what sets have in common, and leaves out at the end.

use secateur_value::{Diagram, Family, Lattice, Subset, WideSet};

/// A form of families of cut sets over the events of a tree, up to an order.
pub(crate) trait Form {
    /// A family of cut sets.
    type Cuts: Lattice + Send + Sync;

    /// It never happens.
    fn never(&self) -> Self::Cuts;

    /// It happens by itself.
    fn always(&self) -> Self::Cuts;

    /// It happens if this event does.
    fn event(&self, event: usize) -> Self::Cuts;

    /// The minimal cut sets.
    fn minimal(&self, cuts: &Self::Cuts) -> Vec<Vec<usize>>;
}

/// A family of cut sets of limited order, as a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cuts {
    /// The complements.
    spared: Family<WideSet>,
    /// Complements have at least so many members.
    least: u32,
}

/// Lists of cut sets over so many events, up to an order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks {
    pub(crate) count: usize,
    pub(crate) order: Option<u32>,
}

impl Masks {
    fn cuts(self, spared: Family<WideSet>) -> Cuts {
        let least = self.order.map_or(0, |order| (self.count as u32).saturating_sub(order));
        Cuts { spared, least }
    }
}

impl Form for Masks {
    type Cuts = Cuts;

    fn never(&self) -> Cuts {
        self.cuts(Family::none())
    }

    fn always(&self) -> Cuts {
        self.cuts(Family::every(self.count))
    }

    fn event(&self, event: usize) -> Cuts {
        let mut spared = WideSet::full(self.count);
        spared.remove(event);
        let of_order = self.order != Some(0);
        self.cuts(if of_order { Family::one(spared) } else { Family::none() })
    }

    fn minimal(&self, cuts: &Cuts) -> Vec<Vec<usize>> {
        let cut = |spared: &WideSet| (0..self.count).filter(|&event| !spared.contains(event)).collect();
        cuts.spared.sets().iter().map(cut).collect()
    }
}

/// Cut sets as decision diagrams, up to an order.
#[derive(Clone, Debug)]
pub(crate) struct Diagrams {
    /// The events in the order in which the diagrams ask for them, and the place of each event there.
    events: Vec<usize>,
    places: Vec<usize>,
    order: Option<u32>,
}

impl Diagrams {
    /// Diagrams that ask for events in this order, which has each of them once. The order decides how large they are.
    pub(crate) fn new(events: Vec<usize>, order: Option<u32>) -> Self {
        let mut places = vec![0; events.len()];
        events.iter().enumerate().for_each(|(place, &event)| places[event] = place);
        Self { events, places, order }
    }
}

impl Form for Diagrams {
    type Cuts = Diagram;

    fn never(&self) -> Diagram {
        Diagram::none(self.events.len())
    }

    fn always(&self) -> Diagram {
        Diagram::every(self.events.len())
    }

    fn event(&self, event: usize) -> Diagram {
        Diagram::lacking(self.events.len(), [self.places[event]])
    }

    fn minimal(&self, cuts: &Diagram) -> Vec<Vec<usize>> {
        let mut sets = cuts.complements(self.order.map(|order| order as usize));
        for set in &mut sets {
            set.iter_mut().for_each(|place| *place = self.events[*place]);
            set.sort_unstable();
        }
        sets
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
        let events = Masks { count: 6, order: Some(order) };
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

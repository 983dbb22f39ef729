//! From gates to families of cut sets, from the events upwards, and by order where the whole takes too long.

use secateur_search::{Limits, Stop, Watch};

use crate::FaultTree;
use crate::model::Formula;
use crate::store::{ALWAYS, Cuts, Interrupt, NEVER, Store};

/// The cut sets that were found.
pub(crate) struct FoundSets {
    pub(crate) sets: Vec<Vec<usize>>,
    /// How many there are; more than `sets` has if these are too many to be listed.
    pub(crate) count: u64,
    /// Cut sets of so many events or more are not listed.
    pub(crate) missing_from: Option<u32>,
    pub(crate) stopped: Stop,
}

/// What may be spent.
pub(crate) struct Spending<'l> {
    pub(crate) limits: &'l Limits,
    pub(crate) bytes: usize,
    /// No more cut sets than this are listed.
    pub(crate) most_sets: u64,
}

/// What a first look at the whole question may take. Most trees need far less.
const FIRST_LOOK: usize = 16 << 20;

/// Finds all minimal cut sets of a gate up to an order.
///
/// The whole question comes first, within a small memory. Where that is not enough cut sets are found up to order 1, 2,
/// 3 and so on, so that a limit leaves all up to some order; what is too large is left out early, so that low orders
/// are quick.
pub(crate) fn solve(tree: &FaultTree, root: usize, order: Option<u32>, spending: &Spending<'_>) -> FoundSets {
    let watch = Watch::new(spending.limits);
    let order = order.unwrap_or(u32::MAX);
    let look = |order, bytes| {
        let mut store = Store::new(order, bytes, &watch, spending.limits.progress.as_ref());
        let top = Evaluation::new(tree, root, &mut store).run()?;
        let count = store.count(top);
        let mut sets = if count > spending.most_sets { Vec::new() } else { store.list(top)? };
        tree.name_events(root, &mut sets);
        Ok((FoundSets { sets, count, missing_from: None, stopped: Stop::Solved }, store.left_out))
    };
    let mut best = FoundSets { sets: Vec::new(), count: 0, missing_from: Some(0), stopped: Stop::Solved };
    let stopped = |best: FoundSets, interrupt| match interrupt {
        Interrupt::Limit(stopped) => FoundSets { stopped, ..best },
        Interrupt::Full => FoundSets { stopped: Stop::Memory, ..best },
    };
    match look(order, FIRST_LOOK.min(spending.bytes)) {
        Ok((found, _)) => return found,
        Err(Interrupt::Full) => {}
        Err(interrupt) => return stopped(best, interrupt),
    }
    let mut so_far = 1;
    loop {
        match look(so_far, spending.bytes) {
            // Nothing larger was left out, or nothing larger was asked for.
            Ok((found, left_out)) if !left_out || so_far == order => return found,
            Ok((found, _)) if found.count > spending.most_sets => return found,
            Ok((found, _)) => best = FoundSets { missing_from: Some(so_far + 1), ..found },
            Err(interrupt) => return stopped(best, interrupt),
        }
        so_far = (so_far + so_far.div_ceil(3)).min(order);
    }
}

impl FaultTree {
    /// From places in the order of the store to numbers of events; smaller sets first.
    fn name_events(&self, root: usize, sets: &mut [Vec<usize>]) {
        if sets.is_empty() {
            return;
        }
        let events = self.events_from(root);
        for set in &mut *sets {
            set.iter_mut().for_each(|place| *place = events[*place]);
            set.sort_unstable();
        }
        sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    }
}

/// The gates of a tree become families, each once.
struct Evaluation<'e, 't, 'l> {
    tree: &'t FaultTree,
    root: usize,
    /// The place of each event in the order of the store.
    places: Vec<u32>,
    families: Vec<Option<Cuts>>,
    store: &'e mut Store<'l>,
}

impl<'e, 't, 'l> Evaluation<'e, 't, 'l> {
    fn new(tree: &'t FaultTree, root: usize, store: &'e mut Store<'l>) -> Self {
        let mut places = vec![0; tree.events.len()];
        for (place, event) in tree.events_from(root).into_iter().enumerate() {
            places[event] = place as u32;
        }
        Self { tree, root, places, families: vec![None; tree.gates.len()], store }
    }

    fn run(mut self) -> Result<Cuts, Interrupt> {
        for gate in self.tree.below(self.root) {
            self.store.look()?;
            self.families[gate] = Some(self.formula(&self.tree.gates[gate].formula)?);
        }
        Ok(self.families[self.root].unwrap_or(NEVER))
    }

    fn formula(&mut self, formula: &Formula) -> Result<Cuts, Interrupt> {
        match formula {
            Formula::Constant(true) => Ok(ALWAYS),
            Formula::Constant(false) => Ok(NEVER),
            Formula::Event(event) => self.store.event(self.places[*event]),
            // What is below comes first.
            Formula::Gate(gate) => Ok(self.families[*gate].unwrap_or(NEVER)),
            Formula::Or(parts) => self.at_least(1, parts),
            Formula::And(parts) => self.at_least(parts.len(), parts),
            Formula::AtLeast(least, parts) => self.at_least(*least, parts),
        }
    }

    /// At least so many of these.
    fn at_least(&mut self, least: usize, parts: &[Formula]) -> Result<Cuts, Interrupt> {
        let mut families = Vec::with_capacity(parts.len());
        for part in parts {
            families.push(self.formula(part)?);
        }
        let certain = families.iter().filter(|&&family| family == ALWAYS).count();
        families.retain(|&family| family != ALWAYS && family != NEVER);
        let least = least.saturating_sub(certain);
        if least == 0 {
            return Ok(ALWAYS);
        }
        if least > families.len() || self.is_too_large(least, &families) {
            return Ok(NEVER);
        }
        // What is asked for last comes first, so that what is added stands before all that is there.
        families.sort_by_key(|&family| std::cmp::Reverse(self.store.first_event(family)));
        if least == 1 {
            return families.into_iter().try_fold(NEVER, |any, family| self.store.or(any, family));
        }
        if least == families.len() {
            return families.into_iter().try_fold(ALWAYS, |all, family| self.store.and(all, family));
        }
        // `of_passed[j]`: at least j of the parts that were passed. With one more part: j of those, or j − 1 of those and the
        // part. Only so few that the rest can still make up for them matter.
        let count = families.len();
        let mut of_passed = vec![NEVER; least + 1];
        of_passed[0] = ALWAYS;
        for (passed, family) in families.into_iter().enumerate() {
            let still_to_come = count - passed - 1;
            for j in (least.saturating_sub(still_to_come).max(1)..=least.min(passed + 1)).rev() {
                let with = self.store.and(family, of_passed[j - 1])?;
                of_passed[j] = self.store.or(with, of_passed[j])?;
            }
        }
        Ok(of_passed[least])
    }

    /// Whether every cut set of "at least so many of these" has too many events: different events add up, and of the
    /// smallest cut sets of all parts the one in this place is part of each.
    fn is_too_large(&mut self, least: usize, families: &[Cuts]) -> bool {
        let order = self.store.order();
        if order == u32::MAX {
            return false;
        }
        let mut events: Vec<Cuts> = families.iter().copied().filter(|&family| self.store.is_event(family)).collect();
        let others = families.len() - events.len();
        events.sort_unstable();
        // An event that is named twice makes up for two parts.
        let repeated = events.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let different = least.saturating_sub(others + repeated);
        let mut sizes: Vec<u32> = families.iter().map(|&family| self.store.least(family)).collect();
        sizes.sort_unstable();
        let too_large = different > order as usize || sizes[least - 1] > order;
        self.store.left_out |= too_large;
        too_large
    }
}

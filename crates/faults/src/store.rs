//! Families of minimal cut sets, shared in one store: zero-suppressed diagrams (Minato 1993) with the operations of Rauzy
//! ("New algorithms for fault trees analysis", 1993).
//!
//! A family is an antichain: no set in it contains another. OR joins two families and leaves out what contains a set of
//! the other; AND meets them, which unites the sets by pairs. Cut sets up to an order are a smaller lattice of the same
//! kind: what is too large is left out in every operation, and the store remembers that something was.
//!
//! All families of one question share their nodes, so that equal parts are computed once. Every operation can be
//! interrupted: the clock, the cancel flag and the memory are looked at often, and an [`Interrupt`] comes up to whoever asked.

use secateur_search::{Progress, Stop, Watch};

/// A family of minimal cut sets.
pub(crate) type Cuts = u32;

/// It never happens: no cut set.
pub(crate) const NEVER: Cuts = 0;
/// It happens by itself: the empty cut set.
pub(crate) const ALWAYS: Cuts = 1;

/// Why an operation ended without a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit that the user chose.
    Limit(Stop),
    /// The store is full.
    Full,
}

/// The families without an event, and with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    event: u32,
    without: Cuts,
    with: Cuts,
    /// The sizes of the smallest and of the largest set.
    least: u32,
    most: u32,
    /// How many sets there are; more than fit are as many as fit.
    count: u64,
}

/// What an operation was asked (which one, its order, its families), and its answer. Nothing is asked about two ends, so a
/// place full of zeros holds nothing; and memory full of zeros costs nothing before it is used.
type Known = [u32; 5];

const NOTHING_KNOWN: Known = [0; 5];

#[derive(Clone, Copy)]
enum Operation {
    Or,
    And,
    Without,
    Limit,
}

/// A table of nodes by what is in them. Growing one of many small tables never takes long.
#[derive(Clone, Default)]
struct Shelf {
    places: Vec<u32>,
    used: usize,
}

const SHELVES: usize = 256;

/// How many operations pass between two looks at the clock: some tens of microseconds.
const LOOK_UP_EVERY: u32 = 512;

/// The nodes of all families of a question.
pub(crate) struct Store<'l> {
    nodes: Vec<Node>,
    shelves: Vec<Shelf>,
    known: Vec<Known>,
    /// Cut sets have at most so many events.
    order: u32,
    /// Whether a cut set was left out because of the order.
    pub(crate) left_out: bool,
    most_nodes: usize,
    watch: &'l Watch,
    progress: Option<&'l Progress>,
    until_look: u32,
}

impl<'l> Store<'l> {
    /// What a node takes, with its place in a table and among the known answers, in bytes.
    const NODE: usize = size_of::<Node>() + 12;

    /// An empty store for cut sets of at most so many events, which may take so many bytes.
    pub(crate) fn new(order: u32, bytes: usize, watch: &'l Watch, progress: Option<&'l Progress>) -> Self {
        let end = |least, count| Node { event: u32::MAX, without: NEVER, with: NEVER, least, most: 0, count };
        Self {
            // The family without a set has no smallest one.
            nodes: vec![end(u32::MAX, 0), end(0, 1)],
            shelves: vec![Shelf::default(); SHELVES],
            known: vec![NOTHING_KNOWN; 1 << 12],
            order,
            left_out: false,
            most_nodes: (bytes / Self::NODE).min(u32::MAX as usize),
            watch,
            progress,
            until_look: LOOK_UP_EVERY,
        }
    }

    /// Stops where a limit says so.
    pub(crate) fn look(&self) -> Result<(), Interrupt> {
        self.watch.stop().map_or(Ok(()), |stop| Err(Interrupt::Limit(stop)))
    }

    /// How many cut sets there are; more than fit are as many as fit.
    pub(crate) fn count(&self, cuts: Cuts) -> u64 {
        self.node(cuts).count
    }

    /// The size of the smallest cut set; larger than all where there is none.
    pub(crate) fn least(&self, cuts: Cuts) -> u32 {
        self.node(cuts).least
    }

    /// Whether a family is one event alone.
    pub(crate) fn is_event(&self, cuts: Cuts) -> bool {
        let node = self.node(cuts);
        (node.without, node.with) == (NEVER, ALWAYS)
    }

    /// Cut sets have at most so many events.
    pub(crate) fn order(&self) -> u32 {
        self.order
    }

    /// The first event that a family asks for; the ends ask for none.
    pub(crate) fn first_event(&self, cuts: Cuts) -> u32 {
        self.node(cuts).event
    }

    fn node(&self, cuts: Cuts) -> Node {
        self.nodes[cuts as usize]
    }

    /// It happens if this event does.
    pub(crate) fn event(&mut self, event: u32) -> Result<Cuts, Interrupt> {
        if self.order == 0 {
            self.left_out = true;
            return Ok(NEVER);
        }
        self.make(event, NEVER, ALWAYS)
    }

    /// The node that has these families.
    fn make(&mut self, event: u32, without: Cuts, with: Cuts) -> Result<Cuts, Interrupt> {
        if with == NEVER {
            return Ok(without);
        }
        let hash = mix(u64::from(event) << 32 | u64::from(without), with);
        let shelf = &mut self.shelves[hash as usize % SHELVES];
        if 2 * shelf.used >= shelf.places.len() {
            let larger = vec![0; (2 * shelf.places.len()).max(16)];
            let old = std::mem::replace(&mut shelf.places, larger);
            for place in old.into_iter().filter(|&place| place != 0) {
                let node = self.nodes[place as usize];
                let hash = mix(u64::from(node.event) << 32 | u64::from(node.without), node.with);
                let slot = free_slot(&shelf.places, hash, |_| false);
                shelf.places[slot] = place;
            }
        }
        let same = |place: u32| {
            let node = self.nodes[place as usize];
            (node.event, node.without, node.with) == (event, without, with)
        };
        let slot = free_slot(&shelf.places, hash, same);
        if shelf.places[slot] != 0 {
            return Ok(shelf.places[slot]);
        }
        if self.nodes.len() >= self.most_nodes {
            return Err(Interrupt::Full);
        }
        let (low, high) = (self.nodes[without as usize], self.nodes[with as usize]);
        let least = low.least.min(high.least.saturating_add(1));
        let most = low.most.max(high.most + 1);
        let made = self.nodes.len() as Cuts;
        let count = low.count.saturating_add(high.count);
        self.nodes.push(Node { event, without, with, least, most, count });
        shelf.places[slot] = made;
        shelf.used += 1;
        Ok(made)
    }

    /// Answers what is known, or computes and remembers it.
    fn recall(
        &mut self,
        asked: [u32; 4],
        compute: impl FnOnce(&mut Self) -> Result<Cuts, Interrupt>,
    ) -> Result<Cuts, Interrupt> {
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = LOOK_UP_EVERY;
            self.look()?;
            if let Some(progress) = self.progress {
                progress.tell(self.nodes.len() as u64, String::new());
            }
            // About as many places as there are nodes; what is forgotten is computed again.
            if self.nodes.len() > self.known.len() && self.known.len() < MOST_KNOWN {
                self.known = vec![NOTHING_KNOWN; 4 * self.known.len()];
            }
        }
        let [operation, order, a, b] = asked;
        let hash = mix(u64::from(a) << 32 | u64::from(b), order.rotate_left(8) ^ operation) as usize;
        let known = self.known[hash & (self.known.len() - 1)];
        if known[..4] == asked {
            return Ok(known[4]);
        }
        let answer = compute(self)?;
        let place = hash & (self.known.len() - 1);
        self.known[place] = [operation, order, a, b, answer];
        Ok(answer)
    }

    /// Either of two.
    pub(crate) fn or(&mut self, a: Cuts, b: Cuts) -> Result<Cuts, Interrupt> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (NEVER, _) => return Ok(b),
            (ALWAYS, _) => return Ok(ALWAYS),
            _ if a == b => return Ok(a),
            _ => {}
        }
        self.recall([Operation::Or as u32, 0, a, b], |store| {
            let (event, [a0, a1], [b0, b1]) = store.both(a, b);
            let without = store.or(a0, b0)?;
            let with = store.or(a1, b1)?;
            let with = store.without(with, without)?;
            store.make(event, without, with)
        })
    }

    /// Both of two, up to the order.
    pub(crate) fn and(&mut self, a: Cuts, b: Cuts) -> Result<Cuts, Interrupt> {
        self.and_up_to(a, b, self.order)
    }

    fn and_up_to(&mut self, a: Cuts, b: Cuts, order: u32) -> Result<Cuts, Interrupt> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (NEVER, _) => return Ok(NEVER),
            (ALWAYS, _) => return self.up_to(b, order),
            _ if a == b => return self.up_to(a, order),
            _ => {}
        }
        let (one, other) = (self.node(a), self.node(b));
        if one.least.max(other.least) > order {
            self.left_out = true;
            return Ok(NEVER);
        }
        // Where nothing can become too large, all orders have the same answer.
        let order = if one.most.saturating_add(other.most) <= order { u32::MAX } else { order };
        self.recall([Operation::And as u32, order, a, b], |store| {
            let (event, [a0, a1], [b0, b1]) = store.both(a, b);
            let without = store.and_up_to(a0, b0, order)?;
            let with = if order == 0 {
                store.left_out |= a1 != NEVER || b1 != NEVER;
                NEVER
            } else {
                let below = if order == u32::MAX { order } else { order - 1 };
                let first = store.and_up_to(a1, b1, below)?;
                let second = store.and_up_to(a1, b0, below)?;
                let third = store.and_up_to(a0, b1, below)?;
                let with = store.or(first, second)?;
                let with = store.or(with, third)?;
                store.without(with, without)?
            };
            store.make(event, without, with)
        })
    }

    /// The cut sets of at most so many events.
    fn up_to(&mut self, cuts: Cuts, order: u32) -> Result<Cuts, Interrupt> {
        let node = self.node(cuts);
        if node.most <= order {
            return Ok(cuts);
        }
        if node.least > order {
            self.left_out = true;
            return Ok(NEVER);
        }
        self.left_out = true;
        self.recall([Operation::Limit as u32, order, cuts, cuts], |store| {
            let without = store.up_to(node.without, order)?;
            let with = if order == 0 { NEVER } else { store.up_to(node.with, order - 1)? };
            store.make(node.event, without, with)
        })
    }

    /// The sets of one family that contain none of another.
    fn without(&mut self, a: Cuts, b: Cuts) -> Result<Cuts, Interrupt> {
        match (a, b) {
            (NEVER, _) | (_, ALWAYS) => return Ok(NEVER),
            _ if a == b => return Ok(NEVER),
            // A larger set is not contained in a smaller one.
            _ if self.node(b).least > self.node(a).most => return Ok(a),
            _ => {}
        }
        self.recall([Operation::Without as u32, 0, a, b], |store| {
            let (one, other) = (store.node(a), store.node(b));
            if other.event < one.event {
                return store.without(a, other.without);
            }
            let (event, [a0, a1], [b0, b1]) = store.both(a, b);
            let without = store.without(a0, b0)?;
            let with = store.without(a1, b0)?;
            let with = store.without(with, b1)?;
            store.make(event, without, with)
        })
    }

    /// The first event of two families, and both without it and with it.
    fn both(&self, a: Cuts, b: Cuts) -> (u32, [Cuts; 2], [Cuts; 2]) {
        let (one, other) = (self.node(a), self.node(b));
        let event = one.event.min(other.event);
        let parts = |cuts, node: Node| if node.event == event { [node.without, node.with] } else { [cuts, NEVER] };
        (event, parts(a, one), parts(b, other))
    }

    /// Every cut set, with its events in the order of the store.
    pub(crate) fn list(&self, cuts: Cuts) -> Result<Vec<Vec<usize>>, Interrupt> {
        let mut found = Vec::new();
        let mut events: Vec<usize> = Vec::new();
        // Families that are still to be listed, with how many events come before.
        let mut open = vec![(cuts, 0)];
        let mut steps = 0_u32;
        while let Some((cuts, depth)) = open.pop() {
            events.truncate(depth);
            let mut next = cuts;
            while next > ALWAYS {
                steps += 1;
                if steps.is_multiple_of(1 << 14) {
                    self.look()?;
                }
                let node = self.node(next);
                if node.without != NEVER {
                    open.push((node.without, events.len()));
                }
                events.push(node.event as usize);
                next = node.with;
            }
            if next == ALWAYS {
                found.push(events.clone());
            }
        }
        Ok(found)
    }
}

/// No more answers than this are remembered.
const MOST_KNOWN: usize = 1 << 22;

fn mix(high: u64, low: u32) -> u64 {
    let mixed = (high ^ u64::from(low).rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29 ^ u64::from(low) << 7).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

/// The place of what is looked for, or the free place where it belongs. Some place is free.
fn free_slot(places: &[u32], hash: u64, is_same: impl Fn(u32) -> bool) -> usize {
    let mask = places.len() - 1;
    let mut slot = (hash >> 8) as usize & mask;
    while places[slot] != 0 && !is_same(places[slot]) {
        slot = (slot + 1) & mask;
    }
    slot
}

//! Jamboree: alpha-beta on several threads (handout, "Parallel Alpha-Beta Pruning"; after Kuszmaul 1994).
//!
//! Alpha-beta needs the first moves' values to cut the others, so those come in sequence; the rest is shared. At each
//! position near the root the first share of the moves (the handout's `PERCENTAGE_SEQUENTIAL`) is looked at alone, then
//! every idle thread takes the next of the remaining moves, with the best bound known at that moment. When one of them
//! cuts, those still at work on siblings are stopped. Below the sequential cutoff nothing is shared.
//!
//! The body is alpha-beta's, compiled once more with this mode. Departures from the handout: moves are handed out in
//! order instead of all at once, so later ones profit from what earlier ones found; and the tests of SCOUT can be used for the
//! rest of the moves, as in Kuszmaul's original.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};
use secateur_game::{Alternating, Game};
use secateur_value::{Bounds, Chain, Window};

use crate::alpha_beta::{At, FullWindow, Mode, Node, Root, Seen, Worker};
use crate::answer::Counts;
use crate::deepening::Deepening;
use crate::limits::{Budget, Interrupt, Split};
use crate::principal_line::PrincipalLine;
use crate::scout::NullWindowFirst;
use crate::side::Side;
use crate::{Horizon, Memory, NextWindow, Order, Outcome, Search};

/// How alpha-beta is shared among threads.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Jamboree {
    /// How many threads.
    pub threads: usize,
    /// Which share of a position's moves is looked at before the rest is shared, from 0 to 1; at least one move is.
    pub in_sequence: f64,
    /// The sequential cutoff: positions with fewer moves ahead than this are not shared.
    pub cutoff: u32,
    /// Positions further than this from the root are not shared either. It takes over from the cutoff where depth is not
    /// limited.
    pub plies: usize,
}

impl Default for Jamboree {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, in_sequence: 0.0, cutoff: 6, plies: 16 }
    }
}

impl Jamboree {
    /// On this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With this share of the moves in sequence.
    pub fn in_sequence(self, share: f64) -> Self {
        Self { in_sequence: share, ..self }
    }

    /// With this sequential cutoff.
    pub fn cutoff(self, cutoff: u32) -> Self {
        Self { cutoff, ..self }
    }

    /// Sharing only so many moves from the root.
    pub fn plies(self, plies: usize) -> Self {
        Self { plies, ..self }
    }

    /// The threads, unless one is enough or no more can be had.
    fn pool(&self) -> Option<ThreadPool> {
        if self.threads < 2 {
            return None;
        }
        ThreadPoolBuilder::new().num_threads(self.threads).build().ok()
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G> + Sync + Send,
    O: Order<G> + Clone + Sync + Send,
{
    /// Alpha-beta on several threads. The value is the same as on one.
    pub fn jamboree(self, shared: &Jamboree) -> Outcome<G::Value, G::Move> {
        match shared.pool() {
            None => self.in_mode(FullWindow),
            Some(pool) => self.in_mode(&Shared::<false> { shared, pool: &pool }),
        }
    }

    /// [`mtdf`](Search::mtdf) on several threads.
    pub fn jamboree_mtdf(self, shared: &Jamboree, guess: G::Value, next: NextWindow) -> Outcome<G::Value, G::Move> {
        match shared.pool() {
            None => self.null_windows(FullWindow, guess, next),
            Some(pool) => self.null_windows(&Shared::<false> { shared, pool: &pool }, guess, next),
        }
    }

    /// [`deepening`](Search::deepening) on several threads.
    pub fn jamboree_deepening(self, shared: &Jamboree, deepening: &Deepening<G::Value>) -> Outcome<G::Value, G::Move> {
        match shared.pool() {
            None => self.deepen(NullWindowFirst, deepening),
            Some(pool) => self.deepen(&Shared::<true> { shared, pool: &pool }, deepening),
        }
    }
}

/// The mode in which moves are shared, with or without SCOUT's tests.
struct Shared<'j, const SCOUTS: bool> {
    shared: &'j Jamboree,
    pool: &'j ThreadPool,
}

/// What the threads at one position have in common.
struct Common<V, M> {
    node: Node<V>,
    line: Vec<M>,
    counts: Counts,
    /// Why somebody gave up, if anybody did.
    interrupt: Option<Interrupt>,
}

impl<G, H, M, O, const SCOUTS: bool> Mode<G, H, M, O, ()> for &Shared<'_, SCOUTS>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone + Sync + Send,
{
    const SCOUTS: bool = SCOUTS;

    #[inline(always)]
    fn shares(&self, at: At) -> bool {
        at.depth >= self.shared.cutoff && at.ply < self.shared.plies
    }

    fn first_ones(&self, moves: usize) -> usize {
        (self.shared.in_sequence * moves as f64).ceil() as usize
    }

    fn share<S: Side>(
        &self,
        worker: &mut Worker<'_, G, H, M, O, ()>,
        position: &G::Position,
        at: At,
        node: &mut Node<G::Value>,
        rest: &[(u8, G::Move)],
    ) -> Result<(), Interrupt> {
        let split = Split::below(worker.budget.split());
        let common = Mutex::new(Common { node: *node, line: Vec::new(), counts: Counts::default(), interrupt: None });
        let place = Place { mode: *self, split: &split, position, at, rest, next: AtomicUsize::new(0), common: &common };
        let lead = Lead::of(worker);
        self.pool.in_place_scope(|scope| {
            for _ in 1..rest.len().min(self.shared.threads) {
                scope.spawn(|_| place.help::<S, H, M, O>(&lead));
            }
            place.help::<S, H, M, O>(&lead);
        });
        let Ok(common) = common.into_inner() else {
            return Err(Interrupt::SiblingCut); // a helper panicked, and so will this thread
        };
        *node = common.node;
        worker.counts.add(&common.counts);
        if !common.line.is_empty() {
            worker.line.set(at.ply, &common.line);
        }
        match common.interrupt {
            Some(why) if !node.is_cut::<S>() => Err(why),
            _ => Ok(()),
        }
    }
}

/// What helpers need of the worker that shares its moves.
struct Lead<'w, G, H, M, O> {
    game: &'w G,
    horizon: &'w H,
    memory: &'w M,
    order: O,
    meter: &'w crate::limits::Meter,
    end: crate::End,
}

impl<'w, G: Game, H, M, O: Clone> Lead<'w, G, H, M, O> {
    fn of(worker: &Worker<'w, G, H, M, O, ()>) -> Self {
        Self {
            game: worker.game,
            horizon: worker.horizon,
            memory: worker.memory,
            order: worker.order.clone(),
            meter: worker.budget.meter(),
            end: worker.end,
        }
    }
}

/// A position whose remaining moves are shared.
struct Place<'p, G: Game, P> {
    mode: P,
    split: &'p Split<'p>,
    position: &'p G::Position,
    at: At,
    rest: &'p [(u8, G::Move)],
    /// The next move to be taken.
    next: AtomicUsize,
    common: &'p Mutex<Common<G::Value, G::Move>>,
}

impl<G, P> Place<'_, G, P>
where
    G: Alternating<Value: Chain>,
{
    /// Takes moves and looks at them until there are none or the rest does not matter.
    fn help<S: Side, H, M, O>(&self, lead: &Lead<'_, G, H, M, O>)
    where
        H: Horizon<G>,
        M: Memory<G>,
        O: Order<G> + Clone,
        P: Mode<G, H, M, O, ()>,
    {
        let mut helper = Worker {
            game: lead.game,
            horizon: lead.horizon,
            memory: lead.memory,
            order: lead.order.clone(),
            observer: &mut (),
            budget: Budget::new(lead.meter, Some(self.split)),
            counts: Counts::default(),
            line: PrincipalLine::new(),
            end: lead.end,
            root: Root { asked: Window::OPEN, hint: None, best_move: None, shown: Bounds::ANY },
        };
        let mut position = self.position.clone();
        while let Some(&(number, chosen)) = self.rest.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let Some(node) = self.still_open() else { break };
            let seen = helper.reply::<S, P>(self.mode, &mut position, chosen, self.at, &node, false);
            let Ok(mut common) = self.common.lock() else { return };
            match seen {
                Ok(Seen { value, settled }) => {
                    if common.node.take::<S>(number, value) && node.open {
                        common.line.clear();
                        common.line.push(chosen);
                        if !settled {
                            common.line.extend_from_slice(helper.line.at(self.at.ply + 1));
                        }
                    }
                    if common.node.is_cut::<S>() {
                        self.split.cut();
                    }
                }
                Err(why) => {
                    // A limit outranks a cut: the one ends the search, the other only this place.
                    if !matches!(common.interrupt, Some(Interrupt::Limit(_))) {
                        common.interrupt = Some(why);
                    }
                    break;
                }
            }
        }
        if let Ok(mut common) = self.common.lock() {
            common.counts.add(&Counts { visits: helper.visits(), ..helper.counts });
        }
    }

    /// What is known here, unless the rest of the moves no longer matters.
    fn still_open(&self) -> Option<Node<G::Value>> {
        let common = self.common.lock().ok()?;
        (common.interrupt.is_none() && !self.split.is_cut()).then_some(common.node)
    }
}

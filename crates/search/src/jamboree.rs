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

use rayon::{ThreadPool, ThreadPoolBuilder};
use secateur_game::Alternating;
use secateur_value::{Bounds, Chain, Window};

use crate::alpha_beta::{FullWindow, Mode, Node, Root, Seen, Worker};
use crate::answer::Counts;
use crate::deepening::Deepening;
use crate::limits::{Budget, Interrupt, Meter};
use crate::principal_line::PrincipalLine;
use crate::scout::NullWindowFirst;
use crate::sharing::{Sharing, Split};
use crate::side::Side;
use crate::{End, Horizon, Memory, NextWindow, Order, Outcome, Search};

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
    pub fn jamboree(self, settings: &Jamboree) -> Outcome<G::Value, G::Move> {
        match settings.pool() {
            None => self.in_mode(FullWindow),
            Some(pool) => pool.install(|| self.in_mode(&Together::<false> { settings })),
        }
    }

    /// [`mtdf`](Search::mtdf) on several threads.
    pub fn jamboree_mtdf(self, settings: &Jamboree, guess: G::Value, next: NextWindow) -> Outcome<G::Value, G::Move> {
        match settings.pool() {
            None => self.null_windows(FullWindow, guess, next),
            Some(pool) => pool.install(|| self.null_windows(&Together::<false> { settings }, guess, next)),
        }
    }

    /// [`deepening`](Search::deepening) on several threads.
    pub fn jamboree_deepening(
        self,
        settings: &Jamboree,
        deepening: &Deepening<G::Value>,
    ) -> Outcome<G::Value, G::Move> {
        match settings.pool() {
            None => self.deepen(NullWindowFirst, deepening),
            Some(pool) => pool.install(|| self.deepen(&Together::<true> { settings }, deepening)),
        }
    }
}

/// The mode in which moves are shared, with or without SCOUT's tests.
struct Together<'j, const SCOUTS: bool> {
    settings: &'j Jamboree,
}

impl<G, H, M, O, const SCOUTS: bool> Mode<G, H, M, O, ()> for &Together<'_, SCOUTS>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone + Sync + Send,
{
    const SCOUTS: bool = SCOUTS;

    #[inline(always)]
    fn shares(&self, depth: u32, ply: usize) -> bool {
        depth >= self.settings.cutoff && ply < self.settings.plies
    }

    fn first_ones(&self, moves: usize) -> usize {
        (self.settings.in_sequence * moves as f64).ceil() as usize
    }

    fn share<S: Side>(
        &self,
        worker: &mut Worker<'_, G, H, M, O, ()>,
        position: &G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        rest: &[(u8, G::Move)],
    ) -> Result<(), Interrupt> {
        let split = Split::below(worker.budget.split());
        let sharing = Sharing::new(&split, *node, rest);
        let lead = Lead {
            game: worker.game,
            horizon: worker.horizon,
            memory: worker.memory,
            order: worker.order.clone(),
            meter: worker.budget.meter(),
            end: worker.end,
            depth: worker.depth,
        };
        worker.budget.settle();
        // The search runs on the pool, so this thread is one of those that share, and helps others while it waits.
        rayon::scope(|scope| {
            for _ in 1..rest.len().min(self.settings.threads) {
                scope.spawn(|_| lead.help::<S, _>(*self, &sharing, position.clone(), depth));
            }
            lead.help::<S, _>(*self, &sharing, position.clone(), depth);
        });
        // Nothing to finish means that a helper panicked, and the scope has passed that on already.
        let Some(shared) = sharing.finish::<S>() else { return Err(Interrupt::SiblingCut) };
        *node = shared.node;
        worker.counts.add(&shared.counts);
        if !shared.line.is_empty() {
            worker.line.set(worker.ply(depth), &shared.line);
        }
        shared.finished
    }
}

/// What helpers need of the worker that shares its moves.
struct Lead<'w, G, H, M, O> {
    game: &'w G,
    horizon: &'w H,
    memory: &'w M,
    order: O,
    meter: &'w Meter,
    end: End,
    /// How many moves the root may look ahead.
    depth: u32,
}

impl<G, H, M, O> Lead<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// Takes moves and looks at them until there are none or the rest does not matter.
    fn help<S: Side, P: Mode<G, H, M, O, ()>>(
        &self,
        mode: P,
        sharing: &Sharing<'_, G::Value, G::Move>,
        mut position: G::Position,
        depth: u32,
    ) {
        let mut helper = Worker {
            game: self.game,
            horizon: self.horizon,
            memory: self.memory,
            order: self.order.clone(),
            observer: &mut (),
            budget: Budget::new(self.meter, Some(sharing.split())),
            counts: Counts::default(),
            line: PrincipalLine::new(),
            end: self.end,
            depth: self.depth,
            root: Root { asked: Window::OPEN, hint: None, shown: Bounds::ANY },
        };
        while let Some((number, chosen, node)) = sharing.take() {
            match helper.reply::<S, P, false>(mode, &mut position, chosen, depth, &node, false) {
                Ok(Seen { value, settled }) => {
                    let inside = S::better(value, node.own) && S::better(node.cap, value);
                    let lined = !settled && (inside || !Worker::<G, H, M, O, ()>::cuts_refute::<P>());
                    let below = if lined { helper.line.at(helper.ply(depth) + 1) } else { &[] };
                    sharing.report::<S>(number, chosen, value, below);
                }
                Err(why) => {
                    sharing.give_up(why);
                    break;
                }
            }
        }
        sharing.count(&Counts { visits: helper.visits(), ..helper.counts });
    }
}

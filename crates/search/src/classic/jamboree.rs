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
//!
//! Where there is a table, threads that meet in it alone get much further (`abdada.rs`): nobody waits, and nothing is handed out.
//! So that is what [`Jamboree`] does by default; [`Meet::AtSplits`] asks for the handout's way.

use rayon::ThreadPool;
use secateur_game::Alternating;
use secateur_value::{Bounds, Chain, Window};

use crate::classic::abdada::{Abreast, SideBySide};
use crate::classic::alpha_beta::{FullWindow, Mode, Node, Root, Seen, Worker};
use crate::classic::deepening::Deepening;
use crate::classic::scout::NullWindowFirst;
use crate::question::answer::Counts;
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::principal_line::PrincipalLine;
use crate::question::side::Side;
use crate::threads::busy::Busy;
use crate::threads::sharing::{Common, Sharing, Split};
use crate::threads::stack;
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
    /// How threads meet.
    pub meet: Meet,
}

/// How the threads of a search meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Meet {
    /// Every thread looks at the whole tree, and they meet in the table alone. Without a table they meet at splits.
    #[default]
    InTheTable,
    /// Threads share the moves of a position, as the handout has it.
    AtSplits,
}

impl Default for Jamboree {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, in_sequence: 0.0, cutoff: 6, plies: 20, meet: Meet::default() }
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

    /// With threads that meet in this way.
    pub fn meet(self, meet: Meet) -> Self {
        Self { meet, ..self }
    }

    /// The mode in which threads look at the same tree side by side.
    fn side_by_side<const SCOUTS: bool>(&self) -> SideBySide<SCOUTS> {
        let threads = stack::useful_threads(self.threads);
        SideBySide { threads, cutoff: self.cutoff, plies: self.plies, busy: Busy::new() }
    }

    /// The threads, unless one is enough or no more can be had.
    fn pool(&self) -> Option<ThreadPool> {
        if self.threads < 2 {
            return None;
        }
        stack::pool(self.threads).ok()
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
            Some(pool) if M::REMEMBERS && settings.meet == Meet::InTheTable => {
                pool.install(|| self.in_mode(&settings.side_by_side::<false>()))
            }
            Some(pool) => pool.install(|| self.in_mode(&Together::<false> { settings })),
        }
    }

    /// [`mtdf`](Search::mtdf) on several threads.
    pub fn jamboree_mtdf(self, settings: &Jamboree, guess: G::Value, next: NextWindow) -> Outcome<G::Value, G::Move> {
        match settings.pool() {
            None => self.null_windows(FullWindow, guess, next),
            Some(pool) if M::REMEMBERS && settings.meet == Meet::InTheTable => {
                pool.install(|| self.null_windows(&settings.side_by_side::<false>(), guess, next))
            }
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
            Some(pool) if M::REMEMBERS && settings.meet == Meet::InTheTable => {
                pool.install(|| self.deepen(&settings.side_by_side::<true>(), deepening))
            }
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
        let sharing = Sharing::new(&split, rest.len(), Siblings::of(*node));
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
                scope.spawn(|_| lead.help::<S, _>(*self, &sharing, rest, position.clone(), depth));
            }
            lead.help::<S, _>(*self, &sharing, rest, position.clone(), depth);
        });
        // Nothing to finish means that a helper panicked, and the scope has passed that on already.
        let Some((Common { what, counts, .. }, left_out)) = sharing.finish() else { return Err(Interrupt::SiblingCut) };
        *node = what.node;
        worker.counts.add(&counts);
        if !what.line.is_empty() {
            worker.line.set(worker.ply(depth), &what.line);
        }
        // A cut makes up for the moves that were left out.
        left_out.filter(|_| !node.is_cut::<S>()).map_or(Ok(()), Err)
    }
}

/// Moves of a position that threads share.
type Shared<'s, V, M> = Sharing<'s, Siblings<V, M>>;

/// What threads find that share the moves of a position.
pub(crate) struct Siblings<V, M> {
    pub(crate) node: Node<V>,
    /// Best play from here, if a shared move is the best.
    pub(crate) line: Vec<M>,
}

impl<V: Chain, M: Copy> Siblings<V, M> {
    pub(crate) fn of(node: Node<V>) -> Self {
        Self { node, line: Vec::new() }
    }

    /// Takes in what a move is worth, with best play after it. Says whether the rest of the moves is pointless.
    pub(crate) fn learn<S: Side>(&mut self, (number, chosen): (u8, M), value: V, below: &[M]) -> bool {
        if self.node.take::<S>(number, value) && self.node.open {
            self.line.clear();
            self.line.push(chosen);
            self.line.extend_from_slice(below);
        }
        self.node.is_cut::<S>()
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
        sharing: &Shared<'_, G::Value, G::Move>,
        moves: &[(u8, G::Move)],
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
            root: Root { asked: Window::OPEN, hint: None, shown: Bounds::ANY, best: None },
            abreast: Abreast::new(),
        };
        while let Some((place, node)) = sharing.take(|siblings, _| siblings.node) {
            let chosen = moves[place].1;
            match helper.reply::<S, P, false>(mode, &mut position, chosen, depth, &node, false) {
                Ok(Seen { value, settled }) => {
                    let inside = S::better(value, node.own) && S::better(node.cap, value);
                    let lined = !settled && (inside || !Worker::<G, H, M, O, ()>::cuts_refute::<P>());
                    let below = if lined { helper.line.at(helper.ply(depth) + 1) } else { &[] };
                    sharing.report(|siblings| siblings.learn::<S>(moves[place], value, below));
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

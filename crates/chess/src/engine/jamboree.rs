//! Jamboree: the threads share the moves of a position (after B. Kuszmaul, 1994, and R. Feldmann's young brothers wait).
//!
//! The first move of a position, which most often decides it, is looked at alone. If it does not cut and somebody is
//! idle, the rest is shared: each takes the next move, with the best score known at that moment. When one of
//! them cuts, the others stop within a few dozen nodes. Positions that are searched less deeply than [`CUTOFF`] are never
//! shared: their moves are done before a helper has come.
//!
//! It is the same search: a shared position goes through the same steps (`next_candidate`, `look_at`, `take`) as one
//! that a thread has for itself, only that the first and the last of them are done under a lock. Each thread has its own
//! histories, and all have one table.
//!
//! Departures from the handout's Jamboree, which `secateur-search` has as it is: moves are handed out one by one instead of all
//! at once, only when somebody is idle, and a position can begin to be shared after any of its moves.

use cozy_chess::{Board, Move};

use super::picker::Picker;
use super::repetition::Past;
use super::score::Score;
use super::search::{Node, NodeOf, Siblings, Taken};
use super::sync::{Arc, Mutex, MutexGuard, Ordering, PoisonError};
use super::team::Place;
use super::worker::{Line, Ply, RootMove, Worker};

/// Positions that are searched less deeply than this are not shared. Tests share small ones, too, so that threads meet often.
const CUTOFF: i32 = if cfg!(test) { 2 } else { 5 };
/// So many moves come first where the position is expected to cut: probably one of them does.
const FIRST_WHERE_CUT: usize = 2;

/// A position whose moves are shared, and all that a helper needs to know about it.
pub(crate) struct Split {
    node: NodeOf<Board>,
    beta: Score,
    principal: bool,
    past: Past,
    stack: Vec<Ply>,
    root_depth: i32,
    /// Which moves are wanted; only at the root.
    root_moves: Vec<RootMove>,
    common: Mutex<Common>,
}

/// What those at work at a position have in common.
struct Common {
    siblings: Siblings,
    /// Best play, on a principal variation.
    line: Line,
    deepest: usize,
    /// What the thread that leads has to hear about moves at the root.
    root: Vec<RootNote>,
}

struct RootNote {
    chosen: Move,
    nodes: u64,
    score: Score,
    is_best: bool,
}

impl Split {
    fn lock(&self) -> MutexGuard<'_, Common> {
        // A helper that panicked ends the search, whatever is in here.
        self.common.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker<'_> {
    /// Whether the rest of a position's moves is to be shared.
    #[inline]
    pub(super) fn shares(&self, node: &Node<'_>, siblings: &Siblings) -> bool {
        let Some(team) = self.shared.team(self.number) else { return false };
        let first = if node.cut { FIRST_WHERE_CUT } else { 1 };
        node.depth >= CUTOFF && siblings.number >= first && team.would_help(self.place.as_deref())
    }

    /// Shares the rest of a position's moves, and returns what came of all of them. If something further up was cut, or
    /// everything was stopped, `stopped` says so.
    #[cold]
    #[inline(never)]
    pub(super) fn share<const PV: bool>(&mut self, node: &Node<'_>, siblings: Siblings, beta: Score) -> Siblings {
        let Some(team) = self.shared.team(self.number) else { return siblings };
        let ply = node.ply;
        let common = Common { siblings, line: self.lines[ply].clone(), deepest: 0, root: Vec::new() };
        let split = Split {
            node: node.on(node.board.clone()),
            beta,
            principal: PV,
            past: self.past.clone(),
            stack: self.stack[..ply + 3].to_vec(),
            root_depth: self.root_depth,
            root_moves: if ply == 0 { self.root_moves.clone() } else { Vec::new() },
            common: Mutex::new(common),
        };
        let place = Place::below(self.place.clone(), split);
        team.open(&place);
        self.work::<PV>(&place);
        place.exhaust();
        team.close(&place, &mut |below| self.help(below));
        // Helping elsewhere has left its traces.
        self.recall(&place.job);
        let common = &mut *place.job.lock();
        for &RootNote { chosen, nodes, score, is_best } in &common.root {
            self.note_root(chosen, nodes, score, is_best);
        }
        if PV {
            self.lines[ply] = common.line.clone();
        }
        self.deepest = self.deepest.max(common.deepest);
        // A cut at this place ends here; one further up, or the end of the search, goes on.
        self.stopped = self.shared.stop.load(Ordering::Relaxed) || place.above().is_some_and(Place::is_cut);
        std::mem::replace(&mut common.siblings, Siblings::new(Picker::all(None), beta))
    }

    /// Helps at a place until nothing is left to be taken there.
    pub(super) fn help(&mut self, place: &Arc<Place<Split>>) {
        let split = &place.job;
        self.recall(split);
        self.stopped = false;
        self.deepest = 0;
        if split.principal {
            self.work::<true>(place);
        } else {
            self.work::<false>(place);
        }
        self.publish();
    }

    /// Puts the worker where a shared position is.
    fn recall(&mut self, split: &Split) {
        self.past.clone_from(&split.past);
        self.stack[..split.stack.len()].copy_from_slice(&split.stack);
        self.root_depth = split.root_depth;
        if split.node.ply == 0 && self.number > 0 {
            self.root_moves.clone_from(&split.root_moves);
        }
    }

    /// Takes moves and looks at them until none is left, one cuts, or the worker is stopped.
    fn work<const PV: bool>(&mut self, place: &Arc<Place<Split>>) {
        let split = &place.job;
        let node = split.node.on(&split.node.board);
        let order = self.order(&node);
        let outside = self.place.replace(Arc::clone(place));
        loop {
            let mut common = split.lock();
            if place.is_cut() || self.shared.stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(candidate) = self.next_candidate(&node, &order, &mut common.siblings) else {
                place.exhaust();
                break;
            };
            let window = (common.siblings.alpha, split.beta, common.siblings.best);
            drop(common);
            let nodes_before = self.nodes;
            let score = self.look_at::<PV>(&node, &order, &candidate, window);
            let mut common = split.lock();
            common.deepest = common.deepest.max(self.deepest);
            if self.stopped || place.is_cut_here() {
                break;
            }
            let Taken { raises, cuts } = common.siblings.take(&candidate, score, split.beta);
            if node.ply == 0 {
                let (chosen, nodes) = (candidate.chosen, self.nodes - nodes_before);
                common.root.push(RootNote { chosen, nodes, score, is_best: raises });
            }
            if PV && raises {
                self.set_line(node.ply, candidate.chosen);
                common.line.clone_from(&self.lines[node.ply]);
            }
            if cuts {
                place.cut();
                break;
            }
        }
        self.place = outside;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use crate::engine::{Answer, Clock, Engine, Parallel, Question, Techniques};
    use crate::game::legal_moves;
    use crate::notation::read_fen;

    const POSITIONS: [&str; 6] = [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5pk1/4p1p1/3pP2p/r2P1P1P/4K1P1/1R6/8 w - - 0 40",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/3q4/8/3R4/3QK3 b - - 96 70",
        "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    ];

    fn think(fen: &str, threads: usize, techniques: Techniques, depth: i32, clock: &Clock) -> Answer {
        let mut engine = Engine::with_megabytes(1).unwrap();
        engine.set_threads(threads);
        engine.set_parallel(Parallel::Jamboree);
        engine.set_techniques(techniques);
        engine.think(&Question::about(read_fen(fen).unwrap()).depth(depth), clock, &mut |_| {})
    }

    /// Without what guesses, and without a table, a score is the value of a tree: sharing must not change it.
    #[test]
    fn threads_find_the_value_of_the_tree() {
        let sure = ["aspiration", "principal-variation", "killers", "countermoves", "history", "continuation"];
        let off = Techniques::NAMES.iter().filter(|name| !sure.contains(name));
        let plain = off.fold(Techniques::ALL, |on, name| on.with(name, false).unwrap());
        for fen in POSITIONS {
            let depth = if legal_moves(&read_fen(fen).unwrap()).len() > 30 { 4 } else { 5 };
            let alone = think(fen, 1, plain, depth, &Clock::endless());
            for threads in [2, 3, 5] {
                let shared = think(fen, threads, plain, depth, &Clock::endless());
                assert_eq!((shared.score, shared.depth), (alone.score, alone.depth), "{fen} on {threads}");
            }
        }
    }

    #[test]
    fn a_limit_of_nodes_and_a_stop_reach_every_thread() {
        for fen in POSITIONS {
            let board = read_fen(fen).unwrap();
            for threads in [2, 4] {
                let answer = think(fen, threads, Techniques::ALL, 64, &Clock::endless().nodes(3000));
                // On its way back a thread may look at a node or two more.
                assert!(answer.nodes <= 3000 + 4 * threads as u64, "{fen}: {}", answer.nodes);
                assert!(board.is_legal(answer.best.unwrap()));
                let clock = Clock::endless();
                clock.stop();
                let answer = think(fen, threads, Techniques::ALL, 64, &clock);
                assert!(board.is_legal(answer.best.unwrap()));
            }
        }
    }

    #[test]
    fn a_stop_from_outside_ends_a_shared_search() {
        let clock = Clock::endless();
        std::thread::scope(|scope| {
            let thinking = scope.spawn(|| think(POSITIONS[5], 3, Techniques::ALL, 100, &clock));
            std::thread::sleep(std::time::Duration::from_millis(50));
            clock.stop();
            assert!(thinking.join().unwrap().best.is_some());
        });
    }
}

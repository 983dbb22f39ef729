//! One thread of the search: what it knows, and how it is stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move};
use secateur_search::Busy;

use super::clock::Clock;
use super::correction::Correction;
use super::history::{Before, History, structure};
use super::jamboree::Split;
use super::killers::{Countermoves, Killers};
use super::numbers::Numbers;
use super::repetition::{Past, identity};
use super::score::{MATE_BOUND, MAX_PLY, Score};
use super::sync::Arc;
use super::table::Table;
use super::team::{Place, Team};
use super::techniques::Techniques;
use crate::evaluate::{Structures, evaluate_with, less_if_hard_to_win};
use crate::network::Eyes;

/// A line of moves.
pub(crate) type Line = ArrayVec<Move, MAX_PLY>;

/// What all threads of a search share.
pub(crate) struct Shared<'e> {
    pub(crate) table: &'e Table,
    pub(crate) clock: &'e Clock,
    pub(crate) techniques: Techniques,
    pub(crate) numbers: Numbers,
    /// Set when the search has to end, by whoever notices.
    pub(crate) stop: AtomicBool,
    /// How many nodes each thread has looked at.
    pub(crate) nodes: Vec<AtomicU64>,
    /// Which moves threads are at; nothing where nobody asks.
    pub(crate) busy: Option<Busy>,
    /// How many threads share positions with each other.
    pub(crate) team_size: usize,
    /// Those who do; none where every thread searches for itself.
    pub(crate) teams: Vec<Team<Split>>,
}

impl Shared<'_> {
    /// The team of the thread with this number.
    pub(crate) fn team(&self, number: usize) -> Option<&Team<Split>> {
        self.teams.get(number / self.team_size)
    }

    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread has learnt and keeps from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    pub(crate) history: History,
    pub(crate) countermoves: Countermoves,
    pub(crate) correction: Correction,
    pub(crate) structures: Structures,
}

/// What is known at one distance from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ply {
    pub(crate) evaluation: Option<Score>,
    pub(crate) killers: Killers,
    /// The move that is being looked at, as a [`place`](super::history::place).
    pub(crate) played: Option<usize>,
    /// Whether it is quiet.
    pub(crate) quiet: bool,
    /// Whether it is a null move.
    pub(crate) passed: bool,
    /// The move that is left out to see whether there is another.
    pub(crate) excluded: Option<Move>,
}

/// The moves at the root, and what is known of each.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) chosen: Move,
    pub(crate) nodes: u64,
    /// Already shown as one of several best lines.
    pub(crate) shown: bool,
}

/// One thread of the search.
pub(crate) struct Worker<'e> {
    pub(crate) shared: &'e Shared<'e>,
    pub(crate) techniques: Techniques,
    pub(crate) numbers: Numbers,
    pub(crate) learned: &'e mut Learned,
    pub(crate) past: Past,
    pub(crate) stack: Vec<Ply>,
    /// What the network sees of the line.
    eyes: Eyes,
    pub(crate) lines: Vec<Line>,
    pub(crate) root_moves: Vec<RootMove>,
    /// The best move at the root and its score, of the iteration that is under way.
    pub(crate) root_best: Option<(Move, Score)>,
    /// The move to look at first at the root.
    pub(crate) root_guess: Option<Move>,
    pub(crate) root_depth: i32,
    pub(crate) number: usize,
    /// Which of those that search for themselves it belongs to; the first speaks and decides when to stop.
    pub(crate) group: usize,
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
    /// Whether to go back at once: the search has ended, or a place further up was cut.
    pub(crate) stopped: bool,
    look_up_every: u64,
    /// The shared position that the worker is at work below.
    pub(crate) place: Option<Arc<Place<Split>>>,
}

/// How many nodes pass between looks at the clock: well under a millisecond. A power of two.
const LOOK_UP_EVERY: u64 = 512;
/// The same where there is little time, or where others may make the work superfluous at any moment.
const LOOK_UP_OFTEN: u64 = 64;

impl<'e> Worker<'e> {
    pub(crate) fn new(
        shared: &'e Shared<'e>,
        learned: &'e mut Learned,
        game: &[u64],
        moves: &[Move],
        number: usize,
    ) -> Self {
        Self {
            shared,
            techniques: shared.techniques,
            numbers: shared.numbers,
            learned,
            past: Past::of(game),
            stack: vec![Ply::default(); MAX_PLY + 4],
            eyes: Eyes::new(MAX_PLY),
            lines: vec![Line::new(); MAX_PLY + 4],
            root_moves: moves.iter().map(|&chosen| RootMove { chosen, nodes: 0, shown: false }).collect(),
            root_best: None,
            root_guess: None,
            root_depth: 0,
            number,
            group: number / shared.team_size,
            nodes: 0,
            deepest: 0,
            stopped: false,
            look_up_every: match &shared.clock {
                clock if clock.counts_nodes() => 1,
                clock if clock.is_short() || !shared.teams.is_empty() => LOOK_UP_OFTEN,
                _ => LOOK_UP_EVERY,
            },
            place: None,
        }
    }

    /// Counts a node; says whether the search goes on.
    #[inline(always)]
    pub(crate) fn tick(&mut self, ply: usize) -> bool {
        self.deepest = self.deepest.max(ply);
        self.nodes += 1;
        if self.nodes & (self.look_up_every - 1) == 0 {
            self.look_up();
        }
        !self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) {
        self.publish();
        // In a team the first thread may be waiting; otherwise it alone decides when to stop.
        let decides = self.number == 0 || !self.shared.teams.is_empty();
        if self.shared.stop.load(Ordering::Relaxed) || self.place.as_deref().is_some_and(Place::is_cut) {
            self.stopped = true;
        } else if decides && self.shared.clock.is_over(|| self.shared.all_nodes()) {
            // The first iteration always ends, so that there is a move to play.
            if self.root_depth > 1 || self.shared.clock.is_stopped() {
                self.stopped = true;
                self.shared.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Tells the others how many nodes this thread has looked at.
    pub(crate) fn publish(&self) {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
    }

    /// A move was played: the line is one position longer.
    #[inline(always)]
    pub(crate) fn enter(&mut self, child: &Board) {
        let identity = identity(child);
        self.shared.table.prefetch(identity);
        self.past.push(identity);
    }

    /// And one shorter again.
    #[inline(always)]
    pub(crate) fn leave(&mut self) {
        self.past.pop();
    }

    /// The evaluation as it is stored, and as the search uses it.
    #[inline]
    pub(crate) fn evaluations(&mut self, board: &Board, ply: usize, stored: Option<Score>) -> (Score, Score) {
        let plain = stored.unwrap_or_else(|| {
            if self.techniques.network {
                let judged = self.eyes.judge(board, ply).clamp(-MATE_BOUND / 2, MATE_BOUND / 2);
                if self.techniques.drawish { less_if_hard_to_win(board, judged) } else { judged }
            } else {
                evaluate_with(board, &mut self.learned.structures)
            }
        });
        let correction = self.learned.correction.of(board, self.before(ply), &self.techniques, &self.numbers);
        // As the clock runs towards a draw, so does the evaluation.
        let clock = i32::from(board.halfmove_clock());
        let faded = if clock > 20 { plain * (220 - clock) / 200 } else { plain };
        (plain, faded + correction)
    }

    /// The moves before the one to be chosen at this distance from the root.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize) -> Before {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].played);
        if self.techniques.continuation { [at(1), at(2)] } else { [None; 2] }
    }

    /// The pawn structure, where moves are ordered by it.
    #[inline(always)]
    pub(crate) fn structure(&self, board: &Board) -> Option<usize> {
        self.techniques.structure_history.then(|| structure(board))
    }

    /// Sets the line of a position: a move and the line after it.
    #[inline]
    pub(crate) fn set_line(&mut self, ply: usize, chosen: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let (here, below) = (&mut here[ply], &below[0]);
        here.clear();
        here.push(chosen);
        let room = MAX_PLY - 1;
        // A slice that fits by construction.
        let _ = here.try_extend_from_slice(&below[..below.len().min(room)]);
    }
}

//! The engine: a search that plays chess well and promises nothing.
//!
//! ```
//! use secateur_chess::engine::{Clock, Engine, Question};
//! use secateur_chess::{Notation, read_fen, show_move};
//!
//! let mut engine = Engine::with_megabytes(1)?;
//! let board = read_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
//! let answer = engine.think(&Question::about(board.clone()).depth(4), &Clock::endless(), &mut |_| {});
//! assert_eq!(show_move(&board, answer.best.unwrap(), Notation::Standard), "h5f7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::{AtomicBool, AtomicU64};

use cozy_chess::{Board, Move};

mod abdada;
mod aspiration;
mod checks;
mod clock;
mod correction;
mod deepening;
mod exchange;
mod extensions;
mod futility;
mod history;
mod jamboree;
mod killers;
mod lazy_smp;
mod null_move;
mod numbers;
mod picker;
mod probcut;
mod quiescence;
mod reductions;
mod repetition;
pub mod score;
mod search;
mod sync;
mod table;
mod team;
mod techniques;
mod worker;

pub use clock::Clock;
pub use deepening::Report;
pub use numbers::Numbers;
pub use score::{Score, Shown};
pub use table::Table;
pub use techniques::Techniques;

pub(crate) use checks::gives_check;
pub(crate) use repetition::identity;

use deepening::Aim;
use lazy_smp::by_teams;
use score::MAX_PLY;
use team::Team;
use worker::{Learned, Shared};

use secateur_search::Busy;

use crate::game::legal_moves;

/// The error of a table that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a table of 1 MB or more that fits into memory, found {megabytes} MB")]
pub struct BadTable {
    megabytes: usize,
}

/// What the engine is asked: a game up to now, and what to look for.
#[derive(Clone, Debug)]
pub struct Question {
    board: Board,
    /// The positions of the game, the last of which is the board.
    game: Vec<u64>,
    only: Vec<Move>,
    aim: Aim,
}

impl Question {
    /// About a position without a past.
    pub fn about(board: Board) -> Self {
        let game = vec![identity(&board)];
        Self { board, game, only: Vec::new(), aim: Aim { depth: MAX_PLY as i32, mate: None, lines: 1 } }
    }

    /// The same after a move. The move must be legal.
    #[must_use]
    pub fn after(mut self, chosen: Move) -> Self {
        self.board.play(chosen);
        self.game.push(identity(&self.board));
        self
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How often this position has come in the game, this time included.
    pub fn times(&self) -> usize {
        let now = self.game.last();
        self.game.iter().filter(|&seen| Some(seen) == now).count()
    }

    /// To this depth, in plies.
    #[must_use]
    pub fn depth(mut self, depth: i32) -> Self {
        self.aim.depth = depth.max(1);
        self
    }

    /// Until a mate in so many moves is found.
    #[must_use]
    pub fn mate(mut self, moves: i32) -> Self {
        self.aim.mate = Some(moves);
        self
    }

    /// For so many best lines.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.aim.lines = lines;
        self
    }

    /// Among these moves only; all if there are none.
    #[must_use]
    pub fn only(mut self, moves: Vec<Move>) -> Self {
        self.only = moves;
        self
    }
}

/// What the engine answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; nothing where the game is over.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub reply: Option<Move>,
    /// The score, to the player to move.
    pub score: Score,
    /// The depth of the last iteration that counted.
    pub depth: i32,
    /// How many nodes all threads looked at.
    pub nodes: u64,
}

/// How several threads search together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parallel {
    /// Every thread searches for itself and all share one table (`lazy_smp.rs`).
    LazySmp,
    /// Teams of four share the moves of positions (`jamboree.rs`); teams meet in the table and keep out of each other's way
    /// (`abdada.rs`). Sooner at any depth, as MEASUREMENTS.md shows.
    #[default]
    Jamboree,
}

impl Parallel {
    /// All ways.
    pub const ALL: [Self; 2] = [Self::LazySmp, Self::Jamboree];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::LazySmp => "lazy-smp",
            Self::Jamboree => "jamboree",
        }
    }

    /// The way of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name().eq_ignore_ascii_case(name))
    }
}

/// How many threads share positions with each other. In larger teams most wait: to divide the work and to wake somebody takes as
/// long as the work. On 16 threads teams of 2, 4 and 8 were measured (MEASUREMENTS.md).
const TEAM: usize = 4;

/// The engine: a table, and what its threads have learnt.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    threads: Vec<Learned>,
    techniques: Techniques,
    numbers: Numbers,
    parallel: Parallel,
}

impl Engine {
    /// An engine of one thread with a table of so many MB.
    pub fn with_megabytes(megabytes: usize) -> Result<Self, BadTable> {
        let table = Table::with_megabytes(megabytes).ok_or(BadTable { megabytes })?;
        Ok(Self {
            table,
            threads: vec![Learned::default()],
            techniques: Techniques::ALL,
            numbers: Numbers::PLAY,
            parallel: Parallel::default(),
        })
    }

    /// Gives it another table.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), BadTable> {
        self.table = Table::with_megabytes(megabytes).ok_or(BadTable { megabytes })?;
        Ok(())
    }

    /// On so many threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.resize_with(threads.max(1), Learned::default);
    }

    /// With its threads working together in this way.
    pub fn set_parallel(&mut self, parallel: Parallel) {
        self.parallel = parallel;
    }

    /// With these techniques.
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    /// With these numbers: [`Numbers::PLAY`] or [`Numbers::ANALYSIS`], or others to be compared with them.
    pub fn set_numbers(&mut self, numbers: Numbers) {
        self.numbers = numbers;
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(|learned| *learned = Learned::default());
    }

    /// Thinks until the question is answered or the clock ends it. Every finished iteration is told to `hear`.
    ///
    /// Whatever ends the search, the move is legal, unless there is none.
    pub fn think(&mut self, question: &Question, clock: &Clock, hear: &mut dyn FnMut(&Report)) -> Answer {
        let only = &question.only;
        let mut moves: Vec<Move> = legal_moves(&question.board).into_iter().collect();
        if moves.iter().any(|legal| only.contains(legal)) {
            moves.retain(|legal| only.contains(legal));
        }
        self.table.next_generation();
        // Where there is hardly any time, starting threads would take most of it.
        let threads = if clock.is_short() { &mut self.threads[..1] } else { &mut self.threads[..] };
        let team_size = match self.parallel {
            Parallel::LazySmp => 1,
            Parallel::Jamboree => TEAM,
        };
        let teams = if team_size > 1 && threads.len() > 1 { threads.len().div_ceil(team_size) } else { 0 };
        let shared = Shared {
            table: &self.table,
            clock,
            techniques: self.techniques,
            numbers: self.numbers,
            stop: AtomicBool::new(false),
            nodes: threads.iter().map(|_| AtomicU64::new(0)).collect(),
            busy: (teams > 1).then(Busy::new),
            team_size,
            teams: (0..teams).map(|_| Team::new()).collect(),
        };
        let found = if moves.is_empty() { Vec::new() } else { by_teams(threads, &shared, question, &moves, hear) };
        let best = found.first();
        Answer {
            best: best.and_then(|report| report.line.first().copied()).or(moves.first().copied()),
            reply: best.and_then(|report| report.line.get(1).copied()),
            score: best.map_or(0, |report| report.score),
            depth: best.map_or(0, |report| report.depth),
            nodes: shared.all_nodes(),
        }
    }
}

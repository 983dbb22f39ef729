//! Goofspiel with a whole pack: backward induction layer by layer, on all cores, resumable.
//!
//! A search that starts from the root meets the same position on many paths and has to remember it. With the prizes in a
//! fixed order that is not needed: after `k` rounds both players hold a known number of cards, so the positions after `k`
//! rounds can be numbered, and the values of one layer are computed from those of the next in one pass over memory. Only two
//! layers are in memory at a time, and a finished layer can be kept in a file, from which a run that was stopped or killed
//! goes on. With thirteen cards the largest layer has 84 million positions up to symmetry.
//!
//! Every value comes with an error that holds: a layer stores the middles of rigorous intervals and how far any of them
//! can be off; the value of a matrix moves by no more than its entries do, so errors add up from layer to layer and are
//! never amplified.
//!
//! ```
//! use secateur_pack::{Objective, Pack, Settings};
//!
//! let even = Pack::new(&[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5], &[5, 4, 3, 2, 1], Objective::Win)?;
//! let solved = even.solve(&Settings::default())?;
//! assert!(solved.bounds.lower <= 0.0 && solved.bounds.upper >= 0.0 && solved.error() < 1e-12);
//!
//! // One point ahead, the same cards are worth more.
//! let ahead = even.lead(1).solve(&Settings::default())?;
//! assert!(ahead.bounds.lower > 0.1);
//! # Ok::<(), secateur_pack::Error>(())
//! ```
//!
//! Files: `hands.rs` numbers hands, `layer.rs` lays out and computes one layer, `checkpoint.rs` keeps layers in files.

mod checkpoint;
mod hands;
mod layer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use secateur_games::Goofspiel;
use secateur_games::goofspiel::Table;
use secateur_matrix::{Interval, Solver};
use secateur_search::{Limits, Stop};

pub use checkpoint::CheckpointError;
use layer::{Layer, Shape};
pub use secateur_games::goofspiel::Objective;

/// A position of Goofspiel whose prizes come in a known order. A tie discards the prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    max: Vec<u32>,
    min: Vec<u32>,
    prizes: Vec<u32>,
    lead: i32,
    objective: Objective,
}

/// No hand has more cards.
pub const MOST_CARDS: usize = 20;
/// No prize and no lead is larger: so the strips of leads stay short.
pub const LARGEST_PRIZE: u32 = 1000;

impl Pack {
    /// The position in which the players hold these cards and these prizes are still to come, in this order.
    ///
    /// # Errors
    ///
    /// If the hands and the prizes are not equally many, there are none or more than [`MOST_CARDS`], a hand has the same
    /// card twice, or a prize is above [`LARGEST_PRIZE`].
    pub fn new(max: &[u32], min: &[u32], prizes: &[u32], objective: Objective) -> Result<Self, Error> {
        let sorted = |hand: &[u32]| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            let twice = hand.windows(2).find(|pair| pair[0] == pair[1]);
            twice.map_or(Ok(()), |pair| Err(Error::Twice { card: pair[0] })).map(|()| hand)
        };
        let (max, min) = (sorted(max)?, sorted(min)?);
        if max.len() != min.len() || max.len() != prizes.len() || !(1..=MOST_CARDS).contains(&max.len()) {
            return Err(Error::Cards { max: max.len(), min: min.len(), prizes: prizes.len() });
        }
        if let Some(&prize) = prizes.iter().find(|&&prize| prize > LARGEST_PRIZE) {
            return Err(Error::Prize { prize });
        }
        Ok(Self { max, min, prizes: prizes.to_vec(), lead: 0, objective })
    }

    /// A position of the game, unless its prizes are shuffled. Cards have the numbers of the game's moves.
    ///
    /// # Errors
    ///
    /// As for [`Pack::new`].
    pub fn of(game: &Goofspiel, table: &Table) -> Option<Result<Self, Error>> {
        let dealt = game.fixed_deal(table)?;
        let numbers = |cards: &[u8]| cards.iter().map(|&card| card.into()).collect::<Vec<u32>>();
        let prizes: Vec<u32> = dealt.prizes.iter().map(|&prize| prize.unsigned_abs().into()).collect();
        let pack = Self::new(&numbers(&dealt.max), &numbers(&dealt.min), &prizes, dealt.objective);
        Some(pack.map(|pack| pack.lead(dealt.lead.into())))
    }

    /// The same with Max this many points ahead. A lead that no prize can turn is cut to the least such lead.
    #[must_use]
    pub fn lead(&self, lead: i32) -> Self {
        let decided = self.prizes.iter().sum::<u32>() as i32 + 1;
        let lead = match self.objective {
            Objective::Win => lead.clamp(-decided, decided),
            Objective::Points => lead,
        };
        Self { lead, ..self.clone() }
    }

    /// The position in words, the same for the same position.
    fn in_words(&self) -> String {
        let list = |cards: &[u32]| cards.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let (max, min, prizes) = (list(&self.max), list(&self.min), list(&self.prizes));
        format!("max={max} min={min} prizes={prizes} lead={} objective={:?}", self.lead, self.objective)
    }

    /// How many bytes the two largest neighbouring layers take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let bytes = |layer: usize| Shape::of(self, layer).bytes();
        (1..self.prizes.len()).map(|layer| bytes(layer - 1) + bytes(layer)).max().unwrap_or(8)
    }

    /// Solves the position.
    ///
    /// # Errors
    ///
    /// If more memory is needed than the settings allow, or a checkpoint cannot be read or written.
    pub fn solve(&self, settings: &Settings<'_>) -> Result<Solved, Error> {
        let started = Instant::now();
        let (needed, allowed) = (self.memory(), settings.megabytes.saturating_mul(1 << 20));
        if needed > allowed {
            return Err(Error::Memory { needed: needed.div_ceil(1 << 20), allowed: settings.megabytes });
        }
        let work = Work::new(self, settings, started);
        let mut solved = Solved {
            bounds: self.promise(),
            stopped: Stop::Solved,
            max: Vec::new(),
            min: Vec::new(),
            matrices: 0,
            resumed: None,
            time: Duration::ZERO,
        };
        let kept = settings.checkpoint.map(|folder| checkpoint::latest(self, folder)).transpose()?.flatten();
        solved.resumed = kept.as_ref().map(|layer| layer.shape().layer());
        let mut below = match kept {
            Some(layer) => layer,
            None => Layer::last(self),
        };
        // The root is read off the layer below it, with its strategies.
        while below.shape().layer() > 1 {
            match below.above(self, &work) {
                Ok((layer, matrices)) => {
                    solved.matrices += matrices;
                    if let Some(folder) = settings.checkpoint {
                        checkpoint::keep(self, &layer, folder)?;
                    }
                    below = layer;
                }
                Err(stopped) => {
                    solved.stopped = stopped;
                    solved.time = started.elapsed();
                    return Ok(solved);
                }
            }
        }
        self.read_root(&below, &mut solved);
        solved.time = started.elapsed();
        Ok(solved)
    }

    /// What is known without any search.
    fn promise(&self) -> Interval {
        let rest = self.prizes.iter().sum::<u32>() as i32;
        match self.objective {
            Objective::Win if self.lead > rest => Interval { lower: 1.0, upper: 1.0 },
            Objective::Win if self.lead < -rest => Interval { lower: -1.0, upper: -1.0 },
            Objective::Win => Interval { lower: -1.0, upper: 1.0 },
            Objective::Points => Interval { lower: f64::from(self.lead - rest), upper: f64::from(self.lead + rest) },
        }
    }

    /// The root's bounds and strategies, from the layer below it.
    fn read_root(&self, below: &Layer, solved: &mut Solved) {
        let (matrix, rows, columns, rounding) = below.root_matrix(self);
        let mut solver = Solver::new();
        let Ok(interval) = solver.solve(&matrix, rows, columns) else {
            unreachable!("the root has a row and a column, and values are finite");
        };
        let error = match below.error() + rounding {
            0.0 => 0.0,
            error => error.next_up(),
        };
        let around = match self.objective {
            Objective::Win => 0.0,
            Objective::Points => f64::from(self.lead),
        };
        let out = |end: f64, error: f64, round: fn(f64) -> f64| match (error == 0.0, around == 0.0) {
            (true, true) => end,
            (_, true) => round(end + error),
            _ => round(round(end + error) + around),
        };
        let lower = out(interval.lower, -error, f64::next_down);
        let upper = out(interval.upper, error, f64::next_up);
        let promised = &solved.bounds;
        solved.bounds = Interval { lower: lower.max(promised.lower), upper: upper.min(promised.upper) };
        let named = |cards: &[u32], weights: &[f64]| {
            let total: f64 = weights.iter().sum();
            cards.iter().zip(weights).map(|(&card, &weight)| (card, weight / total)).collect()
        };
        solved.max = named(&self.max, solver.row_strategy());
        solved.min = named(&self.min, solver.column_strategy());
        solved.matrices += 1;
    }
}

/// How a pack is solved.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// On how many threads.
    pub threads: usize,
    /// How much memory the layers may take, in megabytes.
    pub megabytes: u64,
    /// The folder that keeps finished layers, so that a run that was stopped goes on where it was.
    pub checkpoint: Option<&'s Path>,
    /// When to stop: time and a cancel flag count here. A run that stops keeps its finished layers.
    pub limits: Option<&'s Limits>,
    /// Told now and then how far the run has come.
    pub progress: Option<&'s (dyn Fn(Progress) + Sync)>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, megabytes: 8192, checkpoint: None, limits: None, progress: None }
    }
}

impl fmt::Debug for Settings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, megabytes, checkpoint, limits, .. } = self;
        write!(f, "Settings {{ {threads} threads, {megabytes} MB, {checkpoint:?}, {limits:?} }}")
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The round whose positions are being solved, from 0; the last rounds come first.
    pub layer: usize,
    /// The share of all work that is done, from 0 to 1.
    pub done: f64,
    /// About how many matrices were solved in this run.
    pub matrices: u64,
}

/// What is common to all layers of a run.
pub(crate) struct Work<'w> {
    settings: &'w Settings<'w>,
    deadline: Option<Instant>,
    /// What the layers cost together.
    total: f64,
    pool: Option<rayon::ThreadPool>,
    matrices: AtomicU64,
}

impl<'w> Work<'w> {
    fn new(pack: &Pack, settings: &'w Settings<'w>, started: Instant) -> Self {
        let time = settings.limits.and_then(|limits| limits.time);
        let total = (0..pack.prizes.len()).map(|layer| Shape::of(pack, layer).cost()).sum();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build().ok();
        Self {
            settings,
            deadline: time.and_then(|time| started.checked_add(time)),
            total,
            pool,
            matrices: AtomicU64::new(0),
        }
    }

    /// Why to stop, if there is a reason.
    pub(crate) fn interrupted(&self) -> Option<Stop> {
        if self.settings.limits.and_then(|limits| limits.cancel.as_ref()).is_some_and(|flag| flag.is_cancelled()) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// Tells whoever listens that the layers below, this share of a layer and so many more matrices are done.
    pub(crate) fn tell(&self, pack: &Pack, layer: usize, share: f64, matrices: u64) {
        let matrices = self.matrices.fetch_add(matrices, Ordering::Relaxed) + matrices;
        if let Some(listener) = self.settings.progress {
            let below: f64 = (layer + 1..pack.prizes.len()).map(|layer| Shape::of(pack, layer).cost()).sum();
            let done = (below + share * Shape::of(pack, layer).cost()) / self.total;
            listener(Progress { layer, done: done.clamp(0.0, 1.0), matrices });
        }
    }

    /// Runs something on the threads of this run.
    pub(crate) fn on_threads<R: Send>(&self, task: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The value lies between these, whatever stopped the run.
    pub bounds: Interval,
    /// Why the run ended.
    pub stopped: Stop,
    /// Max's cards with the probabilities of playing them now; empty if the run was stopped.
    pub max: Vec<(u32, f64)>,
    /// Min's.
    pub min: Vec<(u32, f64)>,
    /// How many matrices were solved.
    pub matrices: u64,
    /// The layer that was found in a checkpoint, if one was.
    pub resumed: Option<usize>,
    /// How long it took.
    pub time: Duration,
}

impl Solved {
    /// How far the middle of the bounds can be from the value.
    #[must_use]
    pub fn error(&self) -> f64 {
        ((self.bounds.upper - self.bounds.lower) / 2.0).next_up()
    }
}

/// What can be wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Hands and prizes do not fit together.
    #[error("expected as many cards for Max and Min as prizes, 1 to {MOST_CARDS}; found {max}, {min} and {prizes}")]
    Cards {
        /// Max's cards.
        max: usize,
        /// Min's cards.
        min: usize,
        /// The prizes.
        prizes: usize,
    },
    /// A hand with the same card twice.
    #[error("expected different cards in a hand, found {card} twice")]
    Twice {
        /// The card.
        card: u32,
    },
    /// A prize that is too large.
    #[error("expected prizes up to {LARGEST_PRIZE}, found {prize}")]
    Prize {
        /// The prize.
        prize: u32,
    },
    /// The layers do not fit.
    #[error("the layers of this game need {needed} MB, more than the {allowed} MB that are allowed")]
    Memory {
        /// Megabytes that are needed.
        needed: u64,
        /// Megabytes that are allowed.
        allowed: u64,
    },
    /// Something is wrong with a checkpoint.
    #[error("{}: {problem}", file.display())]
    Checkpoint {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong with it.
        problem: CheckpointError,
    },
}

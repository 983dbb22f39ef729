//! When a search has to stop: limits, and the meter that every node is charged to.
//!
//! A node costs one decrement of a counter that lives with its worker; only when that runs out does the worker look at
//! the clock, at the cancel flag and at the splits above it, and draw nodes from the common pool. The pool makes node
//! limits exact on any number of threads: what was not drawn cannot be spent, and a worker that finds the pool empty waits
//! for what others have drawn and may yet give back.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use secateur_value::{Bounds, Chain, Real};

use crate::Stop;
use crate::injected::{self, Bug};
use crate::threads::sharing::Split;
use crate::threads::stack;

/// How much a search may spend. By default it may spend everything.
///
/// ```
/// use std::time::Duration;
/// use secateur_search::Limits;
///
/// let limits = Limits::none().depth(8).time(Duration::from_millis(50));
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// How many moves ahead, at most: turns in which somebody chooses. An outcome of chance costs no depth.
    pub depth: Option<u32>,
    /// How many nodes, at most, on all threads together.
    pub nodes: Option<u64>,
    /// For how long.
    pub time: Option<Duration>,
    /// Set by anyone to stop the search.
    pub cancel: Option<Cancel>,
    /// Told how far the search has come.
    pub progress: Option<Progress>,
}

impl Limits {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// With this many moves ahead at most; an outcome of chance is none.
    pub fn depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// With this many nodes at most.
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// With this much time at most.
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Until this moment at most, as a program with a clock of its own counts; a moment that is over leaves no time.
    ///
    /// The time counts from this call: it is meant to be made just before the search.
    pub fn deadline(self, moment: Instant) -> Self {
        self.time(moment.saturating_duration_since(Instant::now()))
    }

    /// Telling somebody how far it has come.
    pub fn progress(self, progress: &Progress) -> Self {
        Self { progress: Some(progress.clone()), ..self }
    }

    /// Until somebody cancels.
    pub fn until(self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self }
    }
}

/// A flag that another thread sets to stop a search. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that listens to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

/// How far a search has come, for whoever watches from another thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<(AtomicU64, Mutex<Said>)>);

/// What a search has said about itself.
#[derive(Debug, Default)]
struct Said {
    note: String,
    bounds: Option<Bounds<Real>>,
}

impl Progress {
    /// Nothing done yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// About how many nodes were looked at.
    pub fn nodes(&self) -> u64 {
        self.0.0.load(Ordering::Relaxed)
    }

    /// What the search has to say about itself, such as the bounds proved so far.
    pub fn note(&self) -> String {
        self.0.1.lock().map(|said| said.note.clone()).unwrap_or_default()
    }

    /// What is proved so far, if the search says so. It only ever tightens.
    pub fn bounds(&self) -> Option<Bounds<Real>> {
        self.0.1.lock().ok()?.bounds
    }

    /// Says what is proved by now, of the one value that is asked about; for searches of one's own.
    ///
    /// ```
    /// use secateur_search::Progress;
    /// use secateur_value::Bounds;
    ///
    /// let progress = Progress::new();
    /// progress.prove(&Bounds::new((-1).into(), 3.into()));
    /// progress.prove(&Bounds::new((-5).into(), 2.into()));
    /// assert_eq!(progress.bounds(), Some(Bounds::new((-1).into(), 2.into())));
    /// ```
    pub fn prove(&self, proved: &Bounds<Real>) {
        if let Ok(mut said) = self.0.1.lock() {
            said.bounds = Some(said.bounds.map_or(*proved, |before| proved.clamped_to(&before)));
        }
    }

    /// Says so many nodes were looked at by now, and something about it; for searches of one's own.
    pub fn tell(&self, nodes: u64, note: String) {
        self.0.0.store(nodes, Ordering::Relaxed);
        if let Ok(mut said) = self.0.1.lock() {
            said.note = note;
        }
    }
}

/// Why a node came back without a value. A limit ends the whole search; a cut ends only the work of siblings that no
/// longer matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    Limit(Stop),
    SiblingCut,
}

/// The nodes of a limited search.
#[derive(Debug)]
struct Pool {
    /// Nodes that may still be drawn.
    left: u64,
    /// How many workers hold nodes that they have drawn and not yet spent, as far as anyone knows.
    holders: usize,
}

/// What came of an attempt to draw nodes.
enum Draw {
    Nodes(u64),
    /// None are left now, but somebody may give some back.
    Later,
    Never,
}

/// The common account of all workers of one search.
#[derive(Debug)]
pub(crate) struct Meter {
    started: Instant,
    deadline: Option<Instant>,
    /// Where nodes are drawn from, if they are limited.
    pool: Option<Mutex<Pool>>,
    cancel: Option<Cancel>,
    progress: Option<Progress>,
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Self {
        let started = Instant::now();
        let nodes = limits.nodes.map(|nodes| if injected::is(Bug::Limit) { nodes.saturating_add(1) } else { nodes });
        Self {
            started,
            // A time too long to add is no limit.
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            pool: nodes.map(|left| Mutex::new(Pool { left, holders: 0 })),
            cancel: limits.cancel.clone(),
            progress: limits.progress.clone(),
        }
    }

    /// Tells whoever watches; the words are made only if somebody does.
    pub(crate) fn note(&self, words: impl FnOnce() -> String) {
        if let Some(progress) = &self.progress
            && let Ok(mut said) = progress.0.1.lock()
        {
            said.note = words();
        }
    }

    /// Tells whoever watches what is proved by now.
    pub(crate) fn prove(&self, proved: impl FnOnce() -> Bounds<Real>) {
        if let Some(progress) = &self.progress {
            progress.prove(&proved());
        }
    }

    /// The same of values of any chain, where they are numbers.
    pub(crate) fn prove_in<V: Chain>(&self, proved: impl FnOnce() -> Bounds<V>) {
        if let Some(progress) = &self.progress {
            let Bounds { lower, upper } = proved();
            if let (Some(lower), Some(upper)) = (lower.to_real(), upper.to_real()) {
                progress.prove(&Bounds { lower, upper });
            }
        }
    }

    /// The limit that is hit by now, for work that is not counted in nodes.
    pub(crate) fn overrun(&self) -> Option<Stop> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The pool, also after a worker panicked: the numbers in it are right at any time.
    fn pool(&self) -> Option<MutexGuard<'_, Pool>> {
        self.pool.as_ref().map(|pool| pool.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Draws up to `wish` nodes for a worker that holds none.
    fn draw(&self, wish: u64) -> Draw {
        let mut drawn = wish;
        if let Some(mut pool) = self.pool() {
            drawn = wish.min(pool.left);
            pool.left -= drawn;
            match (drawn, pool.holders) {
                (0, 0) => return Draw::Never,
                (0, _) => return Draw::Later,
                _ => pool.holders += 1,
            }
        }
        if let Some(progress) = &self.progress {
            progress.0.0.fetch_add(drawn, Ordering::Relaxed);
        }
        Draw::Nodes(drawn)
    }

    /// Takes back what a worker has drawn and not spent.
    fn give_back(&self, unspent: u64) {
        if let Some(mut pool) = self.pool() {
            pool.left += unspent;
            pool.holders -= 1;
        }
    }
}

/// What one worker may spend before it has to look up.
#[derive(Debug)]
pub(crate) struct Budget<'s> {
    meter: &'s Meter,
    split: Option<&'s Split<'s>>,
    left: u64,
    drawn: u64,
    /// Whether the meter counts this worker among those that hold nodes.
    holds: bool,
    /// How many nodes to draw next time: doubled while drawing is more often than needed, halved when it is too rare.
    wish: u64,
    looked_up: Option<Instant>,
}

/// How often a worker looks up, about: often enough for a cancel to be prompt, seldom enough to cost nothing.
const LOOK_UP_EVERY: Duration = Duration::from_micros(100);
/// No worker draws more at once, however fast its nodes are.
const LARGEST_DRAW: u64 = 4096;

impl<'s> Budget<'s> {
    pub(crate) fn new(meter: &'s Meter, split: Option<&'s Split<'s>>) -> Self {
        Self { meter, split, left: 0, drawn: 0, holds: false, wish: 1, looked_up: None }
    }

    pub(crate) fn meter(&self) -> &'s Meter {
        self.meter
    }

    pub(crate) fn split(&self) -> Option<&'s Split<'s>> {
        self.split
    }

    /// Charges one node.
    #[inline(always)]
    pub(crate) fn spend(&mut self) -> Result<(), Interrupt> {
        let (left, spent_out) = self.left.overflowing_sub(1);
        self.left = left;
        if spent_out { self.refill() } else { Ok(()) }
    }

    /// Charges one node if one is left of those that were drawn. None is left after an interrupt.
    #[inline(always)]
    pub(crate) fn spend_drawn(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        true
    }

    /// How many nodes were charged.
    #[inline(always)]
    pub(crate) fn spent(&self) -> u64 {
        self.drawn - self.left
    }

    /// Gives back what is not spent. To be called before waiting for other workers, who may be waiting for these nodes.
    pub(crate) fn settle(&mut self) {
        if self.holds {
            self.meter.give_back(self.left);
            self.holds = false;
        }
        self.drawn -= self.left;
        self.left = 0;
    }

    /// Draws more nodes and charges one to them.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> Result<(), Interrupt> {
        self.left = 0;
        self.settle();
        loop {
            if self.split.is_some_and(Split::is_cut) {
                return Err(Interrupt::SiblingCut);
            }
            if let Some(stop) = self.meter.overrun() {
                return Err(Interrupt::Limit(stop));
            }
            let now = Instant::now();
            if let Some(before) = self.looked_up.replace(now) {
                let too_soon = now.duration_since(before) < LOOK_UP_EVERY;
                self.wish = if too_soon { (self.wish * 2).min(LARGEST_DRAW) } else { (self.wish / 2).max(1) };
            }
            if stack::is_low() {
                return Err(Interrupt::Limit(Stop::TooDeep));
            }
            match self.meter.draw(self.wish) {
                Draw::Nodes(drawn) => {
                    self.holds = true;
                    self.drawn += drawn;
                    self.left = drawn - 1;
                    return Ok(());
                }
                Draw::Later => std::thread::yield_now(),
                Draw::Never => return Err(Interrupt::Limit(Stop::Nodes)),
            }
        }
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}

//! When a search has to end: by time, by nodes, because somebody says stop.
//!
//! Two times: the soft one is looked at between iterations and moves with how sure the search is; the hard one ends
//! everything. While the engine ponders the clock stands still; [`Clock::ponderhit`] starts it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search, and the signals that reach it from outside.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    nodes: Option<u64>,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When pondering ended, in microseconds after the start.
    resumed: AtomicU64,
}

impl Clock {
    /// A clock that starts now and never ends the search by itself.
    pub fn endless() -> Self {
        Self::since(Instant::now())
    }

    /// The same, started at another time: when the question was asked.
    pub fn since(started: Instant) -> Self {
        Self {
            started,
            soft: None,
            hard: None,
            nodes: None,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            resumed: AtomicU64::new(0),
        }
    }

    /// With times.
    #[must_use]
    pub fn times(self, soft: Duration, hard: Duration) -> Self {
        Self { soft: Some(soft), hard: Some(hard), ..self }
    }

    /// With one time that is used up.
    #[must_use]
    pub fn exactly(self, time: Duration) -> Self {
        Self { soft: None, hard: Some(time), ..self }
    }

    /// With so many nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// That stands still until [`ponderhit`](Clock::ponderhit).
    #[must_use]
    pub fn pondering(self) -> Self {
        Self { pondering: AtomicBool::new(true), ..self }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody ended the search.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent has made the expected move: from now on the time counts.
    pub fn ponderhit(&self) {
        self.resumed.store(self.started.elapsed().as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the clock stands still.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts.
    fn counted(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.elapsed().saturating_sub(Duration::from_micros(self.resumed.load(Ordering::Relaxed)))
    }

    /// Whether there is a limit of nodes, which is kept to the node.
    pub(crate) fn counts_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// Whether there is so little time that it has to be looked at often.
    pub(crate) fn is_short(&self) -> bool {
        self.hard.is_some_and(|hard| hard < Duration::from_millis(20))
    }

    /// Whether the search has to end now.
    pub(crate) fn is_over(&self, nodes: impl FnOnce() -> u64) -> bool {
        self.is_stopped()
            || self.nodes.is_some_and(|limit| nodes() >= limit)
            || self.hard.is_some_and(|hard| self.counted() >= hard)
    }

    /// Whether another iteration is worth beginning, where the soft time is multiplied by `factor`.
    pub(crate) fn is_enough(&self, factor: f64) -> bool {
        self.soft.is_some_and(|soft| !self.is_pondering() && self.counted() >= soft.mul_f64(factor))
    }
}

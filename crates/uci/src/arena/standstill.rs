//! When the machine stood still: no clock can be kept better than that, so it tells whose fault a loss on time is.
//!
//! A thread on every core sleeps for a moment and looks at the clock. Where a core is taken away, by other programs or by
//! those who own the machine, its thread comes back late, and so does an engine that thinks there: the system takes a
//! core that is gone for one that is busy, and moves nobody elsewhere.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// How long a watcher sleeps.
const EVERY: Duration = Duration::from_millis(2);

/// Shorter pauses are the system's usual way to share a core.
const NOTED: Duration = Duration::from_millis(4);

/// What was seen.
#[derive(Debug, Default)]
pub(super) struct Watch {
    over: AtomicBool,
    pauses: Mutex<Vec<Pause>>,
}

/// A core did nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause {
    pub(super) core: usize,
    pub(super) from: Instant,
    pub(super) to: Instant,
}

impl Watch {
    /// Watches every core until told that the match is [over](Self::end).
    pub(super) fn begin<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        for core in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(move || {
                stay_on(core);
                let mut last = Instant::now();
                while !self.over.load(Ordering::Relaxed) {
                    std::thread::sleep(EVERY);
                    let now = Instant::now();
                    self.note(Pause { core, from: last + EVERY, to: now });
                    last = now;
                }
            });
        }
    }

    /// Nobody needs to watch any longer.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn note(&self, pause: Pause) {
        if pause.to.saturating_duration_since(pause.from) >= NOTED {
            self.pauses.lock().unwrap_or_else(PoisonError::into_inner).push(pause);
        }
    }

    /// The longest pause of a core.
    pub(super) fn longest(&self) -> Duration {
        let pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.iter().map(|pause| pause.to - pause.from).max().unwrap_or_default()
    }

    /// How long a core did nothing between two moments, the one that did so longest. Waits a moment, because a watcher may
    /// come back as late as everybody else.
    pub(super) fn during(&self, from: Instant, to: Instant) -> Duration {
        std::thread::sleep(10 * EVERY);
        let pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cores: Vec<Duration> = Vec::new();
        for pause in pauses.iter().filter(|pause| pause.to > from && pause.from < to) {
            if cores.len() <= pause.core {
                cores.resize(pause.core + 1, Duration::ZERO);
            }
            cores[pause.core] += pause.to.min(to) - pause.from.max(from);
        }
        cores.into_iter().max().unwrap_or_default()
    }
}

/// Binds this thread to a core, if the system allows that. If not, it watches whatever core it is on.
#[cfg(target_os = "linux")]
fn stay_on(core: usize) {
    let mut cores = rustix::thread::CpuSet::new();
    if core < rustix::thread::CpuSet::MAX_CPU {
        cores.set(core);
    }
    let _ = rustix::thread::sched_setaffinity(None, &cores);
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_count_as_far_as_they_overlap() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let watch = Watch::default();
        for (core, from, to) in [(0, 10, 110), (1, 100, 400), (0, 200, 203), (0, 300, 350), (1, 900, 950)] {
            watch.note(Pause { core, from: at(from), to: at(to) });
        }
        assert_eq!(watch.longest(), Duration::from_millis(300));
        assert_eq!(watch.during(at(0), at(120)), Duration::from_millis(100), "the first core's");
        assert_eq!(watch.during(at(60), at(320)), Duration::from_millis(220), "the second's, cut short");
        assert_eq!(watch.during(at(310), at(1000)), Duration::from_millis(140), "two of the second's");
        assert_eq!(watch.during(at(500), at(800)), Duration::ZERO);
        assert_eq!(watch.during(at(199), at(204)), Duration::from_millis(5), "what is short is not noted");
    }

    #[test]
    fn watchers_end() {
        let watch = Watch::default();
        let started = Instant::now();
        std::thread::scope(|scope| {
            watch.begin(scope);
            std::thread::sleep(5 * EVERY);
            watch.end();
        });
        let ended = Instant::now();
        assert!(watch.during(started, ended) <= ended - started, "pauses of one core do not overlap");
    }
}

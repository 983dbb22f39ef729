//! How a run tells what it does: the library prints nothing, the program shows a bar.

use std::path::PathBuf;
use std::time::Duration;

use crate::experiment::{About, Instance};
use crate::runner::Plan;

/// Hears how a run goes. Every method does nothing unless it is written.
pub trait Progress: Sync {
    /// Called when the run begins, and when an instance begins or ends; perhaps from several threads.
    fn status(&self, status: &Status) {
        let _ = status;
    }

    /// Called when the user should know something, such as that an old journal was set aside.
    fn notice(&self, notice: &Notice) {
        let _ = notice;
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Status {
    /// How many instances there are.
    pub total: usize,
    /// How many of them are finished, in this session or before.
    pub done: usize,
    /// How many were finished before this session.
    pub resumed: usize,
    /// The key of the instance that began or ended last; empty when the run begins.
    pub current: String,
    /// How long this session has lasted.
    pub elapsed: Duration,
    /// About how long the rest takes, counted from the last instance that ended.
    pub left: Duration,
}

/// Something that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// There was a journal, but of something else; it was renamed.
    SetAside {
        /// Its new name.
        to: PathBuf,
        /// Why it does not belong to this run.
        reason: String,
        /// How many finished instances it holds.
        finished: usize,
    },
    /// The journal has times of another machine or number of threads; those are kept, and measured again here.
    OtherMachine {
        /// How many instances.
        instances: usize,
    },
    /// The journal has instances that another build of the program measured; they are used as they are.
    OtherBuild {
        /// How many instances.
        instances: usize,
    },
    /// The journal has lines that cannot be read; their instances are measured again.
    Damaged {
        /// How many lines.
        lines: usize,
    },
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SetAside { to, reason, finished } => write!(
                f,
                "an earlier journal with {finished} finished instances was set aside as {}: {reason}",
                to.display()
            ),
            Self::OtherMachine { instances } => write!(
                f,
                "{instances} instances whose time counts were measured on another machine or with other threads; they run again"
            ),
            Self::OtherBuild { instances } => write!(
                f,
                "{instances} instances were measured by another build of the program, and are used as they are (--fresh measures anew)"
            ),
            Self::Damaged { lines } => write!(
                f,
                "{lines} unfinished or damaged journal line{} dropped; the instances run again",
                if *lines == 1 { " was" } else { "s were" }
            ),
        }
    }
}

/// The estimate of the time left: seconds per unit of weight so far, times the weight that is missing. Before the
/// first instance ends, the experiment's own estimate takes the place of experience.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    guess: f64,
    threads: f64,
    total_weight: f64,
    together_left: f64,
    alone_left: f64,
    seconds: f64,
    weight: f64,
}

impl Pace {
    pub(crate) fn new(about: &About, plan: &Plan, instances: &[Instance]) -> Self {
        let sum = |alone: bool| -> f64 { instances.iter().filter(|one| one.alone == alone).map(sane_weight).sum() };
        let (together_left, alone_left) = (sum(false), sum(true));
        Self {
            guess: if plan.settings.quick { about.quick_seconds } else { about.seconds },
            threads: plan.threads.max(1) as f64,
            total_weight: together_left + alone_left,
            together_left,
            alone_left,
            seconds: 0.0,
            weight: 0.0,
        }
    }

    pub(crate) fn finish(&mut self, instance: &Instance, seconds: f64) {
        let weight = sane_weight(instance);
        let left = if instance.alone { &mut self.alone_left } else { &mut self.together_left };
        *left = (*left - weight).max(0.0);
        self.weight += weight;
        self.seconds += seconds;
    }

    pub(crate) fn left(&self) -> Duration {
        let seconds = if self.weight > 0.0 {
            let rate = self.seconds / self.weight;
            rate * (self.together_left / self.threads + self.alone_left)
        } else if self.total_weight > 0.0 {
            self.guess
        } else {
            0.0
        };
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// A weight that a slip of an experiment's author cannot turn into nonsense.
fn sane_weight(instance: &Instance) -> f64 {
    if instance.weight.is_finite() && instance.weight > 0.0 { instance.weight } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Settings;

    const ABOUT: About = About { id: "pace", title: "", paper: "", place: "", seconds: 100.0, quick_seconds: 10.0 };

    #[test]
    fn the_time_left_follows_weight_and_threads() {
        let instances =
            [Instance::new("a"), Instance::new("b").weighing(3.0), Instance::new("c").weighing(2.0).alone()];
        let plan = Plan::new("unused", Settings::new("1")).threads(2);
        let mut pace = Pace::new(&ABOUT, &plan, &instances);
        assert_eq!(pace.left().as_secs_f64(), 100.0);
        pace.finish(&instances[0], 4.0);
        // Four seconds a unit: three units on two threads and two alone.
        assert_eq!(pace.left().as_secs_f64(), 4.0 * (3.0 / 2.0 + 2.0));
        pace.finish(&instances[1], 12.0);
        pace.finish(&instances[2], 8.0);
        assert_eq!(pace.left(), Duration::ZERO);
    }

    #[test]
    fn nonsense_weights_count_as_one() {
        let instances = [f64::NAN, -1.0, f64::INFINITY, 0.0].map(|w| Instance::new("x").weighing(w));
        let plan = Plan::new("unused", Settings::new("1").quick(true)).threads(1);
        let mut pace = Pace::new(&ABOUT, &plan, &instances);
        assert_eq!(pace.left().as_secs_f64(), 10.0);
        pace.finish(&instances[0], 1.0);
        assert_eq!(pace.left().as_secs_f64(), 3.0);
    }
}

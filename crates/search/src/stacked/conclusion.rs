//! From what a search of matrices found to an outcome whose bounds hold.

use secateur_game::{Both, Game, Turn};
use secateur_matrix::Interval;
use secateur_value::Real;

use super::kernel::Kernel;
use super::walk::{self, Walk, both_hold, bounds, promised};
use crate::answer::Counts;
use crate::limits::{Budget, Meter};
use crate::sharing::Split;
use crate::{Outcome, Search, Statistics, Stop, Strategies};

/// What one run found about the root.
pub(crate) struct Found<M> {
    pub(crate) interval: Interval,
    /// Whether the question is answered, up to rounding and what was tolerated.
    pub(crate) enough: bool,
    pub(crate) stopped: Option<Stop>,
    pub(crate) strategies: Strategies<M>,
    pub(crate) counts: Counts,
    pub(crate) programs: Programs,
    /// Positions that searches of the serialized game looked at, where there are such.
    pub(crate) serialized: Option<u64>,
}

/// What linear programs took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Programs {
    pub(crate) calls: u64,
    pub(crate) time: std::time::Duration,
}

impl Programs {
    pub(crate) fn of(kernel: &Kernel) -> Self {
        Self { calls: kernel.calls, time: kernel.time() }
    }
}

/// Room for long games: a helper thread would get less than the first thread has.
const STACK: usize = 64 << 20;

/// Runs the same search on several threads, each with its number and a budget; ends all when one is done.
pub(crate) fn on_threads<M: Send>(
    meter: &Meter,
    threads: usize,
    run: impl Fn(usize, Budget<'_>) -> Found<M> + Sync,
) -> Found<M> {
    if threads <= 1 {
        return run(0, Budget::new(meter, None));
    }
    let done = Split::below(None);
    let run = &|number| {
        let found = run(number, Budget::new(meter, Some(&done)));
        if found.stopped.is_none() {
            done.cut();
        }
        found
    };
    std::thread::scope(|scope| {
        let helper = |number| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, move || run(number)).ok() // where no thread is to be had, fewer do
        };
        let helpers: Vec<_> = (1..threads).filter_map(helper).collect();
        let mut found = run(0);
        for helper in helpers {
            match helper.join() {
                Ok(helped) => found.add(helped),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

impl<M> Found<M> {
    /// Takes in what another worker found about the same root: each one's bounds hold.
    fn add(&mut self, other: Self) {
        if self.stopped.is_some() && other.stopped.is_none() {
            self.strategies = other.strategies;
        }
        self.interval = both_hold(self.interval, other.interval);
        self.enough |= other.enough;
        // Who was done first stopped the others; a limit stopped everybody.
        self.stopped = self.stopped.and(other.stopped);
        self.counts.add(&other.counts);
        self.programs.calls += other.programs.calls;
        self.programs.time += other.programs.time;
        self.serialized = self.serialized.zip(other.serialized).map(|(one, two)| one + two);
    }
}

impl<G: Game<Value = Real>, H, M, A> Walk<'_, G, H, M, A> {
    /// What the walk found about the root.
    pub(crate) fn found(&mut self, interval: Interval, enough: bool) -> Found<G::Move> {
        self.counts.visits += self.budget.spent();
        Found {
            interval,
            enough,
            stopped: self.stopped,
            strategies: std::mem::take(&mut self.strategies),
            counts: self.counts,
            programs: Programs::of(&self.kernel),
            serialized: None,
        }
    }
}

impl<G: Game<Value = Real>, H, M, O> Search<'_, G, H, M, O> {
    /// Puts an outcome together. `promises` is whether everything beyond a depth limit was a promise of the game.
    pub(crate) fn conclude(&self, meter: &Meter, found: Found<G::Move>, promises: bool) -> Outcome<Real, G::Move> {
        let promised = promised(self.game, &self.position);
        let estimated = found.counts.horizon > 0 && !promises;
        let interval = if estimated { promised } else { both_hold(promised, found.interval) };
        let stopped = match found.stopped {
            _ if found.enough && !estimated => Stop::Solved,
            Some(stop) => stop,
            None if found.counts.horizon > 0 => Stop::Depth,
            None => Stop::Solved,
        };
        let estimate = estimated.then(|| Real::new(found.interval.midpoint()).unwrap_or_default());
        let strategies = self.some_strategies(found.strategies);
        let counts = &found.counts;
        let statistics = Statistics {
            visits: counts.visits,
            expanded: counts.expanded,
            leaves: counts.visits.saturating_sub(counts.expanded + counts.recalled + counts.promised),
            cutoffs: counts.cutoffs,
            cache_hits: counts.recalled,
            depth: self.limits.depth,
            lp_calls: Some(found.programs.calls),
            lp_time: Some(found.programs.time),
            serialized: found.serialized,
            time: meter.elapsed(),
            ..Statistics::default()
        };
        let line = likeliest(&strategies.max).into_iter().chain(likeliest(&strategies.min)).collect();
        Outcome { bounds: bounds(interval), estimate, line, strategies, stopped, statistics }
    }

    /// A search that had no time at all still names legal moves.
    fn some_strategies(&self, mut strategies: Strategies<G::Move>) -> Strategies<G::Move> {
        let sure = |chosen| vec![(chosen, 1.0)];
        match self.game.turn(&self.position) {
            Turn::Max if strategies.max.is_empty() => {
                strategies.max.extend(self.game.moves(&self.position).next().map(|chosen| (chosen, 1.0)));
            }
            Turn::Min if strategies.min.is_empty() => {
                strategies.min.extend(self.game.moves(&self.position).next().map(|chosen| (chosen, 1.0)));
            }
            Turn::Both(both) => {
                if strategies.max.is_empty() {
                    strategies.max = both.rows(self.game, &self.position).next().map_or_else(Vec::new, sure);
                }
                if strategies.min.is_empty() {
                    strategies.min = both.columns(self.game, &self.position).next().map_or_else(Vec::new, sure);
                }
            }
            _ => {}
        }
        strategies
    }

    /// The question of a whole search.
    pub(crate) fn ask(&self) -> walk::Ask {
        let window = walk::window(&self.window);
        walk::Ask { window, tolerance: 0.0, depth: self.limits.depth.unwrap_or(u32::MAX), root: true }
    }
}

fn likeliest<M: Copy>(strategy: &[(M, f64)]) -> Option<M> {
    strategy.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(chosen, _)| chosen)
}

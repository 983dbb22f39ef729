//! From what a search of matrices found to an outcome whose bounds hold.

use secateur_game::{Both, Game, Turn};
use secateur_value::{Bounds, Real};

use super::kernel::Kernel;
use super::walk::{Ask, JointWalk, contradiction, noise};
use crate::question::answer::{Answer, Counts, are_close};
use crate::question::limits::{Budget, Meter};
use crate::threads::sharing::Split;
use crate::threads::stack::{self, useful_threads};
use crate::{Outcome, Search, Statistics, Stop, Strategies};

/// What one run found about the root.
pub(crate) struct RootFound<M> {
    pub(crate) bounds: Bounds<Real>,
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

/// Runs the same search on several threads, each with its number and a budget; ends all when one is done.
pub(crate) fn on_threads<M: Send>(
    meter: &Meter,
    threads: usize,
    run: impl Fn(usize, Budget<'_>) -> RootFound<M> + Sync,
) -> RootFound<M> {
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
            stack::spawn(scope, move || run(number)) // where no thread can be started, fewer do
        };
        let helpers: Vec<_> = (1..useful_threads(threads)).filter_map(helper).collect();
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

impl<M> RootFound<M> {
    /// Takes in what another worker found about the same root: each one's bounds hold.
    fn add(&mut self, other: Self) {
        let other_is_done = self.stopped.is_some() && other.stopped.is_none();
        let (lower, upper) = (self.bounds.lower.max(other.bounds.lower), self.bounds.upper.min(other.bounds.upper));
        if lower <= upper {
            // Max's strategy secures its own worker's lower bound, Min's its own worker's upper one: each goes with its bound, also where
            // somebody who was cut short had found a better one than who was done.
            if other.bounds.lower > self.bounds.lower || (other.bounds.lower == self.bounds.lower && other_is_done) {
                self.strategies.max = other.strategies.max;
            }
            if other.bounds.upper < self.bounds.upper || (other.bounds.upper == self.bounds.upper && other_is_done) {
                self.strategies.min = other.strategies.min;
            }
            self.bounds = Bounds { lower, upper };
        } else if other_is_done {
            // Estimates beyond a depth limit may contradict each other; then whoever was done has the word.
            (self.bounds, self.strategies) = (other.bounds, other.strategies);
        }
        // Who was done first stopped the others; a limit stopped everybody.
        self.stopped = self.stopped.and(other.stopped);
        self.counts.add(&other.counts);
        self.programs.calls += other.programs.calls;
        self.programs.time += other.programs.time;
        self.serialized = self.serialized.zip(other.serialized).map(|(one, two)| one + two);
    }
}

impl<G: Game<Value = Real>, H, M, A, B> JointWalk<'_, G, H, M, A, B> {
    /// What the walk found about the root.
    pub(crate) fn found(&mut self, bounds: Bounds<Real>) -> RootFound<G::Move> {
        self.counts.visits += self.budget.spent();
        RootFound {
            bounds,
            stopped: self.stopped,
            strategies: std::mem::take(&mut self.strategies),
            counts: self.counts,
            programs: Programs::of(&self.kernel),
            serialized: None,
        }
    }
}

impl<G: Game<Value = Real>, H, M, O> Search<'_, G, H, M, O> {
    /// Puts an outcome together, of a search that may err by `error`. `promises` is whether everything beyond a depth limit was a
    /// promise of the game.
    pub(crate) fn conclude(
        &self,
        meter: &Meter,
        found: RootFound<G::Move>,
        (promises, error): (bool, Real),
    ) -> Outcome<Real, G::Move> {
        let promised = self.game.promised(&self.position);
        let estimated = found.counts.horizon > 0 && !promises;
        let bounds = if estimated {
            promised
        } else {
            contradiction(&promised, &found.bounds, noise(&promised), &self.position);
            found.bounds.clamped_to(&promised)
        };
        let unfinished = found.stopped.or((found.counts.horizon > 0).then_some(Stop::Depth));
        let answer =
            Answer { close: are_close(&bounds, &self.window, error, &promised), ..Answer::of(bounds, unfinished) };
        let stopped = answer.verdict(&self.window);
        let estimate = estimated.then(|| Real::new(found.bounds.midpoint()).unwrap_or_default());
        let strategies = self.some_strategies(found.strategies);
        let (counts, elapsed) = (&found.counts, meter.elapsed());
        let statistics = Statistics {
            visits: counts.visits,
            expanded: counts.expanded,
            leaves: counts.visits.saturating_sub(counts.expanded + counts.recalled + counts.promised),
            cutoffs: counts.cutoffs,
            cache_hits: counts.recalled,
            depth: self.limits.depth,
            lp_calls: Some(found.programs.calls),
            lp_time: Some(found.programs.time.min(elapsed)),
            serialized: found.serialized,
            time: elapsed,
            ..Statistics::default()
        };
        let line = first_moves(&strategies);
        Outcome { bounds, estimate, line, proved: 0, strategies, stopped, statistics }
    }

    /// A search that had no time at all still names legal moves.
    pub(crate) fn some_strategies(&self, mut strategies: Strategies<G::Move>) -> Strategies<G::Move> {
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
    pub(crate) fn ask(&self) -> Ask {
        Ask { window: self.window, error: Real::ZERO, depth: self.limits.depth.unwrap_or(u32::MAX), root: true }
    }
}

/// The likeliest move of Max, and then of Min: of whoever is to move.
pub(crate) fn first_moves<M: Copy>(strategies: &Strategies<M>) -> Vec<M> {
    likeliest(&strategies.max).into_iter().chain(likeliest(&strategies.min)).collect()
}

fn likeliest<M: Copy>(strategy: &[(M, f64)]) -> Option<M> {
    strategy.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(chosen, _)| chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lower: f64, upper: f64, stopped: Option<Stop>, name: char) -> RootFound<char> {
        let sure = vec![(name, 1.0)];
        RootFound {
            bounds: Bounds::of(lower, upper),
            stopped,
            strategies: Strategies { max: sure.clone(), min: sure },
            counts: Counts::default(),
            programs: Programs::default(),
            serialized: None,
        }
    }

    /// The better of two bounds was told with the strategy of whoever was done, which secured only the other one.
    #[test]
    fn strategies_go_with_their_bounds() {
        let cut = Some(Stop::Cancelled);
        for ((one, other), (max, min), bounds) in [
            ((found(0.0, 2.0, None, 'a'), found(1.0, 3.0, cut, 'b')), ('b', 'a'), (1.0, 2.0)),
            ((found(0.0, 2.0, cut, 'a'), found(1.0, 2.0, None, 'b')), ('b', 'b'), (1.0, 2.0)),
            ((found(1.0, 2.0, cut, 'a'), found(1.0, 3.0, None, 'b')), ('b', 'a'), (1.0, 2.0)),
            ((found(1.0, 2.0, None, 'a'), found(1.0, 2.0, None, 'b')), ('a', 'a'), (1.0, 2.0)),
            // Estimates may contradict each other.
            ((found(0.0, 1.0, cut, 'a'), found(2.0, 3.0, None, 'b')), ('b', 'b'), (2.0, 3.0)),
            ((found(0.0, 1.0, None, 'a'), found(2.0, 3.0, cut, 'b')), ('a', 'a'), (0.0, 1.0)),
        ] {
            let mut both = one;
            let stopped = both.stopped.and(other.stopped);
            both.add(other);
            assert_eq!((both.strategies.max[0].0, both.strategies.min[0].0), (max, min));
            assert_eq!((both.bounds, both.stopped), (Bounds::of(bounds.0, bounds.1), stopped));
        }
    }
}

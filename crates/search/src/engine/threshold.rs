//! Is the value at least this, or at most this? A question with two answers stops as soon as it has one.
//!
//! The engine asks with a window in which no number lies, so a share of the gap matters only as far as it can move the value across
//! the threshold. All that comes of it is kept: what one question shows, the next one knows.

use std::cmp::Ordering;

use num_rational::BigRational;
use secateur_game::{Alternating, Keyed};
use secateur_value::{Chain, Real, Window};

use super::{Engine, EngineMemory, Way};
use crate::question::limits::Meter;
use crate::threads::stack::with_room;
use crate::{Horizon, Limits, Memory, Order, Outcome, Search, Stop};

/// Where rounding hides the answer, games of up to so many nodes are looked at again in fractions.
const SMALL: u64 = 200_000;

impl<V: Chain, M> Outcome<V, M> {
    /// Whether the value is at least this, as far as the bounds tell.
    ///
    /// ```
    /// use secateur_games::TicTacToe;
    /// use secateur_search::Search;
    ///
    /// let drawn = Search::new(&TicTacToe::default()).mtdf(0);
    /// assert_eq!((drawn.is_at_least(&0), drawn.is_at_least(&1)), (Some(true), Some(false)));
    /// ```
    pub fn is_at_least(&self, value: &V) -> Option<bool> {
        if self.bounds.lower >= *value {
            Some(true)
        } else if self.bounds.upper < *value {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the value is at most this, as far as the bounds tell.
    pub fn is_at_most(&self, value: &V) -> Option<bool> {
        if self.bounds.upper <= *value {
            Some(true)
        } else if self.bounds.lower > *value {
            Some(false)
        } else {
            None
        }
    }
}

impl<G> Search<'_, G>
where
    G: Keyed<Value = Real>,
{
    /// Whether the value is at least this. Nothing, if a limit came first, or if the value lies so near that rounding hides on
    /// which side.
    ///
    /// The bounds of the outcome hold as always; they say no more than the question needs.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::Search;
    /// use secateur_value::Real;
    ///
    /// let game = Goofspiel::new(6);
    /// let (wins, outcome) = Search::new(&game).at_least(Real::new(0.5)?);
    /// assert_eq!(wins, Some(false));
    /// assert!(outcome.bounds.upper < Real::new(0.5)? && outcome.bounds.contains(&0.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_least(self, value: Real) -> (Option<bool>, Outcome<Real, G::Move>) {
        self.at_least_with(value, &Engine::default(), &EngineMemory::unlimited())
    }

    /// Whether the value is at most this; see [`at_least`](Search::at_least).
    pub fn at_most(self, value: Real) -> (Option<bool>, Outcome<Real, G::Move>) {
        self.at_most_with(value, &Engine::default(), &EngineMemory::unlimited())
    }

    /// [`at_least`](Search::at_least), with what is remembered of this game from before. The engine's tolerance is not used.
    pub fn at_least_with(
        self,
        value: Real,
        engine: &Engine,
        memory: &EngineMemory<G::Key>,
    ) -> (Option<bool>, Outcome<Real, G::Move>) {
        self.decided(Side::AtLeast, value, engine, memory)
    }

    /// [`at_most`](Search::at_most), with what is remembered of this game from before. The engine's tolerance is not used.
    pub fn at_most_with(
        self,
        value: Real,
        engine: &Engine,
        memory: &EngineMemory<G::Key>,
    ) -> (Option<bool>, Outcome<Real, G::Move>) {
        self.decided(Side::AtMost, value, engine, memory)
    }

    /// Asks with this window, and then, where only rounding hides the answer, in fractions.
    fn decided(
        self,
        side: Side,
        threshold: Real,
        engine: &Engine,
        memory: &EngineMemory<G::Key>,
    ) -> (Option<bool>, Outcome<Real, G::Move>) {
        let search = self.window(side.window(threshold));
        // Plain looks ask every cell with an open window, so what a threshold saves is saved by gaps.
        let way = if engine.way == Way::Cheaper { Way::Gap } else { engine.way };
        let engine = Engine { epsilon: crate::Epsilon::ZERO, way, ..*engine };
        let meter = Meter::new(&search.limits);
        let found = with_room(|| search.narrow_root(&engine, memory, &meter, &mut ()));
        let limit = found.stopped.or((found.counts.horizon > 0).then_some(Stop::Depth));
        let mut outcome = search.conclude(&meter, found, (true, Real::ZERO));
        let mut known = side.answer(&outcome, &threshold);
        if limit.is_none() && known.is_none() {
            known = search.in_fractions(&meter, threshold, &mut outcome).map(|found| side.holds(found));
        }
        // So narrow a window hides how far apart the bounds are: only the answer tells whether the question is solved.
        outcome.stopped = if known.is_some() { Stop::Solved } else { limit.unwrap_or(Stop::Exhausted) };
        (known, outcome)
    }

    /// Looks at a small game again, without rounding: on which side of the threshold the value is.
    fn in_fractions(&self, meter: &Meter, threshold: Real, outcome: &mut Outcome<Real, G::Move>) -> Option<Ordering> {
        let mut limits = Limits { progress: None, ..self.limits.clone() };
        limits.time = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
        let left = limits.nodes.map_or(SMALL, |nodes| nodes.saturating_sub(outcome.statistics.visits));
        limits.nodes = Some(left.min(SMALL));
        let exact = Search::new(self.game).position(self.position.clone()).limits(limits).exact().ok()?;
        let side = exact.value.cmp(&BigRational::from_float(threshold.get())?);
        if side.is_ge() {
            outcome.bounds.lower = outcome.bounds.lower.max(threshold);
        }
        if side.is_le() {
            outcome.bounds.upper = outcome.bounds.upper.min(threshold);
        }
        Some(side)
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// Whether the value of a classic game is at least this: one null window, which Pearl (1980) calls a test. Nothing if a limit
    /// came first.
    ///
    /// ```
    /// use secateur_games::{ConnectFour, connect_four::Size};
    /// use secateur_search::{Search, Table};
    ///
    /// let game = ConnectFour::on(Size::new(5, 4)?);
    /// let table = Table::with_megabytes(1)?;
    /// let (wins, _) = Search::new(&game).expert().memory(&table).test_at_least(1);
    /// assert_eq!(wins, Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test_at_least(self, value: G::Value) -> (Option<bool>, Outcome<G::Value, G::Move>) {
        self.tested(Side::AtLeast, value)
    }

    /// Whether the value of a classic game is at most this; see [`test_at_least`](Search::test_at_least).
    pub fn test_at_most(self, value: G::Value) -> (Option<bool>, Outcome<G::Value, G::Move>) {
        self.tested(Side::AtMost, value)
    }

    fn tested(self, side: Side, value: G::Value) -> (Option<bool>, Outcome<G::Value, G::Move>) {
        let outcome = self.window(side.window(value)).alpha_beta();
        (side.answer(&outcome, &value), outcome)
    }
}

/// On which side of a threshold the value is asked to be.
#[derive(Clone, Copy)]
enum Side {
    AtLeast,
    AtMost,
}

impl Side {
    /// The null window that tells.
    fn window<V: Chain>(self, threshold: V) -> Window<V> {
        match self {
            Self::AtLeast => Window::below(threshold),
            Self::AtMost => Window::above(threshold),
        }
    }

    /// What an outcome shows, if it shows enough.
    fn answer<V: Chain, M>(self, outcome: &Outcome<V, M>, threshold: &V) -> Option<bool> {
        match self {
            Self::AtLeast => outcome.is_at_least(threshold),
            Self::AtMost => outcome.is_at_most(threshold),
        }
    }

    /// Whether a value that compares so with the threshold is on this side.
    fn holds(self, value: Ordering) -> bool {
        match self {
            Self::AtLeast => value.is_ge(),
            Self::AtMost => value.is_le(),
        }
    }
}

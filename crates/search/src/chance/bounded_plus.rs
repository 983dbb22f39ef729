//! Bounded alpha-beta in contract form: an answer within ε, by whatever it takes least to find.
//!
//! The one body of `star1`, `star2` and `bounded_plus`. A position is asked about with a window `(a, b)` and an error `e`,
//! and answered with bounds `[L, U]` that hold always and satisfy one of
//!
//! ```text
//! U ≤ a     or     L ≥ b     or     U − L ≤ e.
//! ```
//!
//! * **Max** asks a move with the window `(max(a, L + e), b)`: what a move may bring beyond `L + e` matters, less does not.
//!   Min likewise. This is Algorithm 1 of Atzmon, Stern and Saffidine (`bounded.rs`) with its ε moved into the window.
//! * **Chance** asks an outcome of probability π with `((a − U_rest)/π, (b − L_rest)/π)`, where *rest* is what is known of
//!   the other outcomes (Ballard's Star1, the paper's C6), and with an error such that `Σ π·e_c ≤ e` (its equation 26).
//!
//! How a chance turn shares out its error, and in which order it looks, are policies, each of which can be switched off:
//!
//! * *windows*: an outcome's window is that of the contract, so that its slack is `e/π`; off, it is `e`, as in Algorithm 1;
//! * *slack*: what an outcome did not use of its share is passed on to the next ones; off, every outcome has the same;
//! * *skip*: the error is spent on unlikely outcomes first, up to leaving them out altogether (`bounded_plus/share.rs`);
//! * *likely first*: likely outcomes are looked at first; off, in the game's order;
//! * *probe*: before the first outcome is looked at in full, one move of every outcome is (Ballard's Star2);
//! * *sort*: with a table, moves are tried in the order of what it knows about them, which may also settle the position;
//! * *narrowing*: ε is approached from above, so that a search that is stopped has something to show.
//!
//! Departures from the papers: outcomes that are not looked at count with the game's promise about them instead of global
//! `vmin` and `vmax`; limits, a table of both bounds, an order, an expert; and all arithmetic is rounded outwards, with a
//! share of the error kept back for it, so that the contract holds exactly for every e > 0. (For `e = 0` what is left open
//! is what cannot be written down with floating-point numbers.)

mod lottery;
mod node;
mod share;
mod together;
mod worker;

use secateur_game::Stochastic;
use secateur_value::Real;

use crate::memory::recall::Memory;
use crate::question::horizon::Horizon;
use crate::question::limits::{Budget, Meter};
use crate::question::observe::Observer;
use crate::question::ordering::Order;
use crate::threads::stack::with_room;
use crate::{BadEpsilon, Epsilon, Outcome, Search};
use together::{Alone, Teamwork};
use worker::{BoundedWorker, Means};

/// How far a bounded search may err, and by which policies it spends that. By default those that were measured best.
///
/// ```
/// use secateur_search::BoundedPlus;
///
/// let plain = BoundedPlus::within(8.0)?.skip(false).likely_first(false);
/// assert!(plain.slack && !plain.skip);
/// assert!(BoundedPlus::within(-1.0).is_err());
/// # Ok::<(), secateur_search::BadEpsilon>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoundedPlus {
    /// How far the bounds may lie apart.
    pub epsilon: Epsilon,
    /// Whether an outcome's window has the slack `ε/π`.
    pub windows: bool,
    /// Whether outcomes pass on what they did not use of the error.
    pub slack: bool,
    /// Whether the error is spent on unlikely outcomes first, up to leaving them out.
    pub skip: bool,
    /// Whether likely outcomes are looked at first.
    pub likely_first: bool,
    /// Whether one move of every outcome is looked at before the outcomes themselves.
    pub probe: bool,
    /// Whether moves are sorted by what a table knows.
    pub sort: bool,
    /// Whether ε is approached from above.
    pub narrowing: bool,
}

impl Default for BoundedPlus {
    /// Exact.
    fn default() -> Self {
        Self {
            epsilon: Epsilon::ZERO,
            windows: true,
            slack: true,
            skip: true,
            likely_first: true,
            probe: false,
            sort: true,
            narrowing: false,
        }
    }
}

/// A policy can be switched on or off.
macro_rules! switches {
    ($($(#[$doc:meta])* $policy:ident),*) => {$(
        $(#[$doc])*
        pub fn $policy(self, $policy: bool) -> Self {
            Self { $policy, ..self }
        }
    )*};
}

impl BoundedPlus {
    /// Within ε, by the policies that were measured best.
    ///
    /// # Errors
    ///
    /// If that is no [`Epsilon`].
    pub fn within(epsilon: f64) -> Result<Self, BadEpsilon> {
        Ok(Self { epsilon: Epsilon::new(epsilon)?, ..Self::default() })
    }

    /// Without any policy: Star1 if ε is 0.
    pub(crate) fn plain() -> Self {
        Self { windows: true, slack: false, skip: false, likely_first: false, sort: false, ..Self::default() }
    }

    switches!(
        /// With windows of slack `ε/π` or not.
        windows,
        /// With slack passed on or not.
        slack,
        /// With the error spent on unlikely outcomes first, or shared evenly.
        skip,
        /// With likely outcomes first or not.
        likely_first,
        /// With probes or not.
        probe,
        /// With moves sorted by what a table knows or not.
        sort,
        /// With ε approached from above or not.
        narrowing
    );
}

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// Bounded alpha-beta with all that was found to pay: bounds that hold and lie at most ε apart.
    ///
    /// ```
    /// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
    /// use secateur_search::{BoundedPlus, Search, Stop};
    ///
    /// let luck = Luck::slip(4, 5)?;
    /// let game = StochasticTree::new(Shape::uniform(4, 4), luck, WholeLeaves::new(0, 100)?, 1)?;
    /// let all = Search::new(&game).expectimax();
    /// let near = Search::new(&game).bounded_plus(&BoundedPlus::within(8.0)?);
    /// assert_eq!(near.stopped, Stop::Solved);
    /// assert!(near.bounds.contains(&all.bounds.lower));
    /// assert!(near.bounds.upper.get() - near.bounds.lower.get() <= 8.0);
    /// assert!(near.statistics.visits * 8 < all.statistics.visits);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounded_plus(self, policies: &BoundedPlus) -> Outcome<Real, G::Move> {
        let (question, mut observer) = self.apart_from_observer();
        question.bounded_in_mode(policies, Alone, &mut observer)
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// One search from the root, on one thread or several.
    fn bounded_in_mode<B: Observer<G>, P: Teamwork<G, H, M, O, B>>(
        self,
        policies: &BoundedPlus,
        mode: P,
        observer: &mut B,
    ) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let Self { game, horizon, memory, .. } = &self;
        let means = Means { game: *game, horizon, memory, order: self.order.clone(), policies: *policies };
        let mut worker = BoundedWorker::new(mode, means, observer, Budget::new(&meter, None));
        let found = with_room(|| worker.narrowed(&self.position, self.window, self.limits.depth.unwrap_or(u32::MAX)));
        self.enclosed(&meter, found, policies.epsilon.real())
    }
}

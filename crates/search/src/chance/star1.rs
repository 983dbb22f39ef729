//! Star1: alpha-beta with windows that pass through chance (Ballard 1983; Hauk, Buro, Schaeffer, "Rediscovering *-minimax
//! search", 2004).
//!
//! At a chance turn the outcomes that were not looked at count with what is promised about them, so its value is bounded
//! at any time, and an outcome matters only in a window that follows from those bounds and the turn's own window. The body is
//! that of `bounded_plus.rs` with no error allowed, which is where the rule is explained.
//!
//! Departures: fail-soft, and both bounds are returned. The paper's windows are clamped to the range of values; here they
//! need not be, because an outcome's bounds never leave it.

use secateur_game::Stochastic;
use secateur_value::Real;

use crate::chance::bounded_plus::BoundedPlus;
use crate::{Horizon, Memory, Observer, Order, Outcome, Search};

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// Star1: the value of a game with chance, with cuts above and below chance.
    ///
    /// The bounds differ by no more than what rounding leaves open.
    ///
    /// ```
    /// use secateur_games::{ChanceTree, Tree};
    /// use secateur_search::Search;
    ///
    /// // After the 4, the first outcome of the second move leaves it at most (0 + 6)/2.
    /// let text = "(range 0 6) (max 4 (chance 1/2: 0 1/2: (min 2 6)))";
    /// let game = ChanceTree::try_from(text.parse::<Tree>()?)?;
    /// let (all, cut) = (Search::new(&game).expectimax(), Search::new(&game).star1());
    /// assert_eq!(all.bounds, cut.bounds);
    /// assert_eq!((all.statistics.visits, cut.statistics.visits), (7, 4));
    /// # Ok::<(), secateur_games::tree::TreeError>(())
    /// ```
    pub fn star1(self) -> Outcome<Real, G::Move> {
        self.bounded_plus(&BoundedPlus::plain())
    }
}

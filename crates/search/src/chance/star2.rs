//! Star2: Star1 that first looks at one move of every outcome (Ballard 1983; Hauk, Buro, Schaeffer, "Rediscovering
//! *-minimax search", 2004).
//!
//! At a chance turn after which a player moves, any single move of that player bounds an outcome from one side. Looking at
//! one move of each costs little and often settles the turn before any outcome is looked at in full. What these probes
//! find stays: as bounds on the outcomes, and in the table, if there is one. Without a table the probed moves are searched
//! twice, and on random trees that costs more than it saves.
//!
//! Departures: the probing factor is 1, as the paper recommends; the move that is probed is the first of the search's order;
//! see also `star1.rs`.

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
    /// Star2: Star1 with a probe of every outcome.
    ///
    /// ```
    /// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
    /// use secateur_search::{Search, Table};
    ///
    /// let game = StochasticTree::new(Shape::uniform(4, 4), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
    /// let table = Table::with_megabytes(8)?;
    /// let (plain, probed) = (Search::new(&game).star1(), Search::new(&game).memory(&table).star2());
    /// assert_eq!(plain.line, probed.line);
    /// assert!(probed.statistics.visits < plain.statistics.visits);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn star2(self) -> Outcome<Real, G::Move> {
        self.bounded_plus(&BoundedPlus::plain().probe(true))
    }
}

//! An observer that counts how many different positions a search looks at: "nodes visited at least once".

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use secateur_game::Keyed;
use secateur_value::Window;

use crate::memory::cache::Scatter;
use crate::question::observe::{Observer, Step};

/// Counts different positions, by their keys, finished ones included. Costs a set of all keys.
///
/// ```
/// use secateur_game::Game;
/// use secateur_games::dag::{self, Dag};
/// use secateur_search::{Distinct, Search};
///
/// let game = Dag::from_json(dag::EXAMPLE)?;
/// let mut seen = Distinct::default();
/// let outcome = Search::at(&game, game.start()).observer(&mut seen).lattice_alpha_beta();
/// assert!(seen.count() as u64 <= outcome.statistics.visits);
/// # Ok::<(), secateur_games::dag::DagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distinct<K> {
    seen: HashSet<K, BuildHasherDefault<Scatter>>,
}

impl<K> Default for Distinct<K> {
    fn default() -> Self {
        Self { seen: HashSet::default() }
    }
}

impl<K> Distinct<K> {
    /// How many positions were seen at least once.
    pub fn count(&self) -> usize {
        self.seen.len()
    }
}

impl<G: Keyed> Observer<G> for Distinct<G::Key> {
    fn enter(&mut self, game: &G, position: &G::Position, _: Option<Step<G::Move>>, _: &Window<G::Value>) {
        self.seen.insert(game.key(position));
    }
}

//! ABC: the alpha-beta of `lattice_alpha_beta.rs`, with a cache of exact values (Li, Zanuttini, Cazenave, Ventos 2022,
//! Section 6).
//!
//! A value that alpha-beta returns is good only for the window it was asked with, so it is kept only if nothing at or
//! below the position was left out: then it is the value itself. High up in the graph that is seldom so, and this is
//! why the cache helps so little; `duo.rs` keeps more.

use secateur_game::{Alternating, Keyed};

use crate::lattice::lattice_alpha_beta::Keep;
use crate::memory::cache::{Cache, Known};
use crate::question::horizon::Horizon;
use crate::question::observe::Observer;
use crate::{AsListed, Forgetful, Outcome, Search};

impl<G, H, B> Search<'_, G, H, Forgetful, AsListed, B>
where
    G: Alternating + Keyed,
    H: Horizon<G>,
    B: Observer<G>,
{
    /// Alpha-beta with a cache of exact values of at most `memory` bytes (or as many as it takes), for values of any
    /// lattice.
    ///
    /// ```
    /// use secateur_game::Game;
    /// use secateur_games::dag::{self, Dag};
    /// use secateur_search::Search;
    ///
    /// let game = Dag::from_json(dag::EXAMPLE)?;
    /// let (plain, kept) = (Search::at(&game, game.start()), Search::at(&game, game.start()));
    /// assert_eq!(plain.lattice_alpha_beta().bounds, kept.lattice_alpha_beta_cache(None).bounds);
    /// # Ok::<(), secateur_games::dag::DagError>(())
    /// ```
    pub fn lattice_alpha_beta_cache(self, memory: Option<usize>) -> Outcome<G::Value, G::Move> {
        self.keeping(|| Exact::<G> { cache: memory.map_or_else(Cache::unlimited, Cache::with_bytes) })
    }
}

/// Exact values are kept.
struct Exact<G: Keyed> {
    cache: Cache<G::Key, G::Value>,
}

impl<G: Keyed> Keep<G> for Exact<G> {
    type Key = G::Key;

    fn key(&self, game: &G, position: &G::Position) -> G::Key {
        game.key(position)
    }

    #[inline]
    fn recall(&mut self, key: &G::Key) -> Option<G::Value> {
        self.cache.recall(key).map(|known| known.lower().clone())
    }

    #[inline]
    fn keep(&mut self, key: G::Key, value: &G::Value) {
        self.cache.remember(key, Known::Exact(value.clone()));
    }
}

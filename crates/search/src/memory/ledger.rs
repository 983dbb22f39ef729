//! A memory that grows: every position's bounds are kept, under the game's whole key.
//!
//! The table of `table.rs` has a fixed size and loses entries long before it is full, which costs an alternating search a
//! little and a search of matrices much: what was lost is a whole matrix. Where memory is limited the ledger keeps what
//! was used last (`cache.rs`).

use std::hash::Hash;

use secateur_game::Keyed;
use secateur_value::Real;

use crate::memory::cache::{Known, Shared, Shelf};
use crate::memory::recall::{Memory, Reach, Recalled};

/// A growing memory for games with real values, shared by all threads. Not to be shared between different games.
///
/// ```
/// use secateur_games::Goofspiel;
/// use secateur_search::{Ledger, Search};
///
/// let game = Goofspiel::new(5);
/// let plain = Search::new(&game).backward_induction();
/// let cached = Search::new(&game).memory(&Ledger::unlimited()).backward_induction();
/// assert_eq!(plain.statistics.expanded, 1_926);
/// assert!(cached.statistics.expanded < 1_926 && cached.bounds.contains(&0.into()));
/// ```
pub struct Ledger<K> {
    shared: Shared<K, Real>,
}

impl<K: Eq + Hash> Ledger<K> {
    /// One that keeps everything.
    pub fn unlimited() -> Self {
        Self { shared: Shared::with_bytes(None) }
    }

    /// One that takes about this many bytes at most.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { shared: Shared::with_bytes(Some(bytes)) }
    }
}

impl<K> std::fmt::Debug for Ledger<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ledger")
    }
}

impl<G: Keyed<Key = K, Value = Real>, K: Copy + Eq + Hash + Send + Sync> Memory<G> for Ledger<K> {
    const REMEMBERS: bool = true;
    type Key = K;

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> K {
        game.key(position)
    }

    #[inline]
    fn recall(&self, key: K) -> Option<Recalled<Real>> {
        (&self.shared).look_up(&key, |known| {
            known.map(|known| Recalled { bounds: known.bounds(), reach: Reach::End, hint: None })
        })
    }

    /// Only what holds whatever the depth limit is kept.
    #[inline]
    fn remember(&self, key: K, found: &Recalled<Real>, _: u64) {
        if found.reach == Reach::End {
            (&mut &self.shared).put(key, Known::from_bounds(found.bounds));
        }
    }
}

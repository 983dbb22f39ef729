//! The transposition table: both bounds of every position it has room for, shared by all threads without locks.
//!
//! Memory is fixed when the table is made. It is split into cache lines (`table/bucket.rs`); a position's key says which
//! line it may live in, and the line holds one to three entries, by the size of key and value (`table/entry.rs`). All but
//! the last are kept by how many nodes they took to find out, the last takes whatever comes: big subtrees stay, recent
//! ones get a chance (`table/shelf.rs`).
//!
//! A large table costs time before it saves any: the system has to find and clear its memory (`table/pages.rs`). So a
//! search begins in a small part of it, the front, and moves to the rest when the front has been filled several times over.
//! What the front holds by then is still found.
//!
//! The table compares **whole keys**, so it never takes one position for another. Positions whose keys are too large for it, or own
//! memory, have a [`Ledger`](crate::Ledger).

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use secateur_game::Keyed;

use crate::memory::recall::{Memory, Reach, Recalled};

mod bucket;
mod entry;
#[cfg(loom)]
mod loom_words;
#[cfg(not(loom))]
mod pages;
mod shelf;

pub use entry::{TableKey, TableValue};
#[cfg(loom)]
pub use loom_words::Words;
#[cfg(not(loom))]
pub use pages::Words;

use entry::{GENERATIONS, NO_HINT, TO_THE_END, Tag};
use shelf::{LINE_BYTES, Shelf};

/// How many bytes the front takes, if the table is larger.
const FRONT_BYTES: usize = 4 << 20;
/// How often the front is filled before the rest is used.
const FRONT_FILLINGS: u64 = 8;

/// The error of a table that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a table of 1 MB or more that fits into memory, found {megabytes} MB")]
pub struct BadSize {
    megabytes: usize,
}

/// A table of fixed size for one game's positions. A table must not be shared between different games.
///
/// ```
/// use secateur_games::ConnectFour;
/// use secateur_search::{Search, Table};
/// use secateur_games::connect_four::Size;
///
/// let game = ConnectFour::on(Size::new(4, 4)?);
/// let table = Table::with_megabytes(8)?;
/// let outcome = Search::new(&game).memory(&table).alpha_beta();
/// assert_eq!(outcome.bounds.lower, 0); // nobody wins on a small board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<K, V> {
    front: Shelf<K, V>,
    /// Nothing where the front is all there is.
    rest: Option<Shelf<K, V>>,
    /// How many entries were kept in the front, until there is no more room.
    kept: AtomicU64,
    front_is_full: AtomicBool,
    /// Which search entries belong to, from 1 to [`GENERATIONS`].
    generation: AtomicU32,
}

impl<K: TableKey, V: TableValue> Table<K, V> {
    /// A table that takes this much memory (1 MB = 2²⁰ bytes).
    pub fn with_megabytes(megabytes: usize) -> Result<Self, BadSize> {
        let lines = megabytes.checked_mul((1 << 20) / LINE_BYTES);
        lines.and_then(Self::with_lines).ok_or(BadSize { megabytes })
    }

    /// A table of so many cache lines, one to three positions each, where a megabyte is too much; nothing if it does not fit.
    pub fn with_lines(lines: usize) -> Option<Self> {
        let lines = Some(lines).filter(|&lines| lines > 0)?;
        let front = lines.min(FRONT_BYTES / LINE_BYTES);
        let rest = lines - front;
        let rest = if rest == 0 { None } else { Some(Shelf::new(rest)?) };
        Some(Self {
            front: Shelf::new(front)?,
            rest,
            kept: AtomicU64::new(0),
            front_is_full: AtomicBool::new(false),
            generation: AtomicU32::new(1),
        })
    }

    /// How many positions there is room for.
    pub fn capacity(&self) -> usize {
        self.front.capacity() + self.rest.as_ref().map_or(0, Shelf::capacity)
    }

    /// How full the table is with entries of this search, from 0 to 1, by looking at a thousand lines.
    pub fn fullness(&self) -> f64 {
        let generation = self.generation.load(Ordering::Relaxed);
        self.in_use().unwrap_or(&self.front).fullness(generation)
    }

    /// The rest, once it is used.
    #[inline(always)]
    fn in_use(&self) -> Option<&Shelf<K, V>> {
        if self.front_is_full.load(Ordering::Relaxed) { self.rest.as_ref() } else { None }
    }

    #[inline(always)]
    fn find(&self, key: K) -> Option<Recalled<V>> {
        let (bounds, tag) = self.in_use().and_then(|rest| rest.find(key)).or_else(|| self.front.find(key))?;
        let reach = match tag.reach {
            TO_THE_END => Reach::End,
            depth if tag.generation == self.generation.load(Ordering::Relaxed) => Reach::Depth(depth as u16),
            // Another search, perhaps with another evaluator: only the move is still a good guess.
            _ => Reach::Nowhere,
        };
        Some(Recalled { bounds, reach, hint: (tag.hint != NO_HINT).then_some(tag.hint) })
    }

    #[inline(always)]
    fn keep(&self, key: K, found: &Recalled<V>, effort: u64) {
        let generation = self.generation.load(Ordering::Relaxed);
        let reach = match found.reach {
            Reach::End => TO_THE_END,
            // A depth that does not fit its bits is not worth a wrong answer.
            Reach::Depth(depth) if u32::from(depth) < TO_THE_END => depth.into(),
            Reach::Depth(_) | Reach::Nowhere => return,
        };
        let tag = Tag { reach, hint: found.hint.unwrap_or(NO_HINT), effort: effort.max(1).ilog2().min(63), generation };
        if let Some(rest) = self.in_use() {
            return rest.keep(key, found.bounds, tag);
        }
        self.front.keep(key, found.bounds, tag);
        if self.rest.is_some() {
            let kept = self.kept.fetch_add(1, Ordering::Relaxed);
            if kept > FRONT_FILLINGS * self.front.capacity() as u64 {
                self.front_is_full.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Begins a new search. When the numbers of searches run out and start again, what reached only to a depth is
    /// wiped first: an entry of long ago must not pass for one of now.
    fn next_generation(&self) {
        let next = self.generation.load(Ordering::Relaxed) % GENERATIONS + 1;
        if next == 1 {
            self.front.wipe_depth_limited();
            if let Some(rest) = self.in_use() {
                rest.wipe_depth_limited();
            }
        }
        self.generation.store(next, Ordering::Relaxed);
    }
}

impl<G: Keyed<Key = K, Value = V>, K: TableKey, V: TableValue> Memory<G> for Table<K, V> {
    const REMEMBERS: bool = true;
    type Key = K;

    #[inline(always)]
    fn key(&self, game: &G, position: &G::Position) -> K {
        game.key(position)
    }

    #[inline(always)]
    fn mark(&self, key: K) -> u64 {
        key.scatter()
    }

    #[inline(always)]
    fn recall(&self, key: K) -> Option<Recalled<V>> {
        self.find(key)
    }

    #[inline(always)]
    fn remember(&self, key: K, found: &Recalled<V>, effort: u64) {
        self.keep(key, found, effort);
    }

    fn begin(&self) {
        self.next_generation();
    }
}

impl<K: TableKey, V: TableValue> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table {{ capacity: {} }}", self.capacity())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use secateur_game::Random;
    use secateur_value::Bounds;

    use super::*;

    /// What the tests keep under a key: nobody else would keep the same.
    fn entry(key: u64) -> Recalled<i16> {
        let value = Random::mix(key) as i16;
        Recalled { bounds: Bounds::exact(value), reach: Reach::End, hint: Some((key % 250) as u8) }
    }

    /// Far more keys than there is room for, through the front and into the rest: whatever is found is what was kept.
    #[test]
    fn a_table_that_overflows_never_takes_one_key_for_another() {
        let table = Table::<u64, i16>::with_megabytes(8).unwrap();
        let keys = (FRONT_FILLINGS + 4) * table.front.capacity() as u64;
        for key in 0..keys {
            table.keep(key, &entry(key), 1 + key % 1000);
        }
        assert!(table.front_is_full.load(Ordering::Relaxed), "the rest was used");
        let found = (0..keys).filter_map(|key| table.find(key).inspect(|found| assert_eq!(*found, entry(key)))).count();
        assert!(found * 2 > table.capacity(), "only {found} of {} places are used", table.capacity());
        assert!(table.fullness() > 0.9);
    }

    #[test]
    fn wide_keys_and_values_are_kept_whole() {
        let table = Table::<u128, i32>::with_megabytes(1).unwrap();
        let found = Recalled { bounds: Bounds::new(i32::MIN, 7), reach: Reach::Depth(12), hint: None };
        let key = u128::MAX - 5;
        table.keep(key, &found, 1);
        assert_eq!(table.find(key), Some(found));
        // Only one half of the key agrees: another position.
        assert_eq!(table.find(key ^ 1 << 100), None);
        assert_eq!(table.find(key ^ 1), None);
    }

    #[test]
    fn what_reaches_to_a_depth_is_forgotten_by_the_next_search() {
        let table = Table::<u64, i8>::with_megabytes(1).unwrap();
        let found = Recalled { bounds: Bounds::new(-3, 4), reach: Reach::Depth(6), hint: Some(2) };
        for _ in 0..2 * GENERATIONS {
            table.keep(9, &found, 1);
            assert_eq!(table.find(9), Some(found));
            table.next_generation();
            assert_ne!(table.find(9).map(|found| found.reach), Some(Reach::Depth(6)));
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Table::<u64, i8>::with_megabytes(0).is_err());
        assert!(Table::<u64, i8>::with_megabytes(usize::MAX).is_err());
    }
}

//! A map from positions to what is known about them, for values of any kind.
//!
//! The table of `table.rs` packs a number into a slot of fixed size; sets and families do not fit, so they are kept in
//! a map under the game's whole key. What is kept is a promise that holds for the game itself, so forgetting any of it
//! is always sound, and so is sharing it between searches of the same game.
//!
//! A memory limit works by generations: when the young half is full it becomes the old half, and what was old is
//! forgotten. An entry that is used again moves to the young half. This keeps about what was used last, costs nothing
//! while there is room, and needs no order among the entries.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Mutex;

use secateur_game::Random;
use secateur_value::{Bounds, Lattice};

/// What is known about a position's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Known<V> {
    /// The value itself.
    Exact(V),
    /// It lies between these.
    Between(Bounds<V>),
}

impl<V: Lattice> Known<V> {
    /// What a promise says.
    pub fn from_bounds(bounds: Bounds<V>) -> Self {
        if bounds.is_exact() { Self::Exact(bounds.lower) } else { Self::Between(bounds) }
    }

    /// The value is at least this.
    pub fn lower(&self) -> &V {
        match self {
            Self::Exact(value) => value,
            Self::Between(bounds) => &bounds.lower,
        }
    }

    /// The value is at most this.
    pub fn upper(&self) -> &V {
        match self {
            Self::Exact(value) => value,
            Self::Between(bounds) => &bounds.upper,
        }
    }

    /// Both ends.
    pub fn bounds(&self) -> Bounds<V> {
        Bounds { lower: self.lower().clone(), upper: self.upper().clone() }
    }

    fn heap_bytes(&self) -> usize {
        match self {
            Self::Exact(value) => value.heap_bytes(),
            Self::Between(bounds) => bounds.lower.heap_bytes() + bounds.upper.heap_bytes(),
        }
    }
}

type Map<K, V> = HashMap<K, Known<V>, BuildHasherDefault<Scatter>>;

/// What is known about positions, under their keys.
///
/// ```
/// use secateur_search::{Cache, Known};
///
/// let mut cache: Cache<u32, i8> = Cache::unlimited();
/// cache.remember(7, Known::Exact(3));
/// assert_eq!(cache.recall(&7), Some(&Known::Exact(3)));
/// assert_eq!(cache.recall(&8), None);
/// ```
#[derive(Clone, Debug)]
pub struct Cache<K, V> {
    young: Map<K, V>,
    old: Map<K, V>,
    /// How many bytes the values in the young half own, and the most that a half may take.
    owned: usize,
    half: usize,
}

impl<K: Eq + Hash, V: Lattice> Cache<K, V> {
    /// A cache that keeps everything.
    pub fn unlimited() -> Self {
        Self { young: Map::default(), old: Map::default(), owned: 0, half: usize::MAX }
    }

    /// A cache that takes about this many bytes at most.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { half: bytes / 2, ..Self::unlimited() }
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known about a position.
    #[inline]
    pub fn recall(&mut self, key: &K) -> Option<&Known<V>> {
        if !self.old.is_empty()
            && let Some((key, known)) = self.old.remove_entry(key)
        {
            self.remember(key, known);
        }
        self.young.get(key)
    }

    /// The same for a reader who has no say in what is kept.
    pub fn peek(&self, key: &K) -> Option<&Known<V>> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Remembers what is known about a position, instead of what was known before.
    #[inline]
    pub fn remember(&mut self, key: K, known: Known<V>) {
        if self.half < usize::MAX {
            self.make_room(&known);
        }
        self.young.insert(key, known);
    }

    fn make_room(&mut self, known: &Known<V>) {
        // A map keeps at most seven eighths of its places filled and doubles when it grows.
        const PLACES: usize = 2;
        self.owned += known.heap_bytes();
        let entry = PLACES * size_of::<(K, Known<V>)>();
        if self.owned + self.young.len() * entry >= self.half {
            self.old = std::mem::take(&mut self.young);
            self.owned = known.heap_bytes();
        }
    }
}

/// How a search reaches a cache: its own, or one that it shares with other threads.
pub(crate) trait Shelf<K, V> {
    /// Shows what is known to `look`.
    fn look_up<R>(&mut self, key: &K, look: impl FnOnce(Option<&Known<V>>) -> R) -> R;

    fn put(&mut self, key: K, known: Known<V>);
}

impl<K: Eq + Hash, V: Lattice> Shelf<K, V> for Cache<K, V> {
    #[inline]
    fn look_up<R>(&mut self, key: &K, look: impl FnOnce(Option<&Known<V>>) -> R) -> R {
        look(self.recall(key))
    }

    #[inline]
    fn put(&mut self, key: K, known: Known<V>) {
        self.remember(key, known);
    }
}

/// A cache in parts that several threads use at once.
pub(crate) struct Shared<K, V> {
    parts: Vec<Mutex<Cache<K, V>>>,
}

impl<K: Eq + Hash, V: Lattice> Shared<K, V> {
    /// Enough parts that two threads seldom want the same one.
    const PARTS: usize = 64;

    pub(crate) fn with_bytes(bytes: Option<usize>) -> Self {
        let part = || bytes.map_or_else(Cache::unlimited, |bytes| Cache::with_bytes(bytes / Self::PARTS));
        Self { parts: (0..Self::PARTS).map(|_| Mutex::new(part())).collect() }
    }

    fn part(&self, key: &K) -> &Mutex<Cache<K, V>> {
        let mut scatter = Scatter::default();
        key.hash(&mut scatter);
        // The map inside uses the low and the very highest bits.
        &self.parts[(scatter.finish() >> 40) as usize % Self::PARTS]
    }
}

impl<K: Eq + Hash, V: Lattice> Shelf<K, V> for &Shared<K, V> {
    fn look_up<R>(&mut self, key: &K, look: impl FnOnce(Option<&Known<V>>) -> R) -> R {
        match self.part(key).lock() {
            Ok(mut part) => look(part.recall(key)),
            // Another thread panicked meanwhile; its panic is what the caller will hear.
            Err(_) => look(None),
        }
    }

    fn put(&mut self, key: K, known: Known<V>) {
        if let Ok(mut part) = self.part(&key).lock() {
            part.remember(key, known);
        }
    }
}

/// A quick hash for keys that nobody chooses to collide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scatter(u64);

impl Hasher for Scatter {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = Random::mix(self.0.rotate_left(5) ^ word);
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_cache_forgets_what_was_not_used_and_stays_small() {
        let entry = 2 * size_of::<(u32, Known<i32>)>();
        let mut cache = Cache::with_bytes(200 * entry);
        for key in 0..10_000u32 {
            cache.remember(key, Known::Exact(key as i32));
            assert_eq!(cache.recall(&0).map(Known::lower), Some(&0), "what is used stays");
            assert_eq!(cache.recall(&key).map(Known::upper), Some(&(key as i32)), "what is new stays");
            assert!(cache.len() <= 200);
        }
        assert_eq!(cache.recall(&5_000), None);
        assert!(cache.len() >= 100);
    }

    #[test]
    fn a_cache_without_room_keeps_next_to_nothing() {
        let mut cache = Cache::with_bytes(0);
        (0..100u32).for_each(|key| cache.remember(key, Known::Exact(1)));
        assert!(cache.len() <= 2);
    }

    #[test]
    fn exact_promises_are_kept_once() {
        assert_eq!(Known::from_bounds(Bounds::new(3, 3)), Known::Exact(3));
        assert_eq!(Known::from_bounds(Bounds::new(3, 4)).bounds(), Bounds::new(3, 4));
    }
}

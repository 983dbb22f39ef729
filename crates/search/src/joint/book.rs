//! What searches with serialized bounds remember of a position: four numbers under the game's whole key.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Mutex;

use secateur_game::{Game, Keyed, Player};
use secateur_value::{Bounds, Real};

use crate::memory::cache::Scatter;
use crate::memory::recall::{Forgetful, Memory, Reach, Recalled};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Contains the value.
    pub(crate) value: Bounds<Real>,
    /// The search in which Max moves first cannot prove a larger lower bound than this; −∞ if it cannot prove more than is
    /// known. It cuts searches short and promises nothing, so half the digits are enough, rounded away.
    pub(crate) max_first: f32,
    /// The search in which Min moves first cannot prove a smaller upper bound than this; ∞ if it cannot prove more.
    pub(crate) min_first: f32,
}

impl Entry {
    pub(crate) const NOTHING: Self =
        Self { value: Bounds::ANY, max_first: f32::INFINITY, min_first: f32::NEG_INFINITY };

    /// Both at once. All four numbers only ever move inwards, so it does not matter which thread writes last.
    #[inline]
    fn with(self, other: Self) -> Self {
        Self {
            value: self.value.narrowed(&other.value),
            max_first: if other.max_first < self.max_first { other.max_first } else { self.max_first },
            min_first: if other.min_first > self.min_first { other.min_first } else { self.min_first },
        }
    }

    /// The floor and the limit of the search in which `first` moves first, seen by that player.
    #[inline]
    pub(crate) fn seen_by(&self, first: Player) -> Bounds<Real> {
        let Bounds { lower, upper } = self.value;
        match first {
            Player::Max => Bounds { lower, upper: widened(self.max_first).min(upper) },
            Player::Min => Bounds { lower: -upper, upper: widened(-self.min_first).min(-lower) },
        }
    }

    /// What the search in which `first` moves first has shown, seen by that player.
    #[inline]
    pub(crate) fn shown_to(first: Player, shown: Bounds<Real>) -> Self {
        let limit = if shown.upper > shown.lower { rounded_up(shown.upper.get()) } else { f32::NEG_INFINITY };
        let value = Self::NOTHING.value;
        match first {
            Player::Max => Self { value: Bounds { lower: shown.lower, ..value }, max_first: limit, ..Self::NOTHING },
            Player::Min => Self { value: Bounds { upper: -shown.lower, ..value }, min_first: -limit, ..Self::NOTHING },
        }
    }

    /// Whether the search in which `first` moves first may show something new inside a window.
    #[inline]
    pub(crate) fn may_show_more(&self, first: Player, within: &Bounds<Real>) -> bool {
        match first {
            Player::Max => widened(self.max_first).min(within.upper) > within.lower,
            Player::Min => widened(self.min_first).max(within.lower) < within.upper,
        }
    }
}

/// The number that stands for this one, which is never no number.
#[inline(always)]
fn widened(half: f32) -> Real {
    Real::new(half.into()).unwrap_or_default()
}

/// A number with half the digits that is at least as large.
#[inline]
fn rounded_up(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) < number { near.next_up() } else { near }
}

/// A place for entries, shared by all workers of a search.
pub(crate) trait Book<G: Game>: Sync {
    type Key: Copy;

    fn key(&self, game: &G, position: &G::Position) -> Self::Key;

    fn entry(&self, key: Self::Key) -> Entry;

    /// Adds what is new to what is known.
    fn learn(&self, key: Self::Key, entry: Entry);
}

impl<G: Game> Book<G> for Forgetful {
    type Key = ();

    #[inline(always)]
    fn key(&self, _: &G, _: &G::Position) {}

    #[inline(always)]
    fn entry(&self, (): ()) -> Entry {
        Entry::NOTHING
    }

    #[inline(always)]
    fn learn(&self, (): (), _: Entry) {}
}

/// Remembers what serialized searches showed of a few thousand positions, the latest ones, and no values: a search that keeps
/// nothing across paths expands the same matrices with it as without.
pub(crate) struct Notes<K> {
    places: Mutex<Vec<Option<(K, Entry)>>>,
}

impl<K: Copy + Eq + Hash> Notes<K> {
    /// Few enough to stay in a processor's own memory.
    const PLACES: usize = 1 << 13;

    pub(crate) fn new() -> Self {
        Self { places: Mutex::new(vec![None; Self::PLACES]) }
    }
}

impl<G: Keyed<Key = K>, K: Copy + Eq + Hash + Send + Sync> Book<G> for Notes<K> {
    /// A position's key and its place.
    type Key = (K, usize);

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> (K, usize) {
        let key = game.key(position);
        let mut scatter = Scatter::default();
        key.hash(&mut scatter);
        (key, (scatter.finish() >> 32) as usize % Self::PLACES)
    }

    #[inline]
    fn entry(&self, (key, place): (K, usize)) -> Entry {
        let Ok(places) = self.places.lock() else { return Entry::NOTHING };
        match &places[place] {
            Some((known, entry)) if *known == key => *entry,
            _ => Entry::NOTHING,
        }
    }

    #[inline]
    fn learn(&self, (key, place): (K, usize), entry: Entry) {
        let Ok(mut places) = self.places.lock() else { return };
        let place = &mut places[place];
        match place {
            Some((known, before)) if *known == key => *before = before.with(entry),
            _ => *place = Some((key, entry)),
        }
    }
}

/// As a memory of values it keeps nothing.
impl<G: Keyed<Key = K>, K: Copy + Eq + Hash + Send + Sync> Memory<G> for Notes<K> {
    const REMEMBERS: bool = false;
    type Key = ();

    #[inline(always)]
    fn key(&self, _: &G, _: &G::Position) {}
}

/// A book that grows until it has taken as much memory as it may; then it learns more only about what it knows.
pub(crate) struct Annals<K> {
    parts: Vec<Mutex<HashMap<K, Entry, BuildHasherDefault<Scatter>>>>,
    /// How many entries a part may have.
    most: usize,
}

impl<K: Copy + Eq + Hash> Annals<K> {
    /// Enough parts that two threads seldom want the same one.
    const PARTS: usize = 64;

    pub(crate) fn with_bytes(bytes: Option<usize>) -> Self {
        // A map keeps at most seven eighths of its places filled and doubles when it grows.
        let place = 2 * size_of::<(K, Entry)>();
        let most = bytes.map_or(usize::MAX, |bytes| bytes / place / Self::PARTS);
        Self { parts: (0..Self::PARTS).map(|_| Mutex::default()).collect(), most }
    }

    #[inline]
    fn part(&self, key: &K) -> &Mutex<HashMap<K, Entry, BuildHasherDefault<Scatter>>> {
        let mut scatter = Scatter::default();
        key.hash(&mut scatter);
        // The map inside uses the low and the very highest bits.
        &self.parts[(scatter.finish() >> 40) as usize % Self::PARTS]
    }

    #[inline]
    fn find(&self, key: K) -> Entry {
        // If another thread panicked meanwhile, its panic is what the caller will hear.
        let Ok(part) = self.part(&key).lock() else { return Entry::NOTHING };
        part.get(&key).copied().unwrap_or(Entry::NOTHING)
    }

    #[inline]
    fn add(&self, key: K, entry: Entry) {
        let Ok(mut part) = self.part(&key).lock() else { return };
        if let Some(known) = part.get_mut(&key) {
            *known = known.with(entry);
        } else if part.len() < self.most {
            part.insert(key, entry);
        }
    }
}

impl<G: Keyed<Key = K>, K: Copy + Eq + Hash + Send + Sync> Book<G> for Annals<K> {
    type Key = K;

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> K {
        game.key(position)
    }

    #[inline]
    fn entry(&self, key: K) -> Entry {
        self.find(key)
    }

    #[inline]
    fn learn(&self, key: K, entry: Entry) {
        self.add(key, entry);
    }
}

/// As a memory a book knows only the value.
impl<G: Keyed<Key = K, Value = Real>, K: Copy + Eq + Hash + Send + Sync> Memory<G> for Annals<K> {
    const REMEMBERS: bool = true;
    type Key = K;

    #[inline]
    fn key(&self, game: &G, position: &G::Position) -> K {
        game.key(position)
    }

    #[inline]
    fn recall(&self, key: K) -> Option<Recalled<Real>> {
        let entry = self.find(key);
        (entry != Entry::NOTHING).then_some(Recalled { bounds: entry.value, reach: Reach::End, hint: None })
    }

    #[inline]
    fn remember(&self, key: K, found: &Recalled<Real>, _: u64) {
        if found.reach == Reach::End {
            self.add(key, Entry { value: found.bounds, ..Entry::NOTHING });
        }
    }
}

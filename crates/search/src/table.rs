//! The transposition table: both bounds of every position it has room for, shared by all threads without locks.
//!
//! Memory is fixed when the table is made. It is split into cache lines (`table/bucket.rs`); a position's key says which line
//! it may live in, and the line holds one to three entries, by the size of key and value. All but the last are kept by
//! how many nodes they took to find out, the last takes whatever comes: big subtrees stay, recent ones get a chance.
//!
//! The table compares **whole keys**, so it never takes one position for another. [`Hashed`] keys are the fast mode for
//! games whose keys are large: 64 bits stand for the position, and two positions can share them.

use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU32;

use secateur_game::{Game, Keyed, Random};
use secateur_value::{Bounds, Real};

use crate::memory::{Memory, Reach, Recalled};
use crate::sync::{AtomicU64, Ordering};

mod bucket;

use bucket::{Bucket, LINE, WORDS};

/// How many bytes a cache line has.
const LINE_BYTES: usize = LINE * size_of::<u64>();

/// A key that the table stores whole, as a few words.
pub trait TableKey: Copy + Eq + Send + Sync {
    /// How many words, at most 4.
    const WORDS: usize;

    /// Writes the key into that many words.
    fn write(self, words: &mut [u64]);

    /// Scattered bits that say where the key lives.
    fn scatter(self) -> u64;
}

impl TableKey for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self;
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(self)
    }
}

impl TableKey for u32 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self.into();
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(self.into())
    }
}

impl TableKey for u128 {
    const WORDS: usize = 2;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self as u64;
        words[1] = (self >> 64) as u64;
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(Random::mix(self as u64) ^ (self >> 64) as u64)
    }
}

/// Fast mode: 64 bits that stand for a larger key. Two positions may share them, so nothing found with such a table
/// is called exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hashed(pub u64);

impl Hashed {
    /// The hash of a key, the same in every run.
    pub fn of<K: Hash>(key: &K) -> Self {
        Self(BuildHasherDefault::<DefaultHasher>::default().hash_one(key))
    }
}

impl TableKey for Hashed {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self.0;
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(self.0)
    }
}

/// A value whose bounds the table can store, as a few words together with 32 bits of its own.
pub trait TableValue: Copy {
    /// How many words two bounds and 32 bits take.
    const WORDS: usize;

    /// Writes bounds and bits into that many words.
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]);

    /// Reads them back.
    fn read(words: &[u64]) -> (Bounds<Self>, u32);
}

macro_rules! narrow_value {
    ($($type:ty),*) => {$(
        impl TableValue for $type {
            const WORDS: usize = 1;
            #[inline(always)]
            fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
                let (lower, upper) = (u64::from(bounds.lower as u16), u64::from(bounds.upper as u16));
                words[0] = u64::from(bits) << 32 | lower << 16 | upper;
            }
            #[inline(always)]
            fn read(words: &[u64]) -> (Bounds<Self>, u32) {
                let bounds = Bounds { lower: (words[0] >> 16) as $type, upper: words[0] as $type };
                (bounds, (words[0] >> 32) as u32)
            }
        }
    )*};
}
narrow_value!(i8, i16, u8, u16);

impl TableValue for i32 {
    const WORDS: usize = 2;

    #[inline(always)]
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
        words[0] = bits.into();
        words[1] = u64::from(bounds.lower as u32) << 32 | u64::from(bounds.upper as u32);
    }

    #[inline(always)]
    fn read(words: &[u64]) -> (Bounds<Self>, u32) {
        (Bounds { lower: (words[1] >> 32) as i32, upper: words[1] as i32 }, words[0] as u32)
    }
}

impl TableValue for Real {
    const WORDS: usize = 3;

    #[inline(always)]
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
        words[0] = bits.into();
        words[1] = bounds.lower.get().to_bits();
        words[2] = bounds.upper.get().to_bits();
    }

    #[inline(always)]
    fn read(words: &[u64]) -> (Bounds<Self>, u32) {
        // Only reals were written, so only reals are read; a reader never sees half an entry.
        let real = |bits| Real::new(f64::from_bits(bits)).unwrap_or(Real::ZERO);
        (Bounds { lower: real(words[1]), upper: real(words[2]) }, words[0] as u32)
    }
}

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
    /// Lines of [`LINE`] words, from the first one that starts a cache line.
    words: Box<[AtomicU64]>,
    first: usize,
    lines: usize,
    /// Which search entries belong to, from 1 to `GENERATIONS`; 0 marks a place that was never used.
    generation: AtomicU32,
    contents: PhantomData<fn(K) -> V>,
}

/// Zeroed memory from the system is not touched before it is used, so a large table costs no start-up time. (Asking for
/// aligned memory would make the allocator write the zeros itself.)
#[cfg(not(loom))]
fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    bytemuck::allocation::try_zeroed_slice_box(words).ok()
}

#[cfg(loom)]
fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..words).map(|_| AtomicU64::new(0)).collect())
}

/// What the 32 bits of an entry mean, from the top: reach 12, hint 8, effort 6, generation 6.
const GENERATIONS: u32 = 63;
const TO_THE_END: u32 = 0xFFF;
const NO_HINT: u8 = u8::MAX;

/// The bits that say how an entry is to be kept.
#[derive(Clone, Copy)]
struct Tag {
    reach: u32,
    hint: u8,
    effort: u32,
    generation: u32,
}

impl Tag {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.reach << 20 | u32::from(self.hint) << 12 | self.effort << 6 | self.generation
    }

    #[inline(always)]
    fn of(bits: u32) -> Self {
        Self { reach: bits >> 20, hint: (bits >> 12) as u8, effort: bits >> 6 & 63, generation: bits & 63 }
    }
}

impl<K: TableKey, V: TableValue> Table<K, V> {
    const ENTRY: usize = {
        assert!(K::WORDS + V::WORDS <= WORDS, "an entry fits a cache line");
        K::WORDS + V::WORDS
    };
    const ENTRIES: usize = WORDS / Self::ENTRY;

    /// A table that takes this much memory (1 MB = 2²⁰ bytes).
    pub fn with_megabytes(megabytes: usize) -> Result<Self, BadSize> {
        let lines = megabytes.checked_mul((1 << 20) / LINE_BYTES).filter(|&lines| lines > 0);
        let words = lines.and_then(|lines| zeroed(lines.checked_add(1)? * LINE));
        let (Some(lines), Some(words)) = (lines, words) else { return Err(BadSize { megabytes }) };
        let first = words.as_ptr().align_offset(LINE_BYTES).min(LINE);
        Ok(Self { words, first, lines, generation: AtomicU32::new(1), contents: PhantomData })
    }

    /// How many positions there is room for.
    pub fn capacity(&self) -> usize {
        self.lines * Self::ENTRIES
    }

    /// How full the table is with entries of this search, from 0 to 1, by looking at the first thousand lines.
    pub fn fullness(&self) -> f64 {
        let generation = self.generation.load(Ordering::Relaxed);
        let looked_at = self.lines.min(1000);
        let lines = (0..looked_at).filter_map(|line| self.line(line).read());
        let used: usize = lines
            .map(|words| {
                let entries = words.chunks_exact(Self::ENTRY);
                entries.filter(|entry| Tag::of(V::read(&entry[K::WORDS..]).1).generation == generation).count()
            })
            .sum();
        used as f64 / (looked_at * Self::ENTRIES) as f64
    }

    #[inline(always)]
    fn bucket(&self, key: K) -> Bucket<'_> {
        // The high half of a product maps any number of lines evenly, without a division.
        let line = (u128::from(key.scatter()) * self.lines as u128) >> 64;
        self.line(line as usize)
    }

    #[inline(always)]
    fn line(&self, line: usize) -> Bucket<'_> {
        let words = self.words[self.first + line * LINE..].first_chunk();
        Bucket::of(words.expect("the lines were counted when the table was made"))
    }

    #[inline(always)]
    fn whole(key: K) -> [u64; 4] {
        let mut words = [0; 4];
        key.write(&mut words[..K::WORDS]);
        words
    }

    #[inline(always)]
    fn find(&self, key: K) -> Option<Recalled<V>> {
        let words = self.bucket(key).read()?;
        let whole = Self::whole(key);
        for entry in words.chunks_exact(Self::ENTRY) {
            if entry[..K::WORDS] == whole[..K::WORDS] {
                let (bounds, bits) = V::read(&entry[K::WORDS..]);
                let tag = Tag::of(bits);
                if tag.generation == 0 {
                    continue; // never used; a key may be all zeros
                }
                let reach = match tag.reach {
                    TO_THE_END => Reach::End,
                    depth if tag.generation == self.generation.load(Ordering::Relaxed) => Reach::Depth(depth as u16),
                    // Another search, perhaps with another evaluator: only the move is still a good guess.
                    _ => Reach::Nowhere,
                };
                return Some(Recalled { bounds, reach, hint: (tag.hint != NO_HINT).then_some(tag.hint) });
            }
        }
        None
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
        let whole = Self::whole(key);
        self.bucket(key).update(|words| {
            let place = Self::place(words, &whole[..K::WORDS], tag);
            let entry = &mut words[place * Self::ENTRY..][..Self::ENTRY];
            entry[..K::WORDS].copy_from_slice(&whole[..K::WORDS]);
            V::write(found.bounds, tag.bits(), &mut entry[K::WORDS..]);
        });
    }

    /// Where an entry goes: over an older one of the same position, else over the cheapest or oldest of the kept ones
    /// if that is worth less, else over the last.
    #[inline(always)]
    fn place(words: &[u64; WORDS], whole: &[u64], new: Tag) -> usize {
        let worth =
            |tag: Tag| if tag.generation == new.generation { tag.effort as i32 } else { tag.effort as i32 - 64 };
        let mut cheapest = (i32::MAX, 0);
        for (i, entry) in words.chunks_exact(Self::ENTRY).enumerate() {
            let tag = Tag::of(V::read(&entry[K::WORDS..]).1);
            if tag.generation == 0 || entry[..K::WORDS] == *whole {
                return i;
            }
            if (i + 1 < Self::ENTRIES || Self::ENTRIES == 1) && worth(tag) < cheapest.0 {
                cheapest = (worth(tag), i);
            }
        }
        if cheapest.0 <= new.effort as i32 { cheapest.1 } else { Self::ENTRIES - 1 }
    }

    /// Begins a new search. When the numbers of searches run out and start again, what reached only to a depth is
    /// wiped first: an entry of long ago must not pass for one of now.
    fn next_generation(&self) {
        let next = self.generation.load(Ordering::Relaxed) % GENERATIONS + 1;
        if next == 1 {
            for line in 0..self.lines {
                while !self.line(line).update(Self::wipe_depth_limited) {}
            }
        }
        self.generation.store(next, Ordering::Relaxed);
    }

    fn wipe_depth_limited(words: &mut [u64; WORDS]) {
        for entry in words.chunks_exact_mut(Self::ENTRY) {
            if Tag::of(V::read(&entry[K::WORDS..]).1).reach != TO_THE_END {
                entry.fill(0);
            }
        }
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

/// The fast mode of any keyed game: a table of [`Hashed`] keys.
pub struct FastTable<V>(Table<Hashed, V>);

impl<V: TableValue> FastTable<V> {
    /// A table that takes this much memory (1 MB = 2²⁰ bytes).
    pub fn with_megabytes(megabytes: usize) -> Result<Self, BadSize> {
        Table::with_megabytes(megabytes).map(Self)
    }
}

impl<G: Keyed + Game<Value = V>, V: TableValue> Memory<G> for FastTable<V> {
    const REMEMBERS: bool = true;
    type Key = Hashed;

    #[inline(always)]
    fn key(&self, game: &G, position: &G::Position) -> Hashed {
        Hashed::of(&game.key(position))
    }

    #[inline(always)]
    fn recall(&self, key: Hashed) -> Option<Recalled<V>> {
        self.0.find(key)
    }

    #[inline(always)]
    fn remember(&self, key: Hashed, found: &Recalled<V>, effort: u64) {
        self.0.keep(key, found, effort);
    }

    fn begin(&self) {
        self.0.next_generation();
    }
}

impl<K: TableKey, V: TableValue> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table {{ capacity: {} }}", self.capacity())
    }
}

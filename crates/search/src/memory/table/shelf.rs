//! A number of cache lines that positions live in: which line a key belongs to, and which entry makes room.

use std::marker::PhantomData;

use secateur_value::Bounds;

use super::bucket::{Bucket, LINE, WORDS};
use super::entry::{TO_THE_END, TableKey, TableValue, Tag};
#[cfg(loom)]
use super::loom_words::Words;
#[cfg(not(loom))]
use super::pages::Words;

/// How many bytes a cache line has.
pub(crate) const LINE_BYTES: usize = LINE * size_of::<u64>();

/// Lines of [`LINE`] words.
pub(crate) struct Shelf<K, V> {
    words: Words,
    lines: usize,
    contents: PhantomData<fn(K) -> V>,
}

impl<K: TableKey, V: TableValue> Shelf<K, V> {
    const ENTRY: usize = {
        assert!(K::WORDS + V::WORDS <= WORDS, "an entry fits a cache line");
        K::WORDS + V::WORDS
    };
    /// How many entries a line has.
    pub(crate) const ENTRIES: usize = WORDS / Self::ENTRY;

    pub(crate) fn new(lines: usize) -> Option<Self> {
        Some(Self { words: Words::zeroed(lines.checked_mul(LINE)?)?, lines, contents: PhantomData })
    }

    pub(crate) fn capacity(&self) -> usize {
        self.lines * Self::ENTRIES
    }

    /// Which share of the entries belongs to a search, by looking at the first thousand lines.
    pub(crate) fn fullness(&self, generation: u32) -> f64 {
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
        let words = self.words[line * LINE..].first_chunk();
        Bucket::of(words.expect("the lines were counted when the shelf was made"))
    }

    #[inline(always)]
    fn whole(key: K) -> [u64; 4] {
        let mut words = [0; 4];
        key.write(&mut words[..K::WORDS]);
        words
    }

    /// The entry of a key, if it is here.
    #[inline(always)]
    pub(crate) fn find(&self, key: K) -> Option<(Bounds<V>, Tag)> {
        let words = self.bucket(key).read()?;
        let whole = Self::whole(key);
        for entry in words.chunks_exact(Self::ENTRY) {
            if entry[..K::WORDS] == whole[..K::WORDS] {
                let (bounds, bits) = V::read(&entry[K::WORDS..]);
                let tag = Tag::of(bits);
                // A place that was never used looks like the key zero.
                if tag.generation != 0 {
                    return Some((bounds, tag));
                }
            }
        }
        None
    }

    /// Keeps an entry, at the cost of another if need be.
    #[inline(always)]
    pub(crate) fn keep(&self, key: K, bounds: Bounds<V>, tag: Tag) {
        let whole = Self::whole(key);
        self.bucket(key).update(|words| {
            let place = Self::place(words, &whole[..K::WORDS], tag);
            let entry = &mut words[place * Self::ENTRY..][..Self::ENTRY];
            entry[..K::WORDS].copy_from_slice(&whole[..K::WORDS]);
            V::write(bounds, tag.bits(), &mut entry[K::WORDS..]);
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

    /// Wipes every entry that a depth limit had a say in.
    pub(crate) fn wipe_depth_limited(&self) {
        let wipe = |words: &mut [u64; WORDS]| {
            for entry in words.chunks_exact_mut(Self::ENTRY) {
                if Tag::of(V::read(&entry[K::WORDS..]).1).reach != TO_THE_END {
                    entry.fill(0);
                }
            }
        };
        for line in 0..self.lines {
            while !self.line(line).update(wipe) {}
        }
    }
}

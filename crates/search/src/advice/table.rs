//! What is remembered of estimates: for a position and how far it was looked ahead, what came of it, and which moves were best.
//!
//! Nothing here is a promise, so a position is known by 64 bits of its key, and an old entry makes way for a new one. Each entry is four
//! words, the first of which is the hash and all others together (Hyatt and Mann, "A Lock-Less Transposition Table", 2002): a
//! reader that meets a writer finds a hash that is not the one it asked for.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use super::guess::Guess;
use crate::memory::cache::Scatter;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// What the value is within this depth, as far as it was asked.
    pub(super) found: Guess,
    /// How far it was looked ahead.
    pub(super) depth: u32,
    /// Whether the game was over everywhere before that, so that this holds for every depth.
    pub(super) complete: bool,
    /// The best moves by their places: of the player to move, or of Max and Min.
    pub(super) best: (u8, u8),
}

impl Entry {
    /// One number for what was found: the value, or the end that is known.
    pub(super) fn about(&self) -> f64 {
        let Guess { lower, upper } = self.found;
        match (lower.is_finite(), upper.is_finite()) {
            (true, true) => lower + (upper - lower) * 0.5,
            (true, false) => lower,
            _ => upper,
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.found.lower == self.found.upper
    }
}

/// The memory of estimates of one game, shared by threads and by one move after the other. Not to be shared between different
/// games, or by different ideas of what a position is worth.
#[derive(Debug)]
pub struct EstimateMemory {
    words: Vec<[AtomicU64; 4]>,
}

/// So many entries lie where a hash points.
const NEAR: usize = 2;
const DEEPEST: u32 = (1 << 15) - 1;

impl EstimateMemory {
    /// One that takes about this many bytes.
    ///
    /// ```
    /// let memory = secateur_search::EstimateMemory::with_bytes(1 << 20);
    /// assert!(!memory.is_empty());
    /// ```
    pub fn with_bytes(bytes: usize) -> Self {
        let entries = (bytes / size_of::<[AtomicU64; 4]>()).max(NEAR) / NEAR * NEAR;
        Self { words: (0..entries).map(|_| Default::default()).collect() }
    }

    /// How many positions fit in.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether none fits in, which never happens.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number by which a position is known.
    #[inline]
    pub(super) fn hash(key: &impl Hash) -> u64 {
        let mut scatter = Scatter::default();
        key.hash(&mut scatter);
        secateur_game::Random::mix(scatter.finish())
    }

    #[inline]
    fn places(&self, hash: u64) -> std::ops::Range<usize> {
        let pairs = (self.words.len() / NEAR) as u128;
        let first = ((u128::from(hash) * pairs) >> 64) as usize * NEAR;
        first..first + NEAR
    }

    /// What is remembered under a hash.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Option<Entry> {
        self.words[self.places(hash)]
            .iter()
            .find_map(|words| read(words).filter(|(own, _)| *own == hash))
            .map(|(_, e)| e)
    }

    /// Remembers an entry, instead of what is known of the same position, or of the one that was looked at less far.
    #[inline]
    pub(super) fn keep(&self, hash: u64, entry: &Entry) {
        let places = &self.words[self.places(hash)];
        let mut least = (u32::MAX, 0);
        for (number, words) in places.iter().enumerate() {
            let worth = match read(words) {
                None => 0,
                Some((own, _)) if own == hash => return write(words, hash, entry),
                Some((_, other)) => 1 + other.depth,
            };
            if worth < least.0 {
                least = (worth, number);
            }
        }
        write(&places[least.1], hash, entry);
    }
}

fn read(words: &[AtomicU64; 4]) -> Option<(u64, Entry)> {
    let [check, lower, upper, rest] = [0, 1, 2, 3].map(|place| words[place].load(Ordering::Relaxed));
    let depth = (rest & u64::from(DEEPEST)) as u32;
    // Nothing was ever written here: every entry looks at least one move ahead.
    if depth == 0 {
        return None;
    }
    let found = Guess { lower: f64::from_bits(lower), upper: f64::from_bits(upper) };
    let best = ((rest >> 16) as u8, (rest >> 24) as u8);
    Some((check ^ lower ^ upper ^ rest, Entry { found, depth, complete: rest >> 15 & 1 == 1, best }))
}

fn write(words: &[AtomicU64; 4], hash: u64, entry: &Entry) {
    let (lower, upper) = (entry.found.lower.to_bits(), entry.found.upper.to_bits());
    let depth = u64::from(entry.depth.clamp(1, DEEPEST));
    let rest = depth | u64::from(entry.complete) << 15 | u64::from(entry.best.0) << 16 | u64::from(entry.best.1) << 24;
    for (word, bits) in words.iter().zip([hash ^ lower ^ upper ^ rest, lower, upper, rest]) {
        word.store(bits, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_and_deep_ones_stay() {
        let memory = EstimateMemory::with_bytes(64);
        let entry = |depth, lower: f64| Entry {
            found: Guess { lower, upper: f64::INFINITY },
            depth,
            complete: depth == 3,
            best: (7, 255),
        };
        assert_eq!((memory.len(), memory.find(9)), (2, None));
        memory.keep(9, &entry(3, -1.5));
        assert_eq!(memory.find(9), Some(entry(3, -1.5)));
        memory.keep(10, &entry(1, 0.0));
        memory.keep(11, &entry(2, 0.0));
        assert_eq!(
            (memory.find(9), memory.find(10), memory.find(11)),
            (Some(entry(3, -1.5)), None, Some(entry(2, 0.0)))
        );
    }
}

//! One cache line of the table, read and written whole by any number of threads.
//!
//! A sequence lock made of atomics only: the first word counts writes and is odd while one is under way. A reader who
//! sees the same even count before and after has read what one writer wrote; otherwise it saw nothing. A writer who
//! finds another at work gives up: forgetting is allowed, mixing two entries is not. There is no unsafe code here, and
//! `tests/loom.rs` has every interleaving checked.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering, fence};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// How many words of a cache line hold entries: all but the count.
pub(crate) const WORDS: usize = 7;

/// Seven words behind a count of writes.
#[cfg_attr(not(loom), derive(bytemuck::Zeroable))]
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct Bucket {
    writes: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl Bucket {
    /// What one writer wrote, or nothing if writers are at work.
    #[inline(always)]
    pub(crate) fn read(&self) -> Option<[u64; WORDS]> {
        let before = self.writes.load(Ordering::Acquire);
        let words = std::array::from_fn(|i| self.words[i].load(Ordering::Relaxed));
        // The loads above must not sink below the one that follows.
        fence(Ordering::Acquire);
        let after = self.writes.load(Ordering::Relaxed);
        (before == after && before % 2 == 0).then_some(words)
    }

    /// Changes the words unless another writer is at work; says whether it did.
    #[inline(always)]
    pub(crate) fn update(&self, change: impl FnOnce(&mut [u64; WORDS])) -> bool {
        let count = self.writes.load(Ordering::Relaxed);
        if count % 2 == 1
            || self.writes.compare_exchange(count, count + 1, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return false;
        }
        // The stores below must not rise above the odd count.
        fence(Ordering::Release);
        // Alone now: these loads see whole entries.
        let mut words = std::array::from_fn(|i| self.words[i].load(Ordering::Relaxed));
        change(&mut words);
        for (word, changed) in self.words.iter().zip(words) {
            word.store(changed, Ordering::Relaxed);
        }
        self.writes.store(count + 2, Ordering::Release);
        true
    }

    #[cfg(loom)]
    pub(crate) fn empty() -> Self {
        Self { writes: AtomicU64::new(0), words: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

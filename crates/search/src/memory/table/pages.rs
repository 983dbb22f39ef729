//! The memory of a table: zeroed words that all threads share, on large pages where the system has them.
//!
//! A table is read at random places, so with small pages nearly every look misses the processor's page cache as well as
//! its data caches: on a table of 256 MB a search runs at a third of its speed. The standard allocator cannot ask for
//! large pages, so the memory is mapped. This file holds the only unsafe code of the crate.

#![allow(unsafe_code, reason = "mapped memory is seen as atomic words in one place, below")]

use std::ops::Deref;
use std::slice;

use memmap2::{MmapMut, MmapRaw};

use crate::threads::sync::AtomicU64;

/// Zeroed words on large pages where the system has them: the memory of a table, also for tables of other crates. Memory
/// that is not used is not touched.
#[derive(Debug)]
pub struct Words {
    memory: MmapRaw,
}

impl Words {
    /// So many words, unless there is not that much memory. They start where a page starts.
    pub fn zeroed(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?;
        let memory = MmapRaw::from(MmapMut::map_anon(bytes).ok()?);
        // Without large pages the table is slower and otherwise the same.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Some(Self { memory })
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        let count = self.memory.len() / size_of::<AtomicU64>();
        // SAFETY: the mapping is private to this value and anonymous, lives as long as `self`, starts at a page and so is
        // aligned, and is at least `count` words long; it was zeroed by the system, and any bits are an `AtomicU64`. All
        // access is through shared references to atomics: the raw mapping never hands out a reference of its own.
        unsafe { slice::from_raw_parts(self.memory.as_mut_ptr().cast::<AtomicU64>(), count) }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::threads::sync::Ordering;

    #[test]
    fn words_are_zero_separate_and_shared_by_threads() {
        let words = Words::zeroed(100_000).expect("it fits");
        assert_eq!(words.len(), 100_000);
        assert_eq!(words.as_ptr().align_offset(64), 0);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let words = &words;
                scope.spawn(move || {
                    for place in (thread..words.len()).step_by(4) {
                        words[place].store(place as u64 + 1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!(words.iter().enumerate().all(|(place, word)| word.load(Ordering::Relaxed) == place as u64 + 1));
        assert!(Words::zeroed(usize::MAX).is_none());
    }
}

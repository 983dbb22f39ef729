//! One cache line of the table, read and written whole by any number of threads.
//!
//! A sequence lock made of atomics only: the first word counts writes and is odd while one is under way. A reader who
//! sees the same even count before and after has read what one writer wrote; otherwise it saw nothing. A writer who
//! finds another at work gives up: forgetting is allowed, mixing two entries is not. There is no unsafe code here, and
//! loom checks every interleaving of it (the tests below,
//! run with `--cfg loom`).

use crate::threads::sync::{AtomicU64, Ordering, fence};

/// How many words a cache line has.
pub(crate) const LINE: usize = 8;
/// How many of them hold entries: all but the count.
pub(crate) const WORDS: usize = LINE - 1;

/// A line of the table: a count of writes and seven words.
#[derive(Clone, Copy)]
pub(crate) struct Bucket<'t> {
    writes: &'t AtomicU64,
    words: &'t [AtomicU64; WORDS],
}

impl<'t> Bucket<'t> {
    /// A line of memory as a bucket.
    #[inline(always)]
    pub(crate) fn of(line: &'t [AtomicU64; LINE]) -> Self {
        let [writes, words @ ..] = line;
        Self { writes, words }
    }

    /// What one writer wrote, or nothing if writers are at work.
    #[inline(always)]
    pub(crate) fn read(&self) -> Option<[u64; WORDS]> {
        let before = self.writes.load(Ordering::Acquire);
        let words = std::array::from_fn(|i| self.words[i].load(Ordering::Relaxed));
        // The loads above must not sink below the one that follows.
        fence(Ordering::Acquire);
        let after = self.writes.load(Ordering::Relaxed);
        (before == after && before & 1 == 0).then_some(words)
    }

    /// Changes the words unless another writer is at work; says whether it did.
    #[inline(always)]
    pub(crate) fn update(&self, change: impl FnOnce(&mut [u64; WORDS])) -> bool {
        let count = self.writes.load(Ordering::Relaxed);
        if count & 1 == 1
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
}

#[cfg(all(test, loom))]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn empty_line() -> Arc<[AtomicU64; LINE]> {
        Arc::new(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    /// A reader beside two writers sees one of their entries, or the empty one, whole; never a mixture.
    #[test]
    fn a_reader_never_sees_a_mixture() {
        loom::model(|| {
            let line = empty_line();
            let bucket = Bucket::of(&line);
            let writers = [1u64, 2].map(|mark| {
                let line = line.clone();
                thread::spawn(move || Bucket::of(&line).update(|words| *words = [mark; WORDS]))
            });
            if let Some(words) = bucket.read() {
                assert!(words.iter().all(|&word| word == words[0]), "a mixture: {words:?}");
            }
            let wrote = writers.map(|writer| writer.join().unwrap());
            assert!(wrote.contains(&true), "one of two writers gets through");
            let last = bucket.read().expect("nobody writes any more");
            assert!(last.iter().all(|&word| word == last[0] && word != 0));
        });
    }

    /// A writer who builds on what it finds finds a whole entry.
    #[test]
    fn a_writer_never_sees_a_mixture() {
        loom::model(|| {
            let line = empty_line();
            let bucket = Bucket::of(&line);
            let other = {
                let line = line.clone();
                thread::spawn(move || Bucket::of(&line).update(|words| words.iter_mut().for_each(|word| *word += 1)))
            };
            let wrote = bucket.update(|words| {
                assert!(words.iter().all(|&word| word == words[0]), "a mixture: {words:?}");
                words.iter_mut().for_each(|word| *word += 1);
            });
            let both = u64::from(wrote) + u64::from(other.join().unwrap());
            assert_eq!(bucket.read(), Some([both; WORDS]), "no write is half done or lost");
        });
    }
}

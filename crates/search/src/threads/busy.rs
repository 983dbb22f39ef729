//! What the threads that look at the same tree are at, so that each can look at something else first.
//!
//! A mark is a hint and nothing more: it may be missing, late or another position's, and every answer is right all the same.
//! So one word a mark and no order between words are enough. The one thing promised is that whoever leaves takes along what
//! they put (`tests` below, run with `--cfg loom`).

use crate::threads::sync::{AtomicU64, Ordering};

/// How many marks there is room for: far more than threads times plies, so that two seldom want the same place.
const PLACES: usize = if cfg!(loom) { 2 } else { 1 << 13 };

/// The marks of one search's threads: which positions, or moves, they are at.
///
/// Two marks may want one place, so a mark that is there may be missing; one that is not there is never seen, but for one of another
/// position that looks the same.
#[derive(Debug)]
pub struct Busy {
    places: Box<[AtomicU64]>,
}

/// A thread's stay at a position; it takes its mark along when it is dropped.
#[derive(Debug)]
pub struct Stay<'b> {
    place: Option<&'b AtomicU64>,
}

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

impl Busy {
    /// Nobody is at anything.
    pub fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Begins to look at a position. Somebody else's mark stays.
    #[inline]
    pub fn enter(&self, mark: u64) -> Stay<'_> {
        let place = self.place(mark);
        let free = place.load(Ordering::Relaxed) == 0;
        let put = free && place.compare_exchange(0, word(mark), Ordering::Relaxed, Ordering::Relaxed).is_ok();
        Stay { place: put.then_some(place) }
    }

    /// Whether somebody is at a position.
    #[inline]
    pub fn is_taken(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == word(mark)
    }

    #[inline(always)]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.places[mark as usize % PLACES]
    }
}

/// What a mark looks like in its place; zero stands for a free one.
#[inline(always)]
fn word(mark: u64) -> u64 {
    mark | 1 << 63
}

impl Drop for Stay<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(place) = self.place {
            place.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(all(test, loom))]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    #[test]
    fn marks_are_seen_and_never_left_behind() {
        loom::model(|| {
            let busy = Arc::new(Busy::new());
            let other = {
                let busy = busy.clone();
                thread::spawn(move || {
                    // The same place: another position, then the same one.
                    drop(busy.enter(4));
                    drop(busy.enter(2));
                })
            };
            let here = busy.enter(2);
            assert!(here.place.is_none() || busy.is_taken(2), "nobody else takes a mark away");
            drop(here);
            other.join().unwrap();
            assert!(!busy.is_taken(2) && !busy.is_taken(4));
        });
    }
}

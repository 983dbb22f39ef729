//! So many searches at once; whoever comes later waits in a line and can ask for its place.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The line in front of the searches.
#[derive(Debug)]
pub(crate) struct Line {
    state: Mutex<State>,
    moved: Notify,
    seats: usize,
    longest: usize,
}

#[derive(Debug, Default)]
struct State {
    seated: usize,
    waiting: BTreeSet<u64>,
    next: u64,
}

impl Line {
    pub(crate) fn new(seats: usize, longest: usize) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), moved: Notify::new(), seats: seats.max(1), longest })
    }

    /// A place at the end of the line, unless it is full.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Ticket> {
        let mut state = self.state();
        if state.waiting.len() >= self.longest + self.seats.saturating_sub(state.seated) {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.waiting.insert(number);
        Some(Ticket { line: Arc::clone(self), number, seated: false })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the line and then a seat; given back when dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    line: Arc<Line>,
    number: u64,
    seated: bool,
}

impl Ticket {
    /// How many are served before this one; nothing once it has its seat.
    pub(crate) fn take_seat(&mut self) -> Option<usize> {
        let mut state = self.line.state();
        if self.seated {
            return None;
        }
        let ahead = state.waiting.range(..self.number).count();
        if ahead > 0 || state.seated >= self.line.seats {
            return Some(ahead + 1);
        }
        state.waiting.remove(&self.number);
        state.seated += 1;
        self.seated = true;
        // The next one may have a seat as well.
        self.line.moved.notify_waiters();
        None
    }

    /// Waits until the line may have moved.
    pub(crate) async fn moved(&self) {
        self.line.moved.notified().await;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.line.state();
        if self.seated {
            state.seated -= 1;
        } else {
            state.waiting.remove(&self.number);
        }
        drop(state);
        self.line.moved.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_and_move_up_when_someone_leaves() {
        let line = Line::new(1, 2);
        let mut first = line.enter().unwrap();
        assert_eq!(first.take_seat(), None);
        let (mut second, mut third) = (line.enter().unwrap(), line.enter().unwrap());
        assert_eq!((second.take_seat(), third.take_seat()), (Some(1), Some(2)));
        assert!(line.enter().is_none(), "the line is full");
        drop(second);
        assert_eq!(third.take_seat(), Some(1));
        drop(first);
        assert_eq!(third.take_seat(), None);
        drop(third);
        let state = line.state();
        assert_eq!((state.seated, state.waiting.len()), (0, 0));
    }
}

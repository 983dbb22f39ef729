//! Room for deep games: every search recurses on a stack of the same large size, and stops before that runs out.
//!
//! The searches recurse once for every move of a line, so the stack bounds how deep they can look; and where it ends, the
//! process ends. So the verbs enter their recursion through [`with_room`], helper threads are started here, and whenever a
//! worker looks up from its work ([`Budget`](crate::question::limits::Budget)) it asks whether the stack [`is_low`]. Between two
//! such looks it goes down by no more nodes than it has drawn, and for those the [reserve](RESERVED_PART) is large enough, also
//! without optimisation. So a node pays nothing for the guard.
//!
//! The memory is only reserved: pages that nobody touches cost nothing.

use std::cell::Cell;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use corosensei::on_stack;
use corosensei::stack::{DefaultStack, Stack};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How much stack every search has.
const ROOM: usize = if cfg!(target_pointer_width = "64") { 256 << 20 } else { 64 << 20 };

/// What part of it must be left whenever a worker looks up: a refill of its budget lets it go some 4,000 nodes deeper.
const RESERVED_PART: usize = 4;

/// No search starts more threads for each core of the machine, or than [`FEW_THREADS`] where there are few cores. More would
/// only wait for each other.
const THREADS_A_CORE: usize = 4;
const FEW_THREADS: usize = 16;

thread_local! {
    /// The address below which the stack is low. Nothing until the thread is known to have room.
    static FLOOR: Cell<Option<usize>> = const { Cell::new(None) };

    /// The large stack of the last search, for the next: to map one costs more than to solve a small game.
    static KEPT: Cell<Option<DefaultStack>> = const { Cell::new(None) };
}

/// Runs a search on a large stack, or where it is if it is on one already.
pub(crate) fn with_room<T>(search: impl FnOnce() -> T) -> T {
    /// Puts the floor of the smaller stack back, also after a panic.
    struct Back;
    impl Drop for Back {
        fn drop(&mut self) {
            FLOOR.set(None);
        }
    }

    if FLOOR.get().is_some() {
        return search();
    }
    let mut stack = KEPT.take().unwrap_or_else(largest);
    let (top, end) = (stack.base().get(), stack.limit().get());
    let found = on_stack(&mut stack, || {
        FLOOR.set(Some(end + (top - end) / RESERVED_PART));
        let _back = Back;
        search()
    });
    KEPT.set(Some(stack));
    found
}

/// Whether a search has to stop here, because its stack would not last.
pub(crate) fn is_low() -> bool {
    let floor = FLOOR.get();
    debug_assert!(floor.is_some(), "a search that was not given room");
    here() < floor.unwrap_or(0)
}

/// The largest stack that the system gives.
fn largest() -> DefaultStack {
    let sizes = [ROOM, ROOM / 8, ROOM / 64];
    sizes.into_iter().find_map(|size| DefaultStack::new(size).ok()).expect("address space for a stack of a few MiB")
}

/// Says that this thread, which begins here, was started with room.
fn mark() {
    FLOOR.set(Some(here().saturating_sub(ROOM - ROOM / RESERVED_PART)));
}

/// About where the stack ends at the moment.
#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&marker)).addr()
}

/// How many threads a search starts when so many are asked for: no more than can be of use.
pub(crate) fn useful_threads(asked: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    asked.min(FEW_THREADS.max(cores.saturating_mul(THREADS_A_CORE)))
}

/// A pool of threads that have room.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let threads = useful_threads(threads);
    ThreadPoolBuilder::new().num_threads(threads).stack_size(ROOM).start_handler(|_| mark()).build()
}

/// Starts a helper thread that has room. Nothing where no more threads can be started.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    help: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let marked = move || {
        mark();
        help()
    };
    Builder::new().stack_size(ROOM).spawn_scoped(scope, marked).ok()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn levels(most: u64) -> u64 {
        if most == 0 || is_low() { 0 } else { 1 + std::hint::black_box(levels(most - 1)) }
    }

    #[test]
    fn recursion_without_end_is_stopped_in_time_on_every_kind_of_stack() {
        let deep = with_room(|| levels(u64::MAX));
        assert!(deep > 10_000);
        // Inside a search another one finds what is left, and no new stack.
        assert!(with_room(|| with_room(|| levels(u64::MAX))) <= 2 * deep);
        let helped = std::thread::scope(|scope| spawn(scope, || levels(u64::MAX)).map(|helper| helper.join().unwrap()));
        assert!(helped.is_some_and(|levels| levels > 10_000));
        assert!(pool(2).unwrap().install(|| levels(u64::MAX)) > 10_000);
        assert!(FLOOR.get().is_none(), "the small stack is small again");
    }

    #[test]
    fn no_more_threads_are_started_than_are_of_use() {
        assert_eq!((useful_threads(1), useful_threads(8)), (1, 8));
        assert!(useful_threads(usize::MAX) < usize::MAX);
    }
}

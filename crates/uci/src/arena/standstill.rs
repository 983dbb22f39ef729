//! How long the machine stood still: no clock can be kept better than that, so it tells whose fault a loss on time is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it looks.
const EVERY: Duration = Duration::from_millis(1);

/// Looks every millisecond, until it is told to end, whether the machine lets a thread run. Returns the longest that it
/// did not.
pub(super) fn longest_standstill(end: &AtomicBool) -> Duration {
    let (mut longest, mut last) = (Duration::ZERO, Instant::now());
    while !end.load(Ordering::Relaxed) {
        std::thread::sleep(EVERY);
        let now = Instant::now();
        longest = longest.max((now - last).saturating_sub(EVERY));
        last = now;
    }
    longest
}

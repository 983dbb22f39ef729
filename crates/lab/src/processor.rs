//! Processor time: how long a thread has run, which other programs on the machine do not lengthen.

use std::time::Instant;

/// Measures how long the current thread runs. Where the system does not tell, time is that of the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    started: Instant,
    ran: Option<f64>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), ran: ran() }
    }

    /// Seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        let passed = self.started.elapsed().as_secs_f64();
        match self.ran.zip(ran()) {
            Some((before, now)) if passed > COARSE => (now - before).max(TICK),
            _ => passed,
        }
    }
}

/// The system counts in ticks of a few milliseconds: below this the clock is the better measure.
const COARSE: f64 = 0.02;
const TICK: f64 = 0.004;

/// For how many seconds this thread has run, as Linux counts them.
fn ran() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_takes_less_than_the_clock() {
        let stopwatch = Stopwatch::start();
        let started = Instant::now();
        let mut sum = 0u64;
        while started.elapsed().as_millis() < 30 {
            sum = std::hint::black_box(sum.wrapping_mul(3) + 1);
        }
        let worked = stopwatch.seconds();
        assert!(worked > 0.0 && worked <= started.elapsed().as_secs_f64() + 0.02);
    }
}

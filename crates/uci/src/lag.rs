//! How much time is lost between the engine and the clock: learnt from what the clock shows from move to move.
//!
//! What a move was meant to take at most is known here; what it cost, the next `go` tells. The difference was lost to
//! pipes, to the other program, to a busy machine. The largest loss of late is what the next move has to reckon with.

use std::time::Duration;

/// What was lost of late.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lag {
    worst: Duration,
    last: Option<Spent>,
}

/// A move, and the clock before it.
#[derive(Clone, Debug)]
struct Spent {
    left: Duration,
    increment: Duration,
    /// What it took as seen from here, but no more than it was meant to take.
    meant: Duration,
}

/// Larger differences have other reasons: a clock that was set by hand, another game.
const MOST: Duration = Duration::from_secs(2);

impl Lag {
    /// The clock shows this before a move. Returns what to reckon with.
    pub(crate) fn reckon(&mut self, left: Duration) -> Duration {
        if let Some(Spent { left: before, increment, meant }) = self.last.take()
            && let Some(cost) = (before + increment).checked_sub(left)
            && cost <= meant + MOST
        {
            // What is not seen again is forgotten within some twenty moves.
            self.worst = cost.saturating_sub(meant).max(self.worst.mul_f64(0.85));
        }
        self.worst
    }

    /// A move was made that took so long, as seen from here, and was meant to take `most` at most.
    pub(crate) fn note(&mut self, left: Duration, increment: Duration, took: Duration, most: Duration) {
        self.last = Some(Spent { left, increment, meant: took.min(most) });
    }

    /// The next clock is another one.
    pub(crate) fn interrupt(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn what_is_lost_is_learnt_and_forgotten() {
        let mut lag = Lag::default();
        assert_eq!(lag.reckon(ms(1000)), ms(0));
        lag.note(ms(1000), ms(10), ms(100), ms(120));
        assert_eq!(lag.reckon(ms(880)), ms(30), "1000 + 10 − 100 were expected to be left");
        lag.note(ms(880), ms(10), ms(150), ms(100));
        assert_eq!(lag.reckon(ms(720)), ms(70), "coming back late counts, too");
        for _ in 0..30 {
            lag.note(ms(1000), ms(10), ms(10), ms(10));
            lag.reckon(ms(1000));
        }
        assert!(lag.reckon(ms(1000)) < ms(2));
        lag.note(ms(60_000), ms(0), ms(10), ms(10));
        assert!(lag.reckon(ms(1000)) < ms(2), "that was another clock");
        lag.note(ms(1000), ms(0), ms(10), ms(10));
        lag.interrupt();
        assert!(lag.reckon(ms(500)) < ms(2));
        lag.note(ms(1000), ms(0), ms(10), ms(10));
        assert!(lag.reckon(ms(2000)) < ms(2), "more time than before");
    }
}

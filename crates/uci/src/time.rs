//! How long to think about a move, so that the flag never falls.
//!
//! Of the time that is left a share is meant for this move, and never more than a third is risked on it: even if every move
//! took the hard limit there would always be time left. What is lost between the engine and the clock (the overhead)
//! is taken off first, and a reserve: so where each move adds time, games settle down to a clock that still shows some
//! tenths of a second, and a machine that is late for once does no harm.

use std::time::Duration;

/// How long to think: as a rule, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this no further iteration is begun, unless the search is unsure.
    pub soft: Duration,
    /// After this the search ends, whatever it is doing.
    pub hard: Duration,
}

/// With less than this on the clock a part of what a move adds is saved, the more the less there is. Machines that
/// others use, too, stand still for a tenth of a second now and then; with 5 ms a move a clock settles down to some 200 ms.
const ENOUGH: Duration = Duration::from_millis(500);

/// The budget of a move with this much on the clock, so many moves into the game.
pub fn budget(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
    played: u32,
) -> Budget {
    // Something is kept in reserve, because a busy machine may not come back to the engine at once; more where it is seen to
    // lose much.
    let reserve = left.mul_f64(0.75).min(Duration::from_millis(300) + 2 * overhead);
    // However little there is, a millisecond is spent: some move has to be made.
    let usable = left.saturating_sub(overhead + reserve).max(Duration::from_millis(1));
    let increment = increment.mul_f64((left.as_secs_f64() / ENOUGH.as_secs_f64()).min(1.0));
    let (share, most) = match moves_to_go {
        // The last move before more time is given may take nearly all.
        Some(1) => (usable.mul_f64(0.6), usable.mul_f64(0.8)),
        Some(moves) => {
            let moves = f64::from(moves.clamp(2, 40));
            (usable.mul_f64(0.85 / moves) + increment.mul_f64(0.75), usable.mul_f64((3.5 / moves).min(0.55)))
        }
        None => (usable.mul_f64(1.0 / to_come(played, left)) + increment.mul_f64(0.7), usable.mul_f64(0.3)),
    };
    let most = most.min(usable.mul_f64(0.8));
    let soft = share.min(most);
    Budget { soft, hard: (soft * 5).min(most) }
}

/// Among how many moves the clock is shared out: ever fewer are to come, so that all moves of the opening and the middle game get
/// about the same time. With a constant number the first would get several times as much as the twentieth. (A move
/// takes up to one and a half times its share, because an iteration that has begun is mostly finished.)
fn to_come(played: u32, left: Duration) -> f64 {
    // Where there is little, it is kept: long games go on for a hundred moves.
    let least = if left < 2 * ENOUGH { 20.0 } else { 14.0 };
    (40.0 - 0.85 * f64::from(played)).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A player who uses the hard limit and loses the overhead at every move still never runs out of time.
    #[test]
    fn the_flag_never_falls() {
        for start in [20u64, 100, 1000, 10_000, 180_000] {
            for increment in [0u64, 10, 100, 2000] {
                for moves in [None, Some(40u32), Some(5), Some(1)] {
                    let overhead = ms(8);
                    let (mut left, mut to_go) = (ms(start), moves);
                    for number in 0..300 {
                        let Budget { soft, hard } = budget(left, ms(increment), to_go, overhead, number);
                        assert!(soft <= hard && hard < left, "{left:?} {hard:?}");
                        // The clock grows by the increment only after the move.
                        left = left - hard + ms(increment);
                        match &mut to_go {
                            Some(1) => (left, to_go) = (left + ms(start), moves),
                            Some(moves) => *moves -= 1,
                            None => {}
                        }
                        if left < ms(2) {
                            break; // nobody can promise anything with a millisecond left
                        }
                    }
                    if increment >= 10 {
                        assert!(left > overhead, "{start} {increment} {moves:?}: {left:?}");
                    }
                }
            }
        }
    }

    /// However fast the game, the clock settles down to a reserve, also if each move loses a little.
    #[test]
    fn a_clock_that_shows_little_recovers() {
        for (start, increment) in [(100, 3), (20, 5), (300, 5), (1000, 10)] {
            let mut left = ms(start);
            for number in 0..200 {
                let Budget { soft, .. } = budget(left, ms(increment), None, ms(1), number);
                left = left + ms(increment) - soft - Duration::from_micros(500);
            }
            assert!(left > 40 * ms(increment) || left > ms(200), "{start} {increment}: {left:?}");
        }
    }

    /// The opening and the middle game get about the same time a move.
    #[test]
    fn the_clock_is_shared_out_evenly() {
        let (mut left, mut softs) = (ms(10_000), Vec::new());
        for number in 1..=30 {
            let Budget { soft, .. } = budget(left, ms(100), None, ms(10), number);
            softs.push(soft);
            // Most moves take more than their share.
            left = left + ms(100) - soft.mul_f64(1.4);
        }
        assert!(softs.iter().all(|&soft| soft > softs[0].mul_f64(0.6) && soft < softs[0].mul_f64(1.4)), "{softs:?}");
        assert!(left > ms(2000), "{left:?}");
    }

    #[test]
    fn more_time_is_used_where_there_is_more() {
        let usual = budget(ms(10_000), ms(100), None, ms(20), 10);
        assert!(usual.soft > ms(300) && usual.soft < ms(700), "{usual:?}");
        assert!(budget(ms(60_000), ms(100), None, ms(20), 10).soft > usual.soft);
        assert!(budget(ms(10_000), ms(1000), None, ms(20), 10).soft > usual.soft);
        assert!(budget(ms(10_000), ms(0), Some(2), ms(20), 10).soft > usual.soft);
    }
}

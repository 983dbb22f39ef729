//! Games so small that a formula beats a program: one row or column, 2×2, 2×n and n×2.
//!
//! * One row or one column: a minimum or a maximum; exact.
//! * 2×2 without a saddle point: `x₁ = (d − c)/D`, `y₁ = (d − b)/D` with `D = (a − b) + (d − c)`.
//! * 2×n: Max's guarantee is the lower envelope of n lines over `[0, 1]`; its top is where a rising and a falling line
//!   cross. Starting from the lines that are lowest at the two ends, the lowest line at the current crossing replaces the
//!   one whose slope has its sign, until no line is lower: Newton's method on a concave piecewise linear function, which
//!   takes two or three rounds. n×2 is the same game seen from the other side.
//!
//! As everywhere, the strategies are then certified on their own; a formula that rounding spoilt only widens the interval.

use secateur_value::{Bounds, Real};

use crate::interval::{SAFE, exact, slack};

/// What a formula says about a game of two rows and two columns.
pub(crate) struct TwoByTwo {
    pub(crate) row: [f64; 2],
    pub(crate) column: [f64; 2],
    pub(crate) interval: Bounds<Real>,
    /// The largest payoff in magnitude, except at a saddle point, which needs none.
    pub(crate) magnitude: f64,
}

/// Solves a game of two rows and two columns: by far the commonest near the ends of a tree, hence without a loop.
///
/// `None` if a payoff is not finite, or if they are too large or too small to be sure.
#[inline]
pub(crate) fn two_by_two([a, b, c, d]: [f64; 4]) -> Option<TwoByTwo> {
    if !((a + b) + (c + d)).is_finite() {
        return None;
    }
    let (worst_first, worst_second) = (smaller(a, b), smaller(c, d));
    let (best_left, best_right) = (larger(a, c), larger(b, d));
    let maximin = larger(worst_first, worst_second);
    let minimax = smaller(best_left, best_right);
    if maximin == minimax {
        let row = if worst_first < worst_second { [0.0, 1.0] } else { [1.0, 0.0] };
        let column = if best_right < best_left { [0.0, 1.0] } else { [1.0, 0.0] };
        return Some(TwoByTwo { row, column, interval: exact(maximin), magnitude: 0.0 });
    }
    let magnitude = larger(larger(best_left, best_right), -smaller(worst_first, worst_second));
    if !SAFE.contains(&magnitude) {
        return None;
    }
    // Without a saddle point a − b and d − c have one sign and are not zero, so nothing cancels below.
    let (first, second) = (a - b, d - c);
    let divisor = first + second;
    let row = [second / divisor, first / divisor];
    let column = [(d - b) / divisor, (a - c) / divisor];
    let guarantee = smaller(row[0] * a + row[1] * c, row[0] * b + row[1] * d);
    let concession = larger(column[0] * a + column[1] * b, column[0] * c + column[1] * d);
    let slack = slack(2, magnitude);
    let interval = Bounds::of(guarantee - slack, concession + slack);
    Some(TwoByTwo { row, column, interval, magnitude })
}

/// The smaller of two numbers: one instruction, where `f64::min` has to think of NaN.
#[inline(always)]
fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// The larger of two numbers.
#[inline(always)]
fn larger(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// Solves a larger game if a closed form applies. Payoffs must be finite.
///
/// `None` if no form applies or it lost its way; the strategies are then unspecified.
#[inline]
pub(crate) fn solve(payoffs: &[f64], row: &mut [f64], column: &mut [f64]) -> Option<Bounds<Real>> {
    match (row.len(), column.len()) {
        (1, _) => {
            let best = position_of_least(payoffs.iter().copied());
            row[0] = 1.0;
            pure(column, best);
            Some(exact(payoffs[best]))
        }
        (_, 1) => {
            let best = position_of_least(payoffs.iter().map(|payoff| -payoff));
            column[0] = 1.0;
            pure(row, best);
            Some(exact(payoffs[best]))
        }
        (2, n) => {
            let line = |j: usize| (payoffs[j], payoffs[n + j]);
            envelope(line, row, column)
        }
        (m, 2) => {
            // The column player maximises −P.
            let line = |i: usize| (-payoffs[2 * i], -payoffs[2 * i + 1]);
            let interval = envelope(line, column, row)?;
            debug_assert_eq!(payoffs.len(), 2 * m);
            Some(Bounds { lower: -interval.upper, upper: -interval.lower })
        }
        _ => None,
    }
}

fn position_of_least(values: impl Iterator<Item = f64>) -> usize {
    let mut least = (f64::INFINITY, 0);
    for (index, value) in values.enumerate() {
        if value < least.0 {
            least = (value, index);
        }
    }
    least.1
}

/// Puts all the weight on one move.
pub(crate) fn pure(strategy: &mut [f64], chosen: usize) {
    strategy.fill(0.0);
    strategy[chosen] = 1.0;
}

/// The player with two moves maximises `x·a + (1 − x)·b`, the other chooses the line `(a, b)`.
fn envelope(line: impl Fn(usize) -> (f64, f64), two: &mut [f64], many: &mut [f64]) -> Option<Bounds<Real>> {
    let count = many.len();
    let mut magnitude = 0.0_f64;
    // The lowest lines at x = 1 and x = 0; of equal ones the one that stays low on the way to the other end.
    let (mut at_one, mut at_zero) = (0, 0);
    for j in 0..count {
        let (a, b) = line(j);
        magnitude = magnitude.max(a.abs()).max(b.abs());
        if (a, b) < line(at_one) {
            at_one = j;
        }
        if (b, a) < (line(at_zero).1, line(at_zero).0) {
            at_zero = j;
        }
    }
    let saddle = |two: &mut [f64], many: &mut [f64], mine: usize, theirs: usize, value: f64| {
        pure(two, mine);
        pure(many, theirs);
        Some(exact(value))
    };
    // The envelope still rises at its right end, or falls already at its left end: its top is there.
    if line(at_one).0 >= line(at_one).1 {
        return saddle(two, many, 0, at_one, line(at_one).0);
    }
    if line(at_zero).1 >= line(at_zero).0 {
        return saddle(two, many, 1, at_zero, line(at_zero).1);
    }
    if !SAFE.contains(&magnitude) {
        return None;
    }
    // Now the line at x = 1 falls (a < b) and the line at x = 0 rises (a > b): the divisor below is positive, and stays so
    // because a line that is not rising only ever replaces the falling one.
    let (mut falling, mut rising) = (at_one, at_zero);
    for _ in 0..2 * count {
        let ((a, b), (c, d)) = (line(rising), line(falling));
        let (up, down) = (a - b, d - c);
        let divisor = up + down;
        let x = ((d - b) / divisor).clamp(0.0, 1.0);
        let height = |j: usize| x * line(j).0 + (1.0 - x) * line(j).1;
        let lowest = (0..count).fold(rising, |low, j| if height(j) < height(low) { j } else { low });
        let crossing = height(rising).min(height(falling));
        let (low_a, low_b) = line(lowest);
        let progress = crossing - height(lowest) > f64::EPSILON * magnitude && lowest != rising && lowest != falling;
        if !progress {
            two[0] = x;
            two[1] = 1.0 - x;
            many.fill(0.0);
            many[rising] = (down / divisor).clamp(0.0, 1.0);
            many[falling] = (up / divisor).clamp(0.0, 1.0);
            return Some(certify_envelope(line, two, many, rising, falling, magnitude));
        }
        if low_a > low_b {
            rising = lowest;
        } else {
            falling = lowest;
        }
    }
    None
}

/// What the strategies of [`envelope`] prove; sums of weights are within `3u` of 1 by construction.
fn certify_envelope(
    line: impl Fn(usize) -> (f64, f64),
    two: &[f64],
    many: &[f64],
    rising: usize,
    falling: usize,
    magnitude: f64,
) -> Bounds<Real> {
    let lower = (0..many.len()).map(|j| two[0] * line(j).0 + two[1] * line(j).1).fold(f64::INFINITY, f64::min);
    let concede = |pick: fn((f64, f64)) -> f64| many[rising] * pick(line(rising)) + many[falling] * pick(line(falling));
    let upper = concede(|(a, _)| a).max(concede(|(_, b)| b));
    let slack = slack(2, magnitude);
    Bounds::of(lower - slack, upper + slack)
}

//! Twice the digits: numbers that are the unevaluated sum of two doubles (about 31 decimal digits).
//!
//! The algorithms are those of Dekker (1971) and Knuth; the product uses a fused multiplication and addition, which is
//! exact on every machine (if slow where it is emulated).

use std::cmp::Ordering;
use std::ops::{Div, Mul, Neg, Sub};

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    pub(crate) fn high(self) -> f64 {
        self.high
    }

    /// Exact sum of any two doubles, as long as it does not overflow.
    fn two_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let from_b = high - a;
        Self { high, low: (a - (high - from_b)) + (b - from_b) }
    }

    /// Restores the invariant when `|a| ≥ |b|`.
    fn renormalise(a: f64, b: f64) -> Self {
        let high = a + b;
        Self { high, low: b - (high - a) }
    }

    fn plus(self, other: Self) -> Self {
        let sum = Self::two_sum(self.high, other.high);
        let tail = Self::two_sum(self.low, other.low);
        let sum = Self::renormalise(sum.high, sum.low + tail.high);
        Self::renormalise(sum.high, sum.low + tail.low)
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.plus(-other)
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = self.high.mul_add(other.high, -high);
        Self::renormalise(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // Long division: two digits of 53 bits each, and a third that rounds.
        let first = self.high / other.high;
        let rest = self - other * Self::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Self::from(second);
        let third = rest.high / other.high;
        Self::renormalise(first, second).plus(Self::from(third))
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high)? {
            Ordering::Equal => self.low.partial_cmp(&other.low),
            decided => Some(decided),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DoubleDouble;

    #[test]
    fn a_third_has_thirty_one_digits() {
        let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
        let error = third * DoubleDouble::from(3.0) - DoubleDouble::from(1.0);
        assert!(error.high.abs() < 1e-31, "{error:?}");
        assert!(third.low != 0.0);
    }

    #[test]
    fn differences_that_double_precision_loses_survive() {
        let one_and_a_bit = DoubleDouble::from(1.0).plus(DoubleDouble::from(1e-25));
        assert!(one_and_a_bit > DoubleDouble::from(1.0));
        assert_eq!((one_and_a_bit - DoubleDouble::from(1.0)).high, 1e-25);
    }
}

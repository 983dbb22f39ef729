//! What an estimate is by now: a pair of plain numbers.
//!
//! These are not `Bounds`, and cannot be taken for such: they say what a position would be worth if the evaluator were right, are
//! rounded to the nearest number, and promise nothing. A question about an estimate is such a pair, too.

/// An estimate lies between these, if the evaluator is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guess {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Guess {
    /// Nothing is known, and everything asked.
    pub(super) const OPEN: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    pub(super) const fn exact(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    /// What both say; the ends cross where they contradict each other, as estimates may.
    #[inline]
    pub(super) fn narrowed(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The same with the players swapped, in a game whose values then add up to this.
    #[inline]
    pub(super) fn swapped(self, sum: f64) -> Self {
        Self { lower: sum - self.upper, upper: sum - self.lower }
    }

    /// The middle, which is the best single number.
    pub(super) fn midpoint(self) -> f64 {
        self.lower.midpoint(self.upper)
    }
}

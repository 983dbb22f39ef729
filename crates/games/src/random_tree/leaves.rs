//! What the leaves of a random tree hold.

use std::fmt::Debug;

use secateur_value::{Bounds, Chain, Real};

use super::RandomTreeError;

/// What the leaves hold. A type, so that each kind of value has its own machine code.
pub trait Leaves: Clone + Debug + Send + Sync {
    /// The kind of value.
    type Value: Chain + Send + Sync;

    /// The value that 64 random bits stand for.
    fn value(&self, bits: u64) -> Self::Value;

    /// What every value keeps.
    fn bounds(&self) -> Bounds<Self::Value>;
}

/// Whole numbers, each of a range equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerLeaves {
    least: i32,
    greatest: i32,
}

/// Real numbers, uniform in a range (on a grid of 2⁵³ points).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RealLeaves {
    least: f64,
    greatest: f64,
}

impl IntegerLeaves {
    /// Whole numbers from `least` to `greatest`.
    pub fn new(least: i32, greatest: i32) -> Result<Self, RandomTreeError> {
        if least > greatest { Err(RandomTreeError::EmptyRange) } else { Ok(Self { least, greatest }) }
    }

    /// Lost, drawn and won: −1, 0 and 1, as in the other games.
    pub const WIN: Self = Self { least: -1, greatest: 1 };
}

impl Leaves for IntegerLeaves {
    type Value = i32;

    #[inline]
    fn value(&self, bits: u64) -> i32 {
        // The high part of a product is uniform up to one in 2^32; a rejection loop would cost more than it mends.
        let count = self.greatest.abs_diff(self.least) as u64 + 1;
        let offset = (u128::from(bits) * u128::from(count)) >> 64;
        self.least.wrapping_add(offset as u32 as i32)
    }

    #[inline]
    fn bounds(&self) -> Bounds<i32> {
        Bounds::new(self.least, self.greatest)
    }
}

/// Whole numbers as reals: the leaves of [`IntegerLeaves`] for searches that weigh outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeLeaves(IntegerLeaves);

impl WholeLeaves {
    /// Whole numbers from `least` to `greatest`.
    pub fn new(least: i32, greatest: i32) -> Result<Self, RandomTreeError> {
        IntegerLeaves::new(least, greatest).map(Self)
    }

    /// Lost, drawn and won: −1, 0 and 1.
    pub const WIN: Self = Self(IntegerLeaves::WIN);
}

impl Leaves for WholeLeaves {
    type Value = Real;

    #[inline]
    fn value(&self, bits: u64) -> Real {
        Real::from(self.0.value(bits))
    }

    #[inline]
    fn bounds(&self) -> Bounds<Real> {
        Bounds::new(Real::from(self.0.least), Real::from(self.0.greatest))
    }
}

impl RealLeaves {
    /// Real numbers from `least` to `greatest`.
    pub fn new(least: f64, greatest: f64) -> Result<Self, RandomTreeError> {
        // The width must be finite too, or a value could be no number.
        if least <= greatest && (greatest - least).is_finite() {
            Ok(Self { least, greatest })
        } else {
            Err(RandomTreeError::EmptyRange)
        }
    }
}

impl Leaves for RealLeaves {
    type Value = Real;

    #[inline]
    fn value(&self, bits: u64) -> Real {
        let unit = (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
        // Rounding may step over the end by one place.
        let number = (self.least + (self.greatest - self.least) * unit).min(self.greatest);
        real(number)
    }

    #[inline]
    fn bounds(&self) -> Bounds<Real> {
        Bounds::new(real(self.least), real(self.greatest))
    }
}

/// A number that is known to be finite.
#[inline]
fn real(finite: f64) -> Real {
    Real::new(finite).unwrap_or(Real::ZERO)
}

//! Real numbers as a chain.

use std::cmp::Ordering;
use std::fmt;

use crate::chain::lattice_by_order;
use crate::{Chain, Lattice};

/// A floating-point number that is never NaN and never −0, hence totally ordered and equal only to itself.
///
/// Infinities are allowed: they are the ends of the chain.
///
/// ```
/// use secateur_value::{Chain, Real};
///
/// let half = Real::new(0.5)?;
/// assert!(half < Real::from(2));
/// assert!(half < half.next_up());
/// assert!(Real::new(f64::NAN).is_err());
/// # Ok::<(), secateur_value::NotAReal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Real(f64);

/// The error of [`Real::new`]: NaN has no place in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAReal;

impl fmt::Display for NotAReal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a real number, found NaN")
    }
}

impl std::error::Error for NotAReal {}

impl Real {
    /// Zero.
    pub const ZERO: Self = Self(0.0);

    /// The number as a value, unless it is NaN.
    #[inline(always)]
    pub fn new(number: f64) -> Result<Self, NotAReal> {
        // Adding 0 turns −0 into 0 and changes nothing else.
        if number.is_nan() { Err(NotAReal) } else { Ok(Self(number + 0.0)) }
    }

    /// The number itself.
    #[inline(always)]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Real {
    type Error = NotAReal;

    fn try_from(number: f64) -> Result<Self, NotAReal> {
        Self::new(number)
    }
}

impl From<Real> for f64 {
    fn from(real: Real) -> Self {
        real.get()
    }
}

/// The same number seen by the other player; exact.
impl std::ops::Neg for Real {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // Not −x, which makes −0 of 0.
        Self(0.0 - self.0)
    }
}

impl From<i32> for Real {
    #[inline(always)]
    fn from(integer: i32) -> Self {
        Self(f64::from(integer))
    }
}

impl Eq for Real {}

impl Ord for Real {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        // Without NaN the native comparison is total, and cheaper than `f64::total_cmp`.
        if self.0 < other.0 {
            Ordering::Less
        } else if self.0 > other.0 {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    // `f64::max` would have to think of NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self.0 < other.0 { self } else { other }
    }
}

impl PartialOrd for Real {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    // One instruction each, wherever they are compiled.
    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn le(&self, other: &Self) -> bool {
        self.0 <= other.0
    }

    #[inline(always)]
    fn gt(&self, other: &Self) -> bool {
        self.0 > other.0
    }

    #[inline(always)]
    fn ge(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

impl std::hash::Hash for Real {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

lattice_by_order!(Real);

impl Chain for Real {
    const LEAST: Self = Self(f64::NEG_INFINITY);
    const GREATEST: Self = Self(f64::INFINITY);

    #[inline]
    fn next_up(self) -> Self {
        Self(self.0.next_up() + 0.0)
    }

    #[inline]
    fn next_down(self) -> Self {
        Self(self.0.next_down() + 0.0)
    }

    #[inline]
    fn to_real(self) -> Option<Self> {
        Some(self)
    }

    #[inline]
    fn halfway(self, other: Self) -> Self {
        let middle = self.0.midpoint(other.0);
        // Between −∞ and ∞ there is no arithmetic middle.
        if middle.is_nan() { Self::ZERO } else { Self(middle + 0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use proptest::prelude::*;

    fn any_real() -> impl Strategy<Value = Real> {
        prop_oneof![
            any::<f64>().prop_filter_map("NaN is no value", |x| Real::new(x).ok()),
            (-3i32..=3).prop_map(Real::from),
            Just(Real::LEAST),
            Just(Real::GREATEST),
        ]
    }

    #[test]
    fn negative_zero_is_zero() {
        assert_eq!(Real::new(-0.0).unwrap().get().to_bits(), 0.0f64.to_bits());
        let just_below = Real::ZERO.next_down();
        assert_eq!(just_below.next_up().get().to_bits(), 0.0f64.to_bits());
    }

    proptest! {
        #[test]
        fn reals_are_a_distributive_lattice(a in any_real(), b in any_real(), c in any_real()) {
            laws::distributive_lattice(&a, &b, &c)?;
            laws::chain(a, b)?;
        }
    }
}

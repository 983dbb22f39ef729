//! Numbers that real numbers stand for exactly, so that what is done with real numbers can be done with them.

use crate::{Chain, Real};

/// A chain of numbers, each of which is a [`Real`], too, and in the same order.
///
/// `i64` and `u64` are none: a floating-point number cannot tell their largest values apart.
///
/// ```
/// use secateur_value::{Number, Real};
///
/// assert_eq!((-3i16).real(), Real::from(-3));
/// assert_eq!(i16::from_real(Real::from(-3)), Some(-3));
/// assert_eq!(i16::from_real(Real::new(0.5)?), None);
/// # Ok::<(), secateur_value::NotAReal>(())
/// ```
pub trait Number: Chain {
    /// Whether every value is a whole number.
    const WHOLE: bool;

    /// The real number that is the same.
    fn real(self) -> Real;

    /// The number that this real number stands for, if there is one.
    fn from_real(real: Real) -> Option<Self>;
}

impl Number for Real {
    const WHOLE: bool = false;

    #[inline(always)]
    fn real(self) -> Real {
        self
    }

    #[inline(always)]
    fn from_real(real: Real) -> Option<Self> {
        Some(real)
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl Number for $type {
            const WHOLE: bool = true;

            #[inline(always)]
            fn real(self) -> Real {
                // Every integer of at most 32 bits is a floating-point number, and none of them is NaN.
                Real::new(f64::from(self)).unwrap_or_default()
            }

            fn from_real(real: Real) -> Option<Self> {
                let rounded = real.get() as Self;
                (f64::from(rounded) == real.get()).then_some(rounded)
            }
        }
    )*};
}
whole_numbers!(i8, i16, i32, u8, u16, u32);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Nothing is lost on the way to the reals and back, and the order is the same.
        #[test]
        fn numbers_are_their_reals(a: i32, b: i32, small: i8, large: u32) {
            prop_assert_eq!(i32::from_real(a.real()), Some(a));
            prop_assert_eq!(a.cmp(&b), a.real().cmp(&b.real()));
            prop_assert_eq!(i8::from_real(small.real()), Some(small));
            prop_assert_eq!(u32::from_real(large.real()), Some(large));
            prop_assert_eq!(i8::from_real(a.real()).is_some(), i8::try_from(a).is_ok());
        }
    }

    #[test]
    fn what_is_no_such_number_is_none() {
        for real in [0.5, -0.1, 1e300, f64::INFINITY, f64::NEG_INFINITY].map(|number| Real::new(number).unwrap()) {
            assert_eq!(i32::from_real(real), None, "{real}");
            assert_eq!(Real::from_real(real), Some(real));
        }
        assert_eq!(u8::from_real(Real::from(-1)), None);
    }
}

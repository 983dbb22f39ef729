//! Arithmetic that says on which side of the truth it errs, so that bounds on expectations hold exactly.
//!
//! A processor rounds to the nearest number, and a lower bound that was rounded up is no lower bound. Here every
//! operation is told where to err ([`Toward`]). The error itself is found without errors, by the classic transformations
//! of Knuth and Dekker, and an exact result stays as it is: only what has to be rounded is moved.
//!
//! [`Sum`] keeps twice the digits while the outcomes of a chance turn are weighed, with integer weights, and rounds once,
//! at the end. So `Sum` is exact for all but pathological numbers, and its quotient is the nearest number on the side
//! asked for. That it errs on the right side holds always, infinities included.

use crate::{Chain, Real};

/// On which side of the truth a result may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Never above the truth.
    Down,
    /// Never below the truth.
    Up,
}

impl Toward {
    /// The other side.
    #[inline(always)]
    pub fn other(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }

    /// The end of all numbers on this side: what is left to say when a result is no number.
    #[inline(always)]
    fn end(self) -> f64 {
        match self {
            Self::Down => f64::NEG_INFINITY,
            Self::Up => f64::INFINITY,
        }
    }

    /// Moves a rounded number to the right side of the truth, given the sign of what rounding took away.
    #[inline(always)]
    fn mend(self, rounded: f64, lost: f64) -> f64 {
        match self {
            Self::Down if lost < 0.0 => rounded.next_down(),
            Self::Up if lost > 0.0 => rounded.next_up(),
            _ => rounded,
        }
    }
}

impl Real {
    /// The sum, rounded to one side; exact where it can be.
    ///
    /// ```
    /// use secateur_value::{Real, Toward};
    ///
    /// let (third, tenth) = (Real::new(1.0 / 3.0)?, Real::new(0.1)?);
    /// assert!(third.plus(tenth, Toward::Down) < third.plus(tenth, Toward::Up));
    /// assert_eq!(Real::from(1).plus(Real::from(2), Toward::Down), Real::from(3));
    /// # Ok::<(), secateur_value::NotAReal>(())
    /// ```
    #[inline(always)]
    pub fn plus(self, other: Self, toward: Toward) -> Self {
        let (sum, lost) = two_sum(self.get(), other.get());
        // What overflows on the way has lost no number.
        Self::of(if lost.is_finite() { toward.mend(sum, lost) } else { overflown(sum, toward) })
    }

    /// The difference, rounded to one side; exact where it can be.
    #[inline(always)]
    pub fn minus(self, other: Self, toward: Toward) -> Self {
        self.plus(Self::of(-other.get()), toward)
    }

    /// Whether `self − other ≤ error`, exactly.
    ///
    /// ```
    /// use secateur_value::Real;
    ///
    /// assert!(Real::from(8).is_within(Real::from(5), Real::from(3)));
    /// assert!(!Real::new(8.000_000_1)?.is_within(Real::from(5), Real::from(3)));
    /// # Ok::<(), secateur_value::NotAReal>(())
    /// ```
    #[inline(always)]
    pub fn is_within(self, other: Self, error: Self) -> bool {
        let about = self.get() - other.get();
        // Rounding keeps the order of numbers, so it can hide the truth only where it meets the error.
        about < error.get() || (about == error.get() && self.minus(other, Toward::Up) <= error)
    }

    /// A number that is known to be one.
    #[inline(always)]
    fn of(number: f64) -> Self {
        Self::new(number).unwrap_or(Self::ZERO)
    }
}

/// What is left to say where something overflowed: whether an infinity is true or invented is not known here, and the
/// end of all numbers on the side asked for is never wrong.
#[cold]
fn overflown(result: f64, toward: Toward) -> f64 {
    match toward {
        _ if !result.is_finite() => toward.end(),
        Toward::Down => result.next_down(),
        Toward::Up => result.next_up(),
    }
}

/// A weighted sum of reals with twice the digits of one, rounded to one side.
///
/// ```
/// use secateur_value::{Real, Sum, Toward};
///
/// // A die: 1 to 6, each as likely.
/// let rolled = |toward| (1..=6).fold(Sum::ZERO, |sum, eyes| sum.plus(1, Real::from(eyes), toward)).over(6, toward);
/// assert_eq!((rolled(Toward::Down), rolled(Toward::Up)), (Real::new(3.5)?, Real::new(3.5)?));
///
/// // One third is no floating-point number; the two sides enclose it.
/// let third = |toward| Sum::ZERO.plus(1, Real::from(1), toward).over(3, toward);
/// assert_eq!(third(Toward::Down).get().next_up(), third(Toward::Up).get());
/// # Ok::<(), secateur_value::NotAReal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    high: f64,
    /// At most half a unit in the last place of `high`.
    low: f64,
}

/// Weights below this are multiplied in one step: 26 bits, half of a significand.
const SMALL_WEIGHT: u64 = 1 << 26;

impl Sum {
    /// Nothing.
    pub const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// With `weight · value` more.
    #[inline(always)]
    pub fn plus(self, weight: u64, value: Real, toward: Toward) -> Self {
        if weight == 1 {
            self.plus_pair(value.get(), 0.0, toward) // outcomes are often equally likely
        } else if weight < SMALL_WEIGHT {
            self.plus_product(weight as f64, value.get(), toward)
        } else {
            self.plus_by_parts(weight, value.get(), toward)
        }
    }

    /// With `weight · value` less.
    #[inline(always)]
    pub fn minus(self, weight: u64, value: Real, toward: Toward) -> Self {
        self.plus(weight, Real::of(-value.get()), toward)
    }

    /// With another sum less. That one must have been rounded to the other side.
    #[inline(always)]
    pub fn without(self, other: Self, toward: Toward) -> Self {
        self.plus_pair(-other.high, -other.low, toward)
    }

    /// The sum divided by a weight, which must not be 0.
    #[inline(always)]
    pub fn over(self, weight: u64, toward: Toward) -> Real {
        if weight >= SMALL_WEIGHT {
            return self.over_roughly(weight, toward);
        }
        let divisor = weight as f64;
        let mut quotient = self.high / divisor;
        // What is left of a division is a number, so both subtractions are exact.
        let left = |quotient| {
            let (product, lost) = small_product(divisor, quotient);
            (self.high - product) - lost
        };
        let mut rest = left(quotient);
        if self.low != 0.0 {
            quotient += (rest + self.low) / divisor;
            let (most, lost) = two_sum(left(quotient), self.low);
            rest = most + lost;
        }
        if rest.is_finite() { Real::of(toward.mend(quotient, rest)) } else { self.over_roughly(weight, toward) }
    }

    /// A large weight in three parts of at most 26 bits.
    #[cold]
    fn plus_by_parts(self, weight: u64, value: f64, toward: Toward) -> Self {
        let mut sum = self;
        for place in [0, 26, 52] {
            let part = ((weight >> place) & (SMALL_WEIGHT - 1)) as f64;
            // Scaling the value by a power of two is exact, or overflows, which is seen later.
            sum = sum.plus_product(part, value * (1u64 << place) as f64, toward);
        }
        sum
    }

    /// Division by a large weight, or of what is no number: safe, not tight.
    #[cold]
    fn over_roughly(self, weight: u64, toward: Toward) -> Real {
        let mut quotient = (self.high + self.low) / weight as f64;
        if !quotient.is_finite() {
            return Real::of(toward.end());
        }
        // Sum, divisor and quotient are each off by at most one unit in the last place.
        for _ in 0..4 {
            quotient = toward.mend(quotient, if toward == Toward::Down { -1.0 } else { 1.0 });
        }
        Real::of(quotient)
    }

    #[inline(always)]
    fn plus_product(self, weight: f64, value: f64, toward: Toward) -> Self {
        if weight == 0.0 {
            return self; // nothing, even of infinity
        }
        let (product, lost) = small_product(weight, value);
        self.plus_pair(product, lost, toward)
    }

    /// Adds two numbers at once: one about the size of the sum, and one much smaller.
    #[inline(always)]
    fn plus_pair(self, great: f64, small: f64, toward: Toward) -> Self {
        let (sum, first) = two_sum(self.high, great);
        let (rest, second) = two_sum(self.low, small);
        let (rest, third) = two_sum(rest, first);
        if second != 0.0 || third != 0.0 {
            return self.plus_roughly(great, small, toward);
        }
        let (high, low) = two_sum(sum, rest);
        Self { high, low }
    }

    /// The same where twice the digits are not enough, or where something overflows: never wrong, not tight.
    #[cold]
    #[inline(never)]
    fn plus_roughly(self, great: f64, small: f64, toward: Toward) -> Self {
        let (sum, first) = two_sum(self.high, great);
        let rest = self.low + small + first;
        if !(sum.is_finite() && rest.is_finite()) {
            return Self { high: overflown(sum + rest, toward), low: 0.0 };
        }
        // Two additions were rounded, each by at most 2⁻⁵³ of what was added.
        let off = (self.low.abs() + small.abs() + first.abs()) * (4.0 * f64::EPSILON) + f64::MIN_POSITIVE;
        let rest = match toward {
            Toward::Down => rest - off,
            Toward::Up => rest + off,
        };
        let (high, low) = two_sum(sum, rest);
        Self { high, low }
    }
}

/// The rounded sum and what rounding took away (Knuth).
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// The rounded product and what rounding took away (Dekker), for a whole number of at most 26 bits.
///
/// Where the number is too large for the halves to be formed the second result is no number, which every sum notices.
#[inline(always)]
fn small_product(whole: f64, number: f64) -> (f64, f64) {
    const SPLIT: f64 = (1u64 << 27) as f64 + 1.0;
    let product = whole * number;
    let scaled = SPLIT * number;
    let upper = scaled - (scaled - number);
    let lower = number - upper;
    (product, (whole * upper - product) + whole * lower)
}

impl Real {
    /// A margin that covers the rounding of one weighted mean of numbers between `lower` and `upper`, on both sides
    /// together.
    ///
    /// A search that may err by ε and weighs outcomes grants the outcomes this much less, and so keeps its word.
    #[inline(always)]
    pub fn rounding_margin(lower: Self, upper: Self) -> Self {
        let largest = lower.get().abs().max(upper.get().abs());
        Self::of(if largest.is_finite() { largest * (4.0 * f64::EPSILON) } else { 0.0 }).max(Self::ZERO.next_up())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn exact(number: f64) -> BigRational {
        BigRational::from_float(number).unwrap()
    }

    fn weight() -> impl Strategy<Value = u64> {
        prop_oneof![1u64..40, 1u64..=u64::MAX >> 8, Just(SMALL_WEIGHT - 1), Just(SMALL_WEIGHT)]
    }

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-100i32..=100).prop_map(f64::from),
            -100.0..100.0f64,
            any::<f64>().prop_filter("finite and not huge", |x| x.abs() < 1e200),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn sums_of_two_err_on_the_side_asked_for(a in number(), b in number()) {
            let (x, y) = (Real::new(a).unwrap(), Real::new(b).unwrap());
            let (truth, down, up) = (exact(a) + exact(b), x.plus(y, Toward::Down), x.plus(y, Toward::Up));
            prop_assert!(exact(down.get()) <= truth && truth <= exact(up.get()));
            prop_assert!(down.next_up() >= up, "as tight as can be");
            prop_assert_eq!(down == up, exact(down.get()) == truth);
            let difference = exact(a) - exact(b);
            prop_assert!(exact(x.minus(y, Toward::Down).get()) <= difference);
            prop_assert!(exact(x.minus(y, Toward::Up).get()) >= difference);
        }

        #[test]
        fn means_err_on_the_side_asked_for(terms in prop::collection::vec((weight(), number()), 1..8)) {
            let total: u64 = terms.iter().map(|&(weight, _)| weight).sum();
            let truth = terms.iter().map(|&(weight, value)| BigRational::from(BigInt::from(weight)) * exact(value))
                .sum::<BigRational>() / BigRational::from(BigInt::from(total));
            let mean = |toward| terms.iter()
                .fold(Sum::ZERO, |sum, &(weight, value)| sum.plus(weight, Real::new(value).unwrap(), toward))
                .over(total, toward);
            let (down, up) = (mean(Toward::Down), mean(Toward::Up));
            prop_assert!(exact(down.get()) <= truth && truth <= exact(up.get()), "{down} {up}");
        }

        /// What a search weighs in practice: the mean is the nearest number on either side, and exact if it can be.
        #[test]
        fn usual_means_are_tight(terms in prop::collection::vec((1u64..100, -100.0..100.0f64), 1..8)) {
            let total: u64 = terms.iter().map(|&(weight, _)| weight).sum();
            let truth = terms.iter().map(|&(weight, value)| BigRational::from(BigInt::from(weight)) * exact(value))
                .sum::<BigRational>() / BigRational::from(BigInt::from(total));
            let mean = |toward| terms.iter()
                .fold(Sum::ZERO, |sum, &(weight, value)| sum.plus(weight, Real::new(value).unwrap(), toward))
                .over(total, toward);
            let (down, up) = (mean(Toward::Down), mean(Toward::Up));
            prop_assert!(down.next_up() >= up);
            prop_assert_eq!(down == up, exact(down.get()) == truth);
        }

        #[test]
        fn what_was_added_can_be_taken_away(terms in prop::collection::vec((1u64..100, number()), 2..6)) {
            // The rest of a sum without its first term, from both directions.
            let sum = |terms: &[(u64, f64)], toward| terms.iter()
                .fold(Sum::ZERO, |sum, &(weight, value)| sum.plus(weight, Real::new(value).unwrap(), toward));
            let (first_weight, first) = terms[0];
            let rest_truth = terms[1..].iter()
                .map(|&(weight, value)| BigRational::from(BigInt::from(weight)) * exact(value)).sum::<BigRational>();
            for toward in [Toward::Down, Toward::Up] {
                let rest = sum(&terms, toward).minus(first_weight, Real::new(first).unwrap(), toward).over(1, toward);
                let also = sum(&terms, toward).without(sum(&terms[..1], toward.other()), toward).over(1, toward);
                for rest in [rest, also] {
                    match toward {
                        Toward::Down => prop_assert!(exact(rest.get()) <= rest_truth),
                        Toward::Up => prop_assert!(exact(rest.get()) >= rest_truth),
                    }
                }
            }
        }
    }

    #[test]
    fn infinities_are_never_wrong() {
        let (least, greatest) = (Real::LEAST, Real::GREATEST);
        assert_eq!(greatest.plus(least, Toward::Down), least);
        assert_eq!(greatest.plus(least, Toward::Up), greatest);
        let mixed = |toward| Sum::ZERO.plus(1, least, toward).plus(2, greatest, toward).over(3, toward);
        assert_eq!((mixed(Toward::Down), mixed(Toward::Up)), (least, greatest));
        let huge = Real::new(f64::MAX).unwrap();
        let twice = |toward| Sum::ZERO.plus(1, huge, toward).plus(1, huge, toward).over(2, toward);
        assert!(twice(Toward::Down) <= huge && huge <= twice(Toward::Up));
        assert!(huge.plus(huge, Toward::Down) <= huge && huge.plus(huge, Toward::Up) == greatest);
    }
}

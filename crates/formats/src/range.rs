//! Sums and products of intervals, rounded outwards only where rounding lost something.

/// The number meant lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Range {
    pub(crate) const ZERO: Self = Self::exact(0.0);
    pub(crate) const ONE: Self = Self::exact(1.0);

    pub(crate) const fn exact(number: f64) -> Self {
        Self { lower: number, upper: number }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }

    /// The lesser of two numbers.
    pub(crate) fn least(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The greater of two numbers.
    pub(crate) fn greatest(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// The sum of two numbers.
pub(crate) fn total(one: Range, two: Range) -> Range {
    Range { lower: sum(one.lower, two.lower).0, upper: sum(one.upper, two.upper).1 }
}

/// The product of a number with one that is not negative.
pub(crate) fn product(one: Range, share: Range) -> Range {
    debug_assert!(share.lower >= 0.0);
    let lower = times(one.lower, if one.lower < 0.0 { share.upper } else { share.lower }).0;
    let upper = times(one.upper, if one.upper < 0.0 { share.lower } else { share.upper }).1;
    Range { lower, upper }
}

/// A weight divided by a sum of weights that is positive.
pub(crate) fn quotient(weight: f64, sum: Range) -> Range {
    let divided = |below: f64| {
        let quotient = weight / below;
        let exact = quotient.mul_add(below, -weight) == 0.0 && is_normal_or_zero(quotient, weight);
        if exact { (quotient, quotient) } else { (quotient.next_down(), quotient.next_up()) }
    };
    Range { lower: divided(sum.upper).0.max(0.0), upper: divided(sum.lower).1.min(1.0) }
}

/// A sum rounded down and up (Knuth's two-sum tells whether anything was lost).
fn sum(one: f64, two: f64) -> (f64, f64) {
    let sum = one + two;
    let rounded = sum - one;
    let lost = (one - (sum - rounded)) + (two - rounded);
    if lost == 0.0 { (sum, sum) } else { (sum.next_down(), sum.next_up()) }
}

/// A product rounded down and up.
fn times(one: f64, two: f64) -> (f64, f64) {
    let product = one * two;
    let exact = one == 0.0 || two == 0.0 || (one.mul_add(two, -product) == 0.0 && is_normal_or_zero(product, one));
    if exact { (product, product) } else { (product.next_down(), product.next_up()) }
}

/// Far from the smallest numbers, where what was lost could get lost itself.
fn is_normal_or_zero(result: f64, from: f64) -> bool {
    from == 0.0 || (1e-250..1e250).contains(&result.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_stays_exact_and_the_rest_is_enclosed() {
        assert_eq!(total(Range::exact(0.5), Range::exact(-2.0)), Range::exact(-1.5));
        assert_eq!(product(Range::exact(-3.0), Range::exact(0.25)), Range::exact(-0.75));
        assert_eq!(quotient(1.0, Range::exact(4.0)), Range::exact(0.25));
        assert_eq!(quotient(0.0, Range::exact(3.0)), Range::ZERO);
        let third = quotient(1.0, Range::exact(3.0));
        assert!(third.lower < third.upper && third.upper - third.lower < 1e-15);
        let one = total(total(third, third), third);
        assert!(one.lower < 1.0 && one.upper > 1.0, "{one:?}");
        let tiny = product(Range::exact(1e-200), Range::exact(1e-200));
        assert!(tiny.lower < 0.0 && tiny.upper > 0.0);
    }
}

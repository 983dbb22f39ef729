//! Probabilities that are never below the truth, and decimal numbers that are not either.
//!
//! A cut set that is said to be less likely than it is would be a false bound. So every sum and product is rounded
//! upwards, what a file says is taken from the nearest number above it, and what is printed has its last digit
//! rounded up. No logarithm is asked: `u + p − u·p` for one more cut set keeps every digit of the smallest probability,
//! and libraries do not say how far their logarithms are off.

use std::cmp::Ordering;

use secateur_value::{Real, Toward};

/// A number from 0 on that is at least what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Upward(f64);

/// What a product loses below this cannot be seen any more.
const TINY: f64 = 1e-280;

impl Upward {
    pub(crate) const ZERO: Self = Self(0.0);
    pub(crate) const ONE: Self = Self(1.0);

    /// The least number that is not below what a text says, where `nearest` is the number nearest to that.
    pub(crate) fn of_decimal(text: &str, nearest: f64) -> Self {
        match compare(text, nearest) {
            Ordering::Greater => Self(nearest.next_up()),
            _ => Self(nearest.abs()),
        }
    }

    pub(crate) fn get(self) -> f64 {
        self.0
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let real = |number| Real::new(number).unwrap_or_default();
        Self(real(self.0).plus(real(other.0), Toward::Up).get())
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let is_low =
            if product < TINY { self.0 != 0.0 && other.0 != 0.0 } else { self.0.mul_add(other.0, -product) > 0.0 };
        Self(if is_low { product.next_up() } else { product })
    }

    /// One of two independent events, or both: `u + p·(1 − u)`.
    pub(crate) fn either(self, other: Self) -> Self {
        let real = |number| Real::new(number).unwrap_or_default();
        let otherwise = Self(Real::from(1).minus(real(self.0), Toward::Up).get().max(0.0));
        Self(self.plus(other.times(otherwise)).0.min(1.0))
    }
}

/// A number with so many digits after the first, of which the last is rounded up: `1.0001e-3`.
///
/// ```
/// assert_eq!(secateur_faults::rounded_up(0.25, 3), "2.500e-1");
/// assert_eq!(secateur_faults::rounded_up(1.0 / 3.0, 3), "3.334e-1");
/// assert_eq!(secateur_faults::rounded_up(0.999_99, 3), "1.000e0");
/// ```
pub fn rounded_up(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$e}");
    if compare(&text, number) != Ordering::Less {
        return text;
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let more = mantissa.replace('.', "").parse::<u128>().map_or(1, |whole| whole + 1).to_string();
    let exponent = exponent + (more.len() as i32 - digits as i32 - 1);
    let (first, rest) = more.split_at(1);
    let rest = &rest[..digits.min(rest.len())];
    format!("{first}{}{rest}e{exponent}", if rest.is_empty() { "" } else { "." })
}

/// Compares what a text says with a number, exactly. Both are not negative; the text is one that `f64` reads.
fn compare(text: &str, number: f64) -> Ordering {
    let exact = format!("{number:.800e}"); // no number has more digits
    let ((one, one_digits), (other, other_digits)) = (decimal(text), decimal(&exact));
    match (one_digits.is_empty(), other_digits.is_empty()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => one.cmp(&other).then_with(|| one_digits.cmp(&other_digits)),
    }
}

/// The exponent of the first digit that is not 0, and the digits from there to the last that is not 0.
fn decimal(text: &str) -> (i64, Vec<u8>) {
    let text = text.trim().trim_start_matches(['+', '-']);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    // An exponent that does not fit is beyond all numbers either way.
    let end = if exponent.starts_with('-') { i64::MIN / 4 } else { i64::MAX / 4 };
    let exponent = exponent.parse::<i64>().unwrap_or(end).clamp(i64::MIN / 4, i64::MAX / 4);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let Some(first) = digits.iter().position(|&digit| digit != b'0') else { return (0, Vec::new()) };
    let last = digits.iter().rposition(|&digit| digit != b'0').unwrap_or(first);
    (exponent + whole.len() as i64 - 1 - first as i64, digits[first..=last].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_compared_exactly() {
        // The double nearest to 0.1 lies above it, that nearest to 0.3 below.
        assert_eq!(compare("0.1", 0.1), Ordering::Less);
        assert_eq!(compare("0.3", 0.3), Ordering::Greater);
        assert_eq!(compare("2.5E-1", 0.25), Ordering::Equal);
        assert_eq!(compare("0.000e5", 0.0), Ordering::Equal);
        assert_eq!(compare("1e-400", 0.0), Ordering::Greater);
        assert_eq!(compare("1e-99999999999999999999", 0.0), Ordering::Greater);
        assert_eq!(compare("000.00100", 0.001), Ordering::Less);
        assert_eq!(Upward::of_decimal("0.3", 0.3).get(), 0.3_f64.next_up());
        assert_eq!(Upward::of_decimal("-0", -0.0).get().to_bits(), 0);
    }

    #[test]
    fn what_is_too_small_to_see_is_not_nothing() {
        let tiny = Upward(1e-200);
        assert!(tiny.times(tiny).get() > 0.0);
        assert_eq!(Upward::ZERO.times(Upward(0.5)), Upward::ZERO);
        assert_eq!(Upward::ZERO.either(Upward(1e-17)).get(), 1e-17);
        assert_eq!(Upward(0.5).either(Upward(0.5)).get(), 0.75);
        assert_eq!(Upward::ONE.either(Upward(0.3)), Upward::ONE);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_not_below(number in prop_oneof![0.0..1.0_f64, (0.0..1.0_f64).prop_map(|x| x * 1e-30)], digits in 0usize..8) {
            let text = rounded_up(number, digits);
            prop_assert_ne!(compare(&text, number), Ordering::Less);
            let shown: f64 = text.parse().unwrap();
            prop_assert!(shown <= number + number * 10f64.powi(-(digits as i32)) * 1.001, "{} {}", text, number);
        }
    }
}

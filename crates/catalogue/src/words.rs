//! Values in words.

use secateur_value::{Bounds, Lattice, Real};

use crate::erased::Element;

/// Values that an answer can be about.
pub(crate) trait Shown: Lattice {
    /// Two bounds that only rounding keeps apart, as one number with what rounding leaves open.
    fn rounded(bounds: &Bounds<Self>) -> Option<String>;

    /// An estimate to as many digits as anybody reads.
    fn roughly(&self) -> Self;
}

impl Shown for Real {
    fn rounded(bounds: &Bounds<Self>) -> Option<String> {
        let (lower, upper) = (bounds.lower.get(), bounds.upper.get());
        let (middle, width) = (lower.midpoint(upper), upper - lower);
        if width > 1e-9 * middle.abs().max(1.0) {
            return None;
        }
        // Adding 0 turns −0 into 0.
        let middle = (middle * 1e9).round() / 1e9 + 0.0;
        let around = (upper - middle).max(middle - lower).next_up();
        // One digit, rounded up.
        let place = around.log10().floor() as i32;
        let (digit, place) = match (around / 10f64.powi(place)).ceil() as u32 {
            10.. => (1, place + 1),
            digit => (digit.max(1), place),
        };
        Some(format!("{middle} ± {digit}e{place}"))
    }

    fn roughly(&self) -> Self {
        // Nobody reads the digits behind the point of a large number.
        let digits = if self.get().abs() < 1e9 { 1e6 } else { return *self };
        Self::new((self.get() * digits).round() / digits + 0.0).unwrap_or(*self)
    }
}

impl Shown for Element {
    fn rounded(_: &Bounds<Self>) -> Option<String> {
        None
    }

    fn roughly(&self) -> Self {
        self.clone()
    }
}

/// What is known about a value: the value, or an estimate, or the bounds.
pub(crate) fn value_in_words<V: Shown>(
    bounds: &Bounds<V>,
    estimate: Option<&V>,
    shown: impl Fn(&V) -> String,
) -> String {
    let (lower, upper) = (shown(&bounds.lower), shown(&bounds.upper));
    let known = if lower == upper { Some(lower.clone()) } else { V::rounded(bounds) };
    match (known, estimate) {
        (Some(known), _) => known,
        (None, Some(estimate)) => about(&shown(&estimate.roughly()), &lower, &upper),
        (None, None) => between(&lower, &upper),
    }
}

/// An estimate beside two bounds; what all three have in common before their numbers is said once.
fn about(estimate: &str, lower: &str, upper: &str) -> String {
    let (head, low) = lower.split_at(common_beginning(lower, upper));
    match estimate.strip_prefix(head) {
        Some(rest) => format!("{head}about {rest}; certainly between {low} and {}", &upper[head.len()..]),
        None => format!("about {estimate}; certainly {}", between(lower, upper)),
    }
}

/// Two bounds in words; what both have in common before their numbers is said once.
fn between(lower: &str, upper: &str) -> String {
    let common = common_beginning(lower, upper);
    let (head, low) = lower.split_at(common);
    format!("{head}between {low} and {}", &upper[common..])
}

/// How many bytes two texts have in common at the beginning, up to the end of a word that is no number.
fn common_beginning(one: &str, other: &str) -> usize {
    let mut common = 0;
    for (word, another) in one.split_inclusive(' ').zip(other.split_inclusive(' ')) {
        if word != another || !word.ends_with(' ') || word.contains(|letter: char| letter.is_ascii_digit()) {
            break;
        }
        common += word.len();
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lower: f64, upper: f64) -> String {
        let real = |number| Real::new(number).unwrap();
        value_in_words(&Bounds::new(real(lower), real(upper)), None, |value| value.to_string())
    }

    #[test]
    fn what_only_rounding_leaves_open_is_one_number() {
        assert_eq!(said(0.5, 0.5), "0.5");
        assert_eq!(said(0.25, 0.75), "between 0.25 and 0.75");
        assert_eq!(said(-1e-12, 1e-12), "0 ± 2e-12");
        assert_eq!(said(2.499_999_999_999_9, 2.500_000_000_000_1), "2.5 ± 1e-13");
    }

    #[test]
    fn words_are_said_once() {
        let chances = |lower: f64, upper: f64| {
            between(&format!("Max wins with probability {lower}"), &format!("Max wins with probability {upper}"))
        };
        assert_eq!(chances(0.0, 1.0), "Max wins with probability between 0 and 1");
        assert_eq!(between("Min wins", "Max wins"), "between Min wins and Max wins");
        assert_eq!(about("Max: 0.5", "Max: 0", "Max: 1"), "Max: about 0.5; certainly between 0 and 1");
        assert_eq!(about("a draw", "Min wins", "Max wins"), "about a draw; certainly between Min wins and Max wins");
        let real = |number| Real::new(number).unwrap();
        assert_eq!((real(5e-18).roughly(), real(1.234_567_89e300).roughly()), (real(0.0), real(1.234_567_89e300)));
        assert_eq!(between("{1,2}", "{1,2,3}"), "between {1,2} and {1,2,3}");
    }
}

//! Numbers as Gambit writes them, exactly.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// How many places an exponent may move the point.
const LARGEST_EXPONENT: i32 = 400;
/// How many digits a number may have: more would only cost time.
const LONGEST: usize = 100;
/// How many bits a sum may have: some fractions have no small common denominator.
const MOST_BITS: u64 = 4096;

/// `3`, `-2.5`, `.5`, `1e-3` or `2/3`.
pub(super) fn number(text: &str) -> Option<BigRational> {
    if text.len() > LONGEST {
        return None;
    }
    let (negative, text) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let magnitude = if let Some((above, below)) = text.split_once('/') {
        let below = digits(below).filter(|below| !below.is_zero())?;
        BigRational::new(digits(above)?, below)
    } else {
        let (plain, exponent) = match text.split_once(['e', 'E']) {
            Some((plain, exponent)) => (plain, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (before, after) = plain.split_once('.').unwrap_or((plain, ""));
        if before.len() + after.len() == 0 || exponent.abs() > LARGEST_EXPONENT {
            return None;
        }
        let all = digits(&format!("{before}{after}"))?;
        let places = exponent - i32::try_from(after.len()).ok()?;
        let power = num_traits::pow(BigInt::from(10), places.unsigned_abs() as usize);
        if places < 0 { BigRational::new(all, power) } else { BigRational::new(all * power, BigInt::one()) }
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// A sum, unless its numbers get too long.
pub(super) fn sum(one: &BigRational, two: &BigRational) -> Option<BigRational> {
    let sum = one + two;
    (sum.numer().bits() + sum.denom().bits() <= MOST_BITS).then_some(sum)
}

fn digits(text: &str) -> Option<BigInt> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_exact() {
        let cases = [
            ("3", "3"),
            ("-2.5", "-5/2"),
            (".5", "1/2"),
            ("4.", "4"),
            ("+2/6", "1/3"),
            ("1e-3", "1/1000"),
            ("12E2", "1200"),
        ];
        for (text, wanted) in cases {
            assert_eq!(number(text).map(|found| found.to_string()).as_deref(), Some(wanted), "{text}");
        }
        for bad in ["", "-", ".", "e3", "1/0", "1/2/3", "--1", "1e999999", "inf", "٣", "1/-2"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }
}

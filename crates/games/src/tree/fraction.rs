//! Weights as people write them, turned exactly into the integers that a chance turn needs.

/// A positive fraction, or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    above: u128,
    below: u128,
    /// Written as a whole number, so that it may be a weight rather than a probability.
    whole: bool,
}

/// Why fractions are no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoWeights {
    /// Probabilities that sum to this.
    Sum(String),
    /// A common denominator would not fit.
    TooFine,
}

impl Fraction {
    /// `3`, `0.25` or `1/3`, of at most 19 digits above and below.
    pub(super) fn parse(text: &str) -> Option<Self> {
        // One digit less than what 64 bits can hold, so that every such number fits.
        let digits = |text: &str| {
            let plain = (1..=19).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            if plain { text.parse::<u128>().ok() } else { None }
        };
        let (above, below, whole) = if let Some((above, below)) = text.split_once('/') {
            (digits(above)?, digits(below).filter(|&below| below > 0)?, false)
        } else if let Some((before, after)) = text.split_once('.') {
            let after_value = digits(after)?;
            let below = 10u128.pow(after.len() as u32);
            (digits(before)?.checked_mul(below)?.checked_add(after_value)?, below, false)
        } else {
            (digits(text)?, 1, true)
        };
        let divisor = greatest_common_divisor(above, below);
        Some(Self { above: above / divisor, below: below / divisor, whole })
    }

    pub(super) fn is_zero(self) -> bool {
        self.above == 0
    }
}

/// Integers in the proportion of the fractions, as small as can be, whose sum fits 64 bits.
pub(super) fn weights(fractions: &[Fraction]) -> Result<Vec<u64>, NoWeights> {
    let below = fractions.iter().try_fold(1u128, |below, fraction| {
        below.checked_mul(fraction.below / greatest_common_divisor(below, fraction.below))
    });
    let below = below.ok_or(NoWeights::TooFine)?;
    let scaled = fractions.iter().map(|fraction| fraction.above.checked_mul(below / fraction.below));
    let scaled: Vec<u128> = scaled.collect::<Option<_>>().ok_or(NoWeights::TooFine)?;
    let sum = scaled.iter().try_fold(0u128, |sum, &weight| sum.checked_add(weight)).ok_or(NoWeights::TooFine)?;
    if !fractions.iter().all(|fraction| fraction.whole) && sum != below {
        let divisor = greatest_common_divisor(sum, below);
        return Err(NoWeights::Sum(format!("{}/{}", sum / divisor, below / divisor)));
    }
    let divisor = scaled.iter().fold(0, |divisor, &weight| greatest_common_divisor(divisor, weight)).max(1);
    u64::try_from(sum / divisor).map_err(|_| NoWeights::TooFine)?;
    Ok(scaled.into_iter().map(|weight| (weight / divisor) as u64).collect())
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Result<Vec<u64>, NoWeights> {
        weights(&texts.iter().map(|text| Fraction::parse(text).unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn fractions_become_the_smallest_integers() {
        assert_eq!(of(&["0.5", "1/2"]), Ok(vec![1, 1]));
        assert_eq!(of(&["1/3", "1/6", "0.5"]), Ok(vec![2, 1, 3]));
        assert_eq!(of(&["4", "2", "6"]), Ok(vec![2, 1, 3]));
        assert_eq!(of(&["1"]), Ok(vec![1]));
        assert_eq!(of(&["0.1", "0.2", "0.7"]), Ok(vec![1, 2, 7]));
        assert_eq!(of(&["9999999999999999999", "1"]), Ok(vec![9_999_999_999_999_999_999, 1]));
    }

    #[test]
    fn probabilities_must_sum_to_one() {
        assert_eq!(of(&["0.333", "0.333", "0.333"]), Err(NoWeights::Sum("999/1000".to_owned())));
        assert_eq!(of(&["1", "1/2"]), Err(NoWeights::Sum("3/2".to_owned())));
    }

    #[test]
    fn what_cannot_be_exact_is_refused() {
        assert_eq!(of(&["9999999999999999999", "9999999999999999998"]), Err(NoWeights::TooFine));
        let primes = ["1/9999999999999999961", "1/9999999999999999943", "1/9999999999999999919"];
        assert_eq!(of(&primes), Err(NoWeights::TooFine));
        for bad in ["", "-1", "+1", "1.", ".5", "1/0", "1/2/3", "1e3", "1.5/2", "half", "10000000000000000000", "٣"] {
            assert_eq!(Fraction::parse(bad), None, "{bad}");
        }
    }
}

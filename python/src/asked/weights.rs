//! Weights and probabilities as Python has them, turned into the integers that a chance turn needs.

/// The largest sum of weights: they are multiplied with doubles, which hold integers up to here exactly.
const LARGEST_SUM: u128 = 1 << 53;

/// No simple fraction has a larger denominator.
const SIMPLE: u64 = 1_000_000;

/// A weight as Python gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Weight {
    /// An integer: only the proportion of such matters.
    Whole(u64),
    /// A fraction, lowest terms not needed.
    Fraction(u64, u64),
    /// A probability in floating point.
    Float(f64),
}

/// Why weights are none, in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NoWeights(pub(super) &'static str);

/// Positive integers in the proportion of the weights.
///
/// Whole numbers may have any sum. Fractions, and floats that are the nearest to simple fractions, are taken exactly, and have to sum to 1;
/// other floats have to do so within a millionth of a millionth, and are rounded to 2⁻⁵³.
pub(super) fn integers(weights: &[Weight]) -> Result<Vec<u64>, NoWeights> {
    let whole = weights.iter().all(|weight| matches!(weight, Weight::Whole(_)));
    if weights.iter().any(|weight| !is_positive(weight)) {
        return Err(NoWeights("positive weights"));
    }
    let exact = weights.iter().map(|&weight| match weight {
        Weight::Whole(weight) => Some((weight, 1)),
        Weight::Fraction(above, below) => Some((above, below)),
        Weight::Float(number) => simple(number),
    });
    if let Some(fractions) = exact.collect::<Option<Vec<_>>>()
        && let Some((integers, below)) = on_one_denominator(&fractions)
    {
        let sum: u128 = integers.iter().sum();
        let divisor = integers.iter().fold(0, |divisor, &weight| gcd(divisor, weight)).max(1);
        if (whole || sum == below) && sum / divisor <= LARGEST_SUM {
            return Ok(integers.into_iter().map(|weight| (weight / divisor) as u64).collect());
        }
    }
    if whole {
        return Err(NoWeights("weights whose sum is at most 2**53"));
    }
    rounded(weights)
}

fn is_positive(weight: &Weight) -> bool {
    match *weight {
        Weight::Whole(weight) => weight > 0,
        Weight::Fraction(above, below) => above > 0 && below > 0,
        Weight::Float(number) => number > 0.0 && number <= 1.0,
    }
}

/// The same fractions with one denominator.
fn on_one_denominator(fractions: &[(u64, u64)]) -> Option<(Vec<u128>, u128)> {
    let below = fractions.iter().try_fold(1u128, |common, &(_, below)| {
        common.checked_mul(u128::from(below) / gcd(common, below.into())).filter(|&common| common < 1 << 100)
    })?;
    let above = fractions.iter().map(|&(above, own)| u128::from(above).checked_mul(below / u128::from(own)));
    let above: Vec<_> = above.collect::<Option<_>>()?;
    above.iter().try_fold(0u128, |sum, &part| sum.checked_add(part))?;
    Some((above, below))
}

/// The fraction with a small denominator whose nearest double this is.
fn simple(number: f64) -> Option<(u64, u64)> {
    // Continued fractions find the best approximations in order of their denominators.
    let (mut above, mut below) = ((1u64, 0u64), (0u64, 1u64));
    let mut rest = number;
    for _ in 0..40 {
        let whole = rest.floor();
        if whole >= SIMPLE as f64 {
            return None;
        }
        let digit = whole as u64;
        let next =
            (digit.checked_mul(above.0)?.checked_add(above.1)?, digit.checked_mul(below.0)?.checked_add(below.1)?);
        (above, below) = ((next.0, above.0), (next.1, below.0));
        if below.0 > SIMPLE {
            return None;
        }
        if above.0 as f64 / below.0 as f64 == number {
            return Some((above.0, below.0));
        }
        rest = 1.0 / (rest - whole);
    }
    None
}

/// Probabilities that are no simple fractions.
fn rounded(weights: &[Weight]) -> Result<Vec<u64>, NoWeights> {
    let number = |weight: &Weight| match *weight {
        Weight::Whole(weight) => weight as f64,
        Weight::Fraction(above, below) => above as f64 / below as f64,
        Weight::Float(number) => number,
    };
    let sum: f64 = weights.iter().map(number).sum();
    if (sum - 1.0).abs() > 1e-12 {
        return Err(NoWeights("whole numbers, or probabilities that sum to 1"));
    }
    // Half of what fits, so that rounding up does no harm.
    let scaled = |weight| (number(weight) * (LARGEST_SUM / 2) as f64).round().max(1.0) as u64;
    Ok(weights.iter().map(scaled).collect())
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

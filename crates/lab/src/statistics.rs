//! The statistics that experiments report, kept small and exact enough to be checked against printed tables.
//!
//! Every function answers `None` where its question has no answer (the mean of nothing, the geometric mean of a
//! number that is not positive), so that a page shows a gap and never a made-up number.

use serde::Serialize;

/// Count, mean, spread and 95% confidence interval of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many observations there are.
    pub count: usize,
    /// Their arithmetic mean.
    pub mean: f64,
    /// The sample standard deviation (divisor `count − 1`); 0 for a single observation.
    pub deviation: f64,
    /// Half the width of the 95% confidence interval of the mean; `None` for a single observation, which tells
    /// nothing about spread.
    pub half_width: Option<f64>,
}

impl Summary {
    /// The summary of a sample, or `None` for an empty one.
    ///
    /// ```
    /// use secateur_lab::statistics::Summary;
    ///
    /// let summary = Summary::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
    /// assert_eq!(summary.mean, 5.0);
    /// assert!((summary.deviation - 2.138_089_935).abs() < 1e-9);
    /// let (low, high) = summary.interval().unwrap();
    /// assert!((low - 3.212_51).abs() < 1e-5 && (high - 6.787_49).abs() < 1e-5);
    /// ```
    pub fn of(sample: &[f64]) -> Option<Self> {
        let mean = mean(sample)?;
        let deviation = standard_deviation(sample).unwrap_or(0.0);
        let half_width =
            (sample.len() > 1).then(|| student_t_95(sample.len() - 1) * deviation / (sample.len() as f64).sqrt());
        Some(Self { count: sample.len(), mean, deviation, half_width })
    }

    /// The 95% confidence interval of the mean, lower end first.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.half_width.map(|half| (self.mean - half, self.mean + half))
    }
}

/// The arithmetic mean.
///
/// ```
/// assert_eq!(secateur_lab::statistics::mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(secateur_lab::statistics::mean(&[]), None);
/// ```
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The sample standard deviation (divisor n − 1), or `None` for fewer than two observations.
///
/// Two passes: the squares of the distances to the mean are summed, so that a large common offset costs no digits.
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    if sample.len() < 2 {
        return None;
    }
    let mean = mean(sample)?;
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    Some((squares / (sample.len() - 1) as f64).sqrt())
}

/// The middle observation, or the mean of the two middle ones.
///
/// ```
/// use secateur_lab::statistics::median;
/// assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
/// assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
/// ```
pub fn median(sample: &[f64]) -> Option<f64> {
    if sample.is_empty() {
        return None;
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    Some(if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) })
}

/// The geometric mean: the right average of ratios such as speed-ups. `None` unless every number is positive.
///
/// ```
/// use secateur_lab::statistics::geometric_mean;
/// assert!((geometric_mean(&[1.0, 4.0, 16.0]).unwrap() - 4.0).abs() < 1e-12);
/// assert_eq!(geometric_mean(&[1.0, 0.0]), None);
/// ```
pub fn geometric_mean(sample: &[f64]) -> Option<f64> {
    mean(&logarithms(sample)?).map(f64::exp)
}

/// The geometric mean with its 95% confidence interval: `(mean, low, high)`, from Student's t on the logarithms.
///
/// ```
/// let (mean, low, high) = secateur_lab::statistics::geometric_interval(&[1.5, 1.6, 1.7]).unwrap();
/// assert!(low < mean && mean < high && (mean - 1.597_91).abs() < 1e-5);
/// ```
pub fn geometric_interval(sample: &[f64]) -> Option<(f64, f64, f64)> {
    let summary = Summary::of(&logarithms(sample)?)?;
    let (low, high) = summary.interval()?;
    Some((summary.mean.exp(), low.exp(), high.exp()))
}

fn logarithms(sample: &[f64]) -> Option<Vec<f64>> {
    sample.iter().map(|&x| (x > 0.0).then(|| x.ln())).collect()
}

/// `ours / theirs`, or `None` where that is no finite number.
///
/// ```
/// use secateur_lab::statistics::ratio;
/// assert_eq!(ratio(3.0, 2.0), Some(1.5));
/// assert_eq!(ratio(3.0, 0.0), None);
/// ```
pub fn ratio(ours: f64, theirs: f64) -> Option<f64> {
    let ratio = ours / theirs;
    ratio.is_finite().then_some(ratio)
}

/// The ratios of paired measurements, pair by pair: the speed-up of `after` over `before` when both are times.
///
/// `None` if the slices differ in length or any ratio is not finite: an average over some of the pairs would mislead.
///
/// ```
/// use secateur_lab::statistics::paired_ratios;
/// assert_eq!(paired_ratios(&[3.0, 8.0], &[2.0, 4.0]), Some(vec![1.5, 2.0]));
/// assert_eq!(paired_ratios(&[3.0], &[2.0, 4.0]), None);
/// ```
pub fn paired_ratios(before: &[f64], after: &[f64]) -> Option<Vec<f64>> {
    if before.len() != after.len() {
        return None;
    }
    before.iter().zip(after).map(|(&before, &after)| ratio(before, after)).collect()
}

/// The two-sided p-value of the exact sign test: how likely at least so lopsided a split is when both sides are equally likely. Ties
/// count for neither side.
///
/// ```
/// use secateur_lab::statistics::sign_test;
/// assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
/// assert_eq!((sign_test(3, 3), sign_test(0, 0)), (1.0, 1.0));
/// ```
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    let all = wins + losses;
    let few = wins.min(losses);
    // Binomial probabilities by their logarithms, so that thousands of pairs do not underflow.
    let half = all as f64 * 0.5_f64.ln();
    let (mut logarithm, mut tail) = (half, 0.0);
    for k in 0..=few {
        tail += logarithm.exp();
        logarithm += ((all - k) as f64 / (k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// The two-sided 95% quantile of Student's t with `freedom` degrees of freedom: the t with `P(|T| ≤ t) = 0.95`.
///
/// For a whole number of degrees the distribution has a closed form (Abramowitz and Stegun 26.7.3 and 26.7.4), which
/// is inverted by bisection on the angle `atan(t / √freedom)`. With no degree of freedom there is no interval: infinity.
///
/// ```
/// use secateur_lab::statistics::student_t_95;
/// assert!((student_t_95(1) - 12.706).abs() < 5e-4);
/// assert!((student_t_95(9) - 2.262).abs() < 5e-4);
/// ```
pub fn student_t_95(freedom: usize) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    // Beyond this the quantile differs from the limit's neighbour by less than 1e-6, and the sum would only cost time.
    let freedom = freedom.min(1_000_000);
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    for _ in 0..60 {
        let angle = f64::midpoint(low, high);
        if central_probability(angle, freedom) < 0.95 {
            low = angle;
        } else {
            high = angle;
        }
    }
    (freedom as f64).sqrt() * f64::midpoint(low, high).tan()
}

/// `P(|T| ≤ t)` for `t = √freedom · tan(angle)`.
fn central_probability(angle: f64, freedom: usize) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    // The terms cosᵏ·(product of ratios), k = freedom − 2 downwards in steps of two, first power first.
    let mut term = if odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let mut power = if odd { 1 } else { 0 };
    while power + 2 <= freedom && term > 1e-18 {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
        power += 2;
    }
    if odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: f64, known: f64, tolerance: f64) {
        assert!((ours - known).abs() <= tolerance, "{ours} is not {known}");
    }

    #[test]
    fn student_quantiles_match_the_printed_table() {
        // The 0.975 column of the usual table of percentage points.
        let table = [
            (1, 12.706_205),
            (2, 4.302_653),
            (3, 3.182_446),
            (4, 2.776_445),
            (5, 2.570_582),
            (7, 2.364_624),
            (9, 2.262_157),
            (10, 2.228_139),
            (20, 2.085_963),
            (29, 2.045_230),
            (30, 2.042_272),
            (60, 2.000_298),
            (99, 1.984_217),
            (120, 1.979_930),
            (1_000, 1.962_339),
        ];
        for (freedom, quantile) in table {
            close(student_t_95(freedom), quantile, 1e-6);
        }
        close(student_t_95(usize::MAX), 1.959_964, 1e-4);
        assert_eq!(student_t_95(0), f64::INFINITY);
    }

    #[test]
    fn summary_of_a_textbook_sample() {
        // The first ten measurements of Michelson's speed of light, 1879 (km/s − 299,000).
        let sample = [850.0, 740.0, 900.0, 1070.0, 930.0, 850.0, 950.0, 980.0, 980.0, 880.0];
        let summary = Summary::of(&sample).unwrap();
        close(summary.mean, 913.0, 1e-9);
        close(summary.deviation, 90.927_321, 1e-6);
        close(summary.half_width.unwrap(), 65.045_487, 1e-5);
        close(median(&sample).unwrap(), 915.0, 0.0);
    }

    #[test]
    fn offsets_cost_no_digits() {
        let shifted = [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0];
        close(standard_deviation(&shifted).unwrap(), 30.0_f64.sqrt(), 1e-12);
    }

    #[test]
    fn questions_without_answer() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(standard_deviation(&[1.0]), None);
        assert_eq!(median(&[]), None);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[2.0, -1.0]), None);
        assert_eq!(ratio(0.0, 0.0), None);
        assert_eq!(paired_ratios(&[1.0, 1.0], &[1.0, 0.0]), None);
        let single = Summary::of(&[3.0]).unwrap();
        assert_eq!((single.mean, single.deviation, single.half_width), (3.0, 0.0, None));
    }

    proptest! {
        #[test]
        fn averages_lie_inside_the_sample(sample in prop::collection::vec(0.001..1e6_f64, 1..40)) {
            let low = sample.iter().copied().fold(f64::INFINITY, f64::min) * (1.0 - 1e-12);
            let high = sample.iter().copied().fold(0.0, f64::max) * (1.0 + 1e-12);
            for average in [mean(&sample), median(&sample), geometric_mean(&sample)] {
                let average = average.unwrap();
                prop_assert!(low <= average && average <= high);
            }
            prop_assert!(geometric_mean(&sample).unwrap() <= mean(&sample).unwrap() * (1.0 + 1e-12));
        }

        #[test]
        fn the_quantile_falls_with_freedom(freedom in 1_usize..400) {
            prop_assert!(student_t_95(freedom + 1) < student_t_95(freedom));
        }
    }
}

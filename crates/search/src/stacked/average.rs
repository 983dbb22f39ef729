//! The weighted average of intervals, rounded outwards: chance turns, and moves that a strategy mixes.
//!
//! With weights that may have been rounded to doubles, `n` products, `n − 1` sums of each kind and one division, each rounded
//! once, the computed average is off by less than `(2n + 6)·u` times the largest magnitude, where `u = 2⁻⁵³`, and a little
//! more where products are tiny. It also lies between the least and the greatest value, which makes it exact where all agree.

use secateur_matrix::Interval;

/// Sums up outcomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Average {
    outcomes: u32,
    weights: f64,
    lower: f64,
    upper: f64,
    least: f64,
    greatest: f64,
}

impl Default for Average {
    fn default() -> Self {
        Self { outcomes: 0, weights: 0.0, lower: 0.0, upper: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY }
    }
}

impl Average {
    /// One more outcome.
    #[inline]
    pub(crate) fn add(&mut self, weight: f64, value: Interval) {
        self.outcomes += 1;
        self.weights += weight;
        self.lower += weight * value.lower;
        self.upper += weight * value.upper;
        self.least = self.least.min(value.lower);
        self.greatest = self.greatest.max(value.upper);
    }

    /// An interval that contains the average.
    pub(crate) fn interval(&self) -> Interval {
        let magnitude = self.least.abs().max(self.greatest.abs());
        let outcomes = f64::from(self.outcomes);
        let tiny = f64::MIN_POSITIVE * (2.0 * outcomes + 2.0) / self.weights;
        let slack = (2.0 * outcomes + 8.0) * (f64::EPSILON / 2.0) * magnitude + tiny;
        let (lower, upper) = (self.lower / self.weights - slack, self.upper / self.weights + slack);
        // Where something is infinite, arithmetic may say nothing at all.
        Interval {
            lower: if lower > self.least { lower } else { self.least },
            upper: if upper < self.greatest { upper } else { self.greatest },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The product of two doubles and a sum of such, exactly, as an integer multiple of 2⁻⁴⁰.
    fn scaled(number: f64) -> i128 {
        (number * (1u64 << 40) as f64) as i128
    }

    proptest! {
        /// Against integers: values that are multiples of 2⁻⁴⁰ and weights that are whole.
        #[test]
        fn the_average_lies_inside(outcomes in prop::collection::vec((1u64..1000, -4_000_000i64..4_000_000, 0i64..9), 1..9)) {
            let unit = 0.5f64.powi(40);
            let mut average = Average::default();
            let (mut weights, mut low, mut high) = (0i128, 0i128, 0i128);
            for &(weight, lower, width) in &outcomes {
                let value = Interval { lower: lower as f64 * unit, upper: (lower + width) as f64 * unit };
                average.add(weight as f64, value);
                weights += i128::from(weight);
                low += i128::from(weight) * i128::from(lower);
                high += i128::from(weight) * i128::from(lower + width);
            }
            let found = average.interval();
            // lower ≤ low / weights and high / weights ≤ upper; the ends are compared a little further inside.
            prop_assert!(scaled(found.lower) * weights <= low + weights);
            prop_assert!(scaled(found.upper) * weights >= high - weights);
            prop_assert!(found.lower <= low as f64 / weights as f64 * unit && high as f64 / weights as f64 * unit <= found.upper);
        }
    }

    #[test]
    fn outcomes_that_agree_are_exact() {
        let mut average = Average::default();
        (1..7).for_each(|weight| average.add(f64::from(weight), Interval::exact(0.1)));
        assert_eq!(average.interval(), Interval::exact(0.1));
    }

    #[test]
    fn infinite_promises_stay_bounds() {
        let mut average = Average::default();
        average.add(1.0, Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY });
        average.add(1.0, Interval { lower: 1.0, upper: 2.0 });
        assert_eq!(average.interval(), Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY });
    }
}

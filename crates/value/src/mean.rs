//! The weighted mean of bounds, rounded outwards: a chance turn by its outcomes, a strategy by the moves that it mixes.
//!
//! The mean of lower ends is a lower bound and that of upper ends an upper one (Ballard 1983). Both are summed with twice the
//! digits and rounded once, at the end, so that a mean that is a floating-point number comes out as that number.

use crate::{Bounds, Real, Sum, Toward};

/// Adds up outcomes with whole weights; their probabilities are these, divided by their sum.
///
/// ```
/// use secateur_value::{Bounds, Mean, Real};
///
/// let (one, four) = (Bounds::exact(Real::from(1)), Bounds::exact(Real::from(4)));
/// let mut mean = Mean::default();
/// mean.add(1, &one);
/// mean.add(1, &four);
/// assert_eq!(mean.bounds(), Bounds::exact(Real::new(2.5)?));
/// # Ok::<(), secateur_value::NotAReal>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    total: u64,
    lower: Sum,
    upper: Sum,
}

impl Default for Mean {
    fn default() -> Self {
        Self { total: 0, lower: Sum::ZERO, upper: Sum::ZERO }
    }
}

impl Mean {
    /// The mean of these outcomes, with their weights.
    #[inline]
    pub fn of(outcomes: impl Iterator<Item = (u64, Bounds<Real>)>) -> Bounds<Real> {
        let mut mean = Self::default();
        outcomes.for_each(|(weight, outcome)| mean.add(weight, &outcome));
        mean.bounds()
    }

    /// One more outcome.
    #[inline(always)]
    pub fn add(&mut self, weight: u64, outcome: &Bounds<Real>) {
        self.total += weight;
        // An exact outcome is multiplied once, not twice.
        if outcome.is_exact() {
            self.lower = self.lower.plus(weight, outcome.lower, Toward::Down);
            self.upper = self.upper.plus(weight, outcome.lower, Toward::Up);
        } else {
            self.lower = self.lower.plus(weight, outcome.lower, Toward::Down);
            self.upper = self.upper.plus(weight, outcome.upper, Toward::Up);
        }
    }

    /// Bounds on the mean; where nothing was added, nothing is known.
    #[inline(always)]
    pub fn bounds(&self) -> Bounds<Real> {
        if self.total == 0 {
            return Bounds::ANY;
        }
        Bounds { lower: self.lower.over(self.total, Toward::Down), upper: self.upper.over(self.total, Toward::Up) }
    }
}

/// The same with weights that are no whole numbers, such as the probabilities of a strategy.
///
/// Products of two such numbers, and the sum of the weights, need more digits than the whole weights of chance do, so this takes
/// longer. Where all outcomes agree it is exact, whatever the weights.
///
/// ```
/// use secateur_value::{Bounds, Mixture, Real};
///
/// let mut mixture = Mixture::default();
/// mixture.add(1.0 / 3.0, &Bounds::exact(Real::from(0)));
/// mixture.add(2.0 / 3.0, &Bounds::exact(Real::from(3)));
/// assert!(mixture.bounds().contains(&2.into()) && mixture.bounds().width() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mixture {
    outcomes: u32,
    weights: f64,
    lower: f64,
    upper: f64,
    /// The sums of the magnitudes of all that was added: every rounding is relative to these.
    size: f64,
    all: Option<Bounds<Real>>,
}

impl Default for Mixture {
    fn default() -> Self {
        Self { outcomes: 0, weights: 0.0, lower: 0.0, upper: 0.0, size: 0.0, all: None }
    }
}

impl Mixture {
    /// One more outcome. A weight that is not above 0 adds nothing.
    #[inline]
    pub fn add(&mut self, weight: f64, outcome: &Bounds<Real>) {
        if weight > 0.0 {
            let (lower, upper) = (outcome.lower.get(), outcome.upper.get());
            self.outcomes += 1;
            self.weights += weight;
            self.lower += weight * lower;
            self.upper += weight * upper;
            self.size += weight * lower.abs().max(upper.abs());
            self.all = Some(match self.all {
                None => *outcome,
                Some(all) => Bounds { lower: all.lower.min(outcome.lower), upper: all.upper.max(outcome.upper) },
            });
        }
    }

    /// Bounds on the mean; where nothing was added, nothing is known.
    ///
    /// With `n` products, `n − 1` sums of each kind and one division, each rounded once, what is computed is off by less than
    /// `(2n + 6)·u` times the mean magnitude, where `u = 2⁻⁵³`, and a little more where products are tiny. It also lies between
    /// the least and the greatest outcome.
    pub fn bounds(&self) -> Bounds<Real> {
        let Some(all) = self.all else { return Bounds::ANY };
        if all.is_exact() {
            return all;
        }
        let outcomes = f64::from(self.outcomes);
        let tiny = f64::MIN_POSITIVE * (2.0 * outcomes + 2.0) / self.weights;
        let slack = (2.0 * outcomes + 8.0) * (f64::EPSILON / 2.0) * (self.size / self.weights) + tiny;
        // Where something is infinite, arithmetic may say nothing at all.
        let about = Bounds::of(self.lower / self.weights - slack, self.upper / self.weights + slack);
        Bounds { lower: about.lower.max(all.lower), upper: about.upper.min(all.upper) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn exact(number: f64) -> BigRational {
        BigRational::from_float(number).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Against fractions: both ends are on their side of the truth, and next to it.
        #[test]
        fn whole_weights_are_weighed_outwards(outcomes in prop::collection::vec((1u64..1000, -9.0..9.0f64, 0.0..3.0f64), 1..9)) {
            let total: u64 = outcomes.iter().map(|outcome| outcome.0).sum();
            let mean = |pick: fn(&(u64, f64, f64)) -> f64| outcomes.iter()
                .map(|outcome| BigRational::from(BigInt::from(outcome.0)) * exact(pick(outcome))).sum::<BigRational>()
                / BigRational::from(BigInt::from(total));
            let found = Mean::of(outcomes.iter().map(|&(weight, lower, width)| (weight, Bounds::of(lower, lower + width))));
            let (low, high) = (mean(|outcome| outcome.1), mean(|outcome| outcome.1 + outcome.2));
            prop_assert!(exact(found.lower.get()) <= low && low < exact(found.lower.next_up().get()));
            prop_assert!(exact(found.upper.get()) >= high && high > exact(found.upper.next_down().get()));
        }

        #[test]
        fn strategies_are_weighed_outwards(outcomes in prop::collection::vec((1e-9..1.0f64, -9.0..9.0f64, 0.0..3.0f64), 1..9)) {
            let total: BigRational = outcomes.iter().map(|outcome| exact(outcome.0)).sum();
            let mean = |pick: fn(&(f64, f64, f64)) -> f64| outcomes.iter()
                .map(|outcome| exact(outcome.0) * exact(pick(outcome))).sum::<BigRational>() / &total;
            let mut mixture = Mixture::default();
            outcomes.iter().for_each(|&(weight, lower, width)| mixture.add(weight, &Bounds::of(lower, lower + width)));
            let (found, high) = (mixture.bounds(), mean(|outcome| outcome.1 + outcome.2));
            prop_assert!(exact(found.lower.get()) <= mean(|outcome| outcome.1) && high <= exact(found.upper.get()));
            prop_assert!(found.upper.get() - found.lower.get() < 3.0 + 1e-13);
        }
    }

    #[test]
    fn outcomes_that_agree_are_exact() {
        let tenth = Bounds::of(0.1, 0.1);
        let mut mixture = Mixture::default();
        (1..7).for_each(|weight| mixture.add(f64::from(weight) / 21.0, &tenth));
        assert_eq!(mixture.bounds(), tenth);
        assert_eq!(Mean::of((1..7).map(|weight| (weight, tenth))), tenth);
    }

    #[test]
    fn what_is_infinite_stays_a_bound() {
        let some = Bounds::of(1.0, 2.0);
        assert_eq!(Mean::of([(1, Bounds::ANY), (1, some)].into_iter()), Bounds::ANY);
        let mut mixture = Mixture::default();
        mixture.add(0.5, &Bounds::ANY);
        mixture.add(0.5, &some);
        assert_eq!(mixture.bounds(), Bounds::ANY);
        assert_eq!((Mean::default().bounds(), Mixture::default().bounds()), (Bounds::ANY, Bounds::ANY));
    }
}

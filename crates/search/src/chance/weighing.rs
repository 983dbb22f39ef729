//! A chance turn while its outcomes are looked at: what is known of its value, and what is still worth asking.
//!
//! The value is the mean of the outcomes' values. An outcome that has not been looked at counts with what is promised
//! about it, so the mean of the lower ends is a lower bound and the mean of the upper ends an upper one, at any time
//! (Ballard 1983).
//!
//! Two kinds of arithmetic share the work. [`Mean`](secateur_value::Mean) weighs with twice the digits and rounds outwards, once, when the turn
//! is left: its bounds hold exactly. Meanwhile [`Weighing`] decides what to look at next with plain numbers, and errs, by a
//! margin that covers all rounding, on the side of looking at more. So its decisions keep the contract, and if they did not,
//! the bounds would be loose and not false.

use secateur_value::{Bounds, Chain, Real, Window};

/// What is known about all outcomes together, about. Everything is multiplied by the sum of the weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    total: f64,
    range: Bounds<Real>,
    lower: f64,
    upper: f64,
    /// How far all of this may be off.
    margin: f64,
}

/// A question about a chance turn, in the same units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    alpha: f64,
    beta: f64,
    error: f64,
}

impl Weighing {
    /// Nothing is known but a range for every one of `count` outcomes.
    #[inline]
    pub(crate) fn new(total: u64, count: usize, range: Bounds<Real>) -> Self {
        let total = total as f64;
        let largest = range.lower.get().abs().max(range.upper.get().abs());
        // Each outcome is taken in at most twice, with four roundings; windows and tests take a few more.
        let roundings = (16 * count + 64) as f64;
        let margin = total * largest * (roundings * f64::EPSILON);
        Self { total, range, lower: total * range.lower.get(), upper: total * range.upper.get(), margin }
    }

    /// A question in the units of the turn. Ends beyond the range are always met, or never.
    #[inline]
    pub(crate) fn ask(&self, window: Window<Real>, error: Real) -> Scaled {
        let Bounds { lower, upper } = self.range;
        let alpha = match window.alpha {
            alpha if alpha < lower => f64::NEG_INFINITY,
            alpha if alpha >= upper => f64::INFINITY,
            alpha => alpha.get() * self.total,
        };
        let beta = match window.beta {
            beta if beta > upper => f64::INFINITY,
            beta if beta <= lower => f64::NEG_INFINITY,
            beta => beta.get() * self.total,
        };
        Scaled { alpha, beta, error: error.get() * self.total }
    }

    /// An outcome is known better than before.
    #[inline]
    pub(crate) fn improve(&mut self, weight: u64, before: Bounds<Real>, known: Bounds<Real>) {
        let weight = weight as f64;
        self.lower += weight * (known.lower.get() - before.lower.get());
        self.upper -= weight * (before.upper.get() - known.upper.get());
    }

    /// Whether what is known is an answer for sure: below the window, above it, or close enough.
    #[inline]
    pub(crate) fn is_answer(&self, asked: &Scaled) -> bool {
        self.upper + self.margin <= asked.alpha
            || self.lower - self.margin >= asked.beta
            || (self.upper - self.lower) + 2.0 * self.margin <= asked.error
    }

    /// The window in which an outcome matters to whoever asked about the turn (the paper's C6): an outcome worth at most
    /// `α` brings the turn to at most the `α` that was asked about, whatever the other outcomes are worth within what is
    /// known of them, and likewise for `β`.
    #[inline]
    pub(crate) fn window(&self, weight: u64, known: Bounds<Real>, asked: &Scaled) -> Window<Real> {
        let weight = weight as f64;
        let alpha = (asked.alpha - self.margin - (self.upper - weight * known.upper.get())) / weight;
        let beta = (asked.beta + self.margin - (self.lower - weight * known.lower.get())) / weight;
        Window { alpha: Real::new(alpha).unwrap_or(Real::LEAST), beta: Real::new(beta).unwrap_or(Real::GREATEST) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_value::Mean;

    proptest! {
        /// The promise of `window`: an outcome at its end brings the whole turn to the end that was asked about. Exactly.
        #[test]
        fn an_outcome_at_the_end_of_its_window_decides(
            weights in prop::collection::vec(1u64..20, 2..6), values in prop::collection::vec(0.0..100.0f64, 6),
            seen in 0usize..5, alpha in 0.0..100.0f64, width in 0.0..50.0f64,
        ) {
            let real = |x| Real::new(x).unwrap();
            let range = Bounds::new(real(0.0), real(100.0));
            let total: u64 = weights.iter().sum();
            let mut weighing = Weighing::new(total, weights.len(), range);
            let mut known = vec![range; weights.len()];
            let seen = seen.min(weights.len() - 1);
            for place in 0..seen {
                known[place] = Bounds::exact(real(values[place]));
                weighing.improve(weights[place], range, known[place]);
            }
            let asked = Window::new(real(alpha), real(alpha + width));
            let window = weighing.window(weights[seen], range, &weighing.ask(asked, Real::ZERO));
            for (end, low) in [(window.alpha, true), (window.beta, false)] {
                // Values outside the range do not arise.
                if !range.contains(&end) {
                    continue;
                }
                known[seen] = Bounds::exact(end);
                let mean = Mean::of(weights.iter().copied().zip(known.iter().copied()));
                if low {
                    prop_assert!(mean.upper <= asked.alpha);
                } else {
                    prop_assert!(mean.lower >= asked.beta);
                }
            }
        }
    }

    #[test]
    fn what_is_no_number_decides_nothing() {
        let weighing = Weighing::new(2, 2, Bounds::ANY);
        let asked = weighing.ask(Window::new(Real::from(1), Real::from(2)), Real::from(1));
        assert!(!weighing.is_answer(&asked));
        assert_eq!(weighing.window(1, Bounds::ANY, &asked), Window::OPEN);
    }
}

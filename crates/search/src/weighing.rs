//! A chance turn while its outcomes are looked at: what is known of its value, and what is still worth asking.
//!
//! The value is the mean of the outcomes' values. An outcome that has not been looked at counts with what is promised
//! about it, so the mean of the lower ends is a lower bound and the mean of the upper ends an upper one, at any time
//! (Ballard 1983). The two sums are kept with twice the digits and rounded outwards, so the bounds hold exactly.

use secateur_value::{Bounds, Chain, Real, Sum, Toward, Window};

/// What is known about all outcomes together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    total: u64,
    /// The weighted sum of the lower ends, never too large, and of the upper ends, never too small.
    lower: Sum,
    upper: Sum,
}

impl Weighing {
    /// Nothing is known but a range for every outcome.
    #[inline]
    pub(crate) fn new(total: u64, range: Bounds<Real>) -> Self {
        Self {
            total,
            lower: Sum::ZERO.plus(total, range.lower, Toward::Down),
            upper: Sum::ZERO.plus(total, range.upper, Toward::Up),
        }
    }

    /// No outcome is counted yet; each is added as it becomes known.
    pub(crate) fn empty(total: u64) -> Self {
        Self { total, lower: Sum::ZERO, upper: Sum::ZERO }
    }

    /// Counts an outcome in.
    #[inline]
    pub(crate) fn add(&mut self, weight: u64, known: Bounds<Real>) {
        self.lower = self.lower.plus(weight, known.lower, Toward::Down);
        self.upper = self.upper.plus(weight, known.upper, Toward::Up);
    }

    /// An outcome is known better than before.
    #[inline]
    pub(crate) fn improve(&mut self, weight: u64, before: Bounds<Real>, known: Bounds<Real>) {
        if known.lower != before.lower {
            self.lower = self.lower.minus(weight, before.lower, Toward::Down).plus(weight, known.lower, Toward::Down);
        }
        if known.upper != before.upper {
            self.upper = self.upper.minus(weight, before.upper, Toward::Up).plus(weight, known.upper, Toward::Up);
        }
    }

    /// What is known of the turn's value.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds<Real> {
        Bounds { lower: self.lower(), upper: self.upper() }
    }

    #[inline]
    pub(crate) fn lower(&self) -> Real {
        self.lower.over(self.total, Toward::Down)
    }

    #[inline]
    pub(crate) fn upper(&self) -> Real {
        self.upper.over(self.total, Toward::Up)
    }

    /// The window in which an outcome matters to whoever asks about the turn with the window `asked` (the paper's C6):
    /// an outcome worth at most `α` brings the turn to at most `asked.alpha`, whatever the other outcomes are worth
    /// within what is known of them, and likewise for `β`. Rounded outwards, so that this is so exactly.
    #[inline]
    pub(crate) fn window(&self, weight: u64, known: Bounds<Real>, asked: Window<Real>) -> Window<Real> {
        Window { alpha: self.alpha(weight, known.upper, asked.alpha), beta: self.beta(weight, known.lower, asked.beta) }
    }

    #[inline]
    fn alpha(&self, weight: u64, upper: Real, asked: Real) -> Real {
        if asked == Real::LEAST {
            return asked;
        }
        let rest = Sum::ZERO.plus(self.total, asked, Toward::Down).without(self.upper, Toward::Down);
        rest.plus(weight, upper, Toward::Down).over(weight, Toward::Down)
    }

    #[inline]
    fn beta(&self, weight: u64, lower: Real, asked: Real) -> Real {
        if asked == Real::GREATEST {
            return asked;
        }
        let rest = Sum::ZERO.plus(self.total, asked, Toward::Up).without(self.lower, Toward::Up);
        rest.plus(weight, lower, Toward::Up).over(weight, Toward::Up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The promise of `window`: an outcome at its end brings the whole turn to the end that was asked about.
        #[test]
        fn an_outcome_at_the_end_of_its_window_decides(
            weights in prop::collection::vec(1u64..20, 2..6), values in prop::collection::vec(0.0..100.0f64, 6),
            seen in 0usize..5, alpha in 0.0..100.0f64, width in 0.0..50.0f64,
        ) {
            let real = |x| Real::new(x).unwrap();
            let range = Bounds::new(real(0.0), real(100.0));
            let mut weighing = Weighing::new(weights.iter().sum(), range);
            let seen = seen.min(weights.len() - 1);
            for place in 0..seen {
                weighing.improve(weights[place], range, Bounds::exact(real(values[place])));
            }
            let asked = Window::new(real(alpha), real(alpha + width));
            let window = weighing.window(weights[seen], range, asked);
            for (end, low) in [(window.alpha, true), (window.beta, false)] {
                // Values outside the range do not arise.
                if !range.contains(&end) {
                    continue;
                }
                let mut after = weighing;
                after.improve(weights[seen], range, Bounds::exact(end));
                if low {
                    prop_assert!(after.upper() <= asked.alpha);
                } else {
                    prop_assert!(after.lower() >= asked.beta);
                }
            }
        }
    }
}

//! How a chance turn shares out the error that it was granted, e, among its outcomes: any errors with `Σ π·e_c ≤ e` will do
//! (equation 26 of the paper).
//!
//! An error is cheap where it is unlikely to matter: one unit of it costs π of what was granted. And the work that an error
//! saves falls off: the first units save most. If the work falls by a constant factor with every unit, the best shares are
//!
//! ```text
//! e_c = λ − τ·log π     cut off at 0 and at the range of values,
//! ```
//!
//! with λ such that all is spent: the least likely outcomes are left out altogether, those that come next are looked at
//! roughly, and the likely ones closely. (Leaving whole outcomes out as long as the error lasts, and sharing the rest evenly,
//! is what the paper's eq. 26 suggests first, and takes half as many nodes again.)

use secateur_value::{Bounds, Real, Toward};

/// An outcome of chance, or a move, while its position is looked at.
#[derive(Clone, Copy)]
pub(super) struct Choice<M> {
    pub(super) weight: u64,
    pub(super) chosen: M,
    /// What is known about the position after it.
    pub(super) known: Bounds<Real>,
    /// The error that it may have.
    pub(super) error: f64,
    /// Whether it may be left out altogether.
    pub(super) skipped: bool,
    /// Whether it was looked at.
    pub(super) done: bool,
    /// The move's number in the order's list.
    pub(super) number: u8,
}

impl<M> Choice<M> {
    pub(super) fn new(weight: u64, chosen: M, known: Bounds<Real>, number: u8) -> Self {
        Self { weight, chosen, known, error: 0.0, skipped: false, done: false, number }
    }
}

/// How much more error an outcome gets for being half as likely, as a part of the range of values. Measured on random
/// trees; anything from 0.15 to 0.4 does about as well.
const TILT: f64 = 0.35;

/// What is kept back for the rounding of the operations here.
const ALMOST_ONE: f64 = 1.0 - 4096.0 * f64::EPSILON;

/// What is left of the error. Everything is kept in units of one weight.
pub(super) struct Share {
    /// What the outcomes that were looked at did not use of theirs.
    spare: f64,
    /// The weight of the outcomes that are still to be looked at, those that may be left out not counted.
    weight: u64,
    /// How much the promise about one unit of weight leaves open.
    open: f64,
    pub(super) left_out: usize,
    pub(super) looked_at: usize,
}

impl Share {
    /// Shares an error out: evenly, or so that unlikely outcomes get more.
    pub(super) fn new<M>(
        error: Real,
        range: Bounds<Real>,
        total: u64,
        outcomes: &mut [Choice<M>],
        unlikely_first: bool,
    ) -> Self {
        let mut share = Self { spare: 0.0, weight: total, open: 0.0, left_out: 0, looked_at: 0 };
        // The mean itself is rounded: what that may cost is kept back.
        let margin = Real::rounding_margin(range.lower, range.upper);
        if error <= margin {
            return share;
        }
        let error = (error.get() - margin.get()) * ALMOST_ONE;
        share.open = range.upper.minus(range.lower, Toward::Up).get();
        if unlikely_first && share.open.is_finite() {
            fill(error * total as f64, share.open, outcomes);
            for outcome in outcomes.iter_mut().filter(|outcome| outcome.error >= share.open) {
                outcome.skipped = true;
                share.weight -= outcome.weight;
                share.left_out += 1;
            }
        } else {
            outcomes.iter_mut().for_each(|outcome| outcome.error = error);
        }
        share
    }

    /// The error for an outcome that is looked at now.
    #[inline]
    pub(super) fn grant<M>(&self, outcome: &Choice<M>, slack: bool) -> Real {
        let more = if slack && self.spare > 0.0 { self.spare / self.weight.max(1) as f64 * ALMOST_ONE } else { 0.0 };
        Real::new((outcome.error + more).max(0.0)).unwrap_or(Real::ZERO)
    }

    /// An outcome was looked at.
    #[inline]
    pub(super) fn take<M>(&mut self, outcome: &Choice<M>, found: Bounds<Real>) {
        let used = found.upper.minus(found.lower, Toward::Up).get();
        self.spare += (outcome.error - used) * outcome.weight as f64;
        if !outcome.skipped {
            self.weight -= outcome.weight;
        }
        self.looked_at += 1;
    }
}

/// Finds the shares: starts with all of them free of the two ends, and settles those that lie furthest outside, end by end.
fn fill<M>(budget: f64, open: f64, outcomes: &mut [Choice<M>]) {
    let tilt = TILT * open;
    outcomes.iter_mut().for_each(|outcome| outcome.error = f64::NAN); // not settled
    let mut left = budget;
    loop {
        let (mut weight, mut moment) = (0.0, 0.0);
        for outcome in outcomes.iter().filter(|outcome| outcome.error.is_nan()) {
            weight += outcome.weight as f64;
            moment += outcome.weight as f64 * logarithm(outcome.weight);
        }
        if weight == 0.0 {
            return;
        }
        let level = (left.max(0.0) + tilt * moment) / weight;
        let wish = |weight: u64| level - tilt * logarithm(weight);
        let (mut above, mut below) = (0.0, 0.0);
        for outcome in outcomes.iter().filter(|outcome| outcome.error.is_nan()) {
            let (weight, wish) = (outcome.weight as f64, wish(outcome.weight));
            above += weight * (wish - open).max(0.0);
            below += weight * (-wish).max(0.0);
        }
        let done = above == 0.0 && below == 0.0;
        for outcome in outcomes.iter_mut().filter(|outcome| outcome.error.is_nan()) {
            let wish = wish(outcome.weight);
            let settled = if done {
                wish
            } else if above >= below && wish > open {
                left -= open * outcome.weight as f64;
                open
            } else if above < below && wish < 0.0 {
                0.0
            } else {
                continue;
            };
            outcome.error = settled;
        }
        if done {
            return;
        }
    }
}

/// About the logarithm to the base of 2, by the bits of the number: the same on every machine, which a library's need not be.
#[inline]
fn logarithm(weight: u64) -> f64 {
    (weight as f64).to_bits() as f64 * (1.0 / (1u64 << 52) as f64) - 1023.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// All of the error is spent, none is spent twice, and who is less likely never gets less.
        #[test]
        fn shares_add_up(weights in prop::collection::vec(1u64..200, 1..9), error in 0.01..120.0f64, tilted: bool) {
            let real = |x: f64| Real::new(x).unwrap();
            let (range, total) = (Bounds::new(real(0.0), real(100.0)), weights.iter().sum::<u64>());
            let mut outcomes: Vec<_> = weights.iter().map(|&weight| Choice::new(weight, (), range, 0)).collect();
            let share = Share::new(real(error), range, total, &mut outcomes, tilted);
            let spent: f64 = outcomes.iter().map(|o| o.error * o.weight as f64).sum::<f64>() / total as f64;
            prop_assert!(spent <= error);
            prop_assert!(spent >= error.min(100.0) - 1e-6, "{spent} of {error}");
            for (a, b) in outcomes.iter().zip(&outcomes[1..]) {
                prop_assert!(!tilted || a.weight == b.weight || (a.weight < b.weight) == (a.error > b.error) || a.error == b.error);
            }
            prop_assert_eq!(share.left_out, outcomes.iter().filter(|o| o.skipped).count());
        }
    }
}

//! Estimates of games whose values are real numbers.

use secateur_value::{Bounds, Real};

/// A guess as the estimate of a position: within what is promised, and never quite at an end, which is for what is decided.
pub(crate) fn estimate(guess: f64, promised: Bounds<Real>) -> Real {
    /// How much of the range is left to what is decided.
    const DECIDED: f64 = 0.02;
    let (lower, upper) = (promised.lower.get(), promised.upper.get());
    let margin = DECIDED * (upper - lower);
    Real::new(guess.clamp(lower + margin, (upper - margin).max(lower + margin))).unwrap_or(promised.lower)
}

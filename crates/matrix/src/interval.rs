//! Intervals that hold whatever floating point did.
//!
//! # The argument
//!
//! Any mixed strategy x of Max proves that the value is at least `minⱼ (xᵀP)ⱼ`, any y of Min that it is at most
//! `maxᵢ (Py)ᵢ`. So it does not matter how x and y were found, nor how badly: only these two evaluations must be right.
//! Let `u = 2⁻⁵³`, `M = max |pᵢⱼ|`, and let x be a vector of m doubles, none negative, whose exact sum is S.
//!
//! * A dot product of m terms in any order of summation, fused or not, is off by at most `γₘ·S·M`,
//!   where `γₘ = m·u / (1 − m·u)`.
//! * The computed sum of the weights is off by a factor within `1 ± γₘ₋₁`; the division or the multiplication by a
//!   reciprocal that normalises, before the dot product or after it, adds at most `2u`.
//! * Where the guarantee is normalised and not the weights, the strategy that is handed out is rounded too, each of its
//!   weights by a factor within `1 ± u`: it guarantees less than the exact weights by at most `2u·M`.
//! * The last subtraction rounds once more, by at most `u·M·(1 + …)`.
//!
//! Together less than `(2m + 4)·u·M·(1 + …)` for every m below 2²⁰; [`slack`] is `(2m + 6)·u·M` and the difference pays for the
//! second-order terms and for the rounding of the slack itself. Underflow adds at most `m·2⁻¹⁰⁷⁵`, which vanishes in that
//! difference as long as M and S stay within [`SAFE`]; outside that range no claim is made and the caller turns to exact
//! arithmetic.

use secateur_value::{Bounds, Real};

/// Half the distance between 1 and the next double.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Magnitudes (of payoffs and of sums of weights) for which underflow and overflow cannot matter: 2⁻⁴⁰⁰ to 2⁴⁰⁰.
pub(crate) const SAFE: std::ops::RangeInclusive<f64> = 3.872_591_914_849_318e-121..=2.582_249_878_086_909e120;

/// The value of a matrix that has a saddle point, or one line.
#[inline(always)]
pub(crate) fn exact(payoff: f64) -> Bounds<Real> {
    Bounds::of(payoff, payoff)
}

/// What a guarantee of `terms` summands may be off by when no payoff exceeds `magnitude`.
#[inline(always)]
pub(crate) fn slack(terms: usize, magnitude: f64) -> f64 {
    (2 * terms + 6) as f64 * UNIT * magnitude
}

/// What two mixed strategies prove about the value of a game.
///
/// The weights need not add up to one, and negative ones or such that are not numbers count as zero. The answer is sound
/// for *any* weights: strategies of an earlier, similar matrix are a cheap way to ask whether its value moved.
///
/// ```
/// use secateur_matrix::certify;
///
/// let pennies = [1.0, -1.0, -1.0, 1.0];
/// let careless = certify(&pennies, 2, 2, &[3.0, 1.0], &[1.0, 1.0]);
/// assert!((careless.lower.get() + 0.5).abs() < 1e-14); // the column player exploits 3 : 1
/// assert!(careless.upper.get().abs() < 1e-14); // the row player cannot exploit 1 : 1
/// ```
///
/// # Panics
///
/// If the lengths do not fit: `payoffs` must hold `rows × columns` numbers, `row_weights` `rows` and `column_weights`
/// `columns`.
#[must_use]
pub fn certify(
    payoffs: &[f64],
    rows: usize,
    columns: usize,
    row_weights: &[f64],
    column_weights: &[f64],
) -> Bounds<Real> {
    assert_eq!(payoffs.len(), rows * columns, "payoffs");
    assert_eq!(row_weights.len(), rows, "row weights");
    assert_eq!(column_weights.len(), columns, "column weights");
    let magnitude = payoffs.iter().fold(0.0, |largest: f64, payoff| largest.max(payoff.abs()));
    if !(magnitude == 0.0 || SAFE.contains(&magnitude)) || payoffs.iter().any(|payoff| payoff.is_nan()) {
        return Bounds::ANY;
    }
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    let total: f64 = row_weights.iter().map(|&weight| clamp(weight)).sum();
    if SAFE.contains(&total) {
        let worst = (0..columns)
            .map(|j| (0..rows).map(|i| clamp(row_weights[i]) * payoffs[i * columns + j]).sum::<f64>())
            .fold(f64::INFINITY, f64::min);
        lower = worst / total - slack(rows, magnitude);
    }
    let total: f64 = column_weights.iter().map(|&weight| clamp(weight)).sum();
    if SAFE.contains(&total) {
        let worst = payoffs
            .chunks_exact(columns)
            .map(|row| row.iter().zip(column_weights).map(|(payoff, &weight)| clamp(weight) * payoff).sum::<f64>())
            .fold(f64::NEG_INFINITY, f64::max);
        upper = worst / total + slack(columns, magnitude);
    }
    Bounds::of(lower, upper)
}

/// A weight as [`certify`] reads it.
#[inline(always)]
fn clamp(weight: f64) -> f64 {
    if weight > 0.0 { weight } else { 0.0 }
}

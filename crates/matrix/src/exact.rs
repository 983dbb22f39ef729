//! Exact answers: value and both strategies as fractions of big integers.
//!
//! Every finite double is a fraction with a power of two below, so every matrix of doubles has an exact value. The
//! simplex here works on integers throughout: with all entries multiplied by the last pivot, each new entry is a
//! minor of the matrix and the division by the previous pivot leaves no remainder (Edmonds 1967, Bareiss 1968), so no
//! greatest common divisors are needed on the way. It runs in `i128` while that does not overflow, then in [`BigInt`].
//!
//! Entering columns follow Dantzig's rule; after a run of pivots without progress Bland's rule takes over until there is
//! progress again, so that the method ends on every input.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{CheckedMul, CheckedSub, FromPrimitive, One, Signed, ToPrimitive, Zero};

use crate::error::{Error, check_finite, check_shape, flatten};

/// The exact solution of a zero-sum matrix game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExactSolution {
    /// The value of the game for the row player, who maximises.
    pub value: BigRational,
    /// An optimal mixed strategy of the row player.
    pub row_strategy: Vec<BigRational>,
    /// An optimal mixed strategy of the column player.
    pub column_strategy: Vec<BigRational>,
}

/// Solves a matrix of doubles exactly; each payoff stands for precisely the number that the double is.
///
/// ```
/// use secateur_matrix::exact_matrix_game;
///
/// let solution = exact_matrix_game(&[[3.0, -1.0], [-2.0, 1.0]])?;
/// assert_eq!(solution.value.to_string(), "1/7");
/// assert_eq!(solution.row_strategy[0].to_string(), "3/7");
/// assert_eq!(solution.column_strategy[0].to_string(), "2/7");
/// # Ok::<(), secateur_matrix::Error>(())
/// ```
///
/// # Errors
///
/// As [`matrix_game`](crate::matrix_game).
pub fn exact_matrix_game<R: AsRef<[f64]>>(rows: &[R]) -> Result<ExactSolution, Error> {
    let (payoffs, columns) = flatten(rows)?;
    check_finite(&payoffs, columns)?;
    Ok(solve_dyadic(&payoffs, rows.len(), columns, &|| false).expect(PATIENT))
}

/// Solves a row-major matrix of fractions exactly.
///
/// # Errors
///
/// If there is no row or column, or the slice does not hold `rows × columns` payoffs.
pub fn exact_rational_game(payoffs: &[BigRational], rows: usize, columns: usize) -> Result<ExactSolution, Error> {
    check_shape(payoffs.len(), rows, columns)?;
    let denominator = payoffs.iter().fold(BigInt::one(), |common, payoff| common.lcm(payoff.denom()));
    let integers: Vec<BigInt> = payoffs.iter().map(|payoff| payoff.numer() * (&denominator / payoff.denom())).collect();
    let solution = solve_integers(&integers, rows, columns, &BigRational::from_integer(denominator), &|| false);
    Ok(solution.expect(PATIENT))
}

/// Why there is always a solution where nobody says that it takes too long.
const PATIENT: &str = "big integers do not overflow and positive matrices have bounded programs";

/// The game of a checked row-major matrix of finite doubles; nothing if it is told to give up.
pub(crate) fn solve_dyadic(
    payoffs: &[f64],
    rows: usize,
    columns: usize,
    over: &dyn Fn() -> bool,
) -> Option<ExactSolution> {
    let parts: Vec<(i64, i32)> = payoffs.iter().map(|&payoff| mantissa_and_exponent(payoff)).collect();
    let nonzero = || parts.iter().filter(|(mantissa, _)| *mantissa != 0);
    let least = nonzero().map(|&(_, exponent)| exponent).min().unwrap_or(0);
    let denominator = two_to(-least);
    // Small shifts stay in machine integers.
    if nonzero().all(|&(_, exponent)| exponent - least <= 40) {
        let shift = |mantissa: i64, exponent: i32| if mantissa == 0 { 0 } else { exponent - least };
        let small: Vec<i128> =
            parts.iter().map(|&(mantissa, exponent)| i128::from(mantissa) << shift(mantissa, exponent)).collect();
        let solution = solve_small(&small, rows, columns, &denominator, over);
        if solution.is_some() {
            return solution;
        }
    }
    let integers: Vec<BigInt> = parts
        .iter()
        .map(|&(mantissa, exponent)| BigInt::from(mantissa) << (exponent - least).max(0) as usize)
        .collect();
    solve_integers(&integers, rows, columns, &denominator, over)
}

/// The odd part and the power of two of a finite double; (0, 0) for zero.
fn mantissa_and_exponent(value: f64) -> (i64, i32) {
    if value == 0.0 {
        return (0, 0);
    }
    let bits = value.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let zeros = mantissa.trailing_zeros();
    let odd = mantissa >> zeros;
    (if value < 0.0 { -odd } else { odd }, exponent + zeros as i32)
}

fn two_to(power: i32) -> BigRational {
    let magnitude = BigInt::one() << power.unsigned_abs() as usize;
    if power >= 0 { BigRational::from_integer(magnitude) } else { BigRational::new_raw(BigInt::one(), magnitude) }
}

fn solve_small(
    payoffs: &[i128],
    rows: usize,
    columns: usize,
    denominator: &BigRational,
    over: &dyn Fn() -> bool,
) -> Option<ExactSolution> {
    let least = *payoffs.iter().min()?;
    let shift = 1i128.checked_sub(least)?;
    let shifted: Option<Vec<i128>> = payoffs.iter().map(|payoff| payoff.checked_add(shift)).collect();
    let optimum = FractionFree::start(&shifted?, rows, columns).optimise(over)?;
    Some(optimum.into_solution(&BigInt::from(shift), denominator))
}

fn solve_integers(
    payoffs: &[BigInt],
    rows: usize,
    columns: usize,
    denominator: &BigRational,
    over: &dyn Fn() -> bool,
) -> Option<ExactSolution> {
    let least = payoffs.iter().min().cloned().unwrap_or_default();
    let shift = BigInt::one() - least;
    let shifted: Vec<BigInt> = payoffs.iter().map(|payoff| payoff + &shift).collect();
    let optimum = FractionFree::start(&shifted, rows, columns).optimise(over)?;
    Some(optimum.into_solution(&shift, denominator))
}

/// A condensed tableau whose true entries are `entries / last_pivot`.
///
/// The last row is the objective (negated costs), the last column the right-hand side.
struct FractionFree<T> {
    entries: Vec<T>,
    rows: usize,
    columns: usize,
    last_pivot: T,
    row_label: Vec<usize>,
    column_label: Vec<usize>,
}

impl<T: Integer + Signed + CheckedMul + CheckedSub + Clone + Into<BigInt>> FractionFree<T> {
    /// `max Σw` subject to `Aw ≤ 1, w ≥ 0` for a positive matrix A.
    fn start(positive: &[T], rows: usize, columns: usize) -> Self {
        let mut entries = Vec::with_capacity((rows + 1) * (columns + 1));
        for row in positive.chunks_exact(columns) {
            entries.extend_from_slice(row);
            entries.push(T::one());
        }
        entries.extend(std::iter::repeat_n(-T::one(), columns));
        entries.push(T::zero());
        let row_label = (columns..columns + rows).collect();
        Self { entries, rows, columns, last_pivot: T::one(), row_label, column_label: (0..columns).collect() }
    }

    fn at(&self, i: usize, j: usize) -> &T {
        &self.entries[i * (self.columns + 1) + j]
    }

    /// Pivots until no cost is negative; `None` on overflow, or if it is told to give up.
    fn optimise(mut self, over: &dyn Fn() -> bool) -> Option<Self> {
        let patience = self.rows + self.columns;
        let mut stalled = 0;
        loop {
            let negative = (0..self.columns).filter(|&j| self.at(self.rows, j).is_negative());
            let entering = if stalled > patience {
                negative.min_by_key(|&j| self.column_label[j])
            } else {
                negative.min_by(|&j, &k| self.at(self.rows, j).cmp(self.at(self.rows, k)))
            };
            let Some(q) = entering else { return Some(self) };
            if over() {
                return None;
            }
            let p = self.leaving_row(q)?;
            stalled = if self.at(p, self.columns).is_zero() { stalled + 1 } else { 0 };
            self.pivot(p, q)?;
        }
    }

    /// Least ratio of right-hand side and coefficient, ties by label; compares by cross multiplication.
    fn leaving_row(&self, q: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for i in (0..self.rows).filter(|&i| self.at(i, q).is_positive()) {
            let Some(b) = best else {
                best = Some(i);
                continue;
            };
            let mine = self.at(i, self.columns).checked_mul(self.at(b, q))?;
            let theirs = self.at(b, self.columns).checked_mul(self.at(i, q))?;
            if mine < theirs || (mine == theirs && self.row_label[i] < self.row_label[b]) {
                best = Some(i);
            }
        }
        best
    }

    fn pivot(&mut self, p: usize, q: usize) -> Option<()> {
        let width = self.columns + 1;
        let pivot = self.at(p, q).clone();
        let pivot_row: Vec<T> = self.entries[p * width..][..width].to_vec();
        for (i, row) in self.entries.chunks_exact_mut(width).enumerate() {
            if i == p {
                continue;
            }
            let factor = row[q].clone();
            for (j, entry) in row.iter_mut().enumerate() {
                if j == q {
                    *entry = -factor.clone();
                } else {
                    let product = entry.checked_mul(&pivot)?;
                    *entry = product.checked_sub(&factor.checked_mul(&pivot_row[j])?)? / self.last_pivot.clone();
                }
            }
        }
        self.entries[p * width + q] = std::mem::replace(&mut self.last_pivot, pivot);
        std::mem::swap(&mut self.row_label[p], &mut self.column_label[q]);
        Some(())
    }

    /// With `z = Σw·last_pivot`, the value of A is `last_pivot / z` and the strategies are `w/Σw` and `u/Σw`.
    fn into_solution(self, shift: &BigInt, denominator: &BigRational) -> ExactSolution {
        let total: BigInt = self.at(self.rows, self.columns).clone().into();
        let share = |part: &T| BigRational::new(part.clone().into(), total.clone());
        let mut column_strategy = vec![BigRational::zero(); self.columns];
        for (i, &label) in self.row_label.iter().enumerate().filter(|(_, label)| **label < self.columns) {
            column_strategy[label] = share(self.at(i, self.columns));
        }
        let mut row_strategy = vec![BigRational::zero(); self.rows];
        for (j, &label) in self.column_label.iter().enumerate().filter(|(_, label)| **label >= self.columns) {
            row_strategy[label - self.columns] = share(self.at(self.rows, j));
        }
        let value = (share(&self.last_pivot) - shift) / denominator;
        ExactSolution { value, row_strategy, column_strategy }
    }
}

/// What two vectors of finite, non-negative doubles prove about the game, evaluated exactly, then rounded outward.
pub(crate) fn certify(payoffs: &[f64], row_weights: &[f64], column_weights: &[f64]) -> (f64, f64) {
    let columns = column_weights.len();
    let exact = |value: f64| BigRational::from_f64(value).unwrap_or_default();
    let mean = |terms: &mut dyn Iterator<Item = (f64, f64)>| {
        let (mut sum, mut total) = (BigRational::zero(), BigRational::zero());
        for (weight, payoff) in terms.filter(|(weight, _)| *weight > 0.0) {
            let weight = exact(weight);
            sum += &weight * exact(payoff);
            total += weight;
        }
        if total.is_zero() { None } else { Some(sum / total) }
    };
    let lower = (0..columns)
        .map(|j| mean(&mut row_weights.iter().enumerate().map(|(i, &w)| (w, payoffs[i * columns + j]))))
        .min()
        .flatten();
    let upper = payoffs
        .chunks_exact(columns)
        .map(|row| mean(&mut column_weights.iter().copied().zip(row.iter().copied())))
        .max()
        .flatten();
    (lower.map_or(f64::NEG_INFINITY, |bound| round_down(&bound)), upper.map_or(f64::INFINITY, |bound| round_up(&bound)))
}

/// A double that is not above the fraction, and next to the largest such.
#[must_use]
pub fn round_down(value: &BigRational) -> f64 {
    let mut rounded = value.to_f64().unwrap_or(f64::NEG_INFINITY).min(f64::MAX);
    if rounded.is_nan() {
        return f64::NEG_INFINITY;
    }
    while rounded > f64::NEG_INFINITY && BigRational::from_f64(rounded).is_none_or(|exact| exact > *value) {
        rounded = rounded.next_down();
    }
    rounded
}

/// A double that is not below the fraction, and next to the smallest such.
#[must_use]
pub fn round_up(value: &BigRational) -> f64 {
    -round_down(&-value)
}

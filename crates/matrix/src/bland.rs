//! The patient path: a plain simplex with Bland's rule, in double or double-double precision.
//!
//! It runs when the vectorised simplex did not converge or left too wide an interval, so it is written to be robust, not
//! fast: all coefficients start positive (the program is bounded whatever happens), Bland's rule (1977) cannot cycle in
//! exact arithmetic, and the same body runs with 53 or 106 bits. Its answer is certified like every other.

use std::ops::{Div, Mul, Neg, Sub};

use crate::double_double::DoubleDouble;

/// A number that the patient simplex can calculate with.
pub(crate) trait Scalar:
    Copy + PartialOrd + From<f64> + Neg<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// What counts as zero when coefficients start between 1 and 3.
    const TOLERANCE: f64;
    fn rounded(self) -> f64;
}

impl Scalar for f64 {
    const TOLERANCE: f64 = 1e-12;
    fn rounded(self) -> f64 {
        self
    }
}

impl Scalar for DoubleDouble {
    const TOLERANCE: f64 = 1e-25;
    fn rounded(self) -> f64 {
        self.high()
    }
}

/// Finds strategies (not normalised, perhaps slightly negative) of a matrix with finite payoffs of safe magnitude.
///
/// False if the method did not end, or was told to give up; the strategies are then unspecified.
pub(crate) fn solve<S: Scalar>(
    payoffs: &[f64],
    row_strategy: &mut [f64],
    column_strategy: &mut [f64],
    over: &dyn Fn() -> bool,
) -> bool {
    let (rows, columns) = (row_strategy.len(), column_strategy.len());
    let least = payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = if greatest > least { greatest - least } else { 1.0 };
    // Rows, then the objective; columns, then the right-hand side. Coefficients are (p − least)/range + 1.
    let width = columns + 1;
    let entry = |payoff: f64| (S::from(payoff) - S::from(least)) / S::from(range) - S::from(-1.0);
    let mut tableau: Vec<S> = Vec::with_capacity((rows + 1) * width);
    for row in payoffs.chunks_exact(columns) {
        tableau.extend(row.iter().map(|&payoff| entry(payoff)));
        tableau.push(S::from(1.0));
    }
    tableau.extend(std::iter::repeat_n(S::from(1.0), columns));
    tableau.push(S::from(0.0));
    let mut row_label: Vec<usize> = (columns..columns + rows).collect();
    let mut column_label: Vec<usize> = (0..columns).collect();

    let tolerance = S::from(S::TOLERANCE);
    for _ in 0..1_000 + 50 * (rows + columns) {
        let entering = (0..columns).filter(|&j| tableau[rows * width + j] > tolerance).min_by_key(|&j| column_label[j]);
        let Some(q) = entering else {
            row_strategy.fill(0.0);
            column_strategy.fill(0.0);
            for (i, &label) in row_label.iter().enumerate().filter(|(_, label)| **label < columns) {
                column_strategy[label] = tableau[i * width + columns].rounded();
            }
            for (j, &label) in column_label.iter().enumerate().filter(|(_, label)| **label >= columns) {
                row_strategy[label - columns] = -tableau[rows * width + j].rounded();
            }
            return true;
        };
        if over() {
            return false;
        }
        let Some(p) = leaving_row(&tableau, width, q, &row_label) else {
            return false;
        };
        pivot(&mut tableau, width, p, q);
        std::mem::swap(&mut row_label[p], &mut column_label[q]);
    }
    false
}

/// The row with the least ratio; of equal ones the one with the least label.
fn leaving_row<S: Scalar>(tableau: &[S], width: usize, q: usize, row_label: &[usize]) -> Option<usize> {
    let mut best: Option<(S, usize)> = None;
    for (i, &label) in row_label.iter().enumerate() {
        let coefficient = tableau[i * width + q];
        if coefficient > S::from(S::TOLERANCE) {
            let ratio = tableau[i * width + width - 1] / coefficient;
            let better = best.is_none_or(|(least, at)| ratio < least || (ratio == least && label < row_label[at]));
            if better {
                best = Some((ratio, i));
            }
        }
    }
    best.map(|(_, row)| row)
}

fn pivot<S: Scalar>(tableau: &mut [S], width: usize, p: usize, q: usize) {
    let zero = S::from(0.0);
    let one = S::from(1.0);
    let reciprocal = one / tableau[p * width + q];
    tableau[p * width + q] = one;
    let pivot_row: Vec<S> = tableau[p * width..][..width].iter().map(|&entry| entry * reciprocal).collect();
    for (i, row) in tableau.chunks_exact_mut(width).enumerate() {
        if i == p {
            row.copy_from_slice(&pivot_row);
        } else {
            let factor = std::mem::replace(&mut row[q], zero);
            for (entry, &pivot_entry) in row.iter_mut().zip(&pivot_row) {
                *entry = *entry - factor * pivot_entry;
            }
        }
    }
}

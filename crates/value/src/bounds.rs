//! The answer `[L, U]`: what a search promises about a value.

use std::fmt;

use crate::{Chain, Lattice, Real, Window};

/// A promise about a value: `lower ≤ value ≤ upper`.
///
/// ```
/// use secateur_value::Bounds;
///
/// let told = Bounds::new(-1, 1);
/// let proved = told.narrowed(&Bounds::new(0, 5));
/// assert_eq!(proved, Bounds::new(0, 1));
/// assert!(proved.contains(&1) && !proved.is_exact());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds<V> {
    /// The value is at least this.
    pub lower: V,
    /// The value is at most this.
    pub upper: V,
}

impl<V: Lattice> Bounds<V> {
    /// The promise `lower ≤ value ≤ upper`.
    ///
    /// # Panics
    ///
    /// In debug builds, when no value keeps the promise.
    #[inline]
    pub fn new(lower: V, upper: V) -> Self {
        debug_assert!(lower.at_most(&upper), "no value lies between {lower:?} and {upper:?}");
        Self { lower, upper }
    }

    /// The promise that the value is this one.
    #[inline]
    pub fn exact(value: V) -> Self {
        Self { lower: value.clone(), upper: value }
    }

    /// Whether only one value keeps the promise.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Soundness: whether `value` keeps the promise.
    pub fn contains(&self, value: &V) -> bool {
        self.lower.at_most(value) && value.at_most(&self.upper)
    }

    /// Sufficiency: whether the asker of `window` has its answer, `clamp(L) = clamp(U)`.
    #[inline]
    pub fn enough(&self, window: &Window<V>) -> bool {
        window.clamp(&self.lower) == window.clamp(&self.upper)
    }

    /// Both promises at once, when each is known to hold.
    #[inline]
    pub fn narrowed(&self, other: &Self) -> Self {
        Self::new(self.lower.join(&other.lower), self.upper.meet(&other.upper))
    }

    /// What Max is promised when it may choose between two positions.
    #[inline]
    pub fn join(&self, other: &Self) -> Self {
        Self::new(self.lower.join(&other.lower), self.upper.join(&other.upper))
    }

    /// What Max is promised when Min may choose between two positions.
    #[inline]
    pub fn meet(&self, other: &Self) -> Self {
        Self::new(self.lower.meet(&other.lower), self.upper.meet(&other.upper))
    }
}

impl<V: Chain> Bounds<V> {
    /// The promise that every value of the chain keeps.
    pub const ANY: Self = Self { lower: V::LEAST, upper: V::GREATEST };

    /// This promise within another one that is known to hold: of two that contradict each other, as an estimate may, or rounding in
    /// the last digit, the other is right.
    #[inline(always)]
    pub fn clamped_to(&self, known: &Self) -> Self {
        let lower = self.lower.max(known.lower).min(known.upper);
        Self { lower, upper: self.upper.min(known.upper).max(lower) }
    }

    /// What a fail-soft search of `window` has shown when it returned `value`: at most `α` is an upper bound, at
    /// least `β` a lower one, and anything between is exact.
    #[inline]
    pub fn from_fail_soft(value: V, window: &Window<V>) -> Self {
        Self {
            lower: if value > window.alpha { value } else { V::LEAST },
            upper: if value < window.beta { value } else { V::GREATEST },
        }
    }
}

impl Bounds<Real> {
    /// The promise that floating-point arithmetic came to. What is no number promises nothing.
    ///
    /// ```
    /// use secateur_value::{Bounds, Chain, Real};
    ///
    /// assert_eq!(Bounds::of(0.0, 1.0), Bounds::new(Real::ZERO, Real::from(1)));
    /// assert_eq!(Bounds::of(f64::INFINITY - f64::INFINITY, 1.0), Bounds::new(Real::LEAST, Real::from(1)));
    /// ```
    #[inline(always)]
    pub fn of(lower: f64, upper: f64) -> Self {
        Self { lower: Real::new(lower).unwrap_or(Real::LEAST), upper: Real::new(upper).unwrap_or(Real::GREATEST) }
    }

    /// How far apart the ends are, to the nearest floating-point number; infinite where an end is.
    ///
    /// Whether that is at most some ε is a question for [`Bounds::is_within`], which does not round.
    #[inline(always)]
    pub fn width(&self) -> f64 {
        if self.lower == self.upper { 0.0 } else { self.upper.get() - self.lower.get() }
    }

    /// Whether the ends lie at most `error` apart, exactly.
    #[inline(always)]
    pub fn is_within(&self, error: Real) -> bool {
        self.upper.is_within(self.lower, error)
    }

    /// The middle, which is the best single number to print.
    #[inline]
    pub fn midpoint(&self) -> f64 {
        self.lower.halfway(self.upper).get()
    }
}

impl<V: fmt::Display + PartialEq> fmt::Display for Bounds<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The formatter goes on to both ends, so that `{:.3}` means what it says.
        if self.lower == self.upper {
            return self.lower.fmt(f);
        }
        f.write_str("between ")?;
        self.lower.fmt(f)?;
        f.write_str(" and ")?;
        self.upper.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The promise of a fail-soft value is sound and enough, whatever the window.
        #[test]
        fn fail_soft_values_keep_the_contract(value in -9i32..9, alpha in -9i32..9, width in 1i32..5, slack in 0i32..4) {
            let window = Window::new(alpha, alpha + width);
            // A fail-soft search may return anything between the value and the window's end on the failing side.
            let returned = if value <= alpha { (value + slack).min(alpha) }
                else if value >= window.beta { (value - slack).max(window.beta) }
                else { value };
            let bounds = Bounds::from_fail_soft(returned, &window);
            prop_assert!(bounds.contains(&value));
            prop_assert!(bounds.enough(&window));
        }

        /// Choosing is monotone: if each child's promise holds, so does the parent's.
        #[test]
        fn choices_keep_promises(a in 0i32..9, b in 0i32..9, slack in prop::array::uniform4(0i32..4)) {
            let (p, q) = (Bounds::new(a - slack[0], a + slack[1]), Bounds::new(b - slack[2], b + slack[3]));
            prop_assert!(p.join(&q).contains(&a.max(b)));
            prop_assert!(p.meet(&q).contains(&a.min(b)));
        }
    }
}

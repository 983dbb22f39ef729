//! The window `(α, β)`: what the asker of a question already has elsewhere.

use crate::{Chain, Lattice};

/// A question about a position: "what is its value, as far as it lies between `alpha` and `beta`?"
///
/// Max already has α elsewhere, and Min can already hold Max to β, so nobody needs to tell apart values that agree
/// after [`clamp`](Window::clamp).
///
/// ```
/// use secateur_value::Window;
///
/// let window = Window::new(-1, 4);
/// assert_eq!(window.clamp(&9), 4);
/// assert!(!window.is_closed());
/// assert!(Window::new(4, 4).is_closed());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<V> {
    /// What Max can get elsewhere.
    pub alpha: V,
    /// What Min can hold Max to elsewhere.
    pub beta: V,
}

impl<V: Lattice> Window<V> {
    /// The window `(alpha, beta)`.
    pub fn new(alpha: V, beta: V) -> Self {
        Self { alpha, beta }
    }

    /// `β ∧ (α ∨ x)`: what the asker learns from the value `x`.
    #[inline]
    pub fn clamp(&self, x: &V) -> V {
        self.beta.meet(&self.alpha.join(x))
    }

    /// Whether every value clamps to the same one, so that there is nothing left to ask: `β ≤ α`.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.beta.at_most(&self.alpha)
    }
}

impl<V: Chain> Window<V> {
    /// The window that no value of the chain misses.
    pub const OPEN: Self = Self { alpha: V::LEAST, beta: V::GREATEST };

    /// The null window that asks whether the value is more than `value`: nothing lies strictly inside it.
    pub fn above(value: V) -> Self {
        Self::new(value, value.next_up())
    }

    /// The null window that asks whether the value is less than `value`.
    pub fn below(value: V) -> Self {
        Self::new(value.next_down(), value)
    }
}

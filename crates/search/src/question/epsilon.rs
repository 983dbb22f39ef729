//! How far an answer may err: one type and one rule for every search that may.

use secateur_value::Real;

/// How far apart the two bounds of an answer may be: a number that is 0 or more, and finite.
///
/// ```
/// use secateur_search::Epsilon;
///
/// assert_eq!(Epsilon::new(0.5)?.get(), 0.5);
/// for bad in [-1.0, f64::NAN, f64::INFINITY] {
///     assert!(Epsilon::new(bad).is_err());
/// }
/// # Ok::<(), secateur_search::BadEpsilon>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epsilon(Real);

/// The error of an ε that is no number, below 0, or infinite.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("expected an error of 0 or more, such as 0.5, found {0}")]
pub struct BadEpsilon(pub f64);

impl Epsilon {
    /// No error at all.
    pub const ZERO: Self = Self(Real::ZERO);

    /// The error as an ε, if it is one.
    ///
    /// # Errors
    ///
    /// If it is no number, below 0, or infinite: a search that may err by everything has nothing to do.
    pub fn new(error: f64) -> Result<Self, BadEpsilon> {
        match Real::new(error) {
            Ok(real) if real >= Real::ZERO && error.is_finite() => Ok(Self(real)),
            _ => Err(BadEpsilon(error)),
        }
    }

    /// The number itself.
    #[inline]
    pub fn get(self) -> f64 {
        self.0.get()
    }

    /// The number as a value.
    #[inline]
    pub fn real(self) -> Real {
        self.0
    }
}

impl TryFrom<f64> for Epsilon {
    type Error = BadEpsilon;

    fn try_from(error: f64) -> Result<Self, BadEpsilon> {
        Self::new(error)
    }
}

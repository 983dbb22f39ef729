//! Limits for work that is no search: a clock and a cancel flag that are asked now and then.

use std::time::Instant;

use super::limits::{Cancel, Limits};
use super::outcome::Stop;

/// Says when work has to stop. Searches charge every node to their limits; what has no nodes asks here.
///
/// ```
/// use std::time::Duration;
/// use secateur_search::{Cancel, Limits, Stop, Watch};
///
/// let cancel = Cancel::new();
/// let watch = Watch::new(&Limits::none().time(Duration::from_secs(60)).until(&cancel));
/// assert_eq!(watch.stop(), None);
/// cancel.cancel();
/// assert_eq!(watch.stop(), Some(Stop::Cancelled));
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    cancel: Option<Cancel>,
    deadline: Option<Instant>,
}

impl Watch {
    /// The time begins now.
    pub fn new(limits: &Limits) -> Self {
        // A time too long to add is no limit.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { cancel: limits.cancel.clone(), deadline }
    }

    /// Why to stop, if there is a reason. It costs about as much as looking at a clock.
    #[inline]
    pub fn stop(&self) -> Option<Stop> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }
}

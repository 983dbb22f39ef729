//! Why a node was left, in words.

use crate::record::{Bounds, Thinned, Totals, Why, Window};
use crate::{Record, Value};

/// What may have been a reason to leave a node.
pub(crate) struct Conditions {
    /// What the node was asked with.
    pub(crate) asked: Window,
    /// What its next child would have been asked with.
    pub(crate) window: Window,
    /// `U ≤ α`.
    pub(crate) fails_low: bool,
    /// `L ≥ β`.
    pub(crate) fails_high: bool,
    /// `β ≤ α` of the window that was left.
    pub(crate) closed: bool,
}

impl Conditions {
    /// The condition that held, if one did.
    fn words(&self, bounds: &Bounds) -> Option<String> {
        let sides = |one: &str, value: &Option<Value>, sign: &str, other: &str, end: &Option<Value>| {
            Some(format!("{one} = {} {sign} {other} = {}", value.as_ref()?, end.as_ref()?))
        };
        if self.fails_high {
            sides("L", &bounds.lower, "≥", "β", &self.asked.beta)
        } else if self.fails_low {
            sides("U", &bounds.upper, "≤", "α", &self.asked.alpha)
        } else if self.closed {
            sides("β", &self.window.beta, "≤", "α", &self.window.alpha)
        } else {
            None
        }
    }
}

/// Bounds as a reader would say them.
pub(crate) fn bounds(bounds: &Bounds) -> String {
    match (&bounds.lower, &bounds.upper) {
        (Some(lower), Some(upper)) if lower.to_string() == upper.to_string() => lower.to_string(),
        (Some(lower), Some(upper)) => format!("between {lower} and {upper}"),
        (Some(lower), None) => format!("at least {lower}"),
        (None, Some(upper)) => format!("at most {upper}"),
        (None, None) => "not known".to_owned(),
    }
}

pub(crate) fn left(why: Why, found: &Bounds, conditions: &Conditions) -> String {
    let told = bounds(found);
    match why {
        Why::Over => format!("over: {told}"),
        Why::Horizon => format!("depth limit: {told}"),
        Why::Known => match conditions.words(found) {
            Some(condition) => format!("known: {condition}"),
            None => format!("known: {told}"),
        },
        Why::Cut => match conditions.words(found) {
            Some(condition) => format!("cut: {condition}"),
            None => format!("cut: close enough, {told}"),
        },
        Why::PutOff => "put off: another position is more promising now".to_owned(),
        Why::Done => format!("done: {told}"),
        Why::Interrupted => format!("stopped by a limit: {told}"),
    }
}

pub(crate) fn thinned(thinned: &Thinned, totals: &Totals) -> String {
    let mut words = String::new();
    if thinned.visits_left_out > 0 {
        words = format!(
            "The record keeps the first {} levels below the root, as many as fit {} nodes; {} of {} visits lie deeper and are only counted.",
            thinned.deepest, thinned.nodes_limit, thinned.visits_left_out, totals.visits
        );
    }
    if thinned.events_left_out > 0 {
        let space = if words.is_empty() { "" } else { " " };
        words += &format!("{space}The last {} events about kept nodes are only counted.", thinned.events_left_out);
    }
    words
}

impl Record {
    /// The answer in words, as a title has it.
    pub fn answer(&self) -> String {
        bounds(&self.bounds)
    }
}

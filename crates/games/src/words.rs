//! Results in words, where games share them.

use secateur_value::Real;

/// The value of a game that is won, drawn or lost; a number where it is between.
pub(crate) fn result(value: Real) -> String {
    match value.get() {
        1.0 => "Max wins".to_owned(),
        -1.0 => "Min wins".to_owned(),
        0.0 => "a draw".to_owned(),
        value => format!("{value}"),
    }
}

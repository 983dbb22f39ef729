//! A value of any game, as a record has it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number, or an element of a lattice in its game's own words. As JSON: a number (whole where it is whole), or a string.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A finite number.
    Number(f64),
    /// An element of a lattice, such as a set, in the game's own words.
    Text(String),
}

impl Value {
    /// A number, or nothing if it is infinite, as at the open end of a window.
    pub fn finite(number: f64) -> Option<Self> {
        number.is_finite().then_some(Self::Number(number))
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }
}

/// Numbers are shown with at most six digits after the point: enough to read, and a null window of floating-point numbers still
/// fits a drawing.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) if number.abs() >= 1e15 => write!(f, "{number:e}"),
            Self::Number(number) => {
                let shown = format!("{number:.6}");
                let shown = shown.trim_end_matches('0').trim_end_matches('.');
                f.write_str(if shown == "-0" { "0" } else { shown })
            }
        }
    }
}

/// The largest whole number up to which all whole numbers are floating-point numbers.
const WHOLE: f64 = 9_007_199_254_740_992.0;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) if number.fract() == 0.0 && number.abs() <= WHOLE => {
                serializer.serialize_i64(*number as i64)
            }
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(f64),
            Text(String),
        }
        Ok(match Either::deserialize(deserializer)? {
            Either::Number(number) => Self::Number(number),
            Either::Text(text) => Self::Text(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_where_they_are_and_text_is_text() {
        let json = |value: Value| serde_json::to_string(&value).unwrap();
        assert_eq!(json(Value::Number(3.0)), "3");
        assert_eq!(json(Value::Number(-0.25)), "-0.25");
        assert_eq!(json(Value::Text("{1, 2}".into())), "\"{1, 2}\"");
        for value in [Value::Number(0.1), Value::Number(-7.0), Value::Text("{}".into())] {
            assert_eq!(serde_json::from_str::<Value>(&json(value.clone())).unwrap(), value);
        }
        assert_eq!(Value::finite(f64::INFINITY), None);
    }

    #[test]
    fn numbers_are_short_to_read() {
        let shown = |number: f64| Value::Number(number).to_string();
        assert_eq!(shown(39.999_999_999_999_99), "40");
        assert_eq!(shown(0.125), "0.125");
        assert_eq!(shown(-1e-9), "0");
        assert_eq!(shown(100.0), "100");
    }
}

//! What one instance of an experiment yields: named values in the order in which they were set.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A number, a text, a truth value, or nothing: whatever fits one cell of a CSV file.
///
/// It is built with `From` and nothing else, so a list or an object can never get into a [`Record`]. A float that is
/// not finite becomes nothing, since JSON has no such number.
///
/// ```
/// use secateur_lab::Scalar;
/// assert_eq!(Scalar::from(757_699_u64).number(), Some(757_699.0));
/// assert_eq!(Scalar::from("smab").text(), Some("smab"));
/// assert_eq!(Scalar::from(f64::NAN).number(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scalar(#[serde(deserialize_with = "flat_value")] Value);

fn flat_value<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Value, D::Error> {
    match Value::deserialize(source)? {
        Value::Array(_) | Value::Object(_) => {
            Err(serde::de::Error::custom("expected a number, a text, true, false or null"))
        }
        flat => Ok(flat),
    }
}

impl Scalar {
    /// The value as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The value as a whole number that is not negative, if it is one.
    pub fn count(&self) -> Option<u64> {
        self.0.as_u64()
    }

    /// The value as a text, if it is one.
    pub fn text(&self) -> Option<&str> {
        self.0.as_str()
    }

    /// The value as a truth value, if it is one.
    pub fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }
}

/// The value as it stands in a CSV cell: texts bare, nothing as the empty text.
impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Value::Null => Ok(()),
            Value::String(text) => f.write_str(text),
            other => write!(f, "{other}"),
        }
    }
}

macro_rules! scalar_from {
    ($($source:ty),*) => {$(
        impl From<$source> for Scalar {
            fn from(value: $source) -> Self {
                Self(Value::from(value))
            }
        }
    )*};
}
scalar_from!(u8, u16, u32, u64, usize, i8, i16, i32, i64, f64, bool, &str, String);

impl<T: Into<Scalar>> From<Option<T>> for Scalar {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self(Value::Null), Into::into)
    }
}

/// An ordered map from names to [`Scalar`]s: a row of the experiment's CSV file.
///
/// ```
/// use secateur_lab::Record;
///
/// let record = Record::new().with("cards", 7).with("algorithm", "smab").with("expanded", 757_699_u64);
/// assert_eq!(record.count("expanded"), Some(757_699));
/// assert_eq!(record.text("algorithm"), Some("smab"));
/// assert_eq!(record.names().collect::<Vec<_>>(), ["cards", "algorithm", "expanded"]);
/// assert_eq!(record.number("leaves"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct Record(Vec<(String, Scalar)>);

impl Record {
    /// A record without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same record with a field more, or with another value of a field that it has.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Scalar>) -> Self {
        self.set(name, value);
        self
    }

    /// Sets a field; a new one comes last, an old one keeps its place.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Scalar>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of a field, if the record has it.
    pub fn get(&self, name: &str) -> Option<&Scalar> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The number in a field.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.number()
    }

    /// The whole, non-negative number in a field.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.get(name)?.count()
    }

    /// The text in a field.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    /// The names of the fields, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The fields, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Scalar)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the field has this value; the natural filter when a page picks its records.
    ///
    /// ```
    /// use secateur_lab::Record;
    /// let record = Record::new().with("cards", 7);
    /// assert!(record.has("cards", 7) && !record.has("cards", 8) && !record.has("coins", 7));
    /// ```
    pub fn has(&self, name: &str, value: impl Into<Scalar>) -> bool {
        self.get(name).is_some_and(|ours| *ours == value.into())
    }
}

impl From<Record> for Map<String, Value> {
    fn from(record: Record) -> Self {
        record.0.into_iter().map(|(name, value)| (name, value.0)).collect()
    }
}

impl TryFrom<Map<String, Value>> for Record {
    type Error = serde_json::Error;

    fn try_from(map: Map<String, Value>) -> Result<Self, Self::Error> {
        map.into_iter()
            .map(|(name, value)| Ok((name, serde_json::from_value(value)?)))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// The numbers in one field of the records that satisfy a condition, in the order of the records.
///
/// ```
/// use secateur_lab::{Record, numbers};
/// let records = [
///     Record::new().with("depth", 3).with("seconds", 0.5),
///     Record::new().with("depth", 4).with("seconds", 2.0),
///     Record::new().with("depth", 4).with("seconds", 3.0),
/// ];
/// assert_eq!(numbers(&records, "seconds", |record| record.has("depth", 4)), [2.0, 3.0]);
/// ```
pub fn numbers(records: &[Record], name: &str, wanted: impl Fn(&Record) -> bool) -> Vec<f64> {
    let wanted = records.iter().filter(|record| wanted(record));
    wanted.filter_map(|record| record.number(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nested_values_are_refused() {
        for text in [r#"{"a":[1]}"#, r#"{"a":{"b":1}}"#, "[1]", "3"] {
            assert!(serde_json::from_str::<Record>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn setting_again_keeps_the_place() {
        let record = Record::new().with("a", 1).with("b", 2).with("a", "three");
        assert_eq!(serde_json::to_string(&record).unwrap(), r#"{"a":"three","b":2}"#);
        assert_eq!(record.len(), 2);
    }

    fn any_scalar() -> impl Strategy<Value = Scalar> {
        prop_oneof![
            any::<u64>().prop_map(Scalar::from),
            any::<i64>().prop_map(Scalar::from),
            any::<f64>().prop_map(Scalar::from),
            any::<bool>().prop_map(Scalar::from),
            any::<String>().prop_map(Scalar::from),
            Just(Scalar::from(None::<u64>)),
        ]
    }

    proptest! {
        // A resumed run reads records back from its journal: they must be the very same, floats included.
        #[test]
        fn records_survive_json_bit_for_bit(
            fields in prop::collection::vec((any::<String>(), any_scalar()), 0..8)
        ) {
            let mut record = Record::new();
            for (name, value) in fields {
                record.set(name, value);
            }
            let text = serde_json::to_string(&record).unwrap();
            let back: Record = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&back, &record);
            prop_assert_eq!(serde_json::to_string(&back).unwrap(), text);
        }
    }
}

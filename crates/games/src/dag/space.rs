//! Which lattice the values of a graph come from, and how its elements are written in JSON.

use secateur_value::{Bounds, Diagram, Family, Lattice, Set, Subset, WideSet};
use serde_json::{Value, json};

use super::element::Element;

/// A lattice, as a file describes it.
///
/// | in a file | elements |
/// | --- | --- |
/// | `{"set": ["a", "b"]}` or `{"set": 2}` | a list of members, such as `["a"]` or `[1]` |
/// | `{"family": ["a", "b"]}` or `{"family": 2}` | a list of sets; a set stands for itself and its subsets |
/// | `{"integer": [-3, 3]}` | a whole number in that range |
/// | `{"product": [L, …]}` | a list with one element of each |
/// | `{"dual": L}` | an element of `L`; what was less is now more |
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Space {
    /// Whole numbers from the first to the second.
    Integer(i64, i64),
    /// Subsets of these members.
    Set(Members),
    /// Families of subsets of these members, under downward closure.
    Family(Members),
    /// Several criteria at once.
    Product(Vec<Space>),
    /// Upside down.
    Dual(Box<Space>),
}

/// The members of a ground set: numbers from 1, or names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Members {
    /// The numbers from 1 to this.
    Count(usize),
    /// These names, each once.
    Names(Vec<String>),
}

/// How many members a ground set may have in a file.
const MOST_MEMBERS: usize = 1 << 20;
/// How deep products and duals may be nested.
const DEEPEST_SPACE: usize = 16;

impl Members {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Count(count) => *count,
            Self::Names(names) => names.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn read(json: &Value) -> Result<Self, String> {
        match json {
            Value::Number(number) => match number.as_u64() {
                Some(count) if count <= MOST_MEMBERS as u64 => Ok(Self::Count(count as usize)),
                _ => Err(format!("expected at most {MOST_MEMBERS} members, found {number}")),
            },
            Value::Array(names) => {
                let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
                let names = names.ok_or("expected the members' names as strings")?;
                let mut sorted: Vec<&String> = names.iter().collect();
                sorted.sort_unstable();
                match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                    Some(twice) => Err(format!("expected each member once, found {} twice", twice[0])),
                    None => Ok(Self::Names(names)),
                }
            }
            other => Err(format!("expected a number of members or their names, found {}", kind(other))),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Count(count) => json!(count),
            Self::Names(names) => json!(names),
        }
    }

    fn place(&self, json: &Value) -> Result<usize, String> {
        let place = match (self, json) {
            (Self::Count(count), Value::Number(number)) => {
                number.as_u64().filter(|number| (1..=*count as u64).contains(number)).map(|number| number as usize - 1)
            }
            (Self::Names(names), Value::String(name)) => names.iter().position(|known| known == name),
            _ => None,
        };
        place.ok_or_else(|| match self {
            Self::Count(count) => format!("expected a number from 1 to {count}, found {}", shown(json)),
            Self::Names(_) => format!("expected the name of a member, found {}", shown(json)),
        })
    }

    fn set(&self, json: &Value) -> Result<WideSet, String> {
        let Value::Array(members) = json else {
            return Err(format!("expected a list of members, found {}", shown(json)));
        };
        let mut set = WideSet::empty(self.len());
        for member in members {
            set.insert(self.place(member)?);
        }
        Ok(set)
    }

    /// A set as a list of its members.
    pub fn set_json<S: Subset>(&self, set: &S) -> Value {
        match self {
            Self::Count(_) => set.members().map(|member| json!(member + 1)).collect(),
            Self::Names(names) => {
                set.members().filter_map(|member| names.get(member)).map(|name| json!(name)).collect()
            }
        }
    }
}

impl Space {
    /// Reads the description of a lattice.
    pub(super) fn read(json: &Value, depth: usize) -> Result<Self, String> {
        if depth > DEEPEST_SPACE {
            return Err(format!("expected at most {DEEPEST_SPACE} lattices inside each other"));
        }
        let (name, inner) = match json {
            Value::Object(fields) if fields.len() == 1 => fields.iter().next().ok_or("expected a lattice")?,
            other => {
                return Err(format!("expected a lattice such as {{\"set\": [\"a\", \"b\"]}}, found {}", shown(other)));
            }
        };
        match (name.as_str(), inner) {
            ("set", members) => Members::read(members).map(Self::Set),
            ("family", members) => Members::read(members).map(Self::Family),
            ("integer", Value::Array(ends)) => match ends.iter().map(Value::as_i64).collect::<Vec<_>>()[..] {
                [Some(least), Some(greatest)] if least <= greatest => Ok(Self::Integer(least, greatest)),
                _ => Err(format!("expected the least and the greatest integer, found {}", shown(inner))),
            },
            ("product", Value::Array(factors)) => {
                factors.iter().map(|factor| Self::read(factor, depth + 1)).collect::<Result<_, _>>().map(Self::Product)
            }
            ("dual", inner) => Self::read(inner, depth + 1).map(|space| Self::Dual(Box::new(space))),
            _ => Err(format!("expected set, family, integer, product or dual, found {}", shown(json))),
        }
    }

    /// The description as a file has it.
    pub fn json(&self) -> Value {
        match self {
            Self::Integer(least, greatest) => json!({"integer": [least, greatest]}),
            Self::Set(members) => json!({"set": members.json()}),
            Self::Family(members) => json!({"family": members.json()}),
            Self::Product(factors) => json!({"product": factors.iter().map(Self::json).collect::<Vec<_>>()}),
            Self::Dual(inner) => json!({"dual": inner.json()}),
        }
    }

    /// ⊥ and ⊤.
    pub fn ends(&self) -> Bounds<Element> {
        match self {
            Self::Integer(least, greatest) => Bounds::new(Element::Integer(*least), Element::Integer(*greatest)),
            Self::Set(members) => {
                let ground = members.len();
                Bounds::new(Element::Set(WideSet::empty(ground)), Element::Set(WideSet::full(ground)))
            }
            Self::Family(members) => {
                Bounds::new(Element::Family(Family::none()), Element::Family(Family::every(members.len())))
            }
            Self::Product(factors) => {
                let (lower, upper) = factors.iter().map(|factor| factor.ends()).map(|b| (b.lower, b.upper)).unzip();
                Bounds::new(Element::Product(lower), Element::Product(upper))
            }
            Self::Dual(inner) => {
                let Bounds { lower, upper } = inner.ends();
                Bounds::new(Element::Dual(Box::new(upper)), Element::Dual(Box::new(lower)))
            }
        }
    }

    /// Reads an element, or says what was expected.
    pub fn element(&self, json: &Value) -> Result<Element, String> {
        match (self, json) {
            (Self::Integer(least, greatest), _) => match json.as_i64() {
                Some(number) if (least..=greatest).contains(&&number) => Ok(Element::Integer(number)),
                _ => Err(format!("expected a whole number from {least} to {greatest}, found {}", shown(json))),
            },
            (Self::Set(members), _) => members.set(json).map(Element::Set),
            (Self::Family(members), Value::Array(sets)) => {
                let sets: Vec<WideSet> = sets.iter().map(|set| members.set(set)).collect::<Result<_, _>>()?;
                Ok(Element::Family(Family::of(sets)))
            }
            (Self::Family(_), _) => Err(format!("expected a list of sets, found {}", shown(json))),
            (Self::Product(factors), Value::Array(parts)) if parts.len() == factors.len() => {
                let parts = factors.iter().zip(parts).map(|(factor, part)| factor.element(part));
                parts.collect::<Result<_, _>>().map(Element::Product)
            }
            (Self::Product(factors), _) => {
                Err(format!("expected a list of {} values, found {}", factors.len(), shown(json)))
            }
            (Self::Dual(inner), _) => inner.element(json).map(|element| Element::Dual(Box::new(element))),
        }
    }
}

/// Values that can be written as elements of a [`Space`].
pub trait InSpace: Lattice + Send + Sync {
    /// The value as a file has it.
    fn json(&self, space: &Space) -> Value;
}

impl<const WORDS: usize> InSpace for Set<WORDS> {
    fn json(&self, space: &Space) -> Value {
        match space {
            Space::Set(members) => members.set_json(self),
            _ => Value::Null,
        }
    }
}

impl InSpace for WideSet {
    fn json(&self, space: &Space) -> Value {
        match space {
            Space::Set(members) => members.set_json(self),
            _ => Value::Null,
        }
    }
}

impl<S: Subset> InSpace for Family<S> {
    fn json(&self, space: &Space) -> Value {
        match space {
            Space::Family(members) => self.sets().iter().map(|set| members.set_json(set)).collect(),
            _ => Value::Null,
        }
    }
}

impl InSpace for Diagram {
    fn json(&self, space: &Space) -> Value {
        match space {
            Space::Family(members) => self.sets::<WideSet>().iter().map(|set| members.set_json(set)).collect(),
            _ => Value::Null,
        }
    }
}

impl InSpace for Element {
    fn json(&self, space: &Space) -> Value {
        match (self, space) {
            (Self::Integer(number), _) => json!(number),
            (Self::Set(set), Space::Set(members)) => members.set_json(set),
            (Self::Family(family), space) => family.json(space),
            (Self::Product(parts), Space::Product(factors)) => {
                parts.iter().zip(factors).map(|(part, factor)| part.json(factor)).collect()
            }
            (Self::Dual(inner), Space::Dual(space)) => inner.json(space),
            _ => Value::Null,
        }
    }
}

fn kind(json: &Value) -> &'static str {
    match json {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A piece of a file inside a one-line message.
pub(super) fn shown(json: &Value) -> String {
    let text: String = json.to_string().chars().take(61).collect();
    if text.chars().count() > 60 { format!("{}…", text.chars().take(60).collect::<String>()) } else { text }
}

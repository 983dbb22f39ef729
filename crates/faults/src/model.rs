//! Fault trees in Open-PSA XML: gates of `and`, `or` and `atleast` over basic events.
//!
//! Read are `define-gate`, `define-basic-event` (with a `float` as its probability), `define-house-event`, and references
//! by `gate`, `basic-event`, `house-event` and `event`; formulas may be nested. Cut sets are for monotone trees only, so
//! any other connective (`not`, `xor`, …) is refused by its name.

use std::collections::HashMap;

use roxmltree::{Document, Node};

/// A fault tree.
///
/// ```
/// use secateur_faults::FaultTree;
///
/// let tree = FaultTree::from_xml(r#"
///     <opsa-mef>
///       <define-fault-tree name="pumps">
///         <define-gate name="no-water"><and><event name="a"/><event name="b"/></and></define-gate>
///         <define-basic-event name="a"><float value="0.1"/></define-basic-event>
///       </define-fault-tree>
///     </opsa-mef>"#)?;
/// assert_eq!(tree.minimal_cut_sets(None, None)?.names(&tree), [["a", "b"]]);
/// # Ok::<(), secateur_faults::FaultError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FaultTree {
    pub(crate) gates: Vec<Gate>,
    pub(crate) events: Vec<Event>,
    pub(crate) numbers: HashMap<String, usize>,
}

/// A basic event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// Its name.
    pub name: String,
    /// How likely it is, where the file says so.
    pub probability: Option<f64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Gate {
    pub(crate) name: String,
    pub(crate) formula: Formula,
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Constant(bool),
    Event(usize),
    Gate(String),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    AtLeast(usize, Vec<Formula>),
}

/// Why a file is no fault tree that has cut sets. Every message is one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultError {
    /// Not XML.
    #[error("expected XML: {0}")]
    NotXml(String),
    /// A connective that is not monotone, or that nobody knows.
    #[error("line {line}: expected and, or, atleast and events, found {found}")]
    Refused {
        /// Where.
        line: u32,
        /// What.
        found: String,
    },
    /// Something is missing or wrong at an element.
    #[error("line {line}: {element}: expected {expected}")]
    Expected {
        /// Where.
        line: u32,
        /// At which element.
        element: String,
        /// What.
        expected: &'static str,
    },
    /// A name stands for two things.
    #[error("line {line}: expected each name once, found {name} again")]
    Again {
        /// Where.
        line: u32,
        /// The name.
        name: String,
    },
    /// A gate that is not there.
    #[error("expected a gate named {0}")]
    NoGate(String),
    /// More than one gate, or none, is not below another.
    #[error("expected one top gate, found {}; name one", if .0.is_empty() { "none".to_owned() } else { .0.join(", ") })]
    NoTop(Vec<String>),
    /// A gate below itself, or gates too deep inside each other.
    #[error("{0}")]
    Graph(String),
}

/// How deep formulas may be nested inside one gate.
const DEEPEST_FORMULA: usize = 100;

impl FaultTree {
    /// Reads a fault tree.
    pub fn from_xml(text: &str) -> Result<Self, FaultError> {
        let document = Document::parse(text)
            // The parser quotes what it found, line breaks included.
            .map_err(|problem| FaultError::NotXml(problem.to_string().replace(char::is_control, " ")))?;
        let mut reader = Reader {
            tree: Self { gates: Vec::new(), events: Vec::new(), numbers: HashMap::new() },
            event_numbers: HashMap::new(),
            houses: HashMap::new(),
        };
        let elements = || document.descendants().filter(Node::is_element);
        for element in elements().filter(|element| element.has_tag_name("define-house-event")) {
            let value =
                element.children().find(|child| child.has_tag_name("constant")).and_then(|c| c.attribute("value"));
            let value = match value {
                Some("true") => true,
                Some("false") => false,
                _ => return Err(expected(&element, "a constant of true or false")),
            };
            reader.houses.insert(name(&element)?.to_owned(), value);
        }
        for element in elements().filter(|element| element.has_tag_name("define-basic-event")) {
            let number = reader.event(name(&element)?);
            let float = element.children().find(|child| child.has_tag_name("float"));
            let Some(float) = float else { continue };
            let probability = float.attribute("value").and_then(|value| value.trim().parse::<f64>().ok());
            let probability = probability.filter(|value| (0.0..=1.0).contains(value));
            let event = &mut reader.tree.events[number];
            event.probability = Some(probability.ok_or_else(|| expected(&float, "a probability from 0 to 1"))?);
        }
        let defined = elements().filter(|element| element.has_tag_name("define-gate"));
        let gates: Vec<Node<'_, '_>> = defined.collect();
        for element in &gates {
            let name = name(element)?;
            if reader.tree.numbers.insert(name.to_owned(), reader.tree.numbers.len()).is_some() {
                return Err(FaultError::Again { line: line(element), name: name.to_owned() });
            }
        }
        for element in &gates {
            let formula = reader.only_formula(element, 0)?;
            reader.tree.gates.push(Gate { name: name(element)?.to_owned(), formula });
        }
        Ok(reader.tree)
    }

    /// The basic events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The gates that are below no other.
    pub fn tops(&self) -> Vec<String> {
        let mut below = vec![false; self.gates.len()];
        let mut open: Vec<&Formula> = self.gates.iter().map(|gate| &gate.formula).collect();
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Gate(name) => {
                    if let Some(&number) = self.numbers.get(name) {
                        below[number] = true;
                    }
                }
                Formula::And(parts) | Formula::Or(parts) | Formula::AtLeast(_, parts) => open.extend(parts),
                Formula::Constant(_) | Formula::Event(_) => {}
            }
        }
        self.gates.iter().zip(below).filter(|(_, below)| !below).map(|(gate, _)| gate.name.clone()).collect()
    }
}

struct Reader {
    tree: FaultTree,
    event_numbers: HashMap<String, usize>,
    houses: HashMap<String, bool>,
}

impl Reader {
    /// The number of a basic event, which is one from now on.
    fn event(&mut self, name: &str) -> usize {
        if let Some(&number) = self.event_numbers.get(name) {
            return number;
        }
        let number = self.tree.events.len();
        self.tree.events.push(Event { name: name.to_owned(), probability: None });
        self.event_numbers.insert(name.to_owned(), number);
        number
    }

    /// The one formula inside an element, beside labels and attributes.
    fn only_formula(&mut self, element: &Node<'_, '_>, depth: usize) -> Result<Formula, FaultError> {
        let mut parts = formulas(element);
        match (parts.next(), parts.next()) {
            (Some(formula), None) => self.formula(&formula, depth),
            _ => Err(expected(element, "exactly one formula")),
        }
    }

    fn formula(&mut self, element: &Node<'_, '_>, depth: usize) -> Result<Formula, FaultError> {
        if depth > DEEPEST_FORMULA {
            return Err(expected(element, "at most 100 formulas inside each other"));
        }
        let mut parts = || -> Result<Vec<Formula>, FaultError> {
            let parts: Vec<Formula> =
                formulas(element).map(|part| self.formula(&part, depth + 1)).collect::<Result<_, _>>()?;
            if parts.is_empty() { Err(expected(element, "at least one formula inside")) } else { Ok(parts) }
        };
        Ok(match element.tag_name().name() {
            "and" => Formula::And(parts()?),
            "or" => Formula::Or(parts()?),
            "atleast" => {
                let least = element.attribute("min").and_then(|least| least.trim().parse().ok());
                Formula::AtLeast(least.ok_or_else(|| expected(element, "a whole number as min"))?, parts()?)
            }
            "constant" => match element.attribute("value") {
                Some("true") => Formula::Constant(true),
                Some("false") => Formula::Constant(false),
                _ => return Err(expected(element, "true or false as value")),
            },
            "gate" => Formula::Gate(name(element)?.to_owned()),
            "basic-event" => Formula::Event(self.event(name(element)?)),
            "house-event" => {
                let value = self.houses.get(name(element)?);
                Formula::Constant(*value.ok_or_else(|| expected(element, "a house event that is defined"))?)
            }
            // An event is whatever has this name; what has no definition is basic.
            "event" => match name(element)? {
                gate if self.tree.numbers.contains_key(gate) => Formula::Gate(gate.to_owned()),
                house if self.houses.contains_key(house) => Formula::Constant(self.houses[house]),
                basic => Formula::Event(self.event(basic)),
            },
            other => return Err(FaultError::Refused { line: line(element), found: other.to_owned() }),
        })
    }
}

/// The elements inside an element that are formulas, not words about it.
fn formulas<'n, 'i>(element: &Node<'n, 'i>) -> impl Iterator<Item = Node<'n, 'i>> + use<'n, 'i> {
    element.children().filter(|child| child.is_element() && !matches!(child.tag_name().name(), "label" | "attributes"))
}

fn name<'n>(element: &Node<'n, '_>) -> Result<&'n str, FaultError> {
    let shown = |name: &&str| !name.is_empty() && !name.contains(char::is_control);
    element.attribute("name").filter(shown).ok_or_else(|| expected(element, "a name of one line"))
}

fn expected(element: &Node<'_, '_>, expected: &'static str) -> FaultError {
    FaultError::Expected { line: line(element), element: element.tag_name().name().to_owned(), expected }
}

fn line(element: &Node<'_, '_>) -> u32 {
    element.document().text_pos_at(element.range().start).row
}

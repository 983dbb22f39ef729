//! Fault trees in Open-PSA XML: gates of `and`, `or` and `atleast` over basic events.
//!
//! Read are `define-gate`, `define-basic-event` (with a `float` as its probability), `define-house-event`, and references
//! by `gate`, `basic-event`, `house-event` and `event`; formulas may be nested. Cut sets are for monotone trees only, so
//! any other connective (`not`, `xor`, …) is refused by its name.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use crate::upward::Upward;

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
    /// How likely each event is at most: not below what the file says, however that is rounded.
    pub(crate) at_most: Vec<Option<Upward>>,
    pub(crate) numbers: HashMap<String, usize>,
    /// Every gate after those below it.
    sequence: Vec<usize>,
}

/// A basic event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// Its name.
    pub name: String,
    /// How likely it is, where the file says so: the number nearest to that.
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
    Gate(usize),
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
    /// A gate below itself.
    #[error("expected gates without cycles, found {0} below itself")]
    Cycle(String),
    /// More events than anybody counts with.
    #[error("expected at most {MOST_EVENTS} events, found {0}")]
    TooManyEvents(usize),
    /// No stack that is deep enough.
    #[error("there is no memory for a stack of {0} MB")]
    NoStack(usize),
    /// More cut sets than can be listed.
    #[error(
        "expected at most {most} minimal cut sets to list, found {}{count}; choose a smaller order",
        if *count == u64::MAX { "more than " } else { "" }
    )]
    TooMany {
        /// How many there are.
        count: u64,
        /// How many can be listed.
        most: u64,
    },
}

/// No fault tree has more events. What is computed goes down one event at a time, on a stack that is sized for it.
pub(crate) const MOST_EVENTS: usize = 1_000_000;

/// How deep formulas may be nested inside one gate.
const DEEPEST_FORMULA: usize = 100;

impl FaultTree {
    /// Reads a fault tree.
    pub fn from_xml(text: &str) -> Result<Self, FaultError> {
        let document = Document::parse(text)
            // The parser quotes what it found, line breaks included.
            .map_err(|problem| FaultError::NotXml(problem.to_string().replace(char::is_control, " ")))?;
        let mut reader = Reader {
            tree: Self {
                gates: Vec::new(),
                events: Vec::new(),
                at_most: Vec::new(),
                numbers: HashMap::new(),
                sequence: Vec::new(),
            },
            event_numbers: HashMap::new(),
            houses: HashMap::new(),
            defined: HashSet::new(),
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
            let name = reader.define(&element)?;
            reader.houses.insert(name, value);
        }
        for element in elements().filter(|element| element.has_tag_name("define-basic-event")) {
            let number = reader.define(&element)?;
            let number = reader.event(&number);
            let float = element.children().find(|child| child.has_tag_name("float"));
            let Some(float) = float else { continue };
            let text = float.attribute("value").unwrap_or_default().trim();
            let probability = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
            let probability = probability.ok_or_else(|| expected(&float, "a probability from 0 to 1"))?;
            reader.tree.events[number].probability = Some(probability.abs());
            reader.tree.at_most[number] = Some(Upward::of_decimal(text, probability));
        }
        let defined = elements().filter(|element| element.has_tag_name("define-gate"));
        let gates: Vec<Node<'_, '_>> = defined.collect();
        for element in &gates {
            let (name, number) = (reader.define(element)?, reader.tree.numbers.len());
            reader.tree.numbers.insert(name, number);
        }
        for element in &gates {
            let formula = reader.only_formula(element, 0)?;
            reader.tree.gates.push(Gate { name: name(element)?.to_owned(), formula });
        }
        let mut tree = reader.tree;
        if tree.events.len() > MOST_EVENTS {
            return Err(FaultError::TooManyEvents(tree.events.len()));
        }
        tree.sequence = tree.in_sequence()?;
        Ok(tree)
    }

    /// Every gate after those below it. Gates may be inside each other deeper than a stack.
    fn in_sequence(&self) -> Result<Vec<usize>, FaultError> {
        let below: Vec<Vec<usize>> = self.gates.iter().map(|gate| gate.formula.gates()).collect();
        let (mut open, mut done) = (vec![false; below.len()], vec![false; below.len()]);
        let mut sequence = Vec::with_capacity(below.len());
        for first in 0..below.len() {
            let mut path = vec![(first, 0)];
            while let Some((gate, next)) = path.last_mut() {
                let gate = *gate;
                if done[gate] {
                    path.pop();
                    continue;
                }
                open[gate] = true;
                match below[gate].get(*next) {
                    Some(&child) => {
                        *next += 1;
                        if open[child] && !done[child] {
                            return Err(FaultError::Cycle(self.gates[child].name.clone()));
                        }
                        path.push((child, 0));
                    }
                    None => {
                        done[gate] = true;
                        sequence.push(gate);
                        path.pop();
                    }
                }
            }
        }
        Ok(sequence)
    }

    /// A gate and all gates below it, each after those below it.
    pub(crate) fn below(&self, root: usize) -> Vec<usize> {
        let mut needed = vec![false; self.gates.len()];
        needed[root] = true;
        for &gate in self.sequence.iter().rev() {
            if needed[gate] {
                self.gates[gate].formula.gates().into_iter().for_each(|child| needed[child] = true);
            }
        }
        self.sequence.iter().copied().filter(|&gate| needed[gate]).collect()
    }

    /// Every event once, those below a gate first, in the order in which a walk from the gate comes upon them: events of
    /// one gate are near each other, which keeps families small.
    pub(crate) fn events_from(&self, root: usize) -> Vec<usize> {
        let (mut seen, mut passed) = (vec![false; self.events.len()], vec![false; self.gates.len()]);
        let mut events = Vec::with_capacity(self.events.len());
        let mut open = vec![&self.gates[root].formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Constant(_) => {}
                Formula::Event(event) => {
                    if !std::mem::replace(&mut seen[*event], true) {
                        events.push(*event);
                    }
                }
                Formula::Gate(gate) => {
                    if !std::mem::replace(&mut passed[*gate], true) {
                        open.push(&self.gates[*gate].formula);
                    }
                }
                Formula::And(parts) | Formula::Or(parts) | Formula::AtLeast(_, parts) => {
                    open.extend(parts.iter().rev());
                }
            }
        }
        events.extend((0..self.events.len()).filter(|&event| !seen[event]));
        events
    }

    /// The basic events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The gates that are below no other.
    pub fn tops(&self) -> Vec<String> {
        let mut below = vec![false; self.gates.len()];
        for gate in &self.gates {
            gate.formula.gates().into_iter().for_each(|child| below[child] = true);
        }
        self.gates.iter().zip(below).filter(|(_, below)| !below).map(|(gate, _)| gate.name.clone()).collect()
    }
}

impl Formula {
    /// The gates that it names.
    fn gates(&self) -> Vec<usize> {
        let (mut gates, mut open) = (Vec::new(), vec![self]);
        while let Some(formula) = open.pop() {
            match formula {
                Self::Gate(gate) => gates.push(*gate),
                Self::And(parts) | Self::Or(parts) | Self::AtLeast(_, parts) => open.extend(parts.iter().rev()),
                Self::Constant(_) | Self::Event(_) => {}
            }
        }
        gates
    }
}

struct Reader {
    tree: FaultTree,
    event_numbers: HashMap<String, usize>,
    houses: HashMap<String, bool>,
    /// The names that stand for something already.
    defined: HashSet<String>,
}

impl Reader {
    /// The name that an element defines. Gates, basic events and house events share their names.
    fn define(&mut self, element: &Node<'_, '_>) -> Result<String, FaultError> {
        let name = name(element)?.to_owned();
        if !self.defined.insert(name.clone()) {
            return Err(FaultError::Again { line: line(element), name });
        }
        Ok(name)
    }

    fn gate(&self, name: &str) -> Result<Formula, FaultError> {
        self.tree.numbers.get(name).map(|&gate| Formula::Gate(gate)).ok_or_else(|| FaultError::NoGate(name.to_owned()))
    }

    /// A basic event that is named where it is used.
    fn basic(&mut self, element: &Node<'_, '_>) -> Result<Formula, FaultError> {
        let name = name(element)?;
        if self.tree.numbers.contains_key(name) || self.houses.contains_key(name) {
            return Err(FaultError::Again { line: line(element), name: name.to_owned() });
        }
        Ok(Formula::Event(self.event(name)))
    }

    /// The number of a basic event, which is one from now on.
    fn event(&mut self, name: &str) -> usize {
        if let Some(&number) = self.event_numbers.get(name) {
            return number;
        }
        let number = self.tree.events.len();
        self.tree.events.push(Event { name: name.to_owned(), probability: None });
        self.tree.at_most.push(None);
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
            "gate" => self.gate(name(element)?)?,
            "basic-event" => self.basic(element)?,
            "house-event" => {
                let value = self.houses.get(name(element)?);
                Formula::Constant(*value.ok_or_else(|| expected(element, "a house event that is defined"))?)
            }
            // An event is whatever has this name; what has no definition is basic.
            "event" => match name(element)? {
                gate if self.tree.numbers.contains_key(gate) => self.gate(gate)?,
                house if self.houses.contains_key(house) => Formula::Constant(self.houses[house]),
                _ => self.basic(element)?,
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

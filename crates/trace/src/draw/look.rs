//! What every drawing shows at a node, and how much room it takes.

use crate::draw::Layout;
use crate::record::{Bounds, Node, Step, Turn, Why, Window};
use crate::replay::{Seen, Standing};
use crate::{Record, Value};

/// Half the height and the width of a node's shape.
pub(crate) const HALF: f64 = 15.0;
/// From one level to the next.
pub(crate) const LEVEL: f64 = 96.0;
/// Between neighbours.
const GAP: f64 = 14.0;
/// The width of a character of a label, and of a smaller one. A little more than most, so that nothing overlaps in any font.
pub(crate) const LETTER: f64 = 7.6;
pub(crate) const SMALL_LETTER: f64 = 6.3;
/// From a shape to its label.
pub(crate) const APART: f64 = 5.0;
/// Longer titles are cut short: the record has all parameters.
const LONGEST_TITLE: usize = 90;
/// Longer values are cut short; a page has room for all of it beside the tree.
const LONGEST: usize = 22;

/// The text beside a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Label {
    /// What is known about its value. Inside the shape, where the game is over.
    pub(crate) value: String,
    /// What it was asked with.
    pub(crate) window: String,
    /// Why it was cut, and what else needs to be said.
    pub(crate) note: String,
}

/// How a node looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It was looked at.
    Searched,
    /// It was looked at, and the search had not left it yet.
    Open,
    /// It was never looked at.
    Cut,
}

impl Record {
    /// Whether its values are only partially ordered.
    pub fn has_lattice_values(&self) -> bool {
        let ends = self.nodes.iter().filter_map(|node| node.promised.as_ref()).flat_map(|b| [&b.lower, &b.upper]);
        ends.chain([&self.bounds.lower, &self.bounds.upper]).any(|end| matches!(end, Some(Value::Text(_))))
    }

    /// One line about the whole search.
    pub fn title(&self) -> String {
        let words: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let game = if words.is_empty() { self.game.clone() } else { format!("{} {}", self.game, words.join(" ")) };
        clipped(&format!("{} on {game}", self.algorithm), LONGEST_TITLE)
    }

    /// One line about what came of it.
    pub fn summary(&self) -> String {
        let Self { totals, .. } = self;
        let count = |number: u64, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        format!(
            "{} · {} · {} · {}",
            short(&self.answer()),
            count(totals.visits, "position looked at", "positions looked at"),
            count(totals.cuts, "cut", "cuts"),
            self.stopped
        )
    }
}

/// The state of a node.
pub(crate) fn state(node: &Node, seen: &Seen) -> State {
    match (seen.open, seen.visits, node.searched) {
        (true, ..) => State::Open,
        (false, 0, false) => State::Cut,
        _ => State::Searched,
    }
}

pub(crate) fn label(node: &Node, seen: &Seen) -> Label {
    if seen.visits == 0 {
        return Label::default();
    }
    let value = match &node.value {
        Some(value) => short(&value.to_string()),
        None => seen.bounds.as_ref().map_or_else(String::new, known),
    };
    let window = match (&seen.asked, node.turn) {
        (Some(window), turn) if turn != Turn::Over => asked(window),
        _ => String::new(),
    };
    let mut note = match seen.why {
        Some(Why::Cut | Why::Known | Why::PutOff) => seen.words.clone().unwrap_or_default(),
        Some(Why::Horizon) => "depth limit".to_owned(),
        Some(Why::Interrupted) => "stopped".to_owned(),
        _ => String::new(),
    };
    if seen.visits > 1 {
        note = join(&note, &format!("{} visits", seen.visits));
    }
    if node.collapsed > 0 {
        note = join(&note, &format!("+{} below", node.collapsed));
    }
    if let Some(first) = node.same_as {
        note = join(&note, &format!("same as node {first}"));
    }
    Label { value, window, note: clipped(&note, 2 * LONGEST) }
}

fn join(one: &str, other: &str) -> String {
    if one.is_empty() { other.to_owned() } else { format!("{one}, {other}") }
}

/// The name of a step, as an edge shows it.
pub(crate) fn step(step: &Step) -> String {
    clipped(
        &match step {
            Step::Move { name } => name.clone(),
            Step::Both { row, column } => format!("{row} / {column}"),
            Step::Outcome { outcome, probability, .. } => {
                let probability = Value::Number((probability * 1e4).round() / 1e4).to_string();
                let named = !outcome.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
                if named { format!("{outcome} {probability}") } else { probability }
            }
        },
        LONGEST,
    )
}

/// What is known about a value, short.
pub(crate) fn known(bounds: &Bounds) -> String {
    match (&bounds.lower, &bounds.upper) {
        (Some(lower), Some(upper)) if lower.to_string() == upper.to_string() => short(&lower.to_string()),
        (Some(lower), Some(upper)) => format!("{} … {}", short(&lower.to_string()), short(&upper.to_string())),
        (Some(lower), None) => format!("≥ {}", short(&lower.to_string())),
        (None, Some(upper)) => format!("≤ {}", short(&upper.to_string())),
        (None, None) => "?".to_owned(),
    }
}

/// A window, short. One in which no value lies is a test.
pub(crate) fn asked(window: &Window) -> String {
    let end = |value: &Option<Value>, open: &str| {
        value.as_ref().map_or_else(|| open.to_owned(), |value| short(&value.to_string()))
    };
    let (alpha, beta) = (end(&window.alpha, "−∞"), end(&window.beta, "∞"));
    if alpha == beta { format!("test at {alpha}") } else { format!("({alpha}, {beta})") }
}

fn short(text: &str) -> String {
    clipped(text, LONGEST)
}

fn clipped(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

pub(crate) fn width(text: &str, letter: f64) -> f64 {
    text.chars().count() as f64 * letter
}

/// Half the width of the box of a finished game.
pub(crate) fn half_box(value: &str) -> f64 {
    (width(value, LETTER) / 2.0 + 6.0).max(HALF - 1.0)
}

/// How far a node and its label reach to either side.
pub(crate) fn reach(node: &Node, label: &Label) -> (f64, f64) {
    if node.turn == Turn::Over {
        let half = half_box(&label.value);
        return (half, half);
    }
    let value = width(&label.value, LETTER);
    let text = value.max(width(&label.window, SMALL_LETTER)).max(width(&label.note, SMALL_LETTER));
    (HALF + 2.0, HALF + if text > 0.0 { APART + text } else { 2.0 })
}

/// Where the nodes stand when labels are those of the end of the search.
pub fn layout(record: &Record) -> Layout {
    arranged(record, &record.end())
}

pub(crate) fn arranged(record: &Record, standing: &Standing) -> Layout {
    let reach = |node: usize| {
        let (node, seen) = (&record.nodes[node], &standing.nodes[node]);
        let (left, right) = reach(node, &label(node, seen));
        // The name of the step lies across the edge above.
        let name = node.step.as_ref().map_or(0.0, |named| width(&step(named), SMALL_LETTER) / 2.0);
        (left.max(name), right.max(name))
    };
    Layout::new(record, reach, GAP, LEVEL)
}

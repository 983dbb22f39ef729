//! The record of a search: what stands in a `.json` file that `secateur trace` writes.
//!
//! `docs/trace.md` explains it with an example. In short: [`Record::nodes`] is the tree as far as the search knew of it, and
//! [`Record::events`] is what happened, in order. A reader that applies the first `k` events sees the search as it stood then.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Value;

/// The version of [`Record`] as JSON. It changes when a reader of the old one would misread the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// A whole search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The game.
    pub game: String,
    /// Its parameters, with defaults.
    pub parameters: BTreeMap<String, String>,
    /// The algorithm.
    pub algorithm: String,
    /// Its options, with defaults.
    pub options: BTreeMap<String, String>,
    /// The bounds that the search answered with.
    pub bounds: Bounds,
    /// Why it ended: `solved`, or the name of a limit.
    pub stopped: String,
    /// What all events add up to, those that are not kept included.
    pub totals: Totals,
    /// What was left out of the record, if anything was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thinned: Option<Thinned>,
    /// The tree. A node's `id` is its place in this list, and its parent comes before it.
    pub nodes: Vec<Node>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// A place in the tree: a way to come to a position. Looked at as often as the search came back to it, and never looked at if it
/// was cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Node {
    /// Its place in the list.
    pub id: usize,
    /// The node before; none for the root.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parent: Option<usize>,
    /// What led from the parent to it; none for the root.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<Step>,
    /// How many steps the root is away.
    pub depth: usize,
    /// Whose turn it is.
    pub turn: Turn,
    /// Whether the search ever looked at it. What was not is drawn grey, and never as a part of the search.
    pub searched: bool,
    /// What the finished game is worth, where it is over and was looked at.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<Value>,
    /// What the game promises about it without a search, where it is not over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub promised: Option<Bounds>,
    /// The names of Max's moves, where both players move at once.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rows: Vec<String>,
    /// The names of Min's moves, where both players move at once.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub columns: Vec<String>,
    /// The first node of the same position, where the position came up before by another way.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub same_as: Option<usize>,
    /// The position as text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<String>,
    /// How many visits of positions below this one were left out of the record; see [`Thinned`].
    #[serde(skip_serializing_if = "is_zero", default)]
    pub collapsed: u64,
}

impl Node {
    /// A node of which nothing is known but where it stands and whose turn it is.
    pub fn new(id: usize, parent: Option<usize>, step: Option<Step>, depth: usize, turn: Turn) -> Self {
        Self {
            id,
            parent,
            step,
            depth,
            turn,
            searched: false,
            value: None,
            promised: None,
            rows: Vec::new(),
            columns: Vec::new(),
            same_as: None,
            position: None,
            collapsed: 0,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What leads from a node to a child.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Step {
    /// A player's move.
    Move {
        /// Its name.
        #[serde(rename = "move")]
        name: String,
    },
    /// Both players' moves at once.
    Both {
        /// The name of Max's.
        row: String,
        /// The name of Min's.
        column: String,
    },
    /// An outcome of chance.
    Outcome {
        /// Its name.
        outcome: String,
        /// Its weight. Its probability is this divided by the sum of all weights.
        weight: u64,
        /// Its probability.
        probability: f64,
    },
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Turn {
    /// Max's.
    Max,
    /// Min's.
    Min,
    /// Nobody's: chance decides.
    Chance,
    /// Both players move at once.
    Both,
    /// The game is over.
    Over,
}

/// A promise about a value: it lies between these. Nothing at an end means that nothing is known there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// At least this: `L`, or the pessimistic value `p` of a cell.
    pub lower: Option<Value>,
    /// At most this: `U`, or the optimistic value `o` of a cell.
    pub upper: Option<Value>,
}

/// What a position is asked with: values at most `α` need not be told apart, nor values at least `β`. Nothing at an end means that the
/// window is open there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// What Max can have elsewhere.
    pub alpha: Option<Value>,
    /// What Min can hold Max to elsewhere.
    pub beta: Option<Value>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The search begins at the root: for the first time, or once more (deeper, or with another window).
    Pass {
        /// The number of the pass, from 1.
        pass: usize,
        /// The depth limit, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        depth: Option<u32>,
        /// What counts for a position at the depth limit, if there is one. Bounds of this pass are those of the game cut off there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        beyond: Option<Beyond>,
    },
    /// The search looks at a node.
    Enter {
        /// Which.
        node: usize,
        /// In which pass.
        pass: usize,
        /// For the how-many-eth time, from 1.
        visit: usize,
        /// What it is asked with.
        window: Window,
        /// What was known about it before, in an earlier visit or by the game's promise.
        bounds: Bounds,
    },
    /// More is known about a node that is being looked at: a child came back, or a table was asked. At a chance turn the bounds are
    /// those of the mean, with what is promised about the outcomes that were not looked at.
    Learn {
        /// Which.
        node: usize,
        /// What is known about it now.
        bounds: Bounds,
        /// What its next children are asked with.
        window: Window,
    },
    /// More is known about a cell of a matrix.
    Cell {
        /// The node in which both players move.
        node: usize,
        /// The place of Max's move in its list.
        row: usize,
        /// The place of Min's.
        column: usize,
        /// `p` and `o`.
        bounds: Bounds,
    },
    /// A row or a column of a matrix is out: the player has something at least as good.
    Strike {
        /// The node in which both players move.
        node: usize,
        /// Whose move it is.
        player: Turn,
        /// Its place in the player's list.
        line: usize,
    },
    /// What both players should do at a node, as probabilities by the places of their moves.
    Strategies {
        /// The node in which both players move.
        node: usize,
        /// Max's.
        max: Vec<f64>,
        /// Min's.
        min: Vec<f64>,
    },
    /// Children that will not be looked at this time.
    Skip {
        /// The node that is being left.
        node: usize,
        /// Its children. One that was looked at in another visit stays what it was.
        children: Vec<usize>,
    },
    /// The search leaves the node that it entered last and has not left yet.
    Leave {
        /// Which.
        node: usize,
        /// What is known about it now.
        bounds: Bounds,
        /// Why it was left.
        why: Why,
        /// The same in words: `cut: U = 3 ≤ α = 10`.
        words: String,
    },
}

/// What counts for a position at the depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Beyond {
    /// The lower end of what the game promises, so only lower bounds are about the whole game.
    Lower,
    /// The upper end of what the game promises, so only upper bounds are about the whole game.
    Upper,
    /// What an evaluator thinks, so nothing is proved about the whole game.
    Estimate,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// The game is over.
    Over,
    /// The depth limit was reached.
    Horizon,
    /// The table, or the game's promise, knew enough.
    Known,
    /// The rest of its children could not matter.
    Cut,
    /// Every child was looked at, or as many as the answer took.
    Done,
    /// Another position is more promising now; the search may come back.
    PutOff,
    /// A limit stopped the search.
    Interrupted,
}

/// What all events add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Totals {
    /// Passes over the tree.
    pub passes: u64,
    /// Nodes entered, each time it happened.
    pub visits: u64,
    /// Left because the game was over, or the depth limit reached.
    pub leaves: u64,
    /// Left because enough was known.
    pub known: u64,
    /// Left by a cut.
    pub cuts: u64,
    /// Left when all was done.
    pub done: u64,
    /// Left to come back later, perhaps.
    pub put_off: u64,
    /// Left because of a limit.
    pub interrupted: u64,
    /// Children cut, each time it happened.
    pub skipped: u64,
}

/// The record is not the whole search.
///
/// The rule: nodes are kept from the root down, as many levels as fit the limit; a node of the last level says how many visits below
/// it are left out. Of the events about kept nodes the first are kept, up to a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Thinned {
    /// Nodes at most.
    pub nodes_limit: usize,
    /// Nodes of this depth are kept, and none below.
    pub deepest: usize,
    /// Visits that are only counted, because they are below.
    pub visits_left_out: u64,
    /// Events about kept nodes that are only counted, because the record was full.
    pub events_left_out: u64,
    /// The rule and these numbers in words.
    pub words: String,
}

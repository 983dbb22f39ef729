//! A tree as flat lists: a node knows where its children, names and weights begin.

use secateur_value::{Bounds, Real};

/// All nodes of a tree. A node comes after its children; the order of everything follows from the tree alone.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    /// Children of a node stand together; those of a matrix row by row.
    pub(super) children: Vec<u32>,
    /// Names of a node's moves stand together; of a matrix the rows', then the columns'.
    pub(super) names: Vec<Option<Box<str>>>,
    pub(super) weights: Vec<u64>,
    pub(super) root: u32,
    /// What the file promised.
    pub(super) range: Option<Bounds<Real>>,
    /// What is promised: the range, or the least and the greatest leaf.
    pub(super) bounds: Bounds<Real>,
    /// Where each node was written.
    pub(super) written: Vec<At>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Where its children begin.
    pub(super) children: u32,
    /// Where its names begin.
    pub(super) names: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Leaf(Real),
    Max { moves: u32 },
    Min { moves: u32 },
    Chance { outcomes: u32, weights: u32 },
    Both { rows: u32, columns: u32 },
}

/// A place in the text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Kind {
    /// How a turn of this kind is written; a leaf is no turn.
    fn keyword(self) -> Option<&'static str> {
        match self {
            Self::Leaf(_) => None,
            Self::Max { .. } => Some("max"),
            Self::Min { .. } => Some("min"),
            Self::Chance { .. } => Some("chance"),
            Self::Both { .. } => Some("both"),
        }
    }

    #[inline]
    pub(super) fn children(self) -> u32 {
        match self {
            Self::Leaf(_) => 0,
            Self::Max { moves } | Self::Min { moves } => moves,
            Self::Chance { outcomes, .. } => outcomes,
            // The parser has made sure that all children together are counted in 32 bits.
            Self::Both { rows, columns } => rows * columns,
        }
    }
}

impl Nodes {
    #[inline]
    pub(super) fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    #[inline]
    pub(super) fn child(&self, node: u32, place: u32) -> u32 {
        self.children[(self.nodes[node as usize].children + place) as usize]
    }

    /// The name of a move that has one.
    pub(super) fn given_name(&self, node: u32, place: u32) -> Option<&str> {
        self.names[(self.nodes[node as usize].names + place) as usize].as_deref()
    }

    /// The name of a move: its own, or its place among the moves of its player.
    pub(super) fn name(&self, node: u32, place: u32) -> String {
        let number = match self.kind(node) {
            Kind::Both { rows, .. } if place >= rows => place - rows + 1,
            _ => place + 1,
        };
        self.given_name(node, place).map_or_else(|| number.to_string(), str::to_owned)
    }

    /// The keywords of the kinds of turn that occur.
    pub(super) fn kinds_of_turn(&self) -> Vec<&'static str> {
        let occurs = |keyword: &&str| self.nodes.iter().any(|node| node.kind.keyword() == Some(*keyword));
        ["max", "min", "chance", "both"].into_iter().filter(occurs).collect()
    }

    /// The first turn in the text of one of these kinds, with its keyword.
    pub(super) fn first_turn_of(&self, keywords: &[&str]) -> Option<(At, &'static str)> {
        let found = |(node, &at): (&Node, &At)| {
            node.kind.keyword().filter(|keyword| keywords.contains(keyword)).map(|keyword| (at, keyword))
        };
        self.nodes.iter().zip(&self.written).filter_map(found).min_by_key(|&(at, _)| at)
    }
}

/// The same tree, wherever it was written.
impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        let Self { nodes, children, names, weights, root, range, bounds, written: _ } = self;
        (nodes, children, names, weights, root, range, bounds)
            == (&other.nodes, &other.children, &other.names, &other.weights, &other.root, &other.range, &other.bounds)
    }
}

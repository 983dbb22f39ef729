//! A tree as text that reads back as the same tree.

use std::fmt;

use super::nodes::{Kind, Nodes};
use super::token::needs_quotes;
use super::{AlternatingTree, Tree};

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(range) = self.nodes.range {
            writeln!(f, "(range {} {})", range.lower, range.upper)?;
        }
        writeln!(f, "{}", Subtree { nodes: &self.nodes, node: self.nodes.root })
    }
}

impl fmt::Display for AlternatingTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Tree::from(self.clone()), f)
    }
}

pub(super) struct Subtree<'a> {
    pub(super) nodes: &'a Nodes,
    pub(super) node: u32,
}

impl fmt::Display for Subtree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Subtree<'_> {
    /// Recursion is safe: the parser limits the depth.
    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        let kind = self.nodes.kind(self.node);
        match kind {
            Kind::Leaf(value) => return write!(f, "{value}"),
            Kind::Max { .. } => f.write_str("(max")?,
            Kind::Min { .. } => f.write_str("(min")?,
            Kind::Chance { .. } => f.write_str("(chance")?,
            Kind::Both { rows, columns } => {
                f.write_str("(both")?;
                self.write_names(f, "rows", 0..rows)?;
                self.write_names(f, "columns", rows..rows + columns)?;
                for row in 0..rows {
                    write!(f, "\n{:1$}[", "", indent + 2)?;
                    for column in 0..columns {
                        f.write_str(if column == 0 { "" } else { " " })?;
                        self.child(row * columns + column).write(f, indent + 2)?;
                    }
                    f.write_str("]")?;
                }
                return f.write_str(")");
            }
        }
        let places = 0..kind.children();
        let flat = places.clone().all(|place| matches!(self.nodes.kind(self.child(place).node), Kind::Leaf(_)));
        for place in places {
            if flat {
                f.write_str(" ")?;
            } else {
                write!(f, "\n{:1$}", "", indent + 2)?;
            }
            let name = self.nodes.given_name(self.node, place);
            match kind {
                Kind::Chance { weights, .. } => {
                    if let Some(name) = name {
                        write!(f, "{} ", Name(name))?;
                    }
                    write!(f, "{}: ", self.nodes.weights[(weights + place) as usize])?;
                }
                _ => {
                    if let Some(name) = name {
                        write!(f, "{}: ", Name(name))?;
                    }
                }
            }
            self.child(place).write(f, indent + 2)?;
        }
        f.write_str(")")
    }

    /// The list of names, if any move has one; the others are called by their places.
    fn write_names(&self, f: &mut fmt::Formatter<'_>, title: &str, places: std::ops::Range<u32>) -> fmt::Result {
        if places.clone().all(|place| self.nodes.given_name(self.node, place).is_none()) {
            return Ok(());
        }
        write!(f, " ({title}")?;
        for place in places {
            write!(f, " {}", Name(&self.nodes.name(self.node, place)))?;
        }
        f.write_str(")")
    }

    fn child(&self, place: u32) -> Self {
        Self { nodes: self.nodes, node: self.nodes.child(self.node, place) }
    }
}

/// A name as it is typed.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !needs_quotes(self.0) {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

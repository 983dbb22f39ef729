//! What can be wrong with a graph.

use crate::parameters::shown;

/// How many turns may follow each other. The searches recurse, and this is safe on a thread with 2 MB.
pub const DEEPEST: usize = 1_000;

/// Why there is no such graph. Nodes are named as the file names them, or by their number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DagError {
    /// Not JSON at all.
    #[error("expected JSON: {0}")]
    NotJson(String),
    /// A part of the file is not what it should be.
    #[error("{place}: {problem}")]
    Unexpected {
        /// Which part.
        place: String,
        /// What was expected and found there.
        problem: String,
    },
    /// Two nodes have one name.
    #[error("node {}: expected each name once", shown(.0))]
    SameName(String),
    /// A node without a move is no choice.
    #[error("node {}: expected at least one child", shown(.0))]
    NoChild(String),
    /// A child that is not there.
    #[error("node {}: expected children among the nodes, found {}", shown(node), shown(child))]
    Dangling {
        /// The node.
        node: String,
        /// What it calls its child.
        child: String,
    },
    /// A node below itself.
    #[error("node {}: expected a graph without cycles, it is below itself", shown(.0))]
    Cycle(String),
    /// A value that the lattice has not.
    #[error("node {}: {problem}", shown(node))]
    OutsideLattice {
        /// The node.
        node: String,
        /// What was expected and found there.
        problem: String,
    },
    /// The start is not a node.
    #[error("expected the root among the nodes, found {}", shown(.0))]
    NoRoot(String),
    /// Nested too deeply.
    #[error("node {}: expected at most {DEEPEST} turns one after the other", shown(.0))]
    TooDeep(String),
    /// Too many to number.
    #[error("expected fewer than 2^31 nodes and children")]
    TooLarge,
}

//! AND-OR graphs whose leaves have values from a lattice: at an OR-node Max chooses, at an AND-node Min.
//!
//! A graph is read from a JSON file and written to one:
//!
//! ```json
//! { "lattice": {"set": ["rain", "sun"]},
//!   "root": "r",
//!   "nodes": [ {"name": "r", "or": ["a", "b"]},
//!              {"name": "a", "and": ["b", "c"]},
//!              {"name": "b", "value": ["rain"]},
//!              {"name": "c", "value": ["rain", "sun"]} ] }
//! ```
//!
//! A node with children may say `"at_least"` and `"at_most"`, elements that are known to bound its value, such as what a game with
//! open cards is worth: the paper's heuristic pair (h̲, h̄), which searches start from. A bound that does not hold is refused.
//!
//! [`Space`] lists the lattices and how their elements are written. Nodes may stand in any order, children may be
//! shared, a name is any string. A cycle, a child that is not there and a value outside the lattice are refused, with
//! the node's name. A monotone Boolean circuit is the lattice `{"integer": [0, 1]}`, a game tree with two criteria is
//! `{"product": [{"integer": [0, 9]}, {"integer": [0, 9]}]}`.

mod element;
mod error;
mod file;
mod space;

use std::collections::HashMap;
use std::sync::Arc;

use secateur_game::{Describe, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Lattice};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};
pub use element::Element;
pub use error::{DEEPEST, DagError};
pub use file::EXAMPLE;
pub use space::{InSpace, Members, Space};

/// An AND-OR graph without cycles.
///
/// ```
/// use secateur_game::Player;
/// use secateur_games::dag::{Dag, Members, Space};
/// use secateur_value::{Bounds, Set, Subset};
///
/// let mut graph = Dag::<Set<1>>::builder(Space::Set(Members::Count(4)), Bounds::new(Set::empty(4), Set::full(4)));
/// let left = graph.leaf(Set::of(4, [0, 3]))?;
/// let right = graph.leaf(Set::of(4, [1]))?;
/// let root = graph.choice(Player::Max, &[left, right])?;
/// let game = graph.finish(root)?;
/// assert_eq!(game.nodes(), 3);
/// # Ok::<(), secateur_games::dag::DagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dag<V> {
    graph: Arc<Graph<V>>,
}

#[derive(Clone, Debug)]
struct Graph<V> {
    nodes: Vec<Node>,
    children: Vec<u32>,
    values: Vec<V>,
    /// Empty where nodes are called by their numbers.
    names: Vec<String>,
    root: u32,
    space: Space,
    ends: Bounds<V>,
    /// What is promised about single nodes, where anything is.
    promised: HashMap<u32, Bounds<V>>,
}

/// `first` is the place of a leaf's value, or of the first of `count` children.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Leaf,
    Choice(Player, u32),
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u32);

/// Builds a graph node by node. A node's number is how many were there before it; children may come later.
#[derive(Clone, Debug)]
pub struct Builder<V>(Graph<V>);

impl<V: Lattice> Builder<V> {
    /// Adds a leaf; returns its number.
    pub fn leaf(&mut self, value: V) -> Result<u32, DagError> {
        if !self.0.ends.contains(&value) {
            let node = self.0.nodes.len().to_string();
            return Err(DagError::OutsideLattice {
                node,
                problem: format!("expected a value of the lattice, found {value:?}"),
            });
        }
        let first = small(self.0.values.len())?;
        self.0.values.push(value);
        self.node(Node { first, kind: Kind::Leaf })
    }

    /// Adds a node at which a player chooses; returns its number.
    pub fn choice(&mut self, player: Player, children: &[u32]) -> Result<u32, DagError> {
        let first = small(self.0.children.len())?;
        let kind = Kind::Choice(player, small(children.len())?);
        self.0.children.extend_from_slice(children);
        self.node(Node { first, kind })
    }

    /// Promises that the value of a node lies between bounds; [`finish`](Self::finish) refuses a promise that does not hold.
    pub fn promise(&mut self, node: u32, bounds: Bounds<V>) {
        self.0.promised.insert(node, bounds);
    }

    fn node(&mut self, node: Node) -> Result<u32, DagError> {
        self.0.nodes.push(node);
        small(self.0.nodes.len()).map(|count| count - 1)
    }

    /// Calls nodes by names instead of numbers.
    pub(crate) fn named(&mut self, names: Vec<String>) {
        self.0.names = names;
    }

    /// The graph, if it is one without cycles, from `root` on.
    pub fn finish(mut self, root: u32) -> Result<Dag<V>, DagError> {
        if root as usize >= self.0.nodes.len() {
            return Err(DagError::NoRoot(root.to_string()));
        }
        self.0.root = root;
        self.0.check()?;
        self.0.check_promises()?;
        Ok(Dag { graph: Arc::new(self.0) })
    }
}

/// Numbers of nodes and children fit 31 bits.
fn small(number: usize) -> Result<u32, DagError> {
    u32::try_from(number).ok().filter(|&number| number < 1 << 31).ok_or(DagError::TooLarge)
}

impl<V: Lattice> Graph<V> {
    /// Every promise holds: a search that believed a false one would be wrong without a word. Works every value out, so it is
    /// done only where something is promised.
    fn check_promises(&self) -> Result<(), DagError> {
        if self.promised.is_empty() {
            return Ok(());
        }
        let mut values: Vec<Option<V>> = vec![None; self.nodes.len()];
        for start in 0..self.nodes.len() as u32 {
            let mut path = vec![start];
            while let Some(&node) = path.last() {
                if values[node as usize].is_some() {
                    path.pop();
                    continue;
                }
                let Node { first, kind } = self.nodes[node as usize];
                let player = match kind {
                    Kind::Leaf => {
                        values[node as usize] = Some(self.values[first as usize].clone());
                        continue;
                    }
                    Kind::Choice(player, _) => player,
                };
                let open = path.len();
                path.extend(self.children(node).iter().filter(|&&child| values[child as usize].is_none()));
                if path.len() > open {
                    continue;
                }
                let known = self.children(node).iter().filter_map(|&child| values[child as usize].as_ref());
                values[node as usize] = known.cloned().reduce(|one, other| match player {
                    Player::Max => one.join(&other),
                    Player::Min => one.meet(&other),
                });
            }
        }
        for (&node, promised) in &self.promised {
            let value = values.get(node as usize).and_then(Option::as_ref);
            if !value.is_some_and(|value| promised.contains(value)) {
                return Err(DagError::Unexpected {
                    place: format!("node {}", self.name(node)),
                    problem: "expected at_least and at_most that hold for the node's value".to_owned(),
                });
            }
        }
        Ok(())
    }
}

impl<V> Graph<V> {
    fn children(&self, node: u32) -> &[u32] {
        let Node { first, kind } = self.nodes[node as usize];
        match kind {
            Kind::Leaf => &[],
            Kind::Choice(_, count) => &self.children[first as usize..(first + count) as usize],
        }
    }

    fn name(&self, node: u32) -> String {
        self.names.get(node as usize).cloned().unwrap_or_else(|| node.to_string())
    }

    /// Every choice has children, every child is there, no node is below itself, and no path is too long.
    fn check(&self) -> Result<(), DagError> {
        for node in 0..self.nodes.len() as u32 {
            let children = self.children(node);
            if matches!(self.nodes[node as usize].kind, Kind::Choice(..)) && children.is_empty() {
                return Err(DagError::NoChild(self.name(node)));
            }
            if let Some(child) = children.iter().find(|&&child| child as usize >= self.nodes.len()) {
                return Err(DagError::Dangling { node: self.name(node), child: child.to_string() });
            }
        }
        self.check_depths()
    }

    /// Walks without recursion: a file may be deeper than a stack.
    fn check_depths(&self) -> Result<(), DagError> {
        const UNSEEN: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let mut depth = vec![UNSEEN; self.nodes.len()];
        for start in 0..self.nodes.len() as u32 {
            if depth[start as usize] != UNSEEN {
                continue;
            }
            depth[start as usize] = OPEN;
            let mut path = vec![(start, 0usize, 0u32)]; // node, its next child, the deepest child so far
            while let Some((node, next, deepest)) = path.last_mut() {
                match self.children(*node).get(*next) {
                    Some(&child) => match depth[child as usize] {
                        OPEN => return Err(DagError::Cycle(self.name(child))),
                        UNSEEN => {
                            depth[child as usize] = OPEN;
                            path.push((child, 0, 0));
                        }
                        known => {
                            *deepest = (*deepest).max(known + 1);
                            *next += 1;
                        }
                    },
                    None => {
                        if *deepest as usize > DEEPEST {
                            return Err(DagError::TooDeep(self.name(*node)));
                        }
                        depth[*node as usize] = *deepest;
                        path.pop();
                    }
                }
            }
        }
        Ok(())
    }
}

impl<V: Lattice> Dag<V> {
    /// A graph without nodes, over the lattice `space` with these ends.
    pub fn builder(space: Space, ends: Bounds<V>) -> Builder<V> {
        let (nodes, children, values, names) = Default::default();
        Builder(Graph { nodes, children, values, names, root: 0, space, ends, promised: HashMap::new() })
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.graph.nodes.len()
    }

    /// The lattice.
    pub fn space(&self) -> &Space {
        &self.graph.space
    }
}

impl Dag<Element> {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "dag",
        summary: "an AND-OR graph read from a JSON file, with values from a lattice",
        parameters: &[Parameter { name: "file", default: None, meaning: "the path of the file" }],
    };

    /// The graph in the file that these words name.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let bytes = secateur_files::read(values.text("file")?.as_ref(), crate::parameters::LARGEST_FILE)
            .or_else(|problem| values.invalid("file", problem))?;
        Self::from_json(&bytes).or_else(|problem| values.invalid("file", problem))
    }
}

impl<V: Lattice + Send + Sync> Game for Dag<V> {
    type Position = Place;
    type Move = u32;
    type Value = V;
    type Undo = Place;
    type Chance = Never;
    type Both = Never;

    #[inline]
    fn start(&self) -> Place {
        Place(self.graph.root)
    }

    #[inline]
    fn turn(&self, place: &Place) -> Turn<V> {
        let Node { first, kind } = self.graph.nodes[place.0 as usize];
        match kind {
            Kind::Leaf => Turn::Over(self.graph.values[first as usize].clone()),
            Kind::Choice(Player::Max, _) => Turn::Max,
            Kind::Choice(Player::Min, _) => Turn::Min,
        }
    }

    #[inline]
    fn moves(&self, place: &Place) -> impl Iterator<Item = u32> + use<V> {
        let count = match self.graph.nodes[place.0 as usize].kind {
            Kind::Leaf => 0,
            Kind::Choice(_, count) => count,
        };
        0..count
    }

    #[inline]
    fn play(&self, place: &mut Place, chosen: u32) -> Place {
        let before = *place;
        let first = self.graph.nodes[before.0 as usize].first;
        *place = Place(self.graph.children[(first + chosen) as usize]);
        before
    }

    #[inline]
    fn undo(&self, place: &mut Place, before: Place) {
        *place = before;
    }

    #[inline]
    fn bounds(&self, place: &Place) -> Bounds<V> {
        let graph = &*self.graph;
        if graph.promised.is_empty() {
            return graph.ends.clone();
        }
        graph.promised.get(&place.0).unwrap_or(&graph.ends).clone()
    }
}

impl<V: Lattice + Send + Sync> Keyed for Dag<V> {
    type Key = u32;

    #[inline]
    fn key(&self, place: &Place) -> u32 {
        place.0
    }
}

impl<V: Lattice + Send + Sync> Expert for Dag<V> {}

impl<V: InSpace> Describe for Dag<V> {
    fn show(&self, place: &Place) -> String {
        let name = self.graph.name(place.0);
        let names = || -> String {
            self.graph.children(place.0).iter().map(|&child| self.graph.name(child)).collect::<Vec<_>>().join(", ")
        };
        match self.turn(place) {
            Turn::Over(value) => format!("{name}: a leaf, worth {}", self.show_value(&value)),
            Turn::Max => format!("{name}: OR of {}", names()),
            Turn::Min => format!("{name}: AND of {}", names()),
        }
    }

    /// Moves are named by where they lead.
    fn name(&self, place: &Place, chosen: u32) -> String {
        self.graph.children(place.0).get(chosen as usize).map_or_else(String::new, |&child| self.graph.name(child))
    }

    fn show_value(&self, value: &V) -> String {
        value.json(&self.graph.space).to_string()
    }
}

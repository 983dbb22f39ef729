//! Random AND-OR graphs (Li, Zanuttini, Cazenave, Ventos, "Generalisation of Alpha-Beta Search for AND-OR Graphs With
//! Partially Ordered Values", IJCAI 2022, Section 6, benchmark *random*).
//!
//! A graph of depth `d` has layers 0 to `d − 1`; layer `i` has `⌊3^min(i, 3d/2 − i)⌋` nodes, so the graph is shaped like a
//! diamond. Every node has `b` children drawn from the next layer, each at most once (all of it where it is smaller).
//! The last layer's nodes are leaves, each with a subset of the variables, drawn uniformly; over the lattice of
//! families, the family of that one set. Layers alternate, Max first, or a coin labels every node.
//!
//! The graph is stored: the paper's figures count the search alone, and a graph is searched several times.

use secateur_game::{Player, Random};
use secateur_value::{Bounds, Diagram, Family, Set, Subset};

use crate::dag::{Dag, DagError, InSpace, Members, Space};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The form of a random graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many layers.
    pub depth: u32,
    /// How many children a node has.
    pub branching: u32,
    /// How many variables the leaves are sets of.
    pub variables: usize,
    /// Whether a coin says who chooses at a node, instead of its layer.
    pub random_labels: bool,
}

/// Why there is no such random graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RandomDagError {
    /// There has to be a root.
    #[error("expected a depth from 1 to {}", Shape::DEEPEST)]
    Depth,
    /// A node that is no leaf has a child.
    #[error("expected a branching from 1 to {}", Shape::WIDEST)]
    Branching,
    /// Sets are kept in one word.
    #[error("expected at most {} variables", Set::<1>::LARGEST_GROUND)]
    Variables,
    /// More nodes and children than can be numbered.
    #[error(transparent)]
    Graph(#[from] DagError),
}

impl Shape {
    /// The greatest depth: 33 million nodes.
    pub const DEEPEST: u32 = 20;
    /// The greatest branching.
    pub const WIDEST: u32 = 64;

    /// Alternating layers.
    pub fn alternating(depth: u32, branching: u32, variables: usize) -> Self {
        Self { depth, branching, variables, random_labels: false }
    }

    fn check(&self) -> Result<(), RandomDagError> {
        match self {
            _ if !(1..=Self::DEEPEST).contains(&self.depth) => Err(RandomDagError::Depth),
            _ if !(1..=Self::WIDEST).contains(&self.branching) => Err(RandomDagError::Branching),
            _ if self.variables > Set::<1>::LARGEST_GROUND => Err(RandomDagError::Variables),
            _ => Ok(()),
        }
    }

    /// How many nodes a layer has.
    pub fn layer(&self, layer: u32) -> u32 {
        // Twice the exponent is whole: the floor of a power of √3 is the integer root of a power of 3.
        let doubled = (2 * layer).min((3 * self.depth).saturating_sub(2 * layer));
        3u64.pow(doubled).isqrt() as u32
    }
}

/// Values of a random graph: what a drawn set of variables becomes.
pub trait Drawn: InSpace {
    /// The lattice over so many variables.
    fn space(variables: usize) -> (Space, Bounds<Self>);

    /// The value of a leaf: a set of some of so many variables.
    fn of_set(variables: usize, set: Set<1>) -> Self;
}

impl Drawn for Set<1> {
    fn space(variables: usize) -> (Space, Bounds<Self>) {
        (Space::Set(Members::Count(variables)), Bounds::new(Self::empty(variables), Self::full(variables)))
    }

    fn of_set(_: usize, set: Self) -> Self {
        set
    }
}

impl Drawn for Family<Set<1>> {
    fn space(variables: usize) -> (Space, Bounds<Self>) {
        (Space::Family(Members::Count(variables)), Bounds::new(Self::none(), Self::every(variables)))
    }

    fn of_set(_: usize, set: Set<1>) -> Self {
        Self::one(set)
    }
}

impl Drawn for Diagram {
    fn space(variables: usize) -> (Space, Bounds<Self>) {
        (Space::Family(Members::Count(variables)), Bounds::new(Self::none(variables), Self::every(variables)))
    }

    fn of_set(variables: usize, set: Set<1>) -> Self {
        Self::one(variables, &set)
    }
}

/// The random graph of this form; different seeds give different graphs.
///
/// ```
/// use secateur_games::random_dag::{Shape, random_dag};
/// use secateur_value::Set;
///
/// let shape = Shape::alternating(15, 2, 10);
/// assert_eq!((0..15).map(|layer| shape.layer(layer)).sum::<u32>(), 413_449);
/// let small = random_dag::<Set<1>>(&Shape::alternating(4, 2, 10), 1)?;
/// assert_eq!(small.nodes(), 1 + 3 + 9 + 27);
/// # Ok::<(), secateur_games::random_dag::RandomDagError>(())
/// ```
pub fn random_dag<V: Drawn>(shape: &Shape, seed: u64) -> Result<Dag<V>, RandomDagError> {
    shape.check()?;
    let mut random = Random::new(Random::mix(seed ^ 0x000D_1A30_4D0F_0DA6));
    let (space, ends) = V::space(shape.variables);
    let everything = Set::<1>::full(shape.variables);
    let mut graph = Dag::builder(space, ends);
    let mut children = Vec::with_capacity(shape.branching as usize);
    let mut next = 0;
    for layer in 0..shape.depth {
        next += shape.layer(layer);
        for _ in 0..shape.layer(layer) {
            if layer + 1 == shape.depth {
                let members = everything.members().filter(|_| random.next_u64() >> 63 == 1);
                graph.leaf(V::of_set(shape.variables, Set::of(shape.variables, members)))?;
                continue;
            }
            draw(&mut random, shape.branching, shape.layer(layer + 1), &mut children);
            children.iter_mut().for_each(|child| *child += next);
            let coin = if shape.random_labels { random.next_u64() >> 63 } else { layer.into() };
            graph.choice(if coin & 1 == 0 { Player::Max } else { Player::Min }, &children)?;
        }
    }
    Ok(graph.finish(0)?)
}

/// Draws different numbers below `end`, as many as there are up to `count`.
fn draw(random: &mut Random, count: u32, end: u32, drawn: &mut Vec<u32>) {
    drawn.clear();
    if count >= end {
        drawn.extend(0..end);
    }
    while drawn.len() < count.min(end) as usize {
        let number = random.below(end.into()) as u32;
        if !drawn.contains(&number) {
            drawn.push(number);
        }
    }
}

/// A random graph whose lattice is chosen when the program runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyRandomDag {
    /// Over sets of variables.
    Set(Dag<Set<1>>),
    /// Over families of such sets.
    Family(Dag<Family<Set<1>>>),
    /// The same, families being decision diagrams.
    Diagram(Dag<Diagram>),
}

impl AnyRandomDag {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "random-dag",
        summary: "a random AND-OR graph, shaped like a diamond, whose leaves are sets of variables",
        parameters: &[
            Parameter { name: "depth", default: Some("15"), meaning: "how many layers" },
            Parameter { name: "branching", default: Some("5"), meaning: "how many children a node has" },
            Parameter { name: "variables", default: Some("10"), meaning: "how many variables the leaves are sets of" },
            Parameter {
                name: "lattice",
                default: Some("set"),
                meaning: "set, family (of sets under closure), or diagram (families as decision diagrams)",
            },
            Parameter { name: "labels", default: Some("alternating"), meaning: "alternating, or random by a coin" },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random graphs" },
        ],
    };

    /// The graph that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let shape = Shape {
            depth: values.whole("depth", 1..=Shape::DEEPEST)?,
            branching: values.whole("branching", 1..=Shape::WIDEST)?,
            variables: values.whole("variables", 0..=Set::<1>::LARGEST_GROUND)?,
            random_labels: values.choice("labels", &[("alternating", false), ("random", true)])?,
        };
        let seed = values.whole("seed", 0..=u64::MAX)?;
        match values.choice("lattice", &[("set", 0), ("family", 1), ("diagram", 2)])? {
            0 => random_dag(&shape, seed).map(Self::Set),
            1 => random_dag(&shape, seed).map(Self::Family),
            _ => random_dag(&shape, seed).map(Self::Diagram),
        }
        .or_else(|problem| values.invalid("depth", problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::{Game, Turn, laws};

    #[test]
    fn the_laws_hold_for_both_lattices_and_labels() {
        for (seed, random_labels) in [(1, false), (2, true), (3, true)] {
            let shape = Shape { random_labels, ..Shape::alternating(5, 3, 6) };
            let effort = laws::Effort::default().games(30).endgame(500);
            let sets = random_dag::<Set<1>>(&shape, seed).unwrap();
            laws::check(&sets, &effort).unwrap();
            laws::check_values(&sets, &effort).unwrap();
            laws::check_keys(&sets, &effort).unwrap();
            let families = random_dag::<Family<Set<1>>>(&shape, seed).unwrap();
            laws::check(&families, &effort).unwrap();
            laws::check_values(&families, &effort).unwrap();
            laws::check_keys(&families, &effort).unwrap();
        }
    }

    #[test]
    fn layers_have_the_papers_sizes() {
        let shape = Shape::alternating(15, 5, 10);
        let layers: Vec<_> = (0..15).map(|layer| shape.layer(layer)).collect();
        assert_eq!(layers[..5], [1, 3, 9, 27, 81]);
        assert_eq!(layers[10..], [59_049, 177_147, 102_275, 34_091, 11_363]);
    }

    #[test]
    fn children_are_different_nodes_of_the_next_layer() {
        let shape = Shape::alternating(6, 4, 8);
        let graph = random_dag::<Set<1>>(&shape, 3).unwrap();
        let mut place = graph.start();
        assert_eq!(graph.moves(&place).count(), 3, "the second layer has only three nodes");
        for layer in 0..5 {
            let expected = if layer % 2 == 0 { Turn::Max } else { Turn::Min };
            assert_eq!(graph.turn(&place), expected);
            let mut children: Vec<_> = graph
                .moves(&place)
                .map(|m| {
                    let mut child = place;
                    graph.play(&mut child, m);
                    child
                })
                .collect();
            graph.play(&mut place, 1);
            children.dedup();
            assert!(children.len() == 4 || layer == 0);
        }
        assert!(graph.turn(&place).is_over());
    }

    #[test]
    fn words_build_a_graph_or_are_explained() {
        let build = |words: &[&str]| Parameters::parse(words).and_then(|p| AnyRandomDag::from_parameters(&p));
        assert!(matches!(build(&["depth=4"]), Ok(AnyRandomDag::Set(_))));
        assert!(matches!(build(&["depth=4", "lattice=family", "labels=random"]), Ok(AnyRandomDag::Family(_))));
        assert!(matches!(build(&["depth=4", "lattice=diagram"]), Ok(AnyRandomDag::Diagram(_))));
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert_eq!(message(&["depth=0"]), "depth=0: expected a whole number from 1 to 20");
        assert_eq!(message(&["variables=65"]), "variables=65: expected a whole number from 0 to 64");
        assert_eq!(message(&["lattice=sets"]), "lattice=sets: expected set or family or diagram; did you mean set?");
    }
}

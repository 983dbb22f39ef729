//! Random trees that are never stored: a position is the number of its node, and a leaf's value is a hash of it.
//!
//! Nodes are numbered as in a heap: the root is 0 and child `m` of node `n` is `n·branching + 1 + m`. The number is
//! an exact key, playing a move is one multiplication, and the leaf with number `n` holds the `n`-th output of
//! [`Random`]'s sequence for the seed. So a tree needs no memory, whatever its size, and is the same on every machine.
//!
//! [`Shape`] has three departures from the uniform tree, each for a purpose: [`irregular`](Shape::irregular) trees and
//! [`random turns`](Shape::random_turns) are the hard cases for the tests of searches, and a [`width`](Shape::width)
//! makes positions meet again, so that a table has something to find.
//!
//! The uniform tree is the domain RT of Atzmon, Stern and Saffidine, "Bounded Suboptimal Game Tree Search" (2018);
//! `random_tree/stochastic.rs` adds chance.

mod leaves;
mod stochastic;
mod stored;
mod words;

use secateur_game::{Describe, Evaluate, Expert, Game, Keyed, Never, Random, Turn};
use secateur_value::Bounds;

pub use leaves::{IntegerLeaves, Leaves, RealLeaves, WholeLeaves};
pub use stochastic::{Draw, Luck, Step, StochasticTree, Successors};
pub use stored::{StoredDraw, StoredTree};
pub use words::AnyRandomTree;

/// A random tree in which Max and Min move, Max first.
///
/// ```
/// use secateur_game::{Game, Turn};
/// use secateur_games::random_tree::{IntegerLeaves, RandomTree, Shape};
///
/// let tree = RandomTree::new(Shape::uniform(2, 3), IntegerLeaves::new(0, 100)?, 1)?;
/// let mut node = tree.start();
/// assert_eq!(tree.turn(&node), Turn::Max);
/// tree.play(&mut node, 0);
/// tree.play(&mut node, 2);
/// assert!(tree.turn(&node).is_over());
/// # Ok::<(), secateur_games::random_tree::RandomTreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomTree<L> {
    shape: Shape,
    leaves: L,
    /// Scattered, so that neighbouring seeds do not give overlapping sequences.
    seed: u64,
}

/// The form of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many moves the game lasts; at most as many in an irregular tree.
    pub depth: u32,
    /// How many moves a position has; at most as many in an irregular tree.
    pub branching: u16,
    /// Positions have from 1 to `branching` moves, and one in eight below the root is over early.
    pub irregular: bool,
    /// Who moves is decided by a coin in every position, instead of by the depth.
    pub random_turns: bool,
    /// If not 0, how many positions a depth has at most: successors are drawn from these, so that moves meet again
    /// and the tree becomes a graph.
    pub width: u32,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    number: u64,
    depth: u32,
}

/// Why there is no such random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RandomTreeError {
    /// Every position that is not over needs a move.
    #[error("expected a branching of at least 1")]
    NoMoves,
    /// Searches recurse once a move.
    #[error("expected a depth of at most {}", Shape::DEEPEST)]
    TooDeep,
    /// Nodes are numbered with 64 bits.
    #[error(
        "expected at most 2^64 positions to number, which allows a depth of {deepest} for a branching of {branching}"
    )]
    TooLarge {
        /// The branching that was asked for.
        branching: u16,
        /// The greatest depth for it.
        deepest: u32,
    },
    /// A chosen move must be able to happen.
    #[error("expected a probability above 0 and at most 1, with at most six decimals")]
    NoProbability,
    /// Only some trees can be kept in memory.
    #[error("expected a uniform tree of at least two moves that slip, with at most 2^26 nodes")]
    NotStored,
    /// No value lies in the range.
    #[error("expected a finite range of values, the least not above the greatest")]
    EmptyRange,
}

impl Shape {
    /// The greatest depth. The searches recurse, and this is safe on a thread with 2 MB.
    pub const DEEPEST: u32 = 1_000;

    /// Every position has `branching` moves, and the game is over after `depth`.
    pub const fn uniform(depth: u32, branching: u16) -> Self {
        Self { depth, branching, irregular: false, random_turns: false, width: 0 }
    }

    /// The same with irregular branching and depth, and coins that decide who moves.
    pub const fn wild(self) -> Self {
        Self { irregular: true, random_turns: true, ..self }
    }

    /// The same with at most `width` positions a depth.
    pub const fn shared(self, width: u32) -> Self {
        Self { width, ..self }
    }

    fn check(self) -> Result<(), RandomTreeError> {
        if self.branching == 0 {
            return Err(RandomTreeError::NoMoves);
        }
        if self.depth > Self::DEEPEST {
            return Err(RandomTreeError::TooDeep);
        }
        let deepest = self.deepest_numbered();
        if self.width == 0 && self.depth > deepest {
            return Err(RandomTreeError::TooLarge { branching: self.branching, deepest });
        }
        Ok(())
    }

    /// The greatest depth whose last node still has a number of 64 bits.
    fn deepest_numbered(self) -> u32 {
        Self::deepest_with(self.branching.into())
    }

    /// The same for this many successors a node.
    fn deepest_with(successors: u64) -> u32 {
        let next = |last: u64| last.checked_mul(successors)?.checked_add(successors);
        let mut last = 0;
        (0..Self::DEEPEST).take_while(|_| next(last).inspect(|&found| last = found).is_some()).count() as u32
    }
}

impl<L: Leaves> RandomTree<L> {
    /// The tree of this form with these leaves; different seeds give different trees.
    pub fn new(shape: Shape, leaves: L, seed: u64) -> Result<Self, RandomTreeError> {
        shape.check()?;
        Ok(Self { shape, leaves, seed: Random::mix(seed ^ 0x5EED_0F7A_EE5E_C47E) })
    }

    /// The form of the tree.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The random bits of a node; `purpose` separates what they decide.
    #[inline]
    fn bits(&self, number: u64, purpose: u64) -> u64 {
        Random::mix((self.seed ^ purpose).wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    #[inline]
    fn is_over(&self, node: &Node) -> bool {
        node.depth >= self.shape.depth
            || (self.shape.irregular && node.depth > 0 && self.bits(node.number, FORM).is_multiple_of(8))
    }

    /// How many moves a position has that is not over.
    #[inline]
    fn branching(&self, node: &Node) -> u16 {
        let most = self.shape.branching;
        // The three low bits have decided that the game goes on.
        if self.shape.irregular { (self.bits(node.number, FORM) >> 3) as u16 % most + 1 } else { most }
    }

    #[inline]
    fn child(&self, node: &Node, chosen: u16) -> Node {
        let depth = node.depth + 1;
        let heap = node.number.wrapping_mul(self.shape.branching.into()).wrapping_add(u64::from(chosen) + 1);
        if self.shape.width == 0 {
            return Node { number: heap, depth };
        }
        // Numbers of shared nodes are small, so that `heap` tells moves apart here too.
        let (width, bits) = (u64::from(self.shape.width), self.bits(heap, SUCCESSOR));
        let slot = ((u128::from(bits) * u128::from(width)) >> 64) as u64;
        Node { number: 1 + u64::from(node.depth) * width + slot, depth }
    }
}

/// What the random bits of a node decide: nothing but the leaf, the form below it, who moves, where a move leads.
const LEAF: u64 = 0;
const FORM: u64 = 0xF0F0_F0F0_0F0F_0F0F;
const MOVER: u64 = 0x3C3C_C3C3_3C3C_C3C3;
const SUCCESSOR: u64 = 0x6996_9669_9669_6996;

impl<L: Leaves> Game for RandomTree<L> {
    type Position = Node;
    type Move = u16;
    type Value = L::Value;
    type Undo = Node;
    type Chance = Never;
    type Both = Never;

    #[inline]
    fn start(&self) -> Node {
        Node { number: 0, depth: 0 }
    }

    #[inline]
    fn turn(&self, node: &Node) -> Turn<L::Value> {
        if self.is_over(node) {
            return Turn::Over(self.leaves.value(self.bits(node.number, LEAF)));
        }
        let coin = if self.shape.random_turns { self.bits(node.number, MOVER) } else { node.depth.into() };
        if coin & 1 == 0 { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn moves(&self, node: &Node) -> impl Iterator<Item = u16> + use<L> {
        0..self.branching(node)
    }

    #[inline]
    fn play(&self, node: &mut Node, chosen: u16) -> Node {
        let before = *node;
        *node = self.child(node, chosen);
        before
    }

    #[inline]
    fn undo(&self, node: &mut Node, before: Node) {
        *node = before;
    }

    #[inline]
    fn bounds(&self, _: &Node) -> Bounds<L::Value> {
        self.leaves.bounds()
    }
}

impl<L: Leaves> Keyed for RandomTree<L> {
    /// The number of the node, which no other node has.
    type Key = u64;

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        node.number
    }
}

impl<L: Leaves> Evaluate for RandomTree<L> {
    /// The leaf that is reached when both players always take their first move: cheap, repeatable, and about as
    /// telling as a real evaluator on a bad day.
    fn evaluate(&self, node: &Node) -> L::Value {
        let mut node = *node;
        while !self.is_over(&node) {
            node = self.child(&node, 0);
        }
        self.leaves.value(self.bits(node.number, LEAF))
    }
}

impl<L: Leaves> Expert for RandomTree<L> {}

impl<L: Leaves> Describe for RandomTree<L> {
    fn show(&self, node: &Node) -> String {
        let who = match self.turn(node) {
            Turn::Over(value) => format!("over, worth {}", self.show_value(&value)),
            Turn::Max => format!("Max has {} moves", self.branching(node)),
            Turn::Min => format!("Min has {} moves", self.branching(node)),
        };
        format!("node {} at depth {}: {who}", node.number, node.depth)
    }

    /// Moves are numbered from 1.
    fn name(&self, _: &Node, chosen: u16) -> String {
        (u32::from(chosen) + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_game::laws;
    use std::collections::HashMap;

    fn integers(shape: Shape, seed: u64) -> RandomTree<IntegerLeaves> {
        RandomTree::new(shape, IntegerLeaves::new(-5, 5).unwrap(), seed).unwrap()
    }

    fn minimax<L: Leaves>(tree: &RandomTree<L>, node: &mut Node, visit: &mut impl FnMut(&Node)) -> L::Value {
        visit(node);
        let player = match tree.turn(node) {
            Turn::Over(value) => return value,
            turn => turn.player().unwrap(),
        };
        let values: Vec<_> = tree
            .moves(node)
            .map(|chosen| {
                let before = tree.play(node, chosen);
                let value = minimax(tree, node, visit);
                tree.undo(node, before);
                value
            })
            .collect();
        if player == secateur_game::Player::Max { values.into_iter().max() } else { values.into_iter().min() }.unwrap()
    }

    #[test]
    fn the_laws_hold_for_every_form() {
        let uniform = Shape::uniform(5, 3);
        let forms = [
            uniform,
            uniform.wild(),
            uniform.shared(4),
            uniform.wild().shared(7),
            Shape::uniform(0, 1),
            Shape::uniform(63, 2),
            Shape::uniform(1000, 2).shared(5),
        ];
        for (shape, seed) in forms.into_iter().zip(1..) {
            let effort = laws::Effort::default().games(20).endgame(400);
            let tree = integers(shape, seed);
            laws::check(&tree, &effort).unwrap();
            laws::check_values(&tree, &effort).unwrap();
            laws::check_keys(&tree, &effort).unwrap();
            let tree = RandomTree::new(shape, RealLeaves::new(-0.5, 2.5).unwrap(), seed).unwrap();
            laws::check(&tree, &effort).unwrap();
            laws::check_values(&tree, &effort).unwrap();
            laws::check_keys(&tree, &effort).unwrap();
        }
    }

    #[test]
    fn a_uniform_tree_has_every_node_once() {
        let tree = integers(Shape::uniform(6, 3), 9);
        let mut numbers = Vec::new();
        minimax(&tree, &mut tree.start(), &mut |node| numbers.push(tree.key(node)));
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..(3u64.pow(7) - 1) / 2));
    }

    #[test]
    fn shared_successors_meet_and_stay_within_the_width() {
        let tree = integers(Shape::uniform(6, 3).shared(5), 9);
        let (mut visits, mut seen) = (0, HashMap::new());
        minimax(&tree, &mut tree.start(), &mut |node| {
            visits += 1;
            assert_eq!(*seen.entry(tree.key(node)).or_insert(node.depth), node.depth, "a key belongs to one depth");
        });
        assert_eq!(visits, (3u64.pow(7) - 1) / 2);
        assert!(seen.len() <= 1 + 6 * 5, "{} positions", seen.len());
    }

    #[test]
    fn irregular_trees_are_irregular() {
        let tree = integers(Shape::uniform(6, 4).wild(), 3);
        let (mut early, mut moves, mut turns) = (0, [0; 5], [0; 2]);
        minimax(&tree, &mut tree.start(), &mut |node| match tree.turn(node) {
            Turn::Over(_) => early += u32::from(node.depth < 6),
            turn => {
                moves[usize::from(tree.branching(node))] += 1;
                turns[usize::from(turn == Turn::Max)] += 1;
            }
        });
        assert!(early > 0 && moves[1..].iter().all(|&count| count > 0) && turns.iter().all(|&count| count > 0));
    }

    #[test]
    fn leaves_are_uniform_and_reach_their_ends() {
        let tree = RandomTree::new(Shape::uniform(9, 4), IntegerLeaves::new(0, 100).unwrap(), 5).unwrap();
        let mut counts = [0u32; 101];
        minimax(&tree, &mut tree.start(), &mut |node| {
            if let Turn::Over(value) = tree.turn(node) {
                counts[value as usize] += 1;
            }
        });
        // 262,144 leaves: 2,595 a value, five deviations are 255.
        assert!(counts.iter().all(|count| (2_340..2_850).contains(count)), "{counts:?}");
        let all = IntegerLeaves::new(i32::MIN, i32::MAX).unwrap();
        assert_eq!((all.value(0), all.value(u64::MAX)), (i32::MIN, i32::MAX));
        let real = RealLeaves::new(0.1, 0.3).unwrap();
        assert!(real.value(0) == real.bounds().lower && real.value(u64::MAX) <= real.bounds().upper);
    }

    /// The trees belong to experiments: a change of these numbers changes published instances.
    #[test]
    fn the_trees_stay_the_same() {
        let value = |shape, seed| {
            let tree = RandomTree::new(shape, IntegerLeaves::new(0, 1_000_000).unwrap(), seed).unwrap();
            minimax(&tree, &mut tree.start(), &mut |_| ())
        };
        let uniform = Shape::uniform(7, 4);
        assert_eq!([1, 2, 3].map(|seed| value(uniform, seed)), [726_873, 734_169, 709_633]);
        assert_eq!([1, 2, 3].map(|seed| value(uniform.wild(), seed)), [806_695, 121_160, 18_345]);
        assert_eq!([1, 2, 3].map(|seed| value(uniform.shared(20), seed)), [767_300, 723_020, 580_507]);
    }

    #[test]
    fn impossible_trees_are_refused() {
        let new = |depth, branching| RandomTree::new(Shape::uniform(depth, branching), IntegerLeaves::WIN, 1).err();
        assert_eq!(new(3, 0), Some(RandomTreeError::NoMoves));
        assert_eq!(new(63, 2), None);
        assert_eq!(new(64, 2), Some(RandomTreeError::TooLarge { branching: 2, deepest: 63 }));
        assert_eq!(new(31, 4), None);
        assert_eq!(new(32, 4), Some(RandomTreeError::TooLarge { branching: 4, deepest: 31 }));
        assert_eq!(new(1_000, 1), None);
        assert_eq!(new(1_001, 1), Some(RandomTreeError::TooDeep));
        assert_eq!(IntegerLeaves::new(1, 0), Err(RandomTreeError::EmptyRange));
        for (least, greatest) in [(1.0, 0.0), (f64::NAN, 1.0), (f64::MIN, f64::MAX), (0.0, f64::INFINITY)] {
            assert_eq!(RealLeaves::new(least, greatest), Err(RandomTreeError::EmptyRange));
        }
    }

    proptest! {
        /// An estimate is a leaf below the position, so it keeps the promise, in every form.
        #[test]
        fn estimates_keep_the_promise(seed: u64, depth in 0u32..7, branching in 1u16..5, width in 0u32..9, wild: bool) {
            let uniform = Shape::uniform(depth, branching).shared(width);
            let tree = integers(if wild { uniform.wild() } else { uniform }, seed);
            let node = tree.start();
            prop_assert!(tree.bounds(&node).contains(&tree.evaluate(&node)));
            prop_assert_eq!(tree.evaluate(&node), tree.evaluate(&node));
        }
    }
}

//! Random trees with chance.
//!
//! [`Luck::Slip`] is the stochastic domain RT of Atzmon, Stern and Saffidine, "Bounded Suboptimal Game Tree Search" (2018):
//! the move that a player chooses happens with probability p, and each of the others with probability (1 − p)/(b − 1).
//! The paper leaves open what the other moves lead to. In the reading that reproduces its figures the chance turns after
//! all moves of a position *share* their successors, and the last move before the leaves never slips;
//! [`Successors::Own`] is the other reading.
//!
//! [`Luck::Dice`] is the hard case for the tests of searches: any position may be a chance turn, with uneven weights.

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Random, Turn};
use secateur_value::{Bounds, Real};

use super::{Leaves, Node, RandomTree, RandomTreeError, Shape};

/// A random tree in which Max, Min and chance move.
///
/// ```
/// use secateur_game::{Chance, Game, Turn};
/// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
///
/// let tree = StochasticTree::new(Shape::uniform(4, 4), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
/// let mut step = tree.start();
/// tree.play(&mut step, 2);
/// let Turn::Chance(draw) = tree.turn(&step) else { panic!("a move may slip") };
/// let weights: Vec<_> = draw.outcomes(&tree, &step).map(|(weight, _)| weight).collect();
/// assert_eq!(weights, [1, 1, 12, 1]); // 0.8 = 12/15
/// # Ok::<(), secateur_games::random_tree::RandomTreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StochasticTree<L> {
    tree: RandomTree<L>,
    luck: Luck,
}

/// Where chance has a say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// A chosen move happens with this probability, else one of the others, each as likely.
    Slip {
        /// The probability's numerator.
        chosen: u32,
        /// The probability's denominator.
        of: u32,
        /// Where the outcomes lead.
        successors: Successors,
    },
    /// One position in three is a chance turn, with weights from 1 to 8.
    Dice,
}

/// Where the outcomes of a slip lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successors {
    /// To the successors of the position in which the move was chosen, whichever it was.
    Shared,
    /// To successors of this very move.
    Own,
}

impl Luck {
    /// A chosen move happens with probability `chosen / of`; successors are shared.
    pub fn slip(chosen: u32, of: u32) -> Result<Self, RandomTreeError> {
        if chosen == 0 || chosen > of {
            return Err(RandomTreeError::NoProbability);
        }
        Ok(Self::Slip { chosen, of, successors: Successors::Shared })
    }

    /// The same with successors of each move's own.
    pub fn own_successors(self) -> Self {
        match self {
            Self::Slip { chosen, of, .. } => Self::Slip { chosen, of, successors: Successors::Own },
            Self::Dice => Self::Dice,
        }
    }
}

/// A node, or a move chosen there that may yet slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(super) node: Node,
    pub(super) chosen: Option<u16>,
}

/// A chance turn of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A move that may slip.
    Slip {
        /// What was chosen.
        chosen: u16,
        /// How many outcomes there are.
        count: u16,
        /// The weight of the chosen outcome.
        often: u64,
        /// The weight of each of the others.
        seldom: u64,
    },
    /// A die with uneven sides.
    Dice {
        /// Decides the weights.
        bits: u64,
        /// How many outcomes there are.
        count: u16,
    },
}

impl Draw {
    #[inline(always)]
    fn count(self) -> u16 {
        match self {
            Self::Slip { count, .. } | Self::Dice { count, .. } => count,
        }
    }

    #[inline(always)]
    fn weight(self, outcome: u16) -> u64 {
        match self {
            Self::Slip { chosen, often, seldom, .. } => {
                if outcome == chosen {
                    often
                } else {
                    seldom
                }
            }
            Self::Dice { bits, .. } => 1 + Random::mix(bits.wrapping_add(outcome.into())) % 8,
        }
    }

    /// The outcomes that can happen, with their weights.
    #[inline(always)]
    pub(super) fn all(self) -> impl Iterator<Item = (u64, u16)> {
        (0..self.count()).filter_map(move |outcome| match self.weight(outcome) {
            0 => None,
            weight => Some((weight, outcome)),
        })
    }
}

impl<L: Leaves<Value = Real>> Chance<StochasticTree<L>> for Draw {
    #[inline]
    fn outcomes(self, _: &StochasticTree<L>, _: &Step) -> impl Iterator<Item = (u64, u16)> + use<L> {
        self.all()
    }

    #[inline]
    fn range(self, game: &StochasticTree<L>, _: &Step) -> Option<Bounds<Real>> {
        Some(game.tree.leaves.bounds())
    }
}

/// What the random bits of a node decide here, beside what they decide in any random tree.
const SIDES: u64 = 0xA5A5_5A5A_A5A5_5A5A;

impl<L: Leaves<Value = Real>> StochasticTree<L> {
    /// The tree of this form, with this luck and these leaves; different seeds give different trees.
    pub fn new(shape: Shape, luck: Luck, leaves: L, seed: u64) -> Result<Self, RandomTreeError> {
        let tree = RandomTree::new(shape, leaves, seed)?;
        let branching = u64::from(shape.branching);
        // Successors of their own need more numbers, and a chosen move has a key beside its node's.
        let arity =
            if matches!(luck, Luck::Slip { successors: Successors::Own, .. }) { branching.pow(2) } else { branching };
        let deepest = Shape::deepest_with(arity).saturating_sub(1);
        if shape.width == 0 && shape.depth > deepest {
            return Err(RandomTreeError::TooLarge { branching: shape.branching, deepest });
        }
        Ok(Self { tree, luck })
    }

    /// The form of the tree.
    pub fn shape(&self) -> Shape {
        self.tree.shape
    }

    /// Where chance has a say.
    pub fn luck(&self) -> Luck {
        self.luck
    }

    /// The node that an outcome leads to, or a move that cannot slip.
    #[inline]
    fn successor(&self, node: &Node, chosen: u16, outcome: u16) -> Node {
        let Luck::Slip { successors: Successors::Own, .. } = self.luck else { return self.tree.child(node, outcome) };
        if self.tree.shape.width > 0 {
            // The table of a graph's successors is large enough for all pairs.
            let place = Random::mix(u64::from(chosen) << 16 | u64::from(outcome)) as u16;
            return self.tree.child(node, place);
        }
        let branching = u64::from(self.tree.shape.branching);
        let place = u64::from(chosen) * branching + u64::from(outcome) + 1;
        Node { number: node.number.wrapping_mul(branching * branching).wrapping_add(place), depth: node.depth + 1 }
    }

    /// Whether a move chosen here may slip: not if it is the last one.
    #[inline]
    fn slips(&self, node: &Node) -> bool {
        matches!(self.luck, Luck::Slip { .. }) && node.depth + 1 < self.tree.shape.depth
    }

    #[inline]
    fn draw(&self, node: &Node, move_chosen: u16) -> Draw {
        let count = self.tree.branching(node);
        match self.luck {
            // With only one move there is nothing else that could happen.
            Luck::Slip { .. } if count == 1 => Draw::Slip { chosen: 0, count, often: 1, seldom: 0 },
            Luck::Slip { chosen, of, .. } => Draw::Slip {
                chosen: move_chosen,
                count,
                often: u64::from(chosen) * u64::from(count - 1),
                seldom: u64::from(of - chosen),
            },
            Luck::Dice => Draw::Dice { bits: self.tree.bits(node.number, SIDES), count },
        }
    }

    #[inline]
    fn is_chance(&self, step: &Step) -> bool {
        match self.luck {
            Luck::Slip { .. } => step.chosen.is_some(),
            Luck::Dice => self.tree.bits(step.node.number, SIDES).is_multiple_of(3) && !self.tree.is_over(&step.node),
        }
    }
}

impl<L: Leaves<Value = Real>> Game for StochasticTree<L> {
    type Position = Step;
    type Move = u16;
    type Value = Real;
    type Undo = Step;
    type Chance = Draw;
    type Both = Never;

    #[inline]
    fn start(&self) -> Step {
        Step { node: self.tree.start(), chosen: None }
    }

    #[inline]
    fn turn(&self, step: &Step) -> Turn<Real, Draw> {
        if self.is_chance(step) {
            return Turn::Chance(self.draw(&step.node, step.chosen.unwrap_or(0)));
        }
        match self.tree.turn(&step.node) {
            Turn::Over(value) => Turn::Over(value),
            Turn::Max => Turn::Max,
            Turn::Min => Turn::Min,
        }
    }

    #[inline]
    fn moves(&self, step: &Step) -> impl Iterator<Item = u16> + use<L> {
        self.tree.moves(&step.node)
    }

    #[inline]
    fn play(&self, step: &mut Step, chosen: u16) -> Step {
        let before = *step;
        *step = match before.chosen {
            None if self.slips(&before.node) => Step { chosen: Some(chosen), ..before },
            None => Step { node: self.successor(&before.node, chosen, chosen), chosen: None },
            Some(earlier) => Step { node: self.successor(&before.node, earlier, chosen), chosen: None },
        };
        before
    }

    #[inline]
    fn undo(&self, step: &mut Step, before: Step) {
        *step = before;
    }

    #[inline]
    fn bounds(&self, _: &Step) -> Bounds<Real> {
        self.tree.leaves.bounds()
    }
}

impl<L: Leaves<Value = Real>> Keyed for StochasticTree<L> {
    type Key = u64;

    #[inline]
    fn key(&self, step: &Step) -> u64 {
        let places = u64::from(self.tree.shape.branching) + 1;
        step.node.number.wrapping_mul(places).wrapping_add(step.chosen.map_or(0, |chosen| u64::from(chosen) + 1))
    }
}

impl<L: Leaves<Value = Real>> Evaluate for StochasticTree<L> {
    /// A leaf of the tree without luck: cheap, repeatable, and about as telling as a real evaluator on a bad day.
    fn evaluate(&self, step: &Step) -> Real {
        self.tree.evaluate(&step.chosen.map_or(step.node, |chosen| self.successor(&step.node, chosen, chosen)))
    }
}

impl<L: Leaves<Value = Real>> Expert for StochasticTree<L> {}

impl<L: Leaves<Value = Real>> Describe for StochasticTree<L> {
    fn show(&self, step: &Step) -> String {
        match step.chosen {
            Some(chosen) => format!("node {}: move {} may slip", step.node.number, chosen + 1),
            None if self.is_chance(step) => format!("node {}: chance", step.node.number),
            None => self.tree.show(&step.node),
        }
    }

    /// Moves and outcomes are numbered from 1.
    fn name(&self, _: &Step, chosen: u16) -> String {
        (u32::from(chosen) + 1).to_string()
    }

    fn show_value(&self, value: &Real) -> String {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_tree::{RealLeaves, WholeLeaves};
    use secateur_game::laws;
    use std::collections::HashMap;

    fn forms() -> Vec<(Shape, Luck)> {
        let uniform = Shape::uniform(5, 3);
        let shapes = [uniform, uniform.wild(), uniform.wild().shared(7), Shape::uniform(3, 1), Shape::uniform(0, 4)];
        let slip = Luck::slip(4, 5).unwrap();
        let lucks = [slip, slip.own_successors(), Luck::slip(1, 1).unwrap(), Luck::Dice];
        shapes.into_iter().flat_map(|shape| lucks.map(|luck| (shape, luck))).collect()
    }

    #[test]
    fn the_laws_hold_for_every_form() {
        for ((shape, luck), seed) in forms().into_iter().zip(1..) {
            let effort = laws::Effort::default().games(30);
            let whole = StochasticTree::new(shape, luck, WholeLeaves::new(-5, 5).unwrap(), seed).unwrap();
            laws::check(&whole, &effort).unwrap();
            laws::check_keys(&whole, &effort).unwrap();
            let real = StochasticTree::new(shape, luck, RealLeaves::new(-0.5, 2.5).unwrap(), seed).unwrap();
            laws::check(&real, &effort).unwrap();
        }
    }

    fn count<L: Leaves<Value = Real>>(tree: &StochasticTree<L>, step: &Step, seen: &mut HashMap<u64, u32>) -> u64 {
        *seen.entry(tree.key(step)).or_default() += 1;
        let next: Vec<u16> = match tree.turn(step) {
            Turn::Over(_) => return 1,
            Turn::Chance(draw) => draw.all().map(|(_, outcome)| outcome).collect(),
            _ => tree.moves(step).collect(),
        };
        let after = |chosen| {
            let mut after = *step;
            tree.play(&mut after, chosen);
            after
        };
        1 + next.into_iter().map(|chosen| count(tree, &after(chosen), seen)).sum::<u64>()
    }

    #[test]
    fn shared_successors_meet_again_and_own_ones_do_not() {
        let slip = Luck::slip(4, 5).unwrap();
        let tree = |luck| StochasticTree::new(Shape::uniform(3, 2), luck, WholeLeaves::new(0, 9).unwrap(), 1).unwrap();
        // Max, chance, Min, chance, Max, leaf: 1 + 2 + 4 + 8 + 16 + 32.
        let (shared, own) = (tree(slip), tree(slip.own_successors()));
        let (mut few, mut many) = (HashMap::new(), HashMap::new());
        assert_eq!((count(&shared, &shared.start(), &mut few), count(&own, &own.start(), &mut many)), (63, 63));
        assert_eq!(many.len(), 63);
        // Each player's position once, with its chosen moves: 1 + 2 + 2 + 4 + 4 + 8.
        assert_eq!(few.len(), 21);
    }

    #[test]
    fn impossible_luck_is_refused() {
        assert_eq!(Luck::slip(0, 5), Err(RandomTreeError::NoProbability));
        assert_eq!(Luck::slip(6, 5), Err(RandomTreeError::NoProbability));
        let own = Luck::slip(4, 5).unwrap().own_successors();
        let deep = StochasticTree::new(Shape::uniform(31, 4), own, WholeLeaves::new(0, 9).unwrap(), 1);
        assert_eq!(deep.err(), Some(RandomTreeError::TooLarge { branching: 4, deepest: 14 }));
    }
}

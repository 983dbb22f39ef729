//! Game trees with two criteria: a leaf has two scores, both of which Max wants high and Min low.
//!
//! The lattice is the product of two chains: `(3, 5)` and `(4, 2)` are not comparable, and Max who may choose between
//! them is sure of at least `(4, 5)` in the sense of the lattice: of 4 if she plays for the first criterion, and of 5 if she
//! plays for the second. The value is thus, for each criterion, what a player who cares for it alone can reach, found for
//! both by one search. A tree is drawn leaf by leaf from a seed and its path, and is never stored.

use secateur_game::{Describe, Expert, Game, Keyed, Never, Player, Random, Turn};
use secateur_value::Bounds;

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// A uniform tree, Max to move at the root and turns alternating, with two scores at each leaf.
///
/// ```
/// use secateur_game::Game;
/// use secateur_games::two_criteria::TwoCriteria;
///
/// let tree = TwoCriteria { depth: 3, branching: 2, greatest: 9, seed: 1 };
/// assert_eq!(tree.bounds(&tree.start()).upper, (9, 9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoCriteria {
    /// How many turns.
    pub depth: u32,
    /// How many moves a turn has.
    pub branching: u32,
    /// Scores are drawn from 0 to this.
    pub greatest: u16,
    /// Which of the trees.
    pub seed: u64,
}

/// A node of the tree: how deep, and its place among the nodes of that depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    depth: u32,
    place: u64,
}

impl TwoCriteria {
    /// The most leaves: paths are numbered.
    const MOST_LEAVES: u64 = 1 << 53;

    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "two-criteria",
        summary: "a random game tree whose leaves have two scores that are not weighed against each other",
        parameters: &[
            Parameter { name: "depth", default: Some("8"), meaning: "how many turns" },
            Parameter { name: "branching", default: Some("4"), meaning: "how many moves a turn has" },
            Parameter { name: "greatest", default: Some("99"), meaning: "scores are drawn from 0 to this" },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random trees" },
        ],
    };

    /// The tree that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let tree = Self {
            depth: values.whole("depth", 0..=53u32)?,
            branching: values.whole("branching", 1..=1000u32)?,
            greatest: values.whole("greatest", 0..=u16::MAX)?,
            seed: values.whole("seed", 0..=u64::MAX)?,
        };
        if u64::from(tree.branching).checked_pow(tree.depth).is_none_or(|leaves| leaves > Self::MOST_LEAVES) {
            return values.invalid("depth", "expected a tree of at most 2^53 leaves");
        }
        Ok(tree)
    }

    fn player(&self, node: &Node) -> Option<Player> {
        match (node.depth == self.depth, node.depth % 2) {
            (true, _) => None,
            (false, 0) => Some(Player::Max),
            (false, _) => Some(Player::Min),
        }
    }
}

impl Game for TwoCriteria {
    type Position = Node;
    type Move = u32;
    /// What the first and the second criterion say.
    type Value = (u16, u16);
    type Undo = Node;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Node {
        Node { depth: 0, place: 0 }
    }

    fn turn(&self, node: &Node) -> Turn<(u16, u16)> {
        match self.player(node) {
            Some(Player::Max) => Turn::Max,
            Some(Player::Min) => Turn::Min,
            None => {
                let mut random = Random::new(Random::mix(Random::mix(self.seed) ^ node.place));
                let mut score = || random.below(u64::from(self.greatest) + 1) as u16;
                Turn::Over((score(), score()))
            }
        }
    }

    fn moves(&self, node: &Node) -> impl Iterator<Item = u32> + use<> {
        0..if node.depth == self.depth { 0 } else { self.branching }
    }

    fn play(&self, node: &mut Node, chosen: u32) -> Node {
        let before = *node;
        *node = Node { depth: node.depth + 1, place: node.place * u64::from(self.branching) + u64::from(chosen) };
        before
    }

    fn undo(&self, node: &mut Node, before: Node) {
        *node = before;
    }

    fn bounds(&self, _: &Node) -> Bounds<(u16, u16)> {
        Bounds::new((0, 0), (self.greatest, self.greatest))
    }
}

impl Keyed for TwoCriteria {
    type Key = Node;

    fn key(&self, node: &Node) -> Node {
        *node
    }
}

impl Expert for TwoCriteria {}

impl Describe for TwoCriteria {
    fn show(&self, node: &Node) -> String {
        match self.turn(node) {
            Turn::Over(value) => format!("a leaf, worth {}", self.show_value(&value)),
            Turn::Max => {
                format!("Max chooses among {} moves, {} turns are left", self.branching, self.depth - node.depth)
            }
            Turn::Min => {
                format!("Min chooses among {} moves, {} turns are left", self.branching, self.depth - node.depth)
            }
        }
    }

    fn name(&self, _: &Node, chosen: u32) -> String {
        (chosen + 1).to_string()
    }

    fn show_value(&self, &(first, second): &(u16, u16)) -> String {
        format!("[{first},{second}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::plain;
    use secateur_game::laws;

    #[test]
    fn the_laws_hold() {
        let effort = laws::Effort::default().games(30).endgame(500);
        for seed in 0..5 {
            let tree = TwoCriteria { depth: 4, branching: 3, greatest: 9, seed };
            laws::check_values(&tree, &effort).unwrap();
            laws::check_keys(&tree, &effort).unwrap();
        }
    }

    /// The value of the pair is the pair of the values that each criterion has alone.
    #[test]
    fn each_criterion_is_minimax_of_its_own() {
        fn alone(tree: &TwoCriteria, node: &Node, criterion: fn((u16, u16)) -> u16) -> u16 {
            let below = tree.moves(node).map(|chosen| {
                let mut next = *node;
                tree.play(&mut next, chosen);
                alone(tree, &next, criterion)
            });
            match tree.turn(node) {
                Turn::Over(value) => criterion(value),
                Turn::Max => below.max().unwrap(),
                Turn::Min => below.min().unwrap(),
            }
        }
        for seed in 0..40 {
            let tree = TwoCriteria { depth: 5, branching: 3, greatest: 20, seed };
            let value = plain(&tree, &tree.start());
            let expected = (alone(&tree, &tree.start(), |v| v.0), alone(&tree, &tree.start(), |v| v.1));
            assert_eq!(value, expected);
        }
    }

    #[test]
    fn words_build_a_tree_or_are_explained() {
        let build = |words: &[&str]| Parameters::parse(words).and_then(|p| TwoCriteria::from_parameters(&p));
        assert_eq!(build(&["depth=2"]).unwrap().branching, 4);
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert_eq!(message(&["depth=40"]), "depth=40: expected a tree of at most 2^53 leaves");
    }
}

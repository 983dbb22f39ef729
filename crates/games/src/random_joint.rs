//! Random stacked matrix games that are never stored: a position is the number of its node, and all about it is a hash of that.
//!
//! Both players move at once in every position, from `rows` and `columns` moves, for `depth` rounds. The number of a node
//! follows from the path to it as in a heap, so it is an exact key, a tree of any size needs no memory, and a seed means the
//! same game for ever.
//!
//! The payoffs of Bošanský, Lisý, Lanctot, Čermák, Winands (AIJ 2016) are of two kinds. `uniform`: every leaf is drawn by
//! itself, from −1 to 1. `correlated`: every pair of moves is worth −1, 0 or 1, and a leaf is the sum along its path (after Smith and
//! Nau, "An Analysis of Forward Pruning", 1994), which is more like real games: good positions have good successors. `integer`
//! draws whole numbers from −10 to 10, so that ties are frequent. `irregular` games have fewer moves in some positions
//! and leaves at varying depth: the hard cases for the tests of searches.

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Random, Turn};
use secateur_value::{Bounds, Chain, Real};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// A random stacked matrix game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::RandomJoint;
/// use secateur_games::random_joint::{Form, Payoffs};
///
/// let game = RandomJoint::new(Form { depth: 1, rows: 2, columns: 3, ..Form::default() }, 7).unwrap();
/// let mut node = game.start();
/// let Turn::Both(sizes) = game.turn(&node) else { panic!("both players move") };
/// sizes.play(&game, &mut node, 1, 2);
/// assert!(game.turn(&node).is_over());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomJoint {
    form: Form,
    /// Scattered, so that neighbouring seeds do not give overlapping numbers.
    seed: u64,
}

/// The form of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How many rounds; at most as many in an irregular game.
    pub depth: u32,
    /// How many moves Max has; at most as many in an irregular game.
    pub rows: u16,
    /// How many moves Min has; at most as many in an irregular game.
    pub columns: u16,
    /// Where payoffs come from.
    pub payoffs: Payoffs,
    /// Whether positions have fewer moves here and there, and one in eight below the start is over early.
    pub irregular: bool,
}

/// Where payoffs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Payoffs {
    /// Real numbers from −1 to 1, each leaf by itself.
    Uniform,
    /// Whole numbers from −10 to 10, each leaf by itself.
    Integer,
    /// The sum of −1, 0 or 1 for every pair of moves on the path.
    Correlated,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    number: u64,
    depth: u16,
    /// The sum along the path, where payoffs are correlated.
    sum: i16,
}

/// How many moves both players have.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    rows: u16,
    columns: u16,
}

impl Default for Form {
    fn default() -> Self {
        Self { depth: 4, rows: 3, columns: 3, payoffs: Payoffs::Uniform, irregular: false }
    }
}

impl RandomJoint {
    /// The greatest depth. The searches recurse.
    pub const DEEPEST: u32 = 1_000;

    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "random-joint",
        summary: "random matrix games stacked on each other, which need no memory; both move at once",
        parameters: &[
            Parameter { name: "depth", default: Some("4"), meaning: "how many rounds the game lasts" },
            Parameter { name: "rows", default: Some("3"), meaning: "how many moves Max has" },
            Parameter { name: "columns", default: Some("3"), meaning: "how many moves Min has" },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random games" },
            Parameter {
                name: "payoffs",
                default: Some("uniform"),
                meaning: "uniform (from -1 to 1), integer (from -10 to 10), or correlated (a sum along the path)",
            },
            Parameter {
                name: "irregular",
                default: Some("no"),
                meaning: "yes: fewer moves here and there, leaves at varying depth",
            },
        ],
    };

    /// The game of this form; different seeds give different games. `None` if it has no moves, is too deep, or has more
    /// nodes than 64 bits can number.
    pub fn new(form: Form, seed: u64) -> Option<Self> {
        let cells = u64::from(form.rows) * u64::from(form.columns);
        let numbered =
            || (0..form.depth).try_fold(0u64, |last, _| last.checked_mul(cells)?.checked_add(cells)).is_some();
        let sound = cells > 0 && form.depth <= Self::DEEPEST && numbered();
        sound.then(|| Self { form, seed: Random::mix(seed ^ 0x0DD5_EED5_7AC4_ED00) })
    }

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let kinds = [("uniform", Payoffs::Uniform), ("integer", Payoffs::Integer), ("correlated", Payoffs::Correlated)];
        let form = Form {
            depth: values.whole("depth", 0..=Self::DEEPEST)?,
            rows: values.whole("rows", 1..=1_000)?,
            columns: values.whole("columns", 1..=1_000)?,
            payoffs: values.choice("payoffs", &kinds)?,
            irregular: values.flag("irregular")?,
        };
        let seed = values.whole("seed", 0..=u64::MAX)?;
        Self::new(form, seed)
            .map_or_else(|| values.invalid("depth", "expected at most 2^64 positions in the whole game"), Ok)
    }

    /// The random bits of a node; `purpose` separates what they decide.
    #[inline]
    fn bits(&self, number: u64, purpose: u64) -> u64 {
        Random::mix((self.seed ^ purpose).wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    #[inline]
    fn is_over(&self, node: &Node) -> bool {
        u32::from(node.depth) >= self.form.depth
            || (self.form.irregular && node.depth > 0 && self.bits(node.number, SHAPE).is_multiple_of(8))
    }

    #[inline]
    fn payoff(&self, node: &Node) -> Real {
        match self.form.payoffs {
            Payoffs::Uniform => {
                // A multiple of 2⁻⁵² from −1 on: exact, so that exact arithmetic means the same game.
                let unit = (self.bits(node.number, LEAF) >> 11) as f64 * 0.5f64.powi(52) - 1.0;
                Real::new(unit).unwrap_or(Real::ZERO)
            }
            Payoffs::Integer => ((self.bits(node.number, LEAF) % 21) as i32 - 10).into(),
            Payoffs::Correlated => i32::from(node.sum).into(),
        }
    }
}

/// What the random bits of a node decide.
const LEAF: u64 = 0;
const SHAPE: u64 = 0xF0F0_F0F0_0F0F_0F0F;
const EDGE: u64 = 0x3C3C_C3C3_3C3C_C3C3;

impl Game for RandomJoint {
    type Position = Node;
    type Move = u16;
    type Value = Real;
    type Undo = Node;
    type Chance = Never;
    type Both = Sizes;

    #[inline]
    fn start(&self) -> Node {
        Node { number: 0, depth: 0, sum: 0 }
    }

    #[inline]
    fn turn(&self, node: &Node) -> Turn<Real, Never, Sizes> {
        if self.is_over(node) {
            return Turn::Over(self.payoff(node));
        }
        let Form { rows, columns, irregular, .. } = self.form;
        // The three low bits have decided that the game goes on.
        let bits = if irregular { self.bits(node.number, SHAPE) >> 3 } else { 0 };
        let fewer = |most: u16, bits: u64| if irregular { (bits % u64::from(most)) as u16 + 1 } else { most };
        Turn::Both(Sizes { rows: fewer(rows, bits & 0xFFFF_FFFF), columns: fewer(columns, bits >> 32) })
    }

    fn moves(&self, _: &Node) -> impl Iterator<Item = u16> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, node: &mut Node, _: u16) -> Node {
        *node
    }

    #[inline]
    fn undo(&self, node: &mut Node, before: Node) {
        *node = before;
    }

    #[inline]
    fn bounds(&self, node: &Node) -> Bounds<Real> {
        let (least, greatest) = match self.form.payoffs {
            Payoffs::Uniform => (-1, 1),
            Payoffs::Integer => (-10, 10),
            Payoffs::Correlated => {
                let left = self.form.depth as i32 - i32::from(node.depth);
                (i32::from(node.sum) - left, i32::from(node.sum) + left)
            }
        };
        Bounds::new(least.into(), greatest.into())
    }
}

impl Both<RandomJoint> for Sizes {
    #[inline]
    fn rows(self, _: &RandomJoint, _: &Node) -> impl Iterator<Item = u16> + use<> {
        0..self.rows
    }

    #[inline]
    fn columns(self, _: &RandomJoint, _: &Node) -> impl Iterator<Item = u16> + use<> {
        0..self.columns
    }

    #[inline]
    fn play(self, game: &RandomJoint, node: &mut Node, row: u16, column: u16) -> Node {
        let before = *node;
        let (rows, columns) = (u64::from(game.form.rows), u64::from(game.form.columns));
        let number = before.number * (rows * columns) + u64::from(row) * columns + u64::from(column) + 1;
        let gain = match game.form.payoffs {
            Payoffs::Correlated => (game.bits(number, EDGE) % 3) as i16 - 1,
            _ => 0,
        };
        *node = Node { number, depth: before.depth + 1, sum: before.sum + gain };
        before
    }
}

impl Evaluate for RandomJoint {
    /// The middle of what is promised: nothing else is to be seen of a random game.
    fn evaluate(&self, position: &Node) -> Real {
        let Bounds { lower, upper } = self.bounds(position);
        lower.halfway(upper)
    }

    fn has_evaluator(&self) -> bool {
        false
    }
}

impl Keyed for RandomJoint {
    type Key = u64;

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        node.number
    }
}

impl Describe for RandomJoint {
    fn show(&self, node: &Node) -> String {
        let sum = if self.form.payoffs == Payoffs::Correlated { format!(", sum {}", node.sum) } else { String::new() };
        format!("node {} at depth {}{sum}", node.number, node.depth)
    }

    /// Moves are numbered from 1.
    fn name(&self, _: &Node, chosen: u16) -> String {
        (chosen + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    #[test]
    fn the_laws_hold_for_every_form() {
        for payoffs in [Payoffs::Uniform, Payoffs::Integer, Payoffs::Correlated] {
            for irregular in [false, true] {
                for (depth, rows, columns) in [(0, 1, 1), (3, 2, 5), (5, 4, 1), (20, 3, 2)] {
                    let game = RandomJoint::new(Form { depth, rows, columns, payoffs, irregular }, 3).unwrap();
                    let effort = Effort::default().games(50);
                    laws::check(&game, &effort).unwrap();
                    laws::check_keys(&game, &effort).unwrap();
                }
            }
        }
    }

    /// The games belong to experiments: a change of these numbers changes published instances.
    #[test]
    fn the_games_stay_the_same() {
        let leaf = |payoffs, seed| {
            let game = RandomJoint::new(Form { payoffs, ..Form::default() }, seed).unwrap();
            let mut node = game.start();
            while let Turn::Both(sizes) = game.turn(&node) {
                let row = node.depth % 3;
                sizes.play(&game, &mut node, row, 2);
            }
            game.payoff(&node).get()
        };
        assert_eq!([1, 2, 3].map(|seed| leaf(Payoffs::Integer, seed)), [3.0, -6.0, -9.0]);
        assert_eq!([1, 2, 3].map(|seed| leaf(Payoffs::Correlated, seed)), [0.0, 2.0, 0.0]);
    }

    #[test]
    fn impossible_games_are_refused() {
        let problem =
            |words: &[&str]| RandomJoint::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
        assert_eq!(problem(&["depth=40"]), "depth=40: expected at most 2^64 positions in the whole game");
        assert_eq!(problem(&["rows=0"]), "rows=0: expected a whole number from 1 to 1000");
        assert_eq!(
            problem(&["payoffs=corelated"]),
            "payoffs=corelated: expected uniform or integer or correlated; did you mean correlated?"
        );
    }
}

//! Random games with every kind of turn that are never stored: a position is a number, and all about it is a hash of that.
//!
//! Whose turn it is, how many moves there are, how likely outcomes are and what a leaf is worth (from 0 to 100) are all drawn from the
//! number of the node. A tree of any size needs no memory, and a seed means the same game for ever. With `places` every depth has
//! only so many positions, so that most are reached in many ways.

use secateur_game::{Both, Chance, Describe, Evaluate, Game, Keyed, Random, Turn};
use secateur_value::{Bounds, Chain, Real};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The form of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How many moves until the game is over; at most as many in an irregular game.
    pub depth: u32,
    /// How many moves everybody has; at most as many in an irregular game.
    pub moves: u16,
    /// How often it is the turn of Max, Min, chance and both, in relation to each other.
    pub turns: [u8; 4],
    /// How many positions there are at every depth; 0 for a tree.
    pub places: u32,
    /// Whether positions have fewer moves here and there, and one in eight below the start is over early.
    pub irregular: bool,
    /// Whether leaves are worth whole numbers.
    pub whole: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self { depth: 5, moves: 3, turns: [1; 4], places: 0, irregular: false, whole: false }
    }
}

/// A random game.
///
/// ```
/// use secateur_game::Game;
/// use secateur_games::RandomMixed;
/// use secateur_games::random_mixed::Form;
///
/// let game = RandomMixed::new(Form::default(), 7)?;
/// assert!(!game.turn(&game.start()).is_over());
/// assert!(RandomMixed::new(Form { moves: 0, ..Form::default() }, 7).is_err());
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomMixed {
    form: Form,
    /// Scattered, so that neighbouring seeds do not give overlapping numbers.
    seed: u64,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    number: u64,
    depth: u16,
}

/// How many outcomes chance has, and at which node.
#[derive(Clone, Copy, Debug)]
pub struct Dice {
    outcomes: u16,
    number: u64,
}

/// How many moves both players have.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    rows: u16,
    columns: u16,
}

impl RandomMixed {
    /// The greatest depth. The searches recurse.
    pub const DEEPEST: u32 = 1_000;

    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "random-mixed",
        summary: "random games with every kind of turn, which need no memory; values from 0 to 100",
        parameters: &[
            Parameter { name: "depth", default: Some("5"), meaning: "how many moves the game lasts" },
            Parameter { name: "moves", default: Some("3"), meaning: "how many moves everybody has" },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random games" },
            Parameter { name: "max", default: Some("1"), meaning: "how often Max moves, in relation to the others" },
            Parameter { name: "min", default: Some("1"), meaning: "how often Min moves" },
            Parameter { name: "chance", default: Some("1"), meaning: "how often chance moves" },
            Parameter { name: "both", default: Some("1"), meaning: "how often both move at once" },
            Parameter {
                name: "places",
                default: Some("0"),
                meaning: "how many positions there are at every depth; 0: a tree, in which no two lines meet",
            },
            Parameter {
                name: "irregular",
                default: Some("no"),
                meaning: "yes: fewer moves here and there, leaves at varying depth",
            },
            Parameter { name: "whole", default: Some("no"), meaning: "yes: leaves are worth whole numbers" },
        ],
    };

    /// A game of this form.
    pub fn new(form: Form, seed: u64) -> Result<Self, &'static str> {
        if form.depth > Self::DEEPEST {
            return Err("expected a depth of at most 1000");
        }
        if form.moves == 0 {
            return Err("expected at least one move");
        }
        if form.turns == [0; 4] {
            return Err("expected somebody to have a turn: one of max, min, chance and both above 0");
        }
        Ok(Self { form, seed: Random::mix(seed) })
    }

    /// The game that parameters choose.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let often = |name| values.whole(name, 0..=100u8);
        let yes = |name| values.choice(name, &[("no", false), ("yes", true)]);
        let turns = [often("max")?, often("min")?, often("chance")?, often("both")?];
        if turns == [0; 4] {
            return values.invalid("both", "expected one of max, min, chance and both above 0");
        }
        let form = Form {
            depth: values.whole("depth", 0..=Self::DEEPEST)?,
            moves: values.whole("moves", 1..=200u16)?,
            turns,
            places: values.whole("places", 0..=u32::MAX)?,
            irregular: yes("irregular")?,
            whole: yes("whole")?,
        };
        let seed = values.whole("seed", 0..=u64::MAX)?;
        Self::new(form, seed).or_else(|expected| values.invalid("both", expected))
    }

    /// Random bits of a node, for one purpose.
    #[inline]
    fn draw(&self, number: u64, purpose: u64) -> u64 {
        Random::mix(number ^ purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.seed)
    }

    /// A number of moves.
    #[inline]
    fn count(&self, node: &Node, purpose: u64) -> u16 {
        if self.form.irregular {
            1 + (self.draw(node.number, purpose) % u64::from(self.form.moves)) as u16
        } else {
            self.form.moves
        }
    }

    #[inline]
    fn step(&self, node: &mut Node, chosen: u64) -> Node {
        let number = self.draw(node.number.wrapping_add(chosen.wrapping_mul(0xD6E8_FEB8_6659_FD93)), 1);
        let places = u64::from(self.form.places);
        let number = if places == 0 { number } else { (number % places) | u64::from(node.depth + 1) << 32 };
        std::mem::replace(node, Node { number, depth: node.depth + 1 })
    }
}

impl Game for RandomMixed {
    type Position = Node;
    type Move = u16;
    type Value = Real;
    type Undo = Node;
    type Chance = Dice;
    type Both = Sizes;

    fn start(&self) -> Node {
        Node { number: 0, depth: 0 }
    }

    #[inline]
    fn turn(&self, node: &Node) -> Turn<Real, Dice, Sizes> {
        let kind = self.draw(node.number, 2);
        let early = self.form.irregular && node.depth > 0 && kind >> 61 == 0;
        if early || u32::from(node.depth) >= self.form.depth {
            let drawn = self.draw(node.number, 3);
            let value = if self.form.whole {
                (drawn % 101) as f64
            } else {
                (drawn >> 11) as f64 * (100.0 / (1u64 << 53) as f64)
            };
            return Turn::Over(Real::new(value).unwrap_or(Real::ZERO));
        }
        let [max, min, chance, both] = self.form.turns.map(u64::from);
        let kind = (kind >> 8) % (max + min + chance + both);
        if kind < max {
            Turn::Max
        } else if kind < max + min {
            Turn::Min
        } else if kind < max + min + chance {
            Turn::Chance(Dice { outcomes: self.count(node, 4), number: node.number })
        } else {
            Turn::Both(Sizes { rows: self.count(node, 4), columns: self.count(node, 5) })
        }
    }

    #[inline]
    fn moves(&self, node: &Node) -> impl Iterator<Item = u16> + use<> {
        0..self.count(node, 4)
    }

    #[inline]
    fn play(&self, node: &mut Node, chosen: u16) -> Node {
        self.step(node, u64::from(chosen))
    }

    #[inline]
    fn undo(&self, node: &mut Node, before: Node) {
        *node = before;
    }

    #[inline]
    fn bounds(&self, _: &Node) -> Bounds<Real> {
        Bounds::new(Real::ZERO, Real::from(100))
    }
}

impl Chance<RandomMixed> for Dice {
    #[inline]
    fn outcomes(self, game: &RandomMixed, _: &Node) -> impl Iterator<Item = (u64, u16)> + use<> {
        let weights = game.draw(self.number, 6);
        (0..self.outcomes).map(move |outcome| (1 + Random::mix(weights ^ u64::from(outcome)) % 8, outcome))
    }
}

impl Both<RandomMixed> for Sizes {
    #[inline]
    fn rows(self, _: &RandomMixed, _: &Node) -> impl Iterator<Item = u16> + use<> {
        0..self.rows
    }

    #[inline]
    fn columns(self, _: &RandomMixed, _: &Node) -> impl Iterator<Item = u16> + use<> {
        0..self.columns
    }

    #[inline]
    fn play(self, game: &RandomMixed, node: &mut Node, row: u16, column: u16) -> Node {
        game.step(node, u64::from(row) << 16 | u64::from(column))
    }
}

impl Evaluate for RandomMixed {
    /// The middle of what is promised: nothing else is to be seen of a random game.
    fn evaluate(&self, position: &Node) -> Real {
        let Bounds { lower, upper } = self.bounds(position);
        lower.halfway(upper)
    }

    fn has_evaluator(&self) -> bool {
        false
    }
}

impl Keyed for RandomMixed {
    type Key = Node;

    /// The whole node: two lines that come to the same number at the same depth have come to the same position.
    #[inline]
    fn key(&self, node: &Node) -> Node {
        *node
    }
}

impl Describe for RandomMixed {
    fn show(&self, node: &Node) -> String {
        format!("node {:016x}, {} moves played", node.number, node.depth)
    }

    fn name(&self, _: &Node, chosen: u16) -> String {
        (chosen + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    #[test]
    fn the_laws_hold() {
        for seed in 0..20 {
            let form = Form {
                places: [0, 5][seed as usize % 2],
                irregular: seed % 3 == 0,
                whole: seed % 5 == 0,
                ..Form::default()
            };
            let game = RandomMixed::new(form, seed).unwrap();
            laws::check(&game, &Effort::default()).unwrap();
            laws::check_keys(&game, &Effort::default()).unwrap();
        }
    }

    #[test]
    fn every_kind_of_turn_comes_up() {
        let game = RandomMixed::new(Form::default(), 1).unwrap();
        let mut seen = [false; 4];
        for number in 0..100 {
            match game.turn(&Node { number, depth: 1 }) {
                Turn::Over(_) => {}
                Turn::Max => seen[0] = true,
                Turn::Min => seen[1] = true,
                Turn::Chance(_) => seen[2] = true,
                Turn::Both(_) => seen[3] = true,
            }
        }
        assert_eq!(seen, [true; 4]);
    }
}

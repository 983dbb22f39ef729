//! A random tree as the program's words describe it.

use secateur_value::Real;

use super::{
    IntegerLeaves, Leaves, Luck, RandomTree, RandomTreeError, RealLeaves, Shape, StochasticTree, Successors,
    WholeLeaves,
};
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

/// A random tree whose kind of leaf is chosen when the program runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyRandomTree {
    /// With whole numbers.
    Integer(RandomTree<IntegerLeaves>),
    /// With real numbers.
    Real(RandomTree<RealLeaves>),
    /// With chance and whole numbers.
    ChanceInteger(StochasticTree<WholeLeaves>),
    /// With chance and real numbers.
    ChanceReal(StochasticTree<RealLeaves>),
}

impl AnyRandomTree {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "random-tree",
        summary: "a tree with random leaves that needs no memory; Max and Min alternate, with or without chance",
        parameters: &[
            Parameter { name: "depth", default: Some("6"), meaning: "how many moves the game lasts" },
            Parameter { name: "branching", default: Some("4"), meaning: "how many moves a position has" },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random trees" },
            Parameter {
                name: "leaves",
                default: Some("integer"),
                meaning: "integer or real (uniform from vmin to vmax), or win (-1, 0 or 1)",
            },
            Parameter { name: "vmin", default: Some("0"), meaning: "the least value of a leaf" },
            Parameter { name: "vmax", default: Some("100"), meaning: "the greatest value of a leaf" },
            Parameter {
                name: "irregular",
                default: Some("no"),
                meaning: "yes: from 1 to branching moves, leaves at varying depth",
            },
            Parameter { name: "turns", default: Some("alternating"), meaning: "alternating, or random by a coin" },
            Parameter {
                name: "width",
                default: Some("0"),
                meaning: "if not 0, how many positions a depth has: moves meet again",
            },
            Parameter {
                name: "chance",
                default: Some("0"),
                meaning: "if not 0, the probability that a chosen move happens, else one of the others does; or dice",
            },
            Parameter {
                name: "successors",
                default: Some("shared"),
                meaning: "where moves that slip lead: shared with the other moves, or own",
            },
        ],
    };

    /// The tree that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Kind {
            Integer,
            Real,
            Win,
        }
        let values = parameters.of(&Self::DESCRIPTION)?;
        let shape = Shape {
            depth: values.whole("depth", 0..=Shape::DEEPEST)?,
            branching: values.whole("branching", 1..=u16::MAX)?,
            irregular: values.flag("irregular")?,
            random_turns: values.choice("turns", &[("alternating", false), ("random", true)])?,
            width: values.whole("width", 0..=u32::MAX)?,
        };
        shape.check().or_else(|problem| values.invalid("depth", problem))?;
        let seed = values.whole("seed", 0..=u64::MAX)?;
        let kinds = [("integer", Kind::Integer), ("real", Kind::Real), ("win", Kind::Win)];
        let kind = values.choice("leaves", &kinds)?;
        let luck = luck(&values)?;
        if kind == Kind::Real {
            let (least, greatest) = (values.number("vmin")?, values.number("vmax")?);
            let leaves = RealLeaves::new(least, greatest).or_else(|problem| values.invalid("vmax", problem))?;
            return match luck {
                None => tree(&values, shape, leaves, seed).map(Self::Real),
                Some(luck) => stochastic(&values, shape, luck, leaves, seed).map(Self::ChanceReal),
            };
        }
        let (least, greatest) = match kind {
            Kind::Win => (-1, 1),
            _ => (values.whole("vmin", i32::MIN..=i32::MAX)?, values.whole("vmax", i32::MIN..=i32::MAX)?),
        };
        let leaves = IntegerLeaves::new(least, greatest).or_else(|problem| values.invalid("vmax", problem))?;
        let whole = WholeLeaves::new(least, greatest).or_else(|problem| values.invalid("vmax", problem))?;
        match luck {
            None => tree(&values, shape, leaves, seed).map(Self::Integer),
            Some(luck) => stochastic(&values, shape, luck, whole, seed).map(Self::ChanceInteger),
        }
    }
}

fn tree<L: Leaves>(values: &Values<'_>, shape: Shape, leaves: L, seed: u64) -> Result<RandomTree<L>, ParameterError> {
    RandomTree::new(shape, leaves, seed).or_else(|problem| values.invalid("depth", problem))
}

fn stochastic<L: Leaves<Value = Real>>(
    values: &Values<'_>,
    shape: Shape,
    luck: Luck,
    leaves: L,
    seed: u64,
) -> Result<StochasticTree<L>, ParameterError> {
    StochasticTree::new(shape, luck, leaves, seed).or_else(|problem| values.invalid("depth", problem))
}

/// Where chance has a say, if it has.
fn luck(values: &Values<'_>) -> Result<Option<Luck>, ParameterError> {
    /// Probabilities are taken as multiples of this, so that they are exact.
    const PARTS: u32 = 1_000_000;
    if values.text("chance")? == "dice" {
        return Ok(Some(Luck::Dice));
    }
    let probability = values.number("chance")?;
    let successors = values.choice("successors", &[("shared", Successors::Shared), ("own", Successors::Own)])?;
    if probability == 0.0 {
        return Ok(None);
    }
    let parts = probability * f64::from(PARTS);
    // A decimal with six places is off by less than this, and anything finer by more.
    let fits = (0.5..=f64::from(PARTS)).contains(&parts) && (parts - parts.round()).abs() < 1e-6;
    if !fits {
        return values.invalid("chance", RandomTreeError::NoProbability);
    }
    let (chosen, divisor) = (parts.round() as u32, greatest_common_divisor(parts.round() as u32, PARTS));
    Ok(Some(Luck::Slip { chosen: chosen / divisor, of: PARTS / divisor, successors }))
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::Game;
    use secateur_value::Bounds;

    #[test]
    fn words_build_a_tree_or_are_explained() {
        let build = |words: &[&str]| {
            Parameters::parse(words).and_then(|parameters| AnyRandomTree::from_parameters(&parameters))
        };
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert!(matches!(build(&[]), Ok(AnyRandomTree::Integer(_))));
        assert!(matches!(build(&["leaves=real", "vmin=-0.5", "vmax=0.5"]), Ok(AnyRandomTree::Real(_))));
        let Ok(AnyRandomTree::Integer(win)) = build(&["leaves=win", "irregular=yes", "turns=random", "width=9"]) else {
            panic!("a tree of wins has integers");
        };
        assert_eq!(win.bounds(&win.start()), Bounds::new(-1, 1));
        assert_eq!(win.shape(), Shape::uniform(6, 4).wild().shared(9));
        assert_eq!(message(&["depth=-1"]), "depth=-1: expected a whole number from 0 to 1000");
        assert_eq!(message(&["branching=0"]), "branching=0: expected a whole number from 1 to 65535");
        assert_eq!(message(&["leaves=reel"]), "leaves=reel: expected integer or real or win; did you mean real?");
        assert_eq!(message(&["vmin=0.5"]), "vmin=0.5: expected a whole number from -2147483648 to 2147483647");
        assert_eq!(
            message(&["vmax=-3"]),
            "vmax=-3: expected a finite range of values, the least not above the greatest"
        );
        assert_eq!(
            message(&["depth=40"]),
            "depth=40: expected at most 2^64 positions to number, which allows a depth of 31 for a branching of 4"
        );
        assert!(build(&["depth=40", "width=100"]).is_ok());
        let Ok(AnyRandomTree::ChanceInteger(slippery)) = build(&["chance=0.8", "depth=4"]) else {
            panic!("a move that may slip needs chance");
        };
        assert_eq!(slippery.luck(), Luck::slip(4, 5).unwrap());
        assert!(matches!(build(&["chance=dice", "leaves=real"]), Ok(AnyRandomTree::ChanceReal(_))));
        assert_eq!(
            message(&["chance=1.5"]),
            "chance=1.5: expected a probability above 0 and at most 1, with at most six decimals"
        );
        assert_eq!(message(&["chance=often"]), "chance=often: expected a number such as 3 or 0.25");
    }
}

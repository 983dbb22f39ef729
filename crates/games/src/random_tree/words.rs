//! A random tree as the program's words describe it.

use super::{IntegerLeaves, RandomTree, RealLeaves, Shape};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// A random tree whose kind of leaf is chosen when the program runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyRandomTree {
    /// With whole numbers.
    Integer(RandomTree<IntegerLeaves>),
    /// With real numbers.
    Real(RandomTree<RealLeaves>),
}

impl AnyRandomTree {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "random-tree",
        summary: "a tree with random leaves that needs no memory; Max and Min alternate",
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
        ],
    };

    /// The tree that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        #[derive(Clone, Copy)]
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
        match values.choice("leaves", &kinds)? {
            Kind::Integer => {
                let (least, greatest) =
                    (values.whole("vmin", i32::MIN..=i32::MAX)?, values.whole("vmax", i32::MIN..=i32::MAX)?);
                IntegerLeaves::new(least, greatest)
                    .and_then(|leaves| RandomTree::new(shape, leaves, seed))
                    .map(Self::Integer)
            }
            Kind::Real => {
                let (least, greatest) = (values.number("vmin")?, values.number("vmax")?);
                RealLeaves::new(least, greatest).and_then(|leaves| RandomTree::new(shape, leaves, seed)).map(Self::Real)
            }
            Kind::Win => RandomTree::new(shape, IntegerLeaves::WIN, seed).map(Self::Integer),
        }
        .or_else(|problem| values.invalid("vmax", problem))
    }
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
    }
}

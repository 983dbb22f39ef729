//! A tree that people can type, with every kind of turn.
//!
//! ```text
//! # A comment runs to the end of its line.
//! (range 0 100)                          # optional: what the leaves may be worth
//! (max left:  (min 3 5)                  # moves may have names
//!      right: (chance heads 1/2: 10      # outcomes have a weight, and may have a name before it
//!                     tails 0.5: (min 2 9))
//!      "a duel": (both (rows up down)    # a matrix, row by row; both lists of names are optional
//!                      (columns in out)
//!                      [1 2.5]
//!                      [-3 (max 7 8)]))
//! ```
//!
//! * A **leaf** is a number: `3`, `-2.5`, `1e3` or `2/3`. Values are floating-point numbers, the nearest to what is
//!   written.
//! * `(max …)` and `(min …)` hold one subtree a move. A move without a name is called by its place, from 1.
//! * `(chance …)` holds weighted subtrees. If all weights are whole numbers, only their proportion matters; if one is a
//!   decimal number or a fraction, they are probabilities and must sum to exactly 1. Either way they become exact
//!   integers.
//! * `(both …)` holds a matrix of subtrees: Max chooses a row and Min a column, at once.
//! * A name is a word without space and without any of `( ) [ ] : # "`, or anything between double quotes, where
//!   `\"` and `\\` stand for themselves. Names differ within a turn, whatever their case.
//! * The promised bounds of every position are the `range`, or else the least and the greatest leaf.
//!
//! [`Tree`] is the general game. [`AlternatingTree`] is a tree in which only Max and Min move, and [`ChanceTree`] one in
//! which chance moves too, for the algorithms that solve no other.

mod error;
mod fraction;
mod nodes;
mod parse;
mod print;
mod token;

use std::str::FromStr;
use std::sync::Arc;

use secateur_game::{Both, Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Chain, Real};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};
pub use error::{DEEPEST, TreeError, TreeProblem};
use nodes::{At, Kind, Nodes};

/// The general game: a tree with every kind of turn.
///
/// ```
/// use secateur_games::Tree;
///
/// let tree: Tree = "(max (min 3 5) (chance 1/2: 10 0.5: 2))".parse()?;
/// assert_eq!(tree.to_string(), "(max\n  (min 3 5)\n  (chance 1: 10 1: 2))\n");
///
/// let problem = "(max (min 3 five))".parse::<Tree>().unwrap_err();
/// assert_eq!(problem.to_string(), "line 1, column 13: expected a subtree, `name:` or `)`, found five");
/// # Ok::<(), secateur_games::tree::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Arc<Nodes>,
}

/// A tree in which only Max and Min move.
///
/// ```
/// use secateur_games::{AlternatingTree, Tree};
///
/// let tree: Tree = "(max\n  (both [1 2]))".parse()?;
/// let problem = AlternatingTree::try_from(tree).unwrap_err();
/// assert_eq!(problem.to_string(), "line 2, column 3: expected a tree of max and min only, found both");
/// # Ok::<(), secateur_games::tree::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AlternatingTree {
    nodes: Arc<Nodes>,
}

/// A tree in which Max, Min and chance move, one at a time.
///
/// ```
/// use secateur_games::{ChanceTree, Tree};
///
/// let tree: Tree = "(max 3 (chance 1/2: 10 0.5: 2))".parse()?;
/// assert!(ChanceTree::try_from(tree).is_ok());
/// # Ok::<(), secateur_games::tree::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceTree {
    nodes: Arc<Nodes>,
}

/// A place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u32);

/// The place of a move among those of its turn; of a turn of both, rows come before columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice(u32);

impl Tree {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "tree",
        summary: "a tree read from a file, with max, min, chance and both",
        parameters: &[Parameter { name: "file", default: None, meaning: "the path of the file" }],
    };

    /// Reads a tree from the contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TreeError> {
        parse::from_bytes(bytes).map(|nodes| Self { nodes: Arc::new(nodes) })
    }

    /// The keywords of the kinds of turn that occur in it, each once: `max`, `min`, `chance`, `both`.
    pub fn kinds_of_turn(&self) -> Vec<&'static str> {
        self.nodes.kinds_of_turn()
    }

    /// The tree in the file that these words name.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let bytes = secateur_files::read(values.text("file")?.as_ref(), crate::parameters::LARGEST_FILE)
            .or_else(|problem| values.invalid("file", problem))?;
        Self::from_bytes(&bytes).or_else(|problem| values.invalid("file", problem))
    }
}

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        Self::from_bytes(text.as_bytes())
    }
}

impl AlternatingTree {
    /// The tree in the file that these words name, if only Max and Min move in it.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Tree::DESCRIPTION)?;
        Self::try_from(Tree::from_parameters(parameters)?).or_else(|problem| values.invalid("file", problem))
    }
}

impl TryFrom<Tree> for AlternatingTree {
    type Error = TreeError;

    /// Fails with the place of the first turn that is neither Max's nor Min's.
    fn try_from(tree: Tree) -> Result<Self, TreeError> {
        match tree.nodes.first_turn_of(&["chance", "both"]) {
            None => Ok(Self { nodes: tree.nodes }),
            Some(found) => Err(unexpected("a tree of max and min only", found)),
        }
    }
}

impl TryFrom<Tree> for ChanceTree {
    type Error = TreeError;

    /// Fails with the place of the first turn of both players.
    fn try_from(tree: Tree) -> Result<Self, TreeError> {
        match tree.nodes.first_turn_of(&["both"]) {
            None => Ok(Self { nodes: tree.nodes }),
            Some(found) => Err(unexpected("a tree of max, min and chance only", found)),
        }
    }
}

fn unexpected(expected: &'static str, (at, found): (At, &'static str)) -> TreeError {
    let problem = TreeProblem::Expected { expected, found: found.to_owned() };
    TreeError { line: at.line, column: at.column, problem }
}

impl From<AlternatingTree> for Tree {
    fn from(tree: AlternatingTree) -> Self {
        Self { nodes: tree.nodes }
    }
}

impl From<ChanceTree> for Tree {
    fn from(tree: ChanceTree) -> Self {
        Self { nodes: tree.nodes }
    }
}

/// What both games share: everything but the turn.
macro_rules! walk_on_nodes {
    () => {
        type Position = Place;
        type Move = Choice;
        type Value = Real;
        type Undo = Place;

        #[inline]
        fn start(&self) -> Place {
            Place(self.nodes.root)
        }

        #[inline]
        fn moves(&self, place: &Place) -> impl Iterator<Item = Choice> + use<> {
            (0..self.nodes.kind(place.0).children()).map(Choice)
        }

        #[inline]
        fn play(&self, place: &mut Place, chosen: Choice) -> Place {
            let before = *place;
            *place = Place(self.nodes.child(before.0, chosen.0));
            before
        }

        #[inline]
        fn undo(&self, place: &mut Place, before: Place) {
            *place = before;
        }

        #[inline]
        fn bounds(&self, _: &Place) -> Bounds<Real> {
            self.nodes.bounds
        }
    };
}

impl Game for Tree {
    type Chance = Lottery;
    type Both = Duel;

    walk_on_nodes!();

    #[inline]
    fn turn(&self, place: &Place) -> Turn<Real, Lottery, Duel> {
        match self.nodes.kind(place.0) {
            Kind::Leaf(value) => Turn::Over(value),
            Kind::Max { .. } => Turn::Max,
            Kind::Min { .. } => Turn::Min,
            Kind::Chance { outcomes, weights } => Turn::Chance(Lottery { outcomes, weights }),
            Kind::Both { rows, columns } => Turn::Both(Duel { rows, columns }),
        }
    }
}

impl Game for AlternatingTree {
    type Chance = Never;
    type Both = Never;

    walk_on_nodes!();

    #[inline]
    fn turn(&self, place: &Place) -> Turn<Real> {
        match self.nodes.kind(place.0) {
            Kind::Leaf(value) => Turn::Over(value),
            Kind::Max { .. } => Turn::Max,
            Kind::Min { .. } => Turn::Min,
            Kind::Chance { .. } | Kind::Both { .. } => unreachable!("only trees without them are converted"),
        }
    }
}

impl Game for ChanceTree {
    type Chance = Lottery;
    type Both = Never;

    walk_on_nodes!();

    #[inline]
    fn turn(&self, place: &Place) -> Turn<Real, Lottery> {
        match self.nodes.kind(place.0) {
            Kind::Leaf(value) => Turn::Over(value),
            Kind::Max { .. } => Turn::Max,
            Kind::Min { .. } => Turn::Min,
            Kind::Chance { outcomes, weights } => Turn::Chance(Lottery { outcomes, weights }),
            Kind::Both { .. } => unreachable!("only trees without them are converted"),
        }
    }
}

/// A chance turn of a [`Tree`] or a [`ChanceTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lottery {
    outcomes: u32,
    weights: u32,
}

macro_rules! lottery_of {
    ($($game:ty),*) => {$(
        impl Chance<$game> for Lottery {
            fn outcomes(self, game: &$game, _: &Place) -> impl Iterator<Item = (u64, Choice)> + use<> {
                let nodes = Arc::clone(&game.nodes);
                (0..self.outcomes).map(move |outcome| (nodes.weights[(self.weights + outcome) as usize], Choice(outcome)))
            }

            fn range(self, game: &$game, _: &Place) -> Option<Bounds<Real>> {
                Some(game.nodes.bounds)
            }
        }
    )*};
}

lottery_of!(Tree, ChanceTree);

/// A turn of both players of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    rows: u32,
    columns: u32,
}

impl Both<Tree> for Duel {
    fn rows(self, _: &Tree, _: &Place) -> impl Iterator<Item = Choice> + use<> {
        (0..self.rows).map(Choice)
    }

    fn columns(self, _: &Tree, _: &Place) -> impl Iterator<Item = Choice> + use<> {
        (self.rows..self.rows + self.columns).map(Choice)
    }

    fn play(self, game: &Tree, place: &mut Place, row: Choice, column: Choice) -> Place {
        game.play(place, Choice(row.0 * self.columns + (column.0 - self.rows)))
    }
}

macro_rules! abilities_of_nodes {
    ($($game:ty),*) => {$(
        impl Keyed for $game {
            type Key = u32;

            #[inline]
            fn key(&self, place: &Place) -> u32 {
                place.0
            }
        }

        impl Evaluate for $game {
            /// The middle of the promised range: a file says nothing else about a position that is not over.
            fn evaluate(&self, _: &Place) -> Real {
                self.nodes.bounds.lower.halfway(self.nodes.bounds.upper)
            }

            fn has_evaluator(&self) -> bool {
                false
            }
        }

        impl Expert for $game {}

        impl Describe for $game {
            /// The subtree, as it would stand in a file.
            fn show(&self, place: &Place) -> String {
                print::Subtree { nodes: &self.nodes, node: place.0 }.to_string()
            }

            fn name(&self, place: &Place, chosen: Choice) -> String {
                self.nodes.name(place.0, chosen.0)
            }

            fn show_value(&self, value: &Real) -> String {
                value.to_string()
            }
        }
    )*};
}

abilities_of_nodes!(Tree, AlternatingTree, ChanceTree);

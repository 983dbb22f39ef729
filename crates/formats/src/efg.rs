//! Gambit's `.efg` files (extensive form), read and written for two players whose payoffs add up to a constant.
//!
//! ```text
//! EFG 2 R "Matching pennies" { "Max" "Min" }
//! "a comment"
//! p "" 1 1 "first" { "heads" "tails" } 0
//! p "" 2 1 "second" { "heads" "tails" } 0
//! t "" 1 "same" { 1, -1 }
//! t "" 2 "different" { -1, 1 }
//! p "" 2 1 0
//! t "" 2
//! t "" 1
//! ```
//!
//! After the header every node follows its parent, children in the order of the actions (prefix order): a chance node
//! `c "name" set "set's name" { "outcome" 1/2 … } outcome`, a player's node `p "name" player set "set's name" { "action" … }
//! outcome` or an end `t "name" outcome "outcome's name" { payoffs }`. What an information set or an outcome is called and has in it
//! stands where its number comes first and may be left out later. An outcome's payoffs may also come up inside the tree; they are added up
//! along the way. Numbers are integers, decimals or fractions and are kept exactly.
//!
//! Nodes of one information set look alike to the player who moves there. [`ExtensiveForm::tree`] makes a
//! [`Tree`](secateur_games::Tree) of a game in which nothing is hidden but simultaneous choices; for any other game with perfect
//! recall [`ExtensiveForm::solve`] finds both players' strategies by the sequence form.

mod convert;
mod file;
mod hidden;
mod number;
mod print;
mod read;
mod recall;
mod tokens;

use num_rational::BigRational;
use secateur_game::Player;

use crate::error::At;
pub use file::{DESCRIPTION, from_parameters};
pub use hidden::Solution;

/// A two-player constant-sum game in extensive form, numbers exact.
///
/// ```
/// use secateur_formats::efg::ExtensiveForm;
///
/// let text = r#"EFG 2 R "Choice" { "Max" "Min" } p "" 1 1 "" { "a" "b" } 0 t "" 1 "" { 1, -1 } t "" 2 "" { 3/2, -3/2 }"#;
/// let game = ExtensiveForm::parse(text.as_bytes())?;
/// assert_eq!(game.tree()?.to_string(), "(max a: 1 b: 1.5)\n");
///
/// let problem = ExtensiveForm::parse(b"EFG 2 R \"Choice\" { \"Max\" \"Min\" }\nq \"\" 1").unwrap_err();
/// assert_eq!(problem.to_string(), "line 2, column 1: expected a node (`c`, `p` or `t`), found `q`");
/// # Ok::<(), secateur_formats::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExtensiveForm {
    /// The title of the game.
    pub title: String,
    /// The first player, who is Max, and the second.
    pub players: [String; 2],
    /// What else is said about it.
    pub comment: String,
    /// What both players' payoffs add up to at every end; zero in a zero-sum game.
    pub sum: BigRational,
    /// All nodes, each before its children. The root is the first.
    nodes: Vec<Node>,
    /// The information sets of Max, of Min and of chance, in the order in which they come up.
    sets: [Vec<Set>; 3],
    outcomes: Vec<Outcome>,
}

#[derive(Clone, Debug)]
struct Node {
    name: String,
    mover: Option<Mover>,
    /// What is added to the payoffs here.
    outcome: Option<usize>,
    children: Vec<usize>,
    at: At,
}

/// Who moves, and in which of its information sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mover {
    side: Side,
    set: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Max,
    Min,
    Chance,
}

#[derive(Clone, Debug, PartialEq)]
struct Set {
    number: u64,
    name: String,
    actions: Vec<String>,
    /// Of chance alone: how likely each action is.
    probabilities: Vec<BigRational>,
    nodes: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    number: u64,
    name: String,
    payoffs: [BigRational; 2],
}

impl ExtensiveForm {
    /// How many nodes it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// What the information sets of a player are called: by their names, or else by their numbers.
    #[must_use]
    pub fn information_sets(&self, player: Player) -> Vec<String> {
        self.sets[Side::of(player) as usize].iter().map(Set::title).collect()
    }

    /// What a player can do in an information set, by its place in [`information_sets`](Self::information_sets).
    #[must_use]
    pub fn actions(&self, player: Player, set: usize) -> &[String] {
        &self.sets[Side::of(player) as usize][set].actions
    }

    fn set(&self, mover: Mover) -> &Set {
        &self.sets[mover.side as usize][mover.set]
    }

    /// What Max gets at a node itself.
    fn payoff(&self, node: usize) -> Option<&BigRational> {
        self.nodes[node].outcome.map(|outcome| &self.outcomes[outcome].payoffs[0])
    }
}

impl Side {
    fn of(player: Player) -> Self {
        match player {
            Player::Max => Self::Max,
            Player::Min => Self::Min,
        }
    }
}

impl Set {
    fn title(&self) -> String {
        if self.name.is_empty() { self.number.to_string() } else { self.name.clone() }
    }
}

/// The same game, wherever it was written.
impl PartialEq for ExtensiveForm {
    fn eq(&self, other: &Self) -> bool {
        let same_node = |one: &Node, two: &Node| {
            (&one.name, one.mover, one.outcome, &one.children) == (&two.name, two.mover, two.outcome, &two.children)
        };
        (&self.title, &self.players, &self.comment) == (&other.title, &other.players, &other.comment)
            && (&self.sets, &self.outcomes, &self.sum) == (&other.sets, &other.outcomes, &other.sum)
            && self.nodes.len() == other.nodes.len()
            && self.nodes.iter().zip(&other.nodes).all(|(one, two)| same_node(one, two))
    }
}

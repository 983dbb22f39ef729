//! The games by name, and how generic code gets at a game whose name is known only when the program runs.

use secateur_chess::Chess;
use secateur_game::{Alternating, Describe, Evaluate, Expert, Game, Keyed};
use secateur_games::connect_four::AnyConnectFour;
use secateur_games::{
    AlternatingTree, AnyRacing, AnyRandomDag, AnyRandomTree, Circuit, Dag, Description, Parameters, TicTacToe, Tree,
    TwoCriteria, for_any_racing,
};
use secateur_games::{Attrition, BiddingTicTacToe, Duel, Goofspiel, OshiZumo, Pursuit, RandomJoint, Tron};
use secateur_games::{Bearoff, ChanceTree, CopsAndRobbers, Einstein, Game2048, Pig};
use secateur_search::table::{TableKey, TableValue};
use secateur_value::Chain;

use crate::any_joint::AnyJoint;
use crate::{ChanceGame, Error, JointGame, Value};

/// What kind of turns a game has and what its values are: which algorithms can solve it follows from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Max and Min move one at a time, without chance, for numbers.
    Alternating,
    /// The same for values of any lattice, which are only partially ordered.
    Lattice,
    /// Max, Min and chance move one at a time, for real numbers.
    Chance,
    /// Both players move at once somewhere; one of them, or chance, may move elsewhere.
    Joint,
}

impl Class {
    /// The class in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alternating => "players move one at a time, without chance",
            Self::Lattice => "players move one at a time, without chance, for values that are only partially ordered",
            Self::Chance => "Max, Min and chance move one at a time",
            Self::Joint => "both players move at once somewhere",
        }
    }
}

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name, summary and parameters.
    pub description: &'static Description,
    /// What kind of game it is.
    pub class: Class,
    /// Parameters that make a good example.
    pub example: &'static str,
}

/// All games, in the order in which they are worth reading.
pub const GAMES: &[Entry] = &[
    Entry { description: &TicTacToe::DESCRIPTION, class: Class::Alternating, example: "position=5137" },
    Entry { description: &AnyConnectFour::DESCRIPTION, class: Class::Alternating, example: "width=6 height=5" },
    Entry { description: &Chess::DESCRIPTION, class: Class::Alternating, example: "depth=4" },
    Entry { description: &Tree::DESCRIPTION, class: Class::Alternating, example: "file=my.tree" },
    Entry {
        description: &AnyRandomTree::DESCRIPTION,
        class: Class::Alternating,
        example: "depth=8 branching=5 seed=3",
    },
    Entry { description: &AnyRandomDag::DESCRIPTION, class: Class::Lattice, example: "branching=9 seed=3" },
    Entry {
        description: &AnyRacing::DESCRIPTION,
        class: Class::Lattice,
        example: "deck=10 hand=4 goal=2 lattice=family",
    },
    Entry { description: &Dag::DESCRIPTION, class: Class::Lattice, example: "file=my-graph.json" },
    Entry { description: &Einstein::DESCRIPTION, class: Class::Chance, example: "board=4x4 stones=2" },
    Entry { description: &Game2048::DESCRIPTION, class: Class::Chance, example: "board=2x2 goal=32" },
    Entry { description: &Pig::DESCRIPTION, class: Class::Chance, example: "goal=50" },
    Entry { description: &Bearoff::DESCRIPTION, class: Class::Chance, example: "max=65 min=642" },
    Entry { description: &CopsAndRobbers::DESCRIPTION, class: Class::Chance, example: "depth=5 seed=3" },
    Entry { description: &Goofspiel::DESCRIPTION, class: Class::Joint, example: "cards=7" },
    Entry { description: &OshiZumo::DESCRIPTION, class: Class::Joint, example: "coins=12 size=4" },
    Entry { description: &BiddingTicTacToe::DESCRIPTION, class: Class::Joint, example: "coins=3 tie=max" },
    Entry { description: &Tron::DESCRIPTION, class: Class::Joint, example: "width=5 height=5 obstacles=c2" },
    Entry { description: &Pursuit::DESCRIPTION, class: Class::Joint, example: "width=5 height=5 depth=6 seed=3" },
    Entry { description: &RandomJoint::DESCRIPTION, class: Class::Joint, example: "depth=5 payoffs=correlated" },
    Entry { description: &Attrition::DESCRIPTION, class: Class::Joint, example: "max=3/2,1/1 min=2/1,2/1" },
    Entry { description: &Duel::DESCRIPTION, class: Class::Joint, example: "max=4 min=6 guard=2" },
    Entry { description: &Circuit::DESCRIPTION, class: Class::Lattice, example: "inputs=30 gates=500" },
    Entry { description: &TwoCriteria::DESCRIPTION, class: Class::Lattice, example: "depth=6 branching=5" },
];

/// The game with this name.
pub fn find(name: &str) -> Result<&'static Entry, Error> {
    let names = GAMES.iter().map(|entry| entry.description.name);
    GAMES.iter().find(|entry| entry.description.name == name).ok_or_else(|| Error::unknown("game", name, names))
}

/// An alternating game of the catalogue: everything that its algorithms, a player and a reader need.
pub trait AlternatingGame:
    Alternating
    + Game<Value: Chain + TableValue + Into<Value> + Send + Sync, Position: Send>
    + Keyed<Key: TableKey>
    + Evaluate
    + Expert
    + Describe
    + Send
    + 'static
{
}

impl<G> AlternatingGame for G where
    G: Alternating
        + Game<Value: Chain + TableValue + Into<Value> + Send + Sync, Position: Send>
        + Keyed<Key: TableKey>
        + Evaluate
        + Expert
        + Describe
        + Send
        + 'static
{
}

/// A game of the catalogue whose values are elements of a lattice. Its values are shown as JSON.
pub trait LatticeGame: Alternating + Game<Position: Send> + Keyed + Describe + Send + 'static {}

impl<G> LatticeGame for G where G: Alternating + Game<Position: Send> + Keyed + Describe + Send + 'static {}

/// What is to be done with a game, once its type is known: one generic method for each class of games.
pub trait Visit {
    /// What comes of it.
    type Answer;

    /// The game is an alternating one.
    fn alternating<G: AlternatingGame>(self, game: G) -> Self::Answer;

    /// The game is an alternating one for values of a lattice.
    fn lattice<G: LatticeGame>(self, game: G) -> Self::Answer;

    /// Max, Min and chance move one at a time.
    fn chance<G: ChanceGame>(self, game: G) -> Self::Answer;

    /// Both players move at once somewhere in the game.
    fn joint<G: JointGame>(self, game: G) -> Self::Answer;
}

/// Makes the game that these words describe, and hands it to the visitor.
///
/// ```
/// use secateur_catalogue::{ChanceGame, JointGame};
/// use secateur_catalogue::games::{AlternatingGame, LatticeGame, Visit, visit};
/// use secateur_games::Parameters;
///
/// struct CountMoves;
/// impl Visit for CountMoves {
///     type Answer = usize;
///     fn alternating<G: AlternatingGame>(self, game: G) -> usize {
///         game.moves(&game.start()).count()
///     }
///     fn lattice<G: LatticeGame>(self, game: G) -> usize {
///         game.moves(&game.start()).count()
///     }
///     fn chance<G: ChanceGame>(self, game: G) -> usize {
///         game.moves(&game.start()).count()
///     }
///     fn joint<G: JointGame>(self, game: G) -> usize {
///         game.moves(&game.start()).count()
///     }
/// }
/// assert_eq!(visit("connect-four", &Parameters::parse(["width=5"])?, CountMoves)?, 5);
/// # Ok::<(), secateur_catalogue::Error>(())
/// ```
pub fn visit<V: Visit>(name: &str, parameters: &Parameters, visitor: V) -> Result<V::Answer, Error> {
    let name = find(name)?.description.name;
    Ok(if name == TicTacToe::DESCRIPTION.name {
        visitor.alternating(TicTacToe::from_parameters(parameters)?)
    } else if name == AnyConnectFour::DESCRIPTION.name {
        match AnyConnectFour::from_parameters(parameters)? {
            AnyConnectFour::Standard(game) => visitor.alternating(game),
            AnyConnectFour::Sized(game) => visitor.alternating(game),
            other => unreachable!("a board of another kind: {other:?}"),
        }
    } else if name == Chess::DESCRIPTION.name {
        visitor.alternating(Chess::from_parameters(parameters)?)
    } else if name == Tree::DESCRIPTION.name {
        let tree = Tree::from_parameters(parameters)?;
        match AlternatingTree::try_from(tree.clone()) {
            Ok(tree) => visitor.alternating(tree),
            Err(_) => match ChanceTree::try_from(tree.clone()) {
                Ok(tree) => visitor.chance(tree),
                Err(_) => visitor.joint(AnyJoint::from(tree)),
            },
        }
    } else if name == Einstein::DESCRIPTION.name {
        visitor.chance(Einstein::from_parameters(parameters)?)
    } else if name == Game2048::DESCRIPTION.name {
        visitor.chance(Game2048::from_parameters(parameters)?)
    } else if name == Pig::DESCRIPTION.name {
        visitor.chance(Pig::from_parameters(parameters)?)
    } else if name == Bearoff::DESCRIPTION.name {
        visitor.chance(Bearoff::from_parameters(parameters)?)
    } else if name == CopsAndRobbers::DESCRIPTION.name {
        visitor.chance(CopsAndRobbers::from_parameters(parameters)?)
    } else if name == Goofspiel::DESCRIPTION.name {
        visitor.joint(Goofspiel::from_parameters(parameters)?)
    } else if name == OshiZumo::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(OshiZumo::from_parameters(parameters)?))
    } else if name == BiddingTicTacToe::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(BiddingTicTacToe::from_parameters(parameters)?))
    } else if name == Tron::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(Tron::from_parameters(parameters)?))
    } else if name == Pursuit::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(Pursuit::from_parameters(parameters)?))
    } else if name == RandomJoint::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(RandomJoint::from_parameters(parameters)?))
    } else if name == Attrition::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(Attrition::from_parameters(parameters)?))
    } else if name == Duel::DESCRIPTION.name {
        visitor.joint(AnyJoint::from(Duel::from_parameters(parameters)?))
    } else if name == AnyRandomDag::DESCRIPTION.name {
        match AnyRandomDag::from_parameters(parameters)? {
            AnyRandomDag::Set(game) => visitor.lattice(game),
            AnyRandomDag::Family(game) => visitor.lattice(game),
            AnyRandomDag::Diagram(game) => visitor.lattice(game),
            other => unreachable!("values of another kind: {other:?}"),
        }
    } else if name == AnyRacing::DESCRIPTION.name {
        for_any_racing!(AnyRacing::from_parameters(parameters)?, game => visitor.lattice(game))
    } else if name == Dag::DESCRIPTION.name {
        visitor.lattice(Dag::from_parameters(parameters)?)
    } else if name == Circuit::DESCRIPTION.name {
        visitor.lattice(Circuit::from_parameters(parameters)?)
    } else if name == TwoCriteria::DESCRIPTION.name {
        visitor.lattice(TwoCriteria::from_parameters(parameters)?)
    } else {
        match AnyRandomTree::from_parameters(parameters)? {
            AnyRandomTree::Integer(game) => visitor.alternating(game),
            AnyRandomTree::Real(game) => visitor.alternating(game),
            AnyRandomTree::ChanceInteger(game) => visitor.chance(game),
            AnyRandomTree::ChanceReal(game) => visitor.chance(game),
            other => unreachable!("leaves of another kind: {other:?}"),
        }
    })
}

//! The games by name, and how generic code gets at a game whose name is known only when the program runs.

use secateur_chess::Chess;
use secateur_game::{Alternating, Describe, Evaluate, Expert, Game, Keyed};
use secateur_games::connect_four::AnyConnectFour;
use secateur_games::{
    AlternatingTree, AnyRacing, AnyRandomDag, AnyRandomTree, Dag, Description, Parameters, TicTacToe, Tree,
    for_any_racing,
};
use secateur_search::table::{TableKey, TableValue};
use secateur_value::Chain;

use crate::{Error, Value};

/// What kind of turns a game has and what its values are: which algorithms can solve it follows from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Max and Min move one at a time, without chance, for numbers.
    Alternating,
    /// The same for values of any lattice, which are only partially ordered.
    Lattice,
}

impl Class {
    /// The class in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alternating => "players move one at a time, without chance",
            Self::Lattice => "players move one at a time, without chance, for values that are only partially ordered",
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
}

/// Makes the game that these words describe, and hands it to the visitor.
///
/// ```
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
        let kinds = tree.kinds_of_turn().join(", ");
        visitor.alternating(AlternatingTree::try_from(tree).map_err(|_| Error::NoAlgorithm { kinds })?)
    } else if name == AnyRandomDag::DESCRIPTION.name {
        match AnyRandomDag::from_parameters(parameters)? {
            AnyRandomDag::Set(game) => visitor.lattice(game),
            AnyRandomDag::Family(game) => visitor.lattice(game),
            other => unreachable!("values of another kind: {other:?}"),
        }
    } else if name == AnyRacing::DESCRIPTION.name {
        for_any_racing!(AnyRacing::from_parameters(parameters)?, game => visitor.lattice(game))
    } else if name == Dag::DESCRIPTION.name {
        visitor.lattice(Dag::from_parameters(parameters)?)
    } else {
        match AnyRandomTree::from_parameters(parameters)? {
            AnyRandomTree::Integer(game) => visitor.alternating(game),
            AnyRandomTree::Real(game) => visitor.alternating(game),
            _ => return Err(Error::NoAlgorithm { kinds: "max, min, chance".to_owned() }),
        }
    })
}

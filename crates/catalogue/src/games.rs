//! The games by name, and how generic code gets at a game whose name is known only when the program runs.
//!
//! Each game is one entry of one table: what it is called and which words it takes, its class, how it is made, which searches are
//! compiled for it alone, and what solves it unless something else is said.

use secateur_chess::Chess;
use secateur_formats::{efg, gdl};
use secateur_game::{Alternating, Describe, Evaluate, Expert, Game, Keyed};
use secateur_games::connect_four::AnyConnectFour;
use secateur_games::{
    AlternatingTree, AnyRacing, AnyRandomDag, AnyRandomTree, Circuit, Dag, Description, Parameters, TicTacToe, Tree,
    TwoCriteria, for_any_racing,
};
use secateur_games::{
    Attrition, Battle, BiddingTicTacToe, Duel, Goofspiel, OshiZumo, Pursuit, RandomJoint, RandomMixed, Snakes, Tron,
};
use secateur_games::{Backgammon, Bearoff, ChanceTree, CopsAndRobbers, Einstein, Game2048, Pig};
use secateur_search::table::{TableKey, TableValue};
use secateur_search::{Limits, Outcome};
use secateur_value::{Chain, Number};

use crate::algorithms::layers::Numbering;
use crate::algorithms::{chance, classic, lattice, mixed};
use crate::defaults::{self, Asked};
use crate::{ChanceGame, Error, JointGame, Plan, Value, bots};

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
    /// Whether its positions can be numbered, layer by layer.
    pub numbered: bool,
    /// Parameters that make a good example.
    pub example: &'static str,
    /// The algorithm with its options that solves it best.
    pub usual: &'static str,
    /// Another algorithm that solves it better under a condition.
    pub(crate) better: Option<Better>,
}

impl Entry {
    /// The words with those that follow from others.
    pub(crate) fn completed(&self, parameters: Parameters) -> Result<Parameters, Error> {
        parameters.of(self.description)?;
        let goofspiel = self.description.name == Goofspiel::DESCRIPTION.name;
        Ok(if goofspiel { Goofspiel::completed(&parameters) } else { parameters })
    }
}

/// An algorithm that is better under a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Better {
    pub(crate) algorithm: &'static str,
    /// The condition in words.
    pub(crate) in_words: &'static str,
    /// The condition: it is asked about the parameters as they were read, defaults included.
    pub(crate) holds: fn(&Asked<'_>) -> bool,
}

/// Writes the list of games and the function that makes one of them, so that neither can be without the other.
macro_rules! games {
    ($($description:expr, $class:ident $(, $numbered:ident)?, $example:literal, $usual:expr $(, $better:expr)? =>
        |$parameters:ident, $visitor:ident| $make:expr;)*) => {
        /// All games, in the order in which they are worth reading.
        pub const GAMES: &[Entry] = &[$(Entry {
            description: &$description,
            class: Class::$class,
            numbered: games!(@numbered $($numbered)?),
            example: $example,
            usual: $usual,
            better: games!(@better $($better)?),
        }),*];

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
            $(if name == $description.name {
                let ($parameters, $visitor) = (parameters, visitor);
                return Ok($make);
            })*
            // The list that `find` looks into is made of the same lines.
            Err(Error::unknown("game", name, std::iter::empty()))
        }
    };
    (@numbered numbered) => { true };
    (@numbered) => { false };
    (@better $better:expr) => { Some($better) };
    (@better) => { None };
}

games! {
    TicTacToe::DESCRIPTION, Alternating, "position=5137", "alpha-beta" =>
        |parameters, visitor| visitor.alternating(TicTacToe::from_parameters(parameters)?);
    AnyConnectFour::DESCRIPTION, Alternating, "width=6 height=5", "jamboree:order=expert,table=on,windows=null" =>
        |parameters, visitor| match AnyConnectFour::from_parameters(parameters)? {
            AnyConnectFour::Standard(game) => visitor.alternating_with(game, Own::searched(classic::native)),
            AnyConnectFour::Sized(game) => visitor.alternating_with(game, Own::searched(classic::native_with_table)),
            other => unreachable!("a board of another kind: {other:?}"),
        };
    Chess::DESCRIPTION, Alternating, "depth=4", defaults::PLAYER => |parameters, visitor| {
        visitor.alternating_with(Chess::from_parameters(parameters)?, Own::searched(classic::native_with_table))
    };
    Tree::DESCRIPTION, Alternating, "file=my.tree", "alpha-beta" =>
        |parameters, visitor| visit_tree(Tree::from_parameters(parameters)?, visitor);
    efg::DESCRIPTION, Alternating, "file=my.efg", "alpha-beta" => |parameters, visitor| {
        let form = efg::from_parameters(parameters)?;
        let tree = form.tree().or_else(|problem| parameters.of(&efg::DESCRIPTION)?.invalid("file", problem))?;
        visit_tree(tree, visitor)
    };
    gdl::DESCRIPTION, Joint, "file=my.kif", ENGINE =>
        |parameters, visitor| visitor.joint(gdl::from_parameters(parameters)?);
    AnyRandomTree::DESCRIPTION, Alternating, "depth=8 branching=5 seed=3", "scout:order=listed,table=off" =>
        |parameters, visitor| match AnyRandomTree::from_parameters(parameters)? {
            AnyRandomTree::Integer(game) => visitor.alternating_with(game, Own::searched(classic::native)),
            AnyRandomTree::Real(game) => visitor.alternating_with(game, Own::searched(classic::native)),
            AnyRandomTree::ChanceInteger(game) => visitor.chance_with(game, Own::searched(chance::native)),
            AnyRandomTree::ChanceReal(game) => visitor.chance_with(game, Own::searched(chance::native_usual)),
            other => unreachable!("leaves of another kind: {other:?}"),
        };
    AnyRandomDag::DESCRIPTION, Lattice, "branching=9 seed=3", "duo:probe=on" =>
        |parameters, visitor| match AnyRandomDag::from_parameters(parameters)? {
            AnyRandomDag::Set(game) => visitor.lattice_with(game, Own::searched(lattice::native)),
            AnyRandomDag::Family(game) => visitor.lattice_with(game, Own::searched(lattice::native)),
            AnyRandomDag::Diagram(game) => visitor.lattice(game),
            other => unreachable!("values of another kind: {other:?}"),
        };
    AnyRacing::DESCRIPTION, Lattice, "deck=10 hand=4 goal=2 lattice=family", "duo-plus" =>
        |parameters, visitor| match AnyRacing::from_parameters(parameters)? {
            AnyRacing::Set1(game) => visitor.lattice_with(game, Own::searched(lattice::native)),
            AnyRacing::Set16(game) => visitor.lattice_with(game, Own::searched(lattice::native)),
            AnyRacing::Family16(game) => visitor.lattice_with(game, Own::searched(lattice::native)),
            other => for_any_racing!(other, game => visitor.lattice(game)),
        };
    Dag::DESCRIPTION, Lattice, "file=my-graph.json", "duo:probe=on" =>
        |parameters, visitor| visitor.lattice(Dag::from_parameters(parameters)?);
    Einstein::DESCRIPTION, Chance, "board=4x4 stones=2", BOUNDED, Better {
        algorithm: defaults::EVERY_POSITION,
        in_words: "below 5x5 with up to three stones and no limit",
        holds: |asked| asked.wants_everything() && asked.number("stones") <= 3.0 && !asked.says("board", "5x5"),
    } => |parameters, visitor| {
        visitor.chance_with(Einstein::from_parameters(parameters)?, Own::searched(chance::native))
    };
    Game2048::DESCRIPTION, Chance, numbered, "board=2x2 goal=32", defaults::EVERY_POSITION => |parameters, visitor| {
        let own = Own::searched(chance::native_usual).numbered(Numbering::own());
        visitor.chance_with(Game2048::from_parameters(parameters)?, own)
    };
    Pig::DESCRIPTION, Chance, "goal=50", defaults::EVERY_POSITION => |parameters, visitor| {
        visitor.chance_with(Pig::from_parameters(parameters)?, Own::searched(chance::native_usual))
    };
    Bearoff::DESCRIPTION, Chance, numbered, "max=65 min=642", defaults::EVERY_POSITION => |parameters, visitor| {
        let own = Own::searched(chance::native_usual).numbered(Numbering::own());
        visitor.chance_with(Bearoff::from_parameters(parameters)?, own)
    };
    Backgammon::DESCRIPTION, Chance, "max=4:1,3:1 min=23:1 turns=6", BOUNDED => |parameters, visitor| {
        visitor.chance_with(Backgammon::from_parameters(parameters)?, Own::searched(chance::native_usual))
    };
    CopsAndRobbers::DESCRIPTION, Chance, "depth=5 seed=3", BOUNDED => |parameters, visitor| {
        visitor.chance_with(CopsAndRobbers::from_parameters(parameters)?, Own::searched(chance::native_usual))
    };
    Goofspiel::DESCRIPTION, Joint, numbered, "cards=7", ENGINE, BY_ROUNDS => |parameters, visitor| {
        let own = Own::searched(mixed::native).numbered(Numbering::by_rounds()).advised(bots::own);
        visitor.joint_with(Goofspiel::from_parameters(parameters)?, own)
    };
    OshiZumo::DESCRIPTION, Joint, numbered, "coins=12 size=4", BEST_FIRST, BY_LAYERS => |parameters, visitor| {
        visitor.joint_with(OshiZumo::from_parameters(parameters)?, shared().numbered(Numbering::own()))
    };
    BiddingTicTacToe::DESCRIPTION, Joint, numbered, "coins=3 tie=max", BEST_FIRST, BY_LAYERS => |parameters, visitor| {
        visitor.joint_with(BiddingTicTacToe::from_parameters(parameters)?, shared().numbered(Numbering::own()))
    };
    Tron::DESCRIPTION, Joint, "width=5 height=5 obstacles=c2", BEST_FIRST =>
        |parameters, visitor| visitor.joint_with(Tron::from_parameters(parameters)?, shared());
    Pursuit::DESCRIPTION, Joint, "width=5 height=5 depth=6 seed=3", BEST_FIRST =>
        |parameters, visitor| visitor.joint_with(Pursuit::from_parameters(parameters)?, shared());
    RandomJoint::DESCRIPTION, Joint, "depth=5 payoffs=correlated", ENGINE =>
        |parameters, visitor| visitor.joint_with(RandomJoint::from_parameters(parameters)?, shared());
    RandomMixed::DESCRIPTION, Joint, "depth=6 chance=2", ENGINE =>
        |parameters, visitor| visitor.joint_with(RandomMixed::from_parameters(parameters)?, shared());
    Attrition::DESCRIPTION, Joint, numbered, "max=3/2,1/1 min=2/1,2/1", BEST_FIRST, BY_LAYERS => |parameters, visitor| {
        visitor.joint_with(Attrition::from_parameters(parameters)?, shared().numbered(Numbering::own()))
    };
    Duel::DESCRIPTION, Joint, "max=4 min=6 guard=2", BEST_FIRST =>
        |parameters, visitor| visitor.joint_with(Duel::from_parameters(parameters)?, shared());
    Battle::DESCRIPTION, Joint, "team=1 health=8 rounds=20", ENGINE =>
        |parameters, visitor| visitor.joint_with(Battle::from_parameters(parameters)?, shared());
    Snakes::DESCRIPTION, Joint, "width=4 height=4 turns=4", ENGINE =>
        |parameters, visitor| visitor.joint_with(Snakes::from_parameters(parameters)?, shared());
    Circuit::DESCRIPTION, Lattice, "inputs=30 gates=500", "duo:probe=on" =>
        |parameters, visitor| visitor.lattice(Circuit::from_parameters(parameters)?);
    // A tree shares nothing that a cache could keep.
    TwoCriteria::DESCRIPTION, Lattice, "depth=6 branching=5", "lattice-alpha-beta" =>
        |parameters, visitor| visitor.lattice(TwoCriteria::from_parameters(parameters)?);
}

/// What a file looks like from which a game is read, in a few lines.
pub fn file_format(name: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(game, _)| *game == name).map(|&(_, format)| format)
}

const FORMATS: &[(&str, &str)] = &[
    (
        "tree",
        "\
The file is one tree of nested lists; # begins a comment. Moves may have names.
    (range 0 100)                          # optional: what the leaves may be worth
    (max left:  (min 3 5)                  # a number is a leaf: 3, -2.5 or 2/3
         right: (chance heads 1/2: 10      # outcomes have a weight, and may have a name before it
                        tails 0.5: (min 2 9))
         duel:  (both (rows up down)       # both move at once: a matrix, row by row; the names are optional
                      (columns in out)
                      [1 2.5]
                      [3 (max 7 8)]))",
    ),
    (
        "efg",
        "\
The file is Gambit's extensive form, for two players whose payoffs add up to a constant:
    EFG 2 R \"Matching pennies\" { \"Max\" \"Min\" }
    p \"\" 1 1 \"first\" { \"heads\" \"tails\" } 0
    p \"\" 2 1 \"second\" { \"heads\" \"tails\" } 0
    t \"\" 1 \"same\" { 1, -1 }
    t \"\" 2 \"different\" { -1, 1 }
    p \"\" 2 1 0
    t \"\" 2
    t \"\" 1",
    ),
    (
        "gdl",
        "\
The file is a rule sheet of general game playing, in prefix form, for two roles whose goals add up to a constant:
    (role row) (role column) (init open)
    (sign heads) (sign tails)
    (<= (legal ?who (show ?sign)) (role ?who) (sign ?sign) (true open))
    (<= (next same) (does row (show ?sign)) (does column (show ?sign)))
    (<= terminal (not (true open)))
    (<= (goal row 100) (true same)) (<= (goal row 0) (not (true same)))
    (<= (goal column 0) (true same)) (<= (goal column 100) (not (true same)))",
    ),
    (
        "dag",
        "\
The file is JSON: a lattice, a root, and nodes that Max (or) or Min (and) chooses from, or that are worth a set:
    { \"lattice\": {\"set\": 4}, \"root\": \"r\",
      \"nodes\": [ {\"name\": \"r\", \"or\": [\"m\", \"n\"]},
                 {\"name\": \"m\", \"value\": [2]},
                 {\"name\": \"n\", \"value\": [1, 3]} ] }",
    ),
];

/// What solves games with chance.
pub(crate) const BOUNDED: &str = "bounded-plus";

/// What solves games with every kind of turn: it never spends a search on helping another.
pub(crate) const ENGINE: &str = "engine";

/// What solves games in which both players move at once and need not mix in most positions: letting one of them move first then
/// settles those. Where they do mix, and dice decide too, such helping searches can take all the time there is.
pub(crate) const BEST_FIRST: &str = "joint";

const BY_ROUNDS: Better = Better {
    algorithm: defaults::LAYERS,
    in_words: "unless a limit or a tolerance asks for less than everything",
    holds: |asked| asked.wants_everything() && asked.rounds_pay(),
};

const BY_LAYERS: Better = Better {
    algorithm: defaults::LAYERS,
    in_words: "where they fit the memory and no limit or tolerance asks for less than everything",
    holds: |asked| asked.wants_everything() && asked.layers_fit(),
};

/// The game with this name.
pub fn find(name: &str) -> Result<&'static Entry, Error> {
    let names = GAMES.iter().map(|entry| entry.description.name);
    GAMES.iter().find(|entry| entry.description.name == name).ok_or_else(|| Error::unknown("game", name, names))
}

/// An alternating game of the catalogue: everything that its algorithms, a player and a reader need.
pub trait AlternatingGame:
    Alternating
    + Game<Value: Chain + Number + TableValue + Into<Value> + Send + Sync + 'static, Position: Send>
    + Keyed<Key: TableKey + 'static>
    + Evaluate
    + Expert
    + Describe
    + Send
    + 'static
{
}

impl<G> AlternatingGame for G where
    G: Alternating
        + Game<Value: Chain + Number + TableValue + Into<Value> + Send + Sync + 'static, Position: Send>
        + Keyed<Key: TableKey + 'static>
        + Evaluate
        + Expert
        + Describe
        + Send
        + 'static
{
}

/// A game of the catalogue whose values are elements of a lattice. Its values are shown as JSON.
pub trait LatticeGame:
    Alternating + Game<Position: Send, Value: 'static> + Keyed<Key: 'static> + Describe + Send + 'static
{
}

impl<G> LatticeGame for G where
    G: Alternating + Game<Position: Send, Value: 'static> + Keyed<Key: 'static> + Describe + Send + 'static
{
}

/// What is to be done with a game, once its type is known: one generic method for each class of games.
pub trait Visit: Sized {
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

    /// The game is an alternating one, with searches of its own.
    fn alternating_with<G: AlternatingGame>(self, game: G, _: Own<G>) -> Self::Answer {
        self.alternating(game)
    }

    /// The game is one for values of a lattice, with searches of its own.
    fn lattice_with<G: LatticeGame>(self, game: G, _: Own<G>) -> Self::Answer {
        self.lattice(game)
    }

    /// Max, Min and chance move, and the game has searches of its own.
    fn chance_with<G: ChanceGame>(self, game: G, _: Own<G>) -> Self::Answer {
        self.chance(game)
    }

    /// Both players move at once somewhere, and the game has searches of its own.
    fn joint_with<G: JointGame>(self, game: G, _: Own<G>) -> Self::Answer {
        self.joint(game)
    }
}

/// A search that is compiled for one game alone, if there is one for the plan.
type Native<G> = fn(
    &G,
    &<G as Game>::Position,
    &Plan,
    &Limits,
) -> Option<Result<Outcome<<G as Game>::Value, <G as Game>::Move>, Error>>;

/// The searches that are compiled for one game alone, because its positions take nanoseconds. Every other search is compiled once for
/// all games.
pub struct Own<G: Game> {
    pub(crate) native: Option<Native<G>>,
    pub(crate) numbering: Option<Numbering<G>>,
    /// How the game makes a bot that knows its type.
    pub(crate) bot: Option<bots::Make<G>>,
}

impl<G: Game> Own<G> {
    /// None.
    pub fn none() -> Self {
        Self { native: None, numbering: None, bot: None }
    }

    fn searched(native: Native<G>) -> Self {
        Self { native: Some(native), numbering: None, bot: None }
    }

    fn advised(self, bot: bots::Make<G>) -> Self {
        Self { bot: Some(bot), ..self }
    }

    fn numbered(self, numbering: Numbering<G>) -> Self {
        Self { numbering: Some(numbering), ..self }
    }
}

/// The searches that several games with turns of both players share.
fn shared<G: mixed::InAny + 'static>() -> Own<G> {
    Own::searched(mixed::shared).advised(bots::shared)
}

/// Hands a tree over as the narrowest kind of game that it is.
fn visit_tree<V: Visit>(tree: Tree, visitor: V) -> V::Answer {
    match AlternatingTree::try_from(tree.clone()) {
        Ok(tree) => visitor.alternating(tree),
        Err(_) => match ChanceTree::try_from(tree.clone()) {
            Ok(tree) => visitor.chance(tree),
            Err(_) => visitor.joint_with(tree, shared()),
        },
    }
}

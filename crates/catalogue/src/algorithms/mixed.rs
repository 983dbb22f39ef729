//! Searches for games in which both players move at once somewhere, and for every mixture of turns.

use std::hash::Hash;

use secateur_game::{Describe, Evaluate, Game, Keyed};
use secateur_games::{Description, Parameter, ParameterError};
use secateur_search::{
    BadEpsilon, CellOrder, DoubleOracle, Engine, EngineMemory, Estimating, Joint, Ledger, Limits, Outcome, Reading,
    Search, Serialized, Smab, Way,
};
use secateur_value::Real;

use crate::algorithms::any_joint::AnyJoint;
pub(crate) use crate::algorithms::any_joint::InAny;
use crate::algorithms::{Algorithm, Words, switch};
use crate::erased::{AnyPosition, Mixed, Place};
use crate::games::Class;
use crate::{Error, Method, Plan, Threshold};

/// A game of the catalogue with turns of both players, of one, and of chance, in any mixture.
pub trait JointGame:
    Game<Value = Real, Position: Send + 'static, Move: 'static>
    + Keyed<Key: Copy + Eq + Hash + Send + Sync + 'static>
    + Describe
    + Send
    + 'static
{
}

impl<G> JointGame for G where
    G: Game<Value = Real, Position: Send + 'static, Move: 'static>
        + Keyed<Key: Copy + Eq + Hash + Send + Sync + 'static>
        + Describe
        + Send
        + 'static
{
}

/// What is run on a game in which both players move at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stacked {
    /// Every cell of every matrix, with or without a memory.
    BackwardInduction {
        /// Whether positions are remembered.
        cache: bool,
    },
    /// Alpha-beta for matrices: dominated moves are cut.
    Smab(Smab),
    /// One linear program for the whole game.
    SequenceForm,
    /// One matrix of all pure strategies.
    NormalForm,
    /// Backward induction with serialized bounds.
    Serialized(Serialized),
    /// A double oracle in every position.
    DoubleOracle(DoubleOracle),
    /// Only the cells that can matter.
    BestFirst(Joint),
    /// The engine for every kind of turn.
    Engine(Engine),
}

const SMAB_PAPER: &str = "Saffidine, Finnsson, Buro, \"Alpha-Beta Pruning for Games with Simultaneous Moves\" (2012)";
const AIJ: &str = "Bošanský, Lisý, Lanctot, Čermák, Winands, \"Algorithms for Computing Strategies in Two-Player \
                   Simultaneous Move Games\" (2016)";
const CACHE: Parameter = switch("cache", "off", "on or off: whether positions are remembered");

/// What solves matrices does well where nobody moves at once with the other.
const fn algorithm(
    description: &'static Description,
    paper: &'static str,
    read: fn(&Words<'_>) -> Result<Method, ParameterError>,
) -> Algorithm {
    Algorithm::new(description, paper, &[Class::Joint, Class::Chance, Class::Alternating], read)
}

pub(super) const JOINT: Algorithm = algorithm(
    &Description {
        name: "joint",
        summary: "best-first: only the cells of a matrix that can matter, with serialized bounds and a memory",
        parameters: &[switch(
            "serialize",
            "on",
            "on or off: bounds from letting one player move first, before any linear program",
        )],
    },
    "the inequality U - L <= sum of x y (o - p); serialized bounds after Bošanský et al. (2016)",
    |words| {
        let joint = checked(Joint::within(words.resources.epsilon))?.serialize(words.switch("serialize")?);
        let joint = joint.threads(words.threads());
        Ok(Method::Mixed(Stacked::BestFirst(words.bytes().map_or(joint, |bytes| joint.memory(bytes)))))
    },
)
.parallel()
.with_epsilon()
.with_window();

pub(super) const ENGINE: Algorithm = algorithm(
    &Description {
        name: "engine",
        summary: "every kind of turn: the child with the largest share of the gap first, one memory for all positions that are alike",
        parameters: &[switch(
            "way",
            "cheaper",
            "gap (by shares of the gap), plain (every child in turn), or cheaper (what takes less in trials)",
        )],
    },
    "U - L <= sum of x y (o - p); df-pn's thresholds; Star1's windows; bounded-suboptimal errors",
    |words| {
        let ways = [("cheaper", Way::Cheaper), ("gap", Way::Gap), ("plain", Way::Plain)];
        let engine = checked(Engine::within(words.resources.epsilon))?.way(words.values.choice("way", &ways)?);
        // More threads only where somebody asks for them: how much they gain is not measured.
        let engine = engine.threads(words.resources.threads.unwrap_or(1));
        Ok(Method::Mixed(Stacked::Engine(words.bytes().map_or(engine, |bytes| engine.memory(bytes)))))
    },
)
.parallel()
.with_epsilon()
.with_estimate()
.with_window();

pub(super) const BACKWARD_INDUCTION: Algorithm = algorithm(
    &Description {
        name: "backward-induction",
        summary: "one linear program for every position: the plain definition where both move at once",
        parameters: &[CACHE],
    },
    SMAB_PAPER,
    |words| Ok(Method::Mixed(Stacked::BackwardInduction { cache: words.switch("cache")? })),
)
.cuts_nothing()
.with_estimate();

pub(super) const SERIALIZED: Algorithm = algorithm(
    &Description {
        name: "serialized",
        summary: "backward induction with bounds from letting one player move first (BIαβ)",
        parameters: &[CACHE],
    },
    AIJ,
    |words| Ok(Method::Mixed(Stacked::Serialized(Serialized::default().remember(words.switch("cache")?)))),
)
.with_window();

pub(super) const DOUBLE_ORACLE: Algorithm = algorithm(
    &Description {
        name: "double-oracle",
        summary: "a few moves of each player in every position, and best responses among all (DO)",
        parameters: &[CACHE],
    },
    AIJ,
    |words| double_oracle(words, false),
)
.with_window();

pub(super) const DOUBLE_ORACLE_ALPHA_BETA: Algorithm = algorithm(
    &Description {
        name: "double-oracle-alpha-beta",
        summary: "the double oracle with bounds from letting one player move first (DOαβ)",
        parameters: &[CACHE],
    },
    AIJ,
    |words| double_oracle(words, true),
)
.with_window();

fn double_oracle(words: &Words<'_>, serialize: bool) -> Result<Method, ParameterError> {
    let oracle = DoubleOracle::default().serialize(serialize).remember(words.switch("cache")?);
    Ok(Method::Mixed(Stacked::DoubleOracle(oracle)))
}

pub(super) const SMAB: Algorithm = algorithm(
    &Description {
        name: "smab",
        summary: "alpha-beta for matrices: cuts moves that a mixture dominates, searches cells with windows",
        parameters: &[
            switch(
                "order",
                "l-shaped",
                "l-shaped (the first row and column, then the second of each) or lexicographic (row by row)",
            ),
            switch("skip", "0", "early bound skipping: no windows before so many rows and columns are filled"),
            switch(
                "reading",
                "fitted",
                "fitted (the rules that fit the paper's Table 4) or printed (Algorithm 1, made sound)",
            ),
            switch("promises", "off", "on or off: whether cells start with what the game promises about them"),
        ],
    },
    SMAB_PAPER,
    |words| {
        let orders = [("l-shaped", CellOrder::LShaped), ("lexicographic", CellOrder::Lexicographic)];
        let readings = [("fitted", Reading::Fitted), ("printed", Reading::Printed)];
        let smab = Smab::default().order(words.values.choice("order", &orders)?);
        let smab = smab.skip(words.values.whole("skip", 0..=100)?).reading(words.values.choice("reading", &readings)?);
        Ok(Method::Mixed(Stacked::Smab(smab.promises(words.switch("promises")?))))
    },
)
.with_window();

pub(super) const SEQUENCE_FORM: Algorithm = algorithm(
    &Description {
        name: "sequence-form",
        summary: "one linear program for the whole game, all of it in memory",
        parameters: &[],
    },
    "Koller, Megiddo, von Stengel, \"Fast Algorithms for Finding Randomized Strategies in Game Trees\" (1994)",
    |_| Ok(Method::Mixed(Stacked::SequenceForm)),
)
.cuts_nothing();

pub(super) const NORMAL_FORM: Algorithm = algorithm(
    &Description { name: "normal-form", summary: "one matrix of all pure strategies, for tiny games", parameters: &[] },
    "von Neumann, \"Zur Theorie der Gesellschaftsspiele\" (1928)",
    |_| Ok(Method::Mixed(Stacked::NormalForm)),
)
.cuts_nothing();

/// A memory for backward induction.
fn ledger<K: Eq + Hash>(bytes: Option<usize>) -> Ledger<K> {
    bytes.map_or_else(Ledger::unlimited, Ledger::with_bytes)
}

/// Backward induction of one position after another, with one memory for all.
pub(crate) struct Induction {
    game: AnyJoint,
    ledger: Ledger<<AnyJoint as Keyed>::Key>,
}

impl Induction {
    pub(crate) fn new(game: Mixed, plan: &Plan) -> Self {
        Self { game: game.any(), ledger: ledger(plan.resources.bytes()) }
    }

    pub(crate) fn solve(&self, position: &AnyPosition<Real>, limits: Limits) -> Outcome<Real, Place> {
        let search = Search::new(&self.game).position(Mixed::any_position(position.clone())).limits(limits);
        own_moves::<Mixed>(search.memory(&self.ledger).backward_induction())
    }
}

/// What an outcome of such a game is.
type Found<G> = Outcome<Real, <G as Game>::Move>;

/// Whether the value is at least, or at most, a number: by the engine, which stops as soon as it knows.
pub(crate) fn threshold(
    here: &AnyPosition<Real>,
    asked: Threshold,
    plan: &Plan,
    limits: &Limits,
) -> (Option<bool>, Outcome<Real, Place>) {
    let game = Mixed::starting(here.clone()).any();
    let search = Search::new(&game).position(Mixed::any_position(here.clone())).limits(limits.clone());
    let (engine, memory) = (Engine::default(), EngineMemory::with_bytes(plan.resources.bytes()));
    let (holds, found) = match asked {
        Threshold::AtLeast(value) => search.at_least_with(value, &engine, &memory),
        Threshold::AtMost(value) => search.at_most_with(value, &engine, &memory),
    };
    (holds, own_moves::<Mixed>(found))
}

/// Runs a plan on a position of a game, with the search that is compiled for this game alone.
pub(crate) fn native<G: JointGame + Evaluate>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Mixed(stacked) = plan.method else { return None };
    Some(run(game, position, plan, stacked, limits))
}

/// The same with the search that several games share, which costs each of them a branch for each question.
pub(crate) fn shared<G: InAny>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Mixed(stacked) = plan.method else { return None };
    let found = run(&game.clone().any(), &G::any_position(position.clone()), plan, stacked, limits);
    Some(found.map(own_moves::<G>))
}

/// What was found of one of the games, with its own moves.
fn own_moves<G: InAny>(found: Found<AnyJoint>) -> Found<G> {
    found.map_moves(G::own_move)
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: JointGame + Evaluate>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    stacked: Stacked,
    limits: &Limits,
) -> Result<Found<G>, Error> {
    let search = Search::new(game).position(position.clone()).limits(limits.clone()).window(plan.window_of());
    Ok(match stacked {
        Stacked::BackwardInduction { cache } => {
            let search = search.horizon(plan.either_horizon());
            if cache {
                search.memory(&ledger(plan.resources.bytes())).backward_induction()
            } else {
                search.backward_induction()
            }
        }
        Stacked::Smab(smab) => search.smab(&smab),
        Stacked::Serialized(serialized) => search.serialized(&serialized),
        Stacked::DoubleOracle(oracle) => search.double_oracle(&oracle),
        Stacked::SequenceForm => search.sequence_form().map_err(unsolvable)?,
        Stacked::NormalForm => search.normal_form().map_err(unsolvable)?,
        Stacked::BestFirst(joint) => search.joint(&joint),
        Stacked::Engine(_) if plan.estimate && !game.has_evaluator() => {
            return Err(Error::Unused("this game has no evaluator that --estimate could use".to_owned()));
        }
        Stacked::Engine(engine) if plan.estimate => {
            search.estimate().advise(&Estimating::default().threads(1 + engine.helpers))
        }
        Stacked::Engine(engine) => search.engine(&engine),
    })
}

fn unsolvable(problem: impl ToString) -> Error {
    Error::Unsolvable(problem.to_string())
}

/// The settings of a search, if its ε is one.
pub(super) fn checked<S>(settings: Result<S, BadEpsilon>) -> Result<S, ParameterError> {
    settings.map_err(|bad @ BadEpsilon(number)| {
        let (name, value, problem) = ("epsilon", number.to_string(), bad.to_string());
        ParameterError::Invalid { name, value, problem }
    })
}

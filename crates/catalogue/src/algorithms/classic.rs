//! The alpha-beta family, for games of numbers in which Max and Min move one at a time.
//!
//! Each choice of a plan becomes a type, and the search is compiled for it: once for games without their types, and once more for
//! each game whose positions take nanoseconds.

use secateur_game::Evaluate;
use secateur_games::{Description, Parameter, ParameterError};
use secateur_search::{
    AsListed, End, Estimate, HintFirst, Horizon, Jamboree, Learned, Limits, Meet, Memory, NextWindow, Order, Outcome,
    ParallelMinimax, Promise, Search, Table,
};

use crate::algorithms::{Algorithm, Words, proof};
use crate::games::{AlternatingGame, Class};
use crate::{Error, Method, MoveOrder, Plan};

/// What is run on a game of numbers in which Max and Min move one at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Classic {
    /// Everything.
    Minimax,
    /// Everything, on several threads.
    ParallelMinimax(ParallelMinimax),
    /// Yes or no, as often as it takes.
    ProofNumber,
    /// A search that cuts, with this order of moves, and with or without a table.
    Cutting(Cutting, MoveOrder, bool),
}

/// A search that cuts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cutting {
    /// Alpha-beta.
    AlphaBeta,
    /// SCOUT.
    Scout,
    /// SCOUT, deepening.
    DeepeningScout,
    /// MTD(f).
    Mtdf(NextWindow),
    /// Alpha-beta on several threads.
    Jamboree(Jamboree),
    /// SCOUT on several threads, deepening.
    DeepeningJamboree(Jamboree),
    /// MTD(f) on several threads.
    NullWindowJamboree(Jamboree, NextWindow),
}

const HANDOUT: &str = "CSE 332 handout \"Games, Minimax, and Alpha-Beta Pruning\"";

/// The options that every search of the alpha-beta family has, with this algorithm's own defaults.
macro_rules! family {
    (order = $order:literal, table = $table:literal $(, $own:expr)* $(,)?) => {
        &[
            Parameter {
                name: "order",
                default: Some($order),
                meaning: "listed (the game's own), expert (the game's promises and ranks), or learned (also killers and history)",
            },
            Parameter { name: "table", default: Some($table), meaning: "on or off: whether positions are remembered" },
            $($own),*
        ]
    };
}

const DEEPENING: Parameter =
    Parameter { name: "deepening", default: Some("off"), meaning: "on or off: one move ahead, then two, and so on" };
const NEXT: Parameter = Parameter {
    name: "next",
    default: Some("returned"),
    meaning: "where to test next: returned (as published) or halve (the interval)",
};

const fn algorithm(
    description: &'static Description,
    paper: &'static str,
    read: fn(&Words<'_>) -> Result<Method, ParameterError>,
) -> Algorithm {
    Algorithm::new(description, paper, &[Class::Alternating], read)
}

/// A search with the order and the table that its options say.
fn ordered(words: &Words<'_>, search: Cutting) -> Result<Method, ParameterError> {
    let orders = [("listed", MoveOrder::Listed), ("expert", MoveOrder::Expert), ("learned", MoveOrder::Learned)];
    let (order, table) = (words.values.choice("order", &orders)?, words.switch("table")?);
    Ok(Method::Classic(Classic::Cutting(search, order, table)))
}

fn next(words: &Words<'_>) -> Result<NextWindow, ParameterError> {
    words.values.choice("next", &[("returned", NextWindow::Returned), ("halve", NextWindow::Halve)])
}

pub(super) const MINIMAX: Algorithm = algorithm(
    &Description {
        name: "minimax",
        summary: "looks at everything: the plain definition of a game's value",
        parameters: &[],
    },
    HANDOUT,
    |_| Ok(Method::Classic(Classic::Minimax)),
)
.cuts_nothing()
.with_estimate();

pub(super) const PARALLEL_MINIMAX: Algorithm = algorithm(
    &Description {
        name: "parallel-minimax",
        summary: "minimax, divided among threads",
        parameters: &[Parameter {
            name: "cutoff",
            default: Some("5"),
            meaning: "with fewer moves ahead than this nothing is divided",
        }],
    },
    HANDOUT,
    |words| {
        let cutoff = words.values.whole("cutoff", 0..=1000)?;
        let divided = ParallelMinimax::default().threads(words.threads()).cutoff(cutoff);
        Ok(Method::Classic(Classic::ParallelMinimax(divided)))
    },
)
.parallel()
.cuts_nothing()
.with_estimate();

pub(super) const ALPHA_BETA: Algorithm = algorithm(
    &Description {
        name: "alpha-beta",
        summary: "minimax without what cannot change the answer; fail-soft",
        parameters: family!(order = "listed", table = "off"),
    },
    "the handout; Knuth and Moore, \"An Analysis of Alpha-Beta Pruning\" (1975)",
    |words| ordered(words, Cutting::AlphaBeta),
)
.with_estimate()
.with_window();

pub(super) const SCOUT: Algorithm = algorithm(
    &Description {
        name: "scout",
        summary: "alpha-beta that only tests the moves after the first (NegaScout)",
        parameters: family!(order = "expert", table = "on", DEEPENING),
    },
    "Pearl, \"SCOUT\" (1980); Reinefeld, \"An Improvement to the Scout Tree-Search Algorithm\" (1983)",
    |words| ordered(words, if words.switch("deepening")? { Cutting::DeepeningScout } else { Cutting::Scout }),
)
.with_estimate()
.with_window();

pub(super) const MTDF: Algorithm = algorithm(
    &Description {
        name: "mtdf",
        summary: "MTD(f): null windows alone, moved towards the value",
        parameters: family!(order = "expert", table = "on", NEXT),
    },
    "Plaat, Schaeffer, Pijls, de Bruin, \"Best-First Fixed-Depth Minimax Algorithms\" (1996)",
    |words| ordered(words, Cutting::Mtdf(next(words)?)),
)
.with_estimate()
.with_window();

pub(super) const JAMBOREE: Algorithm = algorithm(
    &Description {
        name: "jamboree",
        summary: "alpha-beta on several threads, which meet in the table or share a position's moves",
        parameters: family!(
            order = "expert",
            table = "on",
            DEEPENING,
            Parameter {
                name: "windows",
                default: Some("full"),
                meaning: "full (alpha-beta) or null (MTD(f) on several threads)",
            },
            NEXT,
            Parameter {
                name: "share",
                default: Some("0"),
                meaning: "the share of the moves in sequence, from 0 to 1; at least one move is",
            },
            Parameter {
                name: "cutoff",
                default: Some("6"),
                meaning: "with fewer moves ahead than this nothing is shared",
            },
            Parameter {
                name: "plies",
                default: Some("20"),
                meaning: "further than this from the root nothing is shared",
            },
            Parameter {
                name: "meet",
                default: Some("table"),
                meaning: "table (each thread looks at the whole tree, ABDADA) or splits (they share moves, the handout)",
            },
        ),
    },
    "the handout; Kuszmaul, \"Synchronized MIMD Computing\" (1994); Weill, \"The ABDADA Distributed \
     Minimax-Search Algorithm\" (1996)",
    jamboree,
)
.parallel()
.with_estimate()
.with_window();

fn jamboree(words: &Words<'_>) -> Result<Method, ParameterError> {
    let values = &words.values;
    let share = values.number("share")?;
    if !(0.0..=1.0).contains(&share) {
        return values.invalid("share", "expected a number from 0 to 1");
    }
    let shared = Jamboree::default()
        .threads(words.threads())
        .in_sequence(share)
        .cutoff(values.whole("cutoff", 0..=1000)?)
        .plies(values.whole("plies", 0..=1000)?)
        .meet(values.choice("meet", &[("table", Meet::InTheTable), ("splits", Meet::AtSplits)])?);
    let null = values.choice("windows", &[("full", false), ("null", true)])?;
    let search = match (words.switch("deepening")?, null) {
        (true, true) => {
            return values.invalid("deepening", "expected windows=full beside deepening, found windows=null");
        }
        (true, false) => Cutting::DeepeningJamboree(shared),
        (false, true) => Cutting::NullWindowJamboree(shared, next(words)?),
        (false, false) => Cutting::Jamboree(shared),
    };
    ordered(words, search)
}

pub(super) const PROOF_NUMBER: Algorithm = algorithm(
    &Description {
        name: "proof-number",
        summary: "df-pn: proves and disproves goals, where narrow wins lie deep",
        parameters: &[],
    },
    "Allis, van der Meulen, van den Herik, \"Proof-Number Search\" (1994); Nagai (2002)",
    |_| Ok(Method::Classic(Classic::ProofNumber)),
);

/// What an outcome of a game is.
pub(crate) type Found<G> = Outcome<<G as secateur_game::Game>::Value, <G as secateur_game::Game>::Move>;

/// Runs a plan on a position of a game, with the search that is compiled for this game alone.
pub(crate) fn native<G: AlternatingGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Classic(classic) = plan.method else { return None };
    Some(run(game, position, plan, classic, limits))
}

/// The same for searches with a table and an expert alone: what a game of cost is played and solved by.
pub(crate) fn native_with_table<G: AlternatingGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Classic(classic) = plan.method else { return None };
    let Classic::Cutting(cutting, order, true) = classic else { return None };
    let order = match order {
        MoveOrder::Listed => return None,
        MoveOrder::Expert => Learned::by_rank(),
        MoveOrder::Learned => Learned::default(),
    };
    let (search, guess) = (ask(game, position, plan, limits), game.evaluate(position));
    Some(with_table::<G>(plan).map(|table| cut(search.memory(&table).order(order), cutting, guess)))
}

fn ask<'a, G: AlternatingGame>(
    game: &'a G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Search<'a, G, EitherHorizon> {
    let search = Search::new(game).position(position.clone()).limits(limits.clone()).window(plan.window_of());
    search.horizon(if plan.estimate { EitherHorizon::Estimate } else { EitherHorizon::Promise })
}

fn with_table<G: AlternatingGame>(plan: &Plan) -> Result<Table<G::Key, G::Value>, Error> {
    Ok(Table::with_megabytes(plan.megabytes())?)
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: AlternatingGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    classic: Classic,
    limits: &Limits,
) -> Result<Found<G>, Error> {
    let search = ask(game, position, plan, limits);
    // MTD(f) starts where the evaluator thinks the value is.
    let guess = game.evaluate(position);
    Ok(match classic {
        Classic::Minimax => search.minimax(),
        Classic::ParallelMinimax(divided) => search.parallel_minimax(&divided),
        Classic::ProofNumber => proof::run(game, position, plan, limits, |bounds| bounds),
        Classic::Cutting(cutting, order, false) => in_order(search, AsListed, (cutting, order), guess),
        Classic::Cutting(cutting, order, true) => {
            let table = with_table::<G>(plan)?;
            in_order(search.memory(&table), HintFirst, (cutting, order), guess)
        }
    })
}

/// A horizon chosen at run time: it is asked at leaves alone, where a branch costs less than a second copy of every
/// search in the program.
#[derive(Clone, Copy)]
pub(crate) enum EitherHorizon {
    Promise,
    Estimate,
}

impl<G: Evaluate> Horizon<G> for EitherHorizon {
    fn promises(&self) -> bool {
        matches!(self, Self::Promise)
    }

    #[inline]
    fn value(&self, game: &G, position: &G::Position, end: End) -> G::Value {
        match self {
            Self::Promise => Promise.value(game, position, end),
            Self::Estimate => Estimate.value(game, position, end),
        }
    }
}

/// Without an expert moves come as listed; a table's own move goes before them.
fn in_order<G, M, L>(
    search: Search<'_, G, EitherHorizon, M>,
    listed: L,
    (cutting, order): (Cutting, MoveOrder),
    guess: G::Value,
) -> Found<G>
where
    G: AlternatingGame,
    L: Order<G> + Clone + Send + Sync,
    M: Memory<G> + Send,
{
    match order {
        MoveOrder::Listed => cut(search.order(listed), cutting, guess),
        MoveOrder::Expert => cut(search.order(Learned::by_rank()), cutting, guess),
        MoveOrder::Learned => cut(search.order(Learned::default()), cutting, guess),
    }
}

fn cut<G, M, O>(search: Search<'_, G, EitherHorizon, M, O>, cutting: Cutting, guess: G::Value) -> Found<G>
where
    G: AlternatingGame,
    M: Memory<G> + Send,
    O: Order<G> + Clone + Send + Sync,
{
    match cutting {
        Cutting::AlphaBeta => search.alpha_beta(),
        Cutting::Scout => search.scout(),
        Cutting::DeepeningScout => search.deepening(&Default::default()),
        Cutting::Mtdf(next) => search.mtdf_by(guess, next),
        Cutting::Jamboree(shared) => search.jamboree(&shared),
        Cutting::DeepeningJamboree(shared) => search.jamboree_deepening(&shared, &Default::default()),
        Cutting::NullWindowJamboree(shared, next) => search.jamboree_mtdf(&shared, guess, next),
    }
}

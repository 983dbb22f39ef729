//! Plans for alternating games: each choice of a plan becomes a type, and the search is compiled for it.
//!
//! This is the only place where the searches meet the games, so each pair of them is compiled once.

use secateur_game::Evaluate;
use secateur_search::{
    AsListed, End, Estimate, HintFirst, Horizon, Learned, Limits, Memory, Order, Outcome, Promise, Search, Table,
};

use crate::games::AlternatingGame;
use crate::{Error, Method, MoveOrder, Plan, proof};

/// What an outcome of a game is.
pub(crate) type Found<G> = Outcome<<G as secateur_game::Game>::Value, <G as secateur_game::Game>::Move>;

/// Runs a plan on a position of a game.
pub(crate) fn run<G: AlternatingGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Result<Found<G>, Error> {
    let search = Search::new(game).position(position.clone()).limits(limits.clone());
    let search = search.horizon(if plan.estimate { EitherHorizon::Estimate } else { EitherHorizon::Promise });
    // MTD(f) starts where the evaluator thinks the value is.
    let guess = game.evaluate(position);
    Ok(match (plan.method, plan.table) {
        (Method::Minimax, _) => search.minimax(),
        (Method::ParallelMinimax(divided), _) => search.parallel_minimax(&divided),
        (Method::ProofNumber, _) => proof::run(game, position, plan, limits),
        (_, None) => in_order(search, AsListed, plan, guess),
        (_, Some(megabytes)) => {
            let table = Table::<G::Key, G::Value>::with_megabytes(megabytes)?;
            in_order(search.memory(&table), HintFirst, plan, guess)
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
fn in_order<G, M, L>(search: Search<'_, G, EitherHorizon, M>, listed: L, plan: &Plan, guess: G::Value) -> Found<G>
where
    G: AlternatingGame,
    L: Order<G> + Clone + Send + Sync,
    M: Memory<G> + Send,
{
    match plan.order {
        MoveOrder::Listed => by_method(search.order(listed), plan, guess),
        MoveOrder::Expert => by_method(search.order(Learned::by_rank()), plan, guess),
        MoveOrder::Learned => by_method(search.order(Learned::default()), plan, guess),
    }
}

fn by_method<G, M, O>(search: Search<'_, G, EitherHorizon, M, O>, plan: &Plan, guess: G::Value) -> Found<G>
where
    G: AlternatingGame,
    M: Memory<G> + Send,
    O: Order<G> + Clone + Send + Sync,
{
    match plan.method {
        Method::Minimax => search.minimax(),
        Method::ParallelMinimax(divided) => search.parallel_minimax(&divided),
        Method::AlphaBeta => search.alpha_beta(),
        Method::Scout => search.scout(),
        Method::DeepeningScout => search.deepening(&Default::default()),
        Method::Mtdf(next) => search.mtdf_by(guess, next),
        Method::Jamboree(shared) => search.jamboree(&shared),
        Method::DeepeningJamboree(shared) => search.jamboree_deepening(&shared, &Default::default()),
        Method::NullWindowJamboree(shared, next) => search.jamboree_mtdf(&shared, guess, next),
        other => unreachable!("a plan is checked against the class of its game, found {other:?}"),
    }
}

//! Plans for games in which both players move at once somewhere: options in words, and the searches that they become.

use std::hash::Hash;
use std::time::Instant;

use secateur_game::{Describe, Game, Keyed};
use secateur_games::ParameterError;
use secateur_games::parameters::Values;
use secateur_search::{
    CellOrder, DoubleOracle, Joint, Ledger, Limits, Outcome, Profile, Reading, Search, Serialized, Smab, Stop, Told,
};
use secateur_value::Real;

use crate::{Error, Plan, Resources, layers};

/// A game of the catalogue with turns of both players, of one, and of chance, in any mixture.
pub trait JointGame:
    Game<Value = Real, Position: Send + 'static, Move: 'static>
    + Keyed<Key: Copy + Eq + Hash + Send + Sync>
    + Describe
    + Send
    + 'static
{
}

impl<G> JointGame for G where
    G: Game<Value = Real, Position: Send + 'static, Move: 'static>
        + Keyed<Key: Copy + Eq + Hash + Send + Sync>
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
    /// Goofspiel from its last round to its first.
    Layers {
        /// On how many threads.
        threads: usize,
    },
}

impl Stacked {
    /// The method that an algorithm's name and options mean, if it is one of these.
    pub(crate) fn read(
        name: &str,
        values: &Values<'_>,
        threads: usize,
        resources: Resources,
    ) -> Result<Option<Self>, ParameterError> {
        let switch = |name| values.choice(name, &[("off", false), ("on", true)]);
        Ok(Some(match name {
            "backward-induction" => Self::BackwardInduction { cache: switch("cache")? },
            "smab" => {
                let orders = [("l-shaped", CellOrder::LShaped), ("lexicographic", CellOrder::Lexicographic)];
                let readings = [("fitted", Reading::Fitted), ("printed", Reading::Printed)];
                let smab = Smab::default().order(values.choice("order", &orders)?).skip(values.whole("skip", 0..=100)?);
                Self::Smab(smab.reading(values.choice("reading", &readings)?).promises(switch("promises")?))
            }
            "serialized" => Self::Serialized(Serialized::default().remember(switch("cache")?)),
            "double-oracle" | "double-oracle-alpha-beta" => {
                let oracle = DoubleOracle::default().serialize(name == "double-oracle-alpha-beta");
                Self::DoubleOracle(oracle.remember(switch("cache")?))
            }
            "layers" => Self::Layers { threads },
            "sequence-form" => Self::SequenceForm,
            "normal-form" => Self::NormalForm,
            "joint" => {
                let joint =
                    Joint::default().epsilon(resources.epsilon).serialize(switch("serialize")?).threads(threads);
                Self::BestFirst(bytes(resources).map_or(joint, |bytes| joint.memory(bytes)))
            }
            _ => return Ok(None),
        }))
    }
}

/// How many bytes a memory may take, where somebody said so.
fn bytes(resources: Resources) -> Option<usize> {
    resources.memory.map(|megabytes| megabytes.saturating_mul(1 << 20))
}

fn ledger<K: Eq + Hash>(megabytes: Option<usize>) -> Ledger<K> {
    megabytes.map_or_else(Ledger::unlimited, |megabytes| Ledger::with_bytes(megabytes.saturating_mul(1 << 20)))
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: JointGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Result<Outcome<Real, G::Move>, Error> {
    let search = Search::new(game).position(position.clone()).limits(limits.clone());
    let crate::Method::Stacked(stacked) = plan.method else {
        unreachable!("a plan is checked against the class of its game, found {:?}", plan.method)
    };
    Ok(match stacked {
        Stacked::BackwardInduction { cache: false } => search.backward_induction(),
        Stacked::BackwardInduction { cache: true } => search.memory(&ledger(plan.cache)).backward_induction(),
        Stacked::Smab(smab) => search.smab(&smab),
        Stacked::Serialized(serialized) => search.serialized(&serialized),
        Stacked::DoubleOracle(oracle) => search.double_oracle(&oracle),
        Stacked::SequenceForm => search.sequence_form().map_err(|problem| Error::Unsolvable(problem.to_string()))?,
        Stacked::NormalForm => search.normal_form().map_err(|problem| Error::Unsolvable(problem.to_string()))?,
        Stacked::BestFirst(joint) => search.joint(&joint),
        Stacked::Layers { threads } => layers::run(game, position, plan, threads, limits)?,
    })
}

/// What both players do in every position that a player may need to know: by backward induction with one memory for all.
pub(crate) fn strategies<G: JointGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Result<Vec<Told<G::Move>>, Error> {
    let (started, ledger) = (Instant::now(), ledger(plan.cache));
    let solve = |position: &G::Position| {
        let mut limits = limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let outcome = Search::new(game).position(position.clone()).memory(&ledger).limits(limits).backward_induction();
        match outcome.stopped {
            Stop::Solved => Ok(outcome.strategies),
            stop => Err(Error::Unsolvable(format!("the {} limit came before every position was solved", stop.name()))),
        }
    };
    Profile::gather(game, position, solve).map(|(_, told)| told)
}

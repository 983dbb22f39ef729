//! Plans for games with chance: options in words, and the searches that they become.

use std::hash::Hash;
use std::time::Instant;

use secateur_game::{Describe, Evaluate, Keyed, Stochastic};
use secateur_games::ParameterError;
use secateur_games::parameters::Values;
use secateur_search::table::TableKey;
use secateur_search::{BoundedPlus, ChanceProbCut, Limits, Mcms, Memory, Outcome, Search, Stop, Table};
use secateur_value::Real;

use crate::alternating::EitherHorizon;
use crate::{Error, Method, Plan, Resources};

/// A game of the catalogue in which Max, Min and chance move one at a time.
pub trait ChanceGame:
    Stochastic<Position: Send> + Keyed<Key: TableKey + Hash> + Evaluate + Describe + Send + 'static
{
}

impl<G> ChanceGame for G where
    G: Stochastic<Position: Send> + Keyed<Key: TableKey + Hash> + Evaluate + Describe + Send + 'static
{
}

/// What is run on a game with chance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chancy {
    /// Everything.
    Expectimax,
    /// Every position once, or in circles until nothing changes.
    IntervalIteration {
        /// How far apart the bounds may stay.
        error: f64,
    },
    /// Windows that pass through chance.
    Star1,
    /// The same with a probe of every outcome.
    Star2,
    /// Bounded alpha-beta as printed.
    Bounded {
        /// How far apart the bounds may stay.
        epsilon: f64,
    },
    /// Bounded alpha-beta in contract form.
    BoundedPlus(BoundedPlus),
    /// The same with one move ahead, then two, and so on.
    Deepening(BoundedPlus),
    /// A sample of what chance can do.
    Mcms(Mcms),
    /// Shallow searches are believed.
    ChanceProbCut {
        /// By how many moves they are shallower.
        reduction: u32,
        /// How far beyond the window they must lie, as a share of the range.
        margin: f64,
    },
}

/// Bounds of six digits are close enough where they never meet by themselves.
const CLOSE: f64 = 1e-8;

/// Searches recurse once a turn, and some games may go on for ever: nobody looks further ahead than this.
const FURTHEST: u32 = 500;

impl Chancy {
    /// The method that an algorithm's name and options mean, if it is one of these, and whether it uses a table.
    pub(crate) fn read(
        name: &str,
        values: &Values<'_>,
        resources: Resources,
    ) -> Result<Option<(Self, bool)>, ParameterError> {
        let switch = |name| values.choice(name, &[("off", false), ("on", true)]);
        let epsilon = resources.epsilon;
        Ok(Some(match name {
            "expectimax" => (Self::Expectimax, switch("table")?),
            "interval-iteration" => (Self::IntervalIteration { error: epsilon.max(CLOSE) }, false),
            "star1" => (Self::Star1, switch("table")?),
            "star2" => (Self::Star2, switch("table")?),
            "bounded" => (Self::Bounded { epsilon }, false),
            "bounded-plus" => {
                // The command line lets no other error pass; anything else is as good as none.
                let policies = BoundedPlus::within(epsilon).unwrap_or_default();
                let policies = policies.windows(switch("windows")?).slack(switch("slack")?).skip(switch("skip")?);
                let policies = policies.likely_first(switch("likely-first")?).probe(switch("probe")?);
                let policies = policies.sort(switch("sort")?).narrowing(switch("narrowing")?);
                let deepens = switch("deepening")?;
                (if deepens { Self::Deepening(policies) } else { Self::BoundedPlus(policies) }, switch("table")?)
            }
            "mcms" => {
                let samples = Mcms::samples(values.whole("samples", 1..=1_000_000)?);
                (Self::Mcms(samples.seed(values.whole("seed", 0..=u64::MAX)?)), false)
            }
            "chance-probcut" => {
                let (reduction, margin) = (values.whole("reduction", 1..=100)?, values.number("margin")?);
                if margin < 0.0 {
                    return values.invalid("margin", "expected a number of 0 or more");
                }
                (Self::ChanceProbCut { reduction, margin }, false)
            }
            _ => return Ok(None),
        }))
    }
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: ChanceGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Result<Outcome<Real, G::Move>, Error> {
    let Method::Chancy(method) = plan.method else {
        unreachable!("a plan is checked against the class of its game, found {:?}", plan.method)
    };
    let search = || Search::new(game).position(position.clone());
    if let Chancy::IntervalIteration { error } = method {
        return Ok(search().limits(limits.clone()).interval_iteration(error));
    }
    let promised = game.promised(position);
    let range = promised.upper.get() - promised.lower.get();
    let horizon = if plan.estimate { EitherHorizon::Estimate } else { EitherHorizon::Promise };
    match plan.table {
        None => by_method(|limits| search().limits(limits).horizon(horizon), method, limits, range),
        Some(megabytes) => {
            let table = Table::<G::Key, Real>::with_megabytes(megabytes)?;
            by_method(|limits| search().limits(limits).horizon(horizon).memory(&table), method, limits, range)
        }
    }
}

/// Answers with the question that `ask` makes of limits; `range` is how much the game leaves open.
fn by_method<'a, G, M>(
    ask: impl Fn(Limits) -> Search<'a, G, EitherHorizon, M>,
    method: Chancy,
    limits: &Limits,
    range: f64,
) -> Result<Outcome<Real, G::Move>, Error>
where
    G: ChanceGame,
    M: Memory<G>,
{
    let depth = limits.depth.map_or(FURTHEST, |depth| depth.min(FURTHEST));
    let search = ask(limits.clone().depth(depth));
    Ok(match method {
        Chancy::Expectimax => search.expectimax(),
        Chancy::Star1 => search.star1(),
        Chancy::Star2 => search.star2(),
        Chancy::Bounded { epsilon } => {
            search.bounded(epsilon).map_err(|problem| Error::Unsolvable(problem.to_string()))?
        }
        Chancy::BoundedPlus(policies) => search.bounded_plus(&policies),
        Chancy::Deepening(policies) => deepen(|limits| ask(limits).bounded_plus(&policies), depth, limits),
        Chancy::Mcms(samples) => search.mcms(&samples),
        Chancy::ChanceProbCut { .. } if limits.depth.is_none() => {
            return Err(Error::Unsolvable(
                "chance-probcut needs --depth, to have something to look less far than".into(),
            ));
        }
        Chancy::ChanceProbCut { reduction, margin } => {
            search.chance_probcut(&ChanceProbCut::new(reduction, margin * range))
        }
        Chancy::IntervalIteration { .. } => unreachable!("it was run before"),
    })
}

/// One move ahead, then two, and so on: the last search that was finished, with the nodes and the time of all.
fn deepen<M>(search: impl Fn(Limits) -> Outcome<Real, M>, deepest: u32, limits: &Limits) -> Outcome<Real, M> {
    let started = Instant::now();
    let mut best = search(limits.clone().depth(deepest.min(1)));
    let mut visits = best.statistics.visits;
    for depth in 2..=deepest {
        if best.stopped != Stop::Depth {
            break;
        }
        let mut left = limits.clone().depth(depth);
        left.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(visits));
        let found = search(left);
        visits += found.statistics.visits;
        if matches!(found.stopped, Stop::Depth | Stop::Solved) {
            best = found;
        } else {
            // The choice of a search that was stopped is not worth that of the one before.
            best.stopped = found.stopped;
        }
    }
    (best.statistics.visits, best.statistics.time) = (visits, started.elapsed());
    best
}

#[cfg(test)]
mod tests {
    use crate::algorithms::ALGORITHMS;
    use crate::games::Class;
    use crate::{Request, Resources, Value, solve};

    fn bounds(request: &Request) -> (f64, f64) {
        let answer = solve(request).unwrap().answer;
        let number = |value| match value {
            Value::Real(number) => number,
            other => panic!("a real number, not {other:?}"),
        };
        (number(answer.lower), number(answer.upper))
    }

    #[test]
    fn every_algorithm_for_chance_finds_the_same_value() {
        let games: [(&str, &[&str], Option<f64>); 6] = [
            ("einstein", &["board=3x3", "stones=2"], None),
            ("2048", &["board=2x2", "goal=16"], None),
            ("bearoff", &["max=51", "min=42"], None),
            ("cops-and-robbers", &["grid=4x4", "cops=1", "chance=0.8"], None),
            ("random-tree", &["depth=3", "branching=3", "chance=0.8"], None),
            ("random-tree", &["depth=3", "branching=3", "chance=0.8", "leaves=real"], None),
        ];
        for (game, words, known) in games {
            let mut request = Request::new(game);
            request.parameters = words.iter().map(|&word| word.to_owned()).collect();
            let (low, high) = bounds(&request);
            assert!(high - low < 1e-9 && known.is_none_or(|known| (low - known).abs() < 5e-7), "{game}: {low} {high}");
            let sound = |name: &str| !matches!(name, "mcms" | "chance-probcut");
            for algorithm in ALGORITHMS.iter().filter(|known| known.solves == [Class::Chance] && sound(known.name())) {
                for epsilon in [0.0, 0.1] {
                    let resources = Resources { epsilon, memory: Some(16), ..Resources::default() };
                    let asked = request.clone().algorithm(algorithm.name()).resources(resources);
                    let (lower, upper) = bounds(&asked);
                    assert!(lower <= high && low <= upper, "{} on {game}: {lower} to {upper}", algorithm.name());
                    assert!(upper - lower <= epsilon + 1e-7, "{} on {game}: {lower} to {upper}", algorithm.name());
                }
            }
        }
    }

    #[test]
    fn a_game_in_circles_has_close_bounds_and_every_search_of_it_ends() {
        let request = Request::new("pig").parameter("goal=20").unwrap();
        let (lower, upper) = bounds(&request);
        assert!(upper - lower < 1e-7 && (lower - 0.615_558).abs() < 1e-6, "{lower} to {upper}");
        for algorithm in ["expectimax", "star1", "bounded", "bounded-plus:deepening=on"] {
            let limits = secateur_search::Limits::none().nodes(20_000);
            let (low, high) = bounds(&request.clone().algorithm(algorithm).limits(limits));
            assert!(low <= upper && lower <= high, "{algorithm}: {low} to {high}");
        }
    }
}

//! Searches for games in which chance moves, too.

use std::hash::Hash;
use std::time::Instant;

use secateur_game::{Describe, Evaluate, Keyed, Stochastic};
use secateur_games::{Description, Parameter, ParameterError};
use secateur_search::table::TableKey;
use secateur_search::{
    BoundedPlus, ChanceProbCut, Epsilon, Jamboree, Limits, Mcms, Memory, Outcome, Search, Stop, Table,
};
use secateur_value::Real;

use crate::algorithms::classic::EitherHorizon;
use crate::algorithms::mixed::checked;
use crate::algorithms::{Algorithm, Words, switch};
use crate::games::Class;
use crate::{Error, Method, Plan};

/// A game of the catalogue in which Max, Min and chance move one at a time.
pub trait ChanceGame:
    Stochastic<Position: Send> + Keyed<Key: TableKey + Hash + 'static> + Evaluate + Describe + Send + 'static
{
}

impl<G> ChanceGame for G where
    G: Stochastic<Position: Send> + Keyed<Key: TableKey + Hash + 'static> + Evaluate + Describe + Send + 'static
{
}

/// What is run on a game with chance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chancy {
    /// Every position once, or in circles until nothing changes.
    IntervalIteration {
        /// How far apart the bounds may stay.
        error: f64,
    },
    /// A search of the tree, with or without a table.
    Tree(Weighing, bool),
}

/// A search of a tree with chance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Weighing {
    /// Everything.
    Expectimax,
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
    /// The same on several threads.
    BoundedJamboree(BoundedPlus, Jamboree),
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

const BAB: &str = "Atzmon, Stern, Saffidine, \"Bounded Suboptimal Game Tree Search\" (2018)";
const STAR: &str = "Ballard, \"The *-Minimax Search Procedure\" (1983); Hauk, Buro, Schaeffer, \"Rediscovering *-Minimax \
                    Search\" (2004)";

/// A table that is used unless said otherwise.
const REMEMBERED: Parameter = switch("table", "on", "on or off: whether positions are remembered");

/// What weighs outcomes does well without them.
const fn algorithm(
    description: &'static Description,
    paper: &'static str,
    read: fn(&Words<'_>) -> Result<Method, ParameterError>,
) -> Algorithm {
    Algorithm::new(description, paper, &[Class::Chance, Class::Alternating], read)
}

fn tree(weighing: Weighing, table: bool) -> Result<Method, ParameterError> {
    Ok(Method::Chance(Chancy::Tree(weighing, table)))
}

pub(super) const EXPECTIMAX: Algorithm = algorithm(
    &Description {
        name: "expectimax",
        summary: "looks at everything: the plain definition of the value with chance",
        parameters: &[REMEMBERED],
    },
    "Michie, \"Game-Playing and Game-Learning Automata\" (1966)",
    |words| tree(Weighing::Expectimax, words.switch("table")?),
)
.cuts_nothing()
.with_estimate();

pub(super) const INTERVAL_ITERATION: Algorithm = algorithm(
    &Description {
        name: "interval-iteration",
        summary: "every position once, or in circles until nothing changes; --epsilon says how far apart bounds may stay",
        parameters: &[],
    },
    "Haddad, Monmege, \"Reachability in MDPs: Refining Convergence of Value Iteration\" (2014)",
    |words| Ok(Method::Chance(Chancy::IntervalIteration { error: checked(Epsilon::new(words.resources.epsilon))?.get().max(CLOSE) })),
)
.cuts_nothing()
.with_epsilon();

pub(super) const STAR1: Algorithm = algorithm(
    &Description {
        name: "star1",
        summary: "alpha-beta with windows that pass through chance",
        parameters: &[REMEMBERED],
    },
    STAR,
    |words| tree(Weighing::Star1, words.switch("table")?),
)
.with_estimate()
.with_window();

pub(super) const STAR2: Algorithm = algorithm(
    &Description { name: "star2", summary: "Star1 with a probe of every outcome first", parameters: &[REMEMBERED] },
    STAR,
    |words| tree(Weighing::Star2, words.switch("table")?),
)
.with_estimate()
.with_window();

pub(super) const BOUNDED: Algorithm = algorithm(
    &Description { name: "bounded", summary: "BAB: bounds at most --epsilon apart, as printed", parameters: &[] },
    BAB,
    |words| tree(Weighing::Bounded { epsilon: words.resources.epsilon }, false),
)
.with_epsilon()
.with_estimate()
.with_window();

pub(super) const BOUNDED_PLUS: Algorithm = algorithm(
    &Description {
        name: "bounded-plus",
        summary: "bounds at most --epsilon apart, with every improvement that pays",
        parameters: &[
            switch("windows", "on", "on or off: an outcome's window has a slack of epsilon by its probability"),
            switch("slack", "on", "on or off: outcomes pass on what they did not use of the error"),
            switch("skip", "on", "on or off: the error is spent on leaving out unlikely outcomes first"),
            switch("likely-first", "on", "on or off: likely outcomes are looked at first"),
            switch("probe", "off", "on or off: one move of every outcome is looked at before the outcomes themselves"),
            switch("sort", "on", "on or off: moves are sorted by what the table knows"),
            switch("narrowing", "off", "on or off: epsilon is approached from above"),
            switch("deepening", "off", "on or off: one move ahead, then two, and so on, on one thread"),
            REMEMBERED,
        ],
    },
    BAB,
    bounded_plus,
)
.parallel()
.with_epsilon()
.with_estimate()
.with_window();

fn bounded_plus(words: &Words<'_>) -> Result<Method, ParameterError> {
    // The command line lets no other error pass; anything else is as good as none.
    let policies = checked(BoundedPlus::within(words.resources.epsilon))?;
    let policies = policies.windows(words.switch("windows")?).slack(words.switch("slack")?).skip(words.switch("skip")?);
    let policies = policies.likely_first(words.switch("likely-first")?).probe(words.switch("probe")?);
    let policies = policies.sort(words.switch("sort")?).narrowing(words.switch("narrowing")?);
    // What one thread does can be repeated node by node: several come only where somebody asks for them.
    let threads = words.resources.threads.filter(|&threads| threads > 1);
    let weighing = match (words.switch("deepening")?, threads) {
        (true, _) => Weighing::Deepening(policies),
        (false, Some(threads)) => Weighing::BoundedJamboree(policies, Jamboree::default().threads(threads)),
        (false, None) => Weighing::BoundedPlus(policies),
    };
    tree(weighing, words.switch("table")?)
}

pub(super) const MCMS: Algorithm = algorithm(
    &Description {
        name: "mcms",
        summary: "Star1 on a sample of what chance can do: an estimate that promises nothing",
        parameters: &[
            switch("samples", "10", "how many outcomes are drawn at a chance turn"),
            switch("seed", "1", "decides which"),
        ],
    },
    "Lanctot, Saffidine, Veness, Archibald, Winands, \"Monte Carlo *-Minimax Search\" (2013)",
    |words| {
        let samples = Mcms::samples(words.values.whole("samples", 1..=1_000_000)?);
        tree(Weighing::Mcms(samples.seed(words.values.whole("seed", 0..=u64::MAX)?)), false)
    },
)
.with_estimate();

pub(super) const CHANCE_PROBCUT: Algorithm = algorithm(
    &Description {
        name: "chance-probcut",
        summary: "Star1 that trusts shallow searches, within --depth: an estimate that promises nothing",
        parameters: &[
            switch("reduction", "2", "by how many moves the shallow search is shallower"),
            switch("margin", "0.2", "how far beyond the window it must lie, as a share of the game's range"),
        ],
    },
    "Schadd, Winands, Uiterwijk, \"ChanceProbCut: Forward Pruning in Chance Nodes\" (2009)",
    |words| {
        let (reduction, margin) = (words.values.whole("reduction", 1..=100)?, words.values.number("margin")?);
        if margin < 0.0 {
            return words.values.invalid("margin", "expected a number of 0 or more");
        }
        tree(Weighing::ChanceProbCut { reduction, margin }, false)
    },
)
.with_estimate();

/// What an outcome of a game with chance is.
type Found<G> = Outcome<Real, <G as secateur_game::Game>::Move>;

/// Runs a plan on a position of a game, with the search that is compiled for this game alone.
pub(crate) fn native<G: ChanceGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Chance(chancy) = plan.method else { return None };
    Some(run(game, position, plan, chancy, limits))
}

/// The same for what games are solved and played by unless something else is said.
pub(crate) fn native_usual<G: ChanceGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Chance(chancy) = plan.method else { return None };
    let policies = match chancy {
        Chancy::IntervalIteration { error } => return Some(iterated(game, position, error, limits)),
        Chancy::Tree(Weighing::BoundedPlus(policies), true) => (policies, false),
        Chancy::Tree(Weighing::Deepening(policies), true) => (policies, true),
        Chancy::Tree(..) => return None,
    };
    let table = match Table::<G::Key, Real>::with_megabytes(plan.megabytes()) {
        Ok(table) => table,
        Err(problem) => return Some(Err(problem.into())),
    };
    let ask = |limits| Search::new(game).position(position.clone()).limits(limits).window(plan.window_of());
    let search = |limits| ask(limits).memory(&table);
    let bounded = |limits| search(limits).horizon(plan.either_horizon()).bounded_plus(&policies.0);
    let depth = furthest(limits);
    Some(Ok(if policies.1 { deepen(bounded, depth, limits) } else { bounded(limits.clone().depth(depth)) }))
}

fn iterated<G: ChanceGame>(game: &G, position: &G::Position, error: f64, limits: &Limits) -> Result<Found<G>, Error> {
    let search = Search::new(game).position(position.clone()).limits(limits.clone());
    search.interval_iteration(error).map_err(|problem| Error::Unsolvable(problem.to_string()))
}

fn furthest(limits: &Limits) -> u32 {
    limits.depth.map_or(FURTHEST, |depth| depth.min(FURTHEST))
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: ChanceGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    chancy: Chancy,
    limits: &Limits,
) -> Result<Found<G>, Error> {
    let (weighing, table) = match chancy {
        Chancy::IntervalIteration { error } => return iterated(game, position, error, limits),
        Chancy::Tree(weighing, table) => (weighing, table),
    };
    let ask = |limits| Search::new(game).position(position.clone()).limits(limits).window(plan.window_of());
    let search = |limits| ask(limits).horizon(plan.either_horizon());
    let promised = game.promised(position);
    let range = promised.upper.get() - promised.lower.get();
    if table {
        let table = Table::<G::Key, Real>::with_megabytes(plan.megabytes())?;
        weigh(|limits| search(limits).memory(&table), weighing, limits, range)
    } else {
        weigh(search, weighing, limits, range)
    }
}

/// Answers with the question that `ask` makes of limits; `range` is how much the game leaves open.
fn weigh<'a, G, M>(
    ask: impl Fn(Limits) -> Search<'a, G, EitherHorizon, M>,
    weighing: Weighing,
    limits: &Limits,
    range: f64,
) -> Result<Outcome<Real, G::Move>, Error>
where
    G: ChanceGame,
    M: Memory<G> + Send,
{
    let depth = furthest(limits);
    let search = ask(limits.clone().depth(depth));
    Ok(match weighing {
        Weighing::Expectimax => search.expectimax(),
        Weighing::Star1 => search.star1(),
        Weighing::Star2 => search.star2(),
        Weighing::Bounded { epsilon } => {
            search.forgetful().bounded(epsilon).map_err(|problem| Error::Unsolvable(problem.to_string()))?
        }
        Weighing::BoundedPlus(policies) => search.bounded_plus(&policies),
        Weighing::BoundedJamboree(policies, shared) => search.bounded_jamboree(&policies, &shared),
        Weighing::Deepening(policies) => deepen(|limits| ask(limits).bounded_plus(&policies), depth, limits),
        Weighing::Mcms(samples) => search.forgetful().mcms(&samples),
        Weighing::ChanceProbCut { .. } if limits.depth.is_none() => {
            return Err(Error::Unsolvable(
                "chance-probcut needs --depth, to have something to look less far than".into(),
            ));
        }
        Weighing::ChanceProbCut { reduction, margin } => {
            search.forgetful().chance_probcut(&ChanceProbCut::new(reduction, margin * range))
        }
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
        // What was proved less far ahead holds as well.
        let proved = found.bounds.clamped_to(&best.bounds);
        if matches!(found.stopped, Stop::Depth | Stop::Solved) {
            best = found;
        } else {
            // The choice of a search that was stopped is not worth that of the one before.
            best.stopped = found.stopped;
        }
        if best.bounds != proved {
            // Another search knows more than the one whose line is shown: nobody has shown that the line keeps it.
            (best.bounds, best.proved) = (proved, 0);
        }
        if let Some(progress) = &limits.progress {
            progress.prove(&proved);
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
            ("2048", &["board=2x2", "goal=8"], None),
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
            for algorithm in ALGORITHMS.iter().filter(|known| known.solves[0] == Class::Chance && sound(known.name())) {
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

//! From a request in words to a record: any game of the catalogue, by any algorithm that searches a tree or a graph.
//!
//! The search runs on the game without its type, so each algorithm is compiled once. It does what `solve` does on one thread: the same
//! positions in the same order. (Null windows lie between neighbouring real numbers here, and between whole numbers there: with a table
//! that makes a difference of a few positions.)

use secateur_catalogue::erased::{self, AnyGame, AnyKey, Element, Erased};
use secateur_catalogue::games::Class;
use secateur_catalogue::{
    Chancy, Classic as Searched, Cutting, Error, Latticed, Method, MoveOrder, Plan, Request, Resources, Stacked,
    Weighing, defaults, games,
};
use secateur_game::{Describe, Evaluate, Game, Keyed, Never};
use secateur_games::Parameters;
use secateur_search::{
    Deepening, End, Estimate, HintFirst, Horizon, Learned, Ledger, Limits, Memory, Observer, Order, Outcome, Promise,
    ProofNumber, Recalled, Search, Stop, Table,
};
use secateur_value::{Bounds, Chain, Real};

use crate::{Keep, Record, Recorder, Value};

/// Games of numbers in which Max and Min move one at a time.
type Classic = Erased<Real, Never, Never>;
/// The same with chance.
type Stochastic = Erased<Real, erased::Dice, Never>;
/// Every kind of turn.
type Mixed = Erased<Real, erased::Dice, erased::Joint>;
/// Values of a lattice.
type Lattice = Erased<Element, Never, Never>;

/// Records the search that a request asks for, on one thread.
///
/// ```
/// use secateur_catalogue::Request;
/// use secateur_trace::{Keep, trace};
///
/// let request = Request::new("goofspiel").parameter("cards=3")?.algorithm("smab");
/// let record = trace(&request, Keep::nodes(1_000))?;
/// assert_eq!((record.algorithm.as_str(), record.answer().as_str()), ("smab", "0"));
/// assert_eq!(record.nodes[0].rows, ["3", "2", "1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there is no such game or algorithm, the algorithm does not search such games, or it does not search a tree.
pub fn trace(request: &Request, keep: Keep) -> Result<Record, Error> {
    let entry = games::find(&request.game)?;
    let parameters = Parameters::parse(&request.parameters)?;
    let values = parameters.of(entry.description)?;
    let game = erased::open(&request.game, &parameters)?;
    let resources = Resources { threads: Some(1), ..request.resources };
    let usual = || usual(&request.game, &game);
    let plan = Plan::read(request.algorithm.as_deref().unwrap_or_else(usual), resources)?;
    let plan = Plan { window: request.window, ..plan };
    plan.check_window(class(&game))?;
    let asked = Asked { plan: &plan, limits: &request.limits, keep };
    let mut record = asked.run(&game)?;
    request.game.clone_into(&mut record.game);
    let given = values.all().filter(|(_, value)| !value.is_empty());
    record.parameters = given.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    plan.algorithm.name().clone_into(&mut record.algorithm);
    record.options = plan.options.clone();
    Ok(record)
}

/// The algorithm that a game is solved with unless another is asked for, or its neighbour that searches a tree.
fn usual(name: &str, game: &AnyGame) -> &'static str {
    let class = class(game);
    let usual = match games::find(name) {
        Ok(entry) if entry.class == class => entry.usual,
        _ => defaults::for_class(class),
    };
    let family = usual.split(':').next().unwrap_or(usual);
    match (family, class) {
        ("interval-iteration", _) => "bounded-plus",
        ("layers" | "sequence-form" | "normal-form", _) => "joint",
        _ => usual,
    }
}

fn class(game: &AnyGame) -> Class {
    if game.lattice().is_some() {
        Class::Lattice
    } else if game.alternating().is_some() {
        Class::Alternating
    } else if game.chance().is_some() {
        Class::Chance
    } else {
        Class::Joint
    }
}

/// What is asked about a game.
struct Asked<'r> {
    plan: &'r Plan,
    limits: &'r Limits,
    keep: Keep,
}

impl Asked<'_> {
    fn run(&self, game: &AnyGame) -> Result<Record, Error> {
        let wrong_class = || Error::OtherClass {
            algorithm: self.plan.algorithm.name(),
            class: class(game).name(),
            solvers: self.tracers(class(game)),
        };
        match self.plan.method {
            Method::Lattice(way) => self.lattice(&game.lattice().ok_or_else(wrong_class)?, way),
            Method::Chance(chancy) => self.chance(&game.chance().ok_or_else(wrong_class)?, chancy),
            Method::Mixed(stacked) => self.mixed(&game.mixed().ok_or_else(wrong_class)?, stacked),
            Method::Classic(way) => self.classic(&game.alternating().ok_or_else(wrong_class)?, way),
            _ => self.no_tree("goes through positions by their numbers, not through a tree", class(game)),
        }
    }

    /// Algorithms whose searches of such games can be recorded.
    fn tracers(&self, class: Class) -> String {
        let names: &[&str] = match class {
            Class::Alternating => &["minimax", "alpha-beta", "scout", "mtdf", "proof-number"],
            Class::Lattice => &["lattice-minimax", "lattice-alpha-beta", "lattice-alpha-beta-cache", "duo"],
            Class::Chance => &["expectimax", "star1", "star2", "bounded", "bounded-plus"],
            _ => &["backward-induction", "smab", "serialized", "double-oracle", "joint", "engine"],
        };
        names.join(", ")
    }

    /// There is no tree to show.
    fn no_tree<T>(&self, why: &str, class: Class) -> Result<T, Error> {
        let (name, others) = (self.plan.algorithm.name(), self.tracers(class));
        Err(Error::Unsolvable(format!("{name} {why}; a search by {others} can be recorded")))
    }

    fn recorder<G: Keyed<Value = Real> + Describe>(&self) -> Recorder<G> {
        Recorder::new(self.keep, |_, value: &Real| Value::finite(value.get()))
    }

    fn classic(&self, game: &Classic, way: Searched) -> Result<Record, Error> {
        let table = self.plan.table().map(Table::with_megabytes).transpose()?;
        let search =
            Search::new(game).window(self.plan.window_of()).limits(self.limits.clone()).memory(Remembered(table));
        let search = search.horizon(if self.plan.estimate { Either::Estimate } else { Either::Promise });
        let mut recorder = self.recorder();
        let guess = game.evaluate(&game.start());
        let outcome = match way {
            Searched::Minimax => search.forgetful().as_listed().observer(&mut recorder).minimax(),
            Searched::ProofNumber => self.by_questions(game, &mut recorder),
            Searched::Cutting(cutting, MoveOrder::Listed, _) => {
                self.in_order(search.order(HintFirst).observer(&mut recorder), cutting, guess)?
            }
            Searched::Cutting(cutting, MoveOrder::Expert, _) => {
                self.in_order(search.order(Learned::by_rank()).observer(&mut recorder), cutting, guess)?
            }
            Searched::Cutting(cutting, _, _) => {
                self.in_order(search.order(Learned::default()).observer(&mut recorder), cutting, guess)?
            }
            _ => return self.no_tree("is minimax on several threads, which have no order", Class::Alternating),
        };
        Ok(recorder.finish(game, &outcome.bounds, outcome.stopped.name()))
    }

    /// Several threads are one here, so Jamboree is what it shares among them.
    fn in_order<O: Order<Classic> + Clone, B: Observer<Classic>>(
        &self,
        search: Search<'_, Classic, Either, Remembered, O, B>,
        cutting: Cutting,
        guess: Real,
    ) -> Result<Outcome<Real, erased::Place>, Error> {
        Ok(match cutting {
            Cutting::AlphaBeta | Cutting::Jamboree(_) => search.alpha_beta(),
            Cutting::Scout => search.scout(),
            Cutting::DeepeningScout | Cutting::DeepeningJamboree(_) => search.deepening(&Deepening::default()),
            Cutting::Mtdf(next) | Cutting::NullWindowJamboree(_, next) => search.mtdf_by(guess, next),
            _ => return self.no_tree("does not search a tree", Class::Alternating),
        })
    }

    /// Proof-number search answers yes or no: it is asked whether the value is above the middle of what is possible, again and
    /// again, each time in a pass of its own.
    fn by_questions(&self, game: &Classic, recorder: &mut Recorder<Classic>) -> Outcome<Real, erased::Place> {
        /// More questions than the digits of a number.
        const MOST: usize = 64;
        let mut bounds = game.promised(&game.start());
        let mut left = self.limits.clone();
        let mut asked = 0;
        loop {
            asked += 1;
            let goal = goal_within(&bounds);
            let search = Search::new(game).limits(left.clone()).observer(&mut *recorder);
            let mut outcome = search.proof_number(goal, &ProofNumber::default());
            bounds = bounds.narrowed(&outcome.bounds);
            left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(outcome.statistics.visits));
            left.time = left.time.map(|time| time.saturating_sub(outcome.statistics.time));
            if outcome.stopped != Stop::Solved || bounds.is_exact() || asked == MOST {
                outcome.bounds = bounds;
                return outcome;
            }
        }
    }

    fn chance(&self, game: &Stochastic, chancy: Chancy) -> Result<Record, Error> {
        /// Searches recurse once a turn, and some games may go on for ever: nobody looks further ahead than this.
        const FURTHEST: u32 = 500;
        let depth = self.limits.depth.map_or(FURTHEST, |depth| depth.min(FURTHEST));
        let search = Search::new(game).window(self.plan.window_of()).limits(self.limits.clone().depth(depth));
        let search = search.horizon(if self.plan.estimate { Either::Estimate } else { Either::Promise });
        let Chancy::Tree(chancy, _) = chancy else {
            return self.no_tree("goes through a list of all positions, not through a tree", Class::Chance);
        };
        match self.plan.table() {
            None => self.by_chance(game, search, chancy),
            Some(megabytes) => {
                self.by_chance(game, search.memory(&Table::<AnyKey, Real>::with_megabytes(megabytes)?), chancy)
            }
        }
    }

    fn by_chance<M: Memory<Stochastic>>(
        &self,
        game: &Stochastic,
        search: Search<'_, Stochastic, Either, M>,
        chancy: Weighing,
    ) -> Result<Record, Error> {
        let mut recorder = self.recorder();
        let search = search.observer(&mut recorder);
        let outcome = match chancy {
            Weighing::Expectimax => search.expectimax(),
            Weighing::Star1 => search.star1(),
            Weighing::Star2 => search.star2(),
            Weighing::Bounded { epsilon } => {
                search.forgetful().bounded(epsilon).map_err(|problem| Error::Unsolvable(problem.to_string()))?
            }
            // Several threads are one here.
            Weighing::BoundedPlus(policies)
            | Weighing::BoundedJamboree(policies, _)
            | Weighing::Deepening(policies) => search.bounded_plus(&policies),
            _ => return self.no_tree("works on samples or guesses, which are not recorded", Class::Chance),
        };
        Ok(recorder.finish(game, &outcome.bounds, outcome.stopped.name()))
    }

    fn mixed(&self, game: &Mixed, stacked: Stacked) -> Result<Record, Error> {
        let search = Search::new(game).window(self.plan.window_of()).limits(self.limits.clone());
        let mut recorder = self.recorder();
        let heard = search.observer(&mut recorder);
        let outcome = match stacked {
            Stacked::BackwardInduction { cache } => {
                let heard = heard.horizon(if self.plan.estimate { Either::Estimate } else { Either::Promise });
                if cache { heard.memory(&Ledger::unlimited()).backward_induction() } else { heard.backward_induction() }
            }
            Stacked::Smab(smab) => heard.smab(&smab),
            Stacked::Serialized(serialized) => heard.serialized(&serialized),
            Stacked::DoubleOracle(oracle) => heard.double_oracle(&oracle),
            Stacked::BestFirst(joint) => heard.joint(&joint.threads(1)),
            Stacked::Engine(engine) => heard.engine(&engine),
            _ => return self.no_tree("solves one linear program, and searches no tree", Class::Joint),
        };
        Ok(recorder.finish(game, &outcome.bounds, outcome.stopped.name()))
    }

    fn lattice(&self, game: &Lattice, way: Latticed) -> Result<Record, Error> {
        let memory = self.plan.resources.memory.map(|megabytes| megabytes.saturating_mul(1 << 20));
        let mut recorder = Recorder::new(self.keep, |game: &Lattice, value| Some(Value::Text(game.show_value(value))));
        let search = Search::at(game, game.start()).limits(self.limits.clone()).observer(&mut recorder);
        let outcome = match way {
            Latticed::Minimax => search.lattice_minimax(memory),
            Latticed::AlphaBeta => search.lattice_alpha_beta(),
            Latticed::AlphaBetaCache => search.lattice_alpha_beta_cache(memory),
            Latticed::Duo(duo) => {
                let duo = duo.threads(1);
                search.duo(&memory.map_or(duo, |bytes| duo.memory(bytes)))
            }
            _ => return self.no_tree("does not search such values", Class::Lattice),
        };
        Ok(recorder.finish(game, &outcome.bounds, outcome.stopped.name()))
    }
}

/// What to ask a search that says yes or no: whether the value is above the middle. Between whole numbers the question is a whole
/// number, too, until there is none left: most games have no other values, and are solved by then.
fn goal_within(bounds: &Bounds<Real>) -> Real {
    let middle = bounds.lower.halfway(bounds.upper);
    let goal = middle.next_up().min(bounds.upper);
    let whole = bounds.lower.get().fract() == 0.0 && bounds.upper.get().fract() == 0.0;
    let raised = Real::new(goal.get().ceil()).unwrap_or(goal);
    if whole && bounds.upper.get() - bounds.lower.get() >= 1.0 { raised.min(bounds.upper) } else { goal }
}

/// A horizon chosen at run time.
#[derive(Clone, Copy)]
enum Either {
    Promise,
    Estimate,
}

impl<G: Evaluate> Horizon<G> for Either {
    fn promises(&self) -> bool {
        matches!(self, Self::Promise)
    }

    fn value(&self, game: &G, position: &G::Position, end: End) -> G::Value {
        match self {
            Self::Promise => Promise.value(game, position, end),
            Self::Estimate => Estimate.value(game, position, end),
        }
    }
}

/// A table, or none: one type for both, so that each search is compiled once. Where nothing is recalled the search is the same.
struct Remembered(Option<Table<AnyKey, Real>>);

impl<G: Keyed<Key = AnyKey, Value = Real>> Memory<G> for Remembered {
    const REMEMBERS: bool = true;
    type Key = Option<AnyKey>;

    fn key(&self, game: &G, position: &G::Position) -> Option<AnyKey> {
        self.0.as_ref().map(|_| game.key(position))
    }

    fn recall(&self, key: Option<AnyKey>) -> Option<Recalled<Real>> {
        Memory::<G>::recall(self.0.as_ref()?, key?)
    }

    fn remember(&self, key: Option<AnyKey>, found: &Recalled<Real>, effort: u64) {
        if let (Some(table), Some(key)) = (&self.0, key) {
            Memory::<G>::remember(table, key, found, effort);
        }
    }

    fn begin(&self) {
        if let Some(table) = &self.0 {
            Memory::<G>::begin(table);
        }
    }
}

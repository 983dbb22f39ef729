//! A question as a call of the library, and what it answers.

use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use secateur_game::{Evaluate, Game, Keyed, Stochastic};
use secateur_search::{
    BoundedPlus, CellOrder, ChanceProbCut, Deepening, DoubleOracle, End, Engine, EngineMemory, Estimate, HintFirst,
    Horizon, Jamboree, Learned, Ledger, Left, Limits, Mcms, Memory, NextWindow, Observer, Order, Outcome,
    ParallelMinimax, Promise, ProofNumber, Reading, Recalled, Search, Serialized, Smab, Statistics, Step, Stop, Table,
};
use secateur_value::{Bounds, Chain, Real, Window};

use crate::arena::{self, Arena, Classic, Joint, Lucky, Pick, Worth};
use crate::graph::Class;
use crate::question::{self, Algorithm, MoveOrder, Policies, Question, ThreadOptions};

/// What was answered.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
    /// What the evaluator makes of it.
    pub estimate: Option<f64>,
    /// Best play.
    pub line: Vec<u16>,
    /// How much of it is proved.
    pub proved: usize,
    /// Max's strategy.
    pub max: Vec<(u16, f64)>,
    /// Min's strategy.
    pub min: Vec<(u16, f64)>,
    /// Why the search ended.
    pub stopped: Stop,
    /// What was counted.
    pub statistics: Statistics,
    /// What an observer heard, if one listened.
    pub heard: Option<Heard>,
    /// How long it took.
    pub took: Duration,
}

/// Why there is no reply.
#[derive(Clone, Debug)]
pub enum Silence {
    /// The search says that it cannot.
    Refused(String),
    /// The search panicked.
    Panicked(String),
}

/// What all questions of a case remember together.
pub struct Memories {
    reals: Option<Reals>,
    wholes: Option<Table<u32, i32>>,
    engine: EngineMemory<u32>,
}

impl Memories {
    /// An empty memory of this kind.
    pub fn new(kind: question::Memory) -> Self {
        use question::Memory as Kind;
        let (reals, wholes) = match kind {
            Kind::Nothing => (None, None),
            Kind::Lines(lines) => (Table::with_lines(lines).map(Reals::Table), Table::with_lines(lines)),
            Kind::Large => (Table::with_megabytes(1).map(Reals::Table).ok(), Table::with_megabytes(1).ok()),
            Kind::Ledger(None) => (Some(Reals::Ledger(Ledger::unlimited())), Table::with_megabytes(1).ok()),
            Kind::Ledger(Some(bytes)) => {
                (Some(Reals::Ledger(Ledger::with_bytes(bytes))), Table::with_megabytes(1).ok())
            }
        };
        let bytes = if let Kind::Ledger(bytes) = kind { bytes } else { None };
        Self { reals, wholes, engine: EngineMemory::with_bytes(bytes) }
    }
}

/// Any memory for floating-point values.
enum Reals {
    Table(Table<u32, Real>),
    Ledger(Ledger<u32>),
}

impl<G: Keyed<Key = u32, Value = Real>> Memory<G> for Reals {
    const REMEMBERS: bool = true;
    type Key = u32;

    fn key(&self, game: &G, position: &G::Position) -> u32 {
        game.key(position)
    }

    fn recall(&self, key: u32) -> Option<Recalled<Real>> {
        match self {
            Self::Table(table) => Memory::<G>::recall(table, key),
            Self::Ledger(ledger) => Memory::<G>::recall(ledger, key),
        }
    }

    fn remember(&self, key: u32, found: &Recalled<Real>, effort: u64) {
        match self {
            Self::Table(table) => Memory::<G>::remember(table, key, found, effort),
            Self::Ledger(ledger) => Memory::<G>::remember(ledger, key, found, effort),
        }
    }

    fn begin(&self) {
        match self {
            Self::Table(table) => Memory::<G>::begin(table),
            Self::Ledger(ledger) => Memory::<G>::begin(ledger),
        }
    }
}

/// The game's promise or its evaluator at the depth limit.
#[derive(Clone, Copy)]
struct Ahead {
    estimate: bool,
}

impl<G: Evaluate> Horizon<G> for Ahead {
    fn promises(&self) -> bool {
        !self.estimate
    }

    fn value(&self, game: &G, position: &G::Position, end: End) -> G::Value {
        if self.estimate { Estimate.value(game, position, end) } else { Promise.value(game, position, end) }
    }
}

/// The game's own order, with or without the table's move first.
#[derive(Clone, Copy)]
struct Listed {
    hint: bool,
}

impl<G: Game<Value: Chain>> Order<G> for Listed {
    const EXPERT: bool = false;

    fn judge(&self, game: &G, position: &G::Position) -> (Bounds<G::Value>, impl Iterator<Item = G::Move> + use<G>) {
        HintFirst.judge(game, position)
    }

    fn arrange<I: Iterator<Item = G::Move>>(
        &self,
        game: &G,
        position: &G::Position,
        moves: I,
        ply: usize,
        hint: Option<u8>,
    ) -> impl Iterator<Item = (u8, G::Move)> + use<G, I> {
        HintFirst.arrange(game, position, moves, ply, hint.filter(|_| self.hint))
    }
}

/// What an observer heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Positions entered.
    pub entered: u64,
    /// Positions left.
    pub left: u64,
    /// Left because the game was over, or the depth limit reached.
    pub leaves: u64,
    /// Left because enough was known.
    pub known: u64,
    /// Left after a cut.
    pub cut: u64,
    /// Left after every move.
    pub done: u64,
    /// Left because of a limit.
    pub interrupted: u64,
    /// Whether more was left than entered at any time.
    pub out_of_order: bool,
}

impl<G: Game> Observer<G> for Heard {
    fn enter(&mut self, _: &G, _: &G::Position, _: Option<Step<G::Move>>, _: &Window<G::Value>) {
        self.entered += 1;
    }

    fn leave(&mut self, _: &G, _: &G::Position, _: &Bounds<G::Value>, left: Left) {
        self.left += 1;
        self.out_of_order |= self.left > self.entered;
        match left {
            Left::Over | Left::Horizon => self.leaves += 1,
            Left::Known => self.known += 1,
            Left::Cut => self.cut += 1,
            Left::Done => self.done += 1,
            _ => self.interrupted += 1,
        }
    }
}

thread_local! {
    /// What a panic on this thread said, and where.
    static LAST_WORDS: Cell<Option<String>> = const { Cell::new(None) };
}

/// Panics are answers here, so nothing is printed about them.
pub fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let place =
                panic.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
            LAST_WORDS.set(Some(format!("{}{place}", words(panic.payload()))));
        }));
    });
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().map(str::to_owned);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_owned())
}

/// Asks.
pub fn ask(arena: &Arc<Arena>, whole: bool, memories: &Memories, question: &Question) -> Result<Reply, Silence> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let asked = Asked { arena, memories, question };
        match question.algorithm.class() {
            Class::Classic if whole => asked.classic_wholes(),
            Class::Classic => asked.classic_reals(),
            Class::Chance => asked.chance(),
            Class::Joint => asked.joint(),
        }
    }));
    match answered {
        Ok(reply) => reply.map_err(Silence::Refused),
        Err(_) => Err(Silence::Panicked(last_words())),
    }
}

/// What the last panic on this thread said.
pub fn last_words() -> String {
    LAST_WORDS.take().unwrap_or_else(|| "a panic on another thread".to_owned())
}

struct Asked<'a> {
    arena: &'a Arc<Arena>,
    memories: &'a Memories,
    question: &'a Question,
}

type Answer<V> = Result<Outcome<V, Pick>, String>;

impl Asked<'_> {
    fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        limits.depth = self.question.depth;
        limits.nodes = self.question.nodes;
        limits.time = self.question.micros.map(Duration::from_micros);
        limits.cancel = Some(self.arena.ring_after(self.question.cancel.unwrap_or(u64::MAX)));
        limits
    }

    fn window<V: Worth>(&self) -> Window<V> {
        self.question.window.map_or(Window::OPEN, |(alpha, beta)| Window::new(V::of(alpha), V::of(beta)))
    }

    /// Asks with what the search may use, each choice as a type of its own.
    fn classic_reals(&self) -> Result<Reply, String> {
        let game = Classic::<Real, 0>(Arc::clone(self.arena), PhantomData);
        let search = || self.search::<Classic<Real, 0>, Real, 0>(&game);
        let hint = Listed { hint: self.question.order == MoveOrder::HintFirst };
        match (&self.memories.reals, self.question.order) {
            (Some(memory), MoveOrder::Listed | MoveOrder::HintFirst) if self.question.remembers => {
                self.classic(|| search().memory(memory).order(hint))
            }
            (Some(memory), order) if self.question.remembers => {
                self.classic(|| search().memory(memory).order(learned(order)))
            }
            (_, MoveOrder::Listed | MoveOrder::HintFirst) => self.classic(search),
            (_, order) => self.classic(|| search().order(learned(order))),
        }
    }

    fn classic_wholes(&self) -> Result<Reply, String> {
        let game = Classic::<i32, 9>(Arc::clone(self.arena), PhantomData);
        let search = || self.search::<Classic<i32, 9>, i32, 9>(&game);
        let hint = Listed { hint: self.question.order == MoveOrder::HintFirst };
        match (&self.memories.wholes, self.question.order) {
            (Some(memory), MoveOrder::Listed | MoveOrder::HintFirst) if self.question.remembers => {
                self.classic(|| search().memory(memory).order(hint))
            }
            (Some(memory), order) if self.question.remembers => {
                self.classic(|| search().memory(memory).order(learned(order)))
            }
            (_, MoveOrder::Listed | MoveOrder::HintFirst) => self.classic(search),
            (_, order) => self.classic(|| search().order(learned(order))),
        }
    }

    fn search<'g, G, V, const PADDING: usize>(&self, game: &'g G) -> Search<'g, G, Ahead>
    where
        G: Evaluate<Position = arena::Spot<PADDING>, Value = V>,
        V: Worth,
    {
        let position = arena::at(self.question.position);
        let ahead = Ahead { estimate: self.question.estimate };
        Search::new(game).position(position).limits(self.limits()).window(self.window()).horizon(ahead)
    }

    fn classic<'g, V, const PADDING: usize, M, O>(
        &self,
        search: impl Fn() -> Search<'g, Classic<V, PADDING>, Ahead, M, O>,
    ) -> Result<Reply, String>
    where
        V: Worth + 'g,
        M: Memory<Classic<V, PADDING>> + Send,
        O: Order<Classic<V, PADDING>> + Clone + Send + Sync,
        Classic<V, PADDING>: secateur_game::Alternating<Move = Pick, Value = V>,
    {
        let question = self.question;
        let next = |halve| if halve { NextWindow::Halve } else { NextWindow::Returned };
        let threads = question.threads;
        let shared = |shared: ThreadOptions| {
            Jamboree::default()
                .threads(threads)
                .in_sequence(shared.in_sequence)
                .cutoff(shared.cutoff)
                .plies(shared.plies)
        };
        let around = |value: V| Window::new(value.next_down(), value.next_up());
        let deepening = |aspiration| {
            if aspiration { Deepening::default().aspiration(around) } else { Deepening::default() }
        };
        self.replied(|heard| {
            Ok(match (question.algorithm, heard) {
                (Algorithm::AlphaBeta, None) => search().alpha_beta(),
                (Algorithm::AlphaBeta, Some(heard)) => search().observer(heard).alpha_beta(),
                (Algorithm::Scout, None) => search().scout(),
                (Algorithm::Scout, Some(heard)) => search().observer(heard).scout(),
                (Algorithm::Mtdf { guess, halve }, None) => search().mtdf_by(V::of(guess), next(halve)),
                (Algorithm::Mtdf { guess, halve }, Some(heard)) => {
                    search().observer(heard).mtdf_by(V::of(guess), next(halve))
                }
                (Algorithm::Deepening { from, step, aspiration }, None) => {
                    search().deepening(&deepening(aspiration).from(from).step(step))
                }
                (Algorithm::Deepening { from, step, aspiration }, Some(heard)) => {
                    search().observer(heard).deepening(&deepening(aspiration).from(from).step(step))
                }
                (Algorithm::Minimax, _) => search().forgetful().as_listed().minimax(),
                (Algorithm::ParallelMinimax { cutoff }, _) => search()
                    .forgetful()
                    .as_listed()
                    .parallel_minimax(&ParallelMinimax::default().threads(threads).cutoff(cutoff)),
                (Algorithm::Jamboree { shared: with }, _) => search().jamboree(&shared(with)),
                (Algorithm::JamboreeMtdf { shared: with, guess, halve }, _) => {
                    search().jamboree_mtdf(&shared(with), V::of(guess), next(halve))
                }
                (Algorithm::JamboreeDeepening { shared: with, aspiration }, _) => {
                    search().jamboree_deepening(&shared(with), &deepening(aspiration))
                }
                (Algorithm::ProofNumber { goal, bytes }, _) => {
                    let settings =
                        bytes.map_or_else(ProofNumber::default, |bytes| ProofNumber::default().memory(bytes));
                    search().bare().proof_number(V::of(goal), &settings)
                }
                (other, _) => unreachable!("{other:?} is not asked here"),
            })
        })
    }

    fn chance(&self) -> Result<Reply, String> {
        let game = Lucky(Arc::clone(self.arena));
        let search = || self.search::<Lucky, Real, 0>(&game);
        let hint = Listed { hint: self.question.order == MoveOrder::HintFirst };
        if let Algorithm::IntervalIteration { error } = self.question.algorithm {
            let search = search().horizon(Promise);
            return self.replied(|_| search.bare().interval_iteration(error).map_err(|problem| problem.to_string()));
        }
        match (&self.memories.reals, self.question.order) {
            (Some(memory), MoveOrder::Listed | MoveOrder::HintFirst) if self.question.remembers => {
                self.lucky(|| search().memory(memory).order(hint))
            }
            (Some(memory), order) if self.question.remembers => {
                self.lucky(|| search().memory(memory).order(learned(order)))
            }
            (_, MoveOrder::Listed | MoveOrder::HintFirst) => self.lucky(search),
            (_, order) => self.lucky(|| search().order(learned(order))),
        }
    }

    fn lucky<'g, M, O>(&self, search: impl Fn() -> Search<'g, Lucky, Ahead, M, O>) -> Result<Reply, String>
    where
        M: Memory<Lucky> + Send,
        O: Order<Lucky> + Clone + Send + Sync,
        Lucky: Stochastic<Move = Pick>,
    {
        let question = self.question;
        let told = |problem: secateur_search::BadEpsilon| problem.to_string();
        self.replied(|heard| {
            Ok(match (question.algorithm, heard) {
                (Algorithm::Expectimax, None) => search().as_listed().expectimax(),
                (Algorithm::Expectimax, Some(heard)) => search().as_listed().observer(heard).expectimax(),
                (Algorithm::Star1, None) => search().star1(),
                (Algorithm::Star1, Some(heard)) => search().observer(heard).star1(),
                (Algorithm::Star2, None) => search().star2(),
                (Algorithm::Star2, Some(heard)) => search().observer(heard).star2(),
                (Algorithm::Bounded { epsilon }, None) => {
                    search().forgetful().as_listed().bounded(epsilon).map_err(told)?
                }
                (Algorithm::Bounded { epsilon }, Some(heard)) => {
                    search().forgetful().as_listed().observer(heard).bounded(epsilon).map_err(told)?
                }
                (Algorithm::BoundedPlus { policies: with }, None) => {
                    search().bounded_plus(&policies(with).map_err(told)?)
                }
                (Algorithm::BoundedPlus { policies: with }, Some(heard)) => {
                    search().observer(heard).bounded_plus(&policies(with).map_err(told)?)
                }
                (Algorithm::BoundedJamboree { policies: with, shared }, _) => {
                    let settings = Jamboree::for_chance().threads(question.threads);
                    let settings = settings.cutoff(shared.cutoff).plies(shared.plies);
                    search().bounded_jamboree(&policies(with).map_err(told)?, &settings)
                }
                (Algorithm::Mcms { samples, seed }, _) => {
                    search().forgetful().as_listed().mcms(&Mcms::samples(samples).seed(seed))
                }
                (Algorithm::ChanceProbCut { reduction, margin }, _) => {
                    search().forgetful().as_listed().chance_probcut(&ChanceProbCut::new(reduction, margin))
                }
                (other, _) => unreachable!("{other:?} is not asked here"),
            })
        })
    }

    fn joint(&self) -> Result<Reply, String> {
        let game = Joint(Arc::clone(self.arena));
        let search = || self.search::<Joint, Real, 0>(&game);
        match &self.memories.reals {
            Some(memory) if self.question.remembers => self.both(|| search().memory(memory)),
            _ => self.both(search),
        }
    }

    fn both<'g, M>(&self, search: impl Fn() -> Search<'g, Joint, Ahead, M>) -> Result<Reply, String>
    where
        M: Memory<Joint>,
    {
        let threads = self.question.threads;
        self.replied(|_| {
            Ok(match self.question.algorithm {
                Algorithm::BackwardInduction => search().backward_induction(),
                Algorithm::Smab { lexicographic, skip, printed, promises } => {
                    let smab = Smab::default().skip(skip).promises(promises);
                    let smab = if lexicographic { smab.order(CellOrder::Lexicographic) } else { smab };
                    search().smab(&if printed { smab.reading(Reading::Printed) } else { smab })
                }
                Algorithm::Serialized { remember } => {
                    search().bare().serialized(&Serialized::default().remember(remember))
                }
                Algorithm::DoubleOracle { serialize, remember } => {
                    search().bare().double_oracle(&DoubleOracle::default().serialize(serialize).remember(remember))
                }
                Algorithm::Joint { epsilon, serialize, bytes } => {
                    let joint = secateur_search::Joint::within(epsilon)
                        .map_err(|problem| problem.to_string())?
                        .serialize(serialize)
                        .threads(threads);
                    search().bare().joint(&bytes.map_or(joint, |bytes| joint.memory(bytes)))
                }
                Algorithm::SequenceForm => search().bare().sequence_form().map_err(|problem| problem.to_string())?,
                Algorithm::NormalForm => search().bare().normal_form().map_err(|problem| problem.to_string())?,
                Algorithm::Engine { epsilon, bytes, way, keeps } => {
                    let engine = Engine::within(epsilon).map_err(|problem| problem.to_string())?.way(way);
                    let engine = bytes.map_or(engine, |bytes| engine.memory(bytes));
                    match (keeps, self.question.remembers) {
                        (true, _) => search().bare().engine_with(&engine, &self.memories.engine),
                        (false, true) => search().bare().engine(&engine),
                        (false, false) => search().bare().engine_without_memory(&engine),
                    }
                }
                other => unreachable!("{other:?} is not asked here"),
            })
        })
    }

    /// Takes the time, and turns an answer into plain numbers.
    fn replied<V: Worth>(&self, answer: impl FnOnce(Option<&mut Heard>) -> Answer<V>) -> Result<Reply, String> {
        let mut heard = Heard::default();
        let started = Instant::now();
        let outcome = answer(self.question.heard.then_some(&mut heard))?;
        let took = started.elapsed();
        let numbers = |moves: &[(Pick, f64)]| moves.iter().map(|&(pick, probability)| (pick.0, probability)).collect();
        Ok(Reply {
            lower: outcome.bounds.lower.number(),
            upper: outcome.bounds.upper.number(),
            estimate: outcome.estimate.map(V::number),
            line: outcome.line.iter().map(|pick| pick.0).collect(),
            proved: outcome.proved,
            max: numbers(&outcome.strategies.max),
            min: numbers(&outcome.strategies.min),
            stopped: outcome.stopped,
            statistics: outcome.statistics,
            heard: (heard != Heard::default()).then_some(heard),
            took,
        })
    }
}

fn learned(order: MoveOrder) -> Learned<Pick> {
    if order == MoveOrder::Ranked { Learned::by_rank() } else { Learned::default() }
}

fn policies(with: Policies) -> Result<BoundedPlus, secateur_search::BadEpsilon> {
    let policies = BoundedPlus::within(with.epsilon)?.windows(with.windows).slack(with.slack).skip(with.skip);
    let policies = policies.likely_first(with.likely_first).probe(with.probe).sort(with.sort);
    Ok(policies.narrowing(with.narrowing))
}

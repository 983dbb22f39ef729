//! A bot: one handle that owns a game, its memories and its threads, and is asked for advice move after move.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use secateur_game::{Evaluate, Keyed, Player, Random};
use secateur_value::{Bounds, Real};

use super::{Estimating, Memories};
use crate::{Cancel, Estimate, Horizon, Limits, Outcome, Search, Statistics, Stop, Strategies};

/// What a bot may use.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BotOptions {
    /// How it looks ahead.
    pub estimating: Estimating,
    /// About how many bytes its memories take.
    pub memory: usize,
    /// Whether it thinks on, about the position it was asked about last, until it is asked again.
    pub ponders: bool,
    /// Decides which moves it draws from mixed strategies.
    pub seed: u64,
    /// Where a strategy is estimated, moves that are less likely than this part of the likeliest are not drawn: what an evaluator
    /// says is not so exact that they would be meant.
    pub least_likely: f64,
}

impl Default for BotOptions {
    /// One thread, 128 MB, no thinking while others do.
    fn default() -> Self {
        Self { estimating: Estimating::default(), memory: 1 << 27, ponders: false, seed: 1, least_likely: 0.3 }
    }
}

impl BotOptions {
    /// Looking ahead like this.
    pub fn estimating(self, estimating: Estimating) -> Self {
        Self { estimating, ..self }
    }

    /// With memories of about this many bytes.
    pub fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Thinking on between questions, or not.
    pub fn ponders(self, ponders: bool) -> Self {
        Self { ponders, ..self }
    }

    /// Drawing no move from an estimated strategy that is less likely than this part of the likeliest.
    pub fn least_likely(self, least_likely: f64) -> Self {
        Self { least_likely, ..self }
    }

    /// Drawing moves by this seed.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// When advice is wanted at the latest.
///
/// ```
/// use std::time::Duration;
/// use secateur_search::{Cancel, Deadline};
///
/// let cancel = Cancel::new();
/// let deadline = Deadline::within(Duration::from_millis(100)).until(&cancel).nodes(1_000_000);
/// assert!(deadline.left().is_some_and(|left| left <= Duration::from_millis(100)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<u32>,
    cancel: Option<Cancel>,
}

impl Deadline {
    /// No deadline: the bot answers when it knows, which may be never.
    pub fn never() -> Self {
        Self::default()
    }

    /// So long from now.
    pub fn within(time: Duration) -> Self {
        // A time too long to add is no deadline.
        Self { at: Instant::now().checked_add(time), ..Self::default() }
    }

    /// At this instant.
    pub fn at(instant: Instant) -> Self {
        Self { at: Some(instant), ..Self::default() }
    }

    /// After so many nodes, on any machine.
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Looking so far ahead at most.
    pub fn depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Or when somebody cancels.
    pub fn until(self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self }
    }

    /// How much time is left.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(Instant::now()))
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        // What comes after the last node takes a little time, too.
        limits.time = self.left().map(|left| left.saturating_sub(AFTERWARDS));
        (limits.nodes, limits.depth) = (self.nodes, self.depth);
        limits.cancel.clone_from(&self.cancel);
        limits
    }
}

/// How long it takes to make an answer of what was found.
const AFTERWARDS: Duration = Duration::from_micros(300);

/// What advice rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// The position is solved: both strategies are optimal, up to rounding.
    Exact,
    /// The value is proved up to this much, and the strategies secure what is proved.
    Within(f64),
    /// The evaluator, from so far ahead as there was time.
    Estimated,
    /// Nothing but the rules: there was no time at all.
    Fallback,
}

/// What a bot advises.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// What both players should do, as probabilities.
    pub strategies: Strategies<M>,
    /// A move for each player, drawn from its strategy.
    pub drawn: (Option<M>, Option<M>),
    /// The value lies between these, whatever was estimated.
    pub bounds: Bounds<Real>,
    /// What the position is worth as far as the bot can see, unless it is solved.
    pub estimate: Option<Real>,
    /// How many moves it looked ahead.
    pub depth: Option<u32>,
    /// What all of this rests on.
    pub basis: Basis,
    /// Why it stopped thinking.
    pub stopped: Stop,
    /// What it took.
    pub statistics: Statistics,
}

impl<M: Copy> Advice<M> {
    /// The move to play for a player, unless that player has none.
    pub fn play(&self, player: Player) -> Option<M> {
        match player {
            Player::Max => self.drawn.0,
            Player::Min => self.drawn.1,
        }
    }

    fn new(outcome: Outcome<Real, M>, options: &BotOptions, random: &mut Random) -> Self {
        let Outcome { bounds, estimate, strategies, stopped, statistics, .. } = outcome;
        let basis = match (stopped, estimate) {
            (Stop::Solved, _) => {
                let width = bounds.upper.get() - bounds.lower.get();
                let largest = bounds.upper.get().abs().max(bounds.lower.get().abs()).max(1.0);
                if width <= 1e-8 * largest { Basis::Exact } else { Basis::Within(width) }
            }
            (_, Some(_)) => Basis::Estimated,
            _ => Basis::Fallback,
        };
        let least = if basis == Basis::Estimated { options.least_likely } else { 0.0 };
        let drawn = (draw(&strategies.max, least, random), draw(&strategies.min, least, random));
        Self { strategies, drawn, bounds, estimate, depth: statistics.depth, basis, stopped, statistics }
    }
}

/// A move by its probability, among those that are at least this part as likely as the likeliest.
fn draw<M: Copy>(strategy: &[(M, f64)], least: f64, random: &mut Random) -> Option<M> {
    let &(likeliest, most) = strategy.iter().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let likely = || strategy.iter().filter(|(_, probability)| *probability > 0.0 && *probability >= least * most);
    let mut left = random.unit() * likely().map(|(_, probability)| probability).sum::<f64>();
    for &(chosen, probability) in likely() {
        left -= probability;
        if left < 0.0 {
            return Some(chosen);
        }
    }
    // Rounding.
    Some(likeliest)
}

/// A player of a game that answers in time, remembers from move to move, and can be asked from any thread.
///
/// Everything that [`Game`](secateur_game::Game) offers is played: one player's turns, chance, and turns of both. What is remembered
/// is about the game, so one bot may be asked about positions of both players, and of several matches at once.
///
/// ```
/// use std::time::Duration;
/// use secateur_game::{Game, Player};
/// use secateur_games::{Battle, Parameters};
/// use secateur_search::{Basis, Bot, BotOptions, Deadline};
///
/// let game = Battle::from_parameters(&Parameters::default())?;
/// let start = game.start();
/// let bot = Bot::new(game, BotOptions::default().memory(1 << 20));
/// let advice = bot.advise(&start, Deadline::within(Duration::from_millis(20)));
/// assert!(advice.play(Player::Max).is_some() && advice.play(Player::Min).is_some());
/// let at_once = bot.advise(&start, Deadline::within(Duration::ZERO)); // legal all the same
/// assert!(at_once.play(Player::Max).is_some() && at_once.basis == Basis::Fallback);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Bot<G: Keyed<Value = Real>, H = Estimate> {
    mind: Arc<Mind<G, H>>,
    pondering: Mutex<Option<Pondering>>,
}

struct Mind<G: Keyed<Value = Real>, H> {
    game: G,
    horizon: H,
    options: BotOptions,
    memories: Memories<G::Key>,
    random: Mutex<Random>,
}

struct Pondering {
    cancel: Cancel,
    thread: JoinHandle<()>,
}

impl Pondering {
    fn stop(self) {
        self.cancel.cancel();
        // A panic of its own is no reason not to answer: the next question meets it again.
        let _ = self.thread.join();
    }
}

impl<G: Keyed<Value = Real> + Evaluate> Bot<G> {
    /// A bot for a game with an evaluator.
    pub fn new(game: G, options: BotOptions) -> Self {
        Self::with_horizon(game, Estimate, options)
    }
}

impl<G: Keyed<Value = Real>, H: Horizon<G> + Clone> Bot<G, H> {
    /// A bot with an idea of its own of what positions are worth; with [`Promise`](crate::Promise), the middle of what the game promises.
    pub fn with_horizon(game: G, horizon: H, options: BotOptions) -> Self {
        let mind = Mind {
            memories: Memories::with_bytes(options.memory),
            random: Mutex::new(Random::new(options.seed)),
            game,
            horizon,
            options,
        };
        Self { mind: Arc::new(mind), pondering: Mutex::new(None) }
    }

    /// The game that it plays.
    pub fn game(&self) -> &G {
        &self.mind.game
    }

    /// Ends thinking between questions, and waits until it has ended.
    pub fn rest(&self) {
        let pondering = self.pondering.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(pondering) = pondering {
            pondering.stop();
        }
    }
}

impl<G, H> Bot<G, H>
where
    G: Keyed<Value = Real> + Send + 'static,
    G::Key: 'static,
    G::Position: 'static,
    H: Horizon<G> + Clone + 'static,
{
    /// What to do in a position, by the deadline.
    pub fn advise(&self, position: &G::Position, deadline: Deadline) -> Advice<G::Move> {
        self.rest();
        let outcome = self.mind.think(position, deadline.limits(), self.mind.options.estimating);
        let advice = {
            let mut random = self.mind.random.lock().unwrap_or_else(PoisonError::into_inner);
            Advice::new(outcome, &self.mind.options, &mut random)
        };
        if self.mind.options.ponders && advice.basis != Basis::Exact {
            self.ponder(position);
        }
        advice
    }

    /// Thinks about a position in a thread of its own, until the next question or [`rest`](Bot::rest). What it finds is remembered.
    pub fn ponder(&self, position: &G::Position) {
        self.rest();
        let (cancel, mind, position) = (Cancel::new(), Arc::clone(&self.mind), position.clone());
        let limits = Limits::none().time(LONG).until(&cancel);
        let think = move || drop(mind.think(&position, limits, mind.options.estimating.proof(0.0)));
        // Where no thread is to be had, nothing is thought.
        if let Ok(thread) = std::thread::Builder::new().spawn(think) {
            *self.pondering.lock().unwrap_or_else(PoisonError::into_inner) = Some(Pondering { cancel, thread });
        }
    }
}

/// Nobody thinks longer about a move.
const LONG: Duration = Duration::from_secs(3_600);

impl<G: Keyed<Value = Real>, H: Horizon<G> + Clone> Mind<G, H> {
    fn think(&self, position: &G::Position, limits: Limits, estimating: Estimating) -> Outcome<Real, G::Move> {
        let search = Search::new(&self.game).position(position.clone()).limits(limits);
        search.horizon(self.horizon.clone()).advise_with(&estimating, &self.memories)
    }
}

impl<G: Keyed<Value = Real>, H> Drop for Bot<G, H> {
    fn drop(&mut self) {
        if let Some(pondering) = self.pondering.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            pondering.stop();
        }
    }
}

impl<G: Keyed<Value = Real>, H> std::fmt::Debug for Bot<G, H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("options", &self.mind.options).finish_non_exhaustive()
    }
}

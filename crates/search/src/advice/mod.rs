//! Estimates for every kind of turn, as a bot needs them under a clock: a value, both mixed strategies, and bounds that are proved.
//!
//! The game's idea of what a position is worth ([`Horizon`]) is carried back from further and further ahead: through Max and Min by
//! alpha-beta, through chance by windows (Ballard's Star1), through turns of both by a double oracle within windows (`matrix.rs`).
//! All depths share one table, whose entries say how far they looked (`table.rs`); a depth that a limit interrupts is used as far as it came
//! (`root.rs`). What is estimated is never mixed into what is proved: the bounds of the outcome come from the
//! [engine](crate::Search::engine), which gets a part of the time, and the whole of it where the game is small enough to be solved.
//!
//! A depth limit counts turns in which somebody chooses, as in every search. Where there is none, an outcome of chance counts as a
//! step, too: between two choices there is then a depth more that can be finished before a limit comes.

mod bot;
mod guess;
mod look;
mod matrix;
mod root;
mod table;

use secateur_game::{Chance, Game, Keyed, Random, Turn};
use secateur_value::Real;

pub use self::bot::{Advice, Basis, Bot, BotOptions, Deadline};
use self::look::Look;
use self::root::Root;
pub use self::table::EstimateMemory;
use crate::engine::{Engine, EngineMemory};
use crate::joint::conclusion::{Programs, RootFound};
use crate::question::answer::Counts;
use crate::question::limits::{Budget, Limits, Meter};
use crate::threads::sharing::Split;
use crate::threads::stack::{self, useful_threads, with_room};
use crate::{Horizon, Outcome, Search, Stop};

/// How estimates are found.
///
/// ```
/// use secateur_search::Estimating;
///
/// let careful = Estimating::default().trusting(false).threads(2);
/// assert_eq!((careful.threads, careful.trusting), (2, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimating {
    /// On how many threads.
    pub threads: usize,
    /// Whether moves that looked clearly worse less far ahead are left at that: much faster, and nearly always right. Otherwise
    /// the estimate is exactly what the evaluator gives within the depth.
    pub trusting: bool,
    /// What part of the time is for bounds that are proved.
    pub proof: f64,
}

impl Default for Estimating {
    fn default() -> Self {
        Self { threads: 1, trusting: true, proof: 0.1 }
    }
}

impl Estimating {
    /// On so many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// With trust in what was seen less far ahead, or without.
    pub fn trusting(self, trusting: bool) -> Self {
        Self { trusting, ..self }
    }

    /// With this part of the time, from 0 to 1, for bounds that are proved.
    pub fn proof(self, proof: f64) -> Self {
        Self { proof: if proof > 0.0 { proof.min(1.0) } else { 0.0 }, ..self }
    }
}

/// What a bot keeps from one question about a game to the next: what is proved, and what is estimated.
#[derive(Debug)]
pub struct Memories<K> {
    /// Bounds that are proved.
    pub proved: EngineMemory<K>,
    /// What was estimated.
    pub estimated: EstimateMemory,
}

impl<K: Eq + std::hash::Hash> Memories<K> {
    /// Memories of about this many bytes together.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { proved: EngineMemory::with_bytes(Some(bytes / 2)), estimated: EstimateMemory::with_bytes(bytes / 2) }
    }
}

/// Where nobody says how long a search may take, the proof may look at so many nodes for one of the estimate.
const PROOF_NODES: f64 = 0.5;
/// Chance turns with so many outcomes or fewer are never the last thing that a depth looks at.
const FEW_OUTCOMES: usize = 8;
/// How many lines are played to see where chance turns lie.
const LINES: u64 = 16;
/// No line is longer than this.
const LONGEST: usize = 64;

impl<G, H> Search<'_, G, H>
where
    G: Keyed<Value = Real>,
    H: Horizon<G>,
{
    /// An estimate and both players' mixed strategies, from further and further ahead until a limit comes, and bounds that are proved
    /// beside it. For every kind of turn.
    ///
    /// ```
    /// use secateur_games::{Battle, Parameters};
    /// use secateur_search::{Estimating, Limits, Search, Stop};
    ///
    /// let game = Battle::from_parameters(&Parameters::default())?;
    /// let advice = Search::new(&game).limits(Limits::none().nodes(20_000)).estimate().advise(&Estimating::default());
    /// assert!(advice.estimate.is_some() && !advice.strategies.max.is_empty() && !advice.strategies.min.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advise(self, estimating: &Estimating) -> Outcome<Real, G::Move> {
        self.advise_with(estimating, &Memories::with_bytes(1 << 26))
    }

    /// The same, with what is remembered of this game from before.
    pub fn advise_with(self, estimating: &Estimating, memories: &Memories<G::Key>) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        // What is small is solved; the time that this takes is little.
        let share = |part: f64| {
            let mut limits = Limits { depth: None, ..self.limits.clone() };
            limits.time = limits.time.map(|time| time.mul_f64(part));
            limits.nodes = limits.nodes.map(|nodes| (nodes as f64 * part) as u64);
            limits
        };
        let is_limited = self.limits.time.is_some() || self.limits.nodes.is_some();
        let engine = Engine::default();
        let prove = |limits: Limits| {
            let meter = Meter::new(&limits);
            with_room(|| self.narrow_root(&engine, &memories.proved, &meter, &mut ()))
        };
        let mut proof = None;
        if is_limited && estimating.proof > 0.0 {
            proof = Some(prove(share(estimating.proof)));
        }
        let unlimited = !is_limited && self.limits.depth.is_none();
        if unlimited {
            proof = Some(prove(self.limits.clone()));
        }
        let mut spent = proof.as_ref().map_or(0, |proof| proof.counts.visits);
        let solved = |proof: &RootFound<G::Move>| proof.stopped.is_none() && proof.counts.horizon == 0;
        if let Some(found) = proof.take_if(|proof| unlimited || solved(proof)) {
            return self.conclude(&meter, found, (true, Real::ZERO));
        }
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let rest = Meter::new(&limits);
        let (root, counts, stopped, programs) = with_room(|| self.look_ahead(estimating, &memories.estimated, &rest));
        spent += counts.visits;
        if !is_limited && estimating.proof > 0.0 && !root.complete {
            let nodes = (spent as f64 * PROOF_NODES) as u64;
            proof = Some(prove(Limits { depth: None, nodes: Some(nodes), ..self.limits.clone() }));
        } else if root.complete && stopped.is_none() {
            // The game is over everywhere within the depth: what is left is to prove it.
            let mut limits = self.limits.clone();
            limits.time = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
            let mut again = prove(Limits { depth: None, ..limits });
            // What was tried before counts, too; where it met the depth limit it has no say in how this ended.
            let before = proof.take().map(|proof| Counts { horizon: 0, ..proof.counts });
            before.iter().for_each(|before| again.counts.add(before));
            if solved(&again) {
                again.counts.add(&Counts { horizon: 0, ..counts });
                return self.conclude(&meter, again, (true, Real::ZERO));
            }
            proof = Some(again);
        }
        self.advice(&meter, &root, (counts, stopped, programs), proof)
    }

    /// From what was estimated and what was proved to an outcome.
    fn advice(
        &self,
        meter: &Meter,
        root: &Root<G>,
        (mut counts, stopped, mut programs): (Counts, Option<Stop>, Programs),
        proof: Option<RootFound<G::Move>>,
    ) -> Outcome<Real, G::Move> {
        let mut proved = self.game.promised(&self.position);
        let mut strategies = root.strategies();
        let mut proof_stopped = None;
        if let Some(proof) = proof {
            proof_stopped = proof.stopped;
            proved = proved.narrowed(&proof.bounds);
            counts.add(&Counts { horizon: 0, ..proof.counts });
            programs.calls += proof.programs.calls;
            programs.time += proof.programs.time;
            if !root.is_known() {
                strategies = proof.strategies;
            }
        }
        let estimate = root.value.is_finite().then(|| root.value.clamp(proved.lower.get(), proved.upper.get()));
        let found = RootFound {
            bounds: proved,
            // Where the game is over everywhere within the depth, it was the proof that met a limit.
            stopped: stopped.or(proof_stopped.filter(|_| root.complete)).or(Some(Stop::Depth)),
            strategies,
            counts: Counts { horizon: 0, ..counts },
            programs,
            serialized: None,
        };
        let mut outcome = self.conclude(meter, found, (true, Real::ZERO));
        if outcome.stopped != Stop::Solved {
            outcome.estimate = estimate.and_then(|estimate| Real::new(estimate).ok());
        }
        outcome.statistics.depth = Some(root.finished).filter(|&depth| depth > 0);
        outcome
    }

    /// Depth after depth, on all threads; what the first one found.
    fn look_ahead(
        &self,
        estimating: &Estimating,
        memory: &EstimateMemory,
        meter: &Meter,
    ) -> (Root<G>, Counts, Option<Stop>, Programs) {
        let depths = Depths::of(self.game, &self.position, self.limits.depth);
        let done = Split::below(None);
        let run = |number: usize, budget: Budget<'_>| {
            let ways = (estimating.trusting, self.limits.depth.is_some());
            let mut look = Look::new(self.game, &self.position, (&self.horizon, memory), budget, ways);
            let mut root = Root::new(self.game, &self.position);
            let mut depth = depths.first();
            while root.deepen(&mut look, &self.position, depth) {
                if number == 0 {
                    meter.note(|| format!("about {:.6}, {depth} moves ahead", root.value));
                }
                let Some(next) = depths.after(depth).filter(|_| !root.complete) else { break };
                // Every other thread is a depth ahead, so that the table knows what comes.
                depth =
                    if number % 2 == 1 && depth == depths.first() { depths.after(next).unwrap_or(next) } else { next };
            }
            look.counts.visits += look.budget.spent();
            let programs = Programs::of(&look.kernel);
            (root, look.counts, look.stopped, programs)
        };
        if estimating.threads <= 1 {
            return run(0, Budget::new(meter, None));
        }
        std::thread::scope(|scope| {
            let helper = |number| {
                let (run, done) = (&run, &done);
                stack::spawn(scope, move || run(number, Budget::new(meter, Some(done))).1)
            };
            let helpers: Vec<_> = (1..useful_threads(estimating.threads)).filter_map(helper).collect();
            let mut found = run(0, Budget::new(meter, Some(&done)));
            done.cut();
            for helper in helpers {
                match helper.join() {
                    Ok(counts) => found.1.add(&counts),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        })
    }
}

/// How far to look ahead, one after the other: no depth ends with dice that are about to be thrown, where these are few. A limit
/// counts choices alone, and is kept to exactly.
struct Depths {
    ends_on_dice: Vec<bool>,
    most: u32,
}

impl Depths {
    fn of<G: Game<Value = Real>>(game: &G, position: &G::Position, most: Option<u32>) -> Self {
        if let Some(most) = most {
            return Self { ends_on_dice: Vec::new(), most: most.max(1) };
        }
        let mut random = Random::new(0xD1CE);
        let (mut dice, mut lines) = ([0u64; LONGEST], [0u64; LONGEST]);
        for _ in 0..LINES {
            let mut place = position.clone();
            for ply in 0..LONGEST {
                let few = match game.turn(&place) {
                    Turn::Chance(chance) => {
                        chance.outcomes(game, &place).take(FEW_OUTCOMES + 1).count() <= FEW_OUTCOMES
                    }
                    _ => false,
                };
                lines[ply] += 1;
                dice[ply] += u64::from(few);
                if !play_any(game, &mut place, &mut random) {
                    break;
                }
            }
        }
        let ends_on_dice = dice.iter().zip(&lines).map(|(dice, lines)| 2 * dice > *lines).collect();
        Self { ends_on_dice, most: u32::MAX - 1 }
    }

    fn first(&self) -> u32 {
        self.after(0).unwrap_or(1)
    }

    fn after(&self, depth: u32) -> Option<u32> {
        if depth >= self.most {
            return None;
        }
        let ends = |depth: u32| self.ends_on_dice.get(depth as usize).copied().unwrap_or(false);
        let next = (depth + 1..).find(|&depth| !ends(depth))?;
        Some(next.min(self.most))
    }
}

/// Plays a random move of whoever is to move. Says whether there was one.
fn play_any<G: Game<Value = Real>>(game: &G, place: &mut G::Position, random: &mut Random) -> bool {
    use secateur_game::Both;
    fn any<T: Copy>(random: &mut Random, list: Vec<T>) -> Option<T> {
        random.choose(&list).copied()
    }
    match game.turn(place) {
        Turn::Over(_) => false,
        Turn::Max | Turn::Min => {
            let Some(chosen) = any(random, game.moves(place).collect()) else { return false };
            game.play(place, chosen);
            true
        }
        Turn::Chance(chance) => {
            let Some((_, chosen)) = any(random, chance.outcomes(game, place).collect()) else { return false };
            game.play(place, chosen);
            true
        }
        Turn::Both(both) => {
            let row = any(random, both.rows(game, place).collect());
            let column = any(random, both.columns(game, place).collect());
            let (Some(row), Some(column)) = (row, column) else { return false };
            both.play(game, place, row, column);
            true
        }
    }
}

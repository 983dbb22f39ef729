//! A case: a game, what it knows about itself, and questions that share one memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use secateur_game::Random;
use secateur_search::Stop;

use crate::arena::{Arena, Knowledge, Promise};
use crate::ask::{Memories, Reply, Silence, ask, last_words};
use crate::check::{self, Failure, Fault};
use crate::generate;
use crate::graph::{Class, Graph};
use crate::profile;
use crate::question::{Algorithm, Memory, Question};
use crate::report::Tally;

/// Everything that is needed to ask again.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The rules.
    pub graph: Graph,
    /// What the game says about itself.
    pub knowledge: Knowledge,
    /// What the questions remember together.
    pub memory: Memory,
    /// What is asked, one after the other.
    pub questions: Vec<Question>,
}

/// How many questions a game is asked, at most.
const QUESTIONS: u64 = 12;

impl Case {
    /// The case with this number.
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self::random(&mut Random::new(Random::mix(seed) ^ Random::mix(!number)))
    }

    /// A random case.
    pub fn random(random: &mut Random) -> Self {
        let class = [Class::Classic, Class::Classic, Class::Chance, Class::Joint][random.below(4) as usize];
        let graph = generate::graph(class, 12, random);
        let fits = |leaf: f64| leaf.fract() == 0.0 && f64::from(i32::MIN) <= leaf && leaf <= f64::from(i32::MAX);
        let whole = graph.leaves().all(fits) && random.below(2) == 0;
        let promise = match random.below(5) {
            0 | 1 => Promise::Range(0.0),
            // What a whole number promises must be one of 32 bits, too.
            2 => Promise::Range(if whole { 0.0 } else { random.below(4) as f64 }),
            3 => Promise::Below,
            _ => Promise::Near,
        };
        let knowledge = Knowledge { promise, whole, seed: random.next_u64() };
        let memory = match random.below(6) {
            0 => Memory::Nothing,
            1 => Memory::Lines(1),
            2 => Memory::Lines(1 + random.below(30) as usize),
            3 => Memory::Large,
            4 => Memory::Ledger(None),
            _ => Memory::Ledger(Some(random.below(4_000) as usize)),
        };
        let count = 1 + random.below(QUESTIONS);
        let questions = (0..count).map(|_| Question::random(&graph, whole, random)).collect();
        Self { graph, knowledge, memory, questions }
    }

    /// Asks everything. Tells the first answer that is wrong.
    pub fn run(&self, tally: &mut Tally) -> Option<Failure> {
        let arena = Arc::new(Arena::new(&self.graph, &self.knowledge));
        let memories = Memories::new(self.memory);
        let mut known = vec![(f64::NEG_INFINITY, f64::INFINITY); self.graph.nodes.len()];
        for (place, question) in self.questions.iter().enumerate() {
            tally.question(self, question);
            let fail = |fault: Fault, what: String| Some(Failure { fault, question: place, what });
            let reply = match ask(&arena, self.knowledge.whole, &memories, question) {
                Ok(reply) => reply,
                Err(Silence::Panicked(words)) => return fail(Fault::Panic, words),
                // One matrix of all strategies is for tiny games, and says so.
                Err(Silence::Refused(_)) if question.algorithm == Algorithm::NormalForm => continue,
                Err(Silence::Refused(words)) => return fail(Fault::Refusal, words),
            };
            if let Err((fault, what)) = check::reply(&arena, question, &reply) {
                let busy = fault.may_be_the_machines(question, &reply);
                if !(busy && (0..PATIENCE).any(|_| is_in_time(&arena, self.knowledge.whole, &memories, question))) {
                    return fail(fault, what);
                }
            }
            if let Some(what) = self.loosens(&arena, question, &reply) {
                return fail(Fault::Loose, what);
            }
            let known = &mut known[question.position as usize];
            *known = (known.0.max(reply.lower), known.1.min(reply.upper));
            if known.0 > known.1 {
                let what = format!("[{:?}, {:?}] contradicts what was answered before", reply.lower, reply.upper);
                return fail(Fault::Contradiction, what);
            }
        }
        let class = self.graph.class();
        let large = self.graph.leaves().any(|leaf| leaf.abs() > LARGE);
        if class == Class::Joint
            && !large
            && self.graph.in_order().is_some()
            && self.knowledge.seed.is_multiple_of(STRATEGIES)
        {
            let told = catch_unwind(AssertUnwindSafe(|| profile::exploited(&arena)));
            let fault = if told.is_ok() { Fault::BadStrategy } else { Fault::Panic };
            if let Some(what) = told.unwrap_or_else(|_| Some(last_words())) {
                return Some(Failure { fault, question: self.questions.len() - 1, what });
            }
        }
        None
    }

    /// A search that may take more nodes must not end with looser bounds; what it says if it does.
    fn loosens(&self, arena: &Arc<Arena>, question: &Question, reply: &Reply) -> Option<String> {
        let nodes = question.nodes.filter(|&nodes| nodes > 1)?;
        let alone =
            question.threads == 1 && !question.remembers && question.micros.is_none() && question.cancel.is_none();
        // The engine and the samples choose by the clock or by chance what to look at, and a depth that was not finished shows
        // less than the one before.
        let steady = !question.algorithm.estimates()
            && question.depth.is_none()
            && !matches!(
                question.algorithm,
                Algorithm::Engine { .. } | Algorithm::Deepening { .. } | Algorithm::JamboreeDeepening { .. }
            );
        // What is enough for a window may be looser outside of it.
        if !alone || !steady || question.estimate || reply.stopped == Stop::Solved {
            return None;
        }
        let less = Question { nodes: Some(nodes / 2), ..question.clone() };
        let before = ask(arena, self.knowledge.whole, &Memories::new(Memory::Nothing), &less).ok()?;
        // Sums of numbers near the largest overflow, and show nothing.
        if arena.graph.leaves().any(|leaf| leaf.abs() > LARGE) {
            return None;
        }
        let largest = arena.graph.leaves().fold(0.0, |most: f64, leaf| most.max(leaf.abs()));
        let slack = 1e-9 * largest;
        let looser = before.lower > reply.lower + slack || before.upper < reply.upper - slack;
        looser.then(|| {
            let (lower, upper) = (reply.lower, reply.upper);
            let half = (before.lower, before.upper);
            format!("[{lower:?}, {upper:?}] with {nodes} nodes, {half:?} with {} of them", nodes / 2)
        })
    }
}

/// Products with such numbers may overflow.
const LARGE: f64 = 1e280;

/// How often a question is asked again that was answered late.
pub(crate) const PATIENCE: usize = 20;

/// For one of so many games with turns of both whole strategies are made and played against a best response.
const STRATEGIES: u64 = 4;

/// Whether a question is answered in time, now.
fn is_in_time(arena: &Arc<Arena>, whole: bool, memories: &Memories, question: &Question) -> bool {
    ask(arena, whole, memories, question).is_ok_and(|reply| check::reply(arena, question, &reply).is_ok())
}

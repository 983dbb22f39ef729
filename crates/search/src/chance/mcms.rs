//! MCMS: Monte Carlo *-minimax search (Lanctot, Saffidine, Veness, Archibald, Winands, IJCAI 2013).
//!
//! Where chance has too many outcomes to look at all of them, look at a sample: at every chance turn a fixed number of
//! outcomes is drawn, with replacement and by their probabilities, and the tree that is left is searched with Star1. The
//! answer is an estimate, and promises nothing; with more samples it comes closer.
//!
//! Sampling is a game of its own here, [`Sampled`], which any search can play. Departure from the paper: what is drawn in a
//! position depends on the position and a seed alone, so that the sampled game has the same moves whenever it is asked,
//! tables and probes work, and the same question has the same answer.

use std::hash::{BuildHasher, BuildHasherDefault};

use secateur_game::{Chance, Evaluate, Game, Keyed, Never, Random, Stochastic, Turn};
use secateur_value::{Bounds, Chain, Real};
use smallvec::SmallVec;

use crate::memory::cache::Scatter;
use crate::question::answer::{Answer, Counts};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::Meter;
use crate::{Outcome, Search, Stop};

/// How chance is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mcms {
    /// How many outcomes are drawn at a chance turn; at least one.
    pub samples: u32,
    /// Decides which.
    pub seed: u64,
}

impl Mcms {
    /// With this many draws at every chance turn.
    pub fn samples(samples: u32) -> Self {
        Self { samples: samples.max(1), seed: 1 }
    }

    /// With other draws.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

impl<G, H> Search<'_, G, H>
where
    G: Stochastic + Keyed,
    H: Horizon<G>,
{
    /// Star1 on a sample of what chance can do. The answer is an estimate.
    ///
    /// ```
    /// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
    /// use secateur_search::{Mcms, Search, Stop};
    ///
    /// let game = StochasticTree::new(Shape::uniform(4, 4), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
    /// let all = Search::new(&game).star1();
    /// let sampled = Search::new(&game).mcms(&Mcms::samples(10));
    /// let off = sampled.estimate.map(|value| (value.get() - all.bounds.lower.get()).abs());
    /// assert!(off < Some(10.0));
    /// assert_eq!(sampled.stopped, Stop::Estimated);
    /// # Ok::<(), secateur_games::random_tree::RandomTreeError>(())
    /// ```
    pub fn mcms(self, settings: &Mcms) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        let sampled = Sampled::new(self.game, settings);
        let question = Search::new(&sampled).position(self.position.clone()).window(self.window);
        let found = question.limits(self.limits.clone()).horizon(Through(&self.horizon)).star1();
        let estimate = match (found.stopped, found.estimate) {
            (Stop::Solved | Stop::Exhausted, _) => Some(found.bounds.lower.halfway(found.bounds.upper)),
            (Stop::Depth, estimate) => estimate.or(Some(found.bounds.lower.halfway(found.bounds.upper))),
            _ => None,
        };
        let unfinished = if estimate.is_some() { Stop::Estimated } else { found.stopped };
        let answer = Answer { estimate, ..Answer::of(self.game.promised(&self.position), Some(unfinished)) };
        let statistics = found.statistics;
        let mut outcome = self.outcome(&meter, answer, (found.line, 0), &Counts::default(), self.limits.depth);
        outcome.statistics = statistics;
        outcome
    }
}

/// A game of which chance shows only a sample.
#[derive(Clone, Debug)]
pub struct Sampled<'g, G> {
    game: &'g G,
    settings: Mcms,
}

impl<'g, G> Sampled<'g, G> {
    /// The sampled game.
    pub fn new(game: &'g G, settings: &Mcms) -> Self {
        Self { game, settings: *settings }
    }
}

/// A chance turn of which a sample is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draws<C>(C);

impl<'g, G: Keyed, C: Chance<G>> Chance<Sampled<'g, G>> for Draws<C>
where
    G: Game<Chance = C, Both = Never>,
{
    fn outcomes(
        self,
        sampled: &Sampled<'g, G>,
        position: &G::Position,
    ) -> impl Iterator<Item = (u64, G::Move)> + use<'g, G, C> {
        let Sampled { game, settings } = sampled;
        let all: SmallVec<[(u64, G::Move); 16]> = self.0.outcomes(game, position).collect();
        let total: u64 = all.iter().map(|&(weight, _)| weight).sum();
        let mut drawn: SmallVec<[u64; 16]> = SmallVec::from_elem(0, all.len());
        let place = BuildHasherDefault::<Scatter>::default().hash_one(game.key(position));
        let mut random = Random::new(place ^ Random::mix(settings.seed));
        for _ in 0..if total == 0 { 0 } else { settings.samples } {
            let mut left = random.below(total);
            let outcome = all.iter().position(|&(weight, _)| {
                let here = left < weight;
                left = left.saturating_sub(weight);
                here
            });
            drawn[outcome.unwrap_or(0)] += 1;
        }
        all.into_iter().zip(drawn).filter(|&(_, times)| times > 0).map(|((_, outcome), times)| (times, outcome))
    }

    fn range(self, sampled: &Sampled<'g, G>, position: &G::Position) -> Option<Bounds<G::Value>> {
        self.0.range(sampled.game, position)
    }
}

impl<'g, G: Keyed + Game<Both = Never>> Game for Sampled<'g, G> {
    type Position = G::Position;
    type Move = G::Move;
    type Value = G::Value;
    type Undo = G::Undo;
    type Chance = Draws<G::Chance>;
    type Both = Never;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn turn(&self, position: &G::Position) -> Turn<G::Value, Draws<G::Chance>> {
        match self.game.turn(position) {
            Turn::Over(value) => Turn::Over(value),
            Turn::Max => Turn::Max,
            Turn::Min => Turn::Min,
            Turn::Chance(chance) => Turn::Chance(Draws(chance)),
        }
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> + use<'g, G> {
        self.game.moves(position)
    }

    fn play(&self, position: &mut G::Position, chosen: G::Move) -> G::Undo {
        self.game.play(position, chosen)
    }

    fn undo(&self, position: &mut G::Position, undo: G::Undo) {
        self.game.undo(position, undo);
    }

    fn bounds(&self, position: &G::Position) -> Bounds<G::Value> {
        self.game.bounds(position)
    }
}

impl<G: Keyed + Game<Both = Never>> Keyed for Sampled<'_, G> {
    type Key = G::Key;

    fn key(&self, position: &G::Position) -> G::Key {
        self.game.key(position)
    }
}

impl<G: Keyed + Evaluate + Game<Both = Never>> Evaluate for Sampled<'_, G> {
    fn evaluate(&self, position: &G::Position) -> G::Value {
        self.game.evaluate(position)
    }
}

/// The horizon of the game behind a sampled one.
struct Through<'h, H>(&'h H);

impl<'g, G: Keyed + Game<Both = Never>, H: Horizon<G>> Horizon<Sampled<'g, G>> for Through<'_, H> {
    fn promises(&self) -> bool {
        self.0.promises()
    }

    fn value(&self, sampled: &Sampled<'g, G>, position: &G::Position, end: End) -> G::Value {
        self.0.value(sampled.game, position, end)
    }
}

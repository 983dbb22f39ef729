//! Bots for games without their types: the library's [`Bot`], which keeps what it learns from move to move and thinks on while others do.
//!
//! A game of the table brings a bot that was compiled for it, or the one that several games share; for any other game of numbers there is
//! one that knows the game only as positions in boxes.

use std::any::Any;
use std::marker::PhantomData;

use secateur_game::{Evaluate, Game, Keyed};
use secateur_search::{Advice, Basis, Bot, BotOptions, Deadline, Outcome};
use secateur_value::Real;

use crate::Answer;
use crate::algorithms::any_joint::{AnyJoint, InAny};

/// A bot for a game of which only the program knows what it is; [`Session::bot`](crate::Session::bot) makes one.
pub struct AnyBot(Box<dyn Any + Send + Sync>);

impl AnyBot {
    pub(crate) fn new<G: Game + 'static>(bot: Box<dyn Thinks<G>>) -> Self {
        Self(Box::new(bot))
    }

    /// The bot, if it is one for this game.
    pub(crate) fn of<G: Game + 'static>(&self) -> Option<&dyn Thinks<G>> {
        self.0.downcast_ref::<Box<dyn Thinks<G>>>().map(|bot| &**bot)
    }
}

impl std::fmt::Debug for AnyBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyBot")
    }
}

/// What a bot advises about a position, by the names of the moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Advised {
    /// What it found, and both players' strategies.
    pub answer: Answer,
    /// A move for each player who has one, drawn from its strategy.
    pub drawn: [Option<String>; 2],
    /// What the advice rests on, in words.
    pub basis: String,
}

/// What a bot says, by the moves of its game.
pub(crate) struct Told<M> {
    pub(crate) outcome: Outcome<Real, M>,
    pub(crate) drawn: [Option<M>; 2],
    pub(crate) basis: Basis,
}

impl<M: Copy> Told<M> {
    fn of(advice: Advice<M>) -> Self {
        let mut outcome = Outcome::new(advice.bounds, advice.stopped);
        (outcome.estimate, outcome.statistics) = (advice.estimate, advice.statistics);
        let likeliest = |strategy: &[(M, f64)]| {
            strategy.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|best| best.0)
        };
        let best = [likeliest(&advice.strategies.max), likeliest(&advice.strategies.min)];
        outcome.line = best.into_iter().flatten().collect();
        outcome.strategies = advice.strategies;
        Self { outcome, drawn: [advice.drawn.0, advice.drawn.1], basis: advice.basis }
    }

    fn map_moves<N: Copy>(self, told: impl Fn(M) -> N) -> Told<N> {
        let drawn = self.drawn.map(|drawn| drawn.map(&told));
        Told { drawn, basis: self.basis, outcome: self.outcome.map_moves(told) }
    }

    /// What it rests on, in words.
    pub(crate) fn basis_in_words(&self) -> String {
        match (self.basis, self.outcome.statistics.depth) {
            (Basis::Exact, _) => "solved".to_owned(),
            (Basis::Within(width), _) => format!("proved within {width:.6}"),
            (Basis::Estimated, Some(depth)) => format!("estimated, {depth} moves ahead"),
            (Basis::Estimated, None) => "estimated".to_owned(),
            (Basis::Fallback, _) => "a fallback: there was no time".to_owned(),
        }
    }
}

/// A bot for one type of games.
pub(crate) trait Thinks<G: Game>: Send + Sync {
    fn advise(&self, position: &G::Position, deadline: Deadline) -> Told<G::Move>;
    fn ponder(&self, position: &G::Position);
}

impl<G> Thinks<G> for Bot<G>
where
    G: Keyed<Value = Real, Key: 'static> + Game<Position: 'static> + Evaluate + Send + 'static,
{
    fn advise(&self, position: &G::Position, deadline: Deadline) -> Told<G::Move> {
        Told::of(Self::advise(self, position, deadline))
    }

    fn ponder(&self, position: &G::Position) {
        Self::ponder(self, position);
    }
}

/// The bot that several games share, for one of them.
struct Shared<G>(Bot<AnyJoint>, PhantomData<fn() -> G>);

impl<G: InAny + 'static> Thinks<G> for Shared<G> {
    fn advise(&self, position: &G::Position, deadline: Deadline) -> Told<G::Move> {
        Told::of(self.0.advise(&G::any_position(position.clone()), deadline)).map_moves(G::own_move)
    }

    fn ponder(&self, position: &G::Position) {
        self.0.ponder(&G::any_position(position.clone()));
    }
}

/// How a game makes its bot.
pub(crate) type Make<G> = fn(&G, BotOptions) -> Box<dyn Thinks<G>>;

/// A bot that is compiled for this game alone.
pub(crate) fn own<G>(game: &G, options: BotOptions) -> Box<dyn Thinks<G>>
where
    G: Keyed<Value = Real, Key: 'static> + Game<Position: 'static> + Evaluate + Clone + Send + 'static,
{
    Box::new(Bot::new(game.clone(), options))
}

/// The bot that several games share.
pub(crate) fn shared<G: InAny + 'static>(game: &G, options: BotOptions) -> Box<dyn Thinks<G>> {
    Box::new(Shared(Bot::new(game.clone().any(), options), PhantomData))
}

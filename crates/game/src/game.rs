//! The core: what every search needs to know about a game, and nothing else.

use std::fmt::Debug;
use std::iter::Empty;

use secateur_value::{Bounds, Lattice, Real};

use crate::{Never, Turn};

/// The rules of a two-player zero-sum game with perfect information, possibly with chance and simultaneous moves.
///
/// The crate's page has a complete example. [`laws::check`](crate::laws::check) tests an implementation against
/// everything that is promised here.
pub trait Game: Sync {
    /// A state of play. Cloned for a new thread, played on and undone inside one.
    type Position: Clone + Debug + Send + Sync;
    /// One player's choice, or one outcome of chance.
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// What a finished game is worth to Max.
    type Value: Lattice + Send + Sync;
    /// What [`undo`](Game::undo) needs: where positions are small, simply the position before.
    type Undo;
    /// What is known of a chance turn; [`Never`] for a game without chance.
    type Chance: Chance<Self>;
    /// What is known of a turn of both players; [`Never`] for a game in which they alternate.
    type Both: Both<Self>;

    /// The position that is asked about.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn<Self::Value, Self::Chance, Self::Both>;

    /// The legal moves of the player who alone is to move, each once, at least one, in the game's own order.
    ///
    /// Asked only where the turn is Max's or Min's. The iterator may borrow neither the position nor the game (hence
    /// `use<Self>`): the search plays on the position meanwhile. Where moves are worked out from a borrowed board, collect
    /// them into something that is copied or owned first.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> + use<Self>;

    /// Plays a legal move, or lets a possible outcome of chance happen.
    fn play(&self, position: &mut Self::Position, chosen: Self::Move) -> Self::Undo;

    /// Takes back what [`play`](Game::play) did. `position` is as `play` left it.
    fn undo(&self, position: &mut Self::Position, undo: Self::Undo);

    /// What can be promised about the value of a position without a search; at least its whole range.
    ///
    /// A search that stops early falls back on this promise, so it must hold always. The closer it is, the more is
    /// cut; it is asked often, so it should be cheap. Asked only where the game is not over.
    fn bounds(&self, position: &Self::Position) -> Bounds<Self::Value>;

    /// What can be promised about any position: [`bounds`](Game::bounds), or the value where the game is over.
    fn promised(&self, position: &Self::Position) -> Bounds<Self::Value> {
        match self.turn(position) {
            Turn::Over(value) => Bounds::exact(value),
            _ => self.bounds(position),
        }
    }
}

/// A chance turn: which outcomes are possible, and how likely each is.
pub trait Chance<G: Game + ?Sized>: Copy {
    /// The outcomes with their weights. An outcome's probability is its weight divided by the sum of all weights:
    /// integers, so that probabilities sum to exactly 1 and exact arithmetic stays possible.
    fn outcomes(self, game: &G, position: &G::Position) -> impl Iterator<Item = (u64, G::Move)> + use<Self, G>;

    /// What can be promised about the value after every one of the outcomes, without a search.
    ///
    /// A search that leaves outcomes out counts them with this. [`Game::bounds`] will not do: a mean may be known better
    /// than what it is the mean of. By default every outcome is asked; a game that knows a range for all says so cheaply.
    fn range(self, game: &G, position: &G::Position) -> Option<Bounds<G::Value>> {
        let mut after = position.clone();
        let mut range: Option<Bounds<G::Value>> = None;
        for (_, outcome) in self.outcomes(game, position) {
            let undo = game.play(&mut after, outcome);
            let promised = game.promised(&after);
            game.undo(&mut after, undo);
            range = Some(match range {
                None => promised,
                Some(Bounds { lower, upper }) => Bounds::new(lower.meet(&promised.lower), upper.join(&promised.upper)),
            });
        }
        range
    }
}

/// A turn of both players: the rows Max and the columns Min choose from.
pub trait Both<G: Game + ?Sized>: Copy {
    /// Max's moves, each once, at least one.
    fn rows(self, game: &G, position: &G::Position) -> impl Iterator<Item = G::Move> + use<Self, G>;

    /// Min's moves, each once, at least one.
    fn columns(self, game: &G, position: &G::Position) -> impl Iterator<Item = G::Move> + use<Self, G>;

    /// Plays both choices at once. [`Game::undo`] takes them back.
    fn play(self, game: &G, position: &mut G::Position, row: G::Move, column: G::Move) -> G::Undo;
}

/// The moves of a turn that cannot arise.
fn impossible<T>(never: Never) -> Empty<T> {
    match never {}
}

impl<G: Game + ?Sized> Chance<G> for Never {
    fn outcomes(self, _: &G, _: &G::Position) -> impl Iterator<Item = (u64, G::Move)> + use<G> {
        impossible(self)
    }
}

impl<G: Game + ?Sized> Both<G> for Never {
    fn rows(self, _: &G, _: &G::Position) -> impl Iterator<Item = G::Move> + use<G> {
        impossible(self)
    }

    fn columns(self, _: &G, _: &G::Position) -> impl Iterator<Item = G::Move> + use<G> {
        impossible(self)
    }

    fn play(self, _: &G, _: &mut G::Position, _: G::Move, _: G::Move) -> G::Undo {
        match self {}
    }
}

/// A game in which Max and Min move one at a time, without chance. Every such [`Game`] is one by itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no game in which Max and Min alternate without chance",
    note = "for games with chance or simultaneous turns and `Real` values there are `Search::solve`, `engine`, `bounded_plus`, `expectimax` and `backward_induction`"
)]
pub trait Alternating: Game<Chance = Never, Both = Never> {}

impl<G: Game<Chance = Never, Both = Never>> Alternating for G {}

/// A game in which Max, Min and chance move one at a time, for real values. Chance may be [`Never`]: what is done for
/// games with chance can be done without. Every such [`Game`] is one by itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no game of `Real` values in which one player or chance moves at a time",
    note = "values must be `Real`; games with simultaneous turns have `Search::solve`, `engine`, `joint` and `backward_induction`"
)]
pub trait Stochastic: Game<Value = Real, Both = Never> {}

impl<G: Game<Value = Real, Both = Never>> Stochastic for G {}

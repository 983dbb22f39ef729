//! What some games can do besides being played.

use std::hash::Hash;

use secateur_value::{Bounds, Lattice, Real};

use crate::{Alternating, Game};

/// A game whose positions can be told apart by a key, so that a search may remember them.
///
/// The key alone is enough. A game that knows more about which positions are worth the same, or which are worth more than
/// others, says so in the other methods, each of which has a law in [`laws`](crate::laws); a memory such as the engine's
/// listens to all of them.
pub trait Keyed: Game {
    /// Small and comparable. Keys are compared whole wherever a search is called exact.
    type Key: Clone + Eq + Hash + Send + Sync;

    /// The key. Positions with the same key have the same moves to come and the same value; how they were reached
    /// does not matter.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The position that stands for this one and for all that are the same up to a symmetry (a mirrored board, hands that
    /// compare alike, players who swap their places). Where the players are swapped, what the two positions are worth adds up
    /// to [`sum_of_swapped_values`](Keyed::sum_of_swapped_values).
    ///
    /// Law ([`laws::check_canonical`](crate::laws::check_canonical)): positions with one canonical key have the same turn and
    /// lead to the same canonical keys, up to the swap.
    fn canonical(&self, position: &Self::Position) -> Canonical<Self::Key> {
        Canonical { key: self.key(position), swapped: false }
    }

    /// What the values of a position and of the same one with the players swapped add up to.
    fn sum_of_swapped_values(&self) -> f64 {
        0.0
    }

    /// Positions near this one of which it is known without a search that they are worth at least as much, or at most as much,
    /// such as the same hands with a larger lead. What is remembered of them serves here, so a few that are likely to be
    /// remembered are better than many.
    ///
    /// Law ([`laws::check_comparable`](crate::laws::check_comparable)): the values keep the order.
    fn comparable(
        &self,
        _position: &Self::Position,
    ) -> impl Iterator<Item = (Compared, Canonical<Self::Key>)> + use<Self> {
        std::iter::empty()
    }

    /// Whether this position can be reached from the start in one way only, so that nothing is gained by remembering it.
    /// A hint: no answer depends on it.
    ///
    /// Law ([`laws::check_reached_once`](crate::laws::check_reached_once)): no two lines of play meet there.
    fn reached_once(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// The position that stands for others which are the same up to a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canonical<K> {
    /// Its key.
    pub key: K,
    /// Whether the players have swapped their places in it.
    pub swapped: bool,
}

/// How the value of another position compares with that of the position that was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compared {
    /// It is worth at least as much to Max.
    AtLeast,
    /// It is worth at most as much to Max.
    AtMost,
}

/// A game that can estimate a position that is not over. An estimate promises nothing.
pub trait Evaluate: Game {
    /// The estimate, from Max's side, within the position's [`bounds`](Game::bounds).
    fn evaluate(&self, position: &Self::Position) -> Self::Value;

    /// Whether the estimate tells more than the middle of what is promised, as it does in every game with an evaluator of its own.
    fn has_evaluator(&self) -> bool {
        true
    }
}

/// A game that knows more about its moves than that they are legal.
pub trait Expert: Game {
    /// All that is known without a search, asked only where a player is to move: a promise about the value, at least as
    /// close as [`bounds`](Game::bounds), and candidates, in the order in which they are worth a look.
    ///
    /// The candidates are legal moves among which at least one is best: leaving the others out is a promise, too. Where
    /// every move is as bad, one of them is enough. Both are asked together because the same look at the board tells both.
    fn judge(&self, position: &Self::Position) -> (Bounds<Self::Value>, impl Iterator<Item = Self::Move> + use<Self>) {
        (self.bounds(position), self.moves(position))
    }

    /// How promising a candidate looks to the player who makes it. Promises nothing; ties keep the order of
    /// [`judge`](Expert::judge).
    fn rank(&self, _position: &Self::Position, _candidate: Self::Move) -> i32 {
        0
    }

    /// A small number by which a search may remember how well a move did elsewhere: the same for moves that are alike
    /// (the same cell, the same piece to the same square).
    fn slot(&self, _position: &Self::Position, _candidate: Self::Move) -> usize {
        0
    }
}

/// A game whose positions can be numbered, layer by layer, so that all of them can be solved from the last layer to the first
/// without looking anything up by a key.
///
/// Not every position needs a number: those in the middle of a round (after the dice, before the move) and those that are
/// over may have none. But play must come from every numbered position to numbered ones of later layers, or to
/// the end, and not be able to avoid both for ever. Numbers may be left over for positions that never come up.
pub trait Layered: Game<Value = Real> {
    /// What numbering needs beside the rules, such as tables of how many ways there are.
    type Numbers: Send + Sync;

    /// What numbering the positions that can come up after this one needs.
    fn numbers(&self, start: &Self::Position) -> Self::Numbers;

    /// How many layers there are. The position that was started from, or the first numbered ones after it, are in layer 0.
    fn layers(&self, numbers: &Self::Numbers) -> usize;

    /// How many layers further on the next numbered position is, at most.
    fn reach(&self, numbers: &Self::Numbers) -> usize;

    /// How many numbers a layer has.
    fn count(&self, numbers: &Self::Numbers, layer: usize) -> u64;

    /// The position with a number below [`count`](Layered::count), if there is one and it stands for itself: of
    /// positions that are worth the same only one need.
    fn unrank(&self, numbers: &Self::Numbers, layer: usize, number: u64) -> Option<Self::Position>;

    /// Where the value of a position is found, if it has a number.
    fn rank(&self, numbers: &Self::Numbers, position: &Self::Position) -> Option<Place>;

    /// What the values of a position and of the same one with the players swapped add up to.
    fn sum_of_swapped(&self) -> f64 {
        0.0
    }

    /// How many small problems a position is: known before it is solved, and right on the average.
    fn problems(&self, _numbers: &Self::Numbers, _layer: usize) -> f64 {
        1.0
    }
}

/// Where the value of a position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// In which layer.
    pub layer: usize,
    /// Its number there.
    pub number: u64,
    /// Whether the position with this number has the players swapped.
    pub swapped: bool,
}

/// A game that people can read.
pub trait Describe: Game {
    /// The position as text, several lines where a board has them.
    fn show(&self, position: &Self::Position) -> String;

    /// The name of a move, as a player would type it.
    fn name(&self, position: &Self::Position, chosen: Self::Move) -> String;

    /// A value in words or digits.
    fn show_value(&self, value: &Self::Value) -> String {
        format!("{value:?}")
    }
}

/// The legal move with this name, if there is one. Case and surrounding space do not matter.
pub fn find_move<G: Alternating + Describe>(game: &G, position: &G::Position, name: &str) -> Option<G::Move> {
    let wanted = name.trim();
    game.moves(position).find(|&m| game.name(position, m).eq_ignore_ascii_case(wanted))
}

/// The plain value of a position by looking at everything, as the laws need it: no depth, no cut, no table.
///
/// Counts down `budget` by one a position and gives up with `None` when it is spent.
pub(crate) fn exhaustive_value<G: Alternating>(
    game: &G,
    position: &mut G::Position,
    budget: &mut u64,
) -> Option<G::Value> {
    use crate::Turn;
    *budget = budget.checked_sub(1)?;
    let max_moves = match game.turn(position) {
        Turn::Over(value) => return Some(value),
        Turn::Max => true,
        Turn::Min => false,
        Turn::Chance(never) => match never {},
        Turn::Both(never) => match never {},
    };
    let mut best: Option<G::Value> = None;
    for chosen in game.moves(position) {
        let undo = game.play(position, chosen);
        let value = exhaustive_value(game, position, budget);
        game.undo(position, undo);
        let value = value?;
        best = Some(match best {
            None => value,
            Some(best) if max_moves => best.join(&value),
            Some(best) => best.meet(&value),
        });
    }
    best
}

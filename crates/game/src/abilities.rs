//! What some games can do besides being played.

use std::hash::Hash;

use secateur_value::{Bounds, Lattice};

use crate::{Alternating, Game};

/// A game whose positions can be told apart by a key, so that a search may remember them.
pub trait Keyed: Game {
    /// Small and comparable. Keys are compared whole wherever a search is called exact.
    type Key: Clone + Eq + Hash + Send + Sync;

    /// The key. Positions with the same key have the same moves to come and the same value; how they were reached
    /// does not matter.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// A game that can estimate a position that is not over. An estimate promises nothing.
pub trait Evaluate: Game {
    /// The estimate, from Max's side, within the position's [`bounds`](Game::bounds).
    fn evaluate(&self, position: &Self::Position) -> Self::Value;
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

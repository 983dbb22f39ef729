//! Best responses: what a strategy is worth against an opponent who knows it.
//!
//! Against a strategy that is known the other player has an ordinary decision problem, solved by dynamic programming: where
//! the known player moves, the average over its moves; where the other does, the best move; where both do, the best column
//! of averages. The result is what the known strategy guarantees. The two guarantees of a profile enclose the value of the
//! game, and their distance is how much both players together could gain by knowing the other's strategy: 0 exactly at an
//! equilibrium.
//!
//! Probabilities are taken as weights, divided by their sum. Everything is an interval, rounded outwards, so that the
//! guarantees are rigorous whatever floating point did; with pure strategies they are exact.

use std::collections::HashMap;

use secateur_game::{Both, Chance, Game, Keyed, Player, Turn};
use secateur_value::{Bounds, Mean, Mixture, Real};

use crate::Step;
use crate::strategy::profile::Profile;

/// A player gets into a position about which its strategy says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the strategy of {player} says nothing about a position that it reaches")]
#[non_exhaustive]
pub struct Unprepared<M> {
    /// Whose strategy it is.
    pub player: Player,
    /// The way to the position.
    pub path: Vec<Step<M>>,
}

/// What the strategy of `player` in the profile guarantees that player, against everything that the other may do: a value
/// that lies within these bounds.
///
/// ```
/// use secateur_game::{Game, Player};
/// use secateur_games::Tree;
/// use secateur_search::best_response::guaranteed;
/// use secateur_search::{Behaviour, Profile};
/// use secateur_game::Keyed;
///
/// let pennies: Tree = "(both [1 -1] [-1 1])".parse()?;
/// let mut profile = Profile::default();
/// profile.insert(pennies.key(&pennies.start()), Behaviour { max: vec![0.75, 0.25], min: vec![1.0, 0.0] });
/// let worth = |player| guaranteed(&pennies, &pennies.start(), &profile, player).unwrap();
/// assert!(worth(Player::Max).contains(&secateur_value::Real::new(-0.5)?)); // Min answers with tails
/// assert!(worth(Player::Min).is_exact() && worth(Player::Min).contains(&1.into())); // Max answers with heads
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the player gets into a position about which the profile says nothing.
pub fn guaranteed<G>(
    game: &G,
    start: &G::Position,
    profile: &Profile<G::Key>,
    player: Player,
) -> Result<Bounds<Real>, Unprepared<G::Move>>
where
    G: Keyed<Value = Real>,
{
    let mut response = Response { game, profile, player, known: HashMap::new(), path: Vec::new() };
    response.visit(&mut start.clone())
}

struct Response<'a, G: Keyed> {
    game: &'a G,
    profile: &'a Profile<G::Key>,
    /// Whose strategy is known.
    player: Player,
    known: HashMap<G::Key, Bounds<Real>>,
    path: Vec<Step<G::Move>>,
}

type Guarantee<G> = Result<Bounds<Real>, Unprepared<<G as Game>::Move>>;

impl<'a, G: Keyed<Value = Real>> Response<'a, G> {
    fn visit(&mut self, node: &mut G::Position) -> Guarantee<G> {
        let turn = self.game.turn(node);
        if let Turn::Over(value) = turn {
            return Ok(Bounds::exact(value));
        }
        let key = self.game.key(node);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let found = match turn {
            Turn::Over(_) => unreachable!("seen above"),
            Turn::Chance(chance) => {
                let mut mean = Mean::default();
                for (weight, outcome) in chance.outcomes(self.game, node) {
                    let value = self.follow(node, Step::One(outcome), |game, node| game.play(node, outcome))?;
                    mean.add(weight, &value);
                }
                mean.bounds()
            }
            Turn::Max | Turn::Min => {
                let mover = if matches!(turn, Turn::Max) { Player::Max } else { Player::Min };
                if mover == self.player {
                    let (behaviour, mut mixture) = (self.behaviour(&key)?, Mixture::default());
                    for (chosen, &weight) in self.game.moves(node).zip(behaviour) {
                        if weight > 0.0 {
                            let value = self.follow(node, Step::One(chosen), |game, node| game.play(node, chosen))?;
                            mixture.add(weight, &value);
                        }
                    }
                    mixture.bounds()
                } else {
                    let mut best = None;
                    for chosen in self.game.moves(node) {
                        let value = self.follow(node, Step::One(chosen), |game, node| game.play(node, chosen))?;
                        best = Some(self.better(best, value));
                    }
                    best.unwrap_or(Bounds::ANY)
                }
            }
            Turn::Both(both) => self.both(node, &key, both)?,
        };
        self.known.insert(key, found);
        Ok(found)
    }

    fn both(&mut self, node: &mut G::Position, key: &G::Key, both: G::Both) -> Guarantee<G> {
        let behaviour = self.behaviour(key)?;
        let (rows, columns): (Vec<_>, Vec<_>) =
            (both.rows(self.game, node).collect(), both.columns(self.game, node).collect());
        let max = self.player == Player::Max;
        let (own, others) = if max { (&rows, &columns) } else { (&columns, &rows) };
        let mut best = None;
        for &answer in others {
            let mut mixture = Mixture::default();
            for (&chosen, &weight) in own.iter().zip(behaviour) {
                if weight > 0.0 {
                    let (row, column) = if max { (chosen, answer) } else { (answer, chosen) };
                    let play = |game: &G, node: &mut G::Position| both.play(game, node, row, column);
                    mixture.add(weight, &self.follow(node, Step::Both(row, column), play)?);
                }
            }
            best = Some(self.better(best, mixture.bounds()));
        }
        Ok(best.unwrap_or(Bounds::ANY))
    }

    /// What the known player does, if anything is said about it.
    fn behaviour(&self, key: &G::Key) -> Result<&'a [f64], Unprepared<G::Move>> {
        let behaviour = self.profile.get(key).map(|behaviour| behaviour.of(self.player));
        behaviour
            .filter(|weights| weights.iter().any(|&weight| weight > 0.0))
            .ok_or_else(|| Unprepared { player: self.player, path: self.path.clone() })
    }

    fn follow(
        &mut self,
        node: &mut G::Position,
        step: Step<G::Move>,
        play: impl FnOnce(&G, &mut G::Position) -> G::Undo,
    ) -> Guarantee<G> {
        let undo = play(self.game, node);
        self.path.push(step);
        let value = self.visit(node);
        self.path.pop();
        self.game.undo(node, undo);
        value
    }

    /// What the other player prefers.
    fn better(&self, best: Option<Bounds<Real>>, other: Bounds<Real>) -> Bounds<Real> {
        let Some(best) = best else { return other };
        match self.player {
            Player::Max => best.meet(&other),
            Player::Min => best.join(&other),
        }
    }
}

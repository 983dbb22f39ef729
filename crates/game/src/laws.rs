//! The laws that every game must keep, as a test suite that any game can run.
//!
//! [`check`] plays random games and holds the [`Game`] to its promises; [`check_values`] also solves small endgames by
//! exhaustion and holds promised bounds and [`Expert`] candidates against the true values; [`check_keys`] looks at
//! [`Keyed`] positions; [`check_canonical`], [`check_comparable`] and [`check_reached_once`] at what a game says about
//! positions that are alike; [`check_real_values`], [`check_estimates`] and [`check_ends`] at games with every kind of turn. All are deterministic for a given [`Effort`].

mod likeness;
mod values;

pub use likeness::{check_canonical, check_comparable, check_reached_once};
pub use values::{check_ends, check_estimates, check_real_values};

use std::collections::HashMap;
use std::fmt::Debug;

use secateur_value::Lattice;

use crate::abilities::exhaustive_value;
use crate::{Alternating, Both, Chance, Expert, Game, Keyed, Random, Turn};

/// How hard the laws are tested.
///
/// ```
/// use secateur_game::laws::Effort;
///
/// let little = Effort::default().games(20).endgame(500);
/// assert_eq!((little.games, little.seed), (20, 1));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Effort {
    /// How many random games are played.
    pub games: u64,
    /// How many turns a game may last; one that lasts longer breaks the law that games end.
    pub longest: usize,
    /// How many positions an endgame may have that is solved by exhaustion.
    pub endgame: u64,
    /// Chooses the random games.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { games: 200, longest: 10_000, endgame: 5_000, seed: 1 }
    }
}

impl Effort {
    /// With this many random games.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// With games of at most so many turns.
    pub fn longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// With endgames of at most so many positions.
    pub fn endgame(self, endgame: u64) -> Self {
        Self { endgame, ..self }
    }

    /// With other random games.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// A law that a game broke, with the moves that led there.
#[derive(Debug, thiserror::Error)]
#[error("{law}: {what} (after {line})")]
#[non_exhaustive]
pub struct Violation {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was seen instead.
    pub what: String,
    /// The moves from the start.
    pub line: String,
}

/// Plays random games and checks: moves are legal, distinct and the same when asked twice; playing is deterministic;
/// undo restores; weights are positive and can be summed; promised bounds and ranges are bounds; the game ends.
pub fn check<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Game<Position: PartialEq + Debug>,
{
    play_random_games(game, effort, |_, _| Ok(()))
}

/// [`check`], and solves endgames by exhaustion: the true value keeps the promised bounds, and is reached by a candidate.
pub fn check_values<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Alternating<Position: PartialEq + Debug> + Expert,
{
    play_random_games(game, effort, |position, line| {
        let mut budget = effort.endgame;
        let Some(value) = exhaustive_value(game, &mut position.clone(), &mut budget) else { return Ok(()) };
        let Some(player) = game.turn(position).player() else { return Ok(()) };
        let (judged, candidates) = game.judge(position);
        for promised in [game.bounds(position), judged] {
            if !promised.contains(&value) {
                return violation("promised bounds hold", format!("{promised:?} was promised, it is {value:?}"), line);
            }
        }
        let legal: Vec<_> = game.moves(position).collect();
        let mut best: Option<G::Value> = None;
        for candidate in candidates {
            if !legal.contains(&candidate) {
                return violation("candidates are legal", format!("{candidate:?} is not in {legal:?}"), line);
            }
            let mut child = position.clone();
            game.play(&mut child, candidate);
            let mut budget = effort.endgame;
            // Below an endgame that fitted the budget every part fits too.
            let Some(reached) = exhaustive_value(game, &mut child, &mut budget) else { return Ok(()) };
            best = Some(match (best, player) {
                (None, _) => reached,
                (Some(best), crate::Player::Max) => best.join(&reached),
                (Some(best), crate::Player::Min) => best.meet(&reached),
            });
        }
        if best.as_ref() != Some(&value) {
            return violation("a candidate is best", format!("they reach {best:?}, the value is {value:?}"), line);
        }
        Ok(())
    })
}

/// Checks that keys agree with equality: equal positions have equal keys, different positions have different keys.
///
/// A game that gives positions one key on purpose (because they mirror each other) fails this law and tests its keys
/// by their values instead.
pub fn check_keys<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Keyed<Position: PartialEq + Debug>,
{
    let mut seen: HashMap<G::Key, G::Position> = HashMap::new();
    play_random_games(game, effort, |position, line| {
        let known = seen.entry(game.key(position)).or_insert_with(|| position.clone());
        if known != position {
            return violation("keys agree with equality", format!("{known:?} and {position:?} share a key"), line);
        }
        let copy = position.clone();
        if game.key(&copy) != game.key(position) {
            return violation("keys agree with equality", format!("a copy of {position:?} has another key"), line);
        }
        Ok(())
    })
}

fn violation<M: Debug>(law: &'static str, what: String, line: &[M]) -> Result<(), Violation> {
    let line = if line.is_empty() { "the start".to_owned() } else { format!("{line:?}") };
    Err(Violation { law, what, line })
}

/// Plays random games, checks every law that needs no value, and shows each position to `inspect`.
fn play_random_games<G>(
    game: &G,
    effort: &Effort,
    mut inspect: impl FnMut(&G::Position, &[G::Move]) -> Result<(), Violation>,
) -> Result<(), Violation>
where
    G: Game<Position: PartialEq + Debug>,
{
    let mut random = Random::new(effort.seed);
    for _ in 0..effort.games {
        let mut position = game.start();
        let mut line = Vec::new();
        loop {
            inspect(&position, &line)?;
            let turn = game.turn(&position);
            if turn.is_over() {
                break;
            }
            let promised = game.bounds(&position);
            if !promised.lower.at_most(&promised.upper) {
                return violation("promised bounds are bounds", format!("{promised:?}"), &line);
            }
            match turn {
                Turn::Over(_) => break,
                Turn::Max | Turn::Min => {
                    let moves: Vec<_> = game.moves(&position).collect();
                    legal_list(&moves, game.moves(&position).collect(), &line)?;
                    restored(game, &position, &line, moves.iter().map(|&m| move |p: &mut _| game.play(p, m)))?;
                    advance(game, &mut position, &mut line, &moves, &mut random);
                }
                Turn::Chance(chance) => {
                    let outcomes: Vec<_> = chance.outcomes(game, &position).collect();
                    let moves: Vec<_> = outcomes.iter().map(|&(_, outcome)| outcome).collect();
                    legal_list(&moves, chance.outcomes(game, &position).map(|(_, outcome)| outcome).collect(), &line)?;
                    let sum = outcomes.iter().try_fold(0u64, |sum, &(weight, _)| sum.checked_add(weight));
                    if outcomes.iter().any(|&(weight, _)| weight == 0) || sum.is_none() {
                        return violation("weights are positive and can be summed", format!("{outcomes:?}"), &line);
                    }
                    restored(game, &position, &line, moves.iter().map(|&m| move |p: &mut _| game.play(p, m)))?;
                    within_range(game, chance, &position, &line, &moves)?;
                    advance(game, &mut position, &mut line, &moves, &mut random);
                }
                Turn::Both(both) => {
                    let rows: Vec<_> = both.rows(game, &position).collect();
                    let columns: Vec<_> = both.columns(game, &position).collect();
                    legal_list(&rows, both.rows(game, &position).collect(), &line)?;
                    legal_list(&columns, both.columns(game, &position).collect(), &line)?;
                    let cells = rows.iter().flat_map(|&a| columns.iter().map(move |&b| (a, b)));
                    restored(game, &position, &line, cells.map(|(a, b)| move |p: &mut _| both.play(game, p, a, b)))?;
                    if let (Some(&row), Some(&column)) = (random.choose(&rows), random.choose(&columns)) {
                        both.play(game, &mut position, row, column);
                        line.extend([row, column]);
                    }
                }
            }
            if line.len() > effort.longest {
                return violation("the game ends", format!("not after {} moves", line.len()), &[] as &[G::Move]);
            }
        }
    }
    Ok(())
}

fn advance<G: Game>(
    game: &G,
    position: &mut G::Position,
    line: &mut Vec<G::Move>,
    moves: &[G::Move],
    random: &mut Random,
) {
    if let Some(&chosen) = random.choose(moves) {
        game.play(position, chosen);
        line.push(chosen);
    }
}

/// The value after an outcome lies between what is promised after it, so that must meet the range of all outcomes.
fn within_range<G: Game>(
    game: &G,
    chance: G::Chance,
    position: &G::Position,
    line: &[G::Move],
    outcomes: &[G::Move],
) -> Result<(), Violation> {
    let Some(range) = chance.range(game, position) else {
        return violation("a range is promised where outcomes are", "there is none".to_owned(), line);
    };
    for &outcome in outcomes {
        let mut after = position.clone();
        game.play(&mut after, outcome);
        let promised = game.promised(&after);
        if !(promised.lower.at_most(&range.upper) && range.lower.at_most(&promised.upper)) {
            let what = format!("{promised:?} is promised after {outcome:?}, and {range:?} after every outcome");
            return violation("the range of outcomes holds", what, line);
        }
    }
    Ok(())
}

fn legal_list<M: PartialEq + Debug>(moves: &[M], again: Vec<M>, line: &[M]) -> Result<(), Violation> {
    if moves.is_empty() {
        return violation("a game that is not over has a move", "there is none".to_owned(), line);
    }
    if moves != again {
        return violation("moves are the same when asked twice", format!("{moves:?}, then {again:?}"), line);
    }
    if (1..moves.len()).any(|i| moves[..i].contains(&moves[i])) {
        return violation("every move is listed once", format!("{moves:?}"), line);
    }
    Ok(())
}

fn restored<G, P>(
    game: &G,
    position: &G::Position,
    line: &[G::Move],
    plays: impl Iterator<Item = P>,
) -> Result<(), Violation>
where
    G: Game<Position: PartialEq + Debug>,
    P: Fn(&mut G::Position) -> G::Undo,
{
    for play in plays {
        let (mut first, mut second) = (position.clone(), position.clone());
        let undo = play(&mut first);
        play(&mut second);
        if first != second {
            return violation("moves play deterministically", format!("{first:?} and {second:?}"), line);
        }
        game.undo(&mut first, undo);
        if first != *position {
            return violation("undo restores", format!("{position:?} became {first:?}"), line);
        }
    }
    Ok(())
}

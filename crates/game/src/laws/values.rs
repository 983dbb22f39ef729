//! The laws of values for games of numbers with every kind of turn: promises, ranges and estimates against values worked out by
//! looking at everything.
//!
//! A turn of both players is worth the value of its matrix, which the crate `matrix` encloses; a chance turn the mean of its
//! outcomes. So what is compared is an interval that certainly holds, and a promise is broken only if it lies beside it.

use std::collections::HashSet;
use std::fmt::Debug;

use secateur_matrix::Solver;
use secateur_value::{Bounds, Lattice, Mean, Real};

use super::{Effort, Violation, play_random_games, violation};
use crate::{Both, Chance, Evaluate, Game, Keyed, Turn};

/// [`check`](super::check), and works out endgames of every kind of turn: the true value keeps the promised bounds, and after
/// every outcome of chance the promised range.
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn check_real_values<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Game<Value = Real, Position: PartialEq + Debug>,
{
    let mut solver = Solver::new();
    play_random_games(game, effort, |position, line| {
        let mut budget = effort.endgame;
        let turn = game.turn(position);
        if turn.is_over() {
            return Ok(());
        }
        let Some(value) = worked_out(game, &mut position.clone(), &mut solver, &mut budget) else { return Ok(()) };
        let promised = game.bounds(position);
        if !may_both_hold(&promised, &value) {
            return violation("promised bounds hold", format!("{promised} was promised, it is {value}"), line);
        }
        let Turn::Chance(chance) = turn else { return Ok(()) };
        let Some(range) = chance.range(game, position) else { return Ok(()) };
        for (_, outcome) in chance.outcomes(game, position) {
            let (mut after, mut budget) = (position.clone(), effort.endgame);
            game.play(&mut after, outcome);
            let Some(value) = worked_out(game, &mut after, &mut solver, &mut budget) else { continue };
            if !may_both_hold(&range, &value) {
                let what = format!("{range} was promised after every outcome, it is {value} after {outcome:?}");
                return violation("the range of outcomes holds", what, line);
            }
        }
        Ok(())
    })
}

/// Checks that estimates keep within what is promised about their positions, whatever turns a game has.
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn check_estimates<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Evaluate<Position: PartialEq + Debug>,
{
    play_random_games(game, effort, |position, line| {
        if game.turn(position).is_over() {
            return Ok(());
        }
        let (promised, estimate) = (game.bounds(position), game.evaluate(position));
        if promised.lower.at_most(&estimate) && estimate.at_most(&promised.upper) {
            return Ok(());
        }
        violation("estimates keep promised bounds", format!("{estimate:?} is not within {promised:?}"), line)
    })
}

/// Checks that play cannot come back to a position, so that a search without a depth limit ends: along random games, and along
/// every line that is not longer than the endgames of the effort allow.
///
/// # Errors
///
/// A line of play that comes back to a position that it was in before.
pub fn check_ends<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Keyed<Position: PartialEq + Debug>,
{
    let mut ended = HashSet::new();
    play_random_games(game, effort, |position, line| {
        let (mut path, mut further, mut budget) = (HashSet::new(), line.to_vec(), effort.endgame);
        comes_back(game, &mut position.clone(), &mut path, &mut ended, &mut further, &mut budget)
    })
}

/// Looks at every line from here until the budget is spent. `ended` are positions from which no line comes back.
fn comes_back<G: Keyed<Position: Debug>>(
    game: &G,
    position: &mut G::Position,
    path: &mut HashSet<G::Key>,
    ended: &mut HashSet<G::Key>,
    line: &mut Vec<G::Move>,
    budget: &mut u64,
) -> Result<(), Violation> {
    let key = game.key(position);
    let turn = game.turn(position);
    if *budget == 0 || turn.is_over() || ended.contains(&key) {
        return Ok(());
    }
    *budget -= 1;
    if !path.insert(key.clone()) {
        return violation("play does not come back", format!("{position:?} comes up again"), line);
    }
    let mut steps: Vec<(G::Move, Option<G::Move>)> = match turn {
        Turn::Over(_) => Vec::new(),
        Turn::Max | Turn::Min => game.moves(position).map(|chosen| (chosen, None)).collect(),
        Turn::Chance(chance) => chance.outcomes(game, position).map(|(_, outcome)| (outcome, None)).collect(),
        Turn::Both(both) => {
            let columns: Vec<_> = both.columns(game, position).collect();
            both.rows(game, position).flat_map(|row| columns.iter().map(move |&column| (row, Some(column)))).collect()
        }
    };
    for (chosen, answer) in steps.drain(..) {
        let undo = match (game.turn(position), answer) {
            (Turn::Both(both), Some(answer)) => both.play(game, position, chosen, answer),
            _ => game.play(position, chosen),
        };
        let length = line.len();
        line.push(chosen);
        line.extend(answer);
        let found = comes_back(game, position, path, ended, line, budget);
        line.truncate(length);
        game.undo(position, undo);
        found?;
    }
    path.remove(&key);
    if *budget > 0 {
        ended.insert(key);
    }
    Ok(())
}

/// Whether one number may lie within both, up to what rounding does to promises that a game works out.
fn may_both_hold(promised: &Bounds<Real>, value: &Bounds<Real>) -> bool {
    let size = value.lower.get().abs().max(value.upper.get().abs()).max(1.0);
    let slack = if size.is_finite() { 1e-9 * size } else { 0.0 };
    promised.lower.get() - slack <= value.upper.get() && value.lower.get() <= promised.upper.get() + slack
}

/// An interval that contains the value, by looking at everything; nothing where that takes more than the budget.
fn worked_out<G: Game<Value = Real>>(
    game: &G,
    position: &mut G::Position,
    solver: &mut Solver,
    budget: &mut u64,
) -> Option<Bounds<Real>> {
    *budget = budget.checked_sub(1)?;
    match game.turn(position) {
        Turn::Over(value) => Some(Bounds::exact(value)),
        turn @ (Turn::Max | Turn::Min) => {
            let mut best: Option<Bounds<Real>> = None;
            for chosen in game.moves(position) {
                let undo = game.play(position, chosen);
                let after = worked_out(game, position, solver, budget);
                game.undo(position, undo);
                let after = after?;
                best = Some(match (best, &turn) {
                    (None, _) => after,
                    (Some(best), Turn::Max) => best.join(&after),
                    (Some(best), _) => best.meet(&after),
                });
            }
            best
        }
        Turn::Chance(chance) => {
            let mut mean = Mean::default();
            for (weight, outcome) in chance.outcomes(game, position) {
                let undo = game.play(position, outcome);
                let after = worked_out(game, position, solver, budget);
                game.undo(position, undo);
                mean.add(weight, &after?);
            }
            Some(mean.bounds())
        }
        Turn::Both(both) => {
            let rows: Vec<_> = both.rows(game, position).collect();
            let columns: Vec<_> = both.columns(game, position).collect();
            let (mut lower, mut upper) = (Vec::new(), Vec::new());
            for &row in &rows {
                for &column in &columns {
                    let undo = both.play(game, position, row, column);
                    let cell = worked_out(game, position, solver, budget);
                    game.undo(position, undo);
                    let cell = cell?;
                    lower.push(cell.lower.get());
                    upper.push(cell.upper.get());
                }
            }
            let mut end = |payoffs: &[f64]| solver.solve(payoffs, rows.len(), columns.len()).unwrap_or(Bounds::ANY);
            Some(Bounds { lower: end(&lower).lower, upper: end(&upper).upper })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;

    /// Matching pennies for two a round, so many rounds; or for ever.
    #[derive(Debug)]
    struct Pennies {
        promised: (f64, f64),
        for_ever: bool,
    }

    #[derive(Clone, Copy)]
    struct Hands;

    impl Game for Pennies {
        type Position = (u8, i8);
        type Move = i8;
        type Value = Real;
        type Undo = (u8, i8);
        type Chance = Never;
        type Both = Hands;

        fn start(&self) -> (u8, i8) {
            (0, 0)
        }
        fn turn(&self, &(round, won): &(u8, i8)) -> Turn<Real, Never, Hands> {
            if round == 2 { Turn::Over(i32::from(won).into()) } else { Turn::Both(Hands) }
        }
        fn moves(&self, _: &(u8, i8)) -> impl Iterator<Item = i8> + use<> {
            std::iter::empty()
        }
        fn play(&self, position: &mut (u8, i8), _: i8) -> (u8, i8) {
            *position
        }
        fn undo(&self, position: &mut (u8, i8), before: (u8, i8)) {
            *position = before;
        }
        fn bounds(&self, _: &(u8, i8)) -> Bounds<Real> {
            Bounds::of(self.promised.0, self.promised.1)
        }
    }

    impl Both<Pennies> for Hands {
        fn rows(self, _: &Pennies, _: &(u8, i8)) -> impl Iterator<Item = i8> + use<> {
            [-1, 1].into_iter()
        }
        fn columns(self, _: &Pennies, _: &(u8, i8)) -> impl Iterator<Item = i8> + use<> {
            [-1, 1].into_iter()
        }
        fn play(self, game: &Pennies, position: &mut (u8, i8), row: i8, column: i8) -> (u8, i8) {
            let before = *position;
            let same = row == column;
            // Max is paid two where the hands agree, and three where both are open.
            let paid = if !same {
                -2
            } else if row > 0 {
                3
            } else {
                2
            };
            let round = if game.for_ever { 0 } else { before.0 + 1 };
            *position = (round, if game.for_ever { 0 } else { before.1 + paid });
            before
        }
    }

    impl Keyed for Pennies {
        type Key = (u8, i8);
        fn key(&self, position: &(u8, i8)) -> (u8, i8) {
            *position
        }
    }

    impl Evaluate for Pennies {
        fn evaluate(&self, _: &(u8, i8)) -> Real {
            Real::from(1)
        }
    }

    #[test]
    fn a_false_promise_about_a_turn_of_both_is_found() {
        let effort = Effort::default().games(10);
        let game = |lower, upper| Pennies { promised: (lower, upper), for_ever: false };
        check_real_values(&game(-4.0, 6.0), &effort).unwrap();
        let broken = check_real_values(&game(-1.0, 0.0), &effort).unwrap_err();
        assert_eq!(broken.law, "promised bounds hold");
        check_ends(&game(-4.0, 6.0), &effort).unwrap();
        check_estimates(&game(-4.0, 6.0), &effort).unwrap();
        assert!(check_estimates(&game(-1.0, 0.0), &effort).is_err());
    }

    #[test]
    fn play_that_comes_back_is_found() {
        let endless = Pennies { promised: (-4.0, 6.0), for_ever: true };
        assert_eq!(check_ends(&endless, &Effort::default()).unwrap_err().law, "play does not come back");
    }
}

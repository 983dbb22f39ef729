//! Any game whose positions have numbers ([`Layered`]), one position after the other.
//!
//! A position's value follows from those of the numbered positions that come next. What lies between (the dice that were
//! thrown, a bid that has been won) is walked through by the rules of the game: the best move, the mean of outcomes, the value
//! of a matrix. None of them moves by more than what it is made of, so what rounding did to one position is found by walking,
//! and the errors of later layers are added by the body.

use std::time::Instant;

use secateur_game::{Both, Chance, Layered, Turn};
use secateur_matrix::Solver;
use secateur_value::{Bounds, Real};

use super::body::{layers_memory, solve_layers};
use super::game::{LayerFound, Layers, Shape};
use super::settings::{LayersError, LayersSettings};
use super::store::Below;
use crate::joint::conclusion::first_moves;
use crate::{Outcome, Search, Statistics, Stop, Strategies};

/// What layers have to say about a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LayersAnswer<M> {
    /// The answer.
    pub outcome: Outcome<Real, M>,
    /// What the user should know: files that were damaged, each in one line.
    pub notes: Vec<String>,
    /// What it took.
    pub cost: LayersCost,
}

/// What solving all positions takes, known before.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayersCost {
    /// How many numbers there are.
    pub positions: u64,
    /// How many bytes of values are needed at once.
    pub bytes: u64,
    /// How many matrices and other small problems are solved, at most.
    pub programs: f64,
}

impl LayersCost {
    /// What a game takes.
    #[must_use]
    pub fn of<L: Layers + ?Sized>(game: &L) -> Self {
        let layers = 1..game.layers();
        Self {
            positions: layers.clone().fold(0, |sum: u64, layer| sum.saturating_add(game.shape(layer).values)),
            bytes: layers_memory(game),
            programs: layers.map(|layer| game.programs(layer)).sum(),
        }
    }
}

impl<G> Search<'_, G>
where
    G: Layered,
{
    /// What [`layers`](Search::layers) would take.
    #[must_use]
    pub fn layers_cost(&self) -> LayersCost {
        LayersCost::of(&EachPosition::new(self.game, &self.position, ""))
    }

    /// Every position that has a number, from the last layer to the first. Uses no window, no memory and no order; of the
    /// limits, those of the settings.
    ///
    /// The words say which game it is, for the folder that keeps finished layers.
    ///
    /// ```
    /// use secateur_games::{OshiZumo, Parameters};
    /// use secateur_search::{LayersSettings, Search};
    ///
    /// let game = OshiZumo::from_parameters(&Parameters::parse(["coins=6", "min=4"])?)?;
    /// let answer = Search::new(&game).layers("oshi-zumo, 6 against 4", &LayersSettings::default())?;
    /// assert!(answer.outcome.bounds.lower.get() > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the layers do not fit, or a file cannot be read or written.
    pub fn layers(self, words: &str, settings: &LayersSettings<'_>) -> Result<LayersAnswer<G::Move>, LayersError> {
        let started = Instant::now();
        let each = EachPosition::new(self.game, &self.position, words);
        let run = solve_layers(&each, settings)?;
        let mut outcome = Outcome {
            bounds: match self.game.turn(&self.position) {
                Turn::Over(value) => Bounds::exact(value),
                _ => self.game.bounds(&self.position),
            },
            estimate: None,
            line: Vec::new(),
            proved: 0,
            strategies: Strategies { max: Vec::new(), min: Vec::new() },
            stopped: run.stopped,
            statistics: Statistics::default(),
        };
        let mut programs = run.programs;
        if let (Some(below), Stop::Solved) = (&run.below, run.stopped) {
            let mut room = each.room();
            let mut walk = LayerWalk { each: &each, below, room: &mut room, programs: 0 };
            let root = walk.root(&mut self.position.clone())?;
            programs += walk.programs;
            let error = root.width + below.error();
            let (promised, out) = (outcome.bounds, if error > 0.0 { error.next_up() } else { 0.0 });
            let end = |end: f64| Real::new(end).unwrap_or_default();
            let (lower, upper) = if out > 0.0 {
                (end((root.value - out).next_down()), end((root.value + out).next_up()))
            } else {
                (end(root.value), end(root.value))
            };
            outcome.bounds =
                Bounds::new(lower.clamp(promised.lower, promised.upper), upper.clamp(promised.lower, promised.upper));
            // A move with the value that was found keeps to its bounds; where the game has promised closer ones, it has to say so about
            // what follows the move, too.
            if let ([(chosen, _)], []) | ([], [(chosen, _)]) = (&root.max[..], &root.min[..])
                && self.game.turn(&self.position).player().is_some()
            {
                let mut after = self.position.clone();
                self.game.play(&mut after, *chosen);
                let kept = Bounds { lower, upper }.clamped_to(&self.game.promised(&after));
                outcome.proved = usize::from(outcome.bounds.lower <= kept.lower && kept.upper <= outcome.bounds.upper);
            }
            outcome.strategies = Strategies { max: root.max, min: root.min };
        }
        // Also a run that had no time names legal moves.
        outcome.strategies = self.some_strategies(outcome.strategies);
        outcome.line = first_moves(&outcome.strategies);
        outcome.statistics.visits = programs;
        outcome.statistics.expanded = programs;
        outcome.statistics.time = started.elapsed();
        Ok(LayersAnswer { outcome, notes: run.notes, cost: LayersCost::of(&each) })
    }
}

/// A game as layers of single positions.
struct EachPosition<'g, G: Layered> {
    game: &'g G,
    numbers: G::Numbers,
    words: String,
}

/// So many positions are one piece of work.
const BLOCK: u64 = 1024;

impl<'g, G: Layered> EachPosition<'g, G> {
    fn new(game: &'g G, start: &G::Position, words: &str) -> Self {
        Self { game, numbers: game.numbers(start), words: words.to_owned() }
    }
}

/// What a worker needs: a solver, and memory for matrices that is used again.
struct Desk<M> {
    solver: Solver,
    payoffs: Vec<Vec<f64>>,
    moves: Vec<Vec<M>>,
}

impl<G: Layered> Layers for EachPosition<'_, G> {
    type Plan = usize;
    type Room = Desk<G::Move>;

    fn in_words(&self) -> String {
        self.words.clone()
    }

    fn layers(&self) -> usize {
        self.game.layers(&self.numbers)
    }

    fn reach(&self) -> usize {
        self.game.reach(&self.numbers).max(1)
    }

    fn shape(&self, layer: usize) -> Shape {
        let values = self.game.count(&self.numbers, layer);
        Shape { values, block: values.clamp(1, BLOCK) as usize }
    }

    fn programs(&self, layer: usize) -> f64 {
        self.game.count(&self.numbers, layer) as f64 * self.game.problems(&self.numbers, layer)
    }

    /// Values are looked up one by one, wherever they are: a few blocks at a time are enough.
    fn reads(&self, _: usize) -> usize {
        16
    }

    fn plan(&self, layer: usize) -> usize {
        layer
    }

    fn room(&self) -> Desk<G::Move> {
        Desk { solver: Solver::new(), payoffs: Vec::new(), moves: Vec::new() }
    }

    fn solve(
        &self,
        &layer: &usize,
        block: usize,
        below: &Below,
        room: &mut Desk<G::Move>,
        values: &mut [f64],
    ) -> Result<LayerFound, LayersError> {
        let first = block as u64 * self.shape(layer).block as u64;
        let mut walk = LayerWalk { each: self, below, room, programs: 0 };
        let mut widest = 0.0_f64;
        for (value, number) in values.iter_mut().zip(first..) {
            let Some(mut position) = self.game.unrank(&self.numbers, layer, number) else { continue };
            let worth = walk.after(&mut position)?;
            *value = worth.value;
            widest = widest.max(worth.width);
        }
        Ok(LayerFound { widest: if widest > 0.0 { widest.next_up() } else { 0.0 }, programs: walk.programs })
    }
}

/// What a position is worth, but for the errors of later layers.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    /// How far the value can be from what follows from the later layers' values.
    width: f64,
}

/// What to do at the root.
struct Root<M> {
    value: f64,
    width: f64,
    max: Vec<(M, f64)>,
    min: Vec<(M, f64)>,
}

/// A walk from a position to the numbered ones that come next.
struct LayerWalk<'w, 'g, G: Layered> {
    each: &'w EachPosition<'g, G>,
    below: &'w Below,
    room: &'w mut Desk<G::Move>,
    programs: u64,
}

impl<G: Layered> LayerWalk<'_, '_, G> {
    /// What a position is worth that may have a number.
    fn worth(&mut self, position: &mut G::Position) -> Result<Worth, LayersError> {
        let Some(place) = self.each.game.rank(&self.each.numbers, position) else { return self.after(position) };
        let values = self.below.block(place.layer, (place.number / BLOCK) as usize)?;
        let value = values[(place.number % BLOCK) as usize];
        if !place.swapped {
            return Ok(Worth { value, width: 0.0 });
        }
        let sum = self.each.game.sum_of_swapped();
        // Taking a number from 0 is exact; from anything else it is rounded.
        let width = if sum == 0.0 { 0.0 } else { (sum.abs() + value.abs()) * f64::EPSILON };
        Ok(Worth { value: sum - value, width })
    }

    /// What a position is worth, from those that come next.
    fn after(&mut self, position: &mut G::Position) -> Result<Worth, LayersError> {
        let game = self.each.game;
        match game.turn(position) {
            Turn::Over(value) => Ok(Worth { value: value.get(), width: 0.0 }),
            Turn::Max => Ok(self.best(position, |new, old| new > old)?.1),
            Turn::Min => Ok(self.best(position, |new, old| new < old)?.1),
            Turn::Chance(chance) => {
                let (mut sum, mut total, mut count) = (0.0, 0.0, 0.0);
                let (mut largest, mut width) = (0.0_f64, 0.0_f64);
                for (weight, outcome) in chance.outcomes(game, position) {
                    let undo = game.play(position, outcome);
                    let worth = self.worth(position);
                    game.undo(position, undo);
                    let worth = worth?;
                    let weight = weight as f64;
                    sum += weight * worth.value;
                    (total, count) = (total + weight, count + 1.0);
                    largest = largest.max(worth.value.abs());
                    width = width.max(worth.width);
                }
                // Weights are whole and small. A sum of n products is off by at most n·u·Σ|products|, the quotient by u more; EPSILON is
                // twice u, which also pays for terms of second order.
                let rounding = (count + 1.0) * f64::EPSILON * largest;
                Ok(Worth { value: sum / total, width: width + rounding })
            }
            Turn::Both(_) => {
                let matrix = self.matrix(position)?;
                let worth = self.solve(&matrix);
                self.put_back(matrix);
                Ok(worth)
            }
        }
    }

    /// The first of the best moves, and what it is worth.
    fn best(
        &mut self,
        position: &mut G::Position,
        better: fn(f64, f64) -> bool,
    ) -> Result<(Option<G::Move>, Worth), LayersError> {
        let game = self.each.game;
        let mut best: Option<(G::Move, Worth)> = None;
        let mut width = 0.0_f64;
        self.programs += 1;
        for chosen in game.moves(position) {
            let undo = game.play(position, chosen);
            let worth = self.worth(position);
            game.undo(position, undo);
            let worth = worth?;
            width = width.max(worth.width);
            if best.is_none_or(|(_, other)| better(worth.value, other.value)) {
                best = Some((chosen, worth));
            }
        }
        let value = best.map_or(0.0, |(_, worth)| worth.value);
        Ok((best.map(|(chosen, _)| chosen), Worth { value, width }))
    }

    /// All cells of a turn of both.
    fn matrix(&mut self, position: &mut G::Position) -> Result<Matrix<G::Move>, LayersError> {
        let game = self.each.game;
        let (mut rows, mut columns) =
            (self.room.moves.pop().unwrap_or_default(), self.room.moves.pop().unwrap_or_default());
        let mut payoffs = self.room.payoffs.pop().unwrap_or_default();
        rows.clear();
        columns.clear();
        payoffs.clear();
        let Turn::Both(both) = game.turn(position) else { unreachable!("only a turn of both has a matrix") };
        rows.extend(both.rows(game, position));
        columns.extend(both.columns(game, position));
        let mut width = 0.0_f64;
        for &row in &rows {
            for &column in &columns {
                let undo = both.play(game, position, row, column);
                let worth = self.worth(position);
                game.undo(position, undo);
                let worth = worth?;
                width = width.max(worth.width);
                payoffs.push(worth.value);
            }
        }
        Ok(Matrix { rows, columns, payoffs, width })
    }

    fn solve(&mut self, matrix: &Matrix<G::Move>) -> Worth {
        self.programs += 1;
        let solved = self.room.solver.solve(&matrix.payoffs, matrix.rows.len(), matrix.columns.len());
        let Ok(interval) = solved else { unreachable!("both players have a move, and values are finite") };
        let middle = interval.midpoint();
        Worth {
            value: middle,
            width: matrix.width + (interval.upper.get() - middle).max(middle - interval.lower.get()),
        }
    }

    fn put_back(&mut self, matrix: Matrix<G::Move>) {
        self.room.moves.extend([matrix.rows, matrix.columns]);
        self.room.payoffs.push(matrix.payoffs);
    }

    /// What to do at the root.
    fn root(&mut self, position: &mut G::Position) -> Result<Root<G::Move>, LayersError> {
        let nothing = |Worth { value, width }| Root { value, width, max: Vec::new(), min: Vec::new() };
        Ok(match self.each.game.turn(position) {
            Turn::Max => {
                let (best, worth) = self.best(position, |new, old| new > old)?;
                let max = best.iter().map(|&best| (best, 1.0)).collect();
                Root { max, ..nothing(worth) }
            }
            Turn::Min => {
                let (best, worth) = self.best(position, |new, old| new < old)?;
                let min = best.iter().map(|&best| (best, 1.0)).collect();
                Root { min, ..nothing(worth) }
            }
            Turn::Both(_) => {
                let matrix = self.matrix(position)?;
                let worth = self.solve(&matrix);
                let named = |moves: &[G::Move], weights: &[f64]| {
                    let total: f64 = weights.iter().sum();
                    moves.iter().zip(weights).map(|(&chosen, &weight)| (chosen, weight / total)).collect::<Vec<_>>()
                };
                let max = named(&matrix.rows, self.room.solver.row_strategy());
                let min = named(&matrix.columns, self.room.solver.column_strategy());
                Root { max, min, ..nothing(worth) }
            }
            Turn::Over(_) | Turn::Chance(_) => nothing(self.after(position)?),
        })
    }
}

/// All cells of a turn of both.
struct Matrix<M> {
    rows: Vec<M>,
    columns: Vec<M>,
    payoffs: Vec<f64>,
    /// How far a cell can be off, but for the errors of later layers.
    width: f64,
}

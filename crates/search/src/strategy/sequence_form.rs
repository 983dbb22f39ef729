//! Sequence form: one linear program for the whole game (Koller, Megiddo and von Stengel, "Fast Algorithms for Finding Randomized
//! Strategies in Game Trees", 1994).
//!
//! A *sequence* of a player is the list of its own moves on the way to some node. How likely a player is to make them is its
//! realization plan: linear constraints say that a plan splits, in each of the player's information sets, what it had before.
//! Against a plan the opponent's best response is a linear program too, one variable for each of its information sets, so that the
//! best plan is one linear program whose size is that of the tree, where the normal form's is exponential in it.
//!
//! Here both players know everything but the other's present move, so every node in which a player moves is an information
//! set of its own: nodes are histories, and perfect recall is kept. Saffidine, Finnsson and Buro (2012) compare with this
//! method in their Table 3; it needs the whole tree in memory.
//!
//! Departures: one program for each player (the second gives Min's strategy without dual values), solved by the crate microlp; and
//! the answer's bounds are not the programs' objective but what the two plans guarantee, worked out over the tree with
//! intervals, so they hold whatever the solver did. At a depth limit Max's program counts what the game promises Max at
//! least, Min's what Max gets at most.

use std::time::{Duration, Instant};

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolveOutcome, Variable};
use secateur_game::{Game, Player};
use secateur_value::{Bounds, Real};

use crate::joint::conclusion::{Programs, RootFound};
use crate::question::answer::{Answer, Counts, are_close};
use crate::question::limits::Meter;
use crate::strategy::extensive::{Extensive, Kind};
use crate::threads::stack::{is_low, with_room};
use crate::{Outcome, Search, Stop, Strategies};

/// The linear programming solver gave up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the linear program of {variables} variables was not solved: {problem}")]
#[non_exhaustive]
pub struct Unsolved {
    /// How large the program is.
    pub variables: usize,
    /// What the solver says.
    pub problem: String,
}

/// How long the solver works before it looks up.
const PATIENCE: Duration = Duration::from_millis(5);

impl<G: Game<Value = Real>> Search<'_, G> {
    /// One linear program for each player, over the whole tree. Needs memory for all of it, and gives up on trees of more than
    /// four million positions as if a limit of nodes had stopped it.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::Search;
    ///
    /// let outcome = Search::new(&Goofspiel::new(3)).sequence_form()?;
    /// assert!(outcome.bounds.contains(&0.into()) && outcome.bounds.upper.get() - outcome.bounds.lower.get() < 1e-6);
    /// # Ok::<(), secateur_search::Unsolved>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the solver gives up.
    pub fn sequence_form(self) -> Result<Outcome<Real, G::Move>, Unsolved> {
        with_room(|| self.sequence_form_here())
    }

    fn sequence_form_here(&self) -> Result<Outcome<Real, G::Move>, Unsolved> {
        let meter = Meter::new(&self.limits);
        let tree = match Extensive::of(self, &meter) {
            Ok(tree) => tree,
            Err((stop, counts)) => return Ok(self.conclude_early(&meter, stop, counts)),
        };
        let started = Instant::now();
        let mut plans = Vec::new();
        for player in [Player::Max, Player::Min] {
            let program = Program::of(&tree, player);
            if program.too_deep {
                return Ok(self.conclude_early(&meter, Stop::TooDeep, tree.counts()));
            }
            match program.solve(&meter)? {
                Ok(plan) => plans.push(plan),
                Err(stop) => return Ok(self.conclude_early(&meter, stop, tree.counts())),
            }
        }
        let programs = Programs { calls: 2, time: started.elapsed() };
        let [max, min] = [Player::Max, Player::Min].map(|player| tree.guaranteed(player, &plans[place(player)]));
        let root = |player| plans[place(player)][tree.root() as usize].clone();
        let roots = [root(Player::Max), root(Player::Min)];
        let bounds = Bounds { lower: max.lower, upper: min.upper };
        Ok(self.conclude_tree(&meter, &tree, bounds, roots, programs))
    }

    /// What is known when a limit stopped the search before it had an answer.
    pub(crate) fn conclude_early(&self, meter: &Meter, stop: Stop, counts: Counts) -> Outcome<Real, G::Move> {
        let found = RootFound {
            bounds: self.game.promised(&self.position),
            stopped: Some(stop),
            strategies: Strategies::default(),
            counts,
            programs: Programs::default(),
            serialized: None,
        };
        self.conclude(meter, found, (true, Real::ZERO))
    }

    /// What is known from the whole tree: bounds, and both players' weights for the moves at the root.
    pub(crate) fn conclude_tree(
        &self,
        meter: &Meter,
        tree: &Extensive<G::Move>,
        bounds: Bounds<Real>,
        roots: [Vec<f64>; 2],
        programs: Programs,
    ) -> Outcome<Real, G::Move> {
        let strategy = |moves: &[G::Move], weights: &[f64]| {
            let total: f64 = weights.iter().sum();
            moves.iter().zip(weights).map(|(&chosen, weight)| (chosen, weight / total)).collect()
        };
        let (rows, columns) = &tree.root_moves;
        let strategies = Strategies { max: strategy(rows, &roots[0]), min: strategy(columns, &roots[1]) };
        let horizon = u64::from(tree.cut_off);
        // The game may promise more about the value than the strategies secure, where a program was not solved to enough digits. Then
        // the value is known, and what to do is not: that is not solved.
        let promised = self.game.promised(&self.position);
        let secured =
            Answer { close: are_close(&bounds, &self.window, Real::ZERO, &promised), ..Answer::of(bounds, None) };
        let secured = secured.verdict(&self.window);
        let stopped = if tree.cut_off || secured == Stop::Solved { None } else { Some(secured) };
        let found = RootFound {
            bounds,
            stopped,
            strategies,
            counts: Counts { horizon, ..tree.counts() },
            programs,
            serialized: None,
        };
        let outcome = self.conclude(meter, found, (true, Real::ZERO));
        Outcome { stopped: stopped.unwrap_or(outcome.stopped), ..outcome }
    }
}

/// Where a player stands in a pair.
pub(crate) fn place(player: Player) -> usize {
    usize::from(player == Player::Min)
}

/// The linear program of one player's best plan.
struct Program<'t, M> {
    tree: &'t Extensive<M>,
    player: Player,
    problem: Problem,
    variables: usize,
    /// For every node in which the player moves, the variables of its moves: how likely the player is to play so far.
    plan: Vec<Vec<Variable>>,
    /// For every sequence of the opponent, what it leaves the player: a sum of variables and a number. Where chance moves, the same
    /// variable comes up more than once.
    left: Vec<(Vec<(Variable, f64)>, f64)>,
    /// Payoffs are multiplied by these powers of two, which bring the largest near 1: solvers compare with fixed tolerances.
    scale: [f64; 2],
    /// Whether the tree is deeper than the stack.
    too_deep: bool,
}

/// A payoff that is smaller than this part of the largest one is left out of the program.
const NEGLIGIBLE: f64 = 1e-12;

/// What brings the largest payoff of a tree near 1. Two powers of two: for the largest and the least numbers there are, one would not
/// be a number.
pub(crate) fn scale<M>(tree: &Extensive<M>) -> [f64; 2] {
    let largest = tree.nodes.iter().fold(0.0, |largest: f64, node| match node.kind {
        Kind::Leaf(value) => {
            let ends = [value.lower.get().abs(), value.upper.get().abs()];
            ends.into_iter().filter(|end| end.is_finite()).fold(largest, f64::max)
        }
        _ => largest,
    });
    let exponent = largest.log2().floor();
    if !exponent.is_finite() {
        return [1.0, 1.0];
    }
    let half = (exponent / 2.0).floor();
    [(-half).exp2(), (half - exponent).exp2()]
}

/// What stands for an infinite payoff beside scaled ones.
const BEYOND: f64 = 1e3;

/// How likely something is: a sequence of the player, or the empty one.
#[derive(Clone, Copy)]
struct Likely {
    /// `None` is the empty sequence, which is certain.
    sequence: Option<Variable>,
    chance: f64,
}

/// Weights for the player's moves in every node; empty where it does not move.
type Plan = Vec<Vec<f64>>;

impl<'t, M: Copy> Program<'t, M> {
    fn of(tree: &'t Extensive<M>, player: Player) -> Self {
        let mut program = Self {
            tree,
            player,
            problem: Problem::new(OptimizationDirection::Maximize),
            variables: 1,
            plan: vec![Vec::new(); tree.nodes.len()],
            left: vec![(Vec::new(), 0.0)],
            scale: scale(tree),
            too_deep: false,
        };
        // What the player is left with in the end, which is to be large.
        let worth = program.problem.add_var(1.0, ANY);
        program.walk(tree.root(), Likely { sequence: None, chance: 1.0 }, 0);
        program.at_most(worth, 0);
        program
    }

    /// Adds what lies below a node, which is reached by a sequence of the player and one of the opponent.
    fn walk(&mut self, node: u32, own: Likely, other: usize) {
        let (tree, player) = (self.tree, self.player);
        self.too_deep |= is_low();
        if self.too_deep {
            return;
        }
        match tree.kind(node) {
            Kind::Leaf(value) => {
                // Each player counts what it can be sure of.
                let payoff = if player == Player::Max { value.lower.get() } else { -value.upper.get() };
                let payoff = (payoff * self.scale[0] * self.scale[1]).clamp(-BEYOND, BEYOND) * own.chance;
                // What is next to nothing beside the rest only troubles the solver; the plans are judged without it.
                let payoff = if payoff.abs() < NEGLIGIBLE { 0.0 } else { payoff };
                let (sum, number) = &mut self.left[other];
                match own.sequence {
                    Some(sequence) => sum.push((sequence, payoff)),
                    None => *number += payoff,
                }
            }
            Kind::Chance { .. } => {
                let total: f64 = tree.outcomes(node).map(|(weight, _)| weight as f64).sum();
                for (weight, child) in tree.outcomes(node).collect::<Vec<_>>() {
                    self.walk(child, Likely { chance: own.chance * (weight as f64 / total), ..own }, other);
                }
            }
            Kind::Choice { player: mover, moves } if mover == player => {
                let sequences = self.choose(node, own, moves);
                for (place, sequence) in (0..).zip(sequences) {
                    self.walk(tree.child(node, place), Likely { sequence: Some(sequence), ..own }, other);
                }
            }
            Kind::Choice { moves, .. } => {
                let first = self.answer(other, moves, |program, place, sequence| {
                    program.walk(tree.child(node, place), own, sequence);
                });
                debug_assert!(first > 0);
            }
            Kind::Both { rows, columns } => {
                let (moves, answers) = if player == Player::Max { (rows, columns) } else { (columns, rows) };
                let sequences = self.choose(node, own, moves);
                self.answer(other, answers, |program, answer, sequence| {
                    for (place, &own_sequence) in (0..).zip(&sequences) {
                        let cell = if player == Player::Max { (place, answer) } else { (answer, place) };
                        let child = tree.child(node, cell.0 * columns + cell.1);
                        program.walk(child, Likely { sequence: Some(own_sequence), ..own }, sequence);
                    }
                });
            }
        }
    }

    /// The player's moves in an information set: new sequences that split what was there before.
    fn choose(&mut self, node: u32, own: Likely, moves: u32) -> Vec<Variable> {
        let sequences: Vec<_> = (0..moves).map(|_| self.problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
        self.variables += sequences.len();
        let mut split = LinearExpr::empty();
        sequences.iter().for_each(|&sequence| split.add(sequence, 1.0));
        if let Some(before) = own.sequence {
            split.add(before, -1.0);
        }
        self.problem.add_constraint(split, ComparisonOp::Eq, if own.sequence.is_some() { 0.0 } else { 1.0 });
        self.plan[node as usize].clone_from(&sequences);
        sequences
    }

    /// The opponent's moves in an information set: whichever leaves the player least.
    fn answer(&mut self, other: usize, moves: u32, mut below: impl FnMut(&mut Self, u32, usize)) -> usize {
        let least = self.problem.add_var(0.0, ANY);
        self.variables += 1;
        self.left[other].0.push((least, 1.0));
        let first = self.left.len();
        for place in 0..moves {
            let sequence = self.left.len();
            self.left.push((Vec::new(), 0.0));
            below(self, place, sequence);
            self.at_most(least, sequence);
        }
        first
    }

    /// A variable is at most what a sequence of the opponent leaves.
    fn at_most(&mut self, variable: Variable, sequence: usize) {
        let (mut sum, number) = std::mem::take(&mut self.left[sequence]);
        sum.push((variable, -1.0));
        // The solver wants every variable once.
        sum.sort_by_key(|&(variable, _)| variable);
        sum.dedup_by(|(next, more), (variable, factor)| {
            let same = next == variable;
            *factor += if same { *more } else { 0.0 };
            same
        });
        self.problem.add_constraint(sum, ComparisonOp::Ge, -number);
    }

    /// Solves the program in slices of time, so that a limit is noticed; then the plan, or why there is none.
    fn solve(mut self, meter: &Meter) -> Result<Result<Plan, Stop>, Unsolved> {
        self.problem.set_time_limit(PATIENCE);
        let variables = self.variables;
        let unsolved = |problem: microlp::Error| Unsolved { variables, problem: problem.to_string() };
        let mut outcome = self.problem.solve().map_err(unsolved)?;
        let solution = loop {
            outcome = match outcome {
                SolveOutcome::Solution(solution) => break solution,
                interrupted @ SolveOutcome::Interrupted(_) => {
                    if let Some(stop) = meter.overrun() {
                        return Ok(Err(stop));
                    }
                    interrupted.resume().map_err(unsolved)?
                }
            };
        };
        let weights = |sequences: &Vec<Variable>| {
            let mut weights: Vec<f64> =
                sequences.iter().map(|&variable| solution.var_value(variable).max(0.0)).collect();
            // Where the plan never comes it may do anything.
            if !weights.iter().any(|&weight| weight > 0.0) {
                weights.iter_mut().for_each(|weight| *weight = 1.0);
            }
            weights
        };
        Ok(Ok(self.plan.iter().map(weights).collect()))
    }
}

/// A variable without bounds.
const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use secateur_games::random_joint::{Form, Payoffs};
    use secateur_games::{BiddingTicTacToe, Goofspiel, Parameters, RandomJoint, Tree};

    fn agrees<G: Game<Value = Real>>(game: &G) {
        let plain = Search::new(game).backward_induction().bounds;
        let found = Search::new(game).sequence_form().unwrap();
        // A linear program may leave more than rounding does.
        assert!(matches!(found.stopped, Stop::Solved | Stop::Exhausted), "{:?}", found.stopped);
        let (lower, upper) = (found.bounds.lower.get(), found.bounds.upper.get());
        assert!(lower <= plain.upper.get() && upper >= plain.lower.get(), "{:?} {plain:?}", found.bounds);
        assert!(upper - lower < 1e-6, "{:?}", found.bounds);
    }

    #[test]
    fn the_value_is_that_of_backward_induction() {
        for seed in 0..150 {
            for payoffs in [Payoffs::Uniform, Payoffs::Integer, Payoffs::Correlated] {
                let form = Form { depth: 3, rows: 3, columns: 2, payoffs, irregular: true };
                agrees(&RandomJoint::new(form, seed).unwrap());
            }
        }
        agrees(&Goofspiel::dealt(vec![3, 1, 2, 2], &[0, 2, 4, 5], &[1, 2, 3, 6], 1).unwrap());
    }

    #[test]
    fn every_kind_of_turn_takes_part() {
        let words = |words: &[&str]| Parameters::parse(words).unwrap();
        agrees(&Goofspiel::from_parameters(&words(&["cards=3", "deck=shuffled", "lead=1"])).unwrap());
        agrees(&BiddingTicTacToe::from_parameters(&words(&["coins=1", "board=XOXO..OX.", "max=2"])).unwrap());
        for tree in [
            "(max 1 2)",
            "(min (max 1 4) 2)",
            "7",
            "(both [(chance 1: (min 1 2) 2: (max -1 5)) 0] [3 (both [1 -1] [-2 2])])",
            "(both [(chance 1: 1 2: 0)])",
            "(max (chance 1: 1 2: (min 4 (chance 3: 2 5: (max 1 0))) 3: -2) (chance 1: (max 1 2) 9: 0))",
        ] {
            agrees(&tree.parse::<Tree>().unwrap());
        }
    }

    #[test]
    fn limits_leave_bounds_that_hold() {
        let game = Goofspiel::dealt(vec![2, 3, 1, 1], &[0, 2, 4, 5], &[1, 2, 3, 6], 0).unwrap();
        let value = Search::new(&game).backward_induction().bounds;
        for limits in [
            Limits::none().nodes(5),
            Limits::none().depth(1),
            Limits::none().depth(2),
            Limits::none().time(Duration::ZERO),
        ] {
            let found = Search::new(&game).limits(limits).sequence_form().unwrap();
            assert!(found.bounds.lower <= value.upper && found.bounds.upper >= value.lower);
            assert!(!found.strategies.max.is_empty() && !found.strategies.min.is_empty());
        }
    }
}

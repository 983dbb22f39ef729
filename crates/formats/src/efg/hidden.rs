//! Games with hidden information: the sequence form (Koller, Megiddo and von Stengel 1996), one linear program for each player.
//!
//! With perfect recall a player's mixed strategy is a *plan*: how likely it is to have chosen each of its sequences, as far as that
//! is up to it. The best plan against an opponent who knows it is a linear program whose size is that of the tree. What the solver says
//! is not believed: [`Plan::answered`] adds up what the opponent's best answer to the plan leaves, rounded outwards, so the bounds hold
//! whatever floating point did; a solver that was stopped leaves both players with the plan that chooses evenly.
//!
//! The solver is right to seven digits. The rest is found by a double oracle (McMahan, Gordon and Blum 2003): the plans and their best
//! answers make a small matrix, whose solution mixes better plans, until the guarantees meet.

use std::time::{Duration, Instant};

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};
use num_rational::BigRational;
use num_traits::{One, Zero};
use secateur_game::Player;
use secateur_matrix::{matrix_game, round_down, round_up};
use secateur_search::{Limits, Stop};
use secateur_value::{Bounds, Real};

use super::number::sum;
use super::recall::Sequences;
use super::{ExtensiveForm, Side};
use crate::error::FormatError;
use crate::range::{Range, product, quotient, total};

/// Both players' strategies, and what they guarantee.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// The value of the game lies between: the ends are what the strategies guarantee.
    pub bounds: Bounds<Real>,
    /// How likely Max is to choose each action, by information set.
    pub max: Vec<Vec<f64>>,
    /// How likely Min is to choose each action, by information set.
    pub min: Vec<Vec<f64>>,
    /// Why the search ended.
    pub stopped: Stop,
}

/// How long the solver works before it looks up.
const PATIENCE: Duration = Duration::from_millis(5);
/// Less likely than this, relative to the likeliest action, is what rounding has left.
const NOISE: f64 = 1e-10;

impl ExtensiveForm {
    /// Solves the game, whatever it hides, within limits of time and of nodes, or until somebody cancels.
    ///
    /// ```
    /// use secateur_formats::efg::ExtensiveForm;
    /// use secateur_search::Limits;
    ///
    /// // Max sees a coin and may bet; Min, who does not see it, may pass or call.
    /// let text = r#"EFG 2 R "Coin" { "Max" "Min" }
    ///     c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
    ///     p "" 1 1 "" { "bet" "fold" } 0  p "" 2 1 "" { "call" "pass" } 0  t "" 1 "" { 2 -2 }  t "" 2 "" { 1 -1 }  t "" 3 "" { -1 1 }
    ///     p "" 1 2 "" { "bet" "fold" } 0  p "" 2 1 0                       t "" 4 "" { -2 2 }  t "" 2               t "" 3"#;
    /// let game = ExtensiveForm::parse(text.as_bytes())?;
    /// assert!(game.hides());
    /// let solution = game.solve(&Limits::none())?;
    /// assert!((solution.bounds.midpoint() - 1.0 / 3.0).abs() < 1e-12 && solution.bounds.width() < 1e-12);
    /// # Ok::<(), secateur_formats::FormatError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a player forgets what it did (there is no perfect recall), or if numbers are too long.
    pub fn solve(&self, limits: &Limits) -> Result<Solution, FormatError> {
        let started = Instant::now();
        let overrun = || {
            let cancelled = limits.cancel.as_ref().is_some_and(secateur_search::Cancel::is_cancelled);
            let late = || limits.time.is_some_and(|time| started.elapsed() >= time);
            if cancelled { Some(Stop::Cancelled) } else { late().then_some(Stop::Time) }
        };
        let sequences = self.sequences()?;
        let ends = self.ends(&sequences)?;
        let mut stopped = limits.nodes.filter(|&nodes| nodes < self.nodes.len() as u64).map(|_| Stop::Nodes);
        let plans = [Player::Max, Player::Min].map(|player| {
            let mut plan = Plan::even(self, &sequences, player);
            stopped = stopped.or_else(&overrun);
            if stopped.is_none() {
                match best_plan(&plan, &ends, &overrun) {
                    Ok(likely) => plan.follow(&likely),
                    Err(stop) => stopped = Some(stop),
                }
            }
            plan
        });
        let largest = ends.iter().map(|end| end.payoff.lower.abs().max(end.payoff.upper.abs())).fold(0.0, f64::max);
        let rounds = if stopped.is_none() { ROUNDS } else { 0 };
        let ([max, min], bounds) = polish(plans, &ends, rounds, largest, &overrun);
        // What rounding may leave open, as everywhere: 10⁻⁹ of the largest payoff.
        let solved = bounds.width() <= 1e-9 * largest;
        let stopped = if solved { Stop::Solved } else { stopped.unwrap_or(Stop::Exhausted) };
        Ok(Solution { bounds, max: max.behaviour(), min: min.behaviour(), stopped })
    }

    /// The ends of the game, each with how likely chance makes it and what Max gets.
    fn ends(&self, sequences: &Sequences) -> Result<Vec<End>, FormatError> {
        let mut ends = Vec::new();
        let mut above = vec![(Range::ONE, BigRational::zero()); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let (chance, mut paid) = std::mem::replace(&mut above[number], (Range::ZERO, BigRational::zero()));
            if let Some(payoff) = self.payoff(number) {
                paid = sum(&paid, payoff)
                    .ok_or_else(|| node.at.error("payoffs with a common denominator", "none of 4096 bits"))?;
            }
            for (action, &child) in node.children.iter().enumerate() {
                let likely = node.mover.and_then(|mover| self.set(mover).probabilities.get(action));
                let likely = likely.filter(|likely| !likely.is_one()).map(range_of);
                above[child] = (likely.map_or(chance, |likely| product(chance, likely)), paid.clone());
            }
            if node.mover.is_none() {
                let payoff = range_of(&paid);
                if !payoff.is_finite() {
                    return Err(node.at.error("a payoff of less than 10^308", "a larger one"));
                }
                ends.push(End { sequences: sequences.of_node[number], chance, payoff });
            }
        }
        Ok(ends)
    }
}

fn range_of(number: &BigRational) -> Range {
    Range { lower: round_down(number), upper: round_up(number) }
}

struct End {
    sequences: [usize; 2],
    chance: Range,
    payoff: Range,
}

/// A player's plan: weights for the actions of each of its information sets.
#[derive(Clone)]
struct Plan<'s> {
    sequences: &'s Sequences,
    side: usize,
    weights: Vec<Vec<f64>>,
}

impl<'s> Plan<'s> {
    fn even(game: &ExtensiveForm, sequences: &'s Sequences, player: Player) -> Self {
        let side = Side::of(player) as usize;
        Self { sequences, side, weights: game.sets[side].iter().map(|set| vec![1.0; set.actions.len()]).collect() }
    }

    /// Does what sequences of this likelihood say; where they never come the player goes on choosing evenly.
    fn follow(&mut self, likely: &[f64]) {
        for (weights, &first) in self.weights.iter_mut().zip(&self.sequences.first[self.side]) {
            let likely = &likely[first..first + weights.len()];
            let most = likely.iter().copied().fold(0.0, f64::max);
            if most > NOISE && most.is_finite() {
                for (weight, &likely) in weights.iter_mut().zip(likely) {
                    *weight = if likely < NOISE * most { 0.0 } else { likely };
                }
            }
        }
    }

    /// The probabilities, for people.
    fn behaviour(&self) -> Vec<Vec<f64>> {
        let shares = |weights: &Vec<f64>| {
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / sum).collect()
        };
        self.weights.iter().map(shares).collect()
    }

    /// The same as the likelihoods of all sequences.
    fn likely(&self) -> Vec<f64> {
        let mut likely = vec![1.0; self.sequences.count[self.side]];
        for ((weights, &first), &before) in
            self.weights.iter().zip(&self.sequences.first[self.side]).zip(&self.sequences.before[self.side])
        {
            let sum: f64 = weights.iter().sum();
            for (place, weight) in weights.iter().enumerate() {
                likely[first + place] = likely[before] * (weight / sum);
            }
        }
        likely
    }

    /// What Max gets if the opponent knows the plan and answers best, and such an answer. The plan's probabilities are the weights
    /// divided by their sum, exactly.
    fn answered(&self, ends: &[End]) -> (Range, Self) {
        let (own, other) = (self.side, 1 - self.side);
        let mut likely = vec![Range::ONE; self.sequences.count[own]];
        for ((weights, &first), &before) in
            self.weights.iter().zip(&self.sequences.first[own]).zip(&self.sequences.before[own])
        {
            let sum = weights.iter().fold(Range::ZERO, |sum, &weight| total(sum, Range::exact(weight)));
            for (place, &weight) in weights.iter().enumerate() {
                likely[first + place] = product(likely[before], quotient(weight, sum));
            }
        }
        let mut left = vec![Range::ZERO; self.sequences.count[other]];
        for end in ends {
            let gain = product(product(end.payoff, end.chance), likely[end.sequences[own]]);
            left[end.sequences[other]] = total(left[end.sequences[other]], gain);
        }
        let mut answer: Vec<Vec<f64>> = Vec::new();
        // Later sets lie behind earlier ones, so the last comes first.
        for (set, &first) in self.sequences.first[other].iter().enumerate().rev() {
            let end = self.sequences.first[other].get(set + 1).copied().unwrap_or(self.sequences.count[other]);
            let answers = &left[first..end];
            let best = answers.iter().copied();
            let best = best.reduce(|one, two| if own == 0 { one.least(two) } else { one.greatest(two) });
            let best = best.unwrap_or(Range::ZERO);
            let reached =
                |answer: &Range| if own == 0 { answer.lower == best.lower } else { answer.upper == best.upper };
            let chosen = answers.iter().position(reached);
            answer.push((0..answers.len()).map(|place| if Some(place) == chosen { 1.0 } else { 0.0 }).collect());
            let before = self.sequences.before[other][set];
            left[before] = total(left[before], best);
        }
        answer.reverse();
        (left[0], Self { sequences: self.sequences, side: other, weights: answer })
    }
}

/// How often plans are answered at most before the bounds are left as they are.
const ROUNDS: usize = 60;

/// Better plans, if there are any that small matrices of plans and answers show, and what the best ones guarantee.
fn polish<'s>(
    plans: [Plan<'s>; 2],
    ends: &[End],
    rounds: usize,
    largest: f64,
    overrun: &dyn Fn() -> Option<Stop>,
) -> ([Plan<'s>; 2], Bounds<Real>) {
    let mut known = [vec![plans[0].likely()], vec![plans[1].likely()]];
    let mut best = plans.clone();
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut tried = plans;
    for round in 0..=rounds {
        let (conceded, answer_of_min) = tried[0].answered(ends);
        let (gained, answer_of_max) = tried[1].answered(ends);
        if conceded.lower > lower {
            lower = conceded.lower;
            best[0] = tried[0].clone();
        }
        if gained.upper < upper {
            upper = gained.upper;
            best[1] = tried[1].clone();
        }
        if round == rounds || upper - lower <= 1e-13 * largest || overrun().is_some() {
            break;
        }
        for (known, answer) in known.iter_mut().zip([answer_of_max, answer_of_min]) {
            let answer = answer.likely();
            if !known.contains(&answer) {
                known.push(answer);
            }
        }
        let payoff = |max: &Vec<f64>, min: &Vec<f64>| {
            let gain = |end: &End| max[end.sequences[0]] * min[end.sequences[1]] * end.chance.lower * end.payoff.lower;
            ends.iter().map(gain).sum::<f64>()
        };
        let rows: Vec<Vec<f64>> =
            known[0].iter().map(|max| known[1].iter().map(|min| payoff(max, min)).collect()).collect();
        let Ok(mixed) = matrix_game(&rows) else { break };
        for ((tried, known), weights) in tried.iter_mut().zip(&known).zip([mixed.row_strategy, mixed.column_strategy]) {
            let mut likely = vec![0.0; known[0].len()];
            for (plan, weight) in known.iter().zip(weights) {
                likely.iter_mut().zip(plan).for_each(|(likely, plan)| *likely += weight * plan);
            }
            tried.follow(&likely);
        }
    }
    (best, Bounds::of(lower, upper))
}

/// How likely the best plan makes each of the player's sequences, or why that is not known.
fn best_plan(plan: &Plan<'_>, ends: &[End], overrun: &dyn Fn() -> Option<Stop>) -> Result<Vec<f64>, Stop> {
    const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
    let (sequences, own, other) = (plan.sequences, plan.side, 1 - plan.side);
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    problem.set_time_limit(PATIENCE);
    // What the player is left with, first in all, then in every information set of the opponent.
    let worth = problem.add_var(1.0, ANY);
    let left: Vec<Variable> = sequences.first[other].iter().map(|_| problem.add_var(0.0, ANY)).collect();
    let likely: Vec<Variable> = (0..sequences.count[own]).map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
    problem.add_constraint([(likely[0], 1.0)], ComparisonOp::Eq, 1.0);
    for ((weights, &first), &before) in plan.weights.iter().zip(&sequences.first[own]).zip(&sequences.before[own]) {
        let split = (first..first + weights.len()).map(|sequence| (likely[sequence], 1.0));
        problem.add_constraint(split.chain([(likely[before], -1.0)]), ComparisonOp::Eq, 0.0);
    }
    // Each of the opponent's sequences leaves a sum.
    let mut sums: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); sequences.count[other]];
    for (set, &before) in sequences.before[other].iter().enumerate() {
        sums[before].push((left[set], 1.0));
    }
    for end in ends {
        let payoff = if own == 0 { end.payoff.lower } else { -end.payoff.upper };
        sums[end.sequences[other]].push((likely[end.sequences[own]], payoff * end.chance.lower));
    }
    let owner = |sequence: usize| match sequences.first[other].partition_point(|&first| first <= sequence) {
        0 => worth,
        set => left[set - 1],
    };
    for (sequence, mut sum) in sums.into_iter().enumerate() {
        sum.push((owner(sequence), -1.0));
        // The solver wants every variable once.
        sum.sort_by_key(|&(variable, _)| variable);
        sum.dedup_by(|(next, more), (variable, factor)| {
            let same = next == variable;
            *factor += if same { *more } else { 0.0 };
            same
        });
        problem.add_constraint(sum, ComparisonOp::Ge, 0.0);
    }
    let mut outcome = problem.solve().map_err(|_| Stop::Exhausted)?;
    loop {
        outcome = match outcome {
            SolveOutcome::Solution(solution) => {
                return Ok(likely.iter().map(|&sequence| solution.var_value(sequence).max(0.0)).collect());
            }
            interrupted @ SolveOutcome::Interrupted(_) => match overrun() {
                Some(stop) => return Err(stop),
                None => interrupted.resume().map_err(|_| Stop::Exhausted)?,
            },
        };
    }
}

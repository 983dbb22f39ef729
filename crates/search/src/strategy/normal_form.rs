//! Normal form: one matrix for the whole game, a row for every pure strategy of Max, a column for every one of Min.
//!
//! This is the definition of the value of a game with simultaneous turns, and hopeless for all but tiny games, because a
//! pure strategy says what to do in every position that it may meet: Goofspiel with three cards has 24 of them, with four more than
//! a million. What a strategy would do where its own moves never lead is left out (the *reduced* normal form).

use secateur_game::{Game, Player};
use secateur_matrix::Solver;
use secateur_value::{Bounds, Real};

use crate::joint::conclusion::Programs;
use crate::question::limits::Meter;
use crate::strategy::extensive::{Extensive, Kind, weighed};
use crate::strategy::sequence_form::{place, scale};
use crate::threads::stack::with_room;
use crate::{Outcome, Search, Stop};

/// The game has more pure strategies than anybody wants in a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a tiny game: {player} has more than {MOST} pure strategies")]
#[non_exhaustive]
pub struct TooManyStrategies {
    /// Whose they are.
    pub player: Player,
}

/// How many pure strategies a player may have.
const MOST: usize = 1_000;

/// No tiny game has longer lines; what comes below recurses once for every turn.
const HIGHEST: u32 = 10_000;

/// What a pure strategy chooses in the nodes that it may meet.
type Pure = Vec<(u32, u32)>;

impl<G: Game<Value = Real>> Search<'_, G> {
    /// The matrix of all pure strategies, solved.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::Search;
    ///
    /// let outcome = Search::new(&Goofspiel::new(3)).normal_form()?;
    /// assert!(outcome.bounds.contains(&0.into()));
    /// assert!(Search::new(&Goofspiel::new(4)).normal_form().is_err());
    /// # Ok::<(), secateur_search::TooManyStrategies>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a player has more than 1,000 pure strategies.
    pub fn normal_form(self) -> Result<Outcome<Real, G::Move>, TooManyStrategies> {
        with_room(|| self.normal_form_here())
    }

    fn normal_form_here(&self) -> Result<Outcome<Real, G::Move>, TooManyStrategies> {
        let meter = Meter::new(&self.limits);
        let tree = match Extensive::of(self, &meter) {
            Ok(tree) => tree,
            Err((stop, counts)) => return Ok(self.conclude_early(&meter, stop, counts)),
        };
        if tree.height > HIGHEST {
            return Ok(self.conclude_early(&meter, Stop::TooDeep, tree.counts()));
        }
        let pure = |player| pure_strategies(&tree, tree.root(), player).ok_or(TooManyStrategies { player });
        let (rows, columns) = (pure(Player::Max)?, pure(Player::Min)?);
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let scaling = scale(&tree);
        let mut choices = [vec![0; tree.nodes.len()], vec![0; tree.nodes.len()]];
        for row in &rows {
            choose(&mut choices[0], row);
            for column in &columns {
                if let Some(stop) = meter.overrun() {
                    return Ok(self.conclude_early(&meter, stop, tree.counts()));
                }
                choose(&mut choices[1], column);
                let payoff = payoff(&tree, tree.root(), &choices);
                lower.push(times(payoff.lower.get(), scaling, f64::next_down));
                upper.push(times(payoff.upper.get(), scaling, f64::next_up));
            }
        }
        // Fractions of a large matrix take for ever, so there an interval that is close enough will do.
        let large = rows.len().max(columns.len()) > 64;
        let mut solver = Solver::new().with_tolerance(if large { 1e-10 } else { 1e-12 });
        let back = scaling.map(f64::recip);
        let mut roots = [Vec::new(), Vec::new()];
        // What the two strategies secure; what the game promises beyond that comes later.
        let mut bounds: Bounds<Real> = Bounds::ANY;
        let started = std::time::Instant::now();
        // A matrix of a thousand by a thousand takes its time: a limit is heard there, too.
        let over = || meter.overrun().is_some();
        let end = |end: f64| Real::new(end).unwrap_or_default();
        if let Ok(Some(value)) = solver.solve_unless(&lower, rows.len(), columns.len(), &over) {
            bounds.lower = end(times(value.lower.get(), back, f64::next_down));
            roots[0] = at_root(&tree, Player::Max, &rows, solver.row_strategy());
        }
        if let Ok(Some(value)) = solver.solve_unless(&upper, rows.len(), columns.len(), &over) {
            bounds.upper = end(times(value.upper.get(), back, f64::next_up));
            roots[1] = at_root(&tree, Player::Min, &columns, solver.column_strategy());
        }
        if let Some(stop) = meter.overrun()
            && roots.iter().any(Vec::is_empty)
        {
            return Ok(self.conclude_early(&meter, stop, tree.counts()));
        }
        let programs = Programs { calls: 2, time: started.elapsed() };
        Ok(self.conclude_tree(&meter, &tree, bounds, roots, programs))
    }
}

/// A payoff times powers of two, which is exact but for the least numbers: those go one step outwards. Near 1 the solver needs no
/// fractions, which huge payoffs would.
fn times(payoff: f64, [one, two]: [f64; 2], outwards: fn(f64) -> f64) -> f64 {
    let scaled = payoff * one * two;
    if payoff == 0.0 || scaled.abs() >= f64::MIN_POSITIVE { scaled } else { outwards(scaled) }
}

/// All reduced pure strategies below a node, unless there are too many.
fn pure_strategies<M: Copy>(tree: &Extensive<M>, node: u32, player: Player) -> Option<Vec<Pure>> {
    let kind = tree.kind(node);
    let below = |children: &mut dyn Iterator<Item = u32>| -> Option<Vec<Pure>> {
        let mut all: Vec<Pure> = vec![Vec::new()];
        for child in children {
            let parts = pure_strategies(tree, child, player)?;
            if all.len() * parts.len() > MOST {
                return None;
            }
            let with = |one: &Pure| parts.iter().map(|part| [&one[..], part].concat()).collect::<Vec<_>>();
            all = all.iter().flat_map(with).collect();
        }
        Some(all)
    };
    let own = kind.moves_of(player);
    if own == 0 {
        return match kind {
            Kind::Leaf(_) => Some(vec![Vec::new()]),
            Kind::Chance { outcomes: children, .. } | Kind::Choice { moves: children, .. } => {
                below(&mut (0..children).map(|place| tree.child(node, place)))
            }
            Kind::Both { .. } => Some(Vec::new()),
        };
    }
    let mut all = Vec::new();
    for chosen in 0..own {
        let reached: Vec<u32> = match kind {
            Kind::Both { columns, .. } if player == Player::Max => {
                (0..columns).map(|column| tree.child(node, chosen * columns + column)).collect()
            }
            Kind::Both { rows, columns } => (0..rows).map(|row| tree.child(node, row * columns + chosen)).collect(),
            _ => vec![tree.child(node, chosen)],
        };
        for mut strategy in below(&mut reached.into_iter())? {
            strategy.push((node, chosen));
            all.push(strategy);
        }
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

fn choose(choices: &mut [u32], strategy: &Pure) {
    for &(node, chosen) in strategy {
        choices[node as usize] = chosen;
    }
}

/// What comes of two pure strategies.
fn payoff<M: Copy>(tree: &Extensive<M>, node: u32, choices: &[Vec<u32>; 2]) -> Bounds<Real> {
    let chosen = |player| choices[place(player)][node as usize];
    match tree.kind(node) {
        Kind::Leaf(value) => value,
        Kind::Chance { .. } => {
            weighed(tree.outcomes(node).map(|(weight, child)| (weight, payoff(tree, child, choices))))
        }
        Kind::Choice { player, .. } => payoff(tree, tree.child(node, chosen(player)), choices),
        Kind::Both { columns, .. } => {
            let cell = chosen(Player::Max) * columns + chosen(Player::Min);
            payoff(tree, tree.child(node, cell), choices)
        }
    }
}

/// How likely each move at the root is in a mixture of pure strategies.
fn at_root<M: Copy>(tree: &Extensive<M>, player: Player, pure: &[Pure], mixture: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; tree.kind(tree.root()).moves_of(player) as usize];
    for (strategy, probability) in pure.iter().zip(mixture) {
        if let Some(&(_, chosen)) = strategy.iter().find(|&&(node, _)| node == tree.root()) {
            weights[chosen as usize] += probability;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::random_joint::{Form, Payoffs};
    use secateur_games::{Goofspiel, RandomJoint, Tree};

    fn agrees<G: Game<Value = Real>>(game: &G) {
        let plain = Search::new(game).backward_induction();
        let found = Search::new(game).normal_form().unwrap();
        assert_eq!(found.stopped, Stop::Solved);
        assert!(found.bounds.lower <= plain.bounds.upper && found.bounds.upper >= plain.bounds.lower);
        assert!(found.bounds.upper.get() - found.bounds.lower.get() < 1e-9, "{:?}", found.bounds);
        for strategy in [&found.strategies.max, &found.strategies.min] {
            let total: f64 = strategy.iter().map(|(_, probability)| probability).sum();
            assert!(strategy.is_empty() || (total - 1.0).abs() < 1e-9, "{strategy:?}");
        }
        assert_eq!(found.strategies.min.is_empty(), plain.strategies.min.is_empty());
    }

    #[test]
    fn the_value_is_that_of_backward_induction() {
        for seed in 0..100 {
            for payoffs in [Payoffs::Uniform, Payoffs::Integer, Payoffs::Correlated] {
                let form = Form { depth: 2, rows: 2, columns: 3, payoffs, irregular: true };
                agrees(&RandomJoint::new(form, seed).unwrap());
            }
        }
        agrees(&Goofspiel::dealt(vec![2, 2, 1], &[0, 2, 4], &[1, 2, 3], 1).unwrap());
        for tree in ["7", "(max 1 2)", "(both [(chance 1: (min 1 2) 2: (max -1 5)) 0] [3 (both [1 -1] [-2 2])])"] {
            agrees(&tree.parse::<Tree>().unwrap());
        }
    }

    /// A matrix of some hundred strategies was solved in fractions where payoffs were huge, and never came to an end.
    #[test]
    fn huge_payoffs_take_no_longer_than_others() {
        for scale in [1e-300, 1.0, 1e300] {
            let mut random = secateur_game::Random::new(3);
            let mut cell = || format!("{:e}", scale * (random.unit() - 0.5));
            let mut matrix = |rows: usize, columns: usize| {
                let row = |_| format!("[{}]", (0..columns).map(|_| cell()).collect::<Vec<_>>().join(" "));
                format!("(both {})", (0..rows).map(row).collect::<Vec<_>>().join(" "))
            };
            let row = |cells: Vec<String>| format!("[{}]", cells.join(" "));
            let rows: Vec<String> = (0..3).map(|_| row((0..3).map(|_| matrix(4, 4)).collect())).collect();
            let game: Tree = format!("(both {})", rows.join(" ")).parse().unwrap();
            let (found, plain) = (Search::new(&game).normal_form().unwrap(), Search::new(&game).backward_induction());
            assert_eq!(found.stopped, Stop::Solved, "{found:?}");
            let apart = (found.bounds.midpoint() - plain.bounds.midpoint()).abs();
            assert!(apart < 1e-9 * scale, "{:?} {:?}", found.bounds, plain.bounds);
        }
    }

    #[test]
    fn games_that_are_not_tiny_are_refused() {
        let problem = Search::new(&Goofspiel::new(4)).normal_form().unwrap_err();
        assert_eq!(problem.to_string(), "expected a tiny game: Max has more than 1000 pure strategies");
    }
}

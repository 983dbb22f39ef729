//! ChanceProbCut: forward pruning at chance turns (Schadd, Winands, Uiterwijk, "ChanceProbCut: Forward pruning in chance
//! nodes", 2009). A heuristic: its answers are estimates and promise nothing.
//!
//! What a shallow search says about a position tells much about what a deep one would say. So before a chance turn is
//! searched to its full depth it is searched to a smaller one, and if the value that this predicts lies so far outside the
//! window that the truth would have to be unusual, the turn is left with the prediction.
//!
//! The prediction is a line, `deep ≈ slope · shallow + offset`, off by a standard deviation that has to be measured for a game
//! and its evaluator ([`ChanceProbCut::fit`]). Departures: one reduction for all depths; the body is Star1 with plain
//! floating-point numbers, because there is nothing to enclose.

use secateur_game::{Chance, Player, Stochastic, Turn};
use secateur_value::{Chain, Real};
use smallvec::SmallVec;

use crate::question::answer::{Answer, Counts, stop};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::threads::stack::with_room;
use crate::{Outcome, Search, Stop};

/// How ChanceProbCut predicts.
///
/// ```
/// use secateur_search::ChanceProbCut;
///
/// // Pairs of what a shallow and a deep search said about the same positions.
/// let fitted = ChanceProbCut::fit(&[(1.0, 3.0), (2.0, 5.0), (3.0, 7.0)], 2, 1.5).ok_or("too few pairs")?;
/// assert!((fitted.slope - 2.0).abs() < 1e-9 && (fitted.offset - 1.0).abs() < 1e-9 && fitted.margin < 1e-9);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChanceProbCut {
    /// By how many moves the shallow search is shallower; at least one.
    pub reduction: u32,
    /// The slope of the line.
    pub slope: f64,
    /// Its offset.
    pub offset: f64,
    /// How far beyond the window a prediction must lie to be believed: a multiple of the standard deviation.
    pub margin: f64,
}

impl ChanceProbCut {
    /// Predicts that nothing changes, and believes it if it lies this far beyond the window.
    pub fn new(reduction: u32, margin: f64) -> Self {
        Self { reduction: reduction.max(1), slope: 1.0, offset: 0.0, margin }
    }

    /// The line through pairs of shallow and deep values, by least squares, believed `deviations` standard deviations beyond
    /// the window. Nothing if there are fewer than three pairs, or if the shallow values tell nothing.
    pub fn fit(pairs: &[(f64, f64)], reduction: u32, deviations: f64) -> Option<Self> {
        if pairs.len() < 3 {
            return None;
        }
        let count = pairs.len() as f64;
        let mean = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / count;
        let (shallow, deep) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let spread: f64 = pairs.iter().map(|pair| (pair.0 - shallow).powi(2)).sum();
        let common: f64 = pairs.iter().map(|pair| (pair.0 - shallow) * (pair.1 - deep)).sum();
        let slope = common / spread;
        if !(slope.is_finite() && slope > 0.0) {
            return None;
        }
        let offset = deep - slope * shallow;
        let errors: f64 = pairs.iter().map(|pair| (pair.1 - slope * pair.0 - offset).powi(2)).sum();
        let margin = deviations * (errors / (count - 2.0)).sqrt();
        Some(Self { reduction: reduction.max(1), slope, offset, margin })
    }
}

impl<G, H> Search<'_, G, H>
where
    G: Stochastic,
    H: Horizon<G>,
{
    /// Star1 that leaves a chance turn if a shallow search says that it lies far outside the window. The answer is an
    /// estimate, whatever the horizon. Needs a depth limit to have something to reduce.
    ///
    /// ```
    /// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
    /// use secateur_search::{ChanceProbCut, Limits, Search};
    ///
    /// let game = StochasticTree::new(Shape::uniform(6, 3), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
    /// let ask = || Search::new(&game).limits(Limits::none().depth(5)).estimate();
    /// let (plain, cut) = (ask().star1(), ask().chance_probcut(&ChanceProbCut::new(2, 12.0)));
    /// assert!(cut.statistics.visits * 2 < plain.statistics.visits);
    /// assert!(cut.estimate.is_some());
    /// # Ok::<(), secateur_games::random_tree::RandomTreeError>(())
    /// ```
    pub fn chance_probcut(self, settings: &ChanceProbCut) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        let mut walk = ProbCutWalk {
            game: self.game,
            horizon: &self.horizon,
            settings,
            budget: Budget::new(&meter, None),
            counts: Counts::default(),
            best: None,
        };
        let (alpha, beta) = (self.window.alpha.get(), self.window.beta.get());
        let depth = self.limits.depth.unwrap_or(u32::MAX);
        let value = with_room(|| walk.value(&mut self.position.clone(), depth, alpha, beta, true));
        let (estimate, unfinished) = match value {
            Ok(value) => (Real::new(value).ok(), Stop::Estimated),
            Err(why) => (None, stop(why)),
        };
        let counts = Counts { visits: walk.budget.spent(), ..walk.counts };
        let line = walk.best.into_iter().collect();
        let answer = Answer { estimate, ..Answer::of(self.game.promised(&self.position), Some(unfinished)) };
        self.outcome(&meter, answer, (line, 0), &counts, self.limits.depth)
    }
}

struct ProbCutWalk<'w, G: Stochastic, H> {
    game: &'w G,
    horizon: &'w H,
    settings: &'w ChanceProbCut,
    budget: Budget<'w>,
    counts: Counts,
    /// The root's best move.
    best: Option<G::Move>,
}

impl<G: Stochastic, H: Horizon<G>> ProbCutWalk<'_, G, H> {
    /// The fail-soft value, as far as predictions are right.
    fn value(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        alpha: f64,
        beta: f64,
        root: bool,
    ) -> Result<f64, Interrupt> {
        self.budget.spend()?;
        match self.game.turn(position) {
            Turn::Over(value) => Ok(value.get()),
            _ if depth == 0 => {
                self.counts.horizon += 1;
                let end = |end| self.horizon.value(self.game, position, end);
                Ok(end(End::Lower).halfway(end(End::Upper)).get())
            }
            Turn::Max => self.best(Player::Max, position, depth, alpha, beta, root),
            Turn::Min => self.best(Player::Min, position, depth, alpha, beta, root),
            Turn::Chance(chance) => {
                let predicted = self.predicted(chance, position, depth, alpha, beta)?;
                predicted.map_or_else(|| self.mean(chance, position, depth, alpha, beta), Ok)
            }
            Turn::Both(never) => match never {},
        }
    }

    fn best(
        &mut self,
        player: Player,
        position: &mut G::Position,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        root: bool,
    ) -> Result<f64, Interrupt> {
        self.counts.expanded += 1;
        let mut best: Option<f64> = None;
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let value = self.value(position, depth - 1, alpha, beta, false);
            self.game.undo(position, undo);
            let value = value?;
            let improves = |best: f64| if player == Player::Max { value > best } else { value < best };
            if best.is_none_or(improves) {
                best = Some(value);
                self.best = if root { Some(chosen) } else { self.best };
            }
            match player {
                Player::Max => alpha = alpha.max(value),
                Player::Min => beta = beta.min(value),
            }
            if alpha >= beta {
                self.counts.cutoffs += 1;
                break;
            }
        }
        // A game that is not over has a move; one that breaks this law is worth nothing to anybody.
        Ok(best.unwrap_or(0.0))
    }

    /// What a shallow search predicts, if it lies far outside the window.
    fn predicted(
        &mut self,
        chance: G::Chance,
        position: &mut G::Position,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<Option<f64>, Interrupt> {
        let ChanceProbCut { reduction, slope, offset, margin } = *self.settings;
        if depth <= reduction || (alpha == f64::NEG_INFINITY && beta == f64::INFINITY) {
            return Ok(None);
        }
        // The shallow values at which the prediction reaches the ends of the window with the margin to spare.
        let (low, high) = ((alpha - margin - offset) / slope, (beta + margin - offset) / slope);
        let shallow = self.mean(chance, position, depth - reduction, low, high)?;
        let outside = shallow <= low || shallow >= high;
        self.counts.cutoffs += u64::from(outside);
        Ok(outside.then_some(slope * shallow + offset))
    }

    /// Star1: the mean of the outcomes, or a bound on it outside the window.
    fn mean(
        &mut self,
        chance: G::Chance,
        position: &mut G::Position,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<f64, Interrupt> {
        self.counts.expanded += 1;
        let outcomes: SmallVec<[(u64, G::Move); 16]> = chance.outcomes(self.game, position).collect();
        let Some(range) = chance.range(self.game, position) else { return Ok(0.0) };
        let (least, greatest) = (range.lower.get(), range.upper.get());
        let total: f64 = outcomes.iter().map(|&(weight, _)| weight as f64).sum();
        let (mut lower, mut upper) = (least, greatest);
        for &(weight, outcome) in &outcomes {
            let probability = weight as f64 / total;
            // The window in which this outcome matters, with all others at their ends.
            let low = ((alpha - upper) / probability + greatest).max(least);
            let high = ((beta - lower) / probability + least).min(greatest);
            let undo = self.game.play(position, outcome);
            let value = self.value(position, depth, low, high, false);
            self.game.undo(position, undo);
            let value = value?;
            lower += probability * (value - least);
            upper -= probability * (greatest - value);
            if upper <= alpha || lower >= beta {
                self.counts.cutoffs += 1;
                return Ok(if upper <= alpha { upper } else { lower });
            }
        }
        Ok((lower + upper) / 2.0)
    }
}

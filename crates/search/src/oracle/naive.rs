//! The naive way to an answer within ε, kept as a warning: alpha-beta that cuts ε too early (Atzmon, Stern, Saffidine 2018,
//! "Naive approach").
//!
//! Alpha-beta of Figure 1 with `β ≤ α` replaced by `β ≤ α + ε`. Each such cut may be off by ε, the value that comes of it
//! becomes somebody's α, and the next cut may be off by ε from there: on the tree of Figure 2 the error grows with every
//! move. What `bounded.rs` does differently is to return two bounds.

use secateur_game::{Alternating, Stochastic, Turn};
use secateur_value::{Real, Toward, Window};

use crate::question::answer::{Answer, Counts, stop};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::side::{MaxSide, MinSide, Side};
use crate::threads::stack::with_room;
use crate::{BadEpsilon, Epsilon, Outcome, Search, Stop};

impl<G, H> Search<'_, G, H>
where
    G: Stochastic + Alternating,
    H: Horizon<G>,
{
    /// Alpha-beta with cuts ε too early. Promises nothing: the value is an estimate, and can be off by any multiple of ε.
    ///
    /// ```
    /// use secateur_games::{AlternatingTree, Tree};
    /// use secateur_search::Search;
    /// use secateur_value::Real;
    ///
    /// let game = AlternatingTree::try_from("(range -1 9) (max 0 (min 1 -1) (min 2 -1) (min 3 -1))".parse::<Tree>()?)?;
    /// let outcome = Search::new(&game).naive_bounded(1.0)?;
    /// assert_eq!(outcome.estimate, Some(Real::from(3))); // the value is 0
    /// assert_eq!(outcome.bounds.lower, Real::from(-1)); // what the game promises, and no more
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn naive_bounded(self, epsilon: f64) -> Result<Outcome<Real, G::Move>, BadEpsilon> {
        let meter = Meter::new(&self.limits);
        let (game, horizon, epsilon) = (self.game, &self.horizon, Epsilon::new(epsilon)?.real());
        let budget = Budget::new(&meter, None);
        let mut walk = NaiveWalk { game, horizon, epsilon, budget, counts: Counts::default(), best: None };
        let depth = self.limits.depth.unwrap_or(u32::MAX);
        let value = with_room(|| walk.value(&mut self.position.clone(), self.window, depth, true));
        let bounds = game.promised(&self.position);
        let unfinished = value.err().map_or(Stop::Estimated, stop);
        let answer = Answer { estimate: value.ok(), ..Answer::of(bounds, Some(unfinished)) };
        let counts = Counts { visits: walk.budget.spent(), ..walk.counts };
        let line = walk.best.into_iter().collect();
        Ok(self.outcome(&meter, answer, (line, 0), &counts, self.limits.depth))
    }
}

struct NaiveWalk<'w, G: Alternating, H> {
    game: &'w G,
    horizon: &'w H,
    epsilon: Real,
    budget: Budget<'w>,
    counts: Counts,
    best: Option<G::Move>,
}

impl<G: Stochastic + Alternating, H: Horizon<G>> NaiveWalk<'_, G, H> {
    fn value(
        &mut self,
        position: &mut G::Position,
        window: Window<Real>,
        depth: u32,
        root: bool,
    ) -> Result<Real, Interrupt> {
        self.budget.spend()?;
        match self.game.turn(position) {
            Turn::Over(value) => Ok(value),
            _ if depth == 0 => Ok(self.horizon.value(self.game, position, End::Lower)),
            Turn::Max => self.best::<MaxSide>(position, window, depth, root),
            Turn::Min => self.best::<MinSide>(position, window, depth, root),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        }
    }

    fn best<S: Side>(
        &mut self,
        position: &mut G::Position,
        window: Window<Real>,
        depth: u32,
        root: bool,
    ) -> Result<Real, Interrupt> {
        self.counts.expanded += 1;
        let (mut own, cap) = S::ends(window);
        let mut best: Option<Real> = None;
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let value = self.value(position, S::window(own, cap), depth - 1, false);
            self.game.undo(position, undo);
            let value = value?;
            if best.is_none_or(|best| S::better(value, best)) {
                best = Some(value);
                self.best = if root { Some(chosen) } else { self.best };
            }
            own = if S::better(value, own) { value } else { own };
            let Window { alpha, beta } = S::window(own, cap);
            if beta.minus(alpha, Toward::Up) <= self.epsilon {
                self.counts.cutoffs += 1;
                break;
            }
        }
        Ok(best.unwrap_or_else(S::worst))
    }
}

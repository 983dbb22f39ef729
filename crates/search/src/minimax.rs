//! Minimax: the plain definition of a game's value (handout, "Minimax").
//!
//! Looks at everything, cuts nothing, remembers nothing. All other algorithms are tested against it, so it shares no
//! code with them but the counting. The handout's negamax form saves a second copy of the loop by changing signs; here
//! the same is done with types ([`Side`]), which needs no negative of a value.

use secateur_game::{Alternating, Player, Turn};
use secateur_value::{Bounds, Chain};

use crate::answer::{Counts, Found};
use crate::horizon::{End, Horizon};
use crate::limits::{Budget, Interrupt, Meter};
use crate::principal_line::PrincipalLine;
use crate::side::{MaxSide, MinSide, Side};
use crate::{Outcome, Search};

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
{
    /// Plain minimax: every position within the depth limit.
    ///
    /// Uses no table, no window and no order but the game's own. Costs as many visits as there are ways to play.
    ///
    /// ```
    /// use secateur_game::{Describe, Game};
    /// use secateur_games::{ConnectFour, connect_four::Size};
    /// use secateur_search::{Constant, Limits, Search};
    ///
    /// let game = ConnectFour::on(Size::new(7, 6)?).after("112233")?; // Max completes the row at once
    /// let outcome = Search::new(&game).limits(Limits::none().depth(2)).horizon(Constant(0)).minimax();
    /// let best = outcome.best_move().map(|stone| game.name(&game.start(), stone));
    /// assert_eq!((outcome.estimate, best.as_deref()), (Some(1), Some("4")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimax(self) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        self.answer(&meter, |end| {
            let mut plain = Plain::new(self.game, &self.horizon, end, &meter);
            let depth = self.limits.depth.unwrap_or(u32::MAX);
            let value = plain.value(&mut self.position.clone(), depth, 0);
            plain.found(value)
        })
    }
}

/// One thread's walk through everything.
pub(crate) struct Plain<'w, G: Alternating, H> {
    game: &'w G,
    horizon: &'w H,
    end: End,
    budget: Budget<'w>,
    counts: Counts,
    line: PrincipalLine<G::Move>,
    /// What the root's moves that are done show, for a walk that is interrupted.
    shown: Bounds<G::Value>,
}

impl<'w, G, H> Plain<'w, G, H>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
{
    pub(crate) fn new(game: &'w G, horizon: &'w H, end: End, meter: &'w Meter) -> Self {
        let (counts, line) = (Counts::default(), PrincipalLine::new());
        Self { game, horizon, end, budget: Budget::new(meter, None), counts, line, shown: Bounds::ANY }
    }

    /// What the walk from the root found.
    pub(crate) fn found(self, value: Result<G::Value, Interrupt>) -> Found<G::Value, G::Move> {
        let (line, counts) = (self.line.at(0).to_vec(), self.counts());
        match value {
            Ok(value) => Found { value: Ok(value), shown: Bounds::exact(value), line, counts, best_move: None },
            Err(why) => Found { value: Err(why), shown: self.shown, line, counts, best_move: None },
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts { visits: self.counts.visits + self.budget.spent(), ..self.counts }
    }

    /// Charges a position that is looked at without this walk.
    pub(crate) fn charge(&mut self) -> Result<(), Interrupt> {
        self.budget.spend()
    }

    /// The value of a position, `depth` moves ahead.
    pub(crate) fn value(&mut self, position: &mut G::Position, depth: u32, ply: usize) -> Result<G::Value, Interrupt> {
        self.budget.spend()?;
        self.line.clear(ply);
        match self.game.turn(position) {
            Turn::Over(value) => Ok(value),
            _ if depth == 0 => {
                self.counts.horizon += 1;
                Ok(self.horizon.value(self.game, position, self.end))
            }
            Turn::Max => self.best::<MaxSide>(position, depth, ply),
            Turn::Min => self.best::<MinSide>(position, depth, ply),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        }
    }

    fn best<S: Side>(&mut self, position: &mut G::Position, depth: u32, ply: usize) -> Result<G::Value, Interrupt> {
        self.counts.expanded += 1;
        let mut best = S::worst();
        let mut first = true;
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let value = self.value(position, depth - 1, ply + 1);
            self.game.undo(position, undo);
            let value = value?;
            if first || S::better(value, best) {
                first = false;
                best = value;
                self.line.raise(ply, chosen, true);
                if ply == 0 {
                    match S::PLAYER {
                        Player::Max => self.shown.lower = best,
                        Player::Min => self.shown.upper = best,
                    }
                }
            }
        }
        Ok(best)
    }
}

//! Minimax: the plain definition of a game's value (handout, "Minimax").
//!
//! Looks at everything, cuts nothing, remembers nothing. All other algorithms are tested against it, so it shares no
//! code with them but the counting and the choice between copying and undoing. The handout's negamax form saves a second
//! copy of the loop by changing signs; here the same is done with types ([`Side`]), which needs no negative of a value.

use secateur_game::{Alternating, Player, Turn};
use secateur_value::{Bounds, Chain, Window};

use crate::classic::alpha_beta::{Settled, copied};
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::question::principal_line::PrincipalLine;
use crate::question::side::{MaxSide, MinSide, Side};
use crate::{AsListed, Forgetful, Outcome, Search};

impl<G, H, B> Search<'_, G, H, Forgetful, AsListed, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    B: Observer<G>,
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
        let (question, mut observer) = self.apart_from_observer();
        question.answer(&meter, |end| {
            let mut plain = Plain::new(question.game, &question.horizon, end, &meter, &mut observer);
            plain.begin(question.limits.depth);
            let depth = question.limits.depth.unwrap_or(u32::MAX);
            let value = plain.value(&mut question.position.clone(), None, depth, 0);
            plain.found(question.game.turn(&question.position).player(), value)
        })
    }
}

/// One thread's walk through everything.
pub(crate) struct Plain<'w, G: Alternating, H, B> {
    game: &'w G,
    horizon: &'w H,
    end: End,
    observer: &'w mut B,
    budget: Budget<'w>,
    counts: Counts,
    line: PrincipalLine<G::Move>,
    /// What the root's moves that are done show, for a walk that is interrupted.
    shown: Bounds<G::Value>,
}

impl<'w, G, H, B> Plain<'w, G, H, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    B: Observer<G>,
{
    pub(crate) fn new(game: &'w G, horizon: &'w H, end: End, meter: &'w Meter, observer: &'w mut B) -> Self {
        let (counts, line) = (Counts::default(), PrincipalLine::new());
        Self { game, horizon, end, observer, budget: Budget::new(meter, None), counts, line, shown: Bounds::ANY }
    }

    /// Says that the walk begins, where somebody listens.
    pub(crate) fn begin(&mut self, depth: Option<u32>) {
        self.observer.pass(self.game, depth, Beyond::of(self.horizon.promises(), self.end));
    }

    /// What the walk from the root, where this player moves, found.
    pub(crate) fn found(self, player: Option<Player>, value: Result<G::Value, Interrupt>) -> Found<G::Value, G::Move> {
        let (moves, counts) = (self.line.at(0).to_vec(), self.counts());
        let shown = value.map_or(self.shown, Bounds::exact);
        let line = match player {
            Some(Player::Max) => Line::whole(moves, shown.lower),
            Some(Player::Min) => Line::whole(moves, shown.upper),
            None => Line::guess(moves),
        };
        Found { value, shown, line, counts, best_move: None }
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts { visits: self.counts.visits + self.budget.spent(), ..self.counts }
    }

    /// Charges a position that is looked at without this walk.
    pub(crate) fn charge(&mut self) -> Result<(), Interrupt> {
        self.budget.spend()
    }

    /// The value of a position, `depth` moves ahead.
    pub(crate) fn value(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        ply: usize,
    ) -> Result<G::Value, Interrupt> {
        match self.settle(position, played, depth)? {
            Settled::Value(value) => Ok(value),
            Settled::Turn(player) => self.best_as(player, position, depth, ply),
        }
    }

    /// Charges a position, and settles it if the game is over or the walk may not look further.
    ///
    /// Inlined where a move is made: most positions are leaves, and cost no call.
    #[inline(always)]
    fn settle(
        &mut self,
        position: &G::Position,
        played: Option<G::Move>,
        depth: u32,
    ) -> Result<Settled<G::Value>, Interrupt> {
        self.budget.spend()?;
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &Window::OPEN);
        }
        let (value, left) = match self.game.turn(position) {
            Turn::Over(value) => (value, Left::Over),
            _ if depth == 0 => {
                self.counts.horizon += 1;
                (self.horizon.value(self.game, position, self.end), Left::Horizon)
            }
            Turn::Max => return Ok(Settled::Turn(Player::Max)),
            Turn::Min => return Ok(Settled::Turn(Player::Min)),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        };
        if B::LISTENS {
            self.observer.leave(self.game, position, &Bounds::exact(value), left);
        }
        Ok(Settled::Value(value))
    }

    #[inline(always)]
    fn best_as(
        &mut self,
        player: Player,
        position: &mut G::Position,
        depth: u32,
        ply: usize,
    ) -> Result<G::Value, Interrupt> {
        let found = match player {
            Player::Max => self.best::<MaxSide>(position, depth, ply),
            Player::Min => self.best::<MinSide>(position, depth, ply),
        };
        if B::LISTENS {
            match &found {
                Ok(value) => self.observer.leave(self.game, position, &Bounds::exact(*value), Left::Done),
                Err(_) => self.observer.leave(self.game, position, &self.game.promised(position), Left::Interrupted),
            }
        }
        found
    }

    /// The best value of all moves. There is at least one move, so the position's row always holds a line afterwards.
    #[inline(never)]
    fn best<S: Side>(&mut self, position: &mut G::Position, depth: u32, ply: usize) -> Result<G::Value, Interrupt> {
        self.counts.expanded += 1;
        let mut best = S::worst();
        let mut first = true;
        for chosen in self.game.moves(position) {
            let (value, settled) = self.after(position, chosen, depth - 1, ply + 1)?;
            if first || S::better(value, best) {
                first = false;
                best = value;
                self.line.raise(ply, chosen, !settled);
                if ply == 0 {
                    match S::PLAYER {
                        Player::Max => self.shown.lower = best,
                        Player::Min => self.shown.upper = best,
                    }
                }
            }
            if B::LISTENS {
                let bounds = match S::PLAYER {
                    Player::Max => Bounds { lower: best, ..Bounds::ANY },
                    Player::Min => Bounds { upper: best, ..Bounds::ANY },
                };
                self.observer.learn(self.game, position, &bounds, &Window::OPEN);
            }
        }
        Ok(best)
    }

    /// The value after a move, and whether nobody had to think about it: then there is no line below.
    #[inline(always)]
    fn after(
        &mut self,
        position: &mut G::Position,
        chosen: G::Move,
        depth: u32,
        ply: usize,
    ) -> Result<(G::Value, bool), Interrupt> {
        if copied::<G::Position>() {
            let mut after = position.clone();
            self.game.play(&mut after, chosen);
            return Ok(match self.settle(&after, Some(chosen), depth)? {
                Settled::Value(value) => (value, true),
                Settled::Turn(player) => {
                    let mut kept = after;
                    (self.best_as(player, &mut kept, depth, ply)?, false)
                }
            });
        }
        let undo = self.game.play(position, chosen);
        let found = match self.settle(position, Some(chosen), depth) {
            Ok(Settled::Value(value)) => Ok((value, true)),
            Ok(Settled::Turn(player)) => self.best_as(player, position, depth, ply).map(|value| (value, false)),
            Err(why) => Err(why),
        };
        self.game.undo(position, undo);
        found
    }
}

//! MMC: minimax with a cache, for values of any distributive lattice (Li, Zanuttini, Cazenave, Ventos 2022, Section 6).
//!
//! Every position is worked out once and in full, and nothing is cut. It needs the fewest operations on values of all
//! algorithms for lattices, one a move, and so it is the one to beat where values are large. A departure from the
//! paper: a cache with a memory limit may forget, and then works a position out again.

use secateur_game::{Alternating, Keyed, Player, Turn};
use secateur_value::{Bounds, Lattice, Window};

use crate::lattice::lattice_alpha_beta::whole;
use crate::lattice::lattice_window::{choose, surpasses};
use crate::memory::cache::{Cache, Known};
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::{AsListed, Forgetful, Outcome, Search};

impl<G, H, B> Search<'_, G, H, Forgetful, AsListed, B>
where
    G: Alternating + Keyed,
    H: Horizon<G>,
    B: Observer<G>,
{
    /// Minimax with a cache of at most `memory` bytes (or as many as it takes), for values of any lattice.
    ///
    /// Uses no window and no order but the game's own.
    ///
    /// ```
    /// use secateur_games::dag::{self, Dag};
    /// use secateur_search::Search;
    /// use secateur_game::Game;
    ///
    /// let game = Dag::from_json(dag::EXAMPLE)?;
    /// let outcome = Search::at(&game, game.start()).lattice_minimax(None);
    /// assert!(outcome.bounds.is_exact());
    /// # Ok::<(), secateur_games::dag::DagError>(())
    /// ```
    pub fn lattice_minimax(self, memory: Option<usize>) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        let (question, mut observer) = self.apart_from_observer();
        let promised = question.game.bounds(&question.position);
        question.answer(&meter, |end| {
            let mut walk = PlainWalk {
                game: question.game,
                horizon: &question.horizon,
                end,
                observer: &mut observer,
                cache: memory.map_or_else(Cache::unlimited, Cache::with_bytes),
                budget: Budget::new(&meter, None),
                counts: Counts::default(),
                shown: promised.clone(),
                best: None,
            };
            let depth = question.limits.depth.unwrap_or(u32::MAX);
            walk.observer.pass(question.game, question.limits.depth, Beyond::of(question.horizon.promises(), end));
            let value = walk.visit(&mut question.position.clone(), None, depth, true);
            walk.found(value)
        })
    }
}

struct PlainWalk<'w, G: Alternating + Keyed, H, B> {
    game: &'w G,
    horizon: &'w H,
    end: End,
    observer: &'w mut B,
    cache: Cache<G::Key, G::Value>,
    budget: Budget<'w>,
    counts: Counts,
    /// What the root's moves that are done show, for a walk that is interrupted.
    shown: Bounds<G::Value>,
    /// The root's move that no other surpassed so far, with its value.
    best: Option<(G::Move, G::Value)>,
}

impl<G, H, B> PlainWalk<'_, G, H, B>
where
    G: Alternating + Keyed,
    H: Horizon<G>,
    B: Observer<G>,
{
    fn visit(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        root: bool,
    ) -> Result<G::Value, Interrupt> {
        self.budget.spend()?;
        if B::LISTENS {
            let promised = self.game.bounds(position);
            self.observer.enter(self.game, position, played.map(Step::One), &whole(promised));
        }
        let result = match self.game.turn(position) {
            Turn::Over(value) => Ok((value, Left::Over)),
            Turn::Max => self.think(Player::Max, position, depth, root),
            Turn::Min => self.think(Player::Min, position, depth, root),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        };
        if B::LISTENS {
            let (bounds, left) = match &result {
                Ok((value, left)) => (Bounds::exact(value.clone()), *left),
                Err(_) => (self.game.bounds(position), Left::Interrupted),
            };
            self.observer.leave(self.game, position, &bounds, left);
        }
        result.map(|(value, _)| value)
    }

    fn think(
        &mut self,
        player: Player,
        position: &mut G::Position,
        depth: u32,
        root: bool,
    ) -> Result<(G::Value, Left), Interrupt> {
        if depth == 0 {
            self.counts.horizon += 1;
            return Ok((self.horizon.value(self.game, position, self.end), Left::Horizon));
        }
        let key = self.game.key(position);
        if let Some(known) = self.cache.recall(&key) {
            self.counts.recalled += 1;
            return Ok((known.lower().clone(), Left::Known));
        }
        self.counts.distinct += 1;
        self.counts.expanded += 1;
        let mut best: Option<G::Value> = None;
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let value = self.visit(position, Some(chosen), depth - 1, false);
            self.game.undo(position, undo);
            let value = value?;
            if root && self.best.as_ref().is_none_or(|(_, old)| surpasses(player, &value, old)) {
                self.best = Some((chosen, value.clone()));
            }
            match &mut best {
                None => best = Some(value),
                Some(best) => choose(player, best, &value, &mut self.counts.operations),
            }
            if let (true, Some(best)) = (B::LISTENS, &best) {
                let Bounds { lower, upper } = self.game.bounds(position);
                let so_far = match player {
                    Player::Max => Bounds { lower: best.clone(), upper: upper.clone() },
                    Player::Min => Bounds { lower: lower.clone(), upper: best.clone() },
                };
                self.observer.learn(self.game, position, &so_far, &Window { alpha: lower, beta: upper });
            }
            if let (true, Some(best)) = (root, &best) {
                match player {
                    Player::Max => self.shown.lower.join_assign(best),
                    Player::Min => self.shown.upper.meet_assign(best),
                }
            }
        }
        // A game that is not over has a move; one that breaks this law is worth what it promises.
        let best = best.unwrap_or_else(|| self.game.bounds(position).lower);
        self.cache.remember(key, Known::Exact(best.clone()));
        Ok((best, Left::Done))
    }

    fn found(self, value: Result<G::Value, Interrupt>) -> Found<G::Value, G::Move> {
        let counts = Counts { visits: self.budget.spent(), ..self.counts };
        let line =
            self.best.map_or_else(|| Line::guess(Vec::new()), |(chosen, worth)| Line::begins_with(vec![chosen], worth));
        let shown = match &value {
            Ok(value) => Bounds::exact(value.clone()),
            Err(_) => self.shown,
        };
        Found { value, shown, line, counts, best_move: None }
    }
}

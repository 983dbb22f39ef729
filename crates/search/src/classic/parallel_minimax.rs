//! Parallel minimax (handout, "Parallel Minimax"): the same walk, divided among threads.
//!
//! As the handout advises: a thread that takes over gets its own copy of the position; the moves of a position are
//! divided in halves and conquered, so that threads are busy as soon as possible; and below a sequential cutoff, by
//! remaining depth, the plain walk of `minimax.rs` goes on alone.

use secateur_game::{Alternating, Player, Turn};
use secateur_value::{Bounds, Chain};

use crate::oracle::minimax::Plain;
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::Meter;
use crate::threads::stack;
use crate::{Outcome, Search};

/// How minimax is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParallelMinimax {
    /// How many threads.
    pub threads: usize,
    /// Positions with fewer moves ahead than this are not divided.
    pub cutoff: u32,
}

impl Default for ParallelMinimax {
    fn default() -> Self {
        Self { threads: std::thread::available_parallelism().map_or(1, usize::from), cutoff: 5 }
    }
}

impl ParallelMinimax {
    /// On this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With this sequential cutoff.
    pub fn cutoff(self, cutoff: u32) -> Self {
        Self { cutoff, ..self }
    }
}

impl<G, H> Search<'_, G, H>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
{
    /// Plain minimax on several threads. The same value, the same best move and the same counts as
    /// [`minimax`](Search::minimax).
    pub fn parallel_minimax(self, divided: &ParallelMinimax) -> Outcome<G::Value, G::Move> {
        let Ok(pool) = stack::pool(divided.threads.max(1)) else {
            return self.minimax(); // no thread to be had
        };
        let meter = Meter::new(&self.limits);
        let depth = self.limits.depth.unwrap_or(u32::MAX);
        self.answer(&meter, |end| {
            let walk = Divided { game: self.game, horizon: &self.horizon, end, meter: &meter, cutoff: divided.cutoff };
            let found = pool.install(|| walk.value(&self.position, depth));
            match found.value {
                Ok(value) => Found { value: Ok(value), shown: Bounds::exact(value), ..found },
                Err(_) => found,
            }
        })
    }
}

struct Divided<'w, G, H> {
    game: &'w G,
    horizon: &'w H,
    end: End,
    meter: &'w Meter,
    cutoff: u32,
}

impl<G, H> Divided<'_, G, H>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
{
    /// The value of a position that this thread owns a copy of.
    fn value(&self, position: &G::Position, depth: u32) -> Found<G::Value, G::Move> {
        let mut nobody = ();
        let mut plain = Plain::new(self.game, self.horizon, self.end, self.meter, &mut nobody);
        let player = match self.game.turn(position) {
            Turn::Max if depth > self.cutoff => Player::Max,
            Turn::Min if depth > self.cutoff => Player::Min,
            _ => {
                let value = plain.value(&mut position.clone(), None, depth, 0);
                return plain.found(self.game.turn(position).player(), value);
            }
        };
        let charged = plain.charge();
        let mut counts = plain.counts();
        drop(plain);
        // Without the charge nothing is looked at.
        counts.expanded += u64::from(charged.is_ok());
        let moves: Vec<_> = self.game.moves(position).collect();
        let mut found = match charged {
            Ok(()) => self.best_of(player, position, &moves, depth),
            Err(why) => Found {
                value: Err(why),
                shown: Bounds::ANY,
                line: Line::guess(Vec::new()),
                counts: Counts::default(),
                best_move: None,
            },
        };
        found.counts.add(&counts);
        found
    }

    /// The best of some moves: of one by playing it, of more by halves.
    fn best_of(
        &self,
        player: Player,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
    ) -> Found<G::Value, G::Move> {
        if let [chosen] = *moves {
            let mut after = position.clone();
            self.game.play(&mut after, chosen);
            let mut found = self.value(&after, depth - 1);
            let mut moves = std::mem::take(&mut found.line.moves);
            moves.insert(0, chosen);
            if let Ok(value) = found.value {
                found.line = Line::whole(moves, value);
                found.shown = match player {
                    Player::Max => Bounds { lower: value, ..Bounds::ANY },
                    Player::Min => Bounds { upper: value, ..Bounds::ANY },
                };
            } else {
                found.shown = Bounds::ANY;
                found.line = Line::guess(Vec::new());
            }
            return found;
        }
        let (left, right) = moves.split_at(moves.len() / 2);
        let (mut left, right) = rayon::join(
            || self.best_of(player, position, left, depth),
            || self.best_of(player, position, right, depth),
        );
        left.counts.add(&right.counts);
        let counts = left.counts;
        // The left half holds the earlier moves, which win ties, as they do in the plain walk.
        let right_is_better = match (player, shown_by(player, &left.shown), shown_by(player, &right.shown)) {
            (Player::Max, a, b) => b > a,
            (Player::Min, a, b) => b < a,
        };
        let value = match (left.value, right.value) {
            (Ok(a), Ok(b)) => Ok(if right_is_better { b } else { a }),
            (Err(why), _) | (_, Err(why)) => Err(why),
        };
        let better = if right_is_better || left.line.moves.is_empty() { right } else { left };
        Found { value, counts, ..better }
    }
}

fn shown_by<V: Chain>(player: Player, shown: &Bounds<V>) -> V {
    match player {
        Player::Max => shown.lower,
        Player::Min => shown.upper,
    }
}

//! A quick first look at the play of a suit: for every position, a plan that is good and a bound that no plan exceeds.
//!
//! From below, *vector minimaxing* (Frank and Basin 1998): of each position only one plan is kept, the one that succeeds
//! on most deals, as the set of layouts on which it does. Where declarer plays it is the heaviest of the sets after each
//! card; where a defender does, their intersection. This is a plan, and often the best one. From above, declarer may
//! look at all cards: where declarer plays the union, where a defender does the intersection.
//!
//! Both are the bounds `h` with which alpha-beta duo begins, and the weight of the plan from the start is what any better
//! plan has to beat (`weights.rs`). Every position is looked at once, so this costs little beside families.

use std::time::Instant;

use secateur_game::{Game, Keyed, Player};
use secateur_search::{Cache, Known, Limits};
use secateur_value::{Bounds, Lattice, Subset};

use crate::play::{Key, Play, SuitPlay};
use crate::weights::Weights;

/// What the first look found.
#[derive(Debug)]
pub(crate) struct Sketch<S> {
    known: Cache<Key, S>,
    /// What is known about the start, unless a limit was reached.
    pub(crate) start: Option<Bounds<S>>,
    /// How many positions were looked at, each time it happened.
    pub(crate) visits: u64,
}

impl<S: Subset + Lattice> Sketch<S> {
    /// Looks at every position, within limits.
    pub(crate) fn new(game: &SuitPlay<'_, S>, weights: &Weights, limits: &Limits) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let mut look = Look { game, weights, limits, deadline, known: Cache::unlimited(), visits: 0 };
        let start = look.at(&mut game.start());
        Self { known: look.known, start, visits: look.visits }
    }

    /// What is known about a position.
    pub(crate) fn of(&self, key: &Key) -> Option<&Known<S>> {
        self.known.peek(key)
    }
}

struct Look<'l, 's, S> {
    game: &'l SuitPlay<'s, S>,
    weights: &'l Weights,
    limits: &'l Limits,
    deadline: Option<Instant>,
    known: Cache<Key, S>,
    visits: u64,
}

/// How many positions pass between two looks at the clock.
const LOOK_UP_EVERY: u64 = 256;

impl<S: Subset + Lattice> Look<'_, '_, S> {
    /// Nothing where a limit was reached.
    fn at(&mut self, play: &mut Play) -> Option<Bounds<S>> {
        if self.must_stop() {
            return None;
        }
        self.visits += 1;
        let player = match self.game.player(play) {
            None => return Some(Bounds::exact(self.game.outcome(play))),
            Some(player) => player,
        };
        let key = self.game.key(play);
        if let Some(known) = self.known.peek(&key) {
            return Some(known.bounds());
        }
        let mut found: Option<Bounds<S>> = None;
        for act in self.game.moves(play) {
            let undo = self.game.play(play, act);
            let after = self.at(play);
            self.game.undo(play, undo);
            let after = after?;
            match (&mut found, player) {
                (None, _) => found = Some(after),
                (Some(found), Player::Max) => {
                    found.upper.join_assign(&after.upper);
                    if self.weights.of(&after.lower) > self.weights.of(&found.lower) {
                        found.lower = after.lower;
                    }
                }
                (Some(found), Player::Min) => {
                    found.lower.meet_assign(&after.lower);
                    found.upper.meet_assign(&after.upper);
                }
            }
        }
        let found = found?;
        self.known.remember(key, Known::from_bounds(found.clone()));
        Some(found)
    }

    fn must_stop(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.visits >= nodes)
            || self.visits.is_multiple_of(LOOK_UP_EVERY)
                && (self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                    || self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()))
    }
}

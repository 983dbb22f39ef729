//! Bounds by taking turns: where both players move at once, let one of them move first and the other one see it.
//!
//! If Max has to move first and in the open, the game is worth at most what it was: a lower bound. If Min has to, an upper
//! bound (Bošanský, Lisý, Lanctot, Čermák, Winands, AIJ 2016, Section 4.2). Both are ordinary alpha-beta searches
//! without any linear program, and where they meet the value is known.
//!
//! Everything is seen by the player who moves first and maximises; for Min the signs turn, which is exact. What comes
//! back is an interval `[floor, limit]`: the floor is a bound of the *game*, the limit says only that this search cannot
//! prove more. A floor may use anything known about the game (promises, bounds that other searches found); this only
//! makes it better.

use secateur_game::{Both, Chance, Game, Player, Turn};
use secateur_value::{Bounds, Chain, Mean, Real, Window};

use super::book::{Book, Entry};
use crate::Stop;
use crate::question::limits::{Budget, Interrupt};

/// One worker's searches of the serialized games.
#[derive(Debug)]
pub(crate) struct Serial<T> {
    /// Positions looked at.
    pub(crate) visits: u64,
    /// Moves of the positions on the way down.
    moves: Vec<T>,
    /// By how many moves ahead, the first move that was best last.
    best: Vec<u8>,
    /// By how many moves ahead and by first move, the reply that refuted it last.
    refuted_by: Vec<u8>,
}

/// How many first moves a refutation is remembered for.
const REFUTED: usize = 32;

/// A question on the way down: the window, seen by the first player, and how far to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) window: Window<Real>,
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

impl Line {
    /// Whether nothing more can come of a search between this floor and this limit.
    #[inline]
    fn is_answered_by(self, floor: Real, limit: Real) -> bool {
        floor >= limit || floor >= self.window.beta || limit <= self.window.alpha
    }

    #[inline]
    fn below(self, alpha: Real, beta: Real) -> Self {
        Self { window: Window { alpha, beta }, depth: self.depth - 1, ply: self.ply + 1 }
    }

    /// After an outcome of chance: nobody chose, so no depth is spent.
    #[inline]
    fn after_chance(self) -> Self {
        Self { window: Window { alpha: Real::LEAST, beta: Real::GREATEST }, ply: self.ply + 1, ..self }
    }
}

/// What a search works with: the rules, what is remembered, and what may still be spent.
pub(crate) struct SerialBudget<'p, 'w, G, K> {
    pub(crate) game: &'p G,
    pub(crate) book: &'p K,
    pub(crate) budget: &'p mut Budget<'w>,
    pub(crate) stopped: &'p mut Option<Stop>,
}

impl<T> Serial<T> {
    pub(crate) fn new() -> Self {
        Self { visits: 0, moves: Vec::new(), best: Vec::new(), refuted_by: Vec::new() }
    }
}

impl<T: Copy> Serial<T> {
    /// A lower bound of the value, or as much as matters between what is still open.
    pub(crate) fn lower<G, K>(
        &mut self,
        node: &mut G::Position,
        open: Bounds<Real>,
        depth: u32,
        purse: &mut SerialBudget<'_, '_, G, K>,
    ) -> Real
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let window = Window { alpha: open.lower, beta: open.upper };
        self.search::<true, G, K>(node, Line { window, depth, ply: 0 }, purse).lower
    }

    /// An upper bound of the value.
    pub(crate) fn upper<G, K>(
        &mut self,
        node: &mut G::Position,
        open: Bounds<Real>,
        depth: u32,
        purse: &mut SerialBudget<'_, '_, G, K>,
    ) -> Real
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let window = Window { alpha: -open.upper, beta: -open.lower };
        -self.search::<false, G, K>(node, Line { window, depth, ply: 0 }, purse).lower
    }

    /// The floor and the limit of a position, seen by the first player: Max if `MAX`, else Min.
    fn search<const MAX: bool, G, K>(
        &mut self,
        node: &mut G::Position,
        ask: Line,
        purse: &mut SerialBudget<'_, '_, G, K>,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let first = if MAX { Player::Max } else { Player::Min };
        let turn = purse.game.turn(node);
        if let Turn::Over(value) = turn {
            self.visits += 1;
            return Bounds::exact(if MAX { value } else { -value });
        }
        let promised =
            |game: &G, node: &G::Position| Entry { value: game.bounds(node), ..Entry::NOTHING }.seen_by(first);
        if ask.depth == 0 || purse.stopped.is_some() {
            return Bounds::exact(promised(purse.game, node).lower);
        }
        if let Err(why) = purse.budget.spend() {
            *purse.stopped = Some(match why {
                Interrupt::Limit(stop) => stop,
                Interrupt::SiblingCut => Stop::Cancelled,
            });
            return Bounds::exact(promised(purse.game, node).lower);
        }
        self.visits += 1;
        let key = purse.book.key(purse.game, node);
        let known = purse.book.entry(key).seen_by(first);
        let mut floor = known.lower;
        let mut limit = known.upper.max(floor);
        if !ask.is_answered_by(floor, limit) {
            let promised = promised(purse.game, node);
            floor = floor.max(promised.lower);
            limit = limit.min(promised.upper).max(floor);
        }
        if ask.is_answered_by(floor, limit) {
            return Bounds { lower: floor, upper: limit };
        }
        let goal = ask.window.beta.min(limit);
        let start = self.moves.len();
        let mut found = match turn {
            Turn::Over(_) => return known,
            Turn::Chance(chance) => {
                let mut mean = Mean::default();
                for (weight, outcome) in chance.outcomes(purse.game, node) {
                    let undo = purse.game.play(node, outcome);
                    mean.add(weight, &self.search::<MAX, G, K>(node, ask.after_chance(), purse));
                    purse.game.undo(node, undo);
                }
                mean.bounds()
            }
            Turn::Both(both) => self.open_bids::<MAX, G, K>(node, both, ask, floor, goal, purse),
            turn => self.alone::<MAX, G, K>(node, turn.player() == Some(first), ask, floor, goal, purse),
        };
        self.moves.truncate(start);
        found.lower = found.lower.max(floor);
        found.upper = found.upper.min(limit).max(found.lower);
        if purse.stopped.is_none() {
            purse.book.learn(key, Entry::shown_to(first, found));
        }
        found
    }

    /// One player alone is to move: the first player if `own`.
    fn alone<const MAX: bool, G, K>(
        &mut self,
        node: &mut G::Position,
        own: bool,
        ask: Line,
        floor: Real,
        goal: Real,
        purse: &mut SerialBudget<'_, '_, G, K>,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let alpha = ask.window.alpha.max(floor);
        let worst = if own { Real::LEAST } else { Real::GREATEST };
        let mut best = Bounds::exact(worst);
        for chosen in purse.game.moves(node) {
            let undo = purse.game.play(node, chosen);
            let below =
                if own { ask.below(alpha.max(best.lower), goal) } else { ask.below(alpha, goal.min(best.upper)) };
            let child = self.search::<MAX, G, K>(node, below, purse);
            purse.game.undo(node, undo);
            if own {
                best = best.join(&child);
                if best.lower >= goal {
                    return Bounds { upper: Real::GREATEST, ..best };
                }
            } else {
                best = best.meet(&child);
                if best.upper <= alpha {
                    // The moves that were not looked at may be worse still.
                    return Bounds { lower: Real::LEAST, ..best };
                }
            }
        }
        best
    }

    /// Both players move, the first one in the open.
    fn open_bids<const MAX: bool, G, K>(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        ask: Line,
        floor: Real,
        goal: Real,
        purse: &mut SerialBudget<'_, '_, G, K>,
    ) -> Bounds<Real>
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let base = self.moves.len();
        let (game, alpha) = (purse.game, ask.window.alpha.max(floor));
        if MAX {
            self.moves.extend(both.rows(game, node));
        } else {
            self.moves.extend(both.columns(game, node));
        }
        let middle = self.moves.len();
        if MAX {
            self.moves.extend(both.columns(game, node));
        } else {
            self.moves.extend(both.rows(game, node));
        }
        let (own_moves, replies) = (middle - base, self.moves.len() - middle);
        let refutations = ask.ply * REFUTED;
        if self.best.len() <= ask.ply {
            self.best.resize(ask.ply + 1, 0);
            self.refuted_by.resize((ask.ply + 1) * REFUTED, 0);
        }
        let favourite = usize::from(self.best[ask.ply]);
        let mut best = Bounds::exact(Real::LEAST);
        for number in 0..own_moves {
            let own = favourite_first(favourite, own_moves, number);
            let needed = alpha.max(best.lower);
            let slot = refutations + own % REFUTED;
            let killer = usize::from(self.refuted_by[slot]);
            let mut worst = Bounds::exact(Real::GREATEST);
            for number in 0..replies {
                let reply = favourite_first(killer, replies, number);
                let (chosen, answer) = (self.moves[base + own], self.moves[middle + reply]);
                let (row, column) = if MAX { (chosen, answer) } else { (answer, chosen) };
                let undo = both.play(game, node, row, column);
                let child = self.search::<MAX, G, K>(node, ask.below(needed, goal.min(worst.upper)), purse);
                game.undo(node, undo);
                worst = worst.meet(&child);
                if worst.upper <= needed {
                    worst.lower = Real::LEAST; // the replies that were not looked at may be worse still
                    self.refuted_by[slot] = reply as u8;
                    break;
                }
            }
            if worst.lower > best.lower {
                self.best[ask.ply] = own as u8;
            }
            best = best.join(&worst);
            if best.lower >= goal {
                return Bounds { upper: Real::GREATEST, ..best };
            }
        }
        best
    }
}

/// The place of the `number`-th of `all` moves to be tried: a favourite comes first, and the others keep their order.
#[inline]
fn favourite_first(favourite: usize, all: usize, number: usize) -> usize {
    match number {
        _ if favourite >= all => number,
        0 => favourite,
        _ if number <= favourite => number - 1,
        _ => number,
    }
}

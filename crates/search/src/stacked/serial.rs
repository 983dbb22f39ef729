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
use secateur_matrix::Interval;
use secateur_value::Real;

use super::average::Average;
use super::book::{Book, Entry};
use super::walk::{interval, larger, smaller};
use crate::Stop;
use crate::limits::{Budget, Interrupt};

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
    pub(crate) window: Interval,
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

impl Line {
    /// Whether nothing more can come of a search between this floor and this limit.
    #[inline]
    fn is_answered_by(self, floor: f64, limit: f64) -> bool {
        floor >= limit || floor >= self.window.upper || limit <= self.window.lower
    }

    #[inline]
    fn below(self, lower: f64, upper: f64) -> Self {
        Self { window: Interval { lower, upper }, depth: self.depth - 1, ply: self.ply + 1 }
    }
}

/// What a search works with: the rules, what is remembered, and what may still be spent.
pub(crate) struct Purse<'p, 'w, G, K> {
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
    /// A lower bound of the value, or as much as matters between the ends of the window.
    pub(crate) fn lower<G, K>(
        &mut self,
        node: &mut G::Position,
        window: Interval,
        depth: u32,
        purse: &mut Purse<'_, '_, G, K>,
    ) -> f64
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        self.search::<true, G, K>(node, Line { window, depth, ply: 0 }, purse).lower
    }

    /// An upper bound of the value.
    pub(crate) fn upper<G, K>(
        &mut self,
        node: &mut G::Position,
        window: Interval,
        depth: u32,
        purse: &mut Purse<'_, '_, G, K>,
    ) -> f64
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let window = Interval { lower: -window.upper, upper: -window.lower };
        -self.search::<false, G, K>(node, Line { window, depth, ply: 0 }, purse).lower
    }

    /// The floor and the limit of a position, seen by the first player: Max if `MAX`, else Min.
    fn search<const MAX: bool, G, K>(
        &mut self,
        node: &mut G::Position,
        ask: Line,
        purse: &mut Purse<'_, '_, G, K>,
    ) -> Interval
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let first = if MAX { Player::Max } else { Player::Min };
        let turn = purse.game.turn(node);
        if let Turn::Over(value) = turn {
            self.visits += 1;
            return Interval::exact(if MAX { value.get() } else { -value.get() });
        }
        let promised = |game: &G, node: &G::Position| {
            Entry { value: interval(game.bounds(node)), ..Entry::NOTHING }.seen_by(first)
        };
        if ask.depth == 0 || purse.stopped.is_some() {
            return Interval::exact(promised(purse.game, node).lower);
        }
        if let Err(why) = purse.budget.spend() {
            *purse.stopped = Some(match why {
                Interrupt::Limit(stop) => stop,
                Interrupt::SiblingCut => Stop::Cancelled,
            });
            return Interval::exact(promised(purse.game, node).lower);
        }
        self.visits += 1;
        let key = purse.book.key(purse.game, node);
        let known = purse.book.entry(key).seen_by(first);
        let mut floor = known.lower;
        let mut limit = larger(known.upper, floor);
        if !ask.is_answered_by(floor, limit) {
            let promised = promised(purse.game, node);
            floor = larger(floor, promised.lower);
            limit = larger(smaller(limit, promised.upper), floor);
        }
        if ask.is_answered_by(floor, limit) {
            return Interval { lower: floor, upper: limit };
        }
        let goal = smaller(ask.window.upper, limit);
        let start = self.moves.len();
        let mut found = match turn {
            Turn::Over(_) => return known,
            Turn::Chance(chance) => {
                let mut average = Average::default();
                for (weight, outcome) in chance.outcomes(purse.game, node) {
                    let undo = purse.game.play(node, outcome);
                    average.add(
                        weight as f64,
                        self.search::<MAX, G, K>(node, ask.below(f64::NEG_INFINITY, f64::INFINITY), purse),
                    );
                    purse.game.undo(node, undo);
                }
                average.interval()
            }
            Turn::Both(both) => self.open_bids::<MAX, G, K>(node, both, ask, floor, goal, purse),
            turn => self.alone::<MAX, G, K>(node, turn.player() == Some(first), ask, floor, goal, purse),
        };
        self.moves.truncate(start);
        found.lower = larger(found.lower, floor);
        found.upper = larger(smaller(found.upper, limit), found.lower);
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
        floor: f64,
        goal: f64,
        purse: &mut Purse<'_, '_, G, K>,
    ) -> Interval
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let alpha = larger(ask.window.lower, floor);
        let worst = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best = Interval::exact(worst);
        for chosen in purse.game.moves(node) {
            let undo = purse.game.play(node, chosen);
            let below = if own {
                ask.below(larger(alpha, best.lower), goal)
            } else {
                ask.below(alpha, smaller(goal, best.upper))
            };
            let child = self.search::<MAX, G, K>(node, below, purse);
            purse.game.undo(node, undo);
            if own {
                best = Interval { lower: larger(best.lower, child.lower), upper: larger(best.upper, child.upper) };
                if best.lower >= goal {
                    return Interval { upper: f64::INFINITY, ..best };
                }
            } else {
                best = Interval { lower: smaller(best.lower, child.lower), upper: smaller(best.upper, child.upper) };
                if best.upper <= alpha {
                    // The moves that were not looked at may be worse still.
                    return Interval { lower: f64::NEG_INFINITY, ..best };
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
        floor: f64,
        goal: f64,
        purse: &mut Purse<'_, '_, G, K>,
    ) -> Interval
    where
        G: Game<Value = Real, Move = T>,
        K: Book<G>,
    {
        let base = self.moves.len();
        let (game, alpha) = (purse.game, larger(ask.window.lower, floor));
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
        let mut best = Interval::exact(f64::NEG_INFINITY);
        for number in 0..own_moves {
            let own = favourite_first(favourite, own_moves, number);
            let needed = larger(alpha, best.lower);
            let slot = refutations + own % REFUTED;
            let killer = usize::from(self.refuted_by[slot]);
            let mut worst = Interval::exact(f64::INFINITY);
            for number in 0..replies {
                let reply = favourite_first(killer, replies, number);
                let (chosen, answer) = (self.moves[base + own], self.moves[middle + reply]);
                let (row, column) = if MAX { (chosen, answer) } else { (answer, chosen) };
                let undo = both.play(game, node, row, column);
                let child = self.search::<MAX, G, K>(node, ask.below(needed, smaller(goal, worst.upper)), purse);
                game.undo(node, undo);
                worst = Interval { lower: smaller(worst.lower, child.lower), upper: smaller(worst.upper, child.upper) };
                if worst.upper <= needed {
                    worst.lower = f64::NEG_INFINITY; // the replies that were not looked at may be worse still
                    self.refuted_by[slot] = reply as u8;
                    break;
                }
            }
            if worst.lower > best.lower {
                self.best[ask.ply] = own as u8;
            }
            best = Interval { lower: larger(best.lower, worst.lower), upper: larger(best.upper, worst.upper) };
            if best.lower >= goal {
                return Interval { upper: f64::INFINITY, ..best };
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

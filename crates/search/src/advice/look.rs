//! One position after the other: what it is worth so many moves ahead, by an idea of what positions are worth there.
//!
//! A position is asked with a window and answers with an interval: its value within the depth, or an end of it that lies outside the
//! window. The table knows positions by how far they were looked ahead. A position that was looked at less far before, and was worth
//! so much less than the window asks that looking further has hardly ever made up for it, is left at that
//! ([`Look::trusts`]): the difference that a move further makes is learnt on the way.

use std::hash::Hash;

use secateur_game::{Chance, Game, Keyed, Turn};
use secateur_value::{Bounds, Real};

use super::guess::Guess;
use super::table::{Entry, EstimateMemory};
use crate::Stop;
use crate::joint::kernel::Kernel;
use crate::joint::walk::{larger, smaller};
use crate::question::answer::Counts;
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt};

/// No move is known to be good.
pub(super) const NONE: u8 = u8::MAX;
/// A position is left at what it was worth less far ahead if it would have to gain so many times what that usually makes.
const CAUTION: f64 = 2.0;
/// How much one more difference counts in the average.
const PACE: f64 = 0.02;

/// What a look at a position found, and its best moves by their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) found: Guess,
    pub(super) best: (u8, u8),
}

impl Seen {
    fn alone(found: Guess, best: usize) -> Self {
        Self { found, best: (place(best), NONE) }
    }
}

/// A place in a list of moves as it is remembered.
pub(super) fn place(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(NONE)
}

/// One worker's estimates.
pub(super) struct Look<'w, G: Game<Value = Real>, H> {
    pub(super) game: &'w G,
    pub(super) horizon: &'w H,
    pub(super) memory: &'w EstimateMemory,
    pub(super) budget: Budget<'w>,
    pub(super) counts: Counts,
    pub(super) kernel: Kernel,
    pub(super) stopped: Option<Stop>,
    /// The moves of all open positions, and how good they looked less far ahead.
    pub(super) moves: Vec<G::Move>,
    pub(super) ranks: Vec<f64>,
    pub(super) weights: Vec<u64>,
    /// The matrices of all open positions: what is known of their cells, who plays what, and which moves take part.
    pub(super) cells: Vec<Guess>,
    pub(super) mixtures: Vec<f64>,
    pub(super) taking_part: Vec<bool>,
    /// The matrix that is being solved.
    pub(super) scratch: Vec<f64>,
    /// All values seen so far lie between these.
    pub(super) range: Guess,
    /// Values as near as this are the same.
    pub(super) same: f64,
    /// Whether positions may be left at what they were worth less far ahead.
    pub(super) trusting: bool,
    /// What an outcome of chance costs of the depth: nothing where somebody limits the depth, which counts choices alone. Without a
    /// limit it costs as much as a move, so that there are more depths to choose from.
    chance_costs: u32,
    /// How much one move further changes a value, by how far it was looked ahead.
    drift: Vec<f64>,
}

impl<'w, G, H> Look<'w, G, H>
where
    G: Keyed<Value = Real>,
    H: Horizon<G>,
{
    pub(super) fn new(
        game: &'w G,
        position: &G::Position,
        (horizon, memory): (&'w H, &'w EstimateMemory),
        budget: Budget<'w>,
        (trusting, counts_choices): (bool, bool),
    ) -> Self {
        let Bounds { lower, upper } = game.promised(position);
        let range = Guess { lower: lower.get(), upper: upper.get() };
        let width = range.upper - range.lower;
        Self {
            game,
            horizon,
            memory,
            budget,
            counts: Counts::default(),
            kernel: Kernel::new(),
            stopped: None,
            moves: Vec::new(),
            ranks: Vec::new(),
            weights: Vec::new(),
            cells: Vec::new(),
            mixtures: Vec::new(),
            taking_part: Vec::new(),
            scratch: Vec::new(),
            range,
            same: 1e-10 * if width.is_finite() && width > 0.0 { width } else { 1.0 },
            trusting,
            chance_costs: u32::from(!counts_choices),
            drift: Vec::new(),
        }
    }

    /// Forgets where it was, after a limit.
    pub(super) fn reset(&mut self) {
        self.moves.clear();
        self.ranks.clear();
        self.weights.clear();
        self.cells.clear();
        self.mixtures.clear();
        self.taking_part.clear();
    }

    /// What a position is worth so many moves ahead. Nothing after a limit: then no position above has an answer, either.
    #[inline]
    pub(super) fn visit(&mut self, node: &mut G::Position, depth: u32, window: Guess) -> Option<Guess> {
        if !self.budget.spend_drawn() && !self.may_go_on() {
            return None;
        }
        match self.game.turn(node) {
            Turn::Over(value) => Some(self.leaf(value.get())),
            _ if depth == 0 => {
                self.counts.horizon += 1;
                let low = self.horizon.value(self.game, node, End::Lower).get();
                let high = self.horizon.value(self.game, node, End::Upper).get();
                Some(self.leaf(if low == high { low } else { low * 0.5 + high * 0.5 }))
            }
            turn => self.look(node, turn, depth, window),
        }
    }

    /// Where a position is remembered: elsewhere for each way to count depth, so that entries of the two are never mixed up.
    #[inline]
    fn hash(&self, key: &impl Hash) -> u64 {
        const COUNTING_CHOICES: u64 = 0x9E37_79B9_7F4A_7C15;
        EstimateMemory::hash(key) ^ if self.chance_costs == 0 { COUNTING_CHOICES } else { 0 }
    }

    #[inline]
    fn leaf(&mut self, value: f64) -> Guess {
        self.range = Guess { lower: smaller(self.range.lower, value), upper: larger(self.range.upper, value) };
        Guess::exact(value)
    }

    #[inline(never)]
    fn look(
        &mut self,
        node: &mut G::Position,
        turn: Turn<Real, G::Chance, G::Both>,
        depth: u32,
        window: Guess,
    ) -> Option<Guess> {
        let canonical = self.game.canonical(node);
        let hash = self.hash(&canonical.key);
        let sum = self.game.sum_of_swapped_values();
        let turned = |found: Guess| if canonical.swapped { found.swapped(sum) } else { found };
        let other_way = |(one, other)| if canonical.swapped { (other, one) } else { (one, other) };
        let entry = self.memory.find(hash).map(|entry| Entry {
            found: turned(entry.found),
            best: other_way(entry.best),
            ..entry
        });
        let mut known = Guess::OPEN;
        if let Some(entry) = entry {
            // What was seen to its end from further away says more than this depth would: exact is what the depth gives.
            let is_complete = entry.complete && (self.trusting || entry.depth <= depth);
            if is_complete || entry.depth == depth || (self.trusting && entry.depth > depth) {
                known = entry.found;
                if is_answered(known, window) {
                    self.counts.recalled += 1;
                    self.counts.horizon += u64::from(!entry.complete);
                    return Some(known);
                }
            } else if let Some(left) = self.trusts(&entry, depth, window) {
                self.counts.recalled += 1;
                self.counts.horizon += 1;
                return Some(left);
            }
        }
        let horizon = self.counts.horizon;
        self.counts.expanded += 1;
        let best = entry.map_or((NONE, NONE), |entry| entry.best);
        let Seen { found, best } = match turn {
            Turn::Over(value) => Seen::alone(Guess::exact(value.get()), 0),
            Turn::Max => self.best_move::<true>(node, depth, window, best.0)?,
            Turn::Min => self.best_move::<false>(node, depth, window, best.0)?,
            Turn::Chance(chance) => Seen::alone(self.mean(node, chance, depth, window)?, 0),
            Turn::Both(both) => self.matrix(node, both, depth, window, best)?,
        };
        let complete = self.counts.horizon == horizon;
        if let Some(entry) = entry.filter(|entry| entry.depth < depth && entry.is_exact())
            && found.lower == found.upper
        {
            self.learn(depth, (found.lower - entry.about()).abs() / f64::from(depth - entry.depth));
        }
        let both = known.narrowed(found);
        let found = if both.lower <= both.upper { both } else { found };
        self.memory.keep(hash, &Entry { found: turned(found), depth, complete, best: other_way(best) });
        Some(found)
    }

    /// What is said of a position that was looked at less far, if that is enough: so far outside the window that looking further
    /// would have to make several times the difference that it usually makes.
    fn trusts(&self, entry: &Entry, depth: u32, window: Guess) -> Option<Guess> {
        if !self.trusting || entry.depth >= depth {
            return None;
        }
        let drift = self.drift.get(depth as usize).copied().filter(|drift| *drift > 0.0)?;
        let margin = CAUTION * drift * f64::from(depth - entry.depth);
        if entry.found.upper + margin <= window.lower {
            Some(Guess { lower: f64::NEG_INFINITY, upper: entry.found.upper })
        } else if entry.found.lower - margin >= window.upper {
            Some(Guess { lower: entry.found.lower, upper: f64::INFINITY })
        } else {
            None
        }
    }

    /// What usually changes when a position is looked at one move further, so far ahead.
    pub(super) fn usual_change(&self, depth: u32) -> f64 {
        self.drift.get(depth as usize).map_or(f64::INFINITY, |&drift| CAUTION * drift)
    }

    /// A move further made this difference.
    fn learn(&mut self, depth: u32, difference: f64) {
        let depth = depth as usize;
        if self.drift.len() <= depth {
            self.drift.resize(depth + 1, 0.0);
        }
        let drift = &mut self.drift[depth];
        *drift = if *drift == 0.0 { difference } else { *drift + PACE * (difference - *drift) };
    }

    /// Charges a node for which none was drawn, unless a limit was hit before or is hit now.
    #[cold]
    #[inline(never)]
    fn may_go_on(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = match self.budget.spend() {
                Ok(()) => None,
                Err(Interrupt::Limit(stop)) => Some(stop),
                Err(Interrupt::SiblingCut) => Some(Stop::Cancelled),
            };
        }
        self.stopped.is_none()
    }

    /// A turn of Max, or of Min: alpha-beta, the moves that looked best less far ahead first.
    fn best_move<const MAX: bool>(
        &mut self,
        node: &mut G::Position,
        depth: u32,
        asked: Guess,
        hint: u8,
    ) -> Option<Seen> {
        let base = self.moves.len();
        self.moves.extend(self.game.moves(node));
        let count = self.moves.len() - base;
        let ranks = self.ranks.len();
        for number in 0..count {
            let rank = if number == usize::from(hint) {
                f64::INFINITY
            } else if depth >= 2 {
                self.looked::<MAX>(node, base + number)
            } else {
                -1e300
            };
            self.ranks.push(rank);
        }
        let (mut window, mut best) = (asked, Seen::alone(Guess::OPEN, 0));
        for done in 0..count {
            let Some(number) = next_best(&self.ranks[ranks..]) else { break };
            self.ranks[ranks + number] = f64::NEG_INFINITY;
            let chosen = self.moves[base + number];
            let undo = self.game.play(node, chosen);
            let child = self.visit(node, depth - 1, window);
            self.game.undo(node, undo);
            let child = child?;
            if done == 0 {
                best = Seen::alone(child, number);
            } else if MAX {
                if child.lower > best.found.lower {
                    best.best.0 = place(number);
                }
                let (lower, upper) = (larger(best.found.lower, child.lower), larger(best.found.upper, child.upper));
                best.found = Guess { lower, upper };
            } else {
                if child.upper < best.found.upper {
                    best.best.0 = place(number);
                }
                let (lower, upper) = (smaller(best.found.lower, child.lower), smaller(best.found.upper, child.upper));
                best.found = Guess { lower, upper };
            }
            let cut = if MAX {
                window.lower = larger(window.lower, best.found.lower);
                best.found.lower >= asked.upper
            } else {
                window.upper = smaller(window.upper, best.found.upper);
                best.found.upper <= asked.lower
            };
            if cut {
                self.counts.cutoffs += 1;
                let Guess { lower, upper } = best.found;
                best.found =
                    if MAX { Guess { lower, upper: f64::INFINITY } } else { Guess { lower: f64::NEG_INFINITY, upper } };
                break;
            }
        }
        self.moves.truncate(base);
        self.ranks.truncate(ranks);
        Some(best)
    }

    /// How good a move looked to the player who makes it when it was looked at last.
    fn looked<const MAX: bool>(&mut self, node: &mut G::Position, place: usize) -> f64 {
        let undo = self.game.play(node, self.moves[place]);
        let about = match self.game.turn(node) {
            Turn::Over(value) => Some(value.get()),
            _ => {
                let canonical = self.game.canonical(node);
                let entry = self.memory.find(self.hash(&canonical.key));
                let sum = self.game.sum_of_swapped_values();
                entry.map(|entry| if canonical.swapped { sum - entry.about() } else { entry.about() })
            }
        };
        self.game.undo(node, undo);
        about.map_or(-1e300, |about| if MAX { about } else { -about }.clamp(-1e290, 1e290))
    }

    /// A turn of chance. Within a window an outcome is asked only how far it can still move the mean across an end of it.
    fn mean(&mut self, node: &mut G::Position, chance: G::Chance, depth: u32, asked: Guess) -> Option<Guess> {
        let (base, weights) = (self.moves.len(), self.weights.len());
        let mut total = 0.0;
        for (weight, outcome) in chance.outcomes(self.game, node) {
            total += weight as f64;
            self.weights.push(weight);
            self.moves.push(outcome);
        }
        let (mut sum, mut rest) = (0.0, total);
        let mut answer = None;
        for number in 0..self.moves.len() - base {
            let weight = self.weights[weights + number] as f64;
            rest = if base + number + 1 == self.moves.len() { 0.0 } else { rest - weight };
            let Guess { lower: least, upper: most } = self.range;
            let (least, most) = if rest > 0.0 { (rest * least, rest * most) } else { (0.0, 0.0) };
            let window = Guess {
                lower: (asked.lower * total - sum - most) / weight,
                upper: (asked.upper * total - sum - least) / weight,
            };
            let outcome = self.moves[base + number];
            let undo = self.game.play(node, outcome);
            let found = self.visit(node, depth - self.chance_costs, window);
            self.game.undo(node, undo);
            let found = found?;
            if found.lower < found.upper && found.upper <= window.lower {
                let upper = smaller(asked.lower, (sum + weight * found.upper + most) / total);
                answer = Some(Guess { lower: f64::NEG_INFINITY, upper });
                break;
            }
            if found.lower < found.upper && found.lower >= window.upper {
                let lower = larger(asked.upper, (sum + weight * found.lower + least) / total);
                answer = Some(Guess { lower, upper: f64::INFINITY });
                break;
            }
            sum += weight * found.lower;
        }
        self.moves.truncate(base);
        self.weights.truncate(weights);
        Some(answer.unwrap_or(Guess::exact(sum / total)))
    }
}

/// Whether this is all that was asked: a number, or an end outside the window.
#[inline]
pub(super) fn is_answered(known: Guess, window: Guess) -> bool {
    known.lower >= known.upper || known.lower >= window.upper || known.upper <= window.lower
}

/// The place of the highest rank that is left, the first of equals.
fn next_best(ranks: &[f64]) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (number, &rank) in ranks.iter().enumerate() {
        if rank > best.map_or(f64::NEG_INFINITY, |(_, rank)| rank) {
            best = Some((number, rank));
        }
    }
    best.map(|(number, _)| number)
}

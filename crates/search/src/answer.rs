//! From what a run over the tree found to an [`Outcome`] whose bounds hold.

use secateur_game::{Alternating, Game, Player, Stochastic};
use secateur_value::{Bounds, Chain, Lattice, Real, Toward};

use crate::horizon::{End, Horizon};
use crate::limits::{Interrupt, Meter};
use crate::{Outcome, Search, Statistics, Stop, Strategies};

/// What a worker counts. Kept as few as the rest can be derived from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Positions looked at.
    pub(crate) visits: u64,
    /// Positions whose moves were generated.
    pub(crate) expanded: u64,
    /// Positions left before their last move.
    pub(crate) cutoffs: u64,
    /// Positions that the table answered.
    pub(crate) recalled: u64,
    /// Positions that the game's own promise answered.
    pub(crate) promised: u64,
    /// Times that a depth limit had a say in a value. As long as it had none, what was found holds for the game.
    pub(crate) horizon: u64,
    /// Positions that are not over and were not in the cache before.
    pub(crate) distinct: u64,
    /// Joins, meets and comparisons of values from a lattice.
    pub(crate) operations: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.expanded += other.expanded;
        self.cutoffs += other.cutoffs;
        self.recalled += other.recalled;
        self.promised += other.promised;
        self.horizon += other.horizon;
        self.distinct += other.distinct;
        self.operations += other.operations;
    }
}

/// What one run over the tree found.
pub(crate) struct Found<V, M> {
    /// The fail-soft value, or what interrupted the run.
    pub(crate) value: Result<V, Interrupt>,
    /// What the run has shown about the root, if no depth limit had a say.
    pub(crate) shown: Bounds<V>,
    pub(crate) line: Vec<M>,
    /// The number of the root's best move in the order's list.
    pub(crate) best_move: Option<u8>,
    pub(crate) counts: Counts,
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating,
    H: Horizon<G>,
{
    /// Asks `run` once; and, where a depth limit had a say and the horizon promises both ends, once more for the other
    /// end. Says what holds.
    pub(crate) fn answer(
        &self,
        meter: &Meter,
        mut run: impl FnMut(End) -> Found<G::Value, G::Move>,
    ) -> Outcome<G::Value, G::Move> {
        let promised = self.game.promised(&self.position);
        let mut found = run(End::Lower);
        let answer = match found.value.clone() {
            _ if found.counts.horizon == 0 => {
                Answer { bounds: promised.narrowed(&found.shown), estimate: None, stopped: stop(found.value.err()) }
            }
            // Estimates show nothing about the game.
            Ok(value) if !self.horizon.promises() => {
                Answer { bounds: promised, estimate: Some(value), stopped: Stop::Depth }
            }
            Err(why) if !self.horizon.promises() => {
                Answer { bounds: promised, estimate: None, stopped: stop(Some(why)) }
            }
            // Whoever plays for the lower ends gets at least what they show …
            Err(why) => {
                let bounds = Bounds::new(promised.lower.join(&found.shown.lower), promised.upper);
                Answer { bounds, estimate: None, stopped: stop(Some(why)) }
            }
            // … and at most what the upper ends show.
            Ok(_) => {
                let above = run(End::Upper);
                let lower = promised.lower.join(&found.shown.lower);
                let bounds = Bounds::new(lower, promised.upper.meet(&above.shown.upper));
                found.counts.add(&above.counts);
                if self.game.turn(&self.position).player() == Some(Player::Min) {
                    found.line = above.line; // Min plays by what it can hold Max to
                }
                let stopped = match above.value {
                    Ok(_) if bounds.enough(&self.window) => Stop::Solved,
                    Ok(_) => Stop::Depth,
                    Err(why) => stop(Some(why)),
                };
                Answer { bounds, estimate: None, stopped }
            }
        };
        self.outcome(meter, answer, found.line, &found.counts, self.limits.depth)
    }
}

/// What one run that answers with both bounds at once found, as the searches of games with chance do.
pub(crate) struct Enclosed<M> {
    /// These hold as far as the horizon's do, interrupted or not.
    pub(crate) bounds: Bounds<Real>,
    pub(crate) interrupted: Option<Interrupt>,
    pub(crate) line: Vec<M>,
    pub(crate) counts: Counts,
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Stochastic,
    H: Horizon<G>,
{
    /// Says what holds, for a search that may err by `error`.
    pub(crate) fn enclosed(&self, meter: &Meter, found: Enclosed<G::Move>, error: Real) -> Outcome<G::Value, G::Move> {
        let Enclosed { bounds, interrupted, line, counts } = found;
        let promised = self.game.promised(&self.position);
        let answer = if counts.horizon == 0 || self.horizon.promises() {
            let bounds = promised.narrowed(&bounds);
            let clamp = |end| self.window.clamp(&end);
            let close = clamp(bounds.upper).minus(clamp(bounds.lower), Toward::Up) <= error;
            let stopped = match interrupted {
                _ if close => Stop::Solved,
                Some(_) => stop(interrupted),
                // What rounding leaves open is no reason to look further.
                None if counts.horizon == 0 => Stop::Solved,
                None => Stop::Depth,
            };
            Answer { bounds, estimate: None, stopped }
        } else if interrupted.is_some() {
            Answer { bounds: promised, estimate: None, stopped: stop(interrupted) }
        } else {
            let estimate = Some(bounds.lower.halfway(bounds.upper));
            Answer { bounds: promised, estimate, stopped: Stop::Depth }
        };
        self.outcome(meter, answer, line, &counts, self.limits.depth)
    }
}

impl<G: Game, H, M, O> Search<'_, G, H, M, O> {
    /// Puts an outcome together; names a legal move where the line is empty.
    pub(crate) fn outcome(
        &self,
        meter: &Meter,
        answer: Answer<G::Value>,
        mut line: Vec<G::Move>,
        counts: &Counts,
        depth: Option<u32>,
    ) -> Outcome<G::Value, G::Move> {
        let player = self.game.turn(&self.position).player();
        if line.is_empty() && player.is_some() {
            line.extend(self.game.moves(&self.position).next());
        }
        let now = line.first().map(|&chosen| (chosen, 1.0)).into_iter().collect();
        let strategies = match player {
            Some(Player::Max) => Strategies { max: now, min: Vec::new() },
            Some(Player::Min) => Strategies { max: Vec::new(), min: now },
            None => Strategies::default(),
        };
        let statistics = Statistics {
            visits: counts.visits,
            expanded: counts.expanded,
            leaves: counts.visits - counts.expanded - counts.recalled - counts.promised,
            cutoffs: counts.cutoffs,
            cache_hits: counts.recalled,
            distinct: Some(counts.distinct).filter(|&distinct| distinct > 0),
            operations: Some(counts.operations).filter(|&operations| operations > 0),
            depth,
            time: meter.elapsed(),
            ..Statistics::default()
        };
        let Answer { bounds, estimate, stopped } = answer;
        Outcome { bounds, estimate, line, strategies, stopped, statistics }
    }
}

/// The part of an outcome that is a promise.
pub(crate) struct Answer<V> {
    pub(crate) bounds: Bounds<V>,
    pub(crate) estimate: Option<V>,
    pub(crate) stopped: Stop,
}

/// Why a run over the whole tree ended.
pub(crate) fn stop(interrupt: Option<Interrupt>) -> Stop {
    match interrupt {
        None => Stop::Solved,
        Some(Interrupt::Limit(stop)) => stop,
        Some(Interrupt::SiblingCut) => unreachable!("the root has no sibling that could cut it"),
    }
}

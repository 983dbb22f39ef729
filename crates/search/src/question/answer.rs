//! From what a run over the tree found to an [`Outcome`] whose bounds hold.

use secateur_game::{Alternating, Game, Player, Stochastic};
use secateur_value::{Bounds, Chain, Lattice, Real, Window};

use crate::injected::{self, Bug};
use crate::joint::walk::{contradiction, noise};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Interrupt, Meter};
use crate::threads::stack::with_room;
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
    /// Finished positions that were evaluated without being visited.
    pub(crate) peeked: u64,
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
        self.peeked += other.peeked;
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
    pub(crate) line: Line<V, M>,
    /// The number of the root's best move in the order's list.
    pub(crate) best_move: Option<u8>,
    pub(crate) counts: Counts,
}

/// A line of play from the root, and what the run that found it has shown about it.
#[derive(Clone, Debug)]
pub(crate) struct Line<V, M> {
    pub(crate) moves: Vec<M>,
    /// What the first move gets for the player who makes it, if that was shown: at least this for Max, at most for Min.
    pub(crate) worth: Option<V>,
    /// After how many of the moves the run's value is still what the first move is worth.
    pub(crate) keeps: usize,
}

impl<V, M> Line<V, M> {
    /// A guess.
    pub(crate) fn guess(moves: Vec<M>) -> Self {
        Self { moves, worth: None, keeps: 0 }
    }

    /// A line of which the first move is worth this, and nothing is shown about the others.
    pub(crate) fn begins_with(moves: Vec<M>, worth: V) -> Self {
        Self { keeps: moves.len().min(1), worth: Some(worth), moves }
    }

    /// Best play, after every move of which the value is still this.
    pub(crate) fn whole(moves: Vec<M>, worth: V) -> Self {
        Self { keeps: moves.len(), worth: Some(worth), moves }
    }
}

/// The best lines found with either end of the promises at the depth limit; the same line where the limit had no say.
///
/// Max plays by the lower ends, which tell what it has for certain, and Min by the upper ones. So a line is proved as far as
/// both agree on it: there the lower end of the value stays at the lower bound, and the upper end at the upper one.
#[derive(Clone, Debug)]
pub(crate) struct Lines<V, M> {
    ends: [Option<Line<V, M>>; 2],
}

impl<V: Lattice, M: Copy + PartialEq> Lines<V, M> {
    pub(crate) fn none() -> Self {
        Self { ends: [None, None] }
    }

    /// Takes in a line found with one end, or with no end at all. One that is shown to be worth less than the one that is
    /// known does not replace it.
    pub(crate) fn learn(&mut self, end: Option<End>, line: &Line<V, M>, player: Player) {
        if line.moves.is_empty() {
            return;
        }
        let places = match end {
            None => 0..2,
            Some(_) if injected::is(Bug::Line) => 0..2,
            Some(end) => end as usize..end as usize + 1,
        };
        for place in places {
            let known = self.ends[place].as_ref().and_then(|known| known.worth.as_ref());
            let worse =
                known.is_some_and(|known| line.worth.as_ref().is_none_or(|worth| !as_good(player, worth, known)));
            if !worse {
                self.ends[place] = Some(line.clone());
            }
        }
    }

    /// The line to tell where these bounds are what is known, and how many of its moves are proved. Only those are told, or
    /// a first move that is a guess.
    pub(crate) fn within(self, bounds: &Bounds<V>, player: Option<Player>) -> (Vec<M>, usize) {
        let Some(player) = player else { return (Vec::new(), 0) };
        let [lower, upper] = self.ends;
        let (own, bound, other, far) = match player {
            Player::Max => (lower, &bounds.lower, upper, &bounds.upper),
            Player::Min => (upper, &bounds.upper, lower, &bounds.lower),
        };
        let proves =
            |line: &Line<V, M>, player, bound| line.worth.as_ref().is_some_and(|worth| as_good(player, worth, bound));
        let Some(mut line) = own.clone().filter(|own| proves(own, player, bound)) else {
            // What the other end shows says nothing about this one.
            let mut guess = own.or(other).map_or(Vec::new(), |line| line.moves);
            guess.truncate(1);
            return (guess, 0);
        };
        let agreed = match other {
            // The opponent's end is kept where the value does not get past it.
            Some(other) if proves(&other, player.opponent(), far) => {
                let same = line.moves.iter().zip(&other.moves).take_while(|(one, other)| one == other).count();
                same.min(other.keeps)
            }
            _ => 0,
        };
        let proved = line.keeps.min(agreed.max(1));
        line.moves.truncate(proved);
        (line.moves, proved)
    }
}

/// Whether a value is at least as good for a player as another.
fn as_good<V: Lattice>(player: Player, value: &V, other: &V) -> bool {
    match player {
        Player::Max => other.at_most(value),
        Player::Min => value.at_most(other),
    }
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
        run: impl FnMut(End) -> Found<G::Value, G::Move>,
    ) -> Outcome<G::Value, G::Move> {
        with_room(|| self.answer_here(meter, run))
    }

    fn answer_here(
        &self,
        meter: &Meter,
        mut run: impl FnMut(End) -> Found<G::Value, G::Move>,
    ) -> Outcome<G::Value, G::Move> {
        let promised = self.game.promised(&self.position);
        let player = self.game.turn(&self.position).player();
        let mut found = run(End::Lower);
        let touched = found.counts.horizon > 0;
        let mut lines = Lines::none();
        if let Some(player) = player {
            lines.learn(touched.then_some(End::Lower), &found.line, player);
        }
        let answer = match found.value.clone() {
            _ if !touched => {
                let (lower, upper) = (promised.lower.join(&found.shown.lower), promised.upper.meet(&found.shown.upper));
                assert!(
                    lower.at_most(&upper),
                    "the game breaks its promise at {:?}: it promises {promised:?}, and the value is {:?}; laws::check_values finds \
                     such positions",
                    self.position,
                    found.shown
                );
                Answer::of(Bounds { lower, upper }, found.value.err().map(stop))
            }
            // Estimates show nothing about the game.
            Ok(value) if !self.horizon.promises() => {
                Answer { estimate: Some(value), ..Answer::of(promised, Some(Stop::Depth)) }
            }
            Err(why) if !self.horizon.promises() => Answer::of(promised, Some(stop(why))),
            // Whoever plays for the lower ends gets at least what they show …
            Err(why) => {
                let bounds = Bounds::new(promised.lower.join(&found.shown.lower), promised.upper);
                Answer::of(bounds, Some(stop(why)))
            }
            // … and at most what the upper ends show.
            Ok(_) => {
                let above = run(End::Upper);
                let lower = promised.lower.join(&found.shown.lower);
                let bounds = Bounds::new(lower, promised.upper.meet(&above.shown.upper));
                found.counts.add(&above.counts);
                if let Some(player) = player {
                    lines.learn(Some(End::Upper), &above.line, player);
                }
                Answer::of(bounds, Some(above.value.err().map_or(Stop::Depth, stop)))
            }
        };
        let told = if touched && !self.horizon.promises() {
            (found.line.moves, 0)
        } else {
            lines.within(&answer.bounds, player)
        };
        self.outcome(meter, answer, told, &found.counts, self.limits.depth)
    }
}

/// What one run that answers with both bounds at once found, as the searches of games with chance do.
pub(crate) struct Enclosed<M> {
    /// These hold as far as the horizon's do, interrupted or not.
    pub(crate) bounds: Bounds<Real>,
    pub(crate) interrupted: Option<Interrupt>,
    pub(crate) line: Vec<M>,
    /// How many of the line's moves are proved ([`Outcome::proved`]).
    pub(crate) proved: usize,
    pub(crate) counts: Counts,
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Stochastic,
    H: Horizon<G>,
{
    /// Says what holds, for a search that may err by `error`.
    pub(crate) fn enclosed(&self, meter: &Meter, found: Enclosed<G::Move>, error: Real) -> Outcome<G::Value, G::Move> {
        let Enclosed { bounds, interrupted, line, proved, counts } = found;
        let promised = self.game.promised(&self.position);
        let unfinished = interrupted.map(stop).or((counts.horizon > 0).then_some(Stop::Depth));
        let answer = if counts.horizon == 0 || self.horizon.promises() {
            contradiction(&promised, &bounds, noise(&promised), &self.position);
            let bounds = bounds.clamped_to(&promised);
            Answer { close: are_close(&bounds, &self.window, error, &promised), ..Answer::of(bounds, unfinished) }
        } else {
            let estimate = interrupted.is_none().then(|| bounds.lower.halfway(bounds.upper));
            Answer { estimate, ..Answer::of(promised, unfinished) }
        };
        let proved = if answer.estimate.is_some() { 0 } else { proved };
        self.outcome(meter, answer, (line, proved), &counts, self.limits.depth)
    }
}

impl<G: Game, H, M, O> Search<'_, G, H, M, O> {
    /// Puts an outcome together, with a line of which so many moves are proved; names a legal move where it is empty.
    pub(crate) fn outcome(
        &self,
        meter: &Meter,
        answer: Answer<G::Value>,
        (mut line, mut proved): (Vec<G::Move>, usize),
        counts: &Counts,
        depth: Option<u32>,
    ) -> Outcome<G::Value, G::Move> {
        let stopped = answer.verdict(&self.window);
        let Answer { bounds, estimate, .. } = answer;
        if let Some(player) = self.game.turn(&self.position).player()
            && proved == 0
        {
            if let Some(safe) = self.safe_move(player, &bounds, line.first()).filter(|_| estimate.is_none()) {
                (line, proved) = (vec![safe], 1);
            } else if line.is_empty() {
                line.extend(self.game.moves(&self.position).next());
            }
        }
        let strategies = self.first_move(&line);
        let statistics = Statistics {
            visits: counts.visits,
            expanded: counts.expanded,
            leaves: counts.visits - counts.expanded - counts.recalled - counts.promised + counts.peeked,
            peeked: counts.peeked,
            cutoffs: counts.cutoffs,
            cache_hits: counts.recalled,
            distinct: Some(counts.distinct).filter(|&distinct| distinct > 0),
            operations: Some(counts.operations).filter(|&operations| operations > 0),
            depth,
            time: meter.elapsed(),
            ..Statistics::default()
        };
        Outcome { bounds, estimate, line, proved, strategies, stopped, statistics }
    }
}

impl<G: Game, H, M, O> Search<'_, G, H, M, O> {
    /// A move after which the game itself promises the player no less than the bounds say; this one, if it is such a move.
    fn safe_move(&self, player: Player, bounds: &Bounds<G::Value>, first: Option<&G::Move>) -> Option<G::Move> {
        let is_safe = |chosen: &G::Move| {
            let mut after = self.position.clone();
            self.game.play(&mut after, *chosen);
            let promised = self.game.promised(&after);
            match player {
                Player::Max => as_good(player, &promised.lower, &bounds.lower),
                Player::Min => as_good(player, &promised.upper, &bounds.upper),
            }
        };
        first.copied().filter(is_safe).or_else(|| self.game.moves(&self.position).find(is_safe))
    }

    /// The strategy of whoever is to move: to play a line's first move.
    pub(crate) fn first_move(&self, line: &[G::Move]) -> Strategies<G::Move> {
        let now = line.first().map(|&chosen| (chosen, 1.0)).into_iter().collect();
        match self.game.turn(&self.position).player() {
            Some(Player::Max) => Strategies { max: now, min: Vec::new() },
            Some(Player::Min) => Strategies { max: Vec::new(), min: now },
            None => Strategies::default(),
        }
    }
}

/// The part of an outcome that is a promise.
pub(crate) struct Answer<V> {
    pub(crate) bounds: Bounds<V>,
    pub(crate) estimate: Option<V>,
    /// Whether the bounds lie as close as was asked, or as rounding lets them; [`are_close`].
    pub(crate) close: bool,
    /// Why not everything was looked at, if something was not.
    pub(crate) unfinished: Option<Stop>,
}

impl<V: Lattice> Answer<V> {
    pub(crate) fn of(bounds: Bounds<V>, unfinished: Option<Stop>) -> Self {
        Self { bounds, estimate: None, close: false, unfinished }
    }

    /// Why the search ended. The one place that says "solved", and it goes by the bounds alone.
    pub(crate) fn verdict(&self, window: &Window<V>) -> Stop {
        if self.close || self.bounds.enough(window) || (injected::is(Bug::Solved) && self.unfinished.is_none()) {
            return Stop::Solved;
        }
        self.unfinished.unwrap_or(Stop::Exhausted)
    }
}

/// What was found, no looser than what the game promises about the same position: whoever asks with a window that rests on a promise
/// must not get less back, nor whoever spends more nodes. What contradicts a promise is left as it is, for the root to complain about.
#[inline]
pub(crate) fn both_hold(found: Bounds<Real>, promised: Bounds<Real>) -> Bounds<Real> {
    let (lower, upper) = (found.lower.max(promised.lower), found.upper.min(promised.upper));
    if lower <= upper { Bounds { lower, upper } } else { found }
}

/// What rounding may leave open of an answer, as a part of the largest value that the game promises.
const ROUNDING: f64 = 1e-9;

/// Whether bounds are as good as one number: they lie no further apart than this error, as far as the window lets see, or than
/// [`ROUNDING`] excuses in a game whose values lie in this range.
pub(crate) fn are_close(bounds: &Bounds<Real>, window: &Window<Real>, error: Real, range: &Bounds<Real>) -> bool {
    let magnitude = range.lower.get().abs().max(range.upper.get().abs());
    let unit = if magnitude.is_finite() && magnitude > 0.0 { magnitude } else { 1.0 };
    let excused = Real::new(ROUNDING * unit).unwrap_or(Real::ZERO);
    window.clamp(&bounds.upper).is_within(window.clamp(&bounds.lower), error.max(excused))
}

/// Why a run over the whole tree ended early.
pub(crate) fn stop(interrupt: Interrupt) -> Stop {
    match interrupt {
        Interrupt::Limit(stop) => stop,
        Interrupt::SiblingCut => unreachable!("the root has no sibling that could cut it"),
    }
}

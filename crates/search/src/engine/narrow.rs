//! Positions above the small ones: the child with the largest share of the gap is asked first, again and again.
//!
//! * **Max** has what its best child has: the one with the highest upper bound keeps the gap open. It is asked with the window
//!   `(max(α, L + e), β)` and stays until it is done, as in alpha-beta. Min likewise.
//! * **Chance**: the gap is `Σ π·(U_c − L_c)`, so an outcome's share is its probability times its own gap.
//! * **Both**: let `P` and `O` be the lower and upper bounds of the cells, `x` Max's optimal strategy in `O` and `y` Min's in `P`. Then
//!   `U − L ≤ Σ xᵢ·yⱼ·(oᵢⱼ − pᵢⱼ)`, because `U ≤ xᵀOy` and `xᵀPy ≤ L`. So only cells that both strategies play matter now.
//!
//! A child is asked with an error as large as the others leave room for, and left when its share falls below that of the second
//! (as df-pn leaves a child), but not before its gap is halved. Only children that are wider than the error may be chosen, and one
//! that came back without an answer is not asked again: so every loop ends.

use secateur_game::{Both, Chance, Game};
use secateur_value::{Bounds, Chain, Mean, Real, Window};

use super::notes::Notes;
use super::walk::{Ask, Child, EngineWalk, SHARED, plus};
use crate::joint::walk::{larger, smaller};
use crate::question::horizon::Horizon;
use crate::question::observe::{Observer, Step};

/// Asking this cell again would show nothing.
pub(super) const SETTLED: u8 = u8::MAX;
/// A cell that was asked so often gets an open window, and soon after that the smallest error: its window moves whenever the
/// strategies do.
const OFTEN: u8 = 4;

impl<G, H, N, B> EngineWalk<'_, G, H, N, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    N: Notes<G>,
    B: Observer<G>,
{
    /// A turn of Max, or of Min: the most promising move until it is done.
    pub(super) fn best_move<const MAX: bool>(
        &mut self,
        node: &mut G::Position,
        ask: &Ask,
        known: Bounds<Real>,
    ) -> Bounds<Real> {
        self.counts.expanded += 1;
        let (base, below) = (self.children.len(), ask.below(ask.window, ask.error));
        for chosen in self.game.moves(node) {
            let undo = self.game.play(node, chosen);
            let (child, settled) = self.glance(node, Step::One(chosen), &below);
            self.game.undo(node, undo);
            self.children.push(Child { chosen, weight: 1, known: child, settled });
        }
        let error = ask.error * SHARED;
        let found = loop {
            let Some(now) = best_of::<MAX, _>(&self.children[base..]) else { break Bounds::ANY };
            let now = merged(known, now);
            self.tell_so_far(node, &now, &ask.window);
            if self.stopped.is_some() || ask.is_answered(now) {
                break now;
            }
            if ask.is_root() {
                self.tell(now);
            }
            let mut window = ask.window;
            if MAX {
                window.alpha = window.alpha.max(plus(now.lower, error));
            } else {
                window.beta = window.beta.min(plus(now.upper, -error));
            }
            let below = ask.below(window, error);
            let whim = &mut self.whim;
            let favour = || Self::favour(whim);
            let children = &self.children[base..];
            let Some(place) = most_promising::<MAX, _>(children, &below, favour) else { break now };
            self.ask_child(node, base + place, &below);
        };
        if ask.is_root()
            && let Some(chosen) = safest::<MAX, _>(&self.children[base..])
        {
            self.tell_pure::<MAX>(ask, chosen);
        }
        self.children.truncate(base);
        found
    }

    /// A turn of chance: the outcome with the largest share of the gap.
    pub(super) fn weightiest_outcome(
        &mut self,
        node: &mut G::Position,
        chance: G::Chance,
        ask: &Ask,
        known: Bounds<Real>,
    ) -> Bounds<Real> {
        self.counts.expanded += 1;
        let base = self.children.len();
        let (mut total, below) = (0, ask.after_chance(ask.window, ask.error));
        for (weight, chosen) in chance.outcomes(self.game, node) {
            let undo = self.game.play(node, chosen);
            let (child, settled) = self.glance(node, Step::One(chosen), &below);
            self.game.undo(node, undo);
            total += weight;
            self.children.push(Child { chosen, weight, known: child, settled });
        }
        if total == 0 {
            return Bounds::ANY;
        }
        let floor = ask.error * SHARED;
        let found = loop {
            let children = &self.children[base..];
            // Twice the digits only where plain numbers say that it may be enough.
            let about = about(children, total);
            let surely_open = about.width() > 1.001 * ask.error
                && known.width() > ask.error
                && about.lower < ask.window.beta
                && about.upper > ask.window.alpha;
            if ask.is_root() || self.stopped.is_some() || !surely_open {
                let mean = Mean::of(children.iter().map(|child| (child.weight, child.known)));
                let now = merged(known, mean);
                self.tell_so_far(node, &now, &ask.window);
                if self.stopped.is_some() || ask.is_answered(now) {
                    break now;
                }
                if ask.is_root() {
                    self.tell(now);
                }
            }
            let children = &self.children[base..];
            let whim = &mut self.whim;
            let Some(share) = largest_share(children, total, floor, || Self::favour(whim)) else {
                let mean = Mean::of(children.iter().map(|child| (child.weight, child.known)));
                break merged(known, mean);
            };
            let stay = if self.may_stay(ask) { share.stay() } else { 0.0 };
            let error = larger(larger(floor, (floor - share.others) / share.weight), stay);
            let within = outcome_window(children, share.place, total, ask.window);
            let mut below = ask.after_chance(within, error);
            // What has an answer already has to show more, or nothing would ever change.
            if below.is_answered(children[share.place].known) {
                below = ask.after_chance(Window::OPEN, floor);
            }
            self.ask_child(node, base + share.place, &below);
        };
        self.children.truncate(base);
        found
    }

    /// Asks a child and keeps what it answers.
    fn ask_child(&mut self, node: &mut G::Position, place: usize, below: &Ask) {
        let Child { chosen, known, .. } = self.children[place];
        let undo = self.game.play(node, chosen);
        let found = self.ask_again(node, Step::One(chosen), below, known);
        self.game.undo(node, undo);
        let child = &mut self.children[place];
        child.known = merged(known, found);
        child.settled = !below.is_answered(child.known);
    }

    /// A turn of both: the cell with the largest share of the gap.
    pub(super) fn weightiest_cell(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        ask: &Ask,
        known: Bounds<Real>,
    ) -> Bounds<Real> {
        self.counts.expanded += 1;
        let moves = self.moves.len();
        self.moves.extend(both.rows(self.game, node));
        let rows = self.moves.len() - moves;
        self.moves.extend(both.columns(self.game, node));
        let columns = self.moves.len() - moves - rows;
        let frame = Frame {
            moves,
            rows,
            columns,
            cells: self.cells.lower.len(),
            asked: self.cells.asked.len(),
            mixtures: self.cells.mixtures.len(),
        };
        if rows == 0 || columns == 0 {
            self.moves.truncate(moves);
            return Bounds::ANY;
        }
        let below = ask.below(ask.window, ask.error);
        for cell in 0..rows * columns {
            let (row, column) = (self.moves[moves + cell / columns], self.moves[moves + rows + cell % columns]);
            let undo = both.play(self.game, node, row, column);
            let (child, settled) = self.glance(node, Step::Both(row, column), &below);
            self.game.undo(node, undo);
            self.cells.push(child);
            self.tell_cell(node, (cell / columns, cell % columns), self.cells.lower.len() - 1);
            self.cells.asked.push(if settled { SETTLED } else { 0 });
        }
        self.cells.mixtures.resize(frame.mixtures + rows + columns, 0.0);
        let found = self.narrow_matrix(node, both, ask, known, &frame);
        self.tell_matrix(node, both, frame.cells);
        if ask.is_root() {
            self.tell_mixed(frame.cells, moves, (rows, columns));
        }
        self.moves.truncate(moves);
        self.cells.lower.truncate(frame.cells);
        self.cells.upper.truncate(frame.cells);
        self.cells.asked.truncate(frame.asked);
        self.cells.mixtures.truncate(frame.mixtures);
        found
    }

    /// Asks cells until the bounds are enough.
    fn narrow_matrix(
        &mut self,
        node: &mut G::Position,
        both: G::Both,
        ask: &Ask,
        known: Bounds<Real>,
        frame: &Frame,
    ) -> Bounds<Real> {
        let floor = ask.error * SHARED;
        let (mut low_is_old, mut high_is_old) = (true, true);
        let Bounds { lower: mut low, upper: mut high } = Bounds::<Real>::ANY;
        let size = (frame.rows, frame.columns);
        if self.cells.asked[frame.asked..].iter().all(|&asked| asked == SETTLED) {
            return merged(known, self.whole_matrix(frame));
        }
        loop {
            if high_is_old {
                let mixture = frame.mixtures..frame.mixtures + frame.rows;
                high = self.half::<true>(frame.cells, size, mixture);
            }
            if low_is_old && low < high {
                let start = frame.mixtures + frame.rows;
                low = self.half::<false>(frame.cells, size, start..start + frame.columns);
            }
            let now = merged(known, Bounds { lower: low, upper: high });
            self.tell_so_far(node, &now, &ask.window);
            if self.stopped.is_some() || ask.is_answered(now) {
                return now;
            }
            if ask.is_root() {
                self.tell(now);
            }
            let Some((cell, below)) = self.next_cell(ask, now, floor, frame) else { return now };
            let at = frame.cells + cell;
            let before = self.cells.at(at);
            let row = self.moves[frame.moves + cell / frame.columns];
            let column = self.moves[frame.moves + frame.rows + cell % frame.columns];
            let undo = both.play(self.game, node, row, column);
            let found = self.ask_again(node, Step::Both(row, column), &below, before);
            self.game.undo(node, undo);
            let found = merged(before, found);
            (self.cells.lower[at], self.cells.upper[at]) = (found.lower.get(), found.upper.get());
            self.tell_cell(node, (cell / frame.columns, cell % frame.columns), at);
            let asked = &mut self.cells.asked[frame.asked + cell];
            *asked = if below.is_answered(found) { (*asked + 1).min(SETTLED - 1) } else { SETTLED };
            low_is_old = found.lower != before.lower;
            high_is_old = found.upper != before.upper;
        }
    }

    /// The value of a matrix about whose cells nothing more is to be learnt.
    fn whole_matrix(&mut self, frame: &Frame) -> Bounds<Real> {
        let (lower, upper) = (&self.cells.lower[frame.cells..], &self.cells.upper[frame.cells..]);
        let widest = lower.iter().zip(upper).map(|(lower, upper)| upper - lower).fold(0.0, larger);
        let spread = if widest > 0.0 { widest.next_up() } else { 0.0 };
        self.kernel.value_between((lower, upper), (frame.rows, frame.columns), spread, self.noise)
    }

    /// One side of a matrix: the upper end of its value, with Max's strategy, or the lower end, with Min's.
    fn half<const UPPER: bool>(
        &mut self,
        cells: usize,
        (rows, columns): (usize, usize),
        mixture: std::ops::Range<usize>,
    ) -> Real {
        let payoffs = &if UPPER { &self.cells.upper } else { &self.cells.lower }[cells..cells + rows * columns];
        let finite = payoffs.iter().all(|payoff| payoff.is_finite());
        let value = self.kernel.value(payoffs, rows, columns);
        let solver = &self.kernel.solver;
        let strategy = if UPPER { solver.row_strategy() } else { solver.column_strategy() };
        let kept = &mut self.cells.mixtures[mixture];
        if finite && strategy.len() == kept.len() {
            kept.copy_from_slice(strategy);
        } else {
            // Where a payoff is infinite there are no optimal strategies: every move may matter.
            let even = 1.0 / kept.len() as f64;
            kept.fill(even);
        }
        if UPPER { value.upper } else { value.lower }
    }

    /// The cell to ask next, and what.
    fn next_cell(&mut self, ask: &Ask, now: Bounds<Real>, floor: f64, frame: &Frame) -> Option<(usize, Ask)> {
        let (x, y) = self.cells.mixtures[frame.mixtures..].split_at(frame.rows);
        let (lower, upper) = (&self.cells.lower[frame.cells..], &self.cells.upper[frame.cells..]);
        let asked = &self.cells.asked[frame.asked..];
        let (mut best, mut second) = (None, 0.0);
        let (mut largest, mut favoured, mut others) = (0.0, 0.0, 0.0);
        for (row, &x) in x.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            for (column, &y) in y.iter().enumerate().filter(|(_, y)| **y > 0.0) {
                let cell = row * frame.columns + column;
                let (width, weight) = (upper[cell] - lower[cell], x * y);
                let share = weight * width;
                let favour = share * Self::favour(&mut self.whim);
                if favour > favoured && width > floor && asked[cell] != SETTLED {
                    if best.is_some() {
                        others += largest;
                    }
                    second = larger(second, largest);
                    (best, largest, favoured) = (Some((row, column, weight)), share, favour);
                } else {
                    second = larger(second, share);
                    others += share;
                }
            }
        }
        let Some((row, column, weight)) = best else {
            // Rounding, or a promise that is infinite: anything that is open may help.
            let cell = (0..upper.len()).find(|&cell| asked[cell] != SETTLED && upper[cell] - lower[cell] > floor)?;
            return Some((cell, ask.below(Window::OPEN, floor)));
        };
        let cell = row * frame.columns + column;
        let before = Bounds::of(lower[cell], upper[cell]);
        let share = Share { place: cell, weight, width: before.width(), second, others };
        if asked[cell] >= 2 * OFTEN {
            return Some((cell, ask.below(Window::OPEN, floor)));
        }
        let stay = if self.may_stay(ask) { share.stay() } else { 0.0 };
        let error = larger(larger(floor, (floor - others) / weight), stay);
        let open = ask.below(Window::OPEN, error);
        if asked[cell] < OFTEN {
            // A column against which `x` is good enough already need not be known better, nor a row against `y`.
            let enough = ask.window.beta.min(plus(now.upper, -floor)).max(now.lower).get();
            let against: f64 = (0..frame.rows).map(|row| x[row] * lower[row * frame.columns + column]).sum();
            let with: f64 = (0..frame.columns).map(|column| y[column] * upper[row * frame.columns + column]).sum();
            let little = ask.window.alpha.max(plus(now.lower, floor)).min(now.upper).get();
            let alpha = Real::new(upper[cell] + (little - with) / y[column]);
            let beta = Real::new(lower[cell] + (enough - against) / x[row]);
            if let (Ok(alpha), Ok(beta)) = (alpha, beta) {
                let windowed = ask.below(Window { alpha, beta }, error);
                if !windowed.is_answered(before) {
                    return Some((cell, windowed));
                }
            }
        }
        if open.is_answered(before) { Some((cell, ask.below(Window::OPEN, floor))) } else { Some((cell, open)) }
    }

    /// Tells whoever listens what is proved about the root.
    pub(super) fn tell(&mut self, now: Bounds<Real>) {
        self.told = self.told.narrowed(&now);
        let told = self.told;
        self.budget.meter().prove(|| told);
        self.budget
            .meter()
            .note(|| format!("between {:.6} and {:.6}, width {:.6}", told.lower, told.upper, told.width()));
    }
}

/// Where a matrix lies on the common stacks.
struct Frame {
    moves: usize,
    rows: usize,
    columns: usize,
    cells: usize,
    asked: usize,
    mixtures: usize,
}

/// The child with the largest share of the gap.
struct Share {
    place: usize,
    /// How much of the gap a child of this width would have to itself.
    weight: f64,
    width: f64,
    /// The share of the second, and of all others together.
    second: f64,
    others: f64,
}

impl Share {
    /// How wide the child may stay for now: until its share falls below that of the second, but not wider than half of
    /// what it is. Nothing where that cannot be told.
    fn stay(&self) -> f64 {
        let stay = smaller(self.second / self.weight, self.width * 0.5);
        if stay.is_finite() { stay } else { 0.0 }
    }
}

/// What is known of a child, from before and by now. Estimates may contradict a promise; the new one is what counts then.
fn merged(before: Bounds<Real>, found: Bounds<Real>) -> Bounds<Real> {
    let (lower, upper) = (before.lower.max(found.lower), before.upper.min(found.upper));
    if lower <= upper { Bounds { lower, upper } } else { found }
}

/// The bounds of the best child.
fn best_of<const MAX: bool, T>(children: &[Child<T>]) -> Option<Bounds<Real>> {
    let better = |best: Bounds<Real>, known| if MAX { best.join(&known) } else { best.meet(&known) };
    children.iter().map(|child| child.known).reduce(better)
}

/// The move that secures the most.
fn safest<const MAX: bool, T: Copy>(children: &[Child<T>]) -> Option<T> {
    let better = |one: Bounds<Real>, other: Bounds<Real>| {
        if MAX {
            (one.lower, one.upper) > (other.lower, other.upper)
        } else {
            (one.upper, one.lower) < (other.upper, other.lower)
        }
    };
    children.iter().reduce(|best, child| if better(child.known, best.known) { child } else { best }).map(|c| c.chosen)
}

/// The child from which most can be hoped for, among those that may still matter to this question.
fn most_promising<const MAX: bool, T>(
    children: &[Child<T>],
    below: &Ask,
    mut favour: impl FnMut() -> f64,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, child) in children.iter().enumerate() {
        if child.settled || below.is_answered(child.known) {
            continue;
        }
        // A favour of 1 is what can be hoped for; less is that much nearer to what is certain.
        let width = child.known.width();
        let doubt = match favour() {
            1.0 => 0.0,
            favour => (1.0 - favour) * if width.is_finite() { width } else { 0.0 },
        };
        let hope = if MAX { child.known.upper.get() - doubt } else { -(child.known.lower.get() + doubt) };
        if best.is_none_or(|(_, best)| hope > best) {
            best = Some((place, hope));
        }
    }
    best.map(|(place, _)| place)
}

/// The mean of the outcomes, up to rounding.
fn about<T>(children: &[Child<T>], total: u64) -> Bounds<Real> {
    let (mut lower, mut upper) = (0.0, 0.0);
    for child in children {
        lower += child.weight as f64 * child.known.lower.get();
        upper += child.weight as f64 * child.known.upper.get();
    }
    Bounds::of(lower / total as f64, upper / total as f64)
}

/// The outcome with the largest share of the gap, among those that may still be asked.
fn largest_share<T>(children: &[Child<T>], total: u64, floor: f64, mut favour: impl FnMut() -> f64) -> Option<Share> {
    let scale = 1.0 / total as f64;
    let mut best: Option<Share> = None;
    let mut favoured = 0.0;
    for (place, child) in children.iter().enumerate() {
        let width = child.known.width();
        let weight = child.weight as f64 * scale;
        let share = weight * width * favour();
        if !child.settled && width > floor && (best.is_none() || share > favoured) {
            favoured = share;
            best = Some(Share { place, weight, width, second: 0.0, others: 0.0 });
        }
    }
    let mut best = best?;
    for (place, child) in children.iter().enumerate() {
        if place != best.place {
            let share = child.weight as f64 * scale * child.known.width();
            best.others += share;
            best.second = larger(best.second, share);
        }
    }
    Some(best)
}

/// The window in which an outcome matters: at its ends it decides the turn, whatever the others are worth within what is
/// known of them. A little wider than that, for rounding.
fn outcome_window<T>(children: &[Child<T>], place: usize, total: u64, window: Window<Real>) -> Window<Real> {
    if window == Window::OPEN {
        return Window::OPEN;
    }
    let (mut rest_lower, mut rest_upper, mut largest) = (0.0, 0.0, 0.0);
    for (other, child) in children.iter().enumerate() {
        largest = larger(largest, larger(child.known.lower.get().abs(), child.known.upper.get().abs()));
        if other != place {
            rest_lower += child.weight as f64 * child.known.lower.get();
            rest_upper += child.weight as f64 * child.known.upper.get();
        }
    }
    let (total, weight) = (total as f64, children[place].weight as f64);
    let margin = total * largest * ((8 * children.len() + 32) as f64 * f64::EPSILON);
    let lower = (window.alpha.get() * total - margin - rest_upper) / weight;
    let upper = (window.beta.get() * total + margin - rest_lower) / weight;
    Window { alpha: Real::new(lower).unwrap_or(Real::LEAST), beta: Real::new(upper).unwrap_or(Real::GREATEST) }
}

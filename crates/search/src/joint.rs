//! Best-first search of games with simultaneous turns: look only at cells that can matter now.
//!
//! SMAB cuts only what is dominated, and so cannot cut Example 2 of its own paper, in which the equilibrium is one cell.
//! Here a position keeps a lower and an upper bound for every cell of its matrix, `P` and `O`, at first what the game
//! promises or what is remembered. Let `L = value(P)`, `U = value(O)`, `x` an optimal strategy of Max in `O` and `y` one of
//! Min in `P`. Then
//!
//! ```text
//! U − L ≤ Σᵢⱼ xᵢ·yⱼ·(oᵢⱼ − pᵢⱼ)
//! ```
//!
//! because `U ≤ xᵀOy` (x guarantees U in O) and `xᵀPy ≤ L` (y guarantees L in P). So only cells with `xᵢ·yⱼ > 0` can matter
//! now: search the one with the largest term, put its new bounds into P and O, and solve again, until `[L, U]` answers
//! the question. The same inequality shares a tolerance ε among cells, as the bounded-suboptimal paper does among the
//! outcomes of chance: a cell may stay as wide as the others leave room for, and never needs to be narrower than ε.
//!
//! Before any linear program a position's *serialized* bounds are tried (`stacked/serial.rs`; Bošanský et al. 2016), and those
//! of every cell when the matrix is made. Bounds of every kind are remembered for all positions, so the strategies that
//! choose cells are learnt from all that was seen.
//!
//! Several threads search the same root with one memory; each prefers another cell among those that matter, so that
//! they find out different things first. The bounds are the same up to the tolerance, whoever finds them.

use std::hash::Hash;

use secateur_game::{Both, Game, Keyed, Turn};
use secateur_matrix::Interval;
use secateur_value::Real;
use smallvec::SmallVec;

use crate::horizon::Promise;
use crate::limits::{Budget, Meter};
use crate::sharing::Split;
use crate::stacked::book::{Annals, Book};
use crate::stacked::conclusion::{Found, Programs};
use crate::stacked::serial::{Purse, Serial};
use crate::stacked::walk::{Ask, Matrices, OPEN, Walk, both_hold, interval};
use crate::{Outcome, Search};

/// Of the tolerance that a cell is given, the part that it may use: the rest pays for rounding in the matrices above.
const SHARED: f64 = 1.0 - 1e-6;

/// How best-first search of matrices is done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Joint {
    /// How far apart the two bounds of the answer may be.
    pub epsilon: f64,
    /// Whether serialized bounds are tried.
    pub serialize: bool,
    /// How many threads.
    pub threads: usize,
    /// How many bytes the memory may take, about; as many as it likes where nothing is said.
    pub memory: Option<usize>,
}

impl Default for Joint {
    fn default() -> Self {
        Self { epsilon: 0.0, serialize: true, threads: 1, memory: None }
    }
}

impl Joint {
    /// With bounds that may be this far apart.
    pub fn epsilon(self, epsilon: f64) -> Self {
        Self { epsilon: if epsilon > 0.0 { epsilon } else { 0.0 }, ..self }
    }

    /// With this choice about serialized bounds.
    pub fn serialize(self, serialize: bool) -> Self {
        Self { serialize, ..self }
    }

    /// On this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With a memory of about this many bytes.
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Keyed<Value = Real, Key: Copy + Hash>,
    H: Sync,
    M: Sync,
    O: Sync,
{
    /// Best-first search of games with simultaneous turns. Beyond a depth limit it uses what the game promises.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Joint, Search, Stop};
    ///
    /// let game = Goofspiel::new(6);
    /// let solved = Search::new(&game).joint(&Joint::default());
    /// assert!(solved.bounds.contains(&0.into()) && solved.stopped == Stop::Solved);
    /// assert!(solved.statistics.expanded < 520); // backward induction: 4,759 with a memory, 58,173 without
    /// ```
    pub fn joint(self, joint: &Joint) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        let annals = Annals::with_bytes(joint.memory);
        let done = Split::below(None);
        let run = |number: usize| {
            let budget = Budget::new(&meter, (joint.threads > 1).then_some(&done));
            let found = self.search_matrices(joint, number, &annals, &meter, budget);
            if found.stopped.is_none() {
                done.cut();
            }
            found
        };
        let found = std::thread::scope(|scope| {
            let run = &run;
            let helpers: Vec<_> = (1..joint.threads).map(|number| scope.spawn(move || run(number))).collect();
            let mut found = run(0);
            for helper in helpers {
                match helper.join() {
                    Ok(helped) => found.add(helped),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        });
        self.conclude(&meter, found, true)
    }

    fn search_matrices<'s>(
        &'s self,
        joint: &Joint,
        number: usize,
        annals: &'s Annals<G::Key>,
        meter: &'s Meter,
        budget: Budget<'s>,
    ) -> Found<G::Move> {
        let best_first = BestFirst {
            serialize: joint.serialize,
            number,
            serial: Serial::new(self.game, annals),
            annals,
            rows: Vec::new(),
            columns: Vec::new(),
            settled: Vec::new(),
        };
        let tools = (&Promise, annals);
        let mut walk = Walk::new(self.game, &self.position, tools, meter, best_first);
        walk.budget = budget;
        let ask = Ask { tolerance: joint.epsilon, ..self.ask() };
        let interval = walk.visit(&mut self.position.clone(), ask);
        let enough = walk.is_enough(interval, ask);
        Found { serialized: Some(walk.algorithm.serial.visits), ..walk.found(interval, enough) }
    }
}

impl<M> Found<M> {
    /// Takes in what another worker found about the same root: each one's bounds hold.
    fn add(&mut self, other: Self) {
        if self.stopped.is_some() && other.stopped.is_none() {
            self.strategies = other.strategies;
        }
        self.interval = both_hold(self.interval, other.interval);
        self.enough |= other.enough;
        self.stopped = self.stopped.and(other.stopped);
        self.counts.add(&other.counts);
        let mut programs: Programs = self.programs;
        programs.add(&other.programs);
        self.programs = programs;
        self.serialized = self.serialized.zip(other.serialized).map(|(one, two)| one + two);
    }
}

/// The cell that matters most, again and again.
struct BestFirst<'w, G: Game<Value = Real>, K> {
    serialize: bool,
    /// Which of the threads this is.
    number: usize,
    serial: Serial<'w, G, K>,
    annals: &'w K,
    /// Moves of the positions on the way down.
    rows: Vec<G::Move>,
    columns: Vec<G::Move>,
    /// Of each cell of the matrices on the way down, whether nothing more is to be learnt.
    settled: Vec<bool>,
}

type Worker<'w, 'b, G, K> = Walk<'w, G, Promise, K, BestFirst<'b, G, K>>;

impl<'b, G, K> Matrices<G, Promise, K> for BestFirst<'b, G, K>
where
    G: Game<Value = Real>,
    K: Book<G> + crate::Memory<G>,
{
    const USES_WINDOW: bool = true;

    fn both(walk: &mut Worker<'_, 'b, G, K>, node: &mut G::Position, both: G::Both, ask: Ask) -> Interval {
        // The root's bounds have to come from its matrix alone: its strategies must secure them.
        let mut known = OPEN;
        if !ask.root {
            let key = Book::key(walk.algorithm.annals, walk.game, node);
            known = both_hold(interval(walk.game.bounds(node)), walk.algorithm.annals.entry(key).value);
            known = serialized(walk, node, ask, known);
            if walk.is_enough(known, ask) {
                return known;
            }
        }
        walk.counts.expanded += 1;
        let (game, base) = (walk.game, walk.cells.len());
        let (first_row, first_column) = (walk.algorithm.rows.len(), walk.algorithm.columns.len());
        walk.algorithm.rows.extend(both.rows(game, node));
        walk.algorithm.columns.extend(both.columns(game, node));
        let rows = walk.algorithm.rows.len() - first_row;
        let columns = walk.algorithm.columns.len() - first_column;
        let matrix = Matrix { base, first_row, first_column, rows, columns };
        for cell in 0..rows * columns {
            let bounds = matrix.glance(walk, node, both, ask, cell);
            walk.cells.push(bounds);
            walk.algorithm.settled.push(bounds.upper - bounds.lower <= walk.noise);
        }
        let found = matrix.narrow(walk, node, both, ask, known);
        if ask.root {
            let rows = walk.algorithm.rows[first_row..].to_vec();
            let columns = walk.algorithm.columns[first_column..].to_vec();
            walk.tell_mixed(base, &rows, &columns);
        }
        walk.cells.truncate(base);
        walk.algorithm.settled.truncate(base);
        walk.algorithm.rows.truncate(first_row);
        walk.algorithm.columns.truncate(first_column);
        found
    }
}

/// Bounds of a position by letting one player move first.
fn serialized<'b, G, K>(walk: &mut Worker<'_, 'b, G, K>, node: &mut G::Position, ask: Ask, known: Interval) -> Interval
where
    G: Game<Value = Real>,
    K: Book<G> + crate::Memory<G>,
{
    let mut window = both_hold(known, ask.window);
    if window.lower >= window.upper || !walk.algorithm.serialize {
        return known;
    }
    let mut purse = Purse { budget: &mut walk.budget, stopped: &mut walk.stopped };
    let serial = &mut walk.algorithm.serial;
    let lower = serial.lower(node, window, ask.depth, &mut purse);
    window.lower = window.lower.max(lower);
    let known = Interval { lower: known.lower.max(lower), ..known };
    if window.lower >= window.upper {
        return known;
    }
    let upper = serial.upper(node, window, ask.depth, &mut purse);
    Interval { upper: known.upper.min(upper), ..known }
}

/// Where the matrix of a position lies in the stacks.
#[derive(Clone, Copy)]
struct Matrix {
    base: usize,
    first_row: usize,
    first_column: usize,
    rows: usize,
    columns: usize,
}

impl Matrix {
    /// What is known of a cell without a linear program.
    fn glance<'b, G, K>(
        self,
        walk: &mut Worker<'_, 'b, G, K>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        cell: usize,
    ) -> Interval
    where
        G: Game<Value = Real>,
        K: Book<G> + crate::Memory<G>,
    {
        let game = walk.game;
        let (row, column) = self.moves(walk, cell);
        let undo = both.play(game, node, row, column);
        let seen = match game.turn(node) {
            Turn::Over(value) => Interval::exact(value.get()),
            _ => {
                let key = Book::key(walk.algorithm.annals, game, node);
                let known = both_hold(interval(game.bounds(node)), walk.algorithm.annals.entry(key).value);
                serialized(walk, node, ask.below(OPEN), known)
            }
        };
        game.undo(node, undo);
        seen
    }

    /// The moves that lead to a cell.
    fn moves<'b, G, K>(self, walk: &Worker<'_, 'b, G, K>, cell: usize) -> (G::Move, G::Move)
    where
        G: Game<Value = Real>,
    {
        let row = walk.algorithm.rows[self.first_row + cell / self.columns];
        (row, walk.algorithm.columns[self.first_column + cell % self.columns])
    }

    /// Searches cells until the bounds are enough.
    fn narrow<'b, G, K>(
        self,
        walk: &mut Worker<'_, 'b, G, K>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
        mut known: Interval,
    ) -> Interval
    where
        G: Game<Value = Real>,
        K: Book<G> + crate::Memory<G>,
    {
        let end = self.base + self.rows * self.columns;
        let mut weights = SmallVec::<[f64; 16]>::new();
        loop {
            if walk.algorithm.settled[self.base..end].iter().all(|&settled| settled) {
                return both_hold(known, self.settled_value(walk));
            }
            let high = walk.kernel.value(&walk.cells.upper[self.base..end], self.rows, self.columns);
            weights.clear();
            weights.extend_from_slice(walk.kernel.solver.row_strategy());
            let low = walk.kernel.value(&walk.cells.lower[self.base..end], self.rows, self.columns);
            known = both_hold(known, Interval { lower: low.lower, upper: high.upper });
            if walk.is_enough(known, ask) || walk.stopped.is_some() {
                return known;
            }
            let Some((cell, weight, others)) = self.most_important(walk, &weights) else { return known };
            let room = ask.tolerance.max((ask.tolerance - others) / weight);
            let child = Ask { tolerance: room * SHARED, ..ask.below(OPEN) };
            let (row, column) = self.moves(walk, cell);
            let undo = both.play(walk.game, node, row, column);
            let found = walk.visit(node, child);
            walk.game.undo(node, undo);
            let at = self.base + cell;
            let before = Interval { lower: walk.cells.lower[at], upper: walk.cells.upper[at] };
            let found = both_hold(before, found);
            (walk.cells.lower[at], walk.cells.upper[at]) = (found.lower, found.upper);
            walk.algorithm.settled[at] = found == before || found.upper - found.lower <= walk.noise;
        }
    }

    /// The value of a matrix of which nothing more is to be learnt.
    fn settled_value<'b, G, K>(self, walk: &mut Worker<'_, 'b, G, K>) -> Interval
    where
        G: Game<Value = Real>,
    {
        let end = self.base + self.rows * self.columns;
        let cells = (&walk.cells.lower[self.base..end], &walk.cells.upper[self.base..end]);
        let widest = cells.0.iter().zip(cells.1).map(|(lower, upper)| upper - lower).fold(0.0, f64::max);
        let spread = if widest > 0.0 { widest.next_up() } else { 0.0 };
        walk.kernel.value_between(cells, (self.rows, self.columns), spread, walk.noise)
    }

    /// The cell with the largest share of the gap, its weight, and the shares of all others together.
    fn most_important<'b, G, K>(self, walk: &Worker<'_, 'b, G, K>, weights: &[f64]) -> Option<(usize, f64, f64)>
    where
        G: Game<Value = Real>,
        K: Book<G> + crate::Memory<G>,
    {
        let replies = walk.kernel.solver.column_strategy();
        let mut best: Option<(usize, f64, f64)> = None;
        let mut total = 0.0;
        for (row, &x) in weights.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            for (column, &y) in replies.iter().enumerate().filter(|(_, y)| **y > 0.0) {
                let cell = row * self.columns + column;
                let at = self.base + cell;
                let share = x * y * (walk.cells.upper[at] - walk.cells.lower[at]);
                total += share;
                if !walk.algorithm.settled[at] && best.is_none_or(|(_, _, most)| share > most) {
                    best = Some((cell, x * y, share));
                }
            }
        }
        best.map(|(cell, weight, share)| (cell, weight, (total - share).max(0.0)))
    }
}

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
//! Before any linear program a position's *serialized* bounds are tried (`joint/serial.rs`; Bošanský et al. 2016), and those
//! of every cell when the matrix is made. Bounds of every kind are remembered for all positions, so the strategies that
//! choose cells are learnt from all that was seen.
//!
//! Several threads search the same root with one memory; each prefers another cell among those that matter, so that
//! they find out different things first. The bounds are the same up to the tolerance, whoever finds them.
//!
//! Measured on Goofspiel, prizes descending, 6 to 9 cards: 494, 6,271, 42,165 and 256,299 expansions, where backward
//! induction with a memory has 4,759, 27,024, 154,287 and 775,496. It took 1.0 to 1.2 times as long all the same (7 to 9 cards,
//! one thread): there a position costs next to nothing and most of the time goes into looking positions up.

use std::hash::Hash;

use secateur_game::{Game, Keyed, Random};
use secateur_value::{Bounds, Real, Window};
use smallvec::SmallVec;

use crate::joint::book::{Annals, Book};
use crate::joint::conclusion::{RootFound, on_threads};
use crate::joint::matrix::{Bounding, BoundingWalk, Matrix};
use crate::joint::walk::{Ask, JointWalk, Matrices, spared};
use crate::question::horizon::Promise;
use crate::question::limits::{Budget, Meter};
use crate::question::observe::{Left, Observer};
use crate::threads::stack::with_room;
use crate::{AsListed, BadEpsilon, Epsilon, Forgetful, Memory, Outcome, Search};

/// Of the tolerance that a cell is given, the part that it may use: the rest pays for rounding in the matrices above.
const SHARED: f64 = 1.0 - 1e-6;

/// How best-first search of matrices is done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Joint {
    /// How far apart the two bounds of the answer may be.
    pub epsilon: Epsilon,
    /// Whether serialized bounds are tried.
    pub serialize: bool,
    /// How many threads.
    pub threads: usize,
    /// How many bytes the memory may take, about; as many as it likes where nothing is said.
    pub memory: Option<usize>,
}

impl Default for Joint {
    fn default() -> Self {
        Self { epsilon: Epsilon::ZERO, serialize: true, threads: 1, memory: None }
    }
}

impl Joint {
    /// With bounds that may be this far apart.
    ///
    /// # Errors
    ///
    /// If that is no [`Epsilon`].
    pub fn within(epsilon: f64) -> Result<Self, BadEpsilon> {
        Ok(Self { epsilon: Epsilon::new(epsilon)?, ..Self::default() })
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

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Keyed<Value = Real, Key: Copy + Hash>,
    B: Observer<G>,
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
        let (question, mut observer) = self.apart_from_observer();
        // What several threads do has no order that could be told.
        let found = if joint.threads <= 1 {
            question.search_matrices(joint, 0, &annals, &meter, Budget::new(&meter, None), &mut observer)
        } else {
            on_threads(&meter, joint.threads, |number, budget| {
                question.search_matrices(joint, number, &annals, &meter, budget, &mut ())
            })
        };
        question.conclude(&meter, found, (true, joint.epsilon.real()))
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Keyed<Value = Real, Key: Copy + Hash>,
{
    fn search_matrices<'s, B: Observer<G>>(
        &'s self,
        joint: &Joint,
        number: usize,
        annals: &'s Annals<G::Key>,
        meter: &'s Meter,
        budget: Budget<'s>,
        observer: &'s mut B,
    ) -> RootFound<G::Move> {
        let best_first = Bounding::new(joint.serialize, BestFirst { number: number as u64 });
        let tools = (&Promise, annals, observer);
        let mut walk = JointWalk::new(self.game, &self.position, tools, meter, best_first);
        walk.budget = budget;
        let error = spared(joint.epsilon.real(), &self.game.promised(&self.position));
        let ask = Ask { error, ..self.ask() };
        let bounds = with_room(|| walk.visit_root(&self.position, &ask));
        RootFound { serialized: walk.algorithm.visits(), ..walk.found(bounds) }
    }
}

/// The cell that matters most, again and again.
struct BestFirst {
    /// Which of the threads this is.
    number: u64,
}

impl BestFirst {
    /// How much this thread likes a place: other threads like others, and so find out other things first.
    fn preference(&self, place: usize) -> f64 {
        if self.number == 0 {
            return 1.0;
        }
        let scatter = Random::mix(self.number ^ place as u64);
        0.5 + (scatter >> 11) as f64 * (0.5f64).powi(53)
    }
}

impl<G, K> Matrices<G, Promise, K> for Bounding<G::Move, BestFirst>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
{
    const USES_WINDOW: bool = true;

    fn both<B: Observer<G>>(
        walk: &mut BoundingWalk<'_, G, K, BestFirst, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        // The root's bounds have to come from its matrix alone: its strategies must secure them.
        let mut known = Bounds::ANY;
        if !ask.root {
            known = walk.serialized(node, ask, walk.known(node));
            if walk.is_enough(&known, ask) {
                return (known, Left::Known);
            }
        }
        walk.counts.expanded += 1;
        let matrix = Matrix::new(walk, node, both);
        for cell in 0..matrix.len() {
            matrix.push(walk, node, both, ask, cell);
        }
        let found = narrow(&matrix, walk, node, both, ask, known);
        matrix.close(walk, (node, both), ask);
        (found, Left::Done)
    }
}

/// Searches cells until the bounds are enough.
fn narrow<G, K, B>(
    matrix: &Matrix<G::Move>,
    walk: &mut BoundingWalk<'_, G, K, BestFirst, B>,
    node: &mut G::Position,
    both: G::Both,
    ask: Ask,
    mut known: Bounds<Real>,
) -> Bounds<Real>
where
    G: Game<Value = Real>,
    K: Book<G> + Memory<G>,
    B: Observer<G>,
{
    let (rows, columns) = (matrix.rows.len(), matrix.columns.len());
    let mut weights = SmallVec::<[f64; 16]>::new();
    loop {
        if walk.cells.settled[matrix.range()].iter().all(|&settled| settled) {
            return known.narrowed(&matrix.value(walk));
        }
        let high = walk.kernel.value(&walk.cells.upper[matrix.range()], rows, columns);
        weights.clear();
        weights.extend_from_slice(walk.kernel.solver.row_strategy());
        let low = walk.kernel.value(&walk.cells.lower[matrix.range()], rows, columns);
        known = known.narrowed(&Bounds { lower: low.lower, upper: high.upper });
        walk.tell_so_far(node, &known, &ask.window);
        if ask.root {
            walk.budget.meter().prove(|| known);
            walk.budget.meter().note(|| format!("between {:.6} and {:.6}", known.lower, known.upper));
        }
        if walk.is_enough(&known, ask) || walk.stopped.is_some() {
            return known;
        }
        let Some(Share { cell, weight, others, .. }) = most_important(matrix, walk, &weights) else { return known };
        let granted = ask.error.get();
        let room = granted.max((granted - others) / weight);
        let below = Ask { error: Real::new(room * SHARED).unwrap_or_default(), ..ask.below(Window::OPEN) };
        matrix.search(walk, node, both, below, cell);
    }
}

/// A cell's share of the gap.
#[derive(Clone, Copy, Debug)]
struct Share {
    cell: usize,
    weight: f64,
    /// How much it matters to this thread.
    urgency: f64,
    /// The shares of all other cells together.
    others: f64,
}

/// The cell with the largest share of the gap among those about which more is to be learnt; any such cell if none of them
/// has a share, as where a promise is infinite and the matrix of promises has no optimal strategies.
fn most_important<G, K, B>(
    matrix: &Matrix<G::Move>,
    walk: &BoundingWalk<'_, G, K, BestFirst, B>,
    weights: &[f64],
) -> Option<Share>
where
    G: Game<Value = Real>,
{
    let replies = walk.kernel.solver.column_strategy();
    let mut best: Option<(Share, f64)> = None;
    let mut total = 0.0;
    for (row, &x) in weights.iter().enumerate().filter(|(_, x)| **x > 0.0) {
        for (column, &y) in replies.iter().enumerate().filter(|(_, y)| **y > 0.0) {
            let cell = row * replies.len() + column;
            let (bounds, weight) = (matrix.cell(walk, cell), x * y);
            let share = weight * (bounds.width());
            total += share;
            let urgency = share * walk.algorithm.choice.preference(matrix.base + cell);
            if !walk.cells.settled[matrix.base + cell] && best.is_none_or(|(best, _)| urgency > best.urgency) {
                best = Some((Share { cell, weight, urgency, others: 0.0 }, share));
            }
        }
    }
    match best {
        Some((best, share)) => Some(Share { others: (total - share).max(0.0), ..best }),
        None => {
            let cell = walk.cells.settled[matrix.range()].iter().position(|&settled| !settled)?;
            Some(Share { cell, weight: 1.0, urgency: 0.0, others: 0.0 })
        }
    }
}

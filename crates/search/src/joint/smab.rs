//! SMAB: alpha-beta for simultaneous moves (Saffidine, Finnsson, Buro, "Alpha-Beta Pruning for Games with Simultaneous
//! Moves", AAAI 2012).
//!
//! Cells of a matrix are searched one after the other, each with a window of its own: if the cell is worth at most `α_ab`
//! its row is dominated by a mixture of other rows, if it is worth at least `β_ab` its column is (Figures 4 and 5; the
//! programs are in the crate `matrix`). An artificial row of α's stands for "Max deviates earlier", a column of β's for
//! Min. Dominated lines are not looked at any more.
//!
//! Two [`Reading`]s:
//!
//! * *printed*: Algorithm 1, line by line;
//! * *fitted*: rules found by fitting the node and program counts of the paper's Table 4, which Algorithm 1 as printed
//!   cannot give (for 7 cards and s = 4 it solves at most 3,938 programs for windows; the table implies 702,242).
//!   Cells that are over are filled in when the matrix is made. A position other than the root is left as soon as the
//!   pessimistic and the optimistic matrix have the same value, which is tested at its start and before every cell that
//!   is not skipped. A row goes unsearched if `α_ab ≥ maxval` or `α_ab ≥ β_ab`, a column if `β_ab ≤ minval`. At the root no
//!   window is skipped. Every position counts one program for its value, two for each test, two for each window.
//!
//! Departures, all for soundness (each was found by comparing with backward induction on random games):
//!
//! * Line 32 returns the value of the *restricted* matrix, but rows were removed with the help of α, columns with that of
//!   β: only what lies between them is shown. If all rows are gone it is "at most α", if all columns, "at least β".
//! * An infeasible program means *minval − 1* (Figure 4), not *minval* (Section 4.1): with the latter a cell that is lost
//!   would kill its row.
//! * A skipped cell gets the full window, not the position's.
//! * With floating point a line is dominated up to some δ. Dropping it changes the value by at most δ, which is charged to
//!   the bounds; so the answer is an interval that holds. A searched cell is an interval, too; a number with few digits
//!   stands for it, or there would be no ties, and what it differs by is charged as well.
//! * Turns of one player and of chance are part of the game; the admissible initial bounds of Section 4.3 are those that
//!   the game promises, if they are asked for.

mod matrix;
mod order;

use secateur_game::{Both, Game};
use secateur_matrix::Pruner;
use secateur_value::{Bounds, Real};
use smallvec::SmallVec;

use self::matrix::{Matrix, Next, beyond};
pub use self::order::CellOrder;
use crate::joint::walk::{Ask, JointWalk, Matrices, larger, noise, smaller};
use crate::memory::recall::Memory;
use crate::question::horizon::Horizon;
use crate::question::limits::Meter;
use crate::question::observe::{Left, Observer};
use crate::threads::stack::with_room;
use crate::{AsListed, Outcome, Search};

/// Which algorithm is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Algorithm 1, made sound.
    Printed,
    /// The rules that fit the paper's Table 4.
    Fitted,
}

/// How SMAB is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smab {
    /// In which order cells are searched.
    pub order: CellOrder,
    /// Early bound skipping: no windows are computed before this many rows and columns are filled.
    pub skip: usize,
    /// Which algorithm is meant.
    pub reading: Reading,
    /// Whether a cell starts with what the game promises about it, instead of the range of the whole game.
    pub promises: bool,
}

impl Default for Smab {
    /// As the paper's Table 4 has it, with s = 0.
    fn default() -> Self {
        Self { order: CellOrder::LShaped, skip: 0, reading: Reading::Fitted, promises: false }
    }
}

impl Smab {
    /// With this order of cells.
    pub fn order(self, order: CellOrder) -> Self {
        Self { order, ..self }
    }

    /// With early bound skipping.
    pub fn skip(self, skip: usize) -> Self {
        Self { skip, ..self }
    }

    /// In this reading.
    pub fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// With this choice about the game's promises.
    pub fn promises(self, promises: bool) -> Self {
        Self { promises, ..self }
    }
}

impl<G, H, M, B> Search<'_, G, H, M, AsListed, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
{
    /// SMAB.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Search, Smab};
    ///
    /// let outcome = Search::new(&Goofspiel::new(4)).smab(&Smab::default());
    /// assert_eq!(outcome.statistics.expanded, 55); // the first row of Table 4
    /// assert!(outcome.bounds.contains(&0.into()));
    /// ```
    pub fn smab(self, smab: &Smab) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let range = question.game.promised(&question.position);
        let grain = (noise(&range).get() / 256.0).log2().floor().exp2();
        let (least, greatest) = (range.lower.get(), range.upper.get());
        let pruning = Pruning { smab: *smab, least, greatest, grain, pruner: Pruner::new(), restricted: Vec::new() };
        let tools = (&question.horizon, &question.memory, &mut observer);
        let mut walk = JointWalk::new(question.game, &question.position, tools, &meter, pruning);
        let bounds = with_room(|| walk.visit_root(&question.position, &question.ask()));
        let found = walk.found(bounds);
        drop(walk);
        question.conclude(&meter, found, (question.horizon.promises(), Real::ZERO))
    }
}

/// What SMAB needs besides the walk.
struct Pruning {
    smab: Smab,
    /// What the game promises about the root.
    least: f64,
    greatest: f64,
    /// The last digit of numbers that stand for cells, a power of two.
    grain: f64,
    pruner: Pruner,
    /// The cells of live lines.
    restricted: Vec<f64>,
}

impl<G, H, M> Matrices<G, H, M> for Pruning
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
{
    const USES_WINDOW: bool = false;

    fn both<B: Observer<G>>(
        walk: &mut JointWalk<'_, G, H, M, Self, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        walk.counts.expanded += 1;
        let Pruning { smab, least, greatest, .. } = walk.algorithm;
        let mut matrix = Matrix::<G::Move> {
            base: walk.cells.len(),
            rows: both.rows(walk.game, node).collect(),
            columns: both.columns(walk.game, node).collect(),
            live_rows: SmallVec::new(),
            live_columns: SmallVec::new(),
            least,
            greatest,
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
            row_charge: 0.0,
            column_charge: 0.0,
            blur: 0.0,
            changed: true,
            crossed: false,
        };
        matrix.live_rows.extend(0..matrix.rows.len());
        matrix.live_columns.extend(0..matrix.columns.len());
        let open = matrix.fill(walk, node, both);
        let widest = beyond(matrix.least, matrix.greatest);
        let window = (larger(widest.0, ask.window.alpha.get()), smaller(widest.1, ask.window.beta.get()));
        // Only the root can be asked about a window that no value lies in; it still owes its strategies.
        (matrix.alpha, matrix.beta) = if window.0 < window.1 { window } else { widest };
        let tests = smab.reading == Reading::Fitted && !ask.root && open;
        let mut decided = if tests { matrix.decided(walk) } else { None };
        if decided.is_none() {
            for number in 0..matrix.rows.len() * matrix.columns.len() {
                let (a, b) = smab.order.cell(number, matrix.rows.len(), matrix.columns.len());
                if !matrix.live_rows.contains(&a) || !matrix.live_columns.contains(&b) {
                    continue;
                }
                if let Next::Exit(value) = matrix.search_cell(walk, node, both, ask, (a, b), tests) {
                    decided = Some(value);
                    break;
                }
                // Nothing more is learnt after a limit, and the programs of so many cells would take their time.
                if walk.stopped.is_some() {
                    break;
                }
            }
        }
        let found = matrix.conclude(walk, decided);
        if ask.root {
            matrix.tell(walk);
        }
        walk.tell_so_far(node, &found, &ask.window);
        let is_in =
            |row: usize, column: usize| matrix.live_rows.contains(&row) && matrix.live_columns.contains(&column);
        walk.tell_matrix(node, both, matrix.base, is_in);
        walk.cells.truncate(matrix.base);
        (found, Left::Done)
    }
}

#[cfg(test)]
mod tests {
    use secateur_games::Goofspiel;

    use super::*;

    fn counts(cards: usize, smab: Smab) -> (u64, u64) {
        let outcome = Search::new(&Goofspiel::new(cards)).smab(&smab);
        assert!(outcome.bounds.contains(&0.into()), "{cards} {smab:?} {:?}", outcome.bounds);
        assert!(
            outcome.bounds.upper.get() - outcome.bounds.lower.get() < 1e-9,
            "{cards} {smab:?} {:?}",
            outcome.bounds
        );
        (outcome.statistics.expanded, outcome.statistics.lp_calls.unwrap_or(0))
    }

    #[test]
    fn the_fitted_reading_counts_as_fitted() {
        for (cards, skip, expected) in [
            (4, 0, (55, 265)),
            (4, 1, (59, 171)),
            (4, 2, (70, 146)),
            (5, 0, (509, 2_719)),
            (5, 1, (624, 1_856)),
            (5, 2, (1_004, 1_896)),
            (6, 0, (13_511, 73_791)),
            (6, 1, (18_138, 54_486)),
            (6, 2, (29_895, 55_311)),
        ] {
            assert_eq!(counts(cards, Smab::default().skip(skip)), expected, "{cards} cards, s = {skip}");
        }
    }

    /// A throw-away prototype counted 101, 107, 109 and 31,386, 40,027, 51,960; how ties between vertices of a program
    /// are broken moves the larger figures by up to 2%.
    #[test]
    fn the_printed_reading_expands_more() {
        let printed = Smab::default().reading(Reading::Printed);
        for (cards, expected) in [(4, [101, 107, 109]), (6, [30_802, 40_319, 52_739])] {
            for (skip, expanded) in expected.into_iter().enumerate() {
                assert_eq!(counts(cards, printed.skip(skip)).0, expanded, "{cards} cards, s = {skip}");
            }
        }
    }
}

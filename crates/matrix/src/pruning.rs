//! Cells that are known only within bounds, and the workspace that asks what can be pruned.
//!
//! The questions of Figures 1 to 5 of Saffidine, Finnsson and Buro, "Alpha-Beta Pruning for Games with Simultaneous
//! Moves" (AAAI 2012), have one form. Some *rivals* (other rows, and perhaps the row of α's that stands for "Max deviates
//! earlier") try to cover one *candidate* row: with weights x on the rivals, `Σₖ xₖ·gainₖⱼ ≥ 0` must hold for every column
//! j, where `gainₖⱼ` is the rival's pessimistic payoff minus the candidate's optimistic one. For columns the signs turn.
//! [`dominance`](crate::dominance) asks whether such weights exist, [`cell_window`](crate::cell_window) how much they
//! can secure in one column that is left out.
//!
//! # δ-dominance
//!
//! With floating point a mixture that covers the candidate *exactly* can almost never be certified. But if it covers it up
//! to δ in every column, then dropping the candidate changes the value of the matrix by at most δ: move the weight of
//! the candidate, at most 1, onto the mixture. So every answer here comes with the δ that it costs, and a search adds it
//! to its upper bound (for a dropped row) or takes it off its lower bound (for a dropped column). Costs add up and are
//! never amplified.

use crate::simd::{Block, LANES, Level, lanes_mut};
use crate::solver::Solver;
use crate::tableau::blocks_for;

/// A matrix whose cells are known within bounds, of which some rows and columns are still in play.
#[derive(Clone, Copy, Debug)]
pub struct CellBounds<'a> {
    /// Pessimistic payoffs to the row player, row by row.
    pub lower: &'a [f64],
    /// Optimistic payoffs, row by row.
    pub upper: &'a [f64],
    /// Columns of the whole matrix: the length of one row of `lower` and `upper`.
    pub columns: usize,
    /// The rows that have not been pruned.
    pub live_rows: &'a [usize],
    /// The columns that have not been pruned.
    pub live_columns: &'a [usize],
}

impl CellBounds<'_> {
    fn lower(&self, row: usize, column: usize) -> f64 {
        self.lower[row * self.columns + column]
    }

    fn upper(&self, row: usize, column: usize) -> f64 {
        self.upper[row * self.columns + column]
    }
}

/// One move of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A row: a move of Max.
    Row(usize),
    /// A column: a move of Min.
    Column(usize),
}

/// Asks which rows and columns are dominated and which windows cells may be searched with.
///
/// One workspace for many questions; it allocates only when a larger matrix comes.
#[derive(Clone, Debug)]
pub struct Pruner {
    pub(crate) solver: Solver,
    pub(crate) level: Level,
    pub(crate) program: Program,
    /// The game of a dominance question.
    pub(crate) turned: Vec<f64>,
    /// Body of a dual simplex by rows and by columns, values of its variables, and these normalised.
    pub(crate) work: Vec<Block>,
    pub(crate) work_turned: Vec<Block>,
    pub(crate) primal: Vec<Block>,
    pub(crate) weights: Vec<Block>,
}

/// "Weights on rivals that cover every requirement", filled from [`CellBounds`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) rivals: usize,
    pub(crate) requirements: usize,
    /// Whether every gain and stake is a finite number.
    pub(crate) finite: bool,
    /// Blocks per requirement.
    pub(crate) stride: usize,
    /// `gains[j·stride ..]` holds the gains of all rivals in requirement `j`; padding repeats the first rival.
    pub(crate) gains: Vec<Block>,
    /// What each rival pays in the cell that is left out; padding repeats the first rival.
    pub(crate) stakes: Vec<Block>,
}

impl Default for Pruner {
    fn default() -> Self {
        Self::new()
    }
}

impl Pruner {
    /// A workspace that uses the fastest instructions of this machine.
    #[must_use]
    pub fn new() -> Self {
        Self {
            solver: Solver::new(),
            level: Level::detect(),
            program: Program::default(),
            turned: Vec::new(),
            work: Vec::new(),
            work_turned: Vec::new(),
            primal: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Uses the instructions of `level`; for comparisons.
    #[must_use]
    pub fn with_level(mut self, level: Level) -> Self {
        self.solver = self.solver.with_level(level);
        self.level = level;
        self
    }
}

impl Program {
    /// The rivals of `candidate` and what they gain over it; `left_out` is a column if the candidate is a row and the
    /// other way round. With `outside`, one more rival pays that much everywhere.
    ///
    /// Everything is seen from the side of the player who owns the candidate, so that more is better.
    pub(crate) fn fill(
        &mut self,
        cells: &CellBounds<'_>,
        candidate: Line,
        left_out: Option<usize>,
        outside: Option<f64>,
    ) {
        let (own, other, chosen) = match candidate {
            Line::Row(row) => (cells.live_rows, cells.live_columns, row),
            Line::Column(column) => (cells.live_columns, cells.live_rows, column),
        };
        // What a rival surely gets, and what the candidate may at best get.
        let surely = |rival: usize, reply: usize| match candidate {
            Line::Row(_) => cells.lower(rival, reply),
            Line::Column(_) => -cells.upper(reply, rival),
        };
        let hoped = |reply: usize| match candidate {
            Line::Row(_) => cells.upper(chosen, reply),
            Line::Column(_) => -cells.lower(reply, chosen),
        };
        let outside = outside.map(|value| match candidate {
            Line::Row(_) => value,
            Line::Column(_) => -value,
        });
        let rivals = || own.iter().copied().filter(|&rival| rival != chosen);
        self.rivals = rivals().count() + usize::from(outside.is_some());
        self.stride = blocks_for(self.rivals);
        self.requirements = other.iter().filter(|&&reply| Some(reply) != left_out).count();
        self.gains.resize((self.requirements * self.stride).max(self.gains.len()), Block::ZERO);
        self.stakes.resize(self.stride.max(self.stakes.len()), Block::ZERO);
        self.finite = true;
        if self.rivals == 0 {
            return;
        }
        let width = self.stride * LANES;
        let rival_count = self.rivals;
        let fill_line = |line: &mut [f64], reply: usize, minus: f64| {
            let payoffs = rivals().map(|rival| surely(rival, reply)).chain(outside);
            for (slot, payoff) in line.iter_mut().zip(payoffs) {
                *slot = payoff - minus;
            }
            let first = line[0];
            line[rival_count..].fill(first);
            line.iter().all(|number| number.is_finite())
        };
        let requirements = other.iter().copied().filter(|&reply| Some(reply) != left_out);
        for (line, reply) in lanes_mut(&mut self.gains).chunks_exact_mut(width).zip(requirements) {
            self.finite &= fill_line(line, reply, hoped(reply));
        }
        if let Some(reply) = left_out {
            self.finite &= fill_line(&mut lanes_mut(&mut self.stakes)[..width], reply, 0.0);
        }
    }

    /// The gains of every rival in requirement `j`.
    pub(crate) fn requirement(&self, j: usize) -> &[f64] {
        &crate::simd::lanes(&self.gains[j * self.stride..][..self.stride])[..self.rivals]
    }
}

//! Rows and columns that a mixture of others makes superfluous: Figures 1 to 3 of the paper.
//!
//! Row `a` is dominated if weights x on the other rows give `xᵀP ≥ f`, where P holds pessimistic bounds and f the
//! optimistic bounds of row `a`. That is a question about the sign of a value: the matrix game with payoffs
//! `pₖⱼ − fⱼ` has a value of at least 0 exactly if such weights exist. So there is no program of its own here, only
//! two cheap tests before the game is solved:
//!
//! 1. in some column even the best rival falls short: not dominated;
//! 2. one rival alone covers the row: dominated, at no cost.
//!
//! Figure 2 (one column) is always decided by these two. Figure 3 is the same question for the other player.
//!
//! Departure from the paper: the answer is the δ of [δ-dominance](crate::pruning), 0 if the certificate is strict.

use crate::pruning::{CellBounds, Line, Pruner};

impl Pruner {
    /// Whether the other live lines of the same player (and `outside`, if given) dominate `candidate` up to a δ within
    /// `budget`; the δ to charge if so.
    ///
    /// `outside` is what the player can get elsewhere whatever the opponent does: α for rows, β for columns. A line
    /// dominated with its help may be dropped only by a search whose result is cut off there.
    ///
    /// ```
    /// use secateur_matrix::{CellBounds, Line, Pruner};
    ///
    /// // The third row is covered by half of the first and half of the second.
    /// let payoffs = [4.0, 0.0, 0.0, 4.0, 1.0, 2.0];
    /// let cells = CellBounds {
    ///     lower: &payoffs,
    ///     upper: &payoffs,
    ///     columns: 2,
    ///     live_rows: &[0, 1, 2],
    ///     live_columns: &[0, 1],
    /// };
    /// let mut pruner = Pruner::new();
    /// assert_eq!(pruner.dominated(&cells, Line::Row(2), None, 0.0), Some(0.0));
    /// assert_eq!(pruner.dominated(&cells, Line::Row(0), None, 0.0), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If a live row or column lies outside the matrix.
    pub fn dominated(
        &mut self,
        cells: &CellBounds<'_>,
        candidate: Line,
        outside: Option<f64>,
        budget: f64,
    ) -> Option<f64> {
        self.program.fill(cells, candidate, None, outside);
        let (rivals, requirements) = (self.program.rivals, self.program.requirements);
        if rivals == 0 || requirements == 0 {
            return None;
        }
        let mut largest = 0.0_f64;
        for j in 0..requirements {
            let gains = self.program.requirement(j);
            if gains.iter().all(|&gain| gain < -budget) {
                return None;
            }
            largest = gains.iter().fold(largest, |largest, gain| largest.max(gain.abs()));
        }
        // The sign of a rounded difference is right, so this test is exact.
        let covers = |k: usize| (0..requirements).all(|j| self.program.requirement(j)[k] >= 0.0);
        if (0..rivals).any(covers) {
            return Some(0.0);
        }
        // The candidates' side maximises over rivals; requirements are rows here, so the game is turned around.
        let turned = &mut self.turned;
        turned.clear();
        for j in 0..requirements {
            turned.extend(self.program.requirement(j).iter().map(|gain| -gain));
        }
        let value = self.solver.solve(turned, requirements, rivals).ok()?;
        // In the turned game the rivals minimise, and concede at most `value.upper`; every difference was rounded once.
        let delta = (value.upper.get() + f64::EPSILON * largest).max(0.0);
        (delta <= budget).then_some(delta)
    }
}

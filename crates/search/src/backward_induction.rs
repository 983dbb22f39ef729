//! Backward induction: the plain definition of the value of a game with simultaneous turns.
//!
//! Every position that is not over is expanded; where both players move, all cells are worked out and one linear program
//! gives the value of their matrix. Nothing is cut. With a memory, positions that come up again are worked out once:
//! without pruning this is the baseline that other searches have to beat.
//!
//! Saffidine, Finnsson and Buro (2012) count 109, 1,926, 58,173 and 2,578,710 expansions, without a memory, for Goofspiel
//! with 4 to 7 cards (their Table 2); so does this file. Departures: the answer is an interval that holds whatever floating
//! point did, and turns of one player and of chance are part of the game.

use secateur_game::{Both, Game};
use secateur_matrix::Interval;
use secateur_value::Real;

use crate::horizon::Horizon;
use crate::limits::Meter;
use crate::memory::Memory;
use crate::stacked::conclusion::{Found, Programs};
use crate::stacked::walk::{Ask, Matrices, OPEN, Walk};
use crate::{Outcome, Search};

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
{
    /// Backward induction over every kind of turn, with the memory of the question.
    ///
    /// Uses no window and no order but the game's own. Allocates nothing in the recursion.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::Search;
    ///
    /// let outcome = Search::new(&Goofspiel::new(4)).backward_induction();
    /// assert_eq!(outcome.statistics.expanded, 109);
    /// assert!(outcome.bounds.contains(&0.into())); // the game is symmetric
    /// let bids = outcome.strategies.max;
    /// assert!((bids.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
    /// ```
    pub fn backward_induction(self) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let tools = (&self.horizon, &self.memory);
        let mut walk = Walk::new(self.game, &self.position, tools, &meter, Everything);
        let ask = Ask { window: OPEN, ..self.ask() };
        let interval = walk.visit(&mut self.position.clone(), ask);
        let found = walk.found(interval, walk.is_enough(interval, self.ask()));
        drop(walk);
        self.conclude(&meter, found, self.horizon.promises())
    }
}

/// Every cell of every matrix.
struct Everything;

impl<G, H, M> Matrices<G, H, M> for Everything
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
{
    const USES_WINDOW: bool = false;

    #[inline]
    fn both(walk: &mut Walk<'_, G, H, M, Self>, node: &mut G::Position, both: G::Both, ask: Ask) -> Interval {
        walk.counts.expanded += 1;
        let (game, base) = (walk.game, walk.cells.len());
        let (mut rows, mut spread) = (0, 0.0_f64);
        for row in both.rows(game, node) {
            rows += 1;
            for column in both.columns(game, node) {
                let undo = both.play(game, node, row, column);
                let cell = walk.visit(node, ask.below(OPEN));
                game.undo(node, undo);
                if cell.lower != cell.upper {
                    spread = spread.max((cell.upper - cell.lower).next_up());
                }
                walk.cells.push(cell);
            }
        }
        let columns = (walk.cells.len() - base) / rows;
        let cells = (&walk.cells.lower[base..], &walk.cells.upper[base..]);
        let value = walk.kernel.value_between(cells, (rows, columns), spread, walk.noise);
        if ask.root {
            let rows: Vec<_> = both.rows(game, node).collect();
            let columns: Vec<_> = both.columns(game, node).collect();
            walk.tell_mixed(base, &rows, &columns);
        }
        walk.cells.truncate(base);
        value
    }
}

impl<G, H, M, A> Walk<'_, G, H, M, A>
where
    G: Game<Value = Real>,
{
    /// What the walk found about the root.
    pub(crate) fn found(&mut self, interval: Interval, enough: bool) -> Found<G::Move> {
        self.counts.visits += self.budget.spent();
        Found {
            interval,
            enough,
            stopped: self.stopped,
            strategies: std::mem::take(&mut self.strategies),
            counts: self.counts,
            programs: Programs::of(&self.kernel),
            serialized: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use secateur_games::Goofspiel;

    use crate::{Ledger, Limits, Search, Stop};

    /// Table 2 of the paper; the row of 7 cards takes a release build.
    #[test]
    fn expansions_are_those_of_the_paper() {
        for (cards, expanded) in [(4, 109), (5, 1_926), (6, 58_173)] {
            let outcome = Search::new(&Goofspiel::new(cards)).backward_induction();
            assert_eq!(outcome.statistics.expanded, expanded);
            assert_eq!(outcome.statistics.lp_calls, Some(expanded));
            assert_eq!(outcome.stopped, Stop::Solved);
            assert!(outcome.bounds.contains(&0.into()));
            assert!(outcome.bounds.upper.get() - outcome.bounds.lower.get() < 1e-12);
        }
    }

    #[test]
    fn a_memory_answers_what_comes_up_again() {
        for (cards, expanded) in [(6, 4_759), (7, 27_024)] {
            let game = Goofspiel::new(cards);
            let outcome = Search::new(&game).memory(&Ledger::unlimited()).backward_induction();
            assert_eq!(outcome.statistics.expanded, expanded);
            assert!(outcome.bounds.contains(&0.into()));
        }
    }

    #[test]
    fn a_search_that_is_stopped_keeps_what_it_found() {
        let lost = Goofspiel::dealt(vec![5, 1, 1, 1, 1], &[0, 1, 2, 3, 4], &[5, 6, 7, 8, 9], 0).unwrap();
        for nodes in [0, 1, 7, 100, 1_000, 10_000] {
            let outcome = Search::new(&lost).limits(Limits::none().nodes(nodes)).backward_induction();
            assert!(outcome.bounds.contains(&(-1).into()), "{nodes}: {:?}", outcome.bounds);
            assert!(!outcome.strategies.max.is_empty() && !outcome.line.is_empty());
            assert!(outcome.statistics.visits <= nodes);
        }
        let half = Search::new(&lost).limits(Limits::none().depth(1)).backward_induction();
        assert_eq!(half.bounds, secateur_value::Bounds::exact((-1).into()), "the first prize decides");
    }
}

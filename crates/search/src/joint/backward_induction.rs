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
use secateur_value::{Bounds, Real, Window};

use crate::joint::walk::{Ask, JointWalk, Matrices, larger};
use crate::memory::recall::Memory;
use crate::question::horizon::Horizon;
use crate::question::limits::Meter;
use crate::question::observe::{Left, Observer, Step};
use crate::threads::stack::with_room;
use crate::{AsListed, Outcome, Search};

impl<G, H, M, B> Search<'_, G, H, M, AsListed, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
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
        let (question, mut observer) = self.apart_from_observer();
        let tools = (&question.horizon, &question.memory, &mut observer);
        let mut walk = JointWalk::new(question.game, &question.position, tools, &meter, Everything);
        let ask = Ask { window: Window::OPEN, ..question.ask() };
        let bounds = with_room(|| walk.visit_root(&question.position, &ask));
        let found = walk.found(bounds);
        question.conclude(&meter, found, (question.horizon.promises(), Real::ZERO))
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
    fn both<B: Observer<G>>(
        walk: &mut JointWalk<'_, G, H, M, Self, B>,
        node: &mut G::Position,
        both: G::Both,
        ask: Ask,
    ) -> (Bounds<Real>, Left) {
        walk.counts.expanded += 1;
        let base = walk.cells.len();
        let (rows, spread) = each_cell(walk, node, both, ask);
        let columns = (walk.cells.len() - base) / rows;
        let cells = (&walk.cells.lower[base..], &walk.cells.upper[base..]);
        let value = walk.kernel.value_between(cells, (rows, columns), spread, walk.noise.get());
        if ask.root {
            let rows: Vec<_> = both.rows(walk.game, node).collect();
            let columns: Vec<_> = both.columns(walk.game, node).collect();
            walk.tell_mixed(base, &rows, &columns);
        }
        walk.tell_matrix(node, both, base, |_, _| true);
        walk.cells.truncate(base);
        (value, Left::Done)
    }
}

/// Works out all cells as the game lists them; returns the number of rows and the width of the widest cell.
#[inline]
fn each_cell<G, H, M, B>(
    walk: &mut JointWalk<'_, G, H, M, Everything, B>,
    node: &mut G::Position,
    both: G::Both,
    ask: Ask,
) -> (usize, f64)
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
{
    let (game, below) = (walk.game, ask.below(Window::OPEN));
    let (mut rows, mut spread) = (0, 0.0_f64);
    for row in both.rows(game, node) {
        rows += 1;
        if ask.root {
            walk.budget.meter().note(|| format!("row {rows} of {}", both.rows(game, node).count()));
        }
        for (place, column) in both.columns(game, node).enumerate() {
            let undo = both.play(game, node, row, column);
            let cell = walk.visit(node, Some(Step::Both(row, column)), &below);
            game.undo(node, undo);
            spread = larger(spread, width(cell));
            walk.cells.push(cell);
            walk.tell_cell(node, (rows - 1, place), walk.cells.len() - 1);
        }
    }
    (rows, spread)
}

/// The width of a cell, rounded up.
#[inline]
fn width(cell: Bounds<Real>) -> f64 {
    if cell.is_exact() { 0.0 } else { cell.width().next_up() }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use secateur_games::Goofspiel;
    use secateur_games::goofspiel::Keys;

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

    /// Keys of ranks merge positions that are worth the same.
    #[test]
    fn ranked_keys_find_the_same_value() {
        let deal = || Goofspiel::dealt(vec![4, 9, 1, 6, 2], &[0, 2, 4, 5, 9], &[1, 2, 3, 6, 8], -3).unwrap();
        let exact = Search::new(&deal()).backward_induction();
        let (ranked, ledger) = (deal().keys(Keys::Ranked), Ledger::unlimited());
        let merged = Search::new(&ranked).memory(&ledger).backward_induction();
        assert!((exact.bounds.lower.get() - merged.bounds.lower.get()).abs() < 1e-12);
        assert_eq!(merged.stopped, Stop::Solved);
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

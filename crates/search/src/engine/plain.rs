//! Every child in turn, within its window: backward induction with windows, as small positions are looked at, and all of them
//! where choosing does not pay.
//!
//! Max asks a move with the window `(max(α, L + e), b)`, where `L` is what it has by now: what a move brings beyond `L + e` matters,
//! less does not. Outcomes of chance and cells are asked with an open window: to know better would take a look at all of them first.

use secateur_game::{Both, Chance, Game};
use secateur_value::{Bounds, Chain, Mean, Real, Window};

use super::notes::Notes;
use super::walk::{Ask, EngineWalk, SHARED, plus};
use crate::joint::walk::larger;
use crate::question::horizon::Horizon;
use crate::question::observe::{Observer, Step};

impl<G, H, N, B> EngineWalk<'_, G, H, N, B>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    N: Notes<G>,
    B: Observer<G>,
{
    /// Max's best move, or Min's: alpha-beta.
    pub(super) fn each_move<const MAX: bool>(&mut self, node: &mut G::Position, ask: &Ask) -> Bounds<Real> {
        self.counts.expanded += 1;
        let error = ask.error * SHARED;
        let mut window = ask.window;
        let mut best: Option<(Bounds<Real>, G::Move)> = None;
        let mut moves = self.game.moves(node);
        while let Some(chosen) = moves.next() {
            let undo = self.game.play(node, chosen);
            let child = self.visit(node, Some(Step::One(chosen)), &ask.below(window, error));
            self.game.undo(node, undo);
            let (now, kept) = match best {
                None => (child, chosen),
                Some((best, before)) if MAX => {
                    (best.join(&child), if child.lower > best.lower { chosen } else { before })
                }
                Some((best, before)) => (best.meet(&child), if child.upper < best.upper { chosen } else { before }),
            };
            best = Some((now, kept));
            // Where positions are worked out once for all who ask, nobody's window narrows them.
            let narrows = !self.effort.shares();
            let cut = if MAX {
                if narrows {
                    window.alpha = window.alpha.max(plus(now.lower, error));
                }
                now.lower >= ask.window.beta
            } else {
                if narrows {
                    window.beta = window.beta.min(plus(now.upper, -error));
                }
                now.upper <= ask.window.alpha
            };
            // The moves that were not looked at may be better still.
            let so_far =
                if MAX { Bounds { upper: Real::GREATEST, ..now } } else { Bounds { lower: Real::LEAST, ..now } };
            self.tell_so_far(node, &so_far, &window);
            if cut {
                self.counts.cutoffs += 1;
                self.was_cut = true;
                self.tell_pure::<MAX>(ask, kept);
                if B::LISTENS {
                    moves.for_each(|skipped| self.observer.skip(self.game, node, Step::One(skipped)));
                }
                return so_far;
            }
        }
        let Some((found, chosen)) = best else { return Bounds::ANY };
        self.tell_pure::<MAX>(ask, chosen);
        found
    }

    /// The mean over what chance may do.
    pub(super) fn each_outcome(&mut self, node: &mut G::Position, chance: G::Chance, ask: &Ask) -> Bounds<Real> {
        self.counts.expanded += 1;
        let below = ask.after_chance(Window::OPEN, ask.error * SHARED);
        let mut mean = Mean::default();
        for (weight, outcome) in chance.outcomes(self.game, node) {
            let undo = self.game.play(node, outcome);
            let known = self.visit(node, Some(Step::One(outcome)), &below);
            self.game.undo(node, undo);
            mean.add(weight, &known);
        }
        mean.bounds()
    }

    /// The value of the matrix of all cells.
    pub(super) fn each_cell(&mut self, node: &mut G::Position, both: G::Both, ask: &Ask) -> Bounds<Real> {
        self.counts.expanded += 1;
        let below = ask.below(Window::OPEN, ask.error * SHARED);
        let (base, moves) = (self.cells.lower.len(), self.moves.len());
        let (mut rows, mut spread) = (0, 0.0_f64);
        // A matrix whose rows stand in another order is worth the same.
        let turned = match &mut self.whim {
            Some(random) if !ask.is_root() => random.below(1 << 16) as usize,
            _ => 0,
        };
        let skipped = if turned == 0 { 0 } else { turned % both.rows(self.game, node).count().max(1) };
        let (first, last) = (both.rows(self.game, node).skip(skipped), both.rows(self.game, node).take(skipped));
        for row in first.chain(last) {
            rows += 1;
            for (place, column) in both.columns(self.game, node).enumerate() {
                let undo = both.play(self.game, node, row, column);
                let cell = self.visit(node, Some(Step::Both(row, column)), &below);
                self.game.undo(node, undo);
                spread = larger(spread, cell.width());
                self.cells.push(cell);
                self.tell_cell(node, (rows - 1, place), self.cells.lower.len() - 1);
            }
        }
        if rows == 0 || self.cells.lower.len() == base {
            return Bounds::ANY;
        }
        let columns = (self.cells.lower.len() - base) / rows;
        let spread = if spread > 0.0 { spread.next_up() } else { 0.0 };
        let cells = (&self.cells.lower[base..], &self.cells.upper[base..]);
        let value = self.kernel.value_between(cells, (rows, columns), spread, self.noise);
        if ask.is_root() {
            self.moves.extend(both.rows(self.game, node));
            self.moves.extend(both.columns(self.game, node));
            self.tell_mixed(base, moves, (rows, columns));
            self.moves.truncate(moves);
        }
        self.tell_matrix(node, both, base);
        self.cells.lower.truncate(base);
        self.cells.upper.truncate(base);
        value
    }
}

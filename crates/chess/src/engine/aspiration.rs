//! Aspiration: the score of the last iteration is a good guess of the next, so a narrow window around it is tried first
//! and widened on the side where the score falls out.

use cozy_chess::Board;

use super::score::{INFINITE, Score};
use super::worker::Worker;

impl Worker<'_> {
    /// The score of the root at this depth.
    pub(super) fn aspire(&mut self, board: &Board, depth: i32, guess: Option<Score>) -> Score {
        self.root_depth = depth;
        let Some(guess) = guess.filter(|_| depth >= 5 && self.techniques.aspiration) else {
            return self.search::<true>(board, -INFINITE, INFINITE, depth, 0, false);
        };
        let mut width = self.numbers.aspiration + guess.abs() / 100;
        let (mut alpha, mut beta) = (guess - width, guess + width);
        let mut shallower = 0;
        loop {
            (alpha, beta) = (alpha.max(-INFINITE), beta.min(INFINITE));
            let best_before = self.root_best;
            let score = self.search::<true>(board, alpha, beta, (depth - shallower).max(1), 0, false);
            if self.stopped {
                return score;
            }
            if score <= alpha {
                // Nothing was found that is as good as expected: what is best is not known.
                self.root_best = best_before;
                beta = (alpha + beta) / 2;
                alpha = score - width;
                shallower = 0;
            } else if score >= beta {
                self.root_guess = self.root_best.map(|(best, _)| best);
                beta = score + width;
                shallower = (shallower + 1).min(2);
            } else {
                return score;
            }
            width += width;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }
}

//! Backward induction in exact rationals: the value itself, as a fraction.
//!
//! Doubles are fractions and weights of chance are whole numbers, so every finite game has a rational value. This is what
//! other searches are tested against, and the answer for whoever asks for one without an error; it shares no code with
//! them but the game.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use secateur_game::{Both, Chance, Game, Turn};
use secateur_matrix::exact_rational_game;
use secateur_value::Real;

use crate::question::limits::{Budget, Interrupt, Meter};
use crate::threads::stack::with_room;
use crate::{Search, Stop};

/// An exact answer: the value, and what each player should do now, as fractions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exact<M> {
    /// The value of the position.
    pub value: BigRational,
    /// Max's moves with their probabilities; empty if Max has nothing to choose.
    pub max: Vec<(M, BigRational)>,
    /// Min's moves with their probabilities; empty if Min has nothing to choose.
    pub min: Vec<(M, BigRational)>,
}

/// Why there is no exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotExact {
    /// A limit was hit.
    #[error("the search was stopped ({}) before the value was known", .0.name())]
    Stopped(Stop),
    /// A finished game is worth infinitely much.
    #[error("expected finite values, found an infinite one")]
    Infinite,
}

impl<G> Search<'_, G>
where
    G: Game<Value = Real>,
{
    /// The exact value, by looking at everything. Uses no window, no memory and no depth limit.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::Search;
    ///
    /// let game = Goofspiel::dealt(vec![3, 2, 1], &[0, 1, 2], &[0, 1, 3], 0)?; // Min's best card is better
    /// let exact = Search::new(&game).exact()?;
    /// assert_eq!(exact.value.to_string(), "-5/8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exact(self) -> Result<Exact<G::Move>, NotExact> {
        let meter = Meter::new(&self.limits);
        let mut walk = Fractions { game: self.game, budget: Budget::new(&meter, None) };
        with_room(|| walk.solve(&mut self.position.clone()))
    }
}

struct Fractions<'w, G> {
    game: &'w G,
    budget: Budget<'w>,
}

impl<G: Game<Value = Real>> Fractions<'_, G> {
    fn solve(&mut self, node: &mut G::Position) -> Result<Exact<G::Move>, NotExact> {
        self.budget.spend().map_err(|why| match why {
            Interrupt::Limit(stop) => NotExact::Stopped(stop),
            Interrupt::SiblingCut => NotExact::Stopped(Stop::Cancelled),
        })?;
        match self.game.turn(node) {
            Turn::Over(value) => {
                let value = BigRational::from_float(value.get()).ok_or(NotExact::Infinite)?;
                Ok(Exact { value, max: Vec::new(), min: Vec::new() })
            }
            Turn::Max => self.best(node, true),
            Turn::Min => self.best(node, false),
            Turn::Chance(chance) => {
                let (mut sum, mut weights) = (BigRational::zero(), BigInt::zero());
                for (weight, outcome) in chance.outcomes(self.game, node) {
                    let undo = self.game.play(node, outcome);
                    let after = self.solve(node);
                    self.game.undo(node, undo);
                    sum += after?.value * BigRational::from_integer(weight.into());
                    weights += weight;
                }
                Ok(Exact { value: sum / BigRational::from_integer(weights), max: Vec::new(), min: Vec::new() })
            }
            Turn::Both(both) => self.matrix(node, both),
        }
    }

    fn best(&mut self, node: &mut G::Position, for_max: bool) -> Result<Exact<G::Move>, NotExact> {
        let mut best: Option<(BigRational, G::Move)> = None;
        for chosen in self.game.moves(node) {
            let undo = self.game.play(node, chosen);
            let after = self.solve(node);
            self.game.undo(node, undo);
            let value = after?.value;
            let better = best.as_ref().is_none_or(|(best, _)| if for_max { value > *best } else { value < *best });
            if better {
                best = Some((value, chosen));
            }
        }
        let Some((value, chosen)) = best else { return Err(NotExact::Infinite) };
        let sure = vec![(chosen, BigRational::from_integer(1.into()))];
        Ok(match for_max {
            true => Exact { value, max: sure, min: Vec::new() },
            false => Exact { value, max: Vec::new(), min: sure },
        })
    }

    fn matrix(&mut self, node: &mut G::Position, both: G::Both) -> Result<Exact<G::Move>, NotExact> {
        let rows: Vec<_> = both.rows(self.game, node).collect();
        let columns: Vec<_> = both.columns(self.game, node).collect();
        let mut payoffs = Vec::with_capacity(rows.len() * columns.len());
        for &row in &rows {
            for &column in &columns {
                let undo = both.play(self.game, node, row, column);
                let after = self.solve(node);
                self.game.undo(node, undo);
                payoffs.push(after?.value);
            }
        }
        let solution = exact_rational_game(&payoffs, rows.len(), columns.len()).map_err(|_| NotExact::Infinite)?;
        Ok(Exact {
            value: solution.value,
            max: rows.into_iter().zip(solution.row_strategy).collect(),
            min: columns.into_iter().zip(solution.column_strategy).collect(),
        })
    }
}

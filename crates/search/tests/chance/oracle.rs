//! The value of a small game with chance in exact rational arithmetic, by the definition and nothing else.

use num_bigint::BigInt;
use num_rational::BigRational;
use secateur_game::{Chance, Stochastic, Turn};
use secateur_games::random_tree::{Leaves, Luck, Shape, StochasticTree, WholeLeaves};
use secateur_value::{Bounds, Real};

/// The value of a position.
pub(crate) fn value<G: Stochastic>(game: &G, position: &G::Position) -> BigRational {
    let after = |chosen| {
        let mut after = position.clone();
        game.play(&mut after, chosen);
        value(game, &after)
    };
    match game.turn(position) {
        Turn::Over(value) => exact(value),
        Turn::Max => game.moves(position).map(after).max().unwrap(),
        Turn::Min => game.moves(position).map(after).min().unwrap(),
        Turn::Chance(chance) => {
            let (mut sum, mut total) = (BigRational::from(BigInt::from(0)), 0u64);
            for (weight, outcome) in chance.outcomes(game, position) {
                sum += BigRational::from(BigInt::from(weight)) * after(outcome);
                total += weight;
            }
            sum / BigRational::from(BigInt::from(total))
        }
        Turn::Both(never) => match never {},
    }
}

/// A floating-point number as the rational that it is.
pub(crate) fn exact(number: Real) -> BigRational {
    BigRational::from_float(number.get()).unwrap()
}

/// Whether bounds hold, without any tolerance.
pub(crate) fn holds(bounds: &Bounds<Real>, value: &BigRational) -> bool {
    exact(bounds.lower) <= *value && *value <= exact(bounds.upper)
}

/// How far bounds lie apart, exactly.
pub(crate) fn width(bounds: &Bounds<Real>) -> BigRational {
    exact(bounds.upper) - exact(bounds.lower)
}

/// A small irregular tree with chance turns anywhere.
pub(crate) fn wild(seed: u64) -> StochasticTree<WholeLeaves> {
    let depth = 2 + (seed % 3) as u32;
    tree(Shape::uniform(depth, 3).wild(), Luck::Dice, WholeLeaves::new(0, 100).unwrap(), seed)
}

/// A tree as the paper has it.
pub(crate) fn slippery(depth: u32, branching: u16, seed: u64) -> StochasticTree<WholeLeaves> {
    tree(Shape::uniform(depth, branching), Luck::slip(4, 5).unwrap(), WholeLeaves::new(0, 100).unwrap(), seed)
}

pub(crate) fn tree<L: Leaves<Value = Real>>(shape: Shape, luck: Luck, leaves: L, seed: u64) -> StochasticTree<L> {
    StochasticTree::new(shape, luck, leaves, seed).unwrap()
}

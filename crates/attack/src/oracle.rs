//! What every position is worth, by the definition and in exact fractions.
//!
//! A plain recursion from the leaves up; it shares no code with the searches, and solves its matrices by a simplex of its own
//! (`fractions.rs`). Where play can go in circles the value is enclosed instead: from the least and the greatest leaf both
//! ends are carried through the definition again and again, which only ever brings them closer.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

use crate::fractions;
use crate::graph::{Graph, Node};

/// A number as a fraction. Infinities, which only Max and Min ever compare, are a number beyond all others.
pub fn exact(number: f64) -> BigRational {
    BigRational::from_f64(number).unwrap_or_else(|| {
        let beyond = BigRational::from_integer(BigInt::one() << 1100);
        if number > 0.0 { beyond } else { -beyond }
    })
}

/// The greatest floating-point number that is no more than the fraction.
pub fn rounded_down(fraction: &BigRational) -> f64 {
    let mut number = fraction.to_f64().unwrap_or(0.0);
    while exact(number) > *fraction {
        number = number.next_down();
    }
    number
}

/// The least floating-point number that is no less than the fraction.
pub fn rounded_up(fraction: &BigRational) -> f64 {
    -rounded_down(&-fraction)
}

/// The values of all positions, or what encloses them.
#[derive(Clone, Debug)]
pub struct Truth {
    low: Vec<BigRational>,
    /// The same as `low` where nothing is said.
    high: Option<Vec<BigRational>>,
}

/// How often the ends are carried through a game with circles.
const ROUNDS: usize = 60;

/// To how many binary digits, relative to the largest leaf, the ends are kept.
const DIGITS: usize = 50;

impl Truth {
    /// What every position that can be reached is worth.
    pub fn of(graph: &Graph) -> Self {
        let value = |number: u32, values: &[BigRational]| step(graph.node(number), |child| &values[child as usize]);
        if let Some(order) = graph.in_order() {
            let mut low = vec![BigRational::zero(); graph.nodes.len()];
            for number in order {
                low[number as usize] = value(number, &low);
            }
            return Self { low, high: None };
        }
        let leaves: Vec<_> = graph.leaves().map(exact).collect();
        let ends = (leaves.iter().min().cloned().unwrap_or_default(), leaves.iter().max().cloned().unwrap_or_default());
        let largest = ends.0.abs().max(ends.1.abs()).max(BigRational::one());
        let grid = BigRational::from_integer(BigInt::one() << DIGITS) / largest;
        let mut low = vec![ends.0; graph.nodes.len()];
        let mut high = vec![ends.1; graph.nodes.len()];
        for _ in 0..ROUNDS {
            for number in 0..graph.nodes.len() {
                low[number] = low[number].clone().max((value(number as u32, &low) * &grid).floor() / &grid);
                high[number] = high[number].clone().min((value(number as u32, &high) * &grid).ceil() / &grid);
            }
        }
        Self { low, high: Some(high) }
    }

    /// The position is worth at least this.
    pub fn low(&self, number: u32) -> &BigRational {
        &self.low[number as usize]
    }

    /// The position is worth at most this.
    pub fn high(&self, number: u32) -> &BigRational {
        &self.high.as_ref().unwrap_or(&self.low)[number as usize]
    }

    /// Whether the values themselves are known.
    pub fn is_exact(&self) -> bool {
        self.high.is_none()
    }

    /// Whether the value can lie between these.
    pub fn meets(&self, number: u32, lower: f64, upper: f64) -> bool {
        exact(lower) <= *self.high(number) && *self.low(number) <= exact(upper)
    }
}

/// What a position is worth by what follows it.
fn step<'v>(node: &Node, value: impl Fn(u32) -> &'v BigRational) -> BigRational {
    match node {
        Node::Leaf(leaf) => exact(*leaf),
        Node::Max(moves) => moves.iter().map(|&child| value(child)).max().cloned().unwrap_or_default(),
        Node::Min(moves) => moves.iter().map(|&child| value(child)).min().cloned().unwrap_or_default(),
        Node::Chance(outcomes) => {
            let total: BigInt = outcomes.iter().map(|&(weight, _)| BigInt::from(weight)).sum();
            let weighted = outcomes.iter().map(|&(weight, child)| value(child) * BigInt::from(weight));
            weighted.sum::<BigRational>() / total
        }
        Node::Both { rows, cells } => {
            let payoffs: Vec<_> = cells.iter().map(|&cell| value(cell).clone()).collect();
            fractions::value(&payoffs, *rows)
        }
    }
}

/// What a position is worth to someone who sees only `depth` moves ahead and takes `leaf` for what lies there.
pub fn seen(graph: &Graph, number: u32, depth: u32, leaf: &impl Fn(u32) -> f64) -> f64 {
    let below = |child: &u32| seen(graph, *child, depth - 1, leaf);
    match graph.node(number) {
        Node::Leaf(value) => *value,
        _ if depth == 0 => leaf(number),
        Node::Max(moves) => moves.iter().map(below).fold(f64::NEG_INFINITY, f64::max),
        Node::Min(moves) => moves.iter().map(below).fold(f64::INFINITY, f64::min),
        // Nobody asks: what is seen of a mean is no plain number.
        Node::Chance(_) | Node::Both { .. } => f64::NAN,
    }
}

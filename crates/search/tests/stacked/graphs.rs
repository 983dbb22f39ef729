//! Random games with every kind of turn, small enough to be solved in exact rationals.

use secateur_game::{Both, Chance, Game, Keyed, Random, Turn};
use secateur_value::{Bounds, Real};

/// What is at a position.
#[derive(Clone, Debug)]
enum Node {
    Over(Real),
    /// Moves lead to the next level.
    Alone {
        max: bool,
        after: Vec<usize>,
    },
    Chance {
        outcomes: Vec<(u64, usize)>,
    },
    Both {
        rows: usize,
        columns: usize,
        after: Vec<usize>,
    },
}

/// What a random game is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    /// Levels before everything is over.
    pub(crate) levels: usize,
    /// Positions on a level: few of them are reached in many ways.
    pub(crate) width: usize,
    /// The most moves a player has.
    pub(crate) moves: u64,
    /// Whether only simultaneous turns occur.
    pub(crate) pure: bool,
    /// Payoffs are whole numbers from here …
    pub(crate) least: i32,
    /// … to here, divided by `divisor`.
    pub(crate) largest: i32,
    pub(crate) divisor: i32,
}

impl Recipe {
    /// Something different for every number.
    pub(crate) fn numbered(number: u64) -> Self {
        let mut random = Random::new(Random::mix(number));
        let (least, largest, divisor) =
            [(-1, 1, 1), (0, 1, 1), (-3, 9, 1), (-7, 2, 3), (-100, 100, 7)][random.below(5) as usize];
        Self {
            levels: 1 + random.below(3) as usize,
            width: 1 + random.below(6) as usize,
            moves: 2 + random.below(3),
            pure: number.is_multiple_of(2),
            least,
            largest,
            divisor,
        }
    }
}

/// A random game: a graph in levels.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    levels: Vec<Vec<(Node, Bounds<Real>)>>,
}

/// A level, and which of its positions.
pub(crate) type Place = (u8, u16);

impl Graph {
    pub(crate) fn new(recipe: Recipe, seed: u64) -> Self {
        let mut random = Random::new(Random::mix(seed ^ 0x57AC_4ED0));
        let mut levels: Vec<Vec<(Node, Bounds<Real>)>> = Vec::new();
        for height in 0..=recipe.levels {
            let count = if height == recipe.levels { 1 } else { recipe.width };
            let level = (0..count).map(|_| Self::node(recipe, height, levels.last(), &mut random)).collect();
            levels.push(level);
        }
        levels.reverse();
        Self { levels }
    }

    fn node(
        recipe: Recipe,
        height: usize,
        below: Option<&Vec<(Node, Bounds<Real>)>>,
        random: &mut Random,
    ) -> (Node, Bounds<Real>) {
        let top = height == recipe.levels;
        let Some(below) = below.filter(|_| top || random.below(8) > 0) else {
            let payoff = recipe.least + random.below((recipe.largest - recipe.least + 1) as u64) as i32;
            let value = Real::new(f64::from(payoff) / f64::from(recipe.divisor)).unwrap();
            return (Node::Over(value), Bounds::exact(value));
        };
        let mut moves = || 1 + random.below(recipe.moves) as usize;
        let (rows, columns) = (moves(), moves());
        let mut any = |count| -> Vec<usize> { (0..count).map(|_| random.below(below.len() as u64) as usize).collect() };
        let after = any(rows * columns);
        let kind = if recipe.pure { 3 } else { random.below(6) };
        // What is promised is the range of what can be reached.
        let used = |after: &[usize]| {
            let bounds = after.iter().map(|&index| below[index].1);
            bounds.reduce(|a, b| Bounds::new(a.lower.min(b.lower), a.upper.max(b.upper))).unwrap()
        };
        match kind {
            0 | 1 => {
                let after = after[..rows].to_vec();
                let promised = used(&after);
                (Node::Alone { max: kind == 0, after }, promised)
            }
            2 => {
                let outcomes: Vec<_> = after[..rows].iter().map(|&index| (1 + random.below(5), index)).collect();
                let promised = used(&after[..rows]);
                (Node::Chance { outcomes }, promised)
            }
            _ => {
                let promised = used(&after);
                (Node::Both { rows, columns, after }, promised)
            }
        }
    }

    fn at(&self, place: Place) -> &(Node, Bounds<Real>) {
        &self.levels[usize::from(place.0)][usize::from(place.1)]
    }

    /// The position after a cell of a simultaneous turn.
    pub(crate) fn after(&self, place: Place, row: u8, column: u8) -> Place {
        let Node::Both { columns, after, .. } = &self.at(place).0 else { panic!("nobody moves at once here") };
        (place.0 + 1, after[usize::from(row) * columns + usize::from(column)] as u16)
    }
}

/// How many moves each player has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size(usize, usize);

/// Which position chance plays at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dice(Place);

impl Game for Graph {
    type Position = Place;
    type Move = u8;
    type Value = Real;
    type Undo = Place;
    type Chance = Dice;
    type Both = Size;

    fn start(&self) -> Place {
        (0, 0)
    }

    fn turn(&self, place: &Place) -> Turn<Real, Dice, Size> {
        match &self.at(*place).0 {
            Node::Over(value) => Turn::Over(*value),
            Node::Alone { max: true, .. } => Turn::Max,
            Node::Alone { max: false, .. } => Turn::Min,
            Node::Chance { .. } => Turn::Chance(Dice(*place)),
            Node::Both { rows, columns, .. } => Turn::Both(Size(*rows, *columns)),
        }
    }

    fn moves(&self, place: &Place) -> impl Iterator<Item = u8> + use<> {
        let Node::Alone { after, .. } = &self.at(*place).0 else { panic!("nobody moves alone here") };
        0..after.len() as u8
    }

    fn play(&self, place: &mut Place, chosen: u8) -> Place {
        let next = match &self.at(*place).0 {
            Node::Alone { after, .. } => after[usize::from(chosen)],
            Node::Chance { outcomes } => outcomes[usize::from(chosen)].1,
            _ => panic!("nobody moves alone here"),
        };
        std::mem::replace(place, (place.0 + 1, next as u16))
    }

    fn undo(&self, place: &mut Place, before: Place) {
        *place = before;
    }

    fn bounds(&self, place: &Place) -> Bounds<Real> {
        self.at(*place).1
    }
}

impl Chance<Graph> for Dice {
    fn outcomes(self, game: &Graph, _: &Place) -> impl Iterator<Item = (u64, u8)> + use<> {
        let Node::Chance { outcomes } = &game.at(self.0).0 else { panic!("chance does not move here") };
        let weights: Vec<_> =
            outcomes.iter().enumerate().map(|(number, &(weight, _))| (weight, number as u8)).collect();
        weights.into_iter()
    }
}

impl Both<Graph> for Size {
    fn rows(self, _: &Graph, _: &Place) -> impl Iterator<Item = u8> + use<> {
        0..self.0 as u8
    }

    fn columns(self, _: &Graph, _: &Place) -> impl Iterator<Item = u8> + use<> {
        0..self.1 as u8
    }

    fn play(self, game: &Graph, place: &mut Place, row: u8, column: u8) -> Place {
        let next = game.after(*place, row, column);
        std::mem::replace(place, next)
    }
}

impl Keyed for Graph {
    type Key = u32;

    fn key(&self, place: &Place) -> u32 {
        u32::from(place.0) << 16 | u32::from(place.1)
    }
}

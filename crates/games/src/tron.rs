//! Tron: two players draw walls behind them, and whoever cannot move loses.
//!
//! Both players move at once, to a free cell north, east, south or west of where they are; every cell that was entered is a wall
//! from then on. Who has no free cell to go to loses, both at once draw, and so do players who enter the same cell.
//!
//! The game is one of the domains of Bošanský, Lisý, Lanctot, Čermák, Winands, "Algorithms for Computing Strategies in
//! Two-Player Simultaneous Move Games" (AIJ 2016). There a player may also drive into a wall; that is never better than a
//! free cell (it loses, or draws where the free cell wins), so it is not a move here. The players start in opposite corners
//! unless `max` and `min` say otherwise.

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::grid::{Grid, STEPS};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::{Parameters, Tron};
///
/// let game = Tron::from_parameters(&Parameters::parse(["width=3", "height=3", "obstacles=b1"])?)?;
/// let arena = game.start();
/// let Turn::Both(ways) = game.turn(&arena) else { panic!("both players move") };
/// assert_eq!((ways.rows(&game, &arena).count(), ways.columns(&game, &arena).count()), (1, 2));
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tron {
    grid: Grid,
    start: Arena,
    /// Moves alternate between black and white cells, as on a chessboard.
    black: u128,
    /// Of every cell, the neighbour in each direction, or the cell itself at the edge.
    steps: Box<[[u8; 4]]>,
    /// All cells but those of the first column, all but those of the last.
    inner: [u128; 2],
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arena {
    /// A bit for every cell that cannot be entered any more.
    walls: u128,
    max: u8,
    min: u8,
}

/// Where both players may go: a bit for every direction.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    max: u8,
    min: u8,
}

impl Tron {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "tron",
        summary: "both move at once and leave walls behind; whoever cannot move loses",
        parameters: &[
            Parameter { name: "width", default: Some("5"), meaning: "how many columns" },
            Parameter { name: "height", default: Some("5"), meaning: "how many rows" },
            Parameter { name: "obstacles", default: Some(""), meaning: "cells that are walls, such as b2,c4" },
            Parameter { name: "max", default: Some(""), meaning: "where Max starts; a1 unless said" },
            Parameter { name: "min", default: Some(""), meaning: "where Min starts; the opposite corner unless said" },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let grid = Grid::from_values(&values)?;
        let obstacles = grid.parse(&values, "obstacles")?.into_iter().fold(0, |walls, cell| walls | 1u128 << cell);
        let place = |name, usual: u8| match grid.parse(&values, name)?[..] {
            [] => Ok(usual),
            [cell] => Ok(cell),
            _ => values.invalid(name, "expected one cell"),
        };
        let (max, min) = (place("max", 0)?, place("min", (grid.cells() - 1) as u8)?);
        if max == min {
            return values.invalid("max", format!("expected another cell than Min's, {}", grid.name(min)));
        }
        if obstacles & (1 << max | 1 << min) != 0 {
            return values.invalid("obstacles", "expected free cells where the players start");
        }
        let cells = || 0..grid.cells() as u8;
        let all =
            |wanted: &dyn Fn(u8) -> bool| cells().filter(|&cell| wanted(cell)).fold(0, |set, cell| set | 1u128 << cell);
        let step = |cell: u8| [0, 1, 2, 3].map(|direction| grid.step(cell, direction).unwrap_or(cell));
        Ok(Self {
            grid,
            start: Arena { walls: obstacles | 1 << max | 1 << min, max, min },
            black: all(&|cell| !(grid.column(cell) + grid.row(cell)).is_multiple_of(2)),
            steps: cells().map(step).collect(),
            inner: [all(&|cell| grid.column(cell) > 0), all(&|cell| grid.column(cell) + 1 < grid.width)],
        })
    }

    /// The free neighbours of a cell, a bit for every direction. Where there is none, its own cell stands, which is a wall.
    fn ways(&self, walls: u128, cell: u8) -> u8 {
        let steps = self.steps[usize::from(cell)];
        (0..4).fold(0, |ways, direction| ways | u8::from(walls & 1 << steps[direction] == 0) << direction)
    }

    /// All cells next to some cells; some of them may be beyond the board.
    fn around(&self, cells: u128) -> u128 {
        let width = self.grid.width;
        cells << width | cells >> width | (cells & self.inner[1]) << 1 | (cells & self.inner[0]) >> 1
    }

    /// All free cells that can be reached from a cell, or `None` if one of the `others` can be.
    fn region(&self, walls: u128, cell: u8, others: u128) -> Option<u128> {
        // Shifts may leave the board at its end; there are walls.
        let free = !walls & (u128::MAX >> (Grid::LARGEST - self.grid.cells()));
        let mut region = self.around(1 << cell) & free;
        loop {
            if region & others != 0 {
                return None;
            }
            let grown = region | self.around(region) & free;
            if grown == region {
                return Some(region);
            }
            region = grown;
        }
    }

    /// How many moves fit into a region at most: colours alternate, and the first cell has the other colour than `cell`.
    fn longest(&self, region: u128, cell: u8) -> u32 {
        let black = (region & self.black).count_ones();
        let white = region.count_ones() - black;
        let (first, second) = if self.black & 1 << cell == 0 { (black, white) } else { (white, black) };
        if first > second { 2 * second + 1 } else { 2 * first }
    }

    /// How many moves one path has that always goes where the fewest ways lead on: a player who is alone can make as many.
    fn walk(&self, mut walls: u128, mut cell: u8) -> u32 {
        let mut moves = 0;
        loop {
            let free = self.steps[usize::from(cell)].into_iter().filter(|&next| walls & 1 << next == 0);
            let Some(next) = free.min_by_key(|&next| match self.ways(walls, next).count_ones() {
                0 => 5, // a dead end comes last
                ways => ways,
            }) else {
                return moves;
            };
            walls |= 1 << next;
            cell = next;
            moves += 1;
        }
    }
}

impl Game for Tron {
    type Position = Arena;
    type Move = u8;
    type Value = Real;
    type Undo = Arena;
    type Chance = Never;
    type Both = Ways;

    fn start(&self) -> Arena {
        self.start
    }

    fn turn(&self, arena: &Arena) -> Turn<Real, Never, Ways> {
        if arena.max == arena.min {
            return Turn::Over(0.into());
        }
        let ways = Ways { max: self.ways(arena.walls, arena.max), min: self.ways(arena.walls, arena.min) };
        match (ways.max, ways.min) {
            (0, 0) => Turn::Over(0.into()),
            (0, _) => Turn::Over((-1).into()),
            (_, 0) => Turn::Over(1.into()),
            _ => Turn::Both(ways),
        }
    }

    fn moves(&self, _: &Arena) -> impl Iterator<Item = u8> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, arena: &mut Arena, _: u8) -> Arena {
        *arena
    }

    fn undo(&self, arena: &mut Arena, before: Arena) {
        *arena = before;
    }

    /// Once the players are apart, whoever has room for more moves than the other wins.
    fn bounds(&self, arena: &Arena) -> Bounds<Real> {
        let near = self.around(1 << arena.min) & !arena.walls;
        let Some(max) = self.region(arena.walls, arena.max, near) else {
            return Bounds::new((-1).into(), 1.into());
        };
        let min = self.region(arena.walls, arena.min, 0).unwrap_or(0);
        let most = [self.longest(max, arena.max), self.longest(min, arena.min)];
        // Whoever may have more room walks first: if that is enough the other one need not.
        let sign = |max: u32, min: u32| Real::from(max.cmp(&min) as i32);
        let ahead = usize::from(most[0] < most[1]);
        let mut least = [1, 1];
        least[ahead] = self.walk(arena.walls, [arena.max, arena.min][ahead]);
        if least[ahead] > most[1 - ahead] {
            return Bounds::exact(sign(1 - ahead as u32, ahead as u32));
        }
        least[1 - ahead] = self.walk(arena.walls, [arena.max, arena.min][1 - ahead]);
        Bounds::new(sign(least[0], most[1]), sign(most[0], least[1]))
    }
}

/// The directions of a bit set.
fn directions(ways: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |direction| ways & 1 << direction != 0)
}

impl Both<Tron> for Ways {
    fn rows(self, _: &Tron, _: &Arena) -> impl Iterator<Item = u8> + use<> {
        directions(self.max)
    }

    fn columns(self, _: &Tron, _: &Arena) -> impl Iterator<Item = u8> + use<> {
        directions(self.min)
    }

    fn play(self, game: &Tron, arena: &mut Arena, row: u8, column: u8) -> Arena {
        let before = *arena;
        let step = |cell: u8, direction: u8| game.steps[usize::from(cell)][usize::from(direction)];
        (arena.max, arena.min) = (step(arena.max, row), step(arena.min, column));
        arena.walls |= 1 << arena.max | 1 << arena.min;
        before
    }
}

impl Evaluate for Tron {
    /// Who comes first to more cells.
    fn evaluate(&self, arena: &Arena) -> Real {
        let mut free = !arena.walls & (u128::MAX >> (Grid::LARGEST - self.grid.cells()));
        let (mut fronts, mut counts) = ([1u128 << arena.max, 1u128 << arena.min], [0.0, 0.0]);
        while fronts != [0, 0] {
            let [max, min] = fronts.map(|front| self.around(front) & free);
            fronts = [max & !min, min & !max];
            counts = [counts[0] + f64::from(fronts[0].count_ones()), counts[1] + f64::from(fronts[1].count_ones())];
            free &= !(max | min);
        }
        let [max, min] = counts;
        estimate(1.5 * (max - min) / (max + min).max(1.0), self.bounds(arena))
    }
}

impl Keyed for Tron {
    /// Walls, and where the players are.
    type Key = (u128, u16);

    fn key(&self, arena: &Arena) -> (u128, u16) {
        (arena.walls, u16::from(arena.max) << 8 | u16::from(arena.min))
    }
}

impl Describe for Tron {
    fn show(&self, arena: &Arena) -> String {
        self.grid.show(|cell| match cell {
            cell if cell == arena.max && cell == arena.min => '*',
            cell if cell == arena.max => 'X',
            cell if cell == arena.min => 'O',
            cell if arena.walls & 1 << cell != 0 => '#',
            _ => '.',
        })
    }

    fn name(&self, _: &Arena, direction: u8) -> String {
        STEPS[usize::from(direction)].2.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> Tron {
        Tron::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 4] = [
            &[],
            &["width=4", "height=3", "obstacles=b2"],
            &["width=7", "height=5", "max=c2", "min=g1", "obstacles=a1,b5"],
            &["width=2", "height=1"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn players_who_meet_draw() {
        let game = game(&["width=3", "height=1"]);
        let mut arena = game.start();
        let Turn::Both(ways) = game.turn(&arena) else { panic!("both move") };
        ways.play(&game, &mut arena, 1, 3);
        assert!(matches!(game.turn(&arena), Turn::Over(value) if value == 0.into()));
        assert_eq!(game.show(&arena), "#*#");
    }

    #[test]
    fn players_who_are_apart_compare_their_room() {
        let game = game(&["width=5", "height=2", "obstacles=d1,d2", "min=e1"]);
        assert_eq!(game.bounds(&game.start()), Bounds::exact(1.into()));
    }

    #[test]
    fn impossible_words_are_explained() {
        let problem =
            |words: &[&str]| Tron::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
        assert_eq!(problem(&["obstacles=z9"]), "obstacles=z9: expected cells from a1 to e5, such as a1,b1");
        assert_eq!(problem(&["max=e5"]), "max=e5: expected another cell than Min's, e5");
        assert_eq!(problem(&["obstacles=a1"]), "obstacles=a1: expected free cells where the players start");
        assert_eq!(problem(&["width=20", "height=20"]), "width=20: expected at most 128 cells, found 400");
    }
}

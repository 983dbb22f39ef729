//! 2048 (Gabriele Cirulli, 2014): slide all tiles, equal ones merge, and chance adds a new one.
//!
//! Max slides all tiles to one side, as far as they go; two equal tiles that meet become one of their sum, each tile once
//! a move; a slide must change the board. Then chance puts a 2 (nine times in ten) or a 4 on one of the empty cells. The
//! game begins with two such tiles on the empty board. Nobody plays Min. The value is Max's probability of making a tile
//! of the goal before no slide is possible: 0.0829 for 32 on 2×2.
//!
//! A board is 64 bits, four a cell: the logarithm of its tile, 0 if it is empty. A row has 16 bits whatever its width, so
//! that a slide is four looks into a table.

mod layered;
mod tables;
mod words;

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use tables::{Tables, transposed};

/// The rules, and the position from which the game is played.
#[derive(Clone, Debug)]
pub struct Game2048 {
    rows: u8,
    columns: u8,
    /// The logarithm of the tile that wins.
    goal: u8,
    start: Board,
    tables: Tables,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Four bits a cell, row by row, four cells a row.
    tiles: u64,
    /// How many tiles chance has to add before Max moves.
    missing: u8,
}

/// Where the tiles slide, or where a new one appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the first row.
    Up,
    /// To the last row.
    Down,
    /// A tile appears.
    Tile {
        /// Four times the row plus the column.
        cell: u8,
        /// 1 for a 2, 2 for a 4.
        rank: u8,
    },
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error2048 {
    /// A board of another size.
    #[error("expected a board from 1x2 to 4x4")]
    Size,
    /// A goal that is no tile, or that the board has no room for.
    #[error("expected a power of 2 from 8 to {highest}, the highest tile that fits on this board")]
    Goal {
        /// The highest goal on this board.
        highest: u32,
    },
    /// A position that is none.
    #[error("expected {rows} rows of {columns} tiles below the goal, such as {example}, 0 for an empty cell")]
    Position {
        /// How many rows there are.
        rows: u8,
        /// How many cells a row has.
        columns: u8,
        /// A board.
        example: String,
    },
}

impl Game2048 {
    /// The game from the empty board.
    ///
    /// ```
    /// use secateur_games::Game2048;
    ///
    /// assert!(Game2048::new(4, 4, 2048).is_ok());
    /// let problem = Game2048::new(2, 2, 64).unwrap_err();
    /// assert_eq!(problem.to_string(), "expected a power of 2 from 8 to 32, the highest tile that fits on this board");
    /// ```
    pub fn new(rows: u8, columns: u8, goal: u32) -> Result<Self, Error2048> {
        let sizes = 1..=4;
        if !sizes.contains(&rows) || !sizes.contains(&columns) || rows * columns < 2 {
            return Err(Error2048::Size);
        }
        // A 4 may fall into the last cell beside one tile of each higher rank, which then all merge.
        let highest = (rows * columns + 1).min(15);
        let rank = goal.ilog2() as u8;
        if !goal.is_power_of_two() || !(3..=highest).contains(&rank) {
            return Err(Error2048::Goal { highest: 1 << highest });
        }
        let start = Board { tiles: 0, missing: 2 };
        Ok(Self { rows, columns, goal: rank, start, tables: Tables::new(rows, columns, rank) })
    }

    /// The game from a board with these tiles, row by row, 0 for an empty cell, Max to slide.
    pub fn from_tiles(self, tiles: &[Vec<u32>]) -> Result<Self, Error2048> {
        let row = |tile: u32| vec![tile.to_string(); usize::from(self.columns)].join(",");
        let example = || (0..self.rows).map(|number| row(u32::from(number) * 2)).collect::<Vec<_>>().join("/");
        let wrong = || Error2048::Position { rows: self.rows, columns: self.columns, example: example() };
        let fits =
            tiles.len() == usize::from(self.rows) && tiles.iter().all(|row| row.len() == usize::from(self.columns));
        if !fits {
            return Err(wrong());
        }
        let mut board = 0;
        for (row, column) in self.cells() {
            let tile = tiles[usize::from(row)][usize::from(column)];
            let rank = if tile == 0 { 0 } else { tile.ilog2() };
            if tile == 1 || tile != 0 && !tile.is_power_of_two() || rank >= self.goal.into() {
                return Err(wrong());
            }
            board |= u64::from(rank) << (4 * (4 * row + column));
        }
        Ok(Self { start: Board { tiles: board, missing: 0 }, ..self })
    }

    fn cells(&self) -> impl Iterator<Item = (u8, u8)> + Clone + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The tiles after a slide.
    #[inline]
    fn slid(&self, tiles: u64, to: Move) -> u64 {
        match to {
            Move::Left => self.tables.rows.slide_low(tiles),
            Move::Right => self.tables.rows.slide_high(tiles),
            Move::Up => transposed(self.tables.columns.slide_low(transposed(tiles))),
            Move::Down => transposed(self.tables.columns.slide_high(transposed(tiles))),
            Move::Tile { cell, rank } => tiles | u64::from(rank) << (4 * cell),
        }
    }

    /// Whether some slide changes the board.
    #[inline]
    fn can_slide(&self, tiles: u64) -> bool {
        [Move::Left, Move::Up, Move::Right, Move::Down].into_iter().any(|to| self.slid(tiles, to) != tiles)
    }

    /// Whether a cell holds the goal.
    #[inline]
    fn is_won(&self, tiles: u64) -> bool {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let zero_there = tiles ^ (ONES * u64::from(self.goal));
        zero_there.wrapping_sub(ONES) & !zero_there & (ONES << 3) != 0
    }
}

impl Game for Game2048 {
    type Position = Board;
    type Move = Move;
    type Value = Real;
    type Undo = Board;
    type Chance = NewTile;
    type Both = Never;

    fn start(&self) -> Board {
        self.start
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn<Real, NewTile> {
        if self.is_won(board.tiles) {
            Turn::Over(Real::from(1))
        } else if board.missing > 0 {
            Turn::Chance(NewTile)
        } else if self.can_slide(board.tiles) {
            Turn::Max
        } else {
            Turn::Over(Real::ZERO)
        }
    }

    fn moves(&self, board: &Board) -> impl Iterator<Item = Move> + use<> {
        let tiles = board.tiles;
        let slides = [Move::Left, Move::Up, Move::Right, Move::Down].map(|to| (to, self.slid(tiles, to) != tiles));
        slides.into_iter().filter_map(|(to, changes)| changes.then_some(to))
    }

    #[inline]
    fn play(&self, board: &mut Board, chosen: Move) -> Board {
        let before = *board;
        let tiles = self.slid(before.tiles, chosen);
        let missing = if let Move::Tile { .. } = chosen { before.missing - 1 } else { 1 };
        *board = Board { tiles, missing };
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    fn bounds(&self, _: &Board) -> Bounds<Real> {
        Bounds::new(Real::ZERO, Real::from(1))
    }
}

/// A new tile is about to appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewTile;

impl Chance<Game2048> for NewTile {
    /// The likely ones, with a 2, first.
    #[inline]
    fn outcomes(self, game: &Game2048, board: &Board) -> impl Iterator<Item = (u64, Move)> + use<> {
        let (cells, tiles) = (game.cells(), board.tiles);
        let empty = cells.map(|(row, column)| 4 * row + column).filter(move |cell| tiles >> (4 * cell) & 15 == 0);
        let fours = empty.clone().map(|cell| (1, Move::Tile { cell, rank: 2 }));
        empty.map(|cell| (9, Move::Tile { cell, rank: 1 })).chain(fours)
    }

    /// A probability, whatever happens.
    fn range(self, _: &Game2048, _: &Board) -> Option<Bounds<Real>> {
        Some(Bounds::new(Real::ZERO, Real::from(1)))
    }
}

impl Keyed for Game2048 {
    type Key = u128;

    #[inline]
    fn key(&self, board: &Board) -> u128 {
        u128::from(board.tiles) << 8 | u128::from(board.missing)
    }
}

impl Evaluate for Game2048 {
    /// Empty cells and neighbours that can merge are good, rows and columns that go up and down are bad.
    ///
    /// Over all rows and columns: `0.4 + 0.4 · empty + 0.2 · equal − 0.6 · disorder`, where `empty` is the share of empty cells,
    /// `equal` that of equal neighbours, and `disorder` what a line's squared ranks go against its better direction, divided
    /// by the goal's.
    #[inline]
    fn evaluate(&self, board: &Board) -> Real {
        let Tables { rows, columns } = &self.tables;
        let empty = f64::from(self.rows) * rows.empty() + f64::from(self.columns) * columns.empty();
        let lines = rows.judge(board.tiles) + columns.judge(transposed(board.tiles)) + empty;
        let all = f64::from(self.rows + self.columns);
        Real::new((0.4 + lines / all).clamp(0.0, 1.0)).unwrap_or(Real::ZERO)
    }
}

impl Expert for Game2048 {}

impl Describe for Game2048 {
    fn show(&self, board: &Board) -> String {
        let tile = |row: u8, column: u8| match board.tiles >> (4 * (4 * row + column)) & 15 {
            0 => format!("{:>6}", "."),
            rank => format!("{:>6}", 1u32 << rank),
        };
        let row = |row| (0..self.columns).map(|column| tile(row, column)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("\n")
    }

    /// The side, or the tile and its row and column from 1, such as `2-1,3`.
    fn name(&self, _: &Board, chosen: Move) -> String {
        match chosen {
            Move::Left => "left".to_owned(),
            Move::Right => "right".to_owned(),
            Move::Up => "up".to_owned(),
            Move::Down => "down".to_owned(),
            Move::Tile { cell, rank } => format!("{}-{},{}", 1 << rank, cell / 4 + 1, cell % 4 + 1),
        }
    }

    fn show_value(&self, value: &Real) -> String {
        format!("Max makes {} with probability {:.6}", 1u32 << self.goal, value.get())
    }
}

#[cfg(test)]
mod tests;

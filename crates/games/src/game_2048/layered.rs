//! The boards of 2048 by their numbers: by the sum of the tiles, which every move makes larger. Boards that are turned or
//! mirrored are worth the same.

use secateur_game::{Layered, Place};

use super::{Board, Game2048};
use crate::ways::Ways;

/// How many boards there are with a sum of tiles.
#[derive(Clone, Debug)]
pub struct Sums {
    /// A place for each cell; a digit is the logarithm of a tile and weighs half of it.
    ways: Ways,
    /// Half the sum at the start.
    first: usize,
    missing: u8,
}

impl Game2048 {
    fn digits(&self, tiles: u64) -> impl Iterator<Item = usize> {
        self.cells().map(move |(row, column)| (tiles >> (4 * (4 * row + column)) & 15) as usize)
    }

    /// The least of the boards that this one can be turned and mirrored to.
    fn canonical(&self, tiles: u64) -> u64 {
        let square = self.rows == self.columns;
        let (rows, columns) = (self.rows - 1, self.columns - 1);
        let seen = |turned: bool, flip_rows: bool, flip_columns: bool| {
            self.cells().fold(0, |seen, (row, column)| {
                let (from_row, from_column) = if turned { (column, row) } else { (row, column) };
                let from_row = if flip_rows { rows - from_row } else { from_row };
                let from_column = if flip_columns { columns - from_column } else { from_column };
                let tile = tiles >> (4 * (4 * from_row + from_column)) & 15;
                seen | tile << (4 * (4 * row + column))
            })
        };
        let ways = if square { &[false, true][..] } else { &[false] };
        let views = ways.iter().flat_map(|&turned| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(one, other)| seen(turned, one, other))
        });
        views.min().unwrap_or(tiles)
    }
}

impl Layered for Game2048 {
    type Numbers = Sums;

    fn numbers(&self, start: &Board) -> Sums {
        let weights: Vec<usize> = (0..self.goal).map(|rank| if rank == 0 { 0 } else { 1 << (rank - 1) }).collect();
        let ways = Ways::new(vec![weights; self.cells().count()]);
        let first = if self.is_won(start.tiles) { 0 } else { ways.sum(self.digits(start.tiles)) };
        Sums { ways, first, missing: start.missing }
    }

    fn layers(&self, sums: &Sums) -> usize {
        sums.ways.most() - sums.first + 1
    }

    /// A new tile is a 2 or a 4; the game begins with two of them.
    fn reach(&self, sums: &Sums) -> usize {
        2 * usize::from(sums.missing.max(1))
    }

    fn count(&self, sums: &Sums, layer: usize) -> u64 {
        sums.ways.count(sums.first + layer)
    }

    fn unrank(&self, sums: &Sums, layer: usize, number: u64) -> Option<Board> {
        let mut tiles = 0;
        sums.ways.unrank(sums.first + layer, number, |place, digit| {
            let (row, column) = (place / usize::from(self.columns), place % usize::from(self.columns));
            tiles |= (digit as u64) << (4 * (4 * row + column));
        });
        (self.canonical(tiles) == tiles).then_some(Board { tiles, missing: 0 })
    }

    fn rank(&self, sums: &Sums, board: &Board) -> Option<Place> {
        if board.missing > 0 || self.is_won(board.tiles) {
            return None;
        }
        let tiles = self.canonical(board.tiles);
        let sum = sums.ways.sum(self.digits(tiles));
        let number = sums.ways.rank(sum, self.digits(tiles));
        Some(Place { layer: sum - sums.first, number, swapped: false })
    }

    /// Of a board and what it can be turned and mirrored to, one is solved.
    fn problems(&self, _: &Sums, _: usize) -> f64 {
        if self.rows == self.columns { 0.125 } else { 0.25 }
    }
}

//! What a line of tiles becomes when it slides, and what it is worth, for every line.

use std::sync::Arc;

/// The tables of a board: one for its rows, one for its columns.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) rows: Lines,
    pub(super) columns: Lines,
}

impl Tables {
    pub(super) fn new(rows: u8, columns: u8, goal: u8) -> Self {
        let across = Lines::new(columns, goal);
        let down = if rows == columns { across.clone() } else { Lines::new(rows, goal) };
        Self { rows: across, columns: down }
    }
}

/// What is known of every line of a length. A line has four bits a cell, the first cell lowest.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    low: Arc<[u16]>,
    high: Arc<[u16]>,
    worth: Arc<[f64]>,
}

impl Lines {
    fn new(length: u8, goal: u8) -> Self {
        let cells = |line: u32| -> Vec<u8> { (0..length).map(|cell| (line >> (4 * cell) & 15) as u8).collect() };
        let all = || (0..1u32 << (4 * length)).map(cells);
        let reversed = |mut cells: Vec<u8>| {
            cells.reverse();
            cells
        };
        let low = all().map(|line| packed(&slid(&line))).collect();
        let high = all().map(|line| packed(&reversed(slid(&reversed(line))))).collect();
        let worth = all().map(|line| worth(&line, goal)).collect();
        Self { low, high, worth }
    }

    #[inline]
    pub(super) fn slide_low(&self, tiles: u64) -> u64 {
        by_line(tiles, |line| self.low[line])
    }

    #[inline]
    pub(super) fn slide_high(&self, tiles: u64) -> u64 {
        by_line(tiles, |line| self.high[line])
    }

    /// What all four lines are worth together; a line outside the board is empty, and its worth is not counted.
    #[inline]
    pub(super) fn judge(&self, tiles: u64) -> f64 {
        let empty = self.worth[0];
        (0..4).map(|line| self.worth[(tiles >> (16 * line) & 0xFFFF) as usize] - empty).sum::<f64>()
    }

    /// What an empty line is worth.
    pub(super) fn empty(&self) -> f64 {
        self.worth[0]
    }
}

#[inline]
fn by_line(tiles: u64, slide: impl Fn(usize) -> u16) -> u64 {
    (0..4).fold(0, |all, line| all | u64::from(slide((tiles >> (16 * line) & 0xFFFF) as usize)) << (16 * line))
}

/// Tiles moved to the front of the line, each merged once with an equal one behind it.
fn slid(line: &[u8]) -> Vec<u8> {
    let mut tiles = line.iter().copied().filter(|&rank| rank > 0).peekable();
    let mut after = Vec::with_capacity(line.len());
    while let Some(rank) = tiles.next() {
        let merges = tiles.next_if_eq(&rank).is_some();
        // The highest rank has won long before two of it could meet.
        after.push(if merges { (rank + 1).min(15) } else { rank });
    }
    after.resize(line.len(), 0);
    after
}

fn packed(line: &[u8]) -> u16 {
    line.iter().rev().fold(0, |bits, &rank| bits << 4 | u16::from(rank))
}

/// The summands of the evaluator that belong to one line.
fn worth(line: &[u8], goal: u8) -> f64 {
    let empty = line.iter().filter(|&&rank| rank == 0).count() as f64 / line.len() as f64;
    let pairs = || line.windows(2);
    let equal = pairs().filter(|pair| pair[0] != 0 && pair[0] == pair[1]).count() as f64;
    let equal = equal / (line.len() as f64 - 1.0).max(1.0);
    let square = |rank: u8| f64::from(rank).powi(2);
    let rising: f64 = pairs().map(|pair| (square(pair[1]) - square(pair[0])).max(0.0)).sum();
    let falling: f64 = pairs().map(|pair| (square(pair[0]) - square(pair[1])).max(0.0)).sum();
    0.4 * empty + 0.2 * equal - 0.6 * rising.min(falling) / square(goal)
}

/// Rows become columns.
#[inline]
pub(super) fn transposed(tiles: u64) -> u64 {
    // Swap within blocks of two by two, then the blocks.
    let inner =
        tiles & 0xF0F0_0F0F_F0F0_0F0F | (tiles & 0x0000_F0F0_0000_F0F0) << 12 | (tiles & 0x0F0F_0000_0F0F_0000) >> 12;
    inner & 0xFF00_FF00_00FF_00FF | (inner & 0x00FF_00FF_0000_0000) >> 24 | (inner & 0x0000_0000_FF00_FF00) << 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_slide_and_merge_once() {
        assert_eq!(slid(&[0, 1, 0, 1]), [2, 0, 0, 0]);
        assert_eq!(slid(&[1, 1, 1, 1]), [2, 2, 0, 0]);
        assert_eq!(slid(&[1, 1, 2, 0]), [2, 2, 0, 0]);
        assert_eq!(slid(&[2, 1, 1, 3]), [2, 2, 3, 0]);
        let lines = Lines::new(4, 11);
        assert_eq!(lines.slide_high(0x1011), 0x2100);
    }

    #[test]
    fn rows_become_columns() {
        let cell = |row: u64, column: u64| 5u64 << (4 * (4 * row + column));
        for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
            assert_eq!(transposed(cell(row, column)), cell(column, row));
        }
    }
}

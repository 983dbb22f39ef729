//! Mirror images of a board, of its cells and of the directions between them.

use crate::grid::Grid;

/// How a board is turned or mirrored: east and west, north and south, rows and columns, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    across: bool,
    down: bool,
    transposed: bool,
}

/// Every second bit.
const LOW: u64 = 0x5555_5555_5555_5555;

impl Symmetry {
    pub(super) const SAME: Self = Self { across: false, down: false, transposed: false };

    /// Those of any rectangle, then those of a square alone.
    const ALL: [Self; 8] = {
        let mut all = [Self::SAME; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Self { across: i & 1 != 0, down: i & 2 != 0, transposed: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// The images of a board that are boards of the same size.
    pub(super) fn of(grid: Grid) -> &'static [Self] {
        if grid.width == grid.height { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// Where a cell is in the image.
    pub(super) fn cell(self, grid: Grid, cell: u8) -> u8 {
        let (mut column, mut row) = (grid.column(cell), grid.row(cell));
        if self.across {
            column = grid.width - 1 - column;
        }
        if self.down {
            row = grid.height - 1 - row;
        }
        if self.transposed {
            (column, row) = (row, column);
        }
        row * grid.width + column
    }

    pub(super) fn cells(self, grid: Grid, mut cells: u128) -> u128 {
        let mut image = 0;
        while cells != 0 {
            image |= 1 << self.cell(grid, cells.trailing_zeros() as u8);
            cells &= cells - 1;
        }
        image
    }

    /// Directions of two bits each: 0 north, 1 east, 2 south, 3 west.
    pub(super) fn trail(self, mut trail: u64) -> u64 {
        if self.across {
            // East and west change places.
            trail ^= (trail & LOW) << 1;
        }
        if self.down {
            trail ^= (!trail & LOW) << 1;
        }
        if self.transposed {
            // North becomes west, east becomes south.
            trail = !trail;
        }
        trail
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_their_images_lead_to_the_same_cells() {
        let grid = Grid { width: 5, height: 5 };
        for mirror in Symmetry::ALL {
            for cell in 0..25 {
                for direction in 0..4 {
                    let there = grid.step(cell, direction).map(|next| mirror.cell(grid, next));
                    let turned = (mirror.trail(direction as u64) & 3) as usize;
                    assert_eq!(grid.step(mirror.cell(grid, cell), turned), there, "{mirror:?}");
                }
            }
            assert_eq!(mirror.cells(grid, 1 << 7 | 1 << 3), 1 << mirror.cell(grid, 7) | 1 << mirror.cell(grid, 3));
        }
    }
}

//! The cells of each column, in the order in which a game lists its columns.
//!
//! Moves are listed by going through these masks, so that a move is found with one load and one `and`. The lists of all
//! sizes are made by the compiler: an iterator over them borrows nothing from the game.

use super::ColumnOrder;

const WIDEST: usize = 12;
const HIGHEST: usize = 15;
/// For every width and height: centre first, and left to right.
static LISTS: [[[[u64; WIDEST]; 2]; HIGHEST]; WIDEST] = {
    let mut lists = [[[[0; WIDEST]; 2]; HIGHEST]; WIDEST];
    let mut width = 1;
    while width <= WIDEST {
        let mut height = 1;
        while height <= HIGHEST && width * (height + 1) <= 64 {
            let mut place = 0;
            while place < width {
                let cells = (1u64 << height) - 1;
                let here = &mut lists[width - 1][height - 1];
                here[0][place] = cells << (from_the_centre(width, place) * (height + 1));
                here[1][place] = cells << (place * (height + 1));
                place += 1;
            }
            height += 1;
        }
        width += 1;
    }
    lists
};

/// 3 2 4 1 5 0 6 for seven columns: the middle, then one step left, one right, two left, and so on.
const fn from_the_centre(width: usize, place: usize) -> usize {
    if place % 2 == 1 { width / 2 - place.div_ceil(2) } else { width / 2 + place / 2 }
}

/// The list of a board.
pub(super) fn listed(width: u32, height: u32, order: ColumnOrder) -> &'static [u64] {
    let lists = &LISTS[width as usize - 1][height as usize - 1];
    let list = match order {
        ColumnOrder::CentreFirst => &lists[0],
        ColumnOrder::LeftToRight => &lists[1],
    };
    &list[..width as usize]
}

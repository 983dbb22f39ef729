//! The sizes of a Connect Four board.

use std::fmt;

/// The size of a board. [`Standard`] is known to the compiler, [`Size`] at run time; the rules are one body of code.
pub trait Shape: Copy + Send + Sync + fmt::Debug {
    /// How many columns.
    fn width(self) -> u32;
    /// How many rows.
    fn height(self) -> u32;
    /// The lowest cells of all columns, as bits of a board.
    fn bottoms(self) -> u64;
}

/// The lowest cells of so many columns.
const fn bottoms(width: u32, height: u32) -> u64 {
    let (mut bottoms, mut column) = (0, 0);
    while column < width {
        bottoms |= 1 << (column * (height + 1));
        column += 1;
    }
    bottoms
}

/// The usual board of 7 columns and 6 rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Shape for Standard {
    #[inline(always)]
    fn width(self) -> u32 {
        7
    }
    #[inline(always)]
    fn height(self) -> u32 {
        6
    }
    #[inline(always)]
    fn bottoms(self) -> u64 {
        const { bottoms(7, 6) }
    }
}

/// A board of any size that fits: at most 12 columns and 15 rows, and `width · (height + 1) ≤ 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
    /// Asked at every position, so it is not counted out each time.
    bottoms: u64,
}

impl Size {
    /// The size, if a board of it fits.
    pub fn new(width: u32, height: u32) -> Result<Self, BadBoard> {
        let fits = (1..=12).contains(&width) && (1..=15).contains(&height) && width * (height + 1) <= 64;
        if !fits {
            return Err(BadBoard { width, height });
        }
        Ok(Self { width, height, bottoms: bottoms(width, height) })
    }
}

impl Shape for Size {
    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }
    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }
    #[inline(always)]
    fn bottoms(self) -> u64 {
        self.bottoms
    }
}

/// The error of a board that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a board of at most 12 columns and 15 rows with width × (height + 1) ≤ 64, found {width} × {height}")]
pub struct BadBoard {
    width: u32,
    height: u32,
}

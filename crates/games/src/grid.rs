//! Cells of a rectangular board by name: `a1` is in the first column of the first row.

use crate::parameters::{ParameterError, Values};

/// A board of at most 128 cells, at most 26 of them in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) width: u8,
    pub(crate) height: u8,
}

/// The four neighbours, as steps of columns and rows, with their names.
pub(crate) const STEPS: [(i8, i8, &str); 4] = [(0, -1, "n"), (1, 0, "e"), (0, 1, "s"), (-1, 0, "w")];

impl Grid {
    pub(crate) const LARGEST: usize = 128;

    /// The board that the parameters `width` and `height` describe.
    pub(crate) fn from_values(values: &Values<'_>) -> Result<Self, ParameterError> {
        let grid = Self { width: values.whole("width", 1..=26)?, height: values.whole("height", 1..=99)? };
        if grid.cells() > Self::LARGEST {
            return values
                .invalid("width", format!("expected at most {} cells, found {}", Self::LARGEST, grid.cells()));
        }
        Ok(grid)
    }

    pub(crate) fn cells(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    pub(crate) fn column(self, cell: u8) -> u8 {
        cell % self.width
    }

    pub(crate) fn row(self, cell: u8) -> u8 {
        cell / self.width
    }

    /// The neighbour in a direction of [`STEPS`], if it is on the board.
    pub(crate) fn step(self, cell: u8, direction: usize) -> Option<u8> {
        let (columns, rows, _) = STEPS[direction];
        let column = self.column(cell).checked_add_signed(columns).filter(|&column| column < self.width)?;
        let row = self.row(cell).checked_add_signed(rows).filter(|&row| row < self.height)?;
        Some(row * self.width + column)
    }

    /// How many steps from one cell to another on a board without obstacles.
    pub(crate) fn distance(self, one: u8, other: u8) -> u8 {
        self.column(one).abs_diff(self.column(other)) + self.row(one).abs_diff(self.row(other))
    }

    pub(crate) fn name(self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + self.column(cell)), self.row(cell) + 1)
    }

    /// The cells of a parameter such as `a1,c3`.
    pub(crate) fn parse(self, values: &Values<'_>, name: &'static str) -> Result<Vec<u8>, ParameterError> {
        let text = values.text(name)?;
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let cells: Option<Vec<u8>> = words.map(|word| self.find(word)).collect();
        let last = self.name((self.cells() - 1) as u8);
        cells.map_or_else(|| values.invalid(name, format!("expected cells from a1 to {last}, such as a1,b1")), Ok)
    }

    fn find(self, name: &str) -> Option<u8> {
        let mut letters = name.chars();
        let column = (letters.next()?.to_ascii_lowercase() as u32).checked_sub('a'.into())?;
        let row: u32 = letters.as_str().parse().ok()?;
        let on_board = column < self.width.into() && (1..=self.height.into()).contains(&row);
        on_board.then(|| ((row - 1) * u32::from(self.width) + column) as u8)
    }

    /// The board as text, a letter a cell.
    pub(crate) fn show(self, letter: impl Fn(u8) -> char) -> String {
        let row = |row: u8| (0..self.width).map(|column| letter(row * self.width + column)).collect::<String>();
        (0..self.height).map(row).collect::<Vec<_>>().join("\n")
    }
}

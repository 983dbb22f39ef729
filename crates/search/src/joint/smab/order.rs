//! In which order cells are searched (Figure 6 of the paper).

/// In which order the cells of a matrix are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row.
    Lexicographic,
    /// The first row and the first column, then the second of each, and so on: by `(min(a, b), a, b)` (Figure 6).
    LShaped,
}

impl CellOrder {
    /// The cell that comes after `number` others.
    pub(super) fn cell(self, mut number: usize, rows: usize, columns: usize) -> (usize, usize) {
        match self {
            Self::Lexicographic => (number / columns, number % columns),
            Self::LShaped => {
                let mut corner = 0;
                loop {
                    let (right, down) = (columns - corner, rows - corner - 1);
                    if number < right {
                        return (corner, corner + number);
                    }
                    number -= right;
                    if number < down {
                        return (corner + 1 + number, corner);
                    }
                    number -= down;
                    corner += 1;
                }
            }
        }
    }

    /// How many rows and columns, whichever are fewer, are full when it is this cell's turn.
    pub(super) fn filled(self, (a, b): (usize, usize), rows: usize) -> usize {
        match self {
            Self::LShaped => a.min(b),
            Self::Lexicographic if a + 1 == rows => a.min(b),
            Self::Lexicographic => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_ordered_as_in_figure_6() {
        let mut order = [[0; 5]; 5];
        for number in 0..25 {
            let (a, b) = CellOrder::LShaped.cell(number, 5, 5);
            order[a][b] = number + 1;
        }
        assert_eq!(order[0], [1, 2, 3, 4, 5]);
        assert_eq!(order[1], [6, 10, 11, 12, 13]);
        assert_eq!(order[2], [7, 14, 17, 18, 19]);
        assert_eq!(order[3], [8, 15, 20, 22, 23]);
        assert_eq!(order[4], [9, 16, 21, 24, 25]);
        for (rows, columns) in [(1, 4), (4, 1), (2, 5), (5, 3)] {
            let mut seen: Vec<_> = (0..rows * columns).map(|n| CellOrder::LShaped.cell(n, rows, columns)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), rows * columns);
        }
    }
}

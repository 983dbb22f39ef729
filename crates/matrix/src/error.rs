//! What can be wrong with a matrix before any of its payoffs is looked at.

/// Why a matrix could not be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The matrix has no row or no column.
    #[error("expected at least one row and one column, found {rows} rows and {columns} columns")]
    Empty {
        /// Rows given.
        rows: usize,
        /// Columns given.
        columns: usize,
    },
    /// One row is longer or shorter than the first one.
    #[error("expected {expected} payoffs in row {row} as in row 1, found {found}")]
    Ragged {
        /// The offending row, counted from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this one.
        found: usize,
    },
    /// A flat slice does not hold `rows × columns` payoffs.
    #[error("expected {rows} × {columns} payoffs, found {found}")]
    Length {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
        /// Length of the slice.
        found: usize,
    },
    /// A payoff is infinite or not a number.
    #[error("expected finite payoffs, found {value} in row {row}, column {column}")]
    NotFinite {
        /// Row, counted from 1.
        row: usize,
        /// Column, counted from 1.
        column: usize,
        /// The payoff.
        value: f64,
    },
}

/// Checks the shape of a row-major matrix.
pub(crate) fn check_shape(found: usize, rows: usize, columns: usize) -> Result<(), Error> {
    if rows == 0 || columns == 0 {
        return Err(Error::Empty { rows, columns });
    }
    if rows.checked_mul(columns) != Some(found) {
        return Err(Error::Length { rows, columns, found });
    }
    Ok(())
}

/// Checks that every payoff is finite.
pub(crate) fn check_finite(payoffs: &[f64], columns: usize) -> Result<(), Error> {
    match payoffs.iter().position(|payoff| !payoff.is_finite()) {
        None => Ok(()),
        Some(at) => Err(Error::NotFinite { row: at / columns + 1, column: at % columns + 1, value: payoffs[at] }),
    }
}

/// Joins rows into one row-major vector; returns it with the number of columns.
pub(crate) fn flatten<T: Clone, R: AsRef<[T]>>(rows: &[R]) -> Result<(Vec<T>, usize), Error> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    if columns == 0 {
        return Err(Error::Empty { rows: rows.len(), columns });
    }
    let mut payoffs = Vec::with_capacity(rows.len() * columns);
    for (index, row) in rows.iter().enumerate() {
        let row = row.as_ref();
        if row.len() != columns {
            return Err(Error::Ragged { row: index + 1, expected: columns, found: row.len() });
        }
        payoffs.extend_from_slice(row);
    }
    Ok((payoffs, columns))
}

//! Matrices as people type them: one row a line, numbers separated by blanks, commas or semicolons.
//!
//! ```text
//! # Lines may end with a comment; empty lines do not count.
//!  3  -1
//! -2   1/2
//! ```
//!
//! Where a semicolon stands between several numbers and others, it ends a row, as in `3 -1; -2 1/2`.

use num_rational::BigRational;
use num_traits::Zero;

use crate::nfg::{NfgError, NfgProblem, NormalForm, exact_number, numbered};

impl NormalForm {
    /// Reads a file of either kind: one that begins with `NFG` is Gambit's, any other is plain rows of numbers.
    ///
    /// ```
    /// use secateur_matrix::NormalForm;
    ///
    /// let game = NormalForm::read(b"3 -1\n-2 1  # a comment")?;
    /// assert_eq!(game.solve_exact()?.value.to_string(), "1/7");
    ///
    /// let problem = NormalForm::read(b"3 -1\n-2").unwrap_err();
    /// assert_eq!(problem.to_string(), "line 2, column 1: expected 2 payoffs as in the first row, found 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the bytes are neither.
    pub fn read(bytes: &[u8]) -> Result<Self, NfgError> {
        let begin = bytes.trim_ascii_start();
        if begin.get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"NFG")) {
            Self::parse(bytes)
        } else {
            Self::from_plain(bytes)
        }
    }

    /// Reads plain rows of numbers. Numbers are integers, decimals or fractions and are kept exactly.
    ///
    /// # Errors
    ///
    /// If there is no number, a word that is none, or rows that differ in length.
    pub fn from_plain(bytes: &[u8]) -> Result<Self, NfgError> {
        let mut payoffs: Vec<BigRational> = Vec::new();
        let (mut rows, mut columns) = (0, 0);
        for (line, bytes) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let error = |column: usize, problem| NfgError { line: line + 1, column, problem };
            let text = str::from_utf8(bytes).map_err(|bad| {
                let before = String::from_utf8_lossy(&bytes[..bad.valid_up_to()]);
                error(before.chars().count() + 1, NfgProblem::NotText)
            })?;
            let text = text.split('#').next().unwrap_or_default();
            // Counted only where something is wrong: lines may be very long.
            let column = |word: &str| text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1;
            for row in rows_of(text) {
                let before = payoffs.len();
                for word in words(row) {
                    let Some(payoff) = exact_number(word) else {
                        let expected = "a number such as 3, -0.5 or 2/3".to_owned();
                        return Err(error(column(word), NfgProblem::Unexpected { expected, found: shortened(word) }));
                    };
                    payoffs.push(payoff);
                }
                let found = payoffs.len() - before;
                if found == 0 {
                    continue;
                }
                if rows > 0 && found != columns {
                    let expected = format!("{columns} payoffs as in the first row");
                    let first = words(row).next().map_or(1, column);
                    return Err(error(first, NfgProblem::Unexpected { expected, found: found.to_string() }));
                }
                (rows, columns) = (rows + 1, found);
            }
        }
        if rows == 0 {
            let (expected, found) = ("a row of numbers, or a file that begins with NFG".to_owned(), "none".to_owned());
            return Err(NfgError { line: 1, column: 1, problem: NfgProblem::Unexpected { expected, found } });
        }
        Ok(Self {
            title: String::new(),
            players: ["Max".to_owned(), "Min".to_owned()],
            row_names: numbered(rows),
            column_names: numbered(columns),
            payoffs,
            sum: BigRational::zero(),
        })
    }
}

/// The rows of a line: one, unless semicolons stand between several numbers and others.
fn rows_of(line: &str) -> impl Iterator<Item = &str> {
    let several = line.contains(';') && line.split(';').any(|part| words(part).nth(1).is_some());
    let ends_row = move |letter| several && letter == ';';
    line.split(ends_row)
}

/// The words of a row.
fn words(row: &str) -> impl Iterator<Item = &str> {
    let separates = |letter: char| letter.is_whitespace() || letter == ',' || letter == ';';
    row.split(separates).filter(|word| !word.is_empty())
}

fn shortened(word: &str) -> String {
    let mut shown: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_are_lines() {
        let game = NormalForm::read(b"\n1, 0.5, 2/3\r\n\n -1;3e1; 4 # end\n").unwrap();
        assert_eq!((game.row_names.len(), game.column_names.len()), (2, 3));
        let shown: Vec<_> = game.payoffs.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["1", "1/2", "2/3", "-1", "30", "4"]);
    }

    /// As other programs write matrices: taken for one row it would be another game.
    #[test]
    fn semicolons_between_several_numbers_end_rows() {
        let game = NormalForm::read(b"1 2;3 4\n5, 6;").unwrap();
        assert_eq!((game.row_names.len(), game.column_names.len()), (3, 2));
        let problem = NormalForm::read(b"1 2; 3").unwrap_err().to_string();
        assert_eq!(problem, "line 1, column 6: expected 2 payoffs as in the first row, found 1");
    }

    #[test]
    fn problems_are_found_where_they_are() {
        let problem = |text: &[u8]| NormalForm::read(text).unwrap_err().to_string();
        assert_eq!(problem(b"1 2\n3 x"), "line 2, column 3: expected a number such as 3, -0.5 or 2/3, found `x`");
        assert_eq!(
            problem(b"# nothing"),
            "line 1, column 1: expected a row of numbers, or a file that begins with NFG, found none"
        );
        assert_eq!(problem(b"1 2\n  3 4 5"), "line 2, column 3: expected 2 payoffs as in the first row, found 3");
        assert_eq!(problem(b"1 \xff"), "line 1, column 3: expected UTF-8 text, found other bytes");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_game_or_one_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Err(problem) = NormalForm::read(&bytes) {
                prop_assert!(!problem.to_string().contains('\n'));
            }
        }
    }
}

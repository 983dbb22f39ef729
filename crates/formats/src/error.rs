//! What is wrong with a file, and where.

use std::fmt;

/// Why a file was refused: one line that says where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: expected {expected}, found {found}")]
#[non_exhaustive]
pub struct FormatError {
    /// Where.
    pub at: At,
    /// What should stand there.
    pub expected: String,
    /// What stands there instead.
    pub found: String,
}

/// A place in a text: the line and the column in characters, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl At {
    /// Where a text begins.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place behind a character that stands here.
    pub(crate) fn after(self, letter: char) -> Self {
        if letter == '\n' {
            Self { line: self.line.saturating_add(1), column: 1 }
        } else {
            Self { column: self.column.saturating_add(1), ..self }
        }
    }

    /// The place behind a text that stands here.
    pub(crate) fn after_all(self, text: &str) -> Self {
        text.chars().fold(self, Self::after)
    }

    /// Something else should stand here.
    pub(crate) fn error(self, expected: impl Into<String>, found: impl Into<String>) -> FormatError {
        FormatError { at: self, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        At::START.after_all(&before).error("text in UTF-8", "other bytes")
    })
}

/// A word of somebody's, cut short and on one line.
pub(crate) fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = word.chars().take(LONGEST).collect();
    let more = if start.len() < word.len() { "…" } else { "" };
    format!("{}{more}", start.escape_debug())
}

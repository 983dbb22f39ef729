//! The words and signs of a `.efg` file, each with its place. Commas count as blanks.

use std::str::Chars;

use crate::error::{At, FormatError, shown};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// What stands between quotes.
    Text(String),
    Word(&'a str),
    End,
}

impl Token<'_> {
    /// The token as an error shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Open => "`{`".to_owned(),
            Self::Close => "`}`".to_owned(),
            Self::Text(text) => format!("\"{}\"", shown(text)),
            Self::Word(word) => format!("`{}`", shown(word)),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// Reads tokens one after the other; the next one can be looked at.
pub(super) struct Tokens<'a> {
    rest: Chars<'a>,
    behind: At,
    pub(super) next: Token<'a>,
    /// Where the next one begins.
    pub(super) at: At,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, FormatError> {
        let mut tokens = Self { rest: text.chars(), behind: At::START, next: Token::End, at: At::START };
        tokens.advance()?;
        Ok(tokens)
    }

    /// Hands out the next token and reads on.
    pub(super) fn advance(&mut self) -> Result<Token<'a>, FormatError> {
        while self.rest.clone().next().is_some_and(is_blank) {
            self.step();
        }
        self.at = self.behind;
        let text = self.rest.as_str();
        let token = match self.step() {
            None => Token::End,
            Some('{') => Token::Open,
            Some('}') => Token::Close,
            Some('"') => Token::Text(self.quoted()?),
            Some(_) => {
                while self.rest.clone().next().is_some_and(|letter| !is_blank(letter) && !"{}\"".contains(letter)) {
                    self.step();
                }
                Token::Word(&text[..text.len() - self.rest.as_str().len()])
            }
        };
        Ok(std::mem::replace(&mut self.next, token))
    }

    /// The next token is not what was expected.
    pub(super) fn unexpected<T>(&self, expected: impl Into<String>) -> Result<T, FormatError> {
        Err(self.at.error(expected, self.next.shown()))
    }

    fn quoted(&mut self) -> Result<String, FormatError> {
        let mut text = String::new();
        loop {
            match self.step() {
                Some('"') => return Ok(text),
                Some('\\') if matches!(self.rest.clone().next(), Some('"' | '\\')) => text.extend(self.step()),
                Some(letter) => text.push(letter),
                None => return Err(self.at.error("a closing quote", "the end of the file")),
            }
        }
    }

    fn step(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.behind = self.behind.after(letter);
        Some(letter)
    }
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || letter == '\u{feff}'
}

//! The words and signs of a tree file, each with its place.

use std::str::Chars;

use super::error::{TreeError, TreeProblem};
use super::nodes::At;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenRow,
    /// `]`
    CloseRow,
    /// `:`
    Colon,
    Word(&'a str),
    /// The text between quotes.
    Quoted(String),
    End,
}

impl Token<'_> {
    /// The token as an error shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Open => "`(`".to_owned(),
            Self::Close => "`)`".to_owned(),
            Self::OpenRow => "`[`".to_owned(),
            Self::CloseRow => "`]`".to_owned(),
            Self::Colon => "`:`".to_owned(),
            Self::Word(word) => crate::parameters::shown(word).to_string(),
            Self::Quoted(text) => format!("\"{}\"", crate::parameters::shown(text)),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// Whether a name must stand between quotes.
pub(super) fn needs_quotes(name: &str) -> bool {
    name.is_empty() || name.chars().any(ends_a_word)
}

fn ends_a_word(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || "()[]:#\"".contains(letter)
}

/// Reads tokens one after the other, with one to look ahead.
pub(super) struct Tokens<'a> {
    rest: Chars<'a>,
    at: At,
    ahead: Option<(Token<'a>, At)>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), at: At { line: 1, column: 1 }, ahead: None }
    }

    pub(super) fn next(&mut self) -> Result<(Token<'a>, At), TreeError> {
        match self.ahead.take() {
            Some(ahead) => Ok(ahead),
            None => self.read(),
        }
    }

    pub(super) fn peek(&mut self) -> Result<&Token<'a>, TreeError> {
        let ahead = self.next()?;
        Ok(&self.ahead.insert(ahead).0)
    }

    fn read(&mut self) -> Result<(Token<'a>, At), TreeError> {
        self.skip_space_and_comments();
        let (at, text) = (self.at, self.rest.as_str());
        let token = match self.step() {
            None => Token::End,
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some('[') => Token::OpenRow,
            Some(']') => Token::CloseRow,
            Some(':') => Token::Colon,
            Some('"') => Token::Quoted(self.quoted()?),
            Some(letter) if letter.is_control() => {
                let found = letter.escape_default().to_string();
                return Err(at.error(TreeProblem::Expected { expected: "text", found }));
            }
            Some(_) => {
                while self.rest.clone().next().is_some_and(|letter| !ends_a_word(letter)) {
                    self.step();
                }
                Token::Word(&text[..text.len() - self.rest.as_str().len()])
            }
        };
        Ok((token, at))
    }

    fn quoted(&mut self) -> Result<String, TreeError> {
        let mut name = String::new();
        loop {
            let mut at = self.at;
            let mut letter = self.step();
            let mut expected = "a closing `\"` on the same line";
            match letter {
                Some('"') => return Ok(name),
                Some('\\') => {
                    at = self.at;
                    letter = self.step();
                    expected = "`\"` or `\\` after `\\`";
                    if let Some(escaped @ ('"' | '\\')) = letter {
                        name.push(escaped);
                        continue;
                    }
                }
                Some(plain) if !plain.is_control() => {
                    name.push(plain);
                    continue;
                }
                _ => {}
            }
            let found = match letter {
                None => "the end of the file".to_owned(),
                Some('\n') => "the end of the line".to_owned(),
                Some(other) if other.is_control() => other.escape_default().to_string(),
                Some(other) => other.to_string(),
            };
            return Err(at.error(TreeProblem::Expected { expected, found }));
        }
    }

    fn skip_space_and_comments(&mut self) {
        while let Some(letter) = self.rest.clone().next() {
            if letter == '#' {
                while self.rest.clone().next().is_some_and(|letter| letter != '\n') {
                    self.step();
                }
            } else if !letter.is_whitespace() {
                return;
            } else {
                self.step();
            }
        }
    }

    fn step(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        self.at = self.at.after(letter);
        Some(letter)
    }
}

impl At {
    /// The place behind a character that stands here.
    pub(super) fn after(self, letter: char) -> Self {
        if letter == '\n' { Self { line: self.line + 1, column: 1 } } else { Self { column: self.column + 1, ..self } }
    }

    pub(super) fn error(self, problem: TreeProblem) -> TreeError {
        TreeError { line: self.line, column: self.column, problem }
    }
}

//! Words and brackets, each with its place.

use crate::error::{At, FormatError, shown};

/// A word or a list.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    /// Where it begins.
    pub(super) at: At,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// In small letters: case does not matter in this language.
    Word(String),
    List(Vec<Expression>),
}

/// No list lies in so many others.
const DEEPEST: usize = 100;

impl Expression {
    /// How an error shows it.
    pub(super) fn shown(&self) -> String {
        match &self.kind {
            Kind::Word(word) => format!("`{}`", shown(word)),
            Kind::List(items) => match items.first().map(|first| &first.kind) {
                Some(Kind::Word(word)) => format!("`({} …)`", shown(word)),
                Some(Kind::List(_)) => "`((…) …)`".to_owned(),
                None => "`()`".to_owned(),
            },
        }
    }
}

/// All expressions of a text, one after the other.
pub(super) fn read(text: &str) -> Result<Vec<Expression>, FormatError> {
    // The lists that are open, each with the place of its bracket.
    let mut open: Vec<(At, Vec<Expression>)> = Vec::new();
    let mut found = Vec::new();
    let mut at = At::START;
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let here = at;
        at = at.after(letter);
        let done = match letter {
            ';' => {
                while let Some(letter) = rest.next_if(|&letter| letter != '\n') {
                    at = at.after(letter);
                }
                continue;
            }
            '(' if open.len() == DEEPEST => {
                return Err(here.error(format!("at most {DEEPEST} lists inside each other"), "more"));
            }
            '(' => {
                open.push((here, Vec::new()));
                continue;
            }
            ')' => match open.pop() {
                Some((begun, items)) => Expression { at: begun, kind: Kind::List(items) },
                None => return Err(here.error("`(` or the end of the file", "`)`")),
            },
            _ if letter.is_whitespace() => continue,
            _ => {
                let mut word = String::from(letter);
                while let Some(letter) =
                    rest.next_if(|&letter| !letter.is_whitespace() && !matches!(letter, '(' | ')' | ';'))
                {
                    at = at.after(letter);
                    word.push(letter);
                }
                Expression { at: here, kind: Kind::Word(word.to_lowercase()) }
            }
        };
        open.last_mut().map_or(&mut found, |(_, items)| items).push(done);
    }
    match open.last() {
        None => Ok(found),
        Some((begun, _)) => Err(at.error(format!("`)` for the `(` of {begun}"), "the end of the file")),
    }
}

//! Reads a tree from text, in one pass and without recursion, so that no input can exhaust the stack.

use std::collections::HashSet;

use secateur_value::{Bounds, Real};

use super::error::{DEEPEST, TreeError, TreeProblem};
use super::fraction::{Fraction, NoWeights, weights};
use super::nodes::{At, Kind, Node, Nodes};
use super::token::{Token, Tokens};
use crate::parameters::shown;

pub(super) fn from_bytes(bytes: &[u8]) -> Result<Nodes, TreeError> {
    let (text, broken) = match str::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(), true),
    };
    if broken {
        let at = text.chars().fold(At { line: 1, column: 1 }, At::after);
        return Err(at.error(TreeProblem::NotText));
    }
    // Some editors begin a file with a mark that nobody sees.
    Parser::new(text.strip_prefix('\u{feff}').unwrap_or(text)).tree()
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// The turns that are not closed yet, outermost first.
    open: Vec<Turn>,
    leaves: Option<Bounds<Real>>,
    found: Nodes,
}

/// A turn that is not closed yet.
struct Turn {
    keyword: Keyword,
    at: At,
    children: Vec<u32>,
    /// One for each child of Max, Min or chance; the rows' and the columns' of both.
    names: Vec<Option<Box<str>>>,
    /// One for each outcome of chance.
    fractions: Vec<Fraction>,
    /// Whether a name or weight waits for its subtree.
    labelled: bool,
    matrix: Matrix,
}

/// How far the matrix of a turn of both has been read.
#[derive(Default)]
struct Matrix {
    row_names: Option<(At, Vec<Box<str>>)>,
    column_names: Option<(At, Vec<Box<str>>)>,
    /// Where the current row began among the children.
    row: Option<usize>,
    columns: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Keyword {
    Max,
    Min,
    Chance,
    Both,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let found = Nodes {
            nodes: Vec::new(),
            children: Vec::new(),
            names: Vec::new(),
            weights: Vec::new(),
            root: 0,
            range: None,
            bounds: Bounds::exact(Real::ZERO),
            written: Vec::new(),
        };
        Self { tokens: Tokens::new(text), open: Vec::new(), leaves: None, found }
    }

    /// The whole file.
    fn tree(mut self) -> Result<Nodes, TreeError> {
        self.found.root = self.subtree()?;
        let (token, at) = self.tokens.next()?;
        if token != Token::End {
            return Err(expected("the end of the file", &token, at));
        }
        // A tree has a leaf, so there are bounds.
        self.found.bounds = self.found.range.or(self.leaves).unwrap_or(self.found.bounds);
        Ok(self.found)
    }

    /// The outermost subtree. Inside it, one step of the loop reads a label, an opening or a closing sign, or a leaf.
    fn subtree(&mut self) -> Result<u32, TreeError> {
        loop {
            let (token, at) = self.tokens.next()?;
            let word = matches!(token, Token::Word(_) | Token::Quoted(_));
            let before_colon = word && *self.tokens.peek()? == Token::Colon;
            let wants = self.wants();
            let finished = match &token {
                Token::Open if wants.subtree => {
                    self.begin(at)?;
                    continue;
                }
                Token::Word(word) if wants.subtree && !before_colon => match number(word) {
                    Some(value) => self.leaf(value, word, at)?,
                    None => return Err(expected(wants.text, &token, at)),
                },
                Token::Word(_) | Token::Quoted(_) if wants.label && (before_colon || !wants.subtree) => {
                    self.label(token, at)?;
                    continue;
                }
                Token::OpenRow if wants.row => {
                    self.innermost(|turn| turn.matrix.row = Some(turn.children.len()));
                    continue;
                }
                Token::CloseRow if wants.end_of_row => {
                    self.end_row(at)?;
                    continue;
                }
                Token::Close if wants.end => self.end()?,
                _ => return Err(expected(wants.text, &token, at)),
            };
            let Some(turn) = self.open.last_mut() else { return Ok(finished) };
            turn.children.push(finished);
            if turn.keyword != Keyword::Both && !std::mem::take(&mut turn.labelled) {
                turn.names.push(None);
            }
        }
    }

    /// What may come next.
    fn wants(&self) -> Wants {
        let nothing = Wants { subtree: false, label: false, row: false, end_of_row: false, end: false, text: "" };
        let subtree = Wants { subtree: true, ..nothing };
        let Some(turn) = self.open.last() else {
            return Wants { text: "a tree, such as 3 or (max 1 2)", ..subtree };
        };
        let first = turn.children.is_empty();
        match turn.keyword {
            _ if turn.labelled => Wants { text: "a subtree", ..subtree },
            Keyword::Max | Keyword::Min if first => Wants { label: true, text: "a subtree or `name:`", ..subtree },
            Keyword::Max | Keyword::Min => {
                Wants { label: true, end: true, text: "a subtree, `name:` or `)`", ..subtree }
            }
            Keyword::Chance if first => Wants { label: true, text: "a weight such as `1/2:`", ..nothing },
            Keyword::Chance => Wants { label: true, end: true, text: "a weight such as `1/2:` or `)`", ..nothing },
            Keyword::Both => match turn.matrix.row {
                Some(start) if start == turn.children.len() => Wants { text: "a subtree", ..subtree },
                Some(_) => Wants { end_of_row: true, text: "a subtree or `]`", ..subtree },
                None if first => Wants { row: true, text: "`[` and a row of the matrix", ..nothing },
                None => Wants { row: true, end: true, text: "`[` and the next row, or `)`", ..nothing },
            },
        }
    }

    /// What follows an opening bracket: a turn, or the range at the head of the file.
    fn begin(&mut self, at: At) -> Result<(), TreeError> {
        let (token, keyword_at) = self.tokens.next()?;
        let keyword = match token {
            Token::Word("max") => Keyword::Max,
            Token::Word("min") => Keyword::Min,
            Token::Word("chance") => Keyword::Chance,
            Token::Word("both") => Keyword::Both,
            Token::Word("range") if self.open.is_empty() && self.found.range.is_none() => return self.range(),
            _ => return Err(expected("`max`, `min`, `chance` or `both`", &token, keyword_at)),
        };
        if self.open.len() >= DEEPEST {
            return Err(at.error(TreeProblem::TooDeep));
        }
        self.open.push(Turn {
            keyword,
            at,
            children: Vec::new(),
            names: Vec::new(),
            fractions: Vec::new(),
            labelled: false,
            matrix: Matrix::default(),
        });
        while keyword == Keyword::Both && *self.tokens.peek()? == Token::Open {
            self.matrix_names()?;
        }
        Ok(())
    }

    /// `(range least greatest)`, of which the first two words are read.
    fn range(&mut self) -> Result<(), TreeError> {
        let mut end = || {
            let (token, at) = self.tokens.next()?;
            match &token {
                Token::Word(word) => number(word).map(|number| (number, at)),
                _ => None,
            }
            .ok_or_else(|| expected("a number", &token, at))
        };
        let ((lower, _), (upper, at)) = (end()?, end()?);
        if lower > upper {
            return Err(expected("a greatest value not below the least", &Token::Word(&upper.to_string()), at));
        }
        let (token, at) = self.tokens.next()?;
        if token != Token::Close {
            return Err(expected("`)`", &token, at));
        }
        self.found.range = Some(Bounds::new(lower, upper));
        Ok(())
    }

    /// `(rows name…)` or `(columns name…)`.
    fn matrix_names(&mut self) -> Result<(), TreeError> {
        let (_, list_at) = self.tokens.next()?;
        let (token, at) = self.tokens.next()?;
        let missing = |list: fn(&Matrix) -> bool| self.open.last().is_some_and(|turn| list(&turn.matrix));
        let rows = match token {
            Token::Word("rows") if missing(|matrix| matrix.row_names.is_none()) => true,
            Token::Word("columns") if missing(|matrix| matrix.column_names.is_none()) => false,
            _ => return Err(expected("`rows` or `columns`, each once, or `[`", &token, at)),
        };
        let mut names: Vec<Box<str>> = Vec::new();
        let mut seen = HashSet::new();
        loop {
            let (token, at) = self.tokens.next()?;
            let name: Box<str> = match token {
                Token::Word(word) => word.into(),
                Token::Quoted(text) => text.into(),
                Token::Close if !names.is_empty() => break,
                _ => return Err(expected(if names.is_empty() { "a name" } else { "a name or `)`" }, &token, at)),
            };
            if !seen.insert(name.to_ascii_lowercase()) {
                return Err(at.error(TreeProblem::SameName(name.into())));
            }
            names.push(name);
        }
        self.innermost(|turn| {
            let list = if rows { &mut turn.matrix.row_names } else { &mut turn.matrix.column_names };
            *list = Some((list_at, names));
        });
        Ok(())
    }

    /// `name:` of a player's move; `weight:` or `name weight:` of an outcome. The first word is read.
    fn label(&mut self, first: Token<'a>, at: At) -> Result<(), TreeError> {
        let chance = self.open.last().is_some_and(|turn| turn.keyword == Keyword::Chance);
        let (mut name, mut fraction) = (None, None);
        if chance {
            let named = matches!(first, Token::Quoted(_)) || *self.tokens.peek()? != Token::Colon;
            let (weight, at) = if named {
                name = Some(first);
                self.tokens.next()?
            } else {
                (first, at)
            };
            let parsed = match &weight {
                Token::Word(word) => Fraction::parse(word).filter(|fraction| !fraction.is_zero()),
                _ => None,
            };
            let wanted = "a weight above 0, such as 3, 0.25 or 1/3, and `:`";
            fraction = Some(parsed.ok_or_else(|| expected(wanted, &weight, at))?);
        } else {
            name = Some(first);
        }
        let (token, at) = self.tokens.next()?;
        if token != Token::Colon {
            return Err(expected("`:`", &token, at));
        }
        self.innermost(|turn| {
            turn.names.push(match name {
                Some(Token::Word(word)) => Some(word.into()),
                Some(Token::Quoted(text)) => Some(text.into()),
                _ => None,
            });
            turn.fractions.extend(fraction);
            turn.labelled = true;
        });
        Ok(())
    }

    fn leaf(&mut self, value: Real, word: &str, at: At) -> Result<u32, TreeError> {
        if let Some(range) = self.found.range.filter(|range| !range.contains(&value)) {
            return Err(at.error(TreeProblem::OutOfRange {
                lower: shown(&range.lower.to_string()).to_string(),
                upper: shown(&range.upper.to_string()).to_string(),
                found: shown(word).to_string(),
            }));
        }
        let leaf = Bounds::exact(value);
        self.leaves =
            Some(self.leaves.map_or(leaf, |leaves| Bounds::new(leaves.lower.min(value), leaves.upper.max(value))));
        self.add(Kind::Leaf(value), at, &[], Vec::new())
    }

    /// `]`
    fn end_row(&mut self, at: At) -> Result<(), TreeError> {
        let Some(turn) = self.open.last_mut() else { return Ok(()) };
        let found = turn.children.len() - turn.matrix.row.take().unwrap_or_default();
        let expected = *turn.matrix.columns.get_or_insert(found);
        if found != expected {
            return Err(at.error(TreeProblem::UnevenRow { expected, found }));
        }
        Ok(())
    }

    /// `)`: the innermost turn becomes a node.
    fn end(&mut self) -> Result<u32, TreeError> {
        let Some(mut turn) = self.open.pop() else { return Ok(0) };
        let children = turn.children.len();
        let kind = match turn.keyword {
            Keyword::Max => Kind::Max { moves: count(children, turn.at)? },
            Keyword::Min => Kind::Min { moves: count(children, turn.at)? },
            Keyword::Chance => {
                let exact = weights(&turn.fractions).map_err(|problem| {
                    turn.at.error(match problem {
                        NoWeights::Sum(sum) => TreeProblem::ProbabilitySum(sum),
                        NoWeights::TooFine => TreeProblem::WeightsTooFine,
                    })
                })?;
                let weights = count(self.found.weights.len(), turn.at)?;
                self.found.weights.extend(exact);
                Kind::Chance { outcomes: count(children, turn.at)?, weights }
            }
            Keyword::Both => {
                let columns = turn.matrix.columns.unwrap_or(1);
                let rows = children / columns;
                turn.names = names_of_side("rows", turn.matrix.row_names, rows)?;
                turn.names.extend(names_of_side("columns", turn.matrix.column_names, columns)?);
                Kind::Both { rows: count(rows, turn.at)?, columns: count(columns, turn.at)? }
            }
        };
        if turn.keyword != Keyword::Both {
            self.check_names(&turn.names, &turn.children)?;
        }
        self.add(kind, turn.at, &turn.children, turn.names)
    }

    /// No two moves of a turn are called the same, those without a name by their places.
    fn check_names(&self, names: &[Option<Box<str>>], children: &[u32]) -> Result<(), TreeError> {
        if names.iter().all(Option::is_none) {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for ((name, &child), place) in names.iter().zip(children).zip(1..) {
            let name = name.as_deref().map_or_else(|| place.to_string(), str::to_ascii_lowercase);
            if seen.contains(&name) {
                return Err(self.found.written[child as usize].error(TreeProblem::SameName(name)));
            }
            seen.insert(name);
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind, at: At, children: &[u32], names: Vec<Option<Box<str>>>) -> Result<u32, TreeError> {
        let node = count(self.found.nodes.len(), at)?;
        let first =
            Node { kind, children: count(self.found.children.len(), at)?, names: count(self.found.names.len(), at)? };
        count(self.found.children.len() + children.len(), at)?;
        count(self.found.names.len() + names.len(), at)?;
        self.found.nodes.push(first);
        self.found.children.extend(children);
        self.found.names.extend(names);
        self.found.written.push(at);
        Ok(node)
    }

    fn innermost(&mut self, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = self.open.last_mut() {
            change(turn);
        }
    }
}

struct Wants {
    subtree: bool,
    label: bool,
    row: bool,
    end_of_row: bool,
    end: bool,
    /// All of it in words.
    text: &'static str,
}

fn expected(expected: &'static str, found: &Token<'_>, at: At) -> TreeError {
    at.error(TreeProblem::Expected { expected, found: found.shown() })
}

fn count(length: usize, at: At) -> Result<u32, TreeError> {
    u32::try_from(length).map_err(|_| at.error(TreeProblem::TooLarge))
}

fn names_of_side(
    side: &'static str,
    names: Option<(At, Vec<Box<str>>)>,
    expected: usize,
) -> Result<Vec<Option<Box<str>>>, TreeError> {
    match names {
        None => Ok(vec![None; expected]),
        Some((_, names)) if names.len() == expected => Ok(names.into_iter().map(Some).collect()),
        Some((at, names)) => Err(at.error(TreeProblem::NameCount { side, expected, found: names.len() })),
    }
}

/// A value: `3`, `-2.5`, `1e3` or `2/3`, finite.
fn number(word: &str) -> Option<Real> {
    let number = if let Some((above, below)) = word.split_once('/') {
        // Fifteen digits are exact in floating point, so that the quotient is the nearest number to the fraction.
        let digits = |text: &str| {
            let plain = (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            if plain { text.parse::<f64>().ok() } else { None }
        };
        let unsigned = above.strip_prefix(['-', '+']).unwrap_or(above);
        let quotient = digits(unsigned)? / digits(below).filter(|&below| below > 0.0)?;
        if above.starts_with('-') { -quotient } else { quotient }
    } else {
        // `f64` also reads words such as "infinity", which here are names.
        let numeric = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        if numeric { word.parse().ok()? } else { return None }
    };
    Real::new(number).ok().filter(|number| number.get().is_finite())
}

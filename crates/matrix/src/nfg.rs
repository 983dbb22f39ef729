//! Gambit's `.nfg` files (normal form), read and written for two players whose payoffs add up to a constant.
//!
//! ```text
//! NFG 1 R "Matching pennies" { "Max" "Min" } { { "heads" "tails" } { "heads" "tails" } }
//!
//! 1 -1  -1 1  -1 1  1 -1
//! ```
//!
//! A file names the players, then their strategies (or only how many there are), then, optionally, a comment. In the
//! *payoff* version a pair of payoffs follows for every pair of strategies, the first player's strategy varying fastest.
//! In the *outcome* version a list `{ { "name" 1, -1 } … }` of outcomes follows, then one outcome number per pair of
//! strategies, where 0 stands for payoffs of zero. Numbers are integers, decimals or fractions and are kept exactly.
//!
//! Reading is for files from anywhere: whatever the bytes, the answer is a game or one line that says where and what was
//! expected, in memory proportional to the file.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use secateur_value::{Bounds, Real};

use crate::error::{Error, check_finite, flatten};
use crate::exact::{ExactSolution, exact_rational_game, round_down, round_up};
use crate::solver::{Solution, matrix_game};

/// A two-player constant-sum game in normal form, payoffs exact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NormalForm {
    /// The title of the game.
    pub title: String,
    /// The row player, who maximises, and the column player.
    pub players: [String; 2],
    /// Names of the rows.
    pub row_names: Vec<String>,
    /// Names of the columns.
    pub column_names: Vec<String>,
    /// Payoffs to the row player, row by row.
    pub payoffs: Vec<BigRational>,
    /// What both payoffs add up to in every cell; zero in a zero-sum game.
    pub sum: BigRational,
}

/// What the players have without mixing; the value lies between.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PureBounds {
    /// What the row alone guarantees.
    pub lower: BigRational,
    /// What the column alone concedes at most.
    pub upper: BigRational,
    /// The row, counted from 0.
    pub row: usize,
    /// The column, counted from 0.
    pub column: usize,
}

impl PureBounds {
    /// The bounds as numbers, rounded outwards.
    #[must_use]
    pub fn interval(&self) -> Bounds<Real> {
        Bounds::of(round_down(&self.lower), round_up(&self.upper))
    }
}

/// Why a `.nfg` file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
#[non_exhaustive]
pub struct NfgError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: NfgProblem,
}

/// What can be wrong with a `.nfg` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NfgProblem {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What was expected.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The file is not text.
    #[error("expected UTF-8 text, found other bytes")]
    NotText,
    /// There are not two players.
    #[error("expected 2 players, found {found}")]
    Players {
        /// How many there are.
        found: usize,
    },
    /// The payoffs of some cell do not add up to what those of the first cell do.
    #[error(
        "expected payoffs that add up to {expected} as in the first cell, found {found} in row {row}, column {column}"
    )]
    NotConstantSum {
        /// Sum in the first cell.
        expected: String,
        /// Sum in this cell.
        found: String,
        /// Row of the cell, counted from 1.
        row: usize,
        /// Column of the cell, counted from 1.
        column: usize,
    },
}

impl NormalForm {
    /// A zero-sum game from its payoffs to the row player; strategies are named by their numbers.
    ///
    /// # Errors
    ///
    /// As [`matrix_game`].
    pub fn from_rows<R: AsRef<[f64]>>(title: &str, rows: &[R]) -> Result<Self, Error> {
        let (payoffs, columns) = flatten(rows)?;
        check_finite(&payoffs, columns)?;
        Ok(Self {
            title: title.to_owned(),
            players: ["Max".to_owned(), "Min".to_owned()],
            row_names: numbered(rows.len()),
            column_names: numbered(columns),
            payoffs: payoffs.into_iter().map(|payoff| BigRational::from_f64(payoff).unwrap_or_default()).collect(),
            sum: BigRational::zero(),
        })
    }

    /// Reads a file.
    ///
    /// ```
    /// use secateur_matrix::NormalForm;
    ///
    /// let game = NormalForm::parse(br#"NFG 1 R "Duel" { "A" "B" } { 2 2 }  1 -1  0 0  0 0  1/2 -1/2"#)?;
    /// assert_eq!(game.solve_exact()?.value.to_string(), "1/3");
    ///
    /// let error = NormalForm::parse(b"NFG 1 R \"Duel\" { \"A\" \"B\" }\n{ 2 two }").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 5: expected the number of strategies of player 2, found `two`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the bytes are not a two-player constant-sum game in this format.
    pub fn parse(bytes: &[u8]) -> Result<Self, NfgError> {
        match str::from_utf8(bytes) {
            Ok(text) => Reader::new(text).game(),
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                Err(Reader::new(&text).error_at(text.len(), NfgProblem::NotText))
            }
        }
    }

    /// What each player has without mixing: quick, exact, and seldom equal.
    ///
    /// ```
    /// use secateur_matrix::NormalForm;
    ///
    /// let pure = NormalForm::read(b"3 -1\n-2 1")?.pure_bounds();
    /// assert_eq!((pure.lower.to_string(), pure.upper.to_string()), ("-1".to_owned(), "1".to_owned()));
    /// assert_eq!((pure.row, pure.column), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pure_bounds(&self) -> PureBounds {
        let columns = self.column_names.len();
        let best = |lines: &mut dyn Iterator<Item = BigRational>, better: fn(&BigRational, &BigRational) -> bool| {
            let mut best: Option<(usize, BigRational)> = None;
            for (number, payoff) in lines.enumerate() {
                if best.as_ref().is_none_or(|(_, known)| better(&payoff, known)) {
                    best = Some((number, payoff));
                }
            }
            best.unwrap_or_default()
        };
        let least = |row: &[BigRational]| row.iter().min().cloned().unwrap_or_default();
        let most = |column| self.payoffs.iter().skip(column).step_by(columns.max(1)).max().cloned().unwrap_or_default();
        let (row, lower) = best(&mut self.payoffs.chunks(columns.max(1)).map(least), |one, other| one > other);
        let (column, upper) = best(&mut (0..columns).map(most), |one, other| one < other);
        PureBounds { lower, upper, row, column }
    }

    /// Solves the game in doubles. The interval covers the rounding of payoffs that are not doubles.
    ///
    /// Where probabilities as doubles are too coarse for the payoffs (`1e14 0` over `0 1`), so that the interval stays wide, the
    /// value of a small game is worked out in fractions.
    ///
    /// # Errors
    ///
    /// If a payoff is too large for a double.
    pub fn solve(&self) -> Result<Solution, Error> {
        let doubles: Vec<f64> = self.payoffs.iter().map(|payoff| payoff.to_f64().unwrap_or(f64::NAN)).collect();
        let rows: Vec<&[f64]> = doubles.chunks_exact(self.column_names.len().max(1)).collect();
        let mut solution = matrix_game(&rows)?;
        let rounding =
            |(exact, &double): (&BigRational, &f64)| (exact - BigRational::from_f64(double).unwrap_or_default()).abs();
        if is_wide(&solution) && self.payoffs.len() <= EXACT_UP_TO {
            let exact = self.solve_exact()?.value;
            solution.interval = Bounds::of(round_down(&exact), round_up(&exact));
            solution.value = solution.interval.midpoint();
            return Ok(solution);
        }
        let worst = self.payoffs.iter().zip(&doubles).map(rounding).max().unwrap_or_default();
        if !worst.is_zero() {
            let exactly = |end: Real| BigRational::from_f64(end.get()).unwrap_or_default();
            let Bounds { lower, upper } = solution.interval;
            solution.interval =
                Bounds::of(round_down(&(exactly(lower) - &worst)), round_up(&(exactly(upper) + &worst)));
        }
        Ok(solution)
    }

    /// Solves the game exactly.
    ///
    /// # Errors
    ///
    /// If the game was taken apart and put together with a wrong number of payoffs.
    pub fn solve_exact(&self) -> Result<ExactSolution, Error> {
        exact_rational_game(&self.payoffs, self.row_names.len(), self.column_names.len())
    }
}

/// Games of so many payoffs are solved in fractions within some tens of milliseconds.
const EXACT_UP_TO: usize = 400;
/// An interval that is wider than this part of the value is not what anybody expects of doubles.
const WIDE: f64 = 1e-9;

fn is_wide(solution: &Solution) -> bool {
    solution.interval.width() > WIDE * solution.value.abs()
}

impl FromStr for NormalForm {
    type Err = NfgError;
    fn from_str(text: &str) -> Result<Self, NfgError> {
        Self::parse(text.as_bytes())
    }
}

impl fmt::Display for NormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        writeln!(f, "NFG 1 R {} {{ {} {} }}", quoted(&self.title), quoted(first), quoted(second))?;
        f.write_str("{")?;
        for names in [&self.row_names, &self.column_names] {
            f.write_str(" {")?;
            names.iter().try_for_each(|name| write!(f, " {}", quoted(name)))?;
            f.write_str(" }")?;
        }
        writeln!(f, " }}\n\"\"\n")?;
        let columns = self.column_names.len();
        for j in 0..columns {
            for (i, row) in self.payoffs.chunks_exact(columns).enumerate() {
                let separator = if i == 0 { "" } else { " " };
                write!(f, "{separator}{} {}", row[j], &self.sum - &row[j])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

pub(crate) fn numbered(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

/// One piece of a file and where it begins.
#[derive(Clone, Debug, PartialEq)]
struct Token<'a> {
    start: usize,
    kind: TokenKind<'a>,
}

#[derive(Clone, Debug, PartialEq)]
enum TokenKind<'a> {
    Open,
    Close,
    Text(String),
    /// A text without its closing quote.
    Unclosed,
    Word(&'a str),
    End,
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("`{`"),
            Self::Close => f.write_str("`}`"),
            Self::Text(_) => f.write_str("a quoted text"),
            Self::Unclosed => f.write_str("a quoted text without its end"),
            Self::Word(word) if word.chars().count() > 40 => {
                write!(f, "`{}…`", word.chars().take(40).collect::<String>())
            }
            Self::Word(word) => write!(f, "`{word}`"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

/// Reads tokens with one of lookahead; commas count as blanks.
struct Reader<'a> {
    text: &'a str,
    position: usize,
    next: Token<'a>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut reader = Self { text, position: 0, next: Token { start: 0, kind: TokenKind::End } };
        reader.advance();
        reader
    }

    /// The whole file.
    fn game(mut self) -> Result<NormalForm, NfgError> {
        self.header()?;
        let title = self.quoted_text("the title in quotes")?;
        let players = self.player_names()?;
        let [row_names, column_names] = self.strategies()?;
        if let TokenKind::Text(_) = self.next.kind {
            self.advance(); // A comment.
        }
        let (rows, columns) = (row_names.count(), column_names.count());
        // Every payoff takes at least a digit and a blank: refuse absurd sizes before making room for them.
        let cells = rows.checked_mul(columns).filter(|&cells| cells <= self.text.len());
        let Some(cells) = cells else {
            return Err(self.unexpected(&format!("payoffs for {rows} × {columns} cells")));
        };
        let outcomes = if self.next.kind == TokenKind::Open { Some(self.outcomes()?) } else { None };
        let mut payoffs = vec![BigRational::zero(); cells];
        let mut sum = None;
        for j in 0..columns {
            for i in 0..rows {
                let start = self.next.start;
                let [mine, theirs] = match &outcomes {
                    None => self.payoff_pair()?,
                    Some(outcomes) => self.outcome(outcomes)?,
                };
                let total = &mine + theirs;
                let expected: &BigRational = sum.get_or_insert_with(|| total.clone());
                if total != *expected {
                    let (expected, found) = (expected.to_string(), total.to_string());
                    let problem = NfgProblem::NotConstantSum { expected, found, row: i + 1, column: j + 1 };
                    return Err(self.error_at(start, problem));
                }
                payoffs[i * columns + j] = mine;
            }
        }
        if self.next.kind != TokenKind::End {
            return Err(self.unexpected("the end of the file after the last payoff"));
        }
        let (row_names, column_names) = (row_names.into_names(), column_names.into_names());
        Ok(NormalForm { title, players, row_names, column_names, payoffs, sum: sum.unwrap_or_default() })
    }

    fn header(&mut self) -> Result<(), NfgError> {
        self.word_among(&["NFG"], "`NFG` at the beginning of the file")?;
        self.word_among(&["1"], "format version `1`")?;
        self.word_among(&["R", "D"], "`R` or `D`")
    }

    fn player_names(&mut self) -> Result<[String; 2], NfgError> {
        let start = self.next.start;
        self.open("`{` before the names of the players")?;
        let mut names = Vec::new();
        while let TokenKind::Text(_) = self.next.kind {
            names.push(self.quoted_text("the name of a player")?);
        }
        self.close("the name of a player in quotes or `}`")?;
        let found = names.len();
        <[String; 2]>::try_from(names).map_err(|_| self.error_at(start, NfgProblem::Players { found }))
    }

    fn strategies(&mut self) -> Result<[Strategies; 2], NfgError> {
        self.open("`{` before the strategies")?;
        let both = [self.strategies_of(1)?, self.strategies_of(2)?];
        self.close("`}` after the strategies of player 2")?;
        Ok(both)
    }

    /// Names in braces, or how many there are.
    fn strategies_of(&mut self, player: usize) -> Result<Strategies, NfgError> {
        if self.next.kind == TokenKind::Open {
            self.advance();
            let mut names = Vec::new();
            while let TokenKind::Text(_) = self.next.kind {
                names.push(self.quoted_text("the name of a strategy")?);
            }
            if names.is_empty() {
                return Err(self.unexpected(&format!("the name of a strategy of player {player} in quotes")));
            }
            self.close("the name of a strategy in quotes or `}`")?;
            return Ok(Strategies::Named(names));
        }
        let count = match self.next.kind {
            TokenKind::Word(word) => word.parse().ok().filter(|&count: &usize| count > 0),
            _ => None,
        };
        let Some(count) = count else {
            return Err(self.unexpected(&format!("the number of strategies of player {player}")));
        };
        self.advance();
        Ok(Strategies::Counted(count))
    }

    /// The list of the outcome version.
    fn outcomes(&mut self) -> Result<Vec<[BigRational; 2]>, NfgError> {
        self.open("`{` before the outcomes")?;
        let mut outcomes = Vec::new();
        while self.next.kind == TokenKind::Open {
            self.advance();
            self.quoted_text("the name of an outcome in quotes")?;
            outcomes.push(self.payoff_pair()?);
            self.close("`}` after the second payoff of an outcome")?;
        }
        self.close("`{` before an outcome or `}` after the last one")?;
        Ok(outcomes)
    }

    fn payoff_pair(&mut self) -> Result<[BigRational; 2], NfgError> {
        Ok([self.number("a payoff of player 1")?, self.number("a payoff of player 2")?])
    }

    fn outcome(&mut self, outcomes: &[[BigRational; 2]]) -> Result<[BigRational; 2], NfgError> {
        let index = match self.next.kind {
            TokenKind::Word(word) => word.parse::<usize>().ok().filter(|&index| index <= outcomes.len()),
            _ => None,
        };
        let Some(index) = index else {
            return Err(self.unexpected(&format!("the number of an outcome, 0 to {}", outcomes.len())));
        };
        self.advance();
        Ok(match index {
            0 => [BigRational::zero(), BigRational::zero()],
            _ => outcomes[index - 1].clone(),
        })
    }

    fn number(&mut self, expected: &str) -> Result<BigRational, NfgError> {
        let number = match self.next.kind {
            TokenKind::Word(word) => exact_number(word),
            _ => None,
        };
        let Some(number) = number else {
            return Err(self.unexpected(expected));
        };
        self.advance();
        Ok(number)
    }

    fn word_among(&mut self, words: &[&str], expected: &str) -> Result<(), NfgError> {
        match self.next.kind {
            TokenKind::Word(word) if words.contains(&word) => {
                self.advance();
                Ok(())
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn quoted_text(&mut self, expected: &str) -> Result<String, NfgError> {
        if !matches!(self.next.kind, TokenKind::Text(_)) {
            return Err(self.unexpected(expected));
        }
        match self.advance().kind {
            TokenKind::Text(text) => Ok(text),
            _ => Ok(String::new()),
        }
    }

    fn open(&mut self, expected: &str) -> Result<(), NfgError> {
        self.brace(TokenKind::Open, expected)
    }

    fn close(&mut self, expected: &str) -> Result<(), NfgError> {
        self.brace(TokenKind::Close, expected)
    }

    fn brace(&mut self, brace: TokenKind<'static>, expected: &str) -> Result<(), NfgError> {
        if self.next.kind != brace {
            return Err(self.unexpected(expected));
        }
        self.advance();
        Ok(())
    }

    /// Returns the lookahead and reads the token after it.
    fn advance(&mut self) -> Token<'a> {
        let blank = |c: char| c.is_whitespace() || c == ',';
        let rest = &self.text[self.position..];
        let start = self.text.len() - rest.trim_start_matches(blank).len();
        let rest = &self.text[start..];
        let (kind, length) = match rest.chars().next() {
            None => (TokenKind::End, 0),
            Some('{') => (TokenKind::Open, 1),
            Some('}') => (TokenKind::Close, 1),
            Some('"') => quoted_token(rest),
            Some(_) => {
                let ends = |c: char| blank(c) || matches!(c, '{' | '}' | '"');
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                (TokenKind::Word(word), word.len())
            }
        };
        self.position = start + length;
        std::mem::replace(&mut self.next, Token { start, kind })
    }

    fn unexpected(&self, expected: &str) -> NfgError {
        let (expected, found) = (expected.to_owned(), self.next.kind.to_string());
        self.error_at(self.next.start, NfgProblem::Unexpected { expected, found })
    }

    fn error_at(&self, position: usize, problem: NfgProblem) -> NfgError {
        let before = &self.text[..position];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        NfgError { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, problem }
    }
}

/// The token that begins with a quote; a backslash protects the next character.
fn quoted_token(rest: &str) -> (TokenKind<'static>, usize) {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (TokenKind::Text(text), at + 1),
            '\\' => text.extend(characters.next().map(|(_, protected)| protected)),
            _ => text.push(character),
        }
    }
    (TokenKind::Unclosed, rest.len())
}

/// Strategies as a file gives them; counted ones are named only once the file is known to be long enough.
enum Strategies {
    Named(Vec<String>),
    Counted(usize),
}

impl Strategies {
    fn count(&self) -> usize {
        match self {
            Self::Named(names) => names.len(),
            Self::Counted(count) => *count,
        }
    }

    fn into_names(self) -> Vec<String> {
        match self {
            Self::Named(names) => names,
            Self::Counted(count) => numbered(count),
        }
    }
}

/// Longer numbers are refused: they are no payoffs, and reading them would take its time.
const LONGEST_NUMBER: usize = 2_000;

/// An integer, a decimal (perhaps with an exponent of at most three digits) or a fraction, exactly.
pub(crate) fn exact_number(word: &str) -> Option<BigRational> {
    if word.len() > LONGEST_NUMBER {
        return None;
    }
    let digits = |text: &str| {
        (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse::<BigInt>().ok())
    };
    let (negative, unsigned) = match word.as_bytes().first()? {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    let magnitude = if let Some((above, below)) = unsigned.split_once('/') {
        let (above, below) = (digits(above)??, digits(below)??);
        if below.is_zero() {
            return None;
        }
        BigRational::new(above, below)
    } else {
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let exponent: i32 = exponent.parse().ok().filter(|exponent: &i32| exponent.abs() < 1_000)?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = digits(&format!("{whole}{fraction}"))??;
        let power = exponent - i32::try_from(fraction.len()).ok()?;
        let ten = BigInt::from(10).pow(power.unsigned_abs());
        if power >= 0 { BigRational::from_integer(all * ten) } else { BigRational::new(all, ten) }
    };
    Some(if negative { -magnitude } else { magnitude })
}

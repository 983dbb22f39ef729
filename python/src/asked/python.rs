//! The side of Python: callbacks are called, and what they say is checked and written into the book.

use std::sync::Arc;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PySet, PyString, PyTuple};
use secateur_catalogue::games::Class;
use secateur_search::Cancel;
use secateur_value::{Bounds, Chain, Real};

use super::book::{Book, Kind, Node, Question};
use super::weights::{self, Weight};
use crate::refused;
use crate::watched::Answers;

/// No position has more moves, or more cells: it would be a mistake.
const MOST_MOVES: usize = 1 << 24;

/// A game written in Python, and what it was asked so far.
pub(super) struct Rules<'py> {
    py: Python<'py>,
    game: Bound<'py, PyAny>,
    /// The promised bounds, where they are the same everywhere.
    range: Option<Bounds<Real>>,
    class: Class,
    book: Arc<Book>,
    /// The state of every position.
    states: Vec<Bound<'py, PyAny>>,
    /// The moves of every position; of a turn of both, rows come before columns.
    moves: Vec<Vec<Bound<'py, PyAny>>>,
    /// The position of every key.
    known: Bound<'py, PyDict>,
    raised: Option<PyErr>,
}

impl<'py> Rules<'py> {
    /// Looks at what the game can do.
    pub(super) fn new(game: &Bound<'py, PyAny>, book: Arc<Book>) -> PyResult<Self> {
        let py = game.py();
        let has = |name: &str| has(game, name);
        let (rows, columns) = (has("rows")?, has("columns")?);
        if rows != columns {
            let (given, missing) = if rows { ("rows", "columns") } else { ("columns", "rows") };
            return Err(refused(format!("a game with {given}(state) needs {missing}(state), too")));
        }
        let class = match (rows, has("outcomes")?) {
            (true, _) => Class::Joint,
            (false, true) => Class::Chance,
            (false, false) => Class::Alternating,
        };
        for needed in ["start", "turn", "play", "bounds"] {
            if !has(needed)? {
                return Err(refused(format!("a game needs {}", describe(needed))));
            }
        }
        // Without players' turns there is nothing to list.
        if class == Class::Alternating && !has("moves")? {
            return Err(refused(format!("a game needs {}", describe("moves"))));
        }
        let promised = game.getattr("bounds")?;
        let range = if promised.is_callable() { None } else { Some(pair(&promised)?) };
        Ok(Self {
            py,
            game: game.clone(),
            range,
            class,
            book,
            states: Vec::new(),
            moves: Vec::new(),
            known: PyDict::new(py),
            raised: None,
        })
    }

    fn has(&self, name: &str) -> PyResult<bool> {
        has(&self.game, name)
    }

    /// The promised bounds, where they are the same everywhere.
    pub(super) fn range(&self) -> Option<Bounds<Real>> {
        self.range
    }

    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// The number of the first position.
    pub(super) fn start(&mut self) -> PyResult<u32> {
        let state = self.game.call_method0("start")?;
        self.number(state)
    }

    /// The number of a position, which is asked about if it is new.
    fn number(&mut self, state: Bound<'py, PyAny>) -> PyResult<u32> {
        let key = match self.game.getattr_opt("key")? {
            Some(key) => key.call1((&state,))?,
            None => state.clone(),
        };
        let known = self.known.get_item(&key).map_err(|problem| self.unhashable(problem, &key))?;
        if let Some(number) = known {
            return number.extract();
        }
        let (node, moves) = self.expand(&state)?;
        if self.states.len() >= (u32::MAX - 1) as usize {
            return Err(refused("a game may have 4,294,967,294 positions; this one has more"));
        }
        let number = self.book.add(node);
        self.states.push(state);
        self.moves.push(moves);
        self.known.set_item(key, number)?;
        Ok(number)
    }

    /// A key that cannot be a key gets a line of ours; anything else that went wrong stays what it is.
    fn unhashable(&self, problem: PyErr, key: &Bound<'py, PyAny>) -> PyErr {
        if key.hash().is_ok() {
            return problem;
        }
        let kind = key.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        refused(format!("key(state) must be hashable, and so must a state without key(state); found a {kind}"))
    }

    /// What the game says about a position, checked.
    fn expand(&self, state: &Bound<'py, PyAny>) -> PyResult<(Node, Vec<Bound<'py, PyAny>>)> {
        let turn = self.game.call_method1("turn", (state,))?;
        let Ok(word) = turn.cast::<PyString>() else {
            let value = number(&turn).ok_or_else(|| self.wrong(state, "turn", &turn))?;
            if let Some(range) = self.range
                && !range.contains(&value)
            {
                let Bounds { lower, upper } = range;
                return Err(refused(format!(
                    "the value {value} lies outside the promised bounds {lower} to {upper} in {}",
                    shown(state)
                )));
            }
            return Ok((Node::new(Kind::Over(value), Bounds::exact(value)), Vec::new()));
        };
        let bounds = match self.range {
            Some(range) => range,
            None => pair(&self.game.call_method1("bounds", (state,))?)?,
        };
        let word = word.to_string();
        let (kind, moves) = match (word.as_str(), self.class) {
            ("max" | "min", _) if self.has("moves")? => {
                let moves = self.list("moves", state)?;
                let count = moves.len() as u32;
                (if word == "max" { Kind::Max(count) } else { Kind::Min(count) }, moves)
            }
            ("chance", Class::Chance | Class::Joint) if self.has("outcomes")? => {
                let (weights, outcomes) = self.outcomes(state)?;
                (Kind::Chance(weights.into()), outcomes)
            }
            ("both", Class::Joint) => {
                let (mut moves, columns) = (self.list("rows", state)?, self.list("columns", state)?);
                if moves.len().saturating_mul(columns.len()) > MOST_MOVES {
                    return Err(refused(format!(
                        "a matrix of {} rows and {} columns is too large",
                        moves.len(),
                        columns.len()
                    )));
                }
                let kind = Kind::Both { rows: moves.len() as u32, columns: columns.len() as u32 };
                moves.extend(columns);
                (kind, moves)
            }
            ("max" | "min", _) => return Err(lacking(&word, "moves(state)")),
            ("chance", _) => return Err(lacking(&word, "outcomes(state)")),
            ("both", _) => return Err(lacking(&word, "rows(state) and columns(state)")),
            _ => return Err(self.wrong(state, "turn", &turn)),
        };
        Ok((Node::new(kind, bounds), moves))
    }

    /// A list of moves, at least one, each once.
    fn list(&self, name: &str, state: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.game.call_method1(name, (state,))?;
        let items = if found.is_instance_of::<PyString>() { None } else { found.try_iter().ok() };
        let items = items.ok_or_else(|| self.wrong(state, name, &found))?;
        let moves = items.take(MOST_MOVES + 1).collect::<PyResult<Vec<_>>>()?;
        if moves.is_empty() {
            return Err(refused(format!("{name}(state) must list at least one move; found none in {}", shown(state))));
        }
        if moves.len() > MOST_MOVES {
            return Err(refused(format!("{name}(state) lists more than {MOST_MOVES} moves in {}", shown(state))));
        }
        // Moves that have no hash are told apart by their places alone.
        if let Ok(different) = PySet::new(self.py, &moves)
            && different.len() != moves.len()
        {
            return Err(refused(format!(
                "{name}(state) must list every move once; one is there twice in {}",
                shown(state)
            )));
        }
        Ok(moves)
    }

    /// The outcomes of chance with their weights.
    fn outcomes(&self, state: &Bound<'py, PyAny>) -> PyResult<(Vec<u64>, Vec<Bound<'py, PyAny>>)> {
        let listed = self.list("outcomes", state)?;
        let (mut given, mut outcomes) = (Vec::with_capacity(listed.len()), Vec::with_capacity(listed.len()));
        for item in listed {
            let pair = item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
            let pair = pair.ok_or_else(|| self.wrong(state, "outcomes", &item))?;
            let weight = weight(&pair.get_item(0)?).ok_or_else(|| self.wrong(state, "outcomes", &item))?;
            given.push(weight);
            outcomes.push(pair.get_item(1)?);
        }
        let weights = weights::integers(&given)
            .map_err(|problem| refused(format!("outcomes(state) must have {}; see {}", problem.0, shown(state))))?;
        Ok((weights, outcomes))
    }

    /// The line about an answer that is none.
    fn wrong(&self, state: &Bound<'py, PyAny>, name: &str, found: &Bound<'py, PyAny>) -> PyErr {
        refused(format!("{name}(state) must be {}; found {} in {}", expected(name), shown(found), shown(state)))
    }

    /// The position after a move, or after a row and a column.
    fn child(&mut self, parent: u32, place: u32) -> PyResult<u32> {
        let (state, moves) = (&self.states[parent as usize], &self.moves[parent as usize]);
        let chosen = match self.book.node(parent).kind {
            Kind::Both { rows, columns } => {
                let (row, column) = (place / columns, rows + place % columns);
                PyTuple::new(self.py, [&moves[row as usize], &moves[column as usize]])?.into_any()
            }
            _ => moves[place as usize].clone(),
        };
        let after = self.game.call_method1("play", (state, chosen))?;
        self.number(after)
    }

    fn estimate(&self, node: u32) -> PyResult<Real> {
        let state = &self.states[node as usize];
        match self.game.getattr_opt("evaluate")? {
            Some(evaluate) => {
                let found = evaluate.call1((state,))?;
                number(&found).ok_or_else(|| self.wrong(state, "evaluate", &found))
            }
            // Nothing else is known about a position that is not over.
            None => {
                let Bounds { lower, upper } = self.book.node(node).bounds;
                Ok(lower.halfway(upper))
            }
        }
    }

    fn show(&self, node: u32) -> PyResult<String> {
        let state = &self.states[node as usize];
        match self.game.getattr_opt("show")? {
            Some(show) => Ok(show.call1((state,))?.str()?.to_string()),
            None => Ok(state.str()?.to_string()),
        }
    }

    fn name(&self, node: u32, place: u32) -> PyResult<String> {
        let (state, chosen) = (&self.states[node as usize], &self.moves[node as usize][place as usize]);
        match self.game.getattr_opt("name")? {
            Some(name) => Ok(name.call1((state, chosen))?.str()?.to_string()),
            None => Ok(chosen.str()?.to_string()),
        }
    }

    /// An answer, or nothing from the first exception on. Ctrl-C stops the search and not the answer, which is asked for again.
    fn said<T>(&mut self, cancel: &Cancel, mut answer: impl FnMut(&mut Self) -> PyResult<T>) -> Option<T> {
        if self.raised.is_some() {
            return None;
        }
        let mut said = answer(self);
        if let Err(problem) = &said
            && problem.is_instance_of::<PyKeyboardInterrupt>(self.py)
            && !cancel.is_cancelled()
        {
            cancel.cancel();
            said = answer(self);
        }
        said.map_err(|problem| {
            self.raised = Some(problem);
            cancel.cancel();
        })
        .ok()
    }
}

impl Answers<Question> for Rules<'_> {
    fn answer(&mut self, question: Question, cancel: &Cancel) {
        // Whoever asked waits for the reply, unless its thread is gone.
        match question {
            Question::Child { parent, place, reply } => {
                let _ = reply.send(self.said(cancel, |rules| rules.child(parent, place)));
            }
            Question::Estimate { node, reply } => {
                let _ = reply.send(self.said(cancel, |rules| rules.estimate(node)));
            }
            Question::Show { node, reply } => {
                let _ = reply.send(self.said(cancel, |rules| rules.show(node)));
            }
            Question::Name { node, place, reply } => {
                let _ = reply.send(self.said(cancel, |rules| rules.name(node, place)));
            }
        }
    }

    fn raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }
}

/// Whether a game can do something; `None` stands for what it cannot.
fn has(game: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    Ok(game.getattr_opt(name)?.is_some_and(|found| !found.is_none()))
}

/// The line about a turn that the game has no moves for.
fn lacking(turn: &str, what: &str) -> PyErr {
    refused(format!("turn(state) is '{turn}', and the game has no {what}"))
}

/// What a game needs, and what for.
fn describe(name: &str) -> &'static str {
    match name {
        "start" => "start(): the first state",
        "turn" => "turn(state): 'max', 'min', 'chance', 'both', or the value of a finished game",
        "play" => "play(state, move): the state after a move",
        "moves" => "moves(state): the moves of the player whose turn it is",
        _ => "bounds: two numbers between which every value lies, or bounds(state)",
    }
}

/// What the answer to a callback has to be.
fn expected(name: &str) -> &'static str {
    match name {
        "turn" => "'max', 'min', 'chance', 'both', or a finite number where the game is over",
        "outcomes" => "a list of pairs (weight, outcome)",
        "evaluate" => "a finite number",
        _ => "a list of moves",
    }
}

/// A finite number; not True or False, which are numbers only by accident.
fn number(found: &Bound<'_, PyAny>) -> Option<Real> {
    if found.is_instance_of::<PyBool>() {
        return None;
    }
    let number: f64 = found.extract().ok()?;
    if number.is_finite() { Real::new(number).ok() } else { None }
}

/// Bounds as Python has them.
fn pair(found: &Bound<'_, PyAny>) -> PyResult<Bounds<Real>> {
    let wrong = || refused(format!("bounds must be two finite numbers, the smaller first; found {}", shown(found)));
    let items = found.try_iter().map_err(|_| wrong())?.take(3).collect::<PyResult<Vec<_>>>()?;
    match items.as_slice() {
        [lower, upper] => {
            let (lower, upper) = (number(lower).ok_or_else(wrong)?, number(upper).ok_or_else(wrong)?);
            if lower <= upper { Ok(Bounds::new(lower, upper)) } else { Err(wrong()) }
        }
        _ => Err(wrong()),
    }
}

/// A weight: a whole number, a float, or anything with a numerator and a denominator.
fn weight(found: &Bound<'_, PyAny>) -> Option<Weight> {
    if found.is_instance_of::<PyBool>() {
        return None;
    }
    if found.is_instance_of::<PyInt>() {
        return found.extract().ok().map(Weight::Whole);
    }
    if found.is_instance_of::<PyFloat>() {
        return found.extract().ok().map(Weight::Float);
    }
    let part = |name: &str| found.getattr(name).ok().and_then(|part| part.extract::<u64>().ok());
    match (part("numerator"), part("denominator")) {
        (Some(above), Some(1)) => Some(Weight::Whole(above)),
        (Some(above), Some(below)) => Some(Weight::Fraction(above, below)),
        _ => found.extract().ok().map(Weight::Float),
    }
}

/// An object in a line of words.
fn shown(found: &Bound<'_, PyAny>) -> String {
    let text = found.repr().map_or_else(|_| "something without a repr".to_owned(), |repr| repr.to_string());
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

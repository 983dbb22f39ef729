//! Games written in Python, as games of the catalogue.
//!
//! A position is asked about once: [`book`] keeps what Python said about it (its turn, its moves, what is promised), and the searches
//! walk on the book as they walk on any game. Only what they step on for the first time is a question to Python, which [`python`]
//! answers on the caller's thread. An exception raised by a callback ends the search and is raised to the caller; what the search
//! found by then is thrown away, so that nothing is promised that Python did not say.

mod book;
mod python;
mod weights;

use std::sync::Arc;
use std::sync::mpsc;

use pyo3::prelude::*;
use secateur_catalogue::algorithms;
use secateur_catalogue::games::Class;
use secateur_catalogue::{Error, PositionStrategy, Session, open_alternating, open_chance, open_joint};
use secateur_game::laws::{self, Effort};
use secateur_search::Limits;

use crate::catalogue::{Words, in_json, pairs};
use crate::refused;
use crate::watched::serving;
use book::{Asked, Book, Pure, Risky, Stacked};
use python::Rules;

/// Solves a game written in Python: a request as JSON becomes a report as JSON.
#[pyfunction]
#[pyo3(signature = (game, request, progress=None))]
pub(crate) fn solve_own(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    request: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let words = Words::read(request)?;
    let asked = words.request();
    let algorithm = asked.algorithm.clone();
    let found = with_session(py, game, words.limits(), progress, algorithm, |session, limits| {
        asked.clone().limits(limits).answer(session)
    })?;
    in_json(&found.map_err(refused)?)
}

/// Both players' strategies for every position that matters of a game written in Python, as JSON.
#[pyfunction]
#[pyo3(signature = (game, request, progress=None))]
pub(crate) fn strategies_own(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    request: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let words = Words::read(request)?;
    let (resources, limits) = (words.request().resources, words.limits());
    // Every game is one in which both players might move at once.
    let strategist = Some(STRATEGIST.to_owned());
    let found = with_session(py, game, limits, progress, strategist, |session, limits| {
        let plan = secateur_catalogue::Plan::read(STRATEGIST, resources)?;
        session.strategies(&plan, &limits)
    })?;
    serde_json::to_string(&found.map_err(refused)?).map_err(refused)
}

/// What finds strategies for every position.
const STRATEGIST: &str = "backward-induction";

/// The values of strategies for a game written in Python against best responses: three pairs of bounds.
#[pyfunction]
pub(crate) fn exploitability_own(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    positions: &str,
) -> PyResult<[(f64, f64); 3]> {
    let positions: Vec<PositionStrategy> = serde_json::from_str(positions).map_err(refused)?;
    let strategist = Some(STRATEGIST.to_owned());
    let worth =
        with_session(py, game, Limits::none(), None, strategist, |session, _| session.exploitability(&positions))?;
    Ok(pairs(&worth.map_err(refused)?))
}

/// Holds a game written in Python to the laws that can be seen from its answers. What it breaks is one line.
#[pyfunction]
pub(crate) fn laws_own(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    games: u64,
    longest: usize,
    endgame: u64,
    seed: u64,
) -> PyResult<Option<String>> {
    let effort = Effort::default().games(games).longest(longest).endgame(endgame).seed(seed);
    let broken = with_asked(py, game, Limits::none(), None, |class, asked, _| {
        match class {
            Class::Alternating => laws::check_values(&Pure(asked), &effort),
            Class::Chance => laws::check(&Risky(asked), &effort),
            _ => laws::check(&Stacked(asked), &effort),
        }
        .err()
        .map(|violation| violation.to_string())
    })?;
    Ok(broken)
}

/// Does something with a session of the game, of the narrowest class that the algorithm solves.
fn with_session<T: Send>(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    limits: Limits,
    progress: Option<Bound<'_, PyAny>>,
    algorithm: Option<String>,
    work: impl FnOnce(&dyn Session, Limits) -> Result<T, Error> + Send,
) -> PyResult<Result<T, Error>> {
    with_asked(py, game, limits, progress, move |class, asked, limits| {
        let session = match for_algorithm(class, algorithm.as_deref()) {
            Class::Alternating => open_alternating(Pure(asked)),
            Class::Chance => open_chance(Risky(asked)),
            _ => open_joint(Stacked(asked)),
        };
        work(&*session, limits)
    })
}

/// A game in which players move one at a time is also one in which chance might move, and that one in which both might: an algorithm
/// for a wider class can have it.
fn for_algorithm(class: Class, algorithm: Option<&str>) -> Class {
    let name = algorithm.map(|words| words.split(':').next().unwrap_or(words).trim());
    let Some(Ok(algorithm)) = name.map(algorithms::find) else { return class };
    let wider = match class {
        Class::Alternating => &[Class::Alternating, Class::Chance, Class::Joint][..],
        Class::Chance => &[Class::Chance, Class::Joint],
        _ => &[Class::Joint],
    };
    wider.iter().copied().find(|class| algorithm.solves.contains(class)).unwrap_or(class)
}

/// Does something with a game whose questions Python answers.
fn with_asked<T: Send>(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    limits: Limits,
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(Class, Asked, Limits) -> T + Send,
) -> PyResult<T> {
    let book = Arc::new(Book::default());
    let mut rules = Rules::new(game, Arc::clone(&book))?;
    let class = rules.class();
    let start = rules.start()?;
    let (sender, receiver) = mpsc::channel();
    let asked = Asked::new(book, start, rules.range(), sender.clone());
    serving(py, limits, progress, &mut rules, (sender, receiver), move |limits| {
        work(class, asked.within(&limits), limits)
    })
}

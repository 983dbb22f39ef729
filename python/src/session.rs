//! A game of the catalogue in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use secateur_catalogue::{Session as Play, State, open};
use secateur_game::Player;
use secateur_games::Parameters;

use crate::catalogue::{Words, in_json};
use crate::refused;
use crate::watched::watched;

/// A game of the catalogue in progress: to be looked at, played and asked about.
#[pyclass(frozen, module = "secateur._secateur")]
pub(crate) struct Session(Mutex<Box<dyn Play>>);

impl Session {
    fn locked(&self) -> MutexGuard<'_, Box<dyn Play>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new(py: Python<'_>, game: String, parameters: Vec<String>) -> PyResult<Self> {
        let opened = py.detach(|| {
            let parameters = Parameters::parse(&parameters).map_err(|problem| problem.to_string())?;
            open(&game, &parameters).map_err(|problem| problem.to_string())
        });
        Ok(Self(Mutex::new(opened.map_err(refused)?)))
    }

    /// The position as text.
    fn show(&self) -> String {
        self.locked().show()
    }

    /// Whose turn it is (`max`, `min`, `chance`, `both`, `over`), and what the game is worth where it is over.
    fn turn(&self) -> (&'static str, Option<String>) {
        match self.locked().state() {
            State::ToMove(Player::Max) => ("max", None),
            State::ToMove(Player::Min) => ("min", None),
            State::Both => ("both", None),
            State::Chance => ("chance", None),
            State::Over(value) => ("over", Some(value)),
            _ => ("unknown", None),
        }
    }

    /// The names of a player's moves.
    fn moves_of(&self, max: bool) -> Vec<String> {
        self.locked().moves_of(if max { Player::Max } else { Player::Min })
    }

    /// What chance may do, with weights.
    fn outcomes(&self) -> Vec<(u64, String)> {
        self.locked().outcomes()
    }

    /// Plays a move, or lets an outcome of chance happen. Says whether there was one of this name.
    fn play(&self, name: &str) -> bool {
        self.locked().play(name)
    }

    /// Plays a move of Max and one of Min at once.
    fn play_both(&self, max: &str, min: &str) -> bool {
        self.locked().play_both(max, min)
    }

    /// Takes the last move back. Says whether there was one.
    fn undo(&self) -> bool {
        self.locked().undo()
    }

    /// Solves the position: a request as JSON becomes a report as JSON. The game's parameters are those that it was opened with.
    #[pyo3(signature = (request, progress=None))]
    fn solve(&self, py: Python<'_>, request: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<String> {
        let words = Words::read(request)?;
        let asked = words.request();
        let found =
            watched(py, words.limits(), progress, |limits| asked.clone().limits(limits).answer(&**self.locked()))?;
        in_json(&found.map_err(refused)?)
    }
}

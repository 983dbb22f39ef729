//! Games and algorithms by name.

use std::time::Duration;

use pyo3::prelude::*;
use secateur_catalogue::algorithms::ALGORITHMS;
use secateur_catalogue::games::GAMES;
use secateur_catalogue::{Request, Resources, StrategyFile, defaults};
use secateur_games::Description;
use secateur_search::Limits;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::refused;
use crate::watched::watched;

/// A request as the package writes it down.
#[derive(Deserialize)]
pub(crate) struct Words {
    game: String,
    parameters: Vec<String>,
    algorithm: Option<String>,
    epsilon: f64,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    memory: Option<usize>,
    estimate: bool,
}

impl Words {
    pub(crate) fn read(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(refused)
    }

    /// The limits; a time too long to be one is none.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        limits.time = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        limits.nodes = self.nodes;
        limits.depth = self.depth;
        limits
    }

    /// The request, without its limits.
    pub(crate) fn request(&self) -> Request {
        let resources =
            Resources { threads: self.threads, memory: self.memory, estimate: self.estimate, epsilon: self.epsilon };
        let mut request = Request::new(self.game.clone()).resources(resources);
        request.parameters.clone_from(&self.parameters);
        request.algorithm.clone_from(&self.algorithm);
        request
    }
}

/// A report as JSON, with the bounds in the game's own words, which the program prints and its JSON leaves out.
pub(crate) fn in_json(report: &secateur_catalogue::Report) -> PyResult<String> {
    let mut value = serde_json::to_value(report).map_err(refused)?;
    value["in_words"] = json!(report.answer.in_words);
    Ok(value.to_string())
}

/// What a game or an algorithm says about itself.
fn described(description: &Description) -> Value {
    let parameter = |parameter: &secateur_games::Parameter| json!({"name": parameter.name, "default": parameter.default, "meaning": parameter.meaning});
    json!({
        "name": description.name,
        "summary": description.summary,
        "parameters": description.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

/// All games, as JSON.
#[pyfunction]
pub(crate) fn games() -> String {
    let game = |entry: &secateur_catalogue::games::Entry| {
        let mut value = described(entry.description);
        value["turns"] = json!(entry.class.name());
        value["example"] = json!(entry.example);
        value["algorithm"] = json!(defaults::in_words(entry));
        let solvers = ALGORITHMS.iter().filter(|known| known.can_solve(entry));
        value["algorithms"] = json!(solvers.map(|known| known.name()).collect::<Vec<_>>());
        value
    };
    Value::from(GAMES.iter().map(game).collect::<Vec<_>>()).to_string()
}

/// All algorithms, as JSON.
#[pyfunction]
pub(crate) fn algorithms() -> String {
    let algorithm = |known: &secateur_catalogue::algorithms::Algorithm| {
        let mut value = described(known.description);
        value["paper"] = json!(known.paper);
        value["parallel"] = json!(known.parallel);
        value["games"] = json!(known.games().map(|entry| entry.description.name).collect::<Vec<_>>());
        value
    };
    Value::from(ALGORITHMS.iter().map(algorithm).collect::<Vec<_>>()).to_string()
}

/// Solves a game of the catalogue: a request as JSON becomes a report as JSON.
#[pyfunction]
#[pyo3(signature = (request, progress=None))]
pub(crate) fn solve(py: Python<'_>, request: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<String> {
    let words = Words::read(request)?;
    let asked = words.request();
    let found =
        watched(py, words.limits(), progress, |limits| secateur_catalogue::solve(&asked.clone().limits(limits)))?;
    in_json(&found.map_err(refused)?)
}

/// Both players' strategies for every position that matters, as a strategy file.
#[pyfunction]
#[pyo3(signature = (request, progress=None))]
pub(crate) fn strategies(py: Python<'_>, request: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<String> {
    let words = Words::read(request)?;
    let asked = words.request();
    let found = watched(py, words.limits(), progress, |limits| StrategyFile::solve(&asked.clone().limits(limits)))?;
    serde_json::to_string(&found.map_err(refused)?).map_err(refused)
}

/// The values of a file's strategies against best responses: three pairs of bounds.
#[pyfunction]
pub(crate) fn exploitability(py: Python<'_>, file: &str) -> PyResult<[(f64, f64); 3]> {
    let worth = watched(py, Limits::none(), None, |_| StrategyFile::read(file.as_bytes())?.exploitability())?;
    Ok(pairs(&worth.map_err(refused)?))
}

/// What Max's strategy guarantees, what Min's concedes, and the gap between them.
pub(crate) fn pairs(worth: &secateur_catalogue::Exploitability) -> [(f64, f64); 3] {
    let pair = |bounds: secateur_value::Bounds<secateur_value::Real>| (bounds.lower.get(), bounds.upper.get());
    [pair(worth.max), pair(worth.min), worth.gap]
}

//! From a request in words to a report.

use secateur_games::{ParameterError, Parameters};
use secateur_search::Limits;

use crate::{Error, Report, Resources, SCHEMA_VERSION, games, session};

/// A question in words.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Request {
    /// The name of the game.
    pub game: String,
    /// The game's parameters, each `key=value`.
    pub parameters: Vec<String>,
    /// The algorithm with its options; [`defaults::algorithm`] unless said.
    pub algorithm: Option<String>,
    /// When to stop.
    pub limits: Limits,
    /// What may be used.
    pub resources: Resources,
}

impl Request {
    /// The question what a game is worth.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), ..Self::default() }
    }

    /// With a parameter, `key=value`.
    pub fn parameter(mut self, word: impl Into<String>) -> Result<Self, ParameterError> {
        self.parameters.push(word.into());
        Parameters::parse(&self.parameters)?;
        Ok(self)
    }

    /// Answered by this algorithm.
    pub fn algorithm(self, words: impl Into<String>) -> Self {
        Self { algorithm: Some(words.into()), ..self }
    }

    /// Within limits.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With these resources at most.
    pub fn resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }
}

/// Answers a request.
pub fn solve(request: &Request) -> Result<Report, Error> {
    let game = games::find(&request.game)?;
    let parameters = Parameters::parse(&request.parameters)?;
    let values = parameters.of(game.description)?;
    let session = session::open(&request.game, &parameters)?;
    let plan = request.plan_for(session.class())?;
    Ok(Report {
        schema_version: SCHEMA_VERSION,
        game: request.game.clone(),
        parameters: values.all().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        algorithm: plan.algorithm.name().to_owned(),
        options: plan.options.clone(),
        answer: session.answer(&plan, &request.limits)?,
    })
}

//! From a request in words to a report.

use secateur_games::{ParameterError, Parameters};
use secateur_search::Limits;

use crate::games::Class;
use crate::{Error, Plan, Report, Resources, SCHEMA_VERSION, defaults, games, session};

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

    /// The plan that this request asks for, on a game of this class.
    pub(crate) fn plan_for(&self, class: Class) -> Result<Plan, Error> {
        let usual = || match self.wants_all_of_goofspiel() {
            true => defaults::GOOFSPIEL,
            false => defaults::for_class(&self.game, class),
        };
        Plan::read(self.algorithm.as_deref().unwrap_or_else(usual), self.resources)
    }

    /// Whether this is a question about Goofspiel with known prizes that no limit cuts short.
    fn wants_all_of_goofspiel(&self) -> bool {
        let shuffled = self.parameters.iter().any(|word| word.trim() == "deck=shuffled");
        let limited = self.limits.nodes.is_some() || self.limits.depth.is_some() || self.resources.epsilon > 0.0;
        self.game == "goofspiel" && !shuffled && !limited
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

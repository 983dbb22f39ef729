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
        let usual = || match self.game.as_str() {
            "goofspiel" if self.wants_everything() && !self.has("deck=shuffled") => defaults::GOOFSPIEL,
            "einstein" if self.wants_everything() && self.is_small_einstein() => defaults::EVERY_POSITION,
            _ => defaults::for_class(&self.game, class),
        };
        Plan::read(self.algorithm.as_deref().unwrap_or_else(usual), self.resources)
    }

    /// Whether no limit and no tolerance asks for less than everything.
    fn wants_everything(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.depth.is_none() && self.resources.epsilon == 0.0
    }

    /// Whether this is EinStein with so few positions that each can be kept.
    fn is_small_einstein(&self) -> bool {
        let few = |word: &String| matches!(word.trim(), "stones=1" | "stones=2" | "stones=3");
        let stones = self.parameters.iter().find(|word| word.trim().starts_with("stones="));
        !self.has("board=5x5") && stones.is_none_or(few)
    }

    /// Whether this parameter is given.
    fn has(&self, parameter: &str) -> bool {
        self.parameters.iter().any(|word| word.trim() == parameter)
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

//! From a request in words to a report.

use std::collections::BTreeMap;

use secateur_games::{ParameterError, Parameters};
use secateur_search::Limits;
use secateur_value::{Real, Window};

use crate::defaults::Asked;
use crate::games::{Class, Entry};
use crate::{Answer, Error, Plan, Report, Resources, SCHEMA_VERSION, Session, defaults, games, session};

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
    /// What has to be told apart: values below and above need not be. Everything unless said.
    pub window: Option<Window<Real>>,
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

    /// With a window: the answer is complete once the bounds agree on everything inside it.
    ///
    /// ```
    /// use secateur_catalogue::{Request, solve};
    /// use secateur_value::Window;
    ///
    /// let window = Window::new((-1).into(), 0.into());
    /// let request = Request::new("tic-tac-toe").parameter("position=51")?.window(window);
    /// let report = solve(&request)?;
    /// assert_eq!((report.answer.stopped.as_str(), report.window), ("solved", Some([-1.0, 0.0])));
    /// # Ok::<(), secateur_catalogue::Error>(())
    /// ```
    pub fn window(self, window: Window<Real>) -> Self {
        Self { window: Some(window), ..self }
    }

    /// Reads the words and makes the game, once: it can then be shown, solved, and asked for whole strategies.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the words do not describe one.
    pub fn open(&self) -> Result<Opened, Error> {
        let entry = games::find(&self.game)?;
        let parameters = entry.completed(Parameters::parse(&self.parameters)?)?;
        let session = session::open(&self.game, &parameters)?;
        Ok(Opened { session, entry, parameters })
    }

    /// Answers the request about a game of one's own, which is in no list; its name is the request's, and its parameters are not read.
    ///
    /// ```
    /// use secateur_catalogue::{Request, open_alternating};
    /// use secateur_games::AlternatingTree;
    ///
    /// let tree: secateur_games::Tree = "(max (min 3 5) 2)".parse()?;
    /// let session = open_alternating(AlternatingTree::try_from(tree)?);
    /// let report = Request::new("mine").algorithm("minimax").answer(&*session)?;
    /// assert_eq!((report.game.as_str(), report.answer.lower.to_string().as_str()), ("mine", "3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the algorithm is unknown or for other games.
    pub fn answer(&self, session: &dyn Session) -> Result<Report, Error> {
        let usual = session.only_algorithm().unwrap_or_else(|| defaults::for_class(session.class()));
        self.report(session, &self.plan(usual)?, BTreeMap::new())
    }

    /// The plan that was asked for, or else this one.
    fn plan(&self, usual: &str) -> Result<Plan, Error> {
        let plan = Plan::read(self.algorithm.as_deref().unwrap_or(usual), self.resources)?;
        Ok(Plan { window: self.window, ..plan })
    }

    fn report(
        &self,
        session: &dyn Session,
        plan: &Plan,
        parameters: BTreeMap<String, String>,
    ) -> Result<Report, Error> {
        Ok(self.reported(plan, parameters, session.answer(plan, &self.limits)?))
    }

    fn reported(&self, plan: &Plan, parameters: BTreeMap<String, String>, answer: Answer) -> Report {
        Report {
            schema_version: SCHEMA_VERSION,
            game: self.game.clone(),
            parameters,
            algorithm: plan.algorithm.name().to_owned(),
            options: plan.options.clone(),
            window: plan.window.map(|window| [window.alpha.get(), window.beta.get()]),
            answer,
        }
    }
}

/// A request whose words were read and whose game was made.
pub struct Opened {
    /// The game.
    pub session: Box<dyn Session>,
    entry: &'static Entry,
    parameters: Parameters,
}

impl Opened {
    /// The plan by which a request about this game is answered: the algorithm that it names, or else the best for what it asks.
    ///
    /// # Errors
    ///
    /// If the algorithm or an option of it is unknown.
    pub fn plan(&self, request: &Request) -> Result<Plan, Error> {
        let asked = Asked { entry: self.entry, parameters: &self.parameters, session: &*self.session, request };
        request.plan(self.session.only_algorithm().unwrap_or_else(|| asked.usual()))
    }

    /// The game's parameters, with defaults.
    pub(crate) fn parameters(&self) -> Result<BTreeMap<String, String>, Error> {
        let values = self.parameters.of(self.entry.description)?;
        Ok(values.all().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Says whether the value is at least, or at most, a number, if that is known within the limits; and what is known then. The engine
    /// answers, whatever the game's turns are.
    ///
    /// ```
    /// use secateur_catalogue::{Request, Threshold};
    ///
    /// let request = Request::new("goofspiel").parameter("cards=4")?.parameter("lead=3")?;
    /// let (holds, report) = request.open()?.threshold(&request, Threshold::AtLeast(0.into()))?;
    /// assert_eq!((holds, report.algorithm.as_str()), (Some(true), "engine"));
    /// # Ok::<(), secateur_catalogue::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game is not one of numbers, or another algorithm is asked for.
    pub fn threshold(&self, request: &Request, asked: Threshold) -> Result<(Option<bool>, Report), Error> {
        let plan = request.plan("engine")?;
        if plan.algorithm.name() != "engine" {
            let name = plan.algorithm.name();
            return Err(Error::Unused(format!("{name} does not answer --at-least and --at-most; engine does")));
        }
        let (holds, answer) = self.session.threshold(asked, &plan, &request.limits)?;
        Ok((holds, request.reported(&plan, self.parameters()?, answer)))
    }

    /// Answers a request about this game.
    ///
    /// # Errors
    ///
    /// If the algorithm is unknown or for other games.
    pub fn solve(&self, request: &Request) -> Result<Report, Error> {
        let plan = self.plan(request)?;
        let Some(adviser) = self.adviser(request)? else {
            return request.report(&*self.session, &plan, self.parameters()?);
        };
        let answer = self.session.advised(&plan, &adviser, &request.limits)?;
        Ok(request.reported(&plan, self.parameters()?, answer))
    }

    /// What says how to play by an evaluator, where nobody has said how to search and both players move at once: there bounds stay wide
    /// until late, and under a clock they alone are nothing to play by.
    fn adviser(&self, request: &Request) -> Result<Option<Plan>, Error> {
        let said = request.algorithm.is_some() || request.window.is_some() || request.limits.depth.is_some();
        let free = !said && request.resources.epsilon == 0.0;
        let needed = free && request.limits.time.is_some() && self.session.class() == Class::Joint;
        let resources = Resources { estimate: true, ..request.resources };
        if needed { Plan::read(defaults::ESTIMATOR, resources).map(Some) } else { Ok(None) }
    }
}

/// A question about the value that can be answered before the value is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// Whether it is at least this.
    AtLeast(Real),
    /// Whether it is at most this.
    AtMost(Real),
}

/// Answers a request.
///
/// # Errors
///
/// If the words describe no game, or the algorithm is unknown or for other games.
pub fn solve(request: &Request) -> Result<Report, Error> {
    request.open()?.solve(request)
}

//! A game with its type erased, to be played and asked about by code that need not be generic.

use std::time::Instant;

use secateur_game::{Player, Turn};
use secateur_games::Parameters;
use secateur_search::best_response::{Unprepared, guaranteed};
use secateur_search::{
    Behaviour, BotOptions, Deadline, LayersCost, Limits, Outcome, Profile, Progress, Step, Stop, Strategies,
};
use secateur_value::{Bounds, Real};

use crate::algorithms::classic::Classic;
use crate::algorithms::{ALGORITHMS, Algorithm, chance, classic, lattice, mixed, proof};
use crate::erased::{
    Alternating, AnyGame, AnyKey, AnyPosition, Board, Element, Erase, Erased, Latticed, Mixed, Place, Stochastic,
};
use crate::games::{AlternatingGame, Class, visit};
use crate::words::{Shown, value_in_words};
use crate::{
    Advised, Answer, AnyBot, Basis, ChanceGame, Choice, Counts, Error, Exploitability, JointGame, Method, Plan,
    PositionStrategy, Resources, Strategy, Threshold, bots, defaults, hidden,
};

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// This player is to move.
    ToMove(Player),
    /// Both players are to move at once.
    Both,
    /// Chance is to decide.
    Chance,
    /// The game is over, with this value in the game's own words.
    Over(String),
}

/// A game in progress.
///
/// ```
/// use secateur_catalogue::{State, open};
/// use secateur_game::Player;
/// use secateur_games::Parameters;
///
/// let mut game = open("tic-tac-toe", &Parameters::default())?;
/// assert!(game.play("5") && !game.play("5"));
/// assert_eq!(game.state(), State::ToMove(Player::Min));
/// assert!(game.undo() && !game.undo());
/// # Ok::<(), secateur_catalogue::Error>(())
/// ```
pub trait Session: Send {
    /// What kind of game it is.
    fn class(&self) -> Class;

    /// The position as text.
    fn show(&self) -> String;

    /// Who is to move.
    fn state(&self) -> State;

    /// The names of the legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays the move with this name. Says whether there was one.
    fn play(&mut self, name: &str) -> bool;

    /// Takes the last move back. Says whether there was one.
    fn undo(&mut self) -> bool;

    /// The names of a player's moves where it moves, alone or at once with the other.
    fn moves_of(&self, player: Player) -> Vec<String> {
        if self.state() == State::ToMove(player) { self.moves() } else { Vec::new() }
    }

    /// What chance may do, with weights, where it is to decide. [`Session::play`] lets it happen.
    fn outcomes(&self) -> Vec<(u64, String)> {
        Vec::new()
    }

    /// Plays the moves with these names at once. Says whether both players had them.
    fn play_both(&mut self, _max: &str, _min: &str) -> bool {
        false
    }

    /// What a search finds about the position.
    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error>;

    /// The same where a limit of time may come before much is proved: if it does, the game's evaluator has the last part of the time, and an
    /// `adviser` says by it how to play. Without an evaluator this is [`Session::answer`].
    fn advised(&self, plan: &Plan, _adviser: &Plan, limits: &Limits) -> Result<Answer, Error> {
        self.answer(plan, limits)
    }

    /// Whether the value is at least, or at most, a number, as soon as that is known; and what is known then.
    fn threshold(&self, _: Threshold, _: &Plan, _: &Limits) -> Result<(Option<bool>, Answer), Error> {
        Err(Error::Unsolvable("nothing answers --at-least and --at-most where information is hidden".into()))
    }

    /// A bot for this game, which keeps what it learns from question to question; none where players do not see everything or values are
    /// not numbers.
    fn bot(&self, _: BotOptions) -> Option<AnyBot> {
        None
    }

    /// What such a bot says about the position, by the deadline.
    fn advise(&self, _: &AnyBot, _: &Deadline) -> Result<Advised, Error> {
        Err(Error::Unsolvable("this game has no bots".into()))
    }

    /// Lets a bot think about the position until it is asked again.
    fn ponder(&self, _: &AnyBot) {}

    /// The game from here on and its position, for algorithms of one's own in which Max, Min and chance move one at a time; nothing
    /// where the game is not of that kind.
    fn face(&self) -> Option<(Stochastic, AnyPosition<Real>)> {
        None
    }

    /// The one algorithm that answers, where players do not see everything.
    fn only_algorithm(&self) -> Option<&'static str> {
        None
    }

    /// Whether there can be strategy files of this game.
    fn has_strategies(&self) -> bool {
        false
    }

    /// What solving all positions by their numbers would take, if they have any.
    fn layers_cost(&self) -> Option<LayersCost> {
        None
    }

    /// What both players do in every position that a player may need to know about, where both move at once somewhere.
    fn strategies(&self, _plan: &Plan, _limits: &Limits) -> Result<Vec<PositionStrategy>, Error> {
        Err(Error::NoStrategies)
    }

    /// The values of such strategies against best responses.
    fn exploitability(&self, _positions: &[PositionStrategy]) -> Result<Exploitability, Error> {
        Err(Error::NoStrategies)
    }
}

/// The plan's algorithm solves games of this class.
pub(crate) fn check_class(plan: &Plan, class: Class) -> Result<(), Error> {
    if plan.algorithm.solves.contains(&class) {
        return plan.check_window(class);
    }
    let solvers = ALGORITHMS.iter().filter(|known| known.solves.contains(&class) && !known.needs_numbers);
    Err(Error::OtherClass {
        algorithm: plan.algorithm.name(),
        class: class.name(),
        solvers: solvers.map(Algorithm::name).collect::<Vec<_>>().join(", "),
    })
}

/// Opens the game that these words describe.
pub fn open(name: &str, parameters: &Parameters) -> Result<Box<dyn Session>, Error> {
    match hidden::open(name, parameters)? {
        Some(session) => Ok(session),
        None => Ok(visit(name, parameters, Erase)?.session()),
    }
}

/// Opens a game of one's own, which is in no list, in which Max and Min move one at a time.
pub fn open_alternating<G: AlternatingGame>(game: G) -> Box<dyn Session> {
    AnyGame::of_alternating(game).session()
}

/// Opens a game of one's own, which is in no list, in which Max, Min and chance move one at a time.
pub fn open_chance<G: ChanceGame>(game: G) -> Box<dyn Session> {
    AnyGame::of_chance(game).session()
}

/// Opens a game of one's own, which is in no list, in which both players may move at once.
pub fn open_joint<G: JointGame>(game: G) -> Box<dyn Session> {
    AnyGame::of_joint(game).session()
}

/// What part of a limit of time is for what can be proved, where the rest is kept for an estimate.
const PROVING: f64 = 0.75;

/// A game in progress, for numbers or for elements of a lattice.
pub(crate) struct Playing<V> {
    here: AnyPosition<V>,
    before: Vec<AnyPosition<V>>,
    class: Class,
}

/// What a search finds.
type Found<V> = Outcome<V, Place>;

/// Values that some of the algorithms can search for.
pub(crate) trait Searched: Shown + Send + Sync + Sized + 'static {
    /// Runs a plan on a position: with the search that is compiled for its game alone, or with the one for all games.
    fn run(here: &AnyPosition<Self>, plan: &Plan, limits: &Limits) -> Result<Found<Self>, Error>;

    /// The position as one of a game of numbers, if it is.
    fn numbers(here: &AnyPosition<Self>) -> Option<AnyPosition<Real>>;

    /// What was found in numbers, if values are numbers.
    fn of_reals(found: Found<Real>) -> Option<Found<Self>>;
}

/// The whole numbers within bounds.
fn whole(bounds: Bounds<Real>) -> Bounds<Real> {
    let real = |number| Real::new(number).unwrap_or_default();
    Bounds { lower: real(bounds.lower.get().ceil()), upper: real(bounds.upper.get().floor()) }
}

impl Searched for Real {
    fn run(here: &AnyPosition<Self>, plan: &Plan, limits: &Limits) -> Result<Found<Self>, Error> {
        if let Some(found) = here.0.native(plan, limits) {
            return found;
        }
        match plan.method {
            // Questions about whole numbers end; those about reals between them go on for long.
            Method::Classic(Classic::ProofNumber) if here.0.is_whole() => {
                Ok(proof::run::<Alternating>(&Erased::starting(here.clone()), here, plan, limits, whole))
            }
            Method::Classic(way) => {
                classic::run::<Alternating>(&Erased::starting(here.clone()), here, plan, way, limits)
            }
            Method::Chance(way) => chance::run::<Stochastic>(&Erased::starting(here.clone()), here, plan, way, limits),
            Method::Mixed(_) => {
                let game = Mixed::starting(here.clone());
                mixed::shared(&game, here, plan, limits).unwrap_or_else(|| Err(narrower(plan, "")))
            }
            Method::Layers => Err(narrower(plan, ": it has no numbers for its positions")),
            Method::Lattice(_) => Err(narrower(plan, ": its values are numbers")),
        }
    }

    fn numbers(here: &AnyPosition<Self>) -> Option<AnyPosition<Real>> {
        Some(here.clone())
    }

    fn of_reals(found: Found<Real>) -> Option<Found<Self>> {
        Some(found)
    }
}

impl Searched for Element {
    fn run(here: &AnyPosition<Self>, plan: &Plan, limits: &Limits) -> Result<Found<Self>, Error> {
        if let Some(found) = here.0.native(plan, limits) {
            return found;
        }
        match plan.method {
            Method::Lattice(way) => {
                Ok(lattice::run::<Latticed>(&Erased::starting(here.clone()), here, plan, way, limits))
            }
            _ => Err(narrower(plan, ": its values are not numbers")),
        }
    }

    fn numbers(_: &AnyPosition<Self>) -> Option<AnyPosition<Real>> {
        None
    }

    fn of_reals(_: Found<Real>) -> Option<Found<Self>> {
        None
    }
}

/// The error of a game that a plan's algorithm cannot search, although its class would do.
fn narrower(plan: &Plan, why: &str) -> Error {
    Error::Unsolvable(format!("{} does not solve this game{why}", plan.algorithm.name()))
}

impl<V: Searched> Playing<V> {
    pub(crate) fn new(start: AnyPosition<V>, class: Class) -> Self {
        Self { here: start, before: Vec::new(), class }
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        check_class(plan, self.class)?;
        if plan.algorithm.needs_numbers && self.here.0.layers_cost().is_none() {
            let numbered = plan.algorithm.games().map(|game| game.description.name).collect::<Vec<_>>().join(", ");
            let problem = format!("{} solves games that number their positions: {numbered}", plan.algorithm.name());
            return Err(Error::Unsolvable(problem));
        }
        Ok(())
    }

    /// The game for algorithms with every kind of turn, and the position in it.
    fn mixed(&self) -> Result<(Mixed, AnyPosition<Real>), Error> {
        let here = V::numbers(&self.here).ok_or(Error::NoStrategies)?;
        Ok((Erased::starting(here.clone()), here))
    }

    fn in_words(&self, plan: &Plan, found: Found<V>) -> Answer {
        let board = &self.here.0;
        let Bounds { lower, upper } = &found.bounds;
        let counts = &found.statistics;
        Answer {
            in_words: value_in_words(&found.bounds, found.estimate.as_ref(), |value| board.show_value(value)),
            lower: board.reported(lower),
            upper: board.reported(upper),
            estimate: found.estimate.as_ref().map(|estimate| board.reported(estimate)),
            stopped: found.stopped.name().to_owned(),
            basis: self.basis(&found),
            strategy: Strategy { max: self.choices(&found.strategies.max), min: self.choices(&found.strategies.min) },
            line: self.names(&found.line),
            line_proved: found.proved,
            openings: Vec::new(),
            notes: Vec::new(),
            statistics: Counts {
                expanded: counts.expanded,
                leaves: counts.leaves,
                visits: counts.visits,
                cutoffs: plan.algorithm.cuts.then_some(counts.cutoffs),
                cache_hits: Some(counts.cache_hits).filter(|&hits| hits > 0 || plan.remembers()),
                distinct: counts.distinct,
                operations: counts.operations,
                depth: counts.depth,
                lp_calls: counts.lp_calls,
                lp_seconds: counts.lp_time.map(|time| time.as_secs_f64()),
                serialized: counts.serialized,
                positions: None,
                bytes: None,
                seconds: counts.time.as_secs_f64(),
            },
        }
    }

    /// What the strategy that was found rests on.
    fn basis(&self, found: &Found<V>) -> Basis {
        if found.stopped == Stop::Solved {
            Basis::Exact
        } else if found.estimate.is_some() {
            Basis::Estimate
        } else if !matches!(self.here.0.turn(), Turn::Over(_)) && found.bounds == self.here.0.bounds() {
            Basis::Fallback
        } else {
            Basis::Bounds
        }
    }

    fn choices(&self, moves: &[(Place, f64)]) -> Vec<Choice> {
        let name = |&(chosen, probability)| Choice { chosen: self.here.0.name(chosen), probability };
        moves.iter().map(name).collect()
    }

    /// The names of moves that follow each other; where both move at once, one of each.
    fn names(&self, line: &[Place]) -> Vec<String> {
        let (mut position, mut names, mut rest) = (self.here.clone(), Vec::new(), line);
        loop {
            match (position.0.turn(), rest) {
                (Turn::Both(()), &[row, column, ref after @ ..]) => {
                    names.extend([row, column].map(|chosen| position.0.name(chosen)));
                    position.0.play_both(row, column);
                    rest = after;
                }
                (Turn::Max | Turn::Min | Turn::Chance(()), &[chosen, ref after @ ..]) => {
                    names.push(position.0.name(chosen));
                    position.0.play(chosen);
                    rest = after;
                }
                _ => return names,
            }
        }
    }

    /// Plays what one step of a path says. Says what is wrong where it is impossible.
    fn step(position: &mut AnyPosition<V>, names: &[String]) -> Result<(), String> {
        let board = &mut position.0;
        let no_move = |name: &String| format!("there is no move {} there", name.escape_debug());
        match (board.turn(), names) {
            (Turn::Max | Turn::Min | Turn::Chance(()), [name]) => {
                let chosen = named(&**board, 0..board.moves(), name).ok_or_else(|| no_move(name))?;
                board.play(chosen);
            }
            (Turn::Both(()), [max, min]) => {
                let row = named(&**board, 0..board.rows(), max).ok_or_else(|| no_move(max))?;
                let column = named(&**board, board.rows()..board.moves(), min).ok_or_else(|| no_move(min))?;
                board.play_both(row, column);
            }
            (Turn::Over(_), _) => return Err("the game is over there".to_owned()),
            (Turn::Both(()), _) => {
                return Err("expected a move of Max and one of Min, because both move at once".to_owned());
            }
            _ => return Err("expected one move, because only one moves there".to_owned()),
        }
        Ok(())
    }

    fn play_step(&mut self, names: &[String]) -> bool {
        let mut after = self.here.clone();
        let legal = Self::step(&mut after, names).is_ok();
        if legal {
            // A copy takes nothing back, so positions do not grow with the game.
            self.before.push(std::mem::replace(&mut self.here, after.clone()));
        }
        legal
    }

    /// What a file says, by position.
    fn profile(&self, positions: &[PositionStrategy]) -> Result<Profile<AnyKey>, Error> {
        let mut profile = Profile::default();
        for (number, said) in positions.iter().enumerate() {
            let wrong = |problem| Error::StrategyFile(format!("position {}: {problem}", number + 1));
            let mut position = self.here.clone();
            said.path.iter().try_for_each(|step| Self::step(&mut position, step)).map_err(wrong)?;
            let max = behaviour(&position, Player::Max, said).map_err(wrong)?;
            let min = behaviour(&position, Player::Min, said).map_err(wrong)?;
            profile.insert(position.0.key(), Behaviour { max, min });
        }
        Ok(profile)
    }

    /// The names of the moves on a path.
    fn path_names(&self, path: &[Step<Place>]) -> Vec<Vec<String>> {
        let (mut position, mut names) = (self.here.clone(), Vec::new());
        for &step in path {
            match step {
                Step::One(chosen) => {
                    names.push(vec![position.0.name(chosen)]);
                    position.0.play(chosen);
                }
                Step::Both(row, column) => {
                    names.push(vec![position.0.name(row), position.0.name(column)]);
                    position.0.play_both(row, column);
                }
            }
        }
        names
    }
}

/// The move with this name among some.
fn named<V>(board: &dyn Board<V>, mut among: std::ops::Range<u32>, name: &str) -> Option<Place> {
    let name = name.trim();
    among.find(|&place| board.name(Place(place)).eq_ignore_ascii_case(name)).map(Place)
}

/// The places of a player's moves in a position: those of a turn of both, or of its own.
fn moves_of<V>(board: &dyn Board<V>, player: Player) -> std::ops::Range<u32> {
    match (board.turn(), player) {
        (Turn::Max, Player::Max) | (Turn::Min, Player::Min) => 0..board.moves(),
        (Turn::Both(()), Player::Max) => 0..board.rows(),
        (Turn::Both(()), Player::Min) => board.rows()..board.moves(),
        _ => 0..0,
    }
}

/// A player's behaviour in a position: weights by the places of the moves.
fn behaviour<V>(position: &AnyPosition<V>, player: Player, said: &PositionStrategy) -> Result<Vec<f64>, String> {
    let strategy = said.of(player);
    if strategy.is_empty() {
        return Ok(Vec::new());
    }
    let moves = moves_of(&*position.0, player);
    let mut weights = vec![0.0; moves.len()];
    for (name, &probability) in strategy {
        let chosen = named(&*position.0, moves.clone(), name)
            .ok_or_else(|| format!("{player} has no move {} there", name.escape_debug()))?;
        if !(0.0..=1.0).contains(&probability) {
            return Err(format!("expected a probability from 0 to 1 for {}, found {probability}", name.escape_debug()));
        }
        weights[(chosen.0 - moves.start) as usize] = probability;
    }
    let total: f64 = weights.iter().sum();
    if (total - 1.0).abs() > 1e-6 {
        return Err(format!("expected the probabilities of {player} to sum to 1, found {total}"));
    }
    Ok(weights)
}

impl<V: Searched> Session for Playing<V> {
    fn class(&self) -> Class {
        self.class
    }

    fn show(&self) -> String {
        self.here.0.show()
    }

    fn state(&self) -> State {
        match self.here.0.turn() {
            Turn::Over(value) => State::Over(self.here.0.show_value(&value)),
            Turn::Max => State::ToMove(Player::Max),
            Turn::Min => State::ToMove(Player::Min),
            Turn::Chance(()) => State::Chance,
            Turn::Both(()) => State::Both,
        }
    }

    fn moves(&self) -> Vec<String> {
        [Player::Max, Player::Min].into_iter().flat_map(|player| self.moves_of(player)).collect()
    }

    fn moves_of(&self, player: Player) -> Vec<String> {
        moves_of(&*self.here.0, player).map(|place| self.here.0.name(Place(place))).collect()
    }

    fn outcomes(&self) -> Vec<(u64, String)> {
        let weights = self.here.0.weights();
        (0..).map(Place).zip(weights.iter()).map(|(place, &weight)| (weight, self.here.0.name(place))).collect()
    }

    fn play(&mut self, name: &str) -> bool {
        self.play_step(&[name.to_owned()])
    }

    fn play_both(&mut self, max: &str, min: &str) -> bool {
        self.play_step(&[max.to_owned(), min.to_owned()])
    }

    fn undo(&mut self) -> bool {
        self.before.pop().map(|before| self.here = before).is_some()
    }

    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error> {
        self.check(plan)?;
        if plan.method == Method::Layers
            && let Some(found) = self.here.0.layers(plan, limits)
        {
            let found = found?;
            let outcome = V::of_reals(found.outcome).ok_or_else(|| narrower(plan, ""))?;
            let mut answer = self.in_words(plan, outcome);
            (answer.openings, answer.notes) = (found.openings, found.notes);
            let cost = found.cost;
            (answer.statistics.positions, answer.statistics.bytes) = (Some(cost.positions), Some(cost.bytes));
            return Ok(answer);
        }
        V::run(&self.here, plan, limits).map(|found| self.in_words(plan, found))
    }

    fn advised(&self, plan: &Plan, adviser: &Plan, limits: &Limits) -> Result<Answer, Error> {
        // An adviser says at once if the game has no evaluator.
        let advises = || V::run(&self.here, adviser, &Limits::none().nodes(0)).is_ok();
        let Some(time) = limits.time.filter(|_| plan.method != Method::Layers && advises()) else {
            return self.answer(plan, limits);
        };
        self.check(plan)?;
        let started = Instant::now();
        let found = V::run(&self.here, plan, &limits.clone().time(time.mul_f64(PROVING)))?;
        if found.stopped != Stop::Time {
            return Ok(self.in_words(plan, found));
        }
        // One limit for both.
        let mut rest = limits.clone().time(time.saturating_sub(started.elapsed()));
        rest.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(found.statistics.visits));
        let mut advice = V::run(&self.here, adviser, &rest)?;
        if advice.stopped != Stop::Solved {
            let known = advice.bounds.narrowed(&found.bounds);
            advice.estimate = advice.estimate.map(|estimate| estimate.join(&known.lower).meet(&known.upper));
            advice.bounds = known;
        }
        let counts = &mut advice.statistics;
        counts.visits += found.statistics.visits;
        counts.expanded += found.statistics.expanded;
        counts.leaves += found.statistics.leaves;
        counts.time += found.statistics.time;
        let mut answer = self.in_words(plan, advice);
        if answer.basis == Basis::Estimate {
            let algorithm = adviser.algorithm.name();
            answer.notes.push(format!(
                "proved too little: how to play is estimated by {algorithm} in the last part of the time"
            ));
        }
        Ok(answer)
    }

    fn threshold(&self, asked: Threshold, plan: &Plan, limits: &Limits) -> Result<(Option<bool>, Answer), Error> {
        let no_number =
            || Error::Unsolvable("a value can be at least or at most a number where values are numbers".into());
        if plan.window.is_some() {
            return Err(Error::Unused("--at-least and --at-most are windows themselves: they take no --window".into()));
        }
        let here = V::numbers(&self.here).ok_or_else(no_number)?;
        let (holds, found) = mixed::threshold(&here, asked, plan, limits);
        let found = V::of_reals(found).ok_or_else(no_number)?;
        Ok((holds, self.in_words(plan, found)))
    }

    fn bot(&self, options: BotOptions) -> Option<AnyBot> {
        self.here.0.bot(options).or_else(|| {
            let game = Mixed::starting(V::numbers(&self.here)?);
            Some(AnyBot::new(bots::shared::<Mixed>(&game, options)))
        })
    }

    fn advise(&self, bot: &AnyBot, deadline: &Deadline) -> Result<Advised, Error> {
        let unboxed = || {
            let (bot, here) = (bot.of::<Mixed>()?, V::numbers(&self.here)?);
            Some(bot.advise(&here, deadline.clone()))
        };
        let other = || Error::Unsolvable("this bot is for another game".into());
        let told = self.here.0.advise(bot, deadline).or_else(unboxed).ok_or_else(other)?;
        let basis = told.basis_in_words();
        let drawn = told.drawn.map(|drawn| drawn.map(|chosen| self.here.0.name(chosen)));
        let plan = Plan::read(defaults::ESTIMATOR, Resources { estimate: true, ..Resources::default() })?;
        let found = V::of_reals(told.outcome).ok_or_else(other)?;
        Ok(Advised { answer: self.in_words(&plan, found), drawn, basis })
    }

    fn ponder(&self, bot: &AnyBot) {
        if !self.here.0.ponder(bot)
            && let (Some(bot), Some(here)) = (bot.of::<Mixed>(), V::numbers(&self.here))
        {
            bot.ponder(&here);
        }
    }

    fn face(&self) -> Option<(Stochastic, AnyPosition<Real>)> {
        let here = V::numbers(&self.here).filter(|_| self.class != Class::Joint)?;
        Some((Erased::starting(here.clone()), here))
    }

    fn has_strategies(&self) -> bool {
        matches!(self.class, Class::Joint | Class::Chance)
    }

    fn layers_cost(&self) -> Option<LayersCost> {
        self.here.0.layers_cost()
    }

    fn strategies(&self, plan: &Plan, limits: &Limits) -> Result<Vec<PositionStrategy>, Error> {
        self.check(plan)?;
        if plan.window.is_some() {
            return Err(Error::Unused("a file of strategies is about whole values: it takes no --window".into()));
        }
        let (game, here) = self.mixed()?;
        let (started, mut left) = (Instant::now(), limits.nodes);
        // Where every position is solved by itself anyway, one memory serves all of them.
        let every = matches!(plan.method, Method::Layers | Method::Mixed(mixed::Stacked::BackwardInduction { .. }));
        let induction = mixed::Induction::new(game.clone(), plan);
        // What is proved about another position is no news about the one that was asked about.
        let progress = limits.progress.clone();
        let (mut visits, mut solved) = (progress.as_ref().map_or(0, Progress::nodes), 0u64);
        let solve = |position: &AnyPosition<Real>| {
            let mut limits = limits.clone();
            limits.progress = None;
            limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            limits.nodes = left;
            let found = if every { induction.solve(position, limits) } else { Real::run(position, plan, &limits)? };
            left = left.map(|nodes| nodes.saturating_sub(found.statistics.visits));
            (visits, solved) = (visits + found.statistics.visits, solved + 1);
            if let Some(progress) = &progress {
                progress.tell(visits, format!("strategies of {solved} positions"));
            }
            match found.stopped {
                Stop::Solved | Stop::Exhausted => Ok(found.strategies),
                stop => Err(Error::Stopped(stop)),
            }
        };
        let (_, told) = Profile::gather(&game, &here, solve)?;
        let named = |told: &secateur_search::DecidedAt<Place>| {
            let path = self.path_names(&told.path);
            let mut position = self.here.clone();
            path.iter().for_each(|step| drop(Self::step(&mut position, step)));
            let name = |&(chosen, probability): &(Place, f64)| (position.0.name(chosen), probability);
            let Strategies { max, min, .. } = &told.strategies;
            PositionStrategy { path, max: max.iter().map(name).collect(), min: min.iter().map(name).collect() }
        };
        Ok(told.iter().map(named).collect())
    }

    fn exploitability(&self, positions: &[PositionStrategy]) -> Result<Exploitability, Error> {
        let (game, here) = self.mixed()?;
        let profile = self.profile(positions)?;
        let worth = |player| {
            guaranteed(&game, &here, &profile, player).map_err(|gap: Unprepared<Place>| {
                let path = self.path_names(&gap.path).iter().map(|step| step.join("-")).collect::<Vec<_>>();
                let place =
                    if path.is_empty() { "at the start".to_owned() } else { format!("after {}", path.join(" ")) };
                Error::StrategyFile(format!("the strategy of {player} says nothing {place}"))
            })
        };
        Ok(Exploitability::new(worth(Player::Max)?, worth(Player::Min)?))
    }
}

#[cfg(test)]
mod tests {
    use secateur_games::Tree;

    use super::*;
    use crate::Resources;

    /// A line through turns of both was once walked as if one player moved at a time: out of the tree, or to a wrong child.
    #[test]
    fn a_line_has_two_moves_where_both_move_at_once() {
        for (tree, line) in [
            ("(both [1])", vec!["1", "1"]),
            ("(both [1] [2])", vec!["2", "1"]),
            ("(both (rows up down) (columns in out) [(max 3 4) 2] [1 0])", vec!["up", "out"]),
        ] {
            for algorithm in ["joint", "smab", "backward-induction", "serialized", "double-oracle", "sequence-form"] {
                let session = open_joint(tree.parse::<Tree>().unwrap());
                let plan = Plan::read(algorithm, Resources::default()).unwrap();
                let answer = session.answer(&plan, &Limits::none()).unwrap();
                assert_eq!(answer.line, line, "{tree} by {algorithm}");
            }
        }
    }
}

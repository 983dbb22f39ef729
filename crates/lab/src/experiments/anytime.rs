//! How much is known, and how well it is played, after so many milliseconds: the engine beside the searches that it stands in for.
//!
//! Eight games of all kinds, each small enough for the root to be known exactly: the value of every pair of moves (or of every move)
//! is worked out first, without a limit. Then each search gets its time, and two things are written down: how far its bounds are apart,
//! as a part of what the game promises, and how much its strategies give away at the root to somebody who knows them and plays on
//! perfectly, both players' losses added and again as a part of that range. Nothing here depends on luck but the clock.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use secateur_catalogue::games::Class;
use secateur_catalogue::{Answer, Choice, Plan, Resources, Session, State, Value, defaults, open};
use secateur_game::Player;
use secateur_games::Parameters;
use secateur_search::{Cancel, Limits};

use crate::number::Format;
use crate::statistics::mean;
use crate::{
    About, Axis, Chosen, Context, Experiment, Figure, Instance, Kind, Page, Parameter, Record, RunError, Series,
    Settings, Table, numbers,
};

/// The games: a name for the table, the catalogue's, and its words. Chance turns at the start are decided by their first outcome.
const GAMES: [(&str, &str, &str); 8] = [
    ("Connect Four 5 × 5", "connect-four", "width=5 height=5 score=distance"),
    ("EinStein 3 × 3", "einstein", "board=3x3 stones=3"),
    ("random tree with chance", "random-tree", "chance=0.8 depth=5 branching=4 leaves=real"),
    ("Tron 5 × 5", "tron", "width=5 height=5"),
    ("Goofspiel, 6 cards shuffled", "goofspiel", "cards=6 deck=shuffled lead=1"),
    ("random mixed game", "random-mixed", "depth=8 moves=4"),
    ("battle of two a side", "battle", "team=2 rounds=6"),
    ("snakes 4 × 4", "snakes", "width=4 height=4 turns=5"),
];

/// The searches: a name, the words, whether they use the evaluator, and whether depth after depth is asked from outside.
const SEARCHES: [(&str, &str, bool, bool); 7] = [
    (BOUNDS, "engine", false, false),
    (ADVICE, "engine", true, false),
    ("joint", "joint", false, false),
    ("bounded-plus, deepening", "bounded-plus:deepening=on", false, false),
    ("bounded-plus with the evaluator", "bounded-plus:deepening=on", true, false),
    ("backward induction, deepening", "backward-induction:cache=on", false, true),
    ("backward induction with the evaluator", "backward-induction:cache=on", true, true),
];
const BOUNDS: &str = "engine, bounds";
const ADVICE: &str = "engine, advice";

/// Parts of the range that are no more than a clock's whims.
const EVEN: f64 = 0.01;
/// How many MB a search may remember.
const MEMORY: usize = 64;

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "ms",
    meaning: "after how many milliseconds",
    kind: Kind::Counts { most: 600_000 },
    paper: "",
    full: "10,100,1000,10000",
    quick: "10,100,1000",
}];

/// See the file's page.
pub(crate) struct Anytime;

impl Experiment for Anytime {
    fn about(&self) -> &About {
        &About {
            id: "anytime",
            title: "What is known and how well it is played, after 10 ms to 10 s",
            paper: "No paper",
            place: "a measurement of our own",
            seconds: 420.0,
            quick_seconds: 50.0,
        }
    }

    fn parameters(&self) -> &[Parameter] {
        PARAMETERS
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(PARAMETERS, settings) else { return Vec::new() };
        let all = |(game, about): (usize, &(&str, &str, &str))| {
            let times = chosen.counts("ms").into_iter();
            let instance = move |ms: u64| {
                let instance = Instance::new(format!("{} {ms} ms", about.0)).with("game", game as u64).with("ms", ms);
                instance.weighing(ms as f64 + 200.0).alone()
            };
            times.map(instance).collect::<Vec<_>>()
        };
        GAMES.iter().enumerate().flat_map(all).collect()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let number = instance.count("game")? as usize;
        let game = GAMES.get(number);
        let &(_, name, words) = game.ok_or_else(|| RunError::failed("there is no such game"))?;
        let time = Duration::from_millis(instance.count("ms")?);
        let cancel = Cancel::from(context.cancel.clone());
        let parameters = Parameters::parse(words.split(' ')).map_err(RunError::failed)?;
        let mut session = open(name, &parameters).map_err(RunError::failed)?;
        while session.state() == State::Chance {
            let outcome = session.outcomes().into_iter().next();
            let Some((_, outcome)) = outcome else { return Err(RunError::failed("chance has nothing to do")) };
            session.play(&outcome);
        }
        let usual = match session.class() {
            Class::Alternating => defaults::algorithm(name),
            Class::Chance => "bounded-plus",
            _ => "engine",
        };
        let exact = Exact::known(number, &mut *session, usual, &Limits::none().until(&cancel))?;
        context.check()?;
        let promised = ask(&*session, "engine", false, &Limits::none().nodes(0))?;
        let range = width(&promised)?;
        let mut record = Record::new();
        for (place, (_, words, estimate, outside)) in SEARCHES.iter().enumerate() {
            let algorithm = Plan::read(words, Resources::default()).map_err(RunError::failed)?.algorithm;
            if !algorithm.solves.contains(&session.class()) {
                continue;
            }
            let limits = Limits::none().time(time).until(&cancel);
            let answer = match outside {
                true => deepened(&*session, words, *estimate, time, &limits),
                false => ask(&*session, words, *estimate, &limits),
            };
            // A game without an evaluator has nothing to estimate by.
            let answer = match answer {
                Err(_) if *estimate => continue,
                answer => answer?,
            };
            context.check()?;
            record.set(format!("width {place}"), width(&answer)? / range);
            record.set(format!("loss {place}"), exact.loss(&answer) / range);
            record.set(format!("solved {place}"), u64::from(answer.stopped == "solved"));
        }
        Ok(record)
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut times: Vec<u64> = records.iter().filter_map(|record| record.count("ms")).collect();
        times.sort_unstable();
        times.dedup();
        let found = |what: &str, place: usize, game: usize, ms: u64| {
            let of = |record: &Record| record.has("game", game as u64) && record.has("ms", ms);
            mean(&numbers(records, &format!("{what} {place}"), of))
        };
        let prose = "Each search on one thread. *Width*: how far the bounds are apart, as a part of what the game promises. *Loss*: how \
                     much both strategies together give away at the root to somebody who knows them, as a part of the same; the \
                     values behind the root are exact. Where nothing is known yet a search names some legal move.";
        let mut page = Page::new().prose(prose);
        for (what, title) in [("width", "Width of the bounds"), ("loss", "Loss of the strategies at the root")] {
            let mut table =
                Table::new(what, format!("{title}, as a part of the game's range")).column("game").column("search");
            for ms in &times {
                table = table.column(format!("{ms} ms")).format(Format::Decimals(4));
            }
            for (game, (title, ..)) in GAMES.iter().enumerate() {
                for (place, (name, ..)) in SEARCHES.iter().enumerate() {
                    let parts: Vec<_> = times.iter().map(|&ms| found(what, place, game, ms)).collect();
                    if parts.iter().any(Option::is_some) {
                        let row = table.row(format!("{title}: {name}")).text(*name);
                        parts.into_iter().fold(row, |row, part| row.number(part));
                    }
                }
            }
            let mut figure = Figure::new(
                format!("{what}-over-time"),
                format!("{title}, mean over the games that a search can handle"),
            )
            .axes(Axis::log("milliseconds"), Axis::linear("part of the range"));
            for (place, (name, ..)) in SEARCHES.iter().enumerate() {
                let point = |&ms: &u64| {
                    let parts: Vec<f64> = (0..GAMES.len()).filter_map(|game| found(what, place, game, ms)).collect();
                    mean(&parts).map(|part| (ms as f64, part))
                };
                figure = figure.series(Series::line(*name).points(times.iter().filter_map(point)));
            }
            page = page.heading(title).prose(verdict(what, &times, &found)).table(table).figure(figure);
        }
        page
    }
}

/// How the engine did beside the best of the others, game by game.
fn verdict(what: &str, times: &[u64], found: &dyn Fn(&str, usize, usize, u64) -> Option<f64>) -> String {
    let ours = if what == "width" { BOUNDS } else { ADVICE };
    let place_of = |name: &str| SEARCHES.iter().position(|search| search.0 == name);
    let over_all = |place: usize, game: usize| {
        let parts: Vec<f64> = times.iter().filter_map(|&ms| found(what, place, game, ms)).collect();
        mean(&parts)
    };
    let (mut better, mut even, mut worse) = (Vec::new(), Vec::new(), Vec::new());
    for (game, (title, ..)) in GAMES.iter().enumerate() {
        let own = place_of(ours).and_then(|place| over_all(place, game));
        let others = (0..SEARCHES.len()).filter(|&place| ![BOUNDS, ADVICE].contains(&SEARCHES[place].0));
        let best = others.filter_map(|place| over_all(place, game)).reduce(f64::min);
        let (Some(own), Some(best)) = (own, best) else { continue };
        let list = match own - best {
            lead if lead <= -EVEN => &mut better,
            lead if lead >= EVEN => &mut worse,
            _ => &mut even,
        };
        list.push(*title);
    }
    let named = |list: &[&str]| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
    format!(
        "Mean over the times, *{ours}* beside the best of the other searches in each game, a hundredth of the range being even: \
         better in {} ({}), even in {} ({}), worse in {} ({}).",
        better.len(),
        named(&better),
        even.len(),
        named(&even),
        worse.len(),
        named(&worse)
    )
}

/// What a search on one thread finds.
fn ask(session: &dyn Session, words: &str, estimate: bool, limits: &Limits) -> Result<Answer, RunError> {
    let resources = Resources { threads: Some(1), memory: Some(MEMORY), estimate, ..Resources::default() };
    let plan = Plan::read(words, resources).map_err(RunError::failed)?;
    session.answer(&plan, limits).map_err(RunError::failed)
}

/// One move ahead, then two, and so on: the last search that was finished in time.
fn deepened(
    session: &dyn Session,
    words: &str,
    estimate: bool,
    time: Duration,
    limits: &Limits,
) -> Result<Answer, RunError> {
    let started = Instant::now();
    let mut best: Option<Answer> = None;
    for depth in 1.. {
        let left = time.saturating_sub(started.elapsed());
        let found = ask(session, words, estimate, &limits.clone().depth(depth).time(left))?;
        let interrupted = ["time", "cancelled"].contains(&found.stopped.as_str());
        match best {
            Some(best) if interrupted => return Ok(best),
            _ if interrupted || found.stopped == "solved" || depth == 200 => return Ok(found),
            _ => best = Some(found),
        }
    }
    Err(RunError::failed("no depth was looked at"))
}

/// The number that a bound is.
fn number(value: &Value) -> Result<f64, RunError> {
    match value {
        Value::Whole(number) => Ok(*number as f64),
        Value::Real(number) => Ok(*number),
        _ => Err(RunError::failed("the game has no numbers")),
    }
}

fn width(answer: &Answer) -> Result<f64, RunError> {
    Ok(number(&answer.upper)? - number(&answer.lower)?)
}

/// The exact values behind the root.
enum Exact {
    /// Of one player's moves.
    Moves(Player, Vec<(String, f64)>),
    /// Of every pair of moves.
    Pairs { rows: Vec<String>, columns: Vec<String>, values: Vec<f64> },
}

/// What was worked out already: it is the same for every time that the searches get.
static KNOWN: Mutex<BTreeMap<usize, Arc<Exact>>> = Mutex::new(BTreeMap::new());

impl Exact {
    /// The values behind the root of a game by its number, worked out once.
    fn known(number: usize, session: &mut dyn Session, usual: &str, limits: &Limits) -> Result<Arc<Self>, RunError> {
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exact) = known().get(&number) {
            return Ok(Arc::clone(exact));
        }
        let exact = Arc::new(Self::of(session, usual, limits)?);
        known().insert(number, Arc::clone(&exact));
        Ok(exact)
    }

    /// Works them out, without a limit but that somebody may cancel.
    fn of(session: &mut dyn Session, usual: &str, limits: &Limits) -> Result<Self, RunError> {
        let value = |session: &mut dyn Session| {
            let middle = match session.state() {
                // What is over is worth what every search says at once.
                State::Over(_) => ask(session, "engine", false, limits)?,
                _ => ask(session, usual, false, limits)?,
            };
            session.undo();
            if middle.stopped == "cancelled" {
                return Err(RunError::Stopped);
            }
            Ok::<_, RunError>(number(&middle.lower)?.midpoint(number(&middle.upper)?))
        };
        match session.state() {
            State::ToMove(player) => {
                let mut moves = Vec::new();
                for name in session.moves() {
                    session.play(&name);
                    moves.push((name, value(session)?));
                }
                Ok(Self::Moves(player, moves))
            }
            State::Both => {
                let (rows, columns) = (session.moves_of(Player::Max), session.moves_of(Player::Min));
                let rows_and_columns = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
                let mut values = Vec::new();
                for (row, column) in rows_and_columns {
                    session.play_both(row, column);
                    values.push(value(session)?);
                }
                Ok(Self::Pairs { rows, columns, values })
            }
            _ => Err(RunError::failed("nobody is to move at the root")),
        }
    }

    /// What an answer's strategies give away.
    fn loss(&self, answer: &Answer) -> f64 {
        let likely = |strategy: &[Choice], name: &str| {
            strategy.iter().filter(|choice| choice.chosen == name).map(|choice| choice.probability).sum::<f64>()
        };
        match self {
            Self::Moves(player, moves) => {
                let (own, sign) = match player {
                    Player::Max => (&answer.strategy.max, 1.0),
                    Player::Min => (&answer.strategy.min, -1.0),
                };
                let best = moves.iter().map(|(_, value)| sign * value).fold(f64::NEG_INFINITY, f64::max);
                let played: f64 = match own.is_empty() {
                    // A line says what is played where there is no strategy.
                    true => {
                        let first = answer.line.first();
                        moves.iter().filter(|(name, _)| Some(name) == first).map(|(_, value)| sign * value).sum()
                    }
                    false => moves.iter().map(|(name, value)| sign * value * likely(own, name)).sum(),
                };
                (best - played).max(0.0)
            }
            Self::Pairs { rows, columns, values } => {
                let (max, min) = (&answer.strategy.max, &answer.strategy.min);
                let at = |row: usize, column: usize| values[row * columns.len() + column];
                let against_min = |row: usize| {
                    columns.iter().enumerate().map(|(column, name)| likely(min, name) * at(row, column)).sum::<f64>()
                };
                let against_max = |column: usize| {
                    rows.iter().enumerate().map(|(row, name)| likely(max, name) * at(row, column)).sum::<f64>()
                };
                let gets = (0..rows.len()).map(against_min).fold(f64::NEG_INFINITY, f64::max);
                let keeps = (0..columns.len()).map(against_max).fold(f64::INFINITY, f64::min);
                (gets - keeps).max(0.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In rock, paper, scissors an even mixture gives nothing away, and a pure strategy everything.
    #[test]
    fn losses_are_those_against_a_best_response() {
        let fixture = secateur_catalogue::open_joint::<secateur_games::Tree>;
        let mut session = fixture("(both [0 -1 1] [1 0 -1] [-1 1 0])".parse().unwrap());
        let exact = Exact::of(&mut *session, "engine", &Limits::none()).unwrap();
        let mut answer = ask(&*session, "backward-induction", false, &Limits::none()).unwrap();
        assert!(exact.loss(&answer) < 1e-9);
        for strategy in [&mut answer.strategy.max, &mut answer.strategy.min] {
            let first = strategy[0].chosen.clone();
            *strategy = vec![Choice { chosen: first, probability: 1.0 }];
        }
        assert!((exact.loss(&answer) - 2.0).abs() < 1e-9);
        let deep = deepened(&*session, "backward-induction", false, Duration::from_secs(5), &Limits::none()).unwrap();
        assert_eq!(deep.stopped, "solved");
    }
}

//! The words of a request, and what is too much of them.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use secateur_catalogue::algorithms::ALGORITHMS;
use secateur_catalogue::games::{Class, GAMES};
use secateur_catalogue::{ChessSession, Plan, Request, Resources, Session, defaults, open};
use secateur_games::{Description, Parameters};
use secateur_search::Limits;
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::house::House;
use crate::refusal::Refusal;
use crate::settings::Settings;

/// A game has no more parameters than this, and a word is no longer.
const MOST_WORDS: usize = 64;
const LONGEST_WORD: usize = 2_000;

/// What a client asks about.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The game.
    pub(crate) game: String,
    /// Its parameters, each `key=value`.
    #[serde(default)]
    pub(crate) parameters: Vec<String>,
    /// The text of its file, for a game that is read from one.
    #[serde(default)]
    pub(crate) text: Option<String>,
    /// The moves so far; where both move at once, one of each.
    #[serde(default)]
    pub(crate) moves: Vec<Vec<String>>,
    /// The algorithm with its options.
    #[serde(default)]
    pub(crate) algorithm: Option<String>,
    /// For how long at most.
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    /// How many nodes at most.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    /// How many moves ahead at most.
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    /// How far apart the bounds may be.
    #[serde(default)]
    pub(crate) epsilon: f64,
    /// Whether the evaluator is used at a depth limit.
    #[serde(default)]
    pub(crate) estimate: bool,
}

/// A game as it was asked for. Its file, if there is one, is there as long as this.
pub(crate) struct Opened {
    pub(crate) session: Box<dyn Session>,
    pub(crate) request: Request,
    /// Chess as the rules name its moves, beside chess as people do.
    pub(crate) by_squares: Option<Box<dyn Session>>,
    file: Option<NamedTempFile>,
}

impl Opened {
    /// A problem in words that do not name our file.
    pub(crate) fn explain(&self, problem: impl ToString) -> Refusal {
        without_path(self.file.as_ref(), &problem.to_string())
    }
}

fn without_path(file: Option<&NamedTempFile>, problem: &str) -> Refusal {
    let path = file.map(|file| file.path().display().to_string()).unwrap_or_default();
    let line = if path.is_empty() { problem.to_owned() } else { problem.replace(&path, "your text") };
    Refusal::wrong(line.replace("file=your text: ", ""))
}

impl Asked {
    /// Whether the words may be read at all: not too many, and none that names a file of this machine.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.parameters.len() > MOST_WORDS {
            return Err(Refusal::wrong(format!("expected at most {MOST_WORDS} parameters")));
        }
        let words = self.parameters.iter().chain(&self.algorithm).chain([&self.game]);
        if words.clone().any(|word| word.len() > LONGEST_WORD) {
            return Err(Refusal::wrong(format!("expected words of at most {LONGEST_WORD} bytes")));
        }
        if self.parameters.iter().any(|word| word.trim_start().starts_with("file=")) {
            return Err(Refusal::wrong("files of this machine are not read; send the text itself"));
        }
        if self.algorithm.as_ref().is_some_and(|words| words.contains("checkpoint=")) {
            return Err(Refusal::wrong("nothing is written on this machine; leave out checkpoint"));
        }
        Ok(())
    }

    /// The game, with its moves played.
    pub(crate) fn open(&self, settings: &Settings) -> Result<Opened, Refusal> {
        self.check()?;
        let mut words = self.parameters.clone();
        let file = self.text.as_deref().map(kept).transpose()?;
        words.extend(file.as_ref().map(|file| format!("file={}", file.path().display())));
        let explain = |problem: String| without_path(file.as_ref(), &problem);
        let parameters = Parameters::parse(&words).map_err(|problem| explain(problem.to_string()))?;
        let opened = |problem: secateur_catalogue::Error| explain(problem.to_string());
        // Chess is played by its engine, which remembers repetitions; it is solved by its rules.
        let with_engine = self.game == "chess" && self.algorithm.is_none();
        let mut session: Box<dyn Session> = if with_engine {
            Box::new(ChessSession::open(&parameters).map_err(opened)?)
        } else {
            open(&self.game, &parameters).map_err(opened)?
        };
        let mut by_squares = with_engine.then(|| open("chess", &parameters)).transpose().map_err(opened)?;
        for (number, names) in self.moves.iter().enumerate() {
            let played = match names.as_slice() {
                [name] => {
                    by_squares.as_mut().is_none_or(|rules| follow(&*session, &mut **rules, name)) && session.play(name)
                }
                [max, min] => session.play_both(max, min),
                _ => false,
            };
            if !played {
                let shown = names.iter().take(2).map(|name| shortened(name)).collect::<Vec<_>>().join(" and ");
                return Err(Refusal::wrong(format!("move {}: {shown} cannot be played there", number + 1)));
            }
        }
        let mut request = Request::new(self.game.clone());
        request.parameters = words;
        request.algorithm = self.algorithm.clone().filter(|words| !words.trim().is_empty());
        request.limits = self.limits(settings)?;
        request.resources = self.resources(settings)?;
        Ok(Opened { session, request, by_squares, file })
    }

    /// The plan of a player: what is asked for, or what usually plays this game.
    pub(crate) fn plan(&self, settings: &Settings, session: &dyn Session) -> Result<Plan, Refusal> {
        let usual = || session.only_algorithm().unwrap_or_else(|| defaults::player(&self.game, session.class()));
        let words = self.algorithm.as_deref().filter(|words| !words.trim().is_empty()).unwrap_or_else(usual);
        let resources = Resources { estimate: true, ..self.resources(settings)? };
        Ok(Plan::read(words, resources)?)
    }

    fn resources(&self, settings: &Settings) -> Result<Resources, Refusal> {
        if !(self.epsilon.is_finite() && self.epsilon >= 0.0) {
            return Err(Refusal::wrong("epsilon: expected a number from 0 up"));
        }
        let Self { epsilon, estimate, .. } = *self;
        Ok(Resources { threads: Some(1), memory: Some(settings.table), estimate, epsilon })
    }

    /// The limits, which are the house's unless stricter ones are asked for.
    pub(crate) fn limits(&self, settings: &Settings) -> Result<Limits, Refusal> {
        let mut limits = Limits::none().nodes(self.nodes.map_or(settings.nodes, |nodes| nodes.min(settings.nodes)));
        limits.depth = self.depth;
        Ok(limits.time(self.time(settings, settings.time)?))
    }

    /// The time that is asked for, or the usual one.
    pub(crate) fn time(&self, settings: &Settings, usual: Duration) -> Result<Duration, Refusal> {
        let most = settings.time.as_secs_f64();
        match self.seconds {
            None => Ok(usual.min(settings.time)),
            Some(seconds) if seconds >= 0.0 && seconds <= most => Ok(Duration::from_secs_f64(seconds)),
            Some(_) => Err(Refusal::wrong(format!("seconds: expected a number from 0 to {most}"))),
        }
    }

    /// One text for one position of one game.
    pub(crate) fn place(&self) -> String {
        json!([self.game, self.parameters, self.text, self.moves]).to_string()
    }
}

/// Plays a move of a chess session, named as people or as engines do, by the rules' own session: both list the same moves.
fn follow(session: &dyn Session, rules: &mut dyn Session, name: &str) -> bool {
    let moves = session.moves();
    match moves.iter().position(|known| known == name).and_then(|place| rules.moves().into_iter().nth(place)) {
        Some(same) => rules.play(&same),
        None => rules.play(name),
    }
}

/// A text as a file of our own.
fn kept(text: &str) -> Result<NamedTempFile, Refusal> {
    let write = || {
        let mut file = tempfile::Builder::new().prefix("secateur-").tempfile()?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        Ok::<_, std::io::Error>(file)
    };
    write().map_err(|_| Refusal::ours())
}

/// A word of the client's as it may be shown in a line.
pub(crate) fn shortened(word: &str) -> String {
    let mut shown: String = word.chars().take(40).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    shown.escape_debug().to_string()
}

/// Which word the pages use for a class of games.
pub(crate) fn class_word(class: Class) -> &'static str {
    match class {
        Class::Alternating => "alternating",
        Class::Lattice => "lattice",
        Class::Chance => "chance",
        Class::Joint => "joint",
        _ => "other",
    }
}

/// All games and algorithms with their parameters.
pub(crate) async fn catalogue(State(house): State<Arc<House>>) -> Json<Value> {
    let parameters = |about: &Description| -> Vec<Value> {
        let known = about.parameters.iter();
        known.map(|p| json!({"name": p.name, "default": p.default, "meaning": p.meaning})).collect()
    };
    let games = GAMES.iter().map(|entry| {
        let about = entry.description;
        json!({
            "name": about.name, "summary": about.summary, "class": class_word(entry.class), "example": entry.example,
            "algorithm": defaults::algorithm(about.name), "player": defaults::player(about.name, entry.class),
            "parameters": parameters(about),
        })
    });
    let algorithms = ALGORITHMS.iter().map(|known| {
        json!({
            "name": known.name(), "summary": known.description.summary, "paper": known.paper,
            "solves": known.solves.iter().map(|&class| class_word(class)).collect::<Vec<_>>(),
            "parameters": parameters(known.description),
        })
    });
    let settings = &house.settings;
    Json(json!({
        "games": games.collect::<Vec<_>>(), "algorithms": algorithms.collect::<Vec<_>>(),
        "bounds": {"seconds": settings.time.as_secs_f64(), "nodes": settings.nodes, "body": settings.body},
    }))
}

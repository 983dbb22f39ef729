//! Sweeps: games × parameters × algorithms × ε × seeds, on the same runner as the papers' experiments.
//!
//! A [`Grid`] says what is to be measured; it comes from a TOML file or from the command line's words. An instance is one
//! game with one seed, one algorithm and one ε, and its record has every counter that the search tells, so that any ratio
//! can be worked out later, here (`sweep/page.rs`) or in a reader's own tool from the CSV file. Since a journal knows what
//! each entry measured, a grid can be made larger and run again: what is there is kept.

mod page;

use std::collections::BTreeMap;
use std::time::Duration;

use secateur_catalogue::games::{self, GAMES};
use secateur_catalogue::{Plan, Request, Resources, Value, solve};
use secateur_games::Parameters;
use secateur_search::{Cancel, Limits};
use serde::{Deserialize, Serialize};

use crate::parameters::ParameterProblem;
use crate::resident::Peak;
use crate::{About, Context, Experiment, Instance, Page, Record, RunError, Scalar, Settings};

/// What is to be measured.
///
/// ```
/// use secateur_lab::Grid;
///
/// let grid = Grid::from_toml(
///     r#"
///     algorithms = ["bounded", "bounded-plus"]
///     epsilon = [0, 8, 24]
///     seeds = "1..30"
///
///     [[games]]
///     game = "random-tree"
///     chance = 0.8
///     depth = ["4..6"]
///     "#,
/// )?;
/// assert_eq!(grid.instances(1).len(), 2 * 3 * 30 * 3);
/// assert!(Grid::from_toml("games = 3").unwrap_err().to_string().contains("line 1: "));
/// # Ok::<(), secateur_lab::ParameterProblem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Grid {
    /// The games with their parameters.
    pub games: Vec<GridGame>,
    /// The algorithms with their options; what `solve` would take where there are none.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// How far apart bounds may be.
    #[serde(default)]
    pub epsilon: Vec<f64>,
    /// The seeds of random games, such as `1..30`.
    #[serde(default, deserialize_with = "words")]
    pub seeds: Vec<String>,
    /// A search is stopped after so many seconds.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// A search is stopped after so many nodes.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// A search looks at most so many moves ahead.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Whether the evaluator is used at the depth limit.
    #[serde(default)]
    pub estimate: bool,
    /// Whether instances run side by side: faster, and times and memory mean nothing.
    #[serde(default)]
    pub together: bool,
}

/// A game of a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GridGame {
    /// The name of the game.
    pub game: String,
    /// Each parameter with its values; a value such as `4..6` is a range of whole numbers.
    #[serde(flatten, deserialize_with = "parameters")]
    pub parameters: BTreeMap<String, Vec<String>>,
}

/// A number or a text, alone or in a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Word),
    Many(Vec<Word>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Whole(i64),
    Real(f64),
    Text(String),
}

impl From<OneOrMany> for Vec<String> {
    fn from(values: OneOrMany) -> Self {
        let word = |word: Word| match word {
            Word::Whole(number) => number.to_string(),
            Word::Real(number) => number.to_string(),
            Word::Text(text) => text,
        };
        match values {
            OneOrMany::One(one) => vec![word(one)],
            OneOrMany::Many(many) => many.into_iter().map(word).collect(),
        }
    }
}

fn words<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    OneOrMany::deserialize(source).map(Into::into)
}

fn parameters<'de, D: serde::Deserializer<'de>>(source: D) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let map = BTreeMap::<String, OneOrMany>::deserialize(source)?;
    Ok(map.into_iter().map(|(name, values)| (name, values.into())).collect())
}

/// How many of a game's combinations of parameters are tried before anything is measured.
const TRIED: usize = 200;
/// Nobody means more instances than this.
const MOST: usize = 1_000_000;

impl Grid {
    /// Reads a grid from a TOML file.
    ///
    /// # Errors
    /// [`ParameterProblem`], which says where and what was expected.
    pub fn from_toml(text: &str) -> Result<Self, ParameterProblem> {
        let grid: Self = toml::from_str(text).map_err(|problem| {
            let line = problem.span().map(|span| text[..span.start.min(text.len())].lines().count().max(1));
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            ParameterProblem::new(format!("{place}{}", problem.message()))
        })?;
        grid.check()?;
        Ok(grid)
    }

    /// Reads the words of a command line: a word without `=` begins a game, the others are its parameters. A parameter that is
    /// said twice has both values.
    ///
    /// ```
    /// use secateur_lab::Grid;
    ///
    /// let words = ["goofspiel", "cards=4..6", "random-tree", "depth=4", "depth=6"].map(str::to_owned);
    /// let grid = Grid::default().games_of(&words)?;
    /// assert_eq!(grid.instances(1).len(), 3 + 2);
    /// # Ok::<(), secateur_lab::ParameterProblem>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterProblem`] where a parameter comes before any game.
    pub fn games_of(mut self, words: &[String]) -> Result<Self, ParameterProblem> {
        for word in words {
            match (word.split_once('='), self.games.last_mut()) {
                (None, _) => self.games.push(GridGame { game: word.clone(), parameters: BTreeMap::new() }),
                (Some((name, value)), Some(game)) => {
                    game.parameters.entry(name.to_owned()).or_default().push(value.to_owned());
                }
                (Some(_), None) => {
                    return Err(ParameterProblem::new(format!("expected a game before its parameters, found {word}")));
                }
            }
        }
        Ok(self)
    }

    /// Whether every game, parameter, algorithm and number can be.
    ///
    /// # Errors
    /// [`ParameterProblem`], which says what was expected.
    pub fn check(&self) -> Result<(), ParameterProblem> {
        let problem = |problem: &dyn std::fmt::Display| ParameterProblem::new(problem.to_string());
        if self.games.is_empty() {
            return Err(ParameterProblem::new("expected a game, such as goofspiel cards=4..6".to_owned()));
        }
        for game in &self.games {
            let entry = games::find(&game.game).map_err(|e| problem(&e))?;
            for (name, values) in &game.parameters {
                for value in expanded(values) {
                    let words = Parameters::parse([format!("{name}={value}")]).map_err(|e| problem(&e))?;
                    // Other parameters may be needed; here each is looked at alone.
                    if !entry.description.parameters.iter().any(|known| known.name == name) {
                        words.of(entry.description).map_err(|e| problem(&e))?;
                    }
                }
            }
        }
        for algorithm in &self.algorithms {
            Plan::read(algorithm, Resources::default()).map_err(|e| problem(&e))?;
        }
        if let Some(wrong) = self.epsilon.iter().find(|epsilon| !epsilon.is_finite() || **epsilon < 0.0) {
            return Err(ParameterProblem::new(format!("epsilon {wrong}: expected numbers from 0 on, such as 0,8,24")));
        }
        let exact = self.algorithms.iter().find(|algorithm| !uses_epsilon(algorithm));
        if let (Some(exact), false) = (exact, self.epsilon.is_empty() || self.epsilon.contains(&0.0)) {
            return Err(ParameterProblem::new(format!(
                "epsilon: expected 0 among them, since {exact} can use no other"
            )));
        }
        if let Some(wrong) = expanded(&self.seeds).iter().find(|seed| seed.parse::<u64>().is_err()) {
            return Err(ParameterProblem::new(format!("seeds {wrong}: expected whole numbers, such as 1..30")));
        }
        if let Some(wrong) = self.seconds.filter(|seconds| !seconds.is_finite() || *seconds <= 0.0 || *seconds > 1e9) {
            return Err(ParameterProblem::new(format!("seconds {wrong}: expected a number above 0")));
        }
        if self.size() > MOST {
            return Err(ParameterProblem::new(format!("expected at most {MOST} instances, found {}", self.size())));
        }
        self.check_games()
    }

    /// Whether the first games of the grid can be made, so that a wrong word is told before anything is measured.
    fn check_games(&self) -> Result<(), ParameterProblem> {
        for game in &self.games {
            for chosen in product(&game.parameters).into_iter().take(TRIED) {
                let mut request = Request::new(&game.game);
                request.parameters = chosen.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let Err(problem) = request.open() else { continue };
                let list = chosen.iter().find(|(_, value)| value.contains(','));
                let hint = list.map_or_else(String::new, |(name, value)| {
                    let (one, rest) = value.split_once(',').unwrap_or((value, ""));
                    let other = rest.split(',').next().unwrap_or_default();
                    format!("; for several values say {name}={one} {name}={other}, or a range such as {name}=4..6")
                });
                return Err(ParameterProblem::new(format!("{problem}{hint}")));
            }
        }
        Ok(())
    }

    /// The command line that says the same.
    fn command(&self) -> String {
        let mut words = vec!["secateur sweep".to_owned()];
        for game in &self.games {
            words.push(game.game.clone());
            for (name, values) in &game.parameters {
                words.extend(values.iter().map(|value| quoted(&format!("{name}={value}"))));
            }
        }
        words.extend(self.algorithms.iter().map(|algorithm| format!("--algorithm {}", quoted(algorithm))));
        if !self.epsilon.is_empty() {
            let all: Vec<String> = self.epsilon.iter().map(f64::to_string).collect();
            words.push(format!("--epsilon {}", all.join(",")));
        }
        if !self.seeds.is_empty() {
            words.push(format!("--seeds {}", self.seeds.join(",")));
        }
        words.extend(self.seconds.map(|seconds| format!("--time {seconds}s")));
        words.extend(self.nodes.map(|nodes| format!("--nodes {nodes}")));
        words.extend(self.depth.map(|depth| format!("--depth {depth}")));
        words.extend(self.estimate.then(|| "--estimate".to_owned()));
        words.extend(self.together.then(|| "--together".to_owned()));
        words.join(" ")
    }

    /// How many instances there are, or more than can be counted.
    fn size(&self) -> usize {
        let of = |game: &GridGame| {
            let values = game.parameters.values().map(|values| expanded(values).len());
            values.fold(1, usize::saturating_mul).saturating_mul(self.seeds_of(game, 1).len())
        };
        let games = self.games.iter().map(of).fold(0, usize::saturating_add);
        games.saturating_mul(self.algorithms.len().max(1)).saturating_mul(self.epsilon.len().max(1))
    }

    /// The seeds of a game: none said, where the game draws nothing or says its own.
    fn seeds_of(&self, game: &GridGame, first: u64) -> Vec<Option<u64>> {
        let entry = GAMES.iter().find(|entry| entry.description.name == game.game);
        let draws = entry.is_some_and(|entry| entry.description.parameters.iter().any(|known| known.name == "seed"));
        if self.seeds.is_empty() || !draws || game.parameters.contains_key("seed") {
            return vec![None];
        }
        let seeds = expanded(&self.seeds);
        seeds.iter().filter_map(|seed| seed.parse::<u64>().ok()).map(|seed| Some(seed + first - 1)).collect()
    }

    /// Every instance; `first` is what seed 1 stands for.
    pub fn instances(&self, first: u64) -> Vec<Instance> {
        let mut instances = Vec::new();
        let usual = [String::new()];
        let algorithms = if self.algorithms.is_empty() { &usual[..] } else { &self.algorithms[..] };
        let epsilons = if self.epsilon.is_empty() { &[0.0][..] } else { &self.epsilon[..] };
        for game in &self.games {
            for chosen in product(&game.parameters) {
                for seed in self.seeds_of(game, first) {
                    for algorithm in algorithms {
                        for &epsilon in epsilons {
                            // An algorithm that cannot use an error is asked without one.
                            if epsilon > 0.0 && !uses_epsilon(algorithm) {
                                continue;
                            }
                            instances.push(self.instance(game, &chosen, seed, algorithm, epsilon));
                        }
                    }
                }
            }
        }
        instances
    }

    fn instance(
        &self,
        game: &GridGame,
        chosen: &[(String, String)],
        seed: Option<u64>,
        algorithm: &str,
        epsilon: f64,
    ) -> Instance {
        let words: Vec<String> = chosen.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let drawn = seed.map_or_else(String::new, |seed| format!(" seed={seed}"));
        let space = if words.is_empty() { "" } else { " " };
        let named = if algorithm.is_empty() { "usual" } else { algorithm };
        let key = format!("{}{space}{}{drawn}, {named}, ε={epsilon}", game.game, words.join(" "));
        let mut instance = Instance::new(key).with("game", game.game.as_str()).with("parameters", words.join(" "));
        for (name, value) in chosen {
            // A column of its own for each parameter, so that a reader's tool need not take words apart.
            let value = value.parse::<i64>().map_or_else(|_| Scalar::from(value.as_str()), Scalar::from);
            instance = instance.with(format!("game {name}"), value);
        }
        instance = instance.with("algorithm", algorithm).with("epsilon", epsilon).with("drawn", seed.is_some());
        for (name, limit) in [("limit seconds", self.seconds), ("limit nodes", self.nodes.map(|nodes| nodes as f64))] {
            if let Some(limit) = limit {
                instance = instance.with(name, limit);
            }
        }
        if let Some(depth) = self.depth {
            instance = instance.with("limit depth", depth).with("estimate", self.estimate);
        }
        let instance = instance.seeded(seed.unwrap_or(0));
        if self.together { instance } else { instance.alone() }
    }
}

/// Whether an algorithm, or what `solve` would take, can use an error that is allowed.
fn uses_epsilon(algorithm: &str) -> bool {
    algorithm.is_empty() || Plan::read(algorithm, Resources::default()).is_ok_and(|plan| plan.algorithm.uses_epsilon)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=.,:/+".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Values with ranges such as `4..6` written out.
fn expanded(values: &[String]) -> Vec<String> {
    let range = |value: &String| {
        let (first, last) = value.split_once("..")?;
        let (first, last) = (first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?);
        (first <= last && last - first < MOST as u64).then(|| (first..=last).map(|number| number.to_string()).collect())
    };
    values.iter().flat_map(|value| range(value).unwrap_or_else(|| vec![value.clone()])).collect()
}

/// Every choice of one value for each parameter.
fn product(parameters: &BTreeMap<String, Vec<String>>) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for (name, values) in parameters {
        let longer = |chosen: &Vec<(String, String)>| -> Vec<Vec<(String, String)>> {
            let with = |value: &String| [chosen.as_slice(), &[(name.clone(), value.clone())]].concat();
            expanded(values).iter().map(with).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A sweep: the experiment whose grid stands in its settings.
///
/// ```
/// use secateur_lab::{Ended, Grid, Plan, Settings, Silent, Sweep, reproduce};
///
/// let words = ["goofspiel", "cards=3..4"].map(str::to_owned);
/// let mut grid = Grid::default().games_of(&words)?;
/// grid.algorithms = vec!["smab".to_owned(), "backward-induction".to_owned()];
/// let directory = tempfile::tempdir()?;
/// let plan = Plan::new(directory.path(), Sweep::settings(Settings::new("0.1.0"), &grid));
/// let Ended::Finished(results) = reproduce(&Sweep, &plan, &Silent)? else { panic!("nobody stopped it") };
/// assert_eq!(results.records.len(), 4);
/// assert_eq!(results.records[3].count("lp_calls"), Some(109)); // backward induction of 4 cards, as in SMAB's Table 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep;

/// The option of the settings that holds the grid.
const GRID: &str = "grid";

impl Sweep {
    /// The settings with this grid.
    pub fn settings(settings: Settings, grid: &Grid) -> Settings {
        // A grid is plain data and always can be written.
        settings.option(GRID, serde_json::to_string(grid).unwrap_or_default())
    }

    fn grid(settings: &Settings) -> Result<Grid, ParameterProblem> {
        let text = settings.options.get(GRID).map_or("", String::as_str);
        let grid: Grid = serde_json::from_str(text).map_err(|e| ParameterProblem::new(format!("the grid: {e}")))?;
        grid.check()?;
        Ok(grid)
    }
}

impl Experiment for Sweep {
    fn about(&self) -> &About {
        &About {
            id: "sweep",
            title: "A sweep",
            paper: "no paper",
            place: "a grid of one's own",
            seconds: 60.0,
            quick_seconds: 60.0,
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), ParameterProblem> {
        Self::grid(settings).map(drop)
    }

    fn command(&self, settings: &Settings) -> String {
        Self::grid(settings).map(|grid| grid.command()).unwrap_or_default()
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        Self::grid(settings).map(|grid| grid.instances(settings.seed)).unwrap_or_default()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let mut request = Request::new(instance.text("game")?);
        request.parameters = instance.text("parameters")?.split_whitespace().map(str::to_owned).collect();
        if instance.parameters.has("drawn", true) {
            request.parameters.push(format!("seed={}", instance.seed));
        }
        let algorithm = instance.text("algorithm")?;
        if !algorithm.is_empty() {
            request = request.algorithm(algorithm);
        }
        let cancel = Cancel::from(context.cancel.clone());
        let mut limits = Limits::none().until(&cancel);
        if let Ok(seconds) = instance.number("limit seconds") {
            limits = limits.time(Duration::from_secs_f64(seconds));
        }
        if let Ok(nodes) = instance.number("limit nodes") {
            limits = limits.nodes(nodes as u64);
        }
        if let Ok(depth) = instance.count("limit depth") {
            limits = limits.depth(depth as u32);
        }
        let estimate = instance.parameters.has("estimate", true);
        let alone = Plan::read(algorithm, Resources::default()).is_ok_and(|plan| !plan.algorithm.parallel);
        let resources = Resources {
            threads: Some(if alone { 1 } else { context.threads }),
            epsilon: instance.number("epsilon")?,
            estimate,
            ..Resources::default()
        };
        let peak = Peak::watch();
        let report = solve(&request.limits(limits).resources(resources)).map_err(RunError::failed)?;
        let peak = peak.bytes().filter(|_| instance.alone);
        context.check()?;
        let answer = &report.answer;
        let mut record = Record::new().with("solved by", report.algorithm.as_str());
        record.set("lower", scalar(&answer.lower));
        record.set("upper", scalar(&answer.upper));
        record.set("stopped", answer.stopped.as_str());
        let counts = serde_json::to_value(&answer.statistics).map_err(RunError::failed)?;
        for (name, count) in counts.as_object().into_iter().flatten() {
            record.set(name.as_str(), serde_json::from_value::<Scalar>(count.clone()).map_err(RunError::failed)?);
        }
        Ok(record.with("peak_bytes", peak))
    }

    fn page(&self, records: &[Record]) -> Page {
        page::page(records)
    }
}

/// A value as one cell has it: what is no number is its JSON.
fn scalar(value: &Value) -> Scalar {
    match value {
        Value::Whole(number) => Scalar::from(*number),
        Value::Real(number) => Scalar::from(*number),
        other => Scalar::from(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Grid::default().games_of(&words).and_then(|grid| grid.check()).unwrap_err().to_string()
    }

    #[test]
    fn wrong_words_are_told_what_was_expected() {
        assert_eq!(problem(&[]), "expected a game, such as goofspiel cards=4..6");
        assert_eq!(problem(&["cards=3"]), "expected a game before its parameters, found cards=3");
        assert!(problem(&["goofspeil"]).contains("did you mean goofspiel?"));
        assert!(problem(&["goofspiel", "card=3"]).contains("did you mean cards?"));
        assert!(problem(&["random-tree", "depth=1..999999", "branching=1..999"]).contains("at most 1000000 instances"));
        for (text, word) in [
            ("games = []", "expected a game"),
            ("[[games]]\ngame = 3", "line 2"),
            ("algorithm = 'x'\n[[games]]\ngame='goofspiel'", "unknown field"),
            ("algorithms = ['nonsense']\n[[games]]\ngame='goofspiel'", "nonsense"),
            ("seeds = 'many'\n[[games]]\ngame='random-tree'", "expected whole numbers"),
            ("epsilon = [-1]\n[[games]]\ngame='random-tree'", "from 0 on"),
        ] {
            let told = Grid::from_toml(text).unwrap_err().to_string();
            assert!(told.contains(word), "{text}: {told}");
        }
    }

    #[test]
    fn seeds_are_for_games_that_draw() {
        let grid = "seeds = '1..5'\n[[games]]\ngame='goofspiel'\ncards=[3, 4]\n[[games]]\ngame='random-tree'\ndepth=3";
        let grid = Grid::from_toml(grid).unwrap();
        let keys: Vec<String> = grid.instances(11).into_iter().map(|instance| instance.key).collect();
        assert_eq!(keys.len(), 2 + 5);
        assert_eq!(keys[2], "random-tree depth=3 seed=11, usual, ε=0");
        // As settings have it, and back.
        let settings = Sweep::settings(Settings::new("1"), &grid);
        assert_eq!(Sweep::grid(&settings).unwrap(), grid);
    }
}

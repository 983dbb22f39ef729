//! Strategy files: both players' mixed strategies in every position that matters, to be kept, read and judged.
//!
//! A file is one JSON object:
//!
//! ```json
//! { "schema_version": 1, "kind": "strategy",
//!   "game": "goofspiel", "parameters": {"cards": "4", "prizes": "descending"},
//!   "positions": [
//!     {"path": [], "max": {"4": 0.75, "2": 0.25}, "min": {"4": 1.0}},
//!     {"path": [["4", "2"], ["3", "4"]], "max": {"1": 1.0}}
//!   ] }
//! ```
//!
//! `path` lists the turns from the start: one name where one player or chance moves, Max's and Min's where both do. Moves that are not
//! named are not played. A position belongs into a player's strategy if that player's own moves can lead there, whatever the other
//! does; positions that the game takes for one need to be listed once. Parameters that are not named have their defaults.

use std::collections::BTreeMap;
use std::io::{self, Write};

use secateur_game::Player;
use secateur_games::Parameters;
use secateur_value::{Bounds, Real};
use serde::{Deserialize, Serialize};

use crate::{Error, Opened, Plan, Request, open};

/// The algorithm that solves every position by itself anyway.
const STRATEGIST: &str = "backward-induction";

/// The version of the format.
const VERSION: u32 = 1;

/// Both players' strategies for a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StrategyFile {
    /// 1.
    pub schema_version: u32,
    /// `strategy`.
    pub kind: String,
    /// The game.
    pub game: String,
    /// Its parameters.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// What is done where.
    pub positions: Vec<PositionStrategy>,
}

/// What the players do in one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionStrategy {
    /// The turns from the start: one name where one player or chance moves, Max's and Min's where both do.
    pub path: Vec<Vec<String>>,
    /// Max's moves with their probabilities.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub max: BTreeMap<String, f64>,
    /// Min's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub min: BTreeMap<String, f64>,
}

impl PositionStrategy {
    /// One player's part.
    pub fn of(&self, player: Player) -> &BTreeMap<String, f64> {
        match player {
            Player::Max => &self.max,
            Player::Min => &self.min,
        }
    }
}

/// The values of two strategies against best responses. All bounds are rigorous.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exploitability {
    /// What Max's strategy guarantees Max.
    pub max: Bounds<Real>,
    /// What Min's strategy concedes at most to Max.
    pub min: Bounds<Real>,
    /// The second minus the first: what both players together gain by knowing the other's strategy; 0 at an equilibrium.
    pub gap: (f64, f64),
}

impl Exploitability {
    pub(crate) fn new(max: Bounds<Real>, min: Bounds<Real>) -> Self {
        // The value of the game lies between the two, so the difference is not negative.
        let least = (min.lower.get() - max.upper.get()).next_down().max(0.0);
        let most = min.upper.get() - max.lower.get();
        let most = if most == 0.0 { 0.0 } else { most.next_up() };
        Self { max, min, gap: (least.min(most), most) }
    }
}

impl StrategyFile {
    /// Strategies for the game of a request, by the algorithm that it names, or else by backward induction.
    ///
    /// # Errors
    ///
    /// As [`solve`](crate::solve); and if the game is one in which only one player moves at a time and nothing is left to chance; [`Error::Stopped`] if a limit comes first.
    pub fn solve(request: &Request) -> Result<Self, Error> {
        Self::of(&request.open()?, request)
    }

    /// The same for a game that was opened before.
    ///
    /// # Errors
    ///
    /// As [`StrategyFile::solve`].
    pub fn of(opened: &Opened, request: &Request) -> Result<Self, Error> {
        Self::check(opened, request)?;
        let plan = match &request.algorithm {
            Some(_) => opened.plan(request)?,
            None => Plan::read(STRATEGIST, request.resources)?,
        };
        Ok(Self {
            schema_version: VERSION,
            kind: "strategy".to_owned(),
            game: request.game.clone(),
            parameters: opened.parameters()?,
            positions: opened.session.strategies(&plan, &request.limits)?,
        })
    }

    /// Says before a long computation whether there can be strategies of a request's game.
    ///
    /// # Errors
    ///
    /// If only one player moves at a time and nothing is left to chance; and with a depth limit, since a whole strategy looks to the end.
    pub fn check(opened: &Opened, request: &Request) -> Result<(), Error> {
        if !opened.session.has_strategies() {
            return Err(Error::NoStrategies);
        }
        if request.limits.depth.is_some() {
            return Err(Error::StrategyFile("a strategy for the whole game cannot be limited in depth".to_owned()));
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is no such file.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let file: Self = serde_json::from_slice(bytes).map_err(|problem| Error::StrategyFile(problem.to_string()))?;
        if file.kind != "strategy" || file.schema_version != VERSION {
            let found = format!("{} of version {}", file.kind.escape_debug(), file.schema_version);
            return Err(Error::StrategyFile(format!("expected a strategy of version {VERSION}, found a {found}")));
        }
        Ok(file)
    }

    /// Writes the file, one position a line.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { schema_version, kind, game, parameters, positions } = self;
        let (kind, game) = (serde_json::to_string(kind)?, serde_json::to_string(game)?);
        writeln!(out, "{{\"schema_version\": {schema_version}, \"kind\": {kind},")?;
        writeln!(out, " \"game\": {game}, \"parameters\": {},", serde_json::to_string(parameters)?)?;
        writeln!(out, " \"positions\": [")?;
        for (number, position) in positions.iter().enumerate() {
            let comma = if number + 1 < positions.len() { "," } else { "" };
            writeln!(out, "  {}{comma}", serde_json::to_string(position)?)?;
        }
        writeln!(out, " ]}}")
    }

    /// The values of the strategies against best responses: by dynamic programming, rigorously.
    ///
    /// ```
    /// use secateur_catalogue::{Request, StrategyFile};
    ///
    /// let request = Request::new("goofspiel").parameter("cards=4")?;
    /// let file = StrategyFile::solve(&request)?;
    /// assert!(file.exploitability()?.gap.1 < 1e-9);
    /// # Ok::<(), secateur_catalogue::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game is unknown, a path or a move is impossible, or a strategy says nothing about a position that it reaches.
    pub fn exploitability(&self) -> Result<Exploitability, Error> {
        let words = self.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        let session = open(&self.game, &Parameters::parse(words)?)?;
        if !session.has_strategies() {
            return Err(Error::NoStrategies);
        }
        session.exploitability(&self.positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Result<Exploitability, String> {
        let file = StrategyFile::read(text.as_bytes()).map_err(|problem| problem.to_string())?;
        file.exploitability().map_err(|problem| problem.to_string())
    }

    fn goofspiel(positions: &str) -> Result<Exploitability, String> {
        file(&format!(
            r#"{{"schema_version": 1, "kind": "strategy", "game": "goofspiel", "parameters": {{"cards": "2"}}, "positions": [{positions}]}}"#
        ))
    }

    #[test]
    fn what_is_written_is_read_back() {
        for words in [&["cards=5", "lead=1"][..], &["cards=3", "deck=shuffled"], &["cards=4", "keys=ranked"]] {
            let mut request = Request::new("goofspiel");
            request.parameters = words.iter().map(|&word| word.to_owned()).collect();
            let written = StrategyFile::solve(&request).unwrap();
            let mut bytes = Vec::new();
            written.write(&mut bytes).unwrap();
            let read = StrategyFile::read(&bytes).unwrap();
            assert_eq!(read, written);
            let Exploitability { max, min, gap } = read.exploitability().unwrap();
            assert!(gap.0 >= 0.0 && gap.1 < 1e-9, "{max:?} {min:?}");
        }
    }

    #[test]
    fn a_bad_strategy_is_exploited_for_what_it_is_worth() {
        // Two cards, prizes 2 and 1: the low card first loses the 2 and wins the 1.
        let played = goofspiel(r#"{"path": [], "max": {"1": 1.0}, "min": {"2": 1.0}}"#).unwrap();
        assert_eq!((played.max, played.min), (Bounds::exact((-1).into()), Bounds::exact(0.into())));
        assert!(played.gap.0 <= 1.0 && played.gap.1 >= 1.0 && played.gap.1 - played.gap.0 < 1e-12);
    }

    #[test]
    fn files_that_say_nonsense_are_explained() {
        let said = |positions| goofspiel(positions).unwrap_err();
        assert_eq!(said(""), "the strategy of Max says nothing at the start");
        assert_eq!(said(r#"{"path": [["9", "1"]]}"#), "position 1: there is no move 9 there");
        assert_eq!(
            said(r#"{"path": [["1"]]}"#),
            "position 1: expected a move of Max and one of Min, because both move at once"
        );
        assert_eq!(said(r#"{"path": [], "max": {"3": 1.0}}"#), "position 1: Max has no move 3 there");
        assert_eq!(
            said(r#"{"path": [], "max": {"1": 0.5}}"#),
            "position 1: expected the probabilities of Max to sum to 1, found 0.5"
        );
        assert!(said(r#"{"path": [], "min": {"1": -1, "2": 2}}"#).contains("expected a probability from 0 to 1"));
        assert!(file("{}").unwrap_err().contains("missing field"));
        assert!(file("nonsense").is_err());
        let other = r#"{"schema_version": 1, "kind": "strategy", "game": "tic-tac-toe", "positions": []}"#;
        assert_eq!(
            file(other).unwrap_err(),
            "strategy files are for games in which chance or both players at once have a turn"
        );
    }
}

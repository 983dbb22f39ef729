//! A session of a game with hidden information: it is solved as a whole, and not played.

use std::time::Instant;

use secateur_formats::efg::{self, ExtensiveForm};
use secateur_game::Player;
use secateur_games::{ParameterError, Parameters};
use secateur_search::{Limits, Stop};
use secateur_value::Bounds;

use crate::games::Class;
use crate::session::{Session, State};
use crate::words::value_in_words;
use crate::{Answer, Basis, Choice, Counts, Error, Plan, Strategy};

/// The algorithm that solves these games.
const SOLVER: &str = "sequence-form";

struct HiddenSession {
    game: ExtensiveForm,
}

/// The session of a game that hides more than simultaneous choices, if these words name one.
pub(crate) fn open(name: &str, parameters: &Parameters) -> Result<Option<Box<dyn Session>>, ParameterError> {
    if name != efg::DESCRIPTION.name {
        return Ok(None);
    }
    let game = efg::from_parameters(parameters)?;
    Ok(if game.hides() { Some(Box::new(HiddenSession { game })) } else { None })
}

impl Session for HiddenSession {
    fn class(&self) -> Class {
        Class::Joint
    }

    fn show(&self) -> String {
        let sets = [Player::Max, Player::Min].map(|player| self.game.information_sets(player).len());
        let [max, min] = &self.game.players;
        format!(
            "{} ({max} against {min}): {} nodes, {} and {} information sets that hide more than simultaneous choices",
            if self.game.title.is_empty() { "untitled" } else { &self.game.title },
            self.game.size(),
            sets[0],
            sets[1]
        )
    }

    /// Nobody is to move: whoever played here would see what is hidden.
    fn state(&self) -> State {
        State::Over("hidden information is solved as a whole, not played".to_owned())
    }

    fn moves(&self) -> Vec<String> {
        Vec::new()
    }

    fn play(&mut self, _: &str) -> bool {
        false
    }

    fn undo(&mut self) -> bool {
        false
    }

    fn only_algorithm(&self) -> Option<&'static str> {
        Some(SOLVER)
    }

    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error> {
        if plan.algorithm.name() != SOLVER {
            let name = plan.algorithm.name();
            let problem = format!("{name} does not solve games in which information is hidden; {SOLVER} does");
            return Err(Error::Unsolvable(problem));
        }
        plan.check_window(self.class())?;
        let started = Instant::now();
        let solution = self.game.solve(limits).map_err(|problem| Error::Unsolvable(problem.to_string()))?;
        let Bounds { lower, upper } = solution.bounds;
        // One row for every action of every information set, such as `K: bet`.
        let strategy = |player: Player, sets: &[Vec<f64>]| {
            let titles = self.game.information_sets(player);
            let mut rows = Vec::new();
            for (set, title) in titles.iter().enumerate() {
                for (action, &probability) in self.game.actions(player, set).iter().zip(&sets[set]) {
                    rows.push(Choice { chosen: format!("{title}: {action}"), probability });
                }
            }
            rows
        };
        Ok(Answer {
            lower: lower.into(),
            upper: upper.into(),
            estimate: None,
            stopped: solution.stopped.name().to_owned(),
            basis: if solution.stopped == Stop::Solved { Basis::Exact } else { Basis::Bounds },
            strategy: Strategy {
                max: strategy(Player::Max, &solution.max),
                min: strategy(Player::Min, &solution.min),
            },
            line: Vec::new(),
            line_proved: 0,
            openings: Vec::new(),
            notes: vec![
                "information is hidden: solved as a whole by the sequence form; probabilities are those within each information set".to_owned(),
            ],
            statistics: Counts {
                visits: self.game.size() as u64,
                seconds: started.elapsed().as_secs_f64(),
                ..Counts::default()
            },
            in_words: value_in_words(&solution.bounds, None, ToString::to_string),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Request, Value, solve};

    fn request(name: &str) -> Request {
        let file = format!("file={}/../formats/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
        Request::new("efg").parameter(file).unwrap()
    }

    fn bounds(request: &Request) -> (f64, f64) {
        let answer = solve(request).unwrap().answer;
        assert_eq!(answer.stopped, "solved");
        let number = |value| match value {
            Value::Real(number) => number,
            other => panic!("{other:?} is no real number"),
        };
        (number(answer.lower), number(answer.upper))
    }

    #[test]
    fn files_of_gambit_are_solved_whatever_they_hide() {
        let (lower, upper) = bounds(&request("kuhn.efg"));
        assert!(lower <= -1.0 / 18.0 && -1.0 / 18.0 <= upper && upper - lower < 1e-12);
        for algorithm in ["joint", "backward-induction", "sequence-form", "smab", "double-oracle"] {
            let (lower, upper) = bounds(&request("duels.efg").algorithm(algorithm));
            assert!(lower < 0.25 + 1e-9 && upper > 0.25 - 1e-9, "{algorithm}: {lower} {upper}");
        }
        let problem = solve(&request("kuhn.efg").algorithm("alpha-beta")).unwrap_err().to_string();
        assert_eq!(problem, "alpha-beta does not solve games in which information is hidden; sequence-form does");
    }
}

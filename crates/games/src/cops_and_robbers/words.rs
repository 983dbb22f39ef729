//! Cops and robbers as the program's words describe it.

use super::{ChaseError, CopsAndRobbers, Leaf, Odds, Reading};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

impl CopsAndRobbers {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "cops-and-robbers",
        summary: "the robber is Max and runs, the cops are Min and all move at once; the value is the time of the arrest",
        parameters: &[
            Parameter { name: "grid", default: Some("6x6"), meaning: "rows x columns, at most 63 cells" },
            Parameter { name: "cops", default: Some("3"), meaning: "how many cops there are, from 1 to 4" },
            Parameter {
                name: "depth",
                default: Some("3"),
                meaning: "after so many moves the game is over, worth the time and the average distance",
            },
            Parameter { name: "obstacles", default: Some("0"), meaning: "how many cells are blocked, at random" },
            Parameter {
                name: "chance",
                default: Some("0"),
                meaning: "the probability of a chosen move, such as 0.8; 0: moves always happen",
            },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random positions" },
            Parameter {
                name: "reading",
                default: Some("close"),
                meaning: "close: promises what distances allow; paper: 0 to rows + columns, no chance in the last move",
            },
            Parameter {
                name: "leaf",
                default: Some("time+distance"),
                meaning: "what a robber who is free at the end is worth: time+distance, or the average distance alone",
            },
            Parameter {
                name: "position",
                default: Some(""),
                meaning: "the robber's cell and the cops', such as 0.0/5.5,5.4,4.5: rows and columns from 0; at random unless said",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let grid = values.text("grid")?.split_once('x');
        let grid = grid.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let Some((rows, columns)) = grid else { return values.invalid("grid", ChaseError::Grid) };
        let (cops, obstacles) = (values.whole("cops", 1..=Self::MOST_COPS as u8)?, values.whole("obstacles", 0..=62)?);
        let (depth, seed) = (values.whole("depth", 0..=Self::LONGEST)?, values.whole("seed", 0..=u64::MAX)?);
        let reading = values.choice("reading", &[("close", Reading::Close), ("paper", Reading::Paper)])?;
        let game = Self::random(rows, columns, cops, obstacles, seed).or_else(|problem| match problem {
            ChaseError::Grid => values.invalid("grid", problem),
            ChaseError::Obstacles => values.invalid("obstacles", problem),
            other => values.invalid("cops", other),
        })?;
        let Ok(odds) = odds(values.text("chance")?) else { return values.invalid("chance", ChaseError::Chance) };
        let game = game.with_chance(odds).or_else(|problem| values.invalid("chance", problem))?;
        let leaves = [("time+distance", Leaf::TimeAndDistance), ("distance", Leaf::Distance)];
        let game = game.lasting(depth).reading(reading).leaf(values.choice("leaf", &leaves)?);
        match values.text("position")? {
            "" => Ok(game),
            text => {
                let Some((robber, cops)) = start(text) else { return values.invalid("position", ChaseError::Start) };
                game.starting(robber, &cops).or_else(|problem| values.invalid("position", problem))
            }
        }
    }
}

/// A row and a column.
type Cell = (u8, u8);

/// Reads `0.0/5.5,5.4`.
fn start(text: &str) -> Option<(Cell, Vec<Cell>)> {
    let cell = |text: &str| -> Option<Cell> {
        let (row, column) = text.trim().split_once('.')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    let (robber, cops) = text.split_once('/')?;
    Some((cell(robber)?, cops.split(',').map(cell).collect::<Option<_>>()?))
}

/// Reads a decimal number from 0 to 1 exactly; 0 and 1 are no chance at all.
fn odds(text: &str) -> Result<Option<Odds>, ChaseError> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    if whole.len() > 1 || whole.len() + decimals.len() == 0 || decimals.len() > 6 || !digits(whole) || !digits(decimals)
    {
        return Err(ChaseError::Chance);
    }
    let of = 10u64.pow(decimals.len() as u32);
    let chosen = format!("{whole}{decimals}").parse().map_err(|_| ChaseError::Chance)?;
    match chosen {
        0 => Ok(None),
        chosen if chosen == of => Ok(None),
        chosen if chosen < of => Ok(Some(Odds { chosen, of })),
        _ => Err(ChaseError::Chance),
    }
}

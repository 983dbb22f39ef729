//! 2048 as the program's words describe it.

use super::Game2048;
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

impl Game2048 {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "2048",
        summary: "slide and merge tiles against chance; the value is the probability of making the goal",
        parameters: &[
            Parameter { name: "board", default: Some("4x4"), meaning: "rows x columns, up to 4x4" },
            Parameter { name: "goal", default: Some("2048"), meaning: "the tile that wins" },
            Parameter {
                name: "position",
                default: Some(""),
                meaning: "the tiles by rows, such as 2,0/4,8; from the empty board unless said",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let size = values.text("board")?.split_once('x');
        let size = size.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let Some((rows, columns)) = size else { return values.invalid("board", super::Error2048::Size) };
        let goal = values.whole("goal", 8..=32_768)?;
        let game = Self::new(rows, columns, goal).or_else(|problem| match problem {
            super::Error2048::Size => values.invalid("board", problem),
            other => values.invalid("goal", other),
        })?;
        let text = values.text("position")?;
        if text.is_empty() {
            return Ok(game);
        }
        // What is no number is no tile either.
        let row = |row: &str| row.split(',').map(|tile| tile.trim().parse().unwrap_or(1)).collect();
        let tiles: Vec<Vec<u32>> = text.split('/').map(row).collect();
        game.from_tiles(&tiles).or_else(|problem| values.invalid("position", problem))
    }
}

//! The words that choose a duel of snakes.

use super::{Board, Snake, Snakes, Symmetry};
use crate::grid::Grid;
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

impl Snakes {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "snakes",
        summary: "two snakes move at once, eat what chance serves, and must not run into each other (Battlesnake's rules)",
        parameters: &[
            Parameter { name: "width", default: Some("5"), meaning: "how many columns" },
            Parameter { name: "height", default: Some("5"), meaning: "how many rows" },
            Parameter { name: "turns", default: Some("6"), meaning: "after so many turns the longer snake wins" },
            Parameter {
                name: "health",
                default: Some("100"),
                meaning: "after so many turns without food a snake starves",
            },
            Parameter { name: "length", default: Some("3"), meaning: "how long the snakes are at the start" },
            Parameter {
                name: "chance",
                default: Some("15"),
                meaning: "how often new food appears, in percent of all turns",
            },
            Parameter {
                name: "minimum",
                default: Some("1"),
                meaning: "while there is less food, new food appears for certain",
            },
            Parameter {
                name: "food",
                default: Some("centre"),
                meaning: "where food is at the start: cells such as b2,c4, centre, or none",
            },
            Parameter { name: "max", default: Some(""), meaning: "where Max starts; near a corner unless said" },
            Parameter { name: "min", default: Some(""), meaning: "where Min starts; the opposite place unless said" },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let grid = Grid::from_values(&values)?;
        if grid.cells() < 2 {
            return values.invalid("width", "expected at least two cells");
        }
        let place = |name, usual: u8| match grid.parse(&values, name)?[..] {
            [] => Ok(usual),
            [cell] => Ok(cell),
            _ => values.invalid(name, "expected one cell"),
        };
        // One cell from both edges, as in Battlesnake, where there is room.
        let inset = |length: u8| u8::from(length > 3);
        let near = inset(grid.height) * grid.width + inset(grid.width);
        let max = place("max", near)?;
        let min = place("min", grid.cells() as u8 - 1 - max)?;
        if max == min {
            return values.invalid("max", format!("expected another cell than Min's, {}", grid.name(min)));
        }
        let food = match values.text("food")? {
            "none" => Vec::new(),
            "centre" => {
                let centre = grid.height / 2 * grid.width + grid.width / 2;
                if centre == max || centre == min { Vec::new() } else { vec![centre] }
            }
            _ => grid.parse(&values, "food")?,
        };
        if food.contains(&max) || food.contains(&min) {
            return values.invalid("food", "expected free cells");
        }
        let (health, length): (u8, u8) = (values.whole("health", 1..=200)?, values.whole("length", 2..=9)?);
        let snake = |cell: u8| Snake {
            body: 1 << cell,
            trail: 0,
            head: cell,
            tail: cell,
            cells: 1,
            growth: length - 1,
            health,
        };
        let cells = || 0..grid.cells() as u8;
        let all =
            |wanted: &dyn Fn(u8) -> bool| cells().filter(|&cell| wanted(cell)).fold(0, |set, cell| set | 1u128 << cell);
        Ok(Self {
            grid,
            start: Board {
                snakes: [snake(max), snake(min)],
                food: food.into_iter().fold(0, |set, cell| set | 1u128 << cell),
                turns: values.whole("turns", 1..=500)?,
                serving: false,
            },
            health,
            chance: values.whole("chance", 0..=100)?,
            minimum: values.whole("minimum", 0..=9)?,
            steps: cells().map(|cell| [0, 1, 2, 3].map(|way| grid.step(cell, way).unwrap_or(cell))).collect(),
            cells: all(&|_| true),
            inner: [all(&|cell| grid.column(cell) > 0), all(&|cell| grid.column(cell) + 1 < grid.width)],
            symmetries: Symmetry::of(grid),
        })
    }
}

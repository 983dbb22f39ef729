//! EinStein würfelt nicht! as the program's words describe it.

use super::Einstein;
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

impl Einstein {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "einstein",
        summary: "EinStein würfelt nicht!: a die says which stone runs; the value is Max's probability of winning",
        parameters: &[
            Parameter { name: "board", default: Some("3x3"), meaning: "a square from 2x2 to 5x5" },
            Parameter { name: "stones", default: Some("3"), meaning: "how many stones each has, and sides the die" },
            Parameter {
                name: "max",
                default: Some(""),
                meaning: "Max's stones from the own corner, diagonal by diagonal, such as 312; in order unless said",
            },
            Parameter { name: "min", default: Some(""), meaning: "Min's stones, likewise" },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let size = match values.text("board")?.split_once('x') {
            Some((rows, columns)) if rows == columns => rows.parse().ok().filter(|size| (2..=5).contains(size)),
            _ => None,
        };
        let Some(size) = size else { return values.invalid("board", "expected a square from 2x2 to 5x5") };
        let stones = values.whole("stones", 1..=Self::MOST_STONES as u8)?;
        let (max, min) = (numbers(&values, "max", stones)?, numbers(&values, "min", stones)?);
        let usual: Vec<u8> = (1..=stones).collect();
        // With the usual arrangement the number of stones is wrong; otherwise an arrangement is.
        Self::new(size, stones).or_else(|problem| values.invalid("stones", problem))?;
        Self::arranged(size, stones, &max, &usual).or_else(|problem| values.invalid("max", problem))?;
        Self::arranged(size, stones, &max, &min).or_else(|problem| values.invalid("min", problem))
    }
}

/// The digits of an arrangement; the usual one where nothing is said. Anything but a digit becomes a number that no
/// stone has.
fn numbers(values: &Values<'_>, name: &'static str, stones: u8) -> Result<Vec<u8>, ParameterError> {
    let text = values.text(name)?;
    if text.is_empty() {
        return Ok((1..=stones).collect());
    }
    Ok(text.chars().map(|digit| digit.to_digit(10).map_or(0, |digit| digit as u8)).collect())
}

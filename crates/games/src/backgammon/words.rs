//! The words that choose a game of backgammon.

use super::board::{BAR, CHECKERS, Men};
use super::{Backgammon, Table};
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

/// Where the game usually begins.
const USUAL: &str = "24:2,13:5,8:3,6:5";

impl Backgammon {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "backgammon",
        summary: "the whole game without the cube; the value is the points that Max wins",
        parameters: &[
            Parameter {
                name: "max",
                default: Some(USUAL),
                meaning: "Max's checkers, point:number each (25 is the bar); all others are off",
            },
            Parameter { name: "min", default: Some(USUAL), meaning: "Min's, as Min counts the points" },
            Parameter { name: "gammons", default: Some("yes"), meaning: "no: every win is worth one point" },
            Parameter {
                name: "turns",
                default: Some("200"),
                meaning: "after so many throws nobody has won; 0: no limit, play may go in circles",
            },
            Parameter {
                name: "opening",
                default: Some(""),
                meaning: "yes: the first throw is no double; usual where the game usually begins",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let men = [men(&values, "max")?, men(&values, "min")?];
        for point in 1..BAR {
            if men[0].on(point) > 0 && men[1].on(25 - point) > 0 {
                let problem = format!("expected no checkers on Max's point {point}, where Max has some");
                return values.invalid("min", problem);
            }
        }
        let usual = values.text("max")? == USUAL && values.text("min")? == USUAL;
        let opening = if values.text("opening")?.is_empty() { usual } else { values.flag("opening")? };
        let turns: u16 = values.whole("turns", 0..=10_000)?;
        Ok(Self {
            start: Table { men, max_to_move: true, dice: None, opening, turns },
            gammons: values.flag("gammons")?,
            limited: turns > 0,
        })
    }
}

fn men(values: &Values<'_>, name: &'static str) -> Result<Men, ParameterError> {
    let expected =
        "expected point:number pairs with points from 1 to 25 and one to 15 checkers in all, such as 24:2,6:5";
    let mut men = Men::OFF;
    for word in values.text(name)?.split(',') {
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let pair = word.split_once(':').and_then(|(point, count)| Some((number(point)?, number(count)?)));
        match pair {
            Some((point, count)) if (1..=BAR).contains(&point) && (1..=men.off()).contains(&count) => {
                men = (0..count).fold(men, |men, _| men.moved(0, point));
            }
            _ => return values.invalid(name, expected),
        }
    }
    if men.off() == CHECKERS { values.invalid(name, expected) } else { Ok(men) }
}

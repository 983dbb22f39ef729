//! Connect Four as the program's words describe it.

use super::{ColumnOrder, ConnectFour, FOLDED, Score, Shape, Size, Standard};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// Connect Four on a board whose size is chosen when the program runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyConnectFour {
    /// On the usual board, whose size the compiler knows.
    Standard(ConnectFour<Standard>),
    /// On a board of another size.
    Sized(ConnectFour<Size>),
}

impl AnyConnectFour {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "connect-four",
        summary: "four in a row with stones dropped into columns; X is Max and moves first",
        parameters: &[
            Parameter { name: "position", default: Some(""), meaning: "columns played so far, such as 4453, X first" },
            Parameter { name: "width", default: Some("7"), meaning: "how many columns" },
            Parameter { name: "height", default: Some("6"), meaning: "how many rows" },
            Parameter {
                name: "score",
                default: Some("win"),
                meaning: "win (1, 0 or -1 for X), or distance (the more, the earlier the win)",
            },
            Parameter {
                name: "columns",
                default: Some("centre"),
                meaning: "in which order columns are listed: centre (first), or left (to right)",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let (width, height) = (values.whole("width", 1..=12)?, values.whole("height", 1..=15)?);
        let size = Size::new(width, height).or_else(|problem| values.invalid("height", problem))?;
        if (width, height) == (Standard.width(), Standard.height()) {
            on(Standard, parameters).map(Self::Standard)
        } else {
            on(size, parameters).map(Self::Sized)
        }
    }
}

/// The game on a board, with the rest of the words.
fn on<S: Shape>(shape: S, parameters: &Parameters) -> Result<ConnectFour<S>, ParameterError> {
    let values = parameters.of(&AnyConnectFour::DESCRIPTION)?;
    let score = values.choice("score", &[("win", Score::Win), ("distance", Score::Distance)])?;
    let orders = [("centre", ColumnOrder::CentreFirst), ("left", ColumnOrder::LeftToRight)];
    let order = values.choice("columns", &orders)?;
    ConnectFour::on(shape)
        .scored(score)
        .ordered(order)
        .folded(FOLDED)
        .after(values.text("position")?)
        .or_else(|problem| values.invalid("position", problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::{Describe, Game};

    fn build(words: &[&str]) -> Result<AnyConnectFour, ParameterError> {
        Parameters::parse(words).and_then(|parameters| AnyConnectFour::from_parameters(&parameters))
    }

    /// The columns that can be played, in the game's order.
    fn columns<S: Shape>(game: &ConnectFour<S>) -> String {
        game.moves(&game.start()).map(|stone| game.name(&game.start(), stone)).collect()
    }

    #[test]
    fn words_choose_board_score_order_and_position() {
        let Ok(AnyConnectFour::Standard(usual)) = build(&["position=4453", "columns=left", "score=distance"]) else {
            panic!("seven columns and six rows are the usual board");
        };
        assert_eq!(columns(&usual), "1234567");
        assert_eq!(usual.start(), ConnectFour::standard().after("4453").unwrap().start());
        let Ok(AnyConnectFour::Sized(small)) = build(&["width=5", "height=4"]) else {
            panic!("another size is known only now");
        };
        assert_eq!(columns(&small), "32415");
    }

    #[test]
    fn impossible_words_are_explained() {
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert_eq!(
            message(&["width=12", "height=6"]),
            "height=6: expected a board of at most 12 columns and 15 rows with width × (height + 1) ≤ 64, found 12 × 6"
        );
        assert_eq!(message(&["width=0"]), "width=0: expected a whole number from 1 to 12");
        assert_eq!(message(&["position=8"]), "position=8: expected columns 1 to 7, found `8` as move 1");
        assert_eq!(message(&["position=4444444"]), "position=4444444: move 7 does not fit: column 4 is full");
        assert_eq!(message(&["position=11223344"]), "position=11223344: move 8 comes after the game is over");
        assert_eq!(message(&["scor=win"]), "connect-four has no parameter scor; did you mean score?");
    }
}

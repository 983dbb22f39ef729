//! Chess as the program's words describe it.

use secateur_games::{Description, Parameter, ParameterError, Parameters};

use crate::game::Chess;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Chess {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "chess",
        summary: "chess and Chess960 with the fifty-move rule; White is Max; mate is worth 30000, a pawn 100",
        parameters: &[
            Parameter { name: "fen", default: Some(START), meaning: "the position, in Forsyth–Edwards notation" },
            Parameter {
                name: "depth",
                default: Some("0"),
                meaning: "after how many moves the game is cut off, with the evaluation as its value; 0 for never",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let game = Self::from_fen(values.text("fen")?).or_else(|problem| values.invalid("fen", problem))?;
        Ok(match values.whole("depth", 0..=1000)? {
            0 => game,
            depth => game.cut_off_after(depth),
        })
    }
}

#[cfg(test)]
mod tests {
    use secateur_game::{Game, Turn};

    use super::*;

    fn build(words: &[&str]) -> Result<Chess, ParameterError> {
        Parameters::parse(words).and_then(|parameters| Chess::from_parameters(&parameters))
    }

    #[test]
    fn words_choose_position_and_depth() {
        let game = build(&["fen=4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "depth=1"]).unwrap();
        assert_eq!(game.turn(&game.start()), Turn::Min);
        let mut position = game.start();
        let chosen = game.moves(&position).next().unwrap();
        game.play(&mut position, chosen);
        assert!(game.turn(&position).is_over(), "it is cut off after one move");
        assert!(build(&[]).is_ok());
    }

    #[test]
    fn impossible_words_are_explained() {
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        let expected = "fen=4k3/8/8/8/8/8/8/8 w - - 0 1: expected a position in FEN such as \
                        `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`: the board is invalid.";
        assert_eq!(message(&["fen=4k3/8/8/8/8/8/8/8 w - - 0 1"]), expected);
        assert_eq!(message(&["depth=many"]), "depth=many: expected a whole number from 0 to 1000");
        assert_eq!(message(&["fan=x"]), "chess has no parameter fan; did you mean fen?");
    }
}

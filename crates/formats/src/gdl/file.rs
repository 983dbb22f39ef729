//! A rule sheet in a file, as a game of the program.

use secateur_games::{Description, Parameter, ParameterError, Parameters};

use super::Gdl;

/// What the program says about this game.
pub const DESCRIPTION: Description = Description {
    name: "gdl",
    summary: "a rule sheet of general game playing, read from a file: two roles, constant sum, moves at once",
    parameters: &[Parameter { name: "file", default: None, meaning: "the path of the file" }],
};

/// The game in the file that these words name.
///
/// # Errors
///
/// If there is no such file, or it is no rule sheet for two players.
pub fn from_parameters(parameters: &Parameters) -> Result<Gdl, ParameterError> {
    let values = parameters.of(&DESCRIPTION)?;
    let bytes = secateur_files::read(values.text("file")?.as_ref(), LARGEST_FILE)
        .or_else(|problem| values.invalid("file", problem))?;
    Gdl::parse(&bytes).or_else(|problem| values.invalid("file", problem))
}

/// No rule sheet has more MB.
const LARGEST_FILE: u64 = 4;

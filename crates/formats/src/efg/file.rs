//! The game in the file that somebody's words name.

use secateur_games::parameters::{LARGEST_FILE, Parameter};
use secateur_games::{Description, ParameterError, Parameters};

use super::ExtensiveForm;

/// What the program says about these files.
pub const DESCRIPTION: Description = Description {
    name: "efg",
    summary: "a game in extensive form from one of Gambit's .efg files, two players, constant sum",
    parameters: &[Parameter { name: "file", default: None, meaning: "the path of the file" }],
};

/// The game in the file that these words name.
///
/// # Errors
///
/// If the words are others, or the file is none of these.
pub fn from_parameters(parameters: &Parameters) -> Result<ExtensiveForm, ParameterError> {
    let values = parameters.of(&DESCRIPTION)?;
    let bytes = secateur_files::read(values.text("file")?.as_ref(), LARGEST_FILE)
        .or_else(|problem| values.invalid("file", problem))?;
    ExtensiveForm::parse(&bytes).or_else(|problem| values.invalid("file", problem))
}

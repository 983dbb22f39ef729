//! `secateur games` and `secateur algorithms`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use secateur_catalogue::algorithms::{self, ALGORITHMS, Algorithm};
use secateur_catalogue::defaults;
use secateur_catalogue::games::{self, Entry, GAMES};
use secateur_games::Parameter;

/// All games, or one.
pub(crate) fn games(name: Option<&str>, out: &mut impl Write) -> Result<ExitCode> {
    match name {
        Some(name) => game(games::find(name)?, out)?,
        None => {
            for (i, entry) in GAMES.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{}\n    {}", entry.description.name, entry.description.summary)?;
                parameters(entry.description.parameters, out)?;
            }
            writeln!(out, "\nsecateur solve GAME [key=value]… solves one; secateur games NAME says more about it.")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn game(entry: &Entry, out: &mut impl Write) -> Result<()> {
    let description = entry.description;
    writeln!(out, "{}\n    {}", description.name, description.summary)?;
    writeln!(out, "    {}", entry.class.name())?;
    parameters(description.parameters, out)?;
    let solvers = ALGORITHMS.iter().filter(|known| known.can_solve(entry)).map(Algorithm::name);
    writeln!(out, "\nSolved by     {}", solvers.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "By default    {}", defaults::in_words(entry))?;
    writeln!(out, "Example       secateur solve {} {}", description.name, entry.example)?;
    if let Some(format) = games::file_format(description.name) {
        writeln!(out, "\n{format}")?;
    }
    Ok(())
}

/// All algorithms, or one.
pub(crate) fn algorithms(name: Option<&str>, out: &mut impl Write) -> Result<ExitCode> {
    match name {
        Some(name) => algorithm(algorithms::find(name)?, out)?,
        None => {
            let width = ALGORITHMS.iter().map(|known| known.name().len()).max().unwrap_or(0);
            for known in ALGORITHMS {
                writeln!(out, "{:width$}  {}", known.name(), known.description.summary)?;
                writeln!(out, "{:width$}  paper: {}", "", known.paper)?;
                let games = known.games().map(|game| game.description.name).collect::<Vec<_>>().join(", ");
                writeln!(out, "{:width$}  games: {games}", "")?;
            }
            writeln!(out, "\nsecateur algorithms NAME lists an algorithm's options.")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn algorithm(known: &Algorithm, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}\n    {}", known.name(), known.description.summary)?;
    parameters(known.description.parameters, out)?;
    writeln!(out, "\nPaper         {}", known.paper)?;
    writeln!(out, "Threads       {}", if known.parallel { "as many as --threads says" } else { "one" })?;
    let games = known.games().map(|game| game.description.name).collect::<Vec<_>>();
    writeln!(out, "Solves        {}", games.join(", "))?;
    writeln!(out, "Example       secateur solve {}", known.example())?;
    Ok(())
}

fn parameters(parameters: &[Parameter], out: &mut impl Write) -> Result<()> {
    let shown = |parameter: &Parameter| match parameter.default {
        Some(default) => format!("{}={default}", parameter.name),
        None => format!("{}=…", parameter.name),
    };
    let width = parameters.iter().map(|parameter| shown(parameter).chars().count()).max().unwrap_or(0);
    for parameter in parameters {
        let needed = if parameter.default.is_none() { " (needed)" } else { "" };
        writeln!(out, "    {:width$}  {}{needed}", shown(parameter), parameter.meaning)?;
    }
    Ok(())
}

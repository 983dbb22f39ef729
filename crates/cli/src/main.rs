//! The program `secateur`: thin glue between the command line and the catalogue.
//!
//! Each subcommand is one file with a `run` function that writes to the output it is given. What is wrong with a
//! request is one line on standard error and exit status 2.

mod arguments;
mod bench;
mod bounds;
mod chess;
mod constants;
mod dump;
mod exploit;
mod faults;
mod files;
mod list;
mod matrix;
mod numbers;
mod play;
mod positions;
mod reproduce;
mod scaling;
mod serve;
mod solve;
mod suit;
mod sweep;
mod terminals;
mod trace;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use secateur_catalogue::algorithms::{ALGORITHMS, Algorithm};
use secateur_catalogue::games::GAMES;
use secateur_lab::experiments;

use arguments::{Arguments, Bench, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(problem) => return explain(&problem),
    };
    let mut out = io::BufWriter::new(io::stdout());
    let done = match arguments.command {
        Command::Games { name } => list::games(name.as_deref(), &mut out),
        Command::Algorithms { name } => list::algorithms(name.as_deref(), &mut out),
        Command::Solve(arguments) => solve::run(&arguments, &mut out),
        Command::Trace(arguments) => trace::run(&arguments, &mut out),
        Command::Play(arguments) => play::run(&arguments, &mut io::stdin().lock(), &mut out),
        Command::Reproduce(arguments) => reproduce::run(&arguments, &mut out),
        Command::Sweep(arguments) => sweep::run(&arguments, &mut out),
        Command::Merge(arguments) => sweep::merge(&arguments, &mut out),
        Command::Positions(arguments) => terminals::run(&arguments, &mut out),
        Command::Bench(Bench { positions: Some(path), .. }) => positions::run(&path, &mut out),
        Command::Bench(Bench { sweep: true, threads, .. }) => {
            constants::run(threads.flatten().map(|threads| threads as usize), &mut out)
        }
        Command::Bench(Bench { threads: Some(most), .. }) => {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            scaling::run(most.map_or(cores, |most| most as usize), &mut out)
        }
        Command::Suit(arguments) => suit::run(&arguments, &mut out),
        Command::Faults(arguments) => faults::run(&arguments, &mut out),
        Command::Exploit(arguments) => exploit::run(&arguments, &mut out),
        Command::Matrix(arguments) => matrix::run(&arguments, &mut out),
        Command::Serve { options } => serve::run(&options, &mut out),
        Command::Chess(command) => chess::run(&command, &mut out),
        Command::Bench(arguments) => bench::run(&arguments, &mut out),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut with_names(Arguments::command()), "secateur", &mut out);
            Ok(ExitCode::SUCCESS)
        }
    };
    match done.and_then(|status| Ok(out.flush().map(|()| status)?)) {
        Ok(status) => status,
        // Whoever read our output has read enough.
        Err(problem) if is_broken_pipe(&problem) => ExitCode::SUCCESS,
        Err(problem) => {
            // What was written so far stands before the complaint; if it cannot be written, there is nothing to add.
            let _ = out.flush();
            complain(&in_full(&problem))
        }
    }
}

/// The command line with the names of games, algorithms and experiments, for a shell to complete. The program itself reads any name, so
/// that it can say what was probably meant.
fn with_names(command: clap::Command) -> clap::Command {
    let names =
        |names: Vec<&'static str>| move |argument: clap::Arg| argument.value_parser(PossibleValuesParser::new(names));
    let games = || names(GAMES.iter().map(|game| game.description.name).collect());
    let algorithms = || names(ALGORITHMS.iter().map(Algorithm::name).collect());
    let experiments = || names(experiments().iter().map(|experiment| experiment.about().id).collect());
    command
        .mut_subcommand("games", |command| command.mut_arg("name", games()))
        .mut_subcommand("algorithms", |command| command.mut_arg("name", algorithms()))
        .mut_subcommand("solve", |command| {
            placed(command.mut_arg("game", games()).mut_arg("algorithm", algorithms()), "game")
        })
        .mut_subcommand("play", |command| placed(command.mut_arg("game", games()), "game"))
        .mut_subcommand("reproduce", |command| placed(command.mut_arg("id", experiments()), "id"))
}

/// The game or experiment before its parameters, whichever of them was changed last.
fn placed(command: clap::Command, name: &'static str) -> clap::Command {
    command.mut_arg(name, |name| name.index(1)).mut_arg("parameters", |parameters| parameters.index(2))
}

/// Help goes to standard output as it is; anything else becomes one line.
fn explain(problem: &clap::Error) -> ExitCode {
    if !problem.use_stderr() {
        // A reader that has gone away needs no help.
        let _ = problem.print();
        return ExitCode::SUCCESS;
    }
    if problem.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = problem.print();
        return ExitCode::from(2);
    }
    let text = problem.render().to_string();
    let words = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let words = words.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let line = words.collect::<Vec<_>>().join(" ");
    complain(line.strip_prefix("error: ").unwrap_or(&line))
}

/// A problem and all that led to it. Some say the words of their cause as well: nothing is said twice.
fn in_full(problem: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in problem.chain().map(ToString::to_string).filter(|cause| !cause.is_empty()) {
        if said.is_empty() {
            said = cause;
        } else if !said.ends_with(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}

fn complain(line: &str) -> ExitCode {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "secateur: {}", line.replace('\n', " "));
    ExitCode::from(2)
}

/// Whether nobody reads our output any more, however the writer wrapped that.
fn is_broken_pipe(problem: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let written = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        written.or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
    };
    problem.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

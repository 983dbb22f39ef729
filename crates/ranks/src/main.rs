//! `mpirun -n 4 secateur-ranks GAME key=value…`: solves a game by layers on several processes.
//!
//! Every process computes its share of each layer and gets the shares of the others (`secateur_search::Crew`), so memory does not
//! grow smaller with more processes, but time does. The first process alone reads and writes the folder of finished layers and
//! prints the answer, which is the same to the last bit with any number of processes.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that talks to people")]

mod crew;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use mpi::Threading;
use secateur_catalogue::{Request, Resources, solve};
use secateur_search::{Cancel, Crew, Limits, join_crew};

use crate::crew::Ranks;

/// Solves a game by layers on several processes that talk by MPI.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Example:\n  mpirun -n 4 secateur-ranks goofspiel cards=9 deck=shuffled --folder layers"
)]
struct Arguments {
    /// The game; its positions must have numbers.
    game: String,
    /// The game's parameters, each key=value.
    parameters: Vec<String>,
    /// Keep finished layers in this folder, and go on from those that are there.
    #[arg(long)]
    folder: Option<String>,
    /// Keep only the layers that the next one needs.
    #[arg(long, requires = "folder")]
    last: bool,
    /// Threads of each process.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Megabytes that the layers may take in each process.
    #[arg(long, default_value_t = 8192)]
    memory: usize,
    /// Stop after so many seconds; finished layers stay in the folder.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some((_universe, _)) = mpi::initialize_with_threading(Threading::Serialized) else {
        eprintln!("secateur-ranks: MPI is running already");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            // The first process alone touches files, so what is wrong elsewhere is wrong there, too: one line is enough.
            if Ranks.rank() == 0 {
                eprintln!("secateur-ranks: {problem:#}");
            }
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    join_crew(&Ranks);
    let cancel = Cancel::default();
    let flag = cancel.clone();
    ctrlc::set_handler(move || flag.cancel()).context("signals cannot be heard")?;
    let mut limits = Limits::none().until(&cancel);
    if let Some(seconds) = arguments.time {
        let time = Duration::try_from_secs_f64(seconds);
        limits = limits.time(time.ok().context("--time: expected seconds, such as 60 or 0.5")?);
    }
    let mut options = Vec::new();
    if let Some(folder) = &arguments.folder {
        ensure!(!folder.contains(','), "--folder: expected a name without a comma, found {folder}");
        options.push(format!("checkpoint={folder}"));
        options.push(format!("keep={}", if arguments.last { "last" } else { "all" }));
    }
    let resources =
        Resources { threads: Some(arguments.threads), memory: Some(arguments.memory), ..Resources::default() };
    let mut request = Request::new(&arguments.game);
    for word in &arguments.parameters {
        request = request.parameter(word)?;
    }
    let request = request.algorithm(format!("layers:{}", options.join(","))).limits(limits).resources(resources);
    let started = Instant::now();
    let report = solve(&request)?;
    if Ranks.rank() != 0 {
        return Ok(());
    }
    let (processes, seconds) = (Ranks.size(), started.elapsed().as_secs_f64());
    if arguments.json {
        let mut report = serde_json::to_value(&report)?;
        report["processes"] = processes.into();
        println!("{report:#}");
        return Ok(());
    }
    let answer = &report.answer;
    println!("Value       {} to {}", answer.lower, answer.upper);
    for (player, choices) in [("Max", &answer.strategy.max), ("Min", &answer.strategy.min)] {
        for choice in choices.iter().filter(|choice| choice.probability > 0.0) {
            println!("{player} plays   {}  {:.6}", choice.chosen, choice.probability);
        }
    }
    answer.notes.iter().for_each(|note| println!("Note        {note}"));
    println!("Search      {}", answer.stopped);
    println!("Took        {seconds:.3} s on {processes} processes of {} threads", arguments.threads);
    Ok(())
}

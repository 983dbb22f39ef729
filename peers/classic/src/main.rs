//! Secateur beside the crate `minimax` 0.6.0 and beside hand-written code, in one run. See README.md.

mod by_hand;
mod contest;
mod crate_games;
mod node_rate;
mod once;
mod parallel;
mod report;
mod tic_tac_toe;
mod with_table;

use std::process::ExitCode;
use std::{env, fs};

use contest::Contest;

const USAGE: &str = "\
usage: secateur-peers-classic [rates] [table] [tic-tac-toe] [parallel] [--rounds N] [--depth N] [--json FILE]
       secateur-peers-classic once ours|inline|call|crate [DEPTH]

Without a name: rates, table and tic-tac-toe. `--depth` is for parallel. `once` is for a profiler.";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}\n\n{USAGE}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for on the command line.
#[derive(Default)]
struct Wishes {
    rows: Vec<String>,
    rounds: Option<usize>,
    depth: Option<u32>,
    json: Option<String>,
}

fn run(mut args: impl Iterator<Item = String>) -> Result<(), String> {
    let mut wishes = Wishes::default();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "rates" | "table" | "tic-tac-toe" | "parallel" => wishes.rows.push(arg),
            "--rounds" => wishes.rounds = Some(number("--rounds", args.next())?.max(1)),
            "--depth" => wishes.depth = Some(number("--depth", args.next())?.clamp(1, 40) as u32),
            "--json" => wishes.json = Some(args.next().ok_or("expected a file after --json")?),
            "once" => {
                let who = args.next().ok_or("expected a contestant after once")?;
                let depth = args.next().map_or(Ok(12), |depth| number("the depth", Some(depth)))?;
                println!("{}", once::once(&who, depth.clamp(1, 42) as u32)?);
                return Ok(());
            }
            "--help" | "-h" => {
                println!("{USAGE}");
                return Ok(());
            }
            other => return Err(format!("expected a row or an option, found `{other}`")),
        }
    }
    if wishes.rows.is_empty() {
        wishes.rows = ["rates", "table", "tic-tac-toe"].map(String::from).to_vec();
    }
    let mut all: Vec<Contest> = Vec::new();
    for row in &wishes.rows {
        let contests = match row.as_str() {
            "rates" => node_rate::contests(wishes.rounds.unwrap_or(7)),
            "table" => with_table::contests(wishes.rounds.unwrap_or(3)),
            "tic-tac-toe" => tic_tac_toe::contests(wishes.rounds.unwrap_or(7)),
            _ => parallel::contests(wishes.rounds.unwrap_or(3), wishes.depth.unwrap_or(parallel::DEPTH)),
        };
        for contest in &contests {
            print!("{}", report::text(contest));
        }
        all.extend(contests);
    }
    if let Some(file) = &wishes.json {
        let text = serde_json::to_string_pretty(&all).map_err(|problem| problem.to_string())?;
        fs::write(file, text + "\n").map_err(|problem| format!("cannot write {file}: {problem}"))?;
    }
    Ok(())
}

fn number(what: &str, text: Option<String>) -> Result<usize, String> {
    let text = text.ok_or_else(|| format!("expected a number for {what}, found nothing"))?;
    text.parse().map_err(|_| format!("expected a number for {what}, found `{text}`"))
}

//! `secateur solve`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use secateur_catalogue::{Report, open, solve};
use secateur_games::Parameters;

use crate::arguments::Solve;
use crate::numbers::{grouped, rate, time};
use crate::watch::watched;

/// A board larger than this is not shown: it is a tree with many leaves rather than a board.
const LARGEST_BOARD: usize = 2_000;

/// Solves a game and prints what was found.
pub(crate) fn run(arguments: &Solve, out: &mut impl Write) -> Result<ExitCode> {
    let mut request = arguments.request();
    let limits = std::mem::take(&mut request.limits);
    let report = watched(limits, |limits| solve(&request.clone().limits(limits)))?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        let board = open(&request.game, &Parameters::parse(&request.parameters)?)?.show();
        print(&report, &board, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(report: &Report, board: &str, out: &mut impl Write) -> Result<()> {
    let answer = &report.answer;
    let words = |pairs: &std::collections::BTreeMap<String, String>| {
        let given = pairs.iter().filter(|(_, value)| !value.is_empty());
        given.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    writeln!(out, "{} {}", report.game, words(&report.parameters).join(" "))?;
    if board.len() <= LARGEST_BOARD {
        writeln!(out, "\n{board}\n")?;
    }
    let numbers = if answer.is_exact() {
        answer.lower.to_string()
    } else {
        format!("between {} and {}", answer.lower, answer.upper)
    };
    let numbers = if numbers == answer.in_words { String::new() } else { format!(" ({numbers})") };
    writeln!(out, "Value       {}{numbers}", answer.in_words)?;
    if let Some(best) = answer.line.first() {
        writeln!(out, "Best move   {best}")?;
        if answer.line.len() > 1 {
            writeln!(out, "Best play   {}", answer.line.join(" "))?;
        }
    } else {
        writeln!(out, "Best move   none, the game is over")?;
    }
    let stopped = match answer.stopped.as_str() {
        "solved" => "solved".to_owned(),
        "cancelled" => "stopped by Ctrl-C; the bounds hold".to_owned(),
        limit => format!("stopped by the {limit} limit; the bounds hold"),
    };
    writeln!(out, "Search      {stopped}")?;
    let options = words(&report.options);
    let colon = if options.is_empty() { "" } else { ":" };
    writeln!(out, "Algorithm   {}{colon}{}", report.algorithm, options.join(","))?;
    let counts = &answer.statistics;
    let took = Duration::try_from_secs_f64(counts.seconds).unwrap_or_default();
    writeln!(out, "Nodes       {} in {} ({} a second)", grouped(counts.visits), time(took), rate(counts.visits, took))?;
    let mut details =
        vec![format!("{} expanded", grouped(counts.expanded)), format!("{} leaves", grouped(counts.leaves))];
    details.extend(counts.cutoffs.map(|cutoffs| format!("{} cutoffs", grouped(cutoffs))));
    details.extend(counts.cache_hits.map(|hits| format!("{} answered by the table", grouped(hits))));
    details.extend(counts.depth.map(|depth| format!("depth {depth}")));
    writeln!(out, "            {}", details.join(", "))?;
    Ok(())
}

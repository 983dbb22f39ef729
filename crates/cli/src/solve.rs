//! `secateur solve`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use secateur_catalogue::{Choice, Error, Report, StrategyFile, open, solve};
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
    let (report, strategies) = watched(limits, |limits| {
        let request = request.clone().limits(limits);
        let report = solve(&request)?;
        let strategies = arguments.strategy.as_ref().map(|_| StrategyFile::solve(&request)).transpose()?;
        Ok::<_, Error>((report, strategies))
    })?;
    if let (Some(path), Some(strategies)) = (&arguments.strategy, &strategies) {
        save(path, strategies).with_context(|| path.display().to_string())?;
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        let board = open(&request.game, &Parameters::parse(&request.parameters)?)?.show();
        print(&report, &board, out)?;
        if let (Some(path), Some(strategies)) = (&arguments.strategy, &strategies) {
            let count = grouped(strategies.positions.len() as u64);
            writeln!(out, "Strategies  {count} positions in {}", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a strategy file, whole or not at all.
fn save(path: &Path, strategies: &StrategyFile) -> Result<()> {
    let mut bytes = Vec::new();
    strategies.write(&mut bytes)?;
    Ok(std::fs::write(path, bytes)?)
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
    if !answer.strategy.max.is_empty() && !answer.strategy.min.is_empty() {
        strategy("Max plays", &answer.strategy.max, out)?;
        strategy("Min plays", &answer.strategy.min, out)?;
    } else if let Some(best) = answer.line.first() {
        writeln!(out, "Best move   {best}")?;
        if answer.line.len() > 1 {
            writeln!(out, "Best play   {}", answer.line.join(" "))?;
        }
    } else {
        writeln!(out, "Best move   none: no player is to move")?;
    }
    let stopped = match answer.stopped.as_str() {
        "solved" => "solved".to_owned(),
        "estimated" => "an estimate; only the bounds are promised".to_owned(),
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
    details.extend(counts.serialized.map(|nodes| format!("{} nodes of serialized searches", grouped(nodes))));
    writeln!(out, "            {}", details.join(", "))?;
    if let Some(calls) = counts.lp_calls {
        let took = counts.lp_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let took = took.map_or_else(String::new, |took| format!(" in about {}", time(took)));
        writeln!(out, "            {} linear programs{took}", grouped(calls))?;
    }
    Ok(())
}

/// A mixed strategy, the likeliest moves first.
fn strategy(who: &str, choices: &[Choice], out: &mut impl Write) -> Result<()> {
    let mut played: Vec<_> = choices.iter().filter(|choice| choice.probability > 0.0).collect();
    played.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    let width = played.iter().map(|choice| choice.chosen.chars().count()).max().unwrap_or(0);
    for (number, choice) in played.into_iter().enumerate() {
        let who = if number == 0 { who } else { "" };
        writeln!(out, "{who:<11} {:<width$}  {:.6}", choice.chosen, choice.probability)?;
    }
    Ok(())
}

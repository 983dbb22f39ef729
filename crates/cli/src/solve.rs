//! `secateur solve`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use secateur_catalogue::{Basis, Choice, Error, Opened, Report, Request, StrategyFile, Threshold};
use secateur_files::Draft;
use secateur_search::Limits;
use serde_json::{Value, json};

use crate::arguments::Solve;
use crate::numbers::{grouped, rate, time};
use crate::watch::{in_words, streamed, watched};

/// A board larger than this is not shown: it is a tree with many leaves rather than a board.
const LARGEST_BOARD: usize = 2_000;

/// The exit status of a search that a limit stopped before the question was answered, where somebody wants to know.
pub(crate) const OPEN: u8 = 3;

/// Solves a game and prints what was found.
pub(crate) fn run(arguments: &Solve, out: &mut (impl Write + Send)) -> Result<ExitCode> {
    let mut request = arguments.request();
    let game = request.open()?;
    let asked = arguments.at_least.map(Threshold::AtLeast).or(arguments.at_most.map(Threshold::AtMost));
    if let Some(asked) = asked {
        return threshold(arguments, request, &game, asked, out);
    }
    game.plan(&request)?.check_settings(game.session.class(), request.algorithm.is_some())?;
    // Whether there can be a file of strategies, and where: known before the work, so that no answer is lost.
    let draft = arguments.strategy.as_ref().map(|path| draft(path, &game, &request)).transpose()?;
    let limits = std::mem::take(&mut request.limits);
    let (report, strategies) = followed(arguments, limits, out, |limits| {
        let started = Instant::now();
        let report = game.solve(&request.clone().limits(limits.clone()))?;
        // One limit for both.
        let mut left = limits;
        left.time = left.time.map(|time| time.saturating_sub(started.elapsed()));
        left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(report.answer.statistics.visits));
        let strategies = draft.as_ref().map(|_| StrategyFile::of(&game, &request.clone().limits(left)));
        Ok::<_, Error>((report, strategies))
    })??;
    let strategies = match strategies {
        Some(Err(Error::Stopped(stop))) => Some(Err(stop)),
        found => found.transpose()?.map(Ok),
    };
    if let (Some(path), Some(mut draft), Some(Ok(strategies))) = (&arguments.strategy, draft, &strategies) {
        strategies.write(&mut draft).and_then(|()| draft.keep()).with_context(|| path.display().to_string())?;
    }
    if arguments.json {
        let mut report = serde_json::to_value(&report)?;
        if let (Some(path), Some(strategies)) = (&arguments.strategy, &strategies) {
            report["strategy_file"] = match strategies {
                Ok(strategies) => json!({"path": path, "positions": strategies.positions.len()}),
                Err(stop) => json!({"path": null, "stopped": stop.name()}),
            };
        }
        write_json(arguments, report, out)?;
    } else {
        print(&report, &game.session.show(), out)?;
        match (&arguments.strategy, &strategies) {
            (Some(path), Some(Ok(strategies))) => {
                let count = grouped(strategies.positions.len() as u64);
                writeln!(out, "Strategies  {count} positions in {}", path.display())?;
            }
            (Some(_), Some(Err(stop))) => writeln!(out, "Strategies  not written: {}", in_words(*stop))?,
            _ => {}
        }
    }
    let answered =
        matches!(report.answer.stopped.as_str(), "solved" | "estimated") && !matches!(strategies, Some(Err(_)));
    Ok(if arguments.strict && !answered { ExitCode::from(OPEN) } else { ExitCode::SUCCESS })
}

/// Runs a search that can be stopped, and followed: on a terminal, or line by line where `--progress` asks for it.
fn followed<T>(
    arguments: &Solve,
    limits: Limits,
    out: &mut (impl Write + Send),
    search: impl FnOnce(Limits) -> T,
) -> Result<T> {
    Ok(if arguments.progress { streamed(limits, out, search)? } else { watched(limits, search) })
}

/// Writes the report as one object, which says that it is the last one where others came before it.
fn write_json(arguments: &Solve, mut report: Value, out: &mut impl Write) -> Result<()> {
    if arguments.progress {
        report["final"] = true.into();
        serde_json::to_writer(&mut *out, &report)?;
    } else {
        serde_json::to_writer_pretty(&mut *out, &report)?;
    }
    Ok(writeln!(out)?)
}

/// Says whether the value is at least, or at most, a number.
fn threshold(
    arguments: &Solve,
    mut request: Request,
    game: &Opened,
    asked: Threshold,
    out: &mut (impl Write + Send),
) -> Result<ExitCode> {
    if request.resources.epsilon > 0.0 || request.resources.estimate {
        bail!("--at-least and --at-most ask what is certain: they do not use --epsilon and --estimate");
    }
    let limits = std::mem::take(&mut request.limits);
    let ask = |limits| game.threshold(&request.clone().limits(limits), asked);
    let (holds, report) = followed(arguments, limits, out, ask)??;
    let (name, words, value) = match asked {
        Threshold::AtLeast(value) => ("at_least", "At least", value),
        Threshold::AtMost(value) => ("at_most", "At most", value),
    };
    if arguments.json {
        let mut report = serde_json::to_value(&report)?;
        report[name] = json!({"value": value.get(), "holds": holds});
        write_json(arguments, report, out)?;
    } else {
        print(&report, &game.session.show(), out)?;
        let said = match holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known yet",
        };
        writeln!(out, "{words:<11} {value}: {said}")?;
    }
    Ok(if arguments.strict && holds.is_none() { ExitCode::from(OPEN) } else { ExitCode::SUCCESS })
}

/// A file for the strategies of a request.
fn draft(path: &Path, game: &Opened, request: &Request) -> Result<Draft> {
    StrategyFile::check(game, request)?;
    Draft::begin(path).with_context(|| path.display().to_string())
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
    let numbers = if answer.is_exact() { format!(" ({})", answer.lower) } else { String::new() };
    // A number that the words have already is not said twice.
    let said = answer.in_words.split(' ').any(|word| answer.lower.to_string() == word);
    writeln!(out, "Value       {}{}", answer.in_words, if said { "" } else { &numbers })?;
    let both = !answer.strategy.max.is_empty() && !answer.strategy.min.is_empty();
    if both && answer.basis == Basis::Fallback {
        let moves = |choices: &[Choice]| choices.first().map_or_else(String::new, |choice| choice.chosen.clone());
        let (max, min) = (moves(&answer.strategy.max), moves(&answer.strategy.min));
        writeln!(out, "Strategies  none yet: nothing is known but what the game promises; {max} and {min} are legal")?;
    } else if both {
        strategy("Max plays", &answer.strategy.max, out)?;
        strategy("Min plays", &answer.strategy.min, out)?;
    } else if !answer.openings.is_empty() {
        for opening in &answer.openings {
            let even = opening.lower == opening.upper;
            let worth =
                if even { opening.lower.to_string() } else { format!("{} to {}", opening.lower, opening.upper) };
            writeln!(out, "\nAfter {:<5} {worth}", opening.outcome)?;
            let (max, min) = (&opening.strategy.max, &opening.strategy.min);
            if max == min {
                strategy("Both play", max, out)?;
            } else {
                strategy("Max plays", max, out)?;
                strategy("Min plays", min, out)?;
            }
        }
        writeln!(out)?;
    } else if let Some(best) = answer.line.first() {
        let guess = match answer.basis {
            Basis::Fallback => " (a fallback: nothing is known but what the game promises)",
            Basis::Bounds if answer.line_proved == 0 => " (a guess: not proved)",
            _ => "",
        };
        writeln!(out, "Best move   {best}{guess}")?;
        if answer.line.len() > 1 {
            writeln!(out, "Best play   {}", answer.line.join(" "))?;
        }
    } else {
        writeln!(out, "Best move   none: no player is to move")?;
    }
    for note in &answer.notes {
        writeln!(out, "Note        {note}")?;
    }
    if let Some([low, high]) = report.window {
        writeln!(out, "Window      {low} to {high}: what lies outside is not told apart")?;
    }
    let stopped = match answer.stopped.as_str() {
        "solved" if report.window.is_some() => "solved within the window".to_owned(),
        "solved" => "solved".to_owned(),
        "estimated" => "an estimate; only the bounds are promised".to_owned(),
        "cancelled" => "stopped by Ctrl-C; the bounds hold".to_owned(),
        "too-deep" => {
            "stopped: a line of play is too long, as where play goes in circles (interval-iteration takes those \
                       of games without turns of both); the bounds hold"
                .to_owned()
        }
        "exhausted" => "everything was looked at; rounding, or play in circles, leaves the rest open".to_owned(),
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
    if let (Some(positions), Some(bytes)) = (counts.positions, counts.bytes) {
        let megabytes = grouped(bytes.div_ceil(1 << 20));
        writeln!(out, "            {} positions have a number; {megabytes} MB at once", grouped(positions))?;
    }
    if let Some(calls) = counts.lp_calls.filter(|&calls| calls > 0) {
        let took = counts.lp_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        // One call in 32 is timed: of less than a millisecond nothing is known.
        let took = took.filter(|took| *took >= Duration::from_millis(1));
        let took = took.map_or_else(String::new, |took| format!(" in about {}", time(took)));
        let programs = if calls == 1 { "linear program" } else { "linear programs" };
        writeln!(out, "            {} {programs}{took}", grouped(calls))?;
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

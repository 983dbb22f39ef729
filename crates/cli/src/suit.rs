//! `secateur suit`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use secateur_search::{Limits, Stop};
use secateur_suit::{Combination, Goal, Options, Solution, solve};
use serde_json::{Value, json};

use crate::arguments::Suit;
use crate::watch::{in_words, watched};

/// Solves a suit combination and prints odds and lines of play.
pub(crate) fn run(arguments: &Suit, out: &mut impl Write) -> Result<ExitCode> {
    let suit = Combination::new(&arguments.north, &arguments.south)?;
    if let Some(tricks) = arguments.tricks
        && !(1..=suit.longest()).contains(&tricks)
    {
        bail!("--tricks {tricks}: expected a number from 1 to {}", suit.longest());
    }
    let mut options = Options::default();
    if let Some((west, east)) = arguments.vacant {
        options = options.vacant(west, east);
    }
    let limits = arguments.time.map_or_else(Limits::none, |time| Limits::none().time(time));
    let (solution, cancelled) = watched(limits, |limits| {
        let solution = solve(&suit, &options.limits(limits.clone()));
        (solution, limits.cancel.is_some_and(|cancel| cancel.is_cancelled()))
    });
    let mut solution = solution?;
    solution.goals.retain(|goal| arguments.tricks.is_none_or(|tricks| goal.tricks == tricks));
    let mean = &solution.expected_tricks;
    let open = solution.goals.iter().any(|goal| goal.at_most > goal.probability) || mean.at_most > mean.tricks;
    let stopped = match (open, cancelled) {
        (false, _) => Stop::Solved,
        (true, true) => Stop::Cancelled,
        (true, false) => Stop::Time,
    };
    if arguments.json {
        let mut report = in_json(&suit, &solution)?;
        report["stopped"] = json!(stopped.name());
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        print(&suit, &solution, arguments.tricks.is_some(), out)?;
        if stopped != Stop::Solved {
            writeln!(out, "\nSearch {}; the bounds hold", in_words(stopped))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lines as people read them, and beside them as programs do.
fn in_json(suit: &Combination, solution: &Solution) -> Result<Value> {
    let goal = |goal: &Goal| -> Result<Value> {
        let mut value = serde_json::to_value(goal)?;
        value["plan"] = value["line"].take();
        value["line"] = json!(goal.line.to_string().trim_end());
        Ok(value)
    };
    let mean = &solution.expected_tricks;
    Ok(json!({
        "schema_version": 1,
        "combination": suit.to_string(),
        "goals": solution.goals.iter().map(goal).collect::<Result<Vec<_>>>()?,
        "expected_tricks": mean.tricks,
        "expected_tricks_at_most": mean.at_most,
        "expected_line": mean.line.to_string().trim_end(),
        "expected_plan": mean.line,
    }))
}

/// What the shortest words of a line mean.
const WORDS: &str = "From the top: lead the highest card of both hands, play the lowest opposite, and so on.";

fn print(suit: &Combination, solution: &Solution, layouts: bool, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{suit}: {} cards missing", suit.missing())?;
    for goal in &solution.goals {
        let unsure = if goal.at_most > goal.probability {
            format!(" at least, {:.2}% at most", 100.0 * goal.at_most)
        } else {
            String::new()
        };
        let percent = 100.0 * goal.probability;
        writeln!(out, "\n{} or more tricks: {percent:.2}%{unsure} ({} of {} deals)", goal.tricks, goal.ways, goal.of)?;
        writeln!(out, "{}", goal.line.to_string().trim_end())?;
        if layouts {
            writeln!(out, "\nThis line succeeds on")?;
            for layout in &goal.layouts {
                writeln!(out, "  {:>7.3}%  West {:<12} East {}", 100.0 * layout.probability, layout.west, layout.east)?;
            }
        }
    }
    if !layouts {
        let mean = &solution.expected_tricks;
        let unsure =
            if mean.at_most > mean.tricks { format!(" at least, {:.4} at most", mean.at_most) } else { String::new() };
        writeln!(out, "\nMost tricks per deal: {:.4}{unsure}", mean.tricks)?;
        writeln!(out, "{}", mean.line.to_string().trim_end())?;
    }
    let lines =
        solution.goals.iter().map(|goal| &goal.line).chain((!layouts).then_some(&solution.expected_tricks.line));
    if lines.map(ToString::to_string).any(|line| line.contains("from the top")) {
        writeln!(out, "\n{WORDS}")?;
    }
    Ok(())
}

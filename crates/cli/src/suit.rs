//! `secateur suit`.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use secateur_search::Stop;
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
    let started = Instant::now();
    let mut limits = arguments.limits.limits();
    limits.nodes = arguments.nodes;
    let solved = watched(limits, |limits| solve(&suit, &options.limits(limits)));
    let mut solution = solved?;
    solution.goals.retain(|goal| arguments.tricks.is_none_or(|tricks| goal.tricks == tricks));
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &in_json(&suit, &solution, started.elapsed())?)?;
        writeln!(out)?;
    } else {
        print(&suit, &solution, arguments.tricks.is_some(), out)?;
        if solution.stopped != Stop::Solved {
            writeln!(out, "\nSearch {}; the bounds hold", in_words(solution.stopped))?;
        }
    }
    Ok(arguments.limits.status(solution.stopped))
}

/// Lines as people read them, and beside them as programs do.
fn in_json(suit: &Combination, solution: &Solution, time: Duration) -> Result<Value> {
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
        "stopped": solution.stopped.name(),
        "statistics": {"visits": solution.visits, "seconds": time.as_secs_f64()},
    }))
}

/// What the shortest words of a line mean.
const WORDS: &str = "From the top: lead the highest card of both hands, play the lowest opposite, and so on.";

/// A table of all goals first, then the plans; of one goal that was asked for, the layouts, too.
fn print(suit: &Combination, solution: &Solution, layouts: bool, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{suit}: {} cards missing", suit.missing())?;
    if !layouts {
        print_table(solution, out)?;
    }
    for goal in solution.goals.iter().filter(|goal| layouts || (is_open(goal) && goal.ways > 0)) {
        writeln!(out, "\n{} or more tricks: {} ({} of {} deals)", goal.tricks, odds(goal), goal.ways, goal.of)?;
        writeln!(out, "{}", goal.line.to_string().trim_end())?;
        if layouts {
            writeln!(out, "\nThis line succeeds on")?;
            for layout in &goal.layouts {
                writeln!(out, "  {:>7.3}%  West {:<12} East {}", 100.0 * layout.probability, layout.west, layout.east)?;
            }
        }
    }
    if !layouts {
        writeln!(out, "\nMost tricks per deal: {}", average(solution))?;
        writeln!(out, "{}", solution.expected_tricks.line.to_string().trim_end())?;
    }
    let lines =
        solution.goals.iter().map(|goal| &goal.line).chain((!layouts).then_some(&solution.expected_tricks.line));
    if lines.map(ToString::to_string).any(|line| line.contains("from the top")) {
        writeln!(out, "\n{WORDS}")?;
    }
    Ok(())
}

/// A line for every number of tricks that has to be fought for, one for all that are certain, one for all that are impossible.
fn print_table(solution: &Solution, out: &mut impl Write) -> Result<()> {
    let goals = &solution.goals;
    writeln!(out, "\nTricks      Odds")?;
    if let Some(last) = goals.iter().rfind(|goal| goal.ways == goal.of) {
        writeln!(out, "{:<10}  certain", range(1, last.tricks))?;
    }
    for goal in goals.iter().filter(|goal| is_open(goal)) {
        writeln!(out, "{:<10}  {}", goal.tricks, odds(goal))?;
    }
    if let (Some(first), Some(last)) = (goals.iter().find(|goal| goal.at_most == 0.0), goals.last()) {
        writeln!(out, "{:<10}  impossible", range(first.tricks, last.tricks))?;
    }
    writeln!(out, "{:<10}  {} tricks", "on average", average(solution))?;
    Ok(())
}

/// Whether there is something to decide: a goal that is neither certain nor impossible.
fn is_open(goal: &Goal) -> bool {
    goal.ways < goal.of && goal.at_most > 0.0
}

fn range(first: u32, last: u32) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

fn odds(goal: &Goal) -> String {
    let percent = 100.0 * goal.probability;
    if goal.at_most > goal.probability {
        format!("between {percent:.2}% and {:.2}%", 100.0 * goal.at_most)
    } else {
        format!("{percent:.2}%")
    }
}

fn average(solution: &Solution) -> String {
    let mean = &solution.expected_tricks;
    if mean.at_most > mean.tricks {
        format!("between {:.4} and {:.4}", mean.tricks, mean.at_most)
    } else {
        format!("{:.4}", mean.tricks)
    }
}

//! `secateur epd`.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use secateur_chess::engine::{Clock, Engine, Numbers, Question};
use secateur_chess::epd::Exercise;
use secateur_chess::show_san;

use super::Epd;

pub(super) fn run(arguments: &Epd, out: &mut impl Write) -> Result<ExitCode> {
    let file = arguments.file.display();
    let text = fs::read_to_string(&arguments.file).with_context(|| file.to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    // The whole file is read first: a bad line should not cost a run.
    let exercises = lines
        .map(|(i, line)| Exercise::read(line).with_context(|| format!("{file}, line {}", i + 1)))
        .collect::<Result<Vec<_>>>()?;
    ensure!(!exercises.is_empty(), "{file}: expected at least one position");
    let mut engine = Engine::with_megabytes(arguments.memory)?;
    engine.set_threads(arguments.threads as usize);
    engine.set_numbers(if arguments.play { Numbers::PLAY } else { Numbers::ANALYSIS });
    let (mut solved, mut points, mut most) = (0, 0, 0);
    for (i, exercise) in exercises.iter().enumerate() {
        engine.forget();
        let clock = match arguments.nodes {
            Some(nodes) => Clock::endless().nodes(nodes),
            None => Clock::endless().exactly(arguments.time),
        };
        let answer = engine.think(&Question::about(exercise.board.clone()), &clock, &mut |_| {});
        let Some(best) = answer.best else { continue };
        let is_solved = exercise.is_solved_by(best);
        solved += u32::from(is_solved);
        points += exercise.points_of(best);
        most += exercise.points.iter().map(|&(_, points)| points).max().unwrap_or(0);
        let name = if exercise.name.is_empty() { format!("position {}", i + 1) } else { exercise.name.clone() };
        let mark = if is_solved { "solved" } else { "not solved" };
        writeln!(
            out,
            "{name}: {} at depth {}, {mark} ({solved} of {})",
            show_san(&exercise.board, best),
            answer.depth,
            i + 1
        )?;
        out.flush()?;
    }
    writeln!(out, "{solved} of {} solved", exercises.len())?;
    if most > 0 {
        writeln!(out, "{points} of {most} points ({:.1} %)", 100.0 * f64::from(points) / f64::from(most))?;
    }
    Ok(ExitCode::SUCCESS)
}

//! `secateur epd`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use secateur_chess::engine::{Clock, Engine, Numbers, Question};
use secateur_chess::epd::Exercise;
use secateur_chess::show_san;
use secateur_search::{Limits, Watch};

use super::Epd;
use crate::files;
use crate::watch::{in_words, watched, with_signal};

pub(super) fn run(arguments: &Epd, out: &mut impl Write) -> Result<ExitCode> {
    let file = arguments.file.display();
    let text = secateur_files::read_text(&arguments.file, files::LARGEST).with_context(|| file.to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    // The whole file is read first: a bad line should not cost a run.
    let exercises = lines
        .map(|(i, line)| Exercise::read(line).with_context(|| format!("{file}, line {}", i + 1)))
        .collect::<Result<Vec<_>>>()?;
    ensure!(!exercises.is_empty(), "{file}: expected at least one position");
    let mut engine = Engine::with_megabytes(arguments.memory)?;
    engine.set_threads(arguments.threads as usize);
    engine.set_numbers(if arguments.play { Numbers::PLAY } else { Numbers::ANALYSIS });
    watched(Limits::none(), |limits| solve(arguments, &exercises, &mut engine, &limits, out))
}

fn solve(
    arguments: &Epd,
    exercises: &[Exercise],
    engine: &mut Engine,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let watch = Watch::new(limits);
    let (mut tried, mut solved, mut points, mut most) = (0, 0, 0, 0);
    for (i, exercise) in exercises.iter().enumerate() {
        engine.forget();
        let clock = match arguments.nodes {
            Some(nodes) => Clock::endless().nodes(nodes),
            None => Clock::endless().exactly(arguments.time),
        };
        let question = Question::about(exercise.board.clone());
        let answer = with_signal(limits, || clock.stop(), || engine.think(&question, &clock, &mut |_| {}));
        if watch.stop().is_some() {
            break; // the engine had less time than it is judged by
        }
        tried += 1;
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
    if let Some(stopped) = watch.stop() {
        writeln!(out, "{} after {tried} of {} positions", in_words(stopped), exercises.len())?;
    }
    writeln!(out, "{solved} of {tried} solved")?;
    if most > 0 {
        writeln!(out, "{points} of {most} points ({:.1} %)", 100.0 * f64::from(points) / f64::from(most))?;
    }
    Ok(ExitCode::SUCCESS)
}

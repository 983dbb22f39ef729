//! `secateur matrix`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use secateur_matrix::NormalForm;
use secateur_search::{Limits, Stop, Watch};
use serde_json::{Value, json};

use crate::arguments::Matrix;
use crate::watch::{in_words, watched};
use crate::{bounds, files};

/// Solves a matrix game and prints the value and both strategies.
pub(crate) fn run(arguments: &Matrix, out: &mut impl Write) -> Result<ExitCode> {
    let shown = arguments.file.display().to_string();
    if arguments.bounds {
        let bytes = read(&arguments.file).with_context(|| shown.clone())?;
        return bounds::run(arguments, &bytes, out).with_context(|| shown);
    }
    let limits = arguments.time.map_or_else(Limits::none, |time| Limits::none().time(time));
    let (game, answer) = watched(limits, |limits| solve(arguments, &limits)).with_context(|| shown.clone())?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &answer.in_json(&game))?;
        writeln!(out)?;
    } else {
        answer.print(&game, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves the game, or says what is known when a limit comes. One linear program cannot be interrupted: it has a thread,
/// which ends with the program.
fn solve(arguments: &Matrix, limits: &Limits) -> Result<(Arc<NormalForm>, Answer)> {
    enum Step {
        Read(Arc<NormalForm>),
        Solved(Box<Answer>),
    }
    let watch = Watch::new(limits);
    let (done, steps) = mpsc::channel();
    let (file, exact) = (arguments.file.clone(), arguments.exact);
    thread::spawn(move || {
        let work = || -> Result<Answer> {
            let game = Arc::new(NormalForm::read(&read(&file)?)?);
            // If nobody listens any more, nobody needs it.
            let _ = done.send(Ok(Step::Read(Arc::clone(&game))));
            if exact { exactly(&game) } else { in_doubles(&game) }
        };
        let _ = done.send(work().map(Box::new).map(Step::Solved));
    });
    let mut game = None;
    loop {
        match (steps.recv_timeout(Duration::from_millis(2)), game.take()) {
            (Ok(step), known) => match (step?, known) {
                (Step::Read(read), _) => game = Some(read),
                (Step::Solved(answer), Some(known)) => return Ok((known, *answer)),
                (Step::Solved(_), None) => bail!("a game is read before it is solved"),
            },
            (Err(RecvTimeoutError::Disconnected), _) => bail!("the computation failed"),
            (Err(RecvTimeoutError::Timeout), known) => match (watch.stop(), known) {
                (None, known) => game = known,
                (Some(stop), Some(known)) => {
                    let answer = unmixed(&known, exact, stop);
                    return Ok((known, answer));
                }
                (Some(stop), None) => bail!("{} before the file was read", in_words(stop)),
            },
        }
    }
}

/// The contents of a file, or of standard input for `-`.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file == Path::new("-") {
        return secateur_files::read_from(&mut std::io::stdin().lock(), files::LARGEST);
    }
    secateur_files::read(file, files::LARGEST)
}

/// Numbers as they are shown: exact ones as fractions.
struct Answer {
    /// The value, unless a limit came first.
    value: Option<Value>,
    /// What the value certainly lies between, where it is not exact.
    interval: Option<(Value, Value)>,
    stopped: Stop,
    rows: Vec<Value>,
    columns: Vec<Value>,
}

fn in_doubles(game: &NormalForm) -> Result<Answer> {
    let solution = game.solve()?;
    let numbers = |strategy: &[f64]| strategy.iter().map(|&probability| json!(probability)).collect();
    Ok(Answer {
        value: Some(json!(solution.value)),
        interval: Some((json!(solution.interval.lower.get()), json!(solution.interval.upper.get()))),
        stopped: Stop::Solved,
        rows: numbers(&solution.row_strategy),
        columns: numbers(&solution.column_strategy),
    })
}

fn exactly(game: &NormalForm) -> Result<Answer> {
    let solution = game.solve_exact()?;
    Ok(Answer {
        value: Some(json!(solution.value.to_string())),
        interval: None,
        stopped: Stop::Solved,
        rows: solution.row_strategy.iter().map(|probability| json!(probability.to_string())).collect(),
        columns: solution.column_strategy.iter().map(|probability| json!(probability.to_string())).collect(),
    })
}

/// What is known without mixing: a row and a column, and what they guarantee.
fn unmixed(game: &NormalForm, exact: bool, stopped: Stop) -> Answer {
    let pure = game.pure_bounds();
    let interval = if exact {
        (json!(pure.lower.to_string()), json!(pure.upper.to_string()))
    } else {
        let interval = pure.interval();
        (json!(interval.lower.get()), json!(interval.upper.get()))
    };
    let alone = |count: usize, chosen: usize| (0..count).map(|i| json!(if i == chosen { 1.0 } else { 0.0 })).collect();
    Answer {
        value: None,
        interval: Some(interval),
        stopped,
        rows: alone(game.row_names.len(), pure.row),
        columns: alone(game.column_names.len(), pure.column),
    }
}

impl Answer {
    fn in_json(&self, game: &NormalForm) -> Value {
        let strategy = |names: &[String], probabilities: &[Value]| -> Vec<Value> {
            let choice = |(name, probability): (&String, &Value)| json!({"move": name, "probability": probability});
            names.iter().zip(probabilities).map(choice).collect()
        };
        let mut report = json!({
            "schema_version": 1,
            "title": game.title,
            "players": game.players,
            "rows": game.row_names.len(),
            "columns": game.column_names.len(),
            "value": self.value,
            "stopped": self.stopped.name(),
        });
        if let Some((lower, upper)) = &self.interval {
            (report["lower"], report["upper"]) = (lower.clone(), upper.clone());
        }
        report["strategy"] = json!({
            "max": strategy(&game.row_names, &self.rows),
            "min": strategy(&game.column_names, &self.columns),
        });
        report
    }

    fn print(&self, game: &NormalForm, out: &mut impl Write) -> Result<()> {
        let title = if game.title.is_empty() { String::new() } else { format!("{}: ", game.title) };
        let (rows, columns) = (game.row_names.len(), game.column_names.len());
        writeln!(out, "{title}{rows} rows, {columns} columns; payoffs to {}", game.players[0])?;
        match &self.value {
            Some(value) => writeln!(out, "\nValue       {}", plain(value))?,
            None => writeln!(out, "\nValue       {}; what each player has without mixing:", in_words(self.stopped))?,
        }
        if let Some((lower, upper)) = &self.interval {
            writeln!(out, "Certainly   from {} to {}", plain(lower), plain(upper))?;
        }
        for (player, names, strategy) in
            [(&game.players[0], &game.row_names, &self.rows), (&game.players[1], &game.column_names, &self.columns)]
        {
            writeln!(out, "\n{player} plays")?;
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let played = |probability: &&Value| probability.as_f64() != Some(0.0) && probability.as_str() != Some("0");
            for (name, probability) in names.iter().zip(strategy).filter(|(_, probability)| played(probability)) {
                writeln!(out, "  {name:<width$}  {}", plain(probability))?;
            }
        }
        Ok(())
    }
}

/// A number or a fraction without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

//! `secateur matrix`.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use secateur_matrix::NormalForm;
use serde_json::{Value, json};

use crate::arguments::Matrix;

/// Solves a matrix game and prints the value and both strategies.
pub(crate) fn run(arguments: &Matrix, out: &mut impl Write) -> Result<ExitCode> {
    let shown = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| shown.clone())?;
    let game = NormalForm::read(&bytes).with_context(|| shown.clone())?;
    let answer = if arguments.exact { exactly(&game) } else { in_doubles(&game) }.with_context(|| shown.clone())?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &answer.in_json(&game))?;
        writeln!(out)?;
    } else {
        answer.print(&game, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The contents of a file, or of standard input for `-`.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Numbers as they are shown: exact ones as fractions.
struct Answer {
    value: Value,
    /// What the value certainly lies between, where it is not exact.
    interval: Option<(f64, f64)>,
    rows: Vec<Value>,
    columns: Vec<Value>,
}

fn in_doubles(game: &NormalForm) -> Result<Answer> {
    let solution = game.solve()?;
    let numbers = |strategy: &[f64]| strategy.iter().map(|&probability| json!(probability)).collect();
    Ok(Answer {
        value: json!(solution.value),
        interval: Some((solution.interval.lower, solution.interval.upper)),
        rows: numbers(&solution.row_strategy),
        columns: numbers(&solution.column_strategy),
    })
}

fn exactly(game: &NormalForm) -> Result<Answer> {
    let solution = game.solve_exact()?;
    Ok(Answer {
        value: json!(solution.value.to_string()),
        interval: None,
        rows: solution.row_strategy.iter().map(|probability| json!(probability.to_string())).collect(),
        columns: solution.column_strategy.iter().map(|probability| json!(probability.to_string())).collect(),
    })
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
        });
        if let Some((lower, upper)) = self.interval {
            (report["lower"], report["upper"]) = (json!(lower), json!(upper));
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
        writeln!(out, "\nValue       {}", plain(&self.value))?;
        if let Some((lower, upper)) = self.interval {
            writeln!(out, "Certainly   from {lower} to {upper}")?;
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

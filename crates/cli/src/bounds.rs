//! `secateur matrix --bounds`: a matrix whose cells are known within bounds, and what can be pruned in it.
//!
//! What SMAB asks about a matrix, by hand: which rows and columns are dominated (Figures 1 to 3 of the paper), with which windows
//! the open cells are to be searched (Figures 4 and 5), and what the value lies between. A line that is dominated is left out of
//! what is asked next, as Algorithm 1 does.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use secateur_matrix::{CellBounds, Line, Pruner, matrix_game};
use serde_json::{Value, json};

use crate::arguments::Matrix;

/// Cells by rows.
struct Cells {
    lower: Vec<f64>,
    upper: Vec<f64>,
    rows: usize,
    columns: usize,
}

/// Answers about the matrix in a text.
pub(crate) fn run(arguments: &Matrix, bytes: &[u8], out: &mut impl Write) -> Result<ExitCode> {
    let text = std::str::from_utf8(bytes).context("expected a text")?;
    let cells = read(text, arguments.range)?;
    for (name, value) in [("--alpha", arguments.alpha), ("--beta", arguments.beta)] {
        ensure!(value.is_none_or(f64::is_finite), "{name}: expected a number");
    }
    let found = Found::of(&cells, arguments.alpha, arguments.beta)?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &found.in_json(&cells))?;
        writeln!(out)?;
    } else {
        found.print(&cells, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One row a line; a cell is a number, `low..high`, or `?`.
fn read(text: &str, range: Option<(f64, f64)>) -> Result<Cells> {
    let mut cells = Cells { lower: Vec::new(), upper: Vec::new(), rows: 0, columns: 0 };
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let place = number + 1;
        ensure!(
            cells.rows == 0 || words.len() == cells.columns,
            "line {place}: expected {} cells as in the first row, found {}",
            cells.columns,
            words.len()
        );
        (cells.rows, cells.columns) = (cells.rows + 1, words.len());
        for word in words {
            let (low, high) = cell(word, range).with_context(|| format!("line {place}"))?;
            cells.lower.push(low);
            cells.upper.push(high);
        }
    }
    ensure!(cells.rows > 0, "expected a matrix, one row a line, with cells such as 3, 1..4 or ?");
    Ok(cells)
}

fn cell(word: &str, range: Option<(f64, f64)>) -> Result<(f64, f64)> {
    let expected = || format!("expected a number, low..high or ?, found {word}");
    if word == "?" {
        return range.context("expected --range LOW,HIGH, which says what ? may be worth");
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite()).with_context(expected);
    let (low, high) = match word.split_once("..") {
        Some((low, high)) => (number(low)?, number(high)?),
        None => (number(word)?, number(word)?),
    };
    ensure!(low <= high, "{}", expected());
    Ok((low, high))
}

/// What was found.
struct Found {
    /// Dominated lines with what dropping each costs, in the order in which they were found.
    dominated: Vec<(Line, f64)>,
    /// Open cells that are left, with their windows; `None` where no value of the cell lets its line be dropped.
    windows: Vec<(usize, usize, Option<f64>, Option<f64>)>,
    /// What the value lies between.
    interval: (f64, f64),
}

impl Found {
    fn of(cells: &Cells, alpha: Option<f64>, beta: Option<f64>) -> Result<Self> {
        let mut pruner = Pruner::new();
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) =
            ((0..cells.rows).collect(), (0..cells.columns).collect());
        let mut dominated = Vec::new();
        // One line at a time: what is left may dominate less, and never more than is sound.
        loop {
            let left = view(cells, &rows, &columns);
            let lines = rows.iter().map(|&row| (Line::Row(row), alpha));
            let lines = lines.chain(columns.iter().map(|&column| (Line::Column(column), beta)));
            let found = lines.into_iter().find_map(|(line, outside)| {
                let others = match line {
                    Line::Row(_) => rows.len(),
                    Line::Column(_) => columns.len(),
                };
                // The last line stays: there has to be something to play.
                (others > 1).then(|| pruner.dominated(&left, line, outside, 0.0)).flatten().map(|cost| (line, cost))
            });
            let Some((line, cost)) = found else { break };
            dominated.push((line, cost));
            match line {
                Line::Row(row) => rows.retain(|&other| other != row),
                Line::Column(column) => columns.retain(|&other| other != column),
            }
        }
        let left = view(cells, &rows, &columns);
        let mut windows = Vec::new();
        for &row in &rows {
            for &column in &columns {
                let place = row * cells.columns + column;
                if cells.lower[place] < cells.upper[place] {
                    let low = pruner.cell_alpha(&left, row, column, alpha).map(|found| found.bound);
                    let high = pruner.cell_beta(&left, row, column, beta).map(|found| found.bound);
                    windows.push((row, column, low, high));
                }
            }
        }
        let value = |payoffs: &[f64]| {
            let rows: Vec<&[f64]> = payoffs.chunks(cells.columns).collect();
            matrix_game(&rows).map(|solved| solved.interval)
        };
        let interval = (value(&cells.lower)?.lower.get(), value(&cells.upper)?.upper.get());
        Ok(Self { dominated, windows, interval })
    }

    fn in_json(&self, cells: &Cells) -> Value {
        let line = |(line, cost): &(Line, f64)| match line {
            Line::Row(row) => json!({"row": row + 1, "cost": cost}),
            Line::Column(column) => json!({"column": column + 1, "cost": cost}),
        };
        let window = |&(row, column, low, high): &(usize, usize, Option<f64>, Option<f64>)| json!({"row": row + 1, "column": column + 1, "alpha": low, "beta": high});
        json!({
            "schema_version": 1,
            "rows": cells.rows,
            "columns": cells.columns,
            "lower": self.interval.0,
            "upper": self.interval.1,
            "dominated": self.dominated.iter().map(line).collect::<Vec<_>>(),
            "windows": self.windows.iter().map(window).collect::<Vec<_>>(),
        })
    }

    fn print(&self, cells: &Cells, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{} rows, {} columns; payoffs to Max\n", cells.rows, cells.columns)?;
        writeln!(out, "Value       between {} and {}", self.interval.0, self.interval.1)?;
        for (line, cost) in &self.dominated {
            let (name, number) = match line {
                Line::Row(row) => ("row", row + 1),
                Line::Column(column) => ("column", column + 1),
            };
            let cost = if *cost > 0.0 { format!(", which costs at most {cost:e}") } else { String::new() };
            writeln!(out, "Dominated   {name} {number}{cost}")?;
        }
        if self.dominated.is_empty() {
            writeln!(out, "Dominated   nothing")?;
        }
        for &(row, column, low, high) in &self.windows {
            let place = row * cells.columns + column;
            let end = |end: Option<f64>| end.map_or_else(|| "none".to_owned(), |end| end.to_string());
            writeln!(
                out,
                "Window      row {}, column {}: α = {}, β = {} (the cell: {} to {})",
                row + 1,
                column + 1,
                end(low),
                end(high),
                cells.lower[place],
                cells.upper[place]
            )?;
        }
        Ok(())
    }
}

fn view<'c>(cells: &'c Cells, rows: &'c [usize], columns: &'c [usize]) -> CellBounds<'c> {
    CellBounds {
        lower: &cells.lower,
        upper: &cells.upper,
        columns: cells.columns,
        live_rows: rows,
        live_columns: columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, range: (f64, f64), alpha: Option<f64>) -> Found {
        Found::of(&read(text, Some(range)).unwrap(), alpha, None).unwrap()
    }

    /// The subgame of the paper's Example 1: no line is dominated, which is why Algorithm 1 looks at all of it, and yet it is worth
    /// less than the 5 elsewhere.
    #[test]
    fn the_papers_subgame_is_worth_at_most_four() {
        let h = found("4 ?\n3 ?\n", (0.0, 9.0), Some(5.0));
        assert_eq!((h.dominated.len(), h.interval), (0, (0.0, 4.0)));
    }

    #[test]
    fn an_open_cell_has_the_window_of_figure_4() {
        let one = found("5 3\n4 ?\n", (-10.0, 10.0), None);
        assert!(one.dominated.is_empty());
        assert_eq!((one.windows[0].0, one.windows[0].1, one.windows[0].2), (1, 1, Some(3.0)));
    }

    #[test]
    fn a_mixture_dominates() {
        let mixed = found("4 0\n0 4\n1 2\n", (0.0, 4.0), None);
        assert!(matches!(mixed.dominated[..], [(Line::Row(2), 0.0)]));
        assert!((mixed.interval.0 - 2.0).abs() < 1e-9 && (mixed.interval.1 - 2.0).abs() < 1e-9);
    }

    #[test]
    fn wrong_cells_are_explained() {
        let problem = |text: &str| format!("{:#}", read(text, None).err().unwrap());
        assert_eq!(problem("1 2\n3"), "line 2: expected 2 cells as in the first row, found 1");
        assert_eq!(problem("1 x"), "line 1: expected a number, low..high or ?, found x");
        assert_eq!(problem("1 3..2"), "line 1: expected a number, low..high or ?, found 3..2");
        assert_eq!(problem("?"), "line 1: expected --range LOW,HIGH, which says what ? may be worth");
        assert!(problem("# nothing").starts_with("expected a matrix"));
        assert!(problem("nan").contains("found nan"));
    }
}

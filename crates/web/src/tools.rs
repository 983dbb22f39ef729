//! A matrix, a bridge suit, a fault tree.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use secateur_faults::{FaultTree, Wanted};
use secateur_matrix::{CellBounds, Line, NormalForm, Pruner};
use secateur_search::Limits;
use secateur_suit::{Combination, Goal, Options};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::house::House;
use crate::refusal::{Body, Refusal};
use crate::thinking::{Events, think};

/// A matrix has no more cells: one linear program cannot be interrupted.
const MOST_CELLS: usize = 20_000;
/// Up to so many cells it is solved in fractions as well, and its dominated lines are looked for.
const FEW_CELLS: usize = 400;
/// How long a suit or a fault tree may take unless somebody says so; a suit's goals get as much each.
const USUAL: Duration = Duration::from_secs(10);
/// So many cut sets or layouts are shown.
const SHOWN: usize = 500;

fn wrong(problem: impl ToString) -> Refusal {
    Refusal::wrong(problem.to_string())
}

/// Rows of numbers, or a `.nfg` file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Matrix {
    text: String,
}

/// The value of a matrix game, both strategies, and which lines are dominated.
pub(crate) async fn matrix(State(house): State<Arc<House>>, Body(asked): Body<Matrix>) -> Result<Events, Refusal> {
    think(&house, move |_, thought| {
        let game = NormalForm::read(asked.text.as_bytes()).map_err(wrong)?;
        let (rows, columns) = (game.row_names.len(), game.column_names.len());
        if rows * columns > MOST_CELLS {
            return Err(wrong(format!("expected at most {MOST_CELLS} cells, found {}", rows * columns)));
        }
        let solution = game.solve().map_err(wrong)?;
        let payoffs: Vec<f64> = game.payoffs.iter().map(secateur_matrix::round_down).collect();
        let mut answer = json!({
            "title": game.title, "players": game.players, "rows": game.row_names, "columns": game.column_names,
            "payoffs": game.payoffs.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "value": solution.value, "lower": solution.interval.lower.get(), "upper": solution.interval.upper.get(),
            "max": solution.row_strategy, "min": solution.column_strategy,
        });
        if rows * columns <= FEW_CELLS && !thought.cancel.is_cancelled() {
            let exact = game.solve_exact().map_err(wrong)?;
            let words = |strategy: &[_]| strategy.iter().map(ToString::to_string).collect::<Vec<_>>();
            answer["exact"] = json!({
                "value": exact.value.to_string(),
                "max": words(&exact.row_strategy), "min": words(&exact.column_strategy),
            });
            answer["dominated"] = dominated(&payoffs, rows, columns);
        }
        Ok(answer)
    })
}

/// The rows and columns that a mixture of others is at least as good as, in the order in which they can be struck out.
fn dominated(payoffs: &[f64], rows: usize, columns: usize) -> Value {
    let mut pruner = Pruner::new();
    let (mut live_rows, mut live_columns): (Vec<usize>, Vec<usize>) = ((0..rows).collect(), (0..columns).collect());
    let mut struck = Vec::new();
    loop {
        let cells =
            CellBounds { lower: payoffs, upper: payoffs, columns, live_rows: &live_rows, live_columns: &live_columns };
        let lines = live_rows.iter().map(|&row| Line::Row(row)).chain(live_columns.iter().map(|&c| Line::Column(c)));
        let next = lines.into_iter().find(|&line| pruner.dominated(&cells, line, None, 0.0).is_some());
        match next {
            Some(Line::Row(row)) => {
                live_rows.retain(|&other| other != row);
                struck.push(json!({"row": row}));
            }
            Some(Line::Column(column)) => {
                live_columns.retain(|&other| other != column);
                struck.push(json!({"column": column}));
            }
            None => return struck.into(),
        }
    }
}

/// Two hands of a suit, and what is known of the others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suit {
    north: String,
    south: String,
    #[serde(default)]
    vacant: Option<(u32, u32)>,
}

/// The odds of every number of tricks, and how to play for them.
pub(crate) async fn suit(State(house): State<Arc<House>>, Body(asked): Body<Suit>) -> Result<Events, Refusal> {
    think(&house, move |house, thought| {
        let suit = Combination::new(&asked.north, &asked.south).map_err(wrong)?;
        let limits = Limits::none().time(USUAL.min(house.settings.time)).until(&thought.cancel);
        let mut options = Options::default().limits(limits.progress(&thought.progress));
        if let Some((west, east)) = asked.vacant {
            options = options.vacant(west, east);
        }
        let solution = secateur_suit::solve(&suit, &options).map_err(wrong)?;
        let goal = |goal: &Goal| {
            json!({
                "tricks": goal.tricks, "probability": goal.probability, "at_most": goal.at_most,
                "ways": goal.ways.to_string(), "of": goal.of.to_string(), "line": goal.line.to_string().trim_end(),
                "layouts": goal.layouts.iter().take(SHOWN).collect::<Vec<_>>(),
            })
        };
        let mean = &solution.expected_tricks;
        Ok(json!({
            "combination": suit.to_string(), "missing": suit.missing(),
            "goals": solution.goals.iter().map(goal).collect::<Vec<_>>(),
            "expected": {"tricks": mean.tricks, "at_most": mean.at_most, "line": mean.line.to_string().trim_end()},
        }))
    })
}

/// A fault tree in Open-PSA's XML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Faults {
    text: String,
    #[serde(default)]
    top: Option<String>,
    #[serde(default)]
    order: Option<u32>,
}

/// The minimal cut sets of a fault tree.
pub(crate) async fn faults(State(house): State<Arc<House>>, Body(asked): Body<Faults>) -> Result<Events, Refusal> {
    think(&house, move |house, thought| {
        let tree = FaultTree::from_xml(&asked.text).map_err(wrong)?;
        let limits = Limits::none().time(USUAL.min(house.settings.time)).until(&thought.cancel);
        let mut wanted = Wanted::default().megabytes(house.settings.table);
        wanted = wanted.limits(limits.progress(&thought.progress));
        (wanted.top, wanted.order) = (asked.top, asked.order);
        let cuts = tree.cut_sets(&wanted).map_err(wrong)?;
        let names = cuts.names(&tree);
        let set = |(names, set): (&Vec<&str>, &Vec<usize>)| json!({"events": names, "probability": cuts.probability(&tree, set)});
        Ok(json!({
            "top": cuts.top, "count": cuts.sets.len(), "stopped": cuts.stopped.name(),
            "missing_from_order": cuts.missing_from,
            "cut_sets": names.iter().zip(&cuts.sets).take(SHOWN).map(set).collect::<Vec<_>>(),
            "rare_event_sum": cuts.rare_event_sum(&tree), "min_cut_upper_bound": cuts.min_cut_upper_bound(&tree),
        }))
    })
}

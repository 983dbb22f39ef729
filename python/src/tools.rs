//! Bridge suit combinations and fault trees.

use std::time::Duration;

use pyo3::prelude::*;
use secateur_faults::{FaultTree, Wanted};
use secateur_search::Limits;
use secateur_suit::{Combination, Options};
use serde_json::{Value, json};

use crate::refused;
use crate::watched::watched;

fn within(seconds: Option<f64>) -> Limits {
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map_or_else(Limits::none, |time| Limits::none().time(time))
}

/// Solves a bridge suit combination; the answer is JSON.
#[pyfunction]
pub(crate) fn suit(
    py: Python<'_>,
    north: &str,
    south: &str,
    vacant: Option<(u32, u32)>,
    time: Option<f64>,
) -> PyResult<String> {
    let combination = Combination::new(north, south).map_err(refused)?;
    let mut options = Options::default();
    if let Some((west, east)) = vacant {
        options = options.vacant(west, east);
    }
    let solved = watched(py, within(time), None, |limits| secateur_suit::solve(&combination, &options.limits(limits)))?;
    let solution = solved.map_err(refused)?;
    let mut report = serde_json::to_value(&solution).map_err(refused)?;
    let text = |line: &secateur_suit::Line| json!(line.to_string().trim_end());
    report["combination"] = json!(combination.to_string());
    for (goal, solved) in report["goals"].as_array_mut().into_iter().flatten().zip(&solution.goals) {
        goal["in_words"] = text(&solved.line);
    }
    report["expected_tricks"]["in_words"] = text(&solution.expected_tricks.line);
    Ok(report.to_string())
}

/// The minimal cut sets of a fault tree, which is given as the text of an Open-PSA file; the answer is JSON.
#[pyfunction]
pub(crate) fn faults(
    py: Python<'_>,
    text: &str,
    top: Option<String>,
    order: Option<u32>,
    memory: Option<usize>,
    time: Option<f64>,
) -> PyResult<String> {
    let tree = FaultTree::from_xml(text).map_err(refused)?;
    let mut wanted = Wanted::default();
    (wanted.top, wanted.order) = (top, order);
    if let Some(megabytes) = memory {
        wanted = wanted.megabytes(megabytes);
    }
    let found = watched(py, within(time), None, |limits| tree.cut_sets(&wanted.limits(limits)))?;
    let cuts = found.map_err(refused)?;
    let names = cuts.names(&tree);
    let set = |(events, set): (&Vec<&str>, &Vec<usize>)| -> Value {
        json!({"events": events, "probability": cuts.probability(&tree, set)})
    };
    let report = json!({
        "top": cuts.top,
        "order": cuts.order,
        "missing_from_order": cuts.missing_from,
        "stopped": cuts.stopped.name(),
        "cut_sets": names.iter().zip(&cuts.sets).map(set).collect::<Vec<_>>(),
        "rare_event_sum": cuts.rare_event_sum(&tree),
        "min_cut_upper_bound": cuts.min_cut_upper_bound(&tree),
    });
    Ok(report.to_string())
}

//! `secateur faults`.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use secateur_faults::{CutSets, FaultTree, Wanted, rounded_up};
use secateur_search::Stop;
use serde_json::{Value, json};

use crate::arguments::Faults;
use crate::files;
use crate::watch::{in_words, watched};

/// Prints the minimal cut sets of a fault tree.
pub(crate) fn run(arguments: &Faults, out: &mut impl Write) -> Result<ExitCode> {
    let shown = arguments.file.display().to_string();
    let text = secateur_files::read_text(&arguments.file, files::LARGEST).with_context(|| shown.clone())?;
    let tree = FaultTree::from_xml(&text).with_context(|| shown.clone())?;
    let mut wanted = Wanted::default().megabytes(arguments.memory);
    (wanted.top, wanted.order) = (arguments.top.clone(), arguments.order);
    let started = Instant::now();
    let cuts = watched(arguments.limits.limits(), |limits| tree.cut_sets(&wanted.limits(limits)))
        .with_context(|| shown.clone())?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &in_json(&tree, &cuts, started.elapsed()))?;
        writeln!(out)?;
    } else {
        print(&tree, &cuts, out)?;
    }
    Ok(arguments.limits.status(cuts.stopped))
}

fn in_json(tree: &FaultTree, cuts: &CutSets, time: Duration) -> Value {
    let names = cuts.names(tree);
    let set = |(names, set): (&Vec<&str>, &Vec<usize>)| -> Value {
        match cuts.probability(tree, set) {
            Some(probability) => json!({"events": names, "probability": probability}),
            None => json!({"events": names}),
        }
    };
    let mut report = json!({
        "schema_version": 1,
        "top": cuts.top,
        "order": cuts.order,
        "stopped": cuts.stopped.name(),
        "count": cuts.sets.len(),
        "cut_sets": names.iter().zip(&cuts.sets).map(set).collect::<Vec<_>>(),
        "statistics": {"seconds": time.as_secs_f64()},
    });
    if let Some(order) = cuts.missing_from {
        report["missing_from_order"] = json!(order);
    }
    if let (Some(sum), Some(bound)) = (cuts.rare_event_sum(tree), cuts.min_cut_upper_bound(tree)) {
        report["rare_event_sum"] = json!(sum);
        report["min_cut_upper_bound"] = json!(bound);
    }
    report
}

fn print(tree: &FaultTree, cuts: &CutSets, out: &mut impl Write) -> Result<()> {
    let limited = match (cuts.missing_from, cuts.order) {
        (Some(0), _) => " known".to_owned(),
        (Some(order), _) => format!(" of at most {} events", order - 1),
        (None, Some(order)) => format!(" of at most {order} events"),
        (None, None) => String::new(),
    };
    let known = if cuts.missing_from == Some(0) { "no".to_owned() } else { cuts.sets.len().to_string() };
    writeln!(out, "{}: {known} minimal cut sets{limited}", cuts.top)?;
    for (names, set) in cuts.names(tree).iter().zip(&cuts.sets) {
        let probability = cuts.probability(tree, set).map_or_else(String::new, |p| format!("{p:<12.4e}"));
        writeln!(out, "  {probability}{}", names.join(" "))?;
    }
    if let (Some(sum), Some(bound)) = (cuts.rare_event_sum(tree), cuts.min_cut_upper_bound(tree)) {
        let of_those = if cuts.missing_from.is_some() { " of those" } else { "" };
        let (sum, bound) = (rounded_up(sum, 6), rounded_up(bound, 6));
        writeln!(out, "Sum{of_those} {sum}; min-cut upper bound{of_those} {bound}")?;
    }
    if cuts.stopped != Stop::Solved {
        writeln!(out, "Search {}: larger cut sets are missing", in_words(cuts.stopped))?;
    }
    Ok(())
}

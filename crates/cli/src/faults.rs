//! `secateur faults`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use secateur_faults::{Families, FaultTree};
use serde_json::{Value, json};

use crate::arguments::{FamilyForm, Faults};

/// Prints the minimal cut sets of a fault tree.
pub(crate) fn run(arguments: &Faults, out: &mut impl Write) -> Result<ExitCode> {
    let shown = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| shown.clone())?;
    let tree = FaultTree::from_xml(&text).with_context(|| shown.clone())?;
    let families = match arguments.families {
        None => Families::default(),
        Some(FamilyForm::Masks) => Families::Masks,
        Some(FamilyForm::Diagrams) => Families::Diagrams,
    };
    let cuts = tree.minimal_cut_sets_as(families, arguments.top.as_deref(), arguments.order);
    let cuts = cuts.with_context(|| shown.clone())?;
    let names = cuts.names(&tree);
    let (sum, bound) = (cuts.rare_event_sum(&tree), cuts.min_cut_upper_bound(&tree));
    if arguments.json {
        let set = |(names, set): (&Vec<&str>, &Vec<usize>)| -> Value {
            match cuts.probability(&tree, set) {
                Some(probability) => json!({"events": names, "probability": probability}),
                None => json!({"events": names}),
            }
        };
        let mut report = json!({
            "schema_version": 1,
            "top": cuts.top,
            "order": cuts.order,
            "count": cuts.sets.len(),
            "cut_sets": names.iter().zip(&cuts.sets).map(set).collect::<Vec<_>>(),
        });
        if let (Some(sum), Some(bound)) = (sum, bound) {
            report["rare_event_sum"] = json!(sum);
            report["min_cut_upper_bound"] = json!(bound);
        }
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let limited = cuts.order.map_or_else(String::new, |order| format!(" of at most {order} events"));
    writeln!(out, "{}: {} minimal cut sets{limited}", cuts.top, cuts.sets.len())?;
    for (names, set) in names.iter().zip(&cuts.sets) {
        let probability = cuts.probability(&tree, set).map_or_else(String::new, |p| format!("{p:<12.4e}"));
        writeln!(out, "  {probability}{}", names.join(" "))?;
    }
    if let (Some(sum), Some(bound)) = (sum, bound) {
        writeln!(out, "Sum {sum:.6e}; min-cut upper bound {bound:.6e}")?;
    }
    Ok(ExitCode::SUCCESS)
}

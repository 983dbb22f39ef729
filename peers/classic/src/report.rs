//! Contests as text.

use std::fmt::Write as _;

use crate::contest::{Contest, Measure, Spread};

/// One contest as a Markdown table.
pub fn text(contest: &Contest) -> String {
    let mut text = String::new();
    let name = contest.lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "### {} ({} rounds, {} time)\n", contest.title, contest.rounds, contest.clock.name());
    let _ = writeln!(
        text,
        "| {:name$} | {:>13} | {:>33} | {:>9} |",
        "", "nodes", "time, ms: median (min..max)", "M nodes/s"
    );
    let _ = writeln!(text, "| {:-<name$} | {:->12}: | {:->32}: | {:->8}: |", "", "", "", "");
    for line in &contest.lines {
        let nodes = line.nodes.map(grouped).unwrap_or_default();
        let rate = line.nodes_per_second.map(|rate| format!("{:.1}", rate / 1e6)).unwrap_or_default();
        let Spread { median, min, max } = line.seconds;
        let time = format!("{} ({}..{})", millis(median), millis(min), millis(max));
        let _ = writeln!(text, "| {:name$} | {nodes:>13} | {time:>33} | {rate:>9} |", line.name);
    }
    text.push('\n');
    for ratio in &contest.ratios {
        let Spread { median, min, max } = ratio.ratio;
        let what = match ratio.measure {
            Measure::Rate => "node rate",
            Measure::Speed => "speed",
            Measure::OfCeiling => "share of the ceiling",
        };
        let _ = write!(text, "- {what}, {} over {}: **{median:.2}** ({min:.2}..{max:.2})", ratio.first, ratio.second);
        if let Some(least) = ratio.at_least {
            let _ = write!(text, "; asked for {least:.2}: {}", if ratio.holds() { "met" } else { "MISSED" });
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

fn millis(seconds: f64) -> String {
    let millis = seconds * 1e3;
    if millis < 1.0 { format!("{millis:.4}") } else { format!("{millis:.1}") }
}

/// With a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

//! Pages as Markdown.

use std::fmt::Write;

use crate::experiment::About;
use crate::number::seconds_in_words;
use crate::output::Results;
use crate::page::Block;
use crate::table::Table;

/// A table as GitHub's Markdown writes it, numbers to the right. Ends with a line break.
pub fn table(table: &Table) -> String {
    let (head, rows) = table.grid();
    let mut text = line(head.iter().map(|(name, _)| name.as_str()));
    text += &line(head.iter().map(|(_, numeric)| if *numeric { "---:" } else { "---" }));
    for row in &rows {
        text += &line(row.iter().map(String::as_str));
    }
    text
}

/// The page of an experiment, with the names of the files of its figures.
pub fn page(results: &Results) -> String {
    let about = &results.about;
    let mut text = format!("# {}\n\n", about.title);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}\n", subtitle(results));
    let names = results.figure_names();
    let mut names = names.iter();
    for block in &results.page.blocks {
        match block {
            Block::Heading(heading) => {
                let _ = writeln!(text, "## {heading}\n");
            }
            Block::Prose(prose) => {
                let _ = writeln!(text, "{prose}\n");
            }
            Block::Table(part) => {
                let _ = writeln!(text, "**{}**\n\n{}", part.caption, table(part));
                text += &list(&with_departures(results, part.remarks()));
            }
            Block::Figure(figure) => {
                let name = names.next().map_or("", String::as_str);
                let _ = writeln!(text, "![{}]({name}.svg)\n", figure.title);
                if !figure.caption.is_empty() {
                    let _ = writeln!(text, "{}\n", figure.caption);
                }
                text += &list(&with_departures(results, figure.remarks()));
            }
        }
    }
    let _ = writeln!(text, "## How this was measured\n");
    text += &list(&provenance(results));
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Which paper is reproduced, and by what.
pub(crate) fn subtitle(results: &Results) -> String {
    let About { id, paper, place, .. } = &results.about;
    let size = if results.settings.quick { ", **quick version**" } else { "" };
    format!("{paper}, {place}. Experiment `{id}`{size}.")
}

/// What is said below a table or figure, and how it differs from the paper's in what was run.
pub(crate) fn with_departures(results: &Results, mut remarks: Vec<String>) -> Vec<String> {
    if !results.departures.is_empty() {
        let version = if results.settings.quick { "Quick version, not" } else { "Not" };
        remarks.push(format!("**{version} as in the paper:** {}.", results.departures.join(", ")));
    }
    remarks
}

/// What a reader needs to judge and to repeat the measurement.
pub(crate) fn provenance(results: &Results) -> Vec<String> {
    let settings = &results.settings;
    let about = &results.about;
    let size = if settings.quick { "The quick version: a small part of the full one." } else { "The full version." };
    let builds: Vec<String> =
        results.builds.iter().map(|(build, count)| format!("{build} ({count} instances)")).collect();
    let estimate = if settings.quick { about.quick_seconds } else { about.seconds };
    vec![
        format!("{size} It takes about {}.", seconds_in_words(estimate)),
        format!("Repeat it: `{}`.", results.command),
        format!("Version {}, seed {}; measured by build {}.", settings.version, settings.seed, builds.join(" and ")),
        match &results.machines[..] {
            [] | [_] => format!("Machine: {}.", results.machine),
            several => {
                let each: Vec<_> = several.iter().map(|(name, count)| format!("{name} ({count} instances)")).collect();
                format!("Machines: {}.", each.join("; "))
            }
        },
        format!("Begun {}, finished {}.", results.started, results.finished),
    ]
}

fn list(items: &[String]) -> String {
    let mut text: String = items.iter().map(|item| format!("- {item}\n")).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from("|");
    for cell in cells {
        // A bar or a line break in a cell would end it.
        let cell = cell.replace('|', "\\|").replace(['\n', '\r'], " ");
        let _ = write!(text, " {cell} |");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_break_the_table() {
        let mut odd = Table::new("t", "c").column("a|b");
        odd.row("one\ntwo | three");
        assert_eq!(table(&odd), "| a\\|b |\n| --- |\n| one two \\| three |\n");
    }
}

//! Tables for LaTeX (with `booktabs`) and figures for `pgfplots`, to be put into a paper.
//!
//! A page becomes one file of `table` and `figure` floats, in reading order; the head of the file says which packages it needs.

use std::fmt::Write;

use crate::figure::{Figure, Scale, Series, Style};
use crate::output::Results;
use crate::page::Block;
use crate::table::Table;

/// The tables and figures of an experiment.
pub fn page(results: &Results) -> String {
    let mut text = format!(
        "% {}: {}, {}\n% needs \\usepackage{{booktabs}}, \\usepackage{{pgfplots}} and \\pgfplotsset{{compat=1.16}}\n",
        results.about.id, results.about.paper, results.about.place
    );
    for block in &results.page.blocks {
        match block {
            Block::Table(part) => text += &table(part),
            Block::Figure(part) => text += &figure(part),
            Block::Heading(_) | Block::Prose(_) => {}
        }
    }
    text
}

/// A table as a float.
///
/// ```
/// use secateur_lab::{Table, latex};
///
/// let mut table = Table::new("nodes", "Nodes & leaves").column("cards").compared("SMAB");
/// table.row("6").beside(Some(13_511.0), Some(13_560.0));
/// let text = latex::table(&table);
/// assert!(text.contains(r"\caption{Nodes \& leaves}") && text.contains(r"6 & 13,511 & 13,560 \\"));
/// ```
pub fn table(table: &Table) -> String {
    let (head, rows) = table.grid();
    let columns: String = head.iter().map(|(_, numeric)| if *numeric { 'r' } else { 'l' }).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| cells.map(escaped).collect::<Vec<_>>().join(" & ") + " \\\\\n";
    let mut text = format!("\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n", escaped(&table.caption));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\\label{{tab:{}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule", label(&table.id));
    text += &line(&mut head.iter().map(|(name, _)| name.as_str()));
    text += "\\midrule\n";
    for row in &rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n"
}

/// A figure as a float.
///
/// ```
/// use secateur_lab::{Axis, Figure, Series, latex};
///
/// let figure = Figure::new("nodes", "Nodes").axes(Axis::linear("depth"), Axis::log("nodes"));
/// let text = latex::figure(&figure.series(Series::line("alpha-beta").points([(4.0, 71.0), (5.0, 742.0)])));
/// assert!(text.contains("ymode=log") && text.contains("(4,71)") && text.contains(r"\addlegendentry{alpha-beta}"));
/// ```
pub fn figure(figure: &Figure) -> String {
    let mut text = format!(
        "\n\\begin{{figure}}\n\\centering\n\\begin{{tikzpicture}}\n\\begin{{axis}}[xlabel={{{}}}, ylabel={{{}}}, legend pos=outer north east",
        escaped(&figure.x.label),
        escaped(&figure.y.label)
    );
    for (axis, letter) in [(&figure.x, 'x'), (&figure.y, 'y')] {
        match &axis.scale {
            Scale::Linear => {}
            Scale::Log => {
                let _ = write!(text, ", {letter}mode=log");
            }
            Scale::Categories(names) => {
                let places: Vec<String> = (0..names.len()).map(|place| place.to_string()).collect();
                let names: Vec<String> = names.iter().map(|name| format!("{{{}}}", escaped(name))).collect();
                let (places, names) = (places.join(","), names.join(","));
                let _ = write!(text, ", {letter}tick={{{places}}}, {letter}ticklabels={{{names}}}");
            }
        }
    }
    text += "]\n";
    for series in &figure.series {
        text += &plot(figure, series);
    }
    let _ = write!(
        text,
        "\\end{{axis}}\n\\end{{tikzpicture}}\n\\caption{{{}}}\n\\label{{fig:{}}}\n\\end{{figure}}\n",
        escaped(&figure.title),
        label(&figure.id)
    );
    text
}

fn plot(figure: &Figure, series: &Series) -> String {
    let style = match (series.style, series.paper) {
        (Style::Line, false) => "mark=*",
        (Style::Line, true) => "mark=o, dashed",
        (Style::Curve, _) => "no marks",
        (Style::Points, false) => "only marks",
        (Style::Points, true) => "only marks, mark=o",
        (Style::Bars, _) => "ybar",
    };
    let shown = || series.points.iter().filter(|point| figure.shows(point));
    let bars = shown().any(|point| point.interval.is_some());
    let error = if bars { ", error bars/.cd, y dir=both, y explicit" } else { "" };
    let mut text = format!("\\addplot+[{style}{error}] coordinates {{");
    for point in shown() {
        let _ = write!(text, " ({},{})", point.x, point.y);
        if let Some((low, high)) = point.interval {
            let _ = write!(text, " += (0,{}) -= (0,{})", high - point.y, point.y - low);
        }
    }
    let _ = write!(text, " }};\n\\addlegendentry{{{}}}\n", escaped(&series.legend()));
    text
}

/// Letters, digits and hyphens of a name.
fn label(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// Text that means itself.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => safe += "\\textbackslash{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                safe.push('\\');
                safe.push(letter);
            }
            '~' => safe += "\\textasciitilde{}",
            '^' => safe += "\\textasciicircum{}",
            'ε' => safe += "$\\varepsilon$",
            'α' => safe += "$\\alpha$",
            'β' => safe += "$\\beta$",
            'π' => safe += "$\\pi$",
            '±' => safe += "$\\pm$",
            '×' => safe += "$\\times$",
            '≤' => safe += "$\\leq$",
            '≥' => safe += "$\\geq$",
            '<' => safe += "$<$",
            '>' => safe += "$>$",
            '–' => safe += "--",
            '⁻' => safe += "$^-$",
            '⁰' | '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹' => {
                let place = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == letter).unwrap_or(0);
                let _ = write!(safe, "$^{place}$");
            }
            '\n' | '\r' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_of_ours_is_a_command() {
        assert_eq!(escaped("50% of a_b & ε ≤ 10⁻²"), "50\\% of a\\_b \\& $\\varepsilon$ $\\leq$ 10$^-$$^2$");
        assert_eq!(escaped("\\end{x}"), "\\textbackslash{}end\\{x\\}");
    }
}

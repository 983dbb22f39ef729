//! The tree as a TikZ picture, ready for a paper: a standalone LaTeX document.

use std::fmt::Write as _;

use crate::Record;
use crate::draw::look::{self, Label, State};
use crate::record::Turn;
use crate::replay::Seen;

/// Pixels of the layout to a centimetre: print is smaller than a screen.
const SCALE: f64 = 1.0 / 44.0;

const HEAD: &str = r"% Compile with pdflatex, or paste the tikzpicture into a paper that says
% \usepackage{tikz} \usetikzlibrary{shapes.geometric}
\documentclass[border=4pt]{standalone}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\begin{document}
\begin{tikzpicture}[
  every node/.style={font=\scriptsize},
  max/.style={regular polygon, regular polygon sides=3, draw=blue!60!black, fill=blue!10, inner sep=0pt, minimum size=6mm},
  min/.style={max, shape border rotate=180, draw=orange!70!black, fill=orange!15},
  chance/.style={circle, draw=violet!80!black, fill=violet!10, inner sep=0pt, minimum size=5mm},
  both/.style={rectangle, draw=green!40!black, fill=green!10, inner sep=0pt, minimum size=4.5mm,
    append after command={\pgfextra{\draw[green!40!black] (\tikzlastnode.north) -- (\tikzlastnode.south) (\tikzlastnode.west) -- (\tikzlastnode.east);}}},
  over/.style={rectangle, rounded corners=1.5pt, draw=black!50, inner sep=2pt, minimum size=4mm},
  cut/.style={draw=black!30, fill=none, dashed},
  searched edge/.style={draw=black!55},
  cut edge/.style={draw=black!30, dashed},
  move/.style={midway, fill=white, inner sep=1pt, font=\tiny},
  beside/.style={right, align=left, inner sep=2pt, font=\tiny}]
";

/// Writes the search as it stood at its end.
pub fn tikz(record: &Record) -> String {
    let standing = record.end();
    let layout = look::arranged(record, &standing);
    let mut out = format!("% {}\n% {}\n{HEAD}", comment(&record.title()), comment(&record.summary()));
    let double = if record.has_lattice_values() { ", double" } else { "" };
    for node in &record.nodes {
        let seen = &standing.nodes[node.id];
        let cut = look::state(node, seen) == State::Cut;
        let style = match node.turn {
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
            Turn::Both => "both",
            Turn::Over => "over",
        };
        let (x, y) = (layout.x[node.id] * SCALE, -layout.y[node.id] * SCALE);
        let Label { value, .. } = look::label(node, seen);
        let inside = if node.turn == Turn::Over { escaped(&value) } else { String::new() };
        let extra = if cut { ", cut" } else { double };
        let _ = writeln!(out, "  \\node[{style}{extra}] (n{}) at ({x:.3}, {y:.3}) {{{inside}}};", node.id);
        let beside = beside(node.turn, seen);
        if !beside.is_empty() {
            let _ = writeln!(out, "  \\node[beside] at (n{}.east) {{{beside}}};", node.id);
        }
    }
    for node in &record.nodes {
        let (Some(parent), Some(step)) = (node.parent, &node.step) else { continue };
        let style =
            if look::state(node, &standing.nodes[node.id]) == State::Cut { "cut edge" } else { "searched edge" };
        let _ = writeln!(
            out,
            "  \\draw[{style}] (n{parent}) -- node[move] {{{}}} (n{});",
            escaped(&look::step(step)),
            node.id
        );
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

fn beside(turn: Turn, seen: &Seen) -> String {
    if turn == Turn::Over || seen.visits == 0 {
        return String::new();
    }
    let known = seen.bounds.as_ref().map_or_else(String::new, look::known);
    let asked = seen.asked.as_ref().map_or_else(String::new, look::asked);
    let note = if seen.why == Some(crate::Why::Cut) { seen.words.clone().unwrap_or_default() } else { String::new() };
    let lines: Vec<String> =
        [known, asked, note].iter().filter(|line| !line.is_empty()).map(|line| escaped(line)).collect();
    lines.join("\\\\")
}

/// One line that a comment holds.
fn comment(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}

/// Text as LaTeX has it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        out.push_str(match letter {
            'α' => "$\\alpha$",
            'β' => "$\\beta$",
            '≤' => "$\\le$",
            '≥' => "$\\ge$",
            '∞' => "$\\infty$",
            '−' => "$-$",
            '…' => "\\dots{}",
            '·' => "$\\cdot$",
            '∅' => "$\\emptyset$",
            '\\' => "\\textbackslash{}",
            '^' => "\\textasciicircum{}",
            '~' => "\\textasciitilde{}",
            '<' => "$<$",
            '>' => "$>$",
            '|' => "$|$",
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
                continue;
            }
            letter if letter.is_ascii() && !letter.is_control() => {
                out.push(letter);
                continue;
            }
            // What plain LaTeX has no letter for.
            _ => "?",
        });
    }
    out
}

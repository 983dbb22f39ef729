//! The tree in Graphviz's language, which lays it out itself.

use std::fmt::Write as _;

use crate::Record;
use crate::draw::look::{self, Label, State};
use crate::draw::svg::escaped;
use crate::record::Turn;

/// Writes the search as it stood at its end: `dot -Tsvg search.dot > search.svg`.
pub fn dot(record: &Record) -> String {
    let standing = record.end();
    let mut out = String::from("digraph search {\n");
    let title = quoted(&format!("{}\n{}", record.title(), record.summary()));
    let _ = writeln!(out, "  label={title};\n  labelloc=t;\n  fontname=\"Helvetica\";");
    out.push_str("  graph [ordering=out, nodesep=0.2, ranksep=0.5];\n");
    out.push_str("  node [fontname=\"Helvetica\", fontsize=10, shape=plain];\n");
    out.push_str("  edge [fontname=\"Helvetica\", fontsize=9, arrowhead=none, color=\"#818b85\"];\n");
    let double = record.has_lattice_values();
    for node in &record.nodes {
        let seen = &standing.nodes[node.id];
        let cut = look::state(node, seen) == State::Cut;
        let Label { value, window, note } = look::label(node, seen);
        let (mark, outline, colour) = match node.turn {
            Turn::Max => ("\u{25b2}", "\u{25b3}", "#0a5cad"),
            Turn::Min => ("\u{25bc}", "\u{25bd}", "#a84300"),
            Turn::Chance => ("\u{25cf}", "\u{25cb}", "#6b3fa0"),
            Turn::Both => ("\u{25a6}", "\u{25a1}", "#17704a"),
            Turn::Over => ("", "", "#818b85"),
        };
        if node.turn == Turn::Over {
            let style = if cut { ", style=dashed, color=\"#b4bcb7\"" } else { ", color=\"#818b85\"" };
            let size = "shape=box, height=0.3, width=0.3, margin=\"0.06,0.03\"";
            let _ = writeln!(out, "  n{} [{size}, label={}{style}];", node.id, quoted(&value));
        } else {
            // The mark in one cell, to which edges lead, and what is said beside it in another: nothing overlaps.
            let lines: Vec<String> =
                [value, window, note].iter().filter(|line| !line.is_empty()).map(|line| escaped(line)).collect();
            let beside = lines.join("<br align=\"left\"/>");
            let beside = if beside.is_empty() { String::new() } else { beside + "<br align=\"left\"/>" };
            let (mark, colour) = if cut { (outline, "#b4bcb7") } else { (mark, colour) };
            let mark = if double && !cut { format!("{mark}{outline}") } else { mark.to_owned() };
            let _ = writeln!(
                out,
                "  n{} [label=<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td port=\"m\"><font point-size=\"22\" color=\"{colour}\">{mark}</font></td><td align=\"left\">{beside}</td></tr></table>>];",
                node.id
            );
        }
        if let (Some(parent), Some(step)) = (node.parent, &node.step) {
            let style = if cut { ", style=dashed, color=\"#b4bcb7\", fontcolor=\"#818b85\"" } else { "" };
            let to = if node.turn == Turn::Over { format!("n{}", node.id) } else { format!("n{}:m:n", node.id) };
            let _ = writeln!(out, "  n{parent}:m:s -> {to} [label={}{style}];", quoted(&look::step(step)));
        }
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out + "\""
}

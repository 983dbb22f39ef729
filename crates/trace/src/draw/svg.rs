//! The tree as an SVG file, which follows the reader's light or dark mode.

use std::fmt::Write as _;

use crate::Record;
use crate::draw::look::{self, APART, HALF, Label, State};
use crate::record::{Node, Turn};
use crate::replay::Seen;

/// Room around the tree, above it for the title and below it for the legend.
const MARGIN: f64 = 24.0;
const TITLE: f64 = 74.0;
const LEGEND: f64 = 56.0;

const STYLE: &str = "\
.g{fill:#fff}.t{fill:#191d1b}.q{fill:#56605b}.e{stroke:#818b85;stroke-width:1.5;fill:none}
.x{stroke:#b4bcb7;stroke-width:1.3;stroke-dasharray:5 4;fill:none}.n{fill:none;stroke:#b4bcb7;stroke-width:1.3;stroke-dasharray:5 4}
.max{fill:#dcebfa;stroke:#0a5cad;stroke-width:1.7}.min{fill:#fbe6d8;stroke:#a84300;stroke-width:1.7}
.chance{fill:#ece5f7;stroke:#6b3fa0;stroke-width:1.7}.both{fill:#dff3ea;stroke:#17704a;stroke-width:1.7}
.over{fill:#fff;stroke:#818b85;stroke-width:1.4}.in{fill:none}.k{stroke:#a11b2b;stroke-width:2.6;stroke-linecap:round}.c{fill:#a11b2b}
.h{paint-order:stroke;stroke:#fff;stroke-width:5px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){.g{fill:#111412}.t{fill:#e8ece9}.q{fill:#a3ada7}.e{stroke:#7c8780}.x,.n{stroke:#4c554f}
.max{fill:#12283f;stroke:#74b7ff}.min{fill:#3a2413;stroke:#ffad6b}.chance{fill:#2b2140;stroke:#c3a5f2}.both{fill:#143126;stroke:#55cf93}
.over{fill:#191d1a;stroke:#a3ada7}.k{stroke:#ff9aa5}.c{fill:#ff9aa5}.h{stroke:#111412}}";

/// Draws the search as it stood at its end.
pub fn svg(record: &Record) -> String {
    let standing = record.end();
    let layout = look::arranged(record, &standing);
    let title = record.title();
    let words = record.thinned.as_ref().map_or_else(String::new, |thinned| thinned.words.clone());
    let width = (layout.width + 2.0 * MARGIN).max(look::width(&title, 9.2) + 2.0 * MARGIN).max(640.0);
    let left = (width - layout.width) / 2.0;
    let height = TITLE + layout.height + 2.0 * HALF + 34.0 + LEGEND;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"{}\" font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\" font-size=\"13\">\n\
         <style>\n{STYLE}\n</style>\n<rect class=\"g\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\"/>\n\
         <text class=\"t\" x=\"{MARGIN}\" y=\"30\" font-size=\"16\" font-weight=\"600\">{}</text>\n\
         <text class=\"q\" x=\"{MARGIN}\" y=\"50\">{}</text>\n",
        escaped(&format!("{title}: {}", record.summary())),
        escaped(&title),
        escaped(&join(&record.summary(), &words)),
    );
    let place = |node: usize| (layout.x[node] + left, layout.y[node] + TITLE + HALF);
    let (mut edges, mut cut_edges, mut ticks) = (String::new(), String::new(), String::new());
    for node in &record.nodes {
        let Some(parent) = node.parent else { continue };
        let ((x, y), (to_x, to_y)) = (place(parent), place(node.id));
        let (y, to_y) = (y + HALF, to_y - HALF);
        if look::state(node, &standing.nodes[node.id]) == State::Cut {
            let _ = write!(cut_edges, "M{x:.1} {y:.1} {to_x:.1} {to_y:.1}");
            // A stroke across the upper part of the edge, where the branch is cut off.
            let (along_x, along_y) = (to_x - x, to_y - y);
            let length = along_x.hypot(along_y).max(1.0);
            let (middle_x, middle_y) = (x + along_x * 0.3, y + along_y * 0.3);
            let (across_x, across_y) = (-along_y / length * 7.0, along_x / length * 7.0);
            let _ = write!(
                ticks,
                "M{:.1} {:.1} {:.1} {:.1}",
                middle_x - across_x,
                middle_y - across_y,
                middle_x + across_x,
                middle_y + across_y
            );
        } else {
            let _ = write!(edges, "M{x:.1} {y:.1} {to_x:.1} {to_y:.1}");
        }
    }
    let _ = writeln!(
        out,
        "<path class=\"e\" d=\"{edges}\"/>\n<path class=\"x\" d=\"{cut_edges}\"/>\n<path class=\"k\" d=\"{ticks}\"/>"
    );
    let double = record.has_lattice_values();
    for node in &record.nodes {
        draw_node(&mut out, node, &standing.nodes[node.id], place(node.id), double);
    }
    out.push_str("<g text-anchor=\"middle\" font-size=\"11\">\n");
    for node in &record.nodes {
        let (Some(parent), Some(step)) = (node.parent, &node.step) else { continue };
        let ((x, y), (to_x, to_y)) = (place(parent), place(node.id));
        let class = if node.searched { "t h" } else { "q h" };
        let (at_x, at_y) = (x + (to_x - x) * 0.62, (y + HALF) + (to_y - y - 2.0 * HALF) * 0.62 + 4.0);
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{at_x:.1}\" y=\"{at_y:.1}\">{}</text>",
            escaped(&look::step(step))
        );
    }
    out.push_str("</g>\n");
    legend(&mut out, record, height - 22.0);
    out.push_str("</svg>\n");
    out
}

fn join(one: &str, other: &str) -> String {
    if other.is_empty() { one.to_owned() } else { format!("{one}. {other}") }
}

fn draw_node(out: &mut String, node: &Node, seen: &Seen, (x, y): (f64, f64), double: bool) {
    let state = look::state(node, seen);
    let Label { value, window, note } = look::label(node, seen);
    let _ = write!(out, "<g><title>{}</title>", escaped(&tooltip(node, seen)));
    shape(out, node.turn, state == State::Cut, (x, y), look::half_box(&value), double);
    if node.turn == Turn::Over {
        let _ = write!(
            out,
            "<text class=\"t\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y + 4.5,
            escaped(&value)
        );
    } else if state != State::Cut {
        let at = x + HALF + APART;
        let lines =
            [(value, "t", 13, true), (window, "q", 11, false), (note, if is_cut(seen) { "c" } else { "q" }, 11, false)];
        let lines: Vec<_> = lines.into_iter().filter(|(text, ..)| !text.is_empty()).collect();
        let top = y + 4.5 - 6.5 * (lines.len() as f64 - 1.0);
        for (place, (text, class, size, bold)) in lines.iter().enumerate() {
            let weight = if *bold { " font-weight=\"600\"" } else { "" };
            let line = top + 13.5 * place as f64;
            let _ = write!(
                out,
                "<text class=\"{class} h\" x=\"{at:.1}\" y=\"{line:.1}\" font-size=\"{size}\"{weight}>{}</text>",
                escaped(text)
            );
        }
    }
    out.push_str("</g>\n");
}

fn is_cut(seen: &Seen) -> bool {
    seen.why == Some(crate::Why::Cut)
}

/// Everything about a node, for who points at it.
fn tooltip(node: &Node, seen: &Seen) -> String {
    let mut words = format!("node {}", node.id);
    if !node.searched {
        return words + ": cut, never looked at";
    }
    if let Some(bounds) = &seen.bounds {
        let _ = write!(words, ": {}", crate::words::bounds(bounds));
    }
    if let Some(why) = &seen.words {
        let _ = write!(words, "; {why}");
    }
    words
}

/// Max points up, Min down, chance is round, both a square with a grid; a lattice doubles the outline.
fn shape(out: &mut String, turn: Turn, cut: bool, (x, y): (f64, f64), half_box: f64, double: bool) {
    let class = match turn {
        _ if cut => "n",
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
        Turn::Both => "both",
        Turn::Over => "over",
    };
    let triangle = |half: f64, down: bool| {
        let sign = if down { -1.0 } else { 1.0 };
        format!(
            "M{x:.1} {:.1} {:.1} {:.1}H{:.1}Z",
            y - sign * half,
            x + half * 1.1,
            y + sign * half * 0.9,
            x - half * 1.1
        )
    };
    match turn {
        Turn::Max | Turn::Min => {
            let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", triangle(HALF, turn == Turn::Min));
            if double && !cut {
                let _ = write!(out, "<path class=\"{class} in\" d=\"{}\"/>", triangle(HALF * 0.55, turn == Turn::Min));
            }
        }
        Turn::Chance => {
            let _ = write!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{HALF}\"/>");
        }
        Turn::Both => {
            let (left, top, side) = (x - HALF + 1.0, y - HALF + 1.0, 2.0 * HALF - 2.0);
            let _ = write!(
                out,
                "<path class=\"{class}\" d=\"M{left:.1} {top:.1}h{side:.1}v{side:.1}h-{side:.1}ZM{x:.1} {top:.1}v{side:.1}M{left:.1} {y:.1}h{side:.1}\"/>"
            );
        }
        Turn::Over => {
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"24\" rx=\"5\"/>",
                x - half_box,
                y - 12.0,
                2.0 * half_box
            );
        }
    }
}

/// What the shapes mean, of those that occur.
fn legend(out: &mut String, record: &Record, y: f64) {
    let kinds = [
        (Turn::Max, "Max moves"),
        (Turn::Min, "Min moves"),
        (Turn::Chance, "chance decides"),
        (Turn::Both, "both move at once"),
        (Turn::Over, "over"),
    ];
    let mut x = MARGIN + HALF;
    for (turn, name) in kinds {
        if record.nodes.iter().any(|node| node.turn == turn && node.searched) {
            let _ = write!(out, "<g transform=\"translate({x:.1} {y:.1}) scale(.6)\">");
            shape(out, turn, false, (0.0, 0.0), HALF, false);
            let _ = writeln!(
                out,
                "</g><text class=\"q\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"11.5\">{name}</text>",
                x + 14.0,
                y + 4.0
            );
            x += 42.0 + look::width(name, look::SMALL_LETTER);
        }
    }
    if record.nodes.iter().any(|node| !node.searched) {
        let _ = writeln!(
            out,
            "<path class=\"x\" d=\"M{:.1} {y:.1}h26\"/><path class=\"k\" d=\"M{:.1} {:.1}v10\"/>\
             <text class=\"q\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"11.5\">cut: never looked at</text>",
            x - 8.0,
            x,
            y - 5.0,
            x + 25.0,
            y + 4.0
        );
    }
}

/// Text as XML has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // Other control characters may not stand in XML at all.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

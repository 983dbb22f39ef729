//! Draws a [`Figure`]: lays out title, legend, axes and series as a list of shapes, which becomes SVG.
//!
//! Title, legend and the name of the vertical axis stand above the frame, so nothing ever covers a point and no text
//! is turned. Colours and markers go by the name of a series: ours has filled markers and drawn lines, the paper's
//! hollow markers and dashed lines, so that a point that we reproduce is a dot inside a ring.

use crate::figure::{Axis, Figure, Scale, Style};
use crate::letters::{Face, text_width};
use crate::marks;
use crate::scene::{Anchor, Pen, Role, Scene, Shape};
use crate::ticks::Ticks;

/// The figure as an SVG file that looks right on light and dark screens.
pub fn svg(figure: &Figure) -> String {
    scene(figure).svg(true)
}

/// The figure as SVG to be put into a page that has [`style`] once.
pub fn inline_svg(figure: &Figure) -> String {
    scene(figure).svg(false)
}

/// The rules that give the colours of [`inline_svg`] on a dark screen.
pub fn style() -> String {
    crate::scene::dark_style()
}

const WIDTH: f32 = 760.0;
const FRAME_HEIGHT: f32 = 310.0;
const MARGIN: f32 = 18.0;
const TITLE: f32 = 15.5;
const TEXT: f32 = 12.0;
const SMALL: f32 = 11.0;

/// The frame of a plot and its axes: turns values into places.
pub(crate) struct Frame {
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
    pub(crate) x: Ticks,
    pub(crate) y: Ticks,
}

impl Frame {
    pub(crate) fn x(&self, value: f64) -> f32 {
        self.left + (self.right - self.left) * self.x.share(value) as f32
    }

    pub(crate) fn y(&self, value: f64) -> f32 {
        self.bottom - (self.bottom - self.top) * self.y.share(value) as f32
    }
}

fn scene(figure: &Figure) -> Scene {
    let mut shapes = Vec::new();
    let mut y = MARGIN + TITLE * 0.8;
    for line in wrapped(Face::Bold, &figure.title, TITLE, WIDTH - 2.0 * MARGIN, 3) {
        shapes.push(text(MARGIN, y, line, TITLE, Anchor::Start, Role::Ink, true));
        y += TITLE + 5.0;
    }
    y = legend(figure, y, &mut shapes);
    if !figure.y.label.is_empty() {
        y += 5.0;
        shapes.push(text(MARGIN, y, &figure.y.label, TEXT, Anchor::Start, Role::Muted, false));
        y += 11.0;
    }

    let vertical = vertical_ticks(figure);
    let widths = vertical.named.iter().map(|(_, name)| text_width(Face::Regular, name, SMALL));
    let left = MARGIN + widths.fold(0.0, f32::max) + 8.0;
    let right = WIDTH - MARGIN - 6.0;
    let frame = Frame {
        left,
        right,
        top: y + 6.0,
        bottom: y + 6.0 + FRAME_HEIGHT,
        x: horizontal_ticks(figure, right - left),
        y: vertical,
    };
    grid(figure, &frame, &mut shapes);
    marks::draw(figure, &frame, &mut shapes);
    let mut y = horizontal_names(figure, &frame, &mut shapes);
    if !figure.x.label.is_empty() {
        y += TEXT + 8.0;
        let middle = f32::midpoint(frame.left, frame.right);
        shapes.push(text(middle, y, &figure.x.label, TEXT, Anchor::Middle, Role::Muted, false));
    }
    let height = (y + MARGIN).ceil();
    Scene { width: WIDTH, height, title: figure.title.clone(), shapes }
}

/// The legend, in as many lines as it needs; a single series of ours needs none. Returns the place below it.
fn legend(figure: &Figure, top: f32, shapes: &mut Vec<Shape>) -> f32 {
    if figure.series.len() < 2 && figure.series.iter().all(|series| !series.paper) {
        return top;
    }
    let (mut x, mut y) = (MARGIN, top + 3.0);
    for series in &figure.series {
        let name = series.legend();
        let name = shortened(Face::Regular, &name, TEXT, WIDTH - 2.0 * MARGIN - 40.0);
        let width = text_width(Face::Regular, &name, TEXT);
        if x > MARGIN && x + 40.0 + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + TEXT + 8.0);
        }
        x += marks::sample(figure, series, x, y - TEXT * 0.35, shapes) + 7.0;
        shapes.push(text(x, y, name, TEXT, Anchor::Start, Role::Ink, false));
        x += width + 22.0;
    }
    y + TEXT + 8.0
}

fn grid(figure: &Figure, frame: &Frame, shapes: &mut Vec<Shape>) {
    let mut line = |points: Vec<(f32, f32)>, role, width| {
        shapes.push(Shape::Line { points, pen: Pen { role, width, dashed: false } });
    };
    for &value in &frame.y.fine {
        line(vec![(frame.left, frame.y(value)), (frame.right, frame.y(value))], Role::Grid, 0.4);
    }
    for &(value, _) in &frame.y.named {
        line(vec![(frame.left, frame.y(value)), (frame.right, frame.y(value))], Role::Grid, 1.0);
    }
    if !matches!(figure.x.scale, Scale::Categories(_)) {
        for &(value, _) in &frame.x.named {
            line(vec![(frame.x(value), frame.bottom), (frame.x(value), frame.bottom + 4.0)], Role::Muted, 1.0);
        }
    }
    let base = if !frame.y.log && frame.y.low < 0.0 && frame.y.high > 0.0 { 0.0 } else { frame.y.low };
    line(vec![(frame.left, frame.y(base)), (frame.right, frame.y(base))], Role::Muted, 1.2);
    for (value, name) in &frame.y.named {
        let y = frame.y(*value) + SMALL * 0.36;
        shapes.push(text(frame.left - 8.0, y, name, SMALL, Anchor::End, Role::Muted, false));
    }
}

/// The names along the horizontal axis, those of categories in several lines if need be. Returns the last base line.
fn horizontal_names(figure: &Figure, frame: &Frame, shapes: &mut Vec<Shape>) -> f32 {
    let y = frame.bottom + 8.0 + SMALL;
    let mut last = y;
    match &figure.x.scale {
        Scale::Categories(names) => {
            let room = (frame.right - frame.left) / names.len().max(1) as f32 - 6.0;
            let size = if names.len() > 12 { 9.5 } else { SMALL };
            for (place, name) in names.iter().enumerate() {
                let lines = wrapped(Face::Regular, name, size, room, 3);
                for (number, part) in lines.into_iter().enumerate() {
                    let y = y + number as f32 * (size + 3.0);
                    let x = frame.x(place as f64);
                    shapes.push(text(x, y, part, size, Anchor::Middle, Role::Muted, false));
                    last = last.max(y);
                }
            }
        }
        _ => {
            for (value, name) in &frame.x.named {
                let x = frame.x(*value);
                shapes.push(text(x, y, name, SMALL, Anchor::Middle, Role::Muted, false));
            }
        }
    }
    last
}

fn vertical_ticks(figure: &Figure) -> Ticks {
    let shown = figure.series.iter().flat_map(|series| &series.points).filter(|p| figure.shows(p));
    let values = shown.flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [point.y, low, high]
    });
    let bars = figure.series.iter().any(|series| series.style == Style::Bars);
    let (low, high) = span(&figure.y, values);
    if figure.y.scale == Scale::Log {
        // A bar that ends where the axis begins would have no height.
        let low = if bars { low / 2.0 } else { low };
        Ticks::log(low, high)
    } else if bars {
        Ticks::linear(low.min(0.0), high.max(0.0))
    } else {
        Ticks::linear(low, high)
    }
}

fn horizontal_ticks(figure: &Figure, width: f32) -> Ticks {
    if let Scale::Categories(names) = &figure.x.scale {
        let high = names.len().max(1) as f64 - 0.5;
        return Ticks { log: false, low: -0.5, high, named: Vec::new(), fine: Vec::new() };
    }
    let shown = figure.series.iter().flat_map(|series| &series.points).filter(|p| figure.shows(p));
    let mut values: Vec<f64> = shown.map(|point| point.x).collect();
    values.extend(figure.x.include.filter(|value| figure.x.scale.shows(*value)));
    values.sort_by(f64::total_cmp);
    values.dedup();
    let (low, high) = span(&figure.x, values.iter().copied());
    let round = if figure.x.scale == Scale::Log { Ticks::log(low, high) } else { Ticks::linear(low, high) };
    let bars = figure.series.iter().any(|series| series.style == Style::Bars);
    let padding = if bars { 0.5 / values.len().max(1) as f64 } else { 0.035 };
    let exact = round.at_values(&values).padded(padding);
    if values.len() <= 12 && names_fit(&exact, width) { exact } else { round.padded(if bars { padding } else { 0.02 }) }
}

/// Whether the names along a horizontal axis of this width keep their distance.
fn names_fit(ticks: &Ticks, width: f32) -> bool {
    let mut free = f32::NEG_INFINITY;
    ticks.named.iter().all(|(value, name)| {
        let half = text_width(Face::Regular, name, SMALL) / 2.0;
        let middle = ticks.share(*value) as f32 * width;
        let fits = middle - half > free;
        free = middle + half + 6.0;
        fits
    })
}

/// The least and the greatest of some values that an axis can show; something sensible if there is none.
fn span(axis: &Axis, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.chain(axis.include).filter(|value| axis.scale.shows(*value));
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
        Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    ends.unwrap_or(if axis.scale == Scale::Log { (1.0, 10.0) } else { (0.0, 1.0) })
}

pub(crate) fn text(
    x: f32,
    y: f32,
    text: impl Into<String>,
    size: f32,
    anchor: Anchor,
    role: Role,
    bold: bool,
) -> Shape {
    Shape::Text { x, y, text: text.into(), size, bold, anchor, role }
}

/// A text in at most so many lines that fit a width; what does not fit is shortened.
fn wrapped(face: Face, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let full = lines.len() >= most;
        match lines.last_mut() {
            Some(line) if full || text_width(face, &format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| shortened(face, &line, size, width)).collect()
}

/// A text that fits a width, ended by dots if some of it had to go.
fn shortened(face: Face, text: &str, size: f32, width: f32) -> String {
    if text_width(face, text, size) <= width {
        return text.to_owned();
    }
    let mut short: Vec<char> = text.chars().collect();
    while !short.is_empty() {
        short.pop();
        let candidate: String = short.iter().chain(&['…']).collect();
        if text_width(face, &candidate, size) <= width {
            return candidate;
        }
    }
    String::new()
}

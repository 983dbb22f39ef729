//! The marks of a plot: bars, lines, error bars and markers of the series inside the frame, and their samples in the
//! legend.

use crate::figure::{Figure, Point, Scale, Series, Style};
use crate::letters::{Face, text_width};
use crate::number::Format;
use crate::plot::{Frame, text};
use crate::scene::{Anchor, Pen, Role, Shape};

/// Kinds of marker. Their number has no common factor with that of the colours, so that pairs repeat late.
const MARKERS: usize = 6;
const OURS: f32 = 3.9;
const PAPERS: f32 = 6.2;

/// Draws all series: bars lowest, then lines and error bars, then the paper's rings, then our dots inside them.
pub(crate) fn draw(figure: &Figure, frame: &Frame, shapes: &mut Vec<Shape>) {
    bars(figure, frame, shapes);
    let marked: Vec<&Series> = figure.series.iter().filter(|s| s.style != Style::Bars).collect();
    for series in &marked {
        if series.style != Style::Points {
            line(figure, series, frame, shapes);
        }
        for point in series.points.iter().filter(|point| figure.shows(point)) {
            let role = Role::Series(colour(figure, series));
            error_bar(point, frame.x(point.x), frame, role, shapes);
        }
    }
    for paper in [true, false] {
        for series in marked.iter().filter(|s| s.paper == paper && s.style != Style::Curve) {
            for point in series.points.iter().filter(|point| figure.shows(point)) {
                let (x, y) = (frame.x(point.x), frame.y(point.y));
                marker(colour(figure, series), paper, x, y, Some(hint(figure, series, point)), shapes);
            }
        }
    }
}

/// A series as the legend shows it, from `x` to the right and around the height `y`. Returns its width.
pub(crate) fn sample(figure: &Figure, series: &Series, x: f32, y: f32, shapes: &mut Vec<Shape>) -> f32 {
    let number = colour(figure, series);
    match series.style {
        Style::Bars => {
            shapes.push(bar(rectangle(x, y - 5.5, x + 14.0, y + 5.5), number, series.paper, None));
            14.0
        }
        Style::Points => {
            marker(number, series.paper, x + 7.0, y, None, shapes);
            14.0
        }
        Style::Line | Style::Curve => {
            let pen = line_pen(number, series.paper);
            shapes.push(Shape::Line { points: vec![(x, y), (x + 32.0, y)], pen });
            if series.style == Style::Line {
                marker(number, series.paper, x + 16.0, y, None, shapes);
            }
            32.0
        }
    }
}

/// The place of a series' name among all names: its colour and marker.
fn colour(figure: &Figure, series: &Series) -> usize {
    let mut names: Vec<&str> = Vec::new();
    for known in &figure.series {
        if !names.contains(&known.name.as_str()) {
            names.push(&known.name);
        }
    }
    names.iter().position(|name| *name == series.name).unwrap_or(0)
}

fn line_pen(number: usize, paper: bool) -> Pen {
    let width = if paper { 1.5 } else { 2.0 };
    Pen { role: Role::Series(number), width, dashed: paper }
}

/// The line of a series, broken where a point has no place.
fn line(figure: &Figure, series: &Series, frame: &Frame, shapes: &mut Vec<Shape>) {
    let pen = line_pen(colour(figure, series), series.paper);
    for run in series.points.split(|point| !figure.shows(point)) {
        if run.len() > 1 {
            let points = run.iter().map(|point| (frame.x(point.x), frame.y(point.y))).collect();
            shapes.push(Shape::Line { points, pen });
        }
    }
}

fn error_bar(point: &Point, x: f32, frame: &Frame, role: Role, shapes: &mut Vec<Shape>) {
    let Some((low, high)) = point.interval else {
        return;
    };
    if low.is_nan() || high.is_nan() {
        return;
    }
    // An end that the axis cannot show, such as one below zero on a logarithmic axis, is drawn at the frame.
    let within = |value: f64| frame.y(value.max(frame.y.low).min(frame.y.high));
    let (low, high) = (within(low), within(high));
    let pen = Pen { role, width: 1.4, dashed: false };
    for points in
        [vec![(x, low), (x, high)], vec![(x - 4.0, low), (x + 4.0, low)], vec![(x - 4.0, high), (x + 4.0, high)]]
    {
        shapes.push(Shape::Line { points, pen });
    }
}

/// A marker: filled for ours; for the paper's hollow and larger, so that an equal value is a dot in a ring.
fn marker(number: usize, paper: bool, x: f32, y: f32, hint: Option<String>, shapes: &mut Vec<Shape>) {
    let role = Role::Series(number);
    let (size, fill, pen) = if paper {
        (PAPERS, Some(Role::Ground), Pen { role, width: 1.6, dashed: false })
    } else {
        (OURS, Some(role), Pen { role: Role::Ground, width: 0.8, dashed: false })
    };
    let pen = Some(pen);
    let polygon = |corners: &[(f32, f32)]| -> Vec<(f32, f32)> {
        corners.iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect()
    };
    let points = match number % MARKERS {
        0 => {
            shapes.push(Shape::Circle { x, y, radius: size, fill, pen, hint });
            return;
        }
        1 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => polygon(&[(0.0, -1.15), (1.1, 0.8), (-1.1, 0.8)]),
        3 => polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        4 => polygon(&[(0.0, 1.15), (1.1, -0.8), (-1.1, -0.8)]),
        _ => polygon(&[(-0.6, -1.05), (0.6, -1.05), (1.2, 0.0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0.0)]),
    };
    shapes.push(Shape::Area { points, fill, pen, hint });
}

/// The bars of all series, side by side at each place.
fn bars(figure: &Figure, frame: &Frame, shapes: &mut Vec<Shape>) {
    let is_bars = |series: &&Series| series.style == Style::Bars;
    let groups: Vec<&Series> = figure.series.iter().filter(is_bars).collect();
    if groups.is_empty() {
        return;
    }
    let width = (slot(figure, frame) * 0.8 / groups.len() as f32).min(64.0);
    let base = if frame.y.log { frame.y.low } else { 0.0_f64.clamp(frame.y.low, frame.y.high) };
    let mut numbers = Vec::new();
    for (place, series) in groups.iter().enumerate() {
        let number = colour(figure, series);
        let offset = (place as f32 - (groups.len() as f32 - 1.0) / 2.0) * width;
        for point in series.points.iter().filter(|point| figure.shows(point)) {
            let middle = frame.x(bar_place(figure, point)) + offset;
            let (left, right) = (middle - width * 0.45, middle + width * 0.45);
            let (top, bottom) = (frame.y(point.y), frame.y(base));
            let hint = Some(hint(figure, series, point));
            shapes.push(bar(rectangle(left, top, right, bottom), number, series.paper, hint));
            error_bar(point, middle, frame, Role::Ink, shapes);
            numbers.push((middle, beyond_bar(point, frame), bar_number(point.y)));
        }
    }
    // Numbers at the ends of the bars help as long as they do not run into each other.
    let fit = |(_, _, text): &(f32, f32, String)| text_width(Face::Regular, text, 9.5) <= width + 1.0;
    if numbers.len() <= 40 && numbers.iter().all(fit) {
        for (x, y, number) in numbers {
            shapes.push(text(x, y, number, 9.5, Anchor::Middle, Role::Muted, false));
        }
    }
}

/// Where along the axis the bars of a point stand: on an axis of names, at its name, so that no bar leaves its slot.
fn bar_place(figure: &Figure, point: &Point) -> f64 {
    if matches!(figure.x.scale, Scale::Categories(_)) { point.x.round() } else { point.x }
}

/// The base line of the number at the end of a bar: above it, or below it if it hangs down.
fn beyond_bar(point: &Point, frame: &Frame) -> f32 {
    let (low, high) = point.interval.unwrap_or((point.y, point.y));
    if point.y < 0.0 {
        frame.y(low.min(point.y).max(frame.y.low)) + 11.0
    } else {
        frame.y(high.max(point.y).min(frame.y.high)) - 4.0
    }
}

/// A number without the zeros that only fill up its decimals.
fn bar_number(value: f64) -> String {
    let text = Format::Tidy.write(value).replace('-', "−");
    if text.contains('.') && !text.contains('×') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The width that the bars of one place share.
fn slot(figure: &Figure, frame: &Frame) -> f32 {
    let width = frame.right - frame.left;
    if let Scale::Categories(names) = &figure.x.scale {
        return width / names.len().max(1) as f32;
    }
    let shown = figure.series.iter().flat_map(|s| &s.points).filter(|point| figure.shows(point));
    let mut places: Vec<f32> = shown.map(|point| frame.x(point.x)).collect();
    places.sort_by(f32::total_cmp);
    places.dedup();
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]);
    // Half a slot must fit between the outermost place and the frame.
    let outer = places.iter().flat_map(|x| [2.0 * (x - frame.left), 2.0 * (frame.right - x)]);
    gaps.chain(outer).fold(width, f32::min)
}

fn bar(points: Vec<(f32, f32)>, number: usize, paper: bool, hint: Option<String>) -> Shape {
    let role = Role::Series(number);
    let pen = paper.then_some(Pen { role, width: 1.5, dashed: true });
    Shape::Area { points, fill: (!paper).then_some(role), pen, hint }
}

fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Vec<(f32, f32)> {
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// What a reader sees on pointing at a mark.
fn hint(figure: &Figure, series: &Series, point: &Point) -> String {
    let x = match &figure.x.scale {
        Scale::Categories(names) => names.get(point.x.round() as usize).cloned().unwrap_or_default(),
        _ => Format::Tidy.write(point.x),
    };
    let y = Format::Tidy.write(point.y);
    let interval = point.interval.map_or_else(String::new, |(low, high)| {
        format!(" ({} to {})", Format::Tidy.write(low), Format::Tidy.write(high))
    });
    format!("{}, {x}: {y}{interval}", series.legend())
}

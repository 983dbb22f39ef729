//! A drawing as a list of shapes, and its writer as SVG. What is drawn is decided in [`plot`](crate::plot).
//!
//! Colours are roles. SVG gives every shape a class as well as a colour, so that a page with a dark background can
//! give the roles other colours.

use std::fmt::Write;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Ground,
    Ink,
    Muted,
    Grid,
    Series(usize),
}

/// Seven hues that stay apart under the common kinds of colour blindness (after Okabe and Ito), on white and on black.
const LIGHT: [&str; 7] = ["#0072b2", "#d55e00", "#008a64", "#b8568c", "#c98500", "#3f9fdc", "#5f6670"];
const DARK: [&str; 7] = ["#4ea8e0", "#f0803c", "#2fc49a", "#e59ac4", "#f2b53a", "#8fd0f7", "#a4acb8"];
pub(crate) const SERIES_COLOURS: usize = LIGHT.len();

impl Role {
    fn class(self) -> String {
        match self {
            Self::Ground => "ground".to_owned(),
            Self::Ink => "ink".to_owned(),
            Self::Muted => "muted".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Series(number) => format!("c{}", number % SERIES_COLOURS),
        }
    }

    pub(crate) fn colour(self, dark: bool) -> &'static str {
        match self {
            Self::Ground => ["#ffffff", "#15181d"][usize::from(dark)],
            Self::Ink => ["#1c2026", "#e8eaee"][usize::from(dark)],
            Self::Muted => ["#5a626e", "#a2abb8"][usize::from(dark)],
            Self::Grid => ["#e3e6ea", "#2c323b"][usize::from(dark)],
            Self::Series(number) => [LIGHT, DARK][usize::from(dark)][number % SERIES_COLOURS],
        }
    }
}

/// The rules that give the roles their colours on a dark screen.
pub(crate) fn dark_style() -> String {
    let roles = [Role::Ground, Role::Ink, Role::Muted, Role::Grid];
    let series = (0..SERIES_COLOURS).map(Role::Series);
    let mut rules = String::new();
    for role in roles.into_iter().chain(series) {
        let (class, colour) = (role.class(), role.colour(true));
        let _ = write!(rules, ".f-{class}{{fill:{colour}}}.s-{class}{{stroke:{colour}}}");
    }
    format!("@media (prefers-color-scheme:dark){{{rules}}}")
}

/// Which end of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of some width, drawn through or dashed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) role: Role,
    pub(crate) width: f32,
    pub(crate) dashed: bool,
}

/// A shape; places are in points from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A line through points.
    Line { points: Vec<(f32, f32)>, pen: Pen },
    /// A closed outline, with what a reader sees on pointing at it.
    Area { points: Vec<(f32, f32)>, fill: Option<Role>, pen: Option<Pen>, hint: Option<String> },
    /// A circle, with what a reader sees on pointing at it.
    Circle { x: f32, y: f32, radius: f32, fill: Option<Role>, pen: Option<Pen>, hint: Option<String> },
    /// A line of text; `y` is the base line.
    Text { x: f32, y: f32, text: String, size: f32, bold: bool, anchor: Anchor, role: Role },
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

pub(crate) const DASH: [f32; 2] = [5.0, 3.5];

impl Scene {
    /// The drawing as SVG. Alone it carries its own rules for dark screens; a page that holds many has them once.
    pub(crate) fn svg(&self, alone: bool) -> String {
        let (width, height) = (self.width, self.height);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" aria-label=\"{}\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif\">\n",
            escaped(&self.title)
        );
        if alone {
            let _ = writeln!(text, "<style>{}</style>", dark_style());
        }
        let ground = paints(Some(Role::Ground), None);
        let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\"{ground}/>");
        for shape in &self.shapes {
            text += &svg_shape(shape);
        }
        text + "</svg>\n"
    }
}

fn svg_shape(shape: &Shape) -> String {
    let list = |points: &[(f32, f32)]| {
        let pairs = points.iter().map(|(x, y)| format!("{},{}", place(*x), place(*y)));
        pairs.collect::<Vec<_>>().join(" ")
    };
    let closed = |name: &str, hint: &Option<String>| match hint {
        Some(hint) => format!("><title>{}</title></{name}>\n", escaped(hint)),
        None => "/>\n".to_owned(),
    };
    match shape {
        Shape::Line { points, pen } => {
            format!("<polyline points=\"{}\"{}/>\n", list(points), paints(None, Some(*pen)))
        }
        Shape::Area { points, fill, pen, hint } => {
            let (points, paints) = (list(points), paints(*fill, *pen));
            format!("<polygon points=\"{points}\"{paints}{}", closed("polygon", hint))
        }
        Shape::Circle { x, y, radius, fill, pen, hint } => {
            let (x, y, paints) = (place(*x), place(*y), paints(*fill, *pen));
            let end = closed("circle", hint);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paints}{end}")
        }
        Shape::Text { x, y, text, size, bold, anchor, role } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{weight}{}>{}</text>\n",
                place(*x),
                place(*y),
                paints(Some(*role), None),
                escaped(text)
            )
        }
    }
}

/// The attributes of fill and stroke, each as a colour and as a class.
fn paints(fill: Option<Role>, pen: Option<Pen>) -> String {
    let mut classes = Vec::new();
    let mut text = match fill {
        Some(role) => {
            classes.push(format!("f-{}", role.class()));
            format!(" fill=\"{}\"", role.colour(false))
        }
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(pen) = pen {
        classes.push(format!("s-{}", pen.role.class()));
        let (colour, width) = (pen.role.colour(false), pen.width);
        let _ = write!(text, " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"");
        if pen.dashed {
            let _ = write!(text, " stroke-dasharray=\"{} {}\"", DASH[0], DASH[1]);
        }
    }
    if !classes.is_empty() {
        let _ = write!(text, " class=\"{}\"", classes.join(" "));
    }
    text
}

/// A place to a hundredth of a point, without trailing zeros.
fn place(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A text with the characters that mean something to XML and HTML written as entities; those that XML forbids are
/// dropped.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => safe.push(c),
        }
    }
    safe
}

//! Figures as data: axes and series. [`plot`](crate::plot) draws them.

/// A figure: series of points over two axes.
///
/// ```
/// use secateur_lab::{Axis, Figure, Series};
///
/// let figure = Figure::new("nodes", "Expanded positions of Goofspiel")
///     .axes(Axis::linear("cards"), Axis::log("expanded"))
///     .series(Series::line("SMAB").points([(4.0, 71.0), (5.0, 742.0), (6.0, 13_560.0)]))
///     .series(Series::line("SMAB").paper().points([(6.0, 13_560.0), (7.0, 757_699.0)]));
/// assert!(secateur_lab::plot::svg(&figure).contains("SMAB (paper)"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Names the figure's files.
    pub id: String,
    /// What stands above it.
    pub title: String,
    /// What is said below it; may be empty.
    pub caption: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// A sentence on each difference between ours and the paper's.
    pub differences: Vec<String>,
}

impl Figure {
    /// A figure without series, with two linear axes.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            caption: String::new(),
            x: Axis::linear(""),
            y: Axis::linear(""),
            series: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// The same figure with other axes.
    #[must_use]
    pub fn axes(self, x: Axis, y: Axis) -> Self {
        Self { x, y, ..self }
    }

    /// The same figure with a caption.
    #[must_use]
    pub fn caption(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    /// The same figure with a series more.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The same figure with a sentence on a difference from the paper.
    #[must_use]
    pub fn difference(mut self, sentence: impl Into<String>) -> Self {
        self.differences.push(sentence.into());
        self
    }

    /// What is to be said below the figure: the differences, and how many points could not be drawn.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.differences.clone();
        let points = self.series.iter().flat_map(|series| &series.points);
        let hidden = points.filter(|point| !self.shows(point)).count();
        if hidden > 0 {
            remarks.push(format!(
                "{hidden} point{} not drawn: not a number, or not positive on a logarithmic axis.",
                if hidden == 1 { " is" } else { "s are" }
            ));
        }
        remarks
    }

    /// Whether a point has a place in the figure.
    pub(crate) fn shows(&self, point: &Point) -> bool {
        self.x.scale.shows(point.x) && self.y.scale.shows(point.y)
    }
}

/// An axis of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured along it, with its unit.
    pub label: String,
    /// How values become places.
    pub scale: Scale,
    /// A value that the axis includes even if no point has it.
    pub include: Option<f64>,
}

impl Axis {
    /// An axis with equal steps.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Linear, include: None }
    }

    /// An axis with equal factors.
    pub fn log(label: impl Into<String>) -> Self {
        Self { label: label.into(), scale: Scale::Log, include: None }
    }

    /// An axis of names; a point with `x = i` belongs to the name at place `i`.
    pub fn categories<T: Into<String>>(label: impl Into<String>, names: impl IntoIterator<Item = T>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { label: label.into(), scale: Scale::Categories(names), include: None }
    }

    /// The same axis, long enough for a value.
    #[must_use]
    pub fn including(self, value: f64) -> Self {
        Self { include: Some(value), ..self }
    }
}

/// How values become places.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors.
    Log,
    /// Names.
    Categories(Vec<String>),
}

impl Scale {
    /// Whether a value has a place on an axis of this kind.
    pub(crate) fn shows(&self, value: f64) -> bool {
        match self {
            // Spans and factors of values beyond these would overflow; no measurement comes near.
            Self::Linear => value.abs() < 1e100,
            Self::Log => (1e-100..1e100).contains(&value),
            Self::Categories(names) => value > -0.5 && value < names.len() as f64 - 0.5,
        }
    }
}

/// A series of points. Series of one name share colour and marker: ours filled, the paper's hollow and dashed.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Whether these are the paper's figures.
    pub paper: bool,
    /// How it is drawn.
    pub style: Style,
    /// The points, in the order in which a line joins them.
    pub points: Vec<Point>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Markers joined by a line.
    Line,
    /// A line without markers, for ceilings and dense curves.
    Curve,
    /// Markers alone.
    Points,
    /// Bars from the horizontal axis.
    Bars,
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place along the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The ends of its error bar, lower first.
    pub interval: Option<(f64, f64)>,
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self { x, y, interval: None }
    }
}

impl Series {
    /// Markers joined by a line.
    pub fn line(name: impl Into<String>) -> Self {
        Self::styled(name, Style::Line)
    }

    /// A line without markers.
    pub fn curve(name: impl Into<String>) -> Self {
        Self::styled(name, Style::Curve)
    }

    /// Markers alone.
    pub fn scatter(name: impl Into<String>) -> Self {
        Self::styled(name, Style::Points)
    }

    /// Bars.
    pub fn bars(name: impl Into<String>) -> Self {
        Self::styled(name, Style::Bars)
    }

    /// The same series as the paper's.
    #[must_use]
    pub fn paper(self) -> Self {
        Self { paper: true, ..self }
    }

    /// The same series with more points.
    #[must_use]
    pub fn points(mut self, points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        self.points.extend(points.into_iter().map(Into::into));
        self
    }

    /// The same series with a point more that has an error bar.
    #[must_use]
    pub fn estimate(mut self, x: f64, y: f64, interval: Option<(f64, f64)>) -> Self {
        self.points.push(Point { x, y, interval });
        self
    }

    /// What the legend says.
    pub(crate) fn legend(&self) -> String {
        if self.paper { format!("{} (paper)", self.name) } else { self.name.clone() }
    }

    fn styled(name: impl Into<String>, style: Style) -> Self {
        Self { name: name.into(), paper: false, style, points: Vec::new() }
    }
}

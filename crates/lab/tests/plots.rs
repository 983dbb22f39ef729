//! Whatever a figure holds, it is drawn: nothing panics, every place is a number, and the SVG is well formed.

use proptest::prelude::*;
use secateur_lab::{Axis, Figure, Point, Series, plot};

fn any_value() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -1e3..1e3_f64,
        4 => (-30.0..30.0_f64).prop_map(|exponent| 10_f64.powf(exponent)),
        2 => (0..5_i32).prop_map(f64::from),
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324]),
    ]
}

fn any_point() -> impl Strategy<Value = Point> {
    (any_value(), any_value(), prop::option::of((any_value(), any_value()))).prop_map(|(x, y, interval)| Point {
        x,
        y,
        interval,
    })
}

fn any_series() -> impl Strategy<Value = Series> {
    let kinds: Vec<fn(String) -> Series> = vec![Series::line, Series::curve, Series::scatter, Series::bars];
    let points = prop::collection::vec(any_point(), 0..8);
    ("[a-c<&\"'ε ]{0,30}", prop::sample::select(kinds), any::<bool>(), points).prop_map(
        |(name, kind, paper, points)| {
            let series = kind(name).points(points);
            if paper { series.paper() } else { series }
        },
    )
}

fn any_axis(names: bool) -> impl Strategy<Value = Axis> {
    (0..if names { 3 } else { 2 }, "\\PC{0,20}", prop::option::of(any_value()), 0..5_usize).prop_map(
        |(kind, label, include, count)| {
            let axis = match kind {
                0 => Axis::linear(label),
                1 => Axis::log(label),
                _ => Axis::categories(label, (0..count).map(|n| format!("name {n} <of> many words & signs"))),
            };
            include.map_or(axis.clone(), |value| axis.including(value))
        },
    )
}

fn any_figure() -> impl Strategy<Value = Figure> {
    (any::<String>(), any_axis(true), any_axis(false), prop::collection::vec(any_series(), 0..6)).prop_map(
        |(title, x, y, series)| {
            let figure = Figure::new("any", title).axes(x, y);
            series.into_iter().fold(figure, Figure::series)
        },
    )
}

/// Checks that every element is closed in order and that no text holds a bare `<` or `&`.
fn assert_well_formed(svg: &str) -> Result<(), TestCaseError> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        for entity in text.split('&').skip(1) {
            prop_assert!(entity.find(';').is_some_and(|end| end < 6), "a bare & in {text:?}");
        }
        let end = tag.find('>');
        prop_assert!(end.is_some(), "an unclosed tag");
        let inside = &tag[1..end.unwrap_or(1)];
        prop_assert!(!inside.contains('<') && inside.matches('"').count() % 2 == 0, "{inside}");
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        if inside.starts_with('/') {
            prop_assert_eq!(open.pop(), Some(name));
        } else if !inside.ends_with('/') {
            open.push(name);
        }
        rest = &tag[end.unwrap_or(0) + 1..];
    }
    prop_assert!(open.is_empty() && rest.trim().is_empty());
    Ok(())
}

/// Every coordinate of the drawing, as a number.
fn places(svg: &str) -> Vec<f64> {
    let attributes = [" points=\"", " cx=\"", " cy=\"", " x=\"", " y=\""];
    let values = attributes.iter().flat_map(|name| svg.split(*name).skip(1));
    let values = values.filter_map(|rest| rest.split('"').next());
    values.flat_map(|list| list.split([' ', ','])).map(|number| number.parse().unwrap_or(f64::NAN)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]
    #[test]
    fn every_figure_is_well_formed_svg(figure in any_figure()) {
        let svg = plot::svg(&figure);
        assert_well_formed(&svg)?;
        prop_assert!(plot::inline_svg(&figure).len() < svg.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]
    #[test]
    fn every_mark_is_inside_the_picture(figure in any_figure()) {
        // Titles and names are texts of any kind; without them every attribute is a place.
        let figure = Figure { title: String::new(), ..figure };
        let svg = plot::svg(&figure);
        let height: f64 = svg.split(" height=\"").nth(1).and_then(|t| t.split('"').next()).unwrap().parse().unwrap();
        for place in places(&svg) {
            prop_assert!(place >= -2.0 && place <= height.max(762.0), "{place} in {svg}");
        }
    }
}

#[test]
fn series_of_one_name_share_a_colour_and_the_papers_is_dashed() {
    let figure = Figure::new("f", "F")
        .series(Series::line("a").points([(1.0, 1.0), (2.0, 2.0)]))
        .series(Series::line("b").points([(1.0, 3.0), (2.0, 1.0)]))
        .series(Series::line("b").paper().points([(1.0, 3.5), (2.0, 1.5)]));
    let svg = plot::svg(&figure);
    let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline") && line.contains("s-c")).collect();
    assert_eq!(lines.iter().filter(|line| line.contains("s-c0")).count(), 2, "in the legend and in the frame");
    assert_eq!(lines.iter().filter(|line| line.contains("s-c1")).count(), 4);
    let dashed: Vec<_> = lines.iter().filter(|line| line.contains("dasharray")).collect();
    assert!(dashed.len() == 2 && dashed.iter().all(|line| line.contains("s-c1")));
}

#[test]
fn bars_between_two_names_stand_at_the_nearer_one() {
    let bar = |x: f64| {
        let axis = Axis::categories("", ["a", "b"]);
        // The first series has no bars, but a place: it pushes those of the second to the right.
        let series = [Series::bars("first"), Series::bars("second").points([(x, 2.0)])];
        let figure = series.into_iter().fold(Figure::new("f", "").axes(axis, Axis::linear("")), Figure::series);
        let svg = plot::svg(&figure);
        let bar = svg.lines().find(|line| line.contains("<title>")).unwrap();
        bar.split('"').nth(1).unwrap().to_owned()
    };
    assert_eq!(bar(1.49), bar(1.0));
    assert_eq!(bar(-0.49), bar(0.0));
    assert_ne!(bar(0.0), bar(1.0));
}

#[test]
fn points_without_a_place_are_counted() {
    let points = [(1.0, 10.0), (2.0, 0.0), (3.0, -1.0), (4.0, f64::NAN), (5.0, 20.0)];
    let figure = Figure::new("f", "F").axes(Axis::linear("x"), Axis::log("y")).series(Series::line("a").points(points));
    assert!(figure.remarks()[0].starts_with("3 points are not drawn"));
    // The line is broken there: two single points make no line.
    let svg = plot::svg(&figure);
    assert!(!svg.lines().any(|line| line.starts_with("<polyline") && line.contains("s-c0")));
    assert_eq!(svg.matches("<circle").count(), 2);
}

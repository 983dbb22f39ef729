//! The page of a sweep: what every algorithm took, and algorithms beside the first one, instance by instance.

use std::collections::BTreeMap;

use crate::number::Format;
use crate::statistics::{Summary, geometric_interval, paired_ratios, sign_test};
use crate::{Axis, Figure, Page, Record, Series, Table};

/// Counters that a table has where any record has them, with what is written above them.
const COUNTERS: [(&str, &str); 8] = [
    ("visits", "visits"),
    ("expanded", "expanded"),
    ("leaves", "leaves"),
    ("lp_calls", "linear programs"),
    ("operations", "lattice operations"),
    ("seconds", "seconds"),
    ("lp_seconds", "seconds of programs"),
    ("peak_bytes", "peak bytes"),
];

/// One way of solving: an algorithm with its ε.
type Way = (String, String);

/// What is solved: a game with its parameters.
type Point = (String, String);

pub(super) fn page(records: &[Record]) -> Page {
    let sweep = Measured::new(records);
    let mut page = Page::new().prose(sweep.agreement());
    page = page.heading("What each took").table(sweep.taken());
    if sweep.ways.len() > 1 {
        page = page.heading("Beside the first, instance by instance").table(sweep.paired());
    }
    for (field, name) in [("visits", "visits"), ("seconds", "seconds")] {
        if let Some(figure) = sweep.figure(field, name) {
            page = page.figure(figure);
        }
    }
    page
}

struct Measured<'m> {
    records: &'m [Record],
    /// In the order of the records.
    ways: Vec<Way>,
    points: Vec<Point>,
}

fn text(record: &Record, name: &str) -> String {
    record.get(name).map_or_else(String::new, ToString::to_string)
}

fn way(record: &Record) -> Way {
    let algorithm = record.text("algorithm").filter(|name| !name.is_empty()).or_else(|| record.text("solved by"));
    (algorithm.unwrap_or_default().to_owned(), text(record, "epsilon"))
}

fn point(record: &Record) -> Point {
    (text(record, "game"), text(record, "parameters"))
}

impl<'m> Measured<'m> {
    fn new(records: &'m [Record]) -> Self {
        let (mut ways, mut points) = (Vec::new(), Vec::new());
        for record in records {
            let (way, point) = (way(record), point(record));
            if !ways.contains(&way) {
                ways.push(way);
            }
            if !points.contains(&point) {
                points.push(point);
            }
        }
        Self { records, ways, points }
    }

    fn of(&self, the_point: &Point, the_way: &Way) -> Vec<&Record> {
        self.records.iter().filter(|record| point(record) == *the_point && way(record) == *the_way).collect()
    }

    fn named(&self, way: &Way) -> String {
        let several = self.ways.iter().any(|other| other.1 != way.1);
        if several || way.1 != "0" { format!("{}, ε = {}", way.0, way.1) } else { way.0.clone() }
    }

    /// Whether all answers about one instance can be true at once.
    fn agreement(&self) -> String {
        let mut instances: BTreeMap<(Point, String), Vec<&Record>> = BTreeMap::new();
        for record in self.records {
            instances.entry((point(record), text(record, "seed"))).or_default().push(record);
        }
        let (mut apart, mut stopped) = (0, 0);
        for answers in instances.values() {
            let lower = answers.iter().filter_map(|record| record.number("lower")).fold(f64::NEG_INFINITY, f64::max);
            let upper = answers.iter().filter_map(|record| record.number("upper")).fold(f64::INFINITY, f64::min);
            // Values that are no numbers are held against each other as texts.
            let words: Vec<&str> = answers.iter().filter_map(|record| record.text("lower")).collect();
            let differ = words.windows(2).any(|pair| pair[0] != pair[1]);
            let solved = answers.iter().all(|record| record.text("stopped") == Some("solved"));
            apart += usize::from(lower > upper + 1e-9 * upper.abs().max(1.0) || (differ && solved));
            stopped += answers.iter().filter(|record| record.text("stopped") != Some("solved")).count();
        }
        let ended = match stopped {
            0 => "All searches were solved.".to_owned(),
            1 => "1 search was not solved; what it took is counted up to where it ended.".to_owned(),
            _ => format!("{stopped} searches were not solved; what they took is counted up to where they ended."),
        };
        format!(
            "{} searches of {} instances. Bounds that exclude each other were found on {apart} instances. {ended} Means have 95% intervals.",
            self.records.len(),
            instances.len()
        )
    }

    fn has(&self, field: &str) -> bool {
        self.records.iter().any(|record| record.number(field).is_some())
    }

    fn taken(&self) -> Table {
        let mut table =
            Table::new("taken", "Means over instances").column("game").column("algorithm").column("instances");
        let counters: Vec<(&str, &str)> = COUNTERS.into_iter().filter(|(field, _)| self.has(field)).collect();
        for (_, name) in &counters {
            table = table.column(*name);
        }
        table = table.column("not solved");
        for the_point in &self.points {
            for the_way in &self.ways {
                let records = self.of(the_point, the_way);
                if records.is_empty() {
                    continue;
                }
                let row = table.row(format!("{} {}", the_point.0, the_point.1).trim().to_owned());
                row.text(self.named(the_way)).number(records.len() as f64);
                for (field, _) in &counters {
                    let sample: Vec<f64> = records.iter().filter_map(|record| record.number(field)).collect();
                    match Summary::of(&sample) {
                        Some(summary) => row.summary(&summary),
                        None => row.number(None),
                    };
                }
                let open = records.iter().filter(|record| record.text("stopped") != Some("solved")).count();
                row.number(open as f64);
            }
        }
        table
    }

    /// Pairs of records of one instance, solved in the first way and in another.
    fn pairs(&self, other: &Way) -> Vec<(&Record, &Record)> {
        let first = &self.ways[0];
        let instance = |record: &Record| (point(record), text(record, "seed"));
        let mut theirs: BTreeMap<(Point, String), &Record> = BTreeMap::new();
        for record in self.records.iter().filter(|record| way(record) == *other) {
            theirs.insert(instance(record), record);
        }
        let ours = self.records.iter().filter(|record| way(record) == *first);
        ours.filter_map(|record| Some((record, *theirs.get(&instance(record))?))).collect()
    }

    fn paired(&self) -> Table {
        let first = self.named(&self.ways[0]);
        let caption = format!("How many times as much as {first}: geometric means over all instances that both solved");
        let mut table = Table::new("paired", caption).column("algorithm").column("of").column("pairs");
        table = table.column("times").format(Format::Significant(4)).column("from").format(Format::Significant(4));
        table = table.column("to").format(Format::Significant(4)).column("less").column("as much").column("more");
        table = table.column("sign test, p").format(Format::Significant(2));
        for other in &self.ways[1..] {
            let solved = |record: &Record| record.text("stopped") == Some("solved");
            let pairs: Vec<_> = self.pairs(other).into_iter().filter(|(a, b)| solved(a) && solved(b)).collect();
            for (field, name) in COUNTERS {
                let both: Vec<(f64, f64)> =
                    pairs.iter().filter_map(|(a, b)| Some((a.number(field)?, b.number(field)?))).collect();
                if both.is_empty() {
                    continue;
                }
                let (before, after): (Vec<f64>, Vec<f64>) = both.iter().copied().unzip();
                let ratios = paired_ratios(&after, &before);
                let interval = ratios.as_deref().and_then(geometric_interval);
                let mean = ratios.as_deref().and_then(crate::statistics::geometric_mean);
                let count = |wanted: fn(f64, f64) -> bool| both.iter().filter(|(a, b)| wanted(*a, *b)).count() as u64;
                let (less, more) = (count(|a, b| b < a), count(|a, b| b > a));
                let row = table.row(self.named(other)).text(name).number(both.len() as f64);
                row.number(mean).number(interval.map(|(_, low, _)| low)).number(interval.map(|(_, _, high)| high));
                row.number(less as f64).number((both.len() as u64 - less - more) as f64).number(more as f64);
                row.number(sign_test(less, more));
            }
        }
        table
    }

    /// A counter over the first parameter that varies and is a number.
    fn figure(&self, field: &str, name: &str) -> Option<Figure> {
        let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for record in self.records {
            for parameter in record.names().filter(|name| name.starts_with("game ") || *name == "epsilon") {
                if let Some(number) = record.number(parameter) {
                    let known = values.entry(parameter.to_owned()).or_default();
                    if !known.contains(&number) {
                        known.push(number);
                    }
                }
            }
        }
        let (varies, _) = values.iter().rev().find(|(_, known)| known.len() > 1)?;
        let label = varies.strip_prefix("game ").unwrap_or(varies);
        let mut figure = Figure::new(field, format!("{name} by {label}")).axes(Axis::linear(label), Axis::log(name));
        let mut games: Vec<String> = self.points.iter().map(|point| point.0.clone()).collect();
        games.dedup();
        for game in &games {
            for the_way in &self.ways {
                let mine = |record: &&Record| {
                    record.has("game", game.as_str())
                        && (if varies == "epsilon" { way(record).0 == the_way.0 } else { way(record) == *the_way })
                };
                let title = if varies == "epsilon" { the_way.0.clone() } else { self.named(the_way) };
                let title = if games.len() > 1 { format!("{game}, {title}") } else { title };
                if figure.series.iter().any(|series| series.name == title) {
                    continue;
                }
                let mut at: Vec<f64> =
                    self.records.iter().filter(mine).filter_map(|record| record.number(varies)).collect();
                at.sort_by(f64::total_cmp);
                at.dedup();
                let mut series = Series::line(title);
                for value in at {
                    let here = self.records.iter().filter(mine).filter(|record| record.number(varies) == Some(value));
                    let sample: Vec<f64> = here.filter_map(|record| record.number(field)).collect();
                    if let Some(found) = Summary::of(&sample) {
                        series = series.estimate(value, found.mean, found.interval());
                    }
                }
                if !series.points.is_empty() {
                    figure = figure.series(series);
                }
            }
        }
        (!figure.series.is_empty()).then_some(figure)
    }
}

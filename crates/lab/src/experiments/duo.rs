//! Figures 3 and 4 of the alpha-beta duo paper: MMC, AB, ABC and ABD on random graphs and on racing, ten runs a point.
//!
//! The figures survive only in their captions and in what the text says about them, so there are no printed numbers to
//! stand beside ours; the page says of each claim whether it holds here. Times are of the search alone (a random graph is
//! made before), so they are a reading of the paper's; visits are not.

use secateur_catalogue::{Request, Resources, solve};
use secateur_search::{Cancel, Limits};

use crate::statistics::mean;
use crate::{
    About, Axis, Context, Experiment, Figure, Instance, Page, Record, RunError, Series, Settings, Table, number,
    numbers,
};

const PAPER: &str = "Li, Zanuttini, Cazenave, Ventos, Generalisation of Alpha-Beta Search for AND-OR Graphs With \
                     Partially Ordered Values (2022)";

/// The paper's four, and the variant that asks its cache first.
const ALGORITHMS: [(&str, &str); 5] = [
    ("AB", "lattice-alpha-beta"),
    ("ABC", "lattice-alpha-beta-cache"),
    ("MMC", "lattice-minimax"),
    ("ABD", "duo"),
    ("ABD, probing", "duo:probe=on"),
];

/// One of the two plots of a figure.
struct Plot {
    id: &'static str,
    title: &'static str,
    game: &'static str,
    /// All parameters but the one that varies.
    fixed: &'static [&'static str],
    varies: &'static str,
    values: &'static [u64],
    quick: &'static [u64],
    /// Which of the algorithms take part: the others would take hours.
    algorithms: &'static [usize],
}

/// See the file's page.
pub(crate) struct DuoFigure {
    about: About,
    plots: [Plot; 2],
    /// What the paper says, with the algorithm that is to be faster and the one that is to be slower; held against
    /// the largest instances that were measured.
    claims: &'static [(&'static str, usize, &'static str, &'static str)],
}

/// Where caching two bounds pays.
pub(crate) const FIGURE_3: DuoFigure = DuoFigure {
    about: About {
        id: "duo-figure-3",
        title: "Alpha-beta duo where caching two bounds pays: random graphs and racing over sets",
        paper: PAPER,
        place: "Figure 3",
        seconds: 900.0,
        quick_seconds: 20.0,
    },
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, v = 10, sets",
            game: "random-dag",
            fixed: &["depth=15", "variables=10"],
            varies: "branching",
            values: &[2, 3, 4, 5, 6, 7, 8, 9],
            quick: &[3, 5],
            algorithms: &[0, 1, 2, 3, 4],
        },
        Plot {
            id: "racing",
            title: "Racing, d = 20, g = 5, sets",
            game: "racing",
            fixed: &["deck=20", "goal=5"],
            varies: "hand",
            values: &[5, 6, 7, 8, 9],
            quick: &[5],
            algorithms: &[2, 3, 4],
        },
    ],
    claims: &[
        ("ABD is best on random graphs with a high branching factor", 0, "ABD", "MMC"),
        ("ABD is better than AB there, by a factor that grows with b (see the plot)", 0, "ABD", "AB"),
        ("caching exact values alone (ABC) gains less than caching two bounds", 0, "ABD", "ABC"),
        ("ABD is better than MMC on racing when the branching factor is high", 1, "ABD", "MMC"),
    ],
};

/// Where it does not.
pub(crate) const FIGURE_4: DuoFigure = DuoFigure {
    about: About {
        id: "duo-figure-4",
        title: "Where lattice operations are dear: random graphs over families, racing with large decks",
        paper: PAPER,
        place: "Figure 4",
        seconds: 1200.0,
        quick_seconds: 20.0,
    },
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, b = 4, families",
            game: "random-dag",
            fixed: &["depth=15", "branching=4", "lattice=family"],
            varies: "variables",
            values: &[4, 6, 8, 10, 12],
            quick: &[4],
            algorithms: &[0, 1, 3, 4],
        },
        Plot {
            id: "racing",
            title: "Racing, h = 7, g = 5, sets",
            game: "racing",
            fixed: &["hand=7", "goal=5"],
            varies: "deck",
            values: &[14, 15, 16, 17, 18, 19, 20],
            quick: &[14, 15],
            algorithms: &[2, 3, 4],
        },
    ],
    claims: &[
        ("not caching at all is fastest on families", 0, "AB", "ABD"),
        ("cutting degrades performance on racing with large decks", 1, "MMC", "ABD"),
    ],
};

impl Experiment for DuoFigure {
    fn about(&self) -> &About {
        &self.about
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let (runs, mut instances) = (if settings.quick { 2 } else { 10 }, Vec::new());
        for plot in &self.plots {
            let values = if settings.quick { plot.quick } else { plot.values };
            for &value in values {
                for &(name, algorithm) in plot.algorithms.iter().map(|&place| &ALGORITHMS[place]) {
                    for run in 1..=runs {
                        let instance = Instance::new(format!("{} {}={value} {name} run {run}", plot.id, plot.varies));
                        let instance = instance.with("plot", plot.id).with("value", value).with("name", name);
                        let instance = instance.with("algorithm", algorithm).with("run", run);
                        instances.push(instance.seeded(settings.seed * 1_000 + run).alone());
                    }
                }
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let id = instance.text("plot")?;
        let plot = if id == self.plots[0].id { &self.plots[0] } else { &self.plots[1] };
        let mut request = Request::new(plot.game);
        let own = [format!("{}={}", plot.varies, instance.count("value")?), format!("seed={}", instance.seed)];
        for word in plot.fixed.iter().map(|&word| word.to_owned()).chain(own) {
            request = request.parameter(word).map_err(RunError::failed)?;
        }
        let cancel = Cancel::from(context.cancel.clone());
        let resources = Resources { threads: Some(1), ..Resources::default() };
        let request = request.algorithm(instance.text("algorithm")?).resources(resources);
        let report = solve(&request.limits(Limits::none().until(&cancel))).map_err(RunError::failed)?;
        context.check()?;
        let counts = report.answer.statistics;
        let record = Record::new().with("visits", counts.visits).with("seconds", counts.seconds);
        Ok(record.with("operations", counts.operations.unwrap_or(0)).with("worth", report.answer.lower.to_string()))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut page = Page::new().prose(format!(
            "Means of the runs. {} The paper\u{2019}s curves survive only in words, so its claims are checked below.",
            agreement(records)
        ));
        for plot in &self.plots {
            page = page.heading(plot.title).table(table(plot, records));
            for (what, label) in [("visits", "visits"), ("seconds", "seconds of search")] {
                let mut figure = Figure::new(format!("{}-{what}", plot.id), format!("{}: {label}", plot.title))
                    .axes(Axis::linear(plot.varies), Axis::log(label));
                for &(name, _) in plot.algorithms.iter().map(|&place| &ALGORITHMS[place]) {
                    let point = |&value: &u64| average(records, plot, value, name, what).map(|y| (value as f64, y));
                    figure = figure.series(Series::line(name).points(plot.values.iter().filter_map(point)));
                }
                page = page.figure(figure);
            }
        }
        page = page.heading("What the paper says");
        for &(claim, plot, faster, slower) in self.claims {
            page = page.prose(self.verdict(records, claim, &self.plots[plot], faster, slower));
        }
        page
    }
}

impl DuoFigure {
    fn verdict(&self, records: &[Record], claim: &str, plot: &Plot, faster: &str, slower: &str) -> String {
        let measured = |value: &&u64| {
            [faster, slower].iter().all(|name| average(records, plot, **value, name, "visits").is_some())
        };
        let value = plot.values.iter().rev().find(measured).copied().unwrap_or(0);
        let at = |name, what| average(records, plot, value, name, what);
        let (times, visits) =
            ((at(faster, "seconds"), at(slower, "seconds")), (at(faster, "visits"), at(slower, "visits")));
        let ((Some(fast), Some(slow)), (Some(few), Some(many))) = (times, visits) else {
            return format!("Claim: {claim}. It was not measured.");
        };
        let holds = if fast < slow { "holds" } else { "does not hold" };
        format!(
            "Claim: {claim}. It {holds}: at {} = {value}, {faster} takes {:.4} s and {slower} {:.4} s; {} and {} visits.",
            plot.varies,
            fast,
            slow,
            number::grouped(few),
            number::grouped(many)
        )
    }
}

/// Whether all algorithms found the same value on each instance.
fn agreement(records: &[Record]) -> String {
    let same = |a: &&Record, b: &&Record| ["plot", "value", "run"].iter().all(|&name| a.get(name) == b.get(name));
    let differ = records.iter().filter(|a| records.iter().any(|b| same(a, &b) && a.get("worth") != b.get("worth")));
    match differ.count() {
        0 => "All algorithms found the same value on each instance.".to_owned(),
        count => format!("On {count} records algorithms found different values, so one of them is wrong."),
    }
}

fn average(records: &[Record], plot: &Plot, value: u64, name: &str, what: &str) -> Option<f64> {
    let wanted =
        |record: &Record| record.has("plot", plot.id) && record.has("value", value) && record.has("name", name);
    mean(&numbers(records, what, wanted))
}

fn table(plot: &Plot, records: &[Record]) -> Table {
    let mut table = Table::new(plot.id, format!("{}: mean visits, and milliseconds of search", plot.title));
    table = table.column(plot.varies);
    let names = || plot.algorithms.iter().map(|&place| ALGORITHMS[place].0);
    for name in names() {
        table = table.column(format!("{name} visits")).column(format!("{name} ms"));
    }
    for &value in plot.values {
        if names().all(|name| average(records, plot, value, name, "visits").is_none()) {
            continue;
        }
        let mut row = table.row(value.to_string());
        for name in names() {
            let shown = |what: &str, factor: f64| average(records, plot, value, name, what).map(|mean| mean * factor);
            row = row.number(shown("visits", 1.0)).number(shown("seconds", 1e3));
        }
    }
    table
}

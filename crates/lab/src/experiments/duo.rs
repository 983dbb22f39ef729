//! Figures 3 and 4 of the alpha-beta duo paper: MMC, AB, ABC and ABD on random graphs and on racing, ten runs a point.
//!
//! The figures survive only in their captions and in what the text says about them, so there are no printed numbers to
//! stand beside ours; the page says of each claim whether it holds here (`claims.rs`). An instance is one graph or deal
//! that all algorithms see, so that each ratio comes from one run. Reported are visits (calls of the search, the text's
//! measure), looks (visits, and leaves that a refinement or a probe evaluates without a visit: those are not free), nodes
//! (positions that are not over, seen at least once; counted in a search of its own, so that counting costs no time), leaves,
//! lattice operations, the time of the search alone, and the time it takes to generate a graph. Racing generates its positions
//! while it searches. Times are of the processor, so that a busy machine does not blur them.

mod claims;

use std::time::Duration;

use secateur_game::{Alternating, Keyed};
use secateur_games::AnyRacing;
use secateur_games::racing::Deal;
use secateur_games::random_dag::{Drawn, Shape, random_dag};
use secateur_search::{Cancel, Duo, Limits, Observer, Outcome, Refine, Search, Step, Stop};
use secateur_value::{Family, Set, Window};

use crate::processor::Stopwatch;
use crate::statistics::{Summary, mean};
use crate::{
    About, Axis, Chosen, Context, Experiment, Figure, Instance, Kind, Page, Parameter, Record, RunError, Series,
    Settings, Table, numbers,
};
use claims::{Claim, PER_FIGURE_3, PER_FIGURE_4};

const PAPER: &str = "Li, Zanuttini, Cazenave, Ventos, Generalisation of Alpha-Beta Search for AND-OR Graphs With \
                     Partially Ordered Values (2022)";

/// The paper's four, and what goes beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Algorithm {
    Ab,
    Abc,
    Mmc,
    /// Refined by fully explored children, as the text says.
    Abd,
    /// Refined by whatever is known about children.
    Known,
    /// The same, and asked before the first child.
    Probing,
    /// The same with coarse windows.
    Plus,
}

const ALGORITHMS: [(Algorithm, &str, &str); 7] = [
    (Algorithm::Ab, "ab", "AB"),
    (Algorithm::Abc, "abc", "ABC"),
    (Algorithm::Mmc, "mmc", "MMC"),
    (Algorithm::Abd, "duo", "ABD"),
    (Algorithm::Known, "duo-known", "ABD, known"),
    (Algorithm::Probing, "duo-probe", "ABD, probing"),
    (Algorithm::Plus, "duo-plus", "duo-plus"),
];

/// As words of the command line.
const WORDS: &[&str] = &["ab", "abc", "mmc", "duo", "duo-known", "duo-probe", "duo-plus"];

impl Algorithm {
    fn name(self) -> &'static str {
        ALGORITHMS.iter().find(|known| known.0 == self).map_or("", |known| known.2)
    }

    fn ask<G: Alternating + Keyed, B: Observer<G>>(
        self,
        game: &G,
        limits: Limits,
        observer: B,
    ) -> Outcome<G::Value, G::Move> {
        let search = Search::at(game, game.start()).limits(limits).observer(observer);
        match self {
            Self::Ab => search.lattice_alpha_beta(),
            Self::Abc => search.lattice_alpha_beta_cache(None),
            Self::Mmc => search.lattice_minimax(None),
            Self::Abd => search.duo(&Duo::default().refine(Refine::Explored)),
            Self::Known => search.duo(&Duo::default()),
            Self::Probing => search.duo(&Duo::default().probe(true)),
            Self::Plus => search.duo(&Duo::plus()),
        }
    }
}

/// What a plot's instances are.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Random graphs over ten variables, by branching.
    Branching,
    /// Random graphs with branching 4, by the number of variables.
    Variables,
    /// Racing with 20 cards, by hand.
    Hands,
    /// Racing with hands of 7, by deck.
    Decks,
}

/// One of the two plots of a figure.
struct Plot {
    id: &'static str,
    title: &'static str,
    source: Source,
    /// The parameter that varies.
    varies: &'static str,
    /// What is said of it in words.
    called: &'static str,
}

/// See the file's page.
pub(crate) struct DuoFigure {
    about: About,
    parameters: &'static [Parameter],
    plots: [Plot; 2],
    claims: &'static [Claim],
}

const fn counts(
    name: &'static str,
    meaning: &'static str,
    most: u64,
    full: &'static str,
    quick: &'static str,
) -> Parameter {
    Parameter { name, meaning, kind: Kind::Counts { most }, paper: full, full, quick }
}

const fn lattice(full: &'static str) -> Parameter {
    let (meaning, kind) = ("values of the random graphs", Kind::Words(&["set", "family"]));
    Parameter { name: "lattice", meaning, kind, paper: full, full, quick: full }
}

const WHICH: Parameter = Parameter {
    name: "algorithms",
    meaning: "which algorithms",
    kind: Kind::Words(WORDS),
    paper: "",
    full: "ab,abc,mmc,duo,duo-known,duo-probe",
    quick: "ab,abc,mmc,duo,duo-known,duo-probe",
};

/// The paper does not say how long it waited.
const PATIENCE: Parameter = Parameter {
    name: "patience",
    meaning: "seconds after which a run is stopped",
    kind: Kind::Counts { most: 86_400 },
    paper: "",
    full: "10",
    quick: "2",
};

/// Where caching two bounds pays.
pub(crate) const FIGURE_3: DuoFigure = DuoFigure {
    about: About {
        id: "duo-figure-3",
        title: "Alpha-beta duo where caching two bounds pays: random graphs and racing over sets",
        paper: PAPER,
        place: "Figure 3",
        seconds: 1000.0,
        quick_seconds: 30.0,
    },
    parameters: &[
        counts("b", "branching of the random graphs", 20, "2..9", "3,5"),
        counts("h", "cards in a hand of racing", 10, "5..9", "5"),
        counts("runs", "graphs or deals a point", 10_000, "10", "2"),
        WHICH,
        lattice("set"),
        PATIENCE,
    ],
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, v = 10",
            source: Source::Branching,
            varies: "b",
            called: "the branching factor",
        },
        Plot {
            id: "racing",
            title: "Racing, d = 20, g = 5, sets",
            source: Source::Hands,
            varies: "h",
            called: "the hand",
        },
    ],
    claims: PER_FIGURE_3,
};

/// Where it does not.
pub(crate) const FIGURE_4: DuoFigure = DuoFigure {
    about: About {
        id: "duo-figure-4",
        title: "Where lattice operations are dear: random graphs over families, racing with large decks",
        paper: PAPER,
        place: "Figure 4",
        seconds: 600.0,
        quick_seconds: 30.0,
    },
    parameters: &[
        counts("v", "variables of the random graphs", 60, "4,6,8,10,12", "4"),
        counts("d", "cards in the deck of racing", 24, "14..20", "14,15"),
        counts("runs", "graphs or deals a point", 10_000, "10", "2"),
        WHICH,
        lattice("family"),
        PATIENCE,
    ],
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, b = 4",
            source: Source::Variables,
            varies: "v",
            called: "the number of variables",
        },
        Plot {
            id: "racing",
            title: "Racing, h = 7, g = 5, sets",
            source: Source::Decks,
            varies: "d",
            called: "the deck",
        },
    ],
    claims: PER_FIGURE_4,
};

impl Experiment for DuoFigure {
    fn about(&self) -> &About {
        &self.about
    }

    /// Refined as the text says; leaves counted wherever they are evaluated.
    fn revision(&self) -> u32 {
        4
    }

    fn parameters(&self) -> &[Parameter] {
        self.parameters
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(self.parameters, settings) else { return Vec::new() };
        let mut instances = Vec::new();
        for plot in &self.plots {
            for value in chosen.counts(plot.varies) {
                for run in 1..=chosen.count("runs") {
                    let instance = Instance::new(format!("{} {}={value} run {run}", plot.id, plot.varies));
                    let instance = instance.with("plot", plot.id).with("value", value).with("run", run);
                    let instance = instance.with("algorithms", chosen.text("algorithms"));
                    let instance = instance.with("patience", chosen.count("patience"));
                    let instance = match plot.source {
                        Source::Branching | Source::Variables => instance.with("lattice", chosen.text("lattice")),
                        Source::Hands | Source::Decks => instance,
                    };
                    instances.push(instance.seeded(settings.seed * 1_000 + run).alone());
                }
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let id = instance.text("plot")?;
        let plot = if id == self.plots[0].id { &self.plots[0] } else { &self.plots[1] };
        let value = instance.count("value")?;
        match plot.source {
            Source::Branching => graph(&Shape::alternating(15, value as u32, 10), instance, context),
            Source::Variables => graph(&Shape::alternating(15, 4, value as usize), instance, context),
            Source::Hands => racing(20, value as u32, instance, context),
            Source::Decks => racing(value as u32, 7, instance, context),
        }
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut page = Page::new().prose(
            "Means of the runs with 95% intervals; all algorithms see the same graphs and deals, and found the same values. \
             ABD is refined as the text says, by fully explored children (those whose value is known); \u{201c}ABD, known\u{201d} by \
             whatever its cache knows about children and by children that end the game, and \u{201c}ABD, probing\u{201d} looks there \
             before the first child too. Looks are visits and the leaves so evaluated without one. Nodes are positions that are \
             not over and were seen at least once; times are of the processor. The paper\u{2019}s curves survive only in words, so \
             its claims are checked below.",
        );
        for plot in &self.plots {
            let measured = Measured { plot, records };
            if measured.values().is_empty() {
                continue;
            }
            page = page.heading(format!("{}{}", plot.title, measured.lattice()));
            for (what, caption) in [
                ("visits", "mean visits, and the time to generate"),
                ("looks", "mean looks: visits, and leaves evaluated without one"),
                ("nodes", "mean nodes"),
                ("operations", "mean lattice operations"),
                ("seconds", "mean milliseconds of search"),
            ] {
                page = page.table(measured.table(what, caption));
            }
            for (what, label) in [("visits", "visits"), ("seconds", "seconds of search")] {
                let mut figure = Figure::new(format!("{}-{what}", plot.id), format!("{}: {label}", plot.title))
                    .axes(Axis::linear(plot.called), Axis::log(label));
                for algorithm in measured.algorithms() {
                    let mut series = Series::line(algorithm.name());
                    for value in measured.values() {
                        if let Some(found) = Summary::of(&measured.sample(value, algorithm, what)) {
                            series = series.estimate(value as f64, found.mean, None);
                        }
                    }
                    figure = figure.series(series);
                }
                page = page.figure(figure);
            }
        }
        page = page.heading("What the paper says").prose(
            "Two algorithms tie at a point where the 95% interval of the geometric mean of their ratios, instance by instance, \
             contains 1. A claim is said to hold where the figures bear it out at every point that it is about.",
        );
        for claim in self.claims {
            page = page.prose(claim.verdict(&self.plots, records));
        }
        page
    }
}

/// Measures a random graph.
fn graph(shape: &Shape, instance: &Instance, context: &Context) -> Result<Record, RunError> {
    if instance.text("lattice")? == "set" {
        graph_over::<Set<1>>(shape, instance, context)
    } else {
        graph_over::<Family<Set<1>>>(shape, instance, context)
    }
}

fn graph_over<V: Drawn + Send + Sync>(
    shape: &Shape,
    instance: &Instance,
    context: &Context,
) -> Result<Record, RunError> {
    let stopwatch = Stopwatch::start();
    let game = random_dag::<V>(shape, instance.seed).map_err(RunError::failed)?;
    let generated = stopwatch.seconds();
    Ok(measured(&game, instance, context)?.with("generate seconds", generated))
}

/// Measures a deal of racing to five tricks.
fn racing(deck: u32, hand: u32, instance: &Instance, context: &Context) -> Result<Record, RunError> {
    let deal = Deal::random(deck, hand, 5, instance.seed).map_err(RunError::failed)?;
    match AnyRacing::new(deal, false).map_err(RunError::failed)? {
        AnyRacing::Set1(game) => measured(&game, instance, context),
        AnyRacing::Set4(game) => measured(&game, instance, context),
        AnyRacing::Set16(game) => measured(&game, instance, context),
        AnyRacing::SetWide(game) => measured(&game, instance, context),
        families => unreachable!("sets were asked for, found {families:?}"),
    }
}

/// Past so many visits nodes are not counted: it would take as long again.
const MOST_COUNTED: u64 = 5_000_000;

/// Runs every algorithm that is asked for, and holds their answers against each other.
fn measured<G: Alternating + Keyed>(game: &G, instance: &Instance, context: &Context) -> Result<Record, RunError> {
    let cancel = Cancel::from(context.cancel.clone());
    let limits = || Limits::none().until(&cancel);
    let patience = Duration::from_secs(instance.count("patience")?);
    let mut record = Record::new();
    let mut worth: Option<G::Value> = None;
    for algorithm in named(instance.text("algorithms")?) {
        let stopwatch = Stopwatch::start();
        let outcome = algorithm.ask(game, limits().time(patience), ());
        let seconds = stopwatch.seconds();
        context.check()?;
        let (name, counts) = (algorithm.name(), &outcome.statistics);
        if outcome.stopped == Stop::Time {
            record.set(format!("{name} stopped"), true);
            continue;
        }
        let found = outcome.bounds.lower;
        if *worth.get_or_insert_with(|| found.clone()) != found {
            return Err(RunError::failed(format!("{name} found another value than the algorithms before it")));
        }
        record.set(format!("{name} visits"), counts.visits);
        record.set(format!("{name} looks"), counts.visits + counts.peeked);
        record.set(format!("{name} leaves"), counts.leaves);
        record.set(format!("{name} expanded"), counts.expanded);
        record.set(format!("{name} seconds"), seconds);
        record.set(format!("{name} operations"), counts.operations.unwrap_or(0));
        if let Some(nodes) = counts.distinct {
            record.set(format!("{name} nodes"), nodes);
        } else if counts.visits <= MOST_COUNTED {
            let mut open = Open(secateur_search::Distinct::default());
            algorithm.ask(game, limits(), &mut open);
            context.check()?;
            record.set(format!("{name} nodes"), open.0.count() as u64);
        }
    }
    Ok(record)
}

/// The algorithms that these words name.
fn named(words: &str) -> impl Iterator<Item = Algorithm> {
    words.split(',').filter_map(|word| ALGORITHMS.iter().find(|known| known.1 == word.trim()).map(|known| known.0))
}

/// Counts the different positions that are not over, as caches do.
struct Open<K>(secateur_search::Distinct<K>);

impl<G: Keyed> Observer<G> for Open<G::Key> {
    fn enter(&mut self, game: &G, position: &G::Position, step: Option<Step<G::Move>>, window: &Window<G::Value>) {
        if !game.turn(position).is_over() {
            self.0.enter(game, position, step, window);
        }
    }
}

/// The records of one plot.
struct Measured<'m> {
    plot: &'m Plot,
    records: &'m [Record],
}

impl Measured<'_> {
    fn at(&self, value: u64) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |record| record.has("plot", self.plot.id) && record.has("value", value))
    }

    /// The values that were measured.
    fn values(&self) -> Vec<u64> {
        let mine = self.records.iter().filter(|record| record.has("plot", self.plot.id));
        let values: std::collections::BTreeSet<u64> = mine.filter_map(|record| record.count("value")).collect();
        values.into_iter().collect()
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let mut mine = self.records.iter().filter(|record| record.has("plot", self.plot.id));
        mine.find_map(|record| record.text("algorithms")).map(|words| named(words).collect()).unwrap_or_default()
    }

    /// The lattice, where it is a choice.
    fn lattice(&self) -> String {
        let mut mine = self.records.iter().filter(|record| record.has("plot", self.plot.id));
        match mine.find_map(|record| record.text("lattice")) {
            Some("set") => ", sets".to_owned(),
            Some(_) => ", families".to_owned(),
            None => String::new(),
        }
    }

    /// What an algorithm took on each instance of a point; nothing at all where a run was stopped, since a mean over the
    /// others would flatter.
    fn sample(&self, value: u64, algorithm: Algorithm, what: &str) -> Vec<f64> {
        if self.stopped(value, algorithm) > 0 {
            return Vec::new();
        }
        let name = format!("{} {what}", algorithm.name());
        let found: Vec<f64> = self.at(value).filter_map(|record| record.number(&name)).collect();
        if found.len() == self.at(value).count() { found } else { Vec::new() }
    }

    /// How many runs of a point were stopped.
    fn stopped(&self, value: u64, algorithm: Algorithm) -> usize {
        let name = format!("{} stopped", algorithm.name());
        self.at(value).filter(|record| record.has(&name, true)).count()
    }

    fn average(&self, value: u64, algorithm: Algorithm, what: &str) -> Option<f64> {
        mean(&self.sample(value, algorithm, what))
    }

    fn table(&self, what: &str, caption: &str) -> Table {
        let plot = self.plot;
        let mut table = Table::new(format!("{}-{what}", plot.id), format!("{}: {caption}", plot.title));
        table = table.column(plot.varies);
        for algorithm in self.algorithms() {
            table = table.column(algorithm.name());
        }
        let of_point = |value: u64| {
            let wanted = move |record: &Record| record.has("plot", plot.id) && record.has("value", value);
            mean(&numbers(self.records, "generate seconds", wanted))
        };
        let generated = what == "visits" && self.values().iter().any(|&value| of_point(value).is_some());
        if generated {
            table = table.column("generate, ms");
        }
        let factor = if what == "seconds" { 1e3 } else { 1.0 };
        for value in self.values() {
            let row = table.row(value.to_string());
            let mut stopped = Vec::new();
            for algorithm in self.algorithms() {
                let found: Vec<f64> = self.sample(value, algorithm, what).iter().map(|&much| much * factor).collect();
                match Summary::of(&found) {
                    Some(summary) => row.summary(&summary),
                    None => row.number(None),
                };
                let count = self.stopped(value, algorithm);
                if count > 0 {
                    stopped.push(format!("{} ({count} of {})", algorithm.name(), self.at(value).count()));
                }
            }
            if generated {
                row.number(of_point(value).map(|seconds| seconds * 1e3));
            }
            if !stopped.is_empty() {
                let patience = self.at(value).next().and_then(|record| record.number("patience")).unwrap_or(f64::NAN);
                row.note(format!("runs were stopped after {patience} s: {}", stopped.join(", ")));
            }
        }
        if what == "nodes" {
            table = table.difference(
                "Nodes of a search without a cache are not counted where it has more than five million visits.",
            );
        }
        table
    }
}

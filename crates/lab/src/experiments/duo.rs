//! Figures 3 and 4 of the alpha-beta duo paper: MMC, AB, ABC and ABD on random graphs and on racing, ten runs a point.
//!
//! The figures survive only in their captions and in what the text says about them, so there are no printed numbers to
//! stand beside ours; the page says of each claim whether it holds here (`claims.rs`). An instance is one graph or deal
//! that all algorithms see, so that each ratio comes from one run. Reported are visits (calls of the search), nodes
//! (positions that are not over, seen at least once; counted in a search of its own, so that counting costs no time), the
//! time of the search alone, and the time it takes to generate a graph. Racing generates its positions while it searches.
//! Times are of the processor, so that a busy machine does not blur them.

mod claims;

use secateur_game::{Alternating, Keyed};
use secateur_games::AnyRacing;
use secateur_games::racing::Deal;
use secateur_games::random_dag::{Drawn, Shape, random_dag};
use secateur_search::{Cancel, Duo, Limits, Observer, Outcome, Search};
use secateur_value::{Family, Set, Window};

use crate::processor::Stopwatch;
use crate::statistics::mean;
use crate::{
    About, Axis, Context, Experiment, Figure, Instance, Page, Record, RunError, Series, Settings, Table, numbers,
};
use claims::{Claim, PER_FIGURE_3, PER_FIGURE_4};

const PAPER: &str = "Li, Zanuttini, Cazenave, Ventos, Generalisation of Alpha-Beta Search for AND-OR Graphs With \
                     Partially Ordered Values (2022)";

/// The paper's four, and the variant that asks its cache first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Algorithm {
    Ab,
    Abc,
    Mmc,
    Abd,
    Probing,
}

impl Algorithm {
    fn name(self) -> &'static str {
        match self {
            Self::Ab => "AB",
            Self::Abc => "ABC",
            Self::Mmc => "MMC",
            Self::Abd => "ABD",
            Self::Probing => "ABD, probing",
        }
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
            Self::Abd => search.duo(&Duo::default()),
            Self::Probing => search.duo(&Duo::default().probe(true)),
        }
    }
}

/// What a plot's instances are.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Random graphs over sets of ten variables, by branching.
    Sets,
    /// Random graphs over families, by the number of variables.
    Families,
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
    varies: &'static str,
    values: &'static [u64],
    quick: &'static [u64],
    /// The algorithms, each with the largest value it is run for: beyond, it would take hours.
    algorithms: &'static [(Algorithm, u64)],
}

/// See the file's page.
pub(crate) struct DuoFigure {
    about: About,
    plots: [Plot; 2],
    claims: &'static [Claim],
}

/// Where caching two bounds pays.
pub(crate) const FIGURE_3: DuoFigure = DuoFigure {
    about: About {
        id: "duo-figure-3",
        title: "Alpha-beta duo where caching two bounds pays: random graphs and racing over sets",
        paper: PAPER,
        place: "Figure 3",
        seconds: 360.0,
        quick_seconds: 20.0,
    },
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, v = 10, sets",
            source: Source::Sets,
            varies: "branching",
            values: &[2, 3, 4, 5, 6, 7, 8, 9],
            quick: &[3, 5],
            algorithms: &[
                (Algorithm::Ab, 9),
                (Algorithm::Abc, 9),
                (Algorithm::Mmc, 9),
                (Algorithm::Abd, 9),
                (Algorithm::Probing, 9),
            ],
        },
        Plot {
            id: "racing",
            title: "Racing, d = 20, g = 5, sets",
            source: Source::Hands,
            varies: "hand",
            values: &[5, 6, 7, 8, 9],
            quick: &[5],
            algorithms: &[
                (Algorithm::Ab, 6),
                (Algorithm::Abc, 7),
                (Algorithm::Mmc, 9),
                (Algorithm::Abd, 9),
                (Algorithm::Probing, 9),
            ],
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
        seconds: 150.0,
        quick_seconds: 20.0,
    },
    plots: [
        Plot {
            id: "random",
            title: "Random graphs, d = 15, b = 4, families",
            source: Source::Families,
            varies: "variables",
            values: &[4, 6, 8, 10, 12],
            quick: &[4],
            algorithms: &[
                (Algorithm::Ab, 12),
                (Algorithm::Abc, 12),
                (Algorithm::Mmc, 6),
                (Algorithm::Abd, 12),
                (Algorithm::Probing, 12),
            ],
        },
        Plot {
            id: "racing",
            title: "Racing, h = 7, g = 5, sets",
            source: Source::Decks,
            varies: "deck",
            values: &[14, 15, 16, 17, 18, 19, 20],
            quick: &[14, 15],
            algorithms: &[(Algorithm::Mmc, 20), (Algorithm::Abd, 20), (Algorithm::Probing, 20)],
        },
    ],
    claims: PER_FIGURE_4,
};

impl Experiment for DuoFigure {
    fn about(&self) -> &About {
        &self.about
    }

    /// All algorithms in one instance, nodes and time to generate counted; times of the processor.
    fn revision(&self) -> u32 {
        3
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let (runs, mut instances) = (if settings.quick { 2 } else { 10 }, Vec::new());
        for plot in &self.plots {
            let values = if settings.quick { plot.quick } else { plot.values };
            for &value in values {
                for run in 1..=runs {
                    let instance = Instance::new(format!("{} {}={value} run {run}", plot.id, plot.varies));
                    let instance = instance.with("plot", plot.id).with("value", value).with("run", run);
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
            Source::Sets => graph::<Set<1>>(plot, value, &Shape::alternating(15, value as u32, 10), instance, context),
            Source::Families => {
                graph::<Family<Set<1>>>(plot, value, &Shape::alternating(15, 4, value as usize), instance, context)
            }
            Source::Hands => racing(plot, value, 20, value as u32, instance, context),
            Source::Decks => racing(plot, value, value as u32, 7, instance, context),
        }
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut page = Page::new().prose(
            "Means of the runs; all algorithms see the same graphs and deals, and found the same values. Nodes are positions \
             that are not over and were seen at least once; times are of the processor. A blank is a point that was left out \
             because it takes minutes a run, or nodes that were not counted because there are more than five million visits. \
             The paper\u{2019}s curves survive only in words, so its claims are checked below.",
        );
        for plot in &self.plots {
            page =
                page.heading(plot.title).table(table(plot, records, "visits", "mean visits, and the time to generate"));
            page = page.table(table(plot, records, "nodes", "mean nodes"));
            page = page.table(table(plot, records, "operations", "mean lattice operations"));
            page = page.table(table(plot, records, "seconds", "mean milliseconds of search"));
            for (what, label) in [("visits", "visits"), ("seconds", "seconds of search")] {
                let mut figure = Figure::new(format!("{}-{what}", plot.id), format!("{}: {label}", plot.title))
                    .axes(Axis::linear(plot.varies), Axis::log(label));
                for &(algorithm, _) in plot.algorithms {
                    let point =
                        |&value: &u64| average(records, plot, value, algorithm, what).map(|mean| (value as f64, mean));
                    figure = figure.series(Series::line(algorithm.name()).points(plot.values.iter().filter_map(point)));
                }
                page = page.figure(figure);
            }
        }
        page = page.heading("What the paper says");
        for claim in self.claims {
            page = page.prose(claim.verdict(&self.plots, records));
        }
        page
    }
}

/// Measures a random graph.
fn graph<V: Drawn + Send + Sync>(
    plot: &Plot,
    value: u64,
    shape: &Shape,
    instance: &Instance,
    context: &Context,
) -> Result<Record, RunError> {
    let stopwatch = Stopwatch::start();
    let game = random_dag::<V>(shape, instance.seed).map_err(RunError::failed)?;
    let generated = stopwatch.seconds();
    Ok(measured(&game, plot, value, context)?.with("generate seconds", generated))
}

/// Measures a deal of racing to five tricks.
fn racing(
    plot: &Plot,
    value: u64,
    deck: u32,
    hand: u32,
    instance: &Instance,
    context: &Context,
) -> Result<Record, RunError> {
    let deal = Deal::random(deck, hand, 5, instance.seed).map_err(RunError::failed)?;
    match AnyRacing::new(deal, false).map_err(RunError::failed)? {
        AnyRacing::Set1(game) => measured(&game, plot, value, context),
        AnyRacing::Set4(game) => measured(&game, plot, value, context),
        AnyRacing::Set16(game) => measured(&game, plot, value, context),
        AnyRacing::SetWide(game) => measured(&game, plot, value, context),
        families => unreachable!("sets were asked for, found {families:?}"),
    }
}

/// Past so many visits nodes are not counted: it would take as long again.
const MOST_COUNTED: u64 = 5_000_000;

/// Runs every algorithm that takes part at this value, and holds their answers against each other.
fn measured<G: Alternating + Keyed>(game: &G, plot: &Plot, value: u64, context: &Context) -> Result<Record, RunError> {
    let cancel = Cancel::from(context.cancel.clone());
    let limits = || Limits::none().until(&cancel);
    let mut record = Record::new();
    let mut worth: Option<G::Value> = None;
    for &(algorithm, _) in plot.algorithms.iter().filter(|(_, largest)| value <= *largest) {
        let stopwatch = Stopwatch::start();
        let outcome = algorithm.ask(game, limits(), ());
        let seconds = stopwatch.seconds();
        context.check()?;
        let (name, counts) = (algorithm.name(), &outcome.statistics);
        let found = outcome.bounds.lower;
        if *worth.get_or_insert_with(|| found.clone()) != found {
            return Err(RunError::failed(format!("{name} found another value than the algorithms before it")));
        }
        record.set(format!("{name} visits"), counts.visits);
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

/// Counts the different positions that are not over, as caches do.
struct Open<K>(secateur_search::Distinct<K>);

impl<G: Keyed> Observer<G> for Open<G::Key> {
    fn enter(&mut self, game: &G, position: &G::Position, played: Option<G::Move>, window: &Window<G::Value>) {
        if !game.turn(position).is_over() {
            self.0.enter(game, position, played, window);
        }
    }
}

/// The mean of what an algorithm took at a point.
fn average(records: &[Record], plot: &Plot, value: u64, algorithm: Algorithm, what: &str) -> Option<f64> {
    let wanted = |record: &Record| record.has("plot", plot.id) && record.has("value", value);
    mean(&numbers(records, &format!("{} {what}", algorithm.name()), wanted))
}

fn table(plot: &Plot, records: &[Record], what: &str, caption: &str) -> Table {
    let mut table = Table::new(format!("{}-{what}", plot.id), format!("{}: {caption}", plot.title));
    table = table.column(plot.varies);
    for (algorithm, _) in plot.algorithms {
        table = table.column(algorithm.name());
    }
    let of_point = |value: u64| {
        let wanted = move |record: &Record| record.has("plot", plot.id) && record.has("value", value);
        mean(&numbers(records, "generate seconds", wanted))
    };
    let generated = what == "visits" && plot.values.iter().any(|&value| of_point(value).is_some());
    if generated {
        table = table.column("generate, ms");
    }
    let factor = if what == "seconds" { 1e3 } else { 1.0 };
    for &value in plot.values {
        let all: Vec<Option<f64>> = plot.algorithms.iter().map(|a| average(records, plot, value, a.0, what)).collect();
        if all.iter().all(Option::is_none) {
            continue;
        }
        let mut row = table.row(value.to_string());
        for mean in all {
            row = row.number(mean.map(|mean| mean * factor));
        }
        if generated {
            row.number(of_point(value).map(|seconds| seconds * 1e3));
        }
    }
    table
}

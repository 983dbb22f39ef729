//! Figures 4, 5 and 6 of the bounded-suboptimal paper: how many nodes bounded alpha-beta needs, and how close its bounds
//! are, over ε.
//!
//! *ER* is the number of expansions divided by that of ε = 0 on the same instance, *AMB* how far the bounds lie apart. Leaves
//! and all nodes are counted beside expansions, since the printed figures are nearer to those. Each instance is one tree or one
//! chase, searched with every ε. The paper's figures survive only where its text names numbers; those stand beside ours, and
//! what is said about them is worked out from the records. On every instance the bounds of every ε are held against the value
//! that ε = 0 found.

use secateur_game::Stochastic;
use secateur_games::CopsAndRobbers;
use secateur_games::cops_and_robbers::{Leaf, Odds, Reading};
use secateur_games::random_tree::{Luck, RandomTree, Shape, StochasticTree, WholeLeaves};
use secateur_search::{Limits, Search, Statistics};

use crate::number::Format;
use crate::statistics::{Summary, mean};
use crate::{
    About, Axis, Chosen, Context, Experiment, Figure, Instance, Kind, Page, Parameter, Record, RunError, Series,
    Settings, Table, numbers,
};

pub(super) const PAPER: &str = "Atzmon, Stern, Saffidine, Bounded Suboptimal Game Tree Search (2018)";

/// One domain with one parameter that varies.
struct Panel {
    id: &'static str,
    title: &'static str,
    domain: Domain,
    varies: &'static str,
    /// The parameters with its values, and with the ε.
    values: &'static str,
    epsilons: &'static str,
    /// What the text prints: value, ε, ER, AMB.
    printed: &'static [(u64, f64, Option<f64>, Option<f64>)],
    /// The value whose instances are divided into bins of ER, where the paper does so.
    bins: Option<u64>,
    /// How the experiment was read.
    reading: &'static str,
}

#[derive(Clone, Copy)]
enum Domain {
    /// Branching 4; the depth varies.
    Tree,
    /// Depth 4, moves slip with 0.2; the branching varies.
    LuckyTree,
    /// 6×6, 3 cops; the depth varies.
    Chase(Leaf),
    /// The same with 7 obstacles, and moves slip with 0.2.
    LuckyChase,
}

/// What can be counted. The text defines ER by the first.
const COUNTERS: [(&str, &str); 3] = [("expanded", "expansions"), ("leaves", "leaves"), ("visits", "all nodes")];

fn counted(counts: &Statistics) -> [u64; 3] {
    [counts.expanded, counts.leaves, counts.visits]
}

const RUNS: Parameter = Parameter {
    name: "runs",
    meaning: "instances a point",
    kind: Kind::Counts { most: 100_000 },
    paper: "50",
    full: "200",
    quick: "20",
};

const fn depths(full: &'static str) -> Parameter {
    Parameter { name: "depth", meaning: "moves", kind: Kind::Counts { most: 12 }, paper: full, full, quick: "3,5" }
}

/// Which ε the paper's figures show is lost with the drawings.
const fn epsilons(name: &'static str, full: &'static str) -> Parameter {
    Parameter { name, meaning: "the errors allowed, beside 0", kind: Kind::Reals, paper: "", full, quick: full }
}

/// See the file's page.
pub(crate) struct BabFigure {
    about: About,
    parameters: &'static [Parameter],
    panels: &'static [Panel],
}

/// Deterministic random trees.
pub(crate) const BAB_FIGURE_4: BabFigure = BabFigure {
    about: About {
        id: "bab-figure-4",
        title: "Bounded alpha-beta on random trees: nodes and width of the bounds over ε",
        paper: PAPER,
        place: "Figure 4",
        seconds: 10.0,
        quick_seconds: 2.0,
    },
    parameters: &[depths("3,5,7,9"), epsilons("epsilon", "8,16,24,32,40,48,56,64,80"), RUNS],
    panels: &[Panel {
        id: "trees",
        title: "Random trees, branching 4",
        domain: Domain::Tree,
        varies: "depth",
        values: "depth",
        epsilons: "epsilon",
        printed: &[
            (3, 32.0, Some(0.67), None),
            (5, 32.0, Some(0.37), None),
            (7, 32.0, Some(0.18), None),
            (9, 32.0, Some(0.05), Some(30.97)),
            (9, 64.0, None, Some(61.88)),
        ],
        bins: Some(5),
        reading: "Leaves are whole numbers from 0 to 100. Line 24 is printed with `<`, the text and Theorem 1 have `≤`, and so has \
                  ours, which lets the bounds of whole leaves lie a full ε apart. Values of uniform trees with branching 4 crowd \
                  around one number as the depth grows, so at ε = 32 either nearly everything or little is cut.",
    }],
};

/// Deterministic cops and robbers.
pub(crate) const BAB_FIGURE_5: BabFigure = BabFigure {
    about: About {
        id: "bab-figure-5",
        title: "Bounded alpha-beta on cops and robbers: nodes and width of the bounds over ε",
        paper: PAPER,
        place: "Figure 5",
        seconds: 300.0,
        quick_seconds: 5.0,
    },
    parameters: &[
        depths("3,5,7"),
        epsilons("epsilon", "1,2,4,8"),
        Parameter {
            name: "leaf",
            meaning: "what a leaf is worth",
            kind: Kind::Words(&["time-and-distance", "distance"]),
            paper: "distance",
            full: "time-and-distance,distance",
            quick: "time-and-distance,distance",
        },
        Parameter { full: "50", quick: "5", ..RUNS },
    ],
    panels: &[
        Panel {
            id: "time-and-distance",
            title: "Cops and robbers, 6×6, 3 cops, a leaf is worth the time and the average distance",
            domain: Domain::Chase(Leaf::TimeAndDistance),
            varies: "depth",
            values: "depth",
            epsilons: "epsilon",
            printed: &[],
            bins: Some(3),
            reading: "The robber moves first; every position promises 0 to 12. The text prints no number of this figure, so none \
                      stands beside ours. Here a leaf is worth the moves made so far and the average distance, so that a robber who \
                      is still free is never worth less than one who was caught.",
        },
        Panel {
            id: "distance",
            title: "The same, a leaf is worth the average distance alone",
            domain: Domain::Chase(Leaf::Distance),
            varies: "depth",
            values: "depth",
            epsilons: "epsilon",
            printed: &[],
            bins: Some(3),
            reading: "The literal reading: \u{201c}we limited the depth of the C&R games, and used the average Manhattan distance \
                      between all cops to the robber as a heuristic for the leaf nodes\u{201d}.",
        },
    ],
};

/// With chance.
pub(crate) const BAB_FIGURE_6: BabFigure = BabFigure {
    about: About {
        id: "bab-figure-6",
        title: "Bounded alpha-beta with chance: random trees, and cops and robbers",
        paper: PAPER,
        place: "Figure 6",
        seconds: 60.0,
        quick_seconds: 3.0,
    },
    parameters: &[
        Parameter {
            name: "branching",
            meaning: "branching of the trees",
            kind: Kind::Counts { most: 8 },
            paper: "2..5",
            full: "2..5",
            quick: "2..4",
        },
        epsilons("tree-epsilon", "8,16,24,40,60,80"),
        Parameter {
            name: "moves",
            meaning: "players' moves of the chases: depth 3 is two moves and chance, or three moves and chance between them",
            kind: Kind::Counts { most: 3 },
            paper: "",
            full: "2,3",
            quick: "2",
        },
        epsilons("chase-epsilon", "1,2,4,8,12"),
        RUNS,
    ],
    panels: &[
        Panel {
            id: "trees",
            title: "Stochastic random trees, four moves",
            domain: Domain::LuckyTree,
            varies: "branching",
            values: "branching",
            epsilons: "tree-epsilon",
            printed: &[(4, 8.0, Some(0.79), Some(6.58)), (4, 24.0, Some(0.40), Some(20.71))],
            bins: None,
            reading: "Depth counts the players' moves; a chosen move happens with probability 0.8 and leads where the others \
                      lead when they slip; the last move does not slip.",
        },
        Panel {
            id: "chase",
            title: "Stochastic cops and robbers, 6×6, 3 cops, 7 obstacles",
            domain: Domain::LuckyChase,
            varies: "moves",
            values: "moves",
            epsilons: "chase-epsilon",
            printed: &[
                (2, 4.0, Some(0.25), Some(3.17)),
                (2, 8.0, Some(0.07), Some(7.19)),
                (3, 4.0, Some(0.25), Some(3.17)),
                (3, 8.0, Some(0.07), Some(7.19)),
            ],
            bins: None,
            reading: "The paper's depth is 3. With two moves it is read as robber, chance, cops, so that chance counts as depth; with \
                      three as robber, cops, robber with chance between them, which is how the trees above are read. The last move \
                      does not slip. Who stands where at the start, and the order of joint moves, are not in the paper.",
        },
    ],
};

impl Experiment for BabFigure {
    fn about(&self) -> &About {
        &self.about
    }

    fn parameters(&self) -> &[Parameter] {
        self.parameters
    }

    /// Every counter in every record.
    fn revision(&self) -> u32 {
        2
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(self.parameters, settings) else { return Vec::new() };
        let leaves = self.parameters.iter().any(|known| known.name == "leaf").then(|| chosen.words("leaf"));
        let mut instances = Vec::new();
        for panel in self.panels.iter().filter(|panel| leaves.as_ref().is_none_or(|leaves| leaves.contains(&panel.id)))
        {
            for value in chosen.counts(panel.values) {
                for run in 1..=chosen.count("runs") {
                    let instance = Instance::new(format!("{} {}={value} run {run}", panel.id, panel.varies));
                    let instance = instance.with("panel", panel.id).with("value", value).with("run", run);
                    let instance = instance.with("epsilons", chosen.text(panel.epsilons));
                    let weight = if value > 5 { 40.0 } else { 4f64.powi(value as i32 - 5) };
                    instances.push(instance.seeded(settings.seed * 100_000 + run).weighing(weight));
                }
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let id = instance.text("panel")?;
        let Some(panel) = self.panels.iter().find(|panel| panel.id == id) else {
            return Err(RunError::failed(format!("there is no part {id}")));
        };
        let (value, seed, epsilons) = (instance.count("value")?, instance.seed, errors(instance.text("epsilons")?));
        let leaves = WholeLeaves::new(0, 100).map_err(RunError::failed)?;
        match panel.domain {
            Domain::Tree => {
                let game = RandomTree::new(Shape::uniform(value as u32, 4), leaves, seed).map_err(RunError::failed)?;
                measure(&game, &epsilons, context)
            }
            Domain::LuckyTree => {
                let luck = Luck::slip(4, 5).map_err(RunError::failed)?;
                let game = StochasticTree::new(Shape::uniform(4, value as u16), luck, leaves, seed);
                measure(&game.map_err(RunError::failed)?, &epsilons, context)
            }
            Domain::Chase(leaf) => measure(&chase(0, None, value, seed)?.leaf(leaf), &epsilons, context),
            Domain::LuckyChase => measure(&chase(7, Some(Odds { chosen: 4, of: 5 }), value, seed)?, &epsilons, context),
        }
    }

    fn page(&self, records: &[Record]) -> Page {
        let broken: f64 = numbers(records, "broken", |_| true).iter().sum();
        let searches: f64 = numbers(records, "searches", |_| true).iter().sum();
        let mut page = Page::new().prose(format!(
            "Means over instances with 95% intervals. In {searches} searches the bounds lay further apart than ε, or missed \
             the value, {broken} times. The text defines ER by expansions: \u{201c}the amount of expansions divided by the \
             amount of expansions done by \u{2026} BAB with ε = 0\u{201d}; leaves and all nodes stand beside them."
        ));
        if let Some((table, verdict)) = self.counters(records) {
            page = page.heading("Which counter the printed ER fit").table(table).prose(verdict);
        }
        for panel in self.panels {
            if !records.iter().any(|record| record.has("panel", panel.id)) {
                continue;
            }
            page =
                page.heading(panel.title).prose(panel.reading).prose(panel.trends(records)).table(panel.table(records));
            for (what, label) in [
                ("expanded", "ER: expansions over those of ε = 0"),
                ("visits", "all nodes over those of ε = 0"),
                ("amb", "AMB: width of the bounds"),
            ] {
                page = page.figure(panel.figure(records, what, label));
            }
            if let Some(value) = panel.bins {
                page = page.table(panel.bins(records, value));
            }
            if matches!(panel.domain, Domain::Tree) {
                page = page.prose(panel.best_case(records));
            }
        }
        page
    }
}

impl BabFigure {
    /// Every printed ER beside ours in every way of counting, and which ways fit.
    fn counters(&self, records: &[Record]) -> Option<(Table, String)> {
        let mut table =
            Table::new("counters", "Printed ER, and ours in three ways of counting").column("domain").column("");
        table = table.column("ε").column("paper").format(Format::Decimals(2));
        for (_, name) in COUNTERS {
            table = table.column(name).format(Format::Decimals(3));
        }
        // For each panel and value: how many printed figures there are, and how many each way of counting fits.
        let mut groups: Vec<(&Panel, u64, u32, [u32; 3])> = Vec::new();
        for panel in self.panels {
            for &(value, epsilon, er, _) in panel.printed {
                let Some(printed) = er else { continue };
                let of = |(what, _): (&str, &str)| Summary::of(&panel.sample(records, value, what, epsilon));
                let Some(found) = COUNTERS.map(of).into_iter().collect::<Option<Vec<Summary>>>() else { continue };
                let row = table.row(panel.id).text(format!("{} {value}", panel.varies)).text(epsilon.to_string());
                row.number(Some(printed));
                if groups.last().is_none_or(|last| !std::ptr::eq(last.0, panel) || last.1 != value) {
                    groups.push((panel, value, 0, [0; 3]));
                }
                for (place, summary) in found.iter().enumerate() {
                    row.summary(summary);
                    // Half a unit of the last printed digit either way reads the same.
                    let slack = summary.half_width.unwrap_or(0.0) + 0.005;
                    if let Some((.., fits)) = groups.last_mut() {
                        fits[place] += u32::from((summary.mean - printed).abs() <= slack);
                    }
                }
                if let Some((_, _, all, _)) = groups.last_mut() {
                    *all += 1;
                }
            }
        }
        if groups.is_empty() {
            return None;
        }
        let told = |(panel, value, all, fits): &(&Panel, u64, u32, [u32; 3])| {
            let each: Vec<String> =
                COUNTERS.iter().zip(fits).map(|((_, name), count)| format!("{name} {count} of {all}")).collect();
            format!("{}, {} {value}: {}", panel.id, panel.varies, each.join(", "))
        };
        let shown: Vec<String> = groups.iter().map(told).collect();
        // Readings of a depth are alternatives: one that fits is enough. Other values have to fit all.
        let explains = |place: usize| {
            self.panels.iter().filter(|panel| groups.iter().any(|group| std::ptr::eq(group.0, *panel))).all(|panel| {
                let mut mine = groups.iter().filter(|group| std::ptr::eq(group.0, panel));
                let whole = |group: &(&Panel, u64, u32, [u32; 3])| group.3[place] == group.2;
                if panel.varies == "moves" { mine.any(whole) } else { mine.all(whole) }
            })
        };
        let best: Vec<&str> = (0..3).filter(|&place| explains(place)).map(|place| COUNTERS[place].1).collect();
        let verdict = match best[..] {
            [] => "No way of counting explains them all.".to_owned(),
            ref names => format!("Counting {} explains them all.", names.join(" or ")),
        };
        let means = "A way of counting fits where the printed figure lies inside the 95% interval of ours";
        Some((table, format!("{means}. {}. {verdict}", shown.join("; "))))
    }
}

fn chase(obstacles: u8, odds: Option<Odds>, depth: u64, seed: u64) -> Result<CopsAndRobbers, RunError> {
    let game = CopsAndRobbers::random(6, 6, 3, obstacles, seed).map_err(RunError::failed)?;
    let game = game.with_chance(odds).map_err(RunError::failed)?;
    Ok(game.lasting(depth as u8).reading(Reading::Paper))
}

/// The errors that a parameter lists, 0 first.
fn errors(text: &str) -> Vec<f64> {
    let listed = text.split(',').filter_map(|word| word.trim().parse().ok()).filter(|&epsilon| epsilon > 0.0);
    std::iter::once(0.0).chain(listed).collect()
}

/// Searches an instance with every ε.
fn measure<G: Stochastic>(game: &G, epsilons: &[f64], context: &Context) -> Result<Record, RunError> {
    let cancel = secateur_search::Cancel::from(context.cancel.clone());
    let mut record = Record::new();
    let (mut exact, mut broken) = (None, 0u64);
    for &epsilon in epsilons {
        let search = Search::new(game).limits(Limits::none().until(&cancel));
        let outcome = search.bounded(epsilon).map_err(RunError::failed)?;
        context.check()?;
        let bounds = outcome.bounds;
        let exact = *exact.get_or_insert(bounds);
        let width = bounds.upper.get() - bounds.lower.get();
        // The exact value is known up to what rounding leaves open, at ε = 0.
        let holds = bounds.lower <= exact.upper && exact.lower <= bounds.upper;
        broken += u64::from(!holds || (epsilon > 0.0 && width > epsilon));
        for ((name, _), count) in COUNTERS.into_iter().zip(counted(&outcome.statistics)) {
            record.set(format!("{name} {epsilon}"), count);
        }
        record.set(format!("amb {epsilon}"), width);
    }
    Ok(record.with("broken", broken).with("searches", epsilons.len() as u64))
}

impl Panel {
    /// The records of a value.
    fn at<'r>(&self, records: &'r [Record], value: u64) -> impl Iterator<Item = &'r Record> {
        let id = self.id;
        records.iter().filter(move |record| record.has("panel", id) && record.has("value", value))
    }

    /// AMB, or a count over that of ε = 0, of every instance that has it.
    fn sample(&self, records: &[Record], value: u64, what: &str, epsilon: f64) -> Vec<f64> {
        let of = |record: &Record| {
            let found = record.number(&format!("{what} {epsilon}"))?;
            if what == "amb" {
                Some(found)
            } else {
                crate::statistics::ratio(found, record.number(&format!("{what} 0"))?)
            }
        };
        self.at(records, value).filter_map(of).collect()
    }

    /// The values that were measured.
    fn values(&self, records: &[Record]) -> Vec<u64> {
        let mine = records.iter().filter(|record| record.has("panel", self.id));
        let values: std::collections::BTreeSet<u64> = mine.filter_map(|record| record.count("value")).collect();
        values.into_iter().collect()
    }

    /// The ε that were measured, without 0.
    fn epsilons(&self, records: &[Record]) -> Vec<f64> {
        let mine = records.iter().filter(|record| record.has("panel", self.id));
        let mut all: Vec<f64> = mine.filter_map(|record| record.text("epsilons")).flat_map(errors).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all.retain(|&epsilon| epsilon > 0.0);
        all
    }

    /// The text: "We conjecture that the best case cannot be better than that of Alpha Beta, except for the case where ε = vmax − vmin".
    /// Alpha-beta's is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.
    fn best_case(&self, records: &[Record]) -> String {
        let mut told = Vec::new();
        let mut refuted = false;
        for value in self.values(records) {
            let best = 4f64.powi(value.div_ceil(2) as i32) + 4f64.powi((value / 2) as i32) - 1.0;
            for epsilon in self.epsilons(records).into_iter().filter(|&epsilon| epsilon < 100.0) {
                let name = format!("leaves {epsilon}");
                let leaves: Vec<f64> = self.at(records, value).filter_map(|record| record.number(&name)).collect();
                let fewer = leaves.iter().filter(|&&leaves| leaves < best).count();
                if fewer > 0 {
                    refuted = true;
                    told.push(format!(
                        "depth {value}, ε = {epsilon}: {fewer} of {} trees needed fewer than {best} leaves",
                        leaves.len()
                    ));
                }
            }
        }
        let verdict = if refuted { "It is false" } else { "No tree here contradicts it" };
        let told = if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) };
        format!(
            "The text conjectures that the best case cannot be better than alpha-beta's, unless ε is the whole range. {verdict}{told}."
        )
    }

    /// Whether ER falls and AMB grows with ε, and with what varies, as the text says, step by step.
    fn trends(&self, records: &[Record]) -> String {
        let (values, epsilons) = (self.values(records), self.epsilons(records));
        let of = |value, what, epsilon| mean(&self.sample(records, value, what, epsilon));
        let mut steps = [(0, 0); 4];
        let mut step = |place: usize, before: Option<f64>, after: Option<f64>, falls: bool| {
            if let Some((before, after)) = before.zip(after) {
                steps[place].1 += 1;
                steps[place].0 += u32::from(if falls { after <= before } else { after >= before });
            }
        };
        for &value in &values {
            for pair in epsilons.windows(2) {
                step(0, of(value, "expanded", pair[0]), of(value, "expanded", pair[1]), true);
                step(1, of(value, "amb", pair[0]), of(value, "amb", pair[1]), false);
            }
        }
        for pair in values.windows(2) {
            for &epsilon in &epsilons {
                step(2, of(pair[0], "expanded", epsilon), of(pair[1], "expanded", epsilon), true);
                step(3, of(pair[0], "amb", epsilon), of(pair[1], "amb", epsilon), false);
            }
        }
        let varies = self.varies;
        let said = |(holds, all): (u32, u32)| format!("{holds} of {all} steps");
        format!(
            "The text: with ε, ER falls (here in {}) and AMB grows ({}); with the {varies}, ER falls ({}) and AMB grows ({}).",
            said(steps[0]),
            said(steps[1]),
            said(steps[2]),
            said(steps[3])
        )
    }

    fn printed(&self, value: u64, epsilon: f64) -> (Option<f64>, Option<f64>) {
        let found = self.printed.iter().find(|printed| printed.0 == value && printed.1 == epsilon);
        found.map_or((None, None), |&(_, _, er, amb)| (er, amb))
    }

    fn table(&self, records: &[Record]) -> Table {
        let mut table =
            Table::new(self.id, format!("{}: ER and AMB over ε", self.title)).column(self.varies).column("ε");
        table = table.compared("ER").format(Format::Decimals(2)).column("by leaves").format(Format::Decimals(3));
        table = table.column("by all nodes").format(Format::Decimals(3)).compared("AMB").format(Format::Decimals(2));
        for value in self.values(records) {
            for epsilon in self.epsilons(records) {
                let of = |what| Summary::of(&self.sample(records, value, what, epsilon));
                let (paper_er, paper_amb) = self.printed(value, epsilon);
                let row = table.row(format!("{} {value}", self.varies)).text(epsilon.to_string());
                row.estimate(of("expanded"), paper_er);
                for what in ["leaves", "visits"] {
                    match of(what) {
                        Some(summary) => row.summary(&summary),
                        None => row.number(None),
                    };
                }
                row.estimate(of("amb"), paper_amb);
            }
        }
        if self.printed.is_empty() {
            table
        } else {
            table.difference("The reading above says what is not in the paper.")
        }
    }

    fn figure(&self, records: &[Record], what: &str, label: &str) -> Figure {
        let mut figure = Figure::new(format!("{}-{what}", self.id), format!("{}: {label}", self.title))
            .axes(Axis::linear("ε"), Axis::linear(label).including(0.0));
        for value in self.values(records) {
            let mut series = Series::line(format!("{} {value}", self.varies));
            series = series.estimate(0.0, if what == "amb" { 0.0 } else { 1.0 }, None);
            let mut paper = Series::scatter(format!("{} {value}", self.varies)).paper();
            for epsilon in self.epsilons(records) {
                let (er, amb) = self.printed(value, epsilon);
                if let Some(printed) = if what == "amb" { amb } else { er } {
                    paper = paper.points([(epsilon, printed)]);
                }
                if let Some(found) = Summary::of(&self.sample(records, value, what, epsilon)) {
                    series = series.estimate(epsilon, found.mean, found.interval());
                }
            }
            figure = figure.series(series);
            if !paper.points.is_empty() {
                figure = figure.series(paper);
            }
        }
        figure
    }

    /// The searches of one value by how many nodes they needed, and how close their bounds were.
    fn bins(&self, records: &[Record], value: u64) -> Table {
        let caption = format!("{}, {} {value}: AMB by ER, over all ε", self.title, self.varies);
        let mut table = Table::new(format!("{}-bins", self.id), caption).column("ER").column("searches").column("AMB");
        let pairs: Vec<(f64, f64)> = self
            .epsilons(records)
            .into_iter()
            .flat_map(|epsilon| {
                let of = |what| self.sample(records, value, what, epsilon);
                of("expanded").into_iter().zip(of("amb"))
            })
            .collect();
        for bin in 0..5 {
            let (low, high) = (0.2 * f64::from(bin), 0.2 * f64::from(bin + 1));
            let inside = |er: f64| er > low && er <= high || bin == 0 && er == 0.0 || bin == 4 && er > 1.0;
            let widths: Vec<f64> = pairs.iter().filter(|&&(er, _)| inside(er)).map(|&(_, amb)| amb).collect();
            let row = table.row(format!("{low:.1} to {high:.1}")).number(widths.len() as f64);
            row.number(mean(&widths));
        }
        table
    }
}

//! What each policy of bounded search saves: nodes relative to Algorithm 1 at the same ε, on stochastic random trees with
//! branching 4 and four moves.
//!
//! The policies are beyond the paper (its equation 26 asks for them); there is no printed figure to stand beside ours.

use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
use secateur_search::{BoundedPlus, Cancel, Limits, Search};

use super::bab::PAPER;
use crate::number::Format;
use crate::statistics::ratio;
use crate::{
    About, Chosen, Context, Experiment, Instance, Kind, Page, Parameter, Record, RunError, Settings, Table, numbers,
};

const EPSILONS: [f64; 3] = [0.0, 8.0, 24.0];

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "runs",
    meaning: "trees",
    kind: Kind::Counts { most: 100_000 },
    paper: "",
    full: "400",
    quick: "50",
}];

/// The policies, by what is switched on.
const VARIANTS: [(&str, Switches); 8] = [
    ("contract form, nothing on", Switches { windows: false, slack: false, skip: false, likely: false, probe: false }),
    ("windows of ε/π", Switches { windows: true, slack: false, skip: false, likely: false, probe: false }),
    (
        "slack passed on (equation 26)",
        Switches { windows: false, slack: true, skip: false, likely: false, probe: false },
    ),
    ("windows and slack", Switches { windows: true, slack: true, skip: false, likely: false, probe: false }),
    (
        "likely outcomes first, windows",
        Switches { windows: true, slack: false, skip: false, likely: true, probe: false },
    ),
    (
        "whole unlikely outcomes skipped",
        Switches { windows: true, slack: true, skip: true, likely: false, probe: false },
    ),
    ("all of these: the default", Switches { windows: true, slack: true, skip: true, likely: true, probe: false }),
    ("the default, and probes", Switches { windows: true, slack: true, skip: true, likely: true, probe: true }),
];

struct Switches {
    windows: bool,
    slack: bool,
    skip: bool,
    likely: bool,
    probe: bool,
}

/// See the file's page.
pub(crate) struct BabPlus;

impl Experiment for BabPlus {
    fn about(&self) -> &About {
        &About {
            id: "bab-plus",
            title: "What each policy of bounded search saves over Algorithm 1",
            paper: PAPER,
            place: "beyond the paper; equation 26",
            seconds: 15.0,
            quick_seconds: 3.0,
        }
    }

    fn parameters(&self) -> &[Parameter] {
        PARAMETERS
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(PARAMETERS, settings) else { return Vec::new() };
        let runs = chosen.count("runs");
        let tree = |run| Instance::new(format!("tree {run}")).with("run", run).seeded(settings.seed * 100_000 + run);
        (1..=runs).map(tree).collect()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let (luck, leaves) = (Luck::slip(4, 5), WholeLeaves::new(0, 100));
        let (luck, leaves) = (luck.map_err(RunError::failed)?, leaves.map_err(RunError::failed)?);
        let game = StochasticTree::new(Shape::uniform(4, 4), luck, leaves, instance.seed).map_err(RunError::failed)?;
        let limits = Limits::none().until(&Cancel::from(context.cancel.clone()));
        let mut record = Record::new();
        for epsilon in EPSILONS {
            let search = || Search::new(&game).limits(limits.clone());
            let printed = search().bounded(epsilon).map_err(RunError::failed)?;
            record.set(format!("printed {epsilon}"), printed.statistics.visits);
            for (place, (_, on)) in VARIANTS.iter().enumerate() {
                let policies = BoundedPlus::within(epsilon).map_err(RunError::failed)?;
                let policies = policies.windows(on.windows).slack(on.slack).skip(on.skip);
                let found = search().bounded_plus(&policies.likely_first(on.likely).probe(on.probe));
                record.set(format!("{place} {epsilon}"), found.statistics.visits);
            }
            context.check()?;
        }
        Ok(record)
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table =
            Table::new("policies", "Nodes relative to Algorithm 1 at the same ε, over all trees").column("policy");
        for epsilon in EPSILONS {
            table = table.column(format!("ε = {epsilon}")).format(Format::Decimals(3));
        }
        let total = |name: String| numbers(records, &name, |_| true).iter().sum::<f64>();
        let share = |place: usize, epsilon: f64| {
            ratio(total(format!("{place} {epsilon}")), total(format!("printed {epsilon}")))
        };
        for (place, (name, _)) in VARIANTS.iter().enumerate() {
            let row = table.row(*name);
            for epsilon in EPSILONS {
                row.number(share(place, epsilon));
            }
        }
        let told = |epsilon: f64| share(6, epsilon).map_or("?".to_owned(), |share| format!("{share:.3}"));
        let prose = format!(
            "Stochastic random trees, branching 4, four moves, whole leaves from 0 to 100, {} trees. The default needs {} of \
             Algorithm 1's nodes at ε = 8 and {} at ε = 24; no table is used.",
            records.len(),
            told(8.0),
            told(24.0)
        );
        Page::new().prose(prose).table(table)
    }
}

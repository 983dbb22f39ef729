//! Journals that grow: other parameters and more runs later, shares of a run on several machines, and what is there told again.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use secateur_lab::{
    About, Chosen, Context, Ended, Experiment, Instance, Kind, Merged, Page, Parameter, Plan, Record, RunError,
    Settings, Silent, Table, merge, recall, reproduce,
};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "n",
        meaning: "numbers",
        kind: Kind::Counts { most: 99 },
        paper: "1..3",
        full: "1..3",
        quick: "1",
    },
    Parameter { name: "runs", meaning: "runs", kind: Kind::Counts { most: 99 }, paper: "2", full: "2", quick: "1" },
];

/// Squares; counts how many it works out.
struct Squares(&'static str, AtomicUsize);

impl Experiment for Squares {
    fn about(&self) -> &About {
        match self.0 {
            "one" => &About { id: "one", title: "One", paper: "p", place: "1", seconds: 1.0, quick_seconds: 1.0 },
            _ => &About { id: "two", title: "Two", paper: "p", place: "2", seconds: 1.0, quick_seconds: 1.0 },
        }
    }
    fn parameters(&self) -> &[Parameter] {
        PARAMETERS
    }
    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let chosen = Chosen::of(PARAMETERS, settings).unwrap();
        let runs = chosen.count("runs");
        let of = |n: u64| (1..=runs).map(move |run| Instance::new(format!("{n} run {run}")).with("n", n).seeded(run));
        chosen.counts("n").into_iter().flat_map(of).collect()
    }
    fn run(&self, instance: &Instance, _: &Context) -> Result<Record, RunError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let n = instance.count("n")?;
        Ok(Record::new().with("square", n * n))
    }
    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("squares", "Squares").column("n").column("square");
        for record in records {
            table.row(record.text("instance").unwrap_or("")).number(record.number("square"));
        }
        Page::new().table(table)
    }
}

fn experiment(id: &'static str) -> Squares {
    Squares(id, AtomicUsize::new(0))
}

fn measured(experiment: &Squares) -> usize {
    experiment.1.swap(0, Ordering::Relaxed)
}

fn plan(directory: &Path, options: &[(&str, &str)]) -> Plan {
    let settings = options.iter().fold(Settings::new("1"), |settings, (name, value)| settings.option(*name, *value));
    Plan::new(directory, settings).threads(1)
}

fn finished(ended: Ended) -> secateur_lab::Results {
    match ended {
        Ended::Finished(results) => *results,
        other => panic!("not finished: {other:?}"),
    }
}

#[test]
fn more_runs_and_other_parameters_go_into_the_same_journal() {
    let directory = tempfile::tempdir().unwrap();
    let squares = experiment("one");
    let quick = Plan::new(directory.path(), Settings::new("1").quick(true)).threads(1);
    let results = finished(reproduce(&squares, &quick, &Silent).unwrap());
    assert_eq!((measured(&squares), results.departures.len()), (1, 2));
    let page = std::fs::read_to_string(directory.path().join("one.md")).unwrap();
    assert!(
        page.contains("- **Quick version, not as in the paper:** n = 1 (the paper: 1..3), runs = 1 (the paper: 2)."),
        "{page}"
    );

    for (options, fresh, all) in
        [(&[][..], 5, 6), (&[("runs", "5")][..], 9, 15), (&[("n", "2,9"), ("runs", "5")][..], 5, 10), (&[][..], 0, 6)]
    {
        let results = finished(reproduce(&squares, &plan(directory.path(), options), &Silent).unwrap());
        assert_eq!((measured(&squares), results.records.len()), (fresh, all), "{options:?}");
        assert_eq!(results.departures.len(), options.len());
        assert_eq!(results.builds.iter().map(|(_, count)| count).sum::<usize>(), all);
    }
    let problem = reproduce(&squares, &plan(directory.path(), &[("m", "1")]), &Silent).unwrap_err().to_string();
    assert_eq!(problem, "m=1: the experiment has no parameter m; it has n, runs");
}

#[test]
fn what_is_there_is_told_again_with_its_last_settings() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (experiment("one"), experiment("two"));
    assert_eq!(recall(&one, directory.path()).unwrap(), None);
    let first = finished(reproduce(&one, &plan(directory.path(), &[("n", "7")]), &Silent).unwrap());
    finished(reproduce(&two, &plan(directory.path(), &[]), &Silent).unwrap());
    assert_eq!(recall(&one, directory.path()).unwrap(), Some(first));
    assert_eq!(measured(&one), 2);
}

#[test]
fn shares_make_the_whole_in_any_order_and_merging_twice_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let squares = experiment("one");
    let folder = |share: usize| directory.path().join(format!("shard-{share}"));
    let folders: Vec<_> = (1..=4).map(folder).collect();
    let into = directory.path().join("all");
    assert_eq!(merge(&squares, &folders, &into).unwrap(), Merged::Nothing);
    for share in [3, 1, 4, 2] {
        let ended = reproduce(&squares, &plan(&folder(share), &[]).shard(Some((share, 4))), &Silent).unwrap();
        assert!(matches!(ended, Ended::Shard { done: 1 | 2, total: 6 }), "{ended:?}");
        // The same share again runs nothing.
        let before = measured(&squares);
        assert!(before == 1 || before == 2);
        reproduce(&squares, &plan(&folder(share), &[]).shard(Some((share, 4))), &Silent).unwrap();
        assert_eq!(measured(&squares), 0);
        if share == 4 {
            let merged = merge(&squares, &folders, &into).unwrap();
            assert!(matches!(merged, Merged::Partly { done: 4, total: 6 }), "{merged:?}");
        }
    }
    let Merged::Whole(merged) = merge(&squares, &folders, &into).unwrap() else { panic!("nothing is missing") };
    let bytes = std::fs::read(into.join("one.journal")).unwrap();
    assert_eq!(merge(&squares, &folders, &into).unwrap(), Merged::Whole(merged.clone()));
    assert_eq!(std::fs::read(into.join("one.journal")).unwrap(), bytes);
    let whole = tempfile::tempdir().unwrap();
    let alone = finished(reproduce(&squares, &plan(whole.path(), &[]), &Silent).unwrap());
    assert_eq!(merged.records, alone.records);
    assert!(into.join("one.tex").exists() && into.join("one.csv").exists());
}

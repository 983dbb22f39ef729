//! The runner: order, threads, cancelling, failures, files.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use secateur_lab::{
    About, Axis, Context, Ended, Error, Experiment, Figure, Instance, Notice, Page, Plan, Progress, Record, RunError,
    Series, Settings, Silent, Status, Table, reproduce, run, write_report,
};

const ABOUT: About = About {
    id: "digits",
    title: "Digits & \"sums\" <of> powers",
    paper: "A book",
    place: "Table 1",
    seconds: 60.0,
    quick_seconds: 2.0,
};

/// Counts the digits of powers of two; `special` does what a test wants at one instance.
struct Digits<F: Fn(&Instance, &Context) -> Result<(), RunError> + Sync> {
    instances: Vec<Instance>,
    special: F,
}

fn powers() -> Vec<Instance> {
    (0..12_u32).map(|n| Instance::new(format!("2^{n}")).with("power", n).seeded(n.into())).collect()
}

fn digits() -> impl Experiment {
    Digits { instances: powers(), special: |_, _| Ok(()) }
}

impl<F: Fn(&Instance, &Context) -> Result<(), RunError> + Sync> Experiment for Digits<F> {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn instances(&self, _: &Settings) -> Vec<Instance> {
        self.instances.clone()
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        (self.special)(instance, context)?;
        let power = instance.count("power")?;
        Ok(Record::new().with("digits", (1_u64 << power).to_string().len()))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("digits", "Digits").column("power").compared("digits");
        let mut line = Series::line("digits");
        for record in records {
            let (power, digits) = (record.number("power"), record.number("digits"));
            table.row(record.text("instance").unwrap_or("")).beside(digits, digits);
            line = line.points(power.zip(digits));
        }
        let figure = Figure::new("Growth!", "Growth").axes(Axis::linear("power"), Axis::linear("digits"));
        let paper = Series::line("digits").paper().points([(3.0, 1.0)]);
        Page::new()
            .heading("Powers")
            .prose("Of *two*, with `2^n`.")
            .table(table)
            .figure(figure.clone().series(line).series(paper))
            .figure(figure)
    }
}

fn plan(directory: &Path) -> Plan {
    Plan::new(directory, Settings::new("1.2.3").seed(9)).threads(2)
}

fn finished(ended: Ended) -> secateur_lab::Results {
    match ended {
        Ended::Finished(results) => *results,
        other => panic!("not finished: {other:?}"),
    }
}

#[test]
fn all_files_are_written_and_agree() {
    let directory = tempfile::tempdir().unwrap();
    let results = finished(reproduce(&digits(), &plan(directory.path()), &Silent).unwrap());
    let read = |name: &str| std::fs::read(directory.path().join(name)).unwrap();
    let text = |name: &str| String::from_utf8(read(name)).unwrap();

    assert!(text("digits.csv").starts_with("instance,power,seed,digits\r\n2^0,0,0,1\r\n"));
    assert_eq!(text("digits.csv").lines().count(), 13);

    let json: serde_json::Value = serde_json::from_slice(&read("digits.json")).unwrap();
    assert_eq!(json["schema_version"], 1);
    assert_eq!((&json["version"], &json["seed"]), (&"1.2.3".into(), &9.into()));
    assert_eq!(json["settings"]["quick"], false);
    assert_eq!(json["machine"]["os"], std::env::consts::OS);
    assert_eq!(json["records"][10]["digits"], 4);
    assert!(json["started"].as_str() <= json["finished"].as_str());

    let page = text("digits.md");
    assert!(page.contains("| 2^10 | 4 | 4 |\n") && page.contains("![Growth](digits-growth.svg)"));
    assert!(page.contains("All 12 figures are as printed in the paper, every digit."));
    assert!(page.contains("`secateur reproduce digits --seed 9`") && page.ends_with('\n'));

    for name in ["digits-growth", "digits-growth-2"] {
        assert!(text(&format!("{name}.svg")).ends_with("</svg>\n"));
    }
    assert!(text("digits-growth.svg").contains(">digits (paper)</text>"));

    let report = write_report(directory.path(), "All <of> it", &[results.clone(), results]).unwrap();
    let html = std::fs::read_to_string(report).unwrap();
    assert!(html.contains("<title>All &lt;of&gt; it</title>"));
    assert!(html.contains("Digits &amp; &quot;sums&quot; &lt;of&gt; powers"));
    assert!(html.contains("<em>two</em>, with <code>2^n</code>"));
    assert_eq!(html.matches("<svg").count(), 4);
    // Offline: the only address is the name of the SVG language.
    let addresses = html.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "<link", "<script", "@import", "url("] {
        assert!(!addresses.contains(outside), "{outside}");
    }
    // Nothing half-written is left.
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        assert!(!entry.unwrap().file_name().to_string_lossy().ends_with(".part"));
    }
}

#[derive(Default)]
struct Log {
    statuses: Mutex<Vec<Status>>,
    notices: Mutex<Vec<Notice>>,
}

impl Progress for Log {
    fn status(&self, status: &Status) {
        self.statuses.lock().unwrap().push(status.clone());
    }

    fn notice(&self, notice: &Notice) {
        self.notices.lock().unwrap().push(notice.clone());
    }
}

#[test]
fn progress_starts_with_the_estimate_and_ends_with_nothing_left() {
    let directory = tempfile::tempdir().unwrap();
    let log = Log::default();
    finished(run(&digits(), &plan(directory.path()).threads(1), &log).unwrap());
    let statuses = log.statuses.into_inner().unwrap();
    let (first, last) = (&statuses[0], &statuses[statuses.len() - 1]);
    assert_eq!((first.done, first.total, first.left), (0, 12, Duration::from_secs(60)));
    assert_eq!((last.done, last.total, last.left), (12, 12, Duration::ZERO));
    assert_eq!(last.current, "2^11");
    assert!(statuses.is_sorted_by_key(|status| status.done));
    assert!(log.notices.into_inner().unwrap().is_empty());
}

#[test]
fn a_finished_run_runs_nothing_again_unless_it_is_to_be_fresh() {
    let directory = tempfile::tempdir().unwrap();
    let runs = AtomicUsize::new(0);
    let counting = Digits {
        instances: powers(),
        special: |_, _| {
            runs.fetch_add(1, Ordering::Relaxed);
            Ok(())
        },
    };
    let first = finished(run(&counting, &plan(directory.path()), &Silent).unwrap());
    let log = Log::default();
    let second = finished(run(&counting, &plan(directory.path()), &log).unwrap());
    assert_eq!(runs.load(Ordering::Relaxed), 12);
    assert_eq!(first, second);
    assert_eq!(log.statuses.lock().unwrap()[0].resumed, 12);

    finished(run(&counting, &plan(directory.path()).fresh(true), &log).unwrap());
    assert_eq!(runs.load(Ordering::Relaxed), 24);
    let notices = log.notices.into_inner().unwrap();
    assert!(notices[0].to_string().contains("12 finished instances was set aside as "));
}

#[test]
fn another_version_begins_anew_and_says_so() {
    let directory = tempfile::tempdir().unwrap();
    finished(run(&digits(), &plan(directory.path()), &Silent).unwrap());
    let log = Log::default();
    let mut newer = plan(directory.path());
    newer.settings.version = "1.2.4".to_owned();
    finished(run(&digits(), &newer, &log).unwrap());
    let notice = log.notices.into_inner().unwrap()[0].to_string();
    assert!(notice.contains("version 1.2.3, this run has 1.2.4"), "{notice}");
    assert_eq!(log.statuses.into_inner().unwrap()[0].resumed, 0);
}

#[test]
fn times_of_other_thread_counts_are_not_mixed_and_counts_are_kept() {
    for alone in [false, true] {
        let directory = tempfile::tempdir().unwrap();
        let mut instances = powers();
        instances[3].alone = alone;
        let experiment = Digits { instances, special: |_: &Instance, _: &Context| Ok(()) };
        finished(run(&experiment, &plan(directory.path()), &Silent).unwrap());
        let log = Log::default();
        finished(run(&experiment, &plan(directory.path()).threads(1), &log).unwrap());
        assert_eq!(log.statuses.into_inner().unwrap()[0].resumed, if alone { 11 } else { 12 });
        assert_eq!(log.notices.into_inner().unwrap().len(), usize::from(alone));
    }
}

#[test]
fn a_cancelled_run_stops_and_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let cancel = Arc::new(AtomicBool::new(false));
    let stopping = Digits {
        instances: powers(),
        special: |instance: &Instance, context: &Context| {
            if instance.key == "2^5" {
                context.cancel.store(true, Ordering::Relaxed);
            }
            context.check()
        },
    };
    let plan = plan(directory.path()).threads(1).cancel(Arc::clone(&cancel));
    let ended = run(&stopping, &plan, &Silent).unwrap();
    assert!(matches!(ended, Ended::Stopped { done: 5, total: 12 }), "{ended:?}");
    // The flag is still set: nothing runs, nothing is lost.
    let ended = run(&digits(), &plan, &Silent).unwrap();
    assert!(matches!(ended, Ended::Stopped { done: 5, total: 12 }), "{ended:?}");
    cancel.store(false, Ordering::Relaxed);
    assert_eq!(finished(run(&digits(), &plan, &Silent).unwrap()).records.len(), 12);
}

#[test]
fn instances_run_side_by_side_or_alone_as_they_ask() {
    let directory = tempfile::tempdir().unwrap();
    let mut instances = powers();
    for instance in &mut instances[8..] {
        instance.alone = true;
    }
    // Pairs meet at the barrier only if two really run at once.
    let (barrier, running) = (Barrier::new(2), AtomicUsize::new(0));
    let watching = Digits {
        instances,
        special: |instance: &Instance, context: &Context| {
            let others = running.fetch_add(1, Ordering::SeqCst);
            if instance.alone {
                assert_eq!((others, context.threads), (0, 2), "{}", instance.key);
            } else {
                assert_eq!(context.threads, 1);
                barrier.wait();
            }
            running.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        },
    };
    let results = finished(run(&watching, &plan(directory.path()), &Silent).unwrap());
    let keys: Vec<_> = results.records.iter().map(|record| record.count("power").unwrap()).collect();
    assert_eq!(keys, (0..12).collect::<Vec<_>>(), "records are in the order of the instances");
}

#[test]
fn a_failure_names_its_instance_and_keeps_what_is_finished() {
    let directory = tempfile::tempdir().unwrap();
    let plan = plan(directory.path()).threads(1);
    let failing = Digits {
        instances: powers(),
        special: |instance: &Instance, _: &Context| match instance.key.as_str() {
            "2^7" => Err(RunError::failed("out of fingers")),
            _ => Ok(()),
        },
    };
    let error = run(&failing, &plan, &Silent).unwrap_err();
    assert_eq!(error.to_string(), "instance `2^7`: out of fingers");
    let panicking = Digits {
        instances: powers(),
        special: |instance: &Instance, _: &Context| {
            assert_ne!(instance.key, "2^9", "what a number");
            Ok(())
        },
    };
    let error = run(&panicking, &plan, &Silent).unwrap_err();
    assert!(matches!(&error, Error::Panicked { key, message } if key == "2^9" && message.contains("what a number")));
    let log = Log::default();
    finished(run(&digits(), &plan, &log).unwrap());
    assert_eq!(log.statuses.into_inner().unwrap()[0].resumed, 9);
}

#[test]
fn slips_of_an_experiment_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let with = |instances| Digits { instances, special: |_: &Instance, _: &Context| Ok(()) };
    let twice = with(vec![Instance::new("a"), Instance::new("a")]);
    let error = run(&twice, &plan(directory.path()), &Silent).unwrap_err();
    assert_eq!(error.to_string(), "two instances have the key `a`");
    let lacking = with(vec![Instance::new("b")]);
    let error = run(&lacking, &plan(directory.path()), &Silent).unwrap_err();
    assert_eq!(error.to_string(), "instance `b`: the instance has no count `power`");
    let clashing = with(vec![Instance::new("c").with("power", 1).with("digits", 7)]);
    let error = run(&clashing, &plan(directory.path()), &Silent).unwrap_err();
    assert!(matches!(error, Error::Contradiction { field, .. } if field == "digits"));
    let empty = with(Vec::new());
    assert!(finished(reproduce(&empty, &plan(directory.path()), &Silent).unwrap()).records.is_empty());
}

#[test]
fn a_second_run_in_the_same_place_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let inner = plan(directory.path());
    let nesting = Digits {
        instances: powers()[..1].to_vec(),
        special: |_: &Instance, _: &Context| {
            let error = run(&digits(), &inner, &Silent).unwrap_err();
            assert!(matches!(error, Error::Busy { .. }), "{error}");
            Ok(())
        },
    };
    finished(run(&nesting, &plan(directory.path()), &Silent).unwrap());
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = run(&digits(), &plan(&file.join("inside")), &Silent).unwrap_err();
    assert!(matches!(&error, Error::Io { path, .. } if path.ends_with("inside")), "{error}");
}

//! A run that is killed with `kill -9` resumes: what the journal had is neither run again nor lost.
//!
//! The test starts itself as a child process, kills it in the middle again and again, and looks at what the children
//! did. Every measurement leaves a mark in a file of its own making, so that a second one of the same instance shows.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use secateur_lab::{
    About, Context, Ended, Experiment, Instance, Page, Plan, Record, RunError, Settings, Silent, Table, reproduce,
};

const INSTANCES: u64 = 60;
const DIRECTORY: &str = "SECATEUR_LAB_TEST_DIRECTORY";

/// Sums of squares, slowly; notes the beginning of each measurement in the file `begun`.
struct Slow {
    begun: PathBuf,
    pause: Duration,
}

impl Experiment for Slow {
    fn about(&self) -> &About {
        &About {
            id: "slow",
            title: "Sums of squares",
            paper: "none",
            place: "nowhere",
            seconds: 1.0,
            quick_seconds: 1.0,
        }
    }

    fn instances(&self, _: &Settings) -> Vec<Instance> {
        let instance = |n| Instance::new(format!("n={n}")).with("n", n).seeded(n);
        // A third of them must run alone, so that both ways of running are killed.
        let kind = |n: u64| {
            if n.is_multiple_of(3) { instance(n).alone() } else { instance(n) }
        };
        (0..INSTANCES).map(kind).collect()
    }

    fn run(&self, instance: &Instance, _: &Context) -> Result<Record, RunError> {
        let mut file =
            std::fs::File::options().create(true).append(true).open(&self.begun).map_err(RunError::failed)?;
        file.write_all(format!("{}\n", instance.key).as_bytes()).map_err(RunError::failed)?;
        std::thread::sleep(self.pause);
        let n = instance.count("n")?;
        let sum: u64 = (1..=n).map(|k| k * k).sum();
        Ok(Record::new().with("sum", sum).with("root", (sum as f64).sqrt()))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("sums", "Sums").column("n").column("sum");
        for record in records {
            table.row(record.text("instance").unwrap_or("")).number(record.number("sum"));
        }
        Page::new().table(table)
    }
}

fn run_in(directory: &Path, pause: Duration) -> Vec<Record> {
    let experiment = Slow { begun: directory.join("begun"), pause };
    let plan = Plan::new(directory, Settings::new("test")).threads(2);
    match reproduce(&experiment, &plan, &Silent).unwrap() {
        Ended::Finished(results) => results.records,
        other => panic!("nobody stopped it, yet {other:?}"),
    }
}

/// As a test, a run without a break; as a child of the other test, the run that is killed.
#[test]
fn runs_without_a_break() {
    let temporary = tempfile::tempdir().unwrap();
    let (directory, pause) = match std::env::var_os(DIRECTORY) {
        Some(directory) => (PathBuf::from(directory), Duration::from_millis(8)),
        None => (temporary.path().to_owned(), Duration::ZERO),
    };
    let records = run_in(&directory, pause);
    assert_eq!(records.len(), INSTANCES as usize);
    for (n, record) in (0..INSTANCES).zip(&records) {
        assert_eq!(record.count("sum"), Some(n * (n + 1) * (2 * n + 1) / 6));
    }
}

#[test]
fn nothing_finished_is_lost_or_run_again_after_kill_9() {
    let directory = tempfile::tempdir().unwrap();
    let (mut kills, mut finished_when_killed) = (0, HashMap::new());
    // Waiting for ever more finished instances kills in the middle however fast the machine is.
    for target in [1, 9, 20, 33, 45, 55] {
        let mut child = start_child(directory.path());
        let alive = wait_for(&mut child, || finished(directory.path()).len() >= target);
        assert!(alive, "the child ended by itself before {target} instances were finished");
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        for key in finished(directory.path()) {
            finished_when_killed.entry(key).or_insert_with(|| begun(directory.path()));
        }
        assert!(!directory.path().join("slow.json").exists(), "no result before the end");
    }
    assert_eq!(kills, 6);
    assert!(finished_when_killed.len() >= 55);

    let records = run_in(directory.path(), Duration::ZERO);
    let counts = begun(directory.path());
    for (key, counts_then) in &finished_when_killed {
        assert_eq!(counts[key], counts_then[key], "{key} was finished, and begun again");
    }
    // Two threads can lose at most two unfinished instances a kill.
    let begun_in_all: usize = counts.values().sum();
    assert!(begun_in_all <= INSTANCES as usize + 2 * kills, "{begun_in_all} measurements");
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(records, run_in(whole.path(), Duration::ZERO));
    for file in ["slow.csv", "slow.json", "slow.md"] {
        assert!(directory.path().join(file).exists(), "{file}");
    }
    let csv = |directory: &Path| std::fs::read(directory.join("slow.csv")).unwrap();
    assert_eq!(csv(directory.path()), csv(whole.path()));
}

fn start_child(directory: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "runs_without_a_break", "--test-threads=1"])
        .env(DIRECTORY, directory)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until something holds; false if the child ended before, or a minute went by.
fn wait_for(child: &mut Child, mut holds: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    false
}

/// The keys of the whole lines of the journal, read without the laboratory's own code.
fn finished(directory: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(directory.join("slow.journal")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |at| &text[..at]);
    let key = |line: &str| {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        entry["key"].as_str().unwrap().to_owned()
    };
    whole.lines().skip(1).map(key).collect()
}

/// How often each instance was begun.
fn begun(directory: &Path) -> HashMap<String, usize> {
    let text = std::fs::read_to_string(directory.join("begun")).unwrap_or_default();
    let mut counts = HashMap::new();
    for key in text.lines() {
        *counts.entry(key.to_owned()).or_insert(0) += 1;
    }
    counts
}

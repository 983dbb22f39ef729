//! The program on several processes: the same answer with any number of them, also after one was killed.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_secateur-ranks");

/// The program on so many processes. Root may use MPI here, and more processes than processors.
fn command(processes: usize, words: &[&str]) -> Command {
    let mut command = Command::new("mpirun");
    command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
    command.args(["--oversubscribe", "--quiet", "-n", &processes.to_string(), PROGRAM]).args(words);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(processes: usize, words: &[&str]) -> Output {
    command(processes, words).output().expect("mpirun is installed")
}

fn report(processes: usize, words: &[&str]) -> Value {
    let output = output(processes, &[words, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object, of one process")
}

#[test]
fn the_answer_is_the_same_on_any_number_of_processes() {
    for words in [
        &["goofspiel", "cards=6", "deck=shuffled", "lead=1"][..],
        &["goofspiel", "max=1,3,4,6", "min=2,3,5,7", "prizes=3,1,4,2", "objective=points"],
        &["oshi-zumo", "coins=8", "min=6"],
        &["bearoff", "max=51", "min=42"],
    ] {
        let alone = report(1, words);
        assert!(alone["lower"].as_f64() != Some(0.0) && alone["stopped"] == "solved", "{alone}");
        for processes in [2, 3, 4] {
            let together = report(processes, words);
            assert_eq!(together["processes"], processes);
            for field in ["lower", "upper", "strategy", "openings", "stopped"] {
                assert_eq!(together[field], alone[field], "{field} of {words:?} on {processes} processes");
            }
        }
    }
}

/// The processes that work for a run, by what their command line says.
fn workers(folder: &str) -> Vec<u32> {
    let processes =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let works = |pid: &u32| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).into_owned();
        words.starts_with(PROGRAM) && words.contains(folder)
    };
    processes.filter(works).collect()
}

/// Waits until so many layers are finished, and kills one of the processes.
fn kill_one(mut run: Child, folder: &Path, layers: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    let finished = || {
        let files = std::fs::read_dir(folder).map(|files| files.flatten().collect::<Vec<_>>()).unwrap_or_default();
        files.iter().filter(|file| file.path().extension().is_some_and(|kind| kind == "values")).count()
    };
    while finished() < layers && run.try_wait().unwrap().is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    let victims = workers(folder.to_str().unwrap());
    if let Some(victim) = victims.last() {
        Command::new("kill").args(["-9", &victim.to_string()]).status().unwrap();
    }
    run.wait().unwrap();
}

#[test]
fn a_run_goes_on_after_a_process_was_killed() {
    let game = ["goofspiel", "cards=8", "deck=shuffled", "lead=1"];
    let alone = report(1, &game);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for (processes, layers) in [(2, 1), (3, 3), (2, 5)] {
        let run = command(processes, &[&game[..], &["--folder", path]].concat()).spawn().unwrap();
        kill_one(run, folder.path(), layers);
    }
    let resumed = report(4, &[&game[..], &["--folder", path]].concat());
    assert_eq!((&resumed["lower"], &resumed["upper"]), (&alone["lower"], &alone["upper"]));
    // A layer that is not as it was written is named and computed again.
    let damaged = folder.path().join("layer-03.values");
    let mut bytes = std::fs::read(&damaged).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    let mended = report(2, &[&game[..], &["--folder", path]].concat());
    assert!(mended["notes"][0].as_str().unwrap().contains("computed again"), "{mended}");
    assert_eq!((&mended["lower"], &mended["upper"]), (&alone["lower"], &alone["upper"]));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    for (words, expected) in [
        (&["tron"][..], "and no other game"),
        (&["goofspeil"], "did you mean goofspiel?"),
        (&["goofspiel", "cards=13", "deck=shuffled", "--memory", "1"], "more than the 1 MB"),
        (&["goofspiel", "cards=5", "--time", "-1"], "expected"),
        (&["goofspiel", "cards=5", "--folder", "/dev/null"], "/dev/null"),
    ] {
        let output = output(2, words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{words:?}: {output:?}");
        let ours: Vec<_> = text.lines().filter(|line| line.contains(expected)).collect();
        assert!(!ours.is_empty() && !text.contains("panicked"), "{words:?}: {text}");
    }
}

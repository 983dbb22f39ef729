//! `suit` and `faults`: the same limits, the same words and the same fields of a report as the searches have.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{complaint, json, text, typed};

#[test]
fn a_suit_is_solved_within_the_shared_limits() {
    let whole = json(&["suit", "AQ98x", "Jx"]);
    assert_eq!((&whole["schema_version"], &whole["stopped"]), (&Value::from(1), &Value::from("solved")));
    let visits = whole["statistics"]["visits"].as_u64().unwrap();
    assert!(visits > 1_000 && whole["statistics"]["seconds"].is_f64());

    for (limit, name) in [(["--nodes", "200"], "nodes"), (["--time", "0ms"], "time")] {
        let asked = [&["suit", "AQ98x", "Jx"][..], &limit].concat();
        let part = json(&asked);
        assert_eq!(part["stopped"], name, "{part}");
        assert!(name == "time" || part["statistics"]["visits"].as_u64().unwrap() <= 200);
        for (part, whole) in part["goals"].as_array().unwrap().iter().zip(whole["goals"].as_array().unwrap()) {
            let of = |goal: &Value, end: &str| goal[end].as_f64().unwrap();
            assert!(of(part, "probability") <= of(whole, "probability"), "{part}");
            assert!(of(whole, "probability") <= of(part, "at_most"), "{part}");
        }
        let said = text(&asked, "");
        assert!(said.contains(&format!("Search stopped by the {name} limit")), "{said}");
        assert_eq!(typed(&[&asked[..], &["--strict"]].concat(), "").status.code(), Some(3), "{asked:?}");
    }
    assert_eq!(typed(&["suit", "AQ98x", "Jx", "--strict"], "").status.code(), Some(0));
    assert!(complaint(&["suit", "AQ", "xx", "--time", "5"], "").contains("expected a time"));
}

#[test]
fn cut_sets_are_found_within_the_shared_limits() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.xml");
    let file = file.to_str().unwrap();
    let events: String = (0..30).map(|number| format!("<basic-event name='e{number}'/>")).collect();
    let tree = format!("<define-gate name='top'><atleast min='3'>{events}</atleast></define-gate>");
    std::fs::write(file, tree).unwrap();
    let whole = json(&["faults", file]);
    assert_eq!((&whole["stopped"], &whole["count"]), (&Value::from("solved"), &Value::from(4060)));
    assert!(whole["statistics"]["seconds"].is_f64());
    let asked = ["faults", file, "--time", "0ms"];
    let none = json(&asked);
    assert_eq!((&none["stopped"], &none["count"]), (&Value::from("time"), &Value::from(0)));
    assert_eq!(none["missing_from_order"], 0);
    assert!(text(&asked, "").contains("Search stopped by the time limit"));
    assert_eq!(typed(&[&asked[..], &["--strict"]].concat(), "").status.code(), Some(3));
    assert_eq!(typed(&["faults", file, "--strict"], "").status.code(), Some(0));
}

/// The first Ctrl-C ends the search and not the program: it answers with what it has.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_search_with_an_answer() {
    if !Path::new("/bin/kill").exists() {
        return;
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let program = program.args(["solve", "connect-four", "width=8", "height=7", "--threads", "1", "--json"]);
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert!(Command::new("/bin/kill").args(["-INT", &program.id().to_string()]).status().unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["stopped"], "cancelled", "{report}");
    assert!(report["lower"].as_f64() < report["upper"].as_f64(), "{report}");
}

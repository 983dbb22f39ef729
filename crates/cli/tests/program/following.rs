//! Searches that somebody follows, and questions about a part of the values: `--progress` and `--window`.

use serde_json::Value;

use crate::{bounds, complaint, json, text};

/// The objects of a stream, the answer last.
fn stream(arguments: &[&str]) -> (Vec<Value>, Value) {
    let said = text(&[arguments, &["--json", "--progress"]].concat(), "");
    let mut objects: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answer = objects.pop().unwrap();
    assert!(objects.iter().all(|object| object["final"] == false), "{said}");
    assert_eq!(answer["final"], true, "{said}");
    (objects, answer)
}

#[test]
fn what_is_proved_so_far_only_ever_tightens() {
    let searches: [(&[&str], bool); 7] = [
        (&["random-mixed", "depth=11", "moves=3", "--algorithm", "engine:way=gap"], true),
        (&["tron", "width=9", "height=9", "--algorithm", "joint:serialize=off", "--threads", "2"], true),
        (&["einstein", "--algorithm", "bounded-plus:deepening=on", "--depth", "9"], true),
        (&["connect-four", "--algorithm", "bounded-plus", "--depth", "12"], false),
        (&["pig", "goal=60", "--algorithm", "interval-iteration"], false),
        (&["connect-four", "score=distance", "--algorithm", "jamboree:deepening=on", "--threads", "2"], true),
        (&["goofspiel", "cards=9", "--algorithm", "backward-induction"], false),
    ];
    for (words, tells) in searches {
        let (objects, answer) = stream(&[&["solve"], words, &["--time", "700ms"]].concat());
        assert!(!objects.is_empty() || answer["stopped"] == "solved", "{words:?}: {answer}");
        let (mut before, mut nodes, mut told) = ((f64::NEG_INFINITY, f64::INFINITY), 0, false);
        let (last_lower, last_upper) = bounds(&answer);
        for object in &objects {
            let now = object["nodes"].as_u64().unwrap();
            assert!(now >= nodes && object["seconds"].is_f64() && object["left"].is_f64(), "{words:?}: {object}");
            nodes = now;
            if object["lower"].is_null() {
                assert!(!told && object["upper"].is_null() && object["width"].is_null(), "{words:?}: {object}");
                continue;
            }
            told = true;
            let (lower, upper) = bounds(object);
            assert!(before.0 <= lower && lower <= upper && upper <= before.1, "{words:?}: {object} after {before:?}");
            assert!(lower <= last_lower && last_upper <= upper, "{words:?}: {object} before {answer}");
            before = (lower, upper);
        }
        assert!(!tells || told || objects.len() < 3, "{words:?} says nothing of its bounds: {objects:?}");
    }
}

#[test]
fn a_stream_ends_with_the_report() {
    let plain = json(&["solve", "tic-tac-toe"]);
    let (_, mut last) = stream(&["solve", "tic-tac-toe"]);
    last.as_object_mut().unwrap().remove("final");
    for field in ["game", "lower", "upper", "stopped", "strategy", "line"] {
        assert_eq!(plain[field], last[field]);
    }
    let (_, yes) = stream(&["solve", "goofspiel", "cards=4", "lead=3", "--at-least", "0"]);
    assert_eq!(yes["at_least"]["holds"], true);
    let without = complaint(&["solve", "tic-tac-toe", "--progress"], "");
    assert!(without.contains("--json"), "{without}");
}

#[test]
fn a_window_leaves_the_rest_alone() {
    let whole = json(&["solve", "connect-four", "width=5", "height=4", "score=distance"]);
    let (value, _) = bounds(&whole);
    let within = |window: &str, more: &[&str]| {
        let words = ["solve", "connect-four", "width=5", "height=4", "score=distance", "--window", window];
        json(&[&words[..], more].concat())
    };
    for algorithm in ["alpha-beta:table=on,order=expert", "mtdf", "bounded-plus", "engine"] {
        for (low, high) in [(-1.0, 1.0), (value - 0.5, value + 0.5), (value + 2.0, value + 3.0)] {
            let report = within(&format!("{low},{high}"), &["--algorithm", algorithm]);
            let (lower, upper) = bounds(&report);
            assert_eq!((&report["stopped"], &report["window"]), (&"solved".into(), &vec![low, high].into()));
            assert!(lower <= value && value <= upper, "{report}");
            assert_eq!(
                (lower.clamp(low, high), upper.clamp(low, high)),
                (value.clamp(low, high), value.clamp(low, high))
            );
        }
    }
    // What solves a game by default may ignore windows; then another search does it.
    let layered = json(&["solve", "goofspiel", "cards=5", "lead=1", "--window", "0,0.1"]);
    assert_eq!((&layered["algorithm"], &layered["stopped"]), (&"engine".into(), &"solved".into()));
    assert!(bounds(&layered).0 >= 0.1 - 1e-9, "{layered}");
    assert!(text(&["solve", "tic-tac-toe", "--window=-1,0"], "").contains("solved within the window"));
    for (words, expected) in [
        (["tic-tac-toe", "--window", "1,0", "--json"], "expected two numbers, the lower one first, such as -1,1"),
        (
            ["tic-tac-toe", "--window", "0,1", "--algorithm=proof-number"],
            "proof-number does not use --window; alpha-beta",
        ),
        (
            ["goofspiel", "--window", "0,1", "--algorithm=layers"],
            "layers does not use --window; joint, engine, serialized",
        ),
        (["random-dag", "--window", "0,1", "--json"], "does not use --window, and nothing else does where"),
        (["tic-tac-toe", "--window", "0,1", "--at-least=0"], "cannot be used with"),
        (["connect-four", "--window", "0,1", "--estimate"], "cannot be used with"),
    ] {
        let said = complaint(&[&["solve"], &words[..]].concat(), "");
        assert!(said.contains(expected), "{said}");
    }
}

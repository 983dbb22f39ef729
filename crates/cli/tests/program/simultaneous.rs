//! The program on games in which both players move at once: solve, strategy files, exploit, matrix, play.

use std::path::Path;

use serde_json::Value;

use crate::{bounds, complaint, json, text};

const GAMES: [(&str, &[&str]); 11] = [
    ("goofspiel", &["cards=4", "max=1,3,4", "min=2,3,4", "lead=1"]),
    ("oshi-zumo", &["coins=4", "size=1", "max=5"]),
    ("bidding-tic-tac-toe", &["coins=1", "min=2", "board=XOXOX.O.."]),
    ("tron", &["width=3", "height=3", "obstacles=c1"]),
    ("pursuit", &["depth=2", "width=3", "height=3"]),
    ("random-joint", &["depth=3", "rows=2", "columns=3"]),
    ("random-mixed", &["depth=3", "moves=2"]),
    ("attrition", &["max=2/1,1/1", "min=2/1,1/2"]),
    ("duel", &["max=2", "min=3", "rounds=4"]),
    ("battle", &["team=1", "rounds=3"]),
    ("snakes", &["width=3", "height=2", "turns=2"]),
];

#[test]
fn every_algorithm_finds_the_same_value() {
    let listed = text(&["games", "goofspiel"], "");
    let line = listed.lines().find_map(|line| line.strip_prefix("Solved by")).unwrap().to_owned();
    let algorithms: Vec<&str> = line.split(',').map(str::trim).collect();
    assert!(algorithms.contains(&"joint") && algorithms.contains(&"smab"), "{algorithms:?}");
    for (game, parameters) in GAMES {
        let (lower, upper) = bounds(&json(&[&["solve", game], parameters].concat()));
        assert!(upper - lower < 1e-6);
        // Not every game is tiny, and layers are for games whose positions have numbers.
        let numbered = ["goofspiel", "oshi-zumo", "bidding-tic-tac-toe", "attrition"].contains(&game);
        let fits = |algorithm: &str| algorithm != "normal-form" && (algorithm != "layers" || numbered);
        for algorithm in algorithms.iter().filter(|algorithm| fits(algorithm)) {
            let report = json(&[&["solve", game, "--algorithm", algorithm], parameters].concat());
            let found = bounds(&report);
            // A linear program of floating point leaves a width that it cannot close: everything was seen, not solved.
            let closes = algorithm != &"sequence-form" || found.1 - found.0 < 1e-9;
            let expected = if closes { "solved" } else { "exhausted" };
            assert_eq!(report["stopped"], expected, "{game} by {algorithm}: {report}");
            assert!(found.0 <= upper + 1e-9 && found.1 >= lower - 1e-9, "{game} by {algorithm}: {report}");
            assert!(found.1 - found.0 < 1e-5, "{game} by {algorithm}: {report}");
        }
    }
}

#[test]
fn a_report_has_both_strategies_and_counts_of_programs() {
    let report = json(&["solve", "goofspiel", "cards=5", "--algorithm", "backward-induction"]);
    assert_eq!(report["statistics"]["expanded"], 1_926);
    assert_eq!(report["statistics"]["lp_calls"], 1_926);
    assert!(report["statistics"]["lp_seconds"].is_f64());
    for player in ["max", "min"] {
        let choices = report["strategy"][player].as_array().unwrap();
        let total: f64 = choices.iter().map(|choice| choice["probability"].as_f64().unwrap()).sum();
        assert!(choices.len() == 5 && (total - 1.0).abs() < 1e-9, "{report}");
    }
    let layers = json(&["solve", "goofspiel", "cards=5", "lead=1"]);
    assert_eq!((&layers["algorithm"], &layers["stopped"]), (&"layers".into(), &"solved".into()));
    let searched = json(&["solve", "goofspiel", "cards=5", "lead=1", "--algorithm", "joint"]);
    let ((low, high), (lower, upper)) = (bounds(&layers), bounds(&searched));
    assert!(low > 0.1 && low <= upper && lower <= high, "{layers} {searched}");
    let other = complaint(&["solve", "tron", "--algorithm", "layers"], "");
    assert_eq!(
        other,
        "layers solves games that number their positions: 2048, bearoff, goofspiel, oshi-zumo, bidding-tic-tac-toe, attrition"
    );
    let joint = json(&["solve", "goofspiel", "cards=5", "--algorithm", "joint"]);
    assert!(joint["statistics"]["serialized"].is_u64(), "{joint}");
    let shown = text(&["solve", "goofspiel", "cards=5"], "");
    assert!(shown.contains("Max plays") && shown.contains("Min plays") && shown.contains("linear programs"), "{shown}");
    let loose = bounds(&json(&["solve", "goofspiel", "cards=6", "prizes=random:3", "lead=2", "--epsilon", "0.1"]));
    assert!(loose.1 - loose.0 <= 0.1 && loose.0 <= loose.1);
    let stopped = json(&["solve", "goofspiel", "cards=9", "--nodes", "500"]);
    assert_eq!((&stopped["stopped"], bounds(&stopped)), (&Value::from("nodes"), (-1.0, 1.0)));
    assert!(complaint(&["solve", "goofspiel", "--epsilon", "-1"], "").contains("expected a number from 0 on"));
    let other = complaint(&["solve", "goofspiel", "--algorithm", "alpha-beta"], "");
    assert!(other.starts_with("alpha-beta does not solve games in which both players move at once"), "{other}");
    let tiny = complaint(&["solve", "goofspiel", "cards=4", "--algorithm", "normal-form"], "");
    assert_eq!(tiny, "expected a tiny game: Max has more than 1000 pure strategies");
}

#[test]
fn a_shuffled_deck_has_an_opening_for_each_prize() {
    let whole = ["solve", "goofspiel", "cards=4", "deck=shuffled", "max=1,3,4", "min=2,3,4", "objective=points"];
    let report = json(&whole);
    assert_eq!((&report["algorithm"], &report["stopped"]), (&"layers".into(), &"solved".into()));
    let searched = bounds(&json(&[&whole[..], &["--algorithm", "joint"]].concat()));
    let found = bounds(&report);
    assert!(found.0 <= searched.1 && searched.0 <= found.1 && found.1 - found.0 < 1e-12, "{report}");
    let openings = report["openings"].as_array().unwrap();
    let names: Vec<_> = openings.iter().map(|opening| opening["outcome"].as_str().unwrap()).collect();
    assert_eq!(names, ["3", "2", "1"]);
    let mean: f64 = openings.iter().map(|opening| opening["lower"].as_f64().unwrap()).sum::<f64>() / 3.0;
    assert!((mean - found.0).abs() < 1e-9, "{report}");
    assert!(openings.iter().all(|opening| opening["strategy"]["max"][0]["move"] == "4"), "{report}");
    assert!(report["statistics"]["positions"].as_u64().is_some_and(|positions| positions > 3), "{report}");
    let shown = text(&whole, "");
    assert!(shown.contains("After 3 ") && shown.contains("Max plays") && shown.contains("have a number"), "{shown}");
    let even = text(&["solve", "goofspiel", "cards=3", "deck=shuffled"], "");
    assert!(even.contains("Value       0\n") && even.contains("Both play"), "{even}");
}

#[test]
fn a_folder_of_layers_answers_about_every_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let whole = ["solve", "goofspiel", "cards=5", "deck=shuffled", "--checkpoint", path];
    let first = json(&whole);
    assert_eq!(bounds(&first), (0.0, 0.0));
    let later = ["solve", "goofspiel", "cards=5", "deck=shuffled", "max=1,4,5", "min=2,3,5", "prizes=4,1,5", "lead=3"];
    let looked_up = json(&[&later[..], &["--checkpoint", path]].concat());
    assert_eq!(looked_up["statistics"]["lp_calls"], 3);
    let alone = bounds(&json(&later));
    let found = bounds(&looked_up);
    assert!(found.0 <= alone.1 && alone.0 <= found.1 && found.0 > 0.1, "{looked_up}");
    // A file that was cut short is named and mended.
    let file = folder.path().join("layer-02.values");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 8]).unwrap();
    let mended = json(&whole);
    let note = mended["notes"][0].as_str().unwrap();
    assert!(note.contains("layer-02.values") && note.ends_with("found fewer values; computed again"), "{note}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let other = complaint(&["solve", "goofspiel", "cards=6", "--checkpoint", path], "");
    assert!(other.ends_with("expected a layer of this game, found one of another; choose another folder"), "{other}");
    let small = complaint(&["solve", "goofspiel", "cards=13", "deck=shuffled", "--memory", "100"], "");
    assert!(small.contains("more than the 100 MB that are allowed; with a folder"), "{small}");
    // Where there is not time enough for every position, a search says what it knows.
    let hasty = json(&["solve", "goofspiel", "cards=9", "deck=shuffled", "--time", "100ms"]);
    assert_eq!((&hasty["algorithm"], &hasty["stopped"]), (&"engine".into(), &"time".into()));
}

#[test]
fn strategy_files_are_not_exploited() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.json");
    let path = path.to_str().unwrap();
    for (game, parameters) in GAMES {
        let said = text(&[&["solve", game, "--strategy", path], parameters].concat(), "");
        assert!(said.contains("Strategies"), "{said}");
        let worth = json(&["exploit", path]);
        assert!(worth["gap"]["upper"].as_f64().unwrap() < 1e-6, "{game}: {worth}");
    }
    assert!(text(&["exploit", path], "").contains("Max's strategy guarantees"));
    let none = complaint(&["solve", "tic-tac-toe", "--strategy", path], "");
    assert_eq!(none, "strategy files are for games in which chance or both players at once have a turn");
    std::fs::write(path, "{").unwrap();
    assert!(complaint(&["exploit", path], "").starts_with(&format!("{path}: ")));
    assert!(complaint(&["exploit", "/no/such/file"], "").starts_with("/no/such/file: "));
}

#[test]
fn trees_with_joint_turns_are_solved() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/fixtures");
    let file = format!("file={}", fixtures.join("smab-example-2.tree").display());
    let (lower, upper) = bounds(&json(&["solve", "tree", &file]));
    assert!((lower - 3.0).abs() < 1e-9 && (upper - 3.0).abs() < 1e-9);
    let every = format!("file={}", fixtures.join("every-kind.tree").display());
    let default = bounds(&json(&["solve", "tree", &every]));
    for algorithm in ["backward-induction", "sequence-form"] {
        let (lower, upper) = bounds(&json(&["solve", "tree", &every, "--algorithm", algorithm]));
        assert!(lower <= default.1 + 1e-9 && upper >= default.0 - 1e-9 && upper - lower < 1e-5);
    }
}

#[test]
fn matrices_are_solved_in_doubles_and_in_fractions() {
    let plain = text(&["matrix", "-", "--exact"], b"3 -1\n-2 1\n");
    assert!(plain.contains("Value       1/7") && plain.contains("1  3/7"), "{plain}");
    let output = text(&["matrix", "-", "--json"], b"0 1\n1 0\n");
    let report: Value = serde_json::from_str(&output).unwrap();
    let (lower, upper) = bounds(&report);
    assert!(lower <= 0.5 && 0.5 <= upper && upper - lower < 1e-12, "{report}");
    assert_eq!(report["strategy"]["max"][1]["move"], "2");
    let nfg = text(&["matrix", "-"], br#"NFG 1 R "Duel" { "A" "B" } { 2 2 }  1 -1  0 0  0 0  1/2 -1/2"#);
    assert!(nfg.contains("Duel: 2 rows, 2 columns") && nfg.contains("B plays"), "{nfg}");
    assert_eq!(
        complaint(&["matrix", "-"], b"1 2\n3"),
        "-: line 2, column 1: expected 2 payoffs as in the first row, found 1"
    );
    assert!(complaint(&["matrix", "/no/such/file"], "").starts_with("/no/such/file: "));
}

#[test]
fn both_choose_before_either_is_shown() {
    let said = text(&["play", "goofspiel", "cards=3", "--as", "max"], b"moves\nhint\n9\n3\n2\n");
    assert!(said.contains("3 2 1") && said.contains("The engine would play"), "{said}");
    assert!(said.contains("Expected one of 3 2 1, or help."), "{said}");
    assert!(said.contains("Max plays 3, Min plays"), "{said}");
    assert!(said.contains("The game is over"), "{said}");
    let both = text(&["play", "goofspiel", "cards=3", "--as", "both"], b"3\n1\nundo\n2\n2\nquit\n");
    assert!(both.contains("Max plays 3, Min plays 1.") && both.contains("Max plays 2, Min plays 2."), "{both}");
    let alone = text(&["play", "goofspiel", "cards=3", "deck=shuffled", "--as", "none"], "");
    assert!(alone.contains("Chance: ") && alone.contains("The game is over"), "{alone}");
    // A bot plays, and says what its moves rest on; it may not be done before the user has typed.
    let battle = text(&["play", "battle", "rounds=3", "--time", "60ms", "--seed", "3"], "hint\nstrike\nquit\n");
    assert!(battle.contains("The engine would play") && battle.contains(" The engine: "), "{battle}");
    assert!(["estimated", "solved", "a fallback"].iter().any(|basis| battle.contains(basis)), "{battle}");
    let solved = text(&["play", "goofspiel", "cards=3", "deck=shuffled", "--as", "none", "--seed", "2"], "");
    assert!(solved.contains("; solved."), "{solved}");
    let hasty = text(&["play", "snakes", "turns=2", "--as", "none", "--time", "0ms"], "");
    assert!(hasty.contains("The game is over"), "{hasty}");
    let bidding = text(&["play", "bidding-tic-tac-toe", "coins=1", "--as", "none", "--time", "200ms"], "");
    assert!(bidding.contains("The game is over"), "{bidding}");
}

#[test]
fn under_a_clock_there_is_something_to_play_by() {
    // Far too large to be solved, with an evaluator: both strategies are estimated, and the bounds beside them hold.
    let answer = json(&["solve", "tron", "width=9", "height=9", "--time", "400ms"]);
    assert_eq!((&answer["stopped"], &answer["basis"]), (&"time".into(), &"estimate".into()), "{answer}");
    assert!(answer["estimate"].is_number() && answer["strategy"]["min"][0]["probability"].is_number(), "{answer}");
    // Both parts stay within one limit of nodes.
    let answer =
        json(&["solve", "tron", "width=9", "height=9", "--time", "300ms", "--nodes", "200000", "--threads", "1"]);
    assert!(answer["statistics"]["visits"].as_u64().is_some_and(|visits| visits <= 200_000), "{answer}");
    // What can be solved in the time is solved.
    let answer = json(&["solve", "goofspiel", "cards=5", "lead=1", "--time", "1m"]);
    assert_eq!((&answer["stopped"], &answer["basis"]), (&"solved".into(), &"exact".into()), "{answer}");
    // Who names an algorithm gets that one.
    let answer = json(&["solve", "tron", "width=9", "height=9", "--time", "100ms", "--algorithm", "joint"]);
    assert!(answer.get("estimate").is_none_or(Value::is_null), "{answer}");
    // A battle mixes choices at once with dice.
    let answer = json(&["solve", "battle", "team=1", "health=8", "rounds=20"]);
    assert_eq!((&answer["stopped"], &answer["algorithm"]), (&"solved".into(), &"engine".into()), "{answer}");
}

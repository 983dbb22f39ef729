//! The commands that all games share, and the classic ones: what they print, their limits, their complaints.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{complaint, json, text, typed};

/// Whoever reads only the beginning of our output gets no complaint, in text and in JSON.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let solve: &[&str] = &["solve", "random-dag", "depth=6", "lattice=family"];
    for arguments in [solve, &["suit", "AK98xx", "Jx"], &["games"]] {
        for json in [false, true] {
            if json && arguments[0] == "games" {
                continue;
            }
            let mut program = Command::new(env!("CARGO_BIN_EXE_secateur"));
            program.args(arguments).args(json.then_some("--json")).stdin(Stdio::null());
            let mut program = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(program.stdout.take());
            let output = program.wait_with_output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw_by_every_algorithm() {
    let listed = text(&["algorithms"], "");
    for algorithm in ["minimax", "parallel-minimax", "alpha-beta", "scout", "mtdf", "jamboree"] {
        assert!(listed.contains(algorithm));
        for position in ["", "5", "51"] {
            let position = format!("position={position}");
            let parallel = matches!(algorithm, "parallel-minimax" | "jamboree");
            let threads: &[&str] = if parallel { &["--threads", "2"] } else { &[] };
            let asked = ["solve", "tic-tac-toe", &position, "--algorithm", algorithm];
            let report = json(&[&asked[..], threads].concat());
            assert_eq!((&report["lower"], &report["upper"]), (&Value::from(0), &Value::from(0)), "{report}");
            assert_eq!(report["stopped"], "solved");
        }
    }
}

#[test]
fn a_report_has_what_was_asked_and_what_was_found() {
    let report = json(&["solve", "connect-four", "width=4", "height=5", "position=12"]);
    assert_eq!(report["schema_version"], 1);
    assert_eq!(report["game"], "connect-four");
    assert_eq!(report["parameters"]["width"], "4");
    assert_eq!(report["parameters"]["score"], "win", "defaults are reported too");
    assert_eq!(report["algorithm"], "jamboree");
    assert_eq!(report["strategy"]["max"][0]["probability"], 1.0);
    assert_eq!(report["strategy"]["max"][0]["move"], report["line"][0]);
    assert_eq!(report["strategy"]["min"], Value::Array(Vec::new()));
    for count in ["expanded", "leaves", "visits", "cutoffs", "cache_hits"] {
        assert!(report["statistics"][count].is_u64(), "{count}: {report}");
    }
    assert!(report["statistics"]["seconds"].is_f64());
    assert!(report.get("estimate").is_none());

    let plain = json(&["solve", "tic-tac-toe", "--algorithm", "minimax"]);
    assert!(plain["statistics"].get("cutoffs").is_none(), "minimax cuts nothing");
    assert_eq!(plain["statistics"]["visits"], 549_946);
    assert_eq!(plain["statistics"]["leaves"], 255_168);
}

#[test]
fn limits_are_kept_and_named() {
    let report = json(&["solve", "tic-tac-toe", "--nodes", "1000"]);
    assert_eq!((&report["stopped"], &report["statistics"]["visits"]), (&"nodes".into(), &1000.into()));
    let report = json(&["solve", "connect-four", "--nodes", "1000", "--threads", "2"]);
    assert_eq!(report["stopped"], "nodes");
    assert_eq!(report["statistics"]["visits"], 1000, "{report}");
    for algorithm in ["minimax", "parallel-minimax", "alpha-beta", "scout", "scout:deepening=on", "mtdf", "jamboree"] {
        let report = json(&["solve", "connect-four", "position=444444", "--time", "0ms", "--algorithm", algorithm]);
        assert_eq!(report["stopped"], "time", "{report}");
        assert!(["1", "2", "3", "5", "6", "7"].iter().any(|legal| report["line"][0] == **legal), "{report}");
        assert_eq!((&report["lower"], &report["upper"]), (&Value::from(-1), &Value::from(1)), "{report}");
    }
    let report = json(&["solve", "connect-four", "--depth", "4"]);
    assert_eq!((&report["stopped"], report.get("estimate")), (&"depth".into(), None));
    let report = json(&["solve", "connect-four", "--depth", "4", "--estimate"]);
    assert_eq!(report["stopped"], "depth");
    assert!(report["estimate"].is_i64() && report["lower"] == -1 && report["upper"] == 1, "{report}");
}

#[test]
fn trees_are_read_from_files() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/fixtures");
    let report = json(&["solve", "tree", &format!("file={fixtures}/handout-cut-offs.tree")]);
    assert_eq!((&report["lower"], &report["upper"]), (&Value::from(40.0), &Value::from(40.0)));
    assert_eq!(report["line"][0], "X");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("broken.tree");
    std::fs::write(&path, "(max 1\n  (min 2 three))").unwrap();
    assert!(
        complaint(&["solve", "tree", &format!("file={}", path.display())], "").contains("line 2, column 10: expected")
    );
}

#[test]
fn wrong_words_are_explained_in_one_line() {
    let says = [
        (&["slove", "tic-tac-toe"][..], "solve"),
        (&["solve"], "<GAME>"),
        (&["solve", "conect-four"], "there is no game conect-four; did you mean connect-four?"),
        (
            &["solve", "go"],
            "there is no game go; there is tic-tac-toe, connect-four, chess, tree, efg, gdl, random-tree",
        ),
        (&["solve", "tic-tac-toe", "positon=5"], "did you mean position?"),
        (&["solve", "tic-tac-toe", "position=55"], "expected a free cell"),
        (&["solve", "tic-tac-toe", "5137"], "expected key=value, found 5137"),
        (&["solve", "tree"], "tree needs file= (the path of the file)"),
        (&["solve", "tree", "file=/no/such/file"], "file=/no/such/file: "),
        (&["solve", "tic-tac-toe", "--algorithm", "alfabeta"], "did you mean alpha-beta?"),
        (&["solve", "tic-tac-toe", "--algorithm", "jamboree:shared=1"], "did you mean share?"),
        (&["solve", "tic-tac-toe", "--algorithm", "jamboree:share=7"], "expected a number from 0 to 1"),
        (&["solve", "tic-tac-toe", "--time", "5"], "expected a time such as 500ms"),
        (&["solve", "tic-tac-toe", "--nodes", "-1"], "--nodes"),
        (&["solve", "tic-tac-toe", "--algorithm", "mtdf", "--memory", "0"], "expected a table of 1 MB or more"),
        (&["games", "tictactoe"], "did you mean tic-tac-toe?"),
        (&["algorithms", "mtd"], "did you mean mtdf?"),
        (&["play", "ches"], "did you mean chess?"),
        (&["bench", "--check", "/no/such/file"], "/no/such/file: "),
        (&["completions", "tcsh"], "tcsh"),
    ];
    for (arguments, expected) in says {
        let complaint = complaint(arguments, "");
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn lists_and_help_teach() {
    let games = text(&["games"], "");
    assert!(games.contains("height=6") && games.contains("branching=4"), "{games}");
    assert!(text(&["games", "connect-four"], "").contains("By default"));
    assert!(text(&["algorithms", "jamboree"], "").contains("Kuszmaul"));
    for command in ["solve", "play", "bench", "completions"] {
        assert!(text(&[command, "--help"], "").contains("Usage:"), "{command}");
    }
    assert!(text(&["--help"], "").contains("Examples:"));
    assert!(text(&["completions", "bash"], "").contains("secateur"));
    let solved = text(&["solve", "tic-tac-toe", "position=5137", "--algorithm", "minimax"], "");
    assert!(solved.contains("a draw (0)") && solved.contains(" O | 2 | X"), "{solved}");
}

#[test]
fn a_game_can_be_played_from_a_pipe() {
    // Every line is answered, whatever it is; the game ends with the input.
    let said = text(
        &["play", "tic-tac-toe", "--time", "20ms"],
        b"help\nmoves\nhint\nundo\n5\nundo\n\n\xff\xfe\nmvoes\n55\n5\n",
    );
    assert!(said.contains("There is no move of yours to take back."), "{said}");
    assert!(said.contains("1 2 3 4 5 6 7 8 9"), "{said}");
    assert!(said.contains("The engine would play"), "{said}");
    assert!(said.contains("Did you mean moves?"), "{said}");
    assert!(said.contains("Min plays"), "{said}");
    assert!(said.trim_end().ends_with("The input has ended, and so has the game."), "{said}");

    assert!(text(&["play", "connect-four", "--as", "both"], b"4\n4\nquit\n").contains("Min to move>"));
    let alone = text(&["play", "tic-tac-toe", "--as", "none", "--time", "20ms"], "");
    assert!(alone.trim_end().ends_with("The game is over: a draw."), "{alone}");
    // Only the engine has moved: its move is not the user's to take back.
    let second = text(&["play", "tic-tac-toe", "--as", "min", "--time", "20ms"], b"undo\nmoves\n");
    assert!(second.contains("There is no move of yours to take back.\nMin to move> "), "{second}");
    let long = text(&["play", "tic-tac-toe"], [b'x'; 100_000]);
    assert!(long.contains("Expected one of 1 2 3 4 5 6 7 8 9, or help."), "{long}");
}

#[test]
fn the_suite_has_the_saved_signature() {
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/signature.txt");
    let bench = text(&["bench", "--check", saved], "");
    let last = bench.lines().last().unwrap();
    let counts = std::fs::read_to_string(saved).unwrap();
    assert_eq!(last, format!("signature: {}", counts.trim_end().rsplit(' ').next().unwrap()));

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("signature.txt");
    std::fs::write(&path, counts.replacen("minimax 549946", "minimax 549945", 1)).unwrap();
    let output = typed(&["bench", "--check", path.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "secateur: minimax: expected 549,945 nodes, found 549,946\n");
}

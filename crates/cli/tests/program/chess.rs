//! The commands of the chess engine, from outside.

use crate::{complaint, text};

#[test]
fn the_engine_speaks_uci() {
    let said = text(&["uci"], "uci\nisready\nposition startpos moves e2e4\ngo depth 4\nquit\n");
    assert!(said.contains("uciok\n") && said.contains("readyok\n"), "{said}");
    let said = text(&["uci"], "position startpos\ngo nodes 2000\n");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
}

#[test]
fn moves_are_counted() {
    assert!(text(&["perft", "3"], "").starts_with("perft(3) = 8902 in "));
    let said = text(&["perft", "fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "2", "--divide"], "");
    assert!(said.contains("perft(2) = 191 in ") && said.lines().count() == 15, "{said}");
    assert_eq!(complaint(&["perft", "deep"], ""), "expected one depth from 1 to 20, found deep");
    assert!(complaint(&["perft", "fen=x", "2"], "").starts_with("fen=x: expected a position in FEN"));
}

#[test]
fn mates_are_proved_and_games_are_played() {
    let fen = "fen=2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let said = text(&["solve", "chess", fen], "");
    assert!(said.contains("White mates (30000)") && said.contains("g3g6") && said.contains("solved"), "{said}");
    let said = text(&["play", "chess", "--time", "50ms"], "e4\nhint\nundo\nquit\n");
    assert!(said.contains("Min plays ") && said.contains("The engine would play "), "{said}");
}

#[test]
fn a_suite_is_solved_and_a_match_is_played() {
    let directory = tempfile::tempdir().unwrap();
    let suite = directory.path().join("suite.epd");
    std::fs::write(&suite, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n").unwrap();
    let said = text(&["epd", suite.to_str().unwrap(), "--nodes", "1000"], "");
    assert!(said.ends_with("1 of 1 solved\n"), "{said}");
    let games = directory.path().join("games.pgn");
    let said = text(&["match", "--games", "2", "--nodes", "300", "--pgn", games.to_str().unwrap()], "");
    assert!(said.contains("2 games: ") && said.contains("0 illegal moves, 0 failures, 0 losses on time"), "{said}");
    assert_eq!(std::fs::read_to_string(&games).unwrap().matches("[Event ").count(), 2);
    let json =
        ["match", "--games", "2", "--nodes", "300", "--sprt", "0,10", "--json", "--pgn", games.to_str().unwrap()];
    let report: serde_json::Value = serde_json::from_str(&text(&json, "")).unwrap();
    assert_eq!((&report["schema_version"], &report["games"]), (&1.into(), &2.into()), "{report}");
    let points = ["won", "drawn", "lost"].map(|field| report[field].as_u64().unwrap());
    assert_eq!(points.iter().sum::<u64>(), 2);
    assert_eq!(report["engines"][1]["faults"]["losses_on_time"], 0);
    assert!(report["sprt"]["log_ratio"].is_number() && report["lag_seconds"].is_number(), "{report}");
    assert_eq!(report["void_games"], 0, "without clocks nothing can run out");
    assert!(report["standstill_seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{report}");
    let missing = ["match", "--one", "/no/such/engine", "--games", "2", "--pgn", games.to_str().unwrap()];
    assert!(complaint(&missing, "").starts_with("cannot start one (engine)"));
}

//! `reproduce`, `sweep` and `merge`: parameters, folders that keep what they have, shares, files that read back.

use std::fs;

use super::{complaint, json, text};

#[test]
fn parameters_are_read_and_what_differs_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let page = text(&["reproduce", "smab-table-2", "cards=4..5", "--out", out], "");
    assert!(page.contains("| 5 | backward-induction | 1,926 | 1,926 |"), "{page}");
    assert!(page.contains("**Not as in the paper:** cards = 4..5 (the paper: 4..7)."), "{page}");
    assert!(page.contains("`secateur reproduce smab-table-2 cards=4..5`"));
    let wrong = complaint(&["reproduce", "smab-table-2", "card=4", "--out", out], "");
    assert_eq!(wrong, "card=4: the experiment has no parameter card; it has cards");
    let wrong = complaint(&["reproduce", "smab-table-2", "cards=many", "--out", out], "");
    assert_eq!(wrong, "cards=many: expected whole numbers up to 13, such as 3 or 2,5 or 2..9");
    assert!(complaint(&["reproduce", "cards=4"], "").contains("name of an experiment before"));

    // Another experiment in the same folder: the report has both.
    text(&["reproduce", "examples", "--out", out], "");
    let report = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(report.contains("id=\"smab-table-2\"") && report.contains("id=\"examples\""));
    assert!(folder.path().join("smab-table-2.tex").exists());
}

#[test]
fn own_figures_stand_beside_the_papers() {
    let folder = tempfile::tempdir().unwrap();
    let (out, own) = (folder.path().to_str().unwrap(), folder.path().join("mine.csv"));
    fs::write(&own, "table,row,column,value\ngoofspiel,\"4, backward-induction\",nodes,108\n").unwrap();
    let ask = ["reproduce", "smab-table-2", "cards=4", "--out", out, "--own", own.to_str().unwrap()];
    assert!(text(&ask, "").contains("| 4 | backward-induction | 109 | 109 | 108 |"));
    fs::write(&own, "row,value\n").unwrap();
    assert!(complaint(&ask, "").contains("expected the columns table,row,column,value"));
}

#[test]
fn a_sweep_grows_and_its_shares_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let grid =
        ["sweep", "random-tree", "chance=0.8", "depth=3", "--algorithm", "bounded", "--algorithm", "bounded-plus"];
    let with =
        |more: &[&str]| text(&[&grid[..], &["--epsilon", "0,8", "--seeds", "1..4", "--out", out], more].concat(), "");
    for share in ["2/3", "1/3"] {
        assert!(with(&["--shard", share]).contains("this share is done"));
    }
    assert!(text(&["merge", out], "").contains("sweep: 11 of 16 instances are there"));
    with(&["--shard", "3/3"]);
    let merged = text(&["merge", out], "");
    assert!(
        merged.contains("16 searches of 4 instances. Bounds that exclude each other were found on 0 instances."),
        "{merged}"
    );
    assert!(merged.contains("`secateur sweep random-tree chance=0.8 depth=3 --algorithm bounded"), "{merged}");
    let csv = fs::read_to_string(folder.path().join("sweep.csv")).unwrap();
    assert!(csv.starts_with("instance,game,parameters,game chance,game depth,algorithm,epsilon"), "{csv}");
    assert_eq!(csv.lines().count(), 17);
    // The same grid in the same folder measures nothing again, and gives the same records.
    with(&[]);
    assert_eq!(fs::read_to_string(folder.path().join("sweep.csv")).unwrap(), csv);
    assert!(complaint(&["merge", folder.path().join("nowhere").to_str().unwrap()], "").contains("nowhere"));
    assert!(complaint(&["sweep", "random-tree", "--shard", "4/3"], "").contains("expected a share such as 3/8"));
    assert!(complaint(&["sweep"], "").contains("expected a game"));
    let listed = complaint(&["sweep", "goofspiel", "cards=3,4", "--out", out], "");
    let said =
        "cards=3,4: expected a whole number from 1 to 16; for several values say cards=3 cards=4, or a range such as";
    assert!(listed.starts_with(said), "{listed}");
}

#[test]
fn dumped_games_are_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for (game, words, read) in [
        ("random-tree", &["depth=4", "branching=3", "seed=5"][..], "tree"),
        ("random-tree", &["depth=2", "chance=0.8", "branching=3", "seed=2"], "tree"),
        ("goofspiel", &["cards=3", "objective=points"], "tree"),
        ("random-mixed", &["depth=4", "seed=3"], "tree"),
        ("random-dag", &["depth=6", "seed=3"], "dag"),
    ] {
        let path = text(&[&["sweep", game][..], words, &["--dump", out]].concat(), "");
        let file = format!("file={}", path.trim());
        let (there, here) = (json(&[&["solve", game][..], words].concat()), json(&["solve", read, &file]));
        let close = |name: &str| match (there[name].as_f64(), here[name].as_f64()) {
            (Some(one), Some(other)) => (one - other).abs() < 1e-6,
            _ => there[name] == here[name],
        };
        assert!(close("lower") && close("upper"), "{game} {words:?}: {there} {here}");
    }
    // One matrix becomes Gambit's normal form.
    let path = text(&["sweep", "random-joint", "depth=1", "seed=4", "--dump", out], "");
    assert!(path.trim().ends_with(".nfg"), "{path}");
    let (there, here) = (json(&["solve", "random-joint", "depth=1", "seed=4"]), json(&["matrix", path.trim()]));
    assert!((there["lower"].as_f64().unwrap() - here["value"].as_f64().unwrap()).abs() < 1e-6, "{there} {here}");
    assert!(complaint(&["sweep", "racing", "--dump", out], "").contains("there is no file"));
}

#[test]
fn positions_and_matrices_with_bounds_can_be_typed() {
    let all = text(&["positions", "tic-tac-toe", "--count"], "");
    assert_eq!(all, "549,946 positions, of which 255,168 are over\n");
    let few = text(&["positions", "tic-tac-toe", "position=2134567"], "");
    assert!(few.ends_with("are over\n") && few.matches('\n').count() > 5, "{few}");
    assert!(complaint(&["positions", "goofspiel"], "").contains("simultaneous"));
    let bounds = text(&["matrix", "-", "--bounds", "--range", "-10,10"], "5 3\n4 ?\n");
    assert!(bounds.contains("Window      row 2, column 2: α = 3, β = "), "{bounds}");
}

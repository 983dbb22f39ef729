//! The program on games with chance: values to six digits, errors that are kept, dice that are thrown.

use crate::{bounds, complaint, json, text, typed};

#[test]
fn values_have_six_digits() {
    let games: [(&[&str], &str); 4] = [
        (&["einstein", "board=3x3", "stones=3"], "Max wins with probability 0.699588"),
        (&["einstein", "board=4x4", "stones=2"], "Max wins with probability 0.570801"),
        (&["2048", "board=2x2", "goal=32"], "Max makes 32 with probability 0.082887"),
        (&["pig", "goal=20"], "Max wins with probability 0.615559"),
    ];
    for (words, expected) in games {
        let shown = text(&[&["solve"], words].concat(), "");
        assert!(shown.contains(&format!("Value       {expected}")), "{shown}");
    }
}

#[test]
fn an_error_that_is_allowed_is_kept() {
    let (low, high) = bounds(&json(&["solve", "random-tree", "depth=4", "chance=0.8", "--algorithm", "expectimax"]));
    for algorithm in ["bounded", "bounded-plus"] {
        for epsilon in ["0", "8", "24"] {
            let asked =
                ["solve", "random-tree", "depth=4", "chance=0.8", "--algorithm", algorithm, "--epsilon", epsilon];
            let (lower, upper) = bounds(&json(&asked));
            let allowed: f64 = epsilon.parse().unwrap();
            assert!(
                lower <= high && low <= upper && upper - lower <= allowed + 1e-9,
                "{algorithm}: {lower} to {upper}"
            );
        }
    }
}

#[test]
fn what_promises_nothing_says_so() {
    for algorithm in ["mcms:samples=20", "chance-probcut"] {
        let shown =
            text(&["solve", "random-tree", "depth=4", "chance=0.8", "--depth", "4", "--algorithm", algorithm], "");
        assert!(shown.contains("Value       about "), "{shown}");
    }
    let refused = typed(&["solve", "einstein", "--algorithm", "chance-probcut"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("needs --depth"));
}

#[test]
fn trees_with_chance_are_read_from_files() {
    let directory = std::env::temp_dir().join(format!("secateur-chance-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("chance.tree");
    std::fs::write(&path, "(max 3 (chance 1/2: 10 1/2: (min 2 9)))").unwrap();
    let file = format!("file={}", path.display());
    for algorithm in ["expectimax", "star1", "star2", "bounded", "bounded-plus"] {
        assert_eq!(bounds(&json(&["solve", "tree", &file, "--algorithm", algorithm])), (6.0, 6.0), "{algorithm}");
    }
    // Made for play in circles, it rounds outwards at every step.
    let (lower, upper) = bounds(&json(&["solve", "tree", &file, "--algorithm", "interval-iteration"]));
    assert!(lower <= 6.0 && 6.0 <= upper && upper - lower < 1e-12, "{lower} {upper}");
    assert_eq!(bounds(&json(&["solve", "tree", &file])), (6.0, 6.0));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn dice_are_thrown_from_a_seed() {
    let play = |seed| text(&["play", "pig", "goal=12", "--seed", seed, "--time", "20ms", "--as", "none"], "");
    let once = play("7");
    assert!(once.contains("Chance: ") && once.contains("The game is over: Max wins with probability"), "{once}");
    let dice =
        |game: &str| game.lines().filter(|line| line.starts_with("Chance")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(dice(&once)[0], dice(&play("7"))[0], "the first throw is the same");
    // Somebody who errs by no more than was said, over the whole game.
    for (opponent, most) in [("keeper:epsilon=0.1", 0.1), ("keeper", 0.0)] {
        let words =
            ["play", "einstein", "board=3x3", "stones=2", "--seed", "7", "--as", "none", "--opponent", opponent];
        let said = text(&words, "");
        assert!(said.contains("The game is over") && said.contains("it errs by"), "{said}");
        for error in said.split("it errs by at most ").skip(1) {
            let error: f64 = error.split(' ').next().unwrap().parse().unwrap();
            assert!(error <= most + 1e-6, "{opponent}: {said}");
        }
    }
    for (game, opponent, expected) in [
        ("goofspiel", "keeper", "a keeper plays games of numbers in which one player moves at a time"),
        ("einstein", "keper", "expected engine, or keeper:epsilon=0.1"),
        ("einstein", "keeper:epsilon=-1", "expected a number from 0 on"),
    ] {
        let said = complaint(&["play", game, "--opponent", opponent], "");
        assert!(said.contains(expected), "{said}");
    }
    let typed = text(&["play", "einstein", "board=3x3", "stones=2", "--seed", "1", "--time", "20ms"], "moves\nquit\n");
    assert!(typed.contains("You play Max"), "{typed}");
}

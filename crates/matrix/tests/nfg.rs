//! `.nfg` files: round trips, both versions, errors that point at the place, and bytes from anywhere.

mod matrices;

use matrices::{KINDS, Random, draw};
use proptest::prelude::*;
use secateur_matrix::{NfgProblem, NormalForm, exact_matrix_game};
use secateur_value::Real;

const PAYOFFS: &str = r#"NFG 1 R "Payoffs" { "Max" "Min" } { { "up" "down" } { "left" "middle" "right" } }
"A comment, with a \"quotation\"."

1 -1 0.25 -1/4
-2 2 3 -3.0
.5 -5e-1 0 0
"#;

const OUTCOMES: &str = r#"NFG 1 D "Outcomes" { "Max" "Min" }
{ 2 3 }
{
{ "" 1, -1 }
{ "a" 1/4, -0.25 }
{ "b" -2, 2 }
{ "c" 3, -3 }
{ "d" 1/2, -1/2 }
}
1 2 3 4 5 0
"#;

#[test]
fn both_versions_give_the_same_game() {
    let payoffs = NormalForm::parse(PAYOFFS.as_bytes()).expect("sound");
    let outcomes = NormalForm::parse(OUTCOMES.as_bytes()).expect("sound");
    assert_eq!(payoffs.payoffs, outcomes.payoffs);
    assert_eq!(payoffs.row_names, ["up", "down"]);
    assert_eq!(outcomes.column_names, ["1", "2", "3"]);
    assert_eq!(outcomes.players, ["Max", "Min"]);
    // The first player's strategy varies fastest.
    let printed: Vec<String> = payoffs.payoffs.iter().map(ToString::to_string).collect();
    assert_eq!(printed, ["1", "-2", "1/2", "1/4", "3", "0"]);
}

#[test]
fn constant_sums_are_kept() {
    let text = r#"NFG 1 R "Shares" { "A" "B" } { 2 2 } 7 3 4 6 5 5 10 0"#;
    let game: NormalForm = text.parse().expect("constant sum");
    assert_eq!(game.sum.to_string(), "10");
    assert_eq!(game.solve_exact().expect("sound").value.to_string(), "25/4");
    let again: NormalForm = game.to_string().parse().expect("written by us");
    assert_eq!(again, game);
}

#[test]
fn payoffs_that_are_not_doubles_widen_the_interval() {
    let game: NormalForm = r#"NFG 1 R "" { "A" "B" } { 1 1 } 1/3 -1/3"#.parse().expect("sound");
    let interval = game.solve().expect("sound").interval;
    assert!(interval.lower < interval.upper && interval.contains(&Real::new(1.0 / 3.0).unwrap()));
    assert!(interval.width() < 1e-15);
}

#[test]
fn random_games_survive_a_round_trip() {
    let mut random = Random(21);
    for round in 0..900 {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
        let payoffs = draw(&mut random, KINDS[round % KINDS.len()], rows, columns);
        let lines: Vec<&[f64]> = payoffs.chunks_exact(columns).collect();
        let game = NormalForm::from_rows("a \"title\" \\ with marks", &lines).expect("sound");
        let again: NormalForm = game.to_string().parse().expect("written by us");
        assert_eq!(again, game);
        let value = exact_matrix_game(&lines).expect("sound").value;
        assert_eq!(again.solve_exact().expect("sound").value, value);
    }
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let cases: [(&str, &str); 15] = [
        ("", "line 1, column 1: expected `NFG` at the beginning of the file, found the end of the file"),
        ("EFG 2 R", "line 1, column 1: expected `NFG` at the beginning of the file, found `EFG`"),
        ("NFG 2 R", "line 1, column 5: expected format version `1`, found `2`"),
        ("NFG 1 X", "line 1, column 7: expected `R` or `D`, found `X`"),
        ("NFG 1 R\n  title", "line 2, column 3: expected the title in quotes, found `title`"),
        ("NFG 1 R \"t", "line 1, column 9: expected the title in quotes, found a quoted text without its end"),
        ("NFG 1 R \"t\" { \"a\" \"b\" \"c\" }", "line 1, column 13: expected 2 players, found 3"),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 2 }",
            "line 1, column 29: expected the number of strategies of player 2, found `}`",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 0 1 }",
            "line 1, column 27: expected the number of strategies of player 1, found `0`",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 1 2 }\n1 -1\n2",
            "line 3, column 2: expected a payoff of player 2, found the end of the file",
        ),
        (
            "NFG 1 R \"ü\" { \"a\" \"b\" } { 1 1 } 1/0 0",
            "line 1, column 33: expected a payoff of player 1, found `1/0`",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 1 2 } 1 -1\n 1 1",
            "line 2, column 2: expected payoffs that add up to 0 as in the first cell, found 2 in row 1, column 2",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 1 1 } 1 -1 7",
            "line 1, column 38: expected the end of the file after the last payoff, found `7`",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 1 1 } { { \"o\" 1 -1 } } 2",
            "line 1, column 50: expected the number of an outcome, 0 to 1, found `2`",
        ),
        (
            "NFG 1 R \"t\" { \"a\" \"b\" } { 4000000000 4000000000 } 1 -1",
            "line 1, column 51: expected payoffs for 4000000000 × 4000000000 cells, found `1`",
        ),
    ];
    for (text, message) in cases {
        let error = text.parse::<NormalForm>().expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let error = NormalForm::parse(b"NFG 1\n\xff").expect_err("not text");
    assert_eq!((error.line, error.column, error.problem), (2, 1, NfgProblem::NotText));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = NormalForm::parse(&bytes);
    }

    #[test]
    fn mutated_files_never_panic_and_what_is_read_can_be_written(
        outcomes in any::<bool>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..3u8, prop_oneof![
            any::<u8>(),
            prop::sample::select(b"{}\"\\ ,0123456789/.-+eE\n".to_vec()),
        ]), 0..6),
    ) {
        let mut bytes = if outcomes { OUTCOMES } else { PAYOFFS }.as_bytes().to_vec();
        for (place, action, byte) in edits {
            let at = place.index(bytes.len());
            match action {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        if let Ok(game) = NormalForm::parse(&bytes) {
            let again: NormalForm = game.to_string().parse().expect("written by us");
            prop_assert_eq!(&again, &game);
            prop_assert!(game.solve_exact().is_ok());
        }
    }
}

#[test]
fn payoffs_too_far_apart_for_doubles_are_no_reason_for_wide_intervals() {
    // Max's best mixture has a probability of 1e-14, which a double beside 1 - 1e-14 holds to two digits.
    for (text, value) in [("1e14 0\n0 1", 1e14 / (1e14 + 1.0)), ("1e18 -3\n-2 5", 5.0), ("1e300 0\n0 1", 1.0)] {
        let solution = NormalForm::read(text.as_bytes()).expect("sound").solve().expect("small numbers");
        let exact = NormalForm::read(text.as_bytes()).expect("sound").solve_exact().expect("sound").value;
        let end = |end: Real| num_rational::BigRational::from_float(end.get()).expect("finite");
        let interval = solution.interval;
        assert!(end(interval.lower) <= exact && exact <= end(interval.upper), "{text}: {interval:?}");
        assert!(interval.width() <= 1e-15 * value, "{text}: {interval:?}");
        assert!((solution.value - value).abs() <= 1e-15 * value, "{text}: {}", solution.value);
    }
}

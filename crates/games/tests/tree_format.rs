//! The format of tree files: what is refused and how, and that printing and reading are inverse.

use proptest::prelude::*;
use secateur_game::{Describe, Game, laws};
use secateur_games::tree::DEEPEST;
use secateur_games::{AlternatingTree, Parameters, Tree};

fn message(text: &str) -> String {
    text.parse::<Tree>().map(|tree| format!("read {tree}")).unwrap_or_else(|problem| problem.to_string())
}

#[test]
fn malformed_files_name_line_column_and_what_was_expected() {
    let cases = [
        ("", "line 1, column 1: expected a tree, such as 3 or (max 1 2), found the end of the file"),
        ("# only this", "line 1, column 12: expected a tree, such as 3 or (max 1 2), found the end of the file"),
        ("five", "line 1, column 1: expected a tree, such as 3 or (max 1 2), found five"),
        ("inf", "line 1, column 1: expected a tree, such as 3 or (max 1 2), found inf"),
        ("1e999", "line 1, column 1: expected a tree, such as 3 or (max 1 2), found 1e999"),
        ("1/0", "line 1, column 1: expected a tree, such as 3 or (max 1 2), found 1/0"),
        ("3 4", "line 1, column 3: expected the end of the file, found 4"),
        ("(max 1 2))", "line 1, column 10: expected the end of the file, found `)`"),
        ("(mx 1 2)", "line 1, column 2: expected `max`, `min`, `chance` or `both`, found mx"),
        ("(max)", "line 1, column 5: expected a subtree or `name:`, found `)`"),
        ("(max 1\n  (min 2", "line 2, column 9: expected a subtree, `name:` or `)`, found the end of the file"),
        ("(max a: )", "line 1, column 9: expected a subtree, found `)`"),
        ("(max a: b: 3)", "line 1, column 9: expected a subtree, found b"),
        ("(max a: 1 A: 2)", "line 1, column 14: expected a name for each move, found two moves named a"),
        ("(max 2: 1 3)", "line 1, column 11: expected a name for each move, found two moves named 2"),
        ("(max \"a\n\": 3)", "line 1, column 8: expected a closing `\"` on the same line, found the end of the line"),
        ("(max \"a", "line 1, column 8: expected a closing `\"` on the same line, found the end of the file"),
        ("(max \"a\\n\": 3)", "line 1, column 9: expected `\"` or `\\` after `\\`, found n"),
        ("(max \u{1}", "line 1, column 6: expected text, found \\u{1}"),
        ("(max [1])", "line 1, column 6: expected a subtree or `name:`, found `[`"),
        ("(chance)", "line 1, column 8: expected a weight such as `1/2:`, found `)`"),
        ("(chance 1: 2 3)", "line 1, column 15: expected a weight above 0, such as 3, 0.25 or 1/3, and `:`, found `)`"),
        ("(chance 0: 2)", "line 1, column 9: expected a weight above 0, such as 3, 0.25 or 1/3, and `:`, found 0"),
        ("(chance -1: 2)", "line 1, column 9: expected a weight above 0, such as 3, 0.25 or 1/3, and `:`, found -1"),
        ("(chance a 1 2)", "line 1, column 13: expected `:`, found 2"),
        (
            "(max\n (chance 0.5: 2 0.4: 3))",
            "line 2, column 2: expected probabilities that sum to 1, these sum to 9/10 (whole numbers are weights of any sum)",
        ),
        (
            "(chance 9999999999999999999: 2 9999999999999999998: 3)",
            "line 1, column 1: expected weights whose common denominator fits 64 bits",
        ),
        ("(both)", "line 1, column 6: expected `[` and a row of the matrix, found `)`"),
        ("(both [])", "line 1, column 8: expected a subtree, found `]`"),
        ("(both [1 2] [3])", "line 1, column 15: expected as many cells as in the first row, 2, found 1"),
        ("(both [1 2] 3)", "line 1, column 13: expected `[` and the next row, or `)`, found 3"),
        ("(both [1 2)", "line 1, column 11: expected a subtree or `]`, found `)`"),
        ("(both (rows a b) [1])", "line 1, column 7: expected a name for each of the 1 rows, found 2"),
        ("(both (columns a) [1 2])", "line 1, column 7: expected a name for each of the 2 columns, found 1"),
        ("(both (rows a a) [1] [2])", "line 1, column 15: expected a name for each move, found two moves named a"),
        ("(both (rows) [1])", "line 1, column 12: expected a name, found `)`"),
        (
            "(both (rows a) (rows a) [1])",
            "line 1, column 17: expected `rows` or `columns`, each once, or `[`, found rows",
        ),
        ("(range 0)", "line 1, column 9: expected a number, found `)`"),
        ("(range 5 0) 1", "line 1, column 10: expected a greatest value not below the least, found 0"),
        ("(range 0 5) 6", "line 1, column 13: expected a value in the range from 0 to 5, found 6"),
        ("(range 0 5) (range 0 5) 6", "line 1, column 14: expected `max`, `min`, `chance` or `both`, found range"),
        ("(range 0 5)", "line 1, column 12: expected a tree, such as 3 or (max 1 2), found the end of the file"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected, "for {text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let problem = Tree::from_bytes(b"(max 1\n  \xC3\xA4 \xFF 2)").unwrap_err();
    assert_eq!(problem.to_string(), "line 2, column 5: expected text in UTF-8");
    assert!(Tree::from_bytes("\u{feff}(max 1 2)".as_bytes()).is_ok(), "a byte order mark is no tree");
}

#[test]
fn numbers_are_the_nearest_to_what_is_written() {
    for (text, value) in [
        ("3", 3.0),
        ("-2.5", -2.5),
        ("+4", 4.0),
        ("1e3", 1000.0),
        ("2/3", 2.0 / 3.0),
        ("-1/3", -1.0 / 3.0),
        ("-0", 0.0),
        ("0.1", 0.1),
    ] {
        let tree: Tree = text.parse().unwrap();
        let secateur_game::Turn::Over(found) = tree.turn(&tree.start()) else { panic!("{text} is a leaf") };
        assert_eq!(found.get().to_bits(), f64::to_bits(value), "{text}");
    }
}

#[test]
fn names_keep_their_quotes_and_signs() {
    let text = r#"(max "say \"hi\"": 1 "back \\ slash": 2 "": 3 "a: (b) #": 4 5)"#;
    let tree: Tree = text.parse().unwrap();
    let names: Vec<_> = tree.moves(&tree.start()).map(|chosen| tree.name(&tree.start(), chosen)).collect();
    assert_eq!(names, ["say \"hi\"", "back \\ slash", "", "a: (b) #", "5"]);
    assert_eq!(tree.to_string().trim_end(), text);
}

#[test]
fn depth_is_limited_and_no_stack_overflows() {
    let nested = |depth: usize| "(max ".repeat(depth) + "1" + &")".repeat(depth);
    let deep: Tree = nested(DEEPEST).parse().unwrap();
    assert_eq!(deep.to_string().parse::<Tree>().unwrap(), deep);
    laws::check(&deep, &laws::Effort::default().games(1)).unwrap();
    let column = 5 * DEEPEST + 1;
    let expected = format!("line 1, column {column}: expected at most 1000 turns inside each other");
    assert_eq!(message(&nested(DEEPEST + 1)), expected);
    assert_eq!(message(&"(max ".repeat(1_000_000)), expected);
}

#[test]
fn trees_with_other_turns_do_not_alternate() {
    let refused = |text: &str| AlternatingTree::try_from(text.parse::<Tree>().unwrap()).unwrap_err().to_string();
    assert_eq!(
        refused("(max (min 1 (both [1])) (chance 1: 2))"),
        "line 1, column 13: expected a tree of max and min only, found both"
    );
    // The outer turn comes first, although the inner one is finished before it.
    assert_eq!(
        refused("(max 1\n (chance 1: (both [1])))"),
        "line 2, column 2: expected a tree of max and min only, found chance"
    );
    assert!(AlternatingTree::try_from("(min (min 1 2) 3)".parse::<Tree>().unwrap()).is_ok());
}

#[test]
fn a_file_that_is_missing_or_malformed_is_explained() {
    let read = |words: &[&str]| {
        let parameters = Parameters::parse(words).unwrap();
        Tree::from_parameters(&parameters).unwrap_err().to_string()
    };
    assert_eq!(read(&[]), "tree needs file= (the path of the file)");
    assert!(read(&["file=no/such.tree"]).starts_with("file=no/such.tree: "));
    assert!(!read(&["file=no/such.tree"]).contains('\n'));
    assert_eq!(read(&["flie=a"]), "tree has no parameter flie; did you mean file?");
    let path = std::env::temp_dir().join(format!("secateur-malformed-{}.tree", std::process::id()));
    std::fs::write(&path, "(max 1\n 2").unwrap();
    let problem = read(&[&format!("file={}", path.display())]);
    std::fs::remove_file(&path).unwrap();
    assert!(
        problem.ends_with(": line 2, column 3: expected a subtree, `name:` or `)`, found the end of the file"),
        "{problem}"
    );
}

/// The text of a random tree, written in many ways.
fn tree_text() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        (-9i32..9).prop_map(|n| n.to_string()),
        any::<f64>().prop_filter("values are finite", |x| x.is_finite()).prop_map(|x| format!("{x:e}")),
        (-9i32..9, 1u32..9).prop_map(|(a, b)| format!("{a}/{b}")),
    ];
    let name = || prop_oneof![Just(String::new()), "[a-z]{1,3}".prop_map(|n| n + ":"), "\"[^\"\\\\\\p{Cc}]{0,4}\":"];
    value.prop_recursive(4, 60, 4, move |inner| {
        let moves = prop::collection::vec((name(), inner.clone()), 1..4);
        let outcomes = prop::collection::vec((name(), 1u32..99, inner.clone()), 1..4);
        prop_oneof![
            (prop::bool::ANY, moves).prop_map(|(max, moves)| {
                let moves: Vec<_> = moves.into_iter().map(|(name, tree)| format!("{name} {tree}")).collect();
                format!("({} {})", if max { "max" } else { "min" }, moves.join(" "))
            }),
            (prop::bool::ANY, outcomes).prop_map(|(fractions, outcomes)| {
                let sum: u32 = outcomes.iter().map(|&(_, weight, _)| weight).sum();
                let below = if fractions { format!("/{sum}") } else { String::new() };
                let outcomes = outcomes
                    .into_iter()
                    .map(|(name, weight, tree)| format!("{} {weight}{below}: {tree}", name.trim_end_matches(':')));
                format!("(chance {})", outcomes.collect::<Vec<_>>().join("\n"))
            }),
            (1usize..3, 1usize..3, prop::collection::vec(inner, 4), prop::bool::ANY).prop_map(
                |(rows, columns, cells, named)| {
                    let row = |row: usize| cells[row * columns..][..columns].join(" ");
                    let matrix: Vec<_> = (0..rows).map(|r| format!("[{}]", row(r))).collect();
                    let names = if named { "(columns x \"y z\")" } else { "" };
                    let names = if columns == 2 { names } else { "" };
                    format!("(both {names} {}) # end\n", matrix.concat())
                }
            ),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// What is printed reads back as the same tree, and is printed the same again.
    #[test]
    fn printing_and_reading_are_inverse(text in tree_text()) {
        // Random names may collide, which is refused; everything else is a tree.
        match text.parse::<Tree>() {
            Err(problem) => prop_assert!(problem.to_string().contains("two moves named"), "{}: {}", text, problem),
            Ok(tree) => {
                let printed = tree.to_string();
                let again: Tree = printed.parse().map_err(|e| TestCaseError::fail(format!("{printed}: {e}")))?;
                prop_assert_eq!(&again, &tree);
                prop_assert_eq!(again.to_string(), printed);
                let effort = laws::Effort::default().games(3);
                prop_assert!(laws::check(&tree, &effort).is_ok());
                prop_assert!(laws::check_keys(&tree, &effort).is_ok());
                if let Ok(alternating) = AlternatingTree::try_from(tree) {
                    prop_assert!(laws::check_values(&alternating, &effort).is_ok());
                }
            }
        }
    }

    /// A valid file with some bytes changed, dropped or doubled is a tree or one line with a place inside the file.
    #[test]
    fn damaged_files_are_refused_in_one_line(
        text in tree_text(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<u8>(), "[\\]\\[():#\" 0/.]"), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (place, how, byte, sign) in damage {
            let place = place.index(bytes.len().max(1)).min(bytes.len());
            match how {
                0 if place < bytes.len() => _ = bytes.remove(place),
                1 => bytes.insert(place, byte),
                _ => bytes.insert(place, sign.as_bytes()[0]),
            }
        }
        tree_or_one_line(&bytes)?;
    }

    #[test]
    fn any_bytes_are_refused_in_one_line(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        tree_or_one_line(&bytes)?;
    }

    #[test]
    fn any_signs_are_refused_in_one_line(text in "((\\(max |\\(chance |\\(both |\\(rows |[\\[\\]():\"#]|1|0.5|a|\\\\| |\n)){0,30}") {
        tree_or_one_line(text.as_bytes())?;
    }
}

fn tree_or_one_line(bytes: &[u8]) -> Result<(), TestCaseError> {
    match Tree::from_bytes(bytes) {
        Ok(tree) => prop_assert_eq!(&tree.to_string().parse::<Tree>().unwrap(), &tree),
        Err(problem) => {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
            prop_assert!((1..=lines).contains(&problem.line) && (1..=bytes.len() + 1).contains(&problem.column));
            let message = problem.to_string();
            prop_assert!(!message.contains('\n') && message.chars().count() < 300, "{}", message);
        }
    }
    Ok(())
}

//! The JSON files of graphs: what is read, what is written, and what is refused with which words.

use proptest::prelude::*;
use secateur_game::{Describe, Game, laws};
use secateur_games::dag::{Dag, EXAMPLE};
use secateur_games::random_dag::{Shape, random_dag};
use secateur_value::{Family, Set};

fn message(text: &str) -> String {
    Dag::from_json(text.as_bytes()).map(|_| ()).unwrap_err().to_string()
}

fn graph(lattice: &str, nodes: &str) -> String {
    format!(r#"{{"lattice": {lattice}, "root": "r", "nodes": [{nodes}]}}"#)
}

#[test]
fn every_lattice_is_read_and_written_the_same() {
    let files = [
        graph(
            r#"{"set":["rain","sun"]}"#,
            r#"{"name":"r","or":["a","b"]},{"name":"a","value":["rain"]},{"name":"b","value":[]}"#,
        ),
        graph(
            r#"{"family":3}"#,
            r#"{"name":"r","and":["a","b"]},{"name":"a","value":[[1,2],[3]]},{"name":"b","value":[]}"#,
        ),
        graph(r#"{"integer":[0,1]}"#, r#"{"name":"r","value":1}"#),
        graph(r#"{"product":[{"integer":[-5,5]},{"dual":{"set":2}}]}"#, r#"{"name":"r","value":[-5,[1,2]]}"#),
    ];
    for file in files {
        let game = Dag::from_json(file.as_bytes()).unwrap();
        laws::check(&game, &laws::Effort::default()).unwrap();
        laws::check_values(&game, &laws::Effort::default()).unwrap();
        let written = game.to_json();
        let expected: serde_json::Value = serde_json::from_str(&file).unwrap();
        assert_eq!(written, expected);
    }
}

#[test]
fn values_are_shown_by_their_members() {
    let game = Dag::from_json(EXAMPLE).unwrap();
    assert_eq!(game.show(&game.start()), "r: OR of m, n");
    let mut place = game.start();
    assert_eq!(game.name(&place, 1), "n");
    game.play(&mut place, 0);
    assert_eq!(game.show(&place), "m: a leaf, worth [2]");
}

#[test]
fn random_graphs_can_be_written_and_read() {
    let shape = Shape::alternating(4, 2, 6);
    let sets = random_dag::<Set<1>>(&shape, 1).unwrap().to_json();
    assert_eq!(Dag::from_json(sets.to_string().as_bytes()).unwrap().to_json(), sets);
    let families = random_dag::<Family<Set<1>>>(&shape, 2).unwrap().to_json();
    assert_eq!(Dag::from_json(families.to_string().as_bytes()).unwrap().to_json(), families);
}

#[test]
fn what_is_wrong_is_named_with_its_node() {
    let set = r#"{"set": ["a"]}"#;
    let cycle =
        r#"{"name":"r","or":["x"]},{"name":"x","and":["y"]},{"name":"y","or":["x","z"]},{"name":"z","value":[]}"#;
    assert_eq!(message(&graph(set, cycle)), "node x: expected a graph without cycles, it is below itself");
    let dangling = r#"{"name":"r","or":["x"]}"#;
    assert_eq!(message(&graph(set, dangling)), "node r: expected children among the nodes, found x");
    let outside = r#"{"name":"r","value":["b"]}"#;
    assert_eq!(message(&graph(set, outside)), r#"node r: expected the name of a member, found "b""#);
    let number = r#"{"name":"r","value":9}"#;
    assert_eq!(message(&graph(r#"{"integer":[0,5]}"#, number)), "node r: expected a whole number from 0 to 5, found 9");
    assert_eq!(message(&graph(set, r#"{"name":"r","or":[]}"#)), "node r: expected at least one child");
    assert_eq!(message(&graph(set, r#"{"name":"r","or":"x"}"#)), r#"node r: expected a list of children, found "x""#);
    assert_eq!(
        message(&graph(set, r#"{"name":"r","xor":["x"]}"#)),
        "node r: expected a name and one of or, and, value"
    );
    assert_eq!(message(&graph(set, r#"{"name":"s","value":[]}"#)), "expected the root among the nodes, found r");
    let twice = r#"{"name":"r","value":[]},{"name":"r","value":[]}"#;
    assert_eq!(message(&graph(set, twice)), "node r: expected each name once");
    assert_eq!(message("[]"), "the file: expected an object, found []");
    assert_eq!(message("{}"), "the file: expected lattice, root and nodes, found no lattice");
    assert!(message("{").starts_with("expected JSON: "));
    assert_eq!(
        message(&graph(r#"{"sets": 3}"#, "")),
        r#"lattice: expected set, family, integer, product or dual, found {"sets":3}"#
    );
    let deep = (0..1_100).map(|i| format!(r#"{{"name":"{i}","or":["{}"]}},"#, i + 1)).collect::<String>();
    let deep = format!(r#"{deep}{{"name":"1100","value":[]}},{{"name":"r","or":["0"]}}"#);
    assert!(message(&graph(set, &deep)).ends_with("expected at most 1000 turns one after the other"));
}

proptest! {
    /// Whatever the bytes, the answer is a graph or one line.
    #[test]
    fn nothing_panics(cut in 0usize..400, replace in 0usize..400, with in any::<u8>()) {
        let file = graph(
            r#"{"product":[{"family":["a","b"]},{"dual":{"set":2}}]}"#,
            r#"{"name":"r","or":["x","y"]},{"name":"x","value":[[["a"],["b"]],[1]]},{"name":"y","and":["x"]}"#,
        );
        let mut bytes = file.into_bytes();
        let length = bytes.len();
        bytes[replace % length] = with;
        if cut % 3 == 0 {
            bytes.truncate(cut % length);
        }
        if let Err(problem) = Dag::from_json(&bytes) {
            let line = problem.to_string();
            prop_assert!(!line.contains('\n') && line.chars().count() < 400, "{}", line);
        }
    }
}

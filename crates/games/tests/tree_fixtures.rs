//! The trees of the papers, as far as their text survives, with what the papers say about them.

use std::fs;
use std::path::{Path, PathBuf};

use secateur_game::{Both, Chance, Describe, Game, Turn, laws};
use secateur_games::tree::Place;
use secateur_games::{AlternatingTree, Parameters, Tree};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn text(name: &str) -> String {
    fs::read_to_string(directory().join(name)).unwrap()
}

/// Bounds of the value by looking at everything. At a turn of both, each player may do as well as if it had to move
/// first, and no better than if it might move second; where a matrix has a saddle the two meet.
fn value(tree: &Tree, place: Place) -> (f64, f64) {
    let after = |play: &dyn Fn(&mut Place)| {
        let mut child = place;
        play(&mut child);
        value(tree, child)
    };
    let moves = || {
        let values = tree.moves(&place).map(|chosen| after(&|child| _ = tree.play(child, chosen)));
        values.collect::<Vec<_>>()
    };
    match tree.turn(&place) {
        Turn::Over(value) => (value.get(), value.get()),
        Turn::Max => moves().into_iter().reduce(|(a, b), (c, d)| (a.max(c), b.max(d))).unwrap(),
        Turn::Min => moves().into_iter().reduce(|(a, b), (c, d)| (a.min(c), b.min(d))).unwrap(),
        Turn::Chance(chance) => {
            let outcomes: Vec<_> = chance.outcomes(tree, &place).collect();
            let all: u64 = outcomes.iter().map(|&(weight, _)| weight).sum();
            outcomes.into_iter().fold((0.0, 0.0), |(lower, upper), (weight, outcome)| {
                let (a, b) = after(&|child| _ = tree.play(child, outcome));
                let probability = weight as f64 / all as f64;
                (lower + probability * a, upper + probability * b)
            })
        }
        Turn::Both(both) => {
            let cell = |row, column| after(&|child| _ = both.play(tree, child, row, column));
            let rows = || both.rows(tree, &place);
            let columns = || both.columns(tree, &place);
            let worst = |row| columns().map(|column| cell(row, column).0).fold(f64::INFINITY, f64::min);
            let best = |column| rows().map(|row| cell(row, column).1).fold(f64::NEG_INFINITY, f64::max);
            (rows().map(worst).fold(f64::NEG_INFINITY, f64::max), columns().map(best).fold(f64::INFINITY, f64::min))
        }
    }
}

#[test]
fn every_fixture_names_its_source_and_has_its_value() {
    let mut names: Vec<_> = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 7, "{names:?}");
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let line = |title: &str| text.lines().find_map(|line| line.strip_prefix(title)).unwrap_or_default().trim();
        assert!(!line("# source:").is_empty(), "{path:?} names no source");
        let expected: f64 = line("# value:").parse().unwrap_or_else(|_| panic!("{path:?} says no value"));

        let parameters = Parameters::parse([format!("file={}", path.display())]).unwrap();
        let tree = Tree::from_parameters(&parameters).unwrap();
        assert_eq!(value(&tree, tree.start()), (expected, expected), "{path:?}");
        assert_eq!(tree.to_string().parse::<Tree>().unwrap(), tree, "{path:?} reads back as printed");

        laws::check(&tree, &laws::Effort::default()).unwrap();
        laws::check_keys(&tree, &laws::Effort::default()).unwrap();
        if let Ok(tree) = AlternatingTree::from_parameters(&parameters) {
            laws::check(&tree, &laws::Effort::default()).unwrap();
            laws::check_values(&tree, &laws::Effort::default()).unwrap();
            laws::check_keys(&tree, &laws::Effort::default()).unwrap();
        }
    }
}

/// "If X ≥ 3, then Min would choose the 3; […] if X < 3, then […] Y < 3": whatever x is, the 10 stays best.
#[test]
fn the_last_leaf_of_the_handouts_first_tree_does_not_matter() {
    for x in ["-1000", "0", "2.9", "3", "9", "10", "11", "1000000"] {
        let tree: Tree = text("handout-bound.tree").replace("x: 7", &format!("x: {x}")).parse().unwrap();
        assert_eq!(value(&tree, tree.start()), (10.0, 10.0));
    }
}

/// Alpha-beta from a textbook, with an extra term in its cut, that lists the leaves which it evaluates.
fn alpha_beta(
    tree: &AlternatingTree,
    place: Place,
    (mut alpha, mut beta): (f64, f64),
    epsilon: f64,
    leaves: &mut Vec<f64>,
) -> f64 {
    let max_moves = match tree.turn(&place) {
        Turn::Over(value) => {
            leaves.push(value.get());
            return value.get();
        }
        turn => turn == Turn::Max,
    };
    let mut best = if max_moves { f64::NEG_INFINITY } else { f64::INFINITY };
    for chosen in tree.moves(&place) {
        let mut child = place;
        tree.play(&mut child, chosen);
        let value = alpha_beta(tree, child, (alpha, beta), epsilon, leaves);
        if max_moves {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if beta <= alpha + epsilon {
            break;
        }
    }
    best
}

fn evaluated(name: &str, epsilon: f64) -> (f64, Vec<f64>) {
    let tree = AlternatingTree::try_from(text(name).parse::<Tree>().unwrap()).unwrap();
    let mut leaves = Vec::new();
    let value = alpha_beta(&tree, tree.start(), (f64::NEG_INFINITY, f64::INFINITY), epsilon, &mut leaves);
    (value, leaves)
}

#[test]
fn the_handouts_trees_are_cut_as_narrated() {
    assert_eq!(evaluated("handout-bound.tree", 0.0), (10.0, vec![10.0, 50.0, 3.0]));
    assert_eq!(evaluated("handout-cut-offs.tree", 0.0), (40.0, vec![30.0, 40.0, 50.0, 2.0, 4.0, 1.0, 2.0]));
}

/// "At the end of the algorithm execution, the value of the root is X + mε despite the fact that the minimax value in
/// this example is X."
#[test]
fn a_careless_epsilon_is_wrong_by_more_than_epsilon() {
    assert_eq!(evaluated("bounded-figure-2.tree", 0.0).0, 10.0);
    assert_eq!(evaluated("bounded-figure-2.tree", 2.0), (16.0, vec![10.0, 12.0, 14.0, 16.0]));
}

/// "No matter what the values of cells (A3, B3) and (A4, B3) are, the best value the row player can hope for at this
/// point is 4."
#[test]
fn the_open_cells_of_the_first_example_do_not_matter() {
    for (above, below) in [("0", "9"), ("-100", "-100"), ("100", "100"), ("9", "0")] {
        let changed = text("smab-example-1.tree").replace("[4 0]", &format!("[4 {above}]"));
        let tree: Tree = changed.replace("[3 9]", &format!("[3 {below}]")).parse().unwrap();
        assert_eq!(value(&tree, tree.start()), (5.0, 5.0));
    }
}

#[test]
fn the_manuals_tree_has_names_and_probabilities() {
    let tree: Tree = text("every-kind.tree").parse().unwrap();
    let mut place = tree.start();
    let names = |place: &Place| tree.moves(place).map(|chosen| tree.name(place, chosen)).collect::<Vec<_>>();
    assert_eq!(names(&place), ["left", "right", "a duel"]);
    let moves: Vec<_> = tree.moves(&place).collect();
    let before = tree.play(&mut place, moves[1]);
    let Turn::Chance(chance) = tree.turn(&place) else { panic!("right is a lottery") };
    let outcomes: Vec<_> = chance.outcomes(&tree, &place).map(|(w, m)| (w, tree.name(&place, m))).collect();
    assert_eq!(outcomes, [(1, "heads".to_owned()), (1, "tails".to_owned())]);
    tree.undo(&mut place, before);
    tree.play(&mut place, moves[2]);
    let Turn::Both(both) = tree.turn(&place) else { panic!("the duel is for both") };
    assert!(both.rows(&tree, &place).map(|m| tree.name(&place, m)).eq(["up", "down"]));
    assert!(both.columns(&tree, &place).map(|m| tree.name(&place, m)).eq(["in", "out"]));
    assert_eq!(tree.bounds(&place).lower.get(), 0.0);
    assert_eq!(tree.bounds(&place).upper.get(), 100.0);
}

//! Games in which chance moves, too.

use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
use secateur_search::{BoundedPlus, Limits, Outcome, Search, Table};
use secateur_trace::{Keep, Record, Recorder, Step, Value};
use secateur_value::Real;

use crate::{Values, check, number, position};

type Tree = StochasticTree<WholeLeaves>;

fn run(game: &Tree, verb: &str, limits: Limits) -> (Record, Outcome<Real, <Tree as secateur_game::Game>::Move>) {
    let mut recorder = Recorder::new(Keep::nodes(200_000), |_, value: &Real| Value::finite(value.get()));
    let table = Table::with_megabytes(1).unwrap();
    let search = Search::new(game).limits(limits).observer(&mut recorder);
    let outcome = match verb {
        "expectimax" => search.expectimax(),
        "expectimax, remembering" => search.memory(&table).expectimax(),
        "star1" => search.star1(),
        "star2" => search.star2(),
        "bounded" => search.bounded(4.0).unwrap(),
        "bounded-plus" => search.bounded_plus(&BoundedPlus::within(4.0).unwrap()),
        "bounded-plus, remembering" => search.memory(&table).bounded_plus(&BoundedPlus::within(0.0).unwrap()),
        other => panic!("{other}"),
    };
    let record = recorder.finish(game, &outcome.bounds, outcome.stopped.name());
    (record, outcome)
}

#[test]
fn records_of_searches_with_chance_hold() {
    let verbs = [
        "expectimax",
        "expectimax, remembering",
        "star1",
        "star2",
        "bounded",
        "bounded-plus",
        "bounded-plus, remembering",
    ];
    let mut looked_at = 0;
    for seed in 0..40 {
        let luck = Luck::slip(3, 5).unwrap();
        let game =
            StochasticTree::new(Shape::uniform(3, 2 + seed as u16 % 2), luck, WholeLeaves::new(-20, 30).unwrap(), seed)
                .unwrap();
        let mut values = Values::of(&game);
        for verb in verbs {
            for limits in [Limits::none(), Limits::none().depth(2), Limits::none().nodes(50)] {
                let (record, outcome) = run(&game, verb, limits);
                let mut found = Vec::new();
                let (totals, mut counts) = (&record.totals, outcome.statistics);
                if totals.interrupted > 0 || verb.ends_with("remembering") {
                    // A limit counts as a cut on the way up, and so does a table that answers for all moves together.
                    assert!((totals.cuts..=totals.cuts + totals.interrupted + totals.done).contains(&counts.cutoffs));
                    counts.cutoffs = totals.cuts;
                }
                check(&record, &counts, |node, bounds, _| found.push((node, bounds.clone())), |_, _, _| ());
                for (node, bounds) in found {
                    let (low, high) = values.of_position(position(&game, &record, node));
                    let (lower, upper) = (number(&bounds.lower, -1e9), number(&bounds.upper, 1e9));
                    assert!(lower <= high && low <= upper, "{verb}, {seed}: {bounds:?} of node {node}, worth {low}");
                    looked_at += 1;
                }
                for node in &record.nodes {
                    if let Some(Step::Outcome { weight, probability, .. }) = &node.step {
                        assert!(*weight > 0 && *probability > 0.0 && *probability <= 1.0);
                    }
                }
            }
        }
    }
    assert!(looked_at > 50_000, "{looked_at}");
}

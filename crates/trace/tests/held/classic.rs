//! Games in which Max and Min move one at a time.

use std::collections::HashMap;

use secateur_game::{Game, Keyed};
use secateur_games::random_tree::{IntegerLeaves, RandomTree, Shape};
use secateur_search::{Deepening, Learned, Limits, NextWindow, Outcome, ProofNumber, Search, Table};
use secateur_trace::{Bounds, Event, Keep, Record, Recorder, Value};
use secateur_value::Chain;

use crate::{check, number, position};

type Tree = RandomTree<IntegerLeaves>;

fn shown(_: &Tree, value: &i32) -> Option<Value> {
    (i32::LEAST < *value && *value < i32::GREATEST).then(|| Value::Number(f64::from(*value)))
}

fn run(game: &Tree, verb: &str, limits: Limits, keep: Keep) -> (Record, Outcome<i32, <Tree as Game>::Move>) {
    let mut recorder = Recorder::new(keep, shown);
    let table = Table::with_megabytes(1).unwrap();
    let search = Search::new(game).limits(limits);
    let outcome = match verb {
        "minimax" => search.observer(&mut recorder).minimax(),
        "alpha-beta" => search.observer(&mut recorder).alpha_beta(),
        "scout" => search.observer(&mut recorder).scout(),
        "mtdf" => search.memory(&table).observer(&mut recorder).mtdf(3),
        "mtdf by halves" => search.memory(&table).observer(&mut recorder).mtdf_by(0, NextWindow::Halve),
        "deepening" => {
            search.memory(&table).order(Learned::default()).observer(&mut recorder).deepening(&Deepening::default())
        }
        "expert" => search.memory(&table).expert().observer(&mut recorder).alpha_beta(),
        other => panic!("{other}"),
    };
    let record = recorder.finish(game, &outcome.bounds, outcome.stopped.name());
    (record, outcome)
}

#[test]
fn records_of_classic_searches_hold() {
    let verbs = ["minimax", "alpha-beta", "scout", "mtdf", "mtdf by halves", "deepening", "expert"];
    let mut looked_at = 0;
    for seed in 0..150 {
        let shape = [Shape::uniform(4, 3), Shape::uniform(5, 2).wild(), Shape::uniform(6, 3).wild().shared(3)];
        let game = RandomTree::new(shape[seed as usize % 3], IntegerLeaves::new(-9, 14).unwrap(), seed).unwrap();
        let mut values = HashMap::new();
        for verb in verbs {
            for limits in [Limits::none(), Limits::none().depth(3), Limits::none().nodes(40)] {
                let (record, outcome) = run(&game, verb, limits, Keep::nodes(100_000));
                let mut holds = |node: usize, bounds: &Bounds, (lower, upper): (bool, bool)| {
                    let at = position(&game, &record, node);
                    let value = values
                        .entry(game.key(&at))
                        .or_insert_with(|| Search::new(&game).position(at).minimax().bounds.lower);
                    let (low, high) = (number(&bounds.lower, -99.0), number(&bounds.upper, 99.0));
                    let value = f64::from(*value);
                    assert!(!lower || low <= value, "{verb} {seed}: {bounds:?} of {node}, {value}");
                    assert!(!upper || value <= high, "{verb} {seed}: {bounds:?} of {node}, {value}");
                    looked_at += 1;
                };
                check(&record, &outcome.statistics, &mut holds, |_, _, _| ());
            }
        }
    }
    assert!(looked_at > 100_000, "{looked_at}");
}

/// Whatever is thinned, totals stay, and what is left is the same as if all had been kept first.
#[test]
fn a_thinned_record_keeps_the_totals_and_the_upper_levels() {
    for seed in 0..20 {
        let game = RandomTree::new(Shape::uniform(6, 3).wild(), IntegerLeaves::new(-9, 14).unwrap(), seed).unwrap();
        for verb in ["alpha-beta", "mtdf"] {
            let (whole, _) = run(&game, verb, Limits::none(), Keep::nodes(1_000_000));
            assert_eq!(whole.thinned, None);
            for nodes in [0, 1, 5, 20, 60] {
                let (thin, outcome) = run(&game, verb, Limits::none(), Keep { nodes, events: 1_000_000 });
                check(&thin, &outcome.statistics, |_, _, _| (), |_, _, _| ());
                assert_eq!(thin.totals, whole.totals);
                let Some(thinned) = &thin.thinned else {
                    assert_eq!(thin, whole);
                    continue;
                };
                assert!(thin.nodes.len() <= nodes || thinned.deepest == 1);
                let upper: Vec<_> = whole.nodes.iter().filter(|node| node.depth <= thinned.deepest).collect();
                assert_eq!(thin.nodes.len(), upper.len());
                for (kept, node) in thin.nodes.iter().zip(upper) {
                    assert_eq!(
                        (&kept.step, kept.depth, kept.searched, &kept.value),
                        (&node.step, node.depth, node.searched, &node.value)
                    );
                }
                let visits: usize = thin.events.iter().filter(|event| matches!(event, Event::Enter { .. })).count();
                let below: u64 = thin.nodes.iter().map(|node| node.collapsed).sum();
                assert_eq!((visits as u64 + below, below), (thin.totals.visits, thinned.visits_left_out));
            }
            let (short, _) = run(&game, verb, Limits::none(), Keep { nodes: 1_000_000, events: 10 });
            assert_eq!((short.events.len(), &short.totals), (10, &whole.totals));
            assert_eq!(short.events[..], whole.events[..10]);
        }
    }
}

#[test]
fn proof_number_search_tells_what_it_decides() {
    for seed in 0..50 {
        let game = RandomTree::new(Shape::uniform(5, 3).wild(), IntegerLeaves::new(-3, 3).unwrap(), seed).unwrap();
        for goal in -2..=2 {
            let mut recorder = Recorder::new(Keep::nodes(100_000), shown);
            let outcome = Search::new(&game).observer(&mut recorder).proof_number(goal, &ProofNumber::default());
            let record = recorder.finish(&game, &outcome.bounds, outcome.stopped.name());
            let mut counts = outcome.statistics;
            // Positions that are decided at a glance are entered, too.
            (counts.visits, counts.leaves, counts.cutoffs) = (record.totals.visits, record.totals.leaves, 0);
            assert_eq!(record.totals.visits - record.totals.leaves - record.totals.known, outcome.statistics.expanded);
            check(
                &record,
                &counts,
                |node, bounds, _| {
                    let value = Search::new(&game).position(position(&game, &record, node)).minimax().bounds.lower;
                    assert!(number(&bounds.lower, -9.0) <= value.into() && number(&bounds.upper, 9.0) >= value.into());
                },
                |_, _, _| (),
            );
        }
    }
}

//! Games with every kind of turn, and matrices.

use secateur_games::random_mixed::{Form, RandomMixed};
use secateur_search::{DoubleOracle, Engine, Joint, Ledger, Limits, Outcome, Reading, Search, Serialized, Smab, Way};
use secateur_trace::{Bounds, Keep, Record, Recorder, Turn, Value};
use secateur_value::Real;

use crate::{Values, check, number, play_pair, position};

fn run(
    game: &RandomMixed,
    verb: &str,
    limits: Limits,
) -> (Record, Outcome<Real, <RandomMixed as secateur_game::Game>::Move>) {
    let mut recorder = Recorder::new(Keep::nodes(100_000), |_, value: &Real| Value::finite(value.get()));
    let ledger = Ledger::unlimited();
    let search = Search::new(game).limits(limits).observer(&mut recorder);
    let outcome = match verb {
        "backward induction" => search.backward_induction(),
        "backward induction, remembering" => search.memory(&ledger).backward_induction(),
        "smab" => search.smab(&Smab::default()),
        "smab as printed" => search.smab(&Smab::default().reading(Reading::Printed).promises(true)),
        "serialized" => search.serialized(&Serialized::default()),
        "double oracle" => search.double_oracle(&DoubleOracle::default()),
        "double oracle, serialized" => search.double_oracle(&DoubleOracle::alpha_beta().remember(true)),
        "joint" => search.joint(&Joint::default()),
        "joint, about" => search.joint(&Joint::within(5.0).unwrap().serialize(false)),
        "engine" => search.engine(&Engine::within(3.0).unwrap()),
        "engine by gaps" => search.engine(&Engine::default().way(Way::Gap)),
        "engine, plainly" => search.engine(&Engine::default().way(Way::Plain)),
        other => panic!("{other}"),
    };
    let record = recorder.finish(game, &outcome.bounds, outcome.stopped.name());
    (record, outcome)
}

#[test]
fn records_of_searches_of_matrices_hold() {
    let verbs = [
        "backward induction",
        "backward induction, remembering",
        "smab",
        "smab as printed",
        "serialized",
        "double oracle",
        "double oracle, serialized",
        "joint",
        "joint, about",
        "engine",
        "engine by gaps",
        "engine, plainly",
    ];
    let (mut looked_at, mut struck, mut cells_seen) = (0, 0, 0);
    for seed in 0..60 {
        let turns = [1, 1, (seed % 3) as u8, 3];
        let places = if seed % 4 == 0 { 4 } else { 0 };
        let form = Form { depth: 3, moves: 3, turns, places, irregular: seed % 2 == 0, whole: seed % 5 == 0 };
        let game = RandomMixed::new(form, seed).unwrap();
        let mut values = Values::of(&game);
        for verb in verbs {
            for limits in [Limits::none(), Limits::none().depth(2), Limits::none().nodes(60)] {
                let (record, outcome) = run(&game, verb, limits);
                let serialized = outcome.statistics.serialized.unwrap_or(0);
                let mut found = Vec::new();
                let mut cells = Vec::new();
                let totals = &record.totals;
                // What a limit stops may have been cut on the way up, too.
                assert!((totals.cuts..=totals.cuts + totals.interrupted).contains(&outcome.statistics.cutoffs));
                let mut counts = outcome.statistics;
                counts.cutoffs = totals.cuts;
                // Positions of serialized searches are counted apart.
                if serialized > 0 {
                    (counts.visits, counts.leaves) = (record.totals.visits, record.totals.leaves);
                }
                check(
                    &record,
                    &counts,
                    |node, bounds, _| found.push((node, bounds.clone())),
                    |node, cell, bounds| cells.push((node, cell, bounds.clone())),
                );
                let mut holds = |at, bounds: &Bounds, told: &dyn Fn() -> String| {
                    let (low, high) = values.of_position(at);
                    let (lower, upper) = (number(&bounds.lower, -1e9), number(&bounds.upper, 1e9));
                    assert!(
                        lower <= high + 1e-9 && low - 1e-9 <= upper,
                        "{verb}, {seed}: {bounds:?} of {}, worth {low}",
                        told()
                    );
                    looked_at += 1;
                };
                for (node, bounds) in found {
                    holds(position(&game, &record, node), &bounds, &|| format!("node {node}"));
                }
                for (node, (row, column), bounds) in cells {
                    let after = play_pair(&game, &position(&game, &record, node), (row, column));
                    holds(after, &bounds, &|| format!("cell {row}, {column} of node {node}"));
                    cells_seen += 1;
                }
                struck +=
                    record.events.iter().filter(|event| matches!(event, secateur_trace::Event::Strike { .. })).count();
                let matrices = record.nodes.iter().filter(|node| node.turn == Turn::Both && node.searched).count();
                let told = |event: &&secateur_trace::Event| matches!(event, secateur_trace::Event::Strategies { .. });
                assert!(record.events.iter().filter(told).count() <= matrices.max(record.totals.visits as usize));
            }
        }
    }
    assert!(looked_at > 50_000 && cells_seen > 20_000 && struck > 300, "{looked_at} {cells_seen} {struck}");
}

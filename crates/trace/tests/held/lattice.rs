//! Games for values that are only partially ordered. Every pair of bounds is compared with the value as the lattice has it.

use std::cell::RefCell;
use std::rc::Rc;

use secateur_game::{Describe, Game, Keyed, Player};
use secateur_games::dag::Dag;
use secateur_games::random_dag::{Shape, random_dag};
use secateur_search::{Beyond, Duo, Left, Limits, Observer, Outcome, Search, Step};
use secateur_trace::{Keep, Record, Recorder, Value};
use secateur_value::{Bounds, Family, Set, Window};

use crate::check;

type Graph = Dag<Family<Set<1>>>;
type V = Family<Set<1>>;

/// Hears what the recorder hears, and holds it against the value of the position.
struct Judge {
    recorder: Recorder<Graph>,
    whole: bool,
    looked_at: Rc<RefCell<usize>>,
}

impl Judge {
    fn holds(&self, game: &Graph, position: &<Graph as Game>::Position, bounds: &Bounds<V>) {
        if self.whole {
            let value = Search::at(game, *position).lattice_minimax(None).bounds.lower;
            assert!(bounds.contains(&value), "{bounds:?} of a position worth {value:?}");
            *self.looked_at.borrow_mut() += 1;
        }
    }
}

impl Observer<Graph> for Judge {
    fn pass(&mut self, game: &Graph, depth: Option<u32>, beyond: Beyond) {
        self.whole = depth.is_none() || beyond == Beyond::Promise;
        self.recorder.pass(game, depth, beyond);
    }
    fn enter(
        &mut self,
        game: &Graph,
        position: &<Graph as Game>::Position,
        step: Option<Step<<Graph as Game>::Move>>,
        window: &Window<V>,
    ) {
        self.recorder.enter(game, position, step, window);
    }
    fn learn(&mut self, game: &Graph, position: &<Graph as Game>::Position, bounds: &Bounds<V>, window: &Window<V>) {
        self.holds(game, position, bounds);
        self.recorder.learn(game, position, bounds, window);
    }
    fn strike(&mut self, _: &Graph, _: &<Graph as Game>::Position, _: Player, _: usize) {
        panic!("there is no matrix");
    }
    fn leave(&mut self, game: &Graph, position: &<Graph as Game>::Position, bounds: &Bounds<V>, left: Left) {
        self.holds(game, position, bounds);
        self.recorder.leave(game, position, bounds, left);
    }
    fn skip(&mut self, game: &Graph, position: &<Graph as Game>::Position, skipped: Step<<Graph as Game>::Move>) {
        self.recorder.skip(game, position, skipped);
    }
}

fn run(
    game: &Graph,
    verb: &str,
    limits: Limits,
    looked_at: &Rc<RefCell<usize>>,
) -> (Record, Outcome<V, <Graph as Game>::Move>) {
    let recorder =
        Recorder::new(Keep::nodes(100_000), |game: &Graph, value: &V| Some(Value::Text(game.show_value(value))));
    let mut judge = Judge { recorder, whole: true, looked_at: Rc::clone(looked_at) };
    let search = Search::at(game, game.start()).limits(limits).observer(&mut judge);
    let outcome = match verb {
        "minimax" => search.lattice_minimax(None),
        "alpha-beta" => search.lattice_alpha_beta(),
        "alpha-beta with a cache" => search.lattice_alpha_beta_cache(None),
        "duo" => search.duo(&Duo::default()),
        "duo as printed" => search.duo(&Duo::printed()),
        "duo-plus" => search.duo(&Duo::plus()),
        other => panic!("{other}"),
    };
    let record = judge.recorder.finish(game, &outcome.bounds, outcome.stopped.name());
    (record, outcome)
}

#[test]
fn records_of_searches_of_lattices_hold() {
    let looked_at = Rc::new(RefCell::new(0));
    let mut met_again = 0;
    for seed in 0..60 {
        let shape = Shape { random_labels: seed % 2 == 0, ..Shape::alternating(5, 3, 5) };
        let game: Graph = random_dag::<V>(&shape, seed).unwrap();
        for verb in ["minimax", "alpha-beta", "alpha-beta with a cache", "duo", "duo as printed", "duo-plus"] {
            for limits in [Limits::none(), Limits::none().depth(3), Limits::none().nodes(25)] {
                let (record, outcome) = run(&game, verb, limits, &looked_at);
                check(&record, &outcome.statistics, |_, _, _| (), |_, _, _| ());
                assert!(record.nodes.iter().all(|node| node.same_as.is_none_or(|first| first < node.id)));
                met_again += record.nodes.iter().filter(|node| node.same_as.is_some()).count();
                assert!(record.has_lattice_values());
            }
        }
        assert_eq!(game.key(&game.start()), game.key(&game.start()));
    }
    assert!(*looked_at.borrow() > 20_000 && met_again > 1_000, "{} {met_again}", looked_at.borrow());
}

//! Questions with two answers: right on random games, also at the value itself, and cheaper than the value.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use secateur_game::{Game, Random};
use secateur_games::random_mixed::Form;
use secateur_games::{Goofspiel, RandomMixed};
use secateur_search::{Engine, EngineMemory, Limits, Progress, Search, Stop, Way};
use secateur_value::{Bounds, Chain, Real};

use crate::graphs::{Graph, Recipe};

fn real(number: f64) -> Real {
    Real::new(number).unwrap()
}

/// Thresholds near the value and at it, with and without limits, in every way and with one memory for all of them.
#[test]
fn answers_are_right_also_at_the_value_itself() {
    let mut random = Random::new(17);
    let (mut undecided, mut asked) = (0, 0);
    for number in 0..2_000 {
        let game = Graph::new(Recipe::numbered(number), number);
        let value = Search::new(&game).exact().unwrap().value;
        let near = real(value.to_f64().unwrap());
        let memory = EngineMemory::unlimited();
        let away = real(near.get() + random.unit() * 4.0 - 2.0);
        for (threshold, way) in [
            (near, Way::Gap),
            (near.next_down(), Way::Plain),
            (near.next_up(), Way::Gap),
            (away, Way::Cheaper),
            (away, Way::Plain),
        ] {
            let fraction = BigRational::from_float(threshold.get()).unwrap();
            let engine = Engine::default().way(way);
            let limits = if random.below(3) == 0 { Limits::none().nodes(random.below(40)) } else { Limits::none() };
            let ask = || Search::new(&game).limits(limits.clone());
            let (above, first) = ask().at_least_with(threshold, &engine, &memory);
            let (below, second) = ask().at_most_with(threshold, &engine, &memory);
            let what =
                || format!("game {number}, {threshold:?}, {way:?}, {limits:?}: {above:?} {below:?}, value {value}");
            assert!(above.is_none_or(|above| above == (value >= fraction)), "{}", what());
            assert!(below.is_none_or(|below| below == (value <= fraction)), "{}", what());
            for (answer, outcome) in [(above, first), (below, second)] {
                assert!(super::holds(&outcome, &value), "{}: {:?}", what(), outcome.bounds);
                assert_eq!(answer.is_some(), outcome.stopped == Stop::Solved, "{}", what());
                let limited = limits.nodes.is_some();
                asked += u32::from(!limited);
                undecided += u32::from(!limited && answer.is_none());
                assert!(limited || answer.is_some() || outcome.stopped == Stop::Exhausted, "{}", what());
            }
        }
    }
    assert!(asked > 10_000 && undecided == 0, "{undecided} of {asked} are undecided");
}

/// A question costs less than the value: on the average, and by far where it is far away.
#[test]
fn an_answer_costs_less_than_the_value() {
    let (mut whole, mut near, mut far) = (0, 0, 0);
    for seed in 0..12 {
        let form = Form { depth: 6, moves: 4, ..Form::default() };
        let game = RandomMixed::new(form, seed).unwrap();
        let gaps = Engine::default().way(Way::Gap);
        let solved = Search::new(&game).engine(&gaps);
        whole += solved.statistics.visits;
        let value = solved.bounds.lower.get();
        for (sum, distance) in [(&mut near, 2.0), (&mut far, 25.0)] {
            for threshold in [value - distance, value + distance] {
                let (answer, outcome) = Search::new(&game).at_least(real(threshold));
                assert_eq!(answer, Some(threshold < value), "seed {seed}, {threshold}");
                *sum += outcome.statistics.visits;
            }
        }
    }
    let (near, far) = (near as f64 / (2 * whole) as f64, far as f64 / (2 * whole) as f64);
    assert!(near < 0.75 && far < 0.35, "near the value {near:.2} of its visits, far away {far:.2}");
}

/// A lead that decides; and a memory that knows the answer.
#[test]
fn a_memory_answers_what_was_asked_before() {
    let game = Goofspiel::new(6);
    let (engine, memory) = (Engine::default(), EngineMemory::unlimited());
    let ask = |threshold| Search::new(&game).at_least_with(real(threshold), &engine, &memory);
    let (first, outcome) = ask(0.25);
    let (again, repeated) = ask(0.25);
    assert_eq!((first, again), (Some(false), Some(false)));
    assert!(repeated.statistics.visits < outcome.statistics.visits);
    assert_eq!(
        Search::new(&game).limits(Limits::none().nodes(0)).at_most(game.bounds(&game.start()).upper).0,
        Some(true)
    );
}

/// What a search says about itself while it runs: only ever tighter, and never past the value; and the answer is no wider.
#[test]
fn bounds_only_ever_tighten() {
    for seed in 0..20 {
        let form = Form { depth: 7, moves: 3, ..Form::default() };
        let game = RandomMixed::new(form, seed).unwrap();
        let exact = Search::new(&game).backward_induction().bounds;
        let mut before = game.bounds(&game.start());
        for nodes in [10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000] {
            let progress = Progress::new();
            let limits = Limits::none().nodes(nodes).progress(&progress);
            let outcome = Search::new(&game).limits(limits).engine(&Engine::default().way(Way::Gap));
            if let Some(told) = progress.bounds() {
                assert!(
                    width_of(&outcome.bounds) <= width_of(&told),
                    "seed {seed}: {:?} after {told:?}",
                    outcome.bounds
                );
                assert!(told.lower <= exact.upper && exact.lower <= told.upper, "seed {seed}: {told:?}");
            }
            // The same search with more nodes goes the same way, further.
            assert!(
                width_of(&outcome.bounds) <= width_of(&before) + 1e-9,
                "seed {seed}, {nodes} nodes: {:?}",
                outcome.bounds
            );
            before = outcome.bounds;
        }
        assert!(width_of(&before) < 1e-6, "seed {seed}: {before:?}");
    }
}

fn width_of(bounds: &Bounds<Real>) -> f64 {
    bounds.upper.get() - bounds.lower.get()
}

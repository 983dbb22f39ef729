//! The engine against exact rational search on random games of all kinds of turns, irregular, asymmetric, with transpositions, asked
//! in every way: limits, cancels, errors, windows, threads and memories of a few kilobytes, all drawn.
//!
//! `SECATEUR_GAMES=100000 cargo test -p secateur-search --test stacked onslaught` asks about so many games.

use std::time::Duration;

use num_traits::Zero;
use secateur_game::Random;
use secateur_search::{Cancel, Engine, EngineMemory, Limits, Progress, Search, Stop, Way};
use secateur_value::{Bounds, Real, Window};

use crate::graphs::{Graph, Recipe};

/// How many games there are unless somebody says so.
const GAMES: u64 = 2_500;

#[test]
fn no_bound_is_ever_false() {
    let games = std::env::var("SECATEUR_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let mut random = Random::new(0x0A11);
    let (mut solved, mut stopped, mut different) = (0u64, 0u64, 0u64);
    for number in 0..games {
        let recipe = Recipe::numbered(number);
        let game = Graph::new(recipe, number);
        let value = Search::new(&game).exact().unwrap().value;
        different += u64::from(!value.is_zero());
        let range = f64::from(recipe.largest - recipe.least) / f64::from(recipe.divisor);
        let bytes = [None, Some(0), Some(2_000 + random.below(6_000) as usize)][random.below(3) as usize];
        let memory = EngineMemory::with_bytes(bytes);
        let mut told: Option<Bounds<Real>> = None;
        for _ in 0..4 {
            let way = [Way::Cheaper, Way::Gap, Way::Plain][random.below(3) as usize];
            let epsilon = if random.below(2) == 0 { 0.0 } else { random.unit() * 0.3 * range };
            // Threads are dear to start.
            let threads = if random.below(8) == 0 { 2 + random.below(2) as usize } else { 1 };
            let window = if random.below(3) == 0 { super::random_window(&mut random, &recipe) } else { Window::OPEN };
            let (cancel, progress) = (Cancel::new(), Progress::new());
            let mut limits = Limits::none().until(&cancel).progress(&progress);
            match random.below(6) {
                0 => limits = limits.nodes(random.below(150)),
                1 => limits = limits.depth(random.below(5) as u32),
                2 => limits = limits.time(Duration::from_micros(random.below(300))),
                3 => cancel.cancel(),
                _ => {}
            }
            let engine = Engine::within(epsilon).unwrap().way(way).threads(threads);
            let search = Search::new(&game).window(window).limits(limits.clone());
            let answer = if random.below(4) == 0 {
                search.engine_without_memory(&engine)
            } else {
                search.engine_with(&engine, &memory)
            };
            let what = || {
                format!(
                    "game {number}, {engine:?}, {bytes:?} bytes, {window:?}, {limits:?}: {:?}, value {value}",
                    answer.bounds
                )
            };
            assert!(super::holds(&answer, &value), "{}", what());
            if answer.stopped == Stop::Solved {
                solved += 1;
                assert!(super::enough(&answer, &window, epsilon), "{}", what());
            } else {
                stopped += 1;
            }
            if let Some(nodes) = limits.nodes {
                assert!(answer.statistics.visits <= nodes, "{}", what());
            }
            if let Some(proved) = progress.bounds() {
                let inside = proved.lower <= answer.bounds.lower && answer.bounds.upper <= proved.upper;
                assert!(inside, "{}: wider than {proved:?}, which was said", what());
                told = Some(told.map_or(proved, |before| before.narrowed(&proved)));
            }
        }
        assert!(told.is_none_or(|told| told.lower <= told.upper), "game {number}: {told:?}");
    }
    assert!(different > games / 2 && solved > games && stopped > games / 4, "{different}, {solved}, {stopped}");
}

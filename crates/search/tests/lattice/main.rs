//! Every algorithm for lattices, against the plain definition, on irregular graphs over every lattice.

mod graphs;

use graphs::{Drawable, irregular, plain, reachable};
use secateur_game::{Game, Keyed, Random};
use secateur_games::dag::{Dag, Element};
use secateur_search::{Cache, Distinct, Duo, Limits, Outcome, Refine, Search, Stop};
use secateur_value::{Bounds, Diagram, Dual, Family, Set, WideSet, Window};

const GRAPHS: u64 = 10_000;

fn every_algorithm<V: Drawable>(game: &Dag<V>, limits: &Limits) -> Vec<(&'static str, Outcome<V, u32>)> {
    let ask = || Search::at(game, game.start()).limits(limits.clone());
    vec![
        ("MMC", ask().lattice_minimax(None)),
        ("MMC, little memory", ask().lattice_minimax(Some(2_000))),
        ("AB", ask().lattice_alpha_beta()),
        ("ABC", ask().lattice_alpha_beta_cache(None)),
        ("ABC, little memory", ask().lattice_alpha_beta_cache(Some(2_000))),
        ("ABD as printed", ask().duo(&Duo::printed())),
        ("ABD", ask().duo(&Duo::default())),
        ("ABD, explored children", ask().duo(&Duo::default().refine(Refine::Explored))),
        ("ABD, little memory", ask().duo(&Duo::default().memory(2_000))),
        ("ABD, probing", ask().duo(&Duo::default().probe(true))),
        ("ABD, coarse", ask().duo(&Duo::printed().coarse(true))),
        ("duo-plus", ask().duo(&Duo::plus())),
    ]
}

/// All algorithms return the value, exactly; stopped by limits they return bounds that hold.
fn equal_to_minimax<V: Drawable>() {
    for seed in 0..GRAPHS {
        let game = irregular::<V>(seed);
        let value = plain(&game, &game.start());
        for (name, outcome) in every_algorithm(&game, &Limits::none()) {
            assert_eq!(outcome.bounds, Bounds::exact(value.clone()), "{name} on graph {seed}");
            assert_eq!(outcome.stopped, Stop::Solved, "{name} on graph {seed}");
            assert_eq!(outcome.line.is_empty(), game.turn(&game.start()).is_over(), "{name} on graph {seed}");
        }
        if seed % 5 == 0 {
            let mut random = Random::new(seed);
            let depth = random.below(6) as u32;
            for limits in [Limits::none().nodes(1 + random.below(20)), Limits::none().depth(depth)] {
                for (name, outcome) in every_algorithm(&game, &limits) {
                    assert!(outcome.bounds.contains(&value), "{name} on graph {seed}: {:?}", outcome.bounds);
                    assert!(
                        outcome.bounds.is_exact() || outcome.stopped != Stop::Solved,
                        "{name} on graph {seed} is not solved"
                    );
                }
            }
        }
        if seed % 50 == 0 {
            for duo in [Duo::default().threads(2), Duo::plus().threads(3)] {
                let outcome = Search::at(&game, game.start()).duo(&duo);
                assert_eq!(outcome.bounds, Bounds::exact(value.clone()), "{duo:?} on graph {seed}");
                assert_eq!(outcome.stopped, Stop::Solved);
            }
        }
    }
}

/// Propositions 2 and 3: whatever the window and whatever the cache has seen, bounds hold, agree up to the window and
/// never become looser; and everything in the cache holds.
fn keeps_the_propositions<V: Drawable>() {
    for seed in 0..GRAPHS / 5 {
        let game = irregular::<V>(seed);
        let places = reachable(&game);
        let mut random = Random::new(seed);
        let mut cache = Cache::unlimited();
        for round in 0..6 {
            let Some(&place) = random.choose(&places) else { continue };
            let value = plain(&game, &place);
            let before = cache.recall(&game.key(&place)).map(|known| known.bounds());
            let window = Window::new(V::draw(&mut random), V::draw(&mut random));
            let explored = Duo::default().refine(Refine::Explored);
            let duo = [Duo::printed(), Duo::default(), Duo::plus(), explored][round % 4];
            // Interruptions leave sound entries behind, too.
            let limits = if round == 2 { Limits::none().nodes(3) } else { Limits::none() };
            let outcome = Search::at(&game, place).window(window.clone()).limits(limits).duo_with(&duo, &mut cache);
            assert!(outcome.bounds.contains(&value), "Proposition 2 on graph {seed}");
            assert!(outcome.bounds.enough(&window) || outcome.stopped == Stop::Nodes, "Proposition 3 on graph {seed}");
            assert_eq!(outcome.bounds.enough(&window), outcome.stopped == Stop::Solved);
            if let Some(before) = before {
                let Bounds { lower, upper } = &outcome.bounds;
                assert!(before.lower.at_most(lower) && upper.at_most(&before.upper), "looser on graph {seed}");
            }
            for place in &places {
                if let Some(known) = cache.recall(&game.key(place)) {
                    assert!(known.bounds().contains(&plain(&game, place)), "the cache on graph {seed}");
                }
            }
        }
    }
}

macro_rules! for_every_lattice {
    ($($name:ident: $type:ty),* $(,)?) => {
        mod values {
            use super::*;
            $(#[test] fn $name() { equal_to_minimax::<$type>(); })*
        }
        mod propositions {
            use super::*;
            $(#[test] fn $name() { keeps_the_propositions::<$type>(); })*
        }
    };
}
for_every_lattice! {
    chains: i8,
    sets: Set<1>,
    sets_of_words: Set<3>,
    wide_sets: WideSet,
    families: Family<Set<1>>,
    families_of_wide_sets: Family<WideSet>,
    diagrams: Diagram,
    products: (i8, Family<Set<1>>),
    products_of_sets: (Set<1>, (i8, Dual<i8>)),
    duals: Dual<Family<Set<1>>>,
    elements: Element,
}

/// Over numbers the algorithms are those for numbers.
#[test]
fn on_numbers_lattices_agree_with_chains() {
    for seed in 0..1_000 {
        let game = irregular::<i8>(seed);
        let (lattice, chain) = (Search::at(&game, game.start()), Search::new(&game));
        let (lattice, chain) = (lattice.lattice_alpha_beta(), chain.alpha_beta());
        assert_eq!(lattice.bounds, chain.bounds);
    }
}

#[test]
fn counts_are_those_of_the_paper() {
    for seed in 0..500 {
        let game = irregular::<Set<1>>(seed);
        let mut seen = Distinct::default();
        let outcome = Search::at(&game, game.start()).observer(&mut seen).lattice_minimax(None);
        let places = reachable(&game);
        let open = places.iter().filter(|place| !game.turn(place).is_over()).count();
        assert_eq!(seen.count(), places.len(), "minimax sees everything");
        assert_eq!(outcome.statistics.distinct.unwrap_or(0), open as u64);
        let edges: usize = places.iter().filter(|p| !game.turn(p).is_over()).map(|p| game.moves(p).count()).sum();
        assert_eq!(outcome.statistics.visits, 1 + edges as u64, "one visit an edge");

        let mut seen = Distinct::default();
        let outcome = Search::at(&game, game.start()).observer(&mut seen).duo(&Duo::default());
        assert!(seen.count() <= places.len() && outcome.statistics.distinct.unwrap_or(0) <= open as u64);
    }
}

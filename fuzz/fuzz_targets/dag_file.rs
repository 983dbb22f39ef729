//! Any bytes are a graph that keeps the laws, reads back as written and has one value for all searches, or an error of
//! one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_game::{Game, laws};
use secateur_games::Dag;
use secateur_search::{Duo, Limits, Search};

fuzz_target!(|bytes: &[u8]| match Dag::from_json(bytes) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(graph) => {
        let written = graph.to_json().to_string();
        let again = Dag::from_json(written.as_bytes()).expect("what was written can be read");
        assert_eq!(again.to_json().to_string(), written);
        let effort = laws::Effort::default().games(2).endgame(100);
        laws::check_values(&graph, &effort).unwrap();
        laws::check_keys(&graph, &effort).unwrap();
        let ask = || Search::at(&graph, graph.start()).limits(Limits::none().nodes(2_000));
        let (plain, duo) = (ask().lattice_minimax(None), ask().duo(&Duo::plus()));
        if plain.bounds.is_exact() {
            assert!(duo.bounds.contains(&plain.bounds.lower), "{:?} and {:?}", plain.bounds, duo.bounds);
        }
    }
});

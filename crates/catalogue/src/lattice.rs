//! Plans for games whose values are elements of a lattice.

use secateur_search::{Limits, Search};

use crate::alternating::Found;
use crate::games::LatticeGame;
use crate::{Error, Method, Plan, Value};

/// Runs a plan on a position of a game.
pub(crate) fn run<G: LatticeGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Result<Found<G>, Error> {
    let search = Search::at(game, position.clone()).limits(limits.clone());
    let memory = plan.cache.map(|megabytes| megabytes.saturating_mul(1 << 20));
    Ok(match plan.method {
        Method::LatticeMinimax => search.lattice_minimax(memory),
        Method::LatticeAlphaBeta => search.lattice_alpha_beta(),
        Method::LatticeAlphaBetaCache => search.lattice_alpha_beta_cache(memory),
        Method::Duo(duo) => search.duo(&memory.map_or(duo, |bytes| duo.memory(bytes))),
        other => unreachable!("a plan is checked against the class of its game, found {other:?}"),
    })
}

/// A value as a report has it: games with values of a lattice show them as JSON.
pub(crate) fn element<G: LatticeGame>(game: &G, value: &G::Value) -> Value {
    let shown = game.show_value(value);
    Value::Element(serde_json::from_str(&shown).unwrap_or(serde_json::Value::String(shown)))
}

#[cfg(test)]
mod tests {
    use crate::algorithms::ALGORITHMS;
    use crate::games::Class;
    use crate::{Request, solve};

    #[test]
    fn every_algorithm_for_lattices_finds_the_same_value() {
        let games = [
            ("random-dag", vec!["depth=8", "branching=3"]),
            ("random-dag", vec!["depth=7", "lattice=family", "labels=random"]),
            ("random-dag", vec!["depth=7", "lattice=diagram"]),
            ("circuit", vec!["gates=60"]),
            ("two-criteria", vec!["depth=5"]),
            ("racing", vec!["deck=8", "hand=3", "goal=2"]),
            ("racing", vec!["deck=8", "hand=3", "goal=2", "lattice=family"]),
        ];
        for (game, parameters) in games {
            let mut request = Request::new(game);
            request.parameters = parameters.into_iter().map(str::to_owned).collect();
            let usual = solve(&request).unwrap();
            assert!(usual.answer.is_exact() && usual.answer.stopped == "solved");
            for known in ALGORITHMS.iter().filter(|known| known.solves.contains(&Class::Lattice)) {
                let report = solve(&request.clone().algorithm(known.name())).unwrap();
                assert_eq!(report.answer.lower, usual.answer.lower, "{} on {game}", known.name());
                assert_eq!(report.answer.upper, usual.answer.upper, "{} on {game}", known.name());
            }
        }
    }

    #[test]
    fn an_algorithm_of_another_class_is_refused() {
        let problem = solve(&Request::new("racing").algorithm("alpha-beta")).unwrap_err().to_string();
        assert!(
            problem.starts_with("alpha-beta does not solve games in which players move one at a time"),
            "{problem}"
        );
        assert!(solve(&Request::new("tic-tac-toe").algorithm("duo")).is_err());
    }
}

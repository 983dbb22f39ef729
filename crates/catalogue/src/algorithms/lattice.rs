//! Searches for values that are only partially ordered.

use secateur_games::{Description, ParameterError};
use secateur_search::{Duo, Limits, Refine, Search};

use crate::algorithms::classic::Found;
use crate::algorithms::{Algorithm, Words, switch};
use crate::games::{Class, LatticeGame};
use crate::{Error, Method, Plan, Value};

/// What is run on a game whose values are elements of a lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Latticed {
    /// Everything once.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta with a cache of exact values.
    AlphaBetaCache,
    /// Alpha-beta duo.
    Duo(Duo),
}

const DUO_PAPER: &str = "Li, Zanuttini, Cazenave, Ventos, \"Generalisation of Alpha-Beta Search for AND-OR Graphs With \
                         Partially Ordered Values\" (2022)";

const fn algorithm(
    description: &'static Description,
    read: fn(&Words<'_>) -> Result<Method, ParameterError>,
) -> Algorithm {
    Algorithm::new(description, DUO_PAPER, &[Class::Lattice], read)
}

pub(super) const MINIMAX: Algorithm = algorithm(
    &Description {
        name: "lattice-minimax",
        summary: "MMC: everything once, with a cache, for values of a lattice",
        parameters: &[],
    },
    |_| Ok(Method::Lattice(Latticed::Minimax)),
)
.cuts_nothing();

pub(super) const ALPHA_BETA: Algorithm = algorithm(
    &Description {
        name: "lattice-alpha-beta",
        summary: "AB: alpha-beta without a cache, for values of a lattice",
        parameters: &[],
    },
    |_| Ok(Method::Lattice(Latticed::AlphaBeta)),
);

pub(super) const ALPHA_BETA_CACHE: Algorithm = algorithm(
    &Description {
        name: "lattice-alpha-beta-cache",
        summary: "ABC: alpha-beta with a cache of exact values, for values of a lattice",
        parameters: &[],
    },
    |_| Ok(Method::Lattice(Latticed::AlphaBetaCache)),
);

/// The choices of alpha-beta duo, with these defaults.
macro_rules! choices {
    (probe = $probe:literal, coarse = $coarse:literal) => {
        &[
            switch(
                "refine",
                "known",
                "moves that a cut left out are combined as far as known, explored (their value is known, as in the paper), or off",
            ),
            switch("probe", $probe, "on or off: look up what is known about all moves before the first is looked at"),
            switch("coarse", $coarse, "on or off: widen windows to values that are cheap to compare"),
        ]
    };
}

pub(super) const DUO: Algorithm = algorithm(
    &Description {
        name: "duo",
        summary: "ABD: alpha-beta duo, with a cache of both bounds, for values of a lattice",
        parameters: choices!(probe = "off", coarse = "off"),
    },
    duo,
)
.parallel();

pub(super) const DUO_PLUS: Algorithm = algorithm(
    &Description {
        name: "duo-plus",
        summary: "alpha-beta duo that asks its cache first and keeps windows cheap",
        parameters: choices!(probe = "on", coarse = "on"),
    },
    duo,
)
.parallel();

fn duo(words: &Words<'_>) -> Result<Method, ParameterError> {
    let refine = [("known", Refine::Known), ("explored", Refine::Explored), ("off", Refine::Off)];
    let duo = Duo::default().refine(words.values.choice("refine", &refine)?).probe(words.switch("probe")?);
    Ok(Method::Lattice(Latticed::Duo(duo.coarse(words.switch("coarse")?).threads(words.threads()))))
}

/// Runs alpha-beta duo on a position of a game, as it is compiled for this game alone.
pub(crate) fn native<G: LatticeGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
) -> Option<Result<Found<G>, Error>> {
    let Method::Lattice(Latticed::Duo(duo)) = plan.method else { return None };
    let search = Search::at(game, position.clone()).limits(limits.clone());
    Some(Ok(search.duo(&plan.resources.bytes().map_or(duo, |bytes| duo.memory(bytes)))))
}

/// Runs a plan on a position of a game.
pub(crate) fn run<G: LatticeGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    latticed: Latticed,
    limits: &Limits,
) -> Found<G> {
    let search = Search::at(game, position.clone()).limits(limits.clone());
    let memory = plan.resources.bytes();
    match latticed {
        Latticed::Minimax => search.lattice_minimax(memory),
        Latticed::AlphaBeta => search.lattice_alpha_beta(),
        Latticed::AlphaBetaCache => search.lattice_alpha_beta_cache(memory),
        Latticed::Duo(duo) => search.duo(&memory.map_or(duo, |bytes| duo.memory(bytes))),
    }
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

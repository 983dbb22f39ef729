//! The algorithms by name: what each is, whose idea it was, what it can solve, its options, and how it runs.
//!
//! Each algorithm is one constant in the file of its family. A family is what the searches of it ask of a game, so it decides which games
//! an algorithm can solve; and it is an `enum` of what can be run, which one function matches, so nothing can be described and not wired.

pub(crate) mod any_joint;
pub(crate) mod chance;
pub(crate) mod classic;
pub(crate) mod lattice;
pub(crate) mod layers;
pub(crate) mod mixed;
pub(crate) mod proof;

use secateur_games::parameters::Values;
use secateur_games::{Description, Parameter, ParameterError};

use crate::games::{Class, Entry, GAMES};
use crate::plan::{Method, Resources};
use crate::{Error, defaults};

/// An algorithm of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Name, summary and options, which are written after a colon: `jamboree:share=0.5,cutoff=6`.
    pub description: &'static Description,
    /// Where it was published.
    pub paper: &'static str,
    /// The games that it can solve.
    pub solves: &'static [Class],
    /// Whether it can use several threads.
    pub parallel: bool,
    /// Whether a tolerance makes it faster.
    pub uses_epsilon: bool,
    /// Whether it can use the game's evaluator at a depth limit.
    pub uses_estimate: bool,
    /// Whether it asks within a window, and leaves what lies outside alone.
    pub uses_window: bool,
    /// Whether it cuts anything.
    pub(crate) cuts: bool,
    /// Whether the game has to number its positions.
    pub(crate) needs_numbers: bool,
    pub(crate) read: fn(&Words<'_>) -> Result<Method, ParameterError>,
}

/// The options of an algorithm as they were written, and what may be used.
pub(crate) struct Words<'a> {
    pub(crate) values: Values<'a>,
    pub(crate) resources: Resources,
}

impl Words<'_> {
    pub(crate) fn switch(&self, name: &'static str) -> Result<bool, ParameterError> {
        self.values.choice(name, &[("off", false), ("on", true)])
    }

    pub(crate) fn threads(&self) -> usize {
        self.resources.threads.unwrap_or_else(defaults::threads).max(1)
    }

    /// How many bytes a memory may take, where somebody said so.
    pub(crate) fn bytes(&self) -> Option<usize> {
        self.resources.bytes()
    }
}

impl Algorithm {
    const fn new(
        description: &'static Description,
        paper: &'static str,
        solves: &'static [Class],
        read: fn(&Words<'_>) -> Result<Method, ParameterError>,
    ) -> Self {
        Self {
            description,
            paper,
            solves,
            read,
            parallel: false,
            uses_epsilon: false,
            uses_estimate: false,
            uses_window: false,
            cuts: true,
            needs_numbers: false,
        }
    }

    /// On several threads, if they are there.
    const fn parallel(self) -> Self {
        Self { parallel: true, ..self }
    }

    const fn with_epsilon(self) -> Self {
        Self { uses_epsilon: true, ..self }
    }

    const fn with_estimate(self) -> Self {
        Self { uses_estimate: true, ..self }
    }

    const fn with_window(self) -> Self {
        Self { uses_window: true, ..self }
    }

    /// Looks at everything.
    const fn cuts_nothing(self) -> Self {
        Self { cuts: false, ..self }
    }

    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        self.description.name
    }

    /// Whether it can solve a game of the catalogue.
    pub fn can_solve(&self, game: &Entry) -> bool {
        self.solves.contains(&game.class) && (game.numbered || !self.needs_numbers)
    }

    /// The words after `secateur solve` that try it out, with the first of its options.
    pub fn example(&self) -> String {
        let tried = match self.name() {
            // One matrix of all pure strategies, and an estimate of what lies too deep.
            "normal-form" => Some("attrition max=1/1 min=2/1"),
            "chance-probcut" => Some("einstein board=3x3 stones=2 --depth 4"),
            _ => None,
        };
        let example = match (tried, self.solves[0]) {
            (Some(tried), _) => tried.to_owned(),
            (None, Class::Alternating) => "tic-tac-toe position=5137".to_owned(),
            (None, Class::Lattice) => "racing deck=8 hand=3 goal=2".to_owned(),
            (None, Class::Chance) => "einstein board=3x3 stones=2".to_owned(),
            (None, Class::Joint) => "goofspiel cards=4 lead=1".to_owned(),
        };
        let options = self.description.parameters.iter().filter_map(|option| Some((option.name, option.default?)));
        let options = options.filter(|(_, default)| !default.is_empty()).take(2);
        let options = options.map(|(name, default)| format!("{name}={default}")).collect::<Vec<_>>().join(",");
        let colon = if options.is_empty() { "" } else { ":" };
        format!("{example} --algorithm {}{colon}{options}", self.name())
    }

    /// The games of the catalogue that it can solve.
    pub fn games(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let algorithm = *self;
        GAMES.iter().filter(move |game| algorithm.can_solve(game))
    }
}

/// All algorithms, in the order in which they are worth reading.
pub const ALGORITHMS: &[Algorithm] = &[
    classic::MINIMAX,
    classic::PARALLEL_MINIMAX,
    classic::ALPHA_BETA,
    classic::SCOUT,
    classic::MTDF,
    classic::JAMBOREE,
    classic::PROOF_NUMBER,
    lattice::MINIMAX,
    lattice::ALPHA_BETA,
    lattice::ALPHA_BETA_CACHE,
    lattice::DUO,
    lattice::DUO_PLUS,
    chance::EXPECTIMAX,
    chance::INTERVAL_ITERATION,
    chance::STAR1,
    chance::STAR2,
    chance::BOUNDED,
    chance::BOUNDED_PLUS,
    chance::MCMS,
    chance::CHANCE_PROBCUT,
    mixed::JOINT,
    mixed::ENGINE,
    layers::LAYERS,
    mixed::BACKWARD_INDUCTION,
    mixed::SERIALIZED,
    mixed::DOUBLE_ORACLE,
    mixed::DOUBLE_ORACLE_ALPHA_BETA,
    mixed::SMAB,
    mixed::SEQUENCE_FORM,
    mixed::NORMAL_FORM,
];

/// The algorithm with this name.
pub fn find(name: &str) -> Result<&'static Algorithm, Error> {
    let names = ALGORITHMS.iter().map(Algorithm::name);
    ALGORITHMS.iter().find(|known| known.name() == name).ok_or_else(|| Error::unknown("algorithm", name, names))
}

/// A choice between on and off.
const fn switch(name: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, default: Some(default), meaning }
}

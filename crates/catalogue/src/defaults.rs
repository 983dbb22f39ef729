//! What is done unless something else is said. Every choice that was tuned by measuring stands here, or with the game that it is about.

use std::time::Duration;

use secateur_games::Parameters;
use secateur_search::LayersCost;

use crate::algorithms::layers;
use crate::games::{self, BOUNDED, Class, ENGINE, Entry};
use crate::{Plan, Request, Session};

/// The algorithm with its options that solves a game best.
pub fn algorithm(game: &str) -> &'static str {
    games::find(game).map_or("alpha-beta", |entry| entry.usual)
}

/// The same in words, for the games of which the parameters decide.
pub fn in_words(game: &Entry) -> String {
    match game.better {
        Some(better) => format!("{} {}, otherwise {}", better.algorithm, better.in_words, game.usual),
        None => game.usual.to_owned(),
    }
}

/// What is asked about a game, by which it chooses its algorithm.
pub(crate) struct Asked<'a> {
    pub(crate) entry: &'static Entry,
    pub(crate) parameters: &'a Parameters,
    pub(crate) session: &'a dyn Session,
    pub(crate) request: &'a Request,
}

impl Asked<'_> {
    /// The algorithm with its options that answers best.
    pub(crate) fn usual(&self) -> &'static str {
        if self.session.class() != self.entry.class {
            return for_class(self.session.class());
        }
        if self.request.resources.estimate && self.entry.class == Class::Joint {
            return ESTIMATOR;
        }
        let usual = match self.entry.better {
            Some(better) if (better.holds)(self) => better.algorithm,
            _ => self.entry.usual,
        };
        // Every position is solved without an evaluator: whoever wants one wants a search.
        let wanted = if self.request.resources.estimate && usual == EVERY_POSITION { BOUNDED } else { usual };
        let within = Plan::read(wanted, self.request.resources).is_ok_and(|plan| plan.algorithm.uses_window);
        if self.request.window.is_some() && !within { for_class(self.entry.class) } else { wanted }
    }

    /// Whether no limit and no tolerance asks for less than everything.
    pub(crate) fn wants_everything(&self) -> bool {
        let (limits, resources) = (&self.request.limits, &self.request.resources);
        limits.nodes.is_none()
            && limits.depth.is_none()
            && resources.epsilon == 0.0
            && !resources.estimate
            && self.request.window.is_none()
    }

    /// Whether a parameter is this word.
    pub(crate) fn says(&self, name: &'static str, word: &str) -> bool {
        let values = self.parameters.of(self.entry.description);
        values.and_then(|values| values.text(name).map(|text| text == word)).unwrap_or(false)
    }

    /// The number that a parameter is.
    pub(crate) fn number(&self, name: &'static str) -> f64 {
        let values = self.parameters.of(self.entry.description);
        values.and_then(|values| values.number(name)).unwrap_or(f64::NAN)
    }

    /// Whether all rounds of Goofspiel can be solved in the time there is. What does not fit the memory is refused with a word about where
    /// it would: no search gets so far.
    pub(crate) fn rounds_pay(&self) -> bool {
        let takes = |cost: LayersCost| {
            MATRIX.as_secs_f64() * cost.programs / self.request.resources.threads.unwrap_or_else(threads).max(1) as f64
        };
        let time = self.request.limits.time;
        // Layers that a limit stops know nothing about the first position, so they need time to spare.
        self.session.layers_cost().is_some_and(|cost| time.is_none_or(|time| SPARE * takes(cost) < time.as_secs_f64()))
    }

    /// Whether all layers fit the memory, and there is no limit of time.
    pub(crate) fn layers_fit(&self) -> bool {
        let most = self.request.resources.memory.map_or(layers::MEGABYTES, |megabytes| megabytes as u64);
        let cost = self.session.layers_cost();
        self.request.limits.time.is_none() && cost.is_some_and(|cost| cost.bytes >> 20 <= most)
    }
}

/// What solves a game of this class of which no more is known.
pub fn for_class(class: Class) -> &'static str {
    match class {
        Class::Alternating => "alpha-beta",
        Class::Lattice => "duo:probe=on",
        Class::Chance => BOUNDED,
        Class::Joint => ENGINE,
    }
}

/// What solves games with chance of which every position can be kept: EinStein on 4 × 4 with three stones takes 12 s of the
/// processor, and minutes by bounded search.
pub const EVERY_POSITION: &str = "interval-iteration";

/// What plays them: it deepens, so that there always is a sensible move.
const CHANCE_PLAYER: &str = "bounded-plus:deepening=on";

/// What solves games whose positions have numbers, unless a limit or a tolerance asks for less than everything.
pub const LAYERS: &str = "layers";

/// What carries an evaluator back through every kind of turn.
pub(crate) const ESTIMATOR: &str = ENGINE;

/// About how long a matrix of Goofspiel takes on one thread, on the machine of MEASUREMENTS.md.
const MATRIX: Duration = Duration::from_nanos(250);

/// How many times that a limit of time has to leave.
const SPARE: f64 = 5.0;

/// The algorithm that chooses a move within a short time: it deepens, so that there always is a sensible one.
pub const PLAYER: &str = "jamboree:deepening=on,order=learned,table=on";

/// Whether a bot plays games of this class: where both move at once, or anything may happen. Searches that are made for games in which
/// one moves at a time play those better.
pub fn played_by_bot(class: Class) -> bool {
    class == Class::Joint
}

/// The algorithm that plays a game.
pub fn player(game: &str, class: Class) -> &'static str {
    match class {
        Class::Alternating => PLAYER,
        Class::Chance => CHANCE_PLAYER,
        Class::Joint => algorithm(game),
        Class::Lattice => algorithm(game),
    }
}

/// The size of the table in MB. A search begins in a small part of it, so small searches do not
/// pay for it.
pub const MEMORY: usize = 512;

/// How many threads: as many as the machine runs at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

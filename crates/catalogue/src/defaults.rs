//! What is done unless something else is said. Every choice that was tuned by measuring stands here.

use crate::games::{self, Class};

/// The algorithm with its options that solves a game best.
pub fn algorithm(game: &str) -> &'static str {
    match game {
        "connect-four" => "jamboree:order=expert,table=on,windows=null",
        "chess" => PLAYER,
        "random-tree" => "scout:order=listed,table=off",
        "random-dag" | "dag" | "circuit" => "duo:probe=on",
        // A tree shares nothing that a cache could keep.
        "two-criteria" => "lattice-alpha-beta",
        "racing" => "duo-plus",
        "goofspiel"
        | "oshi-zumo"
        | "bidding-tic-tac-toe"
        | "tron"
        | "pursuit"
        | "random-joint"
        | "attrition"
        | "duel" => JOINT,
        // Most positions are met again, by many ways: once each is best.
        "pig" | "2048" | "bearoff" => EVERY_POSITION,
        "einstein" | "cops-and-robbers" => CHANCE,
        _ => "alpha-beta",
    }
}

/// The same in words, for the games of which the parameters decide.
pub fn in_words(game: &str) -> String {
    let usual = algorithm(game);
    match game {
        "goofspiel" => format!("{GOOFSPIEL} where the prizes are known and nothing is limited, otherwise {usual}"),
        "einstein" => format!("{EVERY_POSITION} below 5x5 with up to three stones and no limit, otherwise {usual}"),
        _ => usual.to_owned(),
    }
}

/// The same for a game that may belong to another class than its name says, such as a tree from a file.
pub fn for_class(game: &str, class: Class) -> &'static str {
    match class {
        Class::Chance if !matches!(games::find(game), Ok(entry) if entry.class == Class::Chance) => CHANCE,
        Class::Joint if !matches!(games::find(game), Ok(entry) if entry.class == Class::Joint) => JOINT,
        _ => algorithm(game),
    }
}

/// What solves games with chance.
const CHANCE: &str = "bounded-plus";

/// What solves games with chance of which every position can be kept: EinStein on 4 × 4 with three stones takes 12 s of the
/// processor, and minutes by bounded search.
pub const EVERY_POSITION: &str = "interval-iteration";

/// What plays them: it deepens, so that there always is a sensible move.
const CHANCE_PLAYER: &str = "bounded-plus:deepening=on";

/// What solves Goofspiel whose prizes come in a known order, unless a limit or a tolerance asks for less than everything:
/// all positions of a round are numbered, so that nothing has to be looked up by a key.
pub const GOOFSPIEL: &str = "layers";

/// What solves games in which both players move at once.
const JOINT: &str = "joint";

/// The algorithm that chooses a move within a short time: it deepens, so that there always is a sensible one.
pub const PLAYER: &str = "jamboree:deepening=on,order=learned,table=on";

/// The algorithm that plays a game.
pub fn player(game: &str, class: Class) -> &'static str {
    match game {
        _ if class == Class::Chance => CHANCE_PLAYER,
        _ if class == Class::Joint => for_class(game, class),
        "random-dag" | "dag" | "circuit" | "two-criteria" | "racing" => algorithm(game),
        _ => PLAYER,
    }
}

/// The size of the table in MB. A search begins in a small part of it, so small searches do not
/// pay for it.
pub const MEMORY: usize = 512;

/// How many threads: as many as the machine runs at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

//! What is done unless something else is said. Every choice that was tuned by measuring stands here.

/// The algorithm with its options that solves a game best.
pub fn algorithm(game: &str) -> &'static str {
    match game {
        "connect-four" => "jamboree:order=expert,table=on,windows=null",
        "chess" => PLAYER,
        "random-tree" => "scout:order=listed,table=off",
        "random-dag" | "dag" => "duo:probe=on",
        "racing" => "duo-plus",
        _ => "alpha-beta",
    }
}

/// The algorithm that chooses a move within a short time: it deepens, so that there always is a sensible one.
pub const PLAYER: &str = "jamboree:deepening=on,order=learned,table=on";

/// The algorithm that plays a game.
pub fn player(game: &str) -> &'static str {
    match game {
        "random-dag" | "dag" | "racing" => algorithm(game),
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

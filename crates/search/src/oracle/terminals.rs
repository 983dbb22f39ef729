//! Every way a game can end: the handout's first algorithm, a walk through the whole tree.

use secateur_game::{Alternating, Turn};

/// How many positions a walk through the whole tree passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    /// All positions, each as often as it is reached.
    pub positions: u64,
    /// Those in which the game is over.
    pub over: u64,
}

/// Walks through every way to play on from a position, at most `depth` moves ahead, and shows each position in which the
/// game is over to `visit` (the handout prints them).
///
/// ```
/// use secateur_game::Game;
/// use secateur_games::{ConnectFour, connect_four::Size};
/// use secateur_search::terminals;
///
/// let game = ConnectFour::on(Size::new(2, 2)?);
/// let mut draws = 0;
/// let seen = terminals(&game, &mut game.start(), u32::MAX, &mut |_, value| draws += u32::from(*value == 0));
/// assert_eq!((seen.over, draws), (6, 6)); // nobody has four in a row on 2 × 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn terminals<G: Alternating>(
    game: &G,
    position: &mut G::Position,
    depth: u32,
    visit: &mut impl FnMut(&G::Position, &G::Value),
) -> Terminals {
    let mut seen = Terminals { positions: 1, over: 0 };
    match game.turn(position) {
        Turn::Over(value) => {
            seen.over = 1;
            visit(position, &value);
        }
        _ if depth == 0 => {}
        _ => {
            for chosen in game.moves(position) {
                let undo = game.play(position, chosen);
                let below = terminals(game, position, depth - 1, visit);
                game.undo(position, undo);
                seen.positions += below.positions;
                seen.over += below.over;
            }
        }
    }
    seen
}

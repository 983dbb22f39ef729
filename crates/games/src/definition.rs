//! What a value is, for tests that compare something cleverer with it.

use secateur_game::{Alternating, Turn};
use secateur_value::Lattice;

/// The value by its definition: joins where Max chooses, meets where Min does.
pub(crate) fn plain<G: Alternating>(game: &G, position: &G::Position) -> G::Value {
    let below = game.moves(position).map(|chosen| {
        let mut next = position.clone();
        game.play(&mut next, chosen);
        plain(game, &next)
    });
    match game.turn(position) {
        Turn::Over(value) => value,
        Turn::Max => below.reduce(|a, b| a.join(&b)).unwrap(),
        Turn::Min => below.reduce(|a, b| a.meet(&b)).unwrap(),
        Turn::Chance(never) => match never {},
        Turn::Both(never) => match never {},
    }
}

//! What the engine remembers: bounds of both sides, under the key of the position that stands for all that are alike.
//!
//! Everything kept holds for the game itself, whatever window, error, depth or limit it was found with. So notes may be shared by
//! searches of different positions, by threads, and by questions of every kind, and forgetting is always sound.

use std::hash::{Hash, Hasher};

use secateur_game::{Canonical, Compared, Game, Keyed};
use secateur_value::{Bounds, Real, Toward};

use crate::memory::cache::{Known, Scatter, Shared, Shelf};

/// Where a search keeps what it knows of positions.
pub(crate) trait Notes<G: Game>: Sync {
    /// Whether anything is remembered at all.
    const REMEMBERS: bool;

    /// What is known, as far as it is remembered.
    fn find(&self, game: &G, position: &G::Position) -> Bounds<Real>;

    /// Remembers what was found.
    fn keep(&self, game: &G, position: &G::Position, found: Bounds<Real>);

    /// Whether nothing is gained by remembering this position.
    fn is_passing(&self, game: &G, position: &G::Position) -> bool;

    /// A number by which positions that are alike are told from others, most of the time.
    fn mark(&self, game: &G, position: &G::Position) -> u64;
}

/// Remembers nothing.
pub(crate) struct Nothing;

impl<G: Game> Notes<G> for Nothing {
    const REMEMBERS: bool = false;

    fn find(&self, _: &G, _: &G::Position) -> Bounds<Real> {
        Bounds::ANY
    }

    fn keep(&self, _: &G, _: &G::Position, _: Bounds<Real>) {}

    fn is_passing(&self, _: &G, _: &G::Position) -> bool {
        true
    }

    fn mark(&self, _: &G, _: &G::Position) -> u64 {
        0
    }
}

/// The engine's memory of one game: bounds of both sides, shared by all that is asked about the game. Not to be shared
/// between different games.
///
/// ```
/// use secateur_games::Goofspiel;
/// use secateur_search::{Engine, EngineMemory, Search};
///
/// let (game, memory) = (Goofspiel::new(6), EngineMemory::unlimited());
/// let first = Search::new(&game).engine_with(&Engine::default(), &memory);
/// let again = Search::new(&game).engine_with(&Engine::default(), &memory);
/// assert_eq!(first.bounds, again.bounds);
/// assert!(again.statistics.visits < first.statistics.visits);
/// ```
pub struct EngineMemory<K> {
    shared: Shared<K, Real>,
}

impl<K: Eq + Hash> EngineMemory<K> {
    /// One that keeps everything.
    pub fn unlimited() -> Self {
        Self::with_bytes(None)
    }

    /// One that takes about this many bytes at most; as many as it likes where nothing is said.
    pub fn with_bytes(bytes: Option<usize>) -> Self {
        Self { shared: Shared::with_bytes(bytes) }
    }

    fn look_up(&self, key: &K) -> Option<Bounds<Real>> {
        (&self.shared).look_up(key, |known| known.map(|known| known.bounds()))
    }
}

impl<K> std::fmt::Debug for EngineMemory<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EngineMemory")
    }
}

/// What is known of a position, from what is known of the one with the players swapped; and the other way round.
fn swapped(sum: f64, known: Bounds<Real>) -> Bounds<Real> {
    if sum == 0.0 {
        return Bounds { lower: -known.upper, upper: -known.lower };
    }
    match Real::new(sum) {
        Ok(sum) => Bounds { lower: sum.minus(known.upper, Toward::Down), upper: sum.minus(known.lower, Toward::Up) },
        Err(_) => Bounds::ANY,
    }
}

/// Bounds of a canonical position as bounds of the one that it stands for, or the other way round.
fn turned<G: Keyed>(game: &G, canonical: &Canonical<G::Key>, known: Bounds<Real>) -> Bounds<Real> {
    if canonical.swapped { swapped(game.sum_of_swapped_values(), known) } else { known }
}

impl<G: Keyed<Value = Real>> Notes<G> for EngineMemory<G::Key> {
    const REMEMBERS: bool = true;

    fn find(&self, game: &G, position: &G::Position) -> Bounds<Real> {
        let own = game.canonical(position);
        let mut known = self.look_up(&own.key).map_or(Bounds::ANY, |known| turned(game, &own, known));
        if known.lower < known.upper {
            for (compared, other) in game.comparable(position) {
                let Some(found) = self.look_up(&other.key) else { continue };
                let found = turned(game, &other, found);
                match compared {
                    Compared::AtLeast => known.upper = known.upper.min(found.upper),
                    Compared::AtMost => known.lower = known.lower.max(found.lower),
                }
            }
        }
        known
    }

    fn keep(&self, game: &G, position: &G::Position, found: Bounds<Real>) {
        let own = game.canonical(position);
        let found = turned(game, &own, found);
        (&mut &self.shared).put(own.key, Known::from_bounds(found));
    }

    fn is_passing(&self, game: &G, position: &G::Position) -> bool {
        game.reached_once(position)
    }

    fn mark(&self, game: &G, position: &G::Position) -> u64 {
        let mut scatter = Scatter::default();
        game.canonical(position).key.hash(&mut scatter);
        scatter.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_twice_loses_nothing_but_rounding() {
        let known = Bounds::of(0.1, 0.7);
        assert_eq!(swapped(0.0, swapped(0.0, known)), known);
        let back = swapped(1.0, swapped(1.0, known));
        assert!(back.lower <= known.lower && back.upper >= known.upper && back.width() < 0.6 + 1e-14);
        assert_eq!(swapped(1.0, Bounds::ANY), Bounds::ANY);
    }
}

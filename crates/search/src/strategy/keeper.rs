//! A player that keeps its word: bounded alpha-beta over a whole game (Atzmon, Stern, Saffidine 2018, "Choosing a
//! Bounded-Suboptimal Action" and "ε-equilibrium").
//!
//! One bounded search finds `L ≤ value ≤ U`. Max, who always moves to the successor with the greatest `L`, gets at least
//! `L` on average, and Min, who always moves to the one with the least `U`, gives no more than `U`: neither can gain more
//! than `U − L ≤ ε` by playing otherwise, which proves the paper's conjecture, for one search.
//!
//! It is false for a player who searches anew at every move: each search may err by another ε, and the errors add up. What
//! keeps them from adding up is memory. `L` of a position is reached by one of its successors, by what was known when `L` was
//! found; so as long as nothing that was known is ever forgotten, there is always a move that keeps the word given before,
//! and later searches can only raise it. Hence a [`Keeper`] owns a ledger that never forgets, and a search with limits can
//! at worst leave it with what it knew.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use std::sync::Mutex;

use secateur_game::{Game, Keyed, Player, Stochastic};
use secateur_value::{Bounds, Real};

use crate::chance::bounded_plus::BoundedPlus;
use crate::memory::cache::Scatter;
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::question::ordering::HintFirst;
use crate::{Limits, Outcome, Search};

/// A player of games with chance that errs by at most ε over the whole game.
///
/// ```
/// use secateur_game::Game;
/// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
/// use secateur_search::{BoundedPlus, Keeper, Limits};
///
/// let game = StochasticTree::new(Shape::uniform(4, 3), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
/// let keeper = Keeper::new(&game, BoundedPlus::within(10.0)?);
/// let position = game.start();
/// let choice = keeper.choose(&position, Limits::none());
/// let word = keeper.bounds(&position);
///
/// // The successor keeps the word that was given about the position.
/// let mut after = position;
/// game.play(&mut after, choice.best_move().expect("Max is to move"));
/// assert!(keeper.bounds(&after).lower >= word.lower);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Keeper<'a, G: Keyed> {
    game: &'a G,
    policies: BoundedPlus,
    ledger: KeptBounds<G::Key>,
}

impl<G: Keyed> Clone for Keeper<'_, G> {
    fn clone(&self) -> Self {
        Self { game: self.game, policies: self.policies, ledger: self.ledger.clone() }
    }
}

impl<'a, G: Stochastic + Keyed<Key: Copy>> Keeper<'a, G> {
    /// A player that knows nothing yet.
    pub fn new(game: &'a G, policies: BoundedPlus) -> Self {
        Self { game, policies, ledger: KeptBounds::default() }
    }

    /// Searches a position and chooses: Max the move with the greatest lower bound, Min the one with the least upper.
    ///
    /// A depth limit would make bounds that do not hold for the game's own successors, so there is none; other limits
    /// leave the player with what it knew.
    pub fn choose(&self, position: &G::Position, limits: Limits) -> Outcome<Real, G::Move> {
        let limits = Limits { depth: None, ..limits };
        let question = Search::new(self.game).position(position.clone()).limits(limits);
        let mut outcome = question.memory(&self.ledger).order(HintFirst).bounded_plus(&self.policies);
        if let Some(player) = self.game.turn(position).player()
            && let Some(best) = self.best(player, position)
        {
            if outcome.best_move() != Some(best) {
                outcome.line = vec![best];
            }
            let strategy = vec![(best, 1.0)];
            match player {
                Player::Max => outcome.strategies.max = strategy,
                Player::Min => outcome.strategies.min = strategy,
            }
        }
        outcome
    }

    /// What is known of a position.
    pub fn bounds(&self, position: &G::Position) -> Bounds<Real> {
        let promised = self.game.promised(position);
        let key = self.game.key(position);
        self.ledger.known(&key).map_or(promised, |known| promised.narrowed(&known))
    }

    /// The move that keeps the most, the first of several.
    fn best(&self, player: Player, position: &G::Position) -> Option<G::Move> {
        let mut best: Option<(G::Move, Real)> = None;
        for chosen in self.game.moves(position) {
            let mut after = position.clone();
            self.game.play(&mut after, chosen);
            let Bounds { lower, upper } = self.bounds(&after);
            let improves = |kept: Real| match player {
                Player::Max => lower > kept,
                Player::Min => upper < kept,
            };
            if best.is_none_or(|(_, kept)| improves(kept)) {
                best = Some((chosen, if player == Player::Max { lower } else { upper }));
            }
        }
        best.map(|(chosen, _)| chosen)
    }
}

/// Both bounds of every position that was ever finished, and never less than was known before.
#[derive(Debug)]
struct KeptBounds<K>(Mutex<Entries<K>>);

type Entries<K> = HashMap<K, (Bounds<Real>, Option<u8>), BuildHasherDefault<Scatter>>;

impl<K> Default for KeptBounds<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone> Clone for KeptBounds<K> {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().map(|entries| entries.clone()).unwrap_or_default()))
    }
}

impl<K: Eq + Hash> KeptBounds<K> {
    fn known(&self, key: &K) -> Option<Bounds<Real>> {
        self.0.lock().ok()?.get(key).map(|&(bounds, _)| bounds)
    }
}

impl<G: Keyed<Key: Copy> + Game<Value = Real>> Memory<G> for KeptBounds<G::Key> {
    const REMEMBERS: bool = true;
    type Key = G::Key;

    fn key(&self, game: &G, position: &G::Position) -> G::Key {
        game.key(position)
    }

    fn recall(&self, key: G::Key) -> Option<Recalled<Real>> {
        let &(bounds, hint) = self.0.lock().ok()?.get(&key)?;
        Some(Recalled { bounds, reach: Reach::End, hint })
    }

    fn remember(&self, key: G::Key, found: &Recalled<Real>, _: u64) {
        let Ok(mut entries) = self.0.lock() else { return };
        // Only what holds for the game is worth a word.
        if found.reach == Reach::End {
            let entry = entries.entry(key).or_insert((found.bounds, found.hint));
            *entry = (entry.0.narrowed(&found.bounds), found.hint.or(entry.1));
        }
    }
}

//! Whole strategies: what each player does in every position it may meet.
//!
//! A search tells what to do at its root. A [`Profile`] asks it again in every position that can come up while at least one
//! of the players keeps to its strategy: Max needs to know what to do wherever Max's own moves lead, whatever Min does, and
//! the other way round. What neither strategy can reach says nothing about either, and is left out.
//!
//! Positions that share a key share an entry; moves are told apart by their place in the game's list, so games whose keys
//! stand for alike positions (Goofspiel's ranked hands) must list alike moves in the same order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use secateur_game::{Both, Chance, Keyed, Player, Turn};

use crate::{Step, Strategies};

/// What the players do in one position: probabilities by the places of their moves in the game's list; empty for a player who
/// does not move there, or never gets there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behaviour {
    /// Max's.
    pub max: Vec<f64>,
    /// Min's.
    pub min: Vec<f64>,
}

impl Behaviour {
    /// One player's part.
    pub fn of(&self, player: Player) -> &[f64] {
        match player {
            Player::Max => &self.max,
            Player::Min => &self.min,
        }
    }
}

/// Both players' whole strategies.
///
/// ```
/// use std::convert::Infallible;
/// use secateur_games::Goofspiel;
/// use secateur_game::Game;
/// use secateur_search::best_response::guaranteed;
/// use secateur_search::{Profile, Search};
///
/// let game = Goofspiel::new(4);
/// let solve = |position: &_| Ok::<_, Infallible>(Search::new(&game).position(*position).backward_induction().strategies);
/// let (profile, _) = Profile::gather(&game, &game.start(), solve)?;
///
/// let max = guaranteed(&game, &game.start(), &profile, secateur_game::Player::Max).unwrap();
/// assert!(max.lower.get() > -1e-9); // nobody exploits it
/// # Ok::<(), Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct Profile<K> {
    pub(crate) behaviours: HashMap<K, Behaviour>,
}

/// A position of a profile: the way to it, and what the players do there.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedAt<M> {
    /// The turns from the start.
    pub path: Vec<Step<M>>,
    /// The moves that are played at all, with their probabilities; empty for a player who does not move or never gets there.
    pub strategies: Strategies<M>,
}

/// A profile, and its positions in the order in which they were found.
pub type Gathered<K, M> = (Profile<K>, Vec<DecidedAt<M>>);

impl<K> Default for Profile<K> {
    fn default() -> Self {
        Self { behaviours: HashMap::new() }
    }
}

impl<K: Eq + std::hash::Hash> Profile<K> {
    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.behaviours.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.behaviours.is_empty()
    }

    /// What is done in a position, if the profile knows.
    pub fn get(&self, key: &K) -> Option<&Behaviour> {
        self.behaviours.get(key)
    }

    /// Says what is done in a position. What is known about it is replaced for a player about whom something is said.
    pub fn insert(&mut self, key: K, said: Behaviour) {
        let known = self.behaviours.entry(key).or_default();
        if !said.max.is_empty() {
            known.max = said.max;
        }
        if !said.min.is_empty() {
            known.min = said.min;
        }
    }

    /// Asks `solve` in every position where a player may need to know what to do. Also tells every position with the way to
    /// it, in the order in which they were found.
    ///
    /// # Errors
    ///
    /// What `solve` fails with.
    pub fn gather<G, E>(
        game: &G,
        start: &G::Position,
        solve: impl FnMut(&G::Position) -> Result<Strategies<G::Move>, E>,
    ) -> Result<Gathered<K, G::Move>, E>
    where
        G: Keyed<Key = K>,
    {
        let mut gathering = Gathering { game, solve, seen: HashMap::new(), told: Vec::new(), path: Vec::new() };
        gathering.visit(&mut start.clone(), Needs { max: true, min: true })?;
        let Gathering { seen, told, .. } = gathering;
        let behaviours = seen.into_iter().map(|(key, seen)| (key, seen.behaviour)).collect();
        Ok((Self { behaviours }, told))
    }
}

/// Who needs to know.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    max: bool,
    min: bool,
}

/// A position that was visited.
struct Seen<M> {
    needs: Needs,
    /// By the places of the moves, whole.
    behaviour: Behaviour,
    /// Its place among the positions that are told, and Max's and Min's moves there: a position that shares its key may be
    /// another, with other moves.
    told: Option<(usize, Vec<M>, Vec<M>)>,
}

impl<M> Default for Seen<M> {
    fn default() -> Self {
        Self { needs: Needs::default(), behaviour: Behaviour::default(), told: None }
    }
}

struct Gathering<'a, G: Keyed, S> {
    game: &'a G,
    solve: S,
    seen: HashMap<G::Key, Seen<G::Move>>,
    told: Vec<DecidedAt<G::Move>>,
    path: Vec<Step<G::Move>>,
}

impl<G, S, E> Gathering<'_, G, S>
where
    G: Keyed,
    S: FnMut(&G::Position) -> Result<Strategies<G::Move>, E>,
{
    fn visit(&mut self, node: &mut G::Position, needs: Needs) -> Result<(), E> {
        let turn = self.game.turn(node);
        if turn.is_over() || !(needs.max || needs.min) {
            return Ok(());
        }
        let key = self.game.key(node);
        // What was needed before has been followed before.
        let (fresh, asked) = match self.seen.entry(key.clone()) {
            Entry::Occupied(mut known) => {
                let known = &mut known.get_mut().needs;
                let fresh = Needs { max: needs.max && !known.max, min: needs.min && !known.min };
                *known = Needs { max: known.max || needs.max, min: known.min || needs.min };
                (fresh, true)
            }
            Entry::Vacant(free) => {
                free.insert(Seen { needs, ..Seen::default() });
                (needs, false)
            }
        };
        if !(fresh.max || fresh.min) {
            return Ok(());
        }
        match turn {
            Turn::Over(_) => {}
            Turn::Chance(chance) => {
                for (_, outcome) in chance.outcomes(self.game, node) {
                    self.follow(node, Step::One(outcome), fresh, |game, node| game.play(node, outcome))?;
                }
            }
            Turn::Max | Turn::Min => {
                let moves: Vec<_> = self.game.moves(node).collect();
                let max = matches!(turn, Turn::Max);
                if !asked {
                    let strategies = (self.solve)(node)?;
                    let chosen = in_places(&moves, if max { &strategies.max } else { &strategies.min });
                    let behaviour = &mut self.known(&key).behaviour;
                    *(if max { &mut behaviour.max } else { &mut behaviour.min }) = chosen;
                }
                self.tell(&key, fresh, (&moves, &moves));
                let own = self.seen[&key].behaviour.of(if max { Player::Max } else { Player::Min }).to_vec();
                for (&chosen, probability) in moves.iter().zip(own) {
                    let played = probability > 0.0;
                    let below = if max {
                        Needs { max: fresh.max && played, min: fresh.min }
                    } else {
                        Needs { max: fresh.max, min: fresh.min && played }
                    };
                    self.follow(node, Step::One(chosen), below, |game, node| game.play(node, chosen))?;
                }
            }
            Turn::Both(both) => {
                let rows: Vec<_> = both.rows(self.game, node).collect();
                let columns: Vec<_> = both.columns(self.game, node).collect();
                if !asked {
                    let strategies = (self.solve)(node)?;
                    let (max, min) = (in_places(&rows, &strategies.max), in_places(&columns, &strategies.min));
                    self.known(&key).behaviour = Behaviour { max, min };
                }
                self.tell(&key, fresh, (&rows, &columns));
                let Behaviour { max, min } = self.seen[&key].behaviour.clone();
                for (&row, x) in rows.iter().zip(max) {
                    for (&column, &y) in columns.iter().zip(&min) {
                        let below = Needs { max: fresh.max && x > 0.0, min: fresh.min && y > 0.0 };
                        let play = |game: &G, node: &mut G::Position| both.play(game, node, row, column);
                        self.follow(node, Step::Both(row, column), below, play)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A position that is being visited.
    fn known(&mut self, key: &G::Key) -> &mut Seen<G::Move> {
        self.seen.entry(key.clone()).or_default()
    }

    /// Visits the position after a turn.
    fn follow(
        &mut self,
        node: &mut G::Position,
        step: Step<G::Move>,
        needs: Needs,
        play: impl FnOnce(&G, &mut G::Position) -> G::Undo,
    ) -> Result<(), E> {
        if !(needs.max || needs.min) {
            return Ok(());
        }
        let undo = play(self.game, node);
        self.path.push(step);
        let done = self.visit(node, needs);
        self.path.pop();
        self.game.undo(node, undo);
        done
    }

    /// Tells what the players do who need to know it now.
    fn tell(&mut self, key: &G::Key, fresh: Needs, (rows, columns): (&[G::Move], &[G::Move])) {
        let seen = self.seen.entry(key.clone()).or_default();
        let played = |moves: &[G::Move], probabilities: &[f64]| -> Vec<_> {
            moves.iter().copied().zip(probabilities.iter().copied()).filter(|&(_, chance)| chance > 0.0).collect()
        };
        let place = match &seen.told {
            Some((place, max, min)) if max == rows && min == columns => *place,
            _ => {
                self.told.push(DecidedAt { path: self.path.clone(), strategies: Strategies::default() });
                let place = self.told.len() - 1;
                seen.told = Some((place, rows.to_vec(), columns.to_vec()));
                place
            }
        };
        let told = &mut self.told[place].strategies;
        if fresh.max {
            told.max = played(rows, &seen.behaviour.max);
        }
        if fresh.min {
            told.min = played(columns, &seen.behaviour.min);
        }
    }
}

/// Probabilities by the places of the moves.
fn in_places<M: PartialEq>(moves: &[M], strategy: &[(M, f64)]) -> Vec<f64> {
    let chance = |wanted: &M| strategy.iter().find(|(chosen, _)| chosen == wanted).map_or(0.0, |&(_, chance)| chance);
    moves.iter().map(chance).collect()
}

//! A position of any game: it knows its own rules.

use std::fmt;
use std::sync::{Arc, OnceLock};

use secateur_game::{Both, Canonical, Chance, Compared, Describe, Game, Keyed, Player, Turn};
use secateur_search::{BotOptions, Deadline, LayersCost, Limits, Outcome, Strategies};
use secateur_value::{Bounds, Lattice};

use crate::algorithms::layers::{self, Layers};
use crate::bots::{AnyBot, Told};
use crate::erased::key::{AnyKey, Keys};
use crate::games::Own;
use crate::{Error, Plan, Value};

/// A move, by its place in the game's list: the moves of the player to move, the outcomes of a chance turn, or the rows of a turn of
/// both and after them its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub u32);

/// A position of any game.
pub struct AnyPosition<V>(pub(crate) Box<dyn Board<V>>);

impl<V> Clone for AnyPosition<V> {
    fn clone(&self) -> Self {
        Self(self.0.copied())
    }
}

impl<V> fmt::Debug for AnyPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.show())
    }
}

/// What can be asked about a position, and done to it.
pub(crate) trait Board<V>: Send + Sync {
    /// The same position, which can be played on alone.
    fn copied(&self) -> Box<dyn Board<V>>;
    fn turn(&self) -> Turn<V, (), ()>;
    /// How many moves or outcomes there are; of a turn of both, rows and columns together.
    fn moves(&self) -> u32;
    /// How many of them are rows.
    fn rows(&self) -> u32;
    /// How likely the outcomes are.
    fn weights(&self) -> Arc<[u64]>;
    fn play(&mut self, place: Place);
    fn play_both(&mut self, row: Place, column: Place);
    /// Takes the last move back.
    fn undo(&mut self);
    /// How many moves can be taken back.
    fn played(&self) -> u32;
    fn bounds(&self) -> Bounds<V>;
    fn range(&self) -> Option<Bounds<V>>;
    fn key(&self) -> AnyKey;
    fn canonical(&self) -> Canonical<AnyKey>;
    fn sum_of_swapped_values(&self) -> f64;
    fn comparable(&self) -> Vec<(Compared, Canonical<AnyKey>)>;
    fn reached_once(&self) -> bool;
    /// Whether every value is a whole number.
    fn is_whole(&self) -> bool;
    fn has_evaluator(&self) -> bool;
    /// What the game's evaluator thinks, if it has one.
    fn evaluate(&self) -> Option<V>;
    fn judge(&self) -> (Bounds<V>, Vec<Place>);
    fn rank(&self, candidate: Place) -> i32;
    fn slot(&self, candidate: Place) -> usize;
    fn show(&self) -> String;
    fn name(&self, place: Place) -> String;
    fn show_value(&self, value: &V) -> String;
    /// A value as a report has it.
    fn reported(&self, value: &V) -> Value;
    /// What a search finds that is compiled for this game alone, if there is one for the plan.
    fn native(&self, plan: &Plan, limits: &Limits) -> Option<Result<Outcome<V, Place>, Error>>;
    /// A bot for this game, if it brings one.
    fn bot(&self, options: BotOptions) -> Option<AnyBot>;
    /// What such a bot says about the position, if it is one for this game.
    fn advise(&self, bot: &AnyBot, deadline: &Deadline) -> Option<Told<Place>>;
    /// Lets it think about the position until it is asked. Says whether it is one for this game.
    fn ponder(&self, bot: &AnyBot) -> bool;
    /// What solving all positions by their numbers takes, if they have any.
    fn layers_cost(&self) -> Option<LayersCost>;
    /// What that finds.
    fn layers(&self, plan: &Plan, limits: &Limits) -> Option<Result<Layers<Place>, Error>>;
}

/// What an expert says about a position: bounds and candidates.
pub(crate) type Judge<G> = fn(&G, &<G as Game>::Position) -> (Bounds<<G as Game>::Value>, Vec<<G as Game>::Move>);

/// What an evaluator thinks of a position.
pub(crate) type Evaluator<G> = fn(&G, &<G as Game>::Position) -> <G as Game>::Value;

/// What a game can do besides being played, as far as it can.
pub(crate) struct Abilities<G: Keyed, V> {
    /// The value as others have it.
    pub(crate) outer: fn(G::Value) -> V,
    /// The game's own value, where it has one.
    pub(crate) own: fn(&V) -> Option<G::Value>,
    /// A value in words that the game has no words for.
    pub(crate) in_digits: fn(&V) -> String,
    pub(crate) reported: fn(&G, &V) -> Value,
    /// Whether every value is a whole number.
    pub(crate) whole: bool,
    pub(crate) keys: Keys<G::Key>,
    pub(crate) evaluate: Option<Evaluator<G>>,
    pub(crate) judge: Option<Judge<G>>,
    pub(crate) rank: fn(&G, &G::Position, G::Move) -> i32,
    pub(crate) slot: fn(&G, &G::Position, G::Move) -> usize,
    pub(crate) own_searches: Own<G>,
}

/// A game with a position of it, played on from where it stands.
pub(crate) struct Seat<G: Keyed, V> {
    game: Arc<G>,
    abilities: Arc<Abilities<G, V>>,
    here: Here<G>,
    /// The positions before the moves that can be taken back.
    before: Vec<Here<G>>,
}

/// A position, and its moves once somebody needs them.
struct Here<G: Game> {
    position: G::Position,
    listed: OnceLock<Listed<G::Move>>,
}

/// What can happen in a position.
struct Listed<M> {
    moves: Box<[M]>,
    weights: Arc<[u64]>,
    rows: u32,
}

impl<M: PartialEq> Listed<M> {
    /// The place of a move that a player makes, alone or at once with the other.
    fn place(&self, chosen: M, player: Player) -> Option<Place> {
        // Of a turn of both Max's moves come first; of any other turn there are no rows.
        let own = match player {
            Player::Max if self.rows > 0 => 0..self.rows,
            _ => self.rows..self.moves.len() as u32,
        };
        own.map(Place).find(|place| self.moves[place.0 as usize] == chosen)
    }
}

impl<G: Game> Here<G> {
    fn at(position: G::Position) -> Self {
        Self { position, listed: OnceLock::new() }
    }

    fn listed(&self, game: &G) -> &Listed<G::Move> {
        self.listed.get_or_init(|| {
            let position = &self.position;
            let (mut weights, mut rows) = (Vec::new(), 0);
            let moves: Box<[G::Move]> = match game.turn(position) {
                Turn::Over(_) => Box::default(),
                Turn::Max | Turn::Min => game.moves(position).collect(),
                Turn::Chance(chance) => {
                    let mut moves = Vec::new();
                    for (weight, outcome) in chance.outcomes(game, position) {
                        weights.push(weight);
                        moves.push(outcome);
                    }
                    moves.into()
                }
                Turn::Both(both) => {
                    let mut moves: Vec<G::Move> = both.rows(game, position).collect();
                    rows = moves.len() as u32;
                    moves.extend(both.columns(game, position));
                    moves.into()
                }
            };
            Listed { moves, weights: weights.into(), rows }
        })
    }
}

impl<G, V> Seat<G, V>
where
    G: Keyed<Key: 'static> + Describe + Send + 'static,
    V: Lattice + Send + Sync + 'static,
{
    pub(crate) fn new(game: G, abilities: Abilities<G, V>) -> Self {
        let here = Here::at(game.start());
        Self { game: Arc::new(game), abilities: Arc::new(abilities), here, before: Vec::new() }
    }

    fn outer(&self, bounds: Bounds<G::Value>) -> Bounds<V> {
        Bounds { lower: (self.abilities.outer)(bounds.lower), upper: (self.abilities.outer)(bounds.upper) }
    }

    fn chosen(&self, place: Place) -> G::Move {
        self.here.listed(&self.game).moves[place.0 as usize]
    }

    /// Goes on to another position, from which there is a way back.
    fn go_on(&mut self, after: G::Position) {
        self.before.push(std::mem::replace(&mut self.here, Here::at(after)));
    }

    fn wrapped(&self, key: Canonical<G::Key>) -> Canonical<AnyKey> {
        Canonical { key: self.abilities.keys.key(&key.key), swapped: key.swapped }
    }

    /// What a search of the game itself found, with moves by their places and values as others have them.
    fn placed<W, U>(&self, outcome: Outcome<W, G::Move>, value: impl Fn(W) -> U) -> Outcome<U, Place> {
        let listed = self.here.listed(&self.game);
        let strategy = |moves: Vec<(G::Move, f64)>, player| {
            let place = |(chosen, probability)| Some((listed.place(chosen, player)?, probability));
            moves.into_iter().filter_map(place).collect()
        };
        let bounds = Bounds { lower: value(outcome.bounds.lower), upper: value(outcome.bounds.upper) };
        let mut placed = Outcome::new(bounds, outcome.stopped);
        placed.estimate = outcome.estimate.map(&value);
        (placed.line, placed.proved) = (self.places(&outcome.line), outcome.proved);
        let Strategies { max, min, .. } = outcome.strategies;
        placed.strategies = Strategies::new(strategy(max, Player::Max), strategy(min, Player::Min));
        placed.statistics = outcome.statistics;
        placed
    }

    /// The places of a line's moves: where both move at once, the line has a move of each.
    fn places(&self, line: &[G::Move]) -> Vec<Place> {
        let (game, mut position, mut rest) = (&*self.game, self.here.position.clone(), line);
        let mut places = Vec::new();
        loop {
            let here = Here::<G>::at(position.clone());
            let listed = here.listed(game);
            match (game.turn(&position), rest) {
                (Turn::Both(both), &[row, column, ref after @ ..]) => {
                    let found = (listed.place(row, Player::Max), listed.place(column, Player::Min));
                    let (Some(one), Some(other)) = found else { return places };
                    places.extend([one, other]);
                    both.play(game, &mut position, row, column);
                    rest = after;
                }
                (Turn::Max | Turn::Min | Turn::Chance(_), &[chosen, ref after @ ..]) => {
                    let Some(place) = listed.place(chosen, Player::Max) else { return places };
                    places.push(place);
                    game.play(&mut position, chosen);
                    rest = after;
                }
                _ => return places,
            }
        }
    }
}

impl<G, V> Board<V> for Seat<G, V>
where
    G: Keyed<Key: 'static> + Describe + Send + 'static,
    V: Lattice + Send + Sync + 'static,
{
    fn copied(&self) -> Box<dyn Board<V>> {
        let (game, abilities) = (Arc::clone(&self.game), Arc::clone(&self.abilities));
        Box::new(Self { game, abilities, here: Here::at(self.here.position.clone()), before: Vec::new() })
    }

    fn turn(&self) -> Turn<V, (), ()> {
        match self.game.turn(&self.here.position) {
            Turn::Over(value) => Turn::Over((self.abilities.outer)(value)),
            Turn::Max => Turn::Max,
            Turn::Min => Turn::Min,
            Turn::Chance(_) => Turn::Chance(()),
            Turn::Both(_) => Turn::Both(()),
        }
    }

    fn moves(&self) -> u32 {
        self.here.listed(&self.game).moves.len() as u32
    }

    fn rows(&self) -> u32 {
        self.here.listed(&self.game).rows
    }

    fn weights(&self) -> Arc<[u64]> {
        Arc::clone(&self.here.listed(&self.game).weights)
    }

    fn play(&mut self, place: Place) {
        let chosen = self.chosen(place);
        let mut after = self.here.position.clone();
        self.game.play(&mut after, chosen);
        self.go_on(after);
    }

    fn play_both(&mut self, row: Place, column: Place) {
        let (row, column) = (self.chosen(row), self.chosen(column));
        let mut after = self.here.position.clone();
        if let Turn::Both(both) = self.game.turn(&self.here.position) {
            both.play(&self.game, &mut after, row, column);
        }
        self.go_on(after);
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.here = before;
        }
    }

    fn played(&self) -> u32 {
        self.before.len() as u32
    }

    fn bounds(&self) -> Bounds<V> {
        self.outer(self.game.bounds(&self.here.position))
    }

    fn range(&self) -> Option<Bounds<V>> {
        match self.game.turn(&self.here.position) {
            Turn::Chance(chance) => chance.range(&self.game, &self.here.position).map(|range| self.outer(range)),
            _ => None,
        }
    }

    fn key(&self) -> AnyKey {
        self.abilities.keys.key(&self.game.key(&self.here.position))
    }

    fn canonical(&self) -> Canonical<AnyKey> {
        self.wrapped(self.game.canonical(&self.here.position))
    }

    fn sum_of_swapped_values(&self) -> f64 {
        self.game.sum_of_swapped_values()
    }

    fn comparable(&self) -> Vec<(Compared, Canonical<AnyKey>)> {
        let near = self.game.comparable(&self.here.position);
        near.map(|(compared, key)| (compared, self.wrapped(key))).collect()
    }

    fn reached_once(&self) -> bool {
        self.game.reached_once(&self.here.position)
    }

    fn is_whole(&self) -> bool {
        self.abilities.whole
    }

    fn has_evaluator(&self) -> bool {
        self.abilities.evaluate.is_some()
    }

    fn evaluate(&self) -> Option<V> {
        self.abilities.evaluate.map(|evaluate| (self.abilities.outer)(evaluate(&self.game, &self.here.position)))
    }

    fn judge(&self) -> (Bounds<V>, Vec<Place>) {
        let moves = &self.here.listed(&self.game).moves;
        let Some(judge) = self.abilities.judge else {
            return (self.bounds(), (0..moves.len() as u32).map(Place).collect());
        };
        let (bounds, candidates) = judge(&self.game, &self.here.position);
        let place = |candidate| moves.iter().position(|&listed| listed == candidate).map(|place| Place(place as u32));
        (self.outer(bounds), candidates.into_iter().filter_map(place).collect())
    }

    fn rank(&self, candidate: Place) -> i32 {
        (self.abilities.rank)(&self.game, &self.here.position, self.chosen(candidate))
    }

    fn slot(&self, candidate: Place) -> usize {
        (self.abilities.slot)(&self.game, &self.here.position, self.chosen(candidate))
    }

    fn show(&self) -> String {
        self.game.show(&self.here.position)
    }

    fn name(&self, place: Place) -> String {
        self.game.name(&self.here.position, self.chosen(place))
    }

    fn show_value(&self, value: &V) -> String {
        // A game without words of its own shows how the value is written in a program.
        let words = (self.abilities.own)(value).map(|own| (self.game.show_value(&own), format!("{own:?}")));
        match words {
            Some((words, written)) if words != written => words,
            _ => (self.abilities.in_digits)(value),
        }
    }

    fn reported(&self, value: &V) -> Value {
        (self.abilities.reported)(&self.game, value)
    }

    fn native(&self, plan: &Plan, limits: &Limits) -> Option<Result<Outcome<V, Place>, Error>> {
        let native = self.abilities.own_searches.native?;
        let outcome = native(&self.game, &self.here.position, plan, limits)?;
        Some(outcome.map(|outcome| self.placed(outcome, self.abilities.outer)))
    }

    fn bot(&self, options: BotOptions) -> Option<AnyBot> {
        let make = self.abilities.own_searches.bot?;
        Some(AnyBot::new(make(&self.game, options)))
    }

    fn advise(&self, bot: &AnyBot, deadline: &Deadline) -> Option<Told<Place>> {
        let Told { outcome, drawn: [max, min], basis } = bot.of::<G>()?.advise(&self.here.position, deadline.clone());
        let listed = self.here.listed(&self.game);
        let place = |drawn: Option<G::Move>, player| drawn.and_then(|chosen| listed.place(chosen, player));
        let drawn = [place(max, Player::Max), place(min, Player::Min)];
        Some(Told { outcome: self.placed(outcome, |value| value), drawn, basis })
    }

    fn ponder(&self, bot: &AnyBot) -> bool {
        let bot = bot.of::<G>();
        if let Some(bot) = bot {
            bot.ponder(&self.here.position);
        }
        bot.is_some()
    }

    fn layers_cost(&self) -> Option<LayersCost> {
        let numbering = self.abilities.own_searches.numbering.as_ref()?;
        (numbering.cost)(&self.game, &self.here.position)
    }

    fn layers(&self, plan: &Plan, limits: &Limits) -> Option<Result<Layers<Place>, Error>> {
        let numbering = self.abilities.own_searches.numbering.as_ref()?;
        let found = layers::run((&*self.game, &self.here.position), numbering, plan, limits);
        Some(found.map(|Layers { outcome, openings, notes, cost }| Layers {
            outcome: self.placed(outcome, |value| value),
            openings,
            notes,
            cost,
        }))
    }
}

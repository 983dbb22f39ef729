//! A game of the catalogue as a graph, so that the oracle can say what it is worth, and what the game promised about each position.

use std::collections::HashMap;
use std::hash::Hash;

use secateur_catalogue::games::{AlternatingGame, LatticeGame, Visit};
use secateur_catalogue::{ChanceGame, JointGame, Value};
use secateur_game::{Both, Chance, Describe, Game, Random, Turn};
use secateur_value::Real;

use crate::graph::{Graph, Node};

/// What the mirror shows.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// The turns from the game's start to the position that is mirrored.
    pub path: Vec<Vec<String>>,
    /// The position and all that can follow.
    pub graph: Graph,
    /// The names of the moves in each position; of a turn of both, the rows' and then the columns'.
    pub names: Vec<Vec<String>>,
    /// What the game promises about each position.
    pub promised: Vec<(f64, f64)>,
    /// What its expert promises, where there is one and a player is to move.
    pub judged: Vec<Option<(f64, f64)>>,
    /// The expert's candidates among the moves.
    pub candidates: Vec<Vec<u32>>,
}

/// Walks a random way into a game and mirrors what is left of it, once that is small enough.
pub struct Look<'r> {
    /// Where the way leads.
    pub random: &'r mut Random,
    /// How many positions may be left.
    pub most: usize,
}

impl Visit for Look<'_> {
    type Answer = Option<Mirror>;

    fn alternating<G: AlternatingGame>(self, game: G) -> Option<Mirror> {
        let judge = |game: &G, position: &G::Position| {
            let (bounds, candidates) = game.judge(position);
            let candidates: Vec<G::Move> = candidates.collect();
            let listed = game.moves(position).enumerate().filter(|(_, chosen)| candidates.contains(chosen));
            let places = listed.map(|(place, _)| place as u32).collect();
            Some((number(bounds.lower.into())?, number(bounds.upper.into())?, places))
        };
        self.mirror(&game, |value| number((*value).into()), |position| scattered(&game.key(position)), judge)
    }

    /// Values that are only partially ordered are no numbers.
    fn lattice<G: LatticeGame>(self, _: G) -> Option<Mirror> {
        None
    }

    fn chance<G: ChanceGame>(self, game: G) -> Option<Mirror> {
        self.mirror(&game, |value: &Real| Some(value.get()), |position| game.key(position), |_, _| None)
    }

    fn joint<G: JointGame>(self, game: G) -> Option<Mirror> {
        self.mirror(&game, |value: &Real| Some(value.get()), |position| game.key(position), |_, _| None)
    }
}

/// Keys of tables need not be hashed otherwise.
fn scattered<K: secateur_search::table::TableKey>(key: &K) -> [u64; 4] {
    let mut words = [0; 4];
    key.write(&mut words[..K::WORDS]);
    words
}

fn number(value: Value) -> Option<f64> {
    match value {
        Value::Whole(number) => Some(number as f64),
        Value::Real(number) => Some(number),
        _ => None,
    }
}

/// What an expert says: two bounds, and the places of its candidates.
type Judgement = (f64, f64, Vec<u32>);

impl Look<'_> {
    fn mirror<G: Game + Describe, K: Eq + Hash>(
        mut self,
        game: &G,
        number: impl Fn(&G::Value) -> Option<f64>,
        key: impl Fn(&G::Position) -> K,
        judge: impl Fn(&G, &G::Position) -> Option<Judgement>,
    ) -> Option<Mirror> {
        let (mut position, mut path) = (game.start(), Vec::new());
        for _ in 0..self.random.below(4) {
            self.step(game, &mut position, &mut path);
        }
        // The way leads on until what is left is small enough.
        for _ in 0..40 {
            if let Some(found) = mirrored(game, &position, self.most, &number, &key, &judge) {
                return Some(Mirror { path, ..found });
            }
            for _ in 0..2 {
                self.step(game, &mut position, &mut path);
            }
        }
        None
    }

    /// One random turn, unless the game is over.
    fn step<G: Game + Describe>(&mut self, game: &G, position: &mut G::Position, path: &mut Vec<Vec<String>>) {
        let before = position.clone();
        let names = |moves: &[G::Move]| moves.iter().map(|&chosen| game.name(&before, chosen)).collect();
        let chosen = match game.turn(position) {
            Turn::Over(_) => return,
            Turn::Max | Turn::Min => self.random.choose(&game.moves(position).collect::<Vec<_>>()).copied(),
            Turn::Chance(chance) => {
                let outcomes: Vec<_> = chance.outcomes(game, position).map(|(_, outcome)| outcome).collect();
                self.random.choose(&outcomes).copied()
            }
            Turn::Both(both) => {
                let rows: Vec<_> = both.rows(game, position).collect();
                let columns: Vec<_> = both.columns(game, position).collect();
                if let (Some(&row), Some(&column)) = (self.random.choose(&rows), self.random.choose(&columns)) {
                    path.push(names(&[row, column]));
                    both.play(game, position, row, column);
                }
                return;
            }
        };
        if let Some(chosen) = chosen {
            path.push(names(&[chosen]));
            game.play(position, chosen);
        }
    }
}

/// The position and all that can follow, if that is little enough.
fn mirrored<G: Game + Describe, K: Eq + Hash>(
    game: &G,
    start: &G::Position,
    most: usize,
    number: &impl Fn(&G::Value) -> Option<f64>,
    key: &impl Fn(&G::Position) -> K,
    judge: &impl Fn(&G, &G::Position) -> Option<Judgement>,
) -> Option<Mirror> {
    let graph = Graph { nodes: Vec::new(), root: 0 };
    let (path, names, promised, judged, candidates) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut found = Mirror { path, graph, names, promised, judged, candidates };
    // Positions that share a key may be different ones that are worth the same, with other moves.
    let key = |position: &G::Position| (key(position), game.show(position));
    let mut numbers = HashMap::from([(key(start), 0u32)]);
    let mut positions = vec![start.clone()];
    let mut next = 0;
    while next < positions.len() {
        let position = positions[next].clone();
        next += 1;
        let mut follow = |play: &dyn Fn(&mut G::Position)| {
            let mut after = position.clone();
            play(&mut after);
            *numbers.entry(key(&after)).or_insert_with(|| {
                positions.push(after);
                positions.len() as u32 - 1
            })
        };
        let mut one = |chosen: G::Move| {
            follow(&|after: &mut G::Position| {
                game.play(after, chosen);
            })
        };
        let mut named: Vec<G::Move> = Vec::new();
        let node = match game.turn(&position) {
            Turn::Over(value) => Node::Leaf(number(&value)?),
            Turn::Max => {
                named.extend(game.moves(&position));
                Node::Max(named.iter().map(|&chosen| one(chosen)).collect())
            }
            Turn::Min => {
                named.extend(game.moves(&position));
                Node::Min(named.iter().map(|&chosen| one(chosen)).collect())
            }
            Turn::Chance(chance) => {
                let outcomes: Vec<_> = chance.outcomes(game, &position).collect();
                named.extend(outcomes.iter().map(|&(_, outcome)| outcome));
                Node::Chance(outcomes.into_iter().map(|(weight, outcome)| (weight, one(outcome))).collect())
            }
            Turn::Both(both) => {
                let rows: Vec<_> = both.rows(game, &position).collect();
                let columns: Vec<_> = both.columns(game, &position).collect();
                let mut cells = Vec::with_capacity(rows.len() * columns.len());
                for &row in &rows {
                    for &column in &columns {
                        cells.push(follow(&|after: &mut G::Position| {
                            both.play(game, after, row, column);
                        }));
                    }
                }
                named.extend(rows.iter().chain(&columns));
                Node::Both { rows: rows.len(), cells }
            }
        };
        let judgement = if matches!(node, Node::Max(_) | Node::Min(_)) { judge(game, &position) } else { None };
        found.judged.push(judgement.as_ref().map(|&(low, high, _)| (low, high)));
        found.candidates.push(judgement.map_or_else(Vec::new, |(_, _, candidates)| candidates));
        let promised = game.promised(&position);
        found.promised.push((number(&promised.lower)?, number(&promised.upper)?));
        found.names.push(named.into_iter().map(|chosen| game.name(&position, chosen)).collect());
        found.graph.nodes.push(node);
        if positions.len() > most {
            return None;
        }
    }
    Some(found)
}

//! A rule sheet as a game: positions by number, each with what was found out about it.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Random, Turn};
use secateur_value::{Bounds, Chain, Real};

use super::network::{LANES, Network, Wire, read};

/// A game that a rule sheet describes. [`Gdl::parse`] reads one.
pub struct Gdl {
    network: Box<Network>,
    /// What both goals add up to.
    sum: f64,
    bounds: Bounds<Real>,
    book: RwLock<Book>,
}

/// All positions that were met.
#[derive(Default)]
struct Book {
    nodes: Vec<Arc<Node>>,
    numbers: HashMap<Box<[u64]>, u32>,
}

/// What is known about a position.
struct Node {
    facts: Box<[u64]>,
    kind: Kind,
    /// The positions after all pairs of moves, Max's by row; [`UNKNOWN`] until somebody steps there.
    children: Box<[AtomicU32]>,
}

/// Whose turn it is, and the legal moves.
enum Kind {
    /// Both goals.
    Over([f64; 2]),
    /// Max's and Min's moves.
    Open { rows: Arc<[u32]>, columns: Arc<[u32]> },
}

const UNKNOWN: u32 = u32::MAX;

/// Goals that add up to different sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// Two of the sums.
    pub sums: (f64, f64),
}

/// A position.
#[derive(Clone)]
pub struct Spot {
    number: u32,
    node: Arc<Node>,
}

impl PartialEq for Spot {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", self.number)
    }
}

impl fmt::Debug for Gdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gdl").field("facts", &self.network.facts).finish_non_exhaustive()
    }
}

/// The place of a move among those of its turn; of a turn of both, rows come before columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice(u32);

/// A turn of both players.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    rows: u32,
    columns: u32,
}

impl Gdl {
    pub(super) fn new(network: Network) -> Self {
        let least =
            |player: usize| network.goals[player].first().map_or(0.0, |&(_, points)| points.min(0.0_f64.max(points)));
        let most = |player: usize| network.goals[player].last().map_or(0.0, |&(_, points)| points);
        let ends = [[least(0), most(0)], [least(1), most(1)]];
        let mut game =
            Self { network: Box::new(network), sum: 100.0, bounds: Bounds::exact(Real::ZERO), book: RwLock::default() };
        let beginning = game.beginning();
        game.add(beginning);
        // The first end that is met says what goals add up to.
        if let Some(sum) = game.playouts(1).first() {
            game.sum = *sum;
        }
        // A role may also end without a goal, and then it has none.
        let value = |one: f64, other: f64| game.value([one, other]);
        game.bounds = Bounds::new(value(ends[0][0].min(0.0), ends[1][1]), value(ends[0][1], ends[1][0].min(0.0)));
        game
    }

    /// Two different sums of goals, if some lines of random play lead there.
    pub fn clash(&self) -> Option<Clash> {
        let sums = self.playouts(200);
        sums.iter().find(|&&sum| sum != self.sum).map(|&sum| Clash { sums: (self.sum, sum) })
    }

    /// The sums of goals at the ends of some random games.
    fn playouts(&self, games: usize) -> Vec<f64> {
        const LONGEST: usize = 1_000;
        let mut random = Random::new(1);
        let mut values = self.network.room();
        let mut sums = Vec::new();
        for _ in 0..games {
            let mut facts = self.beginning();
            for _ in 0..LONGEST {
                match self.look_at(&facts, &mut values) {
                    Kind::Over([max, min]) => {
                        sums.push(max + min);
                        break;
                    }
                    Kind::Open { rows, columns } => {
                        let (Some(&row), Some(&column)) = (random.choose(&rows), random.choose(&columns)) else {
                            break;
                        };
                        facts = self.after(&facts, &[(row, column)], &mut values).swap_remove(0);
                    }
                }
            }
        }
        sums
    }

    /// Plays at random from the beginning until so many positions were seen; says how many games came to an end. For measuring how
    /// fast the rules are.
    pub fn wander(&self, positions: u64, seed: u64) -> u64 {
        let mut random = Random::new(seed);
        let mut values = self.network.room();
        let (mut facts, mut ends) = (self.beginning(), 0);
        for _ in 0..positions {
            facts = match self.look_at(&facts, &mut values) {
                Kind::Over(_) => {
                    ends += 1;
                    self.beginning()
                }
                Kind::Open { rows, columns } => match (random.choose(&rows), random.choose(&columns)) {
                    (Some(&row), Some(&column)) => self.after(&facts, &[(row, column)], &mut values).swap_remove(0),
                    _ => self.beginning(),
                },
            };
        }
        ends
    }

    fn beginning(&self) -> Box<[u64]> {
        let mut facts = vec![0; self.network.facts.div_ceil(64)];
        self.network.beginning.iter().for_each(|fact| facts[fact / 64] |= 1 << (fact % 64));
        facts.into()
    }

    /// What one position shows.
    fn look_at(&self, facts: &[u64], values: &mut [u64]) -> Kind {
        for (fact, value) in values[..self.network.facts].iter_mut().enumerate() {
            *value = facts[fact / 64] >> (fact % 64) & 1;
        }
        self.network.look(values);
        self.kind(values, 0)
    }

    /// What the position of a lane shows, once the network has looked.
    fn kind(&self, values: &[u64], lane: usize) -> Kind {
        let holds = |wire: Wire| read(values, wire) >> lane & 1 == 1;
        let goals = || {
            let of =
                |goals: &[(Wire, f64)]| goals.iter().find(|(wire, _)| holds(*wire)).map_or(0.0, |&(_, points)| points);
            Kind::Over([of(&self.network.goals[0]), of(&self.network.goals[1])])
        };
        if holds(self.network.terminal) {
            return goals();
        }
        let [rows, columns] = [0, 1].map(|player| -> Arc<[u32]> {
            let moves = self.network.moves[player].iter().enumerate();
            moves.filter(|(_, input)| holds(input.legal)).map(|(number, _)| number as u32).collect()
        });
        // Where somebody has no move, nobody can go on.
        if rows.is_empty() || columns.is_empty() { goals() } else { Kind::Open { rows, columns } }
    }

    /// The positions after some pairs of moves, at most as many as there are lanes.
    fn after(&self, facts: &[u64], pairs: &[(u32, u32)], values: &mut [u64]) -> Vec<Box<[u64]>> {
        self.network.step(facts, pairs, values);
        let mut after = vec![vec![0; facts.len()].into_boxed_slice(); pairs.len()];
        for (fact, &value) in values[..self.network.facts].iter().enumerate() {
            for (lane, after) in after.iter_mut().enumerate() {
                after[fact / 64] |= (value >> lane & 1) << (fact % 64);
            }
        }
        after
    }

    /// The number of a position.
    fn add(&self, facts: Box<[u64]>) -> u32 {
        if let Some(&known) = self.book.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&facts) {
            return known;
        }
        let kind = self.look_at(&facts, &mut self.network.room());
        self.enter(facts, kind)
    }

    /// Writes a position down.
    fn enter(&self, facts: Box<[u64]>, kind: Kind) -> u32 {
        let mut book = self.book.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = book.numbers.get(&facts) {
            return known;
        }
        let children = match &kind {
            Kind::Over(_) => 0,
            Kind::Open { rows, columns } => rows.len() * columns.len(),
        };
        let children = (0..children).map(|_| AtomicU32::new(UNKNOWN)).collect();
        let number = book.nodes.len() as u32;
        book.nodes.push(Arc::new(Node { facts: facts.clone(), kind, children }));
        book.numbers.insert(facts, number);
        number
    }

    fn spot(&self, number: u32) -> Spot {
        let book = self.book.read().unwrap_or_else(PoisonError::into_inner);
        Spot { number, node: Arc::clone(&book.nodes[number as usize]) }
    }

    /// The position after a pair of moves, which is found together with its neighbours.
    fn child(&self, spot: &Spot, place: usize) -> Spot {
        let node = &spot.node;
        let known = node.children[place].load(Ordering::Acquire);
        if known != UNKNOWN {
            return self.spot(known);
        }
        let Kind::Open { rows, columns } = &node.kind else { unreachable!("a game that is over has no moves") };
        let first = place / LANES * LANES;
        let pair = |place: usize| (rows[place / columns.len()], columns[place % columns.len()]);
        let pairs: Vec<_> = (first..node.children.len().min(first + LANES)).map(pair).collect();
        let mut values = self.network.room();
        let after = self.after(&node.facts, &pairs, &mut values);
        // The facts of all of them lie in the lanes already.
        self.network.look(&mut values);
        for (lane, facts) in after.into_iter().enumerate() {
            let known = self.book.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&facts).copied();
            let number = known.unwrap_or_else(|| self.enter(facts, self.kind(&values, lane)));
            node.children[first + lane].store(number, Ordering::Release);
        }
        self.spot(node.children[place].load(Ordering::Acquire))
    }

    fn value(&self, [max, min]: [f64; 2]) -> Real {
        Real::new((max - min + self.sum) / 2.0).unwrap_or_default()
    }
}

/// How many choices each player has.
fn counts(spot: &Spot) -> (u32, u32) {
    match &spot.node.kind {
        Kind::Over(_) => (0, 0),
        Kind::Open { rows, columns } => (rows.len() as u32, columns.len() as u32),
    }
}

impl Game for Gdl {
    type Position = Spot;
    type Move = Choice;
    type Value = Real;
    type Undo = Spot;
    type Chance = Never;
    type Both = Duel;

    fn start(&self) -> Spot {
        self.spot(0)
    }

    fn turn(&self, spot: &Spot) -> Turn<Real, Never, Duel> {
        match (&spot.node.kind, counts(spot)) {
            (Kind::Over(goals), _) => Turn::Over(self.value(*goals)),
            (_, (_, 1)) => Turn::Max,
            (_, (1, _)) => Turn::Min,
            (_, (rows, columns)) => Turn::Both(Duel { rows, columns }),
        }
    }

    fn moves(&self, spot: &Spot) -> impl Iterator<Item = Choice> + use<> {
        let (rows, columns) = counts(spot);
        // One of the two has no choice, so that the pairs are the other's moves.
        (0..rows * columns).map(Choice)
    }

    fn play(&self, spot: &mut Spot, chosen: Choice) -> Spot {
        let after = self.child(spot, chosen.0 as usize);
        std::mem::replace(spot, after)
    }

    fn undo(&self, spot: &mut Spot, before: Spot) {
        *spot = before;
    }

    fn bounds(&self, _: &Spot) -> Bounds<Real> {
        self.bounds
    }
}

impl Both<Gdl> for Duel {
    fn rows(self, _: &Gdl, _: &Spot) -> impl Iterator<Item = Choice> + use<> {
        (0..self.rows).map(Choice)
    }

    fn columns(self, _: &Gdl, _: &Spot) -> impl Iterator<Item = Choice> + use<> {
        (self.rows..self.rows + self.columns).map(Choice)
    }

    fn play(self, game: &Gdl, spot: &mut Spot, row: Choice, column: Choice) -> Spot {
        game.play(spot, Choice(row.0 * self.columns + (column.0 - self.rows)))
    }
}

impl Keyed for Gdl {
    type Key = u32;

    fn key(&self, spot: &Spot) -> u32 {
        spot.number
    }
}

impl Evaluate for Gdl {
    /// The middle of what is promised: a sheet says nothing else about a position that is not over.
    fn evaluate(&self, _: &Spot) -> Real {
        self.bounds.lower.halfway(self.bounds.upper)
    }
}

impl Describe for Gdl {
    /// The facts that hold, a line for each kind.
    fn show(&self, spot: &Spot) -> String {
        let holds = |fact: usize| spot.node.facts[fact / 64] >> (fact % 64) & 1 == 1;
        let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
        for fact in (0..self.network.facts).filter(|&fact| holds(fact)) {
            let name = self.network.fact_names[fact].as_str();
            let kind = name.split('(').next().unwrap_or(name);
            match lines.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, facts)) => facts.push(name),
                None => lines.push((kind, vec![name])),
            }
        }
        lines.iter_mut().for_each(|(_, facts)| facts.sort_unstable());
        lines.sort_unstable();
        lines.into_iter().map(|(_, facts)| facts.join(" ")).collect::<Vec<_>>().join("\n")
    }

    fn name(&self, spot: &Spot, chosen: Choice) -> String {
        let Kind::Open { rows, columns } = &spot.node.kind else { return String::new() };
        let choice = chosen.0 as usize;
        let (player, number) = match (rows.len(), columns.len()) {
            (_, 1) => (0, rows[choice]),
            (1, _) => (1, columns[choice]),
            (count, _) if choice < count => (0, rows[choice]),
            (count, _) => (1, columns[choice - count]),
        };
        self.network.moves[player][number as usize].name.clone()
    }

    fn show_value(&self, value: &Real) -> String {
        value.to_string()
    }
}

//! Games whose values are sets: only partially ordered, so that they have searches of their own.
//!
//! Of a lattice of sets every element is a game by itself, in which Max wants it in and Min wants it out. That is the whole
//! oracle: bits, or-ed where Max moves and and-ed where Min moves.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use secateur_game::{Game, Keyed, Never, Random, Turn};
use secateur_search::{Cache, Duo, Limits, Outcome, Search, Stop};
use secateur_value::{Bounds, Lattice, Set, Subset, Window};

use crate::ask::last_words;
use crate::check::Fault;
use crate::generate;
use crate::graph::{Class, Graph, Node};
use crate::report::Tally;

/// How many elements there are.
const GROUND: usize = 6;

type Value = Set<1>;

fn set(bits: u64) -> Value {
    Value::of(GROUND, (0..GROUND).filter(|element| bits >> element & 1 == 1))
}

/// A graph of Max's and Min's turns with a set at every end.
struct Sets {
    graph: Graph,
    leaves: Vec<u64>,
    /// Whether the game promises what the leaves below a position show, or only that values are sets.
    knows: bool,
}

impl Sets {
    fn random(random: &mut Random) -> Self {
        loop {
            let graph = generate::graph(Class::Classic, u64::MAX, random);
            if graph.in_order().is_some() {
                let leaves = graph.nodes.iter().map(|_| random.next_u64() & random.next_u64()).collect();
                return Self { graph, leaves, knows: random.below(2) == 0 };
            }
        }
    }

    /// The value of every position, and what is in every end below it, and in some, by the definition.
    fn values(&self) -> (Vec<u64>, Vec<(u64, u64)>) {
        let mut values = self.leaves.clone();
        let mut below: Vec<_> = self.leaves.iter().map(|&leaf| (leaf, leaf)).collect();
        for number in self.graph.in_order().unwrap_or_default() {
            let children: Vec<usize> = self.graph.node(number).children().map(|child| child as usize).collect();
            let place = number as usize;
            match self.graph.node(number) {
                Node::Max(_) => values[place] = children.iter().fold(0, |all, &child| all | values[child]),
                Node::Min(_) => values[place] = children.iter().fold(u64::MAX, |all, &child| all & values[child]),
                _ => continue,
            }
            below[place] = children
                .iter()
                .fold((u64::MAX, 0), |(every, some), &child| (every & below[child].0, some | below[child].1));
        }
        (values, below)
    }
}

/// A game of sets with what it promises.
struct Arena {
    sets: Sets,
    values: Vec<u64>,
    below: Vec<(u64, u64)>,
}

impl Game for Arena {
    type Position = u32;
    type Move = u16;
    type Value = Value;
    type Undo = u32;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> u32 {
        self.sets.graph.root
    }

    fn turn(&self, position: &u32) -> Turn<Value> {
        match self.sets.graph.node(*position) {
            Node::Max(_) => Turn::Max,
            Node::Min(_) => Turn::Min,
            _ => Turn::Over(set(self.sets.leaves[*position as usize])),
        }
    }

    fn moves(&self, position: &u32) -> impl Iterator<Item = u16> + use<> {
        0..self.sets.graph.node(*position).children().count() as u16
    }

    fn play(&self, position: &mut u32, chosen: u16) -> u32 {
        let after = self.sets.graph.node(*position).children().nth(chosen.into());
        let after = after.unwrap_or_else(|| panic!("there is no move {chosen} in position {position}"));
        std::mem::replace(position, after)
    }

    fn undo(&self, position: &mut u32, before: u32) {
        *position = before;
    }

    fn bounds(&self, position: &u32) -> Bounds<Value> {
        let (every, some) = if self.sets.knows { self.below[*position as usize] } else { (0, u64::MAX) };
        Bounds::new(set(every), set(some))
    }
}

impl Keyed for Arena {
    type Key = u32;

    fn key(&self, position: &u32) -> u32 {
        *position
    }
}

/// Asks random questions about a random game of sets. Tells the first answer that is wrong.
pub fn attack(random: &mut Random, tally: &mut Tally) -> Option<(Fault, String)> {
    let sets = Sets::random(random);
    let (values, below) = sets.values();
    let arena = Arena { sets, values, below };
    let mut cache = Cache::unlimited();
    for _ in 0..8 {
        let position = match random.below(4) {
            0 => random.below(arena.values.len() as u64) as u32,
            _ => arena.sets.graph.root,
        };
        let window = match random.below(3) {
            0 => {
                let (one, other) = (random.next_u64(), random.next_u64());
                Window::new(set(one & other), set(one | other))
            }
            _ => Window::new(set(0), set(u64::MAX)),
        };
        let mut limits = Limits::none();
        limits.nodes = (random.below(4) == 0).then(|| random.below(40));
        limits.depth = (random.below(5) == 0).then(|| random.below(6) as u32);
        let bytes = (random.below(3) == 0).then(|| random.below(4_000) as usize);
        let threads = if random.below(8) == 0 { 2 + random.below(7) as usize } else { 1 };
        let duo = [Duo::printed(), Duo::default(), Duo::plus(), Duo::printed().coarse(true)][random.below(4) as usize];
        let duo = bytes.map_or(duo, |bytes| duo.memory(bytes)).threads(threads);
        let which = random.below(6);
        let name = ["LatticeMinimax", "LatticeAlphaBeta", "LatticeAlphaBetaCache", "Duo", "Duo", "DuoRemembers"];
        let name = name[which as usize];
        tally.sets(name, threads > 1, limits.nodes.is_some());
        let search = || Search::at(&arena, position).limits(limits.clone()).window(window);
        let answered = catch_unwind(AssertUnwindSafe(|| match which {
            0 => search().lattice_minimax(bytes),
            1 => search().lattice_alpha_beta(),
            2 => search().lattice_alpha_beta_cache(bytes),
            3 | 4 => search().duo(&duo),
            _ => search().duo_with(&duo.threads(1), &mut cache),
        }));
        let judged = match &answered {
            Ok(outcome) => judge(&arena, position, &window, &limits, outcome),
            Err(_) => Err((Fault::Panic, last_words())),
        };
        if let Err((fault, what)) = judged {
            let mut told =
                format!("{what}\nby {name} {duo:?}, within {window:?}, {limits:?}, of position {position} in\n");
            for (number, node) in arena.sets.graph.nodes.iter().enumerate() {
                let leaf = set(arena.sets.leaves[number]);
                // Writing to a string cannot fail.
                let _ = match node {
                    Node::Leaf(_) => writeln!(told, "{number}: {leaf:?}"),
                    node => writeln!(told, "{number}: {node:?}"),
                };
            }
            return Some((fault, told));
        }
    }
    None
}

fn judge(
    arena: &Arena,
    position: u32,
    window: &Window<Value>,
    limits: &Limits,
    outcome: &Outcome<Value, u16>,
) -> Result<(), (Fault, String)> {
    let value = set(arena.values[position as usize]);
    let bounds = &outcome.bounds;
    let fail = |fault: Fault| Err((fault, format!("{bounds:?}, {:?}, the value is {value:?}", outcome.stopped)));
    if !bounds.contains(&value) {
        return fail(Fault::FalseBounds);
    }
    if (outcome.stopped == Stop::Solved) != bounds.enough(window) {
        return fail(Fault::Unsolved);
    }
    let reason = match outcome.stopped {
        Stop::Solved => true,
        Stop::Nodes => limits.nodes.is_some(),
        Stop::Depth => limits.depth.is_some(),
        _ => false,
    };
    if !reason {
        return fail(Fault::WrongReason);
    }
    if let Some(nodes) = limits.nodes
        && (outcome.statistics.visits > nodes || (outcome.stopped == Stop::Nodes && outcome.statistics.visits != nodes))
    {
        return fail(Fault::Overrun);
    }
    let mut at = position;
    for (ply, &chosen) in outcome.line.iter().enumerate() {
        let Some(after) = arena.sets.graph.node(at).children().nth(chosen.into()) else { return fail(Fault::Illegal) };
        at = after;
        // What is proved keeps what was claimed.
        let worth = set(arena.values[at as usize]);
        if ply < outcome.proved && !(bounds.lower.at_most(&worth) && worth.at_most(&bounds.upper)) {
            return fail(Fault::BadLine);
        }
    }
    Ok(())
}

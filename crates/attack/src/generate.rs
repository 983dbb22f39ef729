//! Random games, shaped to be unkind: what people draw by hand is too regular to find anything.

use secateur_game::Random;

use crate::graph::{Class, Graph, Node};

/// How a game's positions come about.
struct Taste {
    class: Class,
    /// In tenths: how often a position has a single move, how often play goes on to a position that is there already, how
    /// often the same player moves again.
    single: u64,
    shared: u64,
    again: u64,
    widest: u64,
    palette: Palette,
    weights: u64,
    depth: u32,
}

/// Which values leaves have.
#[derive(Clone, Copy)]
enum Palette {
    /// A few whole numbers, so that there are many ties.
    Few,
    /// Whole numbers.
    Whole,
    /// The ends of 32 bits, and their neighbours.
    Ends,
    /// The same everywhere.
    Equal(f64),
    /// Eighths.
    Eighths,
    /// Three decimals.
    Decimals,
    /// Any floating-point number with this exponent of ten, about.
    Around(i32),
    /// Huge and tiny ones beside each other.
    Mixed,
    /// Infinities beside others; for games without means.
    Infinite,
}

/// A random game of this class. In one of `circles` games play can go in circles.
pub fn graph(class: Class, circles: u64, random: &mut Random) -> Graph {
    loop {
        let taste = Taste::random(class, random);
        let mut nodes = Vec::new();
        let most = [20, 20, 60][random.below(3) as usize];
        let mut room = 2 + random.below(most) as usize;
        let root = taste.grow(&mut nodes, taste.depth, 0, &mut room, random);
        let mut graph = Graph { nodes, root };
        if random.below(circles) == 0 {
            close_circles(&mut graph, random);
        }
        let small = graph.sizes().is_none_or(|sizes| sizes[root as usize] <= LARGEST);
        if small {
            return graph;
        }
    }
}

/// How many positions a walk through everything passes, at most.
const LARGEST: u64 = 2_000;

impl Taste {
    fn random(class: Class, random: &mut Random) -> Self {
        let seldom = |random: &mut Random, often: u64| if random.below(3) == 0 { often } else { 0 };
        let infinite = class == Class::Classic;
        let palette = match random.below(if infinite { 12 } else { 11 }) {
            0..3 => Palette::Few,
            3 | 4 => Palette::Whole,
            5 => Palette::Ends,
            6 => Palette::Equal([0.0, 1.0, -0.1, 1e300][random.below(4) as usize]),
            7 => Palette::Eighths,
            8 => Palette::Decimals,
            9 => Palette::Around([-320, -300, -10, 10, 100, 307][random.below(6) as usize]),
            10 => Palette::Mixed,
            _ => Palette::Infinite,
        };
        Self {
            class,
            single: if random.below(2) == 0 { 5 } else { 1 },
            shared: seldom(random, 3),
            again: [0, 5, 10][random.below(3) as usize],
            widest: 2 + random.below(4),
            palette,
            weights: random.below(5),
            depth: 1 + random.below(8) as u32,
        }
    }

    /// A position and what follows it, at most so deep.
    fn grow(&self, nodes: &mut Vec<Node>, depth: u32, before: u64, room: &mut usize, random: &mut Random) -> u32 {
        let ten = |random: &mut Random| random.below(10);
        if !nodes.is_empty() && ten(random) < self.shared {
            return random.below(nodes.len() as u64) as u32;
        }
        *room = room.saturating_sub(1);
        if depth == 0 || *room == 0 || random.below(6) == 0 {
            nodes.push(Node::Leaf(self.palette.leaf(random)));
            return nodes.len() as u32 - 1;
        }
        let kinds = match self.class {
            Class::Classic => 2,
            Class::Chance => 3,
            Class::Joint => 5,
        };
        let kind = if ten(random) < self.again { before } else { random.below(kinds) };
        let mut moves = |random: &mut Random| {
            let count = if ten(random) < self.single { 1 } else { 1 + random.below(self.widest) };
            (0..count).map(|_| self.grow(nodes, depth - 1, kind, room, random)).collect::<Vec<_>>()
        };
        let node = match kind {
            0 => Node::Max(moves(random)),
            1 => Node::Min(moves(random)),
            2 => {
                let outcomes = moves(random);
                Node::Chance(outcomes.into_iter().map(|child| (self.weight(random), child)).collect())
            }
            _ => {
                let rows = 1 + random.below(self.widest.min(3)) as usize;
                let columns = if random.below(5) == 0 { 1 } else { 1 + random.below(self.widest.min(3)) as usize };
                let cells = (0..rows * columns).map(|_| self.grow(nodes, depth - 1, kind, room, random)).collect();
                Node::Both { rows, cells }
            }
        };
        nodes.push(node);
        nodes.len() as u32 - 1
    }

    fn weight(&self, random: &mut Random) -> u64 {
        let large = [1, 2, 3, 1 << 32, (1 << 32) + 1, 1_000_000_000, 999_999_999_999_989, 1_000_000_000_000_000];
        match self.weights {
            0 => 1,
            1 => 1 + random.below(6),
            2 => 1 + random.below(1_000_000_000_000_000),
            3 => large[random.below(large.len() as u64) as usize],
            // The sum of a turn's weights must fit into 64 bits.
            _ => 1 << random.below(58),
        }
    }
}

impl Palette {
    fn leaf(self, random: &mut Random) -> f64 {
        let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
        match self {
            Self::Few => random.below(5) as f64 - 2.0,
            Self::Whole => random.below(201) as f64 - 100.0,
            Self::Ends => {
                let end = if sign > 0.0 { f64::from(i32::MAX) } else { f64::from(i32::MIN) };
                if random.below(3) == 0 { 0.0 } else { end - sign * random.below(3) as f64 }
            }
            Self::Equal(value) => value,
            Self::Eighths => (random.below(81) as f64 - 40.0) / 8.0,
            Self::Decimals => ((random.below(20_001) as f64) - 10_000.0) / 1_000.0,
            Self::Around(exponent) => finite(sign * (1.0 + random.unit() * 8.0) * 10f64.powi(exponent)),
            Self::Mixed => {
                let exponent = [-320, -300, -17, 0, 0, 17, 300, 307][random.below(8) as usize];
                finite(sign * (random.below(8) as f64) * 10f64.powi(exponent))
            }
            Self::Infinite => match random.below(4) {
                0 => sign * f64::INFINITY,
                1 => sign * f64::MAX,
                _ => random.below(5) as f64 - 2.0,
            },
        }
    }
}

/// The number, or the largest of its sign.
fn finite(number: f64) -> f64 {
    // Adding 0 turns -0 into 0, as values do.
    number.clamp(f64::MIN, f64::MAX) + 0.0
}

/// Lets some turns lead back. Chance always keeps a way that leads on, so a game without other circles ends.
fn close_circles(graph: &mut Graph, random: &mut Random) {
    let every_turn = random.below(3) == 0;
    let count = graph.nodes.len() as u64;
    for number in 0..graph.nodes.len() {
        let back = random.below(count) as u32;
        match &mut graph.nodes[number] {
            Node::Chance(outcomes) if random.below(2) == 0 => outcomes.push((1 + random.below(3), back)),
            Node::Max(moves) | Node::Min(moves) if every_turn && random.below(3) == 0 => moves.push(back),
            _ => {}
        }
    }
}

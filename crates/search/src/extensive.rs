//! A whole game as a tree in memory, for the methods that need all of it at once: sequence form and normal form.
//!
//! Every history has a node of its own, so that perfect recall is kept: two positions that are alike are still told apart by
//! how they came about, and so is what each player knows. At a depth limit, or where a promise of the game is exact, a node is
//! a leaf that is worth what the game promises.

use secateur_game::{Both, Chance, Game, Player, Turn};
use secateur_matrix::Interval;
use secateur_value::Real;

use crate::limits::{Budget, Interrupt, Meter};
use crate::stacked::average::Average;
use crate::stacked::walk::promised;
use crate::{Search, Stop};

/// A larger tree is given up, as if a limit of nodes had said so: it would not fit into memory, and no program of its size is
/// ever solved.
const LARGEST: usize = 1 << 22;

/// The tree. The root is the last node.
#[derive(Debug)]
pub(crate) struct Extensive<M> {
    pub(crate) nodes: Vec<Node>,
    /// Children of a node stand together; those of a matrix row by row.
    children: Vec<u32>,
    weights: Vec<u64>,
    /// The moves at the root: of the player who moves, or Max's and Min's.
    pub(crate) root_moves: (Vec<M>, Vec<M>),
    /// Whether a depth limit cut something off.
    pub(crate) cut_off: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    first: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Leaf(Interval),
    Chance { outcomes: u32, weights: u32 },
    Choice { player: Player, moves: u32 },
    Both { rows: u32, columns: u32 },
}

impl Kind {
    /// How many moves a player has.
    pub(crate) fn moves_of(self, player: Player) -> u32 {
        match self {
            Self::Choice { player: mover, moves } if mover == player => moves,
            Self::Both { rows, columns } => {
                if player == Player::Max {
                    rows
                } else {
                    columns
                }
            }
            _ => 0,
        }
    }
}

impl<M: Copy> Extensive<M> {
    /// The tree below the position of a question, unless a limit stops its making.
    pub(crate) fn of<G, H, Me, O>(search: &Search<'_, G, H, Me, O>, meter: &Meter) -> Result<Self, Stop>
    where
        G: Game<Value = Real, Move = M>,
    {
        let tree = Self {
            nodes: Vec::new(),
            children: Vec::new(),
            weights: Vec::new(),
            root_moves: (Vec::new(), Vec::new()),
            cut_off: false,
        };
        let mut growing = Growing { game: search.game, budget: Budget::new(meter, None), tree };
        let depth = search.limits.depth.unwrap_or(u32::MAX);
        match growing.grow(&mut search.position.clone(), depth) {
            Ok(_) => {}
            Err(Interrupt::Limit(stop)) => return Err(stop),
            Err(Interrupt::SiblingCut) => return Err(Stop::Cancelled),
        }
        let mut tree = growing.tree;
        tree.root_moves = match search.game.turn(&search.position) {
            Turn::Max => (search.game.moves(&search.position).collect(), Vec::new()),
            Turn::Min => (Vec::new(), search.game.moves(&search.position).collect()),
            Turn::Both(both) => {
                let (game, position) = (search.game, &search.position);
                (both.rows(game, position).collect(), both.columns(game, position).collect())
            }
            Turn::Over(_) | Turn::Chance(_) => (Vec::new(), Vec::new()),
        };
        Ok(tree)
    }

    pub(crate) fn root(&self) -> u32 {
        (self.nodes.len() - 1) as u32
    }

    pub(crate) fn kind(&self, node: u32) -> Kind {
        self.nodes[node as usize].kind
    }

    pub(crate) fn child(&self, node: u32, place: u32) -> u32 {
        self.children[(self.nodes[node as usize].first + place) as usize]
    }

    /// The outcomes of a chance turn, each with its weight.
    pub(crate) fn outcomes(&self, node: u32) -> impl Iterator<Item = (u64, u32)> {
        let (outcomes, weights) = match self.kind(node) {
            Kind::Chance { outcomes, weights } => (outcomes, weights),
            _ => (0, 0),
        };
        (0..outcomes).map(move |place| (self.weights[(weights + place) as usize], self.child(node, place)))
    }

    /// How many nodes are not leaves.
    pub(crate) fn inner(&self) -> u64 {
        self.nodes.iter().filter(|node| !matches!(node.kind, Kind::Leaf(_))).count() as u64
    }

    /// What a behaviour of one player, weights for each of its moves in every node, guarantees.
    pub(crate) fn guaranteed(&self, player: Player, behaviour: &[Vec<f64>]) -> Interval {
        self.guaranteed_below(self.root(), player, behaviour)
    }

    fn guaranteed_below(&self, node: u32, player: Player, behaviour: &[Vec<f64>]) -> Interval {
        let below = |child| self.guaranteed_below(child, player, behaviour);
        let average = |weighted: &mut dyn Iterator<Item = (f64, u32)>| {
            let mut sum = Average::default();
            weighted.filter(|&(weight, _)| weight > 0.0).for_each(|(weight, child)| sum.add(weight, below(child)));
            sum.interval()
        };
        let worst = |one: Interval, other: Interval| match player {
            Player::Max => Interval { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) },
            Player::Min => Interval { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) },
        };
        let own = || behaviour[node as usize].iter().copied();
        let whatever = Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        match self.kind(node) {
            Kind::Leaf(value) => value,
            Kind::Chance { .. } => average(&mut self.outcomes(node).map(|(weight, child)| (weight as f64, child))),
            Kind::Choice { player: mover, moves } if mover == player => {
                average(&mut own().zip((0..moves).map(|place| self.child(node, place))))
            }
            Kind::Choice { moves, .. } => {
                (0..moves).map(|place| below(self.child(node, place))).reduce(worst).unwrap_or(whatever)
            }
            Kind::Both { rows, columns } => {
                let answers = if player == Player::Max { columns } else { rows };
                let cell = |own: u32, answer: u32| match player {
                    Player::Max => self.child(node, own * columns + answer),
                    Player::Min => self.child(node, answer * columns + own),
                };
                let against =
                    |answer: u32| average(&mut own().zip(0..).map(|(weight, own)| (weight, cell(own, answer))));
                (0..answers).map(against).reduce(worst).unwrap_or(whatever)
            }
        }
    }
}

struct Growing<'a, G: Game> {
    game: &'a G,
    budget: Budget<'a>,
    tree: Extensive<G::Move>,
}

impl<G: Game<Value = Real>> Growing<'_, G> {
    /// The number of the node of a position.
    fn grow(&mut self, position: &mut G::Position, depth: u32) -> Result<u32, Interrupt> {
        self.budget.spend()?;
        if self.tree.nodes.len() >= LARGEST {
            return Err(Interrupt::Limit(Stop::Nodes));
        }
        let turn = self.game.turn(position);
        if let Turn::Over(value) = turn {
            return Ok(self.node(Kind::Leaf(Interval { lower: value.get(), upper: value.get() }), &[]));
        }
        if depth == 0 {
            self.tree.cut_off = true;
            return Ok(self.node(Kind::Leaf(promised(self.game, position)), &[]));
        }
        let mut below = Vec::new();
        let kind = match turn {
            Turn::Over(_) => unreachable!("seen above"),
            Turn::Chance(chance) => {
                let mut own = Vec::new();
                for (weight, outcome) in chance.outcomes(self.game, position) {
                    own.push(weight);
                    below.push(self.one(position, outcome, depth)?);
                }
                let weights = self.tree.weights.len() as u32;
                self.tree.weights.extend(own);
                Kind::Chance { outcomes: below.len() as u32, weights }
            }
            Turn::Max | Turn::Min => {
                for chosen in self.game.moves(position) {
                    below.push(self.one(position, chosen, depth)?);
                }
                let player = if matches!(turn, Turn::Max) { Player::Max } else { Player::Min };
                Kind::Choice { player, moves: below.len() as u32 }
            }
            Turn::Both(both) => {
                let mut rows = 0;
                for row in both.rows(self.game, position) {
                    rows += 1;
                    for column in both.columns(self.game, position) {
                        let undo = both.play(self.game, position, row, column);
                        let child = self.grow(position, depth - 1);
                        self.game.undo(position, undo);
                        below.push(child?);
                    }
                }
                Kind::Both { rows, columns: below.len() as u32 / rows }
            }
        };
        Ok(self.node(kind, &below))
    }

    fn one(&mut self, position: &mut G::Position, chosen: G::Move, depth: u32) -> Result<u32, Interrupt> {
        let undo = self.game.play(position, chosen);
        let child = self.grow(position, depth - 1);
        self.game.undo(position, undo);
        child
    }

    fn node(&mut self, kind: Kind, below: &[u32]) -> u32 {
        let first = self.tree.children.len() as u32;
        self.tree.children.extend_from_slice(below);
        self.tree.nodes.push(Node { kind, first });
        self.tree.nodes.len() as u32 - 1
    }
}

//! A whole game as a tree in memory, for the methods that need all of it at once: sequence form and normal form.
//!
//! Every history has a node of its own, so that perfect recall is kept: two positions that are alike are still told apart by
//! how they came about, and so is what each player knows. At a depth limit, or where a promise of the game is exact, a node is
//! a leaf that is worth what the game promises.

use secateur_game::{Both, Chance, Game, Player, Turn};
use secateur_value::{Bounds, Mean, Mixture, Real};
use smallvec::SmallVec;

use crate::question::answer::Counts;
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::threads::stack::{is_low, with_room};
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
    /// How many turns the longest line has.
    pub(crate) height: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    first: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Leaf(Bounds<Real>),
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
    /// The tree below the position of a question; or the limit that stopped its making, and what was counted by then.
    pub(crate) fn of<G, H, Me, O>(search: &Search<'_, G, H, Me, O>, meter: &Meter) -> Result<Self, (Stop, Counts)>
    where
        G: Game<Value = Real, Move = M>,
    {
        let tree = Self {
            nodes: Vec::new(),
            children: Vec::new(),
            weights: Vec::new(),
            root_moves: (Vec::new(), Vec::new()),
            cut_off: false,
            height: 0,
        };
        let depth = search.limits.depth.unwrap_or(u32::MAX);
        let budget = Budget::new(meter, None);
        let mut growing = Growing { game: search.game, budget, tree, above: 0, expanded: 0 };
        match with_room(|| growing.grow(&mut search.position.clone(), depth)) {
            Ok(_) => {}
            Err(why) => {
                let (visits, expanded) = (growing.budget.spent(), growing.expanded);
                let stop = if let Interrupt::Limit(stop) = why { stop } else { Stop::Cancelled };
                return Err((stop, Counts { visits, expanded, ..Counts::default() }));
            }
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

    /// What making the tree counted: every node, and those that are not leaves.
    pub(crate) fn counts(&self) -> Counts {
        let inner = self.nodes.iter().filter(|node| !matches!(node.kind, Kind::Leaf(_))).count();
        Counts { visits: self.nodes.len() as u64, expanded: inner as u64, ..Counts::default() }
    }

    /// What a behaviour of one player, weights for each of its moves in every node, guarantees.
    pub(crate) fn guaranteed(&self, player: Player, behaviour: &[Vec<f64>]) -> Bounds<Real> {
        self.guaranteed_below(self.root(), player, behaviour)
    }

    fn guaranteed_below(&self, node: u32, player: Player, behaviour: &[Vec<f64>]) -> Bounds<Real> {
        let below = |child| self.guaranteed_below(child, player, behaviour);
        let mixed = |weighted: &mut dyn Iterator<Item = (f64, u32)>| {
            let mut mixture = Mixture::default();
            let played = weighted.filter(|&(weight, _)| weight > 0.0);
            played.for_each(|(weight, child)| mixture.add(weight, &below(child)));
            mixture.bounds()
        };
        let worst = |one: Bounds<Real>, other: Bounds<Real>| match player {
            Player::Max => one.meet(&other),
            Player::Min => one.join(&other),
        };
        let own = || behaviour[node as usize].iter().copied();
        if is_low() {
            return Bounds::ANY; // what lies deeper than the stack guarantees nothing
        }
        match self.kind(node) {
            Kind::Leaf(value) => value,
            Kind::Chance { .. } => weighed(self.outcomes(node).map(|(weight, child)| (weight, below(child)))),
            Kind::Choice { player: mover, moves } if mover == player => {
                mixed(&mut own().zip((0..moves).map(|place| self.child(node, place))))
            }
            Kind::Choice { moves, .. } => {
                (0..moves).map(|place| below(self.child(node, place))).reduce(worst).unwrap_or(Bounds::ANY)
            }
            Kind::Both { rows, columns } => {
                let answers = if player == Player::Max { columns } else { rows };
                let cell = |own: u32, answer: u32| match player {
                    Player::Max => self.child(node, own * columns + answer),
                    Player::Min => self.child(node, answer * columns + own),
                };
                let against = |answer: u32| mixed(&mut own().zip(0..).map(|(weight, own)| (weight, cell(own, answer))));
                (0..answers).map(against).reduce(worst).unwrap_or(Bounds::ANY)
            }
        }
    }
}

/// By what outcomes are divided whose sums would overflow: a power of two, larger than any sum of weights.
const DOWN: f64 = (1u128 << 100) as f64;

/// The mean of outcomes. Sums of numbers near the largest overflow and show nothing, which is made up for here: there is no promise
/// of the game in between that could.
pub(crate) fn weighed(outcomes: impl Iterator<Item = (u64, Bounds<Real>)>) -> Bounds<Real> {
    let outcomes: SmallVec<[_; 16]> = outcomes.collect();
    let mean = Mean::of(outcomes.iter().copied());
    let ends = |bounds: &Bounds<Real>| bounds.lower.get().is_finite() && bounds.upper.get().is_finite();
    if ends(&mean) || !outcomes.iter().all(|(_, outcome)| ends(outcome)) {
        return mean;
    }
    // Numbers so small that dividing them loses digits count for nothing here; one step outwards covers what is lost.
    let lower = |end: Real| if end.get().abs() > 1.0 { end.get() / DOWN } else { (end.get() / DOWN).next_down() };
    let upper = |end: Real| if end.get().abs() > 1.0 { end.get() / DOWN } else { (end.get() / DOWN).next_up() };
    let divided = |outcome: &Bounds<Real>| Bounds::of(lower(outcome.lower), upper(outcome.upper));
    let mean = Mean::of(outcomes.iter().map(|(weight, outcome)| (*weight, divided(outcome))));
    // A mean that is one of the largest numbers may round beyond them, and no mean lies outside of what it is one of.
    let all = outcomes
        .iter()
        .map(|&(_, outcome)| outcome)
        .reduce(|one, other| Bounds { lower: one.lower.min(other.lower), upper: one.upper.max(other.upper) });
    Bounds::of(mean.lower.get() * DOWN, mean.upper.get() * DOWN).clamped_to(&all.unwrap_or(Bounds::ANY))
}

struct Growing<'a, G: Game> {
    game: &'a G,
    budget: Budget<'a>,
    tree: Extensive<G::Move>,
    /// How many turns of every kind stand above the node that is grown.
    above: u32,
    /// How many nodes are not leaves.
    expanded: u64,
}

impl<G: Game<Value = Real>> Growing<'_, G> {
    /// The number of the node of a position.
    fn grow(&mut self, position: &mut G::Position, depth: u32) -> Result<u32, Interrupt> {
        self.budget.spend()?;
        if self.tree.nodes.len() >= LARGEST {
            return Err(Interrupt::Limit(Stop::Nodes));
        }
        self.tree.height = self.tree.height.max(self.above);
        let turn = self.game.turn(position);
        if let Turn::Over(value) = turn {
            return Ok(self.node(Kind::Leaf(Bounds::exact(value)), &[]));
        }
        if depth == 0 {
            self.tree.cut_off = true;
            return Ok(self.node(Kind::Leaf(self.game.promised(position)), &[]));
        }
        self.expanded += 1;
        let mut below = Vec::new();
        let kind = match turn {
            Turn::Over(_) => unreachable!("seen above"),
            Turn::Chance(chance) => {
                let mut own = Vec::new();
                for (weight, outcome) in chance.outcomes(self.game, position) {
                    own.push(weight);
                    // Nobody chose, so no depth is spent.
                    below.push(self.one(position, outcome, depth)?);
                }
                let weights = self.tree.weights.len() as u32;
                self.tree.weights.extend(own);
                Kind::Chance { outcomes: below.len() as u32, weights }
            }
            Turn::Max | Turn::Min => {
                for chosen in self.game.moves(position) {
                    below.push(self.one(position, chosen, depth - 1)?);
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
                        self.above += 1;
                        let child = self.grow(position, depth - 1);
                        self.above -= 1;
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
        self.above += 1;
        let child = self.grow(position, depth);
        self.above -= 1;
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

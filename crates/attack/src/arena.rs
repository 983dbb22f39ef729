//! What a search sees of a graph: a game with promises, estimates, an expert and keys.
//!
//! All that is promised holds, and nothing more: promises may be the widest or the closest, an expert leaves out every move
//! that it may, estimates lie anywhere within the promise, and whoever undoes a move out of order is caught.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use secateur_game::{Both, Chance, Evaluate, Expert, Game, Keyed, Never, Random, Turn};
use secateur_search::Cancel;
use secateur_search::table::TableValue;
use secateur_value::{Bounds, Chain, Real};

use crate::graph::{Graph, Node};
use crate::oracle::{Truth, exact, rounded_down, rounded_up};

/// What the game says about a position without a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// The same range everywhere: that of the leaves, widened at both ends by so much.
    Range(f64),
    /// The leaves below the position.
    Below,
    /// Somewhere between that and the truth.
    Near,
}

/// What a game knows besides its rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// What it promises.
    pub promise: Promise,
    /// Whether its values are whole numbers of 32 bits; otherwise they are floating-point numbers.
    pub whole: bool,
    /// Chooses estimates, and what the expert says.
    pub seed: u64,
}

/// A graph with all that is known about it.
pub struct Arena {
    /// The rules.
    pub graph: Graph,
    /// The values.
    pub truth: Truth,
    /// What the game promises about each position.
    pub promised: Vec<(f64, f64)>,
    /// What the expert promises about each position.
    judged: Vec<(f64, f64)>,
    /// What the evaluator says about each position.
    pub estimated: Vec<f64>,
    /// Whether more is promised than one range for all positions.
    pub knows_more: bool,
    /// The moves that the expert does not leave out, one bit each.
    candidates: Vec<u64>,
    seed: u64,
    /// How many more looks at a position until the bell rings.
    looks: AtomicU64,
    bell: Mutex<Cancel>,
}

/// Moves beyond this are never left out.
const LISTED: usize = 64;

impl Arena {
    /// Prepares a game.
    pub fn new(graph: &Graph, knowledge: &Knowledge) -> Self {
        let truth = Truth::of(graph);
        let mut random = Random::new(knowledge.seed);
        let below = below(graph);
        let least = graph.leaves().fold(f64::INFINITY, f64::min);
        let greatest = graph.leaves().fold(f64::NEG_INFINITY, f64::max);
        let near = |number: usize, share: f64| {
            let (low, high) = below[number];
            if !(low.is_finite() && high.is_finite()) || matches!(graph.nodes[number], Node::Leaf(_)) {
                return (low, high);
            }
            let (from, to) = (truth.low(number as u32), truth.high(number as u32));
            let share = exact(share);
            let closer_low = exact(low) + (from - exact(low)) * &share;
            let closer_high = exact(high) + (to - exact(high)) * &share;
            if knowledge.whole {
                (rounded_down(&closer_low.floor()), rounded_up(&closer_high.ceil()))
            } else {
                (rounded_down(&closer_low), rounded_up(&closer_high))
            }
        };
        let promised: Vec<_> = (0..graph.nodes.len())
            .map(|number| match (knowledge.promise, &graph.nodes[number]) {
                (_, Node::Leaf(value)) => (*value, *value),
                (Promise::Range(more), _) => (least - more, greatest + more),
                (Promise::Below, _) => below[number],
                (Promise::Near, _) => near(number, [0.0, 0.5, 1.0][random.below(3) as usize]),
            })
            .collect();
        let judged = promised.iter().enumerate().map(|(number, &(low, high))| {
            let (closer_low, closer_high) = near(number, [0.0, 0.5, 1.0][random.below(3) as usize]);
            (low.max(closer_low), high.min(closer_high))
        });
        let judged = judged.collect();
        let estimated = promised.iter().map(|&(low, high)| {
            let middle = (low / 2.0 + high / 2.0).clamp(low, high);
            let middle = if middle.is_nan() { 0.0 } else { middle };
            match random.below(3) {
                0 => low,
                1 => high,
                _ if knowledge.whole => middle.floor().max(low),
                _ => middle,
            }
        });
        let estimated = estimated.collect();
        let candidates = (0..graph.nodes.len()).map(|number| candidates(graph, &truth, number as u32, &mut random));
        Self {
            promised,
            judged,
            estimated,
            knows_more: !matches!(knowledge.promise, Promise::Range(_)),
            candidates: candidates.collect(),
            truth,
            graph: graph.clone(),
            seed: knowledge.seed,
            looks: AtomicU64::new(u64::MAX),
            bell: Mutex::default(),
        }
    }

    /// Rings a bell after so many looks at a position: the same on every machine, unlike a clock.
    pub fn ring_after(&self, looks: u64) -> Cancel {
        let bell = Cancel::new();
        *self.bell.lock().unwrap_or_else(PoisonError::into_inner) = bell.clone();
        self.looks.store(looks, Ordering::Relaxed);
        bell
    }

    /// Counts a look at a position.
    fn look(&self) {
        if self.looks.load(Ordering::Relaxed) != u64::MAX && self.looks.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.looks.store(u64::MAX, Ordering::Relaxed);
            self.bell.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        }
    }
}

/// The least and the greatest leaf below each position.
fn below(graph: &Graph) -> Vec<(f64, f64)> {
    let leaf = |node: &Node| match node {
        Node::Leaf(value) => (*value, *value),
        _ => (f64::INFINITY, f64::NEG_INFINITY),
    };
    let mut below: Vec<_> = graph.nodes.iter().map(leaf).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for number in 0..graph.nodes.len() {
            for child in graph.nodes[number].children() {
                let (low, high) = below[child as usize];
                let known = below[number];
                below[number] = (known.0.min(low), known.1.max(high));
                changed |= below[number] != known;
            }
        }
    }
    below
}

/// A best move and whatever else; all moves where the best is not known.
fn candidates(graph: &Graph, truth: &Truth, number: u32, random: &mut Random) -> u64 {
    let (moves, best) = match graph.node(number) {
        Node::Max(moves) => (moves, moves.iter().map(|&child| truth.low(child)).max()),
        Node::Min(moves) => (moves, moves.iter().map(|&child| truth.low(child)).min()),
        _ => return u64::MAX,
    };
    let keeps = moves.iter().take(LISTED).position(|&child| Some(truth.low(child)) == best);
    match keeps {
        Some(place) if truth.is_exact() => 1 << place | random.next_u64(),
        _ => u64::MAX,
    }
}

/// A value that a leaf can have.
pub trait Worth: Chain + TableValue + Send + Sync {
    /// The leaf as a value.
    fn of(number: f64) -> Self;
    /// The value as a number.
    fn number(self) -> f64;
}

impl Worth for Real {
    fn of(number: f64) -> Self {
        Self::new(number).unwrap_or_default()
    }

    fn number(self) -> f64 {
        self.get()
    }
}

impl Worth for i32 {
    fn of(number: f64) -> Self {
        number as Self
    }

    fn number(self) -> f64 {
        self.into()
    }
}

/// Where play stands. Padding makes a position too large to be copied for every move.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot<const PADDING: usize> {
    node: u32,
    ply: u32,
    padding: [u64; PADDING],
}

/// A place among the moves of a turn; of a turn of both, the rows come before the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pick(pub u16);

/// What undoing a move needs: where play was, and where the move led.
#[derive(Debug)]
pub struct Undo {
    before: u32,
    after: u32,
}

/// A game in which only Max and Min move.
pub struct Classic<V, const PADDING: usize>(pub Arc<Arena>, pub PhantomData<V>);

/// A game in which chance moves, too.
pub struct Lucky(pub Arc<Arena>);

/// A game in which both players move at once somewhere.
pub struct Joint(pub Arc<Arena>);

/// A chance turn.
#[derive(Clone, Copy, Debug)]
pub struct Lottery(u32);

/// A turn of both.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    rows: u16,
    columns: u16,
}

/// Everything but the turn.
macro_rules! walk_on_a_graph {
    ($value:ty, $padding:expr, [$($captured:tt)*]) => {
        type Position = Spot<$padding>;
        type Move = Pick;
        type Value = $value;
        type Undo = Undo;

        fn start(&self) -> Self::Position {
            at(self.0.graph.root)
        }

        fn moves(&self, spot: &Self::Position) -> impl Iterator<Item = Pick> + use<$($captured)*> {
            (0..self.0.graph.node(spot.node).children().count() as u16).map(Pick)
        }

        fn play(&self, spot: &mut Self::Position, chosen: Pick) -> Undo {
            self.0.play(spot, chosen.0.into())
        }

        fn undo(&self, spot: &mut Self::Position, undo: Undo) {
            assert_eq!(spot.node, undo.after, "moves are undone in the order in which they were played");
            (spot.node, spot.ply) = (undo.before, spot.ply - 1);
        }

        fn bounds(&self, spot: &Self::Position) -> Bounds<$value> {
            bounds(self.0.promised[spot.node as usize])
        }
    };
}

impl Arena {
    fn play<const PADDING: usize>(&self, spot: &mut Spot<PADDING>, place: usize) -> Undo {
        let (before, after) = (spot.node, self.graph.node(spot.node).children().nth(place));
        // A move that is not legal must not go by in silence.
        let after = after.unwrap_or_else(|| panic!("there is no move {place} in position {before}"));
        (spot.node, spot.ply) = (after, spot.ply + 1);
        Undo { before, after }
    }
}

/// The position with this number, before any move.
pub fn at<const PADDING: usize>(node: u32) -> Spot<PADDING> {
    Spot { node, ply: 0, padding: [0; PADDING] }
}

fn bounds<V: Worth>((low, high): (f64, f64)) -> Bounds<V> {
    Bounds { lower: V::of(low), upper: V::of(high) }
}

impl<V: Worth, const PADDING: usize> Game for Classic<V, PADDING> {
    type Chance = Never;
    type Both = Never;

    walk_on_a_graph!(V, PADDING, [V, PADDING]);

    fn turn(&self, spot: &Spot<PADDING>) -> Turn<V> {
        self.0.look();
        match self.0.graph.node(spot.node) {
            Node::Leaf(value) => Turn::Over(V::of(*value)),
            Node::Max(_) => Turn::Max,
            Node::Min(_) => Turn::Min,
            Node::Chance(_) | Node::Both { .. } => unreachable!("only graphs without them are asked about like this"),
        }
    }
}

impl Game for Lucky {
    type Chance = Lottery;
    type Both = Never;

    walk_on_a_graph!(Real, 0, []);

    fn turn(&self, spot: &Spot<0>) -> Turn<Real, Lottery> {
        self.0.look();
        match self.0.graph.node(spot.node) {
            Node::Leaf(value) => Turn::Over(Real::of(*value)),
            Node::Max(_) => Turn::Max,
            Node::Min(_) => Turn::Min,
            Node::Chance(_) => Turn::Chance(Lottery(spot.node)),
            Node::Both { .. } => unreachable!("only graphs without them are asked about like this"),
        }
    }
}

impl Game for Joint {
    type Chance = Lottery;
    type Both = Meeting;

    walk_on_a_graph!(Real, 0, []);

    fn turn(&self, spot: &Spot<0>) -> Turn<Real, Lottery, Meeting> {
        self.0.look();
        match self.0.graph.node(spot.node) {
            Node::Leaf(value) => Turn::Over(Real::of(*value)),
            Node::Max(_) => Turn::Max,
            Node::Min(_) => Turn::Min,
            Node::Chance(_) => Turn::Chance(Lottery(spot.node)),
            Node::Both { rows, cells } => {
                Turn::Both(Meeting { rows: *rows as u16, columns: (cells.len() / rows) as u16 })
            }
        }
    }
}

macro_rules! lottery_of {
    ($($game:ty),*) => {$(
        impl Chance<$game> for Lottery {
            fn outcomes(self, game: &$game, _: &Spot<0>) -> impl Iterator<Item = (u64, Pick)> + use<> {
                let arena = Arc::clone(&game.0);
                let outcomes = arena.graph.node(self.0).children().count() as u16;
                (0..outcomes).map(move |place| match arena.graph.node(self.0) {
                    Node::Chance(outcomes) => (outcomes[usize::from(place)].0, Pick(place)),
                    other => unreachable!("a lottery belongs to a chance turn, found {other:?}"),
                })
            }
        }
    )*};
}

lottery_of!(Lucky, Joint);

impl Both<Joint> for Meeting {
    fn rows(self, _: &Joint, _: &Spot<0>) -> impl Iterator<Item = Pick> + use<> {
        (0..self.rows).map(Pick)
    }

    fn columns(self, _: &Joint, _: &Spot<0>) -> impl Iterator<Item = Pick> + use<> {
        (self.rows..self.rows + self.columns).map(Pick)
    }

    fn play(self, game: &Joint, spot: &mut Spot<0>, row: Pick, column: Pick) -> Undo {
        assert!(row.0 < self.rows && (self.rows..self.rows + self.columns).contains(&column.0), "a row and a column");
        game.0.play(spot, usize::from(row.0 * self.columns + (column.0 - self.rows)))
    }
}

macro_rules! abilities {
    ($(impl [$($parameters:tt)*] $game:ty, $value:ty, [$($captured:tt)*];)*) => {$(
        impl<$($parameters)*> Keyed for $game {
            type Key = u32;

            fn key(&self, spot: &Self::Position) -> u32 {
                spot.node
            }
        }

        impl<$($parameters)*> Evaluate for $game {
            fn evaluate(&self, spot: &Self::Position) -> $value {
                <$value>::of(self.0.estimated[spot.node as usize])
            }
        }

        impl<$($parameters)*> Expert for $game {
            fn judge(
                &self,
                spot: &Self::Position,
            ) -> (Bounds<$value>, impl Iterator<Item = Pick> + use<$($captured)*>) {
                let left = self.0.candidates[spot.node as usize];
                let candidates = self.moves(spot).filter(move |place| {
                    usize::from(place.0) >= LISTED || left & (1 << place.0) != 0
                });
                (bounds(self.0.judged[spot.node as usize]), candidates)
            }

            fn rank(&self, spot: &Self::Position, candidate: Pick) -> i32 {
                (Random::mix(self.0.seed ^ u64::from(spot.node) << 16 ^ u64::from(candidate.0)) % 3) as i32
            }

            fn slot(&self, _: &Self::Position, candidate: Pick) -> usize {
                candidate.0.into()
            }
        }
    )*};
}

abilities! {
    impl [V: Worth, const PADDING: usize] Classic<V, PADDING>, V, [V, PADDING];
    impl [] Lucky, Real, [];
    impl [] Joint, Real, [];
}

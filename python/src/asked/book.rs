//! What is known about the positions of a game written in Python, and the game that a search sees.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use secateur_game::{Both, Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_search::{Limits, Watch};
use secateur_value::{Bounds, Real};

use crate::watched::Message;

/// A question that only Python can answer. A reply of nothing says that a callback raised something.
pub(crate) enum Question {
    /// The position after a move: the place of the move, or of the cell, among those of a position.
    Child { parent: u32, place: u32, reply: SyncSender<Option<u32>> },
    /// The estimate of a position.
    Estimate { node: u32, reply: SyncSender<Option<Real>> },
    /// A position as text.
    Show { node: u32, reply: SyncSender<Option<String>> },
    /// The name of a move.
    Name { node: u32, place: u32, reply: SyncSender<Option<String>> },
}

/// Whose turn it is, and how many moves there are.
#[derive(Debug)]
pub(crate) enum Kind {
    Over(Real),
    Max(u32),
    Min(u32),
    Chance(Arc<[u64]>),
    Both { rows: u32, columns: u32 },
}

/// What is known about a position.
#[derive(Debug)]
pub(crate) struct Node {
    pub(super) kind: Kind,
    pub(super) bounds: Bounds<Real>,
    /// The positions after the moves, or after the cells of the matrix row by row; [`UNKNOWN`] until somebody steps there.
    children: Box<[AtomicU32]>,
    estimate: OnceLock<Real>,
}

/// No position has this number.
const UNKNOWN: u32 = u32::MAX;

impl Node {
    pub(super) fn new(kind: Kind, bounds: Bounds<Real>) -> Self {
        let children = match &kind {
            Kind::Over(_) => 0,
            Kind::Max(moves) | Kind::Min(moves) => *moves,
            Kind::Chance(weights) => weights.len() as u32,
            Kind::Both { rows, columns } => rows * columns,
        };
        let children = (0..children).map(|_| AtomicU32::new(UNKNOWN)).collect();
        Self { kind, bounds, children, estimate: OnceLock::new() }
    }
}

/// All positions that were asked about, by number.
#[derive(Debug, Default)]
pub(crate) struct Book {
    nodes: RwLock<Vec<Arc<Node>>>,
}

impl Book {
    /// Adds a position.
    pub(super) fn add(&self, node: Node) -> u32 {
        let mut nodes = self.nodes.write().unwrap_or_else(PoisonError::into_inner);
        nodes.push(Arc::new(node));
        (nodes.len() - 1) as u32
    }

    pub(super) fn node(&self, number: u32) -> Arc<Node> {
        Arc::clone(&self.nodes.read().unwrap_or_else(PoisonError::into_inner)[number as usize])
    }
}

/// The game that a search sees.
pub(crate) struct Asked {
    book: Arc<Book>,
    start: u32,
    sender: Mutex<Sender<Message<Question>>>,
    /// What holds for every position, where that is known.
    range: Option<Bounds<Real>>,
    /// Says when nothing more is to be asked.
    watch: Option<Watch>,
}

impl Asked {
    pub(super) fn new(
        book: Arc<Book>,
        start: u32,
        range: Option<Bounds<Real>>,
        sender: Sender<Message<Question>>,
    ) -> Self {
        Self { book, start, sender: Mutex::new(sender), range, watch: None }
    }

    /// Nothing is asked any more once a limit is hit.
    pub(super) fn within(self, limits: &Limits) -> Self {
        Self { watch: Some(Watch::new(limits)), ..self }
    }

    /// A position that nobody will look at, once a search has to stop: some searches still step into every cell of the matrices that
    /// they are in, only to take what the game promises there. It has one move, to itself, so that no search comes to an end with it.
    fn unseen(&self) -> Option<Spot> {
        self.watch.as_ref()?.stop()?;
        Some(Spot { number: UNKNOWN, node: Arc::new(Node::new(Kind::Max(1), self.range?)) })
    }

    /// Asks, and waits for the reply. Nothing if a callback raised something, now or before.
    fn ask<R>(&self, question: impl FnOnce(SyncSender<Option<R>>) -> Question) -> Option<R> {
        let (reply, answer) = mpsc::sync_channel(1);
        let sent = self.sender.lock().unwrap_or_else(PoisonError::into_inner).send(Message::Ask(question(reply)));
        sent.ok().and_then(|()| answer.recv().ok()).flatten()
    }

    fn spot(&self, number: u32) -> Spot {
        Spot { number, node: self.book.node(number) }
    }

    /// The position after a move. After an exception the search is as good as over: play ends here, with a value that the position
    /// before allows, so that the search comes to its end soon. Nobody sees what it finds.
    fn child(&self, spot: &Spot, place: u32) -> Spot {
        if spot.number == UNKNOWN {
            return spot.clone();
        }
        let known = &spot.node.children[place as usize];
        let number = known.load(Ordering::Acquire);
        if number != UNKNOWN {
            return self.spot(number);
        }
        if let Some(unseen) = self.unseen() {
            return unseen;
        }
        match self.ask(|reply| Question::Child { parent: spot.number, place, reply }) {
            Some(number) => {
                known.store(number, Ordering::Release);
                self.spot(number)
            }
            None => {
                let lower = spot.node.bounds.lower;
                Spot { number: UNKNOWN, node: Arc::new(Node::new(Kind::Over(lower), Bounds::exact(lower))) }
            }
        }
    }

    fn estimate(&self, spot: &Spot) -> Real {
        let Bounds { lower, upper } = spot.node.bounds;
        if spot.number == UNKNOWN {
            return lower;
        }
        let ask = || self.ask(|reply| Question::Estimate { node: spot.number, reply }).unwrap_or(lower);
        (*spot.node.estimate.get_or_init(ask)).clamp(lower, upper)
    }
}

/// A position: its number, and what is known about it.
#[derive(Clone)]
pub(crate) struct Spot {
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

/// The place of a move among those of its turn; of a turn of both, rows come before columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(u32);

/// A chance turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lottery;

/// A turn of both players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duel {
    rows: u32,
    columns: u32,
}

/// A game in which players move one at a time.
pub(crate) struct Pure(pub(super) Asked);

/// A game in which chance may move, too.
pub(crate) struct Risky(pub(super) Asked);

/// A game in which both players may move at once.
pub(crate) struct Stacked(pub(super) Asked);

/// Python is asked what kind of game it is before it is searched, and held to it.
#[cold]
fn of_another_class() -> ! {
    unreachable!("a turn of a kind that the game says it does not have")
}

macro_rules! walk_on_the_book {
    () => {
        type Position = Spot;
        type Move = Choice;
        type Value = Real;
        type Undo = Spot;

        fn start(&self) -> Spot {
            self.0.spot(self.0.start)
        }

        fn moves(&self, spot: &Spot) -> impl Iterator<Item = Choice> + use<> {
            let (Kind::Max(count) | Kind::Min(count)) = spot.node.kind else { of_another_class() };
            (0..count).map(Choice)
        }

        fn play(&self, spot: &mut Spot, chosen: Choice) -> Spot {
            let after = self.0.child(spot, chosen.0);
            std::mem::replace(spot, after)
        }

        fn undo(&self, spot: &mut Spot, before: Spot) {
            *spot = before;
        }

        fn bounds(&self, spot: &Spot) -> Bounds<Real> {
            spot.node.bounds
        }
    };
}

impl Game for Pure {
    type Chance = Never;
    type Both = Never;

    walk_on_the_book!();

    fn turn(&self, spot: &Spot) -> Turn<Real> {
        match &spot.node.kind {
            Kind::Over(value) => Turn::Over(*value),
            Kind::Max(_) => Turn::Max,
            Kind::Min(_) => Turn::Min,
            Kind::Chance(_) | Kind::Both { .. } => of_another_class(),
        }
    }
}

impl Game for Risky {
    type Chance = Lottery;
    type Both = Never;

    walk_on_the_book!();

    fn turn(&self, spot: &Spot) -> Turn<Real, Lottery> {
        match &spot.node.kind {
            Kind::Over(value) => Turn::Over(*value),
            Kind::Max(_) => Turn::Max,
            Kind::Min(_) => Turn::Min,
            Kind::Chance(_) => Turn::Chance(Lottery),
            Kind::Both { .. } => of_another_class(),
        }
    }
}

impl Game for Stacked {
    type Chance = Lottery;
    type Both = Duel;

    walk_on_the_book!();

    fn turn(&self, spot: &Spot) -> Turn<Real, Lottery, Duel> {
        match &spot.node.kind {
            Kind::Over(value) => Turn::Over(*value),
            Kind::Max(_) => Turn::Max,
            Kind::Min(_) => Turn::Min,
            Kind::Chance(_) => Turn::Chance(Lottery),
            &Kind::Both { rows, columns } => Turn::Both(Duel { rows, columns }),
        }
    }
}

impl Both<Stacked> for Duel {
    fn rows(self, _: &Stacked, _: &Spot) -> impl Iterator<Item = Choice> + use<> {
        (0..self.rows).map(Choice)
    }

    fn columns(self, _: &Stacked, _: &Spot) -> impl Iterator<Item = Choice> + use<> {
        (self.rows..self.rows + self.columns).map(Choice)
    }

    fn play(self, game: &Stacked, spot: &mut Spot, row: Choice, column: Choice) -> Spot {
        game.play(spot, Choice(row.0 * self.columns + (column.0 - self.rows)))
    }
}

macro_rules! abilities {
    ($($game:ident),*) => {$(
        impl Keyed for $game {
            type Key = u32;

            fn key(&self, spot: &Spot) -> u32 {
                spot.number
            }
        }

        impl Evaluate for $game {
            fn evaluate(&self, spot: &Spot) -> Real {
                self.0.estimate(spot)
            }
        }

        impl Describe for $game {
            fn show(&self, spot: &Spot) -> String {
                self.0.ask(|reply| Question::Show { node: spot.number, reply }).unwrap_or_default()
            }

            fn name(&self, spot: &Spot, chosen: Choice) -> String {
                self.0.ask(|reply| Question::Name { node: spot.number, place: chosen.0, reply }).unwrap_or_default()
            }

            fn show_value(&self, value: &Real) -> String {
                value.to_string()
            }
        }
    )*};
}

abilities!(Pure, Risky, Stacked);

impl Expert for Pure {}

macro_rules! lottery_of {
    ($($game:ident),*) => {$(
        impl Chance<$game> for Lottery {
            fn outcomes(self, _: &$game, spot: &Spot) -> impl Iterator<Item = (u64, Choice)> + use<> {
                let Kind::Chance(weights) = &spot.node.kind else { of_another_class() };
                let weights = Arc::clone(weights);
                (0..weights.len()).map(move |place| (weights[place], Choice(place as u32)))
            }
        }
    )*};
}

lottery_of!(Risky, Stacked);

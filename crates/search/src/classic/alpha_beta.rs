//! Alpha-beta: minimax that leaves out what cannot change the answer (handout, "Alpha-Beta Pruning"; Knuth and Moore 1975).
//!
//! Alpha-beta, SCOUT, MTD(f), iterative deepening and Jamboree share one body (`alpha_beta/worker.rs`, on `alpha_beta/node.rs`);
//! here is what asks it. It differs from the handout's code in these ways:
//!
//! * fail-soft: the best value seen is returned, not α, so a failed search still tells how far it failed;
//! * the negamax trick is done with types ([`Side`]) instead of signs, so any totally ordered value will do and a player
//!   may move twice in a row;
//! * small positions are copied, larger ones are undone (the handout leaves the choice open): `COPY_UP_TO`;
//! * a table, an order and an expert's promises can be used; without them the compiler leaves no trace of them.
//!
//! A [`Mode`] says how the moves after the first are tried: with the full window (here), with a null window first
//! (`scout.rs`), handed out to other threads (`jamboree.rs`), or in an order that keeps out of other threads' way
//! (`abdada.rs`).

mod node;
mod worker;

use secateur_game::{Alternating, Game, Player};
use secateur_value::{Bounds, Chain, Window};

pub(crate) use self::node::{Node, Root, Seen, Settled, answered, copied};
pub(crate) use self::worker::Worker;
use crate::classic::abdada::Abreast;
use crate::memory::recall::Memory;
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Observer};
use crate::question::ordering::Order;
use crate::question::principal_line::PrincipalLine;
use crate::question::side::Side;
use crate::threads::busy::Busy;
use crate::threads::sharing::Split;
use crate::{Outcome, Search};

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// Fail-soft alpha-beta.
    ///
    /// Returns the same value as [`minimax`](Search::minimax), up to the window. With a depth limit and no evaluator the
    /// bounds still hold for the whole game; with an evaluator the outcome has an estimate.
    ///
    /// ```
    /// use secateur_games::{ConnectFour, connect_four::Size};
    /// use secateur_search::Search;
    ///
    /// let game = ConnectFour::on(Size::new(4, 4)?).after("1122")?;
    /// let (all, cut) = (Search::new(&game).minimax(), Search::new(&game).alpha_beta());
    /// assert_eq!(all.bounds, cut.bounds);
    /// assert!(cut.statistics.visits < all.statistics.visits / 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn alpha_beta(self) -> Outcome<G::Value, G::Move> {
        self.in_mode(FullWindow)
    }

    /// Searches once from the root in a mode.
    pub(crate) fn in_mode<P: Mode<G, H, M, O, B>>(self, mode: P) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let outcome = question.answer(&meter, |end| {
            let run = Run { meter: &meter, end, depth: question.depth(), window: question.window, hint: None };
            question.look(mode, &run, &mut observer)
        });
        question.carried_on(outcome)
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// The depth limit, as a number that no game reaches where there is none.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// One run over the tree, on as many threads as the mode has.
    pub(crate) fn look<P: Mode<G, H, M, O, B>, B: Observer<G>>(
        &self,
        mode: P,
        run: &Run<'_, G::Value>,
        observer: &mut B,
    ) -> Found<G::Value, G::Move> {
        if B::LISTENS {
            observer.pass(
                self.game,
                (run.depth < u32::MAX).then_some(run.depth),
                Beyond::of(self.horizon.promises(), run.end),
            );
        }
        mode.run(self, run, observer)
    }

    /// One run over the tree on this thread, until a split above it is cut.
    pub(crate) fn look_from_here<P: Mode<G, H, M, O, B>, B: Observer<G>>(
        &self,
        mode: P,
        run: &Run<'_, G::Value>,
        above: Option<&Split<'_>>,
        observer: &mut B,
    ) -> Found<G::Value, G::Move> {
        let mut worker = Worker {
            game: self.game,
            horizon: &self.horizon,
            memory: &self.memory,
            order: self.order.clone(),
            observer,
            budget: Budget::new(run.meter, above),
            counts: Counts::default(),
            line: PrincipalLine::new(),
            end: run.end,
            depth: run.depth,
            root: Root { asked: run.window, hint: run.hint, shown: Bounds::ANY, best: None },
            abreast: Abreast::new(),
        };
        let value = worker.visit::<P, false>(mode, &mut self.position.clone(), None, run.depth, run.window);
        let value = value.map(|seen| seen.value);
        let shown = match value {
            Ok(value) => Bounds::from_fail_soft(value, &run.window),
            Err(_) => worker.root.shown,
        };
        let counts = Counts { visits: worker.visits(), ..worker.counts };
        let moves = worker.line.at(0).to_vec();
        let best_move = moves.first().filter(|_| value.is_ok()).and_then(|&best| self.number(best));
        let line = match value {
            // Where a promise and a depth limit both had a say, the moves after the first need not keep to the promise.
            Ok(value) if O::EXPERT && counts.horizon > 0 => Line::begins_with(moves, worker.root.best.unwrap_or(value)),
            // Inside the window the line is best play for both; a value that left the window was shown by one move.
            Ok(value) if run.window.alpha < value && value < run.window.beta => Line::whole(moves, value),
            Ok(value) => Line::begins_with(moves, worker.root.best.unwrap_or(value)),
            Err(_) => match self.game.turn(&self.position).player() {
                Some(Player::Max) => Line::begins_with(moves, shown.lower),
                Some(Player::Min) => Line::begins_with(moves, shown.upper),
                None => Line::guess(moves),
            },
        };
        Found { value, shown, line, best_move, counts }
    }

    /// The number of one of the root's moves. Looked up once here, so that nobody has to count on the way.
    fn number(&self, best: G::Move) -> Option<u8> {
        let (_, moves) = self.order.judge(self.game, &self.position);
        let mut listed = self.order.arrange(self.game, &self.position, moves, 0, None);
        listed.find(|&(_, listed)| listed == best).map(|(number, _)| number)
    }
}

/// What one run over the tree is asked.
pub(crate) struct Run<'r, V> {
    pub(crate) meter: &'r Meter,
    pub(crate) end: End,
    pub(crate) depth: u32,
    pub(crate) window: Window<V>,
    /// The number of the move to look at first.
    pub(crate) hint: Option<u8>,
}

/// How the moves of a position are tried.
pub(crate) trait Mode<G: Game, H, M: Memory<G>, O, B>: Copy + Sync {
    /// Whether moves after the first are tried with a null window first.
    const SCOUTS: bool;

    /// Whether several threads look at the same tree side by side and meet in the table alone.
    const ABREAST: bool = false;

    /// Looks at the whole tree.
    fn run(
        &self,
        search: &Search<'_, G, H, M, O>,
        run: &Run<'_, G::Value>,
        observer: &mut B,
    ) -> Found<G::Value, G::Move>
    where
        G: Alternating<Value: Chain>,
        H: Horizon<G>,
        O: Order<G> + Clone,
        B: Observer<G>,
    {
        search.look_from_here(*self, run, None, observer)
    }

    /// Where the threads that look at the same tree mark what they are at, if a position with so many moves ahead, so far from
    /// the root, is worth a mark.
    #[inline(always)]
    fn busy(&self, _depth: u32, _ply: usize) -> Option<&Busy> {
        None
    }

    /// Whether the moves of a position with so many moves ahead, so far from the root, are shared with other threads
    /// after the first ones.
    #[inline(always)]
    fn shares(&self, _depth: u32, _ply: usize) -> bool {
        false
    }

    /// How many of so many moves are the first ones.
    #[inline(always)]
    fn first_ones(&self, moves: usize) -> usize {
        moves
    }

    /// Looks at the rest of the moves on several threads.
    fn share<S: Side>(
        &self,
        worker: &mut Worker<'_, G, H, M, O, B>,
        position: &G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        rest: &[(u8, G::Move)],
    ) -> Result<(), Interrupt>;
}

/// Plain alpha-beta: every move with the full window, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct FullWindow;

/// A mode that never shares has nothing to do here.
macro_rules! never_shares {
    () => {
        fn share<S: $crate::question::side::Side>(
            &self,
            _: &mut $crate::classic::alpha_beta::Worker<'_, G, H, M, O, B>,
            _: &G::Position,
            _: u32,
            _: &mut $crate::classic::alpha_beta::Node<G::Value>,
            _: &[(u8, G::Move)],
        ) -> Result<(), $crate::question::limits::Interrupt> {
            Ok(())
        }
    };
}
pub(crate) use never_shares;

impl<G: Game, H, M: Memory<G>, O, B> Mode<G, H, M, O, B> for FullWindow {
    const SCOUTS: bool = false;
    never_shares!();
}

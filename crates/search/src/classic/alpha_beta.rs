//! Alpha-beta: minimax that leaves out what cannot change the answer (handout, "Alpha-Beta Pruning"; Knuth and Moore 1975).
//!
//! This file holds the one body that alpha-beta, SCOUT, MTD(f), iterative deepening and Jamboree share. It differs from
//! the handout's code in these ways:
//!
//! * fail-soft: the best value seen is returned, not α, so a failed search still tells how far it failed;
//! * the negamax trick is done with types ([`Side`]) instead of signs, so any totally ordered value will do and a player
//!   may move twice in a row;
//! * small positions are copied, larger ones are undone (the handout leaves the choice open): [`COPY_UP_TO`];
//! * a table, an order and an expert's promises can be used; without them the compiler leaves no trace of them.
//!
//! A [`Mode`] says how the moves after the first are tried: with the full window (here), with a null window first
//! (`scout.rs`), handed out to other threads (`jamboree.rs`), or in an order that keeps out of other threads' way
//! (`abdada.rs`).

use secateur_game::{Alternating, Game, Player, Turn};
use secateur_value::{Bounds, Chain, Window};

use crate::classic::abdada::Abreast;
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::question::ordering::Order;
use crate::question::principal_line::PrincipalLine;
use crate::question::side::{MaxSide, MinSide, Side};
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

/// What a run keeps about the root.
pub(crate) struct Root<V> {
    pub(crate) asked: Window<V>,
    pub(crate) hint: Option<u8>,
    /// What is shown about the value by the moves that are done, for a run that is interrupted.
    pub(crate) shown: Bounds<V>,
    /// The best value of a move. The value of the position is another where the game promises a closer one.
    pub(crate) best: Option<V>,
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

/// What is known at a position while its moves are looked at, from the side of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Node<V> {
    /// What the player has, here or elsewhere.
    pub(crate) own: V,
    /// What the opponent will not let the player exceed.
    pub(crate) cap: V,
    /// The best value seen here.
    pub(crate) best: V,
    /// Which move did best, if one improved on what the player had.
    pub(crate) best_move: Option<u8>,
    /// Whether a value can lie strictly inside the window that was asked, or the root is asked. Only then is a move that
    /// cuts worth a line.
    pub(crate) open: bool,
}

impl<V: Chain> Node<V> {
    /// Takes a move's value in. Says whether it improved on what the player had.
    #[inline(always)]
    pub(crate) fn take<S: Side>(&mut self, number: u8, value: V) -> bool {
        // The best value is what the player has, or worse than that, so one question settles most of it.
        let improves = S::better(value, self.own);
        if improves {
            self.own = value;
            self.best = value;
            self.best_move = Some(number);
        } else {
            self.best = if S::better(value, self.best) { value } else { self.best };
        }
        improves
    }

    /// Whether the rest of the moves cannot matter.
    #[inline(always)]
    pub(crate) fn is_cut<S: Side>(&self) -> bool {
        !S::better(self.cap, self.best)
    }
}

/// Positions up to this many bytes are copied for every move, larger ones are played on and undone.
const COPY_UP_TO: usize = 64;

/// Whether such positions are copied.
#[inline(always)]
pub(crate) const fn copied<P>() -> bool {
    size_of::<P>() <= COPY_UP_TO && !std::mem::needs_drop::<P>()
}

/// What a visit found.
pub(crate) struct Seen<V> {
    /// The fail-soft value.
    pub(crate) value: V,
    /// Whether nobody had to think: then there is no line below the position, whatever its row says.
    pub(crate) settled: bool,
}

impl<V> Seen<V> {
    #[inline(always)]
    fn thought(value: V) -> Self {
        Self { value, settled: false }
    }
}

/// What one look at a position shows, before anybody thinks.
pub(crate) enum Settled<V> {
    /// Its value.
    Value(V),
    /// Only who is to move.
    Turn(Player),
}

/// One thread's search.
pub(crate) struct Worker<'w, G: Game, H, M: Memory<G>, O, B> {
    pub(crate) game: &'w G,
    pub(crate) horizon: &'w H,
    pub(crate) memory: &'w M,
    pub(crate) order: O,
    pub(crate) observer: &'w mut B,
    pub(crate) budget: Budget<'w>,
    pub(crate) counts: Counts,
    pub(crate) line: PrincipalLine<G::Move>,
    pub(crate) end: End,
    /// How many moves the root may look ahead. Further down, what is left of it tells how far the root is away.
    pub(crate) depth: u32,
    pub(crate) root: Root<G::Value>,
    pub(crate) abreast: Abreast<M::Key, G::Move, G::Value>,
}

impl<G, H, M, O, B> Worker<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G>,
    B: Observer<G>,
{
    /// Whether a cut refutes the move that led to it: whoever made that plays something else, and asks for no line. Where
    /// a table, an expert or a test before has narrowed the window, a cut can be exact.
    ///
    /// So a line is asked for only below values inside the window. Such a value improved on what the player had, and the
    /// move that did so wrote the row: rows need not be cleared.
    #[inline(always)]
    pub(crate) fn cuts_refute<P: Mode<G, H, M, O, B>>() -> bool {
        !M::REMEMBERS && !O::EXPERT && !P::SCOUTS
    }

    /// How many moves the root is away from a position with so many moves ahead.
    #[inline(always)]
    pub(crate) fn ply(&self, depth: u32) -> usize {
        (self.depth - depth) as usize
    }

    /// Looks at a position and returns its fail-soft value. `LEAF` says that the depth limit is reached.
    ///
    /// Inlined where a move is made: what is over, or too deep, is then settled without a call, and most nodes are.
    #[inline(always)]
    pub(crate) fn visit<P: Mode<G, H, M, O, B>, const LEAF: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        window: Window<G::Value>,
    ) -> Result<Seen<G::Value>, Interrupt> {
        match self.settle::<LEAF>(position, played, depth, &window)? {
            Settled::Value(value) => Ok(Seen { value, settled: true }),
            Settled::Turn(player) => self.think_as(player, mode, position, depth, window).map(Seen::thought),
        }
    }

    /// The same for a position that is a copy already. It has to be in memory only if somebody has to think about it;
    /// until then it lives in registers.
    #[inline(always)]
    fn visit_copy<P: Mode<G, H, M, O, B>, const LEAF: bool>(
        &mut self,
        mode: P,
        position: G::Position,
        played: Option<G::Move>,
        depth: u32,
        window: Window<G::Value>,
    ) -> Result<Seen<G::Value>, Interrupt> {
        match self.settle::<LEAF>(&position, played, depth, &window)? {
            Settled::Value(value) => Ok(Seen { value, settled: true }),
            Settled::Turn(player) => {
                let mut kept = position;
                self.think_as(player, mode, &mut kept, depth, window).map(Seen::thought)
            }
        }
    }

    /// Chooses the body for the player to move, and for whether these are the last moves before the depth limit.
    #[inline(always)]
    fn think_as<P: Mode<G, H, M, O, B>>(
        &mut self,
        player: Player,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        window: Window<G::Value>,
    ) -> Result<G::Value, Interrupt> {
        match (player, depth == 1) {
            (Player::Max, false) => self.think::<MaxSide, P, false>(mode, position, depth, window),
            (Player::Min, false) => self.think::<MinSide, P, false>(mode, position, depth, window),
            (Player::Max, true) => self.think::<MaxSide, P, true>(mode, position, depth, window),
            (Player::Min, true) => self.think::<MinSide, P, true>(mode, position, depth, window),
        }
    }

    /// Charges a node, and settles it if the game is over or the search may not look further.
    #[inline(always)]
    fn settle<const LEAF: bool>(
        &mut self,
        position: &G::Position,
        played: Option<G::Move>,
        depth: u32,
        window: &Window<G::Value>,
    ) -> Result<Settled<G::Value>, Interrupt> {
        self.budget.spend()?;
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), window);
        }
        let (value, left) = match self.game.turn(position) {
            Turn::Over(value) => (value, Left::Over),
            _ if LEAF || depth == 0 => {
                self.counts.horizon += 1;
                (self.horizon.value(self.game, position, self.end), Left::Horizon)
            }
            Turn::Max => return Ok(Settled::Turn(Player::Max)),
            Turn::Min => return Ok(Settled::Turn(Player::Min)),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        };
        if B::LISTENS {
            self.observer.leave(self.game, position, &Bounds::exact(value), left);
        }
        Ok(Settled::Value(value))
    }

    /// A position in which somebody has to move. `LAST` says that the moves are the last before the depth limit: most
    /// nodes of a depth-limited search are leaves below such a position, and compiled on its own the loop over them has
    /// no call in it.
    #[inline(never)]
    fn think<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        window: Window<G::Value>,
    ) -> Result<G::Value, Interrupt> {
        if !Self::cuts_refute::<P>() {
            self.line.clear(self.ply(depth));
        }
        let result = self.know_or_look::<S, P, LAST>(mode, position, depth, window);
        if B::LISTENS {
            match &result {
                Ok((value, left)) => {
                    self.observer.leave(self.game, position, &Bounds::from_fail_soft(*value, &window), *left);
                }
                Err(_) => self.observer.leave(self.game, position, &self.game.promised(position), Left::Interrupted),
            }
        }
        result.map(|(value, _)| value)
    }

    /// What is known already, then the moves.
    #[inline(always)]
    fn know_or_look<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        mut window: Window<G::Value>,
    ) -> Result<(G::Value, Left), Interrupt> {
        // The table is asked first and heard last: meanwhile its memory is on the way. A position with one move to go
        // costs less than asking.
        let key = if LAST { None } else { Some(self.memory.key(self.game, position)) };
        let recalled = key.and_then(|key| self.memory.recall(key));
        let (promised, moves) = self.order.judge(self.game, position);
        // At the root a move is wanted, not only a value.
        if O::EXPERT
            && depth < self.depth
            && let Some(value) = answered(&promised, &mut window)
        {
            self.counts.promised += 1;
            return Ok((value, Left::Known));
        }
        // An estimate may contradict a promise; the promise is right.
        let keep_promise =
            |value: G::Value| if O::EXPERT { value.clamp(promised.lower, promised.upper) } else { value };
        let Some(key) = key.filter(|_| M::REMEMBERS) else {
            let mut node = self.node::<S>(depth, window);
            let left = self.expand::<S, P, LAST>(mode, position, depth, &mut node, moves, None)?;
            self.note_root(depth, node.best);
            return Ok((keep_promise(node.best), left));
        };

        let mut known = None;
        let mut hint = None;
        if let Some(recalled) = recalled {
            hint = recalled.hint;
            if self.reaches_far_enough(&recalled, depth) {
                known = Some(recalled);
                // At the root a move is wanted, not only a value.
                if depth < self.depth {
                    let before = window;
                    let answer = answered(&recalled.bounds, &mut window);
                    if B::LISTENS && answer.is_none() {
                        self.observer.learn(self.game, position, &recalled.bounds, &window);
                    }
                    if recalled.reach != Reach::End && (answer.is_some() || window != before) {
                        self.counts.horizon += 1;
                    }
                    if let Some(value) = answer {
                        self.counts.recalled += 1;
                        return Ok((value, Left::Known));
                    }
                }
            }
        }

        let (visits, horizon) = (self.visits(), self.counts.horizon);
        let mut node = self.node::<S>(depth, window);
        let left = match mode.busy(depth, self.ply(depth)).filter(|_| P::ABREAST) {
            None => self.expand::<S, P, LAST>(mode, position, depth, &mut node, moves, hint)?,
            Some(busy) => {
                self.step_down(key, depth, window)?;
                let _here = busy.enter(self.memory.mark(key));
                let expanded = self.expand::<S, P, LAST>(mode, position, depth, &mut node, moves, hint);
                self.step_up();
                match expanded {
                    Ok(left) => left,
                    Err(why) => return self.settled_meanwhile(depth, why).map(|value| (value, Left::Known)),
                }
            }
        };
        self.note_root(depth, node.best);
        let best = keep_promise(node.best);
        let found = Recalled {
            bounds: Bounds::from_fail_soft(best, &window),
            reach: if self.counts.horizon == horizon { Reach::End } else { self.reach(depth) },
            hint: node.best_move.or(hint),
        };
        let found = known.map_or(found, |known| found.and(&known));
        self.memory.remember(key, &found, self.visits() - visits);
        Ok((best, left))
    }

    /// Keeps what the root's best move is worth. Only an expert's promise makes that differ from the position's value.
    #[inline(always)]
    fn note_root(&mut self, depth: u32, best: G::Value) {
        if O::EXPERT && depth == self.depth {
            self.root.best = Some(best);
        }
    }

    /// How many positions were looked at, helpers' included.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u64 {
        self.counts.visits + self.budget.spent()
    }

    /// Whether what is recalled holds for a position with so many moves ahead.
    #[inline(always)]
    pub(crate) fn reaches_far_enough(&self, recalled: &Recalled<G::Value>, depth: u32) -> bool {
        // Without a depth limit nothing but the end reaches far enough; "nowhere" is no reach that could agree.
        recalled.reach == Reach::End || (recalled.reach != Reach::Nowhere && recalled.reach == self.reach(depth))
    }

    /// How far a promise reaches that a depth limit had a say in.
    #[inline(always)]
    fn reach(&self, depth: u32) -> Reach {
        let upper = u16::from(self.end == End::Upper);
        match u16::try_from(depth) {
            Ok(depth @ 0..0x7FFF) => Reach::Depth(2 * depth + upper),
            _ => Reach::Nowhere,
        }
    }

    /// What is known of a position before its moves are looked at.
    #[inline(always)]
    fn node<S: Side>(&self, depth: u32, window: Window<G::Value>) -> Node<G::Value> {
        let (own, cap) = S::ends(window);
        let open = depth == self.depth || window.alpha.next_up() < window.beta;
        Node { own, cap, best: S::worst(), best_move: None, open }
    }

    /// Looks at the moves: alone, or the first ones alone and the rest together with other threads.
    #[inline(always)]
    fn expand<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        moves: impl Iterator<Item = G::Move>,
        hint: Option<u8>,
    ) -> Result<Left, Interrupt> {
        self.counts.expanded += 1;
        let hint = if depth == self.depth { self.root.hint.or(hint) } else { hint };
        let moves = self.order.arrange(self.game, position, moves, self.ply(depth), hint);
        if P::ABREAST
            && !LAST
            && let Some(busy) = mode.busy(depth, self.ply(depth))
        {
            return self.out_of_the_way::<S, P>(mode, busy, position, depth, node, moves);
        }
        if LAST || !mode.shares(depth, self.ply(depth)) {
            return self.one_by_one::<S, P, LAST>(mode, position, depth, node, moves);
        }
        let moves: Vec<_> = moves.collect();
        let (first, rest) = moves.split_at(mode.first_ones(moves.len()).clamp(1, moves.len()));
        let left = self.one_by_one::<S, P, false>(mode, position, depth, node, first.iter().copied())?;
        if rest.is_empty() || left == Left::Cut {
            return Ok(left);
        }
        let shared = mode.share::<S>(self, position, depth, node, rest);
        self.show_root::<S>(depth, node);
        shared?;
        if !node.is_cut::<S>() {
            return Ok(Left::Done);
        }
        self.counts.cutoffs += 1;
        Ok(Left::Cut)
    }

    /// Looks at moves one after the other until one of them makes the rest pointless.
    #[inline(always)]
    fn one_by_one<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        mut moves: impl Iterator<Item = (u8, G::Move)>,
    ) -> Result<Left, Interrupt> {
        let mut first = true;
        while let Some((number, chosen)) = moves.next() {
            if self.cuts_after::<S, P, LAST>(mode, position, depth, node, (number, chosen), first)? {
                if B::LISTENS {
                    moves.for_each(|(_, skipped)| self.observer.skip(self.game, position, Step::One(skipped)));
                }
                return Ok(Left::Cut);
            }
            first = false;
        }
        Ok(Left::Done)
    }

    /// Looks at one move and takes its value in. Says whether the rest of the moves is pointless.
    #[inline(always)]
    pub(crate) fn cuts_after<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        (number, chosen): (u8, G::Move),
        first: bool,
    ) -> Result<bool, Interrupt> {
        let Seen { value, settled } = match self.reply::<S, P, LAST>(mode, position, chosen, depth, node, first) {
            Ok(seen) => seen,
            Err(why) => {
                self.show_root::<S>(depth, node);
                return Err(why);
            }
        };
        let improves = node.take::<S>(number, value);
        if B::LISTENS {
            self.tell_so_far::<S>(position, node);
        }
        if !improves {
            return Ok(false);
        }
        if !node.is_cut::<S>() {
            self.line.raise(self.ply(depth), chosen, !settled);
            return Ok(false);
        }
        if !Self::cuts_refute::<P>() {
            if node.open {
                self.line.raise(self.ply(depth), chosen, !settled);
            }
        } else if depth == self.depth {
            self.line.raise(0, chosen, false);
        }
        self.counts.cutoffs += 1;
        self.order.cut_by(self.game, position, self.ply(depth), depth, chosen);
        Ok(true)
    }

    /// Tells the observer what the moves that were looked at show.
    fn tell_so_far<S: Side>(&mut self, position: &G::Position, node: &Node<G::Value>) {
        let mut bounds = Bounds::ANY;
        if node.best_move.is_some() {
            match S::PLAYER {
                Player::Max => bounds.lower = node.own,
                Player::Min => bounds.upper = node.own,
            }
        }
        self.observer.learn(self.game, position, &bounds, &S::window(node.own, node.cap));
    }

    /// What a move is worth to the player who makes it, as a fail-soft value for the node's window.
    #[inline(always)]
    pub(crate) fn reply<S: Side, P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        chosen: G::Move,
        depth: u32,
        node: &Node<G::Value>,
        first: bool,
    ) -> Result<Seen<G::Value>, Interrupt> {
        let full = S::window(node.own, node.cap);
        // A leaf costs the same with any window.
        if !P::SCOUTS || first || LAST {
            return self.after::<P, LAST>(mode, position, chosen, depth, full);
        }
        let null = S::window(node.own, S::improve(node.own));
        let seen = self.after::<P, LAST>(mode, position, chosen, depth, null)?;
        let value = seen.value;
        if null == full || !S::better(value, node.own) || !S::better(node.cap, value) {
            return Ok(seen);
        }
        // Better than thought: how much better? At least `value`, so only more than that is asked.
        let more = self.after::<P, LAST>(mode, position, chosen, depth, S::window(value, node.cap))?;
        Ok(if S::better(more.value, value) { more } else { Seen { value, ..more } })
    }

    /// Plays a move, visits the position after it, and takes the move back.
    #[inline(always)]
    fn after<P: Mode<G, H, M, O, B>, const LAST: bool>(
        &mut self,
        mode: P,
        position: &mut G::Position,
        chosen: G::Move,
        depth: u32,
        window: Window<G::Value>,
    ) -> Result<Seen<G::Value>, Interrupt> {
        if copied::<G::Position>() {
            let mut after = position.clone();
            self.game.play(&mut after, chosen);
            self.visit_copy::<P, LAST>(mode, after, Some(chosen), depth - 1, window)
        } else {
            let undo = self.game.play(position, chosen);
            let value = self.visit::<P, LAST>(mode, position, Some(chosen), depth - 1, window);
            self.game.undo(position, undo);
            value
        }
    }

    /// Notes what the moves that are done show about the root, if this is the root.
    #[cold]
    fn show_root<S: Side>(&mut self, depth: u32, node: &Node<G::Value>) {
        let (had, _) = S::ends(self.root.asked);
        // A value that did not improve on what was there shows nothing about the player's best.
        if depth < self.depth || !S::better(node.best, had) {
            return;
        }
        match S::PLAYER {
            Player::Max => self.root.shown.lower = self.root.shown.lower.max(node.best),
            Player::Min => self.root.shown.upper = self.root.shown.upper.min(node.best),
        }
    }
}

/// Narrows a window by what is known; returns the fail-soft value if that leaves nothing to ask.
#[inline(always)]
pub(crate) fn answered<V: Chain>(known: &Bounds<V>, window: &mut Window<V>) -> Option<V> {
    if known.lower >= window.beta || known.lower == known.upper {
        return Some(known.lower);
    }
    if known.upper <= window.alpha {
        return Some(known.upper);
    }
    window.alpha = window.alpha.max(known.lower);
    window.beta = window.beta.min(known.upper);
    None
}

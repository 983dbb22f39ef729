//! The body: one thread's search, from the look at a position to the loop over its moves.

use secateur_game::{Alternating, Game, Player, Turn};
use secateur_value::{Bounds, Chain, Window};

use super::Mode;
use super::node::{Node, Root, Seen, Settled, answered, copied};
use crate::classic::abdada::Abreast;
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::question::answer::Counts;
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt};
use crate::question::observe::{Left, Observer, Step};
use crate::question::ordering::Order;
use crate::question::principal_line::PrincipalLine;
use crate::question::side::{MaxSide, MinSide, Side};

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

//! ABDADA (J.-C. Weill, 1996): every thread looks at the whole tree, and they meet in the table alone.
//!
//! Nobody hands out work and nobody waits. A thread marks the position that it is at (`threads/busy.rs`). Whoever has tried the
//! first move of a position puts off those moves that another thread is at, and comes back to them when the others are done: by
//! then the table most often has the answer. The first thread that is done with the root ends the search.
//!
//! Departures from the paper: marks have a place of their own beside the table, so that entries stay as they are; and threads
//! *look back*. When one thread settles a position, others may be deep below it, at work that nobody needs any more. So a thread
//! now and then asks the table about the positions that led to where it is, and returns to the highest one that has been
//! answered meanwhile. Sixteen threads otherwise look at more than twice as many positions as one (MEASUREMENTS.md).

use std::sync::{Mutex, PoisonError};

use secateur_game::{Alternating, Player};
use secateur_value::{Chain, Window};

use crate::classic::alpha_beta::{Mode, Node, Run, Worker, answered, copied};
use crate::memory::recall::Reach;
use crate::question::answer::Found;
use crate::question::limits::Interrupt;
use crate::question::observe::{self, Left, Observer};
use crate::question::side::Side;
use crate::threads::busy::Busy;
use crate::threads::sharing::Split;
use crate::{Horizon, Memory, Order, Search};

/// The mode in which threads look at the same tree side by side, with or without SCOUT's tests.
pub(crate) struct SideBySide<const SCOUTS: bool> {
    pub(crate) threads: usize,
    /// Positions with fewer moves ahead than this are not marked.
    pub(crate) cutoff: u32,
    /// Nor are those further than this from the root.
    pub(crate) plies: usize,
    pub(crate) busy: Busy,
}

impl<G, H, M, O, const SCOUTS: bool> Mode<G, H, M, O, ()> for &SideBySide<SCOUTS>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G> + Sync + Send,
    O: Order<G> + Clone + Sync + Send,
{
    const SCOUTS: bool = SCOUTS;
    const ABREAST: bool = true;

    fn run(&self, search: &Search<'_, G, H, M, O>, run: &Run<'_, G::Value>, (): &mut ()) -> Found<G::Value, G::Move> {
        let done = Split::below(None);
        let found = Mutex::new(Vec::with_capacity(self.threads));
        let look = || {
            let seen = search.look_from_here(*self, run, Some(&done), &mut ());
            let finished = seen.value.is_ok();
            found.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
            if finished {
                done.cut();
            }
        };
        rayon::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|_| look());
            }
            look();
        });
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let player = search.game.turn(&search.position).player();
        found.into_iter().reduce(|one, other| put_together(one, other, player)).expect("every thread reports")
    }

    #[inline(always)]
    fn busy(&self, depth: u32, ply: usize) -> Option<&Busy> {
        (depth >= self.cutoff && ply < self.plies).then_some(&self.busy)
    }

    fn share<S: Side>(
        &self,
        _: &mut Worker<'_, G, H, M, O, ()>,
        _: &G::Position,
        _: u32,
        _: &mut Node<G::Value>,
        _: &[(u8, G::Move)],
    ) -> Result<(), Interrupt> {
        Ok(())
    }
}

/// What two threads that looked at the same tree found: a finished one's answer, or all that both have shown.
fn put_together<V: Chain, M>(one: Found<V, M>, other: Found<V, M>, player: Option<Player>) -> Found<V, M> {
    let mut counts = one.counts;
    counts.add(&other.counts);
    let other_leads = match (one.value, other.value) {
        (Ok(_), _) => false,
        (_, Ok(_)) => true,
        // A limit ends the search and has to be told; a thread that another one cut short has nothing to tell.
        (Err(Interrupt::SiblingCut), Err(Interrupt::Limit(_))) => true,
        _ => match player {
            Some(Player::Max) => other.shown.lower > one.shown.lower,
            Some(Player::Min) => other.shown.upper < one.shown.upper,
            None => false,
        },
    };
    let finished = one.value.is_ok() || other.value.is_ok();
    let (mut leader, follower) = if other_leads { (other, one) } else { (one, other) };
    if finished {
        // What the others met on their way has no say in it. It may even contradict the answer: within a depth limit one thread
        // meets the horizon where another one already knows more, so each shows a bound of its own about the whole game.
        counts.horizon = leader.counts.horizon;
    } else {
        // Moves that are done show one side alone, the mover's, so these cannot cross.
        leader.shown = leader.shown.narrowed(&follower.shown);
    }
    leader.counts = counts;
    leader
}

/// How many marked positions a thread enters before it looks back. Looking back costs a question to the table for each ply.
const LOOK_BACK_EVERY: u32 = 64;

/// What one thread keeps to work beside others.
pub(crate) struct Abreast<K, M, V> {
    /// The marked positions that led here.
    path: Vec<Step<K, V>>,
    /// Moves put off, of all positions on the path.
    put_off: Vec<(u8, M)>,
    /// How many positions may be entered before the next look back.
    entries_left: u32,
    /// What has been settled meanwhile: the position with so many moves ahead.
    settled: Option<Settled<V>>,
}

struct Step<K, V> {
    key: K,
    depth: u32,
    window: Window<V>,
}

struct Settled<V> {
    depth: u32,
    value: V,
    to_the_end: bool,
}

impl<K, M, V> Abreast<K, M, V> {
    pub(crate) fn new() -> Self {
        Self { path: Vec::new(), put_off: Vec::new(), entries_left: LOOK_BACK_EVERY, settled: None }
    }
}

impl<G, H, M, O, B> Worker<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G>,
    B: Observer<G>,
{
    /// Goes down to a marked position, unless one further up has been settled meanwhile.
    pub(crate) fn step_down(&mut self, key: M::Key, depth: u32, window: Window<G::Value>) -> Result<(), Interrupt> {
        self.abreast.entries_left -= 1;
        if self.abreast.entries_left == 0 {
            self.abreast.entries_left = LOOK_BACK_EVERY;
            self.look_back()?;
        }
        self.abreast.path.push(Step { key, depth, window });
        Ok(())
    }

    pub(crate) fn step_up(&mut self) {
        self.abreast.path.pop();
    }

    /// Asks the table about the positions that led here, from the top. The root is left out: there a move is wanted.
    fn look_back(&mut self) -> Result<(), Interrupt> {
        for &Step { key, depth, mut window } in self.abreast.path.iter().filter(|step| step.depth < self.depth) {
            let Some(recalled) = self.memory.recall(key) else { continue };
            if self.reaches_far_enough(&recalled, depth)
                && let Some(value) = answered(&recalled.bounds, &mut window)
            {
                self.abreast.settled = Some(Settled { depth, value, to_the_end: recalled.reach == Reach::End });
                return Err(Interrupt::SiblingCut);
            }
        }
        Ok(())
    }

    /// Whether it was this position that was settled meanwhile; if not, the interrupt goes on.
    pub(crate) fn settled_meanwhile(&mut self, depth: u32, why: Interrupt) -> Result<G::Value, Interrupt> {
        let Some(Settled { value, to_the_end, .. }) = self.abreast.settled.take_if(|settled| settled.depth == depth)
        else {
            return Err(why);
        };
        self.counts.horizon += u64::from(!to_the_end);
        // What was the best line so far does not belong to the value.
        self.line.clear(self.ply(depth));
        Ok(value)
    }

    /// Looks at moves, those last that another thread is at.
    pub(crate) fn out_of_the_way<S: Side, P: Mode<G, H, M, O, B>>(
        &mut self,
        mode: P,
        busy: &Busy,
        position: &mut G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        moves: impl Iterator<Item = (u8, G::Move)>,
    ) -> Result<Left, Interrupt> {
        let before = self.abreast.put_off.len();
        let left = self.in_two_rounds::<S, P>(mode, busy, position, depth, node, moves);
        self.abreast.put_off.truncate(before);
        left
    }

    fn in_two_rounds<S: Side, P: Mode<G, H, M, O, B>>(
        &mut self,
        mode: P,
        busy: &Busy,
        position: &mut G::Position,
        depth: u32,
        node: &mut Node<G::Value>,
        mut moves: impl Iterator<Item = (u8, G::Move)>,
    ) -> Result<Left, Interrupt> {
        let before = self.abreast.put_off.len();
        let mut first = true;
        while let Some((number, chosen)) = moves.next() {
            if !first && busy.is_taken(self.mark_after(position, chosen)) {
                self.abreast.put_off.push((number, chosen));
            } else if self.cuts_after::<S, P, false>(mode, position, depth, node, (number, chosen), first)? {
                if B::LISTENS {
                    let put_off = self.abreast.put_off[before..].iter().copied();
                    let skipped = put_off.chain(moves).map(|(_, skipped)| observe::Step::One(skipped));
                    skipped.for_each(|skipped| self.observer.skip(self.game, position, skipped));
                }
                return Ok(Left::Cut);
            }
            first = false;
        }
        let mut next = before;
        while let Some(&put_off) = self.abreast.put_off.get(next) {
            if self.cuts_after::<S, P, false>(mode, position, depth, node, put_off, false)? {
                if B::LISTENS {
                    let skipped =
                        self.abreast.put_off[next + 1..].iter().map(|&(_, skipped)| observe::Step::One(skipped));
                    skipped.for_each(|skipped| self.observer.skip(self.game, position, skipped));
                }
                return Ok(Left::Cut);
            }
            next += 1;
        }
        Ok(Left::Done)
    }

    /// The mark of the position after a move.
    fn mark_after(&self, position: &mut G::Position, chosen: G::Move) -> u64 {
        let mark = |position: &G::Position| self.memory.mark(self.memory.key(self.game, position));
        if copied::<G::Position>() {
            let mut after = position.clone();
            self.game.play(&mut after, chosen);
            mark(&after)
        } else {
            let undo = self.game.play(position, chosen);
            let after = mark(position);
            self.game.undo(position, undo);
            after
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use crate::question::answer::{Counts, Line};
    use secateur_value::Bounds;

    fn found(value: Result<i32, Interrupt>, shown: Bounds<i32>, horizon: u64) -> Found<i32, u8> {
        let counts = Counts { visits: 1, horizon, ..Counts::default() };
        Found { value, shown, line: Line::guess(Vec::new()), best_move: None, counts }
    }

    /// One thread finished at the horizon with 5, while another one had shown 7 with what it remembered, and was cut short. Both hold;
    /// together they were no bounds, and a panic.
    #[test]
    fn a_finished_thread_need_not_agree_with_one_that_was_cut_short() {
        let finished = || found(Ok(5), Bounds::exact(5), 3);
        for why in [Interrupt::SiblingCut, Interrupt::Limit(Stop::Nodes)] {
            let cut_short = || found(Err(why), Bounds { lower: 7, ..Bounds::ANY }, 0);
            for (one, other) in [(finished(), cut_short()), (cut_short(), finished())] {
                let both = put_together(one, other, Some(Player::Max));
                assert_eq!((both.value, both.shown), (Ok(5), Bounds::exact(5)));
                assert_eq!((both.counts.visits, both.counts.horizon), (2, 3));
            }
        }
    }

    /// Where nobody finished, what both have shown counts.
    #[test]
    fn threads_that_meet_a_limit_show_what_they_have() {
        let limit = Err(Interrupt::Limit(Stop::Nodes));
        let (one, other) = (Bounds { lower: 3, ..Bounds::ANY }, Bounds { lower: 4, ..Bounds::ANY });
        for (one, other) in [(one, other), (other, one)] {
            let both = put_together(found(limit, one, 0), found(limit, other, 2), Some(Player::Max));
            assert_eq!((both.value, both.shown.lower, both.counts.horizon), (limit, 4, 2));
        }
    }
}

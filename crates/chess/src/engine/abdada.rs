//! ABDADA (J.-C. Weill, 1996), as simplified by T. Kerrigan: teams put off moves that other teams are at.
//!
//! Teams meet in the table (`lazy_smp.rs`). A thread marks the move that it is at, and whoever comes to the same position in
//! another line looks at that move last, when the table most often has its score. Alone, without teams, this was a little better
//! than lazy SMP on 16 threads and a little worse on 4; between teams of four it is a tenth better than no marks.

use arrayvec::ArrayVec;
use secateur_search::{Busy, Stay};

use super::search::{Candidate, Node};
use super::worker::Worker;

/// Positions that are searched less deeply than this have no marks: their moves are done before anybody else comes.
const CUTOFF: i32 = if cfg!(test) { 2 } else { 4 };

/// The moves of a position that were put off.
#[derive(Default)]
pub(super) struct PutOff {
    moves: ArrayVec<Candidate, 64>,
    next: usize,
    /// Whether the others are done, so that nothing is put off any more.
    is_their_turn: bool,
}

impl PutOff {
    /// The next move that was put off.
    pub(super) fn next(&mut self) -> Option<Candidate> {
        self.is_their_turn = true;
        let next = self.moves.get(self.next).copied();
        self.next += 1;
        next
    }
}

impl<'e> Worker<'e> {
    /// Puts a move off if another thread is at it, unless it is the first or the last resort.
    #[inline]
    pub(super) fn is_better_put_off(
        &self,
        node: &Node<'_>,
        hash: u64,
        candidate: &Candidate,
        put_off: &mut PutOff,
    ) -> bool {
        let Some(busy) = self.marks(node) else { return false };
        candidate.number > 1
            && !put_off.is_their_turn
            && busy.is_taken(mark(node, hash, candidate))
            && put_off.moves.try_push(*candidate).is_ok()
    }

    /// Marks a move as one that this thread is at.
    #[inline]
    pub(super) fn mark(&self, node: &Node<'_>, hash: u64, candidate: &Candidate) -> Option<Stay<'e>> {
        Some(self.marks(node)?.enter(mark(node, hash, candidate)))
    }

    /// The marks, where a position is worth any.
    #[inline]
    fn marks(&self, node: &Node<'_>) -> Option<&'e Busy> {
        self.shared.busy.as_ref().filter(|_| node.depth >= CUTOFF)
    }
}

/// What stands for a move, looked at so deeply.
#[inline]
fn mark(node: &Node<'_>, hash: u64, candidate: &Candidate) -> u64 {
    let Candidate { chosen, .. } = *candidate;
    let squares =
        (chosen.from as u64) << 6 | chosen.to as u64 | chosen.promotion.map_or(0, |piece| 1 + piece as u64) << 12;
    let step = hash ^ (squares << 8 | node.depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    step ^ step >> 32
}

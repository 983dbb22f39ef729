//! Killers and countermoves: quiet moves that cut lately, at the same distance from the root or after the same move.
//! They only change the order in which moves are tried.

use cozy_chess::Move;

use super::history::PLACES;

/// The two latest quiet moves that cut at one distance from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Killers([Option<Move>; 2]);

impl Killers {
    #[inline]
    pub(crate) fn note(&mut self, chosen: Move) {
        if self.0[0] != Some(chosen) {
            self.0 = [Some(chosen), self.0[0]];
        }
    }

    /// Both, the latest first.
    #[inline(always)]
    pub(crate) fn both(&self) -> [Option<Move>; 2] {
        self.0
    }

    /// 2 for the latest, 1 for the one before, 0 for others.
    #[inline(always)]
    pub(crate) fn rank(&self, chosen: Move) -> i32 {
        let chosen = Some(chosen);
        2 * i32::from(self.0[0] == chosen) + i32::from(self.0[1] == chosen)
    }
}

/// For each move (piece and square) the quiet move that last refuted it.
#[derive(Clone, Debug)]
pub(crate) struct Countermoves(Vec<Option<Move>>);

impl Default for Countermoves {
    fn default() -> Self {
        Self(vec![None; PLACES])
    }
}

impl Countermoves {
    #[inline]
    pub(crate) fn note(&mut self, after: Option<usize>, chosen: Move) {
        if let Some(after) = after {
            self.0[after] = Some(chosen);
        }
    }

    #[inline(always)]
    pub(crate) fn to(&self, after: Option<usize>) -> Option<Move> {
        after.and_then(|after| self.0[after])
    }
}

//! Best play, kept while a search goes on; and carried on afterwards by what the search remembers.

use secateur_game::{Alternating, Turn};
use secateur_value::Chain;

use crate::memory::recall::{Memory, Reach};
use crate::{Outcome, Search};

/// The best line below each open position on the way down, one row a ply (the "triangular array").
///
/// Rows keep their memory, so after the first descents nothing is allocated.
#[derive(Debug)]
pub(crate) struct PrincipalLine<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> PrincipalLine<M> {
    pub(crate) fn new() -> Self {
        Self { rows: vec![Vec::new()] }
    }

    /// Forgets the line at a ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.clear();
        } else {
            self.grow(ply);
        }
    }

    /// Makes room for a ply that no line has reached yet.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, ply: usize) {
        self.rows.resize_with(ply + 1, Vec::new);
    }

    /// The best line at `ply` is now `chosen`, and then, if it goes on, the best line at the next ply.
    #[inline]
    pub(crate) fn raise(&mut self, ply: usize, chosen: M, goes_on: bool) {
        if self.rows.len() < ply + 2 {
            self.grow(ply + 1);
        }
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(chosen);
        if goes_on {
            upper[ply].extend_from_slice(&lower[0]);
        }
    }

    /// The line at a ply.
    pub(crate) fn at(&self, ply: usize) -> &[M] {
        self.rows.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Sets the line at a ply.
    pub(crate) fn set(&mut self, ply: usize, line: &[M]) {
        self.clear(ply);
        self.rows[ply].extend_from_slice(line);
    }
}

/// No line is carried on further than this: where play can go in circles, it might never end.
pub(crate) const LONGEST: usize = 1000;

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    M: Memory<G>,
{
    /// Carries the line of a solved question on: null windows and positions that the table answered leave none, but as
    /// long as a move is known to keep the value exactly, it is best play.
    pub(crate) fn carried_on(&self, mut outcome: Outcome<G::Value, G::Move>) -> Outcome<G::Value, G::Move> {
        if !M::REMEMBERS || !outcome.bounds.is_exact() {
            return outcome;
        }
        let mut position = self.position.clone();
        for &chosen in &outcome.line[..outcome.proved] {
            self.game.play(&mut position, chosen);
        }
        let mut proved = outcome.line[..outcome.proved].to_vec();
        while proved.len() < LONGEST
            && let Some(chosen) = self.move_that_keeps(outcome.bounds.lower, &mut position)
        {
            proved.push(chosen);
            self.game.play(&mut position, chosen);
        }
        if proved.len() > outcome.proved {
            outcome.proved = proved.len();
            outcome.line = proved;
            outcome.strategies = self.first_move(&outcome.line);
        }
        outcome
    }

    /// A move to a position that is known to have this value.
    fn move_that_keeps(&self, value: G::Value, position: &mut G::Position) -> Option<G::Move> {
        if !matches!(self.game.turn(position), Turn::Max | Turn::Min) {
            return None;
        }
        self.game.moves(position).find(|&chosen| {
            let undo = self.game.play(position, chosen);
            let mut known = self.game.promised(position);
            if let Some(recalled) = self.memory.recall(self.memory.key(self.game, position))
                && recalled.reach == Reach::End
            {
                known = known.narrowed(&recalled.bounds);
            }
            self.game.undo(position, undo);
            known.lower == value && known.upper == value
        })
    }
}

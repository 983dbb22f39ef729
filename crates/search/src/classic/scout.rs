//! NegaScout (Reinefeld 1983), after Pearl's SCOUT (1980): trust the first move, and only *test* the others.
//!
//! Every move after the first is asked with a null window whether it is better at all, which cuts more than the full
//! window does. Only one that is gets a second look. Pays when the first move usually is the best.
//!
//! The body is alpha-beta's; this file adds the mode. Departure from the paper: the second look asks only for more than
//! the test has shown already, and leaves one ply above the depth limit are never tested (they cost the same).

use secateur_game::{Alternating, Game};
use secateur_value::Chain;

use crate::classic::alpha_beta::{Mode, never_shares};
use crate::{Horizon, Memory, Observer, Order, Outcome, Search};

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// NegaScout: null windows for all moves but the first.
    pub fn scout(self) -> Outcome<G::Value, G::Move> {
        self.in_mode(NullWindowFirst)
    }
}

/// Moves after the first are tested with a null window.
#[derive(Clone, Copy)]
pub(crate) struct NullWindowFirst;

impl<G: Game, H, M: Memory<G>, O, B> Mode<G, H, M, O, B> for NullWindowFirst {
    const SCOUTS: bool = true;
    never_shares!();
}

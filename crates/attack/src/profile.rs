//! Whole strategies: made by backward induction in every position that matters, and played against a best response.

use std::convert::Infallible;
use std::sync::Arc;

use secateur_game::{Game, Player};
use secateur_search::best_response::guaranteed;
use secateur_search::{Ledger, Profile, Search};

use crate::arena::{Arena, Joint, Spot};
use crate::oracle::exact;

/// What is wrong with the whole strategies of a game, if something is: a strategy guarantees no more than the value, and no less
/// but for rounding.
pub fn exploited(arena: &Arc<Arena>) -> Option<String> {
    let game = Joint(Arc::clone(arena));
    let (start, ledger) = (game.start(), Ledger::unlimited());
    let solve = |position: &Spot<0>| {
        let search = Search::new(&game).position(position.clone()).memory(&ledger);
        Ok::<_, Infallible>(search.backward_induction().strategies)
    };
    let Ok((profile, _)) = Profile::gather(&game, &start, solve);
    let worth = |player| guaranteed(&game, &start, &profile, player).ok();
    let (Some(max), Some(min)) = (worth(Player::Max), worth(Player::Min)) else {
        return Some("a strategy says nothing about a position that it leads to".to_owned());
    };
    let value = arena.truth.low(arena.graph.root);
    let largest = arena.graph.leaves().fold(1.0, |most: f64, leaf| most.max(leaf.abs()));
    let slack = exact((largest * 1e-9).min(f64::MAX));
    let fine = exact(max.lower.get()) <= *value
        && *value <= exact(min.upper.get())
        && exact(max.upper.get()) + &slack >= *value
        && exact(min.lower.get()) <= value + slack;
    (!fine).then(|| format!("the whole strategies guarantee {max:?} and {min:?}"))
}

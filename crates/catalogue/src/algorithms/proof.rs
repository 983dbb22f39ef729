//! Proof-number search as a solver: it only answers yes or no, so it is asked as often as it takes to close the bounds.

use std::time::Instant;

use secateur_game::Player;
use secateur_search::{Limits, Outcome, ProofNumber, Search, Stop};
use secateur_value::{Bounds, Chain};

use crate::Plan;
use crate::algorithms::classic::Found;
use crate::games::AlternatingGame;

/// Halves the promised range by questions until it is one value, or a limit stops it. `nearer` may narrow bounds to values that the game
/// has at all.
pub(crate) fn run<G: AlternatingGame>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    limits: &Limits,
    nearer: fn(Bounds<G::Value>) -> Bounds<G::Value>,
) -> Found<G> {
    let (started, mut left) = (Instant::now(), limits.clone());
    let settings =
        plan.resources.bytes().map_or_else(ProofNumber::default, |bytes| ProofNumber::default().memory(bytes));
    let mut bounds = game.promised(position);
    let mut all: Option<Found<G>> = None;
    let player = game.turn(position).player();
    let mut best: Option<Found<G>> = None;
    loop {
        // The least goal above the middle: yes raises the lower end to it, no lowers the upper end below it.
        let goal = nearer(Bounds { lower: bounds.lower.halfway(bounds.upper).next_up(), upper: bounds.upper });
        let goal = goal.lower.min(bounds.upper);
        let search = Search::new(game).position(position.clone()).limits(left.clone());
        let mut found = search.proof_number(goal, &settings);
        bounds = nearer(bounds.narrowed(&found.bounds));
        let solved = found.stopped == Stop::Solved;
        if let (Some(progress), Some(lower), Some(upper)) =
            (&limits.progress, bounds.lower.to_real(), bounds.upper.to_real())
        {
            progress.prove(&Bounds { lower, upper });
        }
        if let Some(before) = all {
            found.statistics.visits += before.statistics.visits;
            found.statistics.expanded += before.statistics.expanded;
            found.statistics.leaves += before.statistics.leaves;
            found.statistics.cache_hits += before.statistics.cache_hits;
        }
        // Only a question that was decided for the player to move shows a move: the last of them the best.
        // What it shows is compared as the game counts: between its values there is nothing.
        if found.proved > 0 && own_bound(player, &nearer(found.bounds)) == own_bound(player, &bounds) {
            best = Some(found.clone());
        }
        left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(found.statistics.visits));
        left.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        found.bounds = bounds;
        found.statistics.time = started.elapsed();
        if !solved || bounds.lower >= bounds.upper {
            // Where no question was decided for the player, no more is known than the promise, which every move keeps.
            let mut shown = best.unwrap_or_else(|| found.clone());
            if own_bound(player, &bounds) == own_bound(player, &game.promised(position)) {
                shown.proved = shown.proved.min(1);
            }
            return play_by(found, shown);
        }
        all = Some(found);
    }
}

/// What the player to move has for certain.
fn own_bound<V>(player: Option<Player>, bounds: &Bounds<V>) -> &V {
    if player == Some(Player::Min) { &bounds.upper } else { &bounds.lower }
}

/// The last answer, with the line of the question that showed it. Within closer bounds no more than its first move is proved.
fn play_by<V: PartialEq, M>(mut last: Outcome<V, M>, best: Outcome<V, M>) -> Outcome<V, M> {
    last.proved = if last.bounds == best.bounds { best.proved } else { best.proved.min(1) };
    (last.line, last.strategies) = (best.line, best.strategies);
    last.line.truncate(last.proved.max(1));
    last
}

#[cfg(test)]
mod tests {
    use crate::{Request, solve};

    #[test]
    fn questions_close_the_bounds() {
        let request = Request::new("tic-tac-toe").parameter("position=51").unwrap();
        for (game, words) in [(request, ""), (Request::new("connect-four"), "width=4 height=4")] {
            let mut request = game;
            request.parameters.extend(words.split_whitespace().map(str::to_owned));
            let usual = solve(&request).unwrap().answer;
            let asked = solve(&request.algorithm("proof-number")).unwrap().answer;
            assert_eq!((usual.lower, usual.upper), (asked.lower, asked.upper));
            assert_eq!(asked.stopped, "solved");
        }
    }
}

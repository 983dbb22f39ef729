//! Proof-number search as a solver: it only answers yes or no, so it is asked as often as it takes to close the bounds.

use std::time::Instant;

use secateur_search::{Limits, ProofNumber, Search, Stop};
use secateur_value::Chain;

use crate::Plan;
use crate::alternating::Found;
use crate::games::AlternatingGame;

/// Halves the promised range by questions until it is one value, or a limit stops it.
pub(crate) fn run<G: AlternatingGame>(game: &G, position: &G::Position, plan: &Plan, limits: &Limits) -> Found<G> {
    let (started, mut left) = (Instant::now(), limits.clone());
    let memory = plan.cache.map(|megabytes| megabytes.saturating_mul(1 << 20));
    let settings = memory.map_or_else(ProofNumber::default, |bytes| ProofNumber::default().memory(bytes));
    let mut bounds = game.promised(position);
    let mut all: Option<Found<G>> = None;
    loop {
        // The least goal above the middle: yes raises the lower end to it, no lowers the upper end below it.
        let goal = bounds.lower.halfway(bounds.upper).next_up().min(bounds.upper);
        let search = Search::new(game).position(position.clone()).limits(left.clone());
        let mut found = search.proof_number(goal, &settings);
        bounds = bounds.narrowed(&found.bounds);
        let solved = found.stopped == Stop::Solved;
        if let Some(before) = all {
            found.statistics.visits += before.statistics.visits;
            found.statistics.expanded += before.statistics.expanded;
            found.statistics.leaves += before.statistics.leaves;
            found.statistics.cache_hits += before.statistics.cache_hits;
        }
        left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(found.statistics.visits));
        left.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        found.bounds = bounds;
        found.statistics.time = started.elapsed();
        if !solved || bounds.lower >= bounds.upper {
            return found;
        }
        all = Some(found);
    }
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

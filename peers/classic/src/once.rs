//! One search by one contestant, for a profiler to look at: `once ours`, `once inline`, `once call`, `once crate`; with
//! random evaluators `once ours-random` and `once inline-random`.

use minimax::{Negamax, Strategy};
use secateur_games::ConnectFour;
use secateur_search::{Constant, Limits, Search};

use crate::by_hand::{self, CentreFirst, Scrambled, WinOrLoss, Zero};
use crate::crate_games::{Board, Evaluated, count};
use crate::node_rate::Wide;

/// Searches Connect Four from the empty board, centre first, and says how many nodes that took.
pub fn once(who: &str, depth: u32) -> Result<String, String> {
    let nodes = match who {
        "ours" => {
            let game = ConnectFour::standard();
            let search = Search::new(&game).limits(Limits::none().depth(depth)).horizon(Constant(0));
            search.alpha_beta().statistics.visits
        }
        "inline" => by_hand::leaves_inline::<CentreFirst, WinOrLoss, _>(depth, Zero).nodes,
        "call" => by_hand::call_a_node::<CentreFirst, WinOrLoss, _>(depth, Zero).nodes,
        "crate" => count(|| {
            let mut search = Negamax::new(Evaluated::<CentreFirst, _, true>::by(Zero), depth as u8 + 1);
            search.choose_move(&Board::NOT_STARTED);
        }),
        "ours-random" => over_seeds(|seed| {
            let game = ConnectFour::standard();
            let search = Search::new(&game).limits(Limits::none().depth(depth)).horizon(Scrambled(seed));
            search.alpha_beta().statistics.visits
        }),
        "inline-random" => {
            over_seeds(|seed| by_hand::leaves_inline::<CentreFirst, Wide, _>(depth, Scrambled(seed)).nodes)
        }
        other => {
            return Err(format!("expected ours, inline, call, crate, ours-random or inline-random, found `{other}`"));
        }
    };
    Ok(format!("{who}, depth {depth}: {nodes} nodes"))
}

/// The nodes of searches with a few random evaluators.
fn over_seeds(nodes: impl Fn(u64) -> u64) -> u64 {
    (0..20).map(nodes).sum()
}

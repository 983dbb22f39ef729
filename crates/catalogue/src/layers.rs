//! Goofspiel layer by layer, behind the same door as every other search.

use std::any::Any;
use std::path::Path;

use secateur_game::Game;
use secateur_games::Goofspiel;
use secateur_games::goofspiel::Table;
use secateur_pack::{Pack, Progress, Settings, Solved};
use secateur_search::{Limits, Outcome, Statistics, Strategies};
use secateur_value::{Bounds, Real};

use crate::{Error, Plan};

/// The name of the option that keeps finished layers.
pub(crate) const CHECKPOINT: &str = "checkpoint";

/// The layers of a pack take no more MB than this unless somebody says so.
const MEGABYTES: u64 = 8192;

/// Solves a position of Goofspiel whose prizes come in a known order; no other game.
pub(crate) fn run<G: Game<Value = Real, Move: 'static> + 'static>(
    game: &G,
    position: &G::Position,
    plan: &Plan,
    threads: usize,
    limits: &Limits,
) -> Result<Outcome<Real, G::Move>, Error>
where
    G::Position: 'static,
{
    let game = (game as &dyn Any).downcast_ref::<Goofspiel>();
    let table = (position as &dyn Any).downcast_ref::<Table>();
    let pack = game.zip(table).and_then(|(game, table)| Pack::of(game, table));
    let Some(pack) = pack else {
        return Err(Error::Unsolvable("layers solves goofspiel with deck=fixed, and no other game".to_owned()));
    };
    let refused = |problem: secateur_pack::Error| Error::Unsolvable(problem.to_string());
    let folder = plan.options.get(CHECKPOINT).filter(|folder| !folder.is_empty());
    let tell = |progress: Progress| {
        if let Some(listener) = &limits.progress {
            let (round, done) = (progress.layer + 1, 100.0 * progress.done);
            listener.tell(progress.matrices, format!("round {round}, {done:.1}% of all"));
        }
    };
    let settings = Settings {
        threads,
        megabytes: plan.cache.map_or(MEGABYTES, |megabytes| megabytes as u64),
        checkpoint: folder.map(Path::new),
        limits: Some(limits),
        progress: Some(&tell),
    };
    let outcome: Box<dyn Any> = Box::new(in_outcome(pack.map_err(refused)?.solve(&settings).map_err(refused)?));
    let Ok(outcome) = outcome.downcast() else {
        unreachable!("the game is Goofspiel, so its moves are those of Goofspiel")
    };
    Ok(*outcome)
}

/// The same as every search answers. Cards are listed from the highest, as the game lists them.
fn in_outcome(solved: Solved) -> Outcome<Real, u8> {
    let real = |number: f64| Real::new(number).unwrap_or_default();
    let moves = |cards: &[(u32, f64)]| cards.iter().rev().map(|&(card, p)| (card as u8, p)).collect::<Vec<_>>();
    let strategies = Strategies { max: moves(&solved.max), min: moves(&solved.min) };
    let likeliest = strategies.max.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    Outcome {
        bounds: Bounds { lower: real(solved.bounds.lower), upper: real(solved.bounds.upper) },
        estimate: None,
        line: likeliest.map(|&(card, _)| card).into_iter().collect(),
        strategies,
        stopped: solved.stopped,
        statistics: Statistics {
            visits: solved.matrices,
            expanded: solved.matrices,
            lp_calls: Some(solved.matrices),
            time: solved.time,
            ..Statistics::default()
        },
    }
}

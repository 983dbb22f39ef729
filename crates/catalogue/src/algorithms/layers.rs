//! Every position by its number, from the last layer to the first, for games that number their positions.

use std::fmt::Debug;
use std::path::Path;

use secateur_game::{Describe, Game, Layered, Turn};
use secateur_games::goofspiel::Table;
use secateur_games::{Description, Goofspiel, Parameter};
use secateur_pack::{Pack, Solved};
use secateur_search::{
    Keep, LayerProgress, LayersAnswer, LayersCost, LayersSettings, Limits, Outcome, Search, Strategies,
};
use secateur_value::Real;

use crate::algorithms::Algorithm;
use crate::games::Class;
use crate::{Choice, Error, Method, Opening, Plan, Strategy};

/// The name of the option that keeps finished layers.
const CHECKPOINT: &str = "checkpoint";

/// The name of the option that says which of them stay.
const KEEP: &str = "keep";

/// The layers take no more MB than this unless somebody says so.
pub(crate) const MEGABYTES: u64 = 8192;

pub(super) const LAYERS: Algorithm = Algorithm {
    needs_numbers: true,
    ..Algorithm::new(
        &Description {
            name: "layers",
            summary: "every position by its number, from the last layer to the first, on all cores, resumable; for games that number them",
            parameters: &[
                Parameter {
                    name: CHECKPOINT,
                    default: Some(""),
                    meaning: "a folder that keeps finished layers, so that a run that was stopped or killed goes on",
                },
                Parameter {
                    name: KEEP,
                    default: Some("all"),
                    meaning: "all: goofspiel reads any position off the folder later; last: only what the next layer needs stays",
                },
            ],
        },
        "backward induction; Rhoads and Bartholdi, \"Computer Solution to the Game of Pure Strategy\" (2012)",
        &[Class::Joint, Class::Chance],
        |words| {
            words.values.choice(KEEP, &[("all", ()), ("last", ())])?;
            Ok(Method::Layers)
        },
    )
    .parallel()
};

/// What layers found.
pub(crate) struct Layers<M> {
    pub(crate) outcome: Outcome<Real, M>,
    pub(crate) openings: Vec<Opening>,
    pub(crate) notes: Vec<String>,
    pub(crate) cost: LayersCost,
}

/// Solves all positions that can come up after one.
type Solve<G> = fn(&G, &<G as Game>::Position, &LayersSettings<'_>) -> Result<Layers<<G as Game>::Move>, Error>;

/// How the positions of a game are numbered.
pub(crate) struct Numbering<G: Game> {
    /// What solving all positions takes.
    pub(crate) cost: fn(&G, &G::Position) -> Option<LayersCost>,
    /// Solves them.
    pub(crate) solve: Solve<G>,
}

impl<G: Layered<Position: Debug> + Debug> Numbering<G> {
    /// By the game itself.
    pub(crate) fn own() -> Self {
        Self {
            cost: |game, position| Some(Search::new(game).position(position.clone()).layers_cost()),
            solve: |game, position, settings| {
                let words = format!("{game:?} {position:?}");
                let found = Search::new(game).position(position.clone()).layers(&words, settings);
                let LayersAnswer { outcome, notes, cost, .. } =
                    found.map_err(|problem| Error::Unsolvable(problem.to_string()))?;
                Ok(Layers { outcome, openings: Vec::new(), notes, cost })
            },
        }
    }
}

impl Numbering<Goofspiel> {
    /// By rounds of a whole pack.
    pub(crate) fn by_rounds() -> Self {
        Self {
            cost: |game, table| Pack::of(game, table).ok().map(|pack| pack.cost()),
            solve: |game, table, settings| {
                let refused = |problem: secateur_pack::Error| Error::Unsolvable(problem.to_string());
                let pack = Pack::of(game, table).map_err(refused)?;
                let solved = pack.solve(settings).map_err(refused)?;
                let (openings, notes) = (openings(game, table, &solved), solved.notes.clone());
                let mut outcome = in_outcome(solved);
                // Rounding in later rounds may show where the game itself knows better.
                outcome.bounds = outcome.bounds.clamped_to(&game.promised(table));
                Ok(Layers { outcome, openings, notes, cost: pack.cost() })
            },
        }
    }
}

/// Solves a position of a game by its numbering, within a plan and limits.
pub(crate) fn run<G: Game>(
    (game, position): (&G, &G::Position),
    numbering: &Numbering<G>,
    plan: &Plan,
    limits: &Limits,
) -> Result<Layers<G::Move>, Error> {
    let Some(cost) = (numbering.cost)(game, position) else {
        return Err(Error::Unsolvable("layers cannot number the positions of this game".to_owned()));
    };
    let size = in_words(&cost);
    let folder = plan.options.get(CHECKPOINT).filter(|folder| !folder.is_empty());
    let tell = |progress: LayerProgress| {
        if let Some(listener) = &limits.progress {
            let (layer, done) = (progress.layer, 100.0 * progress.done);
            let left = progress.left.map_or_else(String::new, |left| format!(", about {} s left", left.as_secs() + 1));
            listener.tell(progress.programs, format!("{size}; layer {layer}, {done:.1}%{left}"));
        }
    };
    let settings = LayersSettings {
        threads: plan.threads(),
        megabytes: plan.resources.memory.map_or(MEGABYTES, |megabytes| megabytes as u64),
        folder: folder.map(Path::new),
        keep: if plan.options.get(KEEP).is_some_and(|keep| keep == "last") { Keep::Last } else { Keep::All },
        limits: Some(limits),
        progress: Some(&tell),
        crew: secateur_search::crew(),
    };
    (numbering.solve)(game, position, &settings)
}

/// What it takes, said before it begins.
fn in_words(cost: &LayersCost) -> String {
    let rounded = |number: f64| match number {
        1e9.. => format!("{:.2} billion", number / 1e9),
        1e6.. => format!("{:.1} million", number / 1e6),
        _ => format!("{number:.0}"),
    };
    let megabytes = cost.bytes.div_ceil(1 << 20);
    format!("{} positions, {megabytes} MB, up to {} programs", rounded(cost.positions as f64), rounded(cost.programs))
}

/// What to do for each prize that may be turned up, the largest first; nothing where one lies on the table.
fn openings(game: &Goofspiel, table: &Table, solved: &Solved) -> Vec<Opening> {
    let Turn::Chance(chance) = game.turn(table) else { return Vec::new() };
    let outcomes = secateur_game::Chance::outcomes(chance, game, table);
    let opening = |(_, outcome): (u64, u8)| {
        let name = game.name(table, outcome);
        let found = solved.openings.iter().find(|opening| opening.prize.to_string() == name)?;
        let mut turned_up = *table;
        game.play(&mut turned_up, outcome);
        let choice =
            |&(card, probability): &(u32, f64)| Choice { chosen: game.name(&turned_up, card as u8), probability };
        let choices = |cards: &[(u32, f64)]| cards.iter().rev().map(choice).collect();
        let (lower, upper) = (found.bounds.lower.into(), found.bounds.upper.into());
        let strategy = Strategy { max: choices(&found.max), min: choices(&found.min) };
        Some(Opening { outcome: name, lower, upper, strategy })
    };
    let mut openings: Vec<Opening> = outcomes.filter_map(opening).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.outcome.parse::<u32>().unwrap_or(0)));
    openings.dedup_by(|one, other| one.outcome == other.outcome);
    openings
}

/// The same as every search answers. Cards are listed from the highest, as the game lists them.
fn in_outcome(solved: Solved) -> Outcome<Real, u8> {
    let moves = |cards: &[(u32, f64)]| cards.iter().rev().map(|&(card, p)| (card as u8, p)).collect::<Vec<_>>();
    let mut outcome = Outcome::new(solved.bounds, solved.stopped);
    outcome.strategies = Strategies::new(moves(&solved.max), moves(&solved.min));
    let likeliest = |cards: &[(u8, f64)]| cards.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1));
    let (max, min) = (likeliest(&outcome.strategies.max), likeliest(&outcome.strategies.min));
    outcome.line = max.into_iter().chain(min).map(|(card, _)| card).collect();
    let statistics = &mut outcome.statistics;
    (statistics.visits, statistics.expanded) = (solved.matrices, solved.matrices);
    (statistics.lp_calls, statistics.time) = (Some(solved.matrices), solved.time);
    outcome
}

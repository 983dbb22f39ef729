//! The game-playing experiment of the bounded-suboptimal paper: bounded alpha-beta against alpha-beta on cops and robbers.
//!
//! A move is chosen by searches of 1, 2, 3, … moves ahead until so many expansions are spent, and is the best one of the last
//! search. Both players have the same budget; one allows an error of ε, the other none. Every start is played twice,
//! with the seats exchanged, and whose robber lasts longer wins; a robber who is free after 100 moves has lasted 100.

use secateur_game::{Game, Turn};
use secateur_games::CopsAndRobbers;
use secateur_games::cops_and_robbers::Reading;
use secateur_search::{Cancel, Limits, Search};

use super::bab::PAPER;
use crate::statistics::sign_test;
use crate::{
    About, Chosen, Context, Experiment, Instance, Kind, Page, Parameter, Record, RunError, Settings, Table, numbers,
};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "epsilon",
        meaning: "the errors allowed to one player",
        kind: Kind::Reals,
        paper: "1,2,4,8",
        full: "1,2,4,8",
        quick: "1,2,4,8",
    },
    Parameter {
        name: "starts",
        meaning: "starts, each played twice",
        kind: Kind::Counts { most: 100_000 },
        paper: "50",
        full: "50",
        quick: "10",
    },
    Parameter {
        name: "budget",
        meaning: "expansions a move",
        kind: Kind::Counts { most: 1_000_000_000 },
        paper: "200000",
        full: "200000",
        quick: "2000",
    },
];

/// Wins, losses and draws that the text prints.
const PRINTED: [(f64, [f64; 3]); 2] = [(1.0, [11.0, 6.0, 33.0]), (2.0, [6.0, 12.0, 32.0])];
/// When a robber counts as free.
const LONGEST: u8 = 100;

/// See the file's page.
pub(crate) struct BabMatch;

impl Experiment for BabMatch {
    fn about(&self) -> &About {
        &About {
            id: "bab-match",
            title: "Bounded alpha-beta against alpha-beta on cops and robbers",
            paper: PAPER,
            place: "Game playing with BAB",
            seconds: 1800.0,
            quick_seconds: 40.0,
        }
    }

    fn parameters(&self) -> &[Parameter] {
        PARAMETERS
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(PARAMETERS, settings) else { return Vec::new() };
        let budget = chosen.count("budget");
        let mut instances = Vec::new();
        for epsilon in chosen.reals("epsilon") {
            for start in 1..=chosen.count("starts") {
                let instance =
                    Instance::new(format!("ε={epsilon} budget {budget} start {start}")).with("epsilon", epsilon);
                let instance = instance.with("start", start).with("budget", budget);
                instances.push(instance.seeded(settings.seed * 100_000 + start));
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        let (epsilon, budget) = (instance.number("epsilon")?, instance.count("budget")?);
        let game = CopsAndRobbers::random(6, 6, 3, 0, instance.seed).map_err(RunError::failed)?;
        let game = game.reading(Reading::Paper);
        let ours = lasts(&game, [epsilon, 0.0], budget, context)?;
        let theirs = lasts(&game, [0.0, epsilon], budget, context)?;
        Ok(Record::new().with("ours", ours).with("theirs", theirs))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("match", "Starts won, lost and drawn by the player who allows an error of ε")
            .column("ε")
            .compared("won")
            .compared("lost")
            .compared("drawn");
        let mut epsilons: Vec<f64> = numbers(records, "epsilon", |_| true);
        epsilons.sort_by(f64::total_cmp);
        epsilons.dedup();
        let mut verdicts = Vec::new();
        for epsilon in epsilons {
            let of = |name| numbers(records, name, |record| record.has("epsilon", epsilon));
            let (ours, theirs) = (of("ours"), of("theirs"));
            if ours.is_empty() {
                continue;
            }
            let count = |wanted: fn(&f64, &f64) -> bool| {
                ours.iter().zip(&theirs).filter(|(ours, theirs)| wanted(ours, theirs)).count() as f64
            };
            let found = [count(|a, b| a > b), count(|a, b| a < b), count(|a, b| a == b)];
            let printed = PRINTED.iter().find(|printed| printed.0 == epsilon).map(|printed| printed.1);
            let row = table.row(epsilon.to_string());
            for (place, &number) in found.iter().enumerate() {
                row.beside(Some(number), printed.map(|printed| printed[place]));
            }
            verdicts.push(verdict(epsilon, found, printed));
        }
        let budget = records.first().and_then(|record| record.number("budget")).unwrap_or(f64::NAN);
        Page::new()
            .prose(format!(
                "Budget of a move: {} expansions. The robber's score is the number of moves until he is caught.",
                crate::number::grouped(budget)
            ))
            .prose(
                "The paper calls its experiment very preliminary and does not say how the last search is cut off, how ties \
                 among moves are broken, or what `average score over the two games` means when robber and cops want \
                 opposite things. In the reading here the robber's player has what he lasted, and the cops' what he lasted \
                 less. Joint moves of three cops give up to 125 successors, so that the depth gained by ε is small, and a choice by a \
                 lower bound that may be ε off costs moves at once.",
            )
            .table(table)
            .prose(verdicts.join(" "))
    }
}

/// Who won more starts, whether that could be chance, and whether the paper's winner won.
fn verdict(epsilon: f64, [won, lost, drawn]: [f64; 3], printed: Option<[f64; 3]>) -> String {
    let side = |won: f64, lost: f64| match won.total_cmp(&lost) {
        std::cmp::Ordering::Greater => "the player who allows an error wins more",
        std::cmp::Ordering::Less => "the player who allows an error loses more",
        std::cmp::Ordering::Equal => "both win as much",
    };
    let chance = sign_test(won as u64, lost as u64);
    let mut text =
        format!("At ε = {epsilon} {} ({won}, {lost}, {drawn} drawn; sign test p = {chance:.2}", side(won, lost));
    match printed {
        None => text += "; the paper prints nothing here).",
        Some([w, l, d]) => {
            let paper = format!("; the paper {w}, {l}, {d}, p = {:.2})", sign_test(w as u64, l as u64));
            text += &paper;
            let same = side(won, lost) == side(w, l);
            text += if same { ": the same side as in the paper." } else { ": not reproduced." };
        }
    }
    text
}

/// How many moves the robber lasts when the robber's player allows the first error and the cops' player the second.
fn lasts(game: &CopsAndRobbers, errors: [f64; 2], budget: u64, context: &Context) -> Result<u64, RunError> {
    let mut chase = game.start();
    for moves in 0..LONGEST {
        let turn = game.clone().from_here(&chase, 1);
        let error = match turn.turn(&turn.start()) {
            Turn::Over(_) => return Ok(moves.into()),
            Turn::Max => errors[0],
            _ => errors[1],
        };
        let step = choose(game, &chase, error, budget, context)?;
        game.clone().from_here(&chase, LONGEST).play(&mut chase, step);
    }
    Ok(LONGEST.into())
}

/// The move of the deepest search that the budget allows; the search in which it runs out is the last.
fn choose(
    game: &CopsAndRobbers,
    chase: &<CopsAndRobbers as Game>::Position,
    error: f64,
    budget: u64,
    context: &Context,
) -> Result<<CopsAndRobbers as Game>::Move, RunError> {
    let (mut spent, mut best) = (0, None);
    for ahead in 1..=20 {
        let game = game.clone().from_here(chase, ahead);
        let limits = Limits::none().until(&Cancel::from(context.cancel.clone()));
        let outcome = Search::new(&game).limits(limits).bounded(error).map_err(RunError::failed)?;
        context.check()?;
        best = outcome.best_move().or(best);
        spent += outcome.statistics.expanded;
        if spent >= budget {
            break;
        }
    }
    best.ok_or_else(|| RunError::failed("no move was found"))
}

//! Battles between Secateur's bot and the searches of the crate `poke-engine`, at equal time a move on one thread.
//!
//! `cargo run --release -- [mcts | deepening] [BATTLES] [MILLISECONDS] [FIRST SEED] [NODES ITERATIONS]`: every pair of battles is one random team against itself, from
//! both sides.

mod game;
mod teams;

use std::io::Write;
use std::time::{Duration, Instant};

use poke_engine::engine::generate_instructions::generate_instructions_from_move_pair;
use poke_engine::engine::state::MoveChoice;
use poke_engine::mcts::perform_mcts;
use poke_engine::search::{iterative_deepen_expectiminimax, pick_safest};
use poke_engine::state::State;
use secateur_game::{Player, Random};
use secateur_search::{Bot, BotOptions, Deadline, Estimating};

use crate::game::{Chosen, PokeBattle, Position, weight};

/// A battle that lasts longer is a draw.
const LONGEST: u32 = 300;

/// What the other side is.
#[derive(Clone, Copy, PartialEq)]
enum Peer {
    Mcts,
    Deepening,
    /// Itself, to see that the arrangement is fair.
    Itself,
}

/// How much either side may spend on a move.
#[derive(Clone, Copy)]
enum Spend {
    Time(Duration),
    /// So many nodes of ours and iterations of theirs: the same on every machine.
    Work(u64, u32),
}

/// For how long this thread has been on a processor.
fn on_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The same battle seen from the other side.
fn turned(state: &State) -> State {
    let mut turned = state.clone();
    std::mem::swap(&mut turned.side_one, &mut turned.side_two);
    turned
}

/// What a peer does as side one.
fn peers_choice(peer: Peer, state: &State, spend: Spend, tally: &mut Tally) -> MoveChoice {
    let (mut state, (ours, theirs)) = (state.clone(), state.root_get_all_options());
    if ours.len() == 1 {
        return ours[0];
    }
    let before = on_cpu();
    let chosen = match (peer, spend) {
        (Peer::Deepening, Spend::Time(time)) => {
            let (ours, theirs, scores, _) = iterative_deepen_expectiminimax(&mut state, ours, theirs, time);
            ours[pick_safest(&scores, ours.len(), theirs.len()).0]
        }
        _ => {
            let (time, iterations) = match spend {
                Spend::Time(time) => (time, 0),
                Spend::Work(_, iterations) => (Duration::ZERO, iterations),
            };
            let found = perform_mcts(&mut state, ours, theirs, time, iterations);
            tally.iterations += u64::from(found.iteration_count);
            found.s1.iter().max_by_key(|option| option.visits).map_or(MoveChoice::None, |best| best.move_choice)
        }
    };
    tally.theirs += on_cpu() - before;
    chosen
}

/// How deep our side looked, over all its turns.
#[derive(Default)]
struct Tally {
    turns: u32,
    plies: u32,
    late: Duration,
    ours: Duration,
    theirs: Duration,
    nodes: u64,
    iterations: u64,
}

fn bots_choice(bot: &Bot<PokeBattle>, state: &State, spend: Spend, tally: &mut Tally) -> MoveChoice {
    let options = state.root_get_all_options().0;
    if options.len() == 1 {
        return options[0];
    }
    let (started, before) = (Instant::now(), on_cpu());
    let deadline = match spend {
        Spend::Time(time) => Deadline::within(time),
        Spend::Work(nodes, _) => Deadline::never().nodes(nodes),
    };
    let advice = bot.advise(&Position::from(state.clone()), deadline);
    if let Spend::Time(time) = spend {
        tally.late = tally.late.max(started.elapsed().saturating_sub(time));
    }
    tally.ours += on_cpu() - before;
    tally.nodes += advice.statistics.visits;
    tally.turns += 1;
    tally.plies += advice.depth.unwrap_or(0);
    match advice.play(Player::Max) {
        Some(Chosen::Choice(choice)) => choice,
        _ => options[0],
    }
}

/// Plays one battle. 1 if the bot wins.
fn battle(seed: u64, bot_is_one: bool, peer: Peer, spend: Spend, tally: &mut Tally) -> f64 {
    let mut state = teams::mirrored(seed);
    let mut random = Random::new(seed ^ u64::from(bot_is_one) << 32);
    let options = BotOptions::default().memory(1 << 26).estimating(Estimating::default().proof(0.02)).seed(seed);
    let new = || Bot::new(PokeBattle { start: teams::mirrored(seed), damage_rolls: false }, options);
    let (bot, other) = (new(), new());
    for _ in 0..LONGEST {
        match state.battle_is_over() {
            0.0 => {}
            won => return f64::from(u8::from((won > 0.0) == bot_is_one)),
        }
        // Each side sees itself as side one.
        let (own, others) = if bot_is_one { (state.clone(), turned(&state)) } else { (turned(&state), state.clone()) };
        let ours = bots_choice(&bot, &own, spend, tally);
        let theirs = match peer {
            Peer::Itself => bots_choice(&other, &others, spend, &mut Tally::default()),
            peer => peers_choice(peer, &others, spend, tally),
        };
        let (one, two) = if bot_is_one { (ours, theirs) } else { (theirs, ours) };
        let outcomes = generate_instructions_from_move_pair(&mut state, &one, &two, true);
        let mut left = random.below(outcomes.iter().map(weight).sum::<u64>().max(1));
        for outcome in &outcomes {
            if left < weight(outcome) {
                state.apply_instructions(&outcome.instruction_list);
                break;
            }
            left -= weight(outcome);
        }
    }
    0.5
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let peer = match words.first().map(String::as_str) {
        Some("deepening") => Peer::Deepening,
        Some("itself") => Peer::Itself,
        _ => Peer::Mcts,
    };
    let number = |place: usize, usual: u64| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (battles, first) = (number(1, 100), number(3, 1));
    let spend = match (words.get(4), words.get(5)) {
        (Some(nodes), Some(iterations)) => Spend::Work(nodes.parse().unwrap_or(0), iterations.parse().unwrap_or(0)),
        _ => Spend::Time(Duration::from_millis(number(2, 100))),
    };
    let (mut points, mut tally) = (Vec::new(), Tally::default());
    for count in 0..battles {
        points.push(battle(first + count / 2, count % 2 == 0, peer, spend, &mut tally));
        let (mean, error) = score(&points);
        let [low, elo, high] = [mean - error, mean, mean + error].map(elo);
        print!(
            "\r{} battles: {:.1}%, {elo:+.0} Elo ({low:+.0} to {high:+.0}), depth {:.1}, latest {:?}, {:.0?} and {:.0?} on the processor, {} nodes and {} iterations a move   ",
            count + 1,
            100.0 * mean,
            f64::from(tally.plies) / f64::from(2 * tally.turns.max(1)),
            tally.late,
            tally.ours,
            tally.theirs,
            tally.nodes / u64::from(tally.turns.max(1)),
            tally.iterations / u64::from(tally.turns.max(1)),
        );
        let _ = std::io::stdout().flush();
    }
    println!();
}

/// The mean score and twice its standard error.
fn score(points: &[f64]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = points.iter().sum::<f64>() / count;
    let spread = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / count;
    (mean, 2.0 * (spread / count).sqrt())
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use secateur_game::laws;

    use super::*;

    /// On random teams, with and without rolls of damage.
    #[test]
    fn the_law_suite_passes_on_random_teams() {
        for seed in 0..6 {
            let game = PokeBattle { start: teams::mirrored(seed), damage_rolls: seed % 2 == 0 };
            let effort = laws::Effort { games: 4, ..laws::Effort::default() };
            laws::check(&game, &effort).unwrap();
        }
    }
}

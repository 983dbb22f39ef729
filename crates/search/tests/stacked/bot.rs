//! The handle for bots: in time, legal, remembering, from any thread.

use std::time::{Duration, Instant};

use secateur_game::{Both, Chance, Game, Player, Random, Turn};
use secateur_games::{Battle, Goofspiel, Parameters, RandomMixed};
use secateur_search::{Basis, Bot, BotOptions, Cancel, Deadline, Promise, Search, Stop};

fn battle(words: &[&str]) -> Battle {
    Battle::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
}

fn small() -> BotOptions {
    BotOptions::default().memory(1 << 22)
}

/// Once in some tries is enough, because other programs use the machine, too.
#[test]
fn advice_is_never_late() {
    let game = battle(&["rounds=100"]);
    let start = game.start();
    let bot = Bot::new(game, small());
    for millis in [0, 1, 5, 20, 60] {
        let time = Duration::from_millis(millis);
        let allowed = Duration::from_millis(2) + time / 100;
        let in_time = (0..60).any(|_| {
            let started = Instant::now();
            let advice = bot.advise(&start, Deadline::within(time));
            assert!(advice.play(Player::Max).is_some() && advice.play(Player::Min).is_some());
            started.elapsed() <= time + allowed
        });
        assert!(in_time, "later than {allowed:?} after {time:?}, every time");
    }
}

/// Plays whole games with little time, from both sides, through every kind of turn: each move is legal, and each bound holds.
#[test]
fn whole_games_are_played_legally() {
    let mut random = Random::new(5);
    for seed in 0..40 {
        let form = secateur_games::random_mixed::Form { depth: 7, irregular: true, ..Default::default() };
        let game = RandomMixed::new(form, seed).unwrap();
        let bot = Bot::with_horizon(game, Promise, small().seed(seed));
        let mut place = game.start();
        loop {
            let exact = Search::new(&game).position(place).backward_induction().bounds;
            let advice = bot.advise(&place, Deadline::never().nodes(random.below(400)));
            assert!(advice.bounds.lower <= exact.upper && exact.lower <= advice.bounds.upper, "seed {seed}");
            assert!(advice.basis != Basis::Exact || advice.stopped == Stop::Solved);
            match game.turn(&place) {
                Turn::Over(_) => break,
                Turn::Max => drop(game.play(&mut place, advice.play(Player::Max).unwrap())),
                Turn::Min => drop(game.play(&mut place, advice.play(Player::Min).unwrap())),
                Turn::Chance(chance) => {
                    assert_eq!((advice.play(Player::Max), advice.play(Player::Min)), (None, None));
                    let outcomes: Vec<_> = chance.outcomes(&game, &place).collect();
                    game.play(&mut place, random.choose(&outcomes).unwrap().1);
                }
                Turn::Both(both) => {
                    let (row, column) = (advice.play(Player::Max).unwrap(), advice.play(Player::Min).unwrap());
                    assert!(both.rows(&game, &place).any(|own| own == row));
                    assert!(both.columns(&game, &place).any(|own| own == column));
                    both.play(&game, &mut place, row, column);
                }
            }
        }
    }
}

/// A small game is solved, a large one estimated, and what was learnt about the one is not asked again.
#[test]
fn what_was_learnt_is_kept() {
    let game = Goofspiel::new(5);
    let start = game.start();
    let bot = Bot::with_horizon(game, Promise, small());
    let first = bot.advise(&start, Deadline::never());
    let again = bot.advise(&start, Deadline::never());
    assert_eq!((first.basis, again.basis), (Basis::Exact, Basis::Exact));
    assert!(again.statistics.visits * 2 < first.statistics.visits, "{:?}", again.statistics);
    assert!(again.bounds.contains(&0.into()));
}

/// Thinking between questions: it is stopped by the next one, by rest, and when the bot goes; what it finds is kept.
#[test]
fn it_thinks_on_while_the_opponent_does() {
    let game = battle(&["rounds=100"]);
    let start = game.start();
    let lazy = Bot::new(game, small());
    let eager = Bot::new(game, small().ponders(true));
    let budget = || Deadline::never().nodes(300);
    let before = lazy.advise(&start, budget());
    eager.advise(&start, budget());
    let begun = Instant::now();
    let mut after = eager.advise(&start, budget());
    while after.depth <= before.depth && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
        after = eager.advise(&start, budget());
    }
    assert!(after.depth > before.depth, "{:?} and {:?}", after.depth, before.depth);
    eager.rest();
    drop(eager);
}

/// Another thread can cancel; and one bot may be asked by several.
#[test]
fn it_is_cancelled_from_another_thread_and_shared_by_several() {
    fn shareable<T: Send + Sync + 'static>(_: &T) {}
    let game = battle(&["rounds=100"]);
    let start = game.start();
    let bot = Bot::new(game, small());
    shareable(&bot);
    let cancel = Cancel::new();
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let advice = bot.advise(&start, Deadline::within(Duration::from_secs(60)).until(&cancel));
                assert_eq!(advice.stopped, Stop::Cancelled);
                assert!(advice.play(Player::Max).is_some());
            });
        }
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    assert!(started.elapsed() < Duration::from_secs(20));
}

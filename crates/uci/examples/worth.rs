//! What a technique is worth in play: the whole engine against itself without it, in one process.
//!
//!     cargo run --release -p secateur-uci --example worth -- GAMES nodes:N|ms:N SEED [NAME[,NAME…]…]
//!
//! Each word is a match of its own, against the engine without all techniques that the word names; without a word every technique is
//! switched off in turn. Openings are random and even to the engine, the same for every match of one seed, and played from both
//! sides. A game is ended early when both sides see it decided, and drawn after 300 moves of a player in all.
//!
//! At equal nodes (`nodes:`) the result is the same on every machine, but a technique that costs time looks better than it is and
//! one that saves time looks worse; `ms:` gives each move the same time instead.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

mod games;

use std::time::Duration;

use games::{opening, play};
use secateur_chess::engine::{Clock, Engine, Techniques};
use secateur_game::Random;
use secateur_uci::arena::Rating;

#[derive(Clone, Copy)]
enum Pace {
    Nodes(u64),
    Time(Duration),
}

impl Pace {
    fn clock(self) -> Clock {
        match self {
            Self::Nodes(nodes) => Clock::endless().nodes(nodes),
            Self::Time(time) => Clock::endless().exactly(time),
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, pace, seed, names @ ..] = &words[..] else { panic!("expected GAMES nodes:N|ms:N SEED [NAME…]") };
    let games: usize = games.parse().expect("a number of games");
    let pace = match pace.split_once(':') {
        Some(("nodes", nodes)) => Pace::Nodes(nodes.parse().expect("a number of nodes")),
        Some(("ms", time)) => Pace::Time(Duration::from_millis(time.parse().expect("milliseconds"))),
        _ => panic!("expected nodes:N or ms:N, found {pace}"),
    };
    let seed: u64 = seed.parse().expect("a number as seed");
    let every: Vec<String> = Techniques::NAMES.iter().map(|&name| name.to_owned()).collect();
    for name in if names.is_empty() { &every } else { names } {
        let without = name.split(',').fold(Techniques::ALL, |on, name| {
            on.with(name, false)
                .unwrap_or_else(|| panic!("expected techniques among {}, found {name}", every.join(", ")))
        });
        let (score, pairs) = compare(without, games, pace, seed);
        let Rating { elo, error, .. } = Rating::of_pairs(pairs);
        println!("{name}: +{} ={} -{}, {elo:+.0} ± {error:.0} Elo", score[2], score[1], score[0]);
    }
}

/// Plays a match; how often the whole engine lost, drew and won, and its pairs by half points.
fn compare(without: Techniques, games: usize, pace: Pace, seed: u64) -> ([usize; 3], [usize; 5]) {
    let mut engines = [Techniques::ALL, without].map(|techniques| {
        let mut engine = Engine::with_megabytes(16).expect("16 MB fit");
        engine.set_techniques(techniques);
        engine
    });
    let mut random = Random::new(seed);
    let (mut score, mut pairs) = ([0; 3], [0; 5]);
    for _ in 0..games.div_ceil(2) {
        let opening = opening(&mut engines[0], &mut random);
        let mut points = 0;
        for first in 0..2 {
            engines.iter_mut().for_each(Engine::forget);
            let result = play(&mut engines, opening.clone(), first, || pace.clock());
            score[result] += 1;
            points += result;
        }
        pairs[points] += 1;
    }
    (score, pairs)
}

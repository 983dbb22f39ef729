//! How long random suit combinations take: `cargo run --release -p secateur-suit --example times -- [COUNT] [SEED] [SLOW]`.
//!
//! Combinations have 5 to 10 cards, each number equally often; which cards and which hand each is in are drawn uniformly.
//! Every combination is solved for all goals and for the average, without a limit. Those slower than SLOW seconds are named.
//! Where the system tells it, time is that of the processor, which other programs on the machine do not lengthen.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use secateur_game::Random;
use secateur_suit::{Combination, Options, solve};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: &str| words.next().unwrap_or_else(|| default.to_owned());
    let count: u64 = word("1000").parse().expect("a number of combinations");
    let seed: u64 = word("1").parse().expect("a seed");
    let slow: f64 = word("0.5").parse().expect("a number of seconds");
    let mut times: Vec<f64> = (0..count)
        .map(|number| {
            let (north, south) = draw(seed, number);
            let suit = Combination::new(&north, &south).expect("a combination");
            let (started, before) = (Instant::now(), on_processor());
            solve(&suit, &Options::default()).expect("a solution");
            let wall = started.elapsed().as_secs_f64();
            // The system counts in ticks of a few milliseconds: below some of them the clock is the better measure.
            let ran = before.zip(on_processor()).map(|(before, after)| after - before);
            let seconds = ran.filter(|_| wall > 0.02).map_or(wall, |ran| ran.max(0.004));
            if seconds > slow {
                println!("{number}: {suit}: {seconds:.3} s");
            }
            seconds
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| 1e3 * times[((times.len() - 1) as f64 * share).round() as usize];
    println!(
        "{count} combinations: median {:.1} ms, 90% {:.1} ms, 99% {:.1} ms, 99.9% {:.1} ms, worst {:.1} ms, mean {:.1} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0),
        1e3 * times.iter().sum::<f64>() / times.len() as f64
    );
}

/// For how many seconds this thread has run, as Linux counts them.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

fn draw(seed: u64, number: u64) -> (String, String) {
    let mut random = Random::new(Random::mix(seed << 32 | number));
    let mut cards: Vec<char> = "AKQJT98765432".chars().collect();
    let count = 5 + number % 6;
    let (mut north, mut south) = (String::new(), String::new());
    for _ in 0..count {
        let card = cards.remove(random.below(cards.len() as u64) as usize);
        if random.below(2) == 0 { north.push(card) } else { south.push(card) }
    }
    (north, south)
}

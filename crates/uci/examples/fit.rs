//! Fits the numbers of the engine's guesses by play, all at once: simultaneous perturbation (J. C. Spall, 1992).
//!
//!     cargo run --release -p secateur-uci --example fit -- PAIRS NODES SEED [THREADS]
//!
//! In each pair of games all numbers go a step up or down at random for one player and the other way for the other; what
//! wins moves them a little. Every hundred pairs it prints each number, by how many steps it has moved (the mean over the second
//! half of the run) and where that leads. By chance alone a number moves by about a step in a few thousand pairs, so what moved less says nothing.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

mod games;

use std::array;
use std::sync::{Mutex, PoisonError};

use games::{opening, play};
use secateur_chess::engine::{Clock, Engine, Numbers};
use secateur_game::Random;

const COUNT: usize = Numbers::COUNT;

/// How far a game moves the numbers, in steps.
const RATE: f64 = 0.02;

/// Where the fit is, in steps from where it began.
struct Fit {
    place: [f64; COUNT],
    mean: [f64; COUNT],
    pairs: usize,
    /// How often who was moved up by the first sign lost, drew and won.
    score: [usize; 3],
}

/// The numbers so many steps away from those of play. What lies between two whole numbers is either of them at random.
fn numbers_at(steps: [f64; COUNT], random: &mut Random) -> Numbers {
    let play = Numbers::PLAY.values();
    Numbers::from_values(array::from_fn(|i| {
        let exact = f64::from(play[i]) + f64::from(Numbers::STEPS[i]) * steps[i];
        (exact + random.below(1000) as f64 / 1000.0).floor() as i32
    }))
}

impl Fit {
    /// Hears how many half points more than one a game the player got who went along with the signs.
    fn learn(&mut self, signs: [f64; COUNT], gain: f64, of: usize) {
        let progress = self.pairs as f64 / of as f64;
        let rate = RATE * (1.4 - 0.8 * progress);
        self.pairs += 1;
        let weight = if 2 * self.pairs > of { 1.0 / (self.pairs - of / 2) as f64 } else { 1.0 };
        for (i, sign) in signs.into_iter().enumerate() {
            self.place[i] += rate * sign * gain;
            self.mean[i] += (self.place[i] - self.mean[i]) * weight;
        }
    }

    fn show(&self) {
        println!("# {} pairs, {:?}", self.pairs, self.score);
        for (i, (name, play)) in Numbers::NAMES.iter().zip(Numbers::PLAY.values()).enumerate() {
            let step = Numbers::STEPS[i];
            if step > 0 {
                println!(
                    "{name}: {play} {:+.2} -> {:.0}",
                    self.mean[i],
                    f64::from(play) + f64::from(step) * self.mean[i]
                );
            }
        }
    }
}

fn main() {
    let words: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("numbers")).collect();
    let [pairs, nodes, seed, threads @ ..] = &words[..] else { panic!("expected PAIRS NODES SEED [THREADS]") };
    let (pairs, nodes, seed) = (*pairs as usize, *nodes, *seed);
    let fit = Mutex::new(Fit { place: [0.0; COUNT], mean: [0.0; COUNT], pairs: 0, score: [0; 3] });
    let lock = || fit.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for thread in 0..threads.first().copied().unwrap_or(2) {
            let lock = &lock;
            scope.spawn(move || {
                let mut random = Random::new(seed * 1000 + thread);
                let mut engines = [(); 2].map(|()| Engine::with_megabytes(8).expect("8 MB fit"));
                loop {
                    let (place, done) = {
                        let fit = lock();
                        (fit.place, fit.pairs)
                    };
                    if done >= pairs {
                        break;
                    }
                    let step = 1.3 - 0.5 * done as f64 / pairs as f64;
                    let signs: [f64; COUNT] = array::from_fn(|_| if random.below(2) == 0 { 1.0 } else { -1.0 });
                    engines[0].set_numbers(Numbers::PLAY);
                    let start = opening(&mut engines[0], &mut random);
                    for (engine, side) in engines.iter_mut().zip([step, -step]) {
                        engine.set_numbers(numbers_at(array::from_fn(|i| place[i] + side * signs[i]), &mut random));
                    }
                    let mut gain = 0.0;
                    for first in 0..2 {
                        engines.iter_mut().for_each(Engine::forget);
                        let points = play(&mut engines, start.clone(), first, || Clock::endless().nodes(nodes));
                        lock().score[points] += 1;
                        gain += points as f64 - 1.0;
                    }
                    let mut fit = lock();
                    fit.learn(signs, gain, pairs);
                    if fit.pairs.is_multiple_of(100) {
                        fit.show();
                    }
                }
            });
        }
    });
}

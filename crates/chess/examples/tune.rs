//! Fits the weights of the evaluation to games of the engine against itself, by gradient descent on the error of the
//! predicted result (P. Österlund's "Texel's tuning method", with Adam's steps), and prints `evaluate/weights.rs`.
//!
//!     cargo run --release -p secateur-chess --example tune -- positions.txt ROUNDS HOLD > weights.rs
//!
//! The target of a position is a mixture of the game's result and the score that the search gave it. A weight is held
//! back towards where it began, so that features which hardly occur keep their hand-chosen values.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that talks to people")]

use std::fs;

use cozy_chess::{Board, Color};
use secateur_chess::evaluate::terms::COUNT;
use secateur_chess::evaluate::{FULL, Ledger, WEIGHTS, count, is_drawish, phase};

/// How much of the target is the game's result; the rest is the search's score.
const RESULT: f64 = 0.5;
/// How strongly weights are held back, unless it is said.
const HOLD: f64 = 1e-7;
const STEP: f64 = 1.0;

/// A position: what was counted in it, how much of the middle game is left, and what came of it.
struct Sample {
    counts: Vec<(u16, i8)>,
    middle: f32,
    target: f32,
}

struct Counts(Vec<i32>);

impl Ledger for Counts {
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.0[term] += if color == Color::White { count } else { -count };
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let path = words.next().expect("a file of positions");
    let rounds: usize = words.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    let hold: f64 = words.next().and_then(|hold| hold.parse().ok()).unwrap_or(HOLD);
    let text = fs::read_to_string(&path).expect("a readable file");
    let scale = 1.0 / 180.0;
    let samples: Vec<Sample> = text.lines().filter_map(|line| sample(line, scale)).collect();
    let start: Vec<f64> =
        WEIGHTS.iter().map(|w| f64::from(w.middle)).chain(WEIGHTS.iter().map(|w| f64::from(w.end))).collect();
    eprintln!("{} positions", samples.len());
    // Every tenth stretch of positions is kept for the judge: whole games, since positions of one game are alike.
    let (judge, learn): (Vec<_>, Vec<_>) = samples.into_iter().enumerate().partition(|(i, _)| i / 500 % 10 == 0);
    let strip = |samples: Vec<(usize, Sample)>| samples.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>();
    let (judge, learn) = (strip(judge), strip(learn));
    let mut weights = start.clone();
    let (mut first, mut second) = (vec![0.0; 2 * COUNT], vec![0.0; 2 * COUNT]);
    for round in 1..=rounds {
        let mut gradient = vec![0.0; 2 * COUNT];
        let error = descend(&learn, &weights, scale, &mut gradient);
        if round % 20 == 1 || round == rounds {
            let kept = descend(&judge, &weights, scale, &mut vec![0.0; 2 * COUNT]);
            eprintln!("round {round}: error {error:.6}, of positions kept back {kept:.6}");
        }
        for i in 0..2 * COUNT {
            let slope = gradient[i] + hold * (weights[i] - start[i]);
            first[i] = 0.9 * first[i] + 0.1 * slope;
            second[i] = 0.999 * second[i] + 0.001 * slope * slope;
            let (one, two) =
                (first[i] / (1.0 - 0.9f64.powi(round as i32)), second[i] / (1.0 - 0.999f64.powi(round as i32)));
            weights[i] -= STEP * one / (two.sqrt() + 1e-12) * if round * 4 > rounds * 3 { 0.3 } else { 1.0 };
        }
    }
    print(&weights);
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn sample(line: &str, scale: f64) -> Option<Sample> {
    let mut fields = line.split(';');
    let board: Board = fields.next()?.parse().ok()?;
    let score: f64 = fields.next()?.parse().ok()?;
    let result: f64 = fields.next()?.parse().ok()?;
    if is_drawish(&board) {
        return None;
    }
    let mut counts = Counts(vec![0; COUNT]);
    count(&board, &mut counts);
    let counts = counts.0.iter().enumerate().filter(|&(_, &count)| count != 0);
    Some(Sample {
        counts: counts.map(|(term, &count)| (term as u16, count as i8)).collect(),
        middle: phase(&board) as f32 / FULL as f32,
        target: (RESULT * result + (1.0 - RESULT) * sigmoid(score * scale)) as f32,
    })
}

/// The mean squared error, and its slope.
fn descend(samples: &[Sample], weights: &[f64], scale: f64, gradient: &mut [f64]) -> f64 {
    let mut error = 0.0;
    let each = 1.0 / samples.len().max(1) as f64;
    for sample in samples {
        let middle = f64::from(sample.middle);
        let mut value = 0.0;
        for &(term, count) in &sample.counts {
            let term = usize::from(term);
            value += f64::from(count) * (middle * weights[term] + (1.0 - middle) * weights[COUNT + term]);
        }
        let predicted = sigmoid(value * scale);
        let miss = predicted - f64::from(sample.target);
        error += miss * miss * each;
        let slope = 2.0 * miss * predicted * (1.0 - predicted) * scale * each;
        for &(term, count) in &sample.counts {
            let term = usize::from(term);
            gradient[term] += slope * middle * f64::from(count);
            gradient[COUNT + term] += slope * (1.0 - middle) * f64::from(count);
        }
    }
    error
}

fn print(weights: &[f64]) {
    println!(
        "//! The weights of the features, numbered as in `terms.rs`: middle game, end game. Written by `examples/tune.rs`.\n"
    );
    println!("use super::Weight;\nuse super::terms::COUNT;\n");
    println!("const fn w(middle: i16, end: i16) -> Weight {{\n    Weight {{ middle, end }}\n}}\n");
    println!("/// What each feature is worth.\n#[rustfmt::skip]\npub static WEIGHTS: [Weight; COUNT] = [");
    for row in (0..COUNT).collect::<Vec<_>>().chunks(8) {
        let cell = |&term: &usize| {
            format!("w({:.0}, {:.0}),", weights[term], weights[COUNT + term]).replace("-0,", "0,").replace("-0)", "0)")
        };
        println!("    {}", row.iter().map(cell).collect::<Vec<_>>().join(" "));
    }
    println!("];");
}

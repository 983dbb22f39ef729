//! Trains the network on games that the engine played against itself (`selfplay`), in two steps:
//!
//!     cargo run --release -p secateur-chess --example train -- imitate start.weights 14000 POSITIONS...
//!     cargo run --release -p secateur-chess --example train -- learn start.weights crates/chess/network.bin 3 POSITIONS...
//!
//! First it imitates the counted features (`evaluate.rs`), which are exact and cost nothing to ask, on any number of positions a few
//! random moves away from those of the games: so it knows all that they know before it sees a game. Then it learns
//! from the games themselves, and from positions beside them (`near`): the target of a position is a mixture of the game's result
//! and the score that the search gave it, both as a share of the points. From games alone it would need many times as many.
//!
//! Adam's steps on batches, with a step that falls off like a cosine.

#![allow(clippy::print_stderr, reason = "a program that talks to people")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use cozy_chess::{Board, Color};
use secateur_chess::evaluate::evaluate;
use secateur_chess::legal_moves;
use secateur_chess::network::{GREATEST, INPUTS, NEURONS, ONE, OUTPUT_ONE, OUTPUTS, PAWNS, inputs, output};
use secateur_game::Random;

/// How much of the target is the game's result; the rest is the search's score.
const RESULT: f32 = 0.1;
const BATCH: usize = 4096;
const THREADS: usize = 2;
/// The first and the last step, when it imitates and when it learns.
const IMITATING: [f32; 2] = [2e-3, 1e-4];
const LEARNING: [f32; 2] = [2.5e-4, 1e-5];

/// A position: the inputs that the player to move and the other see, and what came of it for the player to move.
struct Sample {
    seen: [[u16; 32]; 2],
    pieces: u8,
    output: u8,
    target: f32,
}

type Row = [f32; NEURONS];

/// The weights, or their slopes.
#[derive(Clone)]
struct Weights {
    inputs: Vec<Row>,
    biases: Row,
    outputs: [[Row; 2]; OUTPUTS],
    output_biases: [f32; OUTPUTS],
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["imitate", path, steps, ref positions @ ..] => imitate(path, number(steps), positions),
        ["learn", start, path, rounds, ref positions @ ..] => learn(start, path, number(rounds), positions),
        _ => eprintln!("expected `imitate WEIGHTS STEPS POSITIONS...` or `learn WEIGHTS NETWORK ROUNDS POSITIONS...`"),
    }
}

fn number(word: &str) -> usize {
    word.parse().expect("a number")
}

/// The positions of a file, with what came of each for White.
fn read(positions: &str) -> Vec<(Board, f32)> {
    let text = fs::read_to_string(positions).expect("a readable file of positions");
    let sample = |line: &str| {
        let mut fields = line.split(';');
        let board: Board = fields.next()?.parse().ok()?;
        let score: f32 = fields.next()?.parse().ok()?;
        let score = sigmoid(score / PAWNS as f32);
        // Positions beside the games (`near`) have no result.
        let result = fields.next().map_or(Some(score), |result| result.parse().ok())?;
        Some((board, RESULT * result + (1.0 - RESULT) * score))
    };
    text.lines().filter_map(sample).collect()
}

fn imitate(path: &str, steps: usize, positions: &[&str]) {
    let boards: Vec<Board> = positions.iter().flat_map(|file| read(file)).map(|(board, _)| board).collect();
    let mut descent = Descent::from(Weights::random(&mut Random::new(1)), IMITATING, steps);
    let all: Vec<u32> = (0..BATCH as u32).collect();
    let mut error = 0.0;
    for step in 1..=steps {
        let samples: Vec<Sample> = std::thread::scope(|scope| {
            let make = |thread: usize| {
                let mut random = Random::new((step * THREADS + thread) as u64);
                (0..BATCH / THREADS).map(|_| near(&boards, &mut random)).collect::<Vec<_>>()
            };
            let makers: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || make(thread))).collect();
            makers.into_iter().flat_map(|maker| maker.join().expect("no thread fails")).collect()
        });
        error += descent.step(&samples, &all);
        if step % 500 == 0 || step == steps {
            eprintln!("step {step}: error {:.6}", error / (500 * BATCH) as f64);
            error = 0.0;
        }
    }
    fs::write(path, descent.weights.write()).expect("a file that can be written");
}

/// A position a few random moves away from one of these, as the counted features judge it.
fn near(boards: &[Board], random: &mut Random) -> Sample {
    loop {
        let mut board = boards[random.below(boards.len() as u64) as usize].clone();
        for _ in 0..random.below(4) {
            if let Some(&chosen) = random.choose(&legal_moves(&board)) {
                board.play_unchecked(chosen);
            }
        }
        if board.checkers().is_empty() {
            return Sample::of(&board, sigmoid(evaluate(&board) as f32 / PAWNS as f32));
        }
    }
}

fn learn(start: &str, path: &str, rounds: usize, positions: &[&str]) {
    let (mut samples, mut judge, mut counted) = (Vec::new(), Vec::new(), 0.0);
    for (i, (board, white)) in positions.iter().flat_map(|file| read(file)).enumerate() {
        let target = if board.side_to_move() == Color::White { white } else { 1.0 - white };
        // Every twentieth stretch is kept for the judge: whole games, since positions of one game are alike.
        if i / 1000 % 20 == 19 {
            judge.push(Sample::of(&board, target));
            counted += f64::from(sigmoid(evaluate(&board) as f32 / PAWNS as f32) - target).powi(2);
        } else {
            samples.push(Sample::of(&board, target));
        }
    }
    eprintln!("{} positions to learn from, {} to judge by", samples.len(), judge.len());
    eprintln!("error of the counted features on positions kept back {:.6}", counted / judge.len().max(1) as f64);
    let weights = Weights::read(&fs::read(start).expect("a readable file of weights"));
    let mut descent = Descent::from(weights, LEARNING, rounds * samples.len().div_ceil(BATCH));
    let mut random = Random::new(1);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let kept: Vec<u32> = (0..judge.len() as u32).collect();
    for round in 1..=rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u64 + 1) as usize);
        }
        let error: f64 = order.chunks(BATCH).map(|batch| descent.step(&samples, batch)).sum();
        let kept = descent.add_slopes(&judge, &kept) / judge.len().max(1) as f64;
        descent.slopes.iter_mut().for_each(|slopes| *slopes = Weights::zero());
        eprintln!("round {round}: error {:.6}, of positions kept back {kept:.6}", error / samples.len() as f64);
    }
    fs::write(path, descent.weights.whole()).expect("a file that can be written");
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Sample {
    fn of(board: &Board, target: f32) -> Self {
        let mover = board.side_to_move();
        let mut seen = [[0; 32]; 2];
        for (seen, player) in seen.iter_mut().zip([mover, !mover]) {
            seen.iter_mut().zip(inputs(board, player)).for_each(|(place, input)| *place = input as u16);
        }
        Self { seen, pieces: board.occupied().len() as u8, output: output(board) as u8, target }
    }
}

impl Weights {
    fn zero() -> Self {
        let row = [0.0; NEURONS];
        Self { inputs: vec![row; INPUTS], biases: row, outputs: [[row; 2]; OUTPUTS], output_biases: [0.0; OUTPUTS] }
    }

    fn random(random: &mut Random) -> Self {
        let mut weights = Self::zero();
        let mut within = |most: f64| ((2.0 * random.unit() - 1.0) * most) as f32;
        let [inputs, biases, outputs, _] = weights.parts();
        inputs.iter_mut().for_each(|weight| *weight = within(0.08));
        biases.fill(0.2);
        outputs.iter_mut().for_each(|weight| *weight = within(0.2));
        weights
    }

    /// All numbers in the order of the file, in one piece after the other.
    fn parts(&mut self) -> [&mut [f32]; 4] {
        let outputs = self.outputs.as_flattened_mut().as_flattened_mut();
        [self.inputs.as_flattened_mut(), &mut self.biases, outputs, &mut self.output_biases]
    }

    fn read(file: &[u8]) -> Self {
        let mut weights = Self::zero();
        let mut numbers = file.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        weights
            .parts()
            .into_iter()
            .flatten()
            .for_each(|weight| *weight = numbers.next().expect("as many as were written"));
        weights
    }

    fn write(&mut self) -> Vec<u8> {
        self.parts().into_iter().flat_map(|part| &*part).flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// As whole numbers, which is what the engine reads.
    fn whole(&mut self) -> Vec<u8> {
        let parts = self.parts().into_iter().zip([ONE, ONE, OUTPUT_ONE, OUTPUT_ONE]);
        let whole = parts.flat_map(|(part, one)| part.iter().map(move |weight| (weight * one as f32).round() as i16));
        whole.flat_map(i16::to_le_bytes).collect()
    }
}

/// Weights on their way downhill.
struct Descent {
    weights: Weights,
    /// Sums of slopes, one for each thread.
    slopes: Vec<Weights>,
    first: Weights,
    second: Weights,
    sizes: [f32; 2],
    taken: usize,
    steps: usize,
}

impl Descent {
    fn from(weights: Weights, sizes: [f32; 2], steps: usize) -> Self {
        let slopes = vec![Weights::zero(); THREADS];
        Self { weights, slopes, first: Weights::zero(), second: Weights::zero(), sizes, taken: 0, steps }
    }

    /// Takes a step by a batch; returns the sum of its squared errors before.
    fn step(&mut self, samples: &[Sample], batch: &[u32]) -> f64 {
        let error = self.add_slopes(samples, batch);
        self.taken += 1;
        let done = self.taken as f32 / self.steps as f32;
        let [most, least] = self.sizes;
        let size = least + (most - least) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        let taken = self.taken as i32;
        let (one, two) = (1.0 - 0.9f32.powi(taken), 1.0 - 0.999f32.powi(taken));
        let mut slopes: Vec<_> = self.slopes.iter_mut().map(Weights::parts).collect();
        let moments = self.first.parts().into_iter().zip(self.second.parts());
        for (part, (weights, (first, second))) in self.weights.parts().into_iter().zip(moments).enumerate() {
            for i in 0..weights.len() {
                let slope: f32 = slopes.iter_mut().map(|slopes| std::mem::take(&mut slopes[part][i])).sum();
                let slope = slope / batch.len() as f32;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                let moved = weights[i] - size * (first[i] / one) / ((second[i] / two).sqrt() + 1e-8);
                weights[i] = moved.clamp(-GREATEST, GREATEST);
            }
        }
        error
    }

    /// Adds up the slopes of a batch, a part on each thread; returns the sum of the squared errors.
    fn add_slopes(&mut self, samples: &[Sample], batch: &[u32]) -> f64 {
        const PART: usize = 128;
        let (next, weights) = (&AtomicUsize::new(0), &self.weights);
        std::thread::scope(|scope| {
            let work = |slopes: &mut Weights| {
                let mut error = 0.0;
                while let Some(part) = batch.chunks(PART).nth(next.fetch_add(1, Ordering::Relaxed)) {
                    error += part.iter().map(|&i| add_slope(&samples[i as usize], weights, slopes)).sum::<f64>();
                }
                error
            };
            let threads: Vec<_> = self.slopes.iter_mut().map(|slopes| scope.spawn(move || work(slopes))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread fails")).sum()
        })
    }
}

/// The squared error of a position; its slope is added.
fn add_slope(sample: &Sample, weights: &Weights, slopes: &mut Weights) -> f64 {
    let pieces = usize::from(sample.pieces);
    let output = usize::from(sample.output);
    let mut sums = [weights.biases; 2];
    for (sums, seen) in sums.iter_mut().zip(&sample.seen) {
        for &input in &seen[..pieces] {
            let row = &weights.inputs[usize::from(input)];
            for i in 0..NEURONS {
                sums[i] += row[i];
            }
        }
    }
    let mut value = weights.output_biases[output];
    for (sums, weights) in sums.iter().zip(&weights.outputs[output]) {
        let mut parts = [0.0f32; 16];
        for (sums, weights) in sums.chunks_exact(16).zip(weights.chunks_exact(16)) {
            for i in 0..16 {
                let says = sums[i].clamp(0.0, 1.0);
                parts[i] += says * says * weights[i];
            }
        }
        value += parts.iter().sum::<f32>();
    }
    let predicted = sigmoid(value);
    let miss = predicted - sample.target;
    let slope = 2.0 * miss * predicted * (1.0 - predicted);
    slopes.output_biases[output] += slope;
    for player in 0..2 {
        let mut back = [0.0f32; NEURONS];
        let (sums, weights) = (&sums[player], &weights.outputs[output][player]);
        let into = &mut slopes.outputs[output][player];
        for i in 0..NEURONS {
            let says = sums[i].clamp(0.0, 1.0);
            into[i] += slope * says * says;
            let open = if sums[i] > 0.0 && sums[i] < 1.0 { 2.0 * says } else { 0.0 };
            back[i] = slope * open * weights[i];
            slopes.biases[i] += back[i];
        }
        for &input in &sample.seen[player][..pieces] {
            let row = &mut slopes.inputs[usize::from(input)];
            for i in 0..NEURONS {
                row[i] += back[i];
            }
        }
    }
    f64::from(miss * miss)
}

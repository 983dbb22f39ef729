//! Random matrices of every kind that has ever broken a solver; a plain generator, so that a seed means one matrix.
#![allow(dead_code, unreachable_pub, reason = "shared by tests, benches and examples, each of which uses a part")]

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer from 0 to `end − 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A real number from −1 to 1.
    pub fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// An integer from −`limit` to `limit`, as a payoff.
    pub fn integer(&mut self, limit: usize) -> f64 {
        self.below(2 * limit + 1) as f64 - limit as f64
    }
}

/// How the payoffs are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Win, draw, loss: very degenerate.
    Signs,
    /// Integers to ±100.
    Integers,
    /// Reals from −1 to 1.
    Reals,
    /// Rows and columns repeated exactly.
    Degenerate,
    /// All payoffs within a few units in the last place of each other, or of a rank-one pattern.
    NearTie,
    /// Some rows and columns constant.
    ConstantRows,
    /// Magnitudes from 10⁻³⁰⁰ to 10³⁰⁰, one per matrix.
    Scaled,
    /// Magnitudes mixed within one matrix.
    Mixed,
    /// A large constant added to small differences.
    Offset,
    /// Zeros beside numbers of one magnitude from 10⁻³⁰⁰ to 10³⁰⁰.
    Sparse,
}

/// How many matrices a test draws that usually draws so many: so many times as many as there are in a million, if the environment
/// says `SECATEUR_MATRICES=1000000`.
pub fn rounds(usual: usize) -> usize {
    let all: Option<usize> = std::env::var("SECATEUR_MATRICES").ok().and_then(|all| all.parse().ok());
    all.map_or(usual, |all| all * usual / 50_000 + 1)
}

/// Where a test begins to draw; elsewhere if the environment says `SECATEUR_SEED`.
pub fn seeded(usual: u64) -> Random {
    let seed = std::env::var("SECATEUR_SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    Random(seed.map_or(usual, |seed| seed.wrapping_mul(0x9e37_79b9) ^ usual))
}

/// Every kind.
pub const KINDS: [Kind; 10] = [
    Kind::Signs,
    Kind::Integers,
    Kind::Reals,
    Kind::Degenerate,
    Kind::NearTie,
    Kind::ConstantRows,
    Kind::Scaled,
    Kind::Mixed,
    Kind::Offset,
    Kind::Sparse,
];

/// A row-major matrix.
pub fn draw(random: &mut Random, kind: Kind, rows: usize, columns: usize) -> Vec<f64> {
    let mut payoffs: Vec<f64> = (0..rows * columns)
        .map(|_| match kind {
            Kind::Signs => random.integer(1),
            Kind::Integers | Kind::Degenerate => random.integer(100),
            Kind::ConstantRows => random.integer(4),
            Kind::NearTie | Kind::Reals | Kind::Scaled => random.real(),
            Kind::Sparse => random.real() * random.below(2) as f64,
            Kind::Mixed => random.real() * 10f64.powi(random.below(17) as i32 - 8),
            Kind::Offset => 1e6 + random.real(),
        })
        .collect();
    match kind {
        Kind::Degenerate => {
            for _ in 0..rows / 2 {
                let (from, to) = (random.below(rows), random.below(rows));
                payoffs.copy_within(from * columns..(from + 1) * columns, to * columns);
            }
            for _ in 0..columns / 2 {
                let (from, to) = (random.below(columns), random.below(columns));
                for row in payoffs.chunks_exact_mut(columns) {
                    row[to] = row[from];
                }
            }
        }
        Kind::NearTie => {
            // Matching pennies on sums of indices, disturbed in the last digits: many almost optimal bases.
            let disturbance = 2f64.powi(-(random.below(44) as i32) - 8);
            for (at, payoff) in payoffs.iter_mut().enumerate() {
                let (i, j) = (at / columns, at % columns);
                *payoff = *payoff * disturbance + if (i + j) % 2 == 0 { 1.0 } else { -0.5 };
            }
        }
        Kind::ConstantRows => {
            let row = random.below(rows);
            let value = random.integer(2);
            payoffs[row * columns..][..columns].fill(value);
            let column = random.below(columns);
            for row in payoffs.chunks_exact_mut(columns) {
                row[column] = value;
            }
        }
        Kind::Scaled | Kind::Sparse => {
            let scale = 10f64.powi(random.below(601) as i32 - 300);
            payoffs.iter_mut().for_each(|payoff| *payoff *= scale);
        }
        _ => {}
    }
    payoffs
}

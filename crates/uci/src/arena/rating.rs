//! What a result means: Elo with an error bar, and a test that ends a match as soon as the answer is clear.
//!
//! The unit is a pair of games from one opening with colours exchanged: the games of a pair are not independent, the pairs
//! are. With `s` the mean score of a pair (0 to 1) and `v` its variance, the mean of `n` pairs is about normal with
//! variance `v / n`. The sequential test compares two hypotheses about Elo by their likelihood ratio under that
//! approximation (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).

/// A result in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference; infinite where one side won everything.
    pub elo: f64,
    /// With 95 % confidence it lies within this distance.
    pub error: f64,
    /// The probability that the first engine is the stronger.
    pub superiority: f64,
}

/// Mean and variance of a pair's score, from 0 to 1.
fn moments(pairs: [usize; 5]) -> Option<(f64, f64, f64)> {
    let n: f64 = pairs.iter().sum::<usize>() as f64;
    if n == 0.0 {
        return None;
    }
    let mean = pairs.iter().enumerate().map(|(points, &times)| points as f64 / 4.0 * times as f64).sum::<f64>() / n;
    let variance = pairs.iter().enumerate().map(|(points, &times)| (points as f64 / 4.0 - mean).powi(2) * times as f64);
    Some((n, mean, variance.sum::<f64>() / n))
}

/// The difference in Elo that makes this score likely.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo makes likely.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Rating {
    /// The rating of a match, by pairs: how many brought the first engine 0, ½, 1, 1½ and 2 points.
    pub fn of_pairs(pairs: [usize; 5]) -> Self {
        let Some((n, mean, variance)) = moments(pairs) else {
            return Self { elo: 0.0, error: f64::INFINITY, superiority: 0.5 };
        };
        let deviation = (variance / n).sqrt();
        let ends = interval(mean, deviation).map(elo);
        let superiority = if deviation > 0.0 {
            normal((mean - 0.5) / deviation)
        } else {
            // All pairs went alike. Whatever share of the pairs the first engine wins in truth was equally likely before.
            let doubt = 0.5_f64.powf(n + 1.0);
            if mean > 0.5 {
                1.0 - doubt
            } else if mean < 0.5 {
                doubt
            } else {
                0.5
            }
        };
        // Pairs that all went alike say nothing about how far from the truth they are.
        let error = if deviation > 0.0 { (ends[1] - ends[0]) / 2.0 } else { f64::INFINITY };
        // The sum turns −0 into 0.
        Self { elo: elo(mean) + 0.0, error, superiority }
    }
}

/// Where a score lies with 95 % confidence (E. B. Wilson, 1927): always between 0 and 1, also where almost everything was won.
fn interval(mean: f64, deviation: f64) -> [f64; 2] {
    // As many games, each won or lost, would have this deviation.
    let games = mean * (1.0 - mean) / deviation.powi(2);
    let z = 1.96 * 1.96 / games;
    let centre = (mean + z / 2.0) / (1.0 + z);
    let reach = 1.96 * (deviation.powi(2) + z / (4.0 * games)).sqrt() / (1.0 + z);
    [centre - reach, centre + reach]
}

/// The probability that a normal variable is at most `x` (Abramowitz and Stegun 26.2.17; within 1e-7).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis: no better than this.
    pub elo0: f64,
    /// The second: at least this much better.
    pub elo1: f64,
    /// How often the second may be taken though the first is true, and the other way round.
    pub error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not yet clear.
    GoOn,
    /// The first hypothesis.
    First,
    /// The second.
    Second,
}

impl Sprt {
    /// The logarithm of the likelihood ratio.
    pub fn ratio(&self, pairs: [usize; 5]) -> f64 {
        let Some((n, mean, variance)) = moments(pairs) else { return 0.0 };
        let (s0, s1) = (score(self.elo0), score(self.elo1));
        // Pairs that all went alike say nothing about their variance: half a pair of each kind stands in.
        let variance = variance.max(0.5 / 16.0 / n);
        n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What it says.
    pub fn verdict(&self, pairs: [usize; 5]) -> Verdict {
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.ratio(pairs) {
            ratio if ratio >= bound => Verdict::Second,
            ratio if ratio <= -bound => Verdict::First,
            _ => Verdict::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_ratings() {
        let even = Rating::of_pairs([10, 20, 40, 20, 10]);
        assert!(even.elo.abs() < 1e-9 && (even.superiority - 0.5).abs() < 1e-6);
        // 64 % is 100 Elo.
        let better = Rating::of_pairs([0, 0, 44, 56, 0]);
        assert!((better.elo - elo(0.64)).abs() < 1e-9 && (better.elo - 99.95).abs() < 0.1, "{better:?}");
        assert!(better.superiority > 0.999 && better.error < 20.0);
        // Almost everything won: a finite error bar, wider than that of an even match.
        let crushing = Rating::of_pairs([0, 1, 0, 1, 7]);
        assert!(crushing.error > 80.0 && crushing.error < 300.0, "{crushing:?}");
        assert_eq!(Rating::of_pairs([0; 5]).error, f64::INFINITY);
        assert_eq!(Rating::of_pairs([0, 0, 9, 0, 0]).error, f64::INFINITY);
        let sweep = Rating::of_pairs([0, 0, 0, 0, 5]);
        assert!(sweep.elo == f64::INFINITY && sweep.superiority == 63.0 / 64.0);
        assert_eq!(Rating::of_pairs([3, 0, 0, 0, 0]).superiority, 1.0 / 16.0);
        assert_eq!(Rating::of_pairs([0, 0, 4, 0, 0]).superiority, 0.5);
        assert!((score(elo(0.3)) - 0.3).abs() < 1e-12);
        assert!((normal(1.96) - 0.975).abs() < 1e-4);
    }

    /// The error bar covers the truth about as often as it says, on simulated matches.
    #[test]
    fn error_bars_and_tests_are_honest() {
        let mut random = Random(7);
        let (mut covered, mut wrong, rounds) = (0, 0, 400);
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, error: 0.05 };
        // Each game is won with probability 0.3, drawn with 0.4: even.
        for _ in 0..rounds {
            let mut pairs = [0; 5];
            for _ in 0..150 {
                let points = random.points() + random.points();
                pairs[points] += 1;
            }
            let rating = Rating::of_pairs(pairs);
            covered += usize::from(rating.elo.abs() <= rating.error);
            let mut pairs = [0; 5];
            while sprt.verdict(pairs) == Verdict::GoOn {
                pairs[random.points() + random.points()] += 1;
            }
            wrong += usize::from(sprt.verdict(pairs) == Verdict::Second);
        }
        assert!(covered > rounds * 92 / 100 && covered < rounds * 98 / 100, "{covered}");
        assert!(wrong < rounds * 8 / 100, "{wrong}");
    }

    struct Random(u64);

    impl Random {
        fn points(&mut self) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            match self.0 % 10 {
                0..3 => 0,
                3..7 => 1,
                _ => 2,
            }
        }
    }
}

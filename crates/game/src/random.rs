//! A small repeatable source of randomness.

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine and for every version of this project,
/// which no general-purpose crate promises. Instances of experiments are named by their seed, so this matters.
///
/// ```
/// use secateur_game::Random;
///
/// let mut dice = Random::new(7);
/// let roll = dice.below(6) + 1;
/// assert!((1..=6).contains(&roll));
/// assert_eq!(Random::new(7).next_u64(), Random::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        Self::mix(self.0)
    }

    /// A bijection of 64 bits that scatters neighbours: the finaliser of SplitMix64. Also a good hash of a key.
    #[inline(always)]
    pub fn mix(bits: u64) -> u64 {
        let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `end`, uniformly (Lemire's multiplication with rejection).
    ///
    /// # Panics
    ///
    /// If `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        assert!(end > 0, "there is no number below 0");
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(end);
            let (high, low) = ((wide >> 64) as u64, wide as u64);
            // Of the 2^64 inputs, the first 2^64 mod end would favour some results.
            if low >= end.wrapping_neg() % end {
                return high;
            }
        }
    }

    /// A real number in `[0, 1)`, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (0.5f64).powi(53)
    }

    /// One of the items, unless there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs for seed 1234567, as printed in several reference implementations.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn small_ranges_are_uniform() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}

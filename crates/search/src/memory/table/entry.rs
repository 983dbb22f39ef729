//! What an entry of the table is made of: a whole key, two bounds, and a few bits on how to keep it.

use secateur_game::Random;
use secateur_value::{Bounds, Real};

/// A key that the table stores whole, as a few words.
pub trait TableKey: Copy + Eq + Send + Sync {
    /// How many words, at most 4.
    const WORDS: usize;

    /// Writes the key into that many words.
    fn write(self, words: &mut [u64]);

    /// Scattered bits that say where the key lives.
    fn scatter(self) -> u64;
}

impl TableKey for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self;
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(self)
    }
}

impl TableKey for u32 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self.into();
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(self.into())
    }
}

impl TableKey for u128 {
    const WORDS: usize = 2;

    #[inline(always)]
    fn write(self, words: &mut [u64]) {
        words[0] = self as u64;
        words[1] = (self >> 64) as u64;
    }

    #[inline(always)]
    fn scatter(self) -> u64 {
        Random::mix(Random::mix(self as u64) ^ (self >> 64) as u64)
    }
}

/// A value whose bounds the table can store, as a few words together with 32 bits of its own.
pub trait TableValue: Copy {
    /// How many words two bounds and 32 bits take.
    const WORDS: usize;

    /// Writes bounds and bits into that many words.
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]);

    /// Reads them back.
    fn read(words: &[u64]) -> (Bounds<Self>, u32);
}

macro_rules! narrow_value {
    ($($type:ty),*) => {$(
        impl TableValue for $type {
            const WORDS: usize = 1;
            #[inline(always)]
            fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
                let (lower, upper) = (u64::from(bounds.lower as u16), u64::from(bounds.upper as u16));
                words[0] = u64::from(bits) << 32 | lower << 16 | upper;
            }
            #[inline(always)]
            fn read(words: &[u64]) -> (Bounds<Self>, u32) {
                let bounds = Bounds { lower: (words[0] >> 16) as $type, upper: words[0] as $type };
                (bounds, (words[0] >> 32) as u32)
            }
        }
    )*};
}
narrow_value!(i8, i16, u8, u16);

macro_rules! half_word_value {
    ($($type:ty),*) => {$(
        impl TableValue for $type {
            const WORDS: usize = 2;

            #[inline(always)]
            fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
                words[0] = bits.into();
                words[1] = u64::from(bounds.lower as u32) << 32 | u64::from(bounds.upper as u32);
            }

            #[inline(always)]
            fn read(words: &[u64]) -> (Bounds<Self>, u32) {
                (Bounds { lower: (words[1] >> 32) as $type, upper: words[1] as $type }, words[0] as u32)
            }
        }
    )*};
}
half_word_value!(i32, u32);

macro_rules! word_value {
    ($($type:ty),*) => {$(
        impl TableValue for $type {
            const WORDS: usize = 3;

            #[inline(always)]
            fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
                words[0] = bits.into();
                (words[1], words[2]) = (bounds.lower as u64, bounds.upper as u64);
            }

            #[inline(always)]
            fn read(words: &[u64]) -> (Bounds<Self>, u32) {
                (Bounds { lower: words[1] as $type, upper: words[2] as $type }, words[0] as u32)
            }
        }
    )*};
}
word_value!(i64, u64);

impl TableValue for bool {
    const WORDS: usize = 1;

    #[inline(always)]
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
        words[0] = u64::from(bits) << 32 | u64::from(bounds.lower) << 1 | u64::from(bounds.upper);
    }

    #[inline(always)]
    fn read(words: &[u64]) -> (Bounds<Self>, u32) {
        (Bounds { lower: words[0] & 2 != 0, upper: words[0] & 1 != 0 }, (words[0] >> 32) as u32)
    }
}

impl TableValue for Real {
    const WORDS: usize = 3;

    #[inline(always)]
    fn write(bounds: Bounds<Self>, bits: u32, words: &mut [u64]) {
        words[0] = bits.into();
        words[1] = bounds.lower.get().to_bits();
        words[2] = bounds.upper.get().to_bits();
    }

    #[inline(always)]
    fn read(words: &[u64]) -> (Bounds<Self>, u32) {
        // Only reals were written, so only reals are read; a reader never sees half an entry.
        let real = |bits| Real::new(f64::from_bits(bits)).unwrap_or(Real::ZERO);
        (Bounds { lower: real(words[1]), upper: real(words[2]) }, words[0] as u32)
    }
}

pub(crate) const GENERATIONS: u32 = 63;
pub(crate) const TO_THE_END: u32 = 0xFFF;
pub(crate) const NO_HINT: u8 = u8::MAX;

/// The bits that say how an entry is to be kept, from the top: reach 12, hint 8, effort 6, generation 6.
#[derive(Clone, Copy)]
pub(crate) struct Tag {
    pub(crate) reach: u32,
    pub(crate) hint: u8,
    /// The logarithm of the nodes that it took to find out.
    pub(crate) effort: u32,
    /// Which search it belongs to, from 1 to [`GENERATIONS`]; 0 marks a place that was never used.
    pub(crate) generation: u32,
}

impl Tag {
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.reach << 20 | u32::from(self.hint) << 12 | self.effort << 6 | self.generation
    }

    #[inline(always)]
    pub(crate) fn of(bits: u32) -> Self {
        Self { reach: bits >> 20, hint: (bits >> 12) as u8, effort: bits >> 6 & 63, generation: bits & 63 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<V: TableValue + PartialEq + std::fmt::Debug>(ends: &[V]) {
        for (&lower, &upper) in ends.iter().flat_map(|lower| ends.iter().map(move |upper| (lower, upper))) {
            for bits in [0, 1, 0xABCD_EF01, u32::MAX] {
                let mut words = [0; 4];
                V::write(Bounds { lower, upper }, bits, &mut words[..V::WORDS]);
                assert_eq!(V::read(&words[..V::WORDS]), (Bounds { lower, upper }, bits));
            }
        }
    }

    #[test]
    fn every_value_comes_back_from_the_table() {
        comes_back(&[false, true]);
        comes_back(&[i8::MIN, -1, 0, 7, i8::MAX]);
        comes_back(&[0, 200, u8::MAX]);
        comes_back(&[i16::MIN, -1, 0, i16::MAX]);
        comes_back(&[0, 40_000, u16::MAX]);
        comes_back(&[i32::MIN, -1, 0, i32::MAX]);
        comes_back(&[0, 3_000_000_000, u32::MAX]);
        comes_back(&[i64::MIN, -1, 0, i64::MAX]);
        comes_back(&[0, u64::MAX / 2 + 1, u64::MAX]);
        comes_back(&[Real::from(-1), Real::ZERO, Real::from(3)]);
    }
}

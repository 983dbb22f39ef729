//! Eight doubles at a time, on three kinds of machine.
//!
//! [`Lanes`] is the small vocabulary in which the simplex, the interval and the dual simplex are written once. It has
//! three implementations: AVX-512 (one register), AVX2 with FMA (two registers) and plain arrays. [`Level`] says which
//! of them the machine can run, and [`dispatch`] compiles a whole [`Kernel`] for the chosen one, so that nothing is
//! called through a pointer and nothing is spilled between two operations.
//!
//! # Safety
//!
//! This file and its two children for x86 are the only ones of the crate with `unsafe` code, and there are two reasons
//! for it:
//!
//! 1. *Instructions the machine may lack.* `Avx512` and `Avx2` are private to their files and appear only as type
//!    arguments of a kernel that [`dispatch`] runs, under a [`Level`] that only [`Level::available`] hands out, after
//!    the machine was asked. Every intrinsic is therefore executed only where it exists.
//! 2. *Memory.* Full loads and stores go through a [`Block`], which is exactly 64 aligned bytes. The one masked load
//!    takes a slice and never touches a lane beyond its end. [`lanes`] views blocks as the doubles that they are.
#![allow(unsafe_code, reason = "explicit vector instructions; the safety argument is in the module documentation")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

/// Doubles in one [`Block`].
pub(crate) const LANES: usize = 8;

/// The bits of the upper half of a number that its place among at most 64 lanes replaces when lanes are ranked.
const TAG: i32 = 63;

/// One vector in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [f64; LANES]);

impl Block {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
}

/// The numbers in a row of blocks.
pub(crate) fn lanes(blocks: &[Block]) -> &[f64] {
    // SAFETY: a block is eight doubles without padding, and so is a sequence of them.
    unsafe { std::slice::from_raw_parts(blocks.as_ptr().cast(), blocks.len() * LANES) }
}

/// The numbers in a row of blocks, to be changed.
pub(crate) fn lanes_mut(blocks: &mut [Block]) -> &mut [f64] {
    // SAFETY: as in `lanes`; the borrow is exclusive.
    unsafe { std::slice::from_raw_parts_mut(blocks.as_mut_ptr().cast(), blocks.len() * LANES) }
}

/// A lane of several vectors by way of memory, where no instruction finds it.
#[inline(always)]
fn at_in_memory<V: Lanes, const N: usize>(vectors: &[V; N], place: Place<V>) -> V {
    let mut blocks = [Block::ZERO; N];
    for (vector, block) in vectors.iter().zip(&mut blocks) {
        vector.store(block);
    }
    V::splat(lanes(&blocks)[place.index])
}

/// Where a lane of several vectors is.
#[derive(Clone, Copy)]
pub(crate) struct Place<V> {
    /// Eight times the number of the vector, plus the lane.
    pub(crate) index: usize,
    /// The index in the lowest bits of every lane, for machines that choose lanes by a vector; other bits are arbitrary.
    repeated: V,
}

impl<V: Lanes> Place<V> {
    #[inline(always)]
    pub(crate) fn new(index: usize) -> Self {
        Self { index, repeated: V::splat(f64::from_bits(index as u64)) }
    }
}

/// Eight doubles in registers.
pub(crate) trait Lanes: Copy {
    fn splat(value: f64) -> Self;
    fn load(block: &Block) -> Self;
    fn store(self, block: &mut Block);
    /// The first eight values of the slice; lanes beyond its end repeat `fill`.
    fn load_front(values: &[f64], fill: f64) -> Self;
    /// Rows become columns.
    fn transpose(rows: [Self; LANES]) -> [Self; LANES];
    /// One lane of several vectors, repeated.
    #[inline(always)]
    fn at<const N: usize>(vectors: &[Self; N], place: Place<Self>) -> Self {
        at_in_memory(vectors, place)
    }
    fn first(self) -> f64;
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    /// Smaller of each pair; `other` where a lane is not a number.
    fn min(self, other: Self) -> Self;
    /// Larger of each pair; `other` where a lane is not a number.
    fn max(self, other: Self) -> Self;
    /// `self + a·b`, fused or not.
    fn plus_product(self, a: Self, b: Self) -> Self;
    /// `self − a·b`, fused or not.
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// Takes one lane from `other`; none if `lane` is not below 8.
    fn with_lane(self, lane: usize, other: Self) -> Self;
    fn negative(self) -> Self;
    /// Zero in lanes whose bit is not set.
    fn keep(self, mask: u8) -> Self;
    /// `1 / self`, right to four digits.
    fn rough_reciprocal(self) -> Self;
    /// `yes` where `self > threshold`, `no` elsewhere.
    fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self;
    /// Bit `i` is set where lane `i` is greater than that of `other`.
    fn above_mask(self, other: Self) -> u32;
    /// A power of two between 1/(2x) and 1/x, for positive x that are neither tiny nor huge.
    fn power_of_two_below_reciprocal(self) -> Self;
    /// Bit `i` is set where lane `i` of both is equal.
    fn equal_mask(self, other: Self) -> u32;
    /// The smallest lane, repeated.
    fn smallest(self) -> Self;
    /// The largest lane, repeated.
    fn largest(self) -> Self;
    fn sum(self) -> f64;
    /// Where the largest lane of several vectors is. Lanes are ranked by the upper halves of their bits, in which they
    /// carry their places: one that falls short by less than 2⁻¹³ of the largest may win. Negative lanes are not ranked
    /// among each other.
    fn rank_largest<const N: usize>(vectors: &[Self; N]) -> Place<Self>;
    /// Where the smallest lane is, ranked as roughly; lanes may have either sign.
    fn rank_smallest<const N: usize>(vectors: &[Self; N]) -> Place<Self>;
}

/// Work that is compiled once for each implementation of [`Lanes`]. Mark `run` and all it calls `#[inline(always)]`.
pub(crate) trait Kernel {
    type Output;
    fn run<V: Lanes>(self) -> Self::Output;
}

/// The vector instructions that a solver uses.
///
/// A value of this type is a proof that the machine has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Level {
    /// Every level that this machine can run, the fastest first. The portable one is always the last.
    pub fn available() -> impl Iterator<Item = Self> {
        let mut found = [None; 3];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            if bits && is_x86_feature_detected!("avx512f") {
                found[0] = Some(Self(Instructions::Avx512));
            }
            if bits && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                found[1] = Some(Self(Instructions::Avx2));
            }
        }
        found[2] = Some(Self::portable());
        found.into_iter().flatten()
    }

    /// The fastest level of this machine.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::portable())
    }

    /// The level that needs no special instructions.
    #[must_use]
    pub const fn portable() -> Self {
        Self(Instructions::Portable)
    }

    /// `"avx512"`, `"avx2"` or `"portable"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            Instructions::Portable => "portable",
        }
    }
}

/// Runs `kernel` with the instructions of `level`.
#[inline]
pub(crate) fn dispatch<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level.0 {
        // SAFETY: a `Level` of this kind exists only after the machine was found to have these instructions.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { avx512::run(kernel) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { avx2::run(kernel) },
        Instructions::Portable => kernel.run::<portable::Portable>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on one pair of vectors; small integers, so that fused and unfused products agree.
    struct Everything {
        a: Block,
        b: Block,
        count: usize,
        lane: usize,
    }

    impl Kernel for Everything {
        type Output = Vec<f64>;
        #[inline(always)]
        fn run<V: Lanes>(self) -> Vec<f64> {
            let (a, b) = (V::load(&self.a), V::load(&self.b));
            let rows = std::array::from_fn(|row| a.with_lane(row, b).mul(V::splat(1.0 + row as f64)));
            let vectors = [
                V::splat(3.0),
                V::load_front(&self.a.0[..self.count], 7.0),
                a.add(b),
                a.mul(b),
                a.div(b),
                a.min(b),
                a.max(b),
                a.plus_product(a, b),
                a.minus_product(a, b),
                a.with_lane(self.lane, b),
                a.negative(),
                a.select_above(b, a, V::splat(0.5)),
                a.keep(self.lane as u8 * 23),
                a.smallest(),
                a.largest(),
                V::at(&[a], Place::new(self.lane % 8)),
                V::at(&[a, b], Place::new(self.lane)),
                V::at(&[a, b, a.add(b)], Place::new(2 * self.lane)),
                a.max(V::splat(1.0)).power_of_two_below_reciprocal(),
            ];
            let mut out = vec![a.first(), a.sum(), f64::from(a.equal_mask(b.smallest())), f64::from(a.above_mask(b))];
            for vector in vectors.into_iter().chain(V::transpose(rows)) {
                let mut block = Block::ZERO;
                vector.store(&mut block);
                out.extend_from_slice(&block.0);
            }
            out
        }
    }

    #[test]
    fn every_level_agrees_with_the_portable_one() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) % 19) as f64 - 9.25
        };
        for round in 0..2_000 {
            let a = Block(std::array::from_fn(|_| next()));
            let b = Block(std::array::from_fn(|_| next()));
            let all = |level| dispatch(level, Everything { a, b, count: round % 9, lane: round % 11 });
            let expected = all(Level::portable());
            for level in Level::available() {
                assert_eq!(all(level), expected, "{}", level.name());
            }
        }
    }

    #[test]
    fn ranks_are_right_to_four_digits() {
        struct Rank([Block; 3]);
        impl Kernel for Rank {
            type Output = (usize, usize, [f64; 2]);
            #[inline(always)]
            fn run<V: Lanes>(self) -> Self::Output {
                let vectors = [V::load(&self.0[0]), V::load(&self.0[1]), V::load(&self.0[2])];
                let (most, least) = (V::rank_largest(&vectors), V::rank_smallest(&vectors));
                (most.index, least.index, [V::at(&vectors, most).first(), V::at(&vectors, least).first()])
            }
        }
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 32) as f64 / f64::from(1 << 30)).powi(3) - 8.0
        };
        for _ in 0..2_000 {
            let blocks = [(); 3].map(|()| Block([(); LANES].map(|()| next())));
            let all = lanes(&blocks);
            let (most, least) = all.iter().fold((f64::MIN, f64::MAX), |(a, b), &x| (a.max(x), b.min(x)));
            for level in Level::available() {
                let (at_most, at_least, found) = dispatch(level, Rank(blocks));
                assert_eq!(found, [all[at_most], all[at_least]], "{}", level.name());
                assert!((found[0] - most).abs() <= 2f64.powi(-13) * most.abs(), "{}: {blocks:?}", level.name());
                assert!((found[1] - least).abs() <= 2f64.powi(-13) * least.abs(), "{}: {blocks:?}", level.name());
            }
        }
    }

    #[test]
    fn not_a_number_yields_to_the_second_operand() {
        struct Clamp;
        impl Kernel for Clamp {
            type Output = (f64, f64);
            #[inline(always)]
            fn run<V: Lanes>(self) -> (f64, f64) {
                let bad = V::splat(f64::NAN);
                (bad.max(V::splat(0.0)).sum(), bad.min(V::splat(1.0)).sum())
            }
        }
        for level in Level::available() {
            assert_eq!(dispatch(level, Clamp), (0.0, 8.0), "{}", level.name());
        }
    }
}

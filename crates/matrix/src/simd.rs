//! Eight doubles at a time, on three kinds of machine.
//!
//! [`Lanes`] is the small vocabulary in which the simplex, the interval and the dual simplex are written once. It has
//! three implementations: AVX-512 (one register), AVX2 with FMA (two registers) and plain arrays. [`Level`] says which
//! of them the machine can run, and [`dispatch`] compiles a whole [`Kernel`] for the chosen one, so that nothing is
//! called through a pointer and nothing is spilled between two operations.
//!
//! # Safety
//!
//! This is the only file of the crate with `unsafe` code, and there are two reasons for it:
//!
//! 1. *Instructions the machine may lack.* `Avx512` and `Avx2` are private to this file and appear only as type
//!    arguments in [`dispatch`], under a [`Level`] that only [`Level::available`] hands out, after the machine was
//!    asked. Every intrinsic below is therefore executed only where it exists.
//! 2. *Memory.* Full loads and stores go through a [`Block`], which is exactly 64 aligned bytes. The one masked load
//!    takes a slice and never touches a lane beyond its end. [`lanes`] views blocks as the doubles that they are.
#![allow(unsafe_code, reason = "explicit vector instructions; the safety argument is in the module documentation")]

/// Doubles in one [`Block`].
pub(crate) const LANES: usize = 8;

/// The bits of a number that a tag replaces: enough for a place among 64 lanes, and no more than rounding costs.
pub(crate) const TAG: u64 = 63;

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

/// Eight doubles in registers.
pub(crate) trait Lanes: Copy {
    fn splat(value: f64) -> Self;
    fn load(block: &Block) -> Self;
    fn store(self, block: &mut Block);
    /// The first eight values of the slice; lanes beyond its end repeat `fill`.
    fn load_front(values: &[f64], fill: f64) -> Self;
    /// Rows become columns.
    fn transpose(rows: [Self; LANES]) -> [Self; LANES];
    /// One lane, repeated; `lane` must be below 8.
    fn repeat_lane(self, lane: usize) -> Self;
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
    /// Replaces one lane; does nothing for `lane ≥ 8`.
    fn with_lane(self, lane: usize, value: f64) -> Self;
    /// `yes` where `self > threshold`, `no` elsewhere.
    fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self;
    /// Replaces the lowest bits of each lane, as many as [`TAG`] has, by those of `tags`.
    fn tagged(self, tags: Self) -> Self;
    /// Bit `i` is set where lane `i` of both is equal.
    fn equal_mask(self, other: Self) -> u32;
    /// The smallest lane, repeated.
    fn smallest(self) -> Self;
    /// The largest lane, repeated.
    fn largest(self) -> Self;
    fn sum(self) -> f64;
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
            if is_x86_feature_detected!("avx512f") {
                found[0] = Some(Self(Instructions::Avx512));
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
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
        Instructions::Avx512 => unsafe { x86::run_avx512(kernel) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { x86::run_avx2(kernel) },
        Instructions::Portable => kernel.run::<Portable>(),
    }
}

/// Plain arrays, which the compiler vectorises as it can.
#[derive(Clone, Copy)]
struct Portable([f64; LANES]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([value; LANES])
    }
    #[inline(always)]
    fn load(block: &Block) -> Self {
        Self(block.0)
    }
    #[inline(always)]
    fn store(self, block: &mut Block) {
        block.0 = self.0;
    }
    #[inline(always)]
    fn load_front(values: &[f64], fill: f64) -> Self {
        Self(std::array::from_fn(|lane| values.get(lane).copied().unwrap_or(fill)))
    }
    #[inline(always)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        std::array::from_fn(|column| Self(std::array::from_fn(|row| rows[row].0[column])))
    }
    #[inline(always)]
    fn repeat_lane(self, lane: usize) -> Self {
        Self::splat(self.0[lane % LANES])
    }
    #[inline(always)]
    fn first(self) -> f64 {
        self.0[0]
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn plus_product(self, a: Self, b: Self) -> Self {
        self.add(a.mul(b))
    }
    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        self.zip(a.mul(b), |x, product| x - product)
    }
    #[inline(always)]
    fn with_lane(mut self, lane: usize, value: f64) -> Self {
        if let Some(slot) = self.0.get_mut(lane) {
            *slot = value;
        }
        self
    }
    #[inline(always)]
    fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self {
        Self(std::array::from_fn(|lane| if self.0[lane] > threshold.0[lane] { yes.0[lane] } else { no.0[lane] }))
    }
    #[inline(always)]
    fn tagged(self, tags: Self) -> Self {
        self.zip(tags, |value, tag| f64::from_bits(value.to_bits() & !TAG | tag.to_bits()))
    }
    #[inline(always)]
    fn equal_mask(self, other: Self) -> u32 {
        (0..LANES).fold(0, |mask, lane| mask | (u32::from(self.0[lane] == other.0[lane]) << lane))
    }
    #[inline(always)]
    fn smallest(self) -> Self {
        Self::splat(self.0.into_iter().fold(f64::INFINITY, |a, b| if a < b { a } else { b }))
    }
    #[inline(always)]
    fn largest(self) -> Self {
        Self::splat(self.0.into_iter().fold(f64::NEG_INFINITY, |a, b| if a > b { a } else { b }))
    }
    #[inline(always)]
    fn sum(self) -> f64 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + b) + (c + d)) + ((e + f) + (g + h))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Every `unsafe` block here calls intrinsics under reason 1 of the file's documentation; the few that touch
    //! memory say why under reason 2.
    use super::{Block, Kernel, LANES, Lanes, TAG};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx512f")]
    pub(super) fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx512>()
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx2>()
    }

    #[derive(Clone, Copy)]
    struct Avx512(__m512d);

    /// Folds eight lanes with a commutative intrinsic and leaves the result in all of them.
    macro_rules! fold_eight {
        ($vector:expr, $both:ident) => {{
            let vector = $vector;
            let vector = $both(vector, _mm512_shuffle_f64x2::<0b01_00_11_10>(vector, vector));
            let vector = $both(vector, _mm512_shuffle_f64x2::<0b10_11_00_01>(vector, vector));
            $both(vector, _mm512_permute_pd::<0b0101_0101>(vector))
        }};
    }

    /// Transposes four vectors of four pairs of lanes.
    macro_rules! four_by_four {
        ($a:expr, $b:expr, $c:expr, $d:expr) => {{
            let (a, b, c, d) = ($a, $b, $c, $d);
            const EVEN: i32 = 0b10_00_10_00;
            const ODD: i32 = 0b11_01_11_01;
            let (top, bottom) = (_mm512_shuffle_f64x2::<EVEN>(a, b), _mm512_shuffle_f64x2::<EVEN>(c, d));
            let (first, third) = (_mm512_shuffle_f64x2::<EVEN>(top, bottom), _mm512_shuffle_f64x2::<ODD>(top, bottom));
            let (top, bottom) = (_mm512_shuffle_f64x2::<ODD>(a, b), _mm512_shuffle_f64x2::<ODD>(c, d));
            let (second, fourth) =
                (_mm512_shuffle_f64x2::<EVEN>(top, bottom), _mm512_shuffle_f64x2::<ODD>(top, bottom));
            [first, second, third, fourth]
        }};
    }

    impl Lanes for Avx512 {
        #[inline(always)]
        fn splat(value: f64) -> Self {
            unsafe { Self(_mm512_set1_pd(value)) }
        }
        #[inline(always)]
        fn load(block: &Block) -> Self {
            // Memory: a block is 64 aligned bytes.
            unsafe { Self(_mm512_load_pd(block.0.as_ptr())) }
        }
        #[inline(always)]
        fn store(self, block: &mut Block) {
            // Memory: a block is 64 aligned bytes.
            unsafe { _mm512_store_pd(block.0.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn load_front(values: &[f64], fill: f64) -> Self {
            let mask = ((1u32 << values.len().min(LANES)) - 1) as __mmask8;
            // Memory: lanes outside the mask are not read.
            unsafe { Self(_mm512_mask_loadu_pd(_mm512_set1_pd(fill), mask, values.as_ptr())) }
        }
        #[inline(always)]
        fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
            let [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)] = rows;
            unsafe {
                // Pairs of lanes first, then the pairs as a matrix of four by four.
                let even = four_by_four!(
                    _mm512_unpacklo_pd(a, b),
                    _mm512_unpacklo_pd(c, d),
                    _mm512_unpacklo_pd(e, f),
                    _mm512_unpacklo_pd(g, h)
                );
                let odd = four_by_four!(
                    _mm512_unpackhi_pd(a, b),
                    _mm512_unpackhi_pd(c, d),
                    _mm512_unpackhi_pd(e, f),
                    _mm512_unpackhi_pd(g, h)
                );
                let ([a, c, e, g], [b, d, f, h]) = (even, odd);
                [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
            }
        }
        #[inline(always)]
        fn repeat_lane(self, lane: usize) -> Self {
            unsafe { Self(_mm512_permutexvar_pd(_mm512_set1_epi64(lane as i64), self.0)) }
        }
        #[inline(always)]
        fn first(self) -> f64 {
            unsafe { _mm512_cvtsd_f64(self.0) }
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            unsafe { Self(_mm512_add_pd(self.0, other.0)) }
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            unsafe { Self(_mm512_mul_pd(self.0, other.0)) }
        }
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            unsafe { Self(_mm512_div_pd(self.0, other.0)) }
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            unsafe { Self(_mm512_min_pd(self.0, other.0)) }
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            unsafe { Self(_mm512_max_pd(self.0, other.0)) }
        }
        #[inline(always)]
        fn plus_product(self, a: Self, b: Self) -> Self {
            unsafe { Self(_mm512_fmadd_pd(a.0, b.0, self.0)) }
        }
        #[inline(always)]
        fn minus_product(self, a: Self, b: Self) -> Self {
            unsafe { Self(_mm512_fnmadd_pd(a.0, b.0, self.0)) }
        }
        #[inline(always)]
        fn with_lane(self, lane: usize, value: f64) -> Self {
            let mask = if lane < LANES { 1u8 << lane } else { 0 };
            unsafe { Self(_mm512_mask_mov_pd(self.0, mask, _mm512_set1_pd(value))) }
        }
        #[inline(always)]
        fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self {
            unsafe {
                let mask = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(self.0, threshold.0);
                Self(_mm512_mask_mov_pd(no.0, mask, yes.0))
            }
        }
        #[inline(always)]
        fn tagged(self, tags: Self) -> Self {
            unsafe {
                let kept = _mm512_andnot_si512(_mm512_set1_epi64(TAG as i64), _mm512_castpd_si512(self.0));
                Self(_mm512_castsi512_pd(_mm512_or_si512(kept, _mm512_castpd_si512(tags.0))))
            }
        }
        #[inline(always)]
        fn equal_mask(self, other: Self) -> u32 {
            unsafe { u32::from(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0)) }
        }
        #[inline(always)]
        fn smallest(self) -> Self {
            unsafe { Self(fold_eight!(self.0, _mm512_min_pd)) }
        }
        #[inline(always)]
        fn largest(self) -> Self {
            unsafe { Self(fold_eight!(self.0, _mm512_max_pd)) }
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            unsafe { _mm512_reduce_add_pd(self.0) }
        }
    }

    #[derive(Clone, Copy)]
    struct Avx2(__m256d, __m256d);

    /// Folds four lanes with a commutative intrinsic and leaves the result in all of them.
    macro_rules! fold_four {
        ($vector:expr, $both:ident) => {{
            let vector = $vector;
            let vector = $both(vector, _mm256_permute2f128_pd::<1>(vector, vector));
            $both(vector, _mm256_permute_pd::<0b0101>(vector))
        }};
    }

    impl Avx2 {
        #[inline(always)]
        fn twice(half: __m256d) -> Self {
            Self(half, half)
        }
        /// Transposes four rows of four lanes.
        #[inline(always)]
        fn quarter([a, b, c, d]: [__m256d; 4]) -> [__m256d; 4] {
            unsafe {
                let (even, odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
                let (even_below, odd_below) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
                [
                    _mm256_permute2f128_pd::<0x20>(even, even_below),
                    _mm256_permute2f128_pd::<0x20>(odd, odd_below),
                    _mm256_permute2f128_pd::<0x31>(even, even_below),
                    _mm256_permute2f128_pd::<0x31>(odd, odd_below),
                ]
            }
        }
        /// All bits set in the first `count` of four lanes.
        #[inline(always)]
        fn front_mask(count: usize) -> __m256i {
            unsafe { _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), _mm256_setr_epi64x(0, 1, 2, 3)) }
        }
        /// All bits set in one of four lanes, or in none.
        #[inline(always)]
        fn lane_mask(lane: usize) -> __m256d {
            unsafe {
                let lanes = _mm256_setr_epi64x(0, 1, 2, 3);
                _mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_set1_epi64x(lane as i64), lanes))
            }
        }
    }

    impl Lanes for Avx2 {
        #[inline(always)]
        fn splat(value: f64) -> Self {
            unsafe { Self(_mm256_set1_pd(value), _mm256_set1_pd(value)) }
        }
        #[inline(always)]
        fn load(block: &Block) -> Self {
            let start = block.0.as_ptr();
            // Memory: a block is 64 aligned bytes, two halves of 32.
            unsafe { Self(_mm256_load_pd(start), _mm256_load_pd(start.add(4))) }
        }
        #[inline(always)]
        fn store(self, block: &mut Block) {
            let start = block.0.as_mut_ptr();
            // Memory: as in `load`.
            unsafe {
                _mm256_store_pd(start, self.0);
                _mm256_store_pd(start.add(4), self.1);
            }
        }
        #[inline(always)]
        fn load_front(values: &[f64], fill: f64) -> Self {
            let (low, high) = values.split_at(values.len().min(4));
            // Memory: lanes outside the masks are not read.
            unsafe {
                let other = _mm256_set1_pd(fill);
                let low_mask = Self::front_mask(low.len());
                let high_mask = Self::front_mask(high.len().min(4));
                let low = _mm256_maskload_pd(low.as_ptr(), low_mask);
                let high = _mm256_maskload_pd(high.as_ptr(), high_mask);
                Self(
                    _mm256_blendv_pd(other, low, _mm256_castsi256_pd(low_mask)),
                    _mm256_blendv_pd(other, high, _mm256_castsi256_pd(high_mask)),
                )
            }
        }
        #[inline(always)]
        fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
            let [a, b, c, d, e, f, g, h] = rows;
            let (low, below) = (Self::quarter([a.0, b.0, c.0, d.0]), Self::quarter([e.0, f.0, g.0, h.0]));
            let (high, beside) = (Self::quarter([a.1, b.1, c.1, d.1]), Self::quarter([e.1, f.1, g.1, h.1]));
            [
                Self(low[0], below[0]),
                Self(low[1], below[1]),
                Self(low[2], below[2]),
                Self(low[3], below[3]),
                Self(high[0], beside[0]),
                Self(high[1], beside[1]),
                Self(high[2], beside[2]),
                Self(high[3], beside[3]),
            ]
        }
        #[inline(always)]
        fn repeat_lane(self, lane: usize) -> Self {
            let mut block = Block::ZERO;
            self.store(&mut block);
            Self::splat(block.0[lane % LANES])
        }
        #[inline(always)]
        fn first(self) -> f64 {
            unsafe { _mm256_cvtsd_f64(self.0) }
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            unsafe { Self(_mm256_add_pd(self.0, other.0), _mm256_add_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            unsafe { Self(_mm256_mul_pd(self.0, other.0), _mm256_mul_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            unsafe { Self(_mm256_div_pd(self.0, other.0), _mm256_div_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            unsafe { Self(_mm256_min_pd(self.0, other.0), _mm256_min_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            unsafe { Self(_mm256_max_pd(self.0, other.0), _mm256_max_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn plus_product(self, a: Self, b: Self) -> Self {
            unsafe { Self(_mm256_fmadd_pd(a.0, b.0, self.0), _mm256_fmadd_pd(a.1, b.1, self.1)) }
        }
        #[inline(always)]
        fn minus_product(self, a: Self, b: Self) -> Self {
            unsafe { Self(_mm256_fnmadd_pd(a.0, b.0, self.0), _mm256_fnmadd_pd(a.1, b.1, self.1)) }
        }
        #[inline(always)]
        fn with_lane(self, lane: usize, value: f64) -> Self {
            unsafe {
                let value = _mm256_set1_pd(value);
                Self(
                    _mm256_blendv_pd(self.0, value, Self::lane_mask(lane)),
                    _mm256_blendv_pd(self.1, value, Self::lane_mask(lane.wrapping_sub(4))),
                )
            }
        }
        #[inline(always)]
        fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self {
            unsafe {
                let low = _mm256_cmp_pd::<_CMP_GT_OQ>(self.0, threshold.0);
                let high = _mm256_cmp_pd::<_CMP_GT_OQ>(self.1, threshold.1);
                Self(_mm256_blendv_pd(no.0, yes.0, low), _mm256_blendv_pd(no.1, yes.1, high))
            }
        }
        #[inline(always)]
        fn tagged(self, tags: Self) -> Self {
            unsafe {
                let kept = _mm256_castsi256_pd(_mm256_set1_epi64x(!TAG as i64));
                Self(
                    _mm256_or_pd(_mm256_and_pd(self.0, kept), tags.0),
                    _mm256_or_pd(_mm256_and_pd(self.1, kept), tags.1),
                )
            }
        }
        #[inline(always)]
        fn equal_mask(self, other: Self) -> u32 {
            unsafe {
                let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0)) as u32;
                let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.1, other.1)) as u32;
                low | (high << 4)
            }
        }
        #[inline(always)]
        fn smallest(self) -> Self {
            unsafe { Self::twice(fold_four!(_mm256_min_pd(self.0, self.1), _mm256_min_pd)) }
        }
        #[inline(always)]
        fn largest(self) -> Self {
            unsafe { Self::twice(fold_four!(_mm256_max_pd(self.0, self.1), _mm256_max_pd)) }
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            unsafe { _mm256_cvtsd_f64(fold_four!(_mm256_add_pd(self.0, self.1), _mm256_add_pd)) }
        }
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
            let rows =
                std::array::from_fn(|row| a.with_lane(row, b.repeat_lane(row).first()).mul(V::splat(1.0 + row as f64)));
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
                a.with_lane(self.lane, -9.0),
                a.select_above(b, a, V::splat(0.5)),
                a.smallest(),
                a.largest(),
                a.repeat_lane(self.lane % LANES),
                a.tagged(V::splat(f64::from_bits(self.lane as u64))),
            ];
            let mut out = vec![a.first(), a.sum(), f64::from(a.equal_mask(b.smallest()))];
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

//! Eight doubles in two AVX2 registers, with fused products.
//!
//! Every `unsafe` block calls intrinsics under reason 1 of the parent's documentation; the few that touch memory say why
//! under reason 2.

use super::{Block, Kernel, LANES, Lanes, Place, TAG};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,fma,bmi1,bmi2")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
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
    /// Bits that are the smaller, as integers, the greater the number is.
    #[inline(always)]
    fn falling(half: __m256d) -> __m256d {
        unsafe {
            let bits = _mm256_castpd_si256(half);
            let flip = _mm256_srli_epi32::<1>(_mm256_srai_epi32::<31>(bits));
            _mm256_castsi256_pd(_mm256_xor_si256(_mm256_xor_si256(bits, flip), _mm256_set1_epi32(-1)))
        }
    }
    /// Where the largest upper half of a lane is, as integers.
    #[inline(always)]
    fn rank<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        unsafe {
            let mut best = _mm256_set1_epi32(i32::MIN);
            let tag = _mm256_set1_epi64x(i64::from(TAG) << 32);
            let low_lanes = _mm256_setr_epi64x(0, 1 << 32, 2 << 32, 3 << 32);
            let high_lanes = _mm256_setr_epi64x(4 << 32, 5 << 32, 6 << 32, 7 << 32);
            for (n, Self(low, high)) in vectors.iter().enumerate() {
                let before = _mm256_set1_epi64x(((n * LANES) as i64) << 32);
                let low = _mm256_andnot_si256(tag, _mm256_castpd_si256(*low));
                let low = _mm256_or_si256(low, _mm256_add_epi64(low_lanes, before));
                let high = _mm256_andnot_si256(tag, _mm256_castpd_si256(*high));
                let high = _mm256_or_si256(high, _mm256_add_epi64(high_lanes, before));
                best = _mm256_max_epi32(best, _mm256_max_epi32(low, high));
            }
            // Maxima of integers take one cycle, those of doubles four.
            let best = _mm_max_epi32(_mm256_castsi256_si128(best), _mm256_extracti128_si256::<1>(best));
            let best = _mm_max_epi32(best, _mm_shuffle_epi32::<0b11_11_11_11>(best));
            let bits = _mm_extract_epi32::<1>(best);
            Place::new(bits as usize & (N.next_power_of_two() * LANES - 1))
        }
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
    fn with_lane(self, lane: usize, other: Self) -> Self {
        unsafe {
            Self(
                _mm256_blendv_pd(self.0, other.0, Self::lane_mask(lane)),
                _mm256_blendv_pd(self.1, other.1, Self::lane_mask(lane.wrapping_sub(4))),
            )
        }
    }
    #[inline(always)]
    fn negative(self) -> Self {
        unsafe {
            let sign = _mm256_set1_pd(-0.0);
            Self(_mm256_xor_pd(self.0, sign), _mm256_xor_pd(self.1, sign))
        }
    }
    #[inline(always)]
    fn keep(self, mask: u8) -> Self {
        unsafe {
            let bits = _mm256_set1_epi64x(i64::from(mask));
            let (low, high) = (_mm256_setr_epi64x(1, 2, 4, 8), _mm256_setr_epi64x(16, 32, 64, 128));
            let low_kept = _mm256_cmpeq_epi64(_mm256_and_si256(bits, low), low);
            let high_kept = _mm256_cmpeq_epi64(_mm256_and_si256(bits, high), high);
            Self(
                _mm256_and_pd(self.0, _mm256_castsi256_pd(low_kept)),
                _mm256_and_pd(self.1, _mm256_castsi256_pd(high_kept)),
            )
        }
    }
    #[inline(always)]
    fn rough_reciprocal(self) -> Self {
        Self::splat(1.0).div(self)
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
    fn above_mask(self, other: Self) -> u32 {
        unsafe {
            let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.0, other.0)) as u32;
            let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.1, other.1)) as u32;
            low | (high << 4)
        }
    }
    #[inline(always)]
    fn power_of_two_below_reciprocal(self) -> Self {
        unsafe {
            let (exponent, most) = (_mm256_set1_epi64x(0x7ff << 52), _mm256_set1_epi64x(2045 << 52));
            let low = _mm256_sub_epi64(most, _mm256_and_si256(_mm256_castpd_si256(self.0), exponent));
            let high = _mm256_sub_epi64(most, _mm256_and_si256(_mm256_castpd_si256(self.1), exponent));
            Self(_mm256_castsi256_pd(low), _mm256_castsi256_pd(high))
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
    #[inline(always)]
    fn rank_largest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        Self::rank(vectors)
    }
    #[inline(always)]
    fn rank_smallest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        let mut keys = *vectors;
        for Self(low, high) in &mut keys {
            (*low, *high) = (Self::falling(*low), Self::falling(*high));
        }
        Self::rank(&keys)
    }
}

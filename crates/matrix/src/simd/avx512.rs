//! Eight doubles in one AVX-512 register.
//!
//! Every `unsafe` block calls intrinsics under reason 1 of the parent's documentation; the few that touch memory say why
//! under reason 2.

use super::{Block, Kernel, LANES, Lanes, Place, TAG, at_in_memory};
use std::arch::x86_64::*;

#[target_feature(enable = "avx512f,bmi1,bmi2")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
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
        let (second, fourth) = (_mm512_shuffle_f64x2::<EVEN>(top, bottom), _mm512_shuffle_f64x2::<ODD>(top, bottom));
        [first, second, third, fourth]
    }};
}

impl Avx512 {
    /// Where the largest upper half of a lane is, as integers.
    #[inline(always)]
    fn rank<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        unsafe {
            let mut best = _mm512_set1_epi32(i32::MIN);
            let tag = _mm512_set1_epi64(i64::from(TAG) << 32);
            let lanes = _mm512_setr_epi64(0, 1 << 32, 2 << 32, 3 << 32, 4 << 32, 5 << 32, 6 << 32, 7 << 32);
            for (n, vector) in vectors.iter().enumerate() {
                let places = _mm512_add_epi64(lanes, _mm512_set1_epi64(((n * LANES) as i64) << 32));
                // The bits of the place where the tag is, those of the number elsewhere.
                let key = _mm512_ternarylogic_epi64::<0xca>(tag, places, _mm512_castpd_si512(vector.0));
                best = _mm512_max_epi32(best, key);
            }
            // Maxima of integers take one cycle, those of doubles four.
            let best = _mm512_max_epi32(best, _mm512_shuffle_i64x2::<0b01_00_11_10>(best, best));
            let best = _mm512_max_epi32(best, _mm512_shuffle_i64x2::<0b10_11_00_01>(best, best));
            let (even, odd) =
                (_mm512_shuffle_epi32::<0b01_01_01_01>(best), _mm512_shuffle_epi32::<0b11_11_11_11>(best));
            let best = _mm512_max_epi32(even, odd);
            let bits = _mm_cvtsi128_si32(_mm512_castsi512_si128(best));
            Place {
                index: bits as usize & (N.next_power_of_two() * LANES - 1),
                repeated: Self(_mm512_castsi512_pd(best)),
            }
        }
    }
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
    fn at<const N: usize>(vectors: &[Self; N], place: Place<Self>) -> Self {
        unsafe {
            // Only as many of the lowest bits count as are needed.
            let index = _mm512_castpd_si512(place.repeated.0);
            match N {
                1 => Self(_mm512_permutexvar_pd(index, vectors[0].0)),
                2 => Self(_mm512_permutex2var_pd(vectors[0].0, index, vectors[1].0)),
                _ => at_in_memory(vectors, place),
            }
        }
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
    fn with_lane(self, lane: usize, other: Self) -> Self {
        let mask = if lane < LANES { 1u8 << lane } else { 0 };
        unsafe { Self(_mm512_mask_mov_pd(self.0, mask, other.0)) }
    }
    #[inline(always)]
    fn negative(self) -> Self {
        unsafe {
            let sign = _mm512_set1_epi64(i64::MIN);
            Self(_mm512_castsi512_pd(_mm512_xor_si512(_mm512_castpd_si512(self.0), sign)))
        }
    }
    #[inline(always)]
    fn keep(self, mask: u8) -> Self {
        unsafe { Self(_mm512_maskz_mov_pd(mask, self.0)) }
    }
    #[inline(always)]
    fn rough_reciprocal(self) -> Self {
        unsafe { Self(_mm512_rcp14_pd(self.0)) }
    }
    #[inline(always)]
    fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self {
        unsafe {
            let mask = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(self.0, threshold.0);
            Self(_mm512_mask_mov_pd(no.0, mask, yes.0))
        }
    }
    #[inline(always)]
    fn above_mask(self, other: Self) -> u32 {
        unsafe { u32::from(_mm512_cmp_pd_mask::<_CMP_GT_OQ>(self.0, other.0)) }
    }
    #[inline(always)]
    fn power_of_two_below_reciprocal(self) -> Self {
        unsafe {
            let exponent = _mm512_and_si512(_mm512_castpd_si512(self.0), _mm512_set1_epi64(0x7ff << 52));
            Self(_mm512_castsi512_pd(_mm512_sub_epi64(_mm512_set1_epi64(2045 << 52), exponent)))
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
    #[inline(always)]
    fn rank_largest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        Self::rank(vectors)
    }
    #[inline(always)]
    fn rank_smallest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        let mut keys = *vectors;
        for Self(key) in &mut keys {
            unsafe {
                // !(bits ^ (sign & 0x7fff_ffff)): the greater the number, the smaller the integer.
                let bits = _mm512_castpd_si512(*key);
                let sign = _mm512_srai_epi32::<31>(bits);
                let falling = _mm512_ternarylogic_epi64::<0x87>(bits, sign, _mm512_set1_epi32(i32::MAX));
                *key = _mm512_castsi512_pd(falling);
            }
        }
        Self::rank(&keys)
    }
}

//! Eight doubles in a plain array.

use super::{Block, LANES, Lanes, Place, TAG};

/// Plain arrays, which the compiler vectorises as it can.
#[derive(Clone, Copy)]
pub(super) struct Portable([f64; LANES]);

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
    fn at<const N: usize>(vectors: &[Self; N], place: Place<Self>) -> Self {
        Self::splat(vectors[place.index / LANES].0[place.index % LANES])
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
    fn with_lane(mut self, lane: usize, other: Self) -> Self {
        if let Some(slot) = self.0.get_mut(lane) {
            *slot = other.0[lane];
        }
        self
    }
    #[inline(always)]
    fn negative(self) -> Self {
        Self(self.0.map(|value| -value))
    }
    #[inline(always)]
    fn keep(self, mask: u8) -> Self {
        Self(std::array::from_fn(|lane| if mask >> lane & 1 == 1 { self.0[lane] } else { 0.0 }))
    }
    #[inline(always)]
    fn rough_reciprocal(self) -> Self {
        Self::splat(1.0).div(self)
    }
    #[inline(always)]
    fn select_above(self, threshold: Self, yes: Self, no: Self) -> Self {
        Self(std::array::from_fn(|lane| if self.0[lane] > threshold.0[lane] { yes.0[lane] } else { no.0[lane] }))
    }
    #[inline(always)]
    fn above_mask(self, other: Self) -> u32 {
        (0..LANES).fold(0, |mask, lane| mask | (u32::from(self.0[lane] > other.0[lane]) << lane))
    }
    #[inline(always)]
    fn power_of_two_below_reciprocal(self) -> Self {
        Self(self.0.map(|x| f64::from_bits((2045 - ((x.to_bits() >> 52) & 0x7ff)) << 52)))
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
    #[inline(always)]
    fn rank_largest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        Place::new((best_key(vectors, |key| key) & TAG) as usize)
    }
    #[inline(always)]
    fn rank_smallest<const N: usize>(vectors: &[Self; N]) -> Place<Self> {
        Place::new((best_key(vectors, |key| !(key ^ (key >> 31 & i32::MAX))) & TAG) as usize)
    }
}

/// The largest upper half of a lane, as `rank` sees it, with its place in the lowest bits.
#[inline(always)]
fn best_key<const N: usize>(vectors: &[Portable; N], rank: impl Fn(i32) -> i32) -> i32 {
    let mut best = [i32::MIN; LANES];
    for (n, vector) in vectors.iter().enumerate() {
        for (lane, (best, number)) in best.iter_mut().zip(vector.0).enumerate() {
            let key = rank((number.to_bits() >> 32) as i32) & !TAG | (n * LANES + lane) as i32;
            *best = (*best).max(key);
        }
    }
    let [a, b, c, d, e, f, g, h] = best;
    a.max(b).max(c.max(d)).max(e.max(f).max(g.max(h)))
}

//! The positions of Oshi-Zumo by their numbers: by how many coins are spent, or by rounds where a round may cost nothing.

use secateur_game::{Layered, Place};

use super::{OshiZumo, Ring};

impl OshiZumo {
    fn places(&self) -> u64 {
        2 * self.size.unsigned_abs() as u64 + 1
    }

    /// Max's coins in a layer: from the first number on, so many different ones.
    fn purses(&self, start: &Ring, layer: usize) -> (u64, u64) {
        let (max, min) = (u64::from(start.max), u64::from(start.min));
        if self.minimum == 0 {
            return (0, max + 1);
        }
        let left = (max + min).saturating_sub(layer as u64);
        let least = left.saturating_sub(min);
        (least, left.min(max) + 1 - least)
    }
}

impl Layered for OshiZumo {
    /// Where play begins.
    type Numbers = Ring;

    fn numbers(&self, start: &Ring) -> Ring {
        *start
    }

    fn layers(&self, start: &Ring) -> usize {
        if self.minimum == 0 {
            usize::from(self.horizon.saturating_sub(start.round)).max(1)
        } else {
            usize::from(start.max) + usize::from(start.min) + 1
        }
    }

    /// All coins may go at once.
    fn reach(&self, start: &Ring) -> usize {
        if self.minimum == 0 { 1 } else { self.layers(start) - 1 }
    }

    fn count(&self, start: &Ring, layer: usize) -> u64 {
        let others = if self.minimum == 0 { u64::from(start.min) + 1 } else { 1 };
        self.purses(start, layer).1 * others * self.places()
    }

    fn unrank(&self, start: &Ring, layer: usize, number: u64) -> Option<Ring> {
        let wrestler = (number % self.places()) as i8 - self.size;
        let (least, _) = self.purses(start, layer);
        let coins = number / self.places();
        let ring = if self.minimum == 0 {
            let others = u64::from(start.min) + 1;
            let round = start.round + layer as u16;
            Ring { wrestler, max: (coins / others) as u8, min: (coins % others) as u8, round }
        } else {
            let max = (coins + least) as u8;
            let left = usize::from(start.max) + usize::from(start.min) - layer;
            Ring { wrestler, max, min: (left - usize::from(max)) as u8, round: start.round }
        };
        self.rank(start, &ring).filter(|place| !place.swapped).map(|_| ring)
    }

    fn rank(&self, start: &Ring, ring: &Ring) -> Option<Place> {
        if ring.wrestler.abs() > self.size {
            return None;
        }
        // With as many coins each at the start, whatever Max can have, Min can have, too.
        let swapped = start.max == start.min && (ring.min, -ring.wrestler) > (ring.max, ring.wrestler);
        let (max, min, wrestler) =
            if swapped { (ring.min, ring.max, -ring.wrestler) } else { (ring.max, ring.min, ring.wrestler) };
        let (layer, coins) = if self.minimum == 0 {
            let layer = usize::from(ring.round - start.round);
            (layer, u64::from(max) * (u64::from(start.min) + 1) + u64::from(min))
        } else {
            let spent = usize::from(start.max) + usize::from(start.min) - usize::from(max) - usize::from(min);
            (spent, u64::from(max) - self.purses(start, spent).0)
        };
        let number = coins * self.places() + (wrestler + self.size) as u64;
        (layer < self.layers(start)).then_some(Place { layer, number, swapped })
    }
}

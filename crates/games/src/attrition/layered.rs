//! The positions of Attrition by their numbers: by how much health is lost.

use secateur_game::{Layered, Place};

use super::{Attrition, Field, MOST};
use crate::ways::Ways;

/// How many ways there are to have lost so much health.
#[derive(Clone, Debug)]
pub struct Losses {
    start: Field,
    /// A place for each unit; its digit is its health.
    ways: Ways,
    total: usize,
    /// Whether both players have the same units.
    even: bool,
}

fn digits(field: &Field) -> impl Iterator<Item = usize> + '_ {
    field.health.as_flattened().iter().map(|&health| health.into())
}

impl Layered for Attrition {
    type Numbers = Losses;

    fn numbers(&self, start: &Field) -> Losses {
        let ways = Ways::new(digits(start).map(|health| (0..=health).collect()).collect());
        let even = start.health[0] == start.health[1] && self.attack[0] == self.attack[1];
        Losses { start: *start, total: digits(start).sum(), ways, even }
    }

    fn layers(&self, losses: &Losses) -> usize {
        losses.total + 1
    }

    /// Every unit shoots once.
    fn reach(&self, losses: &Losses) -> usize {
        let alive = digits(&losses.start).zip(self.attack.as_flattened()).filter(|&(health, _)| health > 0);
        alive.map(|(_, &attack)| usize::from(attack)).sum::<usize>().clamp(1, losses.total.max(1))
    }

    fn count(&self, losses: &Losses, layer: usize) -> u64 {
        losses.ways.count(losses.total - layer)
    }

    fn unrank(&self, losses: &Losses, layer: usize, number: u64) -> Option<Field> {
        let mut field = Field { health: [[0; MOST]; 2] };
        losses.ways.unrank(losses.total - layer, number, |unit, health| {
            field.health.as_flattened_mut()[unit] = health as u8;
        });
        let canonical = !losses.even || field.health[0] >= field.health[1];
        canonical.then_some(field)
    }

    fn rank(&self, losses: &Losses, field: &Field) -> Option<Place> {
        let swapped = losses.even && field.health[0] < field.health[1];
        let mut field = *field;
        if swapped {
            field.health.swap(0, 1);
        }
        let sum = digits(&field).sum();
        Some(Place { layer: losses.total - sum, number: losses.ways.rank(sum, digits(&field)), swapped })
    }
}

//! The positions of a bear-off by their numbers: by how many steps all checkers have gone, Max to throw. With Min to throw
//! the players are swapped, and what one wins the other loses; a position after the throw has no number.

use secateur_game::{Layered, Place};

use super::{Bearoff, Home, Race};

/// The homes that can come up, and where the pairs of them begin.
#[derive(Clone, Debug)]
pub struct Homes {
    /// Steps of both players at the start.
    total: usize,
    /// Homes by how many steps are left, sorted.
    by_pips: Vec<Vec<Home>>,
}

impl Homes {
    fn of(&self, pips: usize) -> &[Home] {
        self.by_pips.get(pips).map_or(&[], Vec::as_slice)
    }

    /// How many pairs have so many steps left together, Max fewer than `most` of them.
    fn pairs(&self, left: usize, most: usize) -> u64 {
        (1..most.min(left)).map(|max| self.of(max).len() as u64 * self.of(left - max).len() as u64).sum()
    }
}

impl Layered for Bearoff {
    type Numbers = Homes;

    fn numbers(&self, start: &Race) -> Homes {
        let checkers = start.max.checkers().max(start.min.checkers());
        let most = start.max.pips().max(start.min.pips()) as usize;
        let mut by_pips = vec![Vec::new(); most + 1];
        let mut homes = vec![Home::default()];
        for point in (1..=6).rev() {
            // Every way to put some of the checkers that are left on this point.
            let more = homes.iter().flat_map(|home| {
                let free = checkers - home.checkers();
                (0..=free).map(move |here| Home(home.0 + (here << Home::shift(point))))
            });
            homes = more.filter(|home| home.pips() as usize <= most).collect();
        }
        for home in homes {
            by_pips[home.pips() as usize].push(home);
        }
        by_pips[0].clear();
        by_pips.iter_mut().for_each(|homes| homes.sort_unstable());
        Homes { total: (start.max.pips() + start.min.pips()) as usize, by_pips }
    }

    fn layers(&self, homes: &Homes) -> usize {
        homes.total + 1
    }

    /// Four sixes.
    fn reach(&self, homes: &Homes) -> usize {
        homes.total.clamp(1, 24)
    }

    fn count(&self, homes: &Homes, layer: usize) -> u64 {
        homes.pairs(homes.total - layer, usize::MAX)
    }

    fn unrank(&self, homes: &Homes, layer: usize, mut number: u64) -> Option<Race> {
        let left = homes.total - layer;
        for pips in 1..left {
            let (own, others) = (homes.of(pips), homes.of(left - pips));
            let pairs = own.len() as u64 * others.len() as u64;
            if number < pairs {
                let (max, min) = (number / others.len() as u64, number % others.len() as u64);
                let (max, min) = (own[max as usize], others[min as usize]);
                return Some(Race { max, min, max_to_move: true, dice: None });
            }
            number -= pairs;
        }
        None
    }

    fn rank(&self, homes: &Homes, race: &Race) -> Option<Place> {
        if race.dice.is_some() || race.max.is_empty() || race.min.is_empty() {
            return None;
        }
        let (own, other) = if race.max_to_move { (race.max, race.min) } else { (race.min, race.max) };
        let (pips, others) = (own.pips() as usize, other.pips() as usize);
        let place = |home: Home, pips: usize| homes.of(pips).binary_search(&home).ok();
        let (max, min) = (place(own, pips)? as u64, place(other, others)? as u64);
        let number = homes.pairs(pips + others, pips) + max * homes.of(others).len() as u64 + min;
        Some(Place { layer: homes.total - pips - others, number, swapped: !race.max_to_move })
    }

    /// Max wins with the probability that Min does not.
    fn sum_of_swapped(&self) -> f64 {
        1.0
    }

    /// Every throw has a best move.
    fn problems(&self, _: &Homes, _: usize) -> f64 {
        21.0
    }
}

//! The laws of positions that are alike: canonical keys, positions that compare, positions reached once.
//!
//! That two positions are worth the same is shown here without solving anything. If all positions that share a canonical key have
//! the same turn, and their moves lead to the same canonical keys, then by induction from the ends of the game they are worth the
//! same, whatever the values are. Which pairs are looked at is chance: all that random games meet, and one move around them.
//!
//! A position that is its own mirror image may be told with the players swapped or not. One counts as such if it looks the same from
//! both sides when only keys and values are compared.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use super::{Effort, Violation, play_random_games, violation};
use crate::{Both, Canonical, Chance, Compared, Game, Keyed, Turn};

/// Checks that positions with one canonical key are the same up to the swap that each of them tells: the same turn (Max's for
/// Min's, rows for columns if swapped), the same outcomes of chance, moves to the same canonical keys, and values that agree.
/// `number` reads a value.
pub fn check_canonical<G>(game: &G, effort: &Effort, number: impl Fn(&G::Value) -> f64) -> Result<(), Violation>
where
    G: Keyed<Position: PartialEq + Debug>,
{
    let mut seen: HashMap<G::Key, Shape> = HashMap::new();
    let mut mirrors = Mirrors { known: HashMap::new(), number };
    play_random_games(game, effort, |position, line| {
        for near in around(game, position) {
            let Canonical { key, swapped } = game.canonical(&near);
            let shape = mirrors.shape(game, &near, swapped, true);
            match seen.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(shape);
                }
                Entry::Occupied(known) if *known.get() != shape => {
                    let what = format!("{near:?} shares a canonical key with a position that is not alike");
                    return violation("a canonical position stands for positions that are alike", what, line);
                }
                Entry::Occupied(_) => {}
            }
        }
        Ok(())
    })
}

/// Checks that positions which are said to compare do, as far as `value` knows what they are worth (up to `rounding`).
/// Positions are compared with all others that random games meet, and one move around them.
pub fn check_comparable<G>(
    game: &G,
    effort: &Effort,
    rounding: f64,
    mut value: impl FnMut(&G::Position) -> Option<f64>,
) -> Result<(), Violation>
where
    G: Keyed<Position: PartialEq + Debug>,
{
    let sum = game.sum_of_swapped_values();
    let seen_as = |swapped: bool, value: f64| if swapped { sum - value } else { value };
    // The worth of a canonical position, and what other positions say about it: the least and the most that it may be worth.
    let mut worth: HashMap<G::Key, f64> = HashMap::new();
    let mut claims: HashMap<G::Key, (f64, f64)> = HashMap::new();
    play_random_games(game, effort, |position, line| {
        for near in around(game, position) {
            let own = game.canonical(&near);
            if game.turn(&near).is_over() || worth.contains_key(&own.key) {
                continue;
            }
            let Some(mine) = value(&near) else { continue };
            worth.insert(own.key.clone(), seen_as(own.swapped, mine));
            let mut spoken = vec![own.key];
            for (compared, other) in game.comparable(&near) {
                let (least, most) = claims.entry(other.key.clone()).or_insert((f64::NEG_INFINITY, f64::INFINITY));
                if (compared == Compared::AtLeast) != other.swapped {
                    *least = least.max(seen_as(other.swapped, mine));
                } else {
                    *most = most.min(seen_as(other.swapped, mine));
                }
                spoken.push(other.key);
            }
            for key in spoken {
                let (Some(worth), Some((least, most))) = (worth.get(&key), claims.get(&key)) else { continue };
                if *worth < least - rounding || *worth > most + rounding {
                    let what = format!("{worth} where others promise {least} to {most}, near {near:?}");
                    return violation("positions that are said to compare do", what, line);
                }
            }
        }
        Ok(())
    })
}

/// Checks that no two lines of random play meet in a position that is said to be reached in one way only.
pub fn check_reached_once<G>(game: &G, effort: &Effort) -> Result<(), Violation>
where
    G: Keyed<Position: PartialEq + Debug>,
{
    let mut lines: HashMap<G::Key, Vec<G::Move>> = HashMap::new();
    play_random_games(game, effort, |position, line| {
        if !game.reached_once(position) {
            return Ok(());
        }
        let known = lines.entry(game.canonical(position).key).or_insert_with(|| line.to_vec());
        if known != line {
            return violation("what is reached once is reached once", format!("{known:?} leads there, too"), line);
        }
        Ok(())
    })
}

/// The position and all that come after one move from it.
fn around<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut all = vec![position.clone()];
    all.extend(cells(game, position).into_iter().map(|(_, _, after)| after));
    all
}

/// What one move leads to: the number of the row, the weight (1 for players), the position.
fn cells<G: Game>(game: &G, position: &G::Position) -> Vec<(usize, u64, G::Position)> {
    let alone = |(number, (weight, chosen)): (usize, (u64, G::Move))| {
        let mut after = position.clone();
        game.play(&mut after, chosen);
        (number, weight, after)
    };
    match game.turn(position) {
        Turn::Over(_) => Vec::new(),
        Turn::Max | Turn::Min => game.moves(position).map(|chosen| (1, chosen)).enumerate().map(alone).collect(),
        Turn::Chance(chance) => chance.outcomes(game, position).enumerate().map(alone).collect(),
        Turn::Both(both) => {
            let columns: Vec<_> = both.columns(game, position).collect();
            let pairs = both.rows(game, position).enumerate();
            let pairs = pairs.flat_map(|(number, row)| columns.iter().map(move |&column| (number, row, column)));
            let cell = |(number, row, column)| {
                let mut after = position.clone();
                both.play(game, &mut after, row, column);
                (number, 1, after)
            };
            pairs.map(cell).collect()
        }
    }
}

/// What a position looks like to whoever sees its canonical form.
#[derive(Debug, PartialEq)]
enum Shape {
    Over(f64),
    /// Whether Max moves, and where to: in order, each once.
    Alone(bool, Vec<u64>),
    /// Where chance leads, and how likely each is.
    Chance(Vec<(u64, f64)>),
    /// Rows as lists of where their cells lead, all in order.
    Both(Vec<Vec<u64>>),
}

/// Which positions are their own mirror images, as far as was asked.
struct Mirrors<K, F> {
    known: HashMap<K, bool>,
    /// Reads a value.
    number: F,
}

impl<K: Eq + Hash + Clone, F> Mirrors<K, F> {
    fn is_mirror<G>(&mut self, game: &G, position: &G::Position, key: &K) -> bool
    where
        G: Keyed<Key = K>,
        F: Fn(&G::Value) -> f64,
    {
        if let Some(&known) = self.known.get(key) {
            return known;
        }
        let mirror = self.shape(game, position, false, false) == self.shape(game, position, true, false);
        self.known.insert(key.clone(), mirror);
        mirror
    }

    /// The shape of a position as it is or with the players swapped; with or without the signs of what comes next.
    fn shape<G>(&mut self, game: &G, position: &G::Position, swapped: bool, signs: bool) -> Shape
    where
        G: Keyed<Key = K>,
        F: Fn(&G::Value) -> f64,
    {
        let sum = game.sum_of_swapped_values();
        let seen_as = |swapped: bool, value: f64| if swapped { sum - value } else { value } + 0.0;
        // Where a move leads: a canonical key and its swap, or an end of the game and its value.
        let mut mark = |after: &G::Position| {
            let mut hasher = DefaultHasher::new();
            match game.turn(after) {
                Turn::Over(value) => seen_as(swapped, (self.number)(&value)).to_bits().hash(&mut hasher),
                _ => {
                    let Canonical { key, swapped: told } = game.canonical(after);
                    let sign = signs && !self.is_mirror(game, after, &key) && told != swapped;
                    (key, sign).hash(&mut hasher);
                }
            }
            hasher.finish()
        };
        let cells: Vec<(usize, u64, u64)> =
            cells(game, position).into_iter().map(|(row, weight, after)| (row, weight, mark(&after))).collect();
        let alone = |max: bool| {
            let mut marks: Vec<u64> = cells.iter().map(|&(_, _, mark)| mark).collect();
            marks.sort_unstable();
            marks.dedup();
            Shape::Alone(max != swapped, marks)
        };
        match game.turn(position) {
            Turn::Over(value) => Shape::Over(seen_as(swapped, (self.number)(&value))),
            Turn::Max => alone(true),
            Turn::Min => alone(false),
            Turn::Chance(_) => {
                let total: f64 = cells.iter().map(|&(_, weight, _)| weight as f64).sum();
                let mut weights: HashMap<u64, u64> = HashMap::new();
                for (_, weight, mark) in cells {
                    *weights.entry(mark).or_default() += weight;
                }
                let mut outcomes: Vec<_> =
                    weights.into_iter().map(|(mark, weight)| (mark, weight as f64 / total)).collect();
                outcomes.sort_unstable_by_key(|&(mark, _)| mark);
                Shape::Chance(outcomes)
            }
            Turn::Both(_) => {
                let rows = cells.last().map_or(0, |&(row, _, _)| row + 1);
                let columns = cells.len() / rows.max(1);
                let at = |row: usize, column: usize| cells[row * columns + column].2;
                let mut lists: Vec<Vec<u64>> = if swapped {
                    (0..columns).map(|column| (0..rows).map(|row| at(row, column)).collect()).collect()
                } else {
                    (0..rows).map(|row| (0..columns).map(|column| at(row, column)).collect()).collect()
                };
                lists.iter_mut().for_each(|list| list.sort_unstable());
                lists.sort_unstable();
                Shape::Both(lists)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use secateur_value::{Bounds, Real};

    use super::*;
    use crate::Never;

    /// Both players show one or two fingers, three times; Max gets the difference, or half of it where it is told wrong.
    struct Fingers {
        /// Whether swapping the players is said to change nothing but the sign.
        symmetric: bool,
        /// Whether a larger lead is said to be worth less.
        upside_down: bool,
        /// What Max's fingers count.
        counts: i32,
    }

    #[derive(Clone, Copy)]
    struct Hands;

    /// How many rounds are left, and the lead.
    type Place = (u8, i32);

    impl Game for Fingers {
        type Position = Place;
        type Move = i32;
        type Value = Real;
        type Undo = Place;
        type Chance = Never;
        type Both = Hands;

        fn start(&self) -> Place {
            (3, -2)
        }
        fn turn(&self, place: &Place) -> Turn<Real, Never, Hands> {
            if place.0 == 0 { Turn::Over(Real::from(place.1)) } else { Turn::Both(Hands) }
        }
        fn moves(&self, _: &Place) -> impl Iterator<Item = i32> + use<> {
            std::iter::empty()
        }
        fn play(&self, place: &mut Place, _: i32) -> Place {
            *place
        }
        fn undo(&self, place: &mut Place, before: Place) {
            *place = before;
        }
        fn bounds(&self, _: &Place) -> Bounds<Real> {
            Bounds::new(Real::from(-9), Real::from(9))
        }
    }

    impl Both<Fingers> for Hands {
        fn rows(self, _: &Fingers, _: &Place) -> impl Iterator<Item = i32> + use<> {
            1..=2
        }
        fn columns(self, _: &Fingers, _: &Place) -> impl Iterator<Item = i32> + use<> {
            1..=2
        }
        fn play(self, game: &Fingers, place: &mut Place, row: i32, column: i32) -> Place {
            std::mem::replace(place, (place.0 - 1, place.1 + game.counts * row - column))
        }
    }

    impl Keyed for Fingers {
        type Key = Place;

        fn key(&self, place: &Place) -> Place {
            *place
        }
        fn canonical(&self, place: &Place) -> Canonical<Place> {
            let swapped = self.symmetric && place.1 < 0;
            Canonical { key: (place.0, if swapped { -place.1 } else { place.1 }), swapped }
        }
        fn comparable(&self, place: &Place) -> impl Iterator<Item = (Compared, Canonical<Place>)> + use<> {
            let better = self.canonical(&(place.0, place.1 + 1));
            let worse = self.canonical(&(place.0, place.1 - 1));
            if self.upside_down {
                [(Compared::AtMost, better), (Compared::AtLeast, worse)].into_iter()
            } else {
                [(Compared::AtLeast, better), (Compared::AtMost, worse)].into_iter()
            }
        }
        fn reached_once(&self, place: &Place) -> bool {
            place.0 == 3
        }
    }

    /// What the rest of a fair game is worth: both show two fingers.
    fn value(game: &Fingers, place: &Place) -> Option<f64> {
        Some(f64::from(place.1 + i32::from(place.0) * 2 * (game.counts - 1)))
    }

    #[test]
    fn a_symmetric_game_keeps_the_laws_and_a_lopsided_one_does_not() {
        let effort = Effort::default().games(20);
        let fair = Fingers { symmetric: true, upside_down: false, counts: 1 };
        check_canonical(&fair, &effort, |value| value.get()).unwrap();
        check_comparable(&fair, &effort, 0.0, |place| value(&fair, place)).unwrap();
        check_reached_once(&fair, &effort).unwrap();

        let lopsided = Fingers { counts: 2, ..fair };
        assert!(check_canonical(&lopsided, &effort, |value| value.get()).is_err());
        let honest = Fingers { symmetric: false, counts: 2, ..fair };
        check_canonical(&honest, &effort, |value| value.get()).unwrap();
        check_comparable(&honest, &effort, 0.0, |place| value(&honest, place)).unwrap();
        let wrong = Fingers { symmetric: true, upside_down: true, counts: 1 };
        assert!(check_comparable(&wrong, &effort, 0.0, |place| value(&wrong, place)).is_err());
    }
}

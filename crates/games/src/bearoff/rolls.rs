//! How many throws a player still needs: the evaluator's idea of a race.
//!
//! Of up to [`FEW`] checkers the whole distribution is known, for a player who makes the mean as small as possible and does not look at
//! the other: a table of all such homes, filled once. What best play against the other gains beyond that is little (the race is not
//! solved by it: who is far behind hopes for doubles). Of more checkers the steps are counted.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Home, Race};

/// Up to so many checkers the distribution is worked out.
const FEW: usize = 9;
/// Nobody needs more throws than this with so few checkers: what would take longer counts as this.
const LONGEST: usize = 20;
/// What a throw is worth in steps, doubles counted twice.
const STEPS: f64 = 49.0 / 6.0;

/// How likely it is to need so many throws.
type Throws = [f64; LONGEST];

/// Of every home with up to so many checkers.
type Table = HashMap<Home, Throws>;

static TABLES: [OnceLock<Table>; FEW + 1] = [const { OnceLock::new() }; FEW + 1];

/// The table for a race that started with so many checkers, if they are few.
fn table(checkers: usize) -> Option<&'static Table> {
    Some(TABLES.get(checkers)?.get_or_init(|| filled(checkers as u32)))
}

/// Works out homes in the order of their steps: a throw leads to fewer.
fn filled(checkers: u32) -> Table {
    let mut homes = vec![Home::default()];
    for point in (1..=6).rev() {
        let more = homes.iter().flat_map(|home| {
            (0..=checkers - home.checkers()).map(move |here| Home(home.0 + (here << Home::shift(point))))
        });
        homes = more.collect();
    }
    homes.sort_unstable_by_key(|home| home.pips());
    let mut table = Table::with_capacity(homes.len());
    for home in homes {
        let mut throws = [0.0; LONGEST];
        if home.is_empty() {
            throws[0] = 1.0;
        } else {
            for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
                let weight = if high == low { 1.0 } else { 2.0 } / 36.0;
                let after = home.after_throw((high, low)).into_iter().filter_map(|after| table.get(&after));
                let Some(best) = after.min_by(|one, other| mean(one).total_cmp(&mean(other))) else { continue };
                for (count, likely) in best.iter().enumerate() {
                    throws[(count + 1).min(LONGEST - 1)] += weight * likely;
                }
            }
        }
        table.insert(home, throws);
    }
    table
}

fn mean(throws: &Throws) -> f64 {
    throws.iter().enumerate().map(|(count, likely)| count as f64 * likely).sum()
}

/// How likely it is that a player who is about to throw is first.
fn first(own: Home, other: Home, table: Option<&Table>) -> f64 {
    if let Some((own, other)) = table.and_then(|table| Some((table.get(&own)?, table.get(&other)?))) {
        // Who throws first wins if both need equally many.
        let (mut left, mut wins) = (1.0, 0.0);
        for (own, other) in own.iter().zip(other) {
            wins += own * left;
            left -= other;
        }
        return wins.clamp(0.0, 1.0);
    }
    // Steps that are wasted on the last points, and throws that come in whole numbers.
    let needed = |home: Home| (f64::from(home.pips()) / STEPS + 0.75).max(f64::from(home.checkers()) / 2.3 + 0.3);
    let (own, other) = (needed(own), needed(other));
    // About the normal distribution.
    1.0 / (1.0 + (-1.702 * (other - own + 0.5) / (0.3 * (own + other)).sqrt()).exp())
}

/// How likely Max is to win, as far as one can tell without searching.
pub(super) fn chance_of_max(race: &Race, checkers: u32) -> f64 {
    let table = table(checkers as usize);
    let (own, other) = if race.max_to_move { (race.max, race.min) } else { (race.min, race.max) };
    let wins = match race.dice {
        None => first(own, other, table),
        Some(dice) => {
            let after = own.after_throw(dice).into_iter();
            after.map(|after| if after.is_empty() { 1.0 } else { 1.0 - first(other, after, table) }).fold(0.0, f64::max)
        }
    };
    if race.max_to_move { wins } else { 1.0 - wins }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(points: &str) -> Home {
        Home::from_points(points).unwrap()
    }

    #[test]
    fn throws_are_counted_as_in_the_tables_of_backgammon() {
        let table = table(2).unwrap();
        let off_at_once = |points: &str| table[&home(points)][1];
        // Out of 36 throws: two checkers on the sixth point need a large double, on the first they are always off.
        for (points, throws) in
            [("1", 36.0), ("11", 36.0), ("6", 27.0), ("66", 4.0), ("65", 6.0), ("21", 36.0), ("41", 29.0)]
        {
            assert!((off_at_once(points) - throws / 36.0).abs() < 1e-12, "{points}: {}", 36.0 * off_at_once(points));
        }
        for throws in table.values() {
            assert!((throws.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn counted_steps_are_near_the_table() {
        for (own, other) in [("654", "654"), ("664", "54"), ("111", "65"), ("6543", "54321"), ("555", "6")] {
            let race = Race { max: home(own), min: home(other), max_to_move: true, dice: None };
            let exact = chance_of_max(&race, 5);
            let counted = first(race.max, race.min, None);
            assert!((exact - counted).abs() < 0.2, "{own} against {other}: {exact} and {counted}");
        }
    }
}

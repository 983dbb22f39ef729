//! Bear-off: the end of a game of backgammon, when both players only take their checkers off the board.
//!
//! Each player has checkers on the points 1 to 6 of the home board, far from the other's. A turn is a throw of two dice and
//! a move for each (four moves for a double). A die takes a checker off its point exactly, moves one down that many points,
//! or takes one off the highest point if all are below the die. Who is first without checkers wins. The value is Max's
//! probability of winning, Max moving first; it counts no gammon.
//!
//! A player's choice is where the checkers stand after the whole turn: orders of the dice that lead to the same place are
//! one move.

mod layered;
mod rolls;

use std::fmt;

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Real};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The rules, and the position from which the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearoff {
    start: Race,
}

/// A player's checkers, four bits a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Home(u32);

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    max: Home,
    min: Home,
    max_to_move: bool,
    /// What was thrown, the larger die first; nothing before the throw.
    dice: Option<(u8, u8)>,
}

/// What was thrown, or where the mover's checkers stand after the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Two dice, the larger first.
    Throw(u8, u8),
    /// The checkers afterwards.
    To(Home),
}

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected from 1 to {} points from 1 to 6, one a checker, such as 654", Home::MOST)]
pub struct NotAHome;

impl Home {
    /// No player has more checkers.
    pub const MOST: usize = 15;

    /// Reads points, one digit a checker.
    ///
    /// ```
    /// use secateur_games::bearoff::Home;
    ///
    /// assert_eq!(Home::from_points("664")?.to_string(), "664");
    /// assert!(Home::from_points("7").is_err());
    /// # Ok::<(), secateur_games::bearoff::NotAHome>(())
    /// ```
    pub fn from_points(digits: &str) -> Result<Self, NotAHome> {
        let mut home = Self::default();
        for digit in digits.chars() {
            let point = digit.to_digit(10).filter(|point| (1..=6).contains(point)).ok_or(NotAHome)?;
            if home.checkers() as usize == Self::MOST {
                return Err(NotAHome);
            }
            home.0 += 1 << Self::shift(point as u8);
        }
        if home.is_empty() { Err(NotAHome) } else { Ok(home) }
    }

    fn shift(point: u8) -> u32 {
        4 * (u32::from(point) - 1)
    }

    fn on(self, point: u8) -> u32 {
        self.0 >> Self::shift(point) & 15
    }

    fn checkers(self) -> u32 {
        (1..=6).map(|point| self.on(point)).sum()
    }

    /// How many steps all checkers have to go.
    fn pips(self) -> u32 {
        (1..=6u8).map(|point| u32::from(point) * self.on(point)).sum()
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every place to which one die leads.
    fn after(self, die: u8) -> impl Iterator<Item = Self> {
        let all_below = (die..=6).all(|point| self.on(point) == 0);
        let highest = (1..=6).rev().find(|&point| self.on(point) > 0);
        (1..=6).filter(move |&point| self.on(point) > 0).filter_map(move |point| {
            let without = self.0 - (1 << Self::shift(point));
            match point.cmp(&die) {
                std::cmp::Ordering::Greater => Some(Self(without + (1 << Self::shift(point - die)))),
                std::cmp::Ordering::Equal => Some(Self(without)),
                std::cmp::Ordering::Less => (all_below && highest == Some(point)).then_some(Self(without)),
            }
        })
    }

    /// Every place to which a throw leads, each once, the fewest checkers first.
    fn after_throw(self, (high, low): (u8, u8)) -> Vec<Self> {
        let orders: &[&[u8]] = if high == low { &[&[high, high, high, high]] } else { &[&[high, low], &[low, high]] };
        let mut ends = Vec::new();
        for order in orders {
            let mut places = vec![self];
            for &die in *order {
                // A die that finds no checker left is not played.
                places = places
                    .into_iter()
                    .flat_map(|place| {
                        let mut next: Vec<_> = place.after(die).collect();
                        if place.is_empty() {
                            next.push(place);
                        }
                        next
                    })
                    .collect();
                places.sort_unstable();
                places.dedup();
            }
            ends.append(&mut places);
        }
        ends.sort_unstable_by_key(|place| (place.checkers(), place.0));
        ends.dedup();
        ends
    }
}

impl fmt::Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("off");
        }
        (1..=6u8).rev().try_for_each(|point| (0..self.on(point)).try_for_each(|_| write!(f, "{point}")))
    }
}

impl Bearoff {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "bearoff",
        summary: "the end of backgammon: who is first to take all checkers off; the value is Max's probability",
        parameters: &[
            Parameter { name: "max", default: Some("654"), meaning: "the points of Max's checkers, a digit each" },
            Parameter { name: "min", default: Some("654"), meaning: "the points of Min's checkers, a digit each" },
        ],
    };

    /// The game from this position, Max to throw.
    pub fn new(max: Home, min: Home) -> Self {
        Self { start: Race { max, min, max_to_move: true, dice: None } }
    }

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let home = |name| Home::from_points(values.text(name)?).or_else(|problem| values.invalid(name, problem));
        Ok(Self::new(home("max")?, home("min")?))
    }

    fn own(race: &Race) -> Home {
        if race.max_to_move { race.max } else { race.min }
    }
}

impl Game for Bearoff {
    type Position = Race;
    type Move = Move;
    type Value = Real;
    type Undo = Race;
    type Chance = Dice;
    type Both = Never;

    fn start(&self) -> Race {
        self.start
    }

    fn turn(&self, race: &Race) -> Turn<Real, Dice> {
        match race {
            Race { max, .. } if max.is_empty() => Turn::Over(Real::from(1)),
            Race { min, .. } if min.is_empty() => Turn::Over(Real::ZERO),
            Race { dice: None, .. } => Turn::Chance(Dice),
            Race { max_to_move: true, .. } => Turn::Max,
            Race { max_to_move: false, .. } => Turn::Min,
        }
    }

    fn moves(&self, race: &Race) -> impl Iterator<Item = Move> + use<> {
        let own = Self::own(race);
        race.dice.into_iter().flat_map(move |dice| own.after_throw(dice)).map(Move::To)
    }

    fn play(&self, race: &mut Race, chosen: Move) -> Race {
        let before = *race;
        match chosen {
            Move::Throw(high, low) => race.dice = Some((high, low)),
            Move::To(home) => {
                *(if before.max_to_move { &mut race.max } else { &mut race.min }) = home;
                (race.max_to_move, race.dice) = (!before.max_to_move, None);
            }
        }
        before
    }

    fn undo(&self, race: &mut Race, before: Race) {
        *race = before;
    }

    /// Every throw takes off two checkers from the first point, or one from the first three: whoever is to move then wins.
    fn bounds(&self, race: &Race) -> Bounds<Real> {
        let own = Self::own(race);
        let certain = own.pips() <= 2 || own.checkers() == 1 && own.pips() <= 3;
        match (certain, race.max_to_move) {
            (true, max) => Bounds::exact(Real::from(i32::from(max))),
            (false, _) => Bounds::new(Real::ZERO, Real::from(1)),
        }
    }
}

/// Two dice in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice;

impl Chance<Bearoff> for Dice {
    /// A double has half the weight of any other throw.
    fn outcomes(self, _: &Bearoff, _: &Race) -> impl Iterator<Item = (u64, Move)> + use<> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| (if high == low { 1 } else { 2 }, Move::Throw(high, low))))
    }

    /// A probability, whatever happens.
    fn range(self, _: &Bearoff, _: &Race) -> Option<Bounds<Real>> {
        Some(Bounds::new(Real::ZERO, Real::from(1)))
    }
}

impl Keyed for Bearoff {
    type Key = u64;

    fn key(&self, race: &Race) -> u64 {
        let dice = race.dice.map_or(0, |(high, low)| u64::from(high) << 3 | u64::from(low));
        u64::from(race.max.0) << 31 | u64::from(race.min.0) << 7 | dice << 1 | u64::from(race.max_to_move)
    }
}

impl Evaluate for Bearoff {
    /// How likely Max needs no more throws than Min, if neither looks at the other.
    fn evaluate(&self, race: &Race) -> Real {
        let Bounds { lower, upper } = self.bounds(race);
        let checkers = self.start.max.checkers().max(self.start.min.checkers());
        let guess = Real::new(rolls::chance_of_max(race, checkers));
        guess.map_or(lower, |estimate| estimate.clamp(lower, upper))
    }
}

impl Expert for Bearoff {}

impl Describe for Bearoff {
    fn show(&self, race: &Race) -> String {
        let player = if race.max_to_move { Player::Max } else { Player::Min };
        let doing = match race.dice {
            None => "throws".to_owned(),
            Some((high, low)) => format!("has thrown {high} and {low}"),
        };
        format!("Max's checkers: {}; Min's checkers: {}; {player} {doing}", race.max, race.min)
    }

    /// The dice, such as `6-5`, or the points afterwards, such as `641`, or `off`.
    fn name(&self, _: &Race, chosen: Move) -> String {
        match chosen {
            Move::Throw(high, low) => format!("{high}-{low}"),
            Move::To(home) => home.to_string(),
        }
    }

    fn show_value(&self, value: &Real) -> String {
        format!("Max wins with probability {:.6}", value.get())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use secateur_game::laws;

    /// Dynamic programming over lists of points, moving die by die: `(own, other)`, the player of `own` to throw.
    #[derive(Default)]
    struct Oracle(HashMap<(Vec<u8>, Vec<u8>), f64>);

    impl Oracle {
        fn value(&mut self, own: &[u8], other: &[u8]) -> f64 {
            let key = (own.to_vec(), other.to_vec());
            if let Some(&known) = self.0.get(&key) {
                return known;
            }
            let mut sum = 0.0;
            for (one, two) in (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| (one, two))) {
                let dice = if one == two { vec![one; 4] } else { vec![one, two] };
                let reversed: Vec<_> = dice.iter().rev().copied().collect();
                sum += self.best(own, other, &dice).max(self.best(own, other, &reversed));
            }
            self.0.insert(key, sum / 36.0);
            sum / 36.0
        }

        fn best(&mut self, own: &[u8], other: &[u8], dice: &[u8]) -> f64 {
            if own.is_empty() {
                return 1.0;
            }
            let Some((&die, rest)) = dice.split_first() else { return 1.0 - self.value(other, own) };
            let highest = own.iter().copied().max().unwrap();
            let mut best = 0.0f64;
            for (i, &point) in own.iter().enumerate() {
                if point >= die || point == highest && highest < die {
                    let mut after = own.to_vec();
                    after.remove(i);
                    if point > die {
                        after.push(point - die);
                        after.sort_unstable();
                    }
                    best = best.max(self.best(&after, other, rest));
                }
            }
            best
        }
    }

    fn points(home: Home) -> Vec<u8> {
        (1..=6u8).flat_map(|point| (0..home.on(point)).map(move |_| point)).collect()
    }

    fn exhaust(game: &Bearoff, race: Race, known: &mut HashMap<u64, f64>, oracle: &mut Oracle) -> f64 {
        if let Turn::Over(value) = game.turn(&race) {
            return value.get();
        }
        if let Some(&value) = known.get(&game.key(&race)) {
            return value;
        }
        let mut below = |chosen| {
            let mut child = race;
            game.play(&mut child, chosen);
            exhaust(game, child, known, oracle)
        };
        let value = match game.turn(&race) {
            Turn::Max => game.moves(&race).map(&mut below).fold(0.0, f64::max),
            Turn::Min => game.moves(&race).map(&mut below).fold(1.0, f64::min),
            _ => Dice.outcomes(game, &race).map(|(weight, outcome)| weight as f64 * below(outcome)).sum::<f64>() / 36.0,
        };
        if race.dice.is_none() {
            let (own, other) = if race.max_to_move { (race.max, race.min) } else { (race.min, race.max) };
            let expected = oracle.value(&points(own), &points(other));
            let expected = if race.max_to_move { expected } else { 1.0 - expected };
            assert!((value - expected).abs() < 1e-12, "{}: {value}, not {expected}", game.show(&race));
        }
        let Bounds { lower, upper } = game.bounds(&race);
        assert!((lower.get() - 1e-12..=upper.get() + 1e-12).contains(&value), "{}", game.show(&race));
        assert!((lower..=upper).contains(&game.evaluate(&race)));
        known.insert(game.key(&race), value);
        value
    }

    #[test]
    fn every_position_agrees_with_dynamic_programming() {
        for (max, min) in [("65", "54"), ("111", "61"), ("332", "66"), ("1", "6")] {
            let game = Bearoff::new(Home::from_points(max).unwrap(), Home::from_points(min).unwrap());
            exhaust(&game, game.start(), &mut HashMap::new(), &mut Oracle::default());
        }
    }

    /// One checker each, on the ace point and far away: the first throw decides.
    #[test]
    fn small_races_have_values_that_can_be_counted() {
        let value = |max, min| {
            let game = Bearoff::new(Home::from_points(max).unwrap(), Home::from_points(min).unwrap());
            exhaust(&game, game.start(), &mut HashMap::new(), &mut Oracle::default())
        };
        assert_eq!(value("1", "1"), 1.0);
        // From the six point, 27 of 36 throws take the checker off; otherwise Min, on the ace point, wins.
        assert!((value("6", "1") - 27.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn the_laws_hold() {
        for (max, min) in [("654", "654"), ("1", "666"), ("665544332211654", "6")] {
            let game = Bearoff::new(Home::from_points(max).unwrap(), Home::from_points(min).unwrap());
            let effort = laws::Effort::default().games(50);
            laws::check(&game, &effort).unwrap();
            laws::check_keys(&game, &effort).unwrap();
        }
    }

    #[test]
    fn words_build_a_game_or_are_explained() {
        let build = |words: &[&str]| Parameters::parse(words).and_then(|words| Bearoff::from_parameters(&words));
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        let game = build(&["max=4261"]).unwrap();
        let shown = "Max's checkers: 6421; Min's checkers: 654; Max throws";
        assert_eq!(game.show(&game.start()), shown);
        let expected = "expected from 1 to 15 points from 1 to 6, one a checker, such as 654";
        for bad in ["max=0", "max=", "max=6a", "max=1111111111111111"] {
            let value = &bad[4..];
            let value = if value.is_empty() { "nothing" } else { value };
            assert_eq!(message(&[bad]), format!("max={value}: {expected}"));
        }
    }
}

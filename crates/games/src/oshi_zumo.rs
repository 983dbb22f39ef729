//! Oshi-Zumo: two players push a wrestler off a board by bidding (Buro, "Solving the Oshi-Zumo Game", 2003).
//!
//! The wrestler stands in the middle of a board of 2·size + 1 places. In every round both players bid some of their coins at
//! once and pay what they bid; the higher bid pushes the wrestler one place towards the other player, equal bids leave it
//! where it is. A bid is at least `minimum`; who has less than that bids all that is left. The game is over when the
//! wrestler falls off the board, when nobody has a coin, or after `horizon` rounds; whoever is nearer to the wrestler
//! loses, in the middle nobody does.
//!
//! The rules, and the names of the parameters but for `max`, `min` and `wrestler`, are those of OpenSpiel's `oshi_zumo`; the
//! simultaneous-move papers of Bošanský, Lisý and others use them with a minimum of 1 and K = size. Rounds are counted only
//! where the minimum is 0: otherwise coins run out by themselves, and positions that differ by the round alone are one.

mod layered;

use std::ops::RangeInclusive;

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::{OshiZumo, Parameters};
///
/// let game = OshiZumo::from_parameters(&Parameters::parse(["coins=6", "size=1"])?)?;
/// let mut ring = game.start();
/// let Turn::Both(bids) = game.turn(&ring) else { panic!("both players bid") };
/// assert_eq!(bids.rows(&game, &ring).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
/// bids.play(&game, &mut ring, 3, 2); // the wrestler moves towards Min, and stays on the board
/// assert!(!game.turn(&ring).is_over());
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OshiZumo {
    start: Ring,
    size: i8,
    minimum: u8,
    /// How many rounds, where coins do not run out by themselves.
    horizon: u16,
    /// Whether only falling off the board counts.
    alesia: bool,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    /// Places from the middle, positive on Min's side.
    wrestler: i8,
    max: u8,
    min: u8,
    /// Counted only where a round may cost nothing.
    round: u16,
}

/// What both players may bid.
#[derive(Clone, Copy, Debug)]
pub struct Bids {
    max: (u8, u8),
    min: (u8, u8),
}

impl OshiZumo {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "oshi-zumo",
        summary: "both bid coins at once, and the higher bid pushes a wrestler towards the other player",
        parameters: &[
            Parameter { name: "coins", default: Some("8"), meaning: "how many coins each player has" },
            Parameter { name: "size", default: Some("3"), meaning: "the board has 2 size + 1 places" },
            Parameter { name: "minimum", default: Some("1"), meaning: "the least bid" },
            Parameter { name: "horizon", default: Some("1000"), meaning: "with minimum=0, the most rounds" },
            Parameter { name: "alesia", default: Some("no"), meaning: "yes: nobody wins unless the wrestler falls" },
            Parameter { name: "max", default: Some(""), meaning: "Max's coins, where they are not coins=" },
            Parameter { name: "min", default: Some(""), meaning: "Min's coins, where they are not coins=" },
            Parameter { name: "wrestler", default: Some("0"), meaning: "places from the middle, positive near Min" },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let coins = values.whole("coins", 0..=u8::MAX)?;
        let own = |name| if values.text(name)?.is_empty() { Ok(coins) } else { values.whole(name, 0..=u8::MAX) };
        let size: i8 = values.whole("size", 0..=50)?;
        Ok(Self {
            start: Ring {
                wrestler: values.whole("wrestler", -size..=size)?,
                max: own("max")?,
                min: own("min")?,
                round: 0,
            },
            size,
            minimum: values.whole("minimum", 0..=u8::MAX)?,
            horizon: values.whole("horizon", 1..=1_000)?,
            alesia: values.flag("alesia")?,
        })
    }

    /// Who has won if the wrestler ends here.
    fn verdict(&self, wrestler: i32) -> i32 {
        let fell = wrestler.abs() > i32::from(self.size);
        if self.alesia && !fell { 0 } else { wrestler.signum() }
    }

    /// Least and greatest bid of a player who has so many coins.
    fn bids(&self, coins: u8) -> (u8, u8) {
        (self.minimum.min(coins), coins)
    }

    /// How many more rounds a player can win.
    fn pushes(&self, coins: u8) -> i32 {
        i32::from(coins.div_ceil(self.minimum.max(1)))
    }
}

impl Game for OshiZumo {
    type Position = Ring;
    type Move = u8;
    type Value = Real;
    type Undo = Ring;
    type Chance = Never;
    type Both = Bids;

    fn start(&self) -> Ring {
        self.start
    }

    fn turn(&self, ring: &Ring) -> Turn<Real, Never, Bids> {
        let fell = ring.wrestler.abs() > self.size;
        if fell || (ring.max == 0 && ring.min == 0) || ring.round >= self.horizon {
            return Turn::Over(self.verdict(ring.wrestler.into()).into());
        }
        Turn::Both(Bids { max: self.bids(ring.max), min: self.bids(ring.min) })
    }

    fn moves(&self, _: &Ring) -> impl Iterator<Item = u8> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, ring: &mut Ring, _: u8) -> Ring {
        *ring
    }

    fn undo(&self, ring: &mut Ring, before: Ring) {
        *ring = before;
    }

    /// Whoever wins a round pays for it, so coins tell how far the wrestler can still come.
    fn bounds(&self, ring: &Ring) -> Bounds<Real> {
        let wrestler = i32::from(ring.wrestler);
        let (least, greatest) = (wrestler - self.pushes(ring.min), wrestler + self.pushes(ring.max));
        Bounds::new(self.verdict(least).into(), self.verdict(greatest).into())
    }
}

impl Both<OshiZumo> for Bids {
    fn rows(self, _: &OshiZumo, _: &Ring) -> impl Iterator<Item = u8> + use<> {
        RangeInclusive::new(self.max.0, self.max.1)
    }

    fn columns(self, _: &OshiZumo, _: &Ring) -> impl Iterator<Item = u8> + use<> {
        RangeInclusive::new(self.min.0, self.min.1)
    }

    fn play(self, game: &OshiZumo, ring: &mut Ring, row: u8, column: u8) -> Ring {
        let before = *ring;
        ring.wrestler += (i32::from(row) - i32::from(column)).signum() as i8;
        ring.max -= row;
        ring.min -= column;
        ring.round += u16::from(game.minimum == 0);
        before
    }
}

impl Evaluate for OshiZumo {
    /// Where the wrestler stands, and who has more coins: a push is worth about a sixteenth of all that are left.
    fn evaluate(&self, ring: &Ring) -> Real {
        let [max, min] = [ring.max, ring.min].map(f64::from);
        let stands = f64::from(ring.wrestler) / (f64::from(self.size) + 1.0);
        estimate(0.5 * stands + 2.0 * (max - min) / (max + min).max(1.0), self.bounds(ring))
    }
}

impl Keyed for OshiZumo {
    type Key = u64;

    fn key(&self, ring: &Ring) -> u64 {
        u64::from(ring.wrestler as u8)
            | u64::from(ring.max) << 8
            | u64::from(ring.min) << 16
            | u64::from(ring.round) << 24
    }
}

impl Describe for OshiZumo {
    fn show(&self, ring: &Ring) -> String {
        let place = |at: i8| if at == ring.wrestler { 'W' } else { '.' };
        let board: String = (-self.size..=self.size).map(place).collect();
        format!("Max, {} coins [{board}] Min, {} coins", ring.max, ring.min)
    }

    fn name(&self, _: &Ring, bid: u8) -> String {
        bid.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> OshiZumo {
        OshiZumo::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 5] = [
            &[],
            &["coins=20", "size=2", "max=13", "wrestler=1"],
            &["coins=7", "minimum=3", "min=8"],
            &["coins=5", "minimum=0", "horizon=9", "size=1"],
            &["coins=9", "alesia=yes", "min=5", "wrestler=-2"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn a_round_is_won_by_the_higher_bid_and_paid_by_both() {
        let game = game(&["coins=7", "size=1", "minimum=3"]);
        let mut ring = game.start();
        let Turn::Both(bids) = game.turn(&ring) else { panic!("both bid") };
        bids.play(&game, &mut ring, 5, 3);
        assert_eq!(game.show(&ring), "Max, 2 coins [..W] Min, 4 coins");
        // Max cannot bid three: both coins must go.
        let Turn::Both(bids) = game.turn(&ring) else { panic!("both bid") };
        assert_eq!(bids.rows(&game, &ring).collect::<Vec<_>>(), [2]);
        assert_eq!(bids.columns(&game, &ring).collect::<Vec<_>>(), [3, 4]);
        bids.play(&game, &mut ring, 2, 4);
        // Nobody has a coin, and the wrestler is in the middle.
        assert!(matches!(game.turn(&ring), Turn::Over(value) if value == Real::ZERO));
    }

    #[test]
    fn coins_that_cannot_matter_are_seen_at_once() {
        // Min has one coin, Max is two places ahead: Max has won already.
        let game = game(&["max=0", "min=1", "wrestler=2"]);
        assert_eq!(game.bounds(&game.start()), Bounds::exact(1.into()));
    }

    #[test]
    fn impossible_words_are_explained() {
        let problem = |words: &[&str]| {
            let parameters = Parameters::parse(words).unwrap();
            OshiZumo::from_parameters(&parameters).unwrap_err().to_string()
        };
        assert_eq!(problem(&["coins=300"]), "coins=300: expected a whole number from 0 to 255");
        assert_eq!(problem(&["wrestler=4"]), "wrestler=4: expected a whole number from -3 to 3");
        assert_eq!(problem(&["min=x"]), "min=x: expected a whole number from 0 to 255");
    }
}

//! Attrition: two groups of units shoot at each other until one is gone (after Furtak and Buro, "On the Complexity of
//! Two-Player Attrition Games Played on Graphs", 2010).
//!
//! Every unit has health and an attack. In every round both players choose at once at which living enemy each of their
//! living units shoots; then all shots hit together, also those of units that die by them. A unit whose health is used up is
//! gone. Every unit reaches every enemy (in Furtak and Buro's games a graph says who reaches whom).
//!
//! `objective=win` asks who is left at the end, 1, 0 (nobody is) or −1; `objective=health` how much health the survivors have,
//! Max's minus Min's. Every round costs health, so the game ends.

mod layered;

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

/// How many units a player has at most: every unit aims by itself, so moves multiply.
const MOST: usize = 4;

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::{Attrition, Parameters};
///
/// let game = Attrition::from_parameters(&Parameters::parse(["max=3/2,1/1", "min=2/1,2/1,1/3"])?)?;
/// let field = game.start();
/// let Turn::Both(ranks) = game.turn(&field) else { panic!("both players aim") };
/// assert_eq!(ranks.rows(&game, &field).count(), 3 * 3); // two units, each at one of three
/// assert_eq!(ranks.columns(&game, &field).count(), 2 * 2 * 2);
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attrition {
    start: Field,
    attack: [[u8; MOST]; 2],
    health_counts: bool,
}

/// A state of play: how much health every unit has left, Max's and Min's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    health: [[u8; MOST]; 2],
}

/// The targets of a player's four units, two bits each; those of the dead are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim(u8);

/// The living units of both players, a bit each.
#[derive(Clone, Copy, Debug)]
pub struct Ranks([u8; 2]);

impl Attrition {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "attrition",
        summary: "two groups of units shoot at each other; both choose their targets at once",
        parameters: &[
            Parameter {
                name: "max",
                default: Some("3/2,2/1,1/2"),
                meaning: "Max's units, health/attack each, up to four",
            },
            Parameter { name: "min", default: Some("4/1,2/2,1/1"), meaning: "Min's units" },
            Parameter {
                name: "objective",
                default: Some("win"),
                meaning: "win (who is left), or health (how much of it the survivors have)",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let ((max, max_attack), (min, min_attack)) = (units(&values, "max")?, units(&values, "min")?);
        Ok(Self {
            start: Field { health: [max, min] },
            attack: [max_attack, min_attack],
            health_counts: values.choice("objective", &[("win", false), ("health", true)])?,
        })
    }

    /// What is left for a player to be proud of.
    fn worth(&self, health: [u8; MOST]) -> i32 {
        let sum: i32 = health.into_iter().map(i32::from).sum();
        if self.health_counts { sum } else { sum.signum() }
    }
}

/// A player's units: their health, their attack.
fn units(values: &Values<'_>, name: &'static str) -> Result<([u8; MOST], [u8; MOST]), ParameterError> {
    let expected = "expected one to four units, each health/attack with numbers from 1 to 99, such as 3/1,2/2";
    let (mut health, mut attack) = ([0; MOST], [0; MOST]);
    let words: Vec<_> = values.text(name)?.split(',').collect();
    if words.len() > MOST {
        return values.invalid(name, expected);
    }
    for (unit, word) in words.into_iter().enumerate() {
        let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=99).contains(number));
        match word.split_once('/').and_then(|(one, other)| Some((number(one)?, number(other)?))) {
            Some(numbers) => (health[unit], attack[unit]) = numbers,
            None => return values.invalid(name, expected),
        }
    }
    Ok((health, attack))
}

fn living(health: [u8; MOST]) -> u8 {
    (0..MOST).filter(|&unit| health[unit] > 0).fold(0, |living, unit| living | 1 << unit)
}

impl Game for Attrition {
    type Position = Field;
    type Move = Aim;
    type Value = Real;
    type Undo = Field;
    type Chance = Never;
    type Both = Ranks;

    fn start(&self) -> Field {
        self.start
    }

    fn turn(&self, field: &Field) -> Turn<Real, Never, Ranks> {
        let [max, min] = field.health;
        let ranks = Ranks([living(max), living(min)]);
        if ranks.0.contains(&0) {
            return Turn::Over((self.worth(max) - self.worth(min)).into());
        }
        Turn::Both(ranks)
    }

    fn moves(&self, _: &Field) -> impl Iterator<Item = Aim> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, field: &mut Field, _: Aim) -> Field {
        *field
    }

    fn undo(&self, field: &mut Field, before: Field) {
        *field = before;
    }

    /// Nobody keeps more than there is.
    fn bounds(&self, field: &Field) -> Bounds<Real> {
        let [max, min] = field.health.map(|health| self.worth(health));
        Bounds::new((-min).into(), max.into())
    }
}

/// All ways to aim: every living shooter at a living target.
fn aims(shooters: u8, targets: u8) -> impl Iterator<Item = Aim> {
    (0..=u8::MAX).map(Aim).filter(move |aim| {
        (0..MOST).all(|unit| {
            let target = aim.target(unit);
            if shooters & 1 << unit == 0 { target == 0 } else { targets & 1 << target != 0 }
        })
    })
}

impl Aim {
    fn target(self, unit: usize) -> usize {
        usize::from(self.0 >> (2 * unit) & 3)
    }
}

impl Both<Attrition> for Ranks {
    fn rows(self, _: &Attrition, _: &Field) -> impl Iterator<Item = Aim> + use<> {
        aims(self.0[0], self.0[1])
    }

    fn columns(self, _: &Attrition, _: &Field) -> impl Iterator<Item = Aim> + use<> {
        aims(self.0[1], self.0[0])
    }

    fn play(self, game: &Attrition, field: &mut Field, row: Aim, column: Aim) -> Field {
        let before = *field;
        for (side, aim) in [row, column].into_iter().enumerate() {
            for unit in (0..MOST).filter(|&unit| self.0[side] & 1 << unit != 0) {
                let target = &mut field.health[1 - side][aim.target(unit)];
                *target = target.saturating_sub(game.attack[side][unit]);
            }
        }
        before
    }
}

impl Evaluate for Attrition {
    /// By Lanchester's square law: what a group can do is its health times its attack, and the difference is what is left.
    fn evaluate(&self, field: &Field) -> Real {
        let strength = |side: usize| {
            let units = field.health[side].iter().zip(&self.attack[side]);
            let (health, attack) = units.fold((0.0, 0.0), |(health, attack), (&own, &force)| {
                (health + f64::from(own), attack + if own > 0 { f64::from(force) } else { 0.0 })
            });
            (health, health * attack)
        };
        let [(max_health, max), (min_health, min)] = [0, 1].map(strength);
        let ahead = (max - min) / max.max(min).max(1.0);
        let left = ahead.abs().sqrt().copysign(ahead);
        let stake = if !self.health_counts {
            1.0
        } else if left > 0.0 {
            max_health
        } else {
            min_health
        };
        estimate(stake * left, self.bounds(field))
    }
}

impl Keyed for Attrition {
    type Key = u64;

    fn key(&self, field: &Field) -> u64 {
        field.health.as_flattened().iter().fold(0, |key, &health| key << 8 | u64::from(health))
    }
}

impl Describe for Attrition {
    fn show(&self, field: &Field) -> String {
        let side = |side: usize| {
            let unit = |unit: usize| match (self.attack[side][unit], field.health[side][unit]) {
                (0, _) => None,
                (_, 0) => Some("dead".to_owned()),
                (attack, health) => Some(format!("{health}/{attack}")),
            };
            (0..MOST).filter_map(unit).collect::<Vec<_>>().join(" ")
        };
        format!("Max {}\nMin {}", side(0), side(1))
    }

    /// The targets of a player's units, numbered from 1: `213` means that the first unit aims at the second enemy, and so on. For
    /// the dead it says 1.
    fn name(&self, _: &Field, aim: Aim) -> String {
        let mut name: String = (0..MOST).map(|unit| char::from(b'1' + aim.target(unit) as u8)).collect();
        // Units that nobody has need no target.
        let most = self.attack.iter().map(|attack| attack.iter().filter(|&&attack| attack > 0).count()).max();
        name.truncate(most.unwrap_or(MOST));
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> Attrition {
        Attrition::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 4] = [
            &[],
            &["max=1/1", "min=9/3,1/1", "objective=health"],
            &["max=2/1,2/1,2/1,2/1", "min=5/4", "objective=health"],
            &["max=3/1,3/2", "min=2/2,4/1"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn shots_hit_together() {
        let game = game(&["max=2/3,1/1", "min=3/2,1/1", "objective=health"]);
        let mut field = game.start();
        let Turn::Both(ranks) = game.turn(&field) else { panic!("both aim") };
        // Both of Max's units aim at Min's first; Min's first at Max's first, its second at Max's second.
        ranks.play(&game, &mut field, Aim(0b0000), Aim(0b0100));
        assert_eq!(game.show(&field), "Max dead dead\nMin dead 1/1");
        assert!(matches!(game.turn(&field), Turn::Over(value) if value == (-1).into()));
        assert_eq!(game.name(&field, Aim(0b0100)), "12");
    }

    #[test]
    fn impossible_words_are_explained() {
        let parameters = Parameters::parse(["max=3"]).unwrap();
        let problem = Attrition::from_parameters(&parameters).unwrap_err().to_string();
        assert!(problem.starts_with("max=3: expected one to four units"), "{problem}");
    }
}

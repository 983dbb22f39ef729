//! Duel: two fighters strike, gather strength or guard, both at once; a small battle of hit points after the kind of which
//! computer games have thousands. The rules are our own.
//!
//! In every round both players choose at once:
//!
//! * **strike**: the blow takes `strike` health from the enemy, and `charge` more for every charge that was gathered; the
//!   charges are gone, whether it hits or not;
//! * **charge**: gather one more charge, up to `most`;
//! * **guard**: an enemy's blow in this round takes `guard` less. Nobody guards in two rounds running.
//!
//! Blows land together, also those of fighters who fall by them. A fighter without health has lost; if both are, or after
//! `rounds` rounds, nobody has. With `objective=health` what counts is the health at the end, Max's minus Min's.

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The game.
///
/// ```
/// use secateur_game::{Both, Describe, Game, Turn};
/// use secateur_games::{Duel, Parameters};
///
/// let game = Duel::from_parameters(&Parameters::parse(["max=4", "min=6"])?)?;
/// let mut ring = game.start();
/// let Turn::Both(stances) = game.turn(&ring) else { panic!("both players act") };
/// let names: Vec<_> = stances.rows(&game, &ring).map(|action| game.name(&ring, action)).collect();
/// assert_eq!(names, ["strike", "charge", "guard"]);
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    start: Bout,
    strike: u8,
    charge: u8,
    most: u8,
    guard: u8,
    health_counts: bool,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bout {
    /// Max and Min.
    fighters: [Fighter; 2],
    /// Rounds that are left.
    rounds: u8,
}

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fighter {
    health: u8,
    charges: u8,
    /// Whether the last round was spent on guard.
    tired: bool,
}

/// What a fighter does in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Hit the enemy, with all charges.
    Strike,
    /// Gather one more charge.
    Charge,
    /// Weaken the enemy's blow.
    Guard,
}

/// What the players may do: whether each can charge, and guard.
#[derive(Clone, Copy, Debug)]
pub struct Stances([(bool, bool); 2]);

impl Duel {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "duel",
        summary: "two fighters strike, charge or guard at once, until one has no health left",
        parameters: &[
            Parameter { name: "max", default: Some("5"), meaning: "Max's health" },
            Parameter { name: "min", default: Some("5"), meaning: "Min's health" },
            Parameter { name: "strike", default: Some("1"), meaning: "the health that a blow takes" },
            Parameter { name: "charge", default: Some("2"), meaning: "what a charge adds to it" },
            Parameter { name: "most", default: Some("2"), meaning: "how many charges a fighter holds" },
            Parameter { name: "guard", default: Some("3"), meaning: "what a guard takes off a blow" },
            Parameter { name: "rounds", default: Some("10"), meaning: "how many rounds there are" },
            Parameter {
                name: "objective",
                default: Some("win"),
                meaning: "win (who falls last), or health (how much of it is left)",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let fighter = |name| Ok(Fighter { health: values.whole(name, 1..=99)?, charges: 0, tired: false });
        Ok(Self {
            start: Bout { fighters: [fighter("max")?, fighter("min")?], rounds: values.whole("rounds", 1..=99)? },
            strike: values.whole("strike", 0..=99)?,
            charge: values.whole("charge", 0..=99)?,
            most: values.whole("most", 0..=9)?,
            guard: values.whole("guard", 0..=99)?,
            health_counts: values.choice("objective", &[("win", false), ("health", true)])?,
        })
    }

    /// The value of a bout that ends with this much health.
    fn verdict(&self, [max, min]: [i32; 2]) -> Real {
        let score = if self.health_counts { max - min } else { max.signum() - min.signum() };
        score.into()
    }

    /// What a fighter's blow takes from an enemy.
    fn blow(&self, fighter: Fighter, guarded: bool) -> u32 {
        let force = u32::from(self.strike) + u32::from(self.charge) * u32::from(fighter.charges);
        force.saturating_sub(if guarded { self.guard.into() } else { 0 })
    }

    /// What a fighter can take from an enemy at most in the rounds that are left: each adds one blow or one charge to it.
    fn reach(&self, fighter: Fighter, rounds: u8) -> i32 {
        i32::from(self.charge) * i32::from(fighter.charges)
            + i32::from(self.strike.max(self.charge)) * i32::from(rounds)
    }
}

impl Game for Duel {
    type Position = Bout;
    type Move = Action;
    type Value = Real;
    type Undo = Bout;
    type Chance = Never;
    type Both = Stances;

    fn start(&self) -> Bout {
        self.start
    }

    fn turn(&self, bout: &Bout) -> Turn<Real, Never, Stances> {
        let health = bout.fighters.map(|fighter| i32::from(fighter.health));
        if health.contains(&0) || bout.rounds == 0 {
            return Turn::Over(self.verdict(health));
        }
        Turn::Both(Stances(bout.fighters.map(|fighter| (fighter.charges < self.most, !fighter.tired))))
    }

    fn moves(&self, _: &Bout) -> impl Iterator<Item = Action> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, bout: &mut Bout, _: Action) -> Bout {
        *bout
    }

    fn undo(&self, bout: &mut Bout, before: Bout) {
        *bout = before;
    }

    /// Nobody takes more than a blow or a charge a round can.
    fn bounds(&self, bout: &Bout) -> Bounds<Real> {
        let [max, min] = bout.fighters;
        let (own, other) = (i32::from(max.health), i32::from(min.health));
        let left = |health: i32, enemy: Fighter| (health - self.reach(enemy, bout.rounds)).max(0);
        Bounds::new(self.verdict([left(own, min), other]), self.verdict([own, left(other, max)]))
    }
}

fn actions((charge, guard): (bool, bool)) -> impl Iterator<Item = Action> {
    [(Action::Strike, true), (Action::Charge, charge), (Action::Guard, guard)]
        .into_iter()
        .filter_map(|(action, possible)| possible.then_some(action))
}

impl Both<Duel> for Stances {
    fn rows(self, _: &Duel, _: &Bout) -> impl Iterator<Item = Action> + use<> {
        actions(self.0[0])
    }

    fn columns(self, _: &Duel, _: &Bout) -> impl Iterator<Item = Action> + use<> {
        actions(self.0[1])
    }

    fn play(self, game: &Duel, bout: &mut Bout, row: Action, column: Action) -> Bout {
        let before = *bout;
        let chosen = [row, column];
        for side in 0..2 {
            let (own, enemy) = (before.fighters[side], 1 - side);
            let fighter = &mut bout.fighters[side];
            fighter.tired = chosen[side] == Action::Guard;
            match chosen[side] {
                Action::Strike => fighter.charges = 0,
                Action::Charge => fighter.charges += 1,
                Action::Guard => {}
            }
            if chosen[side] == Action::Strike {
                let taken = game.blow(own, chosen[enemy] == Action::Guard);
                let health = &mut bout.fighters[enemy].health;
                *health = u32::from(*health).saturating_sub(taken) as u8;
            }
        }
        bout.rounds -= 1;
        before
    }
}

impl Evaluate for Duel {
    /// Health, what charges will take of the other's, and that who is tired cannot guard.
    fn evaluate(&self, bout: &Bout) -> Real {
        let [max, min] = bout.fighters.map(|fighter| {
            let tired = if fighter.tired { 0.25 * f64::from(self.guard) } else { 0.0 };
            f64::from(fighter.health) + 0.7 * f64::from(self.charge) * f64::from(fighter.charges) - tired
        });
        let ahead = if self.health_counts { max - min } else { (max - min) / max.max(min).max(1.0) };
        estimate(ahead, self.bounds(bout))
    }
}

impl Keyed for Duel {
    type Key = u64;

    fn key(&self, bout: &Bout) -> u64 {
        let fighter = |key: u64, fighter: &Fighter| {
            key << 24 | u64::from(fighter.health) << 16 | u64::from(fighter.charges) << 8 | u64::from(fighter.tired)
        };
        bout.fighters.iter().fold(bout.rounds.into(), fighter)
    }
}

impl Describe for Duel {
    fn show(&self, bout: &Bout) -> String {
        let fighter = |name: &str, fighter: Fighter| {
            let tired = if fighter.tired { ", tired" } else { "" };
            format!("{name}: {} health, {} charges{tired}", fighter.health, fighter.charges)
        };
        let [max, min] = bout.fighters;
        format!("{}\n{}\n{} rounds left", fighter("Max", max), fighter("Min", min), bout.rounds)
    }

    fn name(&self, _: &Bout, action: Action) -> String {
        match action {
            Action::Strike => "strike",
            Action::Charge => "charge",
            Action::Guard => "guard",
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> Duel {
        Duel::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 4] = [
            &[],
            &["max=3", "min=8", "objective=health", "guard=1"],
            &["most=0", "rounds=4", "strike=2"],
            &["strike=0", "charge=4", "most=9", "min=99", "objective=health"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    /// Plays rounds and shows what comes of it.
    fn after(game: &Duel, rounds: &[(Action, Action)]) -> Bout {
        let mut bout = game.start();
        for &(row, column) in rounds {
            let Turn::Both(stances) = game.turn(&bout) else { panic!("both act") };
            assert!(stances.rows(game, &bout).any(|action| action == row));
            assert!(stances.columns(game, &bout).any(|action| action == column));
            stances.play(game, &mut bout, row, column);
        }
        bout
    }

    #[test]
    fn blows_land_together_and_use_all_charges() {
        use Action::{Charge, Strike};
        let game = game(&["max=1", "min=3"]);
        let bout = after(&game, &[(Charge, Charge), (Strike, Strike)]);
        assert_eq!(game.show(&bout), "Max: 0 health, 0 charges\nMin: 0 health, 0 charges\n8 rounds left");
        assert!(matches!(game.turn(&bout), Turn::Over(value) if value == Real::ZERO));
    }

    #[test]
    fn a_guard_weakens_a_blow_and_tires() {
        use Action::{Charge, Guard, Strike};
        let game = game(&["guard=2"]);
        let bout = after(&game, &[(Charge, Strike), (Strike, Guard)]);
        assert_eq!(game.show(&bout), "Max: 4 health, 0 charges\nMin: 4 health, 0 charges, tired\n8 rounds left");
        let Turn::Both(stances) = game.turn(&bout) else { panic!("both act") };
        assert_eq!(stances.columns(&game, &bout).collect::<Vec<_>>(), [Strike, Charge]);
    }

    #[test]
    fn impossible_words_are_explained() {
        let problem =
            |words: &[&str]| Duel::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
        assert_eq!(problem(&["max=0"]), "max=0: expected a whole number from 1 to 99");
        assert_eq!(problem(&["most=10"]), "most=10: expected a whole number from 0 to 9");
    }
}

//! The words that choose a battle, and teams drawn from a seed.

use secateur_game::Random;

use super::{Battle, Element, Fighter, MOST, Team, WIDEST};
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

impl Element {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Fire => "fire",
            Self::Water => "water",
            Self::Grass => "grass",
        }
    }
}

impl Battle {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "battle",
        summary: "two teams: attack, switch or protect, both at once; then the dice decide the round",
        parameters: &[
            Parameter { name: "team", default: Some("2"), meaning: "how many fighters a drawn team has, up to 6" },
            Parameter { name: "health", default: Some("5"), meaning: "about how much health they have" },
            Parameter { name: "power", default: Some("2"), meaning: "about how much health their blows take" },
            Parameter {
                name: "spread",
                default: Some("1"),
                meaning: "by how much a blow may differ from its power, 0 to 2",
            },
            Parameter {
                name: "accuracy",
                default: Some("70"),
                meaning: "how often a smash hits, in percent; 0: there is none",
            },
            Parameter { name: "poison", default: Some("0"), meaning: "what poison takes each round; 0: there is none" },
            Parameter { name: "rounds", default: Some("6"), meaning: "how many rounds there are" },
            Parameter { name: "seed", default: Some("1"), meaning: "chooses the teams that are drawn" },
            Parameter {
                name: "max",
                default: Some(""),
                meaning: "Max's team instead, element:health/power/speed each, such as fire:9/3/5,plain:8/2/7",
            },
            Parameter { name: "min", default: Some(""), meaning: "Min's team; the same as Max's unless said" },
            Parameter {
                name: "objective",
                default: Some("win"),
                meaning: "win (who stands last), or health (how much of it is left)",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let drawn = drawn(&values)?;
        let max = team(&values, "max")?.unwrap_or(drawn);
        let teams = [max, team(&values, "min")?.unwrap_or(max)];
        let spread: u8 = values.whole("spread", 0..=WIDEST)?;
        let accuracy = values.whole("accuracy", 0..=100)?;
        let hardest = |player: usize, fighter: usize| {
            let (own, enemies) = (&teams[player].fighters[fighter], &teams[1 - player]);
            let enemies = enemies.fighters[..usize::from(enemies.size)].iter();
            enemies.map(|enemy| Self::force(own, enemy, accuracy > 0, spread.into())).max().unwrap_or(0)
        };
        let reach = [0, 1].map(|player| std::array::from_fn(|fighter| hardest(player, fighter)));
        Ok(Self {
            teams,
            rounds: values.whole("rounds", 1..=200)?,
            spread,
            accuracy,
            poison: values.whole("poison", 0..=99)?,
            health_counts: values.choice("objective", &[("win", false), ("health", true)])?,
            reach,
        })
    }
}

/// The team that the seed draws.
fn drawn(values: &Values<'_>) -> Result<Team, ParameterError> {
    let size = values.whole("team", 1..=MOST as u8)?;
    let (health, power): (u8, u8) = (values.whole("health", 1..=98)?, values.whole("power", 1..=39)?);
    let mut random = Random::new(values.whole("seed", 0..=u64::MAX)?);
    let mut team = Team { size, ..Team::default() };
    for fighter in &mut team.fighters[..usize::from(size)] {
        let element = [Element::Fire, Element::Water, Element::Grass][random.below(3) as usize];
        let mut about = |mean: u8| (mean + random.below(3) as u8).saturating_sub(1).max(1);
        let (health, power) = (about(health), about(power));
        *fighter = Fighter { element, health, power, speed: 1 + random.below(9) as u8 };
    }
    Ok(team)
}

/// A team in words, if there is one.
fn team(values: &Values<'_>, name: &'static str) -> Result<Option<Team>, ParameterError> {
    let text = values.text(name)?;
    if text.is_empty() {
        return Ok(None);
    }
    let fighters: Option<Vec<Fighter>> = text.split(',').map(fighter).collect();
    match fighters {
        Some(list) if list.len() <= MOST => {
            let mut team = Team { size: list.len() as u8, ..Team::default() };
            team.fighters[..list.len()].copy_from_slice(&list);
            Ok(Some(team))
        }
        _ => values.invalid(
            name,
            "expected one to six fighters, each element:health/power/speed with health up to 99, power up to 40 and speed up to \
             99, such as fire:9/3/5,plain:8/2/7 (elements: plain, fire, water, grass)",
        ),
    }
}

fn fighter(word: &str) -> Option<Fighter> {
    let (element, numbers) = word.split_once(':')?;
    let elements = [Element::Plain, Element::Fire, Element::Water, Element::Grass];
    let element = elements.into_iter().find(|known| known.name() == element.trim())?;
    let mut numbers = numbers.split('/').map(|number| number.trim().parse::<u8>().ok().filter(|&number| number > 0));
    let (health, power, speed) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let possible = numbers.next().is_none() && health <= 99 && power <= 40 && speed <= 99;
    possible.then_some(Fighter { element, health, power, speed })
}

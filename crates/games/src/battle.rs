//! Battle: two teams of fighters, one of each in the ring; the turn of Pokémon-like games, with rules of our own that fit on a page.
//!
//! In every round both players choose at once what the fighter in the ring does:
//!
//! * **switch-b**: it leaves, and another fighter (here the second, `b`) comes in its place, before anything else happens;
//! * **protect**: no attack does anything to it in this round. Nobody protects itself in two rounds running;
//! * **strike**: takes `power` health from the enemy, give or take `spread` (each whole number as likely);
//! * **smash**: takes half as much again, but hits with `accuracy` percent only;
//! * **poison**: from now on the enemy loses `poison` health at the end of every round that it ends in the ring.
//!
//! The faster fighter acts first, and whoever falls before its turn does nothing; of two that are as fast, a coin decides. Fire beats
//! grass, grass beats water, water beats fire: such an attack takes twice as much, the other way round half (rounded up); every
//! attack that hits takes at least 1. Choices come first, then one chance turn decides all that is left to luck in the round; where
//! nothing is, there is none. A player whose fighter has fallen sends another one before the next round: alone, or both at once.
//!
//! With `objective=win` whoever has no fighter left has lost (both at once draw), and after `rounds` rounds nobody has won; with
//! `objective=health` the health that is left counts, Max's minus Min's. So every kind of turn comes up: both players', one
//! player's, and chance. The teams are alike unless `min` says otherwise: the game is then fair.

mod race;
mod words;

#[cfg(test)]
mod tests;

use secateur_game::{Both, Canonical, Chance, Compared, Describe, Evaluate, Game, Keyed, Turn};
use secateur_value::{Bounds, Real};

/// How many fighters a team has at most.
pub(crate) const MOST: usize = 6;

/// By how much a blow may miss its mean at most.
const WIDEST: u8 = 2;

/// How many results one blow may have: every number of a strike or a smash, and nothing.
const RESULTS: usize = 2 * WIDEST as usize + 2;

/// The game.
///
/// ```
/// use secateur_game::{Both, Describe, Game, Turn};
/// use secateur_games::{Battle, Parameters};
///
/// let words = ["max=fire:6/3/5,water:6/2/4", "poison=1"];
/// let game = Battle::from_parameters(&Parameters::parse(words)?)?;
/// let mut ring = game.start();
/// let Turn::Both(choices) = game.turn(&ring) else { panic!("both players choose") };
/// let names: Vec<_> = choices.rows(&game, &ring).map(|action| game.name(&ring, action)).collect();
/// assert_eq!(names, ["strike", "smash", "poison", "protect", "switch-b"]);
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    teams: [Team; 2],
    rounds: u8,
    spread: u8,
    accuracy: u8,
    poison: u8,
    health_counts: bool,
    /// The most that each fighter can take from an enemy in one round.
    reach: [[u8; MOST]; 2],
}

/// The fighters of a player, as many as there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Team {
    fighters: [Fighter; MOST],
    size: u8,
}

/// What a fighter is good at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fighter {
    element: Element,
    health: u8,
    power: u8,
    speed: u8,
}

/// What a fighter is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Element {
    #[default]
    Plain,
    Fire,
    Water,
    Grass,
}

impl Element {
    fn beats(self, other: Self) -> bool {
        matches!((self, other), (Self::Fire, Self::Grass) | (Self::Grass, Self::Water) | (Self::Water, Self::Fire))
    }
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    sides: [Side; 2],
    /// Rounds that are left.
    rounds: u8,
    /// What both have chosen, before the dice are thrown.
    chosen: Option<[Action; 2]>,
}

/// A player's half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Side {
    health: [u8; MOST],
    /// A bit for every fighter that is poisoned.
    poisoned: u8,
    /// Who is in the ring.
    active: u8,
    /// Whether it protected itself in the last round.
    tired: bool,
}

impl Side {
    fn standing(&self) -> bool {
        self.health[usize::from(self.active)] > 0
    }

    fn beaten(&self) -> bool {
        self.health.iter().all(|&health| health == 0)
    }

    fn total(&self) -> i32 {
        self.health.into_iter().map(i32::from).sum()
    }

    fn enter(&mut self, fighter: u8) {
        (self.active, self.tired) = (fighter, false);
    }

    /// Takes health from the fighter in the ring. Of the fallen nothing is remembered.
    fn hurt(&mut self, by: u8) {
        let health = &mut self.health[usize::from(self.active)];
        *health = health.saturating_sub(by);
        if *health == 0 {
            self.poisoned &= !(1 << self.active);
            self.tired = false;
        }
    }
}

/// A player's choice, or what comes of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A sure blow.
    Strike,
    /// A harder one that may miss.
    Smash,
    /// The enemy loses health from now on.
    Poison,
    /// No attack does anything in this round.
    Protect,
    /// Another fighter comes into the ring.
    Switch(u8),
    /// What the dice say: the health that Max's and Min's fighter lose by blows, and whether they are poisoned.
    Result {
        /// Health.
        lost: [u8; 2],
        /// Poison.
        poisoned: [bool; 2],
    },
}

/// What both players may choose: a bit for every action.
#[derive(Clone, Copy, Debug)]
pub struct Choices([u16; 2]);

/// The actions of a set of bits.
fn actions(bits: u16) -> impl Iterator<Item = Action> {
    let action = |bit: u8| match bit {
        0 => Action::Strike,
        1 => Action::Smash,
        2 => Action::Poison,
        3 => Action::Protect,
        bench => Action::Switch(bench - 4),
    };
    (0..4 + MOST as u8).filter(move |bit| bits & 1 << bit != 0).map(action)
}

/// One result of an attack, and its weight among the others.
#[derive(Clone, Copy, Debug, Default)]
struct Blow {
    weight: u64,
    lost: u8,
    poisons: bool,
}

impl Battle {
    /// The fighters that could come into the ring, as bits of [`Choices`].
    fn bench(side: &Side) -> u16 {
        let fresh = |fighter: &u8| side.health[usize::from(*fighter)] > 0 && *fighter != side.active;
        (0..MOST as u8).filter(fresh).fold(0, |bits, fighter| bits | 1 << (4 + fighter))
    }

    fn choices(&self, side: &Side) -> u16 {
        let able = |possible: bool, bit: u16| u16::from(possible) << bit;
        1 | able(self.accuracy > 0, 1) | able(self.poison > 0, 2) | able(!side.tired, 3) | Self::bench(side)
    }

    /// The health that a blow takes with a roll from −`spread` to `spread`.
    fn force(attacker: &Fighter, target: &Fighter, smash: bool, roll: i16) -> u8 {
        let power = i16::from(attacker.power);
        let raw = (if smash { power + power / 2 } else { power } + roll).max(1);
        let force = if attacker.element.beats(target.element) {
            2 * raw
        } else if target.element.beats(attacker.element) {
            (raw + 1) / 2
        } else {
            raw
        };
        force as u8
    }

    /// What an action of a player may do to the enemy in the ring, if it is that player's turn to act.
    fn blows(&self, sides: &[Side; 2], chosen: [Action; 2], player: usize) -> ([Blow; RESULTS], usize) {
        let enemy = 1 - player;
        let mut blows = [Blow { weight: 1, ..Blow::default() }; RESULTS];
        let smash = chosen[player] == Action::Smash;
        if chosen[enemy] == Action::Protect || !(smash || matches!(chosen[player], Action::Strike | Action::Poison)) {
            return (blows, 1);
        }
        if chosen[player] == Action::Poison {
            blows[0].poisons = true;
            return (blows, 1);
        }
        let fighter = |side: usize| &self.teams[side].fighters[usize::from(sides[side].active)];
        let left = sides[enemy].health[usize::from(sides[enemy].active)];
        let spread = i16::from(self.spread);
        let hits = if smash { u64::from(self.accuracy) } else { 1 };
        let mut count = 0;
        for roll in -spread..=spread {
            let lost = Self::force(fighter(player), fighter(enemy), smash, roll).min(left);
            blows[count] = Blow { weight: hits, lost, poisons: false };
            count += 1;
        }
        if smash && self.accuracy < 100 {
            let misses = u64::from(100 - self.accuracy) * count as u64;
            blows[count] = Blow { weight: misses, lost: 0, poisons: false };
            count += 1;
        }
        (blows, count)
    }

    /// All that may come of a round, alike results once, and how many there are.
    fn results(&self, ring: &Ring, chosen: [Action; 2]) -> ([(u64, Action); RESULTS * RESULTS], usize) {
        let nothing = Action::Result { lost: [0; 2], poisoned: [false; 2] };
        let (mut results, mut count) = ([(0, nothing); RESULTS * RESULTS], 0);
        let mut add = |weight: u64, blows: [Blow; 2]| {
            // A blow falls on the enemy of the player who deals it.
            let lost = [blows[1].lost, blows[0].lost];
            let result = Action::Result { lost, poisoned: [blows[1].poisons, blows[0].poisons] };
            match results[..count].iter_mut().find(|(_, known)| *known == result) {
                Some((known, _)) => *known += weight,
                None => {
                    results[count] = (weight, result);
                    count += 1;
                }
            }
        };
        let attacks = [0, 1].map(|player| self.blows(&ring.sides, chosen, player));
        let speed = [0, 1].map(|side: usize| self.teams[side].fighters[usize::from(ring.sides[side].active)].speed);
        for first in [0, 1] {
            let second = 1 - first;
            if speed[first] < speed[second] {
                continue;
            }
            let (slow, slow_count) = &attacks[second];
            let all: u64 = slow[..*slow_count].iter().map(|blow| blow.weight).sum();
            let left = ring.sides[second].health[usize::from(ring.sides[second].active)];
            for &blow in &attacks[first].0[..attacks[first].1] {
                let mut pair = [Blow::default(); 2];
                pair[first] = blow;
                if blow.lost >= left {
                    add(blow.weight * all, pair);
                    continue;
                }
                for &answer in &slow[..*slow_count] {
                    pair[second] = answer;
                    add(blow.weight * answer.weight, pair);
                }
            }
        }
        (results, count)
    }

    /// What the dice said happens, and the round is over.
    fn finish(&self, ring: &mut Ring, chosen: [Action; 2], lost: [u8; 2], poisoned: [bool; 2]) {
        for player in [0, 1] {
            let side = &mut ring.sides[player];
            side.tired = chosen[player] == Action::Protect;
            side.poisoned |= u8::from(poisoned[player]) << side.active;
            side.hurt(lost[player]);
            if side.standing() && side.poisoned & 1 << side.active != 0 {
                side.hurt(self.poison);
            }
        }
        ring.chosen = None;
        ring.rounds -= 1;
    }

    /// The value of a battle that ends with this much health on each side.
    fn verdict(&self, [max, min]: [i32; 2], over: bool) -> Real {
        if self.health_counts {
            (max - min).into()
        } else if over {
            (i32::from(min == 0) - i32::from(max == 0)).into()
        } else {
            Real::ZERO
        }
    }

    /// What a player can take from the enemy at most in the rounds that are left.
    fn most(&self, ring: &Ring, player: usize) -> i32 {
        let able = ring.sides[player].health.iter().zip(self.reach[player]).filter(|&(&health, _)| health > 0);
        let blow = able.map(|(_, reach)| i32::from(reach)).max().unwrap_or(0);
        (blow + i32::from(self.poison)) * i32::from(ring.rounds)
    }
}

impl Game for Battle {
    type Position = Ring;
    type Move = Action;
    type Value = Real;
    type Undo = Ring;
    type Chance = Dice;
    type Both = Choices;

    fn start(&self) -> Ring {
        let side = |team: &Team| Side {
            health: team.fighters.map(|fighter| fighter.health),
            poisoned: 0,
            active: 0,
            tired: false,
        };
        Ring { sides: [side(&self.teams[0]), side(&self.teams[1])], rounds: self.rounds, chosen: None }
    }

    fn turn(&self, ring: &Ring) -> Turn<Real, Dice, Choices> {
        if ring.chosen.is_some() {
            return Turn::Chance(Dice);
        }
        let over = ring.sides.iter().any(Side::beaten);
        if over || ring.rounds == 0 {
            return Turn::Over(self.verdict(ring.sides.map(|side| side.total()), over));
        }
        match ring.sides.map(|side| side.standing()) {
            [true, true] => Turn::Both(Choices(ring.sides.map(|side| self.choices(&side)))),
            [false, true] => Turn::Max,
            [true, false] => Turn::Min,
            [false, false] => Turn::Both(Choices(ring.sides.map(|side| Self::bench(&side)))),
        }
    }

    /// Who comes after a fighter that has fallen.
    fn moves(&self, ring: &Ring) -> impl Iterator<Item = Action> + use<> {
        let fallen = ring.sides.iter().find(|side| !side.standing());
        actions(fallen.map_or(0, Self::bench))
    }

    fn play(&self, ring: &mut Ring, action: Action) -> Ring {
        let before = *ring;
        match (action, ring.chosen) {
            (Action::Result { lost, poisoned }, Some(chosen)) => self.finish(ring, chosen, lost, poisoned),
            (Action::Switch(fighter), _) => {
                if let Some(side) = ring.sides.iter_mut().find(|side| !side.standing()) {
                    side.enter(fighter);
                }
            }
            _ => {}
        }
        before
    }

    fn undo(&self, ring: &mut Ring, before: Ring) {
        *ring = before;
    }

    /// Nobody takes more than the hardest blow a round, and health never comes back.
    fn bounds(&self, ring: &Ring) -> Bounds<Real> {
        let total = ring.sides.map(|side| side.total());
        let left = [0, 1].map(|player| (total[player] - self.most(ring, 1 - player)).max(0));
        Bounds::new(self.verdict([left[0], total[1]], true), self.verdict([total[0], left[1]], true))
    }
}

impl Both<Battle> for Choices {
    fn rows(self, _: &Battle, _: &Ring) -> impl Iterator<Item = Action> + use<> {
        actions(self.0[0])
    }

    fn columns(self, _: &Battle, _: &Ring) -> impl Iterator<Item = Action> + use<> {
        actions(self.0[1])
    }

    fn play(self, game: &Battle, ring: &mut Ring, row: Action, column: Action) -> Ring {
        let before = *ring;
        let replaces = !ring.sides[0].standing();
        let chosen = [row, column];
        for (side, action) in ring.sides.iter_mut().zip(chosen) {
            if let Action::Switch(fighter) = action {
                side.enter(fighter);
            }
        }
        if replaces {
            return before;
        }
        // Who is tired plays no part in what is left of the round.
        ring.sides.iter_mut().for_each(|side| side.tired = false);
        let (results, count) = game.results(ring, chosen);
        match results[0].1 {
            Action::Result { lost, poisoned } if count == 1 => game.finish(ring, chosen, lost, poisoned),
            _ => ring.chosen = Some(chosen),
        }
        before
    }
}

/// All that is left to luck in a round.
#[derive(Clone, Copy, Debug)]
pub struct Dice;

impl Chance<Battle> for Dice {
    fn outcomes(self, game: &Battle, ring: &Ring) -> impl Iterator<Item = (u64, Action)> + use<> {
        let (results, count) = game.results(ring, ring.chosen.unwrap_or([Action::Protect; 2]));
        results.into_iter().take(count)
    }

    /// What can be promised before the dice holds after them: blows and rounds are counted in it.
    fn range(self, game: &Battle, ring: &Ring) -> Option<Bounds<Real>> {
        Some(game.bounds(ring))
    }
}

/// A side as 56 bits.
fn side_key(side: &Side, chosen: Option<Action>) -> u64 {
    let action = match chosen {
        None | Some(Action::Result { .. }) => 0,
        Some(Action::Strike) => 1,
        Some(Action::Smash) => 2,
        Some(Action::Poison) => 3,
        Some(Action::Protect) => 4,
        Some(Action::Switch(fighter)) => 5 + u64::from(fighter),
    };
    let health = side.health.iter().fold(0, |key, &health| key << 7 | u64::from(health));
    ((health << 6 | u64::from(side.poisoned)) << 3 | u64::from(side.active)) << 5 | u64::from(side.tired) << 4 | action
}

impl Keyed for Battle {
    /// Max's and Min's half; the rounds that are left stand before the first.
    type Key = (u64, u64);

    fn key(&self, ring: &Ring) -> (u64, u64) {
        let [max, min] = [0, 1].map(|player| side_key(&ring.sides[player], ring.chosen.map(|chosen| chosen[player])));
        (u64::from(ring.rounds) << 56 | max, min)
    }

    /// Players with the same team may swap their places.
    fn canonical(&self, ring: &Ring) -> Canonical<(u64, u64)> {
        let (first, min) = self.key(ring);
        let max = first & (u64::MAX >> 8);
        if self.teams[0] == self.teams[1] && min < max {
            Canonical { key: (first & !(u64::MAX >> 8) | min, max), swapped: true }
        } else {
            Canonical { key: (first, min), swapped: false }
        }
    }

    /// To be able to protect oneself is never worse than not to be.
    fn comparable(&self, ring: &Ring) -> impl Iterator<Item = (Compared, Canonical<(u64, u64)>)> + use<> {
        let awake = ring.chosen.is_none() && ring.sides.iter().all(Side::standing);
        let other = |player: usize| {
            let mut other = *ring;
            let tired = &mut other.sides[player].tired;
            *tired = !*tired;
            // Max gains where Max is rested or Min is tired.
            let better = *tired == (player == 1);
            (if better { Compared::AtLeast } else { Compared::AtMost }, self.canonical(&other))
        };
        let both = awake.then(|| [other(0), other(1)]);
        both.into_iter().flatten()
    }
}

impl Evaluate for Battle {
    /// How the fight ends if from now on both only strike or smash, whichever takes more on average (`race.rs`). A fight that nobody can
    /// win any more is worth nothing, which the bounds say.
    fn evaluate(&self, ring: &Ring) -> Real {
        let Bounds { lower, upper } = self.bounds(ring);
        Real::new(self.race(ring)).map_or(lower, |lead| lead.clamp(lower, upper))
    }
}

impl Describe for Battle {
    fn show(&self, ring: &Ring) -> String {
        let player = |name: &str, player: usize| {
            let (team, side) = (&self.teams[player], &ring.sides[player]);
            let fighter = |place: usize| {
                let Fighter { element, health, power, speed } = team.fighters[place];
                let mark = if place == usize::from(side.active) { '*' } else { ' ' };
                let letter = char::from(b'a' + place as u8);
                let ill = if side.poisoned & 1 << place != 0 { ", poisoned" } else { "" };
                let tired = if mark == '*' && side.tired { ", tired" } else { "" };
                let left = side.health[place];
                format!(" {mark}{letter} {} {left}/{health}, power {power}, speed {speed}{ill}{tired}", element.name())
            };
            let fighters: Vec<_> = (0..usize::from(team.size)).map(fighter).collect();
            format!("{name}:\n{}", fighters.join("\n"))
        };
        let left = match ring.rounds {
            1 => "1 round left".to_owned(),
            rounds => format!("{rounds} rounds left"),
        };
        let chosen =
            ring.chosen.map(|[max, min]| format!("\nMax chose {}, Min {}", self.name(ring, max), self.name(ring, min)));
        format!("{}\n{}\n{left}{}", player("Max", 0), player("Min", 1), chosen.unwrap_or_default())
    }

    fn name(&self, _: &Ring, action: Action) -> String {
        match action {
            Action::Strike => "strike".to_owned(),
            Action::Smash => "smash".to_owned(),
            Action::Poison => "poison".to_owned(),
            Action::Protect => "protect".to_owned(),
            Action::Switch(fighter) => format!("switch-{}", char::from(b'a' + fighter)),
            Action::Result { lost, poisoned } => {
                let poison = |is: bool| if is { "+poison" } else { "" };
                format!("Max-{}{},Min-{}{}", lost[0], poison(poisoned[0]), lost[1], poison(poisoned[1]))
            }
        }
    }

    fn show_value(&self, value: &Real) -> String {
        if self.health_counts { format!("{:+} health for Max", value.get()) } else { crate::words::result(*value) }
    }
}

//! A player's checkers, and what can be done with a throw.

use std::fmt;

/// How many checkers each player has.
pub(super) const CHECKERS: u8 = 15;

/// The highest point of a home.
pub(super) const HOME: u8 = 6;

/// The bar, from which a checker enters as if it were a point.
pub(super) const BAR: u8 = 25;

/// A player's checkers, four bits a point: those that were taken off first, then the points 1 to 24, then the bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Men(u128);

impl fmt::Debug for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries((0..=BAR).map(|point| (point, self.on(point))).filter(|&(_, men)| men > 0)).finish()
    }
}

impl Men {
    /// All of them taken off.
    pub(super) const OFF: Self = Self(CHECKERS as u128);

    pub(super) fn on(self, point: u8) -> u8 {
        (self.0 >> (4 * point) & 15) as u8
    }

    pub(super) fn off(self) -> u8 {
        self.on(0)
    }

    pub(super) fn moved(self, from: u8, to: u8) -> Self {
        Self(self.0 - (1 << (4 * from)) + (1 << (4 * to)))
    }

    /// The highest point on which there is a checker; 0 if there is none.
    pub(super) fn highest(self) -> u8 {
        (127u32.saturating_sub(self.0.leading_zeros()) / 4) as u8
    }

    /// How many steps all checkers have to go.
    pub(super) fn pips(self) -> u32 {
        (1..=BAR).map(|point| u32::from(point) * u32::from(self.on(point))).sum()
    }

    /// 40 bits: of every point as many ones as there are checkers, and a zero.
    pub(super) fn unary(self) -> u128 {
        (1..=BAR).fold(0, |bits, point| {
            let men = u32::from(self.on(point));
            (bits << men | ((1 << men) - 1)) << 1
        })
    }
}

/// What a player does with a throw: from which points a checker goes how far, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Play {
    from: [u8; 4],
    dice: [u8; 4],
    count: u8,
}

impl Play {
    fn and(mut self, from: u8, die: u8) -> Self {
        let place = usize::from(self.count);
        (self.from[place], self.dice[place]) = (from, die);
        self.count += 1;
        self
    }

    fn steps(self) -> impl Iterator<Item = (u8, u8)> {
        (0..usize::from(self.count)).map(move |place| (self.from[place], self.dice[place]))
    }

    /// Both players' checkers after it.
    pub(super) fn made(self, own: Men, other: Men) -> (Men, Men) {
        self.steps().fold((own, other), |(own, other), (from, die)| landed(own, other, from, from.saturating_sub(die)))
    }
}

/// The steps of a play: from where, to where, whether a blot is hit.
pub(super) fn hits(own: Men, other: Men, play: Play) -> impl Iterator<Item = (u8, u8, bool)> {
    play.steps().scan((own, other), |(own, other), (from, die)| {
        let to = from.saturating_sub(die);
        let hit = to > 0 && other.on(25 - to) > 0;
        (*own, *other) = landed(*own, *other, from, to);
        Some((from, to, hit))
    })
}

/// A checker goes from a point to another, and hits a blot there.
fn landed(own: Men, other: Men, from: u8, to: u8) -> (Men, Men) {
    let blot = to > 0 && other.on(25 - to) == 1;
    (own.moved(from, to), if blot { other.moved(25 - to, BAR) } else { other })
}

/// Both players' checkers after one step, if it is allowed.
fn step(own: Men, other: Men, from: u8, die: u8) -> Option<(Men, Men)> {
    if own.on(from) == 0 || from != BAR && own.on(BAR) > 0 {
        return None;
    }
    if from > die {
        return (other.on(25 - (from - die)) < 2).then(|| landed(own, other, from, from - die));
    }
    let highest = own.highest();
    (highest <= HOME && (from == die || from == highest)).then(|| landed(own, other, from, 0))
}

/// The points from which a checker may go, from the highest on.
fn sources(own: Men, highest: u8) -> impl Iterator<Item = u8> {
    let bar = own.on(BAR) > 0;
    let last = if bar { BAR } else { 1 };
    (last..=highest.min(own.highest())).rev().filter(move |&from| own.on(from) > 0)
}

/// Everything that can be done with a throw, each result once; where nothing can, the play without a step.
pub(super) fn plays(own: Men, other: Men, (high, low): (u8, u8)) -> Vec<Play> {
    let mut found: Vec<(Men, Men, Play)> = Vec::new();
    if high == low {
        doubles(&mut found, own, other, high, BAR, Play::default());
        // No two of these lead to the same place: steps of one length taken from other points leave other points.
        let most = found.iter().map(|(_, _, play)| play.count).max().unwrap_or(0);
        found.retain(|(_, _, play)| play.count == most);
        return found.into_iter().map(|(_, _, play)| play).collect();
    }
    let mut both = false;
    for (first, second) in [(high, low), (low, high)] {
        for from in sources(own, BAR) {
            let Some((own, other)) = step(own, other, from, first) else { continue };
            let play = Play::default().and(from, first);
            for next in sources(own, BAR) {
                let Some((own, other)) = step(own, other, next, second) else { continue };
                if !both {
                    both = true;
                    found.clear();
                }
                found.push((other, own, play.and(next, second)));
            }
            if !both {
                found.push((other, own, play));
            }
        }
    }
    if !both && found.iter().any(|(_, _, play)| play.dice[0] == high) {
        found.retain(|(_, _, play)| play.dice[0] == high);
    }
    // Hits come first: they put the other's checkers on the bar, the highest of all places.
    found.sort_by_key(|&(other, own, _)| std::cmp::Reverse((other, own)));
    found.dedup_by(|one, two| (one.0, one.1) == (two.0, two.1));
    if found.is_empty() { vec![Play::default()] } else { found.into_iter().map(|(_, _, play)| play).collect() }
}

/// Up to four steps of one length. Steps from higher points come first: any order of them leads to the same place, and this one is
/// allowed if one is, since it leaves fewest checkers behind.
fn doubles(found: &mut Vec<(Men, Men, Play)>, own: Men, other: Men, die: u8, highest: u8, play: Play) {
    let known = found.len();
    if play.count < 4 {
        for from in sources(own, highest) {
            if let Some((own, other)) = step(own, other, from, die) {
                doubles(found, own, other, die, from, play.and(from, die));
            }
        }
    }
    if found.len() == known {
        found.push((other, own, play));
    }
}

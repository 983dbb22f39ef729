//! The play of a suit as a game against best defence (Frank and Basin 1998).
//!
//! Declarer (Max) holds North and South, sees both, may lead from either at every trick (unlimited entries), and does
//! not see how the missing cards lie. The defenders (Min) see everything and may play any card they have. As in every
//! game of this kind the value is a family of sets of layouts: those on which one plan succeeds. Wherever a defender
//! plays, every card that it *may* have is a move, and so is showing out; layouts that contradict what was played count
//! as won.
//!
//! Several goals are played for at once by taking sets of pairs of a layout and a goal: with one goal the value says how
//! to reach it most often, with the goals 1, 2, …, T it says how to win most tricks on average.
//!
//! Cards between which no card of the other side is left are the same card: moves list one of them, and positions that
//! differ only so have one key.

use secateur_game::{Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Family, Subset};

use crate::combination::{Combination, Layouts};

/// The most groups of missing cards: seven cards between and around six.
const GROUPS: usize = 8;

/// The play of a combination for some goals.
#[derive(Clone, Debug)]
pub(crate) struct SuitPlay<'s, S> {
    suit: &'s Combination,
    layouts: &'s Layouts,
    /// Numbers of tricks to be won, from the least.
    goals: Vec<u8>,
    /// For every group and number, the pairs whose layouts give West at least, and at most, that many of the group.
    at_least: Vec<Vec<S>>,
    at_most: Vec<Vec<S>>,
    /// For every number of tricks, the pairs whose goals are reached with them.
    reached: Vec<S>,
    everything: S,
}

/// How the play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Play {
    pub(crate) north: u16,
    pub(crate) south: u16,
    /// How many cards of each group West and East have shown.
    shown: [[u8; GROUPS]; 2],
    /// Whether West and East have shown out.
    out: [bool; 2],
    pub(crate) tricks: u8,
    pub(crate) stage: Stage,
    leader: Hand,
    /// The highest card of the trick so far, and whether it is declarer's.
    best: u8,
    ours: bool,
}

/// Whose card is next in a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Lead,
    Second,
    Third,
    Fourth,
}

/// One of declarer's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hand {
    North,
    South,
}

/// A card, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Declarer plays a card of this rank.
    Ours(Hand, u8),
    /// A defender plays a card of this group.
    Theirs(u8),
    /// A defender shows out.
    Out,
}

const WEST: usize = 0;
const EAST: usize = 1;

impl Play {
    /// Clockwise from North comes East, from South West.
    pub(crate) fn defender(&self) -> usize {
        match (self.leader, self.stage) {
            (Hand::North, Stage::Second) | (Hand::South, Stage::Fourth) => EAST,
            _ => WEST,
        }
    }

    /// How many cards of a group a defender has shown.
    #[cfg(test)]
    pub(crate) fn shown_by(&self, defender: usize, group: usize) -> u8 {
        self.shown[defender][group]
    }

    fn partner(&self) -> Hand {
        match self.leader {
            Hand::North => Hand::South,
            Hand::South => Hand::North,
        }
    }

    fn hand(&self, hand: Hand) -> u16 {
        match hand {
            Hand::North => self.north,
            Hand::South => self.south,
        }
    }

    /// How many tricks are still to be played.
    fn left(&self) -> u8 {
        self.north.count_ones().max(self.south.count_ones()) as u8
    }
}

impl<'s, S: Subset> SuitPlay<'s, S> {
    pub(crate) fn new(suit: &'s Combination, layouts: &'s Layouts, goals: Vec<u8>) -> Self {
        let ground = layouts.len() * goals.len();
        let pairs = |layout: &dyn Fn(&[u8]) -> bool, goal: &dyn Fn(u8) -> bool| {
            let mut set = S::empty(ground);
            for (number, held) in layouts.west.iter().enumerate().filter(|(_, held)| layout(held)) {
                for (place, _) in goals.iter().enumerate().filter(|&(_, &tricks)| goal(tricks)) {
                    debug_assert_eq!(held.len(), layouts.groups.len());
                    set.insert(number * goals.len() + place);
                }
            }
            set
        };
        let by_count = |enough: fn(u8, u8) -> bool| -> Vec<Vec<S>> {
            let group = |(group, of): (usize, &crate::combination::Group)| {
                (0..=of.size).map(|count| pairs(&|held| enough(held[group], count), &|_| true)).collect()
            };
            layouts.groups.iter().enumerate().map(group).collect()
        };
        let reached = (0..=suit.longest() as u8).map(|tricks| pairs(&|_| true, &|goal| goal <= tricks)).collect();
        let (at_least, at_most) = (by_count(|held, count| held >= count), by_count(|held, count| held <= count));
        Self { suit, layouts, at_least, at_most, reached, everything: S::full(ground), goals }
    }

    /// What a card of a group is called.
    pub(crate) fn group_name(&self, group: u8) -> String {
        self.layouts.groups[usize::from(group)].name(self.suit)
    }

    /// How many cards of a group the defenders still have.
    fn outstanding(&self, play: &Play, group: usize) -> u8 {
        self.layouts.groups[group].size - play.shown[WEST][group] - play.shown[EAST][group]
    }

    /// The pairs whose layouts agree with the play.
    pub(crate) fn possible(&self, play: &Play) -> S {
        let mut possible = self.everything.clone();
        for (group, of) in self.layouts.groups.iter().enumerate() {
            let (west, east) = (play.shown[WEST][group], play.shown[EAST][group]);
            // Who has shown out has exactly what it has shown.
            let least = if play.out[EAST] { of.size - east } else { west };
            let most = if play.out[WEST] { west } else { of.size - east };
            if least > 0 {
                possible = possible.intersection(&self.at_least[group][usize::from(least)]);
            }
            if most < of.size {
                possible = possible.intersection(&self.at_most[group][usize::from(most)]);
            }
        }
        possible
    }

    /// The pairs that are won if so many tricks are: those whose goal is reached, and those that are impossible.
    fn won(&self, play: &Play, tricks: u8) -> S {
        let mut won = self.reached[usize::from(tricks)].clone();
        let possible = self.possible(play);
        let impossible = self.everything.words().iter().zip(possible.words()).map(|(all, possible)| all & !possible);
        won.words_mut().iter_mut().zip(impossible).for_each(|(won, impossible)| *won |= impossible);
        won
    }

    /// The least and the most tricks that declarer can still end with, whatever the defenders have.
    ///
    /// Cards above all that is missing win a trick each, as long as there are tricks: while both hands have winners one of
    /// them follows low to the other's, and when neither can follow low every card wins.
    fn reach(&self, play: &Play) -> (u8, u8) {
        let highest = (0..self.layouts.groups.len()).rev().find(|&group| self.outstanding(play, group) > 0);
        let above = highest.map_or(u16::MAX, |group| u16::MAX << self.layouts.groups[group].highest);
        let (left, sure) = (play.left(), ((play.north | play.south) & above).count_ones() as u8);
        (play.tricks + sure.min(left), play.tricks + left)
    }

    /// Whether the rest of the play makes no difference to any goal.
    fn is_over(&self, play: &Play) -> bool {
        let (least, most) = self.reach(play);
        play.stage == Stage::Lead && !self.goals.iter().any(|goal| (least + 1..=most).contains(goal))
    }

    /// Whose turn it is, if the play goes on.
    pub(crate) fn player(&self, play: &Play) -> Option<Player> {
        match play.stage {
            Stage::Lead if self.is_over(play) => None,
            Stage::Lead | Stage::Third => Some(Player::Max),
            Stage::Second | Stage::Fourth => Some(Player::Min),
        }
    }

    /// The pairs that are won where the play is over.
    pub(crate) fn outcome(&self, play: &Play) -> S {
        self.won(play, self.reach(play).0)
    }

    /// The pairs that are won at least and at most, by the number of tricks that declarer can still win.
    pub(crate) fn reachable(&self, play: &Play) -> Bounds<S> {
        // In the middle of a trick a card of declarer's may be on its way to win or to lose.
        let (least, most) = match play.stage {
            Stage::Lead => self.reach(play),
            _ => (play.tricks, (play.tricks + 1 + play.left()).min(self.suit.longest() as u8)),
        };
        Bounds { lower: self.won(play, least), upper: self.won(play, most) }
    }

    /// Declarer's highest card, to be led.
    pub(crate) fn highest(&self, play: &Play) -> Option<Act> {
        let rank = (play.north | play.south).checked_ilog2()? as u8;
        let hand = if play.north >> rank & 1 == 1 { Hand::North } else { Hand::South };
        Some(Act::Ours(hand, rank))
    }

    /// Which cards of declarer's are the same: the ranks at which a new place begins, as a mask.
    fn borders(&self, play: &Play) -> u16 {
        let mut borders = 0;
        for (group, of) in self.layouts.groups.iter().enumerate() {
            // A card of theirs in the trick is one that declarer may have to beat.
            let in_trick = play.stage != Stage::Lead && !play.ours && play.best == of.highest;
            if in_trick || self.outstanding(play, group) > 0 {
                borders |= 1 << of.highest;
            }
        }
        borders
    }

    /// One card of each place of a hand, the highest, from the highest place: plans that cash first are told soonest.
    fn different(cards: u16, borders: u16) -> impl Iterator<Item = u8> {
        let mut last = None;
        (0..13u8).rev().filter(move |rank| cards >> rank & 1 == 1).filter(move |rank| {
            let place = (borders & ((1 << rank) - 1)).count_ones();
            last.replace(place) != Some(place)
        })
    }

    fn list(&self, play: &Play) -> ([Act; 16], usize) {
        let (mut acts, mut count) = ([Act::Out; 16], 0);
        let mut add = |act| {
            acts[count] = act;
            count += 1;
        };
        match play.stage {
            Stage::Lead | Stage::Third => {
                let borders = self.borders(play);
                for hand in [Hand::North, Hand::South] {
                    if play.stage == Stage::Lead || hand == play.partner() {
                        Self::different(play.hand(hand), borders).for_each(|rank| add(Act::Ours(hand, rank)));
                    }
                }
                if play.stage == Stage::Third {
                    // Opposite a lead the lowest card is the natural one.
                    acts[..count].reverse();
                }
            }
            Stage::Second | Stage::Fourth => {
                let groups = (0..self.layouts.groups.len()).filter(|&group| self.outstanding(play, group) > 0);
                groups.for_each(|group| add(Act::Theirs(group as u8)));
                if !play.out[1 - play.defender()] {
                    add(Act::Out);
                }
            }
        }
        (acts, count)
    }

    /// Passes over those who have nothing to play, and ends the trick.
    fn go_on(&self, play: &mut Play) {
        loop {
            let idle = match play.stage {
                Stage::Lead => false,
                Stage::Third => play.hand(play.partner()) == 0,
                Stage::Second | Stage::Fourth => {
                    play.out[play.defender()]
                        || (0..self.layouts.groups.len()).all(|group| self.outstanding(play, group) == 0)
                }
            };
            if !idle {
                return;
            }
            self.next_stage(play);
        }
    }

    fn next_stage(&self, play: &mut Play) {
        play.stage = match play.stage {
            Stage::Lead => Stage::Second,
            Stage::Second => Stage::Third,
            Stage::Third => Stage::Fourth,
            Stage::Fourth => {
                play.tricks += u8::from(play.ours);
                (play.best, play.ours, play.leader) = (0, false, Hand::North);
                Stage::Lead
            }
        };
    }
}

impl<'s, S: Subset> Game for SuitPlay<'s, S> {
    type Position = Play;
    type Move = Act;
    type Value = Family<S>;
    type Undo = Play;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Play {
        Play {
            north: self.suit.north,
            south: self.suit.south,
            shown: [[0; GROUPS]; 2],
            out: [false; 2],
            tricks: 0,
            stage: Stage::Lead,
            leader: Hand::North,
            best: 0,
            ours: false,
        }
    }

    fn turn(&self, play: &Play) -> Turn<Family<S>> {
        match self.player(play) {
            None => Turn::Over(Family::one(self.outcome(play))),
            Some(Player::Max) => Turn::Max,
            Some(Player::Min) => Turn::Min,
        }
    }

    fn moves(&self, play: &Play) -> impl Iterator<Item = Act> + use<'s, S> {
        let (acts, count) = self.list(play);
        acts.into_iter().take(count)
    }

    fn play(&self, play: &mut Play, act: Act) -> Play {
        let before = *play;
        let defender = play.defender();
        match act {
            Act::Ours(hand, rank) => {
                *(match hand {
                    Hand::North => &mut play.north,
                    Hand::South => &mut play.south,
                }) ^= 1 << rank;
                if play.stage == Stage::Lead {
                    (play.leader, play.best, play.ours) = (hand, rank, true);
                } else if rank > play.best {
                    (play.best, play.ours) = (rank, true);
                }
            }
            Act::Theirs(group) => {
                play.shown[defender][usize::from(group)] += 1;
                let rank = self.layouts.groups[usize::from(group)].highest;
                if rank > play.best {
                    (play.best, play.ours) = (rank, false);
                }
            }
            Act::Out => play.out[defender] = true,
        }
        self.next_stage(play);
        self.go_on(play);
        before
    }

    fn undo(&self, play: &mut Play, before: Play) {
        *play = before;
    }

    fn bounds(&self, play: &Play) -> Bounds<Family<S>> {
        let Bounds { lower, upper } = self.reachable(play);
        Bounds { lower: Family::one(lower), upper: Family::one(upper) }
    }
}

/// How many cards each hand has in each place, what the defenders have shown, and the trick.
pub(crate) type Key = (u64, u64, u32);

impl<S: Subset> Keyed for SuitPlay<'_, S> {
    type Key = Key;

    fn key(&self, play: &Play) -> Key {
        let borders = self.borders(play);
        let (mut places, mut shown) = (0u64, 0u64);
        let mut below = 0u16;
        let mut left = borders;
        for _ in 0..=borders.count_ones() {
            let upto = if left == 0 { u16::MAX } else { (1 << left.trailing_zeros()) - 1 };
            let place = upto & !below;
            let counts = (play.north & place).count_ones() << 4 | (play.south & place).count_ones();
            places = places << 8 | u64::from(counts);
            below = upto;
            left &= left.wrapping_sub(1);
        }
        for group in 0..self.layouts.groups.len() {
            shown = shown << 8 | u64::from(play.shown[WEST][group] << 4 | play.shown[EAST][group]);
        }
        // Of declarer's own best card only its place counts.
        let best = if play.ours { (borders & ((1 << play.best) - 1)).count_ones() } else { u32::from(play.best) };
        let flags = [play.ours, play.leader == Hand::South, play.out[WEST], play.out[EAST]];
        let flags = flags.iter().fold(0, |flags, &flag| flags << 1 | u32::from(flag));
        (places, shown, u32::from(play.tricks) << 16 | best << 8 | (play.stage as u32) << 4 | flags)
    }
}

impl<S: Subset> Expert for SuitPlay<'_, S> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combination::VacantPlaces;
    use secateur_game::laws;
    use secateur_value::Set;

    #[test]
    fn the_laws_hold() {
        let effort = laws::Effort::default().games(60).endgame(3_000);
        for (north, south) in [("AQ", "xx"), ("AK9", "JT"), ("KJ9x", "xx"), ("AT9", "Qxx"), ("9", "AJ7")] {
            let suit = Combination::new(north, south).unwrap();
            let layouts = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
            for goals in [vec![1], vec![2], (1..=suit.longest() as u8).collect()] {
                let game = SuitPlay::<Set<12>>::new(&suit, &layouts, goals);
                laws::check(&game, &effort).unwrap();
                laws::check_values(&game, &effort).unwrap();
            }
        }
    }

    /// Positions with one key have one value: the search with keys agrees with the one without.
    #[test]
    fn keys_agree_with_values() {
        use secateur_search::Search;
        for (north, south) in [("Q", "-"), ("J", "9"), ("KJ", "-"), ("AQ", "x"), ("QT", "K")] {
            let suit = Combination::new(north, south).unwrap();
            let layouts = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
            let goals = (1..=suit.longest() as u8).collect();
            let game = SuitPlay::<Set<12>>::new(&suit, &layouts, goals);
            let (plain, keyed) = (Search::at(&game, game.start()), Search::at(&game, game.start()));
            assert_eq!(plain.lattice_alpha_beta().bounds, keyed.lattice_minimax(None).bounds, "{suit}");
        }
    }
}

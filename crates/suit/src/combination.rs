//! The cards of a suit: what North and South hold, what is missing, and how the missing cards may lie.

use std::fmt;

/// Ranks from the two (0) to the ace (12).
const RANKS: &[u8; 13] = b"23456789TJQKA";

/// What North and South hold of a suit.
///
/// ```
/// use secateur_suit::Combination;
///
/// let suit = Combination::new("AK98xx", "Jx")?;
/// assert_eq!(suit.missing(), 5);
/// assert_eq!(Combination::new("AKA", "Q").unwrap_err().to_string(), "expected each card once, found A twice");
/// # Ok::<(), secateur_suit::SuitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    pub(crate) north: u16,
    pub(crate) south: u16,
    /// Which of them were given as `x`.
    small: u16,
}

/// Why there is no such combination.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuitError {
    /// Not a card.
    #[error("expected cards A K Q J T 9 … 2 or x for a small one, found {}", .0.escape_debug())]
    NotACard(char),
    /// A suit has each card once.
    #[error("expected each card once, found {0} twice")]
    Twice(char),
    /// A suit has thirteen cards.
    #[error("expected at most 13 cards, found {0}")]
    TooMany(usize),
    /// Nothing to play for.
    #[error("expected at least one card in one of the two hands, and - or nothing for a void")]
    NoCard,
    /// Defenders hold the missing cards among their vacant places.
    #[error(
        "expected vacant places for the {missing} missing cards, at most {} each, found {west} and {east}",
        VacantPlaces::MOST
    )]
    Vacant {
        /// How many cards are missing.
        missing: u32,
        /// West's places.
        west: u32,
        /// East's places.
        east: u32,
    },
}

impl Combination {
    /// Reads both hands. `x` is a small card, lower than any that is named; `10` and `T` are the ten; `-` is a void.
    pub fn new(north: &str, south: &str) -> Result<Self, SuitError> {
        let ((mut north, north_small), (mut south, south_small)) = (read(north)?, read(south)?);
        if let Some(rank) = (0..13).find(|rank| (north & south) >> rank & 1 == 1) {
            return Err(SuitError::Twice(char::from(RANKS[rank])));
        }
        let count = (north | south).count_ones() as usize + north_small + south_small;
        match count {
            0 => return Err(SuitError::NoCard),
            14.. => return Err(SuitError::TooMany(count)),
            _ => {}
        }
        let mut small = 0;
        let mut free = (0..13).filter(|rank| (north | south) >> rank & 1 == 0).collect::<Vec<_>>().into_iter();
        for (hand, count) in [(&mut north, north_small), (&mut south, south_small)] {
            for rank in free.by_ref().take(count) {
                *hand |= 1 << rank;
                small |= 1 << rank;
            }
        }
        Ok(Self { north, south, small })
    }

    /// How many cards the defenders hold.
    pub fn missing(&self) -> u32 {
        13 - (self.north | self.south).count_ones()
    }

    /// The most tricks that can be won.
    pub fn longest(&self) -> u32 {
        self.north.count_ones().max(self.south.count_ones())
    }

    /// The name of a card of North or South, or of the defenders.
    pub(crate) fn name(&self, rank: u8) -> char {
        if self.small >> rank & 1 == 1 { 'x' } else { char::from(RANKS[usize::from(rank)]) }
    }

    /// The missing cards in groups of touching ones, from the lowest; with `merged` false, each card alone.
    pub(crate) fn groups(&self, merged: bool) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut touches = false;
        for rank in 0..13 {
            let missing = (self.north | self.south) >> rank & 1 == 0;
            match groups.last_mut() {
                Some(group) if missing && touches && merged => (group.highest, group.size) = (rank, group.size + 1),
                lower if missing => {
                    let lowest = lower.is_none();
                    groups.push(Group { highest: rank, size: 1, lowest });
                }
                _ => {}
            }
            touches = missing;
        }
        groups
    }
}

/// Touching cards that the defenders hold: it makes no difference which of them is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) highest: u8,
    pub(crate) size: u8,
    /// Whether the defenders have none below it.
    lowest: bool,
}

impl Group {
    /// The lowest rank that players name; lower ones among several are small cards.
    const HONOUR: u8 = 8;

    /// Whether its cards are just small ones: no other group can be meant.
    fn is_small(self) -> bool {
        self.lowest && self.highest < Self::HONOUR
    }

    /// What one of the group is called.
    pub(crate) fn name(self, suit: &Combination) -> String {
        if self.size == 1 {
            suit.name(self.highest).to_string()
        } else if self.is_small() {
            "x".to_owned()
        } else {
            (0..self.size).map(|place| suit.name(self.highest - place).to_string()).collect::<Vec<_>>().join("/")
        }
    }

    /// So many cards of the group.
    fn cards(self, suit: &Combination, count: u8) -> String {
        if self.size == 1 || self.is_small() || (0 < count && count < self.size) {
            vec![self.name(suit); count.into()].join(if self.is_small() { "" } else { " " })
        } else {
            (0..count).map(|place| suit.name(self.highest - place)).collect()
        }
    }
}

fn read(hand: &str) -> Result<(u16, usize), SuitError> {
    let (mut cards, mut small) = (0u16, 0);
    for letter in hand.replace("10", "T").chars() {
        match letter.to_ascii_uppercase() {
            'X' => small += 1,
            '-' | '–' => {}
            space if space.is_whitespace() => {}
            card => {
                let rank = u8::try_from(card).ok().and_then(|card| RANKS.iter().position(|&rank| rank == card));
                let rank = rank.ok_or(SuitError::NotACard(letter))?;
                if cards >> rank & 1 == 1 {
                    return Err(SuitError::Twice(card));
                }
                cards |= 1 << rank;
            }
        }
    }
    Ok((cards, small))
}

/// How many cards of each defender are still unknown, the missing ones of the suit included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacantPlaces {
    /// West's.
    pub west: u32,
    /// East's.
    pub east: u32,
}

impl VacantPlaces {
    /// A hand has thirteen cards.
    pub const MOST: u32 = 13;
}

impl Default for VacantPlaces {
    /// Nothing is known of the other suits.
    fn default() -> Self {
        Self { west: Self::MOST, east: Self::MOST }
    }
}

/// How the missing cards may lie.
#[derive(Clone, Debug)]
pub(crate) struct Layouts {
    pub(crate) groups: Vec<Group>,
    /// For every layout, how many cards of each group West has.
    pub(crate) west: Vec<Vec<u8>>,
    /// For every layout, in how many ways the unknown cards can be dealt so.
    pub(crate) ways: Vec<u64>,
}

impl Layouts {
    /// All layouts that can be dealt.
    pub(crate) fn new(suit: &Combination, vacant: VacantPlaces, merged: bool) -> Result<Self, SuitError> {
        let (missing, VacantPlaces { west, east }) = (suit.missing(), vacant);
        if west > VacantPlaces::MOST || east > VacantPlaces::MOST || west + east < missing {
            return Err(SuitError::Vacant { missing, west, east });
        }
        let groups = suit.groups(merged);
        let mut layouts = vec![(Vec::new(), 1u64)];
        for group in &groups {
            layouts = layouts
                .into_iter()
                .flat_map(|(held, ways)| {
                    (0..=group.size).map(move |count| {
                        let held = held.iter().copied().chain([count]).collect::<Vec<u8>>();
                        (held, ways * choose(group.size.into(), count.into()))
                    })
                })
                .collect();
        }
        // The rest of West's unknown cards come from the rest of all unknown cards.
        let rest = |held: &[u8]| {
            let count: u32 = held.iter().map(|&count| u32::from(count)).sum();
            west.checked_sub(count).map_or(0, |places| choose(west + east - missing, places))
        };
        let dealt = layouts.into_iter().map(|(held, ways)| (ways * rest(&held), held)).filter(|&(ways, _)| ways > 0);
        let (ways, west) = dealt.unzip();
        Ok(Self { groups, west, ways })
    }

    pub(crate) fn len(&self) -> usize {
        self.ways.len()
    }

    /// A layout in words.
    pub(crate) fn layout(&self, suit: &Combination, number: usize) -> crate::Layout {
        let hand = |count: &dyn Fn(usize) -> u8| -> String {
            let cards = (0..self.groups.len()).rev().map(|group| self.groups[group].cards(suit, count(group)));
            let cards: Vec<String> = cards.filter(|cards| !cards.is_empty()).collect();
            if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
        };
        let held = &self.west[number];
        crate::Layout {
            west: hand(&|group| held[group]),
            east: hand(&|group| self.groups[group].size - held[group]),
            probability: self.ways[number] as f64 / self.all_ways() as f64,
        }
    }

    pub(crate) fn all_ways(&self) -> u64 {
        self.ways.iter().sum()
    }
}

/// The number of ways to choose `count` of `all` things.
fn choose(all: u32, count: u32) -> u64 {
    if count > all { 0 } else { (0..u64::from(count)).fold(1, |ways, k| ways * (u64::from(all) - k) / (k + 1)) }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = |cards: u16| -> String {
            let names: String = (0..13).rev().filter(|r| cards >> r & 1 == 1).map(|rank| self.name(rank)).collect();
            if names.is_empty() { "-".to_owned() } else { names }
        };
        write!(f, "{} opposite {}", hand(self.north), hand(self.south))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cards_are_the_lowest_that_are_free() {
        let suit = Combination::new("AK98xx", "Jx").unwrap();
        assert_eq!(suit.to_string(), "AK98xx opposite Jx");
        // The queen, the ten, and three of the spots are missing.
        let group = |highest, size, lowest| Group { highest, size, lowest };
        assert_eq!(suit.groups(true), [group(5, 3, true), group(8, 1, false), group(10, 1, false)]);
        assert_eq!(suit.groups(false).len(), 5);
    }

    #[test]
    fn groups_are_not_mistaken_for_each_other() {
        let suit = Combination::new("T64", "KJ75").unwrap();
        let names: Vec<String> = suit.groups(true).iter().map(|group| group.name(&suit)).collect();
        assert_eq!(names, ["x", "9/8", "Q", "A"]);
    }

    #[test]
    fn hands_are_read_or_explained() {
        let message = |north, south| Combination::new(north, south).unwrap_err().to_string();
        assert!(Combination::new("a10 9", "–").is_ok_and(|suit| suit.to_string() == "AT9 opposite -"));
        assert_eq!(message("AZ", ""), "expected cards A K Q J T 9 … 2 or x for a small one, found Z");
        assert_eq!(message("AQ", "KQ"), "expected each card once, found Q twice");
        assert_eq!(message("", "-"), "expected at least one card in one of the two hands, and - or nothing for a void");
        assert_eq!(message("xxxxxxxx", "xxxxxx"), "expected at most 13 cards, found 14");
        let suit = Combination::new("AK", "Q").unwrap();
        let vacant = VacantPlaces { west: 3, east: 6 };
        let problem = Layouts::new(&suit, vacant, true).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "expected vacant places for the 10 missing cards, at most 13 each, found 3 and 6"
        );
    }

    #[test]
    fn layouts_have_the_usual_odds() {
        let suit = Combination::new("AKxxx", "xxx").unwrap(); // five missing
        let layouts = Layouts::new(&suit, VacantPlaces::default(), false).unwrap();
        assert_eq!((layouts.len(), layouts.all_ways()), (32, choose(26, 13)));
        let share = |count: u8| {
            let of = layouts.west.iter().zip(&layouts.ways).filter(|(held, _)| held.iter().sum::<u8>() == count);
            of.map(|(_, ways)| ways).sum::<u64>() as f64 / layouts.all_ways() as f64
        };
        assert!((share(2) + share(3) - 0.6783).abs() < 5e-5, "3-2");
        assert!((share(1) + share(4) - 0.2826).abs() < 5e-5, "4-1");
        assert!((share(0) + share(5) - 0.0391).abs() < 5e-5, "5-0");
        let merged = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
        assert_eq!((merged.len(), merged.all_ways()), (6, choose(26, 13)));
    }
}

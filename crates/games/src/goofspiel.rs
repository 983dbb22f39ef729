//! Goofspiel, the Game of Pure Strategy: both players bid a card at once for the prize on the table (Ross 1971).
//!
//! The higher card wins the prize, equal cards discard it, and both cards are gone. Who has won more in the end wins, or
//! wins the difference. The prizes come in a fixed order that both know, or are turned up one by one from a shuffled
//! deck. It is the test case of Saffidine, Finnsson and Buro (AAAI 2012) and of Bošanský et al. (AIJ 2016).
//!
//! The game is over as soon as nothing can change: when one card each is left, which is a forced move, and, where only
//! winning counts, when the lead is *more* than all prizes that are left. Counted so, backward induction expands exactly
//! the positions of the first paper's Table 2. Moves are listed from the highest card down.
//!
//! Only the order of the cards matters. With [`Keys::Ranked`], hands that compare alike share a key: a hand of 2 and 9
//! against 4 and 9 is as good as 1 and 3 against 2 and 3. There are far fewer such keys (for 13 cards, by a factor of
//! about twenty), at the price that a key no longer tells which cards were meant, only which rank each has.

mod words;

use secateur_game::{Both, Chance, Describe, Evaluate, Game, Keyed, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;

pub use words::GoofspielError;

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// 1 for who has won more, −1 for the other.
    Win,
    /// The difference of what both have won.
    Points,
}

/// How prizes come to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// In a given order that both players know.
    Fixed,
    /// One by one from a shuffled deck.
    Shuffled,
}

/// Which positions share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// None.
    Exact,
    /// Those whose hands compare alike.
    Ranked,
}

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::goofspiel::{Bid, Goofspiel};
///
/// let game = Goofspiel::new(3); // prizes 3, 2, 1
/// let mut table = game.start();
/// Bid.play(&game, &mut table, 2, 1); // the best card against the middle one wins the 3
/// assert!(matches!(game.turn(&table), Turn::Both(_))); // 3 against 2 + 1 is not decided
/// Bid.play(&game, &mut table, 1, 0);
/// assert_eq!(game.turn(&table), Turn::Over(1.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Goofspiel {
    /// In the order in which they come, if there is one.
    prizes: Vec<i16>,
    objective: Objective,
    deck: Deck,
    keys: Keys,
    /// What the lowest card is called.
    lowest: u8,
    start: Table,
}

/// A state of play. Cards and prizes are numbered from 0; bits of a word say which are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Max's hand.
    max: u16,
    /// Min's hand.
    min: u16,
    /// The prizes that are still to come, without the one on the table.
    deck: u16,
    /// What Max has won more than Min.
    lead: i16,
    /// The sum of the prizes that are still to be won, with the one on the table.
    rest: i16,
    /// The prize on the table.
    prize: u8,
    /// Whether the next prize has still to be turned up.
    face_down: bool,
}

/// A position as lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Max's cards, by number.
    pub max: Vec<u8>,
    /// Min's.
    pub min: Vec<u8>,
    /// The prizes that are still to be won, with the one on the table; in their order, if they have one.
    pub prizes: Vec<i16>,
    /// Whether chance turns the prizes up.
    pub deck: Deck,
    /// The place of the prize that lies on the table in the list of prizes; none if one has still to be turned up.
    pub on_table: Option<usize>,
    /// What Max has won more than Min.
    pub lead: i16,
    /// What is played for.
    pub objective: Objective,
}

impl Goofspiel {
    /// No player has more cards.
    pub const MOST_CARDS: usize = 16;
    /// No lead, with all prizes added to it, is larger.
    pub const LARGEST_LEAD: i16 = 2047;

    /// The game with this many cards each, numbered from 1, prizes in descending order, played for the win.
    ///
    /// # Panics
    ///
    /// If there are no cards, or more than [`Goofspiel::MOST_CARDS`].
    pub fn new(cards: usize) -> Self {
        let hand: Vec<u8> = (0..cards as u8).collect();
        let prizes = (1..=cards as i16).rev().collect();
        match Self::dealt(prizes, &hand, &hand, 0) {
            Ok(game) => game,
            Err(problem) => panic!("{problem}"),
        }
    }

    /// A game in the middle: hands, the prizes to come in their order, and what Max has won more than Min. Cards are
    /// numbered from 0.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    ///
    /// assert!(Goofspiel::dealt(vec![2, 1], &[0, 3], &[1, 2], -1).is_ok());
    /// assert!(Goofspiel::dealt(vec![2, 1], &[0, 3], &[1], 0).is_err());
    /// ```
    pub fn dealt(prizes: Vec<i16>, max: &[u8], min: &[u8], lead: i16) -> Result<Self, GoofspielError> {
        if max.is_empty() || max.len() != min.len() || max.len() != prizes.len() {
            return Err(GoofspielError::Sizes { max: max.len(), min: min.len(), prizes: prizes.len() });
        }
        let hand = |cards: &[u8]| {
            cards.iter().try_fold(0u16, |hand, &card| {
                let card = 1u16.checked_shl(card.into()).ok_or(GoofspielError::Card)?;
                if hand & card == 0 { Ok(hand | card) } else { Err(GoofspielError::Card) }
            })
        };
        let (max, min) = (hand(max)?, hand(min)?);
        if prizes.iter().any(|&prize| prize < 0) {
            return Err(GoofspielError::Prize);
        }
        let rest: i32 = prizes.iter().map(|&prize| i32::from(prize)).sum();
        if rest + i32::from(lead).abs() > Self::LARGEST_LEAD.into() {
            return Err(GoofspielError::Lead);
        }
        let deck = ((1u32 << prizes.len()) - 2) as u16; // the first is on the table
        let start = Table { max, min, deck, lead, rest: rest as i16, prize: 0, face_down: false };
        Ok(Self { prizes, objective: Objective::Win, deck: Deck::Fixed, keys: Keys::Exact, lowest: 1, start })
    }

    /// Played for something else.
    pub fn objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// With prizes that come in another way.
    pub fn deck(self, deck: Deck) -> Self {
        let face_down = deck == Deck::Shuffled;
        let whole = ((1u32 << self.prizes.len()) - 1) as u16;
        let start = Table { deck: if face_down { whole } else { whole & !1 }, face_down, prize: 0, ..self.start };
        Self { deck, start, ..self }
    }

    /// With other keys.
    pub fn keys(self, keys: Keys) -> Self {
        Self { keys, ..self }
    }

    /// With another name for the lowest card. Only names change.
    pub fn lowest(self, lowest: u8) -> Self {
        Self { lowest, ..self }
    }

    /// A position as lists.
    pub fn deal(&self, table: &Table) -> Deal {
        let hand = |cards: u16| (0..16).filter(|card| cards >> card & 1 == 1).collect::<Vec<u8>>();
        let on_table = (!table.face_down).then_some(usize::from(table.prize));
        let there = |prize: usize| table.deck >> prize & 1 == 1 || on_table == Some(prize);
        let places: Vec<usize> = (0..self.prizes.len()).filter(|&prize| there(prize)).collect();
        Deal {
            max: hand(table.max),
            min: hand(table.min),
            prizes: places.iter().map(|&prize| self.prizes[prize]).collect(),
            deck: self.deck,
            on_table: on_table.and_then(|prize| places.iter().position(|&place| place == prize)),
            lead: table.lead,
            objective: self.objective,
        }
    }

    /// What the last round, with one card each, ends in.
    #[inline]
    fn after_the_last(&self, table: &Table) -> i16 {
        table.lead + table.rest * share(table.max, table.min)
    }

    #[inline]
    fn worth(&self, lead: i16) -> Real {
        match self.objective {
            Objective::Win => Real::from(i32::from(lead.signum())),
            Objective::Points => Real::from(i32::from(lead)),
        }
    }
}

/// How many times the prize Max gains with one card against another. No branch: nobody could foretell it.
#[inline]
fn share<T: Ord>(max: T, min: T) -> i16 {
    i16::from(max > min) - i16::from(max < min)
}

/// The turn in which both bid a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid;

/// The turn in which a prize is turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnUp;

/// The numbers of the bits that are set, from the highest.
#[derive(Clone, Debug)]
struct Highest(u16);

impl Iterator for Highest {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let highest = self.0.checked_ilog2()?;
        self.0 ^= 1 << highest;
        Some(highest as u8)
    }
}

impl Game for Goofspiel {
    type Position = Table;
    /// A card, or a prize that is turned up, by number.
    type Move = u8;
    type Value = Real;
    type Undo = Table;
    type Chance = TurnUp;
    type Both = Bid;

    fn start(&self) -> Table {
        self.start
    }

    #[inline]
    fn turn(&self, table: &Table) -> Turn<Real, TurnUp, Bid> {
        if table.max & table.max.wrapping_sub(1) == 0 {
            return Turn::Over(self.worth(self.after_the_last(table)));
        }
        if self.objective == Objective::Win && table.lead.abs() > table.rest {
            return Turn::Over(self.worth(table.lead));
        }
        if table.face_down { Turn::Chance(TurnUp) } else { Turn::Both(Bid) }
    }

    /// Nobody ever moves alone.
    fn moves(&self, _: &Table) -> impl Iterator<Item = u8> + use<> {
        std::iter::empty()
    }

    #[inline]
    fn play(&self, table: &mut Table, prize: u8) -> Table {
        let before = *table;
        table.deck ^= 1 << prize;
        table.prize = prize;
        table.face_down = false;
        before
    }

    #[inline]
    fn undo(&self, table: &mut Table, before: Table) {
        *table = before;
    }

    #[inline]
    fn bounds(&self, table: &Table) -> Bounds<Real> {
        Bounds::new(self.worth(table.lead - table.rest), self.worth(table.lead + table.rest))
    }
}

impl Both<Goofspiel> for Bid {
    #[inline]
    fn rows(self, _: &Goofspiel, table: &Table) -> impl Iterator<Item = u8> + use<> {
        Highest(table.max)
    }

    #[inline]
    fn columns(self, _: &Goofspiel, table: &Table) -> impl Iterator<Item = u8> + use<> {
        Highest(table.min)
    }

    #[inline]
    fn play(self, game: &Goofspiel, table: &mut Table, row: u8, column: u8) -> Table {
        let before = *table;
        let prize = game.prizes[usize::from(table.prize)];
        table.max ^= 1 << row;
        table.min ^= 1 << column;
        table.lead += prize * share(row, column);
        table.rest -= prize;
        match game.deck {
            Deck::Fixed => {
                table.prize += 1;
                table.deck &= table.deck.wrapping_sub(1);
            }
            Deck::Shuffled => {
                table.prize = 0;
                table.face_down = true;
            }
        }
        before
    }
}

impl Chance<Goofspiel> for TurnUp {
    #[inline]
    fn outcomes(self, _: &Goofspiel, table: &Table) -> impl Iterator<Item = (u64, u8)> + use<> {
        Highest(table.deck).map(|prize| (1, prize))
    }
}

impl Evaluate for Goofspiel {
    /// The lead, and of the prizes that are left the share by which one hand beats the other, card against card.
    fn evaluate(&self, table: &Table) -> Real {
        let (mut beats, mut cards) = (0, 0);
        for card in Highest(table.max) {
            let lower = table.min & ((1 << card) - 1);
            let higher = table.min & !((2 << card) - 1);
            beats += lower.count_ones() as i32 - higher.count_ones() as i32;
            cards += 1;
        }
        let pairs = cards * i32::max(table.min.count_ones() as i32, 1);
        let rest = f64::from(table.rest);
        let lead = f64::from(table.lead) + rest * f64::from(beats) / f64::from(pairs.max(1));
        let guess = match self.objective {
            Objective::Points => lead,
            Objective::Win => lead / (0.6 * rest.abs() + 1.0),
        };
        estimate(guess, self.bounds(table))
    }
}

impl Keyed for Goofspiel {
    type Key = u64;

    /// Hands, prizes to come, the prize on the table and the lead, side by side in 64 bits. (Whether a prize lies on the
    /// table follows from how many are to come.)
    #[inline]
    fn key(&self, table: &Table) -> u64 {
        let (max, min) = match self.keys {
            Keys::Exact => (table.max, table.min),
            Keys::Ranked => ranked(table.max, table.min),
        };
        let lead = (i32::from(table.lead) & 0xFFF) as u64;
        u64::from(max) << 48 | u64::from(min) << 32 | u64::from(table.deck) << 16 | u64::from(table.prize) << 12 | lead
    }
}

/// The same hands with cards that nobody has left out.
#[inline]
fn ranked(max: u16, min: u16) -> (u16, u16) {
    let (mut cards, mut place) = (max | min, 1u16);
    let (mut ranked_max, mut ranked_min) = (0, 0);
    while cards != 0 {
        let lowest = cards & cards.wrapping_neg();
        ranked_max |= if max & lowest != 0 { place } else { 0 };
        ranked_min |= if min & lowest != 0 { place } else { 0 };
        cards ^= lowest;
        place = place.wrapping_shl(1);
    }
    (ranked_max, ranked_min)
}

impl Describe for Goofspiel {
    fn show(&self, table: &Table) -> String {
        let hand = |cards| {
            let names = Highest(cards).map(|card| (card + self.lowest).to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        let prizes = |left: u16| {
            let left = (0..self.prizes.len()).filter(|&prize| left >> prize & 1 == 1);
            let names: Vec<_> = left.map(|prize| self.prizes[prize].to_string()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        let now = if table.face_down {
            "a prize is turned up".to_owned()
        } else {
            format!("prize {}", self.prizes.get(usize::from(table.prize)).copied().unwrap_or(0))
        };
        let (max, min, lead, later) = (hand(table.max), hand(table.min), table.lead, prizes(table.deck));
        format!("Max  {max}\nMin  {min}\n{now}; to come: {later}; Max leads by {lead}")
    }

    fn name(&self, table: &Table, chosen: u8) -> String {
        if table.face_down { self.prizes[usize::from(chosen)].to_string() } else { (chosen + self.lowest).to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn games() -> Vec<Goofspiel> {
        let middle = Goofspiel::dealt(vec![2, 7, 1, 4], &[0, 2, 5, 6], &[1, 2, 3, 15], -3).unwrap();
        vec![
            Goofspiel::new(5),
            Goofspiel::new(4).deck(Deck::Shuffled),
            middle.clone(),
            middle.clone().objective(Objective::Points),
            middle.deck(Deck::Shuffled).objective(Objective::Points).lowest(0),
        ]
    }

    #[test]
    fn the_laws_hold() {
        for game in games() {
            laws::check(&game, &Effort::default()).unwrap();
            laws::check_keys(&game, &Effort::default()).unwrap();
        }
    }

    #[test]
    fn ranks_keep_only_the_order_of_cards() {
        assert_eq!(ranked(0b1_0000_0010, 0b1_0000_1000), (0b101, 0b110));
        assert_eq!(ranked(u16::MAX, u16::MAX), (u16::MAX, u16::MAX));
        assert_eq!(ranked(0x8000, 0x4000), (0b10, 0b01));
    }

    #[test]
    fn a_shuffled_deck_turns_up_every_prize_once() {
        let game = Goofspiel::new(3).deck(Deck::Shuffled);
        let mut table = game.start();
        let Turn::Chance(chance) = game.turn(&table) else { panic!("a prize is turned up first") };
        let outcomes: Vec<_> = chance.outcomes(&game, &table).collect();
        assert_eq!(outcomes, [(1, 2), (1, 1), (1, 0)]);
        assert_eq!(game.name(&table, 2), "1"); // the last of the prizes 3, 2, 1
        game.play(&mut table, 2);
        Bid.play(&game, &mut table, 0, 2);
        assert_eq!((table.lead, table.rest), (-1, 5));
        game.play(&mut table, 0);
        let deal = game.deal(&table);
        assert_eq!((deal.prizes, deal.on_table, deal.lead), (vec![3, 2], Some(0), -1));
        assert_eq!((deal.max, deal.min), (vec![1, 2], vec![0, 1]));
    }
}

//! What is dealt in a game of racing, and which hands Min may have.

use secateur_game::Random;

/// What is dealt and played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Cards are numbered from 1 to this.
    pub deck: u32,
    /// Max's cards, card 1 in the least bit.
    pub max: u32,
    /// The card that Min leads to the first trick.
    pub first: u32,
    /// How many tricks Max has to win before Min does.
    pub goal: u32,
}

/// Why there is no such deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RacingError {
    /// Cards are numbered with the bits of a word.
    #[error("expected a deck of at most {} cards", Deal::LARGEST_DECK)]
    Deck,
    /// Both players need a hand.
    #[error("expected hands of at least one card, and two hands in the deck")]
    Hand,
    /// Min can only lead a card that Max has not.
    #[error("expected the first card to be one that Max has not")]
    First,
    /// Somebody has to win.
    #[error("expected a goal of at least one trick")]
    Goal,
}

impl Deal {
    /// The largest deck.
    pub const LARGEST_DECK: u32 = 32;

    /// A random deal, as the benchmark has it.
    pub fn random(deck: u32, hand: u32, goal: u32, seed: u64) -> Result<Self, RacingError> {
        if deck > Self::LARGEST_DECK {
            return Err(RacingError::Deck);
        }
        if hand == 0 || deck < 2 * hand {
            return Err(RacingError::Hand);
        }
        let mut random = Random::new(Random::mix(seed ^ 0x0005_EED0_0F4A_C1A6));
        let mut cards: Vec<u32> = (0..deck).collect();
        for place in 0..=hand as usize {
            let other = place + random.below((deck as usize - place) as u64) as usize;
            cards.swap(place, other);
        }
        let max = cards[..hand as usize].iter().fold(0, |cards, card| cards | 1 << card);
        let deal = Self { deck, max, first: cards[hand as usize] + 1, goal };
        deal.check().map(|_| deal)
    }

    /// How many cards a hand has.
    pub fn hand(&self) -> u32 {
        self.max.count_ones()
    }

    /// How many hands Min may have, if all is well.
    pub fn check(&self) -> Result<u64, RacingError> {
        if self.deck > Self::LARGEST_DECK || u64::from(self.max) >= 1 << self.deck {
            return Err(RacingError::Deck);
        }
        if self.hand() == 0 || self.deck < 2 * self.hand() {
            return Err(RacingError::Hand);
        }
        if !(1..=self.deck).contains(&self.first) || self.max >> (self.first - 1) & 1 == 1 {
            return Err(RacingError::First);
        }
        if self.goal == 0 {
            return Err(RacingError::Goal);
        }
        let (unseen, others) = (u64::from(self.deck - self.hand() - 1), u64::from(self.hand() - 1));
        Ok((0..others).fold(1, |product, k| product * (unseen - k) / (k + 1)))
    }

    /// The cards that Max does not see, but for the first.
    pub(super) fn hidden(&self) -> u32 {
        let all = ((1u64 << self.deck) - 1) as u32;
        all & !self.max & !(1 << (self.first - 1))
    }

    /// Every hand that Min may have, the first card included.
    pub fn hands(&self) -> Vec<u32> {
        let places: Vec<u32> = bits(self.hidden()).collect();
        let others = self.hand() - 1;
        let mut hands = Vec::new();
        choose(&places, others, 1 << (self.first - 1), &mut hands);
        hands
    }
}

/// Adds every hand of `count` more cards to `hands`.
fn choose(places: &[u32], count: u32, hand: u32, hands: &mut Vec<u32>) {
    if count == 0 {
        hands.push(hand);
        return;
    }
    for (taken, place) in places.iter().enumerate() {
        if places.len() - taken >= count as usize {
            choose(&places[taken + 1..], count - 1, hand | 1 << place, hands);
        }
    }
}

/// The places of the ones, from the least.
pub(super) fn bits(word: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|&left| left != 0)
        .map(u32::trailing_zeros)
}

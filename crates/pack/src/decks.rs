//! Which prizes are still to come, and which leads they leave undecided.
//!
//! In a known order there is one such deck after each round. From a shuffled deck any prizes may be left, and decks are numbered
//! as hands are. Where only winning counts, the values of a deck are a strip, one for each lead that is not decided.

use crate::hands::{self, Hand};
use crate::{Deck, Objective, Pack};

/// The decks of a layer, and how a block of values is laid out by them.
#[derive(Clone, Debug)]
pub(crate) struct Decks {
    /// Bit `i`: the `i`-th prize is still to come.
    pub(crate) prizes: Vec<u32>,
    /// Leads from `-half` to `half` are kept; any other is decided.
    pub(crate) half: Vec<usize>,
    /// Where the lead 0 of each deck's strip stands in a block.
    pub(crate) zero: Vec<usize>,
    /// How many values a block has.
    pub(crate) length: usize,
}

/// A prize that makes a deck of this layer out of one of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// What the prize is worth.
    pub(crate) prize: i32,
    /// The deck that has it still.
    pub(crate) deck: usize,
}

impl Decks {
    pub(crate) fn of(pack: &Pack, layer: usize) -> Self {
        let (cards, left) = (pack.prizes.len(), pack.prizes.len() - layer);
        let all = (1u64 << cards) - 1;
        let prizes = match pack.deck {
            Deck::Fixed => vec![(all >> layer << layer) as u32],
            Deck::Shuffled => hands::all(cards, left),
        };
        let total: usize = pack.prizes.iter().map(|&prize| prize as usize).sum();
        let half: Vec<usize> = prizes.iter().map(|&deck| half(pack, deck, total)).collect();
        let mut length = 0;
        let zero = half.iter().map(|half| {
            let zero = length + half;
            length = zero + half + 1;
            zero
        });
        Self { zero: zero.collect(), prizes, half, length }
    }

    /// For each deck of the next layer, the prizes that were turned up before it.
    pub(crate) fn links(&self, pack: &Pack, below: &Self) -> Vec<Vec<Link>> {
        let mut links = vec![Vec::new(); below.prizes.len()];
        let prize = |place: usize| pack.prizes[place] as i32;
        match pack.deck {
            Deck::Fixed => links[0].push(Link { prize: prize(self.prizes[0].trailing_zeros() as usize), deck: 0 }),
            Deck::Shuffled => {
                for (deck, &prizes) in self.prizes.iter().enumerate() {
                    let hand = Hand::of(prizes);
                    for i in 0..hand.held {
                        links[hand.without[i] as usize].push(Link { prize: prize(hand.places[i].into()), deck });
                    }
                }
            }
        }
        links
    }

    /// How many matrices an order of cards takes, at most, and how many of them for each.
    pub(crate) fn programs(&self, pack: &Pack) -> f64 {
        let strips = self.half.iter().map(|half| (2 * half + 1) as f64).sum::<f64>();
        let turned = match pack.deck {
            Deck::Fixed => 1,
            Deck::Shuffled => self.prizes.first().map_or(0, |prizes| prizes.count_ones()),
        };
        strips * f64::from(turned)
    }
}

/// The largest lead that is not decided, of either player, if it can come up at all.
fn half(pack: &Pack, deck: u32, total: usize) -> usize {
    match pack.objective {
        // Points won so far count at the end, whatever comes.
        Objective::Points => 0,
        Objective::Win => {
            let left: usize = crate::orders::bits(deck).map(|place| pack.prizes[place as usize] as usize).sum();
            left.min(total - left + pack.lead.unsigned_abs() as usize)
        }
    }
}

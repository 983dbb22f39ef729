//! Hands as numbers: the subsets of a hand with a given number of cards, in colexicographic order.

/// `CHOOSE[n][k]`: how many ways there are to choose `k` of `n` things.
const CHOOSE: [[u32; Hand::MOST + 2]; Hand::MOST + 1] = {
    let mut table = [[0; Hand::MOST + 2]; Hand::MOST + 1];
    let mut n = 0;
    while n <= Hand::MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many hands of `held` cards there are out of `all`.
pub(crate) fn count(all: usize, held: usize) -> usize {
    CHOOSE[all][held] as usize
}

/// All hands of `held` out of `all` cards: bit `i` is the `i`-th smallest card. A hand's number is its place in the list.
pub(crate) fn all(all: usize, held: usize) -> Vec<u32> {
    let mut hands = Vec::with_capacity(count(all, held));
    let mut hand: u32 = (1 << held) - 1;
    while hand < 1 << all && hands.len() < count(all, held) {
        hands.push(hand);
        // Gosper's step to the next larger number with as many ones.
        let lowest = hand & hand.wrapping_neg();
        let ripple = hand + lowest;
        hand = ripple | (((hand ^ ripple) >> 2) / lowest.max(1));
    }
    hands
}

/// The cards of a hand, and where the hands without each of them stand in the list of the smaller hands.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hand {
    pub(crate) held: usize,
    /// Which cards, as places in the first hand, from the smallest.
    pub(crate) places: [u8; Hand::MOST],
    /// The number of the hand without the card.
    pub(crate) without: [u32; Hand::MOST],
}

impl Hand {
    const MOST: usize = crate::MOST_CARDS;

    pub(crate) fn of(mut bits: u32) -> Self {
        let mut hand = Self::default();
        while bits != 0 {
            hand.places[hand.held] = bits.trailing_zeros() as u8;
            hand.held += 1;
            bits &= bits - 1;
        }
        // The number of {c₁ < c₂ < …} is Σ C(cᵢ, i): cards below the missing one keep their i, cards above lose 1.
        let mut below = 0;
        let mut above: u32 = (1..hand.held).map(|i| CHOOSE[usize::from(hand.places[i])][i]).sum();
        for i in 0..hand.held {
            hand.without[i] = below + above;
            below += CHOOSE[usize::from(hand.places[i])][i + 1];
            if i + 1 < hand.held {
                above -= CHOOSE[usize::from(hand.places[i + 1])][i + 1];
            }
        }
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_without_a_card_are_where_their_numbers_say() {
        for cards in 1..=9 {
            for held in 1..=cards {
                let (larger, smaller) = (all(cards, held), all(cards, held - 1));
                assert_eq!(larger.len(), count(cards, held));
                for &bits in &larger {
                    let hand = Hand::of(bits);
                    assert_eq!(hand.held, held);
                    for i in 0..held {
                        assert_eq!(smaller[hand.without[i] as usize], bits & !(1 << hand.places[i]));
                    }
                }
            }
        }
    }
}

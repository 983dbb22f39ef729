//! Who holds which cards, when only their order counts.
//!
//! What a bid wins depends on how the cards of both hands compare, and on nothing else: a hand of 2 and 9 against 4 and 9 is as good
//! as 1 and 3 against 2 and 3. So a position has an *order*: for each rank from the lowest, whether Max, Min or both hold it.
//! With seven cards each of thirteen there are 2,944,656 pairs of hands and 45,207 orders. The players are interchangeable,
//! too: an order is *canonical* if Max holds the highest rank that only one of them holds, and of an order and the one with
//! the players swapped only the canonical one is kept.

/// The ranks of both hands: bit `i` says whether a player holds rank `i`. No rank is held by nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Order {
    pub(crate) max: u32,
    pub(crate) min: u32,
}

impl Order {
    /// The order of two hands.
    pub(crate) fn of(max: &[u32], min: &[u32]) -> Self {
        let mut ranks: Vec<u32> = max.iter().chain(min).copied().collect();
        ranks.sort_unstable();
        ranks.dedup();
        let bits = |hand: &[u32]| {
            ranks.iter().enumerate().filter(|(_, card)| hand.contains(card)).fold(0, |bits, (rank, _)| bits | 1 << rank)
        };
        Self { max: bits(max), min: bits(min) }
    }

    /// With the players swapped.
    pub(crate) fn swapped(self) -> Self {
        Self { max: self.min, min: self.max }
    }

    /// The canonical one of this order and the swapped one, and whether it is the latter.
    pub(crate) fn canonical(self) -> (Self, bool) {
        // The higher of two different words has the highest bit that only one of them has.
        if self.max >= self.min { (self, false) } else { (self.swapped(), true) }
    }

    /// What is left when Max has played one rank and Min another.
    pub(crate) fn without(self, max: u32, min: u32) -> Self {
        let mut left = Self { max: self.max & !(1 << max), min: self.min & !(1 << min) };
        // The higher rank first, so that the lower one is where it was.
        left.close(max.max(min));
        left.close(max.min(min));
        left
    }

    /// Leaves a rank out if nobody holds it.
    fn close(&mut self, rank: u32) {
        if (self.max | self.min) >> rank & 1 == 0 {
            let below = (1 << rank) - 1;
            for hand in [&mut self.max, &mut self.min] {
                *hand = (*hand & below) | ((*hand >> 1) & !below);
            }
        }
    }

    /// The cards of Max that differ: of cards that no card of Min lies between, playing one is like playing another, so only
    /// the lowest of each such run is listed.
    pub(crate) fn rows(self) -> impl Iterator<Item = u32> {
        let alone = self.max & !self.min;
        bits(self.max & !(alone & (alone << 1)))
    }

    /// The same for Min.
    pub(crate) fn columns(self) -> impl Iterator<Item = u32> {
        self.swapped().rows()
    }
}

/// The numbers of the bits that are set, from the lowest.
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(lowest)
    })
}

/// How many orders there are of hands with so many cards each, out of so many different cards; canonical ones are counted.
pub(crate) fn count(held: usize, cards: usize) -> u64 {
    let shared = (2 * held).saturating_sub(cards)..=held;
    // A rank is one of three kinds: `shared` ties, and as many of Max alone as of Min alone.
    let ways = |shared: usize| {
        let alone = held - shared;
        let (mut ways, mut ranks) = (1u128, 0);
        for number in [shared, alone, alone] {
            for k in 1..=number {
                ranks += 1;
                ways = ways * ranks / k as u128;
            }
        }
        ways
    };
    // One of them, with ties alone, is its own swap.
    let all = shared.map(ways).sum::<u128>();
    all.div_ceil(2).try_into().unwrap_or(u64::MAX)
}

/// All canonical orders of hands with so many cards each, out of so many different cards, sorted.
pub(crate) fn all(held: usize, cards: usize) -> Vec<Order> {
    let mut orders = Vec::with_capacity(count(held, cards) as usize);
    for ranks in held..=cards.min(2 * held) {
        let shared = 2 * held - ranks;
        for max in subsets(ranks, held) {
            let others = !max & ((1u64 << ranks) - 1) as u32;
            for ties in subsets(held, shared) {
                let min = others | spread(ties, max);
                if max >= min {
                    orders.push(Order { max, min });
                }
            }
        }
    }
    orders.sort_unstable();
    orders
}

/// All canonical orders that one more round makes of these, sorted.
pub(crate) fn after(orders: &[Order]) -> Vec<Order> {
    let mut after = Vec::new();
    let mut large = 1 << 20;
    for &order in orders {
        for row in order.rows() {
            after.extend(order.columns().map(|column| order.without(row, column).canonical().0));
        }
        if after.len() > large {
            after.sort_unstable();
            after.dedup();
            large = (2 * after.len()).max(1 << 20);
        }
    }
    after.sort_unstable();
    after.dedup();
    after
}

/// The words of so many bits of which so many are set.
fn subsets(all: usize, set: usize) -> impl Iterator<Item = u32> {
    let mut next = Some((1u64 << set) - 1);
    std::iter::from_fn(move || {
        let word = next?;
        // Gosper's step to the next larger number with as many ones.
        let lowest = word & word.wrapping_neg();
        next = (word != 0).then(|| word + lowest).map(|ripple| ripple | (((word ^ ripple) >> 2) / lowest));
        next = next.filter(|&word| word < 1 << all);
        Some(word as u32)
    })
}

/// The bits of a word, in order, at the places that are set in another.
fn spread(word: u32, places: u32) -> u32 {
    bits(places).enumerate().filter(|&(k, _)| word >> k & 1 == 1).fold(0, |spread, (_, place)| spread | 1 << place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_leaves_the_order_of_the_cards_that_are_left() {
        let (max, min) = ([2, 5, 7, 9, 12], [1, 5, 8, 9, 20]);
        let order = Order::of(&max, &min);
        for (i, row) in bits(order.max).enumerate() {
            for (j, column) in bits(order.min).enumerate() {
                let rest = |hand: &[u32], k: usize| [&hand[..k], &hand[k + 1..]].concat();
                assert_eq!(order.without(row, column), Order::of(&rest(&max, i), &rest(&min, j)), "{i} {j}");
            }
        }
        // 5 and 9 are shared; 7 alone is between 5 and 8; 2 lies between 1 and 5.
        assert_eq!(order.rows().count(), 5);
        let runs = Order::of(&[1, 2, 3, 8, 9], &[4, 5, 8, 10, 11]);
        let list = |cards: &mut dyn Iterator<Item = u32>| cards.collect::<Vec<_>>();
        assert_eq!((list(&mut runs.rows()), list(&mut runs.columns())), (vec![0, 5, 6], vec![3, 5, 7]));
    }

    #[test]
    fn orders_of_equal_hands_are_those_that_play_leads_to() {
        for cards in 1..=7 {
            let hand: Vec<u32> = (0..cards as u32).collect();
            let mut orders = vec![Order::of(&hand, &hand)];
            for held in (0..=cards).rev() {
                assert_eq!(all(held, cards), orders, "{held} of {cards}");
                assert_eq!(count(held, cards), orders.len() as u64);
                orders = after(&orders);
            }
        }
        assert_eq!(count(7, 13), 45207_u64.div_ceil(2));
        assert_eq!(count(8, 13), 117_295_u64.div_ceil(2));
    }

    #[test]
    fn one_of_each_pair_of_swapped_orders_is_canonical() {
        for order in all(3, 6) {
            assert_eq!(order.canonical(), (order, false));
            if order.max != order.min {
                assert_eq!(order.swapped().canonical(), (order, true));
            }
        }
    }
}

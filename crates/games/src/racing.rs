//! Racing: a card game with hidden hands (Li, Zanuttini, Cazenave, Ventos, "Generalisation of Alpha-Beta Search for
//! AND-OR Graphs With Partially Ordered Values", IJCAI 2022, Section 6, benchmark *racing*).
//!
//! Max and Min each hold `hand` cards of a deck `1 … deck`. The leader of a trick plays a card, the other sees it and
//! plays one; the higher card wins the trick and leads the next. Min leads the first. Max wins if she is the first to
//! win `goal` tricks. Max does not see Min's hand. An instance is Max's hand and the first card, which Min has played.
//!
//! Against best defence (Frank and Basin 1998) this becomes a game with complete information whose values are sets: `S`
//! is the set of hands Min may have, those that hold the first card. Wherever Min plays, *every* card that was not seen
//! yet is a move; hands that contradict the play count as won, or the meet would hold them against Max. So where Max
//! has won the value is all of `S`, and where she has not it is the set of hands that do not hold all that was shown.
//!
//! Over `2^S` the value is the set of hands against which Max can win if she may look (an upper bound that a relaxed
//! game gives); over `2^{2^S}` it is which sets of hands *one* plan can beat.

mod deal;
mod words;

use std::marker::PhantomData;
use std::sync::Arc;

use secateur_game::{Describe, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Family, Set, Subset, WideSet};

use crate::dag::{InSpace, Members, Space};
use deal::bits;
pub use deal::{Deal, RacingError};
pub use words::AnyRacing;

/// Values of racing: what a set of hands becomes.
pub trait OfHands: InSpace + 'static {
    /// A set of hands.
    type Hands: Subset;

    /// The lattice over these hands.
    fn space(hands: Members) -> (Space, Bounds<Self>);

    /// The value of a leaf.
    fn of_hands(hands: Self::Hands) -> Self;
}

/// `2^S`, for each type of set.
macro_rules! sets_of_hands {
    ($([$($generics:tt)*] $type:ty),*) => {$(
        impl<$($generics)*> OfHands for $type {
            type Hands = Self;

            fn space(hands: Members) -> (Space, Bounds<Self>) {
                let ends = Bounds::new(Self::empty(hands.len()), Self::full(hands.len()));
                (Space::Set(hands), ends)
            }

            fn of_hands(hands: Self) -> Self {
                hands
            }
        }
    )*};
}
sets_of_hands!([const WORDS: usize] Set<WORDS>, [] WideSet);

impl<S: Subset> OfHands for Family<S> {
    type Hands = S;

    fn space(hands: Members) -> (Space, Bounds<Self>) {
        let ends = Bounds::new(Self::none(), Self::every(hands.len()));
        (Space::Family(hands), ends)
    }

    fn of_hands(hands: S) -> Self {
        Self::one(hands)
    }
}

/// The game, with values `V` over the hands that Min may have.
///
/// ```
/// use secateur_game::{Game, Turn};
/// use secateur_games::racing::{Deal, Racing};
/// use secateur_value::Set;
///
/// // Max has 2 and 4 of 4 cards, Min led 3: Max takes it with 4 and then loses or wins with 2 against 1.
/// let game = Racing::<Set<1>>::new(Deal { deck: 4, max: 0b1010, first: 3, goal: 2 })?;
/// assert_eq!(game.turn(&game.start()), Turn::Max);
/// # Ok::<(), secateur_games::racing::RacingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Racing<V: OfHands> {
    deal: Deal,
    space: Arc<Space>,
    ends: Bounds<V>,
    /// For every card, the hands that do not hold it.
    without: Vec<V::Hands>,
    nobody: V::Hands,
    value: PhantomData<V>,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    max: u32,
    shown: u32,
    tricks: u8,
    leader_is_max: bool,
    /// The card that was led, from 1; 0 where none is.
    led: u8,
}

impl<V: OfHands> Racing<V> {
    /// The game of a deal.
    ///
    /// # Panics
    ///
    /// If Min may have more hands than a set of this type holds.
    pub fn new(deal: Deal) -> Result<Self, RacingError> {
        deal.check()?;
        let hands = deal.hands();
        let names = hands.iter().map(|&hand| cards(hand)).collect();
        let (space, ends) = V::space(Members::Names(names));
        let without = |card: u32| {
            let lacking = hands.iter().enumerate().filter(|&(_, hand)| hand >> card & 1 == 0);
            V::Hands::of(hands.len(), lacking.map(|(number, _)| number))
        };
        let without = (0..deal.deck).map(without).collect();
        let nobody = V::Hands::empty(hands.len());
        Ok(Self { deal, space: Arc::new(space), ends, without, nobody, value: PhantomData })
    }

    /// The deal.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    fn is_over(&self, table: &Table) -> bool {
        let played = self.deal.hand() - table.max.count_ones() - u32::from(table.leader_is_max && table.led > 0);
        table.led == 0
            && (table.max == 0
                || u32::from(table.tricks) == self.deal.goal
                || played - u32::from(table.tricks) == self.deal.goal)
    }
}

/// A hand as people write it.
fn cards(hand: u32) -> String {
    bits(hand).map(|card| (card + 1).to_string()).collect::<Vec<_>>().join(" ")
}

impl<V: OfHands> Game for Racing<V> {
    type Position = Table;
    /// A card, from 1.
    type Move = u8;
    type Value = V;
    type Undo = Table;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Table {
        let Deal { max, first, .. } = self.deal;
        Table { max, shown: 1 << (first - 1), tricks: 0, leader_is_max: false, led: first as u8 }
    }

    #[inline]
    fn turn(&self, table: &Table) -> Turn<V> {
        if self.is_over(table) {
            if u32::from(table.tricks) == self.deal.goal {
                return Turn::Over(self.ends.upper.clone());
            }
            let excluded =
                bits(table.shown).fold(self.nobody.clone(), |hands, card| hands.union(&self.without[card as usize]));
            return Turn::Over(V::of_hands(excluded));
        }
        // The leader plays, and then the other one.
        if table.leader_is_max == (table.led == 0) { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn moves(&self, table: &Table) -> impl Iterator<Item = u8> + use<V> {
        let max_plays = table.leader_is_max == (table.led == 0);
        let unseen = self.deal.hidden() & !table.shown; // the first card was shown at once
        bits(if max_plays { table.max } else { unseen }).map(|card| card as u8 + 1)
    }

    #[inline]
    fn play(&self, table: &mut Table, card: u8) -> Table {
        let before = *table;
        let max_plays = table.leader_is_max == (table.led == 0);
        *(if max_plays { &mut table.max } else { &mut table.shown }) ^= 1 << (card - 1);
        if table.led == 0 {
            table.led = card;
        } else {
            table.leader_is_max = if max_plays { card > table.led } else { card < table.led };
            table.tricks += u8::from(table.leader_is_max);
            table.led = 0;
        }
        before
    }

    #[inline]
    fn undo(&self, table: &mut Table, before: Table) {
        *table = before;
    }

    #[inline]
    fn bounds(&self, _: &Table) -> Bounds<V> {
        self.ends.clone()
    }
}

impl<V: OfHands> Keyed for Racing<V> {
    type Key = (u64, u32);

    #[inline]
    fn key(&self, table: &Table) -> (u64, u32) {
        let cards = u64::from(table.max) << 32 | u64::from(table.shown);
        (cards, u32::from(table.tricks) << 16 | u32::from(table.led) << 1 | u32::from(table.leader_is_max))
    }
}

impl<V: OfHands> Expert for Racing<V> {}

impl<V: OfHands> Describe for Racing<V> {
    fn show(&self, table: &Table) -> String {
        let leader = if table.leader_is_max { Player::Max } else { Player::Min };
        let led = if table.led == 0 { format!("{leader} leads") } else { format!("{leader} led {}", table.led) };
        format!(
            "Max has {} and won {} tricks; Min has shown {}; {led}",
            cards(table.max),
            table.tricks,
            cards(table.shown)
        )
    }

    fn name(&self, _: &Table, card: u8) -> String {
        card.to_string()
    }

    /// Hands as lists of cards.
    fn show_value(&self, value: &V) -> String {
        value.json(&self.space).to_string()
    }
}

impl<V: OfHands> Racing<V> {
    /// The lattice of the values.
    pub fn space(&self) -> &Space {
        &self.space
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Parameters;
    use secateur_game::laws;
    use secateur_value::Lattice;

    #[test]
    fn the_laws_hold_over_both_lattices() {
        let effort = laws::Effort::default().games(50).endgame(300);
        for seed in 1..6 {
            let deal = Deal::random(8, 3, 2, seed).unwrap();
            let (sets, families) = (Racing::<Set<1>>::new(deal).unwrap(), Racing::<Family<Set<1>>>::new(deal).unwrap());
            laws::check(&sets, &effort).unwrap();
            laws::check_values(&sets, &effort).unwrap();
            laws::check_keys(&sets, &effort).unwrap();
            laws::check(&families, &effort).unwrap();
            laws::check_values(&families, &effort).unwrap();
            laws::check_keys(&families, &effort).unwrap();
        }
    }

    fn value<V: OfHands>(game: &Racing<V>, table: &Table) -> V {
        let player = match game.turn(table) {
            Turn::Over(value) => return value,
            turn => turn.player().unwrap(),
        };
        let values = game.moves(table).map(|card| {
            let mut next = *table;
            game.play(&mut next, card);
            value(game, &next)
        });
        match player {
            Player::Max => values.reduce(|a, b| a.join(&b)).unwrap(),
            Player::Min => values.reduce(|a, b| a.meet(&b)).unwrap(),
        }
    }

    /// For every plan of Max from here on, whether it wins against each hand: Min holds a hand and plays only from it.
    /// A plan is a card where Max plays and a plan for each card that Min may play where Min does.
    fn plans(
        deal: &Deal,
        hands: &[u32],
        max: u32,
        shown: u32,
        tricks: [u32; 2],
        led: Option<(bool, u32)>,
        max_leads: bool,
    ) -> Vec<Vec<bool>> {
        if led.is_none() && (max == 0 || tricks.contains(&deal.goal)) {
            return vec![vec![tricks[0] == deal.goal; hands.len()]];
        }
        let max_plays = match led {
            None => max_leads,
            Some((by_max, _)) => !by_max,
        };
        let after = |card: u32| {
            let (max, shown) = if max_plays { (max & !(1 << card), shown) } else { (max, shown | 1 << card) };
            match led {
                None => plans(deal, hands, max, shown, tricks, Some((max_plays, card)), max_leads),
                Some((by_max, other)) => {
                    let max_wins = by_max == (other > card);
                    let tricks = [tricks[0] + u32::from(max_wins), tricks[1] + u32::from(!max_wins)];
                    plans(deal, hands, max, shown, tricks, None, max_wins)
                }
            }
        };
        if max_plays {
            return (0..deal.deck).filter(|card| max >> card & 1 == 1).flat_map(after).collect();
        }
        // Every combination of plans for the cards that some hand could play; a hand is won if it is after each of its cards.
        let mut combined = vec![vec![true; hands.len()]];
        for card in (0..deal.deck).filter(|card| (deal.max | shown) >> card & 1 == 0) {
            let below = after(card);
            combined = combined
                .iter()
                .flat_map(|so_far| {
                    below.iter().map(|plan| {
                        hands
                            .iter()
                            .enumerate()
                            .map(|(i, hand)| {
                                // A hand that does not hold the card, or not what was shown, cannot get there.
                                let possible = hand >> card & 1 == 1;
                                so_far[i] && (!possible || plan[i])
                            })
                            .collect()
                    })
                })
                .collect();
            combined.sort_unstable();
            combined.dedup();
        }
        combined
    }

    #[test]
    fn families_are_what_all_plans_together_can_win() {
        for (deck, hand, goal) in [(5, 2, 1), (6, 2, 2), (6, 3, 2), (7, 3, 2), (7, 3, 3), (8, 3, 1), (8, 4, 2)] {
            for seed in 1..8 {
                let deal = Deal::random(deck, hand, goal, seed).unwrap();
                let hands = deal.hands();
                let first = deal.first - 1;
                let all = plans(&deal, &hands, deal.max, 1 << first, [0, 0], Some((false, first)), false);
                let won = |plan: &Vec<bool>| Set::<1>::of(hands.len(), (0..hands.len()).filter(|&i| plan[i]));
                let expected = Family::of(all.iter().map(won));
                let game = Racing::<Family<Set<1>>>::new(deal).unwrap();
                assert_eq!(value(&game, &game.start()), expected, "{deal:?}");
                // Who may look wins at least against the hands that some plan wins against.
                let game = Racing::<Set<1>>::new(deal).unwrap();
                let seen = value(&game, &game.start());
                assert!(expected.sets().iter().all(|set| set.at_most(&seen)), "{deal:?}");
            }
        }
    }

    #[test]
    fn impossible_deals_are_refused() {
        let deal = Deal { deck: 8, max: 0b101, first: 2, goal: 1 };
        assert_eq!(deal.check(), Ok(5));
        assert_eq!(Deal { first: 3, ..deal }.check(), Err(RacingError::First));
        assert_eq!(Deal { deck: 33, ..deal }.check(), Err(RacingError::Deck));
        assert_eq!(Deal { deck: 3, ..deal }.check(), Err(RacingError::Hand));
        assert_eq!(Deal { goal: 0, ..deal }.check(), Err(RacingError::Goal));
        let build = |words: &[&str]| Parameters::parse(words).and_then(|p| AnyRacing::from_parameters(&p));
        assert!(matches!(build(&["deck=10", "hand=4"]), Ok(AnyRacing::Set1(_))));
        assert!(matches!(build(&["lattice=family"]), Ok(AnyRacing::Family1(_))));
        assert!(matches!(build(&["deck=24", "hand=7", "lattice=family"]), Ok(AnyRacing::FamilyWide(_))));
        let message = build(&["deck=10", "hand=6"]).unwrap_err().to_string();
        assert_eq!(message, "hand=6: expected a whole number from 1 to 5");
    }
}

//! Racing as the program's words describe it.

use secateur_value::{Family, Set, WideSet};

use super::{Deal, Racing, RacingError};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// Racing with the smallest type of set that holds all hands, over either lattice.
#[derive(Clone, Debug)]
pub enum AnyRacing {
    /// Up to 64 hands.
    Set1(Racing<Set<1>>),
    /// Up to 256 hands.
    Set4(Racing<Set<4>>),
    /// Up to 1,024 hands.
    Set16(Racing<Set<16>>),
    /// Any number of hands.
    SetWide(Racing<WideSet>),
    /// Up to 64 hands, families.
    Family1(Racing<Family<Set<1>>>),
    /// Up to 256 hands, families.
    Family4(Racing<Family<Set<4>>>),
    /// Up to 1,024 hands, families.
    Family16(Racing<Family<Set<16>>>),
    /// Any number of hands, families.
    FamilyWide(Racing<Family<WideSet>>),
}

/// Does the same to a racing game, whatever its type.
#[macro_export]
macro_rules! for_any_racing {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::racing::AnyRacing::Set1($game) => $body,
            $crate::racing::AnyRacing::Set4($game) => $body,
            $crate::racing::AnyRacing::Set16($game) => $body,
            $crate::racing::AnyRacing::SetWide($game) => $body,
            $crate::racing::AnyRacing::Family1($game) => $body,
            $crate::racing::AnyRacing::Family4($game) => $body,
            $crate::racing::AnyRacing::Family16($game) => $body,
            $crate::racing::AnyRacing::FamilyWide($game) => $body,
        }
    };
}

impl AnyRacing {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "racing",
        summary: "a card game with hidden hands: be the first to win so many tricks, against best defence",
        parameters: &[
            Parameter { name: "deck", default: Some("12"), meaning: "how many cards there are, from 1 up" },
            Parameter { name: "hand", default: Some("5"), meaning: "how many cards each player has" },
            Parameter { name: "goal", default: Some("3"), meaning: "how many tricks Max has to win first" },
            Parameter {
                name: "lattice",
                default: Some("set"),
                meaning: "set: which hands Max beats if she may look; family: which sets of hands one plan beats",
            },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random deals" },
            Parameter {
                name: "max",
                default: Some(""),
                meaning: "Max's cards, such as 2,5,9, instead of a random deal; hand is then how many they are",
            },
            Parameter { name: "first", default: Some(""), meaning: "the card that Min leads, beside max" },
        ],
    };

    /// The game of a deal.
    pub fn new(deal: Deal, family: bool) -> Result<Self, RacingError> {
        let hands = deal.check()?;
        match (family, hands) {
            (false, 0..=64) => Racing::new(deal).map(Self::Set1),
            (false, 65..=256) => Racing::new(deal).map(Self::Set4),
            (false, 257..=1024) => Racing::new(deal).map(Self::Set16),
            (false, _) => Racing::new(deal).map(Self::SetWide),
            (true, 0..=64) => Racing::new(deal).map(Self::Family1),
            (true, 65..=256) => Racing::new(deal).map(Self::Family4),
            (true, 257..=1024) => Racing::new(deal).map(Self::Family16),
            (true, _) => Racing::new(deal).map(Self::FamilyWide),
        }
    }

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let deck = values.whole("deck", 2..=Deal::LARGEST_DECK)?;
        let typed = match (values.text("max")?, values.text("first")?) {
            ("", "") => None,
            ("", _) => return values.invalid("first", "expected max beside it, such as max=2,5,9 first=7"),
            (cards, _) => {
                let Some(max) = held(cards, deck) else {
                    let expected = format!("expected different cards from 1 to {deck}, such as 2,5,9");
                    return values.invalid("max", expected);
                };
                Some((max, values.whole("first", 1..=deck)?))
            }
        };
        let hand = match typed {
            Some((max, _)) => max.count_ones(),
            None => values.whole("hand", 1..=deck / 2)?,
        };
        let goal = values.whole("goal", 1..=hand)?;
        let seed = values.whole("seed", 0..=u64::MAX)?;
        let family = values.choice("lattice", &[("set", false), ("family", true)])?;
        if let Some((max, first)) = typed {
            let deal = Deal { deck, max, first, goal };
            return Self::new(deal, family).or_else(|problem| {
                let about = if problem == RacingError::First { "first" } else { "max" };
                values.invalid(about, problem)
            });
        }
        Deal::random(deck, hand, goal, seed)
            .and_then(|deal| Self::new(deal, family))
            .or_else(|problem| values.invalid("deck", problem))
    }
}

/// Cards as bits, card 1 in the least; nothing where a card is outside the deck or is said twice.
fn held(text: &str, deck: u32) -> Option<u32> {
    text.split(',').try_fold(0u32, |held, word| {
        let card = word.trim().parse::<u32>().ok().filter(|card| (1..=deck).contains(card))?;
        let bit = 1 << (card - 1);
        (held & bit == 0).then_some(held | bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(words: &[&str]) -> Result<AnyRacing, ParameterError> {
        AnyRacing::from_parameters(&Parameters::parse(words)?)
    }

    #[test]
    fn a_typed_deal_is_the_deal() {
        let random = Deal::random(10, 4, 2, 3).unwrap();
        let cards: Vec<String> =
            (1..=10).filter(|card| random.max >> (card - 1) & 1 == 1).map(|card: u32| card.to_string()).collect();
        let typed = format!("max={}", cards.join(","));
        let first = format!("first={}", random.first);
        let typed = game(&["deck=10", "goal=2", &typed, &first]).unwrap();
        let drawn = game(&["deck=10", "hand=4", "goal=2", "seed=3"]).unwrap();
        assert_eq!(format!("{typed:?}"), format!("{drawn:?}"));
    }

    #[test]
    fn wrong_deals_are_explained() {
        let problem = |words: &[&str]| game(&[&["deck=8", "goal=1"], words].concat()).unwrap_err().to_string();
        assert!(problem(&["max=1,9", "first=2"]).contains("expected different cards from 1 to 8"));
        assert!(problem(&["max=1,1", "first=2"]).contains("expected different cards"));
        assert!(problem(&["max=1,2", "first=2"]).contains("expected the first card to be one that Max has not"));
        assert!(problem(&["first=2"]).contains("expected max beside it"));
        assert!(problem(&["max=1,2"]).contains("first"));
        assert!(problem(&["max=1,2,3,4,5", "first=6"]).contains("two hands in the deck"));
    }
}

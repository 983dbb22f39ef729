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
        let hand = values.whole("hand", 1..=deck / 2)?;
        let goal = values.whole("goal", 1..=hand)?;
        let seed = values.whole("seed", 0..=u64::MAX)?;
        let family = values.choice("lattice", &[("set", false), ("family", true)])?;
        Deal::random(deck, hand, goal, seed)
            .and_then(|deal| Self::new(deal, family))
            .or_else(|problem| values.invalid("deck", problem))
    }
}

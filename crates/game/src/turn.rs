//! Whose turn it is.

use std::fmt;

/// One of the two players. Every value is Max's: Max wants it large, Min wants it small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wants a large value.
    Max,
    /// Wants a small value.
    Min,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Max => "Max",
            Self::Min => "Min",
        })
    }
}

/// The type without a value: the turn that a game never has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {}

/// Whose turn it is in a position.
///
/// `C` and `B` say what a game knows about its chance and its joint turns; for a game that has none they are
/// [`Never`], and the compiler knows that the variant cannot occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<V, C = Never, B = Never> {
    /// Nobody's: the game is over, with this value.
    Over(V),
    /// Max chooses a move.
    Max,
    /// Min chooses a move.
    Min,
    /// Chance chooses among weighted outcomes.
    Chance(C),
    /// Both players choose at once, neither knowing the other's choice.
    Both(B),
}

impl<V, C, B> Turn<V, C, B> {
    /// The player who alone chooses here, if one does.
    pub fn player(&self) -> Option<Player> {
        match self {
            Self::Max => Some(Player::Max),
            Self::Min => Some(Player::Min),
            _ => None,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Over(_))
    }
}

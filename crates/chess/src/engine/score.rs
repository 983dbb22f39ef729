//! Scores of the engine: hundredths of a pawn, seen by the player to move, and mates by their distance from the root.

/// A score.
pub type Score = i32;

/// Mate at the root. A mate in `n` plies is worth `n` less.
pub(crate) const MATE: Score = 32_000;
/// Above every score.
pub(crate) const INFINITE: Score = MATE + 1;
/// Scores beyond this, up or down, are mates.
pub(crate) const MATE_BOUND: Score = MATE - 1000;
/// The furthest from the root that a search goes.
pub(crate) const MAX_PLY: usize = 128;

/// Being mated at this distance from the root.
#[inline(always)]
pub(crate) fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

#[inline(always)]
pub(crate) fn is_mate(score: Score) -> bool {
    score.abs() > MATE_BOUND
}

/// What people read: hundredths of a pawn, or in how many moves who mates (negative: the player to move is mated).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Hundredths of a pawn.
    Centipawns(Score),
    /// Mate in so many moves.
    Mate(i32),
}

impl From<Score> for Shown {
    fn from(score: Score) -> Self {
        if score > MATE_BOUND {
            Self::Mate((MATE - score + 1) / 2)
        } else if score < -MATE_BOUND {
            Self::Mate(-(MATE + score) / 2)
        } else {
            Self::Centipawns(score)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_shown_in_moves() {
        assert_eq!(Shown::from(MATE - 1), Shown::Mate(1));
        assert_eq!(Shown::from(MATE - 3), Shown::Mate(2));
        assert_eq!(Shown::from(mated_in(0)), Shown::Mate(0));
        assert_eq!(Shown::from(mated_in(2)), Shown::Mate(-1));
        assert_eq!(Shown::from(-35), Shown::Centipawns(-35));
    }
}

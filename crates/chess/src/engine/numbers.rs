//! The numbers of the guesses: margins, how much is reduced, what a cut is worth.
//!
//! They hang together, so they stand together and are fitted all at once, by play (`examples/fit.rs` of `secateur-uci`). What
//! wins games is not what finds combinations: play leaves out more of what is probably bad. So there are two sets,
//! and `UCI_AnalyseMode` chooses the second.

macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $play:literal, $step:literal;)*) => {
        /// The numbers of the guesses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers {
            $($(#[$doc])* pub $field: i32,)*
        }

        impl Numbers {
            /// How many there are.
            pub const COUNT: usize = Self::NAMES.len();
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            /// How far a fit goes up and down to see what changes; 0 where it leaves the number alone.
            pub const STEPS: [i32; Self::COUNT] = [$($step),*];
            /// What plays best.
            pub const PLAY: Self = Self { $($field: $play),* };

            /// All of them, in the order of their names.
            pub fn values(&self) -> [i32; Self::COUNT] {
                [$(self.$field),*]
            }

            /// From values in the order of their names.
            pub fn from_values(values: [i32; Self::COUNT]) -> Self {
                let [$($field),*] = values;
                Self { $($field),* }
            }
        }
    };
}

numbers! {
    /// Late moves: the reduction of all, in thousandths of a ply, like all up to `killer`.
    late = 1180, 150;
    /// By the logarithms of depth and number.
    late_by_logarithms = 533, 40;
    /// Quiet moves where nothing gets better.
    not_improving = 1000, 200;
    /// Quiet moves where a cut is expected.
    expected_cut = 659, 250;
    /// Quiet moves for each unit of history, less.
    by_history = 135, 15;
    /// Quiet moves where the table's move takes something.
    table_captures = 700, 200;
    /// On a principal variation, less.
    principal = 793, 250;
    /// Where a principal variation once went, less.
    once_principal = 753, 250;
    /// Checks, less.
    check = 3000, 0;
    /// At the root, less.
    root = 1000, 0;
    /// Sacrifices at the root, less.
    sacrifice = 3000, 0;
    /// Killers, less.
    killer = 480, 250;
    /// By how much a move has to surprise to be looked at more deeply.
    surprise = 52, 15;
    /// And by how much not to be looked at less deeply.
    no_surprise = 8, 4;
    /// Reverse futility, a ply.
    reverse_futility = 109, 15;
    /// Less where it gets better.
    reverse_futility_improving = 55, 15;
    /// Up to this depth.
    reverse_futility_depth = 6, 0;
    /// Futility.
    futility = 30, 25;
    /// More a ply.
    futility_by_depth = 55, 12;
    /// How many quiet moves are looked at, in hundredths.
    quiet_moves = 556, 120;
    /// More for the square of the depth.
    quiet_moves_by_depth = 146, 25;
    /// A history as bad as this is enough not to look, a ply.
    bad_history = 4329, 600;
    /// What a quiet move may lose, times the square of the depth.
    exchange_of_quiets = 24, 5;
    /// What a capture may lose, a ply.
    exchange_of_captures = 66, 15;
    /// How far alternatives fall short of a singular move, in hundredths a ply.
    singular = 156, 30;
    /// How much further for two plies more.
    singular_far = 17, 5;
    /// Passing: by how much less deeply, in hundredths of a ply.
    null_move = 300, 40;
    /// More a ply.
    null_move_by_depth = 47, 6;
    /// More for each hundredth of a pawn above the window, in hundredths.
    null_move_by_score = 64, 10;
    /// But no more than this.
    null_move_by_score_most = 300, 60;
    /// How far above the window a capture has to be.
    probcut = 143, 25;
    /// What a capture may bring beyond its victim.
    delta = 121, 30;
    /// For how many plies quiescence looks at quiet checks: three are a check, the answer, and one more check.
    quiet_checks = 3, 0;
    /// After how many moves out of check a quiet one is enough to show that it is no mate.
    ways_out = 3, 0;
    /// Half the first window.
    aspiration = 14, 4;
    /// What a cut is worth to the history, a ply.
    bonus = 261, 30;
    /// Less.
    bonus_less = 25, 60;
    /// But no more than this.
    bonus_most = 1959, 250;
    /// What it costs the moves before it, in hundredths of that.
    malus = 127, 25;
    /// What it is worth to the move before where no move helps, in thousandths.
    move_before = 400, 150;
    /// What a gain is worth, in tenths.
    gain = 30, 25;
    /// How fast the evaluation is corrected, in hundredths.
    correction = 133, 25;
}

impl Numbers {
    /// What finds combinations: less is left out near the leaves, and more ways out of check are looked at.
    pub const ANALYSIS: Self = Self { ..Self::PLAY };
}

impl Default for Numbers {
    fn default() -> Self {
        Self::PLAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        for numbers in [Numbers::PLAY, Numbers::ANALYSIS] {
            assert_eq!(Numbers::from_values(numbers.values()), numbers);
        }
    }
}

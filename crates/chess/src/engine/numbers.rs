//! The numbers of the guesses: margins, how much is reduced, what a cut is worth.
//!
//! They hang together, so they stand together and are fitted all at once, by play (`examples/fit.rs` of `secateur-uci`). What
//! wins games is not what finds combinations: play leaves out more of what is probably bad. So there are two sets,
//! and `UCI_AnalyseMode` chooses the second. It is what an earlier fit left, with what was added for combinations since.

macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $play:literal, $analysis:literal, $step:literal;)*) => {
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
            /// What finds combinations: more is looked at near the leaves, where a king can be checked, and where mate threatens.
            pub const ANALYSIS: Self = Self { $($field: $analysis),* };

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

// Each in play, in analysis, and the step of a fit.
numbers! {
    /// Late moves: the reduction of all, in thousandths of a ply, like all up to `killer`.
    late = 1180, 1180, 150;
    /// By the logarithms of depth and number.
    late_by_logarithms = 533, 495, 40;
    /// Quiet moves where nothing gets better.
    not_improving = 1000, 1000, 200;
    /// Quiet moves where a cut is expected.
    expected_cut = 659, 1000, 250;
    /// Quiet moves for each unit of history, less.
    by_history = 135, 100, 15;
    /// Quiet moves where the table's move takes something.
    table_captures = 700, 700, 200;
    /// Captures, in thousandths of what depth and number say.
    late_captures = 500, 500, 120;
    /// On a principal variation, less.
    principal = 793, 500, 250;
    /// Where a principal variation once went, less.
    once_principal = 753, 500, 250;
    /// Checks, less.
    check = 3000, 3000, 500;
    /// At the root, less.
    root = 1000, 1000, 300;
    /// Sacrifices at the root, less.
    sacrifice = 3000, 3000, 600;
    /// Killers, less.
    killer = 480, 480, 250;
    /// By how much a move has to surprise to be looked at more deeply.
    surprise = 52, 52, 15;
    /// And by how much not to be looked at less deeply.
    no_surprise = 8, 8, 4;
    /// Reverse futility, a ply.
    reverse_futility = 109, 109, 15;
    /// Less where it gets better.
    reverse_futility_improving = 55, 55, 15;
    /// More where the opponent could give check.
    reverse_futility_exposed = 15, 10000, 15;
    /// Up to this depth.
    reverse_futility_depth = 6, 6, 1;
    /// Futility.
    futility = 30, 110, 25;
    /// More a ply.
    futility_by_depth = 55, 72, 12;
    /// How many quiet moves are looked at, in hundredths.
    quiet_moves = 556, 556, 120;
    /// More for the square of the depth.
    quiet_moves_by_depth = 146, 146, 25;
    /// A history as bad as this is enough not to look, a ply.
    bad_history = 4329, 3500, 600;
    /// What a quiet move may lose, times the square of the depth.
    exchange_of_quiets = 24, 24, 5;
    /// What a capture may lose, a ply.
    exchange_of_captures = 66, 95, 15;
    /// How far alternatives fall short of a singular move, in hundredths a ply.
    singular = 156, 183, 30;
    /// How much further for two plies more.
    singular_far = 17, 11, 5;
    /// Passing: by how much less deeply, in hundredths of a ply.
    null_move = 300, 300, 40;
    /// More a ply.
    null_move_by_depth = 47, 33, 6;
    /// More for each hundredth of a pawn above the window, in hundredths.
    null_move_by_score = 64, 50, 10;
    /// But no more than this.
    null_move_by_score_most = 300, 300, 60;
    /// How far below the window passing is still tried.
    null_move_reach = 0, 0, 15;
    /// How far above the window a capture has to be.
    probcut = 143, 189, 25;
    /// What a capture may bring beyond its victim.
    delta = 121, 160, 30;
    /// For how many plies quiescence looks at quiet checks: three are a check, the answer, and one more check.
    quiet_checks = 3, 3, 1;
    /// After how many moves out of check a quiet one is enough to show that it is no mate.
    ways_out = 3, 2, 1;
    /// By how many plies a position is looked at more deeply in which who passes is mated.
    threat = 0, 1, 0;
    /// Whether moves at the root are tried in the order of the work that they took: 1 if so, 0 if by history.
    root_by_work = 0, 1, 0;
    /// Half the first window.
    aspiration = 14, 14, 4;
    /// What a cut is worth to the history, a ply.
    bonus = 261, 198, 30;
    /// Less.
    bonus_less = 25, 100, 60;
    /// But no more than this.
    bonus_most = 1959, 1700, 250;
    /// What it costs the moves before it, in hundredths of that.
    malus = 127, 100, 25;
    /// What it is worth to the move before where no move helps, in thousandths.
    move_before = 400, 400, 150;
    /// What a gain is worth, in tenths.
    gain = 30, 0, 25;
    /// What the history after the opponent's move counts, in parts of 128.
    history_of_answer = 128, 128, 30;
    /// The history after one's own move before that.
    history_of_plan = 128, 128, 30;
    /// The history with the pawn structure.
    history_of_structure = 128, 128, 30;
    /// How fast the evaluation is corrected, in hundredths.
    correction = 133, 100, 25;
    /// What the pawn structure says about it counts, in hundredths.
    correction_by_pawns = 67, 67, 20;
    /// What each side's pieces say.
    correction_by_pieces = 67, 67, 20;
    /// What the last two moves say.
    correction_by_moves = 33, 0, 25;
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

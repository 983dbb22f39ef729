//! The techniques by name, each of which can be switched off: that is how their gains were measured
//! (`examples/worth.rs` of `secateur-uci`; the table is in this crate's README).
//!
//! All but the first group are guesses: they leave out or shorten what a plain search would look at, and so can be
//! wrong. The first group changes only the order of work, or when to stop.

use cozy_chess::{BitBoard, Board};

use super::checks::attacked_by;

macro_rules! techniques {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// Which techniques the engine uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Techniques {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl Techniques {
            /// All names.
            pub const NAMES: &'static [&'static str] = &[$($name),*];
            /// Every technique.
            pub const ALL: Self = Self { $($field: true),* };

            /// The same with one technique on or off; `None` if there is none of this name.
            pub fn with(mut self, name: &str, on: bool) -> Option<Self> {
                match name {
                    $($name => self.$field = on,)*
                    _ => return None,
                }
                Some(self)
            }
        }
    };
}

techniques! {
    /// Search a narrow window around the last score first (`aspiration.rs`).
    aspiration = "aspiration",
    /// Test later moves with a null window (`search.rs`).
    principal_variation = "principal-variation",
    /// Order the moves at the root by how much work they took (`picker.rs`), in analysis.
    root_order = "root-order",
    /// Remember positions (`table.rs`).
    table = "table",
    /// Try moves first that cut at the same distance from the root (`killers.rs`).
    killers = "killers",
    /// Try the move first that last refuted the opponent's (`killers.rs`).
    countermoves = "countermoves",
    /// Order quiet moves by how often they cut (`history.rs`).
    history = "history",
    /// The same, by whether the opponent attacks the squares (`history.rs`).
    attack_history = "attack-history",
    /// The same, after the moves before them (`history.rs`).
    continuation = "continuation",
    /// Count it for the move before if no move helps (`history.rs`).
    move_before = "move-before",
    /// And by what the evaluation gained (`history.rs`).
    gain_history = "gain-history",
    /// Resolve captures before a position is judged (`quiescence.rs`).
    quiescence = "quiescence",
    /// Leave losing exchanges for last, or out (`exchange.rs`).
    exchange = "exchange",
    /// Cut where even passing is good enough (`null_move.rs`).
    null_move = "null-move",
    /// Look less deeply at late moves (`reductions.rs`).
    late_move_reductions = "late-move-reductions",
    /// But less so where a principal variation once went (`reductions.rs`).
    once_principal = "once-principal",
    /// And more so at quiet moves where the table's move takes something (`reductions.rs`).
    table_captures = "table-captures",
    /// But less so at sacrifices of the player who is asked (`reductions.rs`).
    sacrifices = "sacrifices",
    /// Leave late quiet moves out near the leaves (`futility.rs`).
    late_move_pruning = "late-move-pruning",
    /// Leave hopeless quiet moves out near the leaves (`futility.rs`).
    futility = "futility",
    /// Cut near the leaves where the position is far too good (`futility.rs`).
    reverse_futility = "reverse-futility",
    /// But less, or in analysis not, where the opponent could give check (`checks.rs`).
    exposed_kings = "exposed-kings",
    /// Leave quiet moves with a bad history out near the leaves (`futility.rs`).
    history_pruning = "history-pruning",
    /// Cut where a capture, looked at less deeply, is far above the window (`probcut.rs`).
    probcut = "probcut",
    /// Look deeper at checks (`extensions.rs`).
    check_extensions = "check-extensions",
    /// Look deeper where the opponent threatens mate (`extensions.rs`, found by `null_move.rs`), in analysis.
    threat_extensions = "threat-extensions",
    /// Look deeper at a move without an alternative (`extensions.rs`).
    singular_extensions = "singular-extensions",
    /// Look two plies deeper where the alternatives are far worse (`extensions.rs`).
    double_extensions = "double-extensions",
    /// Look again more or less deeply after a reduction, by how far the move surprised (`reductions.rs`).
    surprise = "surprise",
    /// Order quiet moves by how they did with this pawn structure (`history.rs`).
    structure_history = "structure-history",
    /// Look less deeply where the table knows no move (`reductions.rs`).
    internal_reductions = "internal-reductions",
    /// Judge positions by the network instead of counted features (`network.rs`).
    network = "network",
    /// But not believe that it wins without pawns what nobody wins (`evaluate/drawish.rs`).
    drawish = "drawish",
    /// Correct the evaluation by what searches found about like positions (`correction.rs`).
    correction = "correction",
    /// The same, by where each side's pieces stand (`correction.rs`).
    piece_correction = "piece-correction",
    /// The same, by the last two moves (`correction.rs`).
    move_correction = "move-correction",
}

impl Techniques {
    /// The squares that the opponent attacks, as far as moves are ordered by it.
    pub(crate) fn attacked(&self, board: &Board) -> BitBoard {
        if self.attack_history { attacked_by(board, !board.side_to_move()) } else { BitBoard::EMPTY }
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_switches_something() {
        for name in Techniques::NAMES {
            assert_ne!(Techniques::ALL.with(name, false), Some(Techniques::ALL), "{name}");
        }
        assert_eq!(Techniques::ALL.with("luck", true), None);
    }
}

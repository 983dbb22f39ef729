//! Perft: how many sequences of legal moves of a given length there are. The published counts test a move generator.

use cozy_chess::{Board, Move};

use crate::game::legal_moves;

/// How many sequences of `depth` legal moves there are. The last move of each is counted and not played.
///
/// ```
/// use secateur_chess::{perft, read_fen};
///
/// let start = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
/// assert_eq!(perft(&start, 3), 8_902);
/// # Ok::<(), secateur_chess::BadFen>(())
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => count = 1,
        1 => {
            board.generate_moves(|moves| {
                count += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for chosen in moves {
                    let mut child = board.clone();
                    child.play_unchecked(chosen);
                    count += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    count
}

/// Deeper than this would take years.
pub const DEEPEST_PERFT: u32 = 20;

/// The same, unless `stop` says so first. It is asked often: between sequences of three moves.
pub fn perft_until(board: &Board, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    if stop() {
        return None;
    }
    if depth < 3 {
        return Some(perft(board, depth));
    }
    let mut count = Some(0);
    board.generate_moves(|moves| {
        for chosen in moves {
            let mut child = board.clone();
            child.play_unchecked(chosen);
            let below = perft_until(&child, depth - 1, stop);
            count = count.zip(below).map(|(count, below)| count + below);
            if count.is_none() {
                return true;
            }
        }
        false
    });
    count
}

/// The count below each first move: where two generators differ, this finds the move.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    divide_until(board, depth, &|| false)
}

/// The same, until `stop` says so: then the counts below the last moves are missing.
pub fn divide_until(board: &Board, depth: u32, stop: &impl Fn() -> bool) -> Vec<(Move, u64)> {
    let below = |chosen| {
        let mut child = board.clone();
        child.play_unchecked(chosen);
        perft_until(&child, depth.saturating_sub(1), stop).map(|below| (chosen, below))
    };
    if depth == 0 { Vec::new() } else { legal_moves(board).into_iter().map_while(below).collect() }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_count_that_is_stopped_tells_what_is_done() {
        let start = Board::startpos();
        assert_eq!(perft_until(&start, 4, &|| false), Some(197_281));
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) > 30;
        let parts = divide_until(&start, 4, &stop);
        let whole = divide(&start, 4);
        assert!(!parts.is_empty() && parts.len() < whole.len(), "{parts:?}");
        assert_eq!(parts, whole[..parts.len()]);
        assert!(asked.get() < 40, "nothing more is looked at");
    }
}

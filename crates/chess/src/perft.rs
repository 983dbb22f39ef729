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

/// The count below each first move: where two generators differ, this finds the move.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let below = |chosen| {
        let mut child = board.clone();
        child.play_unchecked(chosen);
        (chosen, perft(&child, depth.saturating_sub(1)))
    };
    if depth == 0 { Vec::new() } else { legal_moves(board).into_iter().map(below).collect() }
}

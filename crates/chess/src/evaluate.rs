//! What a position looks like, in hundredths of a pawn, to the player to move, by counting features. The library's searches use it; the
//! engine has gone on from here to a network (`network.rs`), which learnt from it.
//!
//! The evaluation is linear: how often each feature occurs (White's less Black's) times its weight. A feature has two
//! weights, one for the middle game and one for the end game, and the pieces that are left on the board say how much
//! of each counts (tapered). Because it is linear the weights can be fitted to games that the engine played
//! against itself (`examples/tune.rs`): the one body below either adds the weights up or, for the tuner, notes what it counted.
//!
//! `terms.rs` numbers the features, `weights.rs` holds their weights, and the files beside it count them: `pieces.rs`,
//! `pawns.rs`, `king.rs`, `threats.rs`. `drawish.rs` shrinks what is hard to win, `structures.rs` keeps what was counted of pawns.

use cozy_chess::{Board, Color, Piece};

pub(crate) mod attacks;
mod drawish;
mod king;
mod pawns;
mod pieces;
mod structures;
pub mod terms;
mod threats;
mod weights;

use attacks::Attacks;
pub(crate) use structures::Structures;
pub use weights::WEIGHTS;

/// What a feature is worth: in the middle game and in the end game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// With all pieces on the board.
    pub middle: i16,
    /// With only kings and pawns.
    pub end: i16,
}

/// Who hears what was counted.
pub trait Ledger {
    /// So many of a feature for this side.
    fn add(&mut self, color: Color, term: usize, count: i32);
}

/// How much material a full board has by which the two weights are mixed.
pub const FULL: i32 = 24;

/// What a position looks like to the player to move, in hundredths of a pawn.
///
/// ```
/// use secateur_chess::{evaluate::evaluate, read_fen};
///
/// let ahead = read_fen("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1")?;
/// let behind = read_fen("4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1")?;
/// assert!(evaluate(&ahead) > 500 && evaluate(&behind) < -500);
/// # Ok::<(), secateur_chess::BadFen>(())
/// ```
pub fn evaluate(board: &Board) -> i32 {
    fast(board, sum_of_pawns(board))
}

/// The same, where what is known about pawn structures is kept.
pub(crate) fn evaluate_with(board: &Board, structures: &mut Structures) -> i32 {
    fast(board, structures.sum_of(board))
}

/// Counts every feature of a position.
pub fn count<L: Ledger>(board: &Board, ledger: &mut L) {
    count_pawns(board, ledger);
    count_rest(board, ledger);
}

/// What depends on pawns alone.
#[inline(always)]
fn count_pawns<L: Ledger>(board: &Board, ledger: &mut L) {
    pawns::count(board, Color::White, ledger);
    pawns::count(board, Color::Black, ledger);
}

/// What depends on pieces, too. Colours are named one by one, so that the compiler makes a body for each.
#[inline(always)]
fn count_rest<L: Ledger>(board: &Board, ledger: &mut L) {
    let mut attacks = Attacks::of_kings_and_pawns(board);
    pieces::count(board, Color::White, &mut attacks, ledger);
    pieces::count(board, Color::Black, &mut attacks, ledger);
    pawns::count_passed(board, Color::White, &attacks, ledger);
    pawns::count_passed(board, Color::Black, &attacks, ledger);
    king::count(board, Color::White, &attacks, ledger);
    king::count(board, Color::Black, &attacks, ledger);
    threats::count(board, Color::White, &attacks, ledger);
    threats::count(board, Color::Black, &attacks, ledger);
    ledger.add(board.side_to_move(), terms::TEMPO, 1);
}

/// The evaluation on the instructions that the processor has. Nearly half of the engine's time is spent here, and a third of that
/// went into counting bits where the compiler may not use the instruction for it.
#[inline]
fn fast(board: &Board, pawns: Sum) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") && std::arch::is_x86_feature_detected!("bmi1") {
        #[target_feature(enable = "popcnt,bmi1")]
        fn counting_bits(board: &Board, pawns: Sum) -> i32 {
            plain(board, pawns)
        }
        #[allow(unsafe_code, reason = "code for instructions that not every processor has")]
        // SAFETY: the processor has them.
        return unsafe { counting_bits(board, pawns) };
    }
    plain(board, pawns)
}

#[inline(always)]
fn plain(board: &Board, mut sum: Sum) -> i32 {
    count_rest(board, &mut sum);
    let (middle, end) = sum.parts();
    let end = end * drawish::share(board, end) / drawish::WHOLE;
    let phase = phase(board);
    let white = (middle * phase + end * (FULL - phase)) / FULL;
    if board.side_to_move() == Color::White { white } else { -white }
}

fn sum_of_pawns(board: &Board) -> Sum {
    let mut sum = Sum::default();
    count_pawns(board, &mut sum);
    sum
}

/// How many pieces are left, from 0 to [`FULL`].
pub fn phase(board: &Board) -> i32 {
    let of = |piece| board.pieces(piece).len() as i32;
    let left = of(Piece::Knight) + of(Piece::Bishop) + 2 * of(Piece::Rook) + 4 * of(Piece::Queen);
    left.min(FULL)
}

/// A judgement of somebody else, to the player to move, less what cannot be won for want of pawns.
#[inline(always)]
pub(crate) fn less_if_hard_to_win(board: &Board, judged: i32) -> i32 {
    let mover = board.side_to_move();
    let ahead = if judged > 0 { mover } else { !mover };
    drawish::share_without_pawns(board, ahead).map_or(judged, |share| judged * share / drawish::WHOLE)
}

/// Whether the end-game value of this position is shrunk: the tuner leaves such positions out.
pub fn is_drawish(board: &Board) -> bool {
    [-1, 1].into_iter().any(|end| drawish::share(board, end) != drawish::WHOLE)
}

/// Adds weights up, by colour. Both weights stand in one number, the end game's in the upper half, and are added at once.
#[derive(Clone, Copy, Debug, Default)]
struct Sum([i32; 2]);

/// The weights in that form.
static BOTH: [i32; terms::COUNT] = {
    let mut both = [0; terms::COUNT];
    let mut term = 0;
    while term < terms::COUNT {
        both[term] = ((WEIGHTS[term].end as i32) << 16) + WEIGHTS[term].middle as i32;
        term += 1;
    }
    both
};

impl Sum {
    /// Middle game and end game, White's less Black's.
    #[inline(always)]
    fn parts(self) -> (i32, i32) {
        let both = self.0[0] - self.0[1];
        // A negative lower half has borrowed from the upper one.
        (i32::from(both as i16), (both + 0x8000) >> 16)
    }
}

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        self.0[color as usize] += count * BOTH[term];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;
    use crate::network::Network;
    use crate::notation::read_fen;

    /// The same position with colours exchanged.
    fn mirrored(board: &Board) -> Board {
        let fen = format!("{board:#}");
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let swap = |text: &str| -> String {
            let case = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            text.chars().map(case).collect()
        };
        fields[0] = fields[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
        fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
        fields[2] = swap(&fields[2]);
        fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
        read_fen(&fields.join(" ")).unwrap()
    }

    #[test]
    fn both_colours_are_judged_alike() {
        for number in 0..40 {
            let mut board = Board::chess960_startpos(number * 24);
            for turn in 0..120usize {
                let turned = mirrored(&board);
                assert_eq!(evaluate(&board), evaluate(&turned), "{board}");
                assert_eq!(Network::own().judge(&board), Network::own().judge(&turned), "{board}");
                let moves = legal_moves(&board);
                let Some(&chosen) = moves.get((turn * 7919 + 31 * number as usize) % moves.len().max(1)) else { break };
                board.play_unchecked(chosen);
            }
        }
    }

    /// What the tuner hears, multiplied by the weights, is what the engine sees.
    #[test]
    fn the_ledger_of_the_tuner_tells_the_same() {
        struct Counts(Vec<i32>);
        impl Ledger for Counts {
            fn add(&mut self, color: Color, term: usize, count: i32) {
                self.0[term] += if color == Color::White { count } else { -count };
            }
        }
        let board = read_fen("r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP2BPPP/RNBQ1RK1 w kq - 0 1").unwrap();
        let mut counts = Counts(vec![0; terms::COUNT]);
        count(&board, &mut counts);
        let sum = |part: fn(&Weight) -> i16| -> i32 {
            counts.0.iter().zip(&WEIGHTS).map(|(count, weight)| count * i32::from(part(weight))).sum()
        };
        let (middle, end, phase) = (sum(|weight| weight.middle), sum(|weight| weight.end), phase(&board));
        assert_eq!(evaluate(&board), (middle * phase + end * (FULL - phase)) / FULL);
        assert!(evaluate(&board).abs() < 200, "an even opening is judged even");
    }
}

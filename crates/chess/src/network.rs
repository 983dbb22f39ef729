//! A small network that judges positions, to the player to move, in hundredths of a pawn.
//!
//! After Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018). Both players see the
//! board with their own eyes: colours as own and other's, the board turned so that their own pieces move up it, and mirrored so that their
//! king stands on the left half. Every piece on its square is an input. The first layer is a sum of one row of weights
//! for each piece, so that a move changes it by two to four rows (`eyes.rs`); the output is one neuron over what both players see,
//! chosen by how many pieces are left.
//!
//! All sums are of whole numbers: a position is judged alike however the search came to it. The weights are written by
//! `examples/train.rs`, from games of the engine against itself.
//!
//! ```
//! use secateur_chess::{network::Network, read_fen};
//!
//! let ahead = read_fen("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1")?;
//! let behind = read_fen("4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1")?;
//! assert!(Network::own().judge(&ahead) > 500 && Network::own().judge(&behind) < -500);
//! # Ok::<(), secateur_chess::BadFen>(())
//! ```

use std::sync::LazyLock;

use cozy_chess::{Board, Color, File, Piece, Square};

mod eyes;

pub(crate) use eyes::Eyes;

/// How many inputs there are: own and other's, six pieces, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// How many neurons each player has.
pub const NEURONS: usize = 256;
/// How many outputs there are, chosen by the pieces that are left.
pub const OUTPUTS: usize = 8;
/// What 1 is in the whole numbers of the first layer.
pub const ONE: i32 = 255;
/// What 1 is in the weights of the outputs.
pub const OUTPUT_ONE: i32 = 64;
/// How many hundredths of a pawn an output of 1 is worth: at 1 a player wins 73 % of the points.
pub const PAWNS: i32 = 180;
/// No weight is greater, so that no sum of 32 rows, and no product of a neuron and a weight, leaves 16 bits.
pub const GREATEST: f32 = 1.98;

/// One number for each neuron of a player.
pub type Row = [i16; NEURONS];

/// The weights.
#[derive(Debug)]
#[repr(align(64))]
pub struct Network {
    inputs: [Row; INPUTS],
    biases: Row,
    outputs: [[Row; 2]; OUTPUTS],
    output_biases: [i16; OUTPUTS],
}

/// The weights as a file, two bytes a number.
static FILE: &[u8; size_in_file()] = include_bytes!("../network.bin");

/// How long a file of weights is.
pub const fn size_in_file() -> usize {
    2 * (NEURONS * (INPUTS + 1 + 2 * OUTPUTS) + OUTPUTS)
}

impl Network {
    /// The engine's own.
    pub fn own() -> &'static Self {
        static OWN: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(FILE));
        &OWN
    }

    /// Reads weights in the order of the fields.
    pub fn read(file: &[u8; size_in_file()]) -> Box<Self> {
        let mut numbers = file.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut network = Box::new(Self {
            inputs: [[0; NEURONS]; INPUTS],
            biases: [0; NEURONS],
            outputs: [[[0; NEURONS]; 2]; OUTPUTS],
            output_biases: [0; OUTPUTS],
        });
        let Self { inputs, biases, outputs, output_biases } = &mut *network;
        let rows = inputs.iter_mut().chain([biases]).chain(outputs.as_flattened_mut());
        for place in rows.flatten().chain(output_biases) {
            // The file has just as many.
            *place = numbers.next().unwrap_or_default();
        }
        network
    }

    /// What a position looks like to the player to move, in hundredths of a pawn.
    pub fn judge(&self, board: &Board) -> i32 {
        let [white, black] = Color::ALL.map(|color| {
            let mut sums = self.biases;
            for input in inputs(board, color) {
                sums.iter_mut().zip(&self.inputs[input]).for_each(|(sum, weight)| *sum += weight);
            }
            sums
        });
        self.output(board, &[white, black])
    }

    /// The output for what both players see.
    #[inline(always)]
    fn output(&self, board: &Board, seen: &[Row; 2]) -> i32 {
        let mover = board.side_to_move();
        let output = output(board);
        let weights = &self.outputs[output];
        let sum = weighed(&seen[mover as usize], &weights[0]) + weighed(&seen[!mover as usize], &weights[1]);
        let sum = sum / ONE + i32::from(self.output_biases[output]) * ONE;
        sum * PAWNS / (ONE * OUTPUT_ONE)
    }
}

/// The sum over the neurons of the square of what each says, between 0 and 1, times its weight.
#[inline(always)]
fn weighed(sums: &Row, weights: &Row) -> i32 {
    let each = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let says = sum.clamp(0, ONE as i16);
        // The product of a neuron and its weight fits into 16 bits; the processor multiplies and adds such numbers in pairs.
        i32::from(says) * i32::from(says * weight)
    });
    each.sum()
}

/// Which output judges a position.
#[inline(always)]
pub fn output(board: &Board) -> usize {
    (board.occupied().len() as usize).saturating_sub(2) / 4 % OUTPUTS
}

/// How one player sees the board: whether it is turned, and mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    player: Color,
    mirrored: bool,
}

impl View {
    #[inline(always)]
    pub(crate) fn of(board: &Board, player: Color) -> Self {
        Self { player, mirrored: board.king(player).file() >= File::E }
    }

    /// The input of a piece on its square.
    #[inline(always)]
    pub(crate) fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let turn = if self.player == Color::White { 0 } else { 56 };
        let mirror = if self.mirrored { 7 } else { 0 };
        let kind = usize::from(color != self.player) * 6 + piece as usize;
        kind * 64 + (square as usize ^ turn ^ mirror)
    }
}

/// All inputs of a position, as a player sees it.
pub fn inputs(board: &Board, player: Color) -> impl Iterator<Item = usize> + '_ {
    let view = View::of(board, player);
    board.occupied().into_iter().filter_map(move |square| {
        let (color, piece) = board.color_on(square).zip(board.piece_on(square))?;
        Some(view.input(color, piece, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_can_leave_its_range() {
        let network = Network::own();
        let greatest = (GREATEST * ONE as f32).ceil() as i16;
        assert!(network.inputs.as_flattened().iter().all(|weight| weight.abs() <= greatest));
        assert!(33 * i32::from(greatest) <= i32::from(i16::MAX));
        for (weights, bias) in network.outputs.iter().zip(network.output_biases) {
            assert!(weights.as_flattened().iter().all(|weight| i32::from(weight.abs()) * ONE <= i32::from(i16::MAX)));
            let most: i64 = weights.as_flattened().iter().map(|&weight| i64::from(weight.abs()) * 255 * 255).sum();
            assert!(most < i64::from(i32::MAX));
            let most = most / 255 + i64::from(bias.abs()) * 255;
            assert!(most * i64::from(PAWNS) < i64::from(i32::MAX), "{most}");
        }
    }
}

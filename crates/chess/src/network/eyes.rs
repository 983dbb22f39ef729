//! What both players see, kept from position to position: only the difference to a position seen before is added up.
//!
//! There is a place for each distance from the root, which remembers what it last saw. A new position starts from the
//! nearest of its own place (most often a sibling) and the place before it (most often its parent). Any place would do: the sums are
//! of whole numbers, so the way does not change them. So nothing has to be told about moves, and threads that jump about in
//! the tree need no care.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::{Network, Row, View};

/// No move changes more squares: castling.
const ONE_MOVE: u32 = 4;

/// What was last seen at one distance from the root.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Place {
    sums: [Row; 2],
    pieces: [BitBoard; 6],
    colors: [BitBoard; 2],
    views: [View; 2],
}

/// The pieces that came and went; never more than a board has.
#[derive(Default)]
struct Change {
    came: Pieces,
    went: Pieces,
}

type Pieces = ArrayVec<(Color, Piece, Square), 32>;

/// A network, and what it saw of the line that is searched.
#[derive(Clone, Debug)]
pub(crate) struct Eyes {
    network: &'static Network,
    places: Vec<Place>,
}

impl Eyes {
    /// For lines of so many moves.
    pub(crate) fn new(moves: usize) -> Self {
        let network = Network::own();
        Self { network, places: vec![Place::empty(network); moves + 1] }
    }

    /// What a position at this distance from the root looks like to the player to move, in hundredths of a pawn.
    #[inline]
    pub(crate) fn judge(&mut self, board: &Board, ply: usize) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
        {
            #[target_feature(enable = "avx2,popcnt,bmi1")]
            fn sixteen_at_once(eyes: &mut Eyes, board: &Board, ply: usize) -> i32 {
                eyes.look(board, ply)
            }
            #[allow(unsafe_code, reason = "code for instructions that not every processor has")]
            // SAFETY: the processor has them.
            return unsafe { sixteen_at_once(self, board, ply) };
        }
        self.look(board, ply)
    }

    #[inline(always)]
    fn look(&mut self, board: &Board, ply: usize) -> i32 {
        let views = Color::ALL.map(|player| View::of(board, player));
        let (earlier, later) = self.places.split_at_mut(ply);
        let place = &mut later[0];
        match earlier.last().map(|parent| (parent, parent.distance(board, views))) {
            // Nothing has changed since: a pass.
            Some((parent, 0)) => return self.network.output(board, &parent.sums),
            Some((parent, squares)) if squares <= ONE_MOVE || squares < place.distance(board, views) => {
                place.follow(&parent.sums, &Change::between(parent, board), (parent.views, views), board, self.network);
            }
            _ => {
                let (sums, change, before) = (place.sums, Change::between(place, board), place.views);
                place.follow(&sums, &change, (before, views), board, self.network);
            }
        }
        self.network.output(board, &place.sums)
    }
}

impl Place {
    /// The squares on which something else stood.
    #[inline(always)]
    fn changed(&self, board: &Board) -> BitBoard {
        let pieces = Piece::ALL.into_iter().map(|piece| self.pieces[piece as usize] ^ board.pieces(piece));
        let colors = Color::ALL.into_iter().map(|color| self.colors[color as usize] ^ board.colors(color));
        pieces.chain(colors).fold(BitBoard::EMPTY, |all, some| all | some)
    }

    /// How far it is from what was seen here to a position, in squares. Another view means to begin again.
    #[inline(always)]
    fn distance(&self, board: &Board, views: [View; 2]) -> u32 {
        let turned = u32::from(self.views[0] != views[0]) + u32::from(self.views[1] != views[1]);
        self.changed(board).len() + 32 * turned
    }

    #[inline(always)]
    fn on(&self, square: Square) -> Option<(Color, Piece)> {
        let piece = Piece::ALL.into_iter().find(|&piece| self.pieces[piece as usize].has(square))?;
        let white = self.colors[Color::White as usize].has(square);
        Some((if white { Color::White } else { Color::Black }, piece))
    }

    /// Becomes what is seen of a position, from sums that a change leads away from.
    #[inline(always)]
    fn follow(
        &mut self,
        from: &[Row; 2],
        change: &Change,
        (before, views): ([View; 2], [View; 2]),
        board: &Board,
        network: &Network,
    ) {
        for player in 0..2 {
            if before[player] == views[player] {
                add_up(&mut self.sums[player], &from[player], change, views[player], network);
            } else {
                // Mirrored: every piece stands elsewhere.
                let nothing = Place::empty(network);
                add_up(
                    &mut self.sums[player],
                    &network.biases,
                    &Change::between(&nothing, board),
                    views[player],
                    network,
                );
            }
        }
        self.pieces = Piece::ALL.map(|piece| board.pieces(piece));
        self.colors = Color::ALL.map(|color| board.colors(color));
        self.views = views;
    }

    /// An empty board: the sum of nothing.
    fn empty(network: &Network) -> Self {
        let view = |player| View { player, mirrored: false };
        let (pieces, colors) = ([BitBoard::EMPTY; 6], [BitBoard::EMPTY; 2]);
        Self { sums: [network.biases; 2], pieces, colors, views: Color::ALL.map(view) }
    }
}

impl Change {
    #[inline(always)]
    fn between(from: &Place, board: &Board) -> Self {
        let mut change = Self::default();
        for square in from.changed(board) {
            // No board has more than 32 pieces, so that there is always room.
            if let Some((color, piece)) = from.on(square) {
                let _ = change.went.try_push((color, piece, square));
            }
            if let Some((color, piece)) = board.color_on(square).zip(board.piece_on(square)) {
                let _ = change.came.try_push((color, piece, square));
            }
        }
        change
    }
}

/// Adds the rows that came and takes away those that went.
#[inline(always)]
fn add_up(sums: &mut Row, from: &Row, change: &Change, view: View, network: &Network) {
    let row = |&(color, piece, square): &(Color, Piece, Square)| &network.inputs[view.input(color, piece, square)];
    match (&change.came[..], &change.went[..]) {
        // Nearly all moves: one piece goes, one comes, perhaps one is taken. Done in one pass over the row.
        ([came], [went]) => {
            let (came, went) = (row(came), row(went));
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = from[i] + came[i] - went[i];
            }
        }
        ([came], [went, taken]) => {
            let (came, went, taken) = (row(came), row(went), row(taken));
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = from[i] + came[i] - went[i] - taken[i];
            }
        }
        (came, went) => {
            *sums = *from;
            for input in went {
                sums.iter_mut().zip(row(input)).for_each(|(sum, weight)| *sum -= weight);
            }
            for input in came {
                sums.iter_mut().zip(row(input)).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::legal_moves;
    use secateur_game::Random;

    /// Whatever way leads to a position, by moves, passes and jumps, it is judged alike.
    #[test]
    fn the_way_does_not_matter() {
        let mut random = Random::new(7);
        let mut eyes = Eyes::new(64);
        for number in 0..200 {
            let mut board = Board::chess960_startpos(number * 4);
            let mut ply = 0;
            for _ in 0..120 {
                assert_eq!(eyes.judge(&board, ply), Network::own().judge(&board), "{board}");
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                if let (0, Some(passed)) = (random.below(8), board.null_move()) {
                    board = passed;
                } else {
                    board.play(moves[random.below(moves.len() as u64) as usize]);
                }
                ply = if random.below(10) == 0 { random.below(60) as usize } else { (ply + 1) % 64 };
            }
        }
    }
}

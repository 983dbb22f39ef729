//! The positions of bidding tic-tac-toe by their numbers: by how many cells are marked. A position in which somebody has
//! bought a mark has no number; it is a move away from one.

use secateur_game::{Layered, Place};

use super::{BiddingTicTacToe, Board, FULL, Pay, Tie};

/// The boards that can come up, and how coins are counted.
#[derive(Clone, Debug)]
pub struct Boards {
    start: Board,
    /// The marks of both players by how many were made since the start.
    by_layer: Vec<Vec<[u16; 2]>>,
    /// The place of a board in its list, by its code.
    places: Vec<u32>,
}

/// A board as a number: a digit to the base 4 for each cell, spread over two halves.
fn code([max, min]: [u16; 2]) -> usize {
    usize::from(max) << 9 | usize::from(min)
}

impl BiddingTicTacToe {
    fn markers(&self) -> u64 {
        if self.tie == Tie::Marker { 2 } else { 1 }
    }

    /// How many different amounts of coins Max can have, and Min beside them.
    fn purses(&self, start: &Board) -> (u64, u64) {
        let [max, min] = start.coins.map(u64::from);
        match self.pay {
            // Together they always have the same.
            Pay::Opponent => (max + min + 1, 1),
            Pay::Bank => (max + 1, min + 1),
        }
    }

    /// Whether the players are interchangeable: whatever one can have, the other can have, too.
    fn is_even(&self, start: &Board) -> bool {
        self.tie == Tie::Marker
            && start.marks == [0; 2]
            && (self.pay == Pay::Opponent || start.coins[0] == start.coins[1])
    }
}

impl Layered for BiddingTicTacToe {
    type Numbers = Boards;

    fn numbers(&self, start: &Board) -> Boards {
        let made = |marks: [u16; 2]| (marks[0] | marks[1]).count_ones() as usize;
        let first = made(start.marks);
        let mut by_layer = vec![Vec::new(); 10 - first];
        let mut places = vec![0; 1 << 18];
        for max in 0..=FULL {
            for min in (0..=FULL).filter(|min| min & max == 0) {
                if start.marks[0] & !max == 0 && start.marks[1] & !min == 0 {
                    let list: &mut Vec<_> = &mut by_layer[made([max, min]) - first];
                    places[code([max, min])] = list.len() as u32;
                    list.push([max, min]);
                }
            }
        }
        Boards { start: *start, by_layer, places }
    }

    fn layers(&self, boards: &Boards) -> usize {
        boards.by_layer.len()
    }

    fn reach(&self, _: &Boards) -> usize {
        1
    }

    fn count(&self, boards: &Boards, layer: usize) -> u64 {
        let (max, min) = self.purses(&boards.start);
        boards.by_layer[layer].len() as u64 * max * min * self.markers()
    }

    fn unrank(&self, boards: &Boards, layer: usize, number: u64) -> Option<Board> {
        let (most, others) = self.purses(&boards.start);
        let (number, marker) = (number / self.markers(), self.tie != Tie::Marker || number % 2 == 1);
        let (number, other) = (number / others, number % others);
        let (number, max) = (number / most, number % most);
        let min = match self.pay {
            Pay::Opponent => most - 1 - max,
            Pay::Bank => other,
        };
        let marks = boards.by_layer[layer][number as usize];
        let board = Board { marks, coins: [max as u8, min as u8], marker, buyer: None };
        self.rank(boards, &board).filter(|place| !place.swapped).map(|_| board)
    }

    fn rank(&self, boards: &Boards, board: &Board) -> Option<Place> {
        if board.buyer.is_some() {
            return None;
        }
        let Board { marks: [max, min], coins: [own, other], marker, .. } = *board;
        let swapped = self.is_even(&boards.start) && (min, other, !marker) > (max, own, marker);
        let (marks, coins, marker) =
            if swapped { ([min, max], [other, own], !marker) } else { (board.marks, board.coins, marker) };
        let (most, others) = self.purses(&boards.start);
        let purse = match self.pay {
            Pay::Opponent => u64::from(coins[0]),
            Pay::Bank => u64::from(coins[0]) * others + u64::from(coins[1]),
        };
        let place = u64::from(boards.places[code(marks)]);
        let number = (place * most * others + purse) * self.markers();
        let number = number + u64::from(self.tie == Tie::Marker && marker);
        let first = (boards.start.marks[0] | boards.start.marks[1]).count_ones();
        let layer = (marks[0] | marks[1]).count_ones() - first;
        Some(Place { layer: layer as usize, number, swapped })
    }
}

//! EinStein würfelt nicht! (Ingo Althöfer, 2004): a race of numbered stones in which a die says which stone moves.
//!
//! Max starts in the upper left corner and runs to the lower right one, Min the other way. Each turn begins with the die,
//! which has as many sides as a player has stones. The stone with that number moves one cell towards the far corner, along
//! a row, a column or the diagonal; if it is gone, the remaining stone with the next higher or the next lower number
//! moves. Whatever stands on the cell is taken, one's own stones too. Who reaches the far corner, or takes the last stone
//! of the other, wins. The value is Max's probability of winning, Max moving first.
//!
//! The official game lets the players arrange their stones; here the arrangement is a parameter. The usual one numbers
//! the cells diagonal by diagonal from the player's own corner (`1`, then `2 3`, then `4 5 6`), and Min's is Max's turned
//! by half a turn. Three stones on 3×3 are then worth 0.699588 to Max, 4×4 with two stones 0.570801, with three 0.551235.

mod words;

use std::fmt;

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Real};

/// The rules, and the position from which the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Einstein {
    size: u8,
    stones: u8,
    start: Board,
}

/// A state of play. A cell is its row times the board's size plus its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Where Max's and Min's stones stand, by number; [`GONE`] if taken or never there.
    cells: [[u8; Einstein::MOST_STONES]; 2],
    max_to_move: bool,
    /// What the die shows, from 0; [`UNTHROWN`] before it is thrown.
    die: u8,
}

/// A stone that is not on the board.
const GONE: u8 = 31;
/// A die that is still in the hand.
const UNTHROWN: u8 = 7;

/// A stone's step, or what the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The die shows this number, from 0.
    Throw(u8),
    /// The stone with this number, from 0, goes to this cell.
    Step {
        /// The number, from 0.
        stone: u8,
        /// The cell.
        to: u8,
    },
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EinsteinError {
    /// A board of another size.
    #[error("expected a square board from 2x2 to 5x5")]
    Size,
    /// Too few or too many stones.
    #[error("expected from 1 to {most} stones on this board")]
    Stones {
        /// The most that have room.
        most: u8,
    },
    /// An arrangement that is none.
    #[error("expected each number from 1 to {stones} once, such as {example}")]
    Arrangement {
        /// How many stones there are.
        stones: u8,
        /// The usual arrangement.
        example: String,
    },
}

impl Einstein {
    /// No player has more stones.
    pub const MOST_STONES: usize = 6;

    /// The game with the usual arrangement.
    ///
    /// ```
    /// use secateur_game::{Game, Turn};
    /// use secateur_games::Einstein;
    ///
    /// let game = Einstein::new(3, 3)?;
    /// assert!(matches!(game.turn(&game.start()), Turn::Chance(_)));
    /// assert!(Einstein::new(3, 6).is_err());
    /// # Ok::<(), secateur_games::einstein::EinsteinError>(())
    /// ```
    pub fn new(size: u8, stones: u8) -> Result<Self, EinsteinError> {
        let usual: Vec<u8> = (1..=stones).collect();
        Self::arranged(size, stones, &usual, &usual)
    }

    /// The game with the stones of these numbers, from 1, on the cells from each player's own corner, diagonal by diagonal.
    pub fn arranged(size: u8, stones: u8, max: &[u8], min: &[u8]) -> Result<Self, EinsteinError> {
        if !(2..=5).contains(&size) {
            return Err(EinsteinError::Size);
        }
        // The two triangles must not meet, nor may a stone start in the corner that it runs to.
        let home = home_cells(size);
        let most = home.len().min(Self::MOST_STONES) as u8;
        if !(1..=most).contains(&stones) {
            return Err(EinsteinError::Stones { most });
        }
        let mut cells = [[GONE; Self::MOST_STONES]; 2];
        for (player, numbers) in [max, min].into_iter().enumerate() {
            let example = || (1..=stones).map(|number| number.to_string()).collect();
            let wrong = || EinsteinError::Arrangement { stones, example: example() };
            if numbers.len() != usize::from(stones) {
                return Err(wrong());
            }
            for (&number, &cell) in numbers.iter().zip(&home) {
                if !(1..=stones).contains(&number) || cells[player][usize::from(number - 1)] != GONE {
                    return Err(wrong());
                }
                cells[player][usize::from(number - 1)] = if player == 0 { cell } else { size * size - 1 - cell };
            }
        }
        Ok(Self { size, stones, start: Board { cells, max_to_move: true, die: UNTHROWN } })
    }

    /// The far corner of a player.
    #[inline]
    fn goal(&self, max: bool) -> u8 {
        if max { self.size * self.size - 1 } else { 0 }
    }

    /// How many steps a player's nearest stone is from the far corner; more than the board is long if none is left.
    fn distance(&self, board: &Board, max: bool) -> u8 {
        let last = self.size - 1;
        let steps = |&cell: &u8| {
            let (row, column) = (cell / self.size, cell % self.size);
            if max { (last - row).max(last - column) } else { row.max(column) }
        };
        let stones = &board.cells[usize::from(!max)];
        stones.iter().filter(|&&cell| cell != GONE).map(steps).min().unwrap_or(self.size)
    }

    /// The numbers of the stones that the die lets move: one, or up to two where the right one is gone.
    fn movable(board: &Board) -> [Option<u8>; 2] {
        let own = &board.cells[usize::from(!board.max_to_move)];
        let here = |&number: &u8| own[usize::from(number)] != GONE;
        if here(&board.die) {
            return [Some(board.die), None];
        }
        [(0..board.die).rev().find(here), (board.die + 1..Self::MOST_STONES as u8).find(here)]
    }

    /// Where a stone may go: along the row, along the column, along the diagonal.
    fn steps(&self, cell: u8, max: bool) -> impl Iterator<Item = u8> + use<> {
        let size = self.size;
        let (row, column) = (cell / size, cell % size);
        let (by_row, by_column) = if max { (row + 1 < size, column + 1 < size) } else { (row > 0, column > 0) };
        let to = move |rows: u8, columns: u8| {
            let step = rows * size + columns;
            if max { cell + step } else { cell - step }
        };
        let along = by_column.then(|| to(0, 1)).into_iter().chain(by_row.then(|| to(1, 0)));
        along.chain((by_row && by_column).then(|| to(1, 1)))
    }
}

/// The cells from the upper left corner, diagonal by diagonal, that lie on that side of the board's middle.
fn home_cells(size: u8) -> Vec<u8> {
    let diagonal = |sum: u8| (0..=sum).map(move |row| row * size + (sum - row));
    (0..size - 1).flat_map(diagonal).collect()
}

impl Game for Einstein {
    type Position = Board;
    type Move = Move;
    type Value = Real;
    type Undo = Board;
    type Chance = Die;
    type Both = Never;

    fn start(&self) -> Board {
        self.start
    }

    fn turn(&self, board: &Board) -> Turn<Real, Die> {
        // Only the player who has just moved can have won.
        let mover = !board.max_to_move;
        if board.die == UNTHROWN {
            let gone = board.cells[usize::from(mover)].iter().all(|&cell| cell == GONE);
            if gone || board.cells[usize::from(!mover)].contains(&self.goal(mover)) {
                return Turn::Over(Real::from(i32::from(mover)));
            }
            return Turn::Chance(Die { sides: self.stones });
        }
        if board.max_to_move { Turn::Max } else { Turn::Min }
    }

    fn moves(&self, board: &Board) -> impl Iterator<Item = Move> + use<> {
        let (game, board) = (*self, *board);
        Self::movable(&board).into_iter().flatten().flat_map(move |stone| {
            let cell = board.cells[usize::from(!board.max_to_move)][usize::from(stone)];
            game.steps(cell, board.max_to_move).map(move |to| Move::Step { stone, to })
        })
    }

    fn play(&self, board: &mut Board, chosen: Move) -> Board {
        let before = *board;
        match chosen {
            Move::Throw(number) => board.die = number,
            Move::Step { stone, to } => {
                for taken in board.cells.iter_mut().flatten().filter(|cell| **cell == to) {
                    *taken = GONE;
                }
                board.cells[usize::from(!before.max_to_move)][usize::from(stone)] = to;
                board.max_to_move = !before.max_to_move;
                board.die = UNTHROWN;
            }
        }
        before
    }

    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    /// A player whose stones are all blocked from winning does not exist, so nothing closer than a probability holds
    /// everywhere; but who is one step from the far corner with the only movable stone wins at once.
    fn bounds(&self, board: &Board) -> Bounds<Real> {
        let (none, all) = (Real::ZERO, Real::from(1));
        if board.die != UNTHROWN {
            let own = &board.cells[usize::from(!board.max_to_move)];
            let one_step = |stone: u8| {
                self.steps(own[usize::from(stone)], board.max_to_move).any(|to| to == self.goal(board.max_to_move))
            };
            if Self::movable(board).into_iter().flatten().any(one_step) {
                return Bounds::exact(if board.max_to_move { all } else { none });
            }
        }
        Bounds::new(none, all)
    }
}

/// The die before it is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    sides: u8,
}

impl Chance<Einstein> for Die {
    fn outcomes(self, _: &Einstein, _: &Board) -> impl Iterator<Item = (u64, Move)> + use<> {
        (0..self.sides).map(|number| (1, Move::Throw(number)))
    }

    /// A probability, whatever happens.
    fn range(self, _: &Einstein, _: &Board) -> Option<Bounds<Real>> {
        Some(Bounds::new(Real::ZERO, Real::from(1)))
    }
}

impl Keyed for Einstein {
    type Key = u64;

    /// Twelve stones of five bits, the die's three and the mover's one.
    fn key(&self, board: &Board) -> u64 {
        let stones = board.cells.iter().flatten().fold(0, |key, &cell| key << 5 | u64::from(cell));
        stones << 4 | u64::from(board.die) << 1 | u64::from(board.max_to_move)
    }
}

impl Evaluate for Einstein {
    /// By how many steps each player's nearest stone is from its corner: half a win for a lead of the board's length.
    fn evaluate(&self, board: &Board) -> Real {
        let Bounds { lower, upper } = self.bounds(board);
        if lower == upper {
            return lower;
        }
        let lead = f64::from(self.distance(board, false)) - f64::from(self.distance(board, true));
        Real::new(0.5 + lead / f64::from(2 * self.size)).map_or(lower, |estimate| estimate.clamp(lower, upper))
    }
}

impl Expert for Einstein {}

impl Describe for Einstein {
    fn show(&self, board: &Board) -> String {
        let mut text = String::new();
        for row in 0..self.size {
            for column in 0..self.size {
                let here = |&stone: &u8| stone == row * self.size + column;
                let numbered = |player: usize, sign: char| {
                    board.cells[player].iter().position(here).map(|stone| format!(" {sign}{}", stone + 1))
                };
                text += &numbered(0, '+').or_else(|| numbered(1, '-')).unwrap_or_else(|| "  .".to_owned());
            }
            text.push('\n');
        }
        let player = if board.max_to_move { Player::Max } else { Player::Min };
        match board.die {
            UNTHROWN => text + &format!("{player} (+ is Max, - is Min) throws the die"),
            die => text + &format!("{player} (+ is Max, - is Min) has thrown {}", die + 1),
        }
    }

    /// The die's number, or the stone and the cell that it goes to: row and column from 1, such as `2-1,3`.
    fn name(&self, _: &Board, chosen: Move) -> String {
        match chosen {
            Move::Throw(number) => (number + 1).to_string(),
            Move::Step { stone, to } => format!("{}-{},{}", stone + 1, to / self.size + 1, to % self.size + 1),
        }
    }

    fn show_value(&self, value: &Real) -> String {
        format!("Max wins with probability {:.6}", value.get())
    }
}

impl fmt::Display for Einstein {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&self.start))
    }
}

#[cfg(test)]
mod tests;

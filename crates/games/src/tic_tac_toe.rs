//! Tic-tac-toe: X is Max and moves first; the value is 1 if X wins, −1 if O wins, 0 for a draw.
//!
//! A board is two masks of nine bits, and whether a mask holds a line is one look into a table of 512 bits. That
//! table also makes the promised bounds cheap: X can still win if some line lies outside O's cells.

use std::fmt;

use secateur_game::{Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::Bounds;

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The rules, and the position from which the game is played.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe {
    start: Board,
}

/// A state of play. Cell `i` of the nine is bit `i` of a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    x: u16,
    o: u16,
    /// How many cells are taken: whose turn it is, without counting bits.
    played: u8,
}

/// One of the nine cells, numbered from 1 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

/// Why a sequence of cells is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Something else than a digit from 1 to 9.
    #[error("expected cells from 1 to 9, found {found:?} as move {number}")]
    NotACell {
        /// Which move, from 1.
        number: usize,
        /// What was found.
        found: char,
    },
    /// A cell that was taken before.
    #[error("expected a free cell, found {cell} as move {number} although it is taken")]
    Taken {
        /// Which move, from 1.
        number: usize,
        /// The cell.
        cell: Cell,
    },
    /// A move after a player has won.
    #[error("expected no move after a player has won, found {cell} as move {number}")]
    Over {
        /// Which move, from 1.
        number: usize,
        /// The cell.
        cell: Cell,
    },
}

impl TicTacToe {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "tic-tac-toe",
        summary: "three in a row on nine cells; X is Max and moves first",
        parameters: &[Parameter {
            name: "position",
            default: Some(""),
            meaning: "cells 1 to 9 played so far, such as 5137, X first",
        }],
    };

    /// The game from the position that the given cells lead to, X first.
    ///
    /// ```
    /// use secateur_games::TicTacToe;
    ///
    /// assert!(TicTacToe::from_moves("5137").is_ok());
    /// let problem = TicTacToe::from_moves("515").unwrap_err();
    /// assert_eq!(problem.to_string(), "expected a free cell, found 5 as move 3 although it is taken");
    /// ```
    pub fn from_moves(cells: &str) -> Result<Self, PositionError> {
        let mut board = Board::default();
        for (found, number) in cells.chars().zip(1..) {
            let Some(digit @ 1..=9) = found.to_digit(10) else {
                return Err(PositionError::NotACell { number, found });
            };
            let cell = Cell(digit as u8 - 1);
            if board.taken() & cell.bit() != 0 {
                return Err(PositionError::Taken { number, cell });
            }
            if board.outcome().is_some() {
                return Err(PositionError::Over { number, cell });
            }
            board.take(cell);
        }
        Ok(Self { start: board })
    }

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        Self::from_moves(values.text("position")?).or_else(|problem| values.invalid("position", problem))
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = Cell;
    type Value = i8;
    type Undo = Board;
    type Chance = Never;
    type Both = Never;

    #[inline]
    fn start(&self) -> Board {
        self.start
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn<i8> {
        match board.outcome() {
            Some(value) => Turn::Over(value),
            None if board.x_to_move() => Turn::Max,
            None => Turn::Min,
        }
    }

    #[inline]
    fn moves(&self, board: &Board) -> impl Iterator<Item = Cell> + use<> {
        cells(ALL & !board.taken())
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: Cell) -> Board {
        let before = *board;
        board.take(cell);
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    #[inline]
    fn bounds(&self, board: &Board) -> Bounds<i8> {
        // Who has a line has won, and who has no line left outside the other's cells cannot win any more.
        let best_for = |own: u16, other: u16| if has_line(own) { 2 } else { i8::from(has_line(ALL & !other)) };
        match (best_for(board.x, board.o), best_for(board.o, board.x)) {
            (2, _) => Bounds::exact(1),
            (_, 2) => Bounds::exact(-1),
            (x, o) => Bounds::new(-o, x),
        }
    }
}

impl Keyed for TicTacToe {
    type Key = u32;

    #[inline]
    fn key(&self, board: &Board) -> u32 {
        u32::from(board.x) | u32::from(board.o) << 16
    }
}

impl Evaluate for TicTacToe {
    /// Who has more lines left in which the other has no cell.
    fn evaluate(&self, board: &Board) -> i8 {
        let open_beside = |other: u16| LINES.iter().filter(|&line| line & other == 0).count();
        open_beside(board.o).cmp(&open_beside(board.x)) as i8
    }
}

impl Expert for TicTacToe {
    /// A win at once, a loss to two threats, one threat that must be met; and on the empty board one cell of each kind.
    #[inline]
    fn judge(&self, board: &Board) -> (Bounds<i8>, impl Iterator<Item = Cell> + use<>) {
        let free = ALL & !board.taken();
        let (own, other, win) = if board.x_to_move() { (board.x, board.o, 1) } else { (board.o, board.x, -1) };
        let (wins, threats) = (completing(own) & free, completing(other) & free);
        let (bounds, candidates) = if wins != 0 {
            (Bounds::exact(win), wins)
        } else if threats & threats.wrapping_sub(1) != 0 {
            (Bounds::exact(-win), threats)
        } else if threats != 0 {
            (self.bounds(board), threats)
        } else if board.played == 0 {
            // The board's symmetries make every corner the same, and every side.
            (self.bounds(board), 0b000_010_011)
        } else {
            (self.bounds(board), free)
        };
        (bounds, cells(candidates))
    }
}

impl Describe for TicTacToe {
    fn show(&self, board: &Board) -> String {
        board.to_string()
    }

    fn name(&self, _: &Board, cell: Cell) -> String {
        cell.to_string()
    }

    fn show_value(&self, value: &i8) -> String {
        match value {
            1.. => "X wins".to_owned(),
            0 => "a draw".to_owned(),
            _ => "O wins".to_owned(),
        }
    }
}

impl Board {
    #[inline]
    fn taken(self) -> u16 {
        self.x | self.o
    }

    #[inline]
    fn x_to_move(self) -> bool {
        self.played.is_multiple_of(2)
    }

    /// The value of a game that is over. Only the player who has just moved can have made a line.
    #[inline]
    fn outcome(self) -> Option<i8> {
        let (last, value) = if self.x_to_move() { (self.o, -1) } else { (self.x, 1) };
        if has_line(last) {
            Some(value)
        } else if self.played == 9 {
            Some(0)
        } else {
            None
        }
    }

    #[inline]
    fn take(&mut self, cell: Cell) {
        debug_assert!(self.taken() & cell.bit() == 0, "cell {cell} is taken");
        *(if self.x_to_move() { &mut self.x } else { &mut self.o }) |= cell.bit();
        self.played += 1;
    }
}

/// Three rows with free cells numbered.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in (0..9).map(Cell) {
            let before = match cell.0 {
                0 => " ",
                3 | 6 => "\n---+---+---\n ",
                _ => " | ",
            };
            f.write_str(before)?;
            if self.x & cell.bit() != 0 {
                f.write_str("X")?;
            } else if self.o & cell.bit() != 0 {
                f.write_str("O")?;
            } else {
                write!(f, "{cell}")?;
            }
        }
        Ok(())
    }
}

impl Cell {
    #[inline]
    fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// The cells of a mask, lowest first.
#[inline]
fn cells(mut mask: u16) -> impl Iterator<Item = Cell> + use<> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| Cell(mask.trailing_zeros() as u8));
        mask &= mask.wrapping_sub(1);
        cell
    })
}

const ALL: u16 = 0b111_111_111;

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Bit `m % 64` of word `m / 64`: whether the mask `m` holds a line.
const HAS_LINE: [u64; 8] = {
    let mut table = [0; 8];
    let mut mask = 0;
    while mask < 512 {
        let mut line = 0;
        while line < LINES.len() {
            if mask & LINES[line] as usize == LINES[line] as usize {
                table[mask / 64] |= 1 << (mask % 64);
            }
            line += 1;
        }
        mask += 1;
    }
    table
};

/// For every mask, the cells that would complete a line of it.
const COMPLETING: [u16; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut line = 0;
        while line < LINES.len() {
            let missing = LINES[line] & !(mask as u16);
            if missing.count_ones() == 1 {
                table[mask] |= missing;
            }
            line += 1;
        }
        mask += 1;
    }
    table
};

#[inline(always)]
fn completing(mask: u16) -> u16 {
    COMPLETING[usize::from(mask & ALL)]
}

#[inline(always)]
fn has_line(mask: u16) -> bool {
    HAS_LINE[usize::from(mask / 64) % 8] >> (mask % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use secateur_game::{Player, find_move, laws};

    /// Everything, by plain minimax: the value, how many positions there are, how many of them are over.
    fn exhaust(game: &TicTacToe, board: &mut Board) -> (i8, u64, u64) {
        let player = match game.turn(board) {
            Turn::Over(value) => return (value, 1, 1),
            turn => turn.player().unwrap(),
        };
        let (mut best, mut positions, mut over) = (None, 1, 0);
        for cell in game.moves(board) {
            let before = game.play(board, cell);
            let (value, below, over_below) = exhaust(game, board);
            game.undo(board, before);
            best = Some(match (best, player) {
                (None, _) => value,
                (Some(best), Player::Max) => value.max(best),
                (Some(best), Player::Min) => value.min(best),
            });
            positions += below;
            over += over_below;
        }
        (best.unwrap(), positions, over)
    }

    #[test]
    fn the_laws_hold() {
        for start in ["", "5", "5137", "213485", "12437"] {
            let game = TicTacToe::from_moves(start).unwrap();
            laws::check(&game, &laws::Effort::default()).unwrap();
            laws::check_values(&game, &laws::Effort::default()).unwrap();
            laws::check_keys(&game, &laws::Effort::default()).unwrap();
        }
    }

    #[test]
    fn the_empty_board_has_the_known_counts_and_is_a_draw() {
        let game = TicTacToe::default();
        assert_eq!(exhaust(&game, &mut game.start()), (0, 549_946, 255_168));
    }

    /// The first example of the CSE 332 handout "Games, Minimax, and Alpha-Beta Pruning". Its drawing is missing, so this
    /// position was chosen: X to move in a partly played game, with all the properties that the text states.
    #[test]
    fn the_position_of_the_handout() {
        let game = TicTacToe::from_moves("213485").unwrap();
        let mut board = game.start();
        assert_eq!(board.to_string(), " O | X | X\n---+---+---\n O | O | 6\n---+---+---\n 7 | X | 9");
        assert_eq!(game.turn(&board), Turn::Max, "X is to move");

        // "If X and O are both playing optimally, O will win", because "all of the choices we have are -1".
        assert_eq!(exhaust(&game, &mut board).0, -1);
        for cell in game.moves(&board) {
            let before = game.play(&mut board, cell);
            assert_eq!(game.turn(&board), Turn::Min, "moves alternate between the two players");
            assert_eq!(exhaust(&game, &mut board).0, -1);
            game.undo(&mut board, before);
        }
        let (_, positions, leaves) = exhaust(&game, &mut board);
        assert_eq!((positions, leaves), (10, 6), "the leaves are the terminal positions");
    }

    #[test]
    fn bounds_know_who_can_still_win() {
        let bounds = |cells| {
            let game = TicTacToe::from_moves(cells).unwrap();
            game.bounds(&game.start())
        };
        assert_eq!(bounds(""), Bounds::new(-1, 1));
        assert_eq!(bounds("14253"), Bounds::exact(1));
        assert_eq!(bounds("95213678"), Bounds::new(-1, 0));
        assert_eq!(bounds("513728469"), Bounds::exact(0));
    }

    #[test]
    fn estimates_keep_the_promise() {
        let game = TicTacToe::default();
        fn visit(game: &TicTacToe, board: &mut Board) {
            if game.turn(board).is_over() {
                return;
            }
            assert!(game.bounds(board).contains(&game.evaluate(board)), "{board}");
            for cell in game.moves(board) {
                let before = game.play(board, cell);
                visit(game, board);
                game.undo(board, before);
            }
        }
        visit(&game, &mut game.start());
        assert_eq!(game.evaluate(&TicTacToe::from_moves("5").unwrap().start()), 1, "the centre meets four lines");
    }

    #[test]
    fn moves_have_names() {
        let game = TicTacToe::from_moves("5").unwrap();
        let board = game.start();
        assert_eq!(find_move(&game, &board, " 9 "), Some(Cell(8)));
        assert_eq!(find_move(&game, &board, "5"), None);
        assert_eq!(game.show_value(&-1), "O wins");
    }

    #[test]
    fn bad_positions_are_explained() {
        let message = |cells| TicTacToe::from_moves(cells).unwrap_err().to_string();
        assert_eq!(message("51x"), "expected cells from 1 to 9, found 'x' as move 3");
        assert_eq!(message("0"), "expected cells from 1 to 9, found '0' as move 1");
        assert_eq!(message("5\n"), "expected cells from 1 to 9, found '\\n' as move 2");
        assert_eq!(message("5155"), "expected a free cell, found 5 as move 3 although it is taken");
        assert_eq!(message("142536"), "expected no move after a player has won, found 6 as move 6");
        let parameters = Parameters::parse(["position=1٣"]).unwrap();
        let problem = TicTacToe::from_parameters(&parameters).unwrap_err();
        assert_eq!(problem.to_string(), "position=1٣: expected cells from 1 to 9, found '٣' as move 2");
        assert!(TicTacToe::from_parameters(&Parameters::default()).is_ok());
    }

    proptest! {
        /// Any text is a position or one line; a position is what the cells say.
        #[test]
        fn any_text_is_a_position_or_an_error(cells in "[1-9]{0,10}|\\PC{0,12}") {
            match TicTacToe::from_moves(&cells) {
                Ok(game) => prop_assert_eq!(usize::from(game.start().played), cells.len()),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}

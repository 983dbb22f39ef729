//! Bidding tic-tac-toe: who marks a cell is decided by an auction (Develin and Payne, "Discrete Bidding Games", 2010).
//!
//! Both players bid coins at once. The higher bid pays and marks a cell of its choice: a joint turn, then a turn of one
//! player. Three marks in a row win. `pay=opponent` gives the bid to the other player (Richman's rule), `pay=bank` takes it
//! out of the game (poorman's rule).
//!
//! Equal bids are decided by `tie`: with `marker` by a tie-breaking marker, which Max has first and whose holder wins the tied
//! bid, pays it and hands the marker over; with `max` or `min` always by that player. (In Develin and Payne's game the
//! holder may also decline; here it may not.)

mod layered;

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::{BiddingTicTacToe, Parameters};
///
/// let game = BiddingTicTacToe::from_parameters(&Parameters::parse(["coins=3"])?)?;
/// let mut board = game.start();
/// let Turn::Both(bids) = game.turn(&board) else { panic!("both players bid") };
/// bids.play(&game, &mut board, 1, 2);
/// assert!(matches!(game.turn(&board), Turn::Min)); // Min has paid two coins to Max and marks a cell
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiddingTicTacToe {
    start: Board,
    pay: Pay,
    tie: Tie,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Cells that a player has marked, a bit each.
    marks: [u16; 2],
    coins: [u8; 2],
    /// Whether Max holds the tie-breaking marker.
    marker: bool,
    /// Who has bought the next mark.
    buyer: Option<Player>,
}

/// Who gets the coins of a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pay {
    Opponent,
    Bank,
}

/// Who wins equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    Marker,
    Always(Player),
}

/// How much each player may bid.
#[derive(Clone, Copy, Debug)]
pub struct Purses([u8; 2]);

const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl BiddingTicTacToe {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "bidding-tic-tac-toe",
        summary: "tic-tac-toe in which both bid coins at once for every mark",
        parameters: &[
            Parameter { name: "coins", default: Some("4"), meaning: "how many coins each player has" },
            Parameter { name: "pay", default: Some("opponent"), meaning: "who gets a winning bid: opponent or bank" },
            Parameter {
                name: "tie",
                default: Some("marker"),
                meaning: "who wins equal bids: max, min, or who holds the marker (Max first) and then hands it over",
            },
            Parameter { name: "max", default: Some(""), meaning: "Max's coins, where they are not coins=" },
            Parameter { name: "min", default: Some(""), meaning: "Min's coins, where they are not coins=" },
            Parameter {
                name: "board",
                default: Some("........."),
                meaning: "the nine cells, row by row: X (Max), O (Min) or . (free)",
            },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let coins: u8 = values.whole("coins", 0..=60)?;
        let own = |name| if values.text(name)?.is_empty() { Ok(coins) } else { values.whole(name, 0..=60) };
        let mut marks = [0; 2];
        let cells = values.text("board")?;
        if cells.chars().count() != 9 {
            return values.invalid("board", "expected nine cells, each X, O or .");
        }
        for (cell, mark) in cells.chars().enumerate() {
            match mark {
                'X' | 'x' => marks[0] |= 1 << cell,
                'O' | 'o' => marks[1] |= 1 << cell,
                '.' => {}
                _ => return values.invalid("board", "expected nine cells, each X, O or ."),
            }
        }
        Ok(Self {
            start: Board { marks, coins: [own("max")?, own("min")?], marker: true, buyer: None },
            pay: values.choice("pay", &[("opponent", Pay::Opponent), ("bank", Pay::Bank)])?,
            tie: values.choice(
                "tie",
                &[("marker", Tie::Marker), ("max", Tie::Always(Player::Max)), ("min", Tie::Always(Player::Min))],
            )?,
        })
    }

    fn has_line(marks: u16) -> bool {
        LINES.iter().any(|line| line & !marks == 0)
    }
}

/// A player's place in the pairs of a board.
fn seat(player: Player) -> usize {
    usize::from(player == Player::Min)
}

impl Game for BiddingTicTacToe {
    type Position = Board;
    type Move = u8;
    type Value = Real;
    type Undo = Board;
    type Chance = Never;
    type Both = Purses;

    fn start(&self) -> Board {
        self.start
    }

    fn turn(&self, board: &Board) -> Turn<Real, Never, Purses> {
        let [max, min] = board.marks;
        if Self::has_line(max) {
            Turn::Over(1.into())
        } else if Self::has_line(min) {
            Turn::Over((-1).into())
        } else if max | min == FULL {
            Turn::Over(0.into())
        } else {
            match board.buyer {
                Some(Player::Max) => Turn::Max,
                Some(Player::Min) => Turn::Min,
                None => Turn::Both(Purses(board.coins)),
            }
        }
    }

    /// The free cells.
    fn moves(&self, board: &Board) -> impl Iterator<Item = u8> + use<> {
        let taken = board.marks[0] | board.marks[1];
        (0..9).filter(move |cell| taken & 1 << cell == 0)
    }

    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        if let Some(player) = board.buyer.take() {
            board.marks[seat(player)] |= 1 << cell;
        }
        before
    }

    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    /// Whoever has no line left without the other's marks cannot win any more.
    fn bounds(&self, board: &Board) -> Bounds<Real> {
        let open = |other: u16| i32::from(LINES.iter().any(|line| line & other == 0));
        let [max, min] = board.marks;
        Bounds::new((-open(max)).into(), open(min).into())
    }
}

impl Both<BiddingTicTacToe> for Purses {
    fn rows(self, _: &BiddingTicTacToe, _: &Board) -> impl Iterator<Item = u8> + use<> {
        0..=self.0[0]
    }

    fn columns(self, _: &BiddingTicTacToe, _: &Board) -> impl Iterator<Item = u8> + use<> {
        0..=self.0[1]
    }

    fn play(self, game: &BiddingTicTacToe, board: &mut Board, row: u8, column: u8) -> Board {
        let before = *board;
        let buyer = match (row.cmp(&column), game.tie) {
            (std::cmp::Ordering::Greater, _) => Player::Max,
            (std::cmp::Ordering::Less, _) => Player::Min,
            (std::cmp::Ordering::Equal, Tie::Always(player)) => player,
            (std::cmp::Ordering::Equal, Tie::Marker) => {
                let holder = if board.marker { Player::Max } else { Player::Min };
                board.marker = !board.marker;
                holder
            }
        };
        let price = row.max(column);
        board.coins[seat(buyer)] -= price;
        if game.pay == Pay::Opponent {
            board.coins[seat(buyer.opponent())] += price;
        }
        board.buyer = Some(buyer);
        before
    }
}

impl Evaluate for BiddingTicTacToe {
    /// Lines that only one player can still complete, the more marks the better, and what is left to buy marks with.
    fn evaluate(&self, board: &Board) -> Real {
        const WORTH: [f64; 4] = [0.0, 0.08, 0.3, 1.0];
        let [max, min] = board.marks;
        let lines = |own: u16, other: u16| -> f64 {
            let open = LINES.iter().filter(|&line| line & other == 0);
            open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
        };
        let mut purses = board.coins.map(f64::from);
        if let Some(buyer) = board.buyer {
            // A mark that is paid for is worth about a coin and a half.
            purses[seat(buyer)] += 1.5;
        }
        let rich = (purses[0] - purses[1]) / (purses[0] + purses[1]).max(1.0);
        estimate(lines(max, min) - lines(min, max) + 0.8 * rich, self.bounds(board))
    }
}

impl Keyed for BiddingTicTacToe {
    type Key = u64;

    fn key(&self, board: &Board) -> u64 {
        let buyer = board.buyer.map_or(0, |player| 1 + seat(player) as u64);
        u64::from(board.marks[0])
            | u64::from(board.marks[1]) << 9
            | u64::from(board.coins[0]) << 18
            | u64::from(board.coins[1]) << 26
            | u64::from(board.marker) << 34
            | buyer << 35
    }
}

impl Describe for BiddingTicTacToe {
    fn show(&self, board: &Board) -> String {
        let cell = |place: usize| match board.marks.map(|marks| marks & 1 << place != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        let mut text = String::new();
        for row in 0..3 {
            text.extend((0..3).map(|column| cell(3 * row + column)));
            text.push('\n');
        }
        let marker = match (self.tie, board.marker) {
            (Tie::Marker, true) => " and the marker",
            _ => "",
        };
        text.push_str(&format!("Max (X) has {} coins{marker}, ", board.coins[0]));
        let marker = match (self.tie, board.marker) {
            (Tie::Marker, false) => " and the marker",
            _ => "",
        };
        text.push_str(&format!("Min (O) {}{marker}", board.coins[1]));
        text
    }

    /// A bid is a number of coins; a cell is a number from 1 to 9, row by row.
    fn name(&self, board: &Board, chosen: u8) -> String {
        if board.buyer.is_some() { (chosen + 1).to_string() } else { chosen.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> BiddingTicTacToe {
        BiddingTicTacToe::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 4] = [
            &[],
            &["coins=6", "max=3", "tie=min"],
            &["coins=5", "pay=bank", "min=7"],
            &["coins=2", "board=X.O......", "tie=max"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn the_winner_of_an_auction_pays_and_marks() {
        let game = game(&["coins=3"]);
        let mut board = game.start();
        let bid = |board: &mut Board, row, column| match game.turn(board) {
            Turn::Both(purses) => {
                purses.play(&game, board, row, column);
            }
            other => panic!("{other:?}"),
        };
        // A tie: Max has the marker, pays two and hands it over.
        bid(&mut board, 2, 2);
        assert!(matches!(game.turn(&board), Turn::Max));
        assert_eq!((board.coins, board.marker), ([1, 5], false));
        game.play(&mut board, 4);
        assert_eq!(game.show(&board), "...\n.X.\n...\nMax (X) has 1 coins, Min (O) 5 and the marker");
        bid(&mut board, 1, 1);
        assert!(matches!(game.turn(&board), Turn::Min));
        assert_eq!((board.coins, board.marker), ([2, 4], true));
    }

    #[test]
    fn closed_lines_bound_the_value() {
        let game = game(&["board=XOXOXO.X."]);
        assert_eq!(game.bounds(&game.start()), Bounds::new(0.into(), 1.into()));
        let problem = BiddingTicTacToe::from_parameters(&Parameters::parse(["board=XO"]).unwrap()).unwrap_err();
        assert_eq!(problem.to_string(), "board=XO: expected nine cells, each X, O or .");
    }
}

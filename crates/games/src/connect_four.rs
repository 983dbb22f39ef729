//! Connect Four on bitboards, any board that fits 64 bits.
//!
//! Two players drop stones into columns; four in a row, in any direction, win. Max moves first.
//!
//! A column takes `height + 1` bits, lowest cell first; the extra bit on top stays empty so that shifted boards do not
//! run into the next column. A position is the stones of the player to move and the cells that are taken, so that one
//! addition finds all moves (the carry stops at the lowest empty cell of each column) and four in a row are a few shifts.
//!
//! The game knows more than its rules ([`Expert`]): who wins at once, which moves hand the win over, and how many cells
//! would complete a four; that is what the strong solvers of this game prune and order by (P. Pons, "Solving Connect 4").

use secateur_game::{Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::Bounds;

mod columns;
mod shape;
mod words;

pub use shape::{BadBoard, Shape, Size, Standard};
pub use words::AnyConnectFour;

/// Up to how many stones folding keys pays; see [`ConnectFour::folded`].
pub const FOLDED: u32 = 14;

/// How a finished game is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Score {
    /// 1, 0 or −1 for Max, the first player.
    #[default]
    Win,
    /// How early it was won: 1 with the winner's last stone of a full board, 2 with the one before it, and so on;
    /// negative if Min won.
    Distance,
}

/// In which order the columns are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ColumnOrder {
    /// The centre column, then alternately further out: central stones are in more fours.
    #[default]
    CentreFirst,
    /// From left to right.
    LeftToRight,
}

/// The error of a list of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadMoves {
    /// Not a column.
    #[error("expected columns 1 to {width}, found `{found}` as move {number}")]
    NotAColumn {
        /// The number of columns.
        width: u32,
        /// What stood there.
        found: char,
        /// Which move, from 1.
        number: usize,
    },
    /// The column has no room.
    #[error("move {number} does not fit: column {column} is full")]
    Full {
        /// The column, from 1.
        column: u32,
        /// Which move, from 1.
        number: usize,
    },
    /// Somebody has won already.
    #[error("move {number} comes after the game is over")]
    Over {
        /// Which move, from 1.
        number: usize,
    },
}

/// The game: a board, a way to score, and the position that is asked about.
///
/// ```
/// use secateur_game::{Game, Turn};
/// use secateur_games::ConnectFour;
///
/// let game = ConnectFour::standard().after("4455")?; // Max has two in the bottom row, and moves
/// assert_eq!(game.turn(&game.start()), Turn::Max);
/// assert_eq!(game.moves(&game.start()).count(), 7);
/// # Ok::<(), secateur_games::connect_four::BadMoves>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConnectFour<S = Standard> {
    shape: S,
    score: Score,
    /// The cells of each column, in the order in which the columns are listed.
    columns: &'static [u64],
    /// With fewer stones than this, positions that mirror each other share a key.
    folded_below: u32,
    /// What a game is worth that is won with so many stones on the board.
    won: [i8; MORE_THAN_CELLS],
    start: Board,
}

/// No board that fits has so many cells.
const MORE_THAN_CELLS: usize = 64;

/// A position: 24 bytes that are cheaper to copy than to undo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Stones of the player to move.
    own: u64,
    /// Cells that are taken.
    taken: u64,
    /// How many are taken. As wide as the rest, so that no copy has to take a gap along.
    ply: u64,
}

impl Board {
    /// How many stones are down.
    #[inline(always)]
    fn stones(&self) -> u32 {
        self.ply as u32
    }

    #[inline(always)]
    fn max_moves(&self) -> bool {
        self.ply & 1 == 0
    }
}

impl ConnectFour {
    /// The usual board, empty, scored by who wins.
    pub fn standard() -> Self {
        Self::on(Standard)
    }
}

impl<S: Shape> ConnectFour<S> {
    /// The game on an empty board of this shape.
    pub fn on(shape: S) -> Self {
        let start = Board { own: 0, taken: 0, ply: 0 };
        let columns = columns::listed(shape.width(), shape.height(), ColumnOrder::CentreFirst);
        Self { shape, score: Score::Win, columns, folded_below: 0, won: [0; MORE_THAN_CELLS], start }.scored(Score::Win)
    }

    /// The same game scored another way.
    pub fn scored(self, score: Score) -> Self {
        let cells = self.cells();
        let mut won = [0; MORE_THAN_CELLS];
        for (ply, won) in (0..=cells).zip(&mut won) {
            // Max's stones are the first, the third and so on.
            *won = if ply % 2 == 1 { worth(score, cells, ply) } else { -worth(score, cells, ply) };
        }
        Self { score, won, ..self }
    }

    /// The same game with its columns listed in another order.
    pub fn ordered(self, order: ColumnOrder) -> Self {
        Self { columns: columns::listed(self.shape.width(), self.shape.height(), order), ..self }
    }

    /// The same game in which positions that mirror each other share a key, up to so many stones. A table then finds
    /// half of the early positions for nothing; later ones are hardly ever reached both ways.
    pub fn folded(self, stones: u32) -> Self {
        Self { folded_below: if stones == 0 { 0 } else { stones + 1 }, ..self }
    }

    /// The same game asked about the position after these moves, columns from 1 as digits, such as `4453`. Columns past 9
    /// are letters, `a` for 10.
    pub fn after(self, columns: &str) -> Result<Self, BadMoves> {
        let width = self.shape.width();
        let mut board = self.start;
        for (i, found) in columns.chars().enumerate() {
            let number = i + 1;
            let column = match found.to_digit(16) {
                Some(digit) if (1..=width).contains(&digit) => digit - 1,
                _ => return Err(BadMoves::NotAColumn { width, found, number }),
            };
            if self.turn(&board).is_over() {
                return Err(BadMoves::Over { number });
            }
            let stone = Stone(self.playable(&board) & self.column(column));
            if stone.0 == 0 {
                return Err(BadMoves::Full { column: column + 1, number });
            }
            self.play(&mut board, stone);
        }
        Ok(Self { start: board, ..self })
    }

    /// The taken cells, plus one in every column's lowest empty cell, plus own stones: each position has its own number.
    #[inline(always)]
    pub fn number(&self, board: &Board) -> u64 {
        board.own + board.taken + self.bottoms()
    }

    /// How many cells the board has.
    #[inline(always)]
    fn cells(&self) -> u32 {
        self.shape.width() * self.shape.height()
    }

    /// The lowest cell of a column.
    #[inline(always)]
    fn bottom(&self, column: u32) -> u64 {
        1 << (column * (self.shape.height() + 1))
    }

    /// All cells of a column.
    #[inline(always)]
    fn column(&self, column: u32) -> u64 {
        ((1 << self.shape.height()) - 1) * self.bottom(column)
    }

    /// The lowest cells of all columns.
    #[inline(always)]
    fn bottoms(&self) -> u64 {
        self.shape.bottoms()
    }

    /// All cells.
    #[inline(always)]
    fn board(&self) -> u64 {
        self.bottoms() * ((1 << self.shape.height()) - 1)
    }

    /// The lowest empty cell of every column that has one.
    #[inline(always)]
    fn playable(&self, board: &Board) -> u64 {
        (board.taken + self.bottoms()) & self.board()
    }

    /// A board with its columns in reverse. Asked seldom, and long: the loops of a search are better off without it.
    #[inline(never)]
    fn mirrored(&self, board: u64) -> u64 {
        let (width, stride) = (self.shape.width(), self.shape.height() + 1);
        let column = (1 << stride) - 1;
        (0..width).fold(0, |mirrored, i| mirrored | (board >> (i * stride) & column) << ((width - 1 - i) * stride))
    }

    /// How far apart neighbours are: up, across, and along the two diagonals.
    #[inline(always)]
    fn directions(&self) -> [u32; 4] {
        let h = self.shape.height();
        [1, h + 1, h, h + 2]
    }

    /// Whether these stones hold four in a row.
    #[inline(always)]
    fn has_four(&self, stones: u64) -> bool {
        let mut fours = 0;
        for step in self.directions() {
            let pairs = stones & (stones >> step);
            fours |= pairs & (pairs >> (2 * step));
        }
        fours != 0
    }

    /// The empty cells that would complete a four of these stones, reachable now or later.
    #[inline(always)]
    fn completing(&self, stones: u64, taken: u64) -> u64 {
        let [up, across, falling, rising] = self.directions();
        // Upwards only the cell on top of three can complete.
        let mut cells = (stones << up) & (stones << (2 * up)) & (stones << (3 * up));
        for step in [across, falling, rising] {
            let right = (stones << step) & (stones << (2 * step));
            cells |= right & (stones << (3 * step)); // ooo.
            cells |= right & (stones >> step); //        oo.o
            let left = (stones >> step) & (stones >> (2 * step));
            cells |= left & (stones >> (3 * step)); //   .ooo
            cells |= left & (stones << step); //         o.oo
        }
        cells & (self.board() ^ taken)
    }

    /// The cells that the player to move can take without losing at once; empty where every move loses.
    ///
    /// Asked only where the player cannot win at once.
    #[inline(always)]
    fn safe(&self, board: &Board, mut playable: u64) -> u64 {
        let theirs = self.completing(board.own ^ board.taken, board.taken);
        let forced = playable & theirs;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0; // two threats cannot both be met
            }
            playable = forced;
        }
        playable & !(theirs >> 1) // nor may the cell below a threat be filled
    }

    /// What a win with the stone that makes `ply` stones on the board is worth to the winner.
    #[inline(always)]
    fn worth(&self, ply: u32) -> i8 {
        worth(self.score, self.cells(), ply)
    }

    /// A value of the player to move, as Max's value.
    #[inline(always)]
    fn from_mover(board: &Board, value: i8) -> i8 {
        if board.max_moves() { value } else { -value }
    }
}

/// What a win with the stone that makes `ply` of so many cells taken is worth to the winner.
#[inline(always)]
fn worth(score: Score, cells: u32, ply: u32) -> i8 {
    match score {
        Score::Win => 1,
        Score::Distance => ((cells + 2 - ply) / 2) as i8,
    }
}

/// A move: the cell that a stone drops into, as a bit of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone(u64);

/// The cells that are offered, in the order of their columns.
#[derive(Clone, Debug)]
pub struct Stones {
    /// The cells of the columns that are still to come.
    columns: std::slice::Iter<'static, u64>,
    /// At most one cell of each column.
    offered: u64,
}

impl Iterator for Stones {
    type Item = Stone;

    #[inline(always)]
    fn next(&mut self) -> Option<Stone> {
        loop {
            let stone = self.columns.next()? & self.offered;
            if stone != 0 {
                return Some(Stone(stone));
            }
        }
    }
}

impl<S: Shape> Game for ConnectFour<S> {
    type Position = Board;
    type Move = Stone;
    type Value = i8;
    type Undo = Board;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Board {
        self.start
    }

    #[inline(always)]
    fn turn(&self, board: &Board) -> Turn<i8> {
        if self.has_four(board.own ^ board.taken) {
            Turn::Over(self.won[board.ply as usize % MORE_THAN_CELLS])
        } else if board.stones() == self.cells() {
            Turn::Over(0)
        } else if board.max_moves() {
            Turn::Max
        } else {
            Turn::Min
        }
    }

    #[inline(always)]
    fn moves(&self, board: &Board) -> impl Iterator<Item = Stone> + use<S> {
        Stones { columns: self.columns.iter(), offered: self.playable(board) }
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, stone: Stone) -> Board {
        let before = *board;
        board.own = before.own ^ before.taken;
        board.taken = before.taken ^ stone.0; // an empty cell: with `^` the compiler sees what cancels out
        board.ply = before.ply + 1;
        before
    }

    #[inline(always)]
    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    #[inline]
    fn bounds(&self, board: &Board) -> Bounds<i8> {
        self.judge(board).0
    }
}

impl<S: Shape> Keyed for ConnectFour<S> {
    type Key = u64;

    /// The position's [number](ConnectFour::number), or that of its mirror image where they [share](ConnectFour::folded)
    /// a key.
    #[inline(always)]
    fn key(&self, board: &Board) -> u64 {
        let key = self.number(board);
        if board.stones() >= self.folded_below { key } else { key.min(self.mirrored(key)) }
    }
}

/// Until so many stones are down, whoever began is thought to be better off if nothing else tells.
const OPENING: u32 = 8;

impl<S: Shape> Evaluate for ConnectFour<S> {
    /// Which player has more cells that would complete a four; in the opening, if neither has, Max, who began.
    fn evaluate(&self, board: &Board) -> i8 {
        let own = self.completing(board.own, board.taken).count_ones() as i8;
        let theirs = self.completing(board.own ^ board.taken, board.taken).count_ones() as i8;
        let bounds = self.bounds(board);
        let value = Self::from_mover(board, (own - theirs).signum());
        let value = if value == 0 && board.stones() < OPENING { 1 } else { value };
        value.clamp(bounds.lower, bounds.upper)
    }
}

impl<S: Shape> Expert for ConnectFour<S> {
    /// Wins at once, losses in two, and no win earlier than possible; and the moves that win, or else those that do not lose
    /// at once, or else any one.
    #[inline]
    fn judge(&self, board: &Board) -> (Bounds<i8>, impl Iterator<Item = Stone> + use<S>) {
        let playable = self.playable(board);
        let wins = self.completing(board.own, board.taken) & playable;
        let safe = if wins == 0 { self.safe(board, playable) } else { 0 };
        let (lower, upper, offered) = if wins != 0 {
            let win = self.worth(board.stones() + 1);
            (win, win, wins)
        } else if safe == 0 {
            // Every move loses to the next one, unless the board is full after it.
            let loss = if board.stones() + 1 == self.cells() { 0 } else { -self.worth(board.stones() + 2) };
            (loss, loss, playable & playable.wrapping_neg())
        } else {
            // Nobody wins with the next two stones; where fewer than three are left, nobody wins at all.
            let left = self.cells() - board.stones();
            let upper = if left < 3 { 0 } else { self.worth(board.stones() + 3) };
            let lower = if left < 4 { 0 } else { -self.worth(board.stones() + 4) };
            (lower, upper, safe)
        };
        let bounds = if board.max_moves() { Bounds::new(lower, upper) } else { Bounds::new(-upper, -lower) };
        (bounds, Stones { columns: self.columns.iter(), offered })
    }

    /// How many cells would complete a four after the move.
    #[inline]
    fn rank(&self, board: &Board, Stone(stone): Stone) -> i32 {
        self.completing(board.own | stone, board.taken | stone).count_ones() as i32
    }

    fn slot(&self, _: &Board, stone: Stone) -> usize {
        stone.0.trailing_zeros() as usize
    }
}

impl<S: Shape> Describe for ConnectFour<S> {
    fn show(&self, board: &Board) -> String {
        let (width, height) = (self.shape.width(), self.shape.height());
        let max_stones = if board.max_moves() { board.own } else { board.own ^ board.taken };
        let mut text = String::new();
        for row in (0..height).rev() {
            for column in 0..width {
                let cell = self.bottom(column) << row;
                text.push(match (board.taken & cell != 0, max_stones & cell != 0) {
                    (false, _) => '.',
                    (true, true) => 'X',
                    (true, false) => 'O',
                });
                text.push(' ');
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        for column in 1..=width {
            text.extend(char::from_digit(column, 16));
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn name(&self, _: &Board, stone: Stone) -> String {
        let column = stone.0.trailing_zeros() / (self.shape.height() + 1);
        char::from_digit(column + 1, 16).map(String::from).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    #[test]
    fn the_laws_hold_on_the_usual_board() {
        let effort = Effort::default();
        for score in [Score::Win, Score::Distance] {
            let game = ConnectFour::standard().scored(score);
            laws::check_values(&game, &effort).unwrap();
            laws::check_keys(&game, &effort).unwrap();
        }
    }

    #[test]
    fn the_laws_hold_on_small_and_odd_boards() {
        let effort = Effort::default().games(60).endgame(5_000);
        for (width, height) in [(1, 1), (2, 3), (4, 4), (5, 3), (3, 7), (4, 5), (8, 3), (12, 4), (2, 15), (1, 15)] {
            for order in [ColumnOrder::CentreFirst, ColumnOrder::LeftToRight] {
                let size = Size::new(width, height).unwrap();
                let game = ConnectFour::on(size).scored(Score::Distance).ordered(order);
                laws::check_values(&game, &effort).unwrap();
                laws::check_keys(&game, &effort).unwrap();
            }
        }
    }

    /// Folded keys are the same for mirrored positions, and only for those.
    #[test]
    fn folded_keys_tell_all_but_mirrors_apart() {
        let game = ConnectFour::standard().folded(42);
        let mut random = secateur_game::Random::new(5);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..2_000 {
            let (mut board, mut mirror) = (game.start(), game.start());
            while !game.turn(&board).is_over() {
                let stones: Vec<Stone> = game.moves(&board).collect();
                let stone = *random.choose(&stones).unwrap();
                game.play(&mut board, stone);
                game.play(&mut mirror, Stone(game.mirrored(stone.0)));
                assert_eq!(game.key(&board), game.key(&mirror));
                let known = *seen.entry(game.key(&board)).or_insert(board);
                assert!(known == board || known == mirror, "{known:?} and {board:?} share a key");
            }
        }
    }

    #[test]
    fn columns_are_listed_from_the_centre() {
        let columns = |w, h| {
            let game = ConnectFour::on(Size::new(w, h).unwrap());
            game.moves(&game.start()).map(|stone| game.name(&game.start(), stone)).collect::<String>()
        };
        assert_eq!((columns(7, 6).as_str(), columns(4, 4).as_str(), columns(1, 4).as_str()), ("4352617", "3241", "1"));
    }

    #[test]
    fn bad_moves_are_named() {
        let game = ConnectFour::standard;
        assert_eq!(game().after("48").unwrap_err().to_string(), "expected columns 1 to 7, found `8` as move 2");
        assert_eq!(game().after("4444444").unwrap_err().to_string(), "move 7 does not fit: column 4 is full");
        assert_eq!(game().after("12121213").unwrap_err().to_string(), "move 8 comes after the game is over");
        assert!(Size::new(9, 7).is_err() && Size::new(0, 4).is_err() && Size::new(13, 3).is_err());
    }

    #[test]
    fn a_four_in_every_direction_wins() {
        for (moves, winner) in [("1212121", 1), ("1122334", 1), ("12233434474", 1), ("71122334", -1)] {
            let game = ConnectFour::standard().after(moves).unwrap();
            assert_eq!(game.turn(&game.start()), Turn::Over(winner), "{moves}\n{}", game.show(&game.start()));
        }
    }
}

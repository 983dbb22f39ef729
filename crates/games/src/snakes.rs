//! Snakes: a duel of two snakes after the rules of Battlesnake (the standard rules, for two, with a limit of turns).
//!
//! Both players move at once, one cell north, east, south or west; the body follows. A snake loses one health a turn; on food
//! its health is full again and it will be one cell longer (its tail stays where it is in the next turn). A snake dies
//! when it leaves the board, runs into a body, or has no health left; if the heads meet, the shorter snake dies, of snakes
//! that are as long both do. After the moves chance may put food on a free cell: always while fewer than `minimum` are on the
//! board, otherwise with `chance` percent; every free cell is as likely. Who is left alone wins, if both die nobody has won;
//! after `turns` turns the longer snake wins.
//!
//! Cells where a snake would die for certain are no moves (as in Tron: they lose, and draw at best). A snake that has no others
//! is caught and dies at once. Tails that move away may be followed. Snakes of 32 cells do not grow any more.

mod symmetry;
mod words;

#[cfg(test)]
mod tests;

use secateur_game::{Both, Canonical, Chance, Compared, Describe, Evaluate, Game, Keyed, Turn};
use secateur_value::{Bounds, Real};

use crate::grid::{Grid, STEPS};
use symmetry::Symmetry;

/// No snake gets longer: the directions of its body are kept in 64 bits.
const LONGEST: u8 = 32;

/// The game.
///
/// ```
/// use secateur_game::{Both, Describe, Game, Turn};
/// use secateur_games::{Parameters, Snakes};
///
/// let game = Snakes::from_parameters(&Parameters::parse(["width=5", "height=5", "max=a1", "min=e5"])?)?;
/// let mut board = game.start();
/// let Turn::Both(ways) = game.turn(&board) else { panic!("both players move") };
/// let names: Vec<_> = ways.rows(&game, &board).map(|step| game.name(&board, step)).collect();
/// assert_eq!(names, ["e", "s"]); // the corner has two ways out
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snakes {
    grid: Grid,
    start: Board,
    /// A snake's health after food.
    health: u8,
    /// Food comes in percent of all turns.
    chance: u8,
    /// There is always so much food, where there is room.
    minimum: u8,
    /// Of every cell, the neighbour in each direction, or the cell itself at the edge.
    steps: Box<[[u8; 4]]>,
    /// All cells; all but those of the first column; all but those of the last.
    cells: u128,
    inner: [u128; 2],
    /// Which mirror images of a board are boards of this game.
    symmetries: &'static [Symmetry],
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    snakes: [Snake; 2],
    /// A bit for every cell with food.
    food: u128,
    /// Turns that are left.
    turns: u16,
    /// Whether the players have moved and chance may put food on the board.
    serving: bool,
}

/// One snake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Snake {
    /// A bit for every cell of it.
    body: u128,
    /// Which way each cell was entered from the one behind it, two bits each, the head first.
    trail: u64,
    head: u8,
    tail: u8,
    /// Cells on the board.
    cells: u8,
    /// Cells to come.
    growth: u8,
    /// Nothing is left to a snake that is dead.
    health: u8,
}

impl Snake {
    fn length(&self) -> u8 {
        self.cells + self.growth
    }

    fn alive(&self) -> bool {
        self.health > 0
    }

    /// The cells that it still covers when it has moved, but for its new head.
    fn stays(&self) -> u128 {
        if self.growth > 0 { self.body } else { self.body & !(1 << self.tail) }
    }
}

/// One step of a snake, or a cell on which food appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A direction: 0 north, 1 east, 2 south, 3 west.
    Step(u8),
    /// Food on a cell.
    Food(u8),
    /// No food.
    Nothing,
}

/// Where both snakes may go: a bit for every direction.
#[derive(Clone, Copy, Debug)]
pub struct Ways([u8; 2]);

impl Snakes {
    /// The neighbours of a cell that kill nobody for certain, a bit for every direction.
    fn ways(&self, blocked: u128, cell: u8) -> u8 {
        let steps = self.steps[usize::from(cell)];
        let free = |direction: &usize| steps[*direction] != cell && blocked & 1 << steps[*direction] == 0;
        (0..4).filter(free).fold(0, |ways, direction| ways | 1 << direction)
    }

    fn free(&self, board: &Board) -> u128 {
        self.cells & !(board.snakes[0].body | board.snakes[1].body | board.food)
    }

    /// The snake moves; whether it has eaten.
    fn step(&self, board: &mut Board, player: usize, direction: u8) -> bool {
        let snake = &mut board.snakes[player];
        snake.trail = snake.trail << 2 | u64::from(direction);
        snake.head = self.steps[usize::from(snake.head)][usize::from(direction)];
        if snake.growth > 0 {
            (snake.growth, snake.cells) = (snake.growth - 1, snake.cells + 1);
        } else {
            snake.body &= !(1 << snake.tail);
            let onward = snake.trail >> (2 * (snake.cells - 1)) & 3;
            snake.tail = self.steps[usize::from(snake.tail)][onward as usize];
        }
        // What is behind the tail is forgotten, so that equal snakes are equal.
        snake.trail &= !(u64::MAX.unbounded_shl(2 * (u32::from(snake.cells) - 1)));
        snake.body |= 1 << snake.head;
        snake.health -= 1;
        let eats = board.food & 1 << snake.head != 0;
        if eats {
            snake.health = self.health;
            snake.growth += u8::from(snake.length() < LONGEST);
        }
        eats
    }

    /// Whether chance has something to decide.
    fn serves(&self, board: &Board) -> bool {
        let wanted = self.chance > 0 || board.food.count_ones() < self.minimum.into();
        wanted && self.free(board) != 0
    }

    fn alive(board: &Board) -> [bool; 2] {
        board.snakes.map(|snake| snake.alive())
    }

    /// Cells that each snake reaches before the other, when both walk straight on: Max's, Min's.
    fn room(&self, board: &Board) -> [u32; 2] {
        let walls = board.snakes[0].stays() | board.snakes[1].stays();
        let free = self.cells & !walls;
        let mut reached = board.snakes.map(|snake| 1u128 << snake.head);
        let mut taken = reached[0] | reached[1];
        let width = self.grid.width;
        let around =
            |cells: u128| cells << width | cells >> width | (cells & self.inner[1]) << 1 | (cells & self.inner[0]) >> 1;
        // The longer one has what both reach at once, as the other will not go there.
        let ahead = board.snakes[0].length().cmp(&board.snakes[1].length());
        loop {
            let next = reached.map(|cells| around(cells) & free & !taken);
            let [max, min] = match ahead {
                std::cmp::Ordering::Greater => [next[0], next[1] & !next[0]],
                std::cmp::Ordering::Less => [next[0] & !next[1], next[1]],
                std::cmp::Ordering::Equal => [next[0] & !next[1], next[1] & !next[0]],
            };
            taken |= next[0] | next[1];
            if max | min == 0 {
                return reached.map(u128::count_ones);
            }
            reached = [reached[0] | max, reached[1] | min];
        }
    }

    /// Health counts as far as a snake could still starve.
    fn needed(board: &Board, health: u8) -> u8 {
        u16::from(health).min(board.turns + 1) as u8
    }
}

impl Game for Snakes {
    type Position = Board;
    type Move = Move;
    type Value = Real;
    type Undo = Board;
    type Chance = Serving;
    type Both = Ways;

    fn start(&self) -> Board {
        self.start
    }

    fn turn(&self, board: &Board) -> Turn<Real, Serving, Ways> {
        let verdict = |[max, min]: [bool; 2]| Turn::Over(Real::from(i32::from(max) - i32::from(min)));
        let alive = Self::alive(board);
        if alive.contains(&false) {
            return verdict(alive);
        }
        if board.serving {
            return Turn::Chance(Serving);
        }
        let [max, min] = &board.snakes;
        if board.turns == 0 {
            return verdict([max.length() > min.length(), min.length() > max.length()]);
        }
        let blocked = max.stays() | min.stays();
        let ways = [self.ways(blocked, max.head), self.ways(blocked, min.head)];
        if ways.contains(&0) {
            return verdict(ways.map(|ways| ways != 0));
        }
        Turn::Both(Ways(ways))
    }

    fn moves(&self, _: &Board) -> impl Iterator<Item = Move> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, board: &mut Board, chosen: Move) -> Board {
        let before = *board;
        if let Move::Food(cell) = chosen {
            board.food |= 1 << cell;
        }
        board.serving = false;
        before
    }

    fn undo(&self, board: &mut Board, before: Board) {
        *board = before;
    }

    fn bounds(&self, _: &Board) -> Bounds<Real> {
        Bounds::new((-1).into(), 1.into())
    }
}

/// The directions of a bit set.
fn directions(ways: u8) -> impl Iterator<Item = Move> {
    (0..4).filter(move |direction| ways & 1 << direction != 0).map(Move::Step)
}

impl Both<Snakes> for Ways {
    fn rows(self, _: &Snakes, _: &Board) -> impl Iterator<Item = Move> + use<> {
        directions(self.0[0])
    }

    fn columns(self, _: &Snakes, _: &Board) -> impl Iterator<Item = Move> + use<> {
        directions(self.0[1])
    }

    fn play(self, game: &Snakes, board: &mut Board, row: Move, column: Move) -> Board {
        let before = *board;
        let mut eaten = 0;
        for (player, chosen) in [row, column].into_iter().enumerate() {
            let Move::Step(direction) = chosen else { continue };
            if game.step(board, player, direction) {
                eaten |= 1 << board.snakes[player].head;
            }
        }
        board.food &= !eaten;
        board.turns -= 1;
        let [max, min] = &mut board.snakes;
        if max.head == min.head {
            let lengths = [max.length(), min.length()];
            if lengths[0] <= lengths[1] {
                max.health = 0;
            }
            if lengths[1] <= lengths[0] {
                min.health = 0;
            }
        }
        board.serving = Snakes::alive(board) == [true; 2] && game.serves(board);
        before
    }
}

/// Chance may put food on the board.
#[derive(Clone, Copy, Debug)]
pub struct Serving;

impl Chance<Snakes> for Serving {
    fn outcomes(self, game: &Snakes, board: &Board) -> impl Iterator<Item = (u64, Move)> + use<> {
        let (free, chance) = (game.free(board), u64::from(game.chance));
        let certain = board.food.count_ones() < game.minimum.into();
        let none = if certain { 0 } else { (100 - chance) * u64::from(free.count_ones()) };
        let each = if certain { 1 } else { chance };
        let cells = (0..128u8).filter(move |cell| free >> cell & 1 != 0);
        let nothing = (none > 0).then_some((none, Move::Nothing));
        nothing.into_iter().chain(cells.map(move |cell| (each, Move::Food(cell))))
    }

    /// Who wins may depend on the food, and is not known before.
    fn range(self, _: &Snakes, _: &Board) -> Option<Bounds<Real>> {
        Some(Bounds::new((-1).into(), 1.into()))
    }
}

/// What tells a position from the others: trails, food, and the rest in 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    trails: [u64; 2],
    food: u128,
    /// Of each snake where its head is, its cells, its growth, its health: 7 + 6 + 6 + 8 bits; then the turns, and who is to act.
    rest: u64,
}

impl Snakes {
    /// The key of a board as it looks in a mirror, with the players swapped or not.
    fn seen(&self, board: &Board, mirror: Symmetry, swapped: bool, health: [u8; 2]) -> Key {
        let order = if swapped { [1, 0] } else { [0, 1] };
        let mut rest = 0;
        for player in order {
            let snake = &board.snakes[player];
            let head = mirror.cell(self.grid, snake.head);
            for (bits, part) in [(7, head), (6, snake.cells), (6, snake.growth), (8, health[player])] {
                rest = rest << bits | u64::from(part);
            }
        }
        let trail = |player: usize| {
            let snake = &board.snakes[player];
            mirror.trail(snake.trail) & !(u64::MAX.unbounded_shl(2 * (u32::from(snake.cells) - 1)))
        };
        Key {
            trails: order.map(trail),
            food: mirror.cells(self.grid, board.food),
            rest: (rest << 9 | u64::from(board.turns)) << 1 | u64::from(board.serving),
        }
    }

    fn canonical_with(&self, board: &Board, health: [u8; 2]) -> Canonical<Key> {
        let health = health.map(|health| Self::needed(board, health));
        let seen = self.symmetries.iter().flat_map(|&mirror| {
            [false, true].map(|swapped| Canonical { key: self.seen(board, mirror, swapped, health), swapped })
        });
        let first = Canonical { key: self.seen(board, Symmetry::SAME, false, health), swapped: false };
        seen.fold(first, |best, other| if other.key < best.key { other } else { best })
    }
}

impl Keyed for Snakes {
    type Key = Key;

    fn key(&self, board: &Board) -> Key {
        self.seen(board, Symmetry::SAME, false, board.snakes.map(|snake| snake.health))
    }

    /// Boards that turn or mirror into each other, players who swap their places, and health that nobody can lack any more.
    fn canonical(&self, board: &Board) -> Canonical<Key> {
        self.canonical_with(board, board.snakes.map(|snake| snake.health))
    }

    /// Health only helps: a snake that makes the same moves with more of it lives at least as long.
    fn comparable(&self, board: &Board) -> impl Iterator<Item = (Compared, Canonical<Key>)> + use<> {
        let health = board.snakes.map(|snake| snake.health);
        let other = |player: usize, more: bool| {
            let mut changed = health;
            changed[player] = if more { health[player] + 1 } else { health[player] - 1 };
            let counts = (1..=self.health).contains(&changed[player])
                && Self::needed(board, changed[player]) != Self::needed(board, health[player]);
            let compared = if more == (player == 0) { Compared::AtLeast } else { Compared::AtMost };
            counts.then(|| (compared, self.canonical_with(board, changed)))
        };
        let alive = Self::alive(board) == [true; 2];
        let all = alive.then(|| [other(0, true), other(0, false), other(1, true), other(1, false)]);
        all.into_iter().flatten().flatten()
    }
}

impl Evaluate for Snakes {
    /// Room to move in, length, and whether a snake will starve before it can be at food.
    fn evaluate(&self, board: &Board) -> Real {
        let [max, min] = self.room(board).map(f64::from);
        let lengths = board.snakes.map(|snake| f64::from(snake.length()));
        let hunger = |snake: &Snake| {
            let left = u16::from(snake.health);
            if left > board.turns { 0.0 } else { 0.3 / (1.0 + f64::from(left)) }
        };
        // Late in the game only length counts.
        let late = 1.0 / (1.0 + f64::from(board.turns) / 4.0);
        let longer = (lengths[0] - lengths[1]).clamp(-3.0, 3.0) / 3.0;
        let roomier = (max - min) / (max + min);
        let estimate = 0.6 * roomier * (1.0 - late) + longer * (0.2 + 0.6 * late) + hunger(&board.snakes[1])
            - hunger(&board.snakes[0]);
        Real::new(estimate.clamp(-0.95, 0.95)).unwrap_or(Real::ZERO)
    }
}

impl Describe for Snakes {
    fn show(&self, board: &Board) -> String {
        let [max, min] = &board.snakes;
        let letter = |cell: u8| match cell {
            cell if cell == max.head && cell == min.head => '*',
            cell if cell == max.head => 'X',
            cell if cell == min.head => 'O',
            cell if max.body & 1 << cell != 0 => 'x',
            cell if min.body & 1 << cell != 0 => 'o',
            cell if board.food & 1 << cell != 0 => '+',
            _ => '.',
        };
        let about = |name: &str, snake: &Snake| {
            let dead = if snake.alive() { "" } else { ", dead" };
            format!("{name}: length {}, health {}{dead}", snake.length(), snake.health)
        };
        let board_text = self.grid.show(letter);
        format!("{board_text}\n{}; {}; turns left: {}", about("X Max", max), about("O Min", min), board.turns)
    }

    fn name(&self, _: &Board, chosen: Move) -> String {
        match chosen {
            Move::Step(direction) => STEPS[usize::from(direction)].2.to_owned(),
            Move::Food(cell) => format!("food-{}", self.grid.name(cell)),
            Move::Nothing => "nothing".to_owned(),
        }
    }

    fn show_value(&self, value: &Real) -> String {
        crate::words::result(*value)
    }
}

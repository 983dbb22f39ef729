//! The rules of chess as a [`Game`]. White is Max.
//!
//! A position is the board with its clock of moves since the last capture or pawn move. After a hundred of them the game
//! is drawn, so every game ends and no position with its clock comes twice.
//!
//! **Repetition.** The rules also call a position drawn that comes for the third time. Here it is not looked at, and no
//! value is changed by that. Take a position without a past, won for one side when repetitions are ignored, and the winner
//! who always chooses a shortest win. If a position came twice, first with clock `c` and later with clock `c' > c`, the moves that win from
//! the second would have won from the first, since less had passed on the clock; they are fewer, so the win from the first
//! was not a shortest one. So the shortest win never repeats a position, and whoever defends gains nothing either. Who wins
//! is the same with both rules, and so is the least number of moves that it takes. A game that is really being played has a past:
//! the engine, which plays games, counts its repetitions (`engine/repetition.rs`).
//!
//! With `depth=` the game is cut off after so many moves and the evaluation is its value: a finite game that every
//! algorithm can solve, so that their answers can be compared.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, GameStatus, Move, Piece};
use secateur_game::{Describe, Evaluate, Expert, Game, Keyed, Never, Turn};
use secateur_value::Bounds;

use crate::engine::gives_check;
use crate::evaluate::evaluate;
use crate::key::Key;
use crate::notation::{BadFen, Notation, read_fen, show_move};

/// What White's mate is worth; Black's is as much below 0. Estimates stay strictly between.
pub const MATE: i16 = 30_000;

/// The most moves that a legal position has.
pub(crate) const MOST_MOVES: usize = 218;

/// Moves without a heap.
pub type Moves = ArrayVec<Move, MOST_MOVES>;

/// The game: where it starts, and after how many moves it is cut off.
///
/// ```
/// use secateur_chess::Chess;
/// use secateur_game::{Game, Turn};
///
/// let game = Chess::standard();
/// assert_eq!(game.turn(&game.start()), Turn::Max);
/// assert_eq!(game.moves(&game.start()).count(), 20);
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    start: Board,
    depth: Option<u16>,
    notation: Notation,
}

/// A position: the board, and how many moves are left before the game is cut off.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) left: u16,
}

impl Position {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

/// Equal if all that matters from now on is: the number of the move does not.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board.same_position(&other.board)
            && self.board.en_passant() == other.board.en_passant()
            && self.board.halfmove_clock() == other.board.halfmove_clock()
            && self.left == other.left
    }
}

impl Chess {
    /// From the usual start.
    pub fn standard() -> Self {
        Self::from_board(Board::startpos())
    }

    /// From a position in Forsyth–Edwards notation; the two counters at its end may be left out.
    pub fn from_fen(fen: &str) -> Result<Self, BadFen> {
        read_fen(fen).map(Self::from_board)
    }

    /// From a board.
    pub fn from_board(board: Board) -> Self {
        let notation = Notation::of(&board);
        Self { start: board, depth: None, notation }
    }

    /// The same game, cut off after so many moves of either side; the evaluation is then its value.
    pub fn cut_off_after(self, moves: u16) -> Self {
        Self { depth: Some(moves), ..self }
    }
}

/// All legal moves.
#[inline]
pub fn legal_moves(board: &Board) -> Moves {
    let mut moves = Moves::new();
    board.generate_moves(|of_a_piece| {
        moves.extend(of_a_piece);
        false
    });
    moves
}

/// Whether neither side can ever mate, whatever is played: bare kings, or one bishop or knight beside them.
pub(crate) fn is_dead(board: &Board) -> bool {
    let pieces = board.occupied();
    match pieces.len() {
        0..=2 => true,
        3 => !(board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)).is_empty(),
        // Any number of bishops that all stand on squares of one colour.
        _ => {
            let bishops = board.pieces(Piece::Bishop);
            let only_bishops = bishops | board.pieces(Piece::King) == pieces;
            only_bishops && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_disjoint(BitBoard::DARK_SQUARES))
        }
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    type Value = i16;
    type Undo = Position;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Position {
        Position { board: self.start.clone(), left: self.depth.unwrap_or(u16::MAX) }
    }

    fn turn(&self, position: &Position) -> Turn<i16> {
        let board = &position.board;
        let white_moves = board.side_to_move() == Color::White;
        match board.status() {
            GameStatus::Won => Turn::Over(if white_moves { -MATE } else { MATE }),
            GameStatus::Drawn => Turn::Over(0),
            GameStatus::Ongoing if is_dead(board) => Turn::Over(0),
            GameStatus::Ongoing if position.left == 0 => Turn::Over(self.evaluate(position)),
            GameStatus::Ongoing if white_moves => Turn::Max,
            GameStatus::Ongoing => Turn::Min,
        }
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> + use<> {
        legal_moves(&position.board).into_iter()
    }

    #[inline]
    fn play(&self, position: &mut Position, chosen: Move) -> Position {
        let before = position.clone();
        position.board.play_unchecked(chosen);
        // Without a cut-off the counter stays where it is, so that it does not tell positions apart.
        if self.depth.is_some() {
            position.left -= 1;
        }
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, undo: Position) {
        *position = undo;
    }

    #[inline]
    fn bounds(&self, _: &Position) -> Bounds<i16> {
        Bounds::new(-MATE, MATE)
    }
}

impl Keyed for Chess {
    type Key = Key;

    fn key(&self, position: &Position) -> Key {
        Key::of(position)
    }
}

impl Evaluate for Chess {
    fn evaluate(&self, position: &Position) -> i16 {
        let movers = evaluate(&position.board).clamp(1 - i32::from(MATE), i32::from(MATE) - 1) as i16;
        if position.board.side_to_move() == Color::White { movers } else { -movers }
    }
}

impl Expert for Chess {
    /// The most valuable victim first, taken by the least valuable attacker; promotions; checks, which mates are made of.
    fn rank(&self, position: &Position, candidate: Move) -> i32 {
        let board = &position.board;
        let piece = |square| board.piece_on(square).map_or(0, |piece| piece as i32 + 1);
        let takes = board.colors(!board.side_to_move()).has(candidate.to);
        let victim = if takes { 8 * piece(candidate.to) - piece(candidate.from) } else { 0 };
        let checks = 16 * i32::from(gives_check(board, candidate));
        victim + checks + candidate.promotion.map_or(0, |promotion| 8 * promotion as i32)
    }

    fn slot(&self, position: &Position, candidate: Move) -> usize {
        let piece = position.board.piece_on(candidate.from).map_or(0, |piece| piece as usize);
        (position.board.side_to_move() as usize * 6 + piece) * 64 + candidate.to as usize
    }
}

impl Describe for Chess {
    fn show(&self, position: &Position) -> String {
        let board = &position.board;
        let mut text = String::new();
        for rank in cozy_chess::Rank::ALL.into_iter().rev() {
            text.push((b'1' + rank as u8) as char);
            for file in cozy_chess::File::ALL {
                let square = cozy_chess::Square::new(file, rank);
                let letter = match (board.piece_on(square), board.color_on(square)) {
                    (Some(piece), Some(Color::White)) => char::from(piece).to_ascii_uppercase(),
                    (Some(piece), _) => char::from(piece),
                    (None, _) => '.',
                };
                text.extend([' ', letter]);
            }
            text.push('\n');
        }
        let clock = board.halfmove_clock();
        let mover = if board.side_to_move() == Color::White { "White" } else { "Black" };
        text + &format!("  a b c d e f g h\n{mover} to move; {clock} moves since the last capture or pawn move")
    }

    fn name(&self, position: &Position, chosen: Move) -> String {
        show_move(&position.board, chosen, self.notation)
    }

    fn show_value(&self, value: &i16) -> String {
        match *value {
            MATE => "White mates".to_owned(),
            value if value == -MATE => "Black mates".to_owned(),
            0 => "0.00".to_owned(),
            value => format!("{:+.2}", f64::from(value) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use secateur_game::laws::{self, Effort};
    use secateur_search::{Limits, Search, Table};

    use super::*;

    #[test]
    fn the_laws_hold() {
        let effort = Effort::default().games(20).endgame(0);
        laws::check(&Chess::standard(), &effort).unwrap();
        laws::check_keys(&Chess::standard(), &effort).unwrap();
        let castling = Chess::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        laws::check_keys(&castling, &effort).unwrap();
        // Cut off after three moves everything can be solved by exhaustion.
        let short = Chess::from_fen("8/5k2/8/8/1p6/8/P1K5/8 w - - 0 1").unwrap().cut_off_after(3);
        laws::check_values(&short, &Effort::default()).unwrap();
        laws::check_keys(&short, &Effort::default()).unwrap();
    }

    #[test]
    fn finished_games_are_scored_for_white() {
        let turn = |fen: &str| {
            let game = Chess::from_fen(fen).unwrap();
            game.turn(&game.start())
        };
        assert_eq!(turn("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Turn::Over(MATE));
        assert_eq!(turn("6k1/8/8/8/8/8/5PPP/3r2K1 w - - 0 1"), Turn::Over(-MATE));
        assert_eq!(turn("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Turn::Over(0), "stalemate");
        assert_eq!(turn("7k/8/4KQ2/8/8/8/8/7r b - - 100 1"), Turn::Over(0), "fifty moves");
        assert_eq!(turn("7k/6Q1/5K2/8/8/8/8/8 b - - 100 1"), Turn::Over(MATE), "mate comes before the clock");
        assert_eq!(turn("7k/8/5K2/6N1/8/8/8/8 w - - 0 1"), Turn::Over(0), "a knight cannot mate");
        assert_eq!(turn("7k/8/5KB1/8/1b6/8/8/8 w - - 0 1"), Turn::Max, "bishops of both colours can");
        assert_eq!(turn("7k/8/5K2/6B1/8/2b5/8/8 w - - 0 1"), Turn::Over(0), "bishops of one colour cannot");
        assert_eq!(turn("7k/8/5K2/6N1/8/8/7n/8 w - - 0 1"), Turn::Max, "two knights can, with help");
    }

    /// What repetition changes: nothing. A plain minimax that draws every third coming of a position finds the same.
    #[test]
    fn repetitions_change_no_value() {
        fn with_repetitions(board: &Board, before: &mut Vec<Board>, depth: u32) -> Option<i16> {
            if before.iter().filter(|earlier| earlier.same_position(board)).count() >= 2 {
                return Some(0);
            }
            let game = Chess::from_board(board.clone());
            if let Turn::Over(value) = game.turn(&game.start()) {
                return Some(value);
            }
            if depth == 0 {
                return None;
            }
            before.push(board.clone());
            let values = legal_moves(board).into_iter().map(|chosen| {
                let mut child = board.clone();
                child.play_unchecked(chosen);
                with_repetitions(&child, before, depth - 1)
            });
            let values: Vec<_> = values.collect();
            before.pop();
            // Nothing means that it was not found out within the depth; a win is a win without the others.
            let (best, unknown) = (values.iter().flatten().copied(), values.contains(&None));
            let white = board.side_to_move() == Color::White;
            let best = if white { best.max() } else { best.min() };
            let won = best == Some(if white { MATE } else { -MATE });
            if unknown && !won { None } else { best }
        }
        for (fen, depth) in [
            ("8/8/8/8/8/1k6/7q/K7 b - - 0 1", 3),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 3),
            ("k7/2Q5/8/2K5/8/8/8/8 w - - 95 1", 3),
            ("7k/5K2/8/8/8/8/8/6R1 b - - 96 1", 4),
            ("8/8/8/8/8/1k6/p7/K7 w - - 97 1", 4),
        ] {
            let game = Chess::from_fen(fen).unwrap();
            let outcome = Search::new(&game).limits(Limits::none().depth(depth)).alpha_beta();
            let plain = with_repetitions(&game.start().board, &mut Vec::new(), depth);
            match plain {
                Some(value) => assert_eq!((outcome.bounds.lower, outcome.bounds.upper), (value, value), "{fen}"),
                None => assert!(outcome.bounds.lower < outcome.bounds.upper, "{fen}"),
            }
        }
    }

    /// Proof numbers find narrow mates; the clock in the key keeps them sound.
    #[test]
    fn mates_are_proved_by_proof_numbers() {
        for (fen, goal) in [
            ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", MATE),
            ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", -MATE),
        ] {
            let game = Chess::from_fen(fen).unwrap();
            let limits = Limits::none().nodes(300_000);
            // Black mates if White cannot reach even one more than that.
            let asked = if goal == MATE { MATE } else { 1 - MATE };
            let outcome = Search::new(&game).limits(limits).proof_number(asked, &Default::default());
            let proved = if goal == MATE { outcome.bounds.lower } else { outcome.bounds.upper };
            assert_eq!(proved, goal, "{fen} {:?}", outcome.stopped);
        }
    }

    #[test]
    fn every_search_of_the_library_runs_on_chess() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Chess::from_fen(fen).unwrap().cut_off_after(3);
        let plain = Search::new(&game).minimax().bounds;
        assert_eq!(plain.lower, plain.upper);
        let table = Table::with_megabytes(4).unwrap();
        assert_eq!(Search::new(&game).alpha_beta().bounds, plain);
        assert_eq!(Search::new(&game).expert().memory(&table).scout().bounds, plain);
        assert_eq!(Search::new(&game).expert().memory(&table).mtdf(0).bounds, plain);
        assert_eq!(Search::new(&game).expert().jamboree(&Default::default()).bounds, plain);
        assert_eq!(Search::new(&game).parallel_minimax(&Default::default()).bounds, plain);
    }
}

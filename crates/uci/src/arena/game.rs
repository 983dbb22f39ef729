//! One game: two engines, two clocks, the rules.

use std::time::Duration;

use cozy_chess::{Board, Color, GameStatus, Move, Piece};
use secateur_chess::engine::Question;
use secateur_chess::{Notation, read_move, show_move};

use super::{Match, Opening, Player, Program};

/// How much a player may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// Time for the game, and what each move adds.
    Clock {
        /// Time for the game.
        time: Duration,
        /// What each move adds.
        increment: Duration,
        /// By how much the clock may be overstepped, for what is lost on a busy machine.
        margin: Duration,
    },
    /// Nodes a move, without a clock.
    Nodes(u64),
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// Mate.
    Mate,
    /// The player to move has no move and is not in check.
    Stalemate,
    /// A position came for the third time.
    Repetition,
    /// Fifty moves without a capture or a pawn's move.
    FiftyMoves,
    /// Nobody can mate any more.
    NoMaterial,
    /// A move that is not legal.
    IllegalMove,
    /// An engine ended or did not answer.
    Failure,
    /// A clock ran out.
    Time,
}

impl Ending {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::NoMaterial => "insufficient material",
            Self::IllegalMove => "illegal move",
            Self::Failure => "an engine failed",
            Self::Time => "time",
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves after the opening.
    pub moves: Vec<Move>,
    /// What the mover's clock showed after each of them; empty in games without clocks.
    pub clocks: Vec<Duration>,
    /// For a loss on time, the move that came too late.
    pub late: Option<Late>,
    /// Who won, if anybody.
    pub winner: Option<Color>,
    /// Why it ended.
    pub ending: Ending,
    /// How long an engine took, before the game, to answer a question that needs no thought: the lag of the machine.
    pub lag: Duration,
}

/// A move that came too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late {
    /// What the clock showed before it.
    pub left: Duration,
    /// How long it took.
    pub took: Duration,
}

impl Record {
    /// The game as it stands, ended so.
    fn ended(self, winner: Option<Color>, ending: Ending) -> Self {
        Self { winner, ending, ..self }
    }
}

/// Plays a game. An engine that fails is started again for the next one.
pub(super) fn play(settings: &Match, opening: &Opening, first_is: Color, seats: &mut [Option<Player>; 2]) -> Record {
    let seat_of = |color: Color| usize::from(color != first_is);
    let mut record = Record {
        moves: Vec::new(),
        clocks: Vec::new(),
        late: None,
        winner: None,
        ending: Ending::Failure,
        lag: Duration::ZERO,
    };
    for color in Color::ALL {
        let seat = seat_of(color);
        match sit(&mut seats[seat], &settings.programs[seat]) {
            Some(took) => record.lag = record.lag.max(took),
            None => return record.ended(Some(!color), Ending::Failure),
        }
    }
    let mut game =
        opening.moves.iter().fold(Question::about(opening.start.clone()), |game, &chosen| game.after(chosen));
    let mut position = opening.position();
    let mut clocks = match settings.pace {
        Pace::Clock { time, .. } => [time; 2],
        Pace::Nodes(_) => [Duration::ZERO; 2],
    };
    let notation = Notation::of(&opening.start);
    loop {
        let board = game.board().clone();
        if let Some((winner, ending)) = verdict(&game) {
            return record.ended(winner, ending);
        }
        let color = board.side_to_move();
        let seat = seat_of(color);
        let (go, patience) = ask(&settings.pace, clocks);
        let Some(player) = &mut seats[seat] else { return record.ended(Some(!color), Ending::Failure) };
        let Ok((best, took)) = player.think(&position, &go, patience(clocks[color as usize])) else {
            seats[seat] = None;
            return record.ended(Some(!color), Ending::Failure);
        };
        if let Pace::Clock { increment, margin, .. } = settings.pace {
            let clock = &mut clocks[color as usize];
            if took > *clock + margin {
                record.late = Some(Late { left: *clock, took });
                return record.ended(Some(!color), Ending::Time);
            }
            *clock = clock.saturating_sub(took) + increment;
        }
        let Some(chosen) = read_move(&board, &best) else {
            return record.ended(Some(!color), Ending::IllegalMove);
        };
        if matches!(settings.pace, Pace::Clock { .. }) {
            record.clocks.push(clocks[color as usize]);
        }
        position += &format!(" {}", show_move(&board, chosen, notation));
        game = game.after(chosen);
        record.moves.push(chosen);
    }
}

/// An engine on its seat, ready for another game. Says how long it takes to answer.
fn sit(seat: &mut Option<Player>, program: &Program) -> Option<Duration> {
    if let Some(lag) = seat.as_mut().and_then(|player| player.new_game().ok()) {
        return Some(lag);
    }
    seat.insert(Player::start(program).ok()?).is_ready().ok()
}

/// What to say to an engine, and how long to wait for it with so much on its clock.
fn ask(pace: &Pace, clocks: [Duration; 2]) -> (String, fn(Duration) -> Duration) {
    match pace {
        Pace::Nodes(nodes) => (format!("go nodes {nodes}"), |_| Duration::from_secs(120)),
        Pace::Clock { increment, .. } => {
            let [white, black] = clocks.map(|clock| clock.as_millis());
            let increment = increment.as_millis();
            let go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
            (go, |clock| clock + Duration::from_secs(10))
        }
    }
}

/// How the game has ended, by the rules alone.
fn verdict(game: &Question) -> Option<(Option<Color>, Ending)> {
    let board = game.board();
    match board.status() {
        GameStatus::Won => Some((Some(!board.side_to_move()), Ending::Mate)),
        GameStatus::Drawn if board.halfmove_clock() >= 100 && board.generate_moves(|_| true) => {
            Some((None, Ending::FiftyMoves))
        }
        GameStatus::Drawn => Some((None, Ending::Stalemate)),
        GameStatus::Ongoing if game.times() >= 3 => Some((None, Ending::Repetition)),
        GameStatus::Ongoing if nobody_can_mate(board) => Some((None, Ending::NoMaterial)),
        GameStatus::Ongoing => None,
    }
}

/// Bare kings, or one minor piece beside them.
fn nobody_can_mate(board: &Board) -> bool {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    board.occupied().len() <= 3 && minors | board.pieces(Piece::King) == board.occupied()
}

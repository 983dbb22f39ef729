//! One game: two engines, two clocks, the rules.

use std::time::Duration;

use cozy_chess::{Board, Color, GameStatus, Move, Piece};
use secateur_chess::engine::Question;
use secateur_chess::{Notation, read_move, show_move};

use super::standstill::Watch;
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
    /// A clock ran out because the machine stood still: nobody's fault, so it does not count and is played again.
    Void,
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
            Self::Void => "void: the machine stood still",
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
    /// Where a clock ran out, the move that came too late.
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
    /// For how much of that a core of the machine stood still.
    pub stood_still: Duration,
}

impl Record {
    /// The game as it stands, ended so.
    fn ended(self, winner: Option<Color>, ending: Ending) -> Self {
        Self { winner, ending, ..self }
    }
}

/// Plays a game. An engine that fails is started again for the next one. If somebody watches the machine, a game is void in
/// which a clock would not have run out had the machine not stood still.
pub(super) fn play(
    settings: &Match,
    opening: &Opening,
    first_is: Color,
    seats: &mut [Option<Player>; 2],
    watch: Option<&Watch>,
) -> Record {
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
        let Ok(thought) = player.think(&position, &go, patience(clocks[color as usize])) else {
            seats[seat] = None;
            return record.ended(Some(!color), Ending::Failure);
        };
        if let Pace::Clock { increment, margin, .. } = settings.pace {
            let (clock, took) = (&mut clocks[color as usize], thought.took());
            if took > *clock + margin {
                let stood_still = watch.map_or(Duration::ZERO, |watch| watch.during(thought.from, thought.to));
                record.late = Some(Late { left: *clock, took, stood_still });
                return if took.saturating_sub(stood_still) > *clock + margin {
                    record.ended(Some(!color), Ending::Time)
                } else {
                    record.ended(None, Ending::Void)
                };
            }
            *clock = clock.saturating_sub(took) + increment;
        }
        let Some(chosen) = read_move(&board, &thought.best) else {
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

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::super::built_in;
    use super::super::standstill::Pause;
    use super::*;

    /// An engine in a few lines: what it does when it is asked for a move is written in the language of the shell.
    fn engine(name: &str, when_asked: &str) -> Program {
        let script = format!(
            "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; quit) exit;; go*) {when_asked};; esac; done"
        );
        Program {
            name: name.to_owned(),
            command: ["sh", "-c", &script].map(str::to_owned).to_vec(),
            options: Vec::new(),
        }
    }

    fn ends(white: Program, time: Duration, watch: Option<&Watch>) -> Record {
        let pace = Pace::Clock { time, increment: Duration::ZERO, margin: Duration::ZERO };
        let programs = [white, engine("black", "echo bestmove a7a6")];
        let start = Opening { name: String::new(), start: Board::startpos(), moves: Vec::new() };
        let settings = Match { programs, pace, games: 1, openings: built_in(), at_once: 1, sprt: None };
        play(&settings, &start, Color::White, &mut [None, None], watch)
    }

    #[test]
    fn whose_fault_it_is_decides() {
        let slow = || engine("slow", "sleep 0.6; echo bestmove e2e4");
        let (short, long) = (Duration::from_millis(300), Duration::from_secs(60));
        let watch = Watch::default();
        let record = ends(slow(), short, None);
        assert_eq!((record.ending, record.winner), (Ending::Time, Some(Color::Black)));
        let late = record.late.unwrap();
        assert!(late.took >= Duration::from_millis(600) && late.left == short, "{late:?}");
        assert_eq!(ends(slow(), short, Some(&watch)).ending, Ending::Time, "nothing was seen that would excuse it");
        let from = Instant::now();
        watch.note(Pause { core: 0, from, to: from + Duration::from_secs(600) });
        let record = ends(slow(), short, Some(&watch));
        assert_eq!((record.ending, record.winner), (Ending::Void, None));
        assert_eq!(record.late.unwrap().stood_still, record.late.unwrap().took);
        for (fault, ending) in [("echo bestmove e2e5", Ending::IllegalMove), ("exit", Ending::Failure)] {
            let record = ends(engine("bad", fault), long, Some(&watch));
            assert_eq!((record.ending, record.winner), (ending, Some(Color::Black)), "standing still is no excuse");
        }
    }
}

//! `secateur play`: a game in the terminal, against the engine.
//!
//! Reads one line at a time, so that a file or a pipe can play as well as a person; ends when the input does.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use anyhow::Result;
use secateur_catalogue::{ChessSession, Plan, Resources, Session, State, defaults, open};
use secateur_game::Player;
use secateur_games::Parameters;
use secateur_games::parameters::nearest;
use secateur_search::Limits;

use crate::arguments::{Play, Seat};

const HELP: &str = "Type the name of a move, or one of these:
  moves   the legal moves
  hint    what the engine would do, and what it thinks of the position
  undo    take your last move back
  help    this list
  quit    end the game";

const COMMANDS: [&str; 5] = ["moves", "hint", "undo", "help", "quit"];

/// No line of a player is longer; the rest of a longer one is not kept.
const LONGEST_LINE: u64 = 1_000;

/// Plays until the game is over, the user quits or the input ends.
pub(crate) fn run(arguments: &Play, input: &mut impl BufRead, out: &mut impl Write) -> Result<ExitCode> {
    let parameters = Parameters::parse(&arguments.game.parameters)?;
    let game: Box<dyn Session> = match arguments.game.game.as_str() {
        "chess" => Box::new(ChessSession::open(&parameters)?),
        name => open(name, &parameters)?,
    };
    let plan =
        Plan::read(defaults::player(&arguments.game.game), Resources { estimate: true, ..Resources::default() })?;
    let limits = Limits::none().time(arguments.time);
    Table { game, plan, limits, seat: arguments.seat, movers: Vec::new() }.play(input, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Where a game is played: the board, the engine, and who sits where.
struct Table {
    game: Box<dyn Session>,
    plan: Plan,
    limits: Limits,
    seat: Seat,
    /// Who has made each move.
    movers: Vec<Player>,
}

/// What comes after a line.
#[derive(PartialEq)]
enum Next {
    Ask,
    Show,
    Leave,
}

impl Table {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        if self.seat != Seat::None {
            writeln!(out, "You play {}. Type help for what else can be typed.", self.seat_name())?;
        }
        loop {
            writeln!(out, "\n{}\n", self.game.show())?;
            match self.game.state() {
                State::Over(value) => {
                    writeln!(out, "The game is over: {value}.")?;
                    return Ok(());
                }
                State::ToMove(player) if self.users(player) => {
                    if self.listen(player, input, out)? == Next::Leave {
                        return Ok(());
                    }
                }
                State::ToMove(player) => self.think(player, out)?,
                other => anyhow::bail!("{other:?} cannot be played in the terminal"),
            }
        }
    }

    fn seat_name(&self) -> &'static str {
        match self.seat {
            Seat::Max => "Max",
            Seat::Min => "Min",
            Seat::Both => "both players",
            Seat::None => "nobody",
        }
    }

    fn users(&self, player: Player) -> bool {
        match self.seat {
            Seat::Both => true,
            Seat::None => false,
            Seat::Max => player == Player::Max,
            Seat::Min => player == Player::Min,
        }
    }

    /// Reads lines until one of them changes the board or ends the game.
    fn listen(&mut self, player: Player, input: &mut impl BufRead, out: &mut impl Write) -> Result<Next> {
        loop {
            write!(out, "{player} to move> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out, "\nThe input has ended, and so has the game.")?;
                return Ok(Next::Leave);
            };
            match self.obey(player, line.trim(), out)? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, player: Player, line: &str, out: &mut impl Write) -> Result<Next> {
        if self.make(player, line) {
            return Ok(Next::Show);
        }
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "moves" => writeln!(out, "{}", self.game.moves().join(" "))?,
            "hint" => {
                let answer = self.game.answer(&self.plan, &self.limits)?;
                if let Some(best) = answer.line.first() {
                    writeln!(out, "The engine would play {best} ({}).", answer.in_words)?;
                }
            }
            "undo" if self.undo() => return Ok(Next::Show),
            "undo" => writeln!(out, "There is no move of yours to take back.")?,
            other => {
                let moves = self.game.moves();
                let known = COMMANDS.into_iter().filter(|_| other.len() > 2);
                let hint = nearest(other, known).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
                writeln!(out, "Expected one of {}, or help.{hint}", moves.join(" "))?;
            }
        }
        Ok(Next::Ask)
    }

    fn make(&mut self, player: Player, name: &str) -> bool {
        let legal = self.game.play(name);
        if legal {
            self.movers.push(player);
        }
        legal
    }

    /// Takes moves back up to the user's last one, if there is one.
    fn undo(&mut self) -> bool {
        let Some(last) = self.movers.iter().rposition(|&player| self.users(player)) else {
            return false;
        };
        self.movers.drain(last..).all(|_| self.game.undo())
    }

    fn think(&mut self, player: Player, out: &mut impl Write) -> Result<()> {
        out.flush()?;
        let answer = self.game.answer(&self.plan, &self.limits)?;
        let thought = answer.in_words;
        let Some(best) = answer.line.into_iter().next() else {
            anyhow::bail!("the engine found no move for {player}");
        };
        writeln!(out, "{player} plays {best} ({thought}).")?;
        anyhow::ensure!(self.make(player, &best), "the engine named {best}, which is no legal move");
        Ok(())
    }
}

/// The next line, or nothing at the end. Bytes that are no text are replaced; nobody's move contains them.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = std::io::Read::take(&mut *input, LONGEST_LINE);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        // The rest of a line that is too long; at the end of the input there is none.
        loop {
            let more = input.fill_buf()?;
            let end = more.iter().position(|&byte| byte == b'\n');
            let (used, last) = (end.map_or(more.len(), |end| end + 1), end.is_some() || more.is_empty());
            input.consume(used);
            if last {
                break;
            }
        }
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

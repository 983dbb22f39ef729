//! `secateur play`: a game in the terminal, against the engine.
//!
//! Reads one line at a time, so that a file or a pipe can play as well as a person; ends when the input does.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use secateur_catalogue::{Answer, ChessSession, Choice, Plan, Resources, Session, State, defaults, open};
use secateur_game::{Player, Random};
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

/// Nobody needs to be told about less.
const SHORT: Duration = Duration::from_millis(100);

/// No line of a player is longer; the rest of a longer one is not kept.
const LONGEST_LINE: u64 = 1_000;

/// Plays until the game is over, the user quits or the input ends.
pub(crate) fn run(arguments: &Play, input: &mut impl BufRead, out: &mut impl Write) -> Result<ExitCode> {
    let parameters = Parameters::parse(&arguments.game.parameters)?;
    let game: Box<dyn Session> = match arguments.game.game.as_str() {
        "chess" => Box::new(ChessSession::open(&parameters)?),
        name => open(name, &parameters)?,
    };
    let usual = defaults::player(&arguments.game.game, game.class());
    let plan = Plan::read(usual, Resources { estimate: true, ..Resources::default() })?;
    let limits = Limits::none().time(arguments.time);
    // Nobody should be able to foresee what the engine draws.
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let random = Random::new(arguments.seed.unwrap_or_else(clock));
    let (seat, users_turns, chosen, shown) = (arguments.seat, Vec::new(), [None, None], None);
    Table { game, plan, limits, seat, users_turns, chosen, random, shown }.play(input, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Where a game is played: the board, the engine, and who sits where.
struct Table {
    game: Box<dyn Session>,
    plan: Plan,
    limits: Limits,
    seat: Seat,
    /// Of each turn, whether the user took part in it.
    users_turns: Vec<bool>,
    /// What Max and Min have chosen already where both move at once, not yet shown to the other.
    chosen: [Option<String>; 2],
    random: Random,
    /// The board as it was shown last.
    shown: Option<String>,
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
            let state = self.game.state();
            if self.is_shown(&state) {
                self.show(out)?;
            }
            match state {
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
                State::Both => {
                    if self.both(input, out)? == Next::Leave {
                        return Ok(());
                    }
                }
                State::Chance => self.chance(out)?,
                other => anyhow::bail!("{other:?} cannot be played in the terminal"),
            }
        }
    }

    /// Whether somebody looks at the board now: once a turn of the user's, at the end, and always where the engine plays itself.
    fn is_shown(&self, state: &State) -> bool {
        match state {
            State::ToMove(player) => self.seat == Seat::None || self.users(*player),
            State::Chance => self.seat == Seat::None,
            _ => true,
        }
    }

    /// The board; on a terminal what has changed since it was shown last stands out.
    fn show(&mut self, out: &mut impl Write) -> Result<()> {
        let board = self.game.show();
        let marked = match &self.shown {
            Some(before) if io::stdout().is_terminal() => marked(before, &board),
            _ => board.clone(),
        };
        writeln!(out, "\n{marked}\n")?;
        self.shown = Some(board);
        Ok(())
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
            match self.game.state() {
                State::Both => write!(out, "Both to move, {player}> ")?,
                _ => write!(out, "{player} to move> ")?,
            }
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
            "moves" => writeln!(out, "{}", self.game.moves_of(player).join(" "))?,
            "hint" => {
                let answer = self.answer("The engine")?;
                if self.game.state() == State::Both {
                    let strategy = if player == Player::Max { &answer.strategy.max } else { &answer.strategy.min };
                    writeln!(out, "The engine would play {}; value {}.", mixture(strategy), answer.in_words)?;
                } else if let Some(best) = answer.line.first() {
                    writeln!(out, "The engine would play {best} ({}).", answer.in_words)?;
                }
            }
            "undo" if self.undo() => return Ok(Next::Show),
            "undo" => writeln!(out, "There is no move of yours to take back.")?,
            other => {
                let moves = self.game.moves_of(player);
                let known = COMMANDS.into_iter().filter(|_| other.len() > 2);
                let hint = nearest(other, known).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
                writeln!(out, "Expected one of {}, or help.{hint}", moves.join(" "))?;
            }
        }
        Ok(Next::Ask)
    }

    /// Plays a user's move, or keeps it until the other player has chosen too.
    fn make(&mut self, player: Player, name: &str) -> bool {
        if self.game.state() == State::Both {
            let known = self.game.moves_of(player).into_iter().find(|known| known.eq_ignore_ascii_case(name));
            let legal = known.is_some();
            self.chosen[seat(player)] = known;
            return legal;
        }
        let legal = self.game.play(name);
        if legal {
            self.users_turns.push(self.users(player));
        }
        legal
    }

    /// Takes moves back up to the user's last one, if there is one.
    fn undo(&mut self) -> bool {
        let Some(last) = self.users_turns.iter().rposition(|&users| users) else {
            return false;
        };
        self.chosen = [None, None];
        self.users_turns.drain(last..).all(|_| self.game.undo())
    }

    /// What the engine finds; on a terminal it is seen to think.
    fn answer(&self, who: &str) -> Result<Answer> {
        let seen = io::stderr().is_terminal() && self.limits.time.is_some_and(|time| time > SHORT);
        // Without standard error there is nobody to see it.
        if seen {
            let _ = write!(io::stderr(), "{who} thinks …");
        }
        let answer = self.game.answer(&self.plan, &self.limits);
        if seen {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        Ok(answer?)
    }

    fn think(&mut self, player: Player, out: &mut impl Write) -> Result<()> {
        out.flush()?;
        let answer = self.answer(&player.to_string())?;
        let thought = answer.in_words;
        let Some(best) = answer.line.into_iter().next() else {
            anyhow::bail!("the engine found no move for {player}");
        };
        writeln!(out, "{player} plays {best} ({thought}).")?;
        anyhow::ensure!(self.make(player, &best), "the engine named {best}, which is no legal move");
        Ok(())
    }

    /// A turn of both players: each chooses without knowing the other's choice, then both are shown.
    fn both(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Next> {
        for player in [Player::Max, Player::Min] {
            if self.users(player) && self.chosen[seat(player)].is_none() {
                let next = self.listen(player, input, out)?;
                // A move that was taken back has changed the board.
                if next == Next::Leave || self.chosen[seat(player)].is_none() {
                    return Ok(next);
                }
            }
        }
        out.flush()?;
        if self.chosen.contains(&None) {
            let answer = self.answer("The engine")?;
            for (player, strategy) in [(Player::Max, &answer.strategy.max), (Player::Min, &answer.strategy.min)] {
                if self.chosen[seat(player)].is_none() {
                    self.chosen[seat(player)] = Some(draw(strategy, &mut self.random)?);
                }
            }
        }
        let [Some(max), Some(min)] = std::mem::take(&mut self.chosen) else { return Ok(Next::Show) };
        writeln!(out, "Max plays {max}, Min plays {min}.")?;
        anyhow::ensure!(self.game.play_both(&max, &min), "{max} and {min} are no legal moves");
        self.users_turns.push(self.seat != Seat::None);
        Ok(Next::Show)
    }

    fn chance(&mut self, out: &mut impl Write) -> Result<()> {
        let outcomes = self.game.outcomes();
        let total = outcomes.iter().map(|(weight, _)| weight).sum::<u64>().max(1);
        let mut left = self.random.below(total);
        let outcome = outcomes.into_iter().find(|&(weight, _)| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        let Some((_, name)) = outcome else { anyhow::bail!("chance has nothing to choose from") };
        writeln!(out, "Chance: {name}.")?;
        anyhow::ensure!(self.game.play(&name), "chance cannot do {name}");
        self.users_turns.push(false);
        Ok(())
    }
}

/// A board in which every sign that is not what it was before is bold, if it still has the same lines.
fn marked(before: &str, after: &str) -> String {
    if before.lines().count() != after.lines().count() {
        return after.to_owned();
    }
    let mut lines = Vec::new();
    for (old, new) in before.lines().zip(after.lines()) {
        let mut old = old.chars();
        let sign = |sign: char| {
            let same = old.next() == Some(sign);
            if same || sign == ' ' { sign.to_string() } else { format!("\x1b[1;33m{sign}\x1b[0m") }
        };
        lines.push(new.chars().map(sign).collect::<String>());
    }
    lines.join("\n")
}

/// A player's place in a pair.
fn seat(player: Player) -> usize {
    usize::from(player == Player::Min)
}

/// A move of a mixed strategy, by its probability.
fn draw(strategy: &[Choice], random: &mut Random) -> Result<String> {
    let mut left = random.unit() * strategy.iter().map(|choice| choice.probability).sum::<f64>();
    let drawn = strategy.iter().find(|choice| {
        left -= choice.probability;
        left < 0.0
    });
    let chosen = drawn.or(strategy.iter().rfind(|choice| choice.probability > 0.0));
    chosen.map(|choice| choice.chosen.clone()).ok_or_else(|| anyhow::anyhow!("the engine found no move"))
}

/// A mixed strategy in words.
fn mixture(strategy: &[Choice]) -> String {
    let likely = strategy.iter().filter(|choice| choice.probability > 1e-6);
    let shown = likely.map(|choice| format!("{} ({:.1}%)", choice.chosen, 100.0 * choice.probability));
    shown.collect::<Vec<_>>().join(", ")
}

/// The next line, or nothing at the end. Bytes that are no text are replaced; nobody's move contains them.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = io::Read::take(&mut *input, LONGEST_LINE);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_stands_out() {
        assert_eq!(marked(". .\n. .", ". .\nX ."), ". .\n\x1b[1;33mX\x1b[0m .");
        assert_eq!(marked(". .", ". .\nX ."), ". .\nX .");
    }
}

//! `secateur play`: a game in the terminal, against the engine.
//!
//! Reads one line at a time, so that a file or a pipe can play as well as a person; ends when the input does.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use secateur_catalogue::erased::{Dice, Erased, Place};
use secateur_catalogue::{
    Advised, Answer, AnyBot, ChessSession, Choice, Plan, Resources, Session, State, defaults, open,
};
use secateur_game::{Describe, Never, Player, Random};
use secateur_games::Parameters;
use secateur_games::parameters::nearest;
use secateur_search::{BotOptions, BoundedPlus, Deadline, Keeper, Limits};
use secateur_value::Real;

use crate::arguments::{Opponent, Play, Seat};

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

/// A game in which one player moves at a time, or chance, without its type.
type Single = Erased<Real, Dice, Never>;

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
    let seed = arguments.seed.unwrap_or_else(clock);
    let random = Random::new(seed);
    let (seat, users_turns, chosen, shown) = (arguments.seat, Vec::new(), [None, None], None);
    let options = BotOptions::default().seed(seed);
    let bot = if defaults::played_by_bot(game.class()) { game.bot(options) } else { None };
    let single = match arguments.opponent {
        Opponent::Engine => None,
        Opponent::Keeper { epsilon } => {
            let face = game.face().map(|(face, _)| face);
            let Some(face) = face else {
                bail!(
                    "a keeper plays games of numbers in which one player moves at a time; use --opponent engine here"
                );
            };
            Some((face, BoundedPlus::within(epsilon)?))
        }
    };
    let keeper = single.as_ref().map(|(face, policies)| Keeper::new(face, *policies));
    Table { game, plan, limits, seat, users_turns, chosen, random, shown, bot, keeper }.play(input, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Where a game is played: the board, the engine, and who sits where.
struct Table<'k> {
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
    /// Who plays games with turns of both players.
    bot: Option<AnyBot>,
    /// Who plays instead, if somebody is wanted who errs by no more than was said.
    keeper: Option<Keeper<'k, Single>>,
}

/// What the engine thinks of a position.
struct Thought {
    answer: Answer,
    /// A move of each player's, where a bot has drawn one.
    drawn: [Option<String>; 2],
    /// What it rests on, to be said after the value.
    basis: String,
}

impl From<Answer> for Thought {
    fn from(answer: Answer) -> Self {
        Self { answer, drawn: [None, None], basis: String::new() }
    }
}

impl From<Advised> for Thought {
    fn from(advised: Advised) -> Self {
        Self { answer: advised.answer, drawn: advised.drawn, basis: format!("; {}", advised.basis) }
    }
}

/// What comes after a line.
#[derive(PartialEq)]
enum Next {
    Ask,
    Show,
    Leave,
}

impl Table<'_> {
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
        // While the user thinks, so does the bot: what it finds serves its own next move, and hints.
        if let Some(bot) = self.bot.as_ref().filter(|_| self.seat != Seat::Both) {
            self.game.ponder(bot);
        }
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
                let Thought { answer, basis, .. } = self.answer("The engine")?;
                let thought = format!("{}{basis}", answer.in_words);
                if self.game.state() == State::Both {
                    let strategy = if player == Player::Max { &answer.strategy.max } else { &answer.strategy.min };
                    writeln!(out, "The engine would play {}; value {thought}.", mixture(strategy))?;
                } else if let Some(best) = answer.line.first() {
                    writeln!(out, "The engine would play {best} ({thought}).")?;
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
    fn answer(&self, who: &str) -> Result<Thought> {
        let seen = io::stderr().is_terminal() && self.limits.time.is_some_and(|time| time > SHORT);
        // Without standard error there is nobody to see it.
        if seen {
            let _ = write!(io::stderr(), "{who} thinks …");
        }
        let thought = match &self.bot {
            Some(bot) => self.game.advise(bot, &self.deadline()).map(Thought::from),
            None => self.game.answer(&self.plan, &self.limits).map(Thought::from),
        };
        if seen {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        Ok(thought?)
    }

    /// When the bot has to be done.
    fn deadline(&self) -> Deadline {
        self.limits.time.map_or_else(Deadline::never, Deadline::within)
    }

    /// The move of the keeper's, if one plays, and what it thinks.
    fn kept(&self) -> Option<(String, String)> {
        let (keeper, (face, here)) = (self.keeper.as_ref()?, self.game.face()?);
        let outcome = keeper.choose(&here, self.limits.clone());
        let best: Place = outcome.best_move()?;
        let word = keeper.bounds(&here);
        let (lower, upper) = (face.show_value(&word.lower), face.show_value(&word.upper));
        let words = if lower == upper {
            format!("{lower}; it errs by nothing")
        } else {
            format!("between {lower} and {upper}; it errs by at most {:.6} from here on", word.width())
        };
        Some((face.name(&here, best), words))
    }

    fn think(&mut self, player: Player, out: &mut impl Write) -> Result<()> {
        out.flush()?;
        let (best, thought) = match self.kept() {
            Some(kept) => kept,
            None => {
                let Thought { answer, drawn, basis } = self.answer(&player.to_string())?;
                let [max, min] = drawn;
                let drawn = if player == Player::Max { max } else { min };
                let Some(best) = drawn.or(answer.line.into_iter().next()) else {
                    bail!("the engine found no move for {player}");
                };
                (best, format!("{}{basis}", answer.in_words))
            }
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
        let mut thought = String::new();
        if self.chosen.contains(&None) {
            let Thought { answer, mut drawn, basis } = self.answer("The engine")?;
            for (player, strategy) in [(Player::Max, &answer.strategy.max), (Player::Min, &answer.strategy.min)] {
                if self.chosen[seat(player)].is_none() {
                    let drawn = drawn[seat(player)].take();
                    self.chosen[seat(player)] = Some(drawn.map_or_else(|| draw(strategy, &mut self.random), Ok)?);
                }
            }
            thought = format!(" The engine: {}{basis}.", answer.in_words);
        }
        let [Some(max), Some(min)] = std::mem::take(&mut self.chosen) else { return Ok(Next::Show) };
        writeln!(out, "Max plays {max}, Min plays {min}.{thought}")?;
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

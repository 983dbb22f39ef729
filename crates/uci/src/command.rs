//! A line becomes a command.

use std::ops::RangeInclusive;
use std::time::Duration;

/// No mate that anybody asks for is longer.
const LONGEST_MATE: u64 = 1000;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// Who are you, and what can be set?
    Uci,
    /// Are you there?
    IsReady,
    /// The next position belongs to another game.
    NewGame,
    /// The position: a FEN or nothing for the start, and the moves after it.
    Position {
        /// The position before the moves.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty for a button.
        value: String,
    },
    /// Think.
    Go(Box<Go>),
    /// Answer now.
    Stop,
    /// The opponent has made the move that was pondered.
    PonderHit,
    /// Show the board; not part of the protocol.
    Show,
    /// End.
    Quit,
    /// Nothing that is known.
    Unknown,
}

/// What `go` says. Every field is what the protocol calls it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Go {
    /// Think about these moves only.
    pub searchmoves: Vec<String>,
    /// Think about the move that the opponent is expected to make.
    pub ponder: bool,
    /// White's and Black's time.
    pub time: [Option<Duration>; 2],
    /// What each move adds to White's and Black's time.
    pub increment: [Duration; 2],
    /// How many moves there are until more time is given.
    pub movestogo: Option<u32>,
    /// Look so many plies ahead.
    pub depth: Option<i32>,
    /// Look at so many nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<i32>,
    /// Think exactly so long.
    pub movetime: Option<Duration>,
    /// Think until `stop`.
    pub infinite: bool,
    /// Count the leaves of the tree of legal moves instead; not part of the protocol.
    pub perft: Option<u32>,
    /// What could not be read, each in a few words. A limit that is no number is the least: a search without a limit
    /// would not be heard of before somebody says stop.
    pub problems: Vec<String>,
}

impl Command {
    /// Reads a line. Words before the first known one are skipped, as the protocol wants it.
    pub fn read(line: &str) -> Self {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Self::Uci,
                "isready" => Self::IsReady,
                "ucinewgame" => Self::NewGame,
                "position" => position(words),
                "setoption" => set_option(words),
                "go" => Self::Go(Box::new(Go::read(words))),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "d" => Self::Show,
                "quit" => Self::Quit,
                _ => continue,
            };
        }
        Self::Unknown
    }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => Some(words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" ")),
        other => Some(other.unwrap_or_default().to_owned()),
    };
    let moves = words.filter(|&word| word != "moves").map(str::to_owned).collect();
    Command::Position { fen, moves }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let (mut name, mut value): (Vec<&str>, Vec<&str>) = Default::default();
    let mut in_value = false;
    for word in words {
        match word {
            "name" if name.is_empty() => {}
            "value" if !in_value => in_value = true,
            word if in_value => value.push(word),
            word => name.push(word),
        }
    }
    Command::SetOption { name: name.join(" "), value: value.join(" ") }
}

impl Go {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut go = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| looks_like_a_move(word)) {
                        go.searchmoves.push(word.to_owned());
                    }
                }
                "wtime" => go.time[0] = go.read_time(word, words.next()),
                "btime" => go.time[1] = go.read_time(word, words.next()),
                "winc" => go.increment[0] = go.read_time(word, words.next()).unwrap_or_default(),
                "binc" => go.increment[1] = go.read_time(word, words.next()).unwrap_or_default(),
                "movestogo" => go.movestogo = go.read_number(word, words.next(), 1..=u32::MAX.into()).map(|n| n as u32),
                "depth" => go.depth = go.read_number(word, words.next(), 1..=i32::MAX as u64).map(|n| n as i32),
                "nodes" => go.nodes = go.read_number(word, words.next(), 1..=u64::MAX),
                "mate" => go.mate = go.read_number(word, words.next(), 1..=LONGEST_MATE).map(|n| n as i32),
                "movetime" => go.movetime = go.read_time(word, words.next()),
                "perft" => go.perft = go.read_number(word, words.next(), 0..=u32::MAX.into()).map(|n| n as u32),
                _ => {}
            }
        }
        go
    }

    /// The number after a word, in its range; nothing if no word follows.
    fn read_number(&mut self, name: &str, word: Option<&str>, range: RangeInclusive<u64>) -> Option<u64> {
        let (least, most) = (*range.start(), *range.end());
        let Some(word) = word else {
            self.problems.push(format!("expected a whole number after {name}, found nothing"));
            return None;
        };
        let number = word.parse::<i128>().ok();
        if number.is_none_or(|number| number < least.into()) {
            self.problems.push(format!("expected a whole number from {least} on after {name}, found {word}"));
        }
        Some(number.map_or(least, |number| number.clamp(least.into(), most.into()) as u64))
    }

    /// Milliseconds; a clock that has run out shows less than none.
    fn read_time(&mut self, name: &str, word: Option<&str>) -> Option<Duration> {
        let word = match word {
            Some(late) if late.strip_prefix('-').is_some_and(|digits| digits.parse::<u64>().is_ok()) => "0",
            Some(word) => word,
            None => return self.read_number(name, None, 0..=u64::MAX).map(Duration::from_millis),
        };
        // Some programs write fractions of a millisecond, which nobody needs.
        let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
        self.read_number(name, Some(whole), 0..=u64::MAX).map(Duration::from_millis)
    }

    /// Whether nothing but `stop` ends it.
    pub fn is_endless(&self) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.movetime.is_some();
        self.infinite || !(limited || self.time.iter().any(Option::is_some))
    }
}

fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read("  isready  "), Command::IsReady);
        assert_eq!(Command::read("joho debug on uci"), Command::Uci, "unknown words before a command are skipped");
        assert_eq!(Command::read("debug on"), Command::Unknown);
        assert_eq!(Command::read(""), Command::Unknown);
        let position = Command::read("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7");
        let (fen, moves) = (Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()), vec!["e2e4".into(), "e8e7".into()]);
        assert_eq!(position, Command::Position { fen, moves });
        let position = Command::read("position startpos moves e2e4");
        assert_eq!(position, Command::Position { fen: None, moves: vec!["e2e4".into()] });
        let option = Command::read("setoption name Clear Hash");
        assert_eq!(option, Command::SetOption { name: "Clear Hash".into(), value: String::new() });
        let option = Command::read("setoption name Hash value 16");
        assert_eq!(option, Command::SetOption { name: "Hash".into(), value: "16".into() });
    }

    #[test]
    fn go_is_read_in_any_order() {
        let Command::Go(go) = Command::read(
            "go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 20 movestogo 3 depth 7 nodes 99 mate 2 ponder",
        ) else {
            panic!("go is go");
        };
        assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!(go.time, [Some(Duration::from_millis(1000)), Some(Duration::ZERO)]);
        assert_eq!((go.movestogo, go.depth, go.nodes, go.mate, go.ponder), (Some(3), Some(7), Some(99), Some(2), true));
        assert!(!go.is_endless());
        let Command::Go(go) = Command::read("go infinite depth") else { panic!("go is go") };
        assert!(go.is_endless() && go.depth.is_none());
        assert_eq!(go.problems, ["expected a whole number after depth, found nothing"]);
    }

    /// A limit that cannot be read is not left out: the search would never end.
    #[test]
    fn a_limit_that_is_no_number_is_the_least() {
        let read = |line: &str| match Command::read(line) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        };
        let go = read("go nodes -5 depth x mate 0");
        assert_eq!((go.nodes, go.depth, go.mate), (Some(1), Some(1), Some(1)));
        assert_eq!(go.problems.len(), 3);
        assert_eq!(go.problems[0], "expected a whole number from 1 on after nodes, found -5");
        let go = read("go movetime soon wtime 99999999999999999999 btime -99999999999999999999 winc 12.75");
        assert_eq!((go.movetime, go.time[0]), (Some(Duration::ZERO), Some(Duration::from_millis(u64::MAX))));
        assert_eq!((go.time[1], go.increment[0]), (Some(Duration::ZERO), Duration::from_millis(12)));
        assert!(!go.is_endless());
    }
}

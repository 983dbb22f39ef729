//! A line becomes a command.

use std::time::Duration;

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
                "wtime" => go.time[0] = time(words.next()),
                "btime" => go.time[1] = time(words.next()),
                "winc" => go.increment[0] = time(words.next()).unwrap_or_default(),
                "binc" => go.increment[1] = time(words.next()).unwrap_or_default(),
                "movestogo" => go.movestogo = number(words.next()),
                "depth" => go.depth = number(words.next()),
                "nodes" => go.nodes = number(words.next()),
                "mate" => go.mate = number(words.next()),
                "movetime" => go.movetime = time(words.next()),
                "perft" => go.perft = number(words.next()),
                _ => {}
            }
        }
        go
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

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

/// Milliseconds; a clock that has run out shows less than none.
fn time(word: Option<&str>) -> Option<Duration> {
    let milliseconds: i64 = number(word)?;
    Some(Duration::from_millis(milliseconds.max(0) as u64))
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
    }
}

//! Where games of a match start: well-known openings, or positions from a file.

use cozy_chess::{Board, Move};
use secateur_chess::{Notation, read_fen, read_san, show_move};

/// An opening: a position and moves from there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Its name.
    pub name: String,
    /// The position before the moves.
    pub start: Board,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// What is said to an engine.
    pub(crate) fn position(&self) -> String {
        let notation = Notation::of(&self.start);
        let mut board = self.start.clone();
        let shown = match notation {
            Notation::Standard => format!("{board}"),
            Notation::Chess960 => format!("{board:#}"),
        };
        let mut text = if board == Board::startpos() {
            "position startpos moves".to_owned()
        } else {
            format!("position fen {shown} moves")
        };
        for &chosen in &self.moves {
            text += &format!(" {}", show_move(&board, chosen, notation));
            board.play_unchecked(chosen);
        }
        text
    }
}

/// The error of a line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected a FEN or moves such as `e4 e5 Nf3`, found {found}")]
pub struct BadOpening {
    line: usize,
    found: String,
}

/// Reads openings, one a line: a FEN (what follows a semicolon is ignored), or moves from the usual start.
pub fn read_openings(text: &str) -> Result<Vec<Opening>, BadOpening> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(i, line)| {
            let line = line.split(';').next().unwrap_or_default().trim();
            read_line(line).ok_or_else(|| BadOpening { line: i + 1, found: line.chars().take(60).collect() })
        })
        .collect()
}

fn read_line(line: &str) -> Option<Opening> {
    if let Ok(start) = read_fen(&line.split_whitespace().take(6).collect::<Vec<_>>().join(" ")) {
        return Some(Opening { name: line.to_owned(), start, moves: Vec::new() });
    }
    let start = Board::startpos();
    let mut board = start.clone();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let chosen = read_san(&board, word)?;
        moves.push(chosen);
        board.play_unchecked(chosen);
    }
    Some(Opening { name: line.to_owned(), start, moves })
}

/// Well-known openings, five moves or so each, all of them playable for both sides.
pub fn built_in() -> Vec<Opening> {
    LINES.lines().filter_map(read_line).collect()
}

const LINES: &str = "\
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6
e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6
e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5
e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7
e4 e5 Nc3 Nf6 Bc4 Nc6 d3 Bb4
e4 e5 Bc4 Nf6 d3 c6 Nf3 d5 Bb3 Bd6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7
e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 Nf6
e4 c5 Nf3 d6 Bb5 Bd7 Bxd7 Qxd7 O-O Nc6
e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6
e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 e6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6
e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7
e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5
e4 e6 d4 d5 Nd2 c5 exd5 exd5 Ngf3 Nc6
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6
e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Nf3 Ngf6
e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5
e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6
e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O
e4 g6 d4 Bg7 Nc3 d6 Be3 a6 Nf3 b5
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6
e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6
d4 d5 c4 e6 Nf3 Nf6 g3 Be7 Bg2 O-O
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7
d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6 Nf3 Nc6
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6
d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 c3 Qb6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7
d4 Nf6 c4 e6 Nf3 Bb4 Bd2 Qe7 g3 Nc6
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3 O-O
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3
d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3 dxc4
d4 Nf6 c4 g6 g3 Bg7 Bg2 O-O Nc3 d6
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6
d4 Nf6 c4 e6 Nf3 c5 e3 d5 Nc3 Nc6
d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O
d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5
c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5 Nc3 Nb6
c4 c5 Nf3 Nf6 Nc3 Nc6 g3 d5 cxd5 Nxd5
c4 Nf6 Nc3 e6 Nf3 d5 d4 Be7 Bf4 O-O
c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7
Nf3 Nf6 c4 g6 g3 Bg7 Bg2 O-O O-O d6
Nf3 d5 c4 d4 g3 c5 Bg2 Nc6 O-O e5
b3 e5 Bb2 Nc6 e3 d5 Bb5 Bd6
f4 d5 Nf3 g6 g3 Bg7 Bg2 Nf6 O-O O-O";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_opening_can_be_played() {
        let openings = built_in();
        assert_eq!(openings.len(), LINES.lines().count(), "all of them are legal");
        let mut ends: Vec<u64> = openings
            .iter()
            .map(|opening| {
                opening.moves.iter().fold(opening.start.clone(), |mut board, &chosen| {
                    board.play(chosen);
                    board
                })
            })
            .map(|board| board.hash())
            .collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), openings.len(), "no two end alike");
    }

    #[test]
    fn openings_are_read_from_text() {
        let openings = read_openings("e4 e5\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; a comment\n").unwrap();
        assert_eq!(openings[0].position(), "position startpos moves e2e4 e7e5");
        assert_eq!(openings[1].position(), "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves");
        let problem = read_openings("e4\ne5 e5").unwrap_err().to_string();
        assert_eq!(problem, "line 2: expected a FEN or moves such as `e4 e5 Nf3`, found e5 e5");
    }
}

//! Positions and moves as text.

use cozy_chess::util::{display_san_move, parse_san_move};
use cozy_chess::{Board, Color, File, Move, Rank, Square};

/// The error of a text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a position in FEN such as `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`: {problem}")]
pub struct BadFen {
    problem: String,
}

/// Reads a position in Forsyth–Edwards notation, also with Shredder's castling rights or those of X-FEN, where `K` and `Q`
/// mean the outermost rooks on either side of the king. The counters may be left out.
///
/// ```
/// assert!(secateur_chess::read_fen("nrbnkbqr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBQR w KQkq -").is_ok());
/// assert!(secateur_chess::read_fen("4k3/8/8/8/8/8/4P3/4K3 w - -").is_ok());
/// assert!(secateur_chess::read_fen("4k3/8/8/8/8/8/4P3/8 w - - 0 1").is_err()); // nobody plays without a king
/// ```
pub fn read_fen(text: &str) -> Result<Board, BadFen> {
    let bad = |problem: String| BadFen { problem };
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return Err(bad("found nothing".to_owned()));
    }
    if fields.len() > 6 {
        return Err(bad(format!("it has six fields at most, found {}", fields.len())));
    }
    // What is usually left out, from the back: the counters, then in passing, castling, and who moves.
    let usual = ["w", "-", "-", "0", "1"];
    while fields.len() < 6 {
        fields.push(usual[fields.len() - 1]);
    }
    if fields[5] == "0" {
        fields[5] = "1"; // some programs count from 0
    }
    let castling = rooks_by_name(fields[0], fields[2]);
    fields[2] = &castling;
    fields.join(" ").parse().map_err(|problem: cozy_chess::FenParseError| bad(problem.to_string().to_lowercase()))
}

/// Castling rights with rooks named by their files, where `KQkq` can be meant so; the same rights otherwise.
fn rooks_by_name(board: &str, rights: &str) -> String {
    // The squares of a rank, which may be nonsense; then nothing is found there.
    let squares = |rank: &str| -> Vec<char> {
        let empty = |letter: char| letter.to_digit(10).filter(|digit| (1..9).contains(digit));
        let square = |letter: char| match empty(letter) {
            Some(count) => vec![' '; count as usize],
            None => vec![letter],
        };
        rank.chars().take(8).flat_map(square).collect()
    };
    let (first, last) = (board.rsplit('/').next().unwrap_or_default(), board.split('/').next().unwrap_or_default());
    let (whites, blacks) = (squares(first), squares(last));
    let name = |right: char| {
        let (rank, king, rook) = if right.is_uppercase() { (&whites, 'K', 'R') } else { (&blacks, 'k', 'r') };
        let king = rank.iter().position(|&piece| piece == king)?;
        let file = match right.to_ascii_uppercase() {
            'K' => rank.iter().rposition(|&piece| piece == rook).filter(|&file| file > king)?,
            'Q' => rank.iter().position(|&piece| piece == rook).filter(|&file| file < king)?,
            _ => return None,
        };
        let letter = char::from(b'a' + u8::try_from(file).ok().filter(|&file| file < 8)?);
        Some(if right.is_uppercase() { letter.to_ascii_uppercase() } else { letter })
    };
    let named: Option<String> = rights.chars().map(name).collect();
    // Rights that are named in part would mix two notations.
    named.unwrap_or_else(|| rights.to_owned())
}

/// How castling is written: as the king's two steps (`e1g1`), or, where that would be unclear, as the king taking its
/// rook (`e1h1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// The king's two steps.
    #[default]
    Standard,
    /// The king takes its rook.
    Chess960,
}

impl Notation {
    /// The notation that fits a position: standard, unless somebody may castle from unusual squares.
    pub fn of(board: &Board) -> Self {
        let usual = Color::ALL.into_iter().all(|color| {
            let rights = board.castle_rights(color);
            let rooks =
                rights.short.is_none_or(|file| file == File::H) && rights.long.is_none_or(|file| file == File::A);
            let may_castle = rights.short.is_some() || rights.long.is_some();
            rooks && (!may_castle || board.king(color).file() == File::E)
        });
        if usual { Self::Standard } else { Self::Chess960 }
    }
}

/// A move as engines write it: `e2e4`, `e7e8q`.
pub fn show_move(board: &Board, chosen: Move, notation: Notation) -> String {
    let mut shown = chosen;
    let castles = board.colors(board.side_to_move()).has(chosen.to);
    if castles && notation == Notation::Standard {
        let file = if chosen.from.file() < chosen.to.file() { File::G } else { File::C };
        shown.to = Square::new(file, chosen.from.rank());
    }
    shown.to_string()
}

/// The legal move that a text names, in either notation; `None` if it names none.
pub fn read_move(board: &Board, text: &str) -> Option<Move> {
    let mut read: Move = text.parse().ok()?;
    if board.is_legal(read) {
        return Some(read);
    }
    // The king's two steps: cozy-chess wants the king to take the rook.
    let mover = board.side_to_move();
    let first_rank = Rank::First.relative_to(mover);
    let rights = board.castle_rights(mover);
    let rook = match read.to.file() {
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    let kings_own = read.from == board.king(mover) && read.from.file() == File::E && read.to.rank() == first_rank;
    read.to = Square::new(rook, first_rank);
    (kings_own && board.is_legal(read)).then_some(read)
}

/// The legal move that a text such as `Nxf7+` names; `None` if it names none or several.
pub fn read_san(board: &Board, text: &str) -> Option<Move> {
    // Marks of opinion and zeros for castling are common.
    let text = text.trim_end_matches(['!', '?']).replace('0', "O");
    if !text.is_ascii() {
        return None;
    }
    parse_san_move(board, &text).ok().filter(|&read| board.is_legal(read))
}

/// A legal move in standard algebraic notation.
pub fn show_san(board: &Board, chosen: Move) -> String {
    display_san_move(board, chosen).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::legal_moves;

    #[test]
    fn castling_is_written_both_ways() {
        let board = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let castle = read_move(&board, "e1g1").unwrap();
        assert_eq!(Some(castle), read_move(&board, "e1h1"));
        assert_eq!(show_move(&board, castle, Notation::Standard), "e1g1");
        assert_eq!(show_move(&board, castle, Notation::Chess960), "e1h1");
        assert_eq!(show_san(&board, castle), "O-O");
        assert_eq!(read_san(&board, "0-0"), Some(castle));
        assert_eq!(Notation::of(&board), Notation::Standard);
        let unusual = read_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").unwrap();
        assert_eq!(Notation::of(&unusual), Notation::Chess960);
        assert_eq!(show_move(&unusual, read_move(&unusual, "f1h1").unwrap(), Notation::Chess960), "f1h1");
        assert!(read_move(&unusual, "f1g1").is_some_and(|step| step.to == Square::G1), "a step is a step");
    }

    /// X-FEN, the common notation of Chess960: `K` and `Q` are the outermost rooks.
    #[test]
    fn castling_rights_are_read_in_every_notation() {
        for (extended, shredder) in [
            (
                "nrbnkbqr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBQR w KQkq -",
                "nrbnkbqr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBQR w HBhb - 0 1",
            ),
            ("4k3/8/8/8/8/8/8/RRK3RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RRK3RR w HA - 0 1"),
            ("bqrnkrnb/8/8/8/8/8/8/3RK3 w Qk - 0 1", "bqrnkrnb/8/8/8/8/8/8/3RK3 w Df - 0 1"),
        ] {
            assert_eq!(read_fen(extended).unwrap(), read_fen(shredder).unwrap(), "{extended}");
        }
        let usual = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(usual, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap());
        for wrong in
            ["4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1"]
        {
            assert!(read_fen(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_move_is_read_back() {
        for number in [0, 17, 518, 900] {
            let mut board = Board::chess960_startpos(number);
            for turn in 0..60usize {
                let moves = legal_moves(&board);
                for &chosen in &moves {
                    for notation in [Notation::of(&board), Notation::Chess960] {
                        assert_eq!(read_move(&board, &show_move(&board, chosen, notation)), Some(chosen), "{board}");
                    }
                    assert_eq!(read_san(&board, &show_san(&board, chosen)), Some(chosen), "{board}");
                }
                let Some(&chosen) = moves.get((turn * 7919 + number as usize) % moves.len().max(1)) else { break };
                board.play_unchecked(chosen);
            }
        }
    }

    proptest! {
        /// Whatever is typed, the answer is a position or one line.
        #[test]
        fn bad_positions_are_refused_in_one_line(text in "\\PC{0,40}|[1-8pnbrqkPNBRQK/]{8,60}( [wb])?( [KQkq-]{1,4})?( \\PC{1,5}){0,5}") {
            if let Err(problem) = read_fen(&text) {
                prop_assert!(!problem.to_string().contains('\n'));
            }
        }

        #[test]
        fn bad_moves_are_refused(text in "\\PC{0,8}|[a-h][1-8][a-h][1-8][nbrqkp]?|[NBRQKO0][a-h1-8x=+#O0-]{0,6}") {
            let board = Board::startpos();
            for read in [read_move(&board, &text), read_san(&board, &text)].into_iter().flatten() {
                prop_assert!(board.is_legal(read));
            }
        }
    }
}

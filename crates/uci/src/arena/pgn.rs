//! Games in Portable Game Notation, with what the clocks showed.

use std::time::Duration;

use cozy_chess::{Board, Color};
use secateur_chess::show_san;

use super::{Ending, Late, Opening, Pace, Record};

/// A game as text, an empty line after it.
pub fn pgn(opening: &Opening, record: &Record, names: [&String; 2], round: usize, pace: &Pace) -> String {
    let result = match record.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None if record.ending == Ending::Void => "*",
        None => "1/2-1/2",
    };
    let quoted = |text: &str| text.replace(['"', '\\'], "'");
    let mut text = format!(
        "[Event \"Secateur match\"]\n[Round \"{round}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
        quoted(names[0]),
        quoted(names[1])
    );
    if opening.start != Board::startpos() {
        text += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", opening.start);
    }
    if let Pace::Clock { time, increment, .. } = pace {
        text += &format!("[TimeControl \"{}+{}\"]\n", time.as_secs_f64(), increment.as_secs_f64());
    }
    text += &format!("[Termination \"{}\"]\n\n", record.ending.name());
    let mut board = opening.start.clone();
    let mut words = Vec::new();
    for (i, &chosen) in opening.moves.iter().chain(&record.moves).enumerate() {
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if i == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(show_san(&board, chosen));
        board.play_unchecked(chosen);
        let clock = i.checked_sub(opening.moves.len()).and_then(|i| record.clocks.get(i));
        words.extend(clock.map(|&shown| format!("{{[%clk {}]}}", clock_face(shown))));
    }
    if let Some(Late { left, took, stood_still }) = record.late {
        let [left, took, stood_still] = [left, took, stood_still].map(|time| time.as_secs_f64());
        let said = format!("{{{took:.3} s for a move, {left:.3} s on the clock, {stood_still:.3} s standstill}}");
        words.extend(said.split(' ').map(str::to_owned));
    }
    words.push(result.to_owned());
    text + &wrapped(&words) + "\n\n"
}

/// Hours, minutes and seconds, as programs that show games expect them.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, time.subsec_millis())
}

/// Lines of at most 80 letters.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        if width + word.len() + 1 > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
        }
        text += word;
        width += word.len() + 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use secateur_chess::{read_fen, read_move};

    use super::*;

    #[test]
    fn a_game_is_written_down() {
        let start = read_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap();
        let opening = Opening { name: String::new(), start: start.clone(), moves: Vec::new() };
        let chosen = read_move(&start, "e8e7").unwrap();
        let record = Record {
            moves: vec![chosen],
            clocks: vec![Duration::from_millis(3_723_045)],
            late: Some(Late {
                left: Duration::from_millis(20),
                took: Duration::from_millis(31),
                stood_still: Duration::from_millis(4),
            }),
            winner: Some(Color::White),
            ending: Ending::Time,
            lag: Duration::ZERO,
        };
        let pace = Pace::Clock {
            time: Duration::from_secs(10),
            increment: Duration::from_millis(100),
            margin: Duration::ZERO,
        };
        let text = pgn(&opening, &record, [&"a".to_owned(), &"b\"c".to_owned()], 3, &pace);
        assert!(
            text.contains(
                "[Black \"b'c\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]"
            )
        );
        let tags = "[TimeControl \"10+0.1\"]\n[Termination \"time\"]\n\n";
        let moves =
            "7... Ke7 {[%clk 1:02:03.045]} {0.031 s for a move, 0.020 s on the clock, 0.004\ns standstill} 1-0\n\n";
        assert!(text.ends_with(&(tags.to_owned() + moves)), "{text}");
        let void = Record { winner: None, ending: Ending::Void, ..record };
        let text = pgn(&opening, &void, [&"a".to_owned(), &"b".to_owned()], 3, &pace);
        assert!(text.contains("[Result \"*\"]") && text.ends_with("standstill} *\n\n"), "{text}");
    }
}

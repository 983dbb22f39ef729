//! The protocol, spoken through pipes as a chess program does.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cozy_chess::Board;
use secateur_chess::{read_fen, read_move};
use secateur_uci::Output;

/// An engine on the other end of two pipes.
struct Engine {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    fn start() -> Self {
        let (commands, to) = pipe().unwrap();
        let (from, answers) = pipe().unwrap();
        let thread = thread::spawn(move || {
            secateur_uci::run(BufReader::new(commands), Output::to(answers));
        });
        let mut engine = Self { to: Some(to), from: BufReader::new(from), thread: Some(thread) };
        engine.say("uci");
        engine.wait_for("uciok");
        engine.say("setoption name Hash value 4");
        engine.is_ready();
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "the engine is gone");
        line.trim_end().to_owned()
    }

    /// All lines up to the first that begins like this.
    fn wait_for(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    fn is_ready(&mut self) -> Vec<String> {
        self.say("isready");
        self.wait_for("readyok")
    }

    /// The lines of a search; the last has the best move.
    fn go(&mut self, position: &str, go: &str) -> Vec<String> {
        self.say(&format!("position {position}"));
        self.say(&format!("go {go}"));
        self.wait_for("bestmove")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        drop(self.to.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the engine panicked");
        }
    }
}

/// One thread, and both ways to use two.
const THREADS: [(usize, &str); 3] = [(1, "jamboree"), (2, "jamboree"), (2, "lazy-smp")];

impl Engine {
    fn start_with((threads, parallel): (usize, &str)) -> Self {
        let mut engine = Self::start();
        engine.say(&format!("setoption name Threads value {threads}"));
        engine.say(&format!("setoption name Parallel value {parallel}"));
        engine.is_ready();
        engine
    }
}

fn best(lines: &[String]) -> &str {
    lines.last().unwrap().split_whitespace().nth(1).unwrap()
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|&word| word != name).nth(1)
}

#[test]
fn mates_are_found_and_announced() {
    let mut engine = Engine::start();
    let lines = engine.go("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "depth 3");
    assert_eq!(best(&lines), "d1d8");
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
    let lines = engine.go("fen 8/8/8/8/8/1k6/7q/K7 b - - 0 1", "mate 1");
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
    let lines = engine.go("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "depth 3");
    assert_eq!(best(&lines), "0000", "nobody can move");
}

#[test]
fn info_lines_tell_what_the_protocol_names_and_lines_are_legal() {
    let mut engine = Engine::start();
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    engine.say("setoption name MultiPV value 3");
    let lines = engine.go(&format!("fen {fen}"), "depth 6");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 6 ")).collect();
    assert_eq!(infos.len(), 3, "{lines:?}");
    let mut scores = Vec::new();
    for (i, line) in infos.iter().enumerate() {
        assert_eq!(field(line, "multipv"), Some((i + 1).to_string().as_str()));
        for name in ["depth", "seldepth", "nodes", "nps", "hashfull", "time"] {
            assert!(field(line, name).is_some_and(|value| value.parse::<u64>().is_ok()), "{name} in {line}");
        }
        scores.push(field(line, "cp").unwrap().parse::<i32>().unwrap());
        let mut board = read_fen(fen).unwrap();
        for name in line.split(" pv ").nth(1).unwrap().split_whitespace() {
            board.play(read_move(&board, name).expect(line));
        }
    }
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    let firsts: Vec<_> = infos.iter().filter_map(|line| line.split(" pv ").nth(1)?.split_whitespace().next()).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] == best(&lines));
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::start();
    let lines = engine.go("startpos", "nodes 5000");
    let nodes: u64 = lines.iter().filter_map(|line| field(line, "nodes")?.parse().ok()).max().unwrap();
    assert!(nodes <= 5000, "{nodes}");
    let started = Instant::now();
    engine.go("startpos", "movetime 150");
    let took = started.elapsed();
    assert!(took > Duration::from_millis(100) && took < Duration::from_millis(600), "{took:?}");
    let lines = engine.go("startpos", "depth 4 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&best(&lines)));
}

#[test]
fn stop_and_isready_are_answered_at_once() {
    for threads in THREADS {
        let mut engine = Engine::start_with(threads);
        let (mut stops, mut readies) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            engine.say("position startpos");
            engine.say("go infinite");
            thread::sleep(Duration::from_millis(40));
            let asked = Instant::now();
            engine.is_ready();
            readies.push(asked.elapsed());
            let asked = Instant::now();
            engine.say("stop");
            engine.wait_for("bestmove");
            stops.push(asked.elapsed());
        }
        // The machine may be busy with other tests: the best of five is the engine's own.
        assert!(*stops.iter().min().unwrap() < Duration::from_millis(20), "{threads:?} {stops:?}");
        assert!(*readies.iter().min().unwrap() < Duration::from_millis(20), "{threads:?} {readies:?}");
    }
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go ponder wtime 100 btime 100");
    thread::sleep(Duration::from_millis(250));
    let lines = engine.is_ready();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "its clock stands still");
    engine.say("ponderhit");
    engine.wait_for("bestmove");
    // A mate in one needs no thought, and still waits.
    engine.say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    engine.say("go ponder wtime 1000 btime 1000");
    thread::sleep(Duration::from_millis(100));
    assert!(!engine.is_ready().iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    engine.wait_for("bestmove d1d8");
}

#[test]
fn bad_lines_are_reported_or_ignored() {
    let mut engine = Engine::start();
    engine.say("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(engine.line().starts_with("info string expected a position in FEN"));
    engine.say("position startpos moves e2e4 e2e4");
    assert!(engine.line().starts_with("info string expected a legal move"));
    engine.say("setoption name Hash value 999999999");
    assert_eq!(engine.line(), "info string expected Hash from 1 to 65536, found 999999999");
    for nonsense in
        ["", "hello", "go depth", "position", "setoption", "\u{fffd}\u{7}", "stop", "ponderhit", "go wtime x"]
    {
        engine.say(nonsense);
    }
    engine.say("stop");
    engine.is_ready();
    let lines = engine.go("startpos moves e2e4", "depth 2");
    assert!(
        read_move(&read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap(), best(&lines))
            .is_some()
    );
}

/// Whoever says a position that cannot be read means another one than the last: nothing is played there.
#[test]
fn nothing_is_played_from_a_position_that_was_refused() {
    let mut engine = Engine::start();
    for wrong in ["fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "startpos moves e2e4 e2e4", "fen"] {
        engine.say("position startpos moves e2e4");
        let lines = engine.go(wrong, "depth 3");
        assert_eq!(best(&lines), "0000", "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains(" pv ")), "{lines:?}");
        engine.say("d");
        assert!(engine.line().starts_with("info string expected"));
        engine.say("go perft 2");
        assert!(engine.wait_for("bestmove").iter().all(|line| !line.contains("Nodes searched")));
    }
    assert_ne!(best(&engine.go("startpos", "depth 2")), "0000");
}

/// Every `go` is answered, however strange, without anybody saying stop.
#[test]
fn strange_questions_get_an_answer() {
    let mut engine = Engine::start();
    for go in ["nodes -5", "nodes 0", "nodes many", "mate 1", "mate -3", "depth 0", "depth -1", "movetime x", "wtime x"]
    {
        let lines = engine.go("startpos", go);
        assert_ne!(best(&lines), "0000", "{go}: {lines:?}");
    }
    let lines = engine.go("startpos", "searchmoves e2e5");
    assert!(lines[0].starts_with("info string expected legal moves"), "{lines:?}");
    assert_eq!(best(&lines), "0000");
    assert_eq!(best(&engine.go("startpos", "searchmoves e2e5 e2e4 depth 2")), "e2e4");
}

/// While it counts, everything else is heard.
#[test]
fn a_long_count_is_interrupted() {
    let mut engine = Engine::start();
    engine.say("go perft 3");
    assert!(engine.wait_for("Nodes searched").contains(&"Nodes searched: 8902".to_owned()));
    engine.say("go perft 99");
    assert!(engine.line().contains("expected a depth up to 20"));
    for end in ["stop", "go depth 1"] {
        engine.say("go perft 12");
        engine.is_ready();
        let said = Instant::now();
        engine.say(end);
        engine.wait_for("info string stopped");
        assert!(said.elapsed() < Duration::from_millis(500), "{end}: {:?}", said.elapsed());
    }
    engine.wait_for("bestmove");
    // Both ways to end a conversation end the count.
    engine.say("go perft 12");
    engine.say("quit");
    engine.wait_for("info string stopped");
    let mut other = Engine::start();
    other.say("go perft 12");
    drop(other.to.take());
    other.wait_for("info string stopped");
}

#[test]
fn chess960_positions_are_read_as_they_are_usually_written() {
    let mut engine = Engine::start();
    let lines = engine.go("fen nrbnkbqr/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBQR w KQkq -", "depth 2");
    assert_ne!(best(&lines), "0000", "{lines:?}");
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1 moves f1h1 e8e7");
    let lines = engine.go("fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1 moves f1h1 e8e7", "depth 4");
    assert!(!lines.iter().any(|line| line.contains("info string")), "{lines:?}");
}

/// What was told last begins with the move that is played, also when a search is cut short.
#[test]
fn the_last_line_begins_with_the_best_move() {
    let mut engine = Engine::start_with(THREADS[1]);
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for nodes in (100..4000).step_by(300) {
        let lines = engine.go(&format!("fen {fen}"), &format!("nodes {nodes}"));
        let told = lines.iter().rev().find_map(|line| line.split(" pv ").nth(1)?.split_whitespace().next());
        assert_eq!(told, Some(best(&lines)), "{lines:?}");
    }
}

/// Hardly any time is enough for some move.
#[test]
fn without_time_a_move_is_made_at_once() {
    let mut engine = Engine::start_with(THREADS[1]);
    for go in ["wtime 1 btime 1", "wtime 0 btime 0 winc 5 binc 5", "wtime -20 btime 5", "movetime 0", "movetime 1"] {
        let lines = engine.go("startpos moves e2e4 e7e5", go);
        let board = read_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
        assert!(read_move(&board, best(&lines)).is_some(), "{go}: {lines:?}");
    }
}

/// Several threads give a legal move, too, and a whole game with a fast clock ends without a late or illegal move.
#[test]
fn games_with_a_clock_on_two_threads() {
    game_with_a_clock(THREADS[1]);
    game_with_a_clock(THREADS[2]);
}

fn game_with_a_clock(threads: (usize, &str)) {
    let mut engine = Engine::start_with(threads);
    let (mut board, mut moves, mut clock) = (Board::startpos(), String::new(), [Duration::from_millis(2000); 2]);
    let increment = Duration::from_millis(40);
    for turn in 0..60 {
        let go = format!("wtime {} btime {} winc 40 binc 40", clock[0].as_millis(), clock[1].as_millis());
        let started = Instant::now();
        let lines = engine.go(&format!("startpos moves{moves}"), &go);
        let took = started.elapsed();
        assert!(took < clock[turn % 2], "{took:?} of {:?}", clock[turn % 2]);
        clock[turn % 2] = clock[turn % 2] - took + increment;
        let Some(chosen) = read_move(&board, best(&lines)) else { break };
        moves += &format!(" {}", best(&lines));
        board.play(chosen);
        if !board.generate_moves(|_| true) {
            break;
        }
    }
}

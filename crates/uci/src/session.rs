//! The conversation: commands are read here, and the engine thinks on a thread of its own.

use std::io::BufRead;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Color};
use secateur_chess::engine::{Answer, Clock, Engine, Numbers, Question, Report, Shown};
use secateur_chess::{Notation, divide, read_fen, read_move, show_move};

use crate::command::{Command, Go};
use crate::lag::Lag;
use crate::options::Options;
use crate::output::Output;
use crate::thinker::{Done, Panicked, Task, Thinker};
use crate::time::{Budget, budget};

/// Reads commands until `quit` or the end of the input, and answers them. Returns the output when nothing is under way
/// any more.
///
/// At the end of the input a search with a limit is waited for, so that commands can come from a file; an endless one
/// is stopped.
pub fn run(input: impl BufRead, output: Output) -> Output {
    let mut session = Session::new(output);
    for line in input.split(b'\n') {
        // Bytes that are no text are no command either.
        let Ok(line) = line else { break };
        match Command::read(&String::from_utf8_lossy(&line)) {
            Command::Quit => {
                session.stop();
                return session.end();
            }
            command => session.obey(command),
        }
    }
    if session.endless {
        session.stop();
    }
    session.wait();
    session.end()
}

/// A search that is under way.
struct Thinking {
    clock: Arc<Clock>,
    began: Instant,
    /// The time on the clock, what a move adds, and what this one may take; nothing without a clock.
    timed: Option<(Duration, Duration, Duration)>,
}

/// What may take no longer than this is not worth a thread.
const INSTANT: Duration = Duration::from_millis(2);

struct Session {
    output: Output,
    options: Options,
    /// What the engine was last given.
    applied: Options,
    /// Nothing while it thinks.
    engine: Option<Engine>,
    thinking: Option<Thinking>,
    thinker: Thinker,
    lag: Lag,
    /// Whether only `stop` or `ponderhit` ends the search that is under way.
    endless: bool,
    forget: bool,
    game: Question,
    notation: Notation,
}

impl Session {
    fn new(output: Output) -> Self {
        Self {
            output,
            options: Options::default(),
            applied: Options { hash: 0, ..Options::default() },
            engine: None,
            thinking: None,
            thinker: Thinker::start(),
            lag: Lag::default(),
            endless: false,
            forget: false,
            game: Question::about(Board::startpos()),
            notation: Notation::Standard,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                let text = format!(
                    "id name Secateur {version}\nid author the Secateur authors\n{}\nuciok",
                    Options::describe()
                );
                self.output.say(&text);
            }
            Command::IsReady => {
                // A large table takes a moment to make: better now than on the clock.
                self.take_back(false);
                self.prepare();
                self.output.say("readyok");
            }
            Command::NewGame => {
                self.forget = true;
                self.lag.interrupt();
            }
            Command::SetOption { name, .. } if name.eq_ignore_ascii_case("clear hash") => self.forget = true,
            Command::SetOption { name, value } => {
                if let Err(problem) = self.options.set(&name, &value) {
                    self.complain(&problem);
                }
            }
            Command::Position { fen, moves } => self.position(fen.as_deref(), &moves),
            Command::Go(go) => match go.perft {
                Some(depth) => self.count(depth),
                None => self.go(&go),
            },
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.clock.ponderhit();
                }
            }
            Command::Show => self.output.say(&format!("{}", self.game.board())),
            Command::Quit | Command::Unknown => {}
        }
    }

    fn complain(&self, problem: &str) {
        let line: String =
            problem.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect();
        self.output.say(&format!("info string {line}"));
    }

    /// A position that cannot be read changes nothing; of moves those before the first wrong one count.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) {
        let board = match fen.map(read_fen) {
            None => Board::startpos(),
            Some(Ok(board)) => board,
            Some(Err(problem)) => return self.complain(&problem.to_string()),
        };
        self.notation = Notation::of(&board);
        self.game = Question::about(board);
        for name in moves {
            let Some(chosen) = read_move(self.game.board(), name) else {
                return self.complain(&format!("expected a legal move of {}, found {name}", self.game.board()));
            };
            self.game = self.game.clone().after(chosen);
        }
    }

    fn count(&self, depth: u32) {
        let board = self.game.board();
        let parts = divide(board, depth);
        let mut text = String::new();
        for (chosen, below) in &parts {
            text += &format!("{}: {below}\n", show_move(board, *chosen, self.notation));
        }
        let all: u64 = parts.iter().map(|(_, below)| below).sum();
        self.output.say(&format!("{text}\nNodes searched: {all}"));
    }

    /// Gets the engine back from a search that has ended, or from any search if `wait`.
    fn take_back(&mut self, wait: bool) {
        if self.thinking.is_none() {
            return;
        }
        match self.thinker.take_back(wait) {
            Ok(None) => {}
            Ok(Some(done)) => self.welcome_back(done),
            // A search that panicked took its engine with it; the next one gets another.
            Err(Panicked) => {
                self.thinker = Thinker::start();
                self.thinking = None;
                self.endless = false;
                self.applied.hash = 0;
                self.complain("the search failed; starting again");
                self.output.say("bestmove 0000");
            }
        }
    }

    /// The engine has come back from a search.
    fn welcome_back(&mut self, Done { engine, at }: Done) {
        if let Some(Thinking { began, timed: Some((left, increment, most)), .. }) = self.thinking.take() {
            self.lag.note(left, increment, at.saturating_duration_since(began), most);
        }
        self.engine = Some(engine);
        self.endless = false;
    }

    /// Gives the engine what was set meanwhile.
    fn prepare(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        if self.engine.is_none() || self.applied.hash != self.options.hash {
            let engine = match self.engine.take() {
                None => Engine::with_megabytes(self.options.hash),
                Some(mut engine) => match engine.resize(self.options.hash) {
                    Ok(()) => Ok(engine),
                    Err(problem) => {
                        self.engine = Some(engine);
                        Err(problem)
                    }
                },
            };
            match engine {
                Ok(engine) => {
                    self.engine = Some(engine);
                    // The system gives memory only when it is first written to: better now than move by move on the clock.
                    self.forget = true;
                }
                Err(problem) => {
                    self.complain(&problem.to_string());
                    self.options.hash = self.applied.hash.max(1);
                    if self.engine.is_none() {
                        self.engine = Engine::with_megabytes(1).ok();
                    }
                }
            }
        }
        if let Some(engine) = &mut self.engine {
            engine.set_threads(self.options.threads);
            engine.set_parallel(self.options.parallel);
            engine.set_techniques(self.options.techniques);
            engine.set_numbers(if self.options.analyse { Numbers::ANALYSIS } else { Numbers::PLAY });
            if std::mem::take(&mut self.forget) {
                engine.forget();
            }
        }
        self.applied = self.options.clone();
    }

    fn go(&mut self, go: &Go) {
        let began = Instant::now();
        self.stop();
        self.wait();
        self.prepare();
        let Some(engine) = self.engine.take() else { return self.complain("there is no memory for a table") };
        let (clock, timed) = self.clock(go, began);
        let clock = Arc::new(clock);
        let mut question = self.game.clone().lines(self.options.lines);
        if let Some(depth) = go.depth {
            question = question.depth(depth);
        }
        if let Some(moves) = go.mate {
            question = question.mate(moves);
        }
        let board = self.game.board().clone();
        question = question.only(go.searchmoves.iter().filter_map(|name| read_move(&board, name)).collect());
        let notation = if self.options.chess960 { Notation::Chess960 } else { self.notation };
        self.endless = go.is_endless() || go.ponder;
        let (output, ending, infinite) = (self.output.clone(), Arc::clone(&clock), go.infinite);
        let shown = board.clone();
        let think = Box::new(move |engine: &mut Engine| {
            let answer = engine.think(&question, &ending, &mut |report| {
                output.say(&info(&shown, report, ending.elapsed(), notation));
            });
            // An endless search answers only when it is told to, even if there is nothing left to think about.
            while (infinite || ending.is_pondering()) && !ending.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            answer
        });
        let output = self.output.clone();
        let tell = Box::new(move |answer: &Answer| output.say(&best_move(&board, answer, notation)));
        let task = Task { engine, think, tell };
        let instant = timed.is_some_and(|(_, _, most)| most < INSTANT);
        self.thinking = Some(Thinking { clock, began, timed });
        if instant {
            // Even waking another thread would take longer than this.
            task.run(|done| self.welcome_back(done));
        } else {
            self.thinker.begin(task);
        }
    }

    /// The clock that `go` asks for; and the time on the player's own, what a move adds to it, and what this one may take.
    fn clock(&mut self, go: &Go, began: Instant) -> (Clock, Option<(Duration, Duration, Duration)>) {
        let overhead = Duration::from_millis(self.options.overhead);
        let side = usize::from(self.game.board().side_to_move() == Color::Black);
        let mut clock = Clock::since(began);
        let mut timed = None;
        if let Some(nodes) = go.nodes {
            clock = clock.nodes(nodes);
        }
        if let Some(time) = go.movetime {
            clock = clock.exactly(time.saturating_sub(overhead / 4).max(Duration::from_millis(1)));
        } else if let (Some(left), false) = (go.time[side], go.infinite) {
            let lost = self.lag.reckon(left);
            let played = u32::from(self.game.board().fullmove_number());
            let Budget { soft, hard } = budget(left, go.increment[side], go.movestogo, overhead.max(lost), played);
            clock = clock.times(soft, hard);
            // While it ponders, and where more time is given after some moves, the clock does not tell what was lost.
            timed = (!go.ponder && go.movestogo.is_none()).then_some((left, go.increment[side], hard));
        }
        (if go.ponder { clock.pondering() } else { clock }, timed)
    }

    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.clock.stop();
        }
        self.endless = false;
        if self.thinking.is_some() {
            self.take_back(true);
        }
    }

    fn wait(&mut self) {
        self.take_back(true);
    }

    /// The output, when everything is told.
    fn end(self) -> Output {
        drop(self.thinker);
        self.output
    }
}

/// The answer to `go`.
fn best_move(board: &Board, answer: &Answer, notation: Notation) -> String {
    let Some(best) = answer.best else { return "bestmove 0000".to_owned() };
    let mut line = format!("bestmove {}", show_move(board, best, notation));
    if let Some(reply) = answer.reply {
        let mut after = board.clone();
        after.play_unchecked(best);
        line += &format!(" ponder {}", show_move(&after, reply, notation));
    }
    line
}

/// One line of best play, as the protocol wants it.
fn info(board: &Board, report: &Report, elapsed: Duration, notation: Notation) -> String {
    let score = match Shown::from(report.score) {
        Shown::Centipawns(score) => format!("cp {score}"),
        Shown::Mate(moves) => format!("mate {moves}"),
    };
    let rate = report.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {rate:.0} hashfull {} time {} pv",
        report.depth,
        report.deepest,
        report.number,
        report.nodes,
        report.fullness,
        elapsed.as_millis()
    );
    let mut board = board.clone();
    for &chosen in &report.line {
        if !board.is_legal(chosen) {
            break;
        }
        text.push(' ');
        text += &show_move(&board, chosen, notation);
        board.play_unchecked(chosen);
    }
    text
}

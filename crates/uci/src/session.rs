//! The conversation: commands are read here, and the engine thinks on a thread of its own.

use std::io::BufRead;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Color};
use secateur_chess::engine::{Answer, Clock, Engine, Numbers, Question, Report, Shown};
use secateur_chess::{DEEPEST_PERFT, Notation, divide_until, read_fen, read_move, show_move};

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
    /// When it began and what its clock shows; nothing without a clock.
    timed: Option<(Instant, Timed)>,
}

/// A move on a player's own clock.
#[derive(Clone, Copy)]
struct Timed {
    /// The time on the clock.
    left: Duration,
    /// What a move adds to it.
    increment: Duration,
    /// What this move may take.
    most: Duration,
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
    /// What is wrong with the position that was asked for last. Nothing is played from the one before it.
    refused: Option<String>,
}

/// A deeper count than this takes many minutes, and is not waited for at the end of the input.
const PATIENT_PERFT: u32 = 7;

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
            refused: None,
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
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.clock.ponderhit();
                }
            }
            Command::Show => match &self.refused {
                None => self.output.say(&format!("{}", self.game.board())),
                Some(problem) => self.complain(problem),
            },
            Command::Quit | Command::Unknown => {}
        }
    }

    fn complain(&self, problem: &str) {
        let line: String =
            problem.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect();
        self.output.say(&format!("info string {line}"));
    }

    /// A position that cannot be read, or moves that cannot be played there, leave nothing to think about: the other side
    /// means another position than any that is known here.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) {
        self.refused = self.set_up(fen, moves).err();
        if let Some(problem) = &self.refused {
            self.complain(problem);
        }
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let board = fen.map_or_else(|| Ok(Board::startpos()), read_fen).map_err(|problem| problem.to_string())?;
        let notation = Notation::of(&board);
        let mut game = Question::about(board);
        for name in moves {
            let chosen = read_move(game.board(), name);
            let chosen = chosen.ok_or_else(|| format!("expected a legal move of {}, found {name}", game.board()))?;
            game = game.after(chosen);
        }
        (self.game, self.notation) = (game, notation);
        Ok(())
    }

    /// Counts on the thread that thinks, so that commands are heard meanwhile.
    fn count(&mut self, depth: u32) {
        if depth > DEEPEST_PERFT {
            return self.complain(&format!("expected a depth up to {DEEPEST_PERFT} after perft, found {depth}"));
        }
        let (board, notation) = (self.game.board().clone(), self.notation);
        let clock = Arc::new(Clock::endless());
        let (output, ending) = (self.output.clone(), Arc::clone(&clock));
        let count = Box::new(move |_: &mut Engine| {
            let parts = divide_until(&board, depth, &|| ending.is_stopped());
            let mut text = String::new();
            for (chosen, below) in &parts {
                text += &format!("{}: {below}\n", show_move(&board, *chosen, notation));
            }
            let all: u64 = if depth == 0 { 1 } else { parts.iter().map(|(_, below)| below).sum() };
            text += &if ending.is_stopped() {
                format!("info string stopped: the moves above are counted, {all} nodes so far")
            } else {
                format!("\nNodes searched: {all}")
            };
            output.say(&text);
            Answer::default()
        });
        self.think(clock, None, depth > PATIENT_PERFT, count, Box::new(|_| {}));
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
        let timed = self.thinking.take().and_then(|thinking| thinking.timed);
        if let Some((began, Timed { left, increment, most })) = timed {
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
        go.problems.iter().for_each(|problem| self.complain(problem));
        if let Some(problem) = &self.refused {
            self.complain(problem);
            return self.output.say("bestmove 0000");
        }
        if let Some(depth) = go.perft {
            return self.count(depth);
        }
        let board = self.game.board().clone();
        let only: Vec<_> = go.searchmoves.iter().filter_map(|name| read_move(&board, name)).collect();
        if only.is_empty() && !go.searchmoves.is_empty() {
            self.complain(&format!("expected legal moves of {board}, found {}", go.searchmoves.join(" ")));
            return self.output.say("bestmove 0000");
        }
        let (clock, timed) = self.clock(go, began);
        let clock = Arc::new(clock);
        let mut question = self.game.clone().lines(self.options.lines);
        if let Some(depth) = go.depth {
            question = question.depth(depth);
        }
        if let Some(moves) = go.mate {
            // A mate that is not seen twice as deep as it takes, and a little more, is not found by looking on.
            let depth = moves.saturating_mul(4).saturating_add(8);
            question = question.mate(moves).depth(go.depth.map_or(depth, |asked| asked.min(depth)));
        }
        question = question.only(only);
        let notation = if self.options.chess960 { Notation::Chess960 } else { self.notation };
        let endless = go.is_endless() || go.ponder;
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
        self.think(clock, timed.map(|timed| (began, timed)), endless, think, tell);
    }

    /// Begins what takes its time, on the thread that thinks.
    fn think(
        &mut self,
        clock: Arc<Clock>,
        timed: Option<(Instant, Timed)>,
        endless: bool,
        think: Box<dyn FnOnce(&mut Engine) -> Answer + Send>,
        tell: Box<dyn FnOnce(&Answer) + Send>,
    ) {
        self.prepare();
        let Some(engine) = self.engine.take() else { return self.complain("there is no memory for a table") };
        let task = Task { engine, think, tell };
        let instant = timed.is_some_and(|(_, Timed { most, .. })| most < INSTANT);
        self.endless = endless;
        self.thinking = Some(Thinking { clock, timed });
        if instant {
            // Even waking another thread would take longer than this.
            task.run(|done| self.welcome_back(done));
        } else {
            self.thinker.begin(task);
        }
    }

    /// The clock that `go` asks for, and what the player's own shows.
    fn clock(&mut self, go: &Go, began: Instant) -> (Clock, Option<Timed>) {
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
            let shown = Timed { left, increment: go.increment[side], most: hard };
            timed = (!go.ponder && go.movestogo.is_none()).then_some(shown);
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

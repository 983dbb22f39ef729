//! An engine in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How an engine is started.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is called in the report.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options, by name.
    pub options: Vec<(String, String)>,
}

/// Why an engine cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It cannot be started.
    #[error("cannot start {program}: {problem}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        problem: String,
    },
    /// It ended.
    #[error("{program} ended")]
    Ended {
        /// The program.
        program: String,
    },
    /// It does not answer.
    #[error("{program} does not answer {asked}")]
    Silent {
        /// The program.
        program: String,
        /// What it was asked.
        asked: String,
    },
}

/// What an engine answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move, as it wrote it.
    pub best: String,
    /// When it was asked.
    pub from: Instant,
    /// When it answered.
    pub to: Instant,
}

impl Thought {
    /// How long it took.
    pub fn took(&self) -> Duration {
        self.to.saturating_duration_since(self.from)
    }
}

/// How long an engine may take to start, or to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(20);

/// An engine that runs.
#[derive(Debug)]
pub struct Player {
    name: String,
    process: Child,
    to: ChildStdin,
    /// What it says, and when.
    lines: Receiver<(String, Instant)>,
}

impl Player {
    /// Starts an engine and sets its options.
    pub fn start(program: &Program) -> Result<Self, Failure> {
        let start = |problem: String| Failure::Start { program: program.name.clone(), problem };
        let (path, arguments) = program.command.split_first().ok_or_else(|| start("no command".to_owned()))?;
        let mut process = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|problem| start(problem.to_string()))?;
        let to = process.stdin.take().ok_or_else(|| start("no input".to_owned()))?;
        let from = process.stdout.take().ok_or_else(|| start("no output".to_owned()))?;
        let (send, lines) = channel();
        // A thread of its own reads, so that silence can be told from slowness. It ends with the engine.
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                // The time is taken here: on a busy machine it can be long until somebody looks.
                if send.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        });
        let mut player = Self { name: program.name.clone(), process, to, lines };
        player.say("uci")?;
        player.wait_for("uciok", PATIENCE)?;
        for (name, value) in &program.options {
            player.say(&format!("setoption name {name} value {value}"))?;
        }
        player.is_ready()?;
        Ok(player)
    }

    /// Tells it that another game begins. Says how long an answer takes that needs no thought.
    pub fn new_game(&mut self) -> Result<Duration, Failure> {
        self.say("ucinewgame")?;
        // The first time it may have much to clear.
        self.is_ready()?;
        self.is_ready()
    }

    /// Waits until it is ready. Says how long that took.
    pub fn is_ready(&mut self) -> Result<Duration, Failure> {
        let started = Instant::now();
        self.say("isready")?;
        let (_, at) = self.wait_for("readyok", PATIENCE)?;
        Ok(at.saturating_duration_since(started))
    }

    /// Asks for a move and waits for it until a time limit.
    pub fn think(&mut self, position: &str, go: &str, patience: Duration) -> Result<Thought, Failure> {
        self.say(position)?;
        let from = Instant::now();
        self.say(go)?;
        let (line, to) = self.wait_for("bestmove", patience)?;
        let best = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
        Ok(Thought { best, from, to })
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let said = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        said.map_err(|_| Failure::Ended { program: self.name.clone() })
    }

    /// The first line that begins like this.
    fn wait_for(&mut self, beginning: &str, patience: Duration) -> Result<(String, Instant), Failure> {
        let until = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok((line, at)) if line.starts_with(beginning) => return Ok((line, at)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Failure::Silent { program: self.name.clone(), asked: beginning.to_owned() });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Ended { program: self.name.clone() }),
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // A polite word, a moment, and then no choice.
        let _ = self.say("quit");
        for _ in 0..50 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

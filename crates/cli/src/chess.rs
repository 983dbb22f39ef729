//! The commands of the chess engine: `uci`, `perft`, `epd` and `match`.

mod contest;
mod count;
mod suite;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::arguments::{duration, megabytes};

#[derive(Debug, Subcommand)]
pub(crate) enum Chess {
    /// Be a chess engine: speak UCI on standard input and output.
    Uci,
    /// Count the sequences of legal chess moves of a given length.
    Perft(Perft),
    /// Solve a chess test suite: positions with best moves or points, in EPD.
    Epd(Epd),
    /// Let two chess engines play a match, and say what it means in Elo.
    Match(Box<Match>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur perft 5
  secateur perft \"fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 6 --divide")]
pub(crate) struct Perft {
    /// The depth, and fen= for a position other than the start.
    #[arg(required = true, value_name = "[fen=FEN] DEPTH")]
    pub(crate) words: Vec<String>,
    /// Show the count below each move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Time limit, such as 500ms or 5s. What was counted before it is shown, as after Ctrl-C.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur epd wac.epd                   one second a position
  secateur epd sts.epd --time 200ms --threads 2")]
pub(crate) struct Epd {
    /// The suite: one position a line, with bm, am, or c8 and c9.
    pub(crate) file: PathBuf,
    /// How long to think about a position.
    #[arg(long, value_parser = duration, allow_hyphen_values = true, default_value = "1s")]
    pub(crate) time: Duration,
    /// Search this many nodes instead; the result is then the same on every machine.
    #[arg(long, value_name = "COUNT", conflicts_with = "time")]
    pub(crate) nodes: Option<u64>,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Think as in a game; otherwise as in analysis, where combinations count for more.
    #[arg(long)]
    pub(crate) play: bool,
    /// Size of the table, in MB.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = megabytes)]
    pub(crate) memory: usize,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur match --two stockfish --two-option UCI_LimitStrength=true --two-option UCI_Elo=2500 --games 100
  secateur match --one-option Threads=2 --tc 10+0.1 --games 200        two threads against one
  secateur match --two-option Without=null-move --nodes 20000 --sprt 0,20
  secateur match --tc 0.2+0.005 --games 2000 --concurrency 2 --json    against itself: does anything go wrong?

An engine is a command that speaks UCI; without one it is this program. Every opening is played from both sides, and only
the rules end a game. The games are written in PGN, with what the clocks showed. If a clock ran out while a core of the
machine stood still, and would not have otherwise, the game is played again.")]
pub(crate) struct Match {
    /// The first engine's command [default: this program].
    #[arg(long, value_name = "COMMAND")]
    pub(crate) one: Option<String>,
    /// The second engine's command [default: this program].
    #[arg(long, value_name = "COMMAND")]
    pub(crate) two: Option<String>,
    /// An option of the first engine.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) one_option: Vec<String>,
    /// An option of the second engine.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) two_option: Vec<String>,
    /// How many games at most.
    #[arg(long, default_value_t = 100)]
    pub(crate) games: usize,
    /// Seconds for a game and seconds that each move adds.
    #[arg(long, value_name = "TIME+INCREMENT", default_value = "10+0.1")]
    pub(crate) tc: String,
    /// Nodes for each move, instead of a clock.
    #[arg(long, value_name = "COUNT", conflicts_with = "tc")]
    pub(crate) nodes: Option<u64>,
    /// How far a clock may be overrun.
    #[arg(long, value_parser = duration, allow_hyphen_values = true, default_value = "0ms")]
    pub(crate) margin: Duration,
    /// How many games at once.
    #[arg(long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Openings from a file, a FEN or moves such as `e4 e5 Nf3` a line [default: built in].
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Write the games to this file.
    #[arg(long, value_name = "FILE", default_value = "match.pgn")]
    pub(crate) pgn: PathBuf,
    /// Stop as soon as one of two differences in Elo, such as 0,10, is 19 times as likely as the other.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Print one JSON object at the end instead of lines as it goes.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs one of the commands.
pub(crate) fn run(command: &Chess, out: &mut (impl Write + Send)) -> Result<ExitCode> {
    match command {
        Chess::Uci => {
            secateur_uci::run(io::stdin().lock(), secateur_uci::Output::to(io::stdout()));
            Ok(ExitCode::SUCCESS)
        }
        Chess::Perft(arguments) => count::run(arguments, out),
        Chess::Epd(arguments) => suite::run(arguments, out),
        Chess::Match(arguments) => contest::run(arguments, out),
    }
}

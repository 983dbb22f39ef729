//! The command line, and what `--help` says about it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use secateur_catalogue::{Request, Resources};
use secateur_search::Limits;

/// Solves two-player zero-sum games by cutting their trees soundly.
#[derive(Debug, Parser)]
#[command(
    name = "secateur",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  secateur games                                        what can be solved
  secateur solve tic-tac-toe                            the value, the best move, best play
  secateur solve connect-four width=6 height=5          another board
  secateur solve connect-four position=4453 --time 5s   sound bounds after five seconds
  secateur solve random-tree depth=10 --algorithm alpha-beta --json
  secateur play connect-four --as max                   you move first
  secateur uci                                          the chess engine
  secateur algorithms jamboree                          its options

A game is described by key=value words. An algorithm's options follow it after a colon:
--algorithm jamboree:share=0.5,cutoff=6"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, or one game's parameters and defaults.
    Games {
        /// The name of a game.
        name: Option<String>,
    },
    /// List the algorithms, or one algorithm's options, paper and games.
    Algorithms {
        /// The name of an algorithm.
        name: Option<String>,
    },
    /// Find the value of a game, and how to play it.
    Solve(Solve),
    /// Play against the engine in the terminal.
    Play(Play),
    /// Measure a paper's table or figure again, beside the paper's figures.
    Reproduce(Reproduce),
    /// Play a bridge suit combination against best defence.
    Suit(Suit),
    /// List the minimal cut sets of a fault tree.
    Faults(Faults),
    /// Solve a matrix game: the value and both optimal strategies.
    Matrix(Matrix),
    /// Say what the strategies in a file are worth against opponents who know them.
    Exploit(Exploit),
    #[command(flatten)]
    Chess(crate::chess::Chess),
    /// Run the fixed suite; its node count is a signature of the searches.
    Bench(Bench),
    /// Print a script that completes commands in a shell.
    #[command(after_help = "\
Examples:
  secateur completions bash > ~/.local/share/bash-completion/completions/secateur
  secateur completions zsh  > ~/.zfunc/_secateur
  secateur completions fish > ~/.config/fish/completions/secateur.fish")]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur solve tic-tac-toe position=5137
  secateur solve connect-four width=5 height=5 score=distance
  secateur solve connect-four --depth 10 --estimate     what the evaluator thinks, ten moves ahead
  secateur solve tree file=my.tree --algorithm minimax
  secateur solve random-tree depth=12 seed=7 --nodes 1000 --json
  secateur solve goofspiel cards=7                      both players' mixed strategies
  secateur solve goofspiel cards=13 --checkpoint DIR    the whole pack; goes on where it was stopped

The answer always is a pair of bounds that hold, also when a limit stops the search or Ctrl-C does; they meet
when the game is solved. Without --estimate a search with a depth limit counts what lies deeper as all that the
game can promise.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) game: Game,
    /// The algorithm, with its options after a colon, such as mtdf:next=halve. See `secateur algorithms`.
    #[arg(long, short, value_name = "NAME[:key=value,…]")]
    pub(crate) algorithm: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limited,
    /// Use the game's evaluator at the depth limit. The answer then has an estimate.
    #[arg(long)]
    pub(crate) estimate: bool,
    /// Let the bounds of the answer be this far apart, where the algorithm can use it.
    #[arg(long, value_name = "WIDTH", value_parser = width, default_value = "0", allow_negative_numbers = true)]
    pub(crate) epsilon: f64,
    /// Where both players move at once: write both strategies for every position that matters into a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,
    /// For goofspiel with many cards: keep finished rounds in a folder, so that a run that was stopped or killed goes on.
    #[arg(long, value_name = "FOLDER", conflicts_with = "algorithm")]
    checkpoint: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Game {
    /// The game. See `secateur games`.
    pub(crate) game: String,
    /// The game's parameters.
    #[arg(value_name = "key=value")]
    pub(crate) parameters: Vec<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limited {
    /// Look at most so many moves ahead.
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Look at so many nodes at most, exactly.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search at most so long, such as 500ms, 5s or 2m.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Use at most so many threads [default: as many as the machine runs at once].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Let the table take at most so many MB.
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    memory: Option<usize>,
}

impl Solve {
    /// The request that these arguments make.
    pub(crate) fn request(&self) -> Request {
        let Limited { depth, nodes, time, threads, memory } = self.limits;
        let mut limits = Limits::none();
        (limits.depth, limits.nodes, limits.time) = (depth, nodes, time);
        let threads = threads.map(|threads| threads as usize);
        let mut request = Request::new(&self.game.game).limits(limits).resources(Resources {
            threads,
            memory,
            estimate: self.estimate,
            epsilon: self.epsilon,
        });
        request.parameters.clone_from(&self.game.parameters);
        request.algorithm.clone_from(&self.algorithm);
        if let Some(folder) = &self.checkpoint {
            request.algorithm = Some(format!("layers:checkpoint={folder}"));
        }
        request
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur play tic-tac-toe
  secateur play connect-four --as min --time 3s
  secateur play connect-four position=4453 --as none    the engine against itself
  secateur play einstein --seed 7                       with dice, the same ones every time

While playing, type a move's name, or: moves, hint, undo, help, quit.")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Whom you play.
    #[arg(long = "as", value_enum, default_value_t = Seat::Max)]
    pub(crate) seat: Seat,
    /// How long the engine thinks about a move.
    #[arg(long, value_parser = duration, default_value = "1s")]
    pub(crate) time: Duration,
    /// Throw dice and draw mixed moves from this seed, so that a game can be played again [default: the clock].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

/// Whom the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seat {
    /// Max, who usually moves first.
    Max,
    /// Min.
    Min,
    /// Both players; the engine gives hints.
    Both,
    /// Nobody; the engine plays against itself.
    None,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur suit AK98xx Jx                  every number of tricks, and tricks per deal
  secateur suit AK98xx Jx --tricks 5       five tricks only, with every layout on which the line succeeds
  secateur suit AQT xxx --vacant 5,13      West has five cards whose suits are unknown, East thirteen
  secateur suit KJ9x - --json

Entries are unlimited; the defenders see all cards and may falsecard. x is a small card, - a void. Odds are exact.")]
pub(crate) struct Suit {
    /// North's cards, such as AK98xx.
    #[arg(allow_hyphen_values = true)]
    pub(crate) north: String,
    /// South's cards, such as Jx.
    #[arg(allow_hyphen_values = true)]
    pub(crate) south: String,
    /// Show this number of tricks only.
    #[arg(long)]
    pub(crate) tricks: Option<u32>,
    /// How many unknown cards West and East have, the missing ones of the suit included [default: 13,13].
    #[arg(long, value_name = "WEST,EAST", value_parser = places)]
    pub(crate) vacant: Option<(u32, u32)>,
    /// Think at most so long about each number of tricks, such as 500ms or 5s.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur faults plant.xml
  secateur faults plant.xml --order 3 --top no-water
  secateur faults plant.xml --json

The file is Open-PSA XML with gates of and, or and atleast; anything else is refused by name. Probabilities take
the basic events as independent; the bound holds for the top event only without --order.")]
pub(crate) struct Faults {
    /// The fault tree.
    pub(crate) file: PathBuf,
    /// The gate to explain [default: the one that is below no other].
    #[arg(long, value_name = "GATE")]
    pub(crate) top: Option<String>,
    /// List cut sets of at most so many events.
    #[arg(long, value_name = "EVENTS")]
    pub(crate) order: Option<u32>,
    /// Keep families of cut sets as lists of masks or as decision diagrams [default: what was measured to be faster].
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) families: Option<FamilyForm>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Forms of families of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FamilyForm {
    /// Lists of sets.
    Masks,
    /// Decision diagrams.
    Diagrams,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur matrix game.nfg                 Gambit's format; the payoffs of both players add up to a constant
  secateur matrix game.txt --exact         one row a line, numbers such as 3, -0.5 or 2/3; # begins a comment
  printf '3 -1\\n-2 1\\n' | secateur matrix - --json

Payoffs are Max's, who chooses a row. The interval holds whatever floating point did.")]
pub(crate) struct Matrix {
    /// The file, or - for standard input.
    pub(crate) file: PathBuf,
    /// Answer in fractions.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur solve goofspiel cards=6 --strategy plan.json
  secateur exploit plan.json

The file is JSON: game, parameters, and for each position the path of moves to it and the probabilities of both players'
moves. Max's strategy guarantees Max the first number, Min's concedes no more than the second; the value lies between
them, and their distance is 0 if both are optimal.")]
pub(crate) struct Exploit {
    /// The strategy file.
    pub(crate) file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The suite runs on one thread, so its node counts are the same on every machine. A change of a search that
changes them is deliberate, and saves the new ones with --save.")]
pub(crate) struct Bench {
    /// Compare with the node counts in a file; exit with status 1 if they differ.
    #[arg(long, value_name = "FILE", conflicts_with = "save")]
    pub(crate) check: Option<PathBuf>,
    /// Save the node counts in a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Instead of the suite: solve Connect Four positions from a file, one a line with its distance score, such as
    /// `4455 18`, and compare.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "save", "sweep"])]
    pub(crate) positions: Option<PathBuf>,
    /// Instead of the suite: time Jamboree's constants on this machine, to judge its defaults by. Takes minutes.
    #[arg(long, conflicts_with_all = ["check", "save"])]
    pub(crate) sweep: bool,
    /// Use at most so many threads in the sweep [default: as many as the machine runs at once].
    #[arg(long, requires = "sweep", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur reproduce                        what can be reproduced, and how long it takes
  secateur reproduce jamboree --quick       a small version in under a minute
  secateur reproduce --all --out reports    everything, and one HTML report that opens offline

Every finished instance is kept: a run that was stopped, also by kill -9, goes on from there.")]
pub(crate) struct Reproduce {
    /// The experiment.
    pub(crate) id: Option<String>,
    /// Run all experiments.
    #[arg(long)]
    pub(crate) all: bool,
    /// Run the small version.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write CSV, JSON, Markdown, SVG, PNG and the HTML report into this directory.
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Draw the random instances from this seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Start anew even if there is something to go on from.
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// Reads a width that is not negative.
fn width(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on, such as 0.01".to_owned())
}

/// Reads two numbers such as `5,13`.
fn places(text: &str) -> Result<(u32, u32), String> {
    let numbers =
        text.split_once(',').and_then(|(west, east)| Some((west.trim().parse().ok()?, east.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected West's and East's number of unknown cards, such as 5,13".to_owned())
}

/// Reads a time such as `500ms`, `5s`, `1.5m` or `2h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 500ms, 5s, 2m or 1h".to_owned();
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0ms"), Ok(Duration::ZERO));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "5", "s", "-1s", "5 parsecs", "1e400s", "1e300h", "nans", "5s5s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

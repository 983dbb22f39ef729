//! What is asked about one game: solve, trace, play, and the limits that they share.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use secateur_catalogue::{Request, Resources};
use secateur_search::Limits;
use secateur_value::{Real, Window};

use super::words::{duration, megabytes, real, width, window};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur solve tic-tac-toe position=5137
  secateur solve connect-four width=5 height=5 score=distance
  secateur solve connect-four --depth 10 --estimate     what the evaluator thinks, ten moves ahead
  secateur solve tree file=my.tree --algorithm minimax
  secateur solve random-tree depth=12 seed=7 --nodes 1000 --json
  secateur solve goofspiel cards=7                      both players' mixed strategies
  secateur solve goofspiel cards=5 lead=2 --at-least 0.5     yes or no, for less than the value takes
  secateur solve connect-four width=6 height=5 score=distance --window -1,1    who wins, not how soon
  secateur solve tron width=5 height=5 --algorithm engine --time 5s --json --progress
                                                        what is known so far, an object a line
  secateur solve goofspiel cards=13 --checkpoint DIR    the whole pack; goes on where it was stopped

The answer always is a pair of bounds that hold, also when a limit stops the search or Ctrl-C does; they meet
when the game is solved. Without --estimate, a search with a depth limit uses guaranteed bounds below that depth.

With --window LOW,HIGH solved means: known to be at most LOW, at least HIGH, or exactly, if between them.

With --json --progress each line is an object. While the search runs: {\"final\": false, \"nodes\", \"seconds\"}, with
\"lower\", \"upper\" and \"width\" once the search tells what is proved (they only ever come closer), \"left\" (seconds
until the time limit) and \"note\" (in the search's own words). The last line is the answer, with \"final\": true.")]
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
    /// Allowed distance between the two bounds; algorithms that can use it do less work.
    #[arg(long, value_name = "WIDTH", value_parser = width, default_value = "0", allow_negative_numbers = true)]
    pub(crate) epsilon: f64,
    /// Only tell values between these two apart; the search stops as soon as it knows which side the value lies on, or which it is.
    #[arg(long, value_name = "LOW,HIGH", value_parser = window, allow_hyphen_values = true,
        conflicts_with_all = ["at_least", "at_most", "strategy", "estimate"])]
    pub(crate) window: Option<Window<Real>>,
    /// Where both players move at once: write both strategies for every position that matters into a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,
    /// For games that are solved by layers: keep finished ones in a folder, so that a run that was stopped or killed goes on.
    #[arg(long, value_name = "FOLDER", conflicts_with = "algorithm", value_parser = NonEmptyStringValueParser::new())]
    checkpoint: Option<String>,
    /// Only say whether the value is at least this; the search stops as soon as it knows.
    #[arg(long, value_name = "VALUE", value_parser = real, allow_negative_numbers = true, conflicts_with_all = ["at_most", "strategy"])]
    pub(crate) at_least: Option<Real>,
    /// Only say whether the value is at most this.
    #[arg(long, value_name = "VALUE", value_parser = real, allow_negative_numbers = true, conflicts_with = "strategy")]
    pub(crate) at_most: Option<Real>,
    /// Exit with status 3 where a limit left the question open.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// With --json: print an object a line while the search runs, with what is known by then; the last one is the answer.
    #[arg(long, requires = "json")]
    pub(crate) progress: bool,
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
    /// Depth limit: how many moves ahead. A throw of dice or another turn of chance is no move.
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Node limit, kept exactly.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Time limit, such as 500ms, 5s or 2m.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Number of threads [default: as many as the machine runs at once].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Size of the table, in MB.
    #[arg(long, value_name = "MB", value_parser = megabytes, allow_negative_numbers = true)]
    memory: Option<usize>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur trace tic-tac-toe position=5137 --out search.html
  secateur trace goofspiel cards=3 --algorithm smab --out matrices.html
  secateur trace random-tree depth=3 branching=2 --algorithm mtdf --out tree.svg
  secateur trace random-tree chance=0.8 depth=2 branching=2 --algorithm star1 --out tree.tex
  secateur trace dag file=my-graph.json --out graph.dot
  secateur trace connect-four width=5 height=4 --out search.json

The file's name says what is written: .html is a page that needs nothing else, .svg, .dot and .tex are drawings,
.json is the record, which docs/trace.md explains. What was cut is never shown as searched. A large search is
thinned: nodes are kept from the root down, and what lies deeper is counted.")]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Where to: a file that ends in .html, .svg, .dot, .tex or .json.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The algorithm, with its options after a colon. See `secateur algorithms`.
    #[arg(long, short, value_name = "NAME[:key=value,…]")]
    pub(crate) algorithm: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limited,
    /// Use the game's evaluator at the depth limit.
    #[arg(long)]
    pub(crate) estimate: bool,
    /// Allowed distance between the two bounds; algorithms that can use it do less work.
    #[arg(long, value_name = "WIDTH", value_parser = width, default_value = "0", allow_negative_numbers = true)]
    pub(crate) epsilon: f64,
    /// Only tell values between these two apart.
    #[arg(long, value_name = "LOW,HIGH", value_parser = window, allow_hyphen_values = true, conflicts_with = "estimate")]
    window: Option<Window<Real>>,
    /// Keep at most this many nodes [default: 20000 in a page, 300 in a drawing, 100000 in a record].
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    keep: Option<u32>,
}

impl Trace {
    /// How many nodes to keep, if it was said.
    pub(crate) fn keep(&self) -> Option<usize> {
        self.keep.map(|nodes| nodes as usize)
    }

    /// The request that these arguments make.
    pub(crate) fn request(&self) -> Request {
        let mut request = self.limits.request(&self.game, (self.estimate, self.epsilon));
        request.algorithm.clone_from(&self.algorithm);
        request.window = self.window;
        request
    }
}

impl Limited {
    /// A request about a game within these limits.
    fn request(&self, game: &Game, (estimate, epsilon): (bool, f64)) -> Request {
        let Self { depth, nodes, time, threads, memory } = *self;
        let mut limits = Limits::none();
        (limits.depth, limits.nodes, limits.time) = (depth, nodes, time);
        let threads = threads.map(|threads| threads as usize);
        let resources = Resources { threads, memory, estimate, epsilon };
        let mut request = Request::new(&game.game).limits(limits).resources(resources);
        request.parameters.clone_from(&game.parameters);
        request
    }
}

impl Solve {
    /// The request that these arguments make.
    pub(crate) fn request(&self) -> Request {
        let mut request = self.limits.request(&self.game, (self.estimate, self.epsilon));
        request.algorithm.clone_from(&self.algorithm);
        request.window = self.window;
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
  secateur play einstein board=3x3 --opponent keeper:epsilon=0.1    somebody who errs a little, and never more

While playing, type a move's name, or: moves, hint, undo, help, quit.")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Your side.
    #[arg(long = "as", value_enum, default_value_t = Seat::Max)]
    pub(crate) seat: Seat,
    /// How long the engine thinks about a move.
    #[arg(long, value_parser = duration, allow_hyphen_values = true, default_value = "1s")]
    pub(crate) time: Duration,
    /// Who plays against you: engine, or keeper:epsilon=0.1, which errs by at most so much over the whole game (where one player moves at
    /// a time).
    #[arg(long, value_name = "NAME[:key=value]", value_parser = opponent, default_value = "engine")]
    pub(crate) opponent: Opponent,
    /// Throw dice and draw mixed moves from this seed, so that a game can be played again [default: the clock].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

/// Who plays against the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opponent {
    /// The engine, as well as it can in the time.
    Engine,
    /// A player that keeps its word: it may err by this much over the whole game, and never more.
    Keeper {
        /// How much.
        epsilon: f64,
    },
}

/// Reads an opponent such as `keeper:epsilon=0.1`.
fn opponent(text: &str) -> Result<Opponent, String> {
    let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
    match (name.trim(), options) {
        ("engine", None) => Ok(Opponent::Engine),
        ("keeper", None) => Ok(Opponent::Keeper { epsilon: 0.0 }),
        ("keeper", Some(options)) => {
            let epsilon = options.trim().strip_prefix("epsilon=");
            let epsilon = epsilon.ok_or_else(|| "expected keeper:epsilon=0.1".to_owned())?;
            width(epsilon).map(|epsilon| Opponent::Keeper { epsilon })
        }
        _ => Err("expected engine, or keeper:epsilon=0.1".to_owned()),
    }
}

/// Which side the user plays.
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

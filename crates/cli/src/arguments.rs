//! The command line, and what `--help` says about it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use secateur_catalogue::{Request, Resources};
use secateur_lab::machine::Machine;
use secateur_search::{Limits, Stop};
use secateur_value::Real;

use crate::solve::OPEN;

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
  secateur serve                                        the same in a browser: play, watch, tools
  secateur algorithms jamboree                          its options

A game is described by key=value words. An algorithm's options follow it after a colon:
--algorithm jamboree:share=0.5,cutoff=6

Exit status: 0 answered (bounds that a limit left open are an answer, too, unless --strict is given: then 3);
1 a comparison failed (bench --check); 2 the request was wrong, with one line that says what was expected;
130 ended by Ctrl-C."
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
    /// Record a search, as a page to step through, a drawing, or data.
    Trace(Trace),
    /// Play against the engine in the terminal.
    Play(Play),
    /// Reproduce a table or figure of a paper, with the printed figures beside it.
    Reproduce(Reproduce),
    /// Measure games × parameters × algorithms × ε × seeds of your own, with every counter.
    Sweep(Sweep),
    /// Put what several machines or processes measured into one folder.
    Merge(Merge),
    /// Print every position in which a game ends, each as often as it is reached.
    Positions(Positions),
    /// Play a bridge suit combination against best defence.
    Suit(Suit),
    /// List the minimal cut sets of a fault tree.
    Faults(Faults),
    /// Solve a matrix game: the value and both optimal strategies.
    Matrix(Matrix),
    /// Find the value of the strategies in a file against a best response.
    Exploit(Exploit),
    #[command(flatten)]
    Chess(crate::chess::Chess),
    /// Serve the page on this machine: watch searches, play against them, use the tools in a browser.
    #[command(disable_help_flag = true)]
    Serve {
        /// What the server is told, such as --port 8080; `secateur serve --help` lists it.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
        options: Vec<std::ffi::OsString>,
    },
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
  secateur solve goofspiel cards=5 lead=2 --at-least 0.5     yes or no, for less than the value takes
  secateur solve goofspiel cards=13 --checkpoint DIR    the whole pack; goes on where it was stopped

The answer always is a pair of bounds that hold, also when a limit stops the search or Ctrl-C does; they meet
when the game is solved. Without --estimate, a search with a depth limit uses guaranteed bounds below that depth.")]
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
}

#[derive(Debug, Args)]
pub(crate) struct Game {
    /// The game. See `secateur games`.
    pub(crate) game: String,
    /// The game's parameters.
    #[arg(value_name = "key=value")]
    pub(crate) parameters: Vec<String>,
}

/// The limits of the tools that know neither depth nor threads.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Within {
    /// Time limit, such as 500ms, 5s or 2m.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Exit with status 3 where a limit left the question open.
    #[arg(long)]
    strict: bool,
}

impl Within {
    pub(crate) fn limits(&self) -> Limits {
        self.time.map_or_else(Limits::none, |time| Limits::none().time(time))
    }

    /// How the program ends where this stopped the search.
    pub(crate) fn status(&self, stopped: Stop) -> ExitCode {
        if self.strict && stopped != Stop::Solved { ExitCode::from(OPEN) } else { ExitCode::SUCCESS }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limited {
    /// Depth limit: how many moves ahead. A throw of dice or another turn of chance is no move.
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Stop after exactly so many nodes.
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
    /// Keep at most so many nodes [default: 20000 in a page, 300 in a drawing, 100000 in a record].
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
    /// Your side.
    #[arg(long = "as", value_enum, default_value_t = Seat::Max)]
    pub(crate) seat: Seat,
    /// How long the engine thinks about a move.
    #[arg(long, value_parser = duration, allow_hyphen_values = true, default_value = "1s")]
    pub(crate) time: Duration,
    /// Throw dice and draw mixed moves from this seed, so that a game can be played again [default: the clock].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
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
    #[command(flatten)]
    pub(crate) limits: Within,
    /// Stop after exactly so many nodes.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
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
the basic events as independent; the bound holds for the top event only without --order, and if no limit came first.
After a limit or Ctrl-C all cut sets up to some order are listed.")]
pub(crate) struct Faults {
    /// The fault tree.
    pub(crate) file: PathBuf,
    /// The gate to explain [default: the one that is below no other].
    #[arg(long, value_name = "GATE")]
    pub(crate) top: Option<String>,
    /// Only cut sets of at most so many events.
    #[arg(long, value_name = "EVENTS")]
    pub(crate) order: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: Within,
    /// Memory for families of cut sets, in MB.
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = megabytes, allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) memory: usize,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur matrix game.nfg                 Gambit's format; the payoffs of both players add up to a constant
  secateur matrix game.txt --exact         one row a line, numbers such as 3, -0.5 or 2/3; # begins a comment
  printf '3 -1\\n-2 1\\n' | secateur matrix - --json
  secateur matrix large.txt --time 2s
  printf '5 3\\n4 ?\\n' | secateur matrix - --bounds --range 0,9    cells that are not known yet

With --bounds a cell is a number, low..high, or ? for the whole range: what is dominated, the windows of the cells that are
open, and what the value lies between (Figures 1 to 5 of the SMAB paper).

Payoffs are Max's, who chooses a row. The interval holds whatever floating point did.")]
pub(crate) struct Matrix {
    /// The file, or - for standard input.
    pub(crate) file: PathBuf,
    /// Answer in fractions.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Let cells be known within bounds: say what can be pruned, and what the value lies between.
    #[arg(long, conflicts_with_all = ["exact", "time"])]
    pub(crate) bounds: bool,
    /// What a cell that is written ? may be worth.
    #[arg(long, value_name = "LOW,HIGH", requires = "bounds", value_parser = range, allow_hyphen_values = true)]
    pub(crate) range: Option<(f64, f64)>,
    /// What Max can have elsewhere.
    #[arg(long, value_name = "VALUE", requires = "bounds", allow_hyphen_values = true)]
    pub(crate) alpha: Option<f64>,
    /// What Min can hold Max to elsewhere.
    #[arg(long, value_name = "VALUE", requires = "bounds", allow_hyphen_values = true)]
    pub(crate) beta: Option<f64>,
    /// Time limit, such as 500ms or 5s. After it, what each player can have without mixing is known.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
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
    /// Instead of the suite: what 2, 4 … threads gain on this machine, and where the rest of their time goes. Takes some minutes.
    /// With --sweep: on so many threads.
    #[arg(long, value_name = "MOST", num_args = 0..=1, conflicts_with_all = ["check", "save", "positions"],
        value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<Option<u32>>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur reproduce                        what can be reproduced, and how long it takes
  secateur reproduce jamboree --quick       a small version in under a minute
  secateur reproduce duo-figure-3 b=2..12 runs=30 algorithms=duo,duo-plus lattice=family
                                            with other parameters; the page says what differs from the paper
  secateur reproduce bab-figure-6 runs=500  more runs, added to those that are there
  secateur reproduce --all --out reports    everything, and one HTML report that opens offline

Every finished instance is kept: a run that was stopped, also by kill -9, goes on from there.")]
pub(crate) struct Reproduce {
    /// The experiment.
    pub(crate) id: Option<String>,
    /// Its parameters, as the list of experiments shows them: numbers such as 3 or 2,5 or 2..9, or words.
    #[arg(value_name = "key=value")]
    pub(crate) parameters: Vec<String>,
    /// Run all experiments.
    #[arg(long)]
    pub(crate) all: bool,
    /// Run the small version.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write CSV, JSON, Markdown, LaTeX, SVG and the HTML report into this directory; what it has of other experiments stays.
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Draw the random instances from this seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Start anew even if there is something to go on from.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Put your own figures beside ours and the paper's: a CSV file with the columns table,row,column,value.
    #[arg(long, value_name = "FILE")]
    pub(crate) own: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur sweep goofspiel cards=4..6 --algorithm smab --algorithm backward-induction
  secateur sweep random-tree chance=0.8 depth=4..6 --algorithm bounded --algorithm bounded-plus --epsilon 0,8,24 --seeds 1..30
  secateur sweep --file grid.toml --out runs --shard 3/8
  secateur merge runs                           what the shards have, together

A word without = begins a game, and key=value words are its parameters; one that is said twice has both values, and 4..6 is
a range. The file has the same in TOML:

  algorithms = [\"bounded\", \"bounded-plus\"]
  epsilon = [0, 8, 24]
  seeds = \"1..30\"

  [[games]]
  game = \"random-tree\"
  chance = 0.8
  depth = [\"4..6\"]

Every finished search is kept: a sweep that was stopped, also by kill -9, goes on, and one with more seeds or games adds to
what is there. The CSV file has a row for each search with every counter; the page has means with 95% intervals and each
algorithm beside the first, instance by instance.")]
pub(crate) struct Sweep {
    /// Games with their parameters.
    #[arg(value_name = "GAME key=value")]
    pub(crate) games: Vec<String>,
    /// Read games, algorithms, epsilon, seeds, seconds, nodes, depth, estimate and together from a TOML file.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// An algorithm with its options; may be said several times. What `solve` would take where none is said.
    #[arg(long, short, value_name = "NAME[:key=value,…]")]
    pub(crate) algorithm: Vec<String>,
    /// How far apart bounds may be.
    #[arg(long, value_name = "WIDTH,…", value_delimiter = ',', value_parser = width, allow_hyphen_values = true)]
    pub(crate) epsilon: Vec<f64>,
    /// The seeds of games that draw at random, such as 1..30.
    #[arg(long, value_name = "SEEDS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) seeds: Vec<String>,
    /// Stop a search after so long.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop a search after so many nodes.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Depth limit: how many moves ahead. A turn of chance is no move.
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Use the game's evaluator at the depth limit.
    #[arg(long)]
    pub(crate) estimate: bool,
    /// Run searches side by side: sooner done, and times and memory mean nothing.
    #[arg(long)]
    pub(crate) together: bool,
    /// How many threads: those of one search, or with --together how many searches.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Measure only one of so many shares, such as 3/8; by default as Slurm's array variables say. It goes into a folder of its own
    /// inside the directory.
    #[arg(long, value_name = "I/N", value_parser = share)]
    pub(crate) shard: Option<(usize, usize)>,
    /// Write each game into this folder, as a tree, a graph or a matrix (.nfg) that `solve tree`, `solve dag` and `matrix` read,
    /// instead of measuring.
    #[arg(long, value_name = "DIR")]
    pub(crate) dump: Option<PathBuf>,
    /// Write the journal, CSV, JSON, Markdown, LaTeX, SVG and the HTML report into this directory.
    #[arg(long, value_name = "DIR", default_value = "sweeps")]
    pub(crate) out: PathBuf,
    /// Start anew even if there is something to go on from.
    #[arg(long)]
    pub(crate) fresh: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur merge sweeps                  the shards inside sweeps
  secateur merge all node-1 node-2       two folders into a third

Merging again changes nothing. What other versions of the program measured stays where it is.")]
pub(crate) struct Merge {
    /// The folder that gets everything.
    pub(crate) into: PathBuf,
    /// The folders that have something; the shards inside the first unless said.
    pub(crate) from: Vec<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  secateur positions tic-tac-toe position=2134
  secateur positions tic-tac-toe --count        549,946 positions, of which 255,168 are over")]
pub(crate) struct Positions {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Print only how many there are.
    #[arg(long)]
    pub(crate) count: bool,
    /// Depth limit: how many moves ahead. A turn of chance is no move.
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
}

/// Reads two numbers such as `-10,10`.
fn range(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let ends = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    ends.filter(|(low, high)| low <= high)
        .ok_or_else(|| "expected the least and the greatest payoff, such as -10,10".to_owned())
}

/// Reads a share such as `3/8`.
fn share(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(one, of)| Some((one.trim().parse().ok()?, of.trim().parse().ok()?)));
    let share = numbers.filter(|&(one, of)| (1..=of).contains(&one) && of <= 1_000_000);
    share.ok_or_else(|| "expected a share such as 3/8: the third of eight".to_owned())
}

/// Reads a number.
fn real(text: &str) -> Result<Real, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite()).and_then(|number| Real::new(number).ok());
    number.ok_or_else(|| "expected a number, such as 0.5".to_owned())
}

/// Reads a width that is not negative.
fn width(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 on, such as 0.01".to_owned())
}

/// Reads how much memory may be used, which is no more than this machine has.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().map_err(|_| "expected a whole number of MB, such as 256".to_owned())?;
    let most = Machine::this().memory_bytes.map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
    if number > most { Err(format!("expected at most the {most} MB of this machine")) } else { Ok(number) }
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
        for wrong in ["", "5", "s", "-1s", "5 parsecs", "-2 m", "1e400s", "1e300h", "nans", "5s5s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

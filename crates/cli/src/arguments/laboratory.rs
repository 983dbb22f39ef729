//! What measures: the suite, experiments, sweeps, and lists of positions.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::solve::Game;
use super::words::{duration, share, width};

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
    /// With --sweep: on this many threads.
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
    /// Time limit of a search, such as 500ms or 5s.
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Node limit of a search.
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
    /// Measure only one share of the whole, such as 3/8: the third of eight; by default as Slurm's array variables say. It goes into a folder of its own
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

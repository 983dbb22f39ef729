//! The tools that know no game by name: suits, fault trees, matrices, strategy files.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use secateur_search::{Limits, Stop};

use super::words::{duration, megabytes, places, range};
use crate::solve::OPEN;

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
    /// Node limit, kept exactly.
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
    /// Only cut sets of at most this many events.
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

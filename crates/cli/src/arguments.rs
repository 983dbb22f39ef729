//! The command line, and what `--help` says about it.

mod laboratory;
mod solve;
mod tools;
mod words;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use self::laboratory::{Bench, Merge, Positions, Reproduce, Sweep};
pub(crate) use self::solve::{Opponent, Play, Seat, Solve, Trace};
pub(crate) use self::tools::{Exploit, Faults, Matrix, Suit};
pub(crate) use self::words::{duration, megabytes};

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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}

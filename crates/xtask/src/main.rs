//! The project's own checks. `cargo xtask test` runs all of them; it is what continuous integration runs.

mod checks;
mod licences;
mod openspiel;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test          every check below, in this order; stops at the first that fails
  format        rustfmt finds nothing to change
  clippy        no warning anywhere
  tests         unit and integration tests, then the worked examples of the documentation
  loom          interleavings of the shared search, of a table line, of the engine's team
  docs          the documentation builds without a warning
  licences      every dependency has a licence that goes with MIT OR Apache-2.0
  signature     the node counts of the fixed suite are the recorded ones
  openspiel     OpenSpiel's expectiminimax finds the same values; passes where it cannot be installed";

#[expect(clippy::print_stderr, reason = "a program that talks to people")]
fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let Some(result) = checks::run(&command) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

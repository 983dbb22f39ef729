//! The project's own checks. `cargo xtask test` runs all of them; it is what continuous integration runs.

mod book;
mod browser;
mod checks;
mod licences;
mod openspiel;
mod python;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test          every check below, in this order; stops at the first that fails
  format        rustfmt finds nothing to change
  clippy        no warning anywhere
  tests         unit and integration tests, then the worked examples of the documentation
  browser       the page in a real browser: whole games, whole searches, both themes; passes where there is none
  attack        generated games against every search, judged in exact fractions; --minutes N, --seed S, --help
  injected      bugs put in on purpose: the attack finds each in under a minute
  loom          interleavings of the shared search, of a table line, of the engine's team
  fuzz          every fuzz target compiles; passes where there is no C++ compiler
  docs          the documentation builds without a warning
  book          every link between the pages leads somewhere; the book builds where mdbook is installed
  licences      every dependency has a licence that goes with MIT OR Apache-2.0
  signature     the node counts of the fixed suite are the recorded ones
  openspiel     OpenSpiel's expectiminimax finds the same values; passes where it cannot be installed
  python        the Python package builds, its types fit and its tests pass; passes where Python or the network is missing";

#[expect(clippy::print_stderr, reason = "a program that talks to people")]
fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let Some(result) = checks::run(&command, &words.collect::<Vec<_>>()) else {
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

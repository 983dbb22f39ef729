//! What is checked, and how.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// A check: its name on the command line and what it does.
type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 8] = [
    ("format", || cargo(&["fmt", "--all", "--check"])),
    ("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])),
    ("tests", || cargo(&["test", "--workspace", "--all-features"])),
    ("loom", loom),
    ("docs", docs),
    ("licences", crate::licences::check),
    ("signature", || cargo(&["run", "--release", "--", "bench", "--check", "crates/cli/signature.txt"])),
    ("openspiel", crate::openspiel::check),
];

/// Runs the named check, or all of them for `test`. Nothing if there is no such check.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn run(name: &str) -> Option<Result<()>> {
    if let Some((_, check)) = CHECKS.iter().find(|(known, _)| *known == name) {
        return Some(check());
    }
    if name != "test" {
        return None;
    }
    let all = CHECKS.iter().try_for_each(|(name, check)| {
        println!("\n── {name}");
        let started = Instant::now();
        check().with_context(|| format!("{name} failed"))?;
        println!("── {name}: fine after {:.0} s", started.elapsed().as_secs_f64());
        Ok(())
    });
    Some(all)
}

/// Loom replaces the atomics of the whole crate, so it gets a target directory of its own.
fn loom() -> Result<()> {
    // In the chess engine only the team meets at loom's primitives.
    for (package, tests) in [("secateur-search", ""), ("secateur-chess", "engine::team")] {
        let mut command = cargo_command();
        command.env("RUSTFLAGS", "--cfg loom");
        command.args(["test", "--package", package, "--lib", "--target-dir", "target/loom", tests]);
        succeed(&mut command)?;
    }
    Ok(())
}

fn docs() -> Result<()> {
    let mut command = cargo_command();
    command.env("RUSTDOCFLAGS", "-D warnings");
    command.args(["doc", "--workspace", "--no-deps", "--all-features"]);
    succeed(&mut command)
}

fn cargo(arguments: &[&str]) -> Result<()> {
    succeed(cargo_command().args(arguments))
}

/// The cargo that runs this program, in the project's root.
pub(crate) fn cargo_command() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

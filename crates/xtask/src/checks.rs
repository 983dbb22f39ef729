//! What is checked, and how.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// A check: its name on the command line and what it does.
type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 14] = [
    ("format", || {
        cargo(&["fmt", "--all", "--check"])?;
        cargo(&["fmt", "--manifest-path", "python/Cargo.toml", "--check"])
    }),
    ("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])),
    ("tests", || cargo(&["test", "--workspace", "--all-features"])),
    ("browser", crate::browser::check),
    // The searches alone, and the same cases every time: whether a change passes must not be luck. `cargo xtask attack` asks the program,
    // too, and takes other cases every time.
    ("attack", || searches_attacked("60000", "20")),
    ("injected", injected),
    ("loom", loom),
    ("fuzz", fuzz),
    ("docs", docs),
    ("book", crate::book::check),
    ("licences", crate::licences::check),
    ("signature", || cargo(&["run", "--release", "--", "bench", "--check", "crates/cli/signature.txt"])),
    ("openspiel", crate::openspiel::check),
    ("python", crate::python::check),
];

/// Runs the named check, or all of them for `test`. Nothing if there is no such check. An attack takes options of its own.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn run(name: &str, options: &[String]) -> Option<Result<()>> {
    if name == "attack" {
        return Some(attack(&options.iter().map(String::as_str).collect::<Vec<_>>()));
    }
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

/// Every search against generated games, with every assertion kept. Where no seed is said it is another one every time and is printed;
/// `SECATEUR_SEED` sets it.
fn attack(options: &[&str]) -> Result<()> {
    let seed = std::env::var("SECATEUR_SEED").ok().filter(|_| !options.contains(&"--seed"));
    let mut command = cargo_command();
    command.args(["run", "--quiet", "--package", "secateur-attack", "--"]).args(options);
    succeed(command.args(seed.iter().flat_map(|seed| ["--seed", seed])))
}

/// The searches of the library against generated games, without the program.
fn searches_attacked(cases: &str, seed: &str) -> Result<()> {
    let mut command = cargo_command();
    command.args(["run", "--quiet", "--package", "secateur-attack", "--no-default-features", "--"]);
    succeed(command.args(["--minutes", "5", "--cases", cases, "--seed", seed]))
}

/// Bugs that were there, or might be, and what the attack has to call them (`crates/search/src/injected.rs`).
const INJECTED: [(&str, &[&str]); 6] = [
    // The first one that was ever found: lines and strategies go wrong together with the bounds.
    ("reach", &["FalseBounds", "BadLine", "Contradiction"]),
    ("line", &["BadLine"]),
    ("solved", &["Unsolved", "WrongReason"]),
    ("rounding", &["FalseBounds", "NoBounds", "Panic"]),
    ("row", &["FalseBounds", "BadStrategy", "Contradiction"]),
    ("limit", &["Overrun"]),
];

/// Puts one bug after the other into the searches, and sees whether the attack finds it within a minute of work. The flag is for
/// the whole crate, so this has a target directory of its own.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
fn injected() -> Result<()> {
    let target = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/injected");
    let mut build = cargo_command();
    build.env("RUSTFLAGS", "--cfg secateur_injected");
    build.args(["build", "--quiet", "--package", "secateur-attack", "--no-default-features", "--target-dir", target]);
    succeed(&mut build)?;
    for (bug, faults) in INJECTED {
        let started = Instant::now();
        let mut attack = Command::new(format!("{target}/debug/secateur-attack"));
        // As many cases as one processor works off in a minute, however busy the machine is.
        attack.args(["--cases", "60000", "--minutes", "10", "--threads", "1", "--patience", "2", "--seed", "1"]);
        let output = attack.env("SECATEUR_INJECTED", bug).output().with_context(|| format!("cannot run {attack:?}"))?;
        let told = String::from_utf8_lossy(&output.stdout);
        let failure = told.lines().find(|line| line.starts_with("case "));
        let found = failure.filter(|line| faults.iter().any(|fault| line.contains(fault)));
        let Some(found) = found else { bail!("the injected bug {bug} should be found as {faults:?}; found\n{told}") };
        println!("{bug}: found after {:.1} s: {found:.120}", started.elapsed().as_secs_f64());
    }
    Ok(())
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

/// The fuzz targets fit the parsers. To run them is another matter (`fuzz/README.md`).
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
fn fuzz() -> Result<()> {
    if !crate::browser::found("c++") {
        println!("left out: the fuzz targets, because there is no C++ compiler");
        return Ok(());
    }
    cargo(&["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--target-dir", "target/fuzz"])
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

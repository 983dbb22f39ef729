//! The searches agree with OpenSpiel's expectiminimax.
//!
//! OpenSpiel is a Python package of some 300 MB with its dependencies. It is installed into a virtual environment below the
//! target directory, once; where that cannot be done, because there is no Python or no network, the check says so and passes:
//! what it cannot look at it does not judge.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::checks::cargo_command;

/// Installs OpenSpiel if needed, builds the program and compares the two.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn check() -> Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let peer = root.join("peers/openspiel");
    let python = match install(&peer.join("requirements.txt"), &target.join("openspiel")) {
        Ok(python) => python,
        Err(problem) => {
            println!("skipped: OpenSpiel cannot be installed here: {problem:#}");
            return Ok(());
        }
    };
    let built = cargo_command().args(["build", "--release", "--bin", "secateur"]).status()?;
    ensure!(built.success(), "the program does not build");
    let program = target.join("release/secateur");
    let compared = Command::new(python).arg(peer.join("compare.py")).arg(program).status()?;
    ensure!(compared.success(), "OpenSpiel disagrees");
    Ok(())
}

/// The Python of an environment with exactly these requirements.
pub(crate) fn install(requirements: &Path, environment: &Path) -> Result<PathBuf> {
    let wanted = std::fs::read_to_string(requirements).with_context(|| requirements.display().to_string())?;
    let (python, done) = (environment.join("bin/python"), environment.join("installed.txt"));
    if python.exists() && std::fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(environment))?;
    quietly(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r"]).arg(requirements))?;
    std::fs::write(done, wanted)?;
    Ok(python)
}

/// Runs a command; if it fails, the last line of what it complained about is the problem.
pub(crate) fn quietly(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}", complaint.trim().lines().last().unwrap_or("it failed without a word"));
    Ok(())
}

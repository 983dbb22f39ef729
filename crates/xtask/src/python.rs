//! The Python package: built, installed into an environment below the target directory, and tested.
//!
//! What is missing (Python, its packages, the network) is said in one line, and the check passes: what it cannot look at it does
//! not judge.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::checks::cargo_command;
use crate::openspiel::{install, quietly};

/// Builds the package as it is tested everywhere, optimised and with every assertion, and runs its tests.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn check() -> Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (package, environment) = (root.join("python"), target.join("python-tests"));
    let python = match install(&package.join("requirements.txt"), &environment) {
        Ok(python) => python,
        Err(problem) => {
            println!("skipped: the Python package's tests cannot be set up here: {problem:#}");
            return Ok(());
        }
    };
    let mut lint = cargo_command();
    lint.args(["clippy", "--manifest-path"]).arg(package.join("Cargo.toml")).arg("--target-dir");
    lint.arg(target.join("python")).args(["--", "-D", "warnings"]);
    ensure!(lint.status()?.success(), "the Python package has warnings");
    // The environment's own maturin, in the environment.
    let mut build = Command::new(environment.join("bin/maturin"));
    build.args(["develop", "--quiet", "--target-dir"]).arg(target.join("python"));
    build.env("VIRTUAL_ENV", &environment).env_remove("CONDA_PREFIX").current_dir(&package);
    ensure!(build.status()?.success(), "the Python package does not build");
    // Its tests with OpenSpiel need a large package; without it they leave themselves out.
    if let Err(problem) = quietly(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "-r"])
            .arg(package.join("requirements-openspiel.txt")),
    ) {
        println!("left out: tests with OpenSpiel, which cannot be installed here: {problem:#}");
    }
    let tested = Command::new(&python).args(["-m", "pytest"]).current_dir(&package).status()?;
    ensure!(tested.success(), "the Python package fails its tests");
    let typed =
        Command::new(&python).args(["-m", "mypy", "--strict", "-p", "secateur"]).current_dir(&package).status()?;
    ensure!(typed.success(), "the Python package's types do not fit");
    Ok(())
}

//! python-chess as a client, if it can be had: the test makes a virtual environment below the target directory and
//! installs the package `chess` there. Where there is no Python or no network it says so and checks nothing.

#![allow(clippy::print_stderr, reason = "a test that was skipped should say so")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The example `engine`, which cargo builds before the tests of this package.
fn engine() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop(); // the test
    path.pop(); // deps
    path.join("examples").join("engine")
}

/// A Python with python-chess, made once.
fn python(target: &Path) -> Option<PathBuf> {
    let environment = target.join("python-chess");
    let python = environment.join("bin").join("python");
    let works = |python: &Path| {
        Command::new(python).args(["-c", "import chess.engine"]).output().is_ok_and(|output| output.status.success())
    };
    if works(&python) {
        return Some(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&environment).output().ok()?;
    if !made.status.success() {
        return None;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "chess==1.11.2"];
    Command::new(&python).args(install).output().ok()?;
    works(&python).then_some(python)
}

#[test]
fn python_chess_plays_whole_games() {
    let engine = engine();
    assert!(engine.exists(), "{} is built with the tests", engine.display());
    let target = engine.ancestors().nth(3).unwrap();
    let Some(python) = python(target) else {
        eprintln!("skipped: there is no Python with python-chess, and it cannot be installed");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess.py");
    let output = Command::new(python).arg(script).arg(engine).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("three games of Chess960"), "{said}");
}

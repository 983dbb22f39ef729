//! The page in a real browser, with what it takes to look: Debian's chromium and its driver, and axe-core for accessibility.
//!
//! What can be installed here is installed: chromium through apt where this is root on such a system, axe-core from npm's registry
//! into the target directory. What cannot be is said in one line and left out: the tests pass without a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::checks::cargo_command;

/// The release of axe-core that pages are held against.
const AXE: &str = "axe-core@4.10.3";

/// Installs what it can and runs the tests in the browser, which other checks leave out.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn check() -> Result<()> {
    if let Err(problem) = chromium() {
        println!("left out: the tests in a browser, because there is no chromium with chromedriver and {problem:#}");
        return Ok(());
    }
    if let Err(problem) = axe() {
        println!("left out: axe-core's look at the page: {problem:#}");
    }
    // With the features of the whole workspace, so that nothing is built twice.
    let mut tests = cargo_command();
    tests.args(["test", "--workspace", "--all-features", "--test", "browser", "--", "--test-threads", "2"]);
    ensure!(tests.env("SECATEUR_BROWSER", "1").status()?.success(), "the page does not do in a browser what it should");
    Ok(())
}

fn chromium() -> Result<()> {
    if ["chromium", "chromedriver"].into_iter().all(found) {
        return Ok(());
    }
    ensure!(found("apt-get"), "there is no apt to install them");
    let root = Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout.trim_ascii() == b"0");
    ensure!(root, "only root may install them: apt-get install chromium chromium-driver");
    quietly(Command::new("apt-get").args(["update", "-qq"]))?;
    let mut install = Command::new("apt-get");
    install.args([
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium",
        "chromium-driver",
        "fonts-dejavu-core",
    ]);
    quietly(install.env("DEBIAN_FRONTEND", "noninteractive")).context("apt-get install")
}

fn axe() -> Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("axe");
    if folder.join("package/axe.min.js").is_file() {
        return Ok(());
    }
    ensure!(found("npm") && found("tar"), "there is no npm to fetch it");
    std::fs::create_dir_all(&folder)?;
    let packed = Command::new("npm").args(["pack", "--silent", AXE]).current_dir(&folder).output()?;
    ensure!(packed.status.success(), "npm cannot fetch {AXE}");
    let name = String::from_utf8_lossy(&packed.stdout).trim().to_owned();
    quietly(Command::new("tar").args(["xzf", &name]).current_dir(&folder))
}

/// Whether a program is on the path.
pub(crate) fn found(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Runs a command; if it fails, the last line of what it complained about is the problem.
fn quietly(command: &mut Command) -> Result<()> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}", complaint.trim().lines().last().unwrap_or("it failed without a word"));
    Ok(())
}

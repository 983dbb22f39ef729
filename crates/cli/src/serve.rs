//! `secateur serve`: the page.
//!
//! The server is a program of its own, so that the first `cargo run -- solve …` need not build it. This one starts it: the
//! program beside itself if it is there, otherwise through the cargo that runs this one; otherwise it says how.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

/// What the server's program is called.
const PROGRAM: &str = "secateur-web";

/// Starts the server with these arguments and waits for its end.
pub(crate) fn run(arguments: &[OsString], out: &mut impl Write) -> Result<ExitCode> {
    let mut command = match (beside(), std::env::var_os("CARGO"), std::env::var_os("CARGO_MANIFEST_DIR")) {
        (Some(program), ..) => Command::new(program),
        (None, Some(cargo), Some(manifest)) => {
            writeln!(out, "The page is a program of its own, {PROGRAM}; building it takes a minute the first time.")?;
            out.flush()?;
            let mut command = Command::new(cargo);
            let manifest = PathBuf::from(manifest).join("Cargo.toml");
            command.args(["run", "--release", "--package", PROGRAM, "--manifest-path"]).arg(manifest).arg("--");
            command
        }
        _ => bail!("the page is a program of its own: cargo run --release -p {PROGRAM}"),
    };
    // Ctrl-C goes to both: the server ends its searches, and then this program ends with it.
    let _ = ctrlc::set_handler(|| ());
    let status = command.args(arguments).status().with_context(|| format!("cannot start {PROGRAM}"))?;
    Ok(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        code => ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
    })
}

/// The server's program in this program's folder.
fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

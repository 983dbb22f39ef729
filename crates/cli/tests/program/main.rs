//! The program from outside: what it prints and how it ends, on good and on bad input.

mod chance;
mod chess;
mod classic;
mod commands;
mod following;
mod laboratory;
mod papers;
mod simultaneous;
mod tools;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program with these arguments, and with this on its standard input.
fn typed(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended reads no more.
    let _ = program.stdin.take().unwrap().write_all(input.as_ref());
    program.wait_with_output().unwrap()
}

/// What a run that ends well prints.
fn text(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = typed(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "nothing goes to a standard error that is no terminal: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The report of a run that ends well.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--json"]].concat(), "")).unwrap()
}

/// The bounds of a report.
fn bounds(report: &Value) -> (f64, f64) {
    (report["lower"].as_f64().unwrap(), report["upper"].as_f64().unwrap())
}

/// The one line that explains what is wrong.
fn complaint(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = typed(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    text.strip_prefix("secateur: ").unwrap().trim_end().to_owned()
}
